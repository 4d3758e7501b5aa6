// <luza-scoreboard>: the whole board of one table. What it shows also stands in its data attributes, for tests and for
// whoever styles it: score, frames, phase, striker, revision, what is live, and whether the table is heard.

import { element, setData, setText } from "../dom"
import type { Settings } from "../settings"
import type { Snapshot } from "../snapshot"
import { type Words, wordsOf } from "../words/words"
import { Head } from "./head"
import { LastStrokes } from "./last_strokes"
import { MiddlePanel } from "./middle_panel"
import { Notes } from "./notes"
import { PlayerPanel } from "./player_panel"
import { StrokeCard } from "./stroke_card"
import { isCallAwaited } from "./why"

/** What the board is told: the newest state, whole seconds of silence when they must be said, and the links. */
export interface BoardNews {
  state: Snapshot | null
  stale: number | null
  offline: boolean
  linked: boolean
}

export class Scoreboard extends HTMLElement {
  private readonly words: Words
  private readonly head: Head
  private readonly players: readonly [PlayerPanel, PlayerPanel]
  private readonly middle: MiddlePanel
  private readonly stroke: StrokeCard
  private readonly last: LastStrokes
  private readonly notes: Notes
  private readonly cloth: HTMLElement
  private readonly empty = element("p", { class: "empty", "data-part": "empty" })
  private readonly staleNote = element("p", { class: "stale", role: "status", "data-part": "stale" })

  constructor(settings: Settings) {
    super()
    this.words = wordsOf(settings.language)
    this.head = new Head(this.words, settings.table)
    this.players = [new PlayerPanel("a", this.words), new PlayerPanel("b", this.words)]
    this.middle = new MiddlePanel(this.words)
    this.stroke = new StrokeCard(this.words, settings.language)
    this.last = new LastStrokes(this.words)
    this.notes = new Notes(this.words)
    const [a, b] = this.players
    this.cloth = element("main", { class: "cloth" }, a.root, this.middle.root, b.root, this.stroke.root, this.last.root)
    this.dataset.lang = settings.language
    this.staleNote.hidden = true
  }

  connectedCallback(): void {
    this.replaceChildren(this.head.root, this.empty, this.cloth, this.notes.root, this.staleNote)
    new ResizeObserver(() => this.fit()).observe(this)
  }

  show(news: BoardNews): void {
    const { state, words } = this.mirror(news)
    const match = state !== null && state.score !== null
    this.cloth.hidden = !match
    this.empty.hidden = match
    setText(this.empty, state === null ? words.awaitingTable : words.noMatch)
    if (state !== null) {
      this.head.show(state)
      for (const part of [...this.players, this.middle, this.stroke, this.last]) part.show(state)
    }
    this.notes.show(state, news.linked)
    this.staleNote.hidden = news.stale === null
    setText(this.staleNote, news.stale === null ? "" : this.silence(news.stale, news.offline))
    document.title = titleOf(state, words)
  }

  /** Makes what is too long smaller; called after something was shown, and when the window changes. */
  fit(): void {
    this.notes.fit()
    if (this.cloth.hidden) return
    for (const player of this.players) player.fit()
    this.stroke.fit()
  }

  private silence(seconds: number, offline: boolean): string {
    const said = this.words.noNews(seconds)
    return offline ? `${this.words.tableOffline} · ${said}` : said
  }

  private mirror(news: BoardNews): { state: Snapshot | null; words: Words } {
    const { state } = news
    const facts = {
      phase: state?.phase,
      game: state?.game,
      epoch: state?.epoch,
      rev: state?.rev,
      frame: state?.frame,
      scoreA: state?.score?.a,
      scoreB: state?.score?.b,
      framesA: state?.frames?.a,
      framesB: state?.frames?.b,
      striker: state?.striker,
      frameWinner: state?.frameWinner,
      winner: state?.winner,
      liveStroke: state?.live.stroke,
      liveA: state?.live.score?.a,
      liveB: state?.live.score?.b,
      livePocketed: state?.live.pocketed.length,
      callAwaited: state === null ? undefined : isCallAwaited(state),
      stale: news.stale !== null,
      linked: news.linked,
    }
    for (const [name, value] of Object.entries(facts)) setData(this, name, value ?? null)
    return { state, words: this.words }
  }
}

function titleOf(state: Snapshot | null, words: Words): string {
  if (state?.score == null) return `Luza – ${state === null ? words.awaitingTable : words.noMatch}`
  return `${state.score.a} : ${state.score.b} – ${state.names?.a ?? ""} – ${state.names?.b ?? ""}`
}

customElements.define("luza-scoreboard", Scoreboard)
