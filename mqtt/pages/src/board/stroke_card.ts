// The stroke: while it runs, what has fallen and the score it would make, marked as not yet judged; then the verdict in
// words, with the articles it rests on.

import { element, fit, setData, setText } from "../dom"
import type { Snapshot, Verdict } from "../snapshot"
import type { Words } from "../words/words"
import { pocketedBall } from "./balls"

/** The verdict in two or three words. */
export function headline(verdict: Verdict, words: Words): string {
  if (verdict.fouls.length > 0) return words.foul(verdict.fouls)
  if (verdict.repeat) return words.repeated
  return verdict.counted.length > 0 ? words.counted(verdict.counted.length) : words.nothingCounted
}

export class StrokeCard {
  private readonly title = element("p", { class: "label" })
  private readonly mark = element("span", { class: "mark" })
  private readonly headline = element("h3", { class: "headline", "data-part": "headline" })
  private readonly balls = element("ul", { class: "fallen", "data-part": "fallen" })
  private readonly sentences = element("div", { class: "sentences", "data-part": "verdict" })
  readonly root: HTMLElement
  private shown = ""

  constructor(
    private readonly words: Words,
    private readonly language: string,
  ) {
    this.root = element(
      "section",
      { class: "card stroke" },
      element("div", { class: "card-top" }, this.headline, this.title, this.mark),
      this.balls,
      this.sentences,
    )
    this.root.setAttribute("aria-live", "polite")
    setText(this.mark, words.notJudged)
  }

  show(state: Snapshot): void {
    const { words } = this
    const fell = state.live.pocketed.length > 0
    const said = state.words[this.language] ?? []
    const key = JSON.stringify([state.live, state.verdict, said, state.score])
    if (key === this.shown) return
    this.shown = key

    this.mark.hidden = !fell
    this.balls.hidden = !fell
    this.balls.replaceChildren(...(fell ? state.live.pocketed.map((ball) => pocketedBall(ball, words)) : []))
    setText(this.title, fell ? words.justFell : state.verdict === null ? "" : words.verdict)
    setData(this.root, "kind", fell ? "live" : kindOf(state.verdict))
    if (fell) {
      const { score } = state.live
      setText(this.headline, score === null ? "" : `${words.wouldBe} ${score.a} : ${score.b}`)
      this.sentences.replaceChildren()
    } else if (state.verdict === null) {
      setText(this.headline, "")
      this.sentences.replaceChildren()
    } else {
      setText(this.headline, headline(state.verdict, words))
      this.sentences.replaceChildren(...explained(state.verdict, said, words).map((line) => element("p", {}, unbroken(line))))
    }
    this.sentences.hidden = this.sentences.childElementCount === 0
    this.headline.hidden = this.headline.textContent === ""
  }

  fit(): void {
    fit(this.balls, 0.4)
    fit(this.sentences, 0.4)
  }
}

/** The table's own words; a table that doesn't send any is quoted by its articles. */
function explained(verdict: Verdict, said: string[], words: Words): string[] {
  if (said.length > 0) return said
  return verdict.articles.length > 0 ? [words.articles(verdict.articles)] : []
}

/** «п. 2.1.8» stays on one line. */
const unbroken = (line: string): string => line.replace(/п\. (?=\d)/g, "п.\u00a0")

function kindOf(verdict: Verdict | null): string {
  if (verdict === null) return "none"
  if (verdict.fouls.length > 0) return "foul"
  return verdict.counted.length > 0 ? "counted" : "plain"
}
