import { inferred, standard } from '../../protocol/basis.ts'
import { isLocalHost, isTestHost } from '../../text/hosts.ts'
import { closed, quoted } from '../../text/quote.ts'
import { readSignals } from '../../text/signals.ts'
import { findTokens } from '../../token/find.ts'
import { parametersIn } from '../facts/parameters.ts'
import type { CircumstanceRule } from '../trace/circumstance-rules.ts'
import type { Trace } from '../trace/message.ts'
import type { Said } from '../trace/rule.ts'
import { speaksOfFailure } from './failing.ts'

/** What one part of a text has and another part contradicts: a header, a host, a key, a cookie, an environment. */
export const shownValueRules: readonly CircumstanceRule[] = [
  { basis: standard('RFC 9449 §7.1'), find: noProofSent },
  { basis: standard('RFC 6265 §5.3'), find: cookieForOtherDomain },
  { basis: inferred('the values of the cookie in the text'), find: cookieReplaced },
  { basis: standard('RFC 1123 §2.1', 'the setting in the text'), find: domainWithMore },
  { basis: standard('RFC 3986 §3.2.3', 'the setting and the port in the text'), find: schemeNotUsed },
  { basis: inferred('the published keys in the text'), find: keyIsPublished },
  { basis: inferred('the words of the response'), find: statedEnvironments },
  { basis: inferred('the user name and the host in the text'), find: sandboxUserAtProduction },
  { basis: standard('RFC 7662 §2.2', 'the order in the log'), find: inactiveAfterRenewal },
  { basis: standard('RFC 5280 §6.1'), find: certificateOfHost },
]

/** A request with a token that is bound to a key, which shows its headers and among them no proof. */
function noProofSent({ text, words }: Trace): Said | undefined {
  if (!/invalid_dpop_proof|dpop[^\n]{0,60}(?:missing|required|invalid)|(?<![\d.])40[01](?![\d.])/.test(words()))
    return undefined
  const request =
    /^(?:> ?)?(?:GET|POST|PUT|PATCH|DELETE) (\S{1,300})(?: HTTP\/[\d.]{1,3})?\n((?:(?:> ?)?[\w-]{2,60}: [^\n]{0,6000}\n){1,40})/gim
  for (const [, path = '', headers = ''] of [...text.matchAll(request)].slice(0, 20)) {
    if (!/^(?:> ?)?authorization: *DPoP \S/im.test(headers) || /^(?:> ?)?dpop: *\S/im.test(headers)) continue
    return {
      of: 'token-bound-to-key',
      title: 'The request contains no DPoP proof',
      cause: `The request to ${quoted(path, 120)} sends “Authorization: DPoP” with the token but contains no DPoP header. Each request with such a token needs its own proof.`,
      fix: 'Add a DPoP header: a new JWT, signed with the token’s key, with htm, htu, iat, a new jti, and ath (the access token’s hash).',
      telling: 'Authorization: DPoP',
    }
  }
  return undefined
}

