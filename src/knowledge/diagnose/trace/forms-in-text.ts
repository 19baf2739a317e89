import { parseForm } from '../../text/address.ts'
import { withoutEnd } from '../../text/ends.ts'
import type { Mark, Spanned } from './mark.ts'
import { usualName } from './parameter-names.ts'

/** The forms of a text: names and values joined by ampersands. Linear in the text. */
export function formsIn(text: string): Spanned<Extract<Mark, { is: 'form' }>>[] {
  const found: Spanned<Extract<Mark, { is: 'form' }>>[] = []
  for (const { 0: whole, index } of text.matchAll(run)) {
    const joint = whole.indexOf('&')
    const before = whole.slice(0, joint)
    if (joint < 0 || found.length >= 100 || /:\/\/[^?]*\?/.test(before.slice(0, 4_000))) continue
    // What is before the first pair belongs to the text around: `body=grant_type=…`.
    const start = knownPair.exec(before)?.index ?? 0
    const form = withoutEnd(whole.slice(start), ')]},;.')
    const parameters = parseForm(form)
    if (parameters.filter(([name]) => usualName(name) !== undefined).length > 1)
      found.push({ is: 'form', at: index + start, end: index + start + form.length, parameters })
  }
  return found
}

/** What stands together between blanks and quotes; a name in angle brackets may be in it. */
const run = /(?:[^\s"'<>`]|<[\w-]{1,40}>){5,60000}/g

const knownPair =
  /(?<![\w%-])(?:client[_-]?id|client[_-]?secret|redirect[_-]?ur[il]|response_?type|grant_?type|refresh_token|code_verifier|scopes?|prompt|code|state|iss|error)=/i
