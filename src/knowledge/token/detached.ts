import { findJson } from '../text/json-in-text.ts'
import type { FoundToken } from './find.ts'
import type { FlattenedJws } from './take-apart.ts'

/** Whether a token came without its content, or with content that is not encoded, so that it must be given. */
export function isDetached(jws: Pick<FlattenedJws, 'payload'>, header: Record<string, unknown>): boolean {
  return jws.payload === '' || header.b64 === false
}

/** The token, with what of its text may be its content where it was sent without it (RFC 7515 App. F, RFC 7797). */
export function withContentsBeside(found: FoundToken, text: string): FoundToken {
  const { token } = found
  if (token.form !== 'jws' || !isDetached(token.jws, token.header.value ?? {})) return found
  const beside = contentsIn(text, found)
  return beside.length === 0 ? found : { ...found, token: { ...token, jws: { ...token.jws, beside } } }
}

/** What may have been signed apart from the token: bodies behind an empty line, and JSON in the text. */
function contentsIn(text: string, { place }: FoundToken): string[] {
  const shown = text.slice(0, 200_000)
  const outside = (start: number, end: number) => place === undefined || end <= place.start || start >= place.end
  const json = findJson(shown).flatMap(({ text: own, start, end }) => (outside(start, end) ? [own] : []))
  const bodies = shown.split(/\r?\n\r?\n/).slice(1)
  const rest = /\r?\n\r?\n/.exec(shown)
  const whole = rest === null ? [] : [shown.slice(rest.index + rest[0].length)]
  return [...new Set([...whole, ...bodies, ...json])].filter((one) => one.trim() !== '').slice(0, most)
}

/** More than these are not tried. */
const most = 8
