/** A value from a call in quotation marks: cut at so many characters, less what would bend the text around it. */
export function quoted(value: unknown, limit = 120): string {
  const text = plain(value, limit)
  // Isolated, so that the marks around a text that runs the other way are not turned with it (Unicode UAX 9 §2.4).
  return rightToLeft.test(text) ? `“\u2068${text}\u2069”` : `“${text}”`
}

/** Values as `“a”, “b” and “c”`; at most six, then how many more. */
export function listed(values: readonly unknown[]): string {
  if (values.length === 0) return 'nothing'
  const shown = values.slice(0, 6).map((value) => quoted(value))
  return inList(values.length > 6 ? [...shown, `${values.length - 6} more`] : shown)
}

/** Words as `a, b and c`. */
export function inList(words: readonly string[]): string {
  list ??= new Intl.ListFormat('en-GB')
  return list.format(words)
}

// Made when it is first wanted: browsers take long to load the words of a language.
let list: Intl.ListFormat | undefined

/** A value in quotation marks, or other words where there is none. */
export function quotedOr(value: unknown, instead: string): string {
  return value === undefined || value === '' ? instead : quoted(value)
}

/** What to call an environment: its name in quotation marks. */
export function environmentName(environment: { id: string; name?: string } | undefined): string {
  return quotedOr(environment?.name || environment?.id, 'this environment')
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/
// Control characters, and the marks that turn the direction of the text after them.
const bending = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu

function plain(value: unknown, limit: number): string {
  const text = typeof value === 'string' ? value : asText(value)
  const clean = text.slice(0, limit + 300).replace(bending, '·')
  return clean.length > limit ? `${clean.slice(0, limit - 1)}…` : clean
}

function asText(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string').join(', ')
  return value === null ? 'null' : 'a value that is not text'
}

/** A quotation as the end of a sentence, with one full stop: its own or one after it. */
export function closed(quotation: string): string {
  return /[.!?…]”$/.test(quotation) ? quotation : `${quotation}.`
}
