import { documented, inferred, standard } from '../../protocol/basis.ts'
import { isTestHost, registeredDomain } from '../../text/hosts.ts'
import { listed, quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'
import type { Message, Trace } from './message.ts'
import type { Said } from './rule.ts'
import { type SentToken, sentTokenOf } from './sent-token.ts'

/** The key that a token names, held against the keys that the identity service publishes (§5.5; RFC 7517 §5). */
export const publishedKeyRules: readonly CircumstanceRule[] = [
  { own: true, basis: documented('§5.5 and §7.2', standard('RFC 7517 §5', 'the keys in the text')), find: unpublished },
  { own: true, basis: documented('§1 and §5.5', inferred('the issuer in the text')), find: issuerOfOther },
  { own: true, basis: documented('§5.5 and §7.2', standard('RFC 7517 §5', 'the keys in the text')), find: notLoaded },
  { own: true, basis: documented('§1 and §5.5', inferred('the two URLs in the text')), find: keysOfOther },
]

/** An issuer that the text names for the token, of the other environment than the API that is called. */
function issuerOfOther({ text, messages }: Trace): Said | undefined {
  if (!/NoMatchingPublicKey|no matching (?:public )?key|unknown kid|signature|steps\.jwt\.Invalid/i.test(text))
    return undefined
  const issuer = /\biss(?:uer)?\b["']?\s{0,3}(?:is|[:=])?\s{0,3}["']?https?:\/\/([\w.-]{4,200})/i.exec(text)?.[1]
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
  if (kid === undefined || published.includes(kid) || isOfOtherEnvironment(token, call)) return undefined
  const [of, keys] = [quoted(kid), listed(published)]
  const shown = `The token was signed with the key ${of}, and the identity service publishes only ${keys}.`
  const said = { of: 'no-matching-public-key', who: 'identity-team', telling: kid } as const
  const order = orderOf(kid, published, trace.words())
  if (order === 'newer')
    return {
      ...said,
      title: `The service signs with ${of}, which it does not publish`,
      cause: `${shown} It is the key of new tokens: the service began to sign with it before it published it, so no gateway can verify a token that is issued now. A new token or sign-in does not help, and no environments are mixed.`,
      fix: `Give the identity team ${of} and the time: it must add the key to the published key set, or sign with a published one until then.`,
    }
  if (order === 'older')
    return {
      ...said,
      title: 'The token’s signing key is no longer published',
      cause: `The token was signed with the key ${of}, but the identity service publishes only ${keys}. It replaced its keys while tokens signed with the old one were still valid.`,
      fix: `Get a new token: renew it or sign in again. Ask the identity team to publish an old key until all tokens signed with it have expired, and include ${of} and the time.`,
    }
  return {
    ...said,
    title: `The key ${of} of the token is not published`,
    cause: `${shown} Either it withdrew a former key too early, or it signs with a new one that it has not published yet. The text does not say which; a new token tells: with the former key it is accepted, with the new one it fails too.`,
    fix: `Get a new token and send it. Give the identity team ${of}, the time and whether the new token failed: the key must be published as long as tokens signed with it are valid.`,
  }
}

/** A published key that the gateway does not find: it verifies with an older set. */
function notLoaded(trace: Trace): Said | undefined {
  const { text, messages } = trace
  if (!/NoMatchingPublicKey|no matching (?:public )?key/i.test(text)) return undefined
  const published = publishedIn(text)
  const call = messages.findLast(({ kind }) => kind === 'api-request')
  const token = call && sentTokenOf(call, trace)
  const kid = typeof token?.header.kid === 'string' ? token.header.kid : headerInText.exec(text)?.[1]
  if (kid === undefined || !published.includes(kid)) return undefined
  if (isOfOtherEnvironment(token, call)) return undefined
  const [other] = published.filter((one) => one !== kid && text.includes(one))
  return {
    of: 'no-matching-public-key',
    title: 'The gateway has not loaded a published key',
    cause: `The token was signed with the key ${quoted(kid)}, which the identity service publishes${other === undefined ? '' : ` beside ${quoted(other)}`}. The gateway finds no key for it, so it probably verifies with an older key set.`,
    fix: `Give the API team ${quoted(kid)}, the time of the first failure and an example, so that the gateway loads the published keys again. A new token or sign-in does not help while the service signs with this key.`,
    who: 'api-team',
    telling: kid,
  }
}

/** Whether a token was issued in another environment than the one that is called: its key is none of that one’s. */
function isOfOtherEnvironment(token: SentToken | undefined, call: Message | undefined): boolean {
  const host = /^https?:\/\/([^/:?#]+)/.exec(String(token?.claims.iss ?? ''))?.[1]
  return host !== undefined && call !== undefined && call.host !== '' && isTestHost(host) !== isTestHost(call.host)
}

/** A check of signatures with the key set of another environment than the one that issued the token. */
function keysOfOther({ text, words }: Trace): Said | undefined {
  if (!/signature|assinatura|firma\b|no (?:applicable|matching) key|unable to find a signing key|kid\b/.test(words()))
    return undefined
  const keys = /\bhttps?:\/\/([\w.-]{4,200})\/[\w./-]{0,100}(?:jwks|certs|keys)\b/i.exec(text)?.[1]
  const issuer = /\biss(?:uer)?\b[^\n"'=:]{0,24}["']?\s{0,3}[:=]?\s{0,3}["']?https?:\/\/([\w.-]{4,200})/i.exec(
    text,
  )?.[1]
  if (keys === undefined || issuer === undefined || isTestHost(keys) === isTestHost(issuer)) return undefined
  if (registeredDomain(keys) !== registeredDomain(issuer)) return undefined
  const [from, to] = isTestHost(issuer) ? ['the sandbox', 'production'] : ['production', 'the sandbox']
  return {
    of: 'token-signature-refused',
    title: `Token from ${from} checked with keys of ${to}`,
    cause: `The token’s issuer is ${quoted(issuer)}, but your app takes the keys from ${quoted(keys)}. Each environment signs with its own keys, so the check of the signature fails.`,
    fix: `Take the key set from ${quoted(issuer)}: configure issuer and key set together, per environment.`,
    telling: keys,
  }
}

/** The header of a token that a text shows decoded: a key has a type, a header has none. */
const headerInText =
  /\{(?![^{}]{0,400}["'](?:kty|crv|use)["'])[^{}]{0,300}["']?\bkid["']?\s{0,3}[:=]\s{0,3}["']([\w.-]{2,80})["'](?=[^{}]{0,200}\})/

/** Whether a key comes before or after the published ones: by what the text says of new tokens, else by its name in their sequence. */
function orderOf(kid: string, published: readonly string[], words: string): 'newer' | 'older' | undefined {
  if (newFails.test(words)) return 'newer'
  if (newWorks.test(words)) return 'older'
  const [stem, own] = inSequence(kid)
  const others = published.map(inSequence).filter(([one]) => one === stem)
  if (own === '' || others.length === 0 || others.length < published.length) return undefined
  const later = (one: string, other: string) =>
    one.length > other.length || (one.length === other.length && one > other)
  if (others.every(([, one]) => later(own, one))) return 'newer'
  return others.every(([, one]) => later(one, own)) ? 'older' : undefined
}

/** A name taken apart into what keys of one sequence share, and the number or letter that counts. */
function inSequence(kid: string): [stem: string, count: string] {
  const [, stem = kid, count = ''] = /^(.*?)(\d{1,8}(?:[-_.]?\d{1,4}){0,3}[a-z]?|(?<=\d)[a-z])$/i.exec(kid) ?? []
  return [stem, count.replace(/[-_.]/g, '')]
}

const fresh =
  '(?:(?:new|fresh|novos?|nuevos?|newly issued|recem[ -]?emitidos?|recien emitidos?) (?:access )?tokens?|tokens? (?:novos?|nuevos?|frescos?|recem[ -]?emitidos?|recien emitidos?)|(?:new|fresh|novo|nuevo) (?:sign-?in|login))'
const newFails = new RegExp(
  String.raw`\b${fresh}\b[^\n]{0,80}(?:\b40[13]\b|\bsame\b|\btoo\b|\balso\b|\bstill\b|mesmo erro|mismo error|tambem|tambien|sempre|siempre|continua|sigue|falha|falla|fails?)|(?:begins?|began|starts?|started|passou|comecou|empieza|empezo|comenzo) (?:to |a |signing )?(?:sign|assin|firm)\w*[^\n]{0,40}\b(?:new|another|nova|outra|nueva|otra)\b`,
)
const newWorks = new RegExp(
  String.raw`\b${fresh}\b[^\n]{0,80}(?:\b200\b|\bworks?\b|\bok\b|funciona|aceit|acept|passa\b|accepted)|\b(?:old|former|previous|antig[oa]s?|anterior(?:es)?|viej[oa]s?|cached|em cache)\b[^\n]{0,30}\btokens?\b|\btokens?\b[^\n]{0,30}\b(?:antig[oa]s?|anterior(?:es)?|viej[oa]s?|de ontem|de ayer|from yesterday|issued before|emitidos? antes|cached)\b`,
)

/** The kids on the lines that show a key set: of its address, of `keys`, or of a command that prints one. */
function publishedIn(text: string): string[] {
  const found: string[] = []
  let below = 0
  for (const line of text.split('\n').slice(0, 2_000)) {
    const cut = line.slice(0, 4_000)
    if (keySet.test(cut)) below = 6
    else if (below > 0) below = /^\s*$|^\s{0,4}[$#>%] |\b(?:token|jwt|hdr|header|bearer)\b/i.test(cut) ? 0 : below - 1
    if (below === 0) continue
    const start = keySet.exec(cut)?.index ?? 0
    for (const [, quotedKid, item, bare, alone] of cut.slice(start).matchAll(kidOrName)) {
      const kid = quotedKid ?? item ?? bare ?? alone ?? ''
      if (!/^(?:kid|alg|kty|use|sig|keys|jwks|now|only|RS256|RSA)$/i.test(kid) && /\d/.test(kid)) found.push(kid)
    }
    // The set was named together with its keys.
    if (found.length > 0 && keySet.test(cut)) below = /[[{,]\s*$/.test(cut) ? 6 : 1
  }
  return [...new Set(found)].filter((one) => !/^(?:RS|ES|PS|HS|P-)\d{3}$|^Ed(?:25519|448)$/i.test(one)).slice(0, 20)
}

const keySet =
  /\bjwks?\b|["']keys["']\s{0,3}:|\bkey set\b|published keys?|publish(?:es|ed)\b|chaves? (?:publicad\w+|p[uú]blicas?)|claves? (?:publicad\w+|p[uú]blicas?)/i
const kidOrName =
  /\bkid["']?\s{0,3}[:=]?\s{0,3}["']([\w.-]{2,80})["']|(?<=[[,]\s{0,3})["']([\w.-]{2,80})["'](?=\s{0,3}[,\]])|(?<![\w./:-])([a-z][a-z\d]{0,20}(?:[-_.][a-z\d]{1,20}){1,5})(?![\w/:]|\.\w)|^\s{0,8}["']([\w.-]{2,80})["'],?\s{0,4}$/gi

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
