// One player: name, score in large digits, what the score would be while a stroke runs, and why he is at the table.

import { element, fit, nameOf, setData, setText } from "../dom"
import type { Side, Snapshot } from "../snapshot"
import type { Words } from "../words/words"
import { isLit, reasons } from "./why"

export class PlayerPanel {
  private readonly name = element("h2", { class: "name", dir: "auto" })
  private readonly striker = element("p", { class: "striker" })
  private readonly score = element("p", { class: "score" })
  private readonly wouldBe = element("p", { class: "would-be" })
  private readonly wouldBeWord = element("span", { class: "would-be-word" })
  private readonly wouldBeScore = element("span", { class: "would-be-score" })
  private readonly debt = element("p", { class: "debt" })
  private readonly why = element("p", { class: "why" })
  readonly root: HTMLElement

  constructor(
    private readonly side: Side,
    private readonly words: Words,
  ) {
    this.score.dataset.part = `score-${side}`
    this.wouldBe.append(this.wouldBeWord, this.wouldBeScore)
    this.root = element(
      "section",
      { class: "player", "data-side": side },
      element("div", { class: "who" }, this.name, this.striker),
      element("div", { class: "points" }, this.score, this.wouldBe),
      element("div", { class: "state" }, this.debt, this.why),
    )
    setText(this.striker, words.striker)
    setText(this.wouldBeWord, words.wouldBe)
  }

  show(state: Snapshot): void {
    const { side, words } = this
    const name = state.names?.[side] ?? ""
    if (this.name.textContent !== name) this.name.replaceChildren(nameOf(name))
    setText(this.score, String(state.score?.[side] ?? "–"))

    const live = state.live.score?.[side] ?? null
    const differs = live !== null && live !== state.score?.[side]
    this.wouldBe.hidden = !differs
    setText(this.wouldBeScore, differs ? String(live) : "")

    const owed = state.debt?.[side] ?? 0
    this.debt.hidden = owed === 0
    setText(this.debt, owed === 0 ? "" : words.debt(owed))

    const lit = isLit(state, side)
    setData(this.root, "lit", lit)
    this.striker.hidden = !(state.striker === side && state.phase === "play")
    const why = reasons(state, side, words)
    setText(this.why, why.join(" · "))
    this.why.hidden = why.length === 0
  }

  fit(): void {
    fit(this.name, 0.4)
    fit(this.why, 0.6)
  }
}
