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

/** Makes an element's text smaller, down to `least` of its size, until it fits into its box. */
export function fit(target: HTMLElement, least = 0.45): void {
  for (let scale = 1; ; scale -= 0.05) {
    target.style.setProperty("--fit", scale.toFixed(2))
    const fits = target.scrollHeight <= target.clientHeight + 1 && target.scrollWidth <= target.clientWidth + 1
    if (fits || scale <= least) return
  }
}
