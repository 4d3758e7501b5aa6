// The scoreboard page: reads its settings, listens to one table, and shows what it hears.

import { BrokerLink } from "./broker_link"
import { Scoreboard } from "./board/scoreboard_view"
import { element } from "./dom"
import { SILENCE_S } from "./news"
import { type Language, type Settings, languageFromAddress, readSettings } from "./settings"
import { TableFeed } from "./table_feed"
import { wordsOf } from "./words/words"

const TICK_MS = 1000
/** A line on which nothing comes for so long, though the table is said to be there, may be dead without knowing it. */
const DEAD_LINE_S = 20
const SETTINGS_RETRY_MS = 3000

/** Seconds of a clock that only goes forward, whatever is done to the display's date. */
const now = (): number => performance.now() / 1000

function listen(settings: Settings): void {
  const board = new Scoreboard(settings)
  const feed = new TableFeed(settings.hall, settings.table, now())
  document.documentElement.lang = settings.language
  document.body.replaceChildren(board)
  let asked = now()

  const link = new BrokerLink(settings.brokerUrl, feed.topics, {
    message: (topic, payload, retained) => {
      feed.receive(topic, payload, retained, now())
      if (feed.isBehind && now() - asked > 2) {
        asked = now()
        link.refresh()
      }
      show()
    },
    linked: show,
  })

  function show(): void {
    const { state, news } = feed
    board.show({ state, stale: news.stale(now()), offline: news.isOffline, linked: link.isUp })
    board.fit()
  }

  function renewDeadLine(after: number): void {
    if (now() - asked < after || feed.news.silence(now()) < after || feed.news.isOffline) return
    asked = now()
    link.connect()
  }

  // a tab that was hidden had its timers held back: its line may be long gone, or its next try far away
  function awake(): void {
    if (document.visibilityState !== "visible") return
    if (link.isUp) renewDeadLine(SILENCE_S)
    else link.connect()
    show()
  }

  document.addEventListener("visibilitychange", awake)
  window.addEventListener("online", awake)
  setInterval(() => {
    if (link.isUp) renewDeadLine(DEAD_LINE_S)
    show()
  }, TICK_MS)
  show()
  link.connect()
}

function sayNoServer(language: Language): void {
  document.documentElement.lang = language
  document.body.replaceChildren(element("p", { class: "empty" }, wordsOf(language).noServer))
}

function start(): void {
  readSettings().then(listen, () => {
    sayNoServer(languageFromAddress(location.search) ?? (navigator.language.startsWith("ru") ? "ru" : "en"))
    setTimeout(start, SETTINGS_RETRY_MS)
  })
}

start()
