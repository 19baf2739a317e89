import { inferred } from '../../protocol/basis.ts'
import { parseForm } from '../../text/address.ts'
import { base64UrlOfBytes } from '../../text/base64.ts'
import { parseJson } from '../../text/json.ts'
import { findJson } from '../../text/json-in-text.ts'
import { quoted } from '../../text/quote.ts'
import { sha256 } from '../../text/sha256.ts'
import type { FoundToken } from '../find.ts'
import type { FaultName } from '../finding.ts'
import type { Relation } from '../together.ts'
import { requestOf, requestsIn } from './requests-in-text.ts'

type Beside = Omit<Relation, 'check'>

/**
 * Compares tokens that vouch for a message with the message beside them: the hash of a body, and the hash of method, path and
 * query that Atlassian calls qsh.
 */
export function relationsToBodies(tokens: readonly FoundToken[], words: string): Beside[] {
  return tokens.flatMap((found) => [...bodyRelations(found, words), ...queryRelations(found, words)])
}

function bodyRelations(found: FoundToken, words: string): Beside[] {
  const { token } = found
  const claims = (token.form === 'jws' && token.payload.value) || {}
  const [name, value] = Object.entries(claims).find(([one]) => bodyHash.test(one)) ?? []
  if (name === undefined || typeof value !== 'string' || !/^(?:[\da-f]{64}|[\w+/-]{43}=?)$/i.test(value)) return []
  const bodies = bodiesIn(words, found)
  const hashes = (body: string) => [hex(sha256(body)), base64UrlOfBytes(sha256(body))]
  const wanted = /^[\da-f]{64}$/i.test(value)
    ? value.toLowerCase()
    : value.replace(/=$/, '').replace(/\+/g, '-').replace(/\//g, '_')
  const isOf = (body: string) => hashes(body).includes(wanted)
  const common = {
    title: 'Body hash and the body in the text',
    basis: inferred(`the name of ${name} and the body in the text`),
  }
  if (bodies.some(isOf))
    return [
      {
        ...common,
        outcome: 'passed',
        why: `${name} is the SHA-256 hash of the body in the text, so the body was not changed.`,
        of: [token.text],
      },
    ]
  const rewritten = bodies.find((body) => formsOf(body).some(isOf))
  if (rewritten === undefined && (bodies.length !== 1 || !/\r?\n\r?\n/.test(words.slice(found.place?.end ?? 0))))
    return []
  return [
    {
      ...common,
      outcome: 'failed',
      why:
        rewritten === undefined
          ? `${name} is not the SHA-256 hash of the body in the text: the body was changed, or the token belongs to another message. Hash the raw bytes before parsing them.`
          : `${name} is the SHA-256 hash of the same JSON with different whitespace: the body in the text was parsed and serialized again. Hash the raw bytes before parsing them.`,
      of: [token.text],
      fault: misfit('Body hash does not match', 'with the hash of a different body'),
    },
  ]
}

/** `request_body_sha256` of Plaid, `payload_hash` of Vonage and their kin. */
const bodyHash = /^(?:request_?)?(?:body|payload|content)_?(?:hash|sha_?256|digest)$/i

/** What can be the body of a message: what follows an empty line, and objects of JSON. */
function bodiesIn(words: string, { place }: FoundToken): string[] {
  const behind = words.slice(place?.end ?? 0)
  const blank = /\r?\n\r?\n/.exec(behind)
  const rest = blank === null ? [] : [behind.slice(blank.index + blank[0].length)]
  const parts = rest.flatMap((one) => [one, one.trimEnd(), ...one.split(/\r?\n\r?\n/)])
  const json = findJson(behind.slice(0, 100_000)).map(({ text }) => text)
  const all = [
    ...new Set(json.length > 0 ? [...json, ...parts.filter((one) => json.some((own) => one.includes(own)))] : parts),
  ]
  const filled = all.filter((one) => one.trim() !== '' && one.length < 100_000)
  // A body with and without its last line break is one.
  return filled.filter((one) => !filled.some((other) => other !== one && other === one.trim())).slice(0, 8)
}

/** The same JSON as programs write it: without spaces, with those of Python, and in lines. */
function formsOf(body: string): string[] {
  const value = parseJson(body.trim())
  if (value === undefined) return [body.trim(), `${body.trim()}\n`]
  const plain = JSON.stringify(value)
  const spaced = JSON.stringify(value, null, 1)
    ?.replace(/\n\s*/g, ' ')
    .replace(/([{[]) | (?=[}\]])/g, '$1')
  return [plain, spaced, JSON.stringify(value, null, 2), JSON.stringify(value, null, 4), `${plain}\n`].filter(
    (one) => one !== undefined,
  )
}

function queryRelations(found: FoundToken, words: string): Beside[] {
  const { token, place } = found
  const claims = (token.form === 'jws' && token.payload.value) || {}
  if (typeof claims.qsh !== 'string' || !/^[\da-f]{64}$/.test(claims.qsh)) return []
  const request = requestOf(requestsIn(words), place)
  if (request?.method === undefined) return []
  const [, path = '/', query = ''] = /^https?:\/\/[^/?#]+([^?#]*)\??([^#]*)/.exec(request.address) ?? []
  const canonical = canonicalQuery(query)
  // The path without the name of the product is the one that is signed.
  const paths = [path, path.replace(/^\/[^/]+/, '')].map((one) => one.replace(/\/$/, '') || '/')
  const fits = paths.some((one) => hex(sha256(`${request.method}&${one}&${canonical}`)) === claims.qsh)
  return [
    {
      title: 'Query hash and the request in the text',
      outcome: fits ? 'passed' : 'failed',
      why: fits
        ? 'qsh is the hash of the method, path and query of the request in the text.'
        : `qsh is not the hash of the request in the text, whose canonical form is ${quoted(`${request.method}&${paths[0]}&${canonical}`, 120)}: the token was created for another method, path or query. Create it for the exact request.`,
      basis: inferred('what Atlassian documents about qsh'),
      of: [token.text],
      ...(!fits && {
        fault: misfit('Created for a different request', 'created for a different request from the one in the text'),
      }),
    },
  ]
}

/** Sorted by name, values of one name joined by commas, encoded as RFC 3986 has it; without the token itself. */
function canonicalQuery(query: string): string {
  const all = new Map<string, string[]>()
  for (const [name, value] of parseForm(query)) if (name !== 'jwt') all.set(name, [...(all.get(name) ?? []), value])
  return [...all]
    .map(([name, values]) => [strictly(name), values.map(strictly).toSorted().join(',')] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

const strictly = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

const misfit = (title: string, phrase: string): FaultName => ({ title, phrase })
