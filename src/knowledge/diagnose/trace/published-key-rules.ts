import { documented, inferred, standard } from '../../protocol/basis.ts'
import { isTestHost } from '../../text/hosts.ts'
import { listed, quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'
import type { Trace } from './message.ts'
import type { Said } from './rule.ts'
import { sentTokenOf } from './sent-token.ts'

/** The key that a token names, held against the keys that the identity service publishes (§5.5; RFC 7517 §5). */
export const publishedKeyRules: readonly CircumstanceRule[] = [
  { own: true, basis: documented('§5.5 and §7.2', standard('RFC 7517 §5', 'the keys in the text')), find: unpublished },
  { own: true, basis: documented('§1 and §5.5', inferred('the issuer in the text')), find: issuerOfOther },
]

/** An issuer that the text names for the token, of the other environment than the API that is called. */
function issuerOfOther({ text, messages }: Trace): Said | undefined {
  if (!/NoMatchingPublicKey|no matching (?:public )?key|unknown kid|signature/i.test(text)) return undefined
  const issuer = /\biss(?:uer)?\b["']?\s{0,3}(?:is|[:=])\s{0,3}["']?https?:\/\/([\w.-]{4,200})/i.exec(text)?.[1]
  const host = messages.findLast((one) => one.kind === 'api-request' && one.host !== '')?.host
  if (issuer === undefined || host === undefined || isTestHost(issuer) === isTestHost(host)) return undefined
  const [from, to] = isTestHost(host) ? ['production', 'the sandbox'] : ['the sandbox', 'production']
  return {
    of: 'token-from-other-environment',
    title: `Token from ${from} used in ${to}`,
    cause: `The token’s issuer is ${quoted(issuer)}, but the call goes to ${quoted(host)}. A gateway has no keys for another environment’s tokens.`,
    fix: `Get a token from the identity service in ${to}, or call the APIs in ${from}.`,
    telling: issuer,
  }
}

function unpublished(trace: Trace): Said | undefined {
  const { text, messages } = trace
  if (!/NoMatchingPublicKey|no matching (?:public )?key|unknown kid|kid[^\n]{0,20}not found|signing key/i.test(text))
    return undefined
  const published = publishedIn(text)
  const [other] = published
  if (other === undefined) return undefined
  const call = messages.findLast(({ kind }) => kind === 'api-request')
  const token = call && sentTokenOf(call, trace)
  const ofToken = typeof token?.header.kid === 'string' ? token.header.kid : undefined
  const kid = ofToken ?? kidOfToken(text, published)
  if (kid === undefined || published.includes(kid)) return undefined
  return {
    of: 'no-matching-public-key',
    title: `The token’s signing key is no longer published`,
    cause: `The token was signed with the key ${quoted(kid)}, but the identity service publishes only ${listed(published)}. It probably replaced its keys while tokens signed with the old one were still valid.`,
    fix: `Get a new token: renew it or sign in again. Ask the identity team to publish an old key until all tokens signed with it have expired, and include ${quoted(kid)} and the time.`,
    who: 'identity-team',
    telling: kid,
  }
}

/** The kids on the lines that show a key set: of its address, of `keys`, or of a command that prints one. */
function publishedIn(text: string): string[] {
  const found: string[] = []
  let below = 0
  for (const line of text.split('\n').slice(0, 2_000)) {
    const cut = line.slice(0, 4_000)
    if (keySet.test(cut)) below = 6
    else if (below > 0) below = /^\s*$|\b(?:token|jwt|hdr|header|bearer)\b/i.test(cut) ? 0 : below - 1
    if (below === 0) continue
    const start = keySet.exec(cut)?.index ?? 0
    for (const [, quotedKid, bare] of cut.slice(start).matchAll(kidOrName)) {
      const kid = quotedKid ?? bare ?? ''
      if (!/^(?:kid|alg|kty|use|sig|keys|jwks|now|only|RS256|RSA)$/i.test(kid) && /\d/.test(kid)) found.push(kid)
    }
    // The set was named together with its keys.
    if (found.length > 0 && keySet.test(cut)) below = /[[{,]\s*$/.test(cut) ? 6 : 1
  }
  return [...new Set(found)].filter((one) => !/^(?:RS|ES|PS|HS)\d{3}$/i.test(one)).slice(0, 20)
}

const keySet =
  /\bjwks?\b|["']keys["']\s{0,3}:|\bkey set\b|published keys?|publish(?:es|ed)\b|chaves? (?:publicad\w+|p[uú]blicas?)|claves? (?:publicad\w+|p[uú]blicas?)/i
const kidOrName =
  /\bkid["']?\s{0,3}[:=]?\s{0,3}["']([\w.-]{2,80})["']|(?<![\w./:-])([a-z][a-z\d]{0,20}(?:[-_.][a-z\d]{1,20}){1,5})(?![\w/:]|\.\w)/gi

/** The kid that the text calls that of the token which was refused. */
function kidOfToken(text: string, published: string[]): string | undefined {
  const named = [
    ...text.matchAll(/\bkid\b["']?[^\n"'=:\d]{0,40}?\s{0,3}[:=]?\s{0,3}["'`]?([\w.-]{2,80}\d[\w.-]{0,20})/gi),
  ]
    .slice(0, 40)
    .map(([, kid = '']) => kid)
    .filter((one) => !/^(?:RS|ES|PS|HS)\d{3}$/i.test(one))
  return named.find((one) => !published.includes(one))
}
