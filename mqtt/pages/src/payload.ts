// Reading JSON that somebody else wrote: each function takes anything and gives the wanted kind of value or null, so
// that an odd payload shows as something missing and never stops the page.

export type Fields = Record<string, unknown>

export const fields = (value: unknown): Fields | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : null

export const text = (value: unknown): string | null => (typeof value === "string" ? value : null)

export const number = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The readable ones of a list; what can't be read is left out. */
export const each = <T>(value: unknown, read: (item: unknown) => T | null): T[] =>
  list(value).flatMap((item) => {
    const made = read(item)
    return made === null ? [] : [made]
  })

/** Parses a payload that should be a JSON object; null when it isn't one. */
export function parse(payload: string): Fields | null {
  try {
    return fields(JSON.parse(payload))
  } catch {
    return null
  }
}
