import { inferred, standard } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import { codeOf, topicsOf } from '../statements/topics.ts'
import type { CircumstanceRule } from '../trace/circumstance-rules.ts'
import type { Trace } from '../trace/message.ts'
import type { Said } from '../trace/rule.ts'

/** One value in two spellings: what a message expected and what it got, or what was sent and what came back. */
export const spellingRules: readonly CircumstanceRule[] = [
  { basis: standard('RFC 6749 Appendix B: + in a form is a space'), find: plusReturned },
  { basis: inferred('the two values in the text'), find: spelledOtherwise },
]

const sent = /[?&\s"']state=([^\s&"'<>]{8,600})/g

/** A state whose + came back as it is, which who reads the redirect as a form takes for a space. */
function plusReturned({ text, words }: Trace): Said | undefined {
  if (!/state/.test(words())) return undefined
  const states = [...text.matchAll(sent)].slice(0, 40).map(([, state = '']) => state)
  const encoded = states.filter((one) => /%2B/i.test(one))
  for (const one of encoded) {
    const back = states.find((other) => other.includes('+') && plainOf(other) === plainOf(one))
    if (back === undefined) continue
    return {
      of: 'application-state-mismatch',
      title: 'The + in the state came back unencoded',
      cause: `The request sends the state ${quoted(one, 100)}, with + encoded as %2B. The redirect has ${quoted(back, 100)}, with a plain +, which your app reads as a space. So only a sign-in whose state contains a + fails.`,
      fix: 'Use a state without + (base64url or hexadecimal), and report to the operators of the identity service that its redirect must encode + as %2B.',
      who: 'identity-team',
      telling: back,
    }
  }
  return undefined
}

function plainOf(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

// A bare value is tried from its start alone, so that a long one is read once.
const value =
  '(?:"([^"\\n]{4,400})"|\'([^\'\\n]{4,400})\'|`([^`\\n]{4,400})`|(?<![^\\s"\'`,;()[\\]])([^\\s"\'`,;()[\\]]{6,400}))'
const pairs = [
  new RegExp(
    `\\b(?:expected|wanted|want|expecting|esperad[oa]|erwartet)\\b[ \\w]{0,24}[:=]? ?\\[?${value}\\]?[^\\n"'\`]{0,40}?\\b(?:got|received|actual|found|was|but|given|recebid[oa]|obtido|recibid[oa])\\b[ \\w]{0,16}[:=]? ?\\[?${value}`,
    'gi',
  ),
  new RegExp(
    `\\b(?:got|received|actual)\\b[ \\w]{0,16}[:=]? ?\\[?${value}\\]?[^\\n"'\`]{0,40}?\\b(?:expected|wanted|instead of)\\b[ \\w]{0,16}[:=]? ?\\[?${value}`,
    'gi',
  ),
  new RegExp(
    `${value} (?:does not match|did not match|doesn't match|is not equal to|!==?|<>) (?:the )?(?:expected |configured |registered )?(?:value |issuer |audience )?${value}`,
    'gi',
  ),
]

/** Two values that a message holds against each other and that are one value in two spellings. */
function spelledOtherwise({ text }: Trace): Said | undefined {
  for (const pattern of pairs)
    for (const match of [...text.matchAll(pattern)].slice(0, 40)) {
      const [one = '', other = ''] = match.slice(1).filter((part) => part !== undefined)
      const how = one === '' || other === '' ? undefined : spelling(one, other)
      if (how === undefined) continue
      const start = text.lastIndexOf('\n', match.index) + 1
      const line = text.slice(Math.max(start, match.index - 200), match.index + match[0].length)
      const topic = topicsOf(line).find(({ broad }) => !broad)
      const what = topic?.noun ?? 'The value'
      return {
        of: topic === undefined ? 'application-state-mismatch' : codeOf(topic, 'api'),
        title: `${what} differs only ${how.by}`,
        cause: `The message compares ${quoted(one, 120)} with ${quoted(other, 120)}: they differ only ${how.by}. ${how.why}`,
        fix: how.fix,
        telling: other,
      }
    }
  return undefined
}

interface Spelling {
  by: string
  why: string
  fix: string
}

const exactly = 'Values are compared character by character.'

/** In what two spellings of one value differ; undefined where they are two values. */
function spelling(one: string, other: string): Spelling | undefined {
  if (one === other) return undefined
  const same = (change: (value: string) => string) => change(one) === change(other)
  if (same((value) => value.replaceAll('+', ' ')))
    return {
      by: 'in a + that became a space',
      why: 'A + in a query or a form is read as a space unless it is encoded as %2B.',
      fix: 'Use a value without + (base64url or hexadecimal), or encode + as %2B wherever the value is put into a URL or form.',
    }
  if (same(plainOf))
    return {
      by: 'in their URL encoding',
      why: 'One of them was encoded once more, or not decoded.',
      fix: 'Encode the value exactly once when it is put into the URL, and decode it exactly once when it is read.',
    }
  if (same((value) => value.trim()) || same((value) => value.replace(/^["']|["']$/g, '')))
    return {
      by: 'in a space or a quotation mark at an end',
      why: exactly,
      fix: 'Remove it in the setting, and trim the value when your app reads it.',
    }
  if (
    same((value) =>
      value
        .replaceAll('-', '+')
        .replaceAll('_', '/')
        .replace(/={1,2}$/, ''),
    )
  )
    return {
      by: 'in the kind of base64',
      why: 'base64 writes + / and =, base64url writes - and _ without =.',
      fix: 'Use base64url without padding on both sides.',
    }
  if (same((value) => value.toLowerCase()))
    return { by: 'in upper and lower case', why: exactly, fix: 'Write the value in the same case on both sides.' }
  return undefined
}
