// The rail at the top: which table, which game, which frame, and what goes on.

import { element, setData, setText } from "../dom"
import type { Snapshot } from "../snapshot"
import type { Words } from "../words/words"

/** What goes on, in a few words: the phase, or in play whether a stroke is running. */
export function happening(state: Snapshot, words: Words): string {
  if (state.phase === "suspended" && state.pause !== null) return `${words.phase("suspended")}: ${words.pause(state.pause)}`
  if (state.phase === "play" && state.live.stroke === "running") return words.strokeRunning
  if (state.phase === "play" && state.live.stroke === "settling") return words.ballsSettling
  return words.phase(state.phase)
}

export class Head {
  private readonly table = element("span", { class: "table-name" })
  private readonly game = element("span", { class: "game" })
  private readonly phase = element("span", { class: "phase", "data-part": "phase" })
  readonly root = element("header", { class: "rail" }, this.table, this.game, this.phase)

  constructor(
    private readonly words: Words,
    private readonly tableId: string,
  ) {
    setText(this.table, tableId)
  }

  show(state: Snapshot): void {
    const { words } = this
    setText(this.table, state.tableName ?? this.tableId)
    const game = state.game === null ? [] : [words.game(state.game)]
    if (state.frame !== null) game.push(words.frameNumber(state.frame))
    setText(this.game, game.join(" · "))
    setText(this.phase, happening(state, words))
    setData(this.phase, "phase", state.phase)
  }
}
