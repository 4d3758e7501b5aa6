// One player: name, score in large digits, what the score would be while a stroke runs, and why he is at the table.

import { element, fit, fitWidth, nameOf, setData, setText } from "../dom"
import type { Side, Snapshot } from "../snapshot"
import type { Words } from "../words/words"
import { badge, isLit, reasons } from "./why"

export class PlayerPanel {
  private readonly name = element("h2", { class: "name", dir: "auto" })
  private readonly badge = element("p", { class: "badge" })
  private readonly score = element("p", { class: "score" })
  private readonly wouldBe = element("p", { class: "would-be" })
  private readonly wouldBeWord = element("span", { class: "would-be-word" })
  private readonly wouldBeScore = element("span", { class: "would-be-score" })
  private readonly debt = element("p", { class: "debt" })
  private readonly why = element("div", { class: "why" })
  private readonly points = element("div", { class: "points" }, this.score, this.wouldBe)
  readonly root: HTMLElement

  constructor(
    private readonly side: Side,
    private readonly words: Words,
  ) {
    this.score.dataset.part = `score-${side}`
    this.wouldBe.dataset.part = `would-be-${side}`
    this.name.dataset.part = `name-${side}`
    this.badge.dataset.part = `badge-${side}`
    this.why.dataset.part = `why-${side}`
    this.wouldBe.append(this.wouldBeWord, this.wouldBeScore)
    this.root = element(
      "section",
      { class: "player", "data-side": side },
      this.name,
      this.points,
      element("div", { class: "state" }, this.badge, this.debt, this.why),
    )
    setText(this.wouldBeWord, words.wouldBe)
  }

  show(state: Snapshot): void {
    const { side, words } = this
    const name = state.names?.[side] ?? ""
    if (this.name.textContent !== name) this.name.replaceChildren(nameOf(name))
    const score = String(state.score?.[side] ?? "–")
    setText(this.score, score)
    setData(this.score, "digits", score.length)

    const live = state.live.score?.[side] ?? null
    const differs = live !== null && live !== state.score?.[side]
    this.wouldBe.hidden = !differs
    setText(this.wouldBeScore, differs ? String(live) : "")
    setData(this.root, "live", differs)

    const owed = state.debt?.[side] ?? 0
    this.debt.hidden = owed === 0
    setText(this.debt, owed === 0 ? "" : words.debt(owed))

    setData(this.root, "lit", isLit(state, side))
    const is = badge(state, side, words)
    this.badge.hidden = is === null
    setText(this.badge, is ?? "")
    const why = reasons(state, side, words)
    this.why.replaceChildren(...why.map((reason) => element("span", {}, reason)))
    this.why.hidden = why.length === 0
  }

  fit(): void {
    fit(this.name, 0.4)
    fitWidth(this.points, 0.5)
    fit(this.why, 0.6)
  }
}
