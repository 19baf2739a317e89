import { bytesOfBase64, textOfBase64 } from '../text/base64.ts'
import { parseJson, parseObject } from '../text/json.ts'
import { scanJson, wholeMembers } from '../text/json-scan.ts'
import { textAtStart, utf8Of } from '../text/utf8.ts'
import type { FaultName } from './finding.ts'

/** The header or the payload of a token, as far as it can be read. */
export interface PartRead {
  /** The text, as far as it could be decoded. */
  text?: string
  /** The JSON object; the members that stand whole where it breaks off. */
  value?: Record<string, unknown>
  /** Set where the content is bytes and no text, which only its issuer can read. */
  isBytes?: true
  /** The names in the protected part of a header, where another part is beside it. */
  guarded?: string[]
}

/** Where a token cannot be read on, and why. */
export interface Defect {
  part: 'header' | 'payload' | 'signature' | 'token'
  /** Characters of the token before it. */
  at: number
  problem: string
  /** True where the author of the text left the rest out, so that nothing is wrong with the token itself. */
  isLeftOut?: true
  /** What to call it where every character is there and only the encoding is wrong. */
  fault?: FaultName
  /** Where it is in the decoded text of its part, where it lies there. */
  inText?: number
}

/**
 * Reads one part of a token: base64url of the UTF-8 of a JSON object, as far as each of the three goes. Never throws.
 *
 * @param offset characters of the token before this part
 * @param plain true where the content need not be JSON
 */
export function readPart(
  part: string,
  name: 'header' | 'payload',
  offset: number,
  plain = false,
): PartRead & { defects: Defect[] } {
  const whole = textOfBase64(part)
  const { text, defects } = whole === undefined ? readAsFarAsPossible(part, name, offset) : { text: whole, defects: [] }
  const flaw = (at: number, problem: string, inText?: number): Defect => ({ part: name, at, inText, problem })
  if (part === '')
    return { text, defects: [flaw(offset, `The ${name} is empty; it may have been sent separately from the token.`)] }
  const twice = /^\s*"\s*\{/.test(text) ? parseObject(String(parseJson(text) ?? '')) : undefined
  if (twice !== undefined)
    return {
      text,
      value: twice,
      defects: [
        flaw(
          offset,
          `The ${name} is a JSON string with an object inside: it was written as JSON twice (an object that was already text was encoded again), so recipients find no claims in it. Give the object itself to what makes the token.`,
          0,
        ),
      ],
    }
  if (!text.trimStart().startsWith('{'))
    return plain || defects.length > 0
      ? { text, defects }
      : { text, defects: [flaw(offset, `The ${name} is not a JSON object.`, 0)] }
  const value = parseObject(text)
  if (value !== undefined) return { text, value, defects }
  const scan = scanJson(text)
  const { at, problem } = scan.break ?? { at: text.length, problem: '' }
  const digits = Math.floor((utf8Of(text.slice(0, at)).length * 4) / 3)
  const here = flaw(offset + digits, `The ${name} is incomplete JSON: ${problem}`, at)
  // Undecodable characters come after all that could be decoded, so the JSON that they cut is no second fault.
  return { text, value: wholeMembers(text, scan), defects: defects.length > 0 ? defects : [here] }
}

/**
 * Whether a part is bytes that were never text: by any alignment of its digits, so that a text which lost its first
 * characters is still told as broken.
 */
export function isBytesAlone(part: string): boolean {
  const whole = bytesOfBase64(part)
  if (whole === undefined || whole.length < 32 || whole[0] === 0x7b) return false
  return ['', 'A', 'AA', 'AAA'].every((lost) => {
    const digits = `${lost}${part}`
    const bytes = bytesOfBase64(digits.slice(0, digits.length - (digits.length % 4))) ?? new Uint8Array()
    return bytes.filter((octet) => octet > 0x1f && octet < 0x7f).length < bytes.length * 0.7
  })
}

function readAsFarAsPossible(
  part: string,
  name: 'header' | 'payload',
  offset: number,
): { text: string; defects: Defect[] } {
  const body = part.replace(/={1,2}$/, '')
  const odd = body.search(/[^\w+/-]/)
  const until = odd >= 0 ? odd : body.length
  const oneTooMany = until % 4 === 1
  const bytes = bytesOfBase64(body.slice(0, oneTooMany ? until - 1 : until)) ?? new Uint8Array()
  const { text, length, cutShort } = textAtStart(bytes)
  const here = (at: number, problem: string) => ({
    text,
    defects: [{ part: name, at: offset + at, inText: text.length, problem }],
  })
  // A character that is cut where the digits break off is no fault of its own.
  if (length < bytes.length && !(cutShort && (odd >= 0 || oneTooMany)))
    return here(Math.floor((length * 4) / 3), `The ${name} is not valid UTF-8 from byte ${length + 1} on.`)
  if (odd >= 0)
    return here(
      until,
      `The ${name} contains “${String.fromCodePoint(body.codePointAt(odd) ?? 0)}”, which is not a base64url character (RFC 4648 §5).`,
    )
  return here(
    until,
    `The ${name} is truncated: base64url never has a length of ${body.length.toLocaleString('en')} characters.`,
  )
}
