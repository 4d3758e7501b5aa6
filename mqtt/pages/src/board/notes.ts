// The quiet line at the foot: what the referee may want to look at, what the sensors aren't sure of, what ails the table,
// and whether the page has its line to the broker.

import { element, fit } from "../dom"
import type { Snapshot } from "../snapshot"
import type { Words } from "../words/words"

type Kind = "open" | "doubt" | "alert" | "link"

export class Notes {
  readonly root = element("footer", { class: "notes" })
  private shown = ""

  constructor(private readonly words: Words) {}

  show(state: Snapshot | null, linked: boolean): void {
    const notes = this.notes(state, linked)
    const key = JSON.stringify(notes)
    if (key === this.shown) return
    this.shown = key
    this.root.replaceChildren(
      ...notes.map(([kind, note]) => element("span", { class: "note", "data-kind": kind }, note)),
    )
  }

  fit(): void {
    fit(this.root, 0.6)
  }

  private notes(state: Snapshot | null, linked: boolean): [Kind, string][] {
    const { words } = this
    const notes: [Kind, string][] = []
    if (!linked) notes.push(["link", words.noBroker])
    if (state === null) return notes
    const open = state.verdict?.open ?? []
    if (open.length > 0) notes.push(["open", `${words.openQuestions}: ${open.map((id) => words.openQuestion(id)).join(", ")}`])
    for (const doubt of state.doubts) notes.push(["doubt", words.doubt(doubt.about, doubt.why)])
    for (const alert of state.alerts) notes.push(["alert", `${words.alert}: ${alert}`])
    return notes
  }
}
