import { inferred, standard } from '../../protocol/basis.ts'
import { parseAddress } from '../../text/address.ts'
import { textOfBase64 } from '../../text/base64.ts'
import { registeredDomain } from '../../text/hosts.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from '../trace/circumstance-rules.ts'
import type { Trace } from '../trace/message.ts'
import type { Said } from '../trace/rule.ts'
import { cookieForOtherDomain } from './shown-values.ts'

/** What a response shows that is a success by its status, and that its receiver cannot use. */
export const unnoticedRules: readonly CircumstanceRule[] = [
  { basis: standard('RFC 6265 §5.3'), find: cookieForOtherDomain },
  { basis: standard('RFC 7662 §2.2'), find: inactiveToken },
  { basis: standard('OpenID Connect Core 1.0 §5.3.2'), find: signedUserInfo },
  { basis: standard('RFC 7516 §3.1: an encrypted token has five parts'), find: encryptedTokens },
  { basis: inferred('the scope and the ID token of the response'), find: claimNotInToken },
  { basis: standard('Fetch §3.3: the CORS protocol'), find: noAllowedOrigin },
  { basis: standard('RFC 6265 §5.1.3: a cookie belongs to one host'), find: callbackOnOtherSite },
]

/** An introspection by a client that says who it is, whose response says that the token is not active. */
function inactiveToken({ text }: Trace): Said | undefined {
  if (!/^authorization: |[?&\n]client_(?:id|assertion)=/im.test(text)) return undefined
  if (!/^(?:POST|GET) \S{0,300}introspect/im.test(text) || !/"active"\s{0,3}:\s{0,3}false/.test(text)) return undefined
  return {
    of: 'access-token-revoked',
    title: 'Introspection says that the token is not active',
    cause:
      'The introspection response contains active false: the token has expired or was revoked, is from another server or realm, or this client may not introspect it.',
    fix: 'Get a new token if this one is old. If it is new, check that the issuer is the same and that the client is in its audience, then report it to the operator of the identity service with both times.',
    who: 'identity-team',
    certainty: 'possible',
    telling: '"active"',
  }
}

/** A signed response of the userinfo endpoint for a client that asked for JSON. */
function signedUserInfo({ text }: Trace): Said | undefined {
  if (!/^GET \S{0,300}userinfo/im.test(text) || !/^accept: *application\/json/im.test(text)) return undefined
  if (!/(?:^|\n)\n(?:\n)?eyJ[\w-]{8,2000}\.[\w-]{8,}/.test(text)) return undefined
  return {
    of: 'answer-not-json',
    title: 'The userinfo response is a JWT, not JSON',
    cause:
      'The request asks for application/json, but the body is a JWT (it begins with “eyJ”). The client is registered for signed userinfo responses.',
    fix: 'Turn off signed userinfo responses for this client at the identity service (userinfo_signed_response_alg: none), or make your app verify and decode the JWT.',
    who: 'identity-team',
    certainty: 'possible',
    telling: 'application/json',
  }
}

/** A token response with encrypted tokens, which nobody but the holder of the key can read. */
function encryptedTokens({ text }: Trace): Said | undefined {
  const [, name = '', head = ''] =
    /"(id_token|access_token)"\s{0,3}:\s{0,3}"(eyJ[\w-]{8,2000})\.[\w-]{0,2000}\.[\w-]{8,400}\.[\w-]{4,40000}\.[\w-]{8,400}"/.exec(
      text,
    ) ?? []
  const { alg, enc } = jsonOf(textOfBase64(head))
  if (typeof enc !== 'string') return undefined
  const forIssuer = name === 'access_token' && alg === 'dir'
  return {
    of: forIssuer ? 'token-of-other-kind' : 'token-not-decrypted',
    title: `The ${name} is encrypted`,
    cause: `The ${name} has five parts (alg ${quoted(alg)}, enc ${quoted(enc)}), so it is a JWE and not a signed JWT. An app or API that expects three parts rejects it.${forIssuer ? ' Some issuers return such a token when the request names no audience.' : ''}`,
    fix: forIssuer
      ? 'Request the API’s audience to get a signed token for it. If this token is only for the issuer’s userinfo endpoint, nothing is wrong with it.'
      : 'Remove the encryption key of this client at the identity provider, or configure decryption in the recipient. If the recipient decrypts it, nothing is wrong with it.',
    who: 'identity-team',
    certainty: 'possible',
    telling: name,
  }
}

