import type { Ball } from "../snapshot"
import { type Words, named } from "./words"

const GAMES = {
  russian: "Русская пирамида",
  russian_fast: "Русская пирамида, быстрая",
  moscow: "Московская пирамида",
  moscow_fast: "Московская пирамида, быстрая",
  moscow_fast_call: "Московская пирамида, быстрая заказная",
  american: "Американка",
  american_fast: "Американка, быстрая",
  eight_ball: "Пирамида 8 шаров",
  eight_ball_fast: "Пирамида 8 шаров, быстрая",
  eight_ball_fast_call: "Пирамида 8 шаров, быстрая заказная",
}

const POCKETS = {
  head_left: "левая угловая у дома",
  head_right: "правая угловая у дома",
  side_left: "левая средняя",
  side_right: "правая средняя",
  foot_left: "левая дальняя угловая",
  foot_right: "правая дальняя угловая",
}

const POCKETS_WHERE_TO = {
  head_left: "в левую угловую у дома",
  head_right: "в правую угловую у дома",
  side_left: "в левую среднюю",
  side_right: "в правую среднюю",
  foot_left: "в левую дальнюю угловую",
  foot_right: "в правую дальнюю угловую",
}

const PHASES = {
  idle: "Встречи нет",
  lag: "Розыгрыш",
  lag_choice: "Выбор начинающего",
  play: "Игра",
  frame_over: "Партия окончена",
  suspended: "Игра приостановлена",
  match_over: "Встреча окончена",
}

const PAUSES = {
  protest: "протест",
  injury: "травма",
  equipment: "оборудование",
  outsider: "постороннее вмешательство",
  pause: "перерыв",
}

const FROM_HAND = { house: "с руки из дома", temporary_house: "с руки из временного дома" }

const OPEN = {
  safety: "правилен ли отыгрыш",
  identity: "какой шар упал",
  contact: "было ли касание прицельного шара",
  sensing: "что видели датчики",
}

const DOUBTED = {
  pocketed: "что упало",
  jumped: "выскочивший шар",
  touched_object: "касание",
  left_house: "выход из дома",
  cushions: "борта",
  crossed: "центральная линия",
}

function ballName(ball: Ball): string {
  if (ball === "cue") return "биток"
  if (ball === "object") return "шар"
  if (ball === "unknown") return "какой-то шар"
  return `шар ${ball}`
}

export const russian: Words = {
  game: (id) => named(GAMES, id),
  pocket: (id) => named(POCKETS, id),
  ball: ballName,
  ballMark: (ball) => (ball === "cue" ? "Б" : ball === "unknown" ? "?" : ball === "object" ? "" : String(ball)),
  phase: (id) => named(PHASES, id),
  pause: (reason) => named(PAUSES, reason),
  framesToWin: (frames) => `до ${frames} ${frames === 1 ? "победы" : "побед"}`,
  frameNumber: (frame) => `Партия ${frame}`,
  frames: "Партии",
  ballsLeft: "Осталось шаров",
  debt: (count) => `долг ${count}`,

  striker: "Бьёт",
  fromHand: (id) => named(FROM_HAND, id),
  mayPlayOn: "может сказать «играй дальше»",
  callAwaited: "ждём заказ",
  call: (call) => {
    if (call.falling) return "заказ: с падающим"
    return `заказ: ${call.ball === null ? "" : ballName(call.ball)} ${call.pocket === null ? "" : named(POCKETS_WHERE_TO, call.pocket)}`
  },
  choosesBreaker: "Выбирает, кто начнёт",
  wonFrame: "Победа в партии",
  wonMatch: "Победа во встрече",

  justFell: "Только что упало",
  notJudged: "ещё не решено",
  wouldBe: "будет",
  strokeRunning: "Идёт удар",
  ballsSettling: "Шары останавливаются",

  verdict: "Последний удар",
  foul: (numbers) => (numbers.length === 1 ? `Нарушение ${numbers[0]}` : `Нарушения ${numbers.join(", ")}`),
  counted: (count) => `Засчитано: ${count}`,
  nothingCounted: "Ни один шар не засчитан",
  repeated: "Удар повторяется",
  articles: (articles) => `Пункты ${articles.join(", ")}`,
  lastStrokes: "Последние удары",

  openQuestion: (id) => named(OPEN, id),
  openQuestions: "Решает судья",
  doubt: (about, why) => `Не наверняка: ${named(DOUBTED, about)}${why === "" ? "" : ` (${why.replaceAll("_", " ")})`}`,
  alert: "Стол",

  noNews: (seconds) => `нет вестей ${seconds} с`,
  tableOffline: "Стол отключён",
  noBroker: "Нет связи с брокером",
  noMatch: "Стол свободен",
  awaitingTable: "Ждём стол",
  noServer: "Сервер страницы не отвечает, пробуем снова",
}
