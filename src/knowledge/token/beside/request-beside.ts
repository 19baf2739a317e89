import { standard } from '../../protocol/basis.ts'
import { isObject } from '../../text/json.ts'
import { quoted } from '../../text/quote.ts'
import type { FoundToken } from '../find.ts'
import type { Relation } from '../together.ts'

/**
 * Compares tokens that are made for one request or one endpoint with the request beside them: the method and the address of
 * a proof, and the endpoint that an assertion is sent to.
 */
export function relationsToRequest(tokens: readonly FoundToken[], words: string): Omit<Relation, 'check'>[] {
  return [...relationsToScheme(tokens, words), ...relationsToAddress(tokens, words)]
}

/** A token that is bound to a key, sent with the scheme of one that is not. */
function relationsToScheme(tokens: readonly FoundToken[], words: string): Omit<Relation, 'check'>[] {
  return tokens.flatMap(({ token, place, from }): Omit<Relation, 'check'>[] => {
    const { cnf } = (token.form === 'jws' && token.payload.value) || {}
    const before = place === undefined ? '' : words.slice(Math.max(0, place.start - 20), place.start)
    const isBearer = /^authorization$/i.test(from ?? '') && /bearer(?:\s|%20|\+){1,3}$/i.test(before)
    if (!isObject(cnf) || typeof cnf.jkt !== 'string' || !isBearer) return []
    return [
      {
        title: 'Bound to a key and how it is sent',
        outcome: 'failed',
        why: 'It is bound to a key (cnf.jkt), but it is sent with the scheme Bearer: an API rejects it without a proof of that key. Send Authorization: DPoP, and a DPoP header with a proof for each call.',
        basis: standard('RFC 9449 §7.1 and §7.2'),
        of: [token.text],
        fault: {
          title: 'Bound to a key, but sent as Bearer',
          phrase: 'bound to a key, but sent as Bearer',
          tone: 'warn',
        },
      },
    ]
  })
}

function relationsToAddress(tokens: readonly FoundToken[], words: string): Omit<Relation, 'check'>[] {
  const request = requestIn(words)
  if (request === undefined) return []
  return tokens.flatMap((found): Omit<Relation, 'check'>[] => {
    const claims = (found.token.form === 'jws' && found.token.payload.value) || {}
    const of = [found.token.text]
    if (found.recognised.kind === 'proof') {
      const { htm, htu } = claims
      const method = request.method !== undefined && typeof htm === 'string' && htm !== request.method
      const address = typeof htu === 'string' && plainly(htu) !== plainly(request.address)
      const said = [
        method && `it is for ${quoted(htm)} and the request is ${quoted(request.method)}`,
        address && `it is for ${quoted(htu)} and the request goes to ${quoted(plainly(request.address))}`,
      ].filter((one) => one !== false)
      const names = request.method !== undefined && typeof htm === 'string' && typeof htu === 'string'
      const fitting = {
        title: 'Proof and the request beside it',
        outcome: 'passed' as const,
        why: `The proof is for this request: htm is ${quoted(htm)}, and htu is its URL without the query.`,
        basis: standard('RFC 9449 §4.3'),
        of,
      }
      return said.length === 0
        ? names
          ? [fitting]
          : []
        : [
            {
              title: 'Proof and the request beside it',
              outcome: 'failed' as const,
              why: `The proof is for another request: ${said.join('; ')}. The server rejects it.`,
              basis: standard('RFC 9449 §4.3'),
              of,
              fault: {
                title: 'Made for another request',
                phrase: 'made for a different request from the one beside it',
              },
            },
          ]
    }
    return []
  })
}

/** The first request of a text: a command of curl, a line of HTTP, or a method and an address. */
function requestIn(words: string): { method?: string; address: string } | undefined {
  const [, method, address] =
    /\b(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+(https?:\/\/[^\s"'`<>]{4,500})/.exec(words) ?? []
  if (address !== undefined) return { method, address }
  const curl = /\bcurl\b[^\n]{0,3000}(?:\\\r?\n[^\n]{0,3000}){0,30}/.exec(words)?.[0]
  const target = curl && /(?<![\w=:/-])["']?(https?:\/\/[^\s"'`<>\\]{4,500})/.exec(curl)?.[1]
  if (curl === undefined || target === undefined) return lineOf(words)
  const said = /(?:-X|--request)[\s=]{0,3}["']?([A-Z]{3,7})/.exec(curl)?.[1]
  return { method: said ?? (/\s(?:-d|--data[\w-]*|-F|--json)\b/.test(curl) ? 'POST' : 'GET'), address: target }
}

/** `POST /token HTTP/1.1` with its host. */
function lineOf(words: string): { method?: string; address: string } | undefined {
  const [, method, path] =
    /^[>\s]{0,4}(GET|POST|PUT|PATCH|DELETE|HEAD) (\/\S{0,500})(?: HTTP\/[\d.]+)?$/m.exec(words) ?? []
  const host = /^[>\s]{0,4}host:\s*(\S{3,200})$/im.exec(words)?.[1]
  return path === undefined || host === undefined ? undefined : { method, address: `https://${host}${path}` }
}

/** Without query, fragment, standard port and a slash at the end, in small letters where case does not count (RFC 3986 §6.2). */
function plainly(address: string): string {
  const [, scheme = '', host = '', path = ''] = /^(https?):\/\/([^/?#]+)([^?#]*)/i.exec(address) ?? []
  const port = scheme.toLowerCase() === 'https' ? /:443$/ : /:80$/
  return `${scheme.toLowerCase()}://${host.toLowerCase().replace(port, '')}${path.replace(/\/$/, '') || ''}`
}
