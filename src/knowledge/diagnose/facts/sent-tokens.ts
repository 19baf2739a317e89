import { family, those } from './family.ts'
import type { TextToken } from './tokens-in-text.ts'

/** What the header and the claims of a token in the text decide where a service says no more than that it refuses it. */
export const sentTokens = family(
  [
    'header:no-kid',
    'lifetime:ten-minutes',
    'lifetime:over',
    'lifetime:over-half-year',
    'token:for-apple',
    'token:for-graph',
    'token:bound-as-bearer',
    'token:no-audience',
  ],
  (evidence) => {
    const tokens = evidence.tokens().filter(({ role }) => role !== 'proof' && role !== 'state')
    const [first] = tokens
    const lifetimes = tokens.flatMap(lifetimeOf)
    const days = lifetimes.find(({ seconds }) => seconds > 20 * day)
    return {
      facts: those({
        'header:no-kid': first !== undefined && /^(?:RS|ES|PS)\d/.test(String(first.header.alg)) && !first.header.kid,
        'lifetime:ten-minutes': lifetimes.some(({ seconds }) => seconds >= 600 && seconds < 700),
        'lifetime:over': lifetimes.some(({ seconds, end }) => seconds > 20 * day && end <= evidence.now),
        'lifetime:over-half-year': lifetimes.some(({ seconds }) => seconds > 15_777_000),
        'token:for-apple': tokens.some(({ claims }) => /appleid\.apple\.com/.test(String(claims.aud))),
        'token:for-graph': tokens.some(isForGraph),
        'token:bound-as-bearer': tokens.some(isBound) && sentAsBearer.test(evidence.text()),
        'token:no-audience': first !== undefined && first.claims.iss !== undefined && first.claims.aud === undefined,
      }),
      values: {
        token_lifetime: lifetimes[0] === undefined ? undefined : String(lifetimes[0].seconds),
        token_ended: days === undefined ? undefined : new Date(days.end * 1000).toISOString().slice(0, 10),
      },
    }
  },
)

const day = 86_400

function lifetimeOf({ claims: { iat, exp } }: TextToken): { seconds: number; end: number }[] {
  const whole = typeof iat === 'number' && typeof exp === 'number' && exp > iat && exp < 8e9
  return whole ? [{ seconds: exp - iat, end: exp }] : []
}

/** Microsoft puts a nonce into the header of what only its own API can verify. */
function isForGraph({ header, claims }: TextToken): boolean {
  return (
    header.nonce !== undefined &&
    /^https:\/\/(?:sts\.windows\.net|login\.microsoftonline\.(?:com|us)|login\.partner\.microsoftonline\.cn)\//.test(
      String(claims.iss),
    )
  )
}

/** RFC 9449 §6.1: a token that counts with the proof of its key alone. */
function isBound({ claims: { cnf } }: TextToken): boolean {
  return typeof cnf === 'object' && cnf !== null && 'jkt' in cnf
}

const sentAsBearer = /\bauthorization["']?\s{0,2}[:=]\s{0,2}["'`]?bearer\b/i