function jsonOf(text = ''): Record<string, unknown> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/** A token response whose scope names groups or roles, with an ID token that has none. */
function claimNotInToken({ text }: Trace): Said | undefined {
  const name = /"scope"\s{0,3}:\s{0,3}"[^"]{0,400}\b(groups|roles)\b/.exec(text)?.[1]
  const [, payload = ''] = /"id_token"\s{0,3}:\s{0,3}"eyJ[\w-]{8,2000}\.(eyJ[\w-]{8,20000})\./.exec(text) ?? []
  const claims = jsonOf(textOfBase64(payload))
  if (name === undefined || claims.iss === undefined || Object.keys(claims).some((one) => one.includes(name)))
    return undefined
  const ofOrg = /^https:\/\/[\w-]+\.okta(?:preview)?\.com$/.test(String(claims.iss))
  return {
    of: 'claim-missing',
    title: `The ID token has no ${name}, although the scope was granted`,
    cause: `The response grants the scope ${quoted(name)}, but the ID token contains no such claim.${ofOrg ? ` Its issuer ${quoted(claims.iss)} is Okta’s org authorization server, which does not have the claims of a custom one.` : ' An app that needs it rejects the sign-in.'}`,
    fix: ofOrg
      ? 'Use the custom authorization server that defines the claim (…/oauth2/default or its ID) as the issuer or discovery URL.'
      : `Add a claim or mapper for ${name} to the ID token at the identity service, or have the app read it from UserInfo.`,
    who: 'operator',
    certainty: 'possible',
    telling: 'id_token',
  }
}

/** A response to a page of another origin, which the browser keeps from the page because no header allows it. */
function noAllowedOrigin({ text }: Trace): Said | undefined {
  const [, method = '', url = ''] = /^(GET|POST|PUT|PATCH|DELETE) (https?:\/\/\S{4,2000})/m.exec(text) ?? []
  const origin = /^origin: *(https?:\/\/[^\s/]{3,200})\s*$/im.exec(text)?.[1]
  const headers = /^HTTP\/[\d.]+ 2\d\d[^\n]*\n((?:[\w-]+: [^\n]*\n?)+)/m.exec(text)?.[1]
  if (origin === undefined || headers === undefined || parseAddress(url).origin === origin) return undefined
  if (/^access-control-allow-origin:/im.test(headers)) return undefined
  return {
    of: 'cors-blocked',
    title: 'The response has no Access-Control-Allow-Origin',
    cause: `A page of ${quoted(origin)} sent this ${method}, and the response has no Access-Control-Allow-Origin header. The server accepted the request, but the browser does not give the response to the page.`,
    fix: `Allow exactly ${quoted(origin)} (scheme, host and port, without a path, slash or *) among the origins of this client or API, for example Web Origins in Keycloak.`,
    who: 'identity-team',
    certainty: 'possible',
    telling: origin,
  }
}

/** A sign-in that begins on one site and whose redirect with the code goes to another. */
function callbackOnOtherSite({ text }: Trace): Said | undefined {
  const from = /^GET (https?:\/\/[^\s?]{4,300})/im.exec(text)?.[1]
  const to = /^location: (https?:\/\/\S{4,2000})/im.exec(text)?.[1]
  if (from === undefined || to === undefined || !/[?&]code=/.test(to) || !/[?&]state=/.test(to)) return undefined
  const [start, end] = [parseAddress(from), parseAddress(to)]
  const [one, other] = [start, end].map(({ origin }) => origin.replace(/^https?:\/\//, ''))
  if (one === undefined || other === undefined || registeredDomain(one) === registeredDomain(other)) return undefined
  // The app of the callback began the sign-in itself, under its other name.
  if (start.path.length < 3 || !end.path.startsWith(start.path)) return undefined
  return {
    of: 'sign-in-cookie-lost',
    title: `Sign-in starts and ends on different hosts`,
    cause: `Your app was opened at ${quoted(one)}, but the redirect goes to ${quoted(other)}. The state cookie is not sent to the second host, so your app finds no state.`,
    fix: `Register a redirect URI on ${quoted(one)} too and send it for sign-ins that begin there, or redirect users to ${quoted(other)} before the sign-in.`,
    who: 'operator',
    certainty: 'possible',
    telling: other,
  }
}
