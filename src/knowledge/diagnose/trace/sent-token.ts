import { findJson } from '../../text/json-in-text.ts'
import { decodeJwt } from '../../token/jwt.ts'
import { isPlaceholder } from './credentials.ts'
import type { Message, Trace } from './message.ts'

/** The token that a call was sent with, as far as a text shows it: itself, or what somebody read out of it. */
export interface SentToken {
  header: Record<string, unknown>
  claims: Record<string, unknown>
  /** What it is called in the text, such as id_token; absent where it has no name there. */
  named?: string
}

/**
 * The token of a call: behind Bearer, else the only one of the text that can be meant, else the claims that the text
 * lists. Undefined where several could be it. Linear in the text.
 */
export function sentTokenOf({ bearer }: Message, { text }: Trace): SentToken | undefined {
  const known = bearer !== undefined && !isPlaceholder(bearer) ? decodeJwt(bearer) : undefined
  const fields = tokenFields(text)
  if (known !== undefined) return { ...known, named: fields.find(({ token }) => token === bearer)?.name }
  const shown = [...new Set([...text.matchAll(compact)].slice(0, 20).map(([token]) => token))]
  const others = shown.filter((token) => !fields.some((one) => one.token === token && /^(?:id|refresh)/.test(one.name)))
  const [only] = others
  if (only !== undefined) {
    const read = others.length === 1 ? decodeJwt(only) : undefined
    return read && { ...read, named: fields.find(({ token }) => token === only)?.name }
  }
  return shown.length === 0 ? readOut(text) : undefined
}

const compact = /(?<![\w.-])eyJ[\w-]{10,8000}\.[\w-]{10,16000}\.[\w-]{0,4000}(?![\w.…*-])/g

/** The tokens that are the value of a field, with its name. */
function tokenFields(text: string): { name: string; token: string }[] {
  return [
    ...text.matchAll(/\b(access|id|refresh)_?token["'\]]{0,2}\s{0,3}(?:=>|[:=])\s{0,3}["'`]?(eyJ[\w.-]{20,20000})/gi),
  ]
    .slice(0, 20)
    .map(([, name = '', token = '']) => ({ name: `${name.toLowerCase()}_token`, token }))
}

/** The claims, and the header if it is there, that a text shows as an object or line by line. */
function readOut(text: string): SentToken | undefined {
  const objects = findJson(text).flatMap(({ value }) =>
    isRecord(value) ? [value, ...Object.values(value).filter(isRecord)] : [],
  )
  const claims = objects.filter(
    (one) => claimNames.filter((name) => name in one).length > 1 && !('access_token' in one),
  )
  const [only] = claims
  if (only !== undefined && claims.length === 1)
    return { header: objects.find((one) => typeof one.alg === 'string') ?? {}, claims: only }
  return only === undefined ? listedClaims(text) : undefined
}

const claimNames = ['iss', 'aud', 'scope', 'exp', 'sub', 'nonce', 'iat']

/** Claims in lines of their own, below a line or in a text that speaks of a token. */
function listedClaims(text: string): SentToken | undefined {
  if (!/\b(?:tokens?|jwt|claims?|payload)\b/i.test(text)) return undefined
  const claims: Record<string, unknown> = Object.create(null)
  for (const [, name = '', value = ''] of text.matchAll(line)) {
    if (name in claims) return undefined
    claims[name] = claimValue(name, value)
  }
  const { aud, scope } = claims
  return aud !== undefined && (scope !== undefined || claims.exp !== undefined || claims.iss !== undefined)
    ? { header: {}, claims }
    : undefined
}

const line =
  /^[ \t>*|-]{0,12}["'`]?(iss|aud|scope|exp|sub|nonce|iat)["'`]?[ \t]{0,8}(?:=>|[:=])[ \t]{0,8}([^\n]{1,2000})$/gm

function claimValue(name: string, written: string): unknown {
  const plain = written.trim().replace(/,$/, '')
  const names = plain.match(/[\w./:@-]{2,200}/g) ?? []
  if (name === 'scope') return names.join(' ')
  return plain.startsWith('[') ? names : plain.replace(/^["'`]|["'`]$/g, '')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
