// The last three strokes, the newest first: who, what counted or which foul, and the score after it.

import { element, nameOf } from "../dom"
import type { PlayedStroke, Snapshot } from "../snapshot"
import type { Words } from "../words/words"
import { disc } from "./balls"

export class LastStrokes {
  private readonly label: HTMLElement
  private readonly rows = element("ol", { class: "strokes", "data-part": "last" })
  readonly root: HTMLElement
  private shown = ""

  constructor(private readonly words: Words) {
    this.label = element("p", { class: "label" }, words.lastStrokes)
    this.root = element("section", { class: "card last" }, this.label, this.rows)
  }

  show(state: Snapshot): void {
    const key = JSON.stringify([state.last, state.names])
    if (key === this.shown) return
    this.shown = key
    this.label.hidden = state.last.length === 0
    this.rows.replaceChildren(...[...state.last].reverse().slice(0, 3).map((stroke) => this.row(stroke, state)))
  }

  private row(stroke: PlayedStroke, state: Snapshot): HTMLElement {
    const { words } = this
    const what = element("span", { class: "what" })
    if (stroke.fouls.length > 0) what.append(words.foul(stroke.fouls))
    for (const ball of stroke.counted) what.append(disc(ball, words))
    if (what.childNodes.length === 0) what.append("–")
    return element(
      "li",
      {},
      element("span", { class: "of" }, nameOf(state.names?.[stroke.striker] ?? "")),
      what,
      element("span", { class: "after" }, stroke.score === null ? "" : `${stroke.score.a} : ${stroke.score.b}`),
    )
  }
}
