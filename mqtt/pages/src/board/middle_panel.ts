// Between the players: the frames of the match, and what is left on the table.

import { element, setText } from "../dom"
import type { Snapshot } from "../snapshot"
import type { Words } from "../words/words"

export class MiddlePanel {
  private readonly frameA = element("span", { "data-part": "frames-a" })
  private readonly frameB = element("span", { "data-part": "frames-b" })
  private readonly toWin = element("p", { class: "to-win" })
  private readonly ballsLeft = element("p", { class: "balls-left" })
  private readonly ballsLeftBox: HTMLElement
  readonly root: HTMLElement

  constructor(private readonly words: Words) {
    const colon = element("span", { class: "colon" }, ":")
    this.ballsLeftBox = element(
      "div",
      { class: "fact" },
      element("p", { class: "label" }, words.ballsLeft),
      this.ballsLeft,
    )
    this.root = element(
      "section",
      { class: "middle" },
      element(
        "div",
        { class: "fact" },
        element("p", { class: "label" }, words.frames),
        element("p", { class: "frames" }, this.frameA, colon, this.frameB),
        this.toWin,
      ),
      this.ballsLeftBox,
    )
  }

  show(state: Snapshot): void {
    setText(this.frameA, String(state.frames?.a ?? "–"))
    setText(this.frameB, String(state.frames?.b ?? "–"))
    setText(this.toWin, state.framesToWin === null ? "" : this.words.framesToWin(state.framesToWin))
    this.ballsLeftBox.hidden = state.ballsLeft === null
    setText(this.ballsLeft, String(state.ballsLeft ?? ""))
  }
}