/** A cookie that a host sets for a domain that it does not belong to. */
export function cookieForOtherDomain({ text }: Trace): Said | undefined {
  const cookie =
    /\bset-cookie["']?\s{0,2}[:=]\s{0,2}["']?([\w.-]{1,80})=[^\n]{0,2000}?;\s{0,3}domain=\.?([\w.-]{3,120})/i.exec(text)
  const [, name, domain = ''] = cookie ?? []
  if (name === undefined) return undefined
  const host =
    /^(?:> ?)?(?:host|:authority): *([\w.-]{4,120})/im.exec(text)?.[1] ??
    /\b(?:GET|POST) https?:\/\/([\w.-]{4,120})/.exec(text)?.[1] ??
    /redirect_uri=https?(?::\/\/|%3A%2F%2F)([\w.-]{4,120})/i.exec(text)?.[1]
  const [own, other] = [host?.toLowerCase(), domain.toLowerCase()]
  if (own === undefined || own === other || own.endsWith(`.${other}`)) return undefined
  const inner = /^(?:127\.|10\.|192\.168\.|localhost$)/.test(other)
  return {
    of: 'sign-in-cookie-lost',
    title: `The cookie’s domain does not match the site`,
    cause: `The response of ${quoted(own)} sets ${quoted(name)} with domain=${other}. Browsers reject a cookie for a domain that the host does not belong to, so the state and session are missing at the callback.${inner ? ` ${quoted(other)} is the internal host: the proxy does not forward the Host header.` : ''}`,
    fix: inner
      ? 'Make the proxy forward the host (in nginx, proxy_set_header Host $host), or set your app’s public URL. Then start the sign-in again.'
      : `Set the cookie’s domain to ${quoted(own)} or omit it, and start the sign-in again.`,
    who: 'operator',
    telling: `domain=${domain}`,
  }
}

/** A cookie of one name that requests beside the sign-in replaced while it ran. */
function cookieReplaced({ text, words }: Trace): Said | undefined {
  if (
    !/(?:csrf|state|nonce|correlation|session)[^\n]{0,60}(?:does not match|mismatch|not match|differ|invalid)|invalid (?:csrf|state)/.test(
      words(),
    )
  )
    return undefined
  const values = new Map<string, { value: string; where?: string }[]>()
  for (const { 0: line } of [...text.matchAll(/[^\n]{0,2000}\bset[- _](?:csrf )?cookie[^\n]{0,2000}/gi)].slice(0, 60)) {
    const [, name, value] =
      /\b(_?[\w.-]{2,60})=([\w+/%.-]{8,200})(?=;|"|\s|$)/.exec(line.slice(line.search(/set[- _]/i))) ?? []
    const [, held = name, given = value] = /["']([\w.-]{2,60})=([\w+/%.-]{8,200});/.exec(line) ?? []
    if (held === undefined || given === undefined) continue
    const where = /\bhost=["']?([\w.-]{4,120})/.exec(line)?.[1]
    const before = values.get(held) ?? []
    if (!before.some((one) => one.value === given)) values.set(held, [...before, { value: given, where }])
  }
  for (const [name, given] of values) {
    if (given.length < 2) continue
    const where = given.map((one) => one.where).find((one) => one !== undefined)
    return {
      of: 'application-state-mismatch',
      title: `The state cookie was replaced during the sign-in`,
      cause: `The text shows ${given.length} values of the cookie ${quoted(name)}${where === undefined ? '' : `, set for requests to ${quoted(where)}`}. Each request without a session starts another sign-in and overwrites the cookie, so the returned state does not match. A tab that polls does this repeatedly.`,
      fix: `Close the other tabs${where === undefined ? '' : ` of ${quoted(where)}`}, or sign in there first. On the server, return 401 for background requests (API, WebSocket, images) instead of starting a sign-in, or use a separate cookie for each sign-in.`,
      who: 'end-user',
      telling: name,
    }
  }
  return undefined
}

/** A setting that takes a domain and has a port, a path or a query with it. */
function domainWithMore({ text, words }: Trace): Said | undefined {
  if (!speaksOfFailure(words()) && !/redirect_ur[il]/.test(words())) return undefined
  const [, label = '', value = ''] =
    /\b((?:authori[sz]ation )?(?:callback|redirect|authori[sz]ed|allowed|app|javascript|cookie)[ _-]domains?)["']?(?: \([^)\n]{0,40}\))?\s{0,3}[:=]\s{1,4}["']?((?:https?:\/\/)?(?:[\w-]{1,63}\.){1,6}[\w-]{1,24}(?::\d{2,5})?[/?]?[^\s"',]{0,120})/i.exec(
      text,
    ) ?? []
  const bare = /^(?:https?:\/\/)?([\w.-]{3,200})/.exec(value)?.[1]
  if (bare === undefined || bare === value) return undefined
  return {
    of: 'redirect-uri-not-registered',
    title: `${quoted(label, 50)} must contain only a domain`,
    cause: `The setting accepts only a host name but contains ${quoted(value)}. With a scheme, port, path or query, it matches no host, so the redirect URI on ${quoted(bare)} is rejected.`,
    fix: `Set ${quoted(label)} to ${quoted(bare)}. Do not change the redirect URI.`,
    telling: value,
  }
}

/** A setting with http, and a program that calls port 443 of that host. */
function schemeNotUsed({ text, words }: Trace): Said | undefined {
  if (!/refused|timed out|timeout|ssl|tls|connect/.test(words())) return undefined
  for (const [, name = '', host = ''] of [
    ...text.matchAll(/\b([\w.-]{2,60})["']?\s{0,3}[:=]\s{0,3}["']?http:\/\/([\w.-]{3,120})(?=[/"'\s]|$)/gim),
  ].slice(0, 40)) {
    if (!/issuer|authority|provider|discovery|oidc|auth|url|host/i.test(name)) continue
    const called = `${host}:443`
    if (!text.includes(called) && !text.includes(`https://${host}`)) continue
    const line = text
      .split('\n')
      .find(
        (one) =>
          one.includes(host) &&
          /refused|timed out|timeout|ssl|tls|failed/i.test(one) &&
          !one.includes(`http://${host}`),
      )
    if (line === undefined) continue
    return {
      of: 'https-expected',
      title: `The setting is http, but https is called`,
      cause: `${quoted(name)} is ${quoted(`http://${host}`)}, but the failed connection is to port 443. OpenID Connect discovery requires https, so this library uses only the host and calls it over https.`,
      fix: `Serve ${quoted(host)} over https with a certificate that your app trusts, and use https in ${quoted(name)}. Otherwise, turn off discovery and set the endpoints manually.`,
      telling: text.includes(called) ? called : `https://${host}`,
    }
  }
  return undefined
}

/** A key that a checker does not find, though the list of the published keys in the same text has it. */
function keyIsPublished({ text, words }: Trace): Said | undefined {
  const missing =
    /(?:cannot find|can't find|could not find|couldn't find|no|unable to find|not find|does ?n[o']t have)[^\n]{0,60}\bkey[^\n]{0,80}/i.exec(
      text,
    )?.[0]
  if (missing === undefined || !/\bkid\b/.test(words())) return undefined
  const kids = [
    ...new Set(
      [...text.matchAll(/\bkid["']?\s{0,2}[:=]?\s{0,2}["']?((?=[\w.+/-]{0,99}\d)[\w.+/-]{6,100}=?)/g)].map(
        ([, one = '']) => one,
      ),
    ),
  ]
  const wanted = kids.find((one) => missing.includes(one)) ?? (kids.length === 1 ? kids[0] : undefined)
  if (wanted === undefined) return undefined
  const entry = new RegExp(
    `\\{[^{}]{0,4000}["']kid["']\\s{0,3}:\\s{0,3}["']${wanted.replace(/[.+/]/g, '\\$&')}["'][^{}]{0,4000}\\}`,
  ).exec(text)?.[0]
  const published = entry !== undefined && /["'](?:kty|use|n|x5c)["']/.test(entry)
  if (published && /["']alg["']\s{0,3}:\s{0,3}(?:null|None|"")/.test(entry))
    return {
      of: 'no-matching-public-key',
      title: 'The published key has no alg',
      cause: `The key set contains the key ${quoted(wanted)} without alg, which is optional (RFC 7517 §4.4). The verifier probably requires both kid and alg, so it finds no key.`,
      fix: 'Update the verifier (gateway, proxy or library) to a version that accepts keys without alg, or have the issuer add alg to its keys.',
      who: 'operator',
      telling: wanted,
    }
  const told =
    /\b(?:kid|key)\b[^\n.]{0,40}\b(?:is|IS)\b[^\n.]{0,10}\b(?:in|there|listed|published)\b|until we restart|after (?:a )?restart/i.exec(
      text,
    )?.[0]
  if (!published && told === undefined) return undefined
  return {
    of: 'signing-key-unknown',
    title: 'The verifier uses an outdated key set',
    cause: `The verifier finds no key ${quoted(wanted)}, although the issuer publishes it${told === undefined ? '' : ` (${quoted(told, 80)})`}. It probably uses a key set cached before the issuer rotated its keys.`,
    fix: 'Restart the verifier or clear its cache. Then shorten its key set cache time, or make it fetch the key set again for an unknown kid.',
    who: 'operator',
    telling: wanted,
  }
}

/** A response that names itself that a credential of one environment came to the other. */
function statedEnvironments({ text, words }: Trace): Said | undefined {
  const told = words()
  const test = '(?:sandbox|test(?:ing)?|staging|homologacao|development|trial)'
  const live = '(?:production|live|producao|prod)'
  const what = '(?:key|token|credentials?|client|secret|certificate|chave|certificado|api ?key)s?'
  const where = '(?:gateway|environment|endpoint|api|mode|ambiente|server|host|url)'
  const ofTest = new RegExp(`\\b${test} ${what}\\b[^\\n.]{0,40}\\b${live} ${where}`).exec(told)?.[0]
  const ofLive = new RegExp(`\\b${live} ${what}\\b[^\\n.]{0,40}\\b${test} ${where}`).exec(told)?.[0]
  const said = ofTest ?? ofLive
  if (
    said === undefined ||
    /\b(?:if|when|must|should|never|do not|don't)\b[^\n.]{0,60}$/.test(told.slice(0, told.indexOf(said)).slice(-80))
  )
    return undefined
  if (!/(?<![\d.])40[0134](?![\d.])|error|erro|invalid|provided|refus|reject|denied/.test(told)) return undefined
  const [sent, called] = ofTest === undefined ? ['production', 'test'] : ['test', 'production']
  return {
    of: 'credential-of-other-environment',
    title: `A ${sent} key or token was sent to the ${called} environment`,
    cause: `The response says ${closed(quoted(said))} The key or token was issued for the ${sent} environment, but the ${called} environment accepts only its own.`,
    fix: `Generate the key or token with the ${called} keys of your app and send that one, or call the ${sent} environment.`,
    telling: text.slice(told.indexOf(said), told.indexOf(said) + said.length),
  }
}

/** A user name of a Salesforce sandbox, which ends in the name of the sandbox, at the login of production. */
function sandboxUserAtProduction({ text }: Trace): Said | undefined {
  if (!/\blogin\.salesforce\.com\b/.test(text) || /\btest\.salesforce\.com\b/.test(text)) return undefined
  const subjects = findTokens(text).flatMap(({ token }) =>
    token.form === 'jws' && typeof token.payload.value?.sub === 'string' ? [token.payload.value.sub] : [],
  )
  const users = [...parametersIn(text, readSignals(text)).map(({ value }) => value), ...subjects]
  const user = users.find((one) =>
    /^[\w.+-]{1,80}@[\w-]{1,60}(?:\.[\w-]{2,24}){1,4}\.(?:uat|dev\w{0,12}|qa\w{0,12}|test\w{0,12}|sandbox\w{0,12}|sbx\w{0,12}|sit|staging|stage|full\w{0,12}|partial\w{0,12}|preprod)$/i.test(
      one,
    ),
  )
  if (user === undefined) return undefined
  const suffix = user.slice(user.lastIndexOf('.'))
  return {
    of: 'credential-of-other-environment',
    title: 'Sandbox user sent to the production login',
    cause: `The user name ends with ${quoted(suffix)}, like user names in a Salesforce sandbox, but the request goes to ${quoted('login.salesforce.com')}, the production login. This user and the sandbox’s connected app do not exist there.`,
    fix: 'Send the request to https://test.salesforce.com (or the sandbox’s My Domain), and set aud of the assertion to the same host.',
    telling: suffix,
  }
}

/** An introspection that calls a token inactive which the same server issued a moment before. */
function inactiveAfterRenewal({ text }: Trace): Said | undefined {
  const lines = text.split('\n').slice(0, 600)
  const renewed = lines.findIndex((line) => /\bPOST\b[^\n]{0,200}\/token\b[^\n]{0,60}\b200\b/.test(line))
  const inactive = lines.findIndex(
    (line, at) => at > renewed && /introspect/i.test(line) && /\binactive\b|active["']?\s?[:=]\s?false/i.test(line),
  )
  if (renewed < 0 || inactive < 0 || inactive - renewed > 6) return undefined
  return {
    of: 'access-token-revoked',
    title: 'A new token is reported as inactive',
    cause: `The renewal succeeds, but the next introspection says that the token is not active. Your app may still send the old token, or the identity service may count the lifetime from the first sign-in.`,
    fix: 'Compare the last characters of the renewed and the introspected token. If they differ, replace the stored token; if they are the same, report it to the operator of the identity service.',
    who: 'identity-team',
    certainty: 'possible',
    telling: lines[inactive]?.trim().slice(0, 160),
  }
}

const certificateProblems: Record<string, string> = {
  AUTHORITY_INVALID:
    'was issued by an authority that the browser does not trust, or comes without its intermediate certificate',
  DATE_INVALID: 'has expired, or the clock of this device is wrong',
  COMMON_NAME_INVALID: 'is for another host name',
}

/** A server on the network of others whose certificate the browser refuses. */
function certificateOfHost({ text }: Trace): Said | undefined {
  const [, problem = ''] = /net::ERR_CERT_(AUTHORITY_INVALID|DATE_INVALID|COMMON_NAME_INVALID)/.exec(text) ?? []
  if (problem === '') return undefined
  const host =
    /\b(?:GET|POST|OPTIONS|PUT|HEAD)\s{1,4}https:\/\/([\w.-]{4,120})(?::\d{1,5})?\S{0,400}\s{1,4}net::ERR_CERT/.exec(
      text,
    )?.[1] ??
    /\b(?:GET|POST|OPTIONS|PUT|HEAD) https:\/\/([\w.-]{4,120})(?=[/:?\s])[\s\S]{0,800}\bnet::ERR_CERT/.exec(text)?.[1]
  if (
    host === undefined ||
    !/\.[a-z]{2,}$/i.test(host) ||
    isLocalHost(host) ||
    isTestHost(host) ||
    /\.(?:local|lan|internal|home|test|localhost)$/i.test(host)
  )
    return undefined
  return {
    of: 'gateway-certificate-not-trusted',
    title: `The browser rejects the certificate of ${quoted(host, 60)}`,
    cause: `The certificate of ${quoted(host)} ${certificateProblems[problem]}. If the failure is intermittent, one of several servers probably has the wrong certificate.`,
    fix: `Report it to the operator of ${quoted(host)}, with the time and the error code. First try another network: a virus scanner or company proxy that replaces certificates has the same effect. If the server is yours, install a certificate with its full chain.`,
    who: 'api-team',
    retry: 'with-backoff',
    certainty: 'possible',
    telling: `ERR_CERT_${problem}`,
  }
}
