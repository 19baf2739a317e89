import { utcTime } from '../../text/duration.ts'
import type { Evidence } from './evidence.ts'
import { failureTime } from './failure-time.ts'
import { family, those } from './family.ts'
import type { TextToken } from './tokens-in-text.ts'

/** What the tokens of a text are, at the time of the failure. */
export const tokenFacts = family(
  [
    'token:jwt',
    'token:opaque',
    'token:id-token',
    'token:refresh',
    'token:expired',
    'token:in-time',
    'token:future',
    'token:hmac',
    'token:encrypted',
    'time:known',
  ],
  (evidence) => {
    const time = failureTime(evidence)
    const sent = sentTo(evidence.tokens())
    const expired = sent.find(
      ({ claims }) =>
        typeof claims.exp === 'number' &&
        claims.exp <= time.seconds &&
        (time.known || time.seconds - claims.exp < recently),
    )
    const future = sent.find(({ claims }) =>
      // A log without a zone may be in local time, hours before UTC.
      time.known && time.zoned
        ? [claims.nbf, claims.iat].some((one) => typeof one === 'number' && one > time.seconds + 5)
        : false,
    )
    const bearer = bearerText(evidence)
    // The claims of a token that somebody decoded.
    const decoded = sent.length === 0 ? evidence.valuesOf('exp').find((one) => /^1\d{9}$/.test(one)) : undefined
    const over =
      expired?.claims.exp ??
      (decoded !== undefined && time.known && Number(decoded) <= time.seconds ? Number(decoded) : undefined)
    const expiredInWords =
      /\b(?:token|jwt)\b[^.\n]{0,40}\b(?:is|has|was|had) ?(?:already )?expired\b|tokenexpirederror|token expirad[oa]|jwt expired|exp claim|lifetime validation failed/.test(
        evidence.words(),
      )
    return {
      facts: those({
        'token:jwt': sent.length > 0,
        'token:opaque': bearer !== undefined && !/^e[wy]/.test(bearer),
        'token:id-token': sent.some(isIdToken),
        'token:refresh': sent.some(
          ({ role, claims }) => role === 'bearer' && /^(?:refresh|offline)$/i.test(String(claims.typ ?? '')),
        ),
        'token:expired': over !== undefined || (sent.length === 0 && expiredInWords),
        'token:in-time':
          time.known && time.zoned && sent.some(({ claims }) => Number(claims.exp) > time.seconds + 60) && !over,
        'token:future': future,
        'token:hmac': sent.some(({ header }) => /^HS\d{3}$/.test(String(header.alg))),
        'token:encrypted': sent.some(({ header }) => typeof header.enc === 'string'),
        'time:known': time.known && time.zoned,
      }),
      values: {
        token_expired_at: over === undefined ? undefined : utcTime(Number(over)),
        token_alg: first(sent, 'alg'),
        token_kid: first(sent, 'kid'),
        failed_at: time.known && time.zoned ? utcTime(time.seconds) : undefined,
      },
    }
  },
)

function first(tokens: TextToken[], name: string): string | undefined {
  return tokens.map(({ header }) => header[name]).find((one): one is string => typeof one === 'string')
}

/** Those that were sent to be judged: the bearer where one is there, else what may have been one. */
function sentTo(tokens: TextToken[]): TextToken[] {
  const bearers = tokens.filter(({ role }) => role === 'bearer')
  return bearers.length > 0
    ? bearers
    : tokens.filter(({ role }) => role === 'unknown' || role === 'id-token' || role === 'subject')
}

/** Seconds: without a known time of the failure, a token that has been over for longer was pasted from an old text. */
const recently = 2 * 86_400

/** OpenID Connect Core §2: what an ID token has and an access token has not. */
function isIdToken({ role, claims, header }: TextToken): boolean {
  if (role === 'id-token') return true
  if (/^at\+jwt$/i.test(String(header.typ))) return false
  if (claims.typ === 'ID' || claims.token_use === 'id') return true
  const bound = ['at_hash', 'c_hash', 'nonce'].some((name) => Object.hasOwn(claims, name))
  return bound && claims.scope === undefined && claims.scp === undefined && claims.roles === undefined
}

function bearerText(evidence: Evidence): string | undefined {
  return /\bAuthorization["']?\s{0,2}(?:=>|[:=])\s{0,2}["']?Bearer\s{1,3}([\w.~+/-]{16,4000})/i.exec(
    evidence.text(),
  )?.[1]
}
