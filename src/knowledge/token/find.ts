import { type RecognisedKind, recogniseKind } from './kind.ts'
import { type InspectedToken, inspectToken } from './take-apart.ts'

/** A token found in a pasted text. */
export interface FoundToken {
  /** The field or header that it stood in, where it stood in one. */
  from?: string
  token: InspectedToken
  recognised: RecognisedKind
}

/** More than these in one text are not taken apart. */
export const mostTokens = 40

/**
 * Finds every token in a text of any kind: in quotes, after `Bearer`, in a log line, broken over several lines. Each
 * is told by its header, which begins with `{` and so with `ey` or `ew` in base64url.
 */
export function findTokens(text: string): FoundToken[] {
  const found: FoundToken[] = []
  const start = /(?<![\w+/=.-])e[wy][A-Za-z0-9+/_-]{6}/g
  for (let match = start.exec(text); match !== null && found.length < mostTokens; match = start.exec(text)) {
    const { written, end } = runFrom(text, match.index)
    start.lastIndex = end
    const token = inspectToken(written)
    if (token.form === 'opaque') continue
    found.push(foundToken(token, fieldBefore(text, match.index)))
  }
  return found
}

export function foundToken(token: InspectedToken, from?: string): FoundToken {
  return { from, token, recognised: recogniseKind(token, from) }
}

// Some characters that no token has are taken along, so that a broken one is shown whole, with the place where it breaks off.
const digits = /[\w+/=.…~*!$^-]*/y
const gap = /[ \t]*(?:\\?\r?\n[ \t>|]*|[ \t]+)/y

/** The token from `start` on, put together again where it was broken over lines or by spaces. */
function runFrom(text: string, start: number): { written: string; end: number } {
  digits.lastIndex = start
  let written = digits.exec(text)?.[0] ?? ''
  let end = start + written.length
  let [width, last] = [written.length, written.length]
  for (let lines = 1; ; lines++) {
    gap.lastIndex = end
    const between = gap.exec(text)?.[0]
    if (between === undefined) break
    digits.lastIndex = end + between.length
    const next = digits.exec(text)?.[0] ?? ''
    const ended = /^[\s"'`,;)\]}<\\]?$/.test(text[end + between.length + next.length] ?? '')
    if (!ended || !continues({ written, width, last }, next, between.includes('\n'))) break
    written += next
    end += between.length + next.length
    last = next.length
    // Something may have stood before the token on its first line.
    if (lines === 1) width = last
  }
  return { written: lessFullStop(written), end }
}

/** Whether what follows a gap belongs to the token before it. */
function continues(run: { written: string; width: number; last: number }, next: string, newLine: boolean): boolean {
  const whole = run.written.split('.').length >= 3
  const another = /^e[wy][\w-]+\.[\w-]+\./.test(next) || (whole && /^e[wy]/.test(next))
  if (next === '' || another || run.written.length < 20) return false
  if (!newLine) return next.length >= 24
  const word = /^[A-Z]?[a-z]{1,15}[.!]?$/.test(next)
  // A line break in the middle of a token comes where its line was full.
  return run.last >= run.width && !word && (!whole || run.width <= 120)
}

/** The full stop of a sentence and the marks around a word are no part of the token. */
function lessFullStop(run: string): string {
  const written = run.replace(/[*!~^$]{1,9}$/, '')
  const parts = written.split('.')
  return parts.at(-1) === '' && (parts.length === 4 || parts.length === 6) ? written.slice(0, -1) : written
}

/** The name of the field, parameter or header right before a token. */
function fieldBefore(text: string, at: number): string | undefined {
  const before = text.slice(Math.max(0, at - 80), at)
  return /([A-Za-z][\w-]{1,40})\\?["']?\s*[:=]\s*\\?["']?(?:(?:Bearer|DPoP)\s+)?$/i.exec(before)?.[1]
}
