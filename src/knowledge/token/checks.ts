import { type Basis, documented, standard } from '../service/basis.ts'
import type { DecodedToken, Environment } from '../service/call.ts'
import { companyClaimApi } from '../service/claims.ts'
import { splitScopes } from '../service/scopes.ts'
import { durationInWords, relativeTime, utcTime } from '../text/duration.ts'
import { environmentName, listed, quoted } from '../text/quote.ts'
import type { ReadJwt } from './jwt.ts'

export type CheckOutcome = 'passed' | 'failed' | 'not-checked'

/** What one check of a token came to. */
export interface TokenFinding {
  check: TokenCheck
  /** Name of the check for people. */
  title: string
  outcome: CheckOutcome
  /** One or two sentences with the token's own values. */
  why: string
  basis: Basis
}

export type TokenCheck =
  | 'structure'
  | 'algorithm'
  | 'type'
  | 'expiry'
  | 'not-before'
  | 'issued-at'
  | 'issuer'
  | 'audience'
  | 'scope'
  | 'company'
  | 'nonce'
  | 'key'
  | 'signature'

export interface TokenCheckContext {
  /** Epoch seconds. */
  now: number
  /** What the token is for; `other` for a kind that has no checks of its own. */
  kind: 'access' | 'id' | 'logout' | 'other'
  environment?: Environment
  others?: Environment[]
  /** The public keys that the environment publishes; left out when they are not known. */
  keys?: { kid?: string; alg?: string; kty?: string }[]
  /** The client identifier, for an ID token's audience. */
  clientId?: string
  /** The nonce that was sent, for an ID token. */
  nonce?: string
  /** Seconds by which clocks may differ; 0 when left out. */
  skewSeconds?: number
  /** What verifying the signature came to, where it was verified elsewhere. */
  signature?: { outcome: CheckOutcome; why: string }
}

/** Checks a token: a decoded one, or what reading it came to. Every check has an outcome, in a fixed order; none throws. */
export function checkToken(token: DecodedToken | ReadJwt, context: TokenCheckContext): TokenFinding[] {
  const read: ReadJwt = 'state' in token ? token : { state: 'read', ...token }
  return Object.entries(checks)
    .filter(([, { kinds }]) => kinds === undefined || kinds.includes(context.kind))
    .map(([check, { title, basis, judge }]) => {
      const [outcome, why] = judge(read, context)
      return { check: check as TokenCheck, title, outcome, why, basis }
    })
}

type Judgement = [outcome: CheckOutcome, why: string]

interface Check {
  title: string
  basis: Basis
  /** For which tokens it is made; for all where left out. */
  kinds?: readonly TokenCheckContext['kind'][]
  judge: (read: ReadJwt, context: TokenCheckContext) => Judgement
}

