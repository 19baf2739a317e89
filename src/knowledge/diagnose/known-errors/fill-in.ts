/**
 * The sentences of a text with the values for their `{names}`; a sentence whose value is not known is left out.
 */
export function fillIn(words: string, valueNamed: (name: string) => string | undefined): string {
  return sentencesOf(words)
    .flatMap((sentence) => {
      let missing = false
      // Values bring quotation marks of their own.
      const filled = sentence.replace(quotedSlot, '{$1}').replace(slot, (_, name: string) => {
        const value = valueNamed(name.toLowerCase())
        if (value === undefined) missing = true
        return value ?? ''
      })
      return missing ? [] : [filled]
    })
    .join(' ')
}

/** The values that are in a text where a known sentence has `{names}`; none of those that it does not have. */
export function valuesInPlace(sentence: string, text: string): Map<string, string> {
  const parts = sentence.split(slot)
  if (parts.length === 1) return new Map()
  const values = new Map<string, string>()
  const lower = text.toLowerCase()
  let from = 0
  for (let at = 1; at < parts.length; at += 2) {
    const before = literalEnd(parts[at - 1] ?? '')
    const after = literalStart(parts[at + 1] ?? '')
    const start = before === '' ? from : lower.indexOf(before, from)
    if (start < 0) continue
    const begin = start + before.length
    const value = valueAt(text, begin, after)
    if (value !== undefined) {
      values.set((parts[at] ?? '').toLowerCase(), value)
      from = begin + value.length
    }
  }
  return values
}

/** A known sentence without the places for its values. */
export function withoutSlots(sentence: string): string {
  return sentence.replace(slot, ' ')
}

const slot = /\{([\w-]{1,40})\}/g
const quotedSlot = /["'“‘]\{([\w-]{1,40})\}["'”’]/g
const valueLimit = 160

/** The last words before a value, by which its place is found. */
function literalEnd(part: string): string {
  return part
    .toLowerCase()
    .replace(/^.*(?=.{24}$)/s, '')
    .trimEnd()
}

function literalStart(part: string): string {
  return part.toLowerCase().trimStart().slice(0, 12).trimEnd()
}

function valueAt(text: string, begin: number, after: string): string | undefined {
  const rest = text.slice(begin, begin + valueLimit + 20)
  const open = /^[\s"'`“‘[({:=]{0,6}/.exec(rest)?.[0] ?? ''
  const own = rest.slice(open.length)
  const end = /^["'`“‘[({]/.test(open.trim())
    ? own.search(/["'`”’\])}]/)
    : after === ''
      ? own.search(/[\s"'”’,;)\]}<]|\.(?:\s|$)|$/)
      : own.toLowerCase().indexOf(after)
  const value = (end < 0 ? '' : own.slice(0, end)).trim().replace(/["'“”‘’[\](){}]+$/, '')
  return value === '' || value.length > valueLimit || value.includes('\n') ? undefined : value
}

/** Sentences end with a dot before a space and a large letter. */
function sentencesOf(words: string): string[] {
  return words.split(/(?<=[.!?])\s+(?=[A-Z{“"(])/)
}
