// Balls as discs, each with its name beside it: what fell, and where.

import { element } from "../dom"
import type { Pocketed } from "../snapshot"
import type { Words } from "../words/words"

/** A disc with the ball's mark; for the eye only, the words beside it say the same. */
export const disc = (pocketed: Pocketed, words: Words): HTMLElement =>
  element("span", { class: "disc", "data-ball": String(pocketed.ball), "aria-hidden": "true" }, words.ballMark(pocketed.ball))

/** Disc, the ball's name and the pocket's. */
export function pocketedBall(pocketed: Pocketed, words: Words): HTMLElement {
  const pocket = pocketed.pocket === "" ? "" : ` · ${words.pocket(pocketed.pocket)}`
  return element("li", {}, disc(pocketed, words), element("span", {}, words.ball(pocketed.ball) + pocket))
}
