import { inferred, standard } from '../../protocol/basis.ts'
import { isObject } from '../../text/json.ts'
import { quoted } from '../../text/quote.ts'
import type { FoundToken } from '../find.ts'
import type { Relation } from '../together.ts'
import { requestOf, requestsIn } from './requests-in-text.ts'

/**
 * Compares tokens that are made for one request or one endpoint with the request beside them: the method and the address of
 * a proof, and the endpoint that an assertion is sent to.
 */
export function relationsToRequest(tokens: readonly FoundToken[], words: string): Omit<Relation, 'check'>[] {
  return [
    ...relationsToScheme(tokens, words),
    ...relationsToUse(tokens, words),
    ...relationsToAddress(tokens, words),
    ...relationsToServerNonce(tokens, words),
    ...relationsToSignOut(tokens, words),
    ...relationsOnce(tokens),
  ]
}

/** An ID token that only says who signs out: there, it may have expired. */
function relationsToSignOut(tokens: readonly FoundToken[], words: string): Omit<Relation, 'check'>[] {
  if (!/post_logout_redirect_uri|\/(?:log-?out|end-?session)\b/i.test(words)) return []
  return tokens
    .filter(({ from, recognised }) => recognised.kind === 'id' && /^id_?token_?hint$/i.test(from ?? ''))
    .map(({ token }) => ({
      title: 'ID token as a hint for sign-out',
      outcome: 'passed',
      why: 'It is sent as id_token_hint with a sign-out, where an identity service should accept it even after it has expired.',
      basis: standard('OpenID Connect RP-Initiated Logout §2'),
      of: [token.text],
      compares: 'expiry',
    }))
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
        title: 'Bound to a key, sent as Bearer',
        outcome: 'failed',
        why: 'The token is bound to a key (cnf.jkt) but is sent as Bearer, so an API rejects it. Send Authorization: DPoP and a DPoP header with a new proof for each call.',
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
  const requests = requestsIn(words)
  return tokens.flatMap((found): Omit<Relation, 'check'>[] => {
    const request = requestOf(requests, found.place)
    if (request === undefined) return []
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
        title: 'Proof and the request in the text',
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
              title: 'Proof and the request in the text',
              outcome: 'failed' as const,
              why: `The proof is for another request: ${said.join('; ')}. The server rejects it.`,
              basis: standard('RFC 9449 §4.3'),
              of,
              fault: {
                title: 'Created for a different request',
                phrase: 'created for a different request from the one in the text',
              },
            },
          ]
    }
    return [...otherEnvironment(found, request.address), ...otherService(found, request.address)]
  })
}