const checks: Record<TokenCheck, Check> = {
  structure: {
    title: 'Structure',
    basis: standard('RFC 7519 §7.2'),
    judge: (read) => {
      if (read.state === 'unreadable') return ['failed', read.problem]
      if (read.state === 'encrypted')
        return ['not-checked', 'The token is encrypted (JWE): only its header can be read without the key.']
      return ['passed', 'Header and claims can be read. That alone does not make the token valid.']
    },
  },
  algorithm: {
    title: 'Algorithm',
    basis: standard('RFC 8725 §3.1'),
    judge: withHeader((header, { keys }) => {
      const { alg } = header
      if (typeof alg !== 'string') return ['failed', 'The header names no algorithm.']
      if (alg.toLowerCase() === 'none')
        return ['failed', 'The token is not signed at all (alg none): anybody could have made it.']
      const offered = [...new Set((keys ?? []).flatMap((key) => key.alg ?? []))]
      if (/^HS\d/.test(alg) && (keys?.length ?? 0) > 0 && !offered.includes(alg)) {
        return ['failed', `${quoted(alg)} uses a shared secret, while the environment publishes public keys.`]
      }
      if (/^HS\d/.test(alg))
        return ['not-checked', `${quoted(alg)} uses a shared secret; whether that is meant here is not known.`]
      return /^(RS|PS|ES)(256|384|512)$|^(EdDSA|Ed25519|Ed448|ES256K|ML-DSA-\d+)$/.test(alg)
        ? ['passed', `${quoted(alg)} is a signature made with a private key.`]
        : ['not-checked', `${quoted(alg)} is not known here.`]
    }),
  },
  type: {
    title: 'Type',
    basis: standard('RFC 9068 §2.1'),
    judge: withHeader(({ typ }, { kind }) => {
      if (typ === undefined) return ['not-checked', 'The header names no type; the document does not show one.']
      const type = String(typ)
        .toLowerCase()
        .replace(/^application\//, '')
      if (type === 'at+jwt')
        return kind === 'access'
          ? ['passed', 'The header says that this is an access token.']
          : ['failed', 'The header says that this is an access token, and it is taken for something else here.']
      if (type === 'logout+jwt')
        return kind === 'logout'
          ? ['passed', 'The header says that this is a logout token.']
          : ['failed', 'The header says that this is a logout token.']
      return type === 'jwt'
        ? ['not-checked', '“JWT” does not tell access tokens and ID tokens apart.']
        : ['not-checked', `The type ${quoted(typ)} says nothing that is known here.`]
    }),
  },
  expiry: {
    title: 'Expiry',
    basis: standard('RFC 7519 §4.1.4'),
    judge: withClaims(({ exp }, { now, skewSeconds = 0 }) => {
      if (exp === undefined) return ['failed', 'The token does not say when it expires (exp).']
      if (typeof exp !== 'number') return ['failed', `exp has to be a number of seconds; it is ${quoted(exp)}.`]
      if (exp > 1e11) return ['failed', 'exp is so large that it seems to be in milliseconds; it has to be in seconds.']
      if (exp > now) return ['passed', `It is valid for another ${durationInWords(exp - now)}, until ${utcTime(exp)}.`]
      if (exp + skewSeconds > now)
        return [
          'passed',
          `It expired ${durationInWords(now - exp)} ago, which is within the allowed ${durationInWords(skewSeconds)} between clocks.`,
        ]
      return ['failed', `It expired ${durationInWords(now - exp)} ago, at ${utcTime(exp)}.`]
    }),
  },
  'not-before': {
    title: 'Not before',
    basis: standard('RFC 7519 §4.1.5'),
    judge: withClaims(({ nbf }, { now, skewSeconds = 0 }) => {
      if (nbf === undefined) return ['passed', 'The token sets no beginning (nbf), so it counts from the start.']
      if (typeof nbf !== 'number') return ['failed', `nbf has to be a number of seconds; it is ${quoted(nbf)}.`]
      return nbf <= now + skewSeconds
        ? ['passed', `It counts since ${utcTime(nbf)}.`]
        : ['failed', `It does not count yet: its beginning is ${utcTime(nbf)}, ${relativeTime(nbf, now)}.`]
    }),
  },
  'issued-at': {
    title: 'Issued at',
    basis: standard('RFC 7519 §4.1.6'),
    judge: withClaims(({ iat, exp }, { now, skewSeconds = 0 }) => {
      if (iat === undefined) return ['not-checked', 'The token does not say when it was made (iat).']
      if (typeof iat !== 'number') return ['failed', `iat has to be a number of seconds; it is ${quoted(iat)}.`]
      if (iat > now + Math.max(skewSeconds, 60))
        return ['failed', `It was made ${relativeTime(iat, now)}, which cannot be: two clocks differ.`]
      if (typeof exp === 'number' && exp <= iat) return ['failed', 'It expires before it was made.']
      return ['passed', `It was made ${relativeTime(iat, now)}, at ${utcTime(iat)}.`]
    }),
  },
  issuer: {
    title: 'Issuer',
    basis: standard('RFC 7519 §4.1.1, RFC 9207'),
    judge: withClaims(({ iss }, { environment, others }) => {
      const expected = environment?.issuer
      const other = others?.find((one) => one.issuer !== undefined && one.issuer === iss)
      if (other !== undefined && iss !== expected)
        return [
          'failed',
          `It was issued by the environment ${environmentName(other)}${environment === undefined ? '' : `, not by ${environmentName(environment)}`}.`,
        ]
      if (iss === undefined)
        return expected === undefined
          ? ['not-checked', 'The token names no issuer (iss).']
          : ['failed', 'The token names no issuer (iss).']
      if (expected === undefined)
        return ['not-checked', `It names ${quoted(iss)}; no issuer is configured to compare with.`]
      return iss === expected
        ? ['passed', `It was issued by ${quoted(iss)}, as configured.`]
        : ['failed', `It names ${quoted(iss)}; configured is ${quoted(expected)}.`]
    }),
  },
  audience: {
    title: 'Audience',
    basis: documented('§2.4 and §5.6; RFC 7519 §4.1.3'),
    judge: withClaims(({ aud }, { environment, kind, clientId }) => {
      const expected = kind === 'access' ? environment?.audience : kind === 'other' ? undefined : clientId
      const audience = [aud].flat().filter((one) => typeof one === 'string')
      if (audience.length === 0) return ['failed', 'The token names no audience (aud).']
      if (expected === undefined)
        return ['not-checked', `It is meant for ${listed(audience)}; nothing is configured to compare with.`]
      return audience.includes(expected)
        ? ['passed', `It is meant for ${listed(audience)}, and ${quoted(expected)} is expected.`]
        : ['failed', `It is meant for ${listed(audience)}; expected is ${quoted(expected)}.`]
    }),
  },
  scope: {
    title: 'Scope',
    basis: documented('§2.4'),
    kinds: ['access'],
    judge: withClaims(({ scope }) => {
      if (scope === undefined)
        return ['failed', 'The token has no scope claim, which the document shows in every access token.']
      if (typeof scope !== 'string') return ['failed', 'The scope claim is not a text.']
      const scopes = splitScopes(scope)
      return scopes.length === 0 ? ['failed', 'The scope claim is empty.'] : ['passed', `It grants ${listed(scopes)}.`]
    }),
  },
  company: {
    title: 'Company',
    basis: documented('§2.4 and §7.3; the form of a company identifier is not shown'),
    kinds: ['access'],
    judge: withClaims((claims, { environment }) => {
      const named = Object.keys(claims).filter(
        (name) => companyClaimApi(name, environment) !== undefined && claims[name] !== '' && claims[name] !== null,
      )
      return named.length > 0
        ? ['passed', `${listed(named)} ${named.length === 1 ? 'passed' : 'hold'} a company identifier.`]
        : [
            'not-checked',
            'No claim of an API holds a company identifier. Whether the audience does cannot be told; some APIs answer 403 without one.',
          ]
    }),
  },
  nonce: {
    title: 'Nonce',
    basis: standard('OpenID Connect Core §3.1.3.7; not shown by the service’s document'),
    kinds: ['id'],
    judge: withClaims(({ nonce }, context) => {
      if (context.nonce === undefined) return ['not-checked', 'It is not known here which nonce was sent.']
      return nonce === context.nonce
        ? ['passed', 'It carries the nonce of this sign-in.']
        : [
            'failed',
            nonce === undefined
              ? 'A nonce was sent, and the token carries none.'
              : 'It carries the nonce of another sign-in.',
          ]
    }),
  },
  key: {
    title: 'Key',
    basis: documented('§5.5; RFC 7515 §4.1.4'),
    judge: withHeader(({ kid }, { keys }) => {
      if (keys === undefined) return ['not-checked', 'The environment’s public keys are not known here.']
      // RFC 7515 §4.1.4: kid is a hint, and optional; whether one of the keys fits is for the signature to show.
      if (typeof kid !== 'string')
        return [
          'not-checked',
          keys.length === 1
            ? 'The header names no key (kid); the environment publishes one.'
            : `The header names no key (kid); any of the ${keys.length} published keys may be the one.`,
        ]
      return keys.some((key) => key.kid === kid)
        ? ['passed', `The key ${quoted(kid)} is among the published ones.`]
        : [
            'failed',
            `The key ${quoted(kid)} is not published; the environment publishes ${listed(keys.flatMap((key) => key.kid ?? []))}.`,
          ]
    }),
  },
  signature: {
    title: 'Signature',
    basis: documented('§5.5; RFC 7515 §5.2'),
    judge: (read, { signature }) => {
      if (signature !== undefined) return [signature.outcome, signature.why]
      if (read.state === 'read' && 'signature' in read && read.signature === '')
        return ['failed', 'The token has no signature.']
      return ['not-checked', 'The signature was not verified here.']
    },
  },
}

function withHeader(judge: (header: Record<string, unknown>, context: TokenCheckContext) => Judgement): Check['judge'] {
  return (read, context) =>
    read.header === undefined ? ['not-checked', 'The header cannot be read.'] : judge(read.header, context)
}

function withClaims(judge: (claims: Record<string, unknown>, context: TokenCheckContext) => Judgement): Check['judge'] {
  return (read, context) =>
    read.state === 'read' ? judge(read.claims, context) : ['not-checked', 'The claims cannot be read.']
}
