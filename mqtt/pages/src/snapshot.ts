// One retained `state` and one `hb` of the MQTT contract, as the pages use them. Null means what it means in the match
// log: not known, or nobody's.

import { type Fields, each, fields, number, parse, text } from "./payload"

export type Side = "a" | "b"
export type Pair<T> = Record<Side, T>
export type Ball = number | "cue" | "object" | "unknown"

/** The order of truth: the higher (epoch, rev) is the newer. */
export interface Revision {
  epoch: number
  rev: number
}

export interface Pocketed {
  ball: Ball
  pocket: string
  value: number | null
}

export interface Call {
  ball: Ball | null
  pocket: string | null
  falling: boolean
}

export interface Verdict {
  legal: boolean
  fouls: number[]
  counted: Pocketed[]
  repeat: boolean
  open: string[]
  articles: string[]
}

export interface Live {
  stroke: string
  pocketed: Pocketed[]
  score: Pair<number> | null
}

export interface PlayedStroke {
  striker: Side
  counted: Pocketed[]
  fouls: number[]
  score: Pair<number> | null
}

export interface Doubt {
  about: string
  why: string
}

export interface Snapshot extends Revision {
  tableName: string | null
  names: Pair<string> | null
  framesToWin: number | null
  phase: string
  game: string | null
  frame: number | null
  frames: Pair<number> | null
  score: Pair<number> | null
  debt: Pair<number> | null
  striker: Side | null
  fromHand: string | null
  options: string[]
  chooser: Side | null
  call: Call | null
  ballsLeft: number | null
  verdict: Verdict | null
  words: Record<string, string[]>
  frameWinner: Side | null
  winner: Side | null
  legal: string[]
  last: PlayedStroke[]
  doubts: Doubt[]
  live: Live
  pause: string | null
  alerts: string[]
}

const side = (value: unknown): Side | null => (value === "a" || value === "b" ? value : null)

function pair(value: unknown): Pair<number> | null {
  const both = fields(value)
  const a = number(both?.a)
  const b = number(both?.b)
  return a === null || b === null ? null : { a, b }
}

function ball(value: unknown): Ball | null {
  if (value === "cue" || value === "object" || value === "unknown") return value
  return number(value)
}

function pocketed(value: unknown): Pocketed | null {
  const it = fields(value)
  const which = ball(it?.ball)
  return which === null ? null : { ball: which, pocket: text(it?.pocket) ?? "", value: number(it?.value) }
}

function call(value: unknown): Call | null {
  const it = fields(value)
  if (it === null) return null
  return { ball: ball(it.ball), pocket: text(it.pocket), falling: it.falling === true }
}

function verdict(value: unknown): Verdict | null {
  const it = fields(value)
  if (it === null) return null
  return {
    legal: it.legal === true,
    fouls: each(it.fouls, number),
    counted: each(it.counted, pocketed),
    repeat: it.repeat === true,
    open: each(it.open, text),
    articles: each(it.articles, text),
  }
}

function live(value: unknown): Live {
  const it = fields(value)
  return { stroke: text(it?.stroke) ?? "idle", pocketed: each(it?.pocketed, pocketed), score: pair(it?.score) }
}

function playedStroke(value: unknown): PlayedStroke | null {
  const it = fields(value)
  const striker = side(it?.striker)
  if (it === null || striker === null) return null
  return { striker, counted: each(it.counted, pocketed), fouls: each(it.fouls, number), score: pair(it.score) }
}

function doubt(value: unknown): Doubt | null {
  const it = fields(value)
  const about = text(it?.about)
  return about === null ? null : { about, why: text(it?.why) ?? "" }
}

function alert(value: unknown): string | null {
  const it = fields(value)
  return text(it?.message) ?? text(it?.code)
}

function names(match: Fields | null): Pair<string> | null {
  const players = fields(match?.players)
  const a = text(fields(players?.a)?.name)
  const b = text(fields(players?.b)?.name)
  return a === null && b === null ? null : { a: a ?? "", b: b ?? "" }
}

function words(value: unknown): Record<string, string[]> {
  return Object.fromEntries(Object.entries(fields(value) ?? {}).map(([language, said]) => [language, each(said, text)]))
}

function revision(it: Fields | null): Revision | null {
  const epoch = number(it?.epoch)
  const rev = number(it?.rev)
  return epoch === null || rev === null ? null : { epoch, rev }
}

/** The revision that a heartbeat tells; null when it isn't one. */
export const readHeartbeat = (payload: string): Revision | null => revision(parse(payload))

/** A `state` payload; null when it has no revision or no phase and so can't be trusted to be one. */
export function readState(payload: string): Snapshot | null {
  const it = parse(payload)
  const at = revision(it)
  const phase = text(it?.phase)
  if (it === null || at === null || phase === null) return null
  const match = fields(it.match)
  return {
    ...at,
    phase,
    tableName: text(fields(it.table)?.name),
    names: names(match),
    framesToWin: number(match?.frames_to_win),
    game: text(it.game),
    frame: number(it.frame),
    frames: pair(it.frames),
    score: pair(it.score),
    debt: pair(it.debt),
    striker: side(it.striker),
    fromHand: text(it.from_hand),
    options: each(it.options, text),
    chooser: side(it.chooser),
    call: call(it.call),
    ballsLeft: number(it.balls_left),
    verdict: verdict(it.verdict),
    words: words(it.words),
    frameWinner: side(it.frame_winner),
    winner: side(it.winner),
    legal: each(it.legal, text),
    last: each(it.last, playedStroke),
    doubts: each(it.doubts, doubt),
    live: live(it.live),
    pause: text(fields(it.pause)?.reason),
    alerts: each(it.alerts, alert),
  }
}

/** Whether the first revision is older than the second. */
export const isOlder = (one: Revision, other: Revision): boolean =>
  one.epoch < other.epoch || (one.epoch === other.epoch && one.rev < other.rev)
