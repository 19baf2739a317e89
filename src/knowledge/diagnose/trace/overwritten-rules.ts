import { standard } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'
import type { Trace } from './message.ts'
import type { Said } from './rule.ts'

/** Values of a sign-in that a later one replaced where the application keeps them (RFC 6749 §10.12; OpenID Connect Core §3.1.3.7). */
export const overwrittenRules: readonly CircumstanceRule[] = [
  {
    basis: standard('OpenID Connect Core §3.1.3.7 and §15.5.2', 'the two values in the text'),
    find: (trace) => replaced(trace, 'nonce'),
  },
  {
    basis: standard('RFC 6749 §10.12', 'the two values in the text'),
    find: (trace) => replaced(trace, 'state'),
  },
]

/** The value that came back and the one that was expected, both of which the text shows stored, the expected one later. */
function replaced({ text, words }: Trace, what: 'nonce' | 'state'): Said | undefined {
  if (!new RegExp(`\\b\\w{0,20}${what}`).test(words()) || !differs.test(words())) return undefined
  for (const { at, expected, others, held } of comparedIn(text)) {
    const before = text.slice(0, at)
    const later = storedAt(before, expected, what)
    const came = others.find((one) => {
      const first = one === expected ? -1 : storedAt(before, one, what)
      return first >= 0 && (later < 0 ? held : first < later)
    })
    if (came === undefined) continue
    return {
      of: what === 'nonce' ? 'application-nonce-mismatch' : 'application-state-mismatch',
      title: `Another sign-in replaced the stored ${what}`,
      cause: `${quoted(came)} came back, which the text shows stored before, and the application compares it with ${quoted(expected)}${later < 0 ? '' : ', which was stored after it'}. Two sign-ins share the place where the ${what} is kept (two tabs, windows or requests, one cookie or localStorage entry), and the later one overwrote the first. It is no attack and no replay.`,
      fix: `Keep the ${what} of each sign-in apart: under a name of its own (its state), or in sessionStorage, and look it up by the state that comes back. Until then, sign in in one tab only.`,
      telling: came,
    }
  }
  return undefined
}

const differs =
  /mismatch|differ|expect|esperad|fail|falh|fallo|invalid|unexpected|not (?:equal|match)|does not match|!==?|csrf|replay|nao (?:confere|bate)|no coincide|divergent|distint|diferente/

interface Compared {
  /** Where the line that compares them begins. */
  at: number
  expected: string
  /** The other values of that line. */
  others: string[]
  /** The line has the two values and no others. */
  held: boolean
}

/** The lines of a text that name an expected value, and those that hold two values against each other. */
function comparedIn(text: string): Compared[] {
  const startOf = (index: number) => text.lastIndexOf('\n', index) + 1
  const named = [...text.matchAll(expectedValue)].slice(0, 20).map(({ 1: expected = '', index }) => {
    const at = startOf(index)
    // The other value may stand on the line before or behind.
    const from = at === 0 ? 0 : Math.max(at - 300, startOf(at - 2))
    const near =
      text.slice(from, at) +
      text
        .slice(at, at + 600)
        .split('\n')
        .slice(0, 2)
        .join('\n')
    return { at, expected, others: [...near.matchAll(value)].map(([one]) => one), held: false }
  })
  const both = [...text.matchAll(heldAgainst)].slice(0, 20).map(({ 1: first = '', 2: second = '', index }) => ({
    at: startOf(index),
    expected: second,
    others: [first],
    held: true,
  }))
  return [...named, ...both]
}

/** What may be a random value: words of a sentence have no digit in them, and times are none. */
const value = /(?<![\w.:-])(?![\d.:]{1,14}(?![\w-]))(?=[\w~-]{0,119}\d)[\w~-]{3,120}/g

const expectedValue =
  /\b(?:expect(?:ed|s|ing)?|esperad[oa]|esperav\w*|stored|guardad[oa]|salv[oa]|saved|gespeichert|attendu)\b["']?(?: (?:nonce|state|value|valor))?\s{0,3}(?:=>|[:=(]|was|is|era|foi)?\s{0,3}["'`]?([\w.~-]{3,120})/gi
const heldAgainst =
  /\b(?:nonce|state)\b[^\n]{0,40}?["'`=: ]([\w-]{4,80})["'`]?\s{0,3}(?:!==?|<>|≠|does not match|differs from|vs\.?|is not|n[aã]o [eé]|no es)\s{0,3}[^\n"'`]{0,30}["'`]?([\w-]{4,80})/gi

/** Where a value is a word of its own on a line that names what it is; -1 where it does not. */
function storedAt(text: string, value: string, what: string): number {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
    const alone = !/[\w-]/.test(text.charAt(at - 1)) && !/[\w-]/.test(text.charAt(at + value.length))
    const line = text.slice(Math.max(text.lastIndexOf('\n', at) + 1, at - 200), at).toLowerCase()
    if (alone && line.includes(what)) return at
  }
  return -1
}
