// Why a player is at the table, or what is awaited of him, in a few words. Pure.

import type { Side, Snapshot } from "../snapshot"
import type { Words } from "../words/words"

/** A call may be made and none is in force: the table isn't stuck, it waits for the striker. */
export const isCallAwaited = (state: Snapshot): boolean =>
  state.phase === "play" && state.striker !== null && state.call === null && state.legal.includes("call")

/** What a player is at this moment, in one badge: striker, chooser of the breaker, winner; null: nothing of these. */
export function badge(state: Snapshot, side: Side, words: Words): string | null {
  if (!isLit(state, side)) return null
  if (state.phase === "match_over") return words.wonMatch
  if (state.phase === "frame_over") return words.wonFrame
  if (state.phase === "lag_choice") return words.choosesBreaker
  return words.striker
}

/** Why the striker is at the table and what he may say, most pressing first. */
export function reasons(state: Snapshot, side: Side, words: Words): string[] {
  const said: string[] = []
  if (state.striker !== side || (state.phase !== "play" && state.phase !== "suspended")) return said
  if (isCallAwaited(state)) said.push(words.callAwaited)
  if (state.call !== null) said.push(words.call(state.call))
  if (state.options.includes("play_on")) said.push(words.mayPlayOn)
  if (state.fromHand !== null) said.push(words.fromHand(state.fromHand))
  return said
}

/** Whether the panel of this side is the lit one. */
export function isLit(state: Snapshot, side: Side): boolean {
  if (state.phase === "match_over") return state.winner === side
  if (state.phase === "frame_over") return state.frameWinner === side
  if (state.phase === "lag_choice") return state.chooser === side
  return state.striker === side
}
