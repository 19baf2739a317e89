import { isObject } from '../text/json.ts'
import { readTime } from './times.ts'

/** What was seen of a token, against which a sentence about it is held. */
export interface Seen {
  claims: Record<string, unknown>
  header: Record<string, unknown>
  /** The token as it was written. */
  text: string
  /** Whether it represents a program, with no user behind it. */
  isProgram: boolean
}

/**
 * Whether what a sentence takes for granted was seen in the token that it is about: the table below is the register of what the
 * sentences of Inspect presume. A sentence that is not supported is left unsaid, because a general fact about an issuer or a
 * kind is false of the one token that differs. Linear in the sentence.
 */
export function isSupported(sentence: string, seen: Seen): boolean {
  return presumptions.every(({ said, seen: shows }) => {
    for (const match of sentence.matchAll(said)) if (!shows(seen, match)) return false
    return true
  })
}

interface Presumption {
  /** What is taken for granted. */
  what: string
  /** The words that do. */
  said: RegExp
  seen: (seen: Seen, words: RegExpExecArray) => boolean
}

/** Whether both sides of an algorithm need the same secret: HMAC, key wrapping by AES, a password, direct encryption (RFC 7518 §3.1 and §4.1). */
export const isShared = (alg: unknown): boolean => /^(?:HS\d|dir$|A\d{3}(?:GCM)?KW$|PBES2)/.test(String(alg))

/** Exported for the test that walks it. */
export const presumptions: readonly Presumption[] = [
  {
    what: 'it is signed or encrypted with a key pair',
    said: /\b(?:signs with|signs it with|signed with|holder of) (?:a|its|the|the matching) private key\b|\bof the (?:published )?key set\b/g,
    seen: ({ header }) => !isShared(header.alg),
  },
  {
    what: 'it is signed or encrypted with a shared secret',
    said: /\bwith (?:a|the|its) (?:shared|client’s|app’s|extension’s) secret\b|\bsecret [^.]{0,60}\(HS256\)/g,
    seen: ({ header }) => header.alg === undefined || isShared(header.alg),
  },
  {
    what: 'it has this algorithm',
    said: /\b(?:is|are) signed with ((?:HS|RS|ES|PS)(?:256|384|512)|EdDSA)\b/g,
    seen: ({ header }, [, alg]) => header.alg === undefined || header.alg === alg,
  },
  {
    what: 'it has this claim or header parameter',
    said: /(?<![\w:.“-])([a-z][a-z_\d]{2,20})(?= (?:is|are|names|lists|says|identifies|contains|begins with|ends with) )/g,
    seen: ({ claims, header }, [, name = '']) => !names.has(name) || isIn(claims, name) || isIn(header, name),
  },
  {
    what: 'it lacks this claim or header parameter',
    said: /\b(?:has|contains|have) (?:no|neither) ([a-z][a-z_\d]{2,20})(?: (?:and|nor|or) (?:no )?([a-z][a-z_\d]{2,20}))?(?![\w’-])/g,
    seen: ({ claims, header }, [, ...lacking]) =>
      lacking.every((name = '') => !names.has(name) || !(Object.hasOwn(claims, name) || Object.hasOwn(header, name))),
  },
  {
    what: 'it has this lifetime',
    said: /\b(?:valid for|lives for|lasts|lasts for|for (?:about )?) ?(an?|one|\d{1,3}) (second|minute|hour|day|week|year)s?\b/g,
    seen: ({ claims }, [, count = '', unit = '']) => {
      const [from, to] = [readTime(claims.iat ?? claims.nbf)?.at, readTime(claims.exp)?.at]
      if (from === undefined || to === undefined) return true
      const said = (Number(count) || 1) * (seconds[unit] ?? 1)
      return Math.abs(to - from - said) <= said * 0.1
    },
  },
  {
    what: 'it is written with padding',
    said: /\bwrites it with padding\b/g,
    seen: ({ text }) => text.includes('='),
  },
  {
    what: 'a list',
    said: /\b(?:its scopes are|its scope is|scope is) a list\b/g,
    seen: ({ claims }) => Array.isArray(claims.scope ?? claims.scp),
  },
  {
    what: 'a user takes part',
    said: /\b(?:for|of|as) the signed-in user\b|\bthe user (?:signed in|has|may|verified|did|who signed in)\b|^signed in /g,
    seen: ({ isProgram }) => !isProgram,
  },
]

const isIn = (of: Record<string, unknown>, name: string): boolean =>
  Object.hasOwn(of, name) || Object.values(of).some((one) => isObject(one) && Object.hasOwn(one, name))

const seconds: Readonly<Record<string, number>> = {
  second: 1,
  minute: 60,
  hour: 3_600,
  day: 86_400,
  week: 604_800,
  year: 31_536_000,
}

/** Names of claims and header parameters that are not words as well. */
const names: ReadonlySet<string> = new Set(
  'iss sub aud exp nbf iat jti azp kid oid tid scp cid uid sid hd acr amr typ jwk jku cnf act ver appid azpacr idtyp client_id auth_time org_id nonce at_hash c_hash ath htu htm email_verified token_use username xms_mirid wids'.split(
    ' ',
  ),
)
