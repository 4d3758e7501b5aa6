// What this page is for: which table, which broker, which language. The server that sent the page says it
// (/config.json); `?lang=` in the page's address beats its language.

export type Language = "ru" | "en"

export interface Settings {
  language: Language
  brokerUrl: string
  hall: string
  table: string
}

const isLanguage = (word: unknown): word is Language => word === "ru" || word === "en"

/** The language asked for in the page's address, or null. */
export function languageFromAddress(search: string): Language | null {
  const word = new URLSearchParams(search).get("lang")
  return isLanguage(word) ? word : null
}

/** Reads /config.json; rejects when the server can't be reached or sends something else. */
export async function readSettings(): Promise<Settings> {
  const answer = await fetch("/config.json", { cache: "no-store" })
  if (!answer.ok) throw new Error(`/config.json: status ${answer.status}`)
  const config = (await answer.json()) as Record<string, unknown>
  const { lang, ws_url: brokerUrl, hall, table } = config
  if (typeof brokerUrl !== "string" || typeof hall !== "string" || typeof table !== "string") {
    throw new Error("/config.json: ws_url, hall and table must be texts")
  }
  return { language: languageFromAddress(location.search) ?? (isLanguage(lang) ? lang : "en"), brokerUrl, hall, table }
}
