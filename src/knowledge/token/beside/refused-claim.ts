import { inferred } from '../../protocol/basis.ts'
import { durationInWords } from '../../text/duration.ts'
import { listed, quoted } from '../../text/quote.ts'
import type { FoundToken } from '../find.ts'
import { issuerOf } from '../issuers.ts'
import { readTime } from '../times.ts'
import type { Relation } from '../together.ts'
import { listsErrors } from './errors-beside.ts'

type Claims = Record<string, unknown>
type Said = Omit<Relation, 'check'>

/**
 * Which claim of a token an error beside it rejects, without the value that the recipient expects: it names the claim, and the
 * token has one. Only where the text has one token that the error can be about. `compared` are the titles of what was compared.
 */
export function relationsToRefusals(tokens: readonly FoundToken[], words: string, compared: readonly Said[]): Said[] {
  const meant = tokens.filter((found) => found.token.form === 'jws' && !proofs.has(found.recognised.kind))
  const [found] = meant
  if (found === undefined || meant.length > 1 || listsErrors(words)) return []
  const claims = claimsOf(found)
  const named = [...words.matchAll(namedClaim)].slice(0, 8).map(([, claim = '']) => ({ claim, what: claim }))
  const worded = refusals.flatMap(({ claim, what, said }) => (said.test(words) ? [{ claim, what }] : []))
  const refused = [...worded, ...named.filter(({ claim }) => !worded.some((one) => one.claim === claim))]
    .filter(({ claim }) => Object.hasOwn(claims, claim) && !times.has(claim))
    .filter(({ what, claim }) => !compared.some(({ title }) => begins(title, what) || begins(title, claim)))
  return [
    ...refused.slice(0, 2).map(({ claim, what }): Said => {
      const name = claim === what ? claim : `the ${what} (${claim})`
      return {
        title: `${claim === what ? claim : what.charAt(0).toUpperCase() + what.slice(1)} and the error in the text`,
        outcome: 'failed',
        why: `The error beside it rejects ${name}, which is ${shown(claims[claim])} here. Compare it with what the recipient is set up to accept.`,
        basis: inferred('the claim that the error names'),
        of: [found.token.text],
        fault: {
          title: `The error beside it rejects its ${what}`,
          phrase: `whose ${what} the error in the text rejects`,
          tone: 'warn',
        },
      }
    }),
    ...refusedLife(found, words),
  ]
}

/** That an error beside a token says it lives too long, and how long that is. */
function refusedLife(found: FoundToken, words: string): Said[] {
  const { exp, nbf, iat } = claimsOf(found)
  // Where its vendor documents a limit, the check of the lifetime says it.
  const header = (found.token.form === 'jws' && found.token.header.value) || {}
  if (issuerOf(claimsOf(found), header)?.kinds.some(({ limits }) => limits !== undefined)) return []
  const [from, to] = [readTime(nbf ?? iat)?.at, readTime(exp)?.at]
  if (from === undefined || to === undefined || to <= from || !tooLong.test(words)) return []
  const name = nbf === undefined ? 'iat' : 'nbf'
  return [
    {
      title: 'Lifetime and the error in the text',
      outcome: 'failed',
      why: `The error beside it rejects the lifetime, which is ${durationInWords(to - from)} from ${name} to exp here. Set exp closer to ${name}.`,
      basis: inferred('the error and the times of the token'),
      of: [found.token.text],
      fault: {
        title: 'The error beside it rejects its lifetime',
        phrase: 'with a lifetime that the error in the text rejects',
        tone: 'warn',
      },
    },
  ]
}

const tooLong =
  /\b(?:life ?time|validity(?: period)?|exp(?:iration|iry)?(?: time)?)\b[^\n]{0,60}\b(?:exceeds?|too (?:long|far|large|great)|(?:longer|more|greater) than)\b/i

/** Tokens that come with another one, which the error is about. */
const proofs: ReadonlySet<string> = new Set(['proof', 'key-binding', 'trust-mark', 'trust-mark-delegation'])
/** What an error says of these is held against the clock elsewhere. */
const times: ReadonlySet<string> = new Set(['exp', 'nbf', 'iat'])

const bad = 'incorrect|invalid|wrong|unexpected|bad|mismatched|unknown|untrusted|unsupported'
const misses = `(?:(?:is|are|was|were)(?: not|n't) (?:valid|allowed|accepted|permitted|trusted|expected|recogni[sz]ed)|(?:is |are |was |were )?(?:${bad}|rejected|mismatch(?:ed)?)|(?:do|does|did)(?: not|n't) (?:match|equal)|(?:validation|verification|check) failed)\\b`
/** An error that calls a claim by its name or by what it is. */
const refusal = (claim: string, what: string, name: string) => ({
  claim,
  what,
  said: new RegExp(
    `\\b(?:${bad})[ _](?:(?:jwt|token|id[_ ]token|the)[ _]){0,2}(?:${name})\\b|\\b(?:${name})s?\\b["'\`]?(?: claim| in (?:the )?(?:jwt|(?:id )?token)){0,2}(?: \\[[^\\]\\n]{1,200}\\])?[ :]{1,2}${misses}`,
    'i',
  ),
})

const refusals = [
  refusal('aud', 'audience', 'aud(?:ience)?'),
  refusal('iss', 'issuer', 'iss(?:uer)?'),
  refusal('sub', 'subject', 'sub(?:ject)?'),
  refusal('nonce', 'nonce', 'nonce'),
  refusal('azp', 'authorized party', 'azp|authori[sz]ed party'),
  refusal('tid', 'tenant', 'tid|tenant'),
]

/** `claim "x" does not match`, as Vault and others write it. */
const namedClaim =
  /\bclaim\s{1,2}["'`“]([A-Za-z_][\w:/.-]{0,60})["'`”]\s{1,2}(?:does not match|did not match|is not|is invalid|has (?:an )?(?:invalid|unexpected)|mismatch|must )/g

function begins(title: string, what: string): boolean {
  return title.toLowerCase().startsWith(what.toLowerCase())
}

function shown(value: unknown): string {
  const all = [value].flat().filter((one) => ['string', 'number', 'boolean'].includes(typeof one))
  return all.length > 0 ? listed(all.map(String)) : quoted(JSON.stringify(value), 60)
}

function claimsOf({ token }: FoundToken): Claims {
  return (token.form === 'jws' && token.payload.value) || {}
}
