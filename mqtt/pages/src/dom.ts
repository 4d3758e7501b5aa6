// Building and changing elements. Everything that came from outside goes through textContent or an attribute, never
// through HTML.

type Child = Node | string

/** An element with attributes (class, data-…, dir, …) and children; strings become text. */
export function element(tag: string, attributes: Record<string, string> = {}, ...children: Child[]): HTMLElement {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

/** A person's name, kept apart from the text around it whatever its writing direction. */
export const nameOf = (name: string): HTMLElement => element("bdi", {}, name)

/** Sets an element's text; leaves it untouched when it is the same, so that nothing flickers or is read out again. */
export function setText(target: HTMLElement, content: string): void {
  if (target.textContent !== content) target.textContent = content
}

/** Sets a data attribute, or takes it away (null). */
export function setData(target: HTMLElement, name: string, value: string | number | boolean | null): void {
  if (value === null) delete target.dataset[name]
  else if (target.dataset[name] !== String(value)) target.dataset[name] = String(value)
}

/** Makes an element's text smaller until it fits into its box, first without breaking words, then with. */
export function fit(target: HTMLElement, least: number): void {
  delete target.dataset.break
  if (shrink(target, Math.max(least, 0.6), isInside)) return
  target.dataset.break = ""
  shrink(target, least, isInside)
}

/** Makes an element's text smaller until its box is wide enough; for a single line. */
export const fitWidth = (target: HTMLElement, least: number): void => void shrink(target, least, isWideEnough)

const isWideEnough = (box: HTMLElement): boolean => box.scrollWidth <= box.clientWidth + 1
const isInside = (box: HTMLElement): boolean => isWideEnough(box) && box.scrollHeight <= box.clientHeight + 1

function shrink(target: HTMLElement, least: number, fits: (box: HTMLElement) => boolean): boolean {
  for (let percent = 100; ; percent -= 5) {
    target.style.setProperty("--fit", String(percent / 100))
    const done = fits(target)
    if (done || percent <= least * 100) return done
  }
}
