import type { Ball } from "../snapshot"
import { type Words, named } from "./words"

const GAMES = {
  russian: "Russian pyramid",
  russian_fast: "Russian pyramid, fast",
  moscow: "Moscow pyramid",
  moscow_fast: "Moscow pyramid, fast",
  moscow_fast_call: "Moscow pyramid, fast, with calls",
  american: "American pyramid",
  american_fast: "American pyramid, fast",
  eight_ball: "Eight-ball pyramid",
  eight_ball_fast: "Eight-ball pyramid, fast",
  eight_ball_fast_call: "Eight-ball pyramid, fast, with calls",
}

const POCKETS = {
  head_left: "head left corner",
  head_right: "head right corner",
  side_left: "left side",
  side_right: "right side",
  foot_left: "foot left corner",
  foot_right: "foot right corner",
}

const PHASES = {
  idle: "No match",
  lag: "Lag",
  lag_choice: "Choice of the breaker",
  play: "In play",
  frame_over: "Frame over",
  suspended: "Suspended",
  match_over: "Match over",
}

const PAUSES = {
  protest: "protest",
  injury: "injury",
  equipment: "equipment",
  outsider: "outside interference",
  pause: "pause",
}

const FROM_HAND = { house: "from hand, out of the house", temporary_house: "from hand, out of the temporary house" }

const OPEN = {
  safety: "was the safety legal",
  identity: "which ball fell",
  contact: "was an object ball touched",
  sensing: "what the sensors saw",
}

const DOUBTED = {
  pocketed: "what fell",
  jumped: "a ball off the table",
  touched_object: "contact",
  left_house: "leaving the house",
  cushions: "cushions",
  crossed: "the centre line",
}

function ballName(ball: Ball): string {
  if (ball === "cue") return "cue ball"
  if (ball === "object") return "ball"
  if (ball === "unknown") return "some ball"
  return `ball ${ball}`
}

export const english: Words = {
  game: (id) => named(GAMES, id),
  pocket: (id) => named(POCKETS, id),
  ball: ballName,
  ballMark: (ball) => (ball === "cue" ? "C" : ball === "unknown" ? "?" : ball === "object" ? "" : String(ball)),
  phase: (id) => named(PHASES, id),
  pause: (reason) => named(PAUSES, reason),
  framesToWin: (frames) => `first to ${frames}`,
  frameNumber: (frame) => `Frame ${frame}`,
  frames: "Frames",
  ballsLeft: "Balls left",
  debt: (balls) => `owes ${balls}`,

  striker: "At the table",
  fromHand: (id) => named(FROM_HAND, id),
  mayPlayOn: "may say “play on”",
  callAwaited: "call awaited",
  call: (call) => {
    if (call.falling) return "called: with falling"
    return `called: ${call.ball === null ? "" : ballName(call.ball)}, ${call.pocket === null ? "" : named(POCKETS, call.pocket)}`
  },
  choosesBreaker: "Chooses who breaks",
  wonFrame: "Frame won",
  wonMatch: "Match won",

  justFell: "Just fell",
  notJudged: "not yet judged",
  wouldBe: "would be",
  strokeRunning: "Stroke in progress",
  ballsSettling: "Balls coming to rest",

  verdict: "Last stroke",
  foul: (numbers) => (numbers.length === 1 ? `Foul ${numbers[0]}` : `Fouls ${numbers.join(", ")}`),
  counted: (balls) => (balls === 1 ? "1 ball counted" : `${balls} balls counted`),
  nothingCounted: "No ball counted",
  repeated: "Stroke is repeated",
  articles: (articles) => `Articles ${articles.join(", ")}`,
  lastStrokes: "Last strokes",

  openQuestion: (id) => named(OPEN, id),
  openQuestions: "For the referee",
  doubt: (about, why) => `Not sure: ${named(DOUBTED, about)}${why === "" ? "" : ` (${why.replaceAll("_", " ")})`}`,
  alert: "Table",

  noNews: (seconds) => `no news for ${seconds} s`,
  tableOffline: "Table is off",
  noBroker: "No connection to the broker",
  noMatch: "The table is free",
  awaitingTable: "Waiting for the table",
  noServer: "The page's server doesn't answer; trying again",
}