/** An ID token of a service account of Google, whose audience is the service that it is sent to. */
function otherService({ token, recognised, from }: FoundToken, address: string): Omit<Relation, 'check'>[] {
  const { aud } = (token.form === 'jws' && token.payload.value) || {}
  const isOfService = recognised.issuer === 'Google' && recognised.kind === 'workload'
  const [own, there] = [aud, address].map((one) => /^https:\/\/([^/:?#]+)/.exec(String(one))?.[1]?.toLowerCase())
  const isHosted = /\.(?:run\.app|cloudfunctions\.net)$/
  if (!isOfService || own === undefined || there === undefined || own === there) return []
  if (!/^authorization$/i.test(from ?? '') || !isHosted.test(own) || !isHosted.test(there)) return []
  return [
    {
      title: 'Audience and the service that it is sent to',
      outcome: 'failed',
      why: `Its audience is ${quoted(aud)}, and the request goes to ${quoted(there)}: Cloud Run and Cloud Functions accept only their own URL, or an audience that was added to the service.`,
      basis: inferred('the documentation of Cloud Run'),
      of: [token.text],
      fault: {
        title: 'For another service than it is sent to',
        phrase: 'for another service than it is sent to',
        tone: 'warn',
      },
    },
  ]
}

/** A token that is for one environment, sent to another of the same owner, where the names of both say which they are. */
function otherEnvironment({ token, recognised }: FoundToken, address: string): Omit<Relation, 'check'>[] {
  const { aud } = (token.form === 'jws' && token.payload.value) || {}
  const hosts = [aud].flat().flatMap((one) => /^https?:\/\/([^/:?#]+)/.exec(String(one))?.[1]?.toLowerCase() ?? [])
  const host = /^https?:\/\/([^/:?#]+)/.exec(address)?.[1]?.toLowerCase()
  const there = host && environmentOf(host)
  if (host === undefined || hosts.length === 0 || !['access', 'assertion'].includes(recognised.kind)) return []
  const own = hosts.map((one) => environmentOf(one))
  const [first] = own
  if (there === undefined || first === undefined || own.some((one) => one === undefined || one === there)) return []
  if (!hosts.some((one) => ownerOf(one) === ownerOf(host))) return []
  return [
    {
      title: 'Environment of the token and of the request',
      outcome: 'failed',
      why: `It is for ${quoted([aud].flat()[0])}, and the request in the text goes to ${quoted(host)}: by their names, these are two environments, ${quoted(first)} and ${quoted(there)}.`,
      basis: inferred('the names of the two hosts'),
      of: [token.text],
      fault: {
        title: 'For a different environment from the request',
        phrase: 'for a different environment from the request in the text',
        tone: 'warn',
      },
    },
  ]
}

/** The environment that a label of a host names, alone or behind a hyphen: `staging`, `api-test`. */
const environmentOf = (host: string): string | undefined =>
  host
    .split('.')
    .flatMap((label) => environments.exec(label)?.[1] ?? [])
    .at(0)
const environments =
  /(?:^|-)(prod|production|live|staging|stage|stg|test|tst|dev|development|sandbox|uat|qa|preprod|int|integration)$/

/** The last two labels, but for one that names an environment. */
const ownerOf = (host: string): string =>
  host
    .split('.')
    .filter((label) => environmentOf(label) !== label)
    .slice(-2)
    .join('.')

/** A token in the Authorization header that is for another use: a refresh token, and an ID token where an API refused it. */
function relationsToUse(tokens: readonly FoundToken[], words: string): Omit<Relation, 'check'>[] {
  return tokens.flatMap(({ token, from, recognised }): Omit<Relation, 'check'>[] => {
    if (!/^(?:http_)?authorization$/i.test(from ?? '')) return []
    // Frameworks of one application take their own refresh tokens so, at an address of their own.
    const isRefresh = ['refresh', 'offline'].includes(recognised.kind) && recognised.isFormat !== true
    const isRefused =
      recognised.kind === 'id' &&
      !platforms.test(words) &&
      /\b40[13]\b|unauthori[sz]ed|forbidden|invalid_token/i.test(words)
    if (!isRefresh && !(isRefused && !takenByApis.test(recognised.issuer ?? ''))) return []
    return [
      {
        title: 'Type of token and where it is sent',
        outcome: 'failed',
        why: isRefresh
          ? 'A refresh token is sent in the Authorization header, which is for access tokens. Send it only to the token endpoint, with grant_type=refresh_token; anyone else who gets it can renew the session.'
          : 'An ID token is sent in the Authorization header. Most APIs accept only access tokens: send the access_token from the same response, requested for that API.',
        basis: isRefresh ? standard('RFC 6749 §1.5 and §6') : standard('OpenID Connect Core §2, RFC 9068 §5'),
        of: [token.text],
        fault: isRefresh
          ? { title: 'A refresh token sent to an API', phrase: 'sent like an access token' }
          : { title: 'An ID token sent to an API', phrase: 'sent like an access token', tone: 'warn' },
      },
    ]
  })
}

/** Platforms whose APIs take ID tokens of any issuer by design. */
const platforms = /kube|k8s|hasura|appsync|argo ?cd|cloud ?run|\biap\b|execute-api/i
/** Issuers whose ID tokens APIs take by design. */
const takenByApis = /^(?:Google|Firebase|Amazon Cognito|Kubernetes|Dex|LTI|Liveblocks|Backstage|Grafana)/

/** A server that demands a nonce of its own in the proof, and names it (RFC 9449 §8 and §9). */
function relationsToServerNonce(tokens: readonly FoundToken[], words: string): Omit<Relation, 'check'>[] {
  const proofs = tokens.filter(({ recognised, token }) => recognised.kind === 'proof' && token.form === 'jws')
  const given = /^[<>\s]{0,4}dpop-nonce["']?\s{0,3}[:=]\s{0,3}["']?([^\s"',;]{4,300})/im.exec(words)?.[1]
  const [first] = proofs
  if (first === undefined || !/use_dpop_nonce/.test(words)) return []
  const nonceOf = ({ token }: FoundToken) => (token.form === 'jws' ? token.payload.value?.nonce : undefined)
  if (proofs.some((one) => (given === undefined ? nonceOf(one) !== undefined : nonceOf(one) === given))) return []
  return [
    {
      title: 'Server nonce and the proof',
      outcome: 'failed',
      why: `The server requires a nonce of its own in the proof (use_dpop_nonce)${given === undefined ? '' : `, ${quoted(given)}`}, and the proof has ${nonceOf(first) === undefined ? 'none' : `the nonce ${quoted(nonceOf(first))}`}. Create a new proof with that nonce, a new jti and iat, and send the request again.`,
      basis: standard('RFC 9449 §8 and §9'),
      of: [first.token.text],
      fault: {
        title: 'Without the required server nonce',
        phrase: 'without the server’s required nonce',
        tone: 'warn',
      },
      compares: 'nonce',
    },
  ]
}

/** Proofs and assertions of one text that have one ID, although each may be used once. */
function relationsOnce(tokens: readonly FoundToken[]): Omit<Relation, 'check'>[] {
  const once = tokens.filter(({ recognised }) => ['proof', 'assertion'].includes(recognised.kind))
  const idOf = ({ token }: FoundToken) => (token.form === 'jws' ? token.payload.value?.jti : undefined)
  return once.flatMap((one, at): Omit<Relation, 'check'>[] =>
    typeof idOf(one) !== 'string' || !once.slice(0, at).some((before) => idOf(before) === idOf(one))
      ? []
      : [
          {
            title: 'Same ID in two tokens',
            outcome: 'failed',
            why: `Another token in the text has the same jti, ${quoted(idOf(one))}. A server accepts each jti once and rejects the second: create a new one for each request.`,
            basis: standard('RFC 9449 §4.2, RFC 7523 §3'),
            of: [one.token.text],
            fault: { title: 'ID was used before', phrase: 'with an ID that was used before', tone: 'warn' },
          },
        ],
  )
}

/** Without query, fragment, standard port and a slash at the end, in small letters where case does not count (RFC 3986 §6.2). */
function plainly(address: string): string {
  const [, scheme = '', host = '', path = ''] = /^(https?):\/\/([^/?#]+)([^?#]*)/i.exec(address) ?? []
  const port = scheme.toLowerCase() === 'https' ? /:443$/ : /:80$/
  return `${scheme.toLowerCase()}://${host.toLowerCase().replace(port, '')}${path.replace(/\/$/, '') || ''}`
}
