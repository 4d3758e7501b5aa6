// What the pages say, as one interface that each language fills. A word of the contract that a language has no name for
// (a later version may add some) is shown as it is.

import type { Language } from "../settings"
import type { Ball, Call } from "../snapshot"
import { english } from "./en"
import { russian } from "./ru"

export interface Words {
  game(id: string): string
  pocket(id: string): string
  ball(ball: Ball): string
  /** On a ball's disc: at most two characters. */
  ballMark(ball: Ball): string
  phase(id: string): string
  pause(reason: string): string
  framesToWin(frames: number): string
  frameNumber(frame: number): string
  frames: string
  ballsLeft: string
  debt(balls: number): string

  striker: string
  fromHand(id: string): string
  mayPlayOn: string
  callAwaited: string
  call(call: Call): string
  choosesBreaker: string
  wonFrame: string
  wonMatch: string

  justFell: string
  notJudged: string
  wouldBe: string
  strokeRunning: string
  ballsSettling: string

  verdict: string
  foul(numbers: readonly number[]): string
  counted(balls: number): string
  nothingCounted: string
  repeated: string
  articles(articles: readonly string[]): string
  lastStrokes: string

  openQuestion(id: string): string
  openQuestions: string
  doubt(about: string, why: string): string
  alert: string

  noNews(seconds: number): string
  tableOffline: string
  noBroker: string
  noMatch: string
  awaitingTable: string
  noServer: string
}

export const wordsOf = (language: Language): Words => (language === "ru" ? russian : english)

/** A name from a dictionary, else the contract's own word. */
export const named = (dictionary: Readonly<Record<string, string>>, id: string): string =>
  Object.hasOwn(dictionary, id) ? (dictionary[id] ?? id) : id.replaceAll("_", " ")
