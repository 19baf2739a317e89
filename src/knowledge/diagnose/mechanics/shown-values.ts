import { inferred, standard } from '../../protocol/basis.ts'
import { isLocalHost, isTestHost } from '../../text/hosts.ts'
import { quoted } from '../../text/quote.ts'
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
      title: 'The request carries no DPoP proof',
      cause: `The request to ${quoted(path, 120)} sends “Authorization: DPoP” with the token and has no DPoP header. Each request with such a token needs a proof of its own, also where the token request had one.`,
      fix: 'Add the DPoP header: a new JWT, signed with the key of the token, with htm and htu of this request, iat, a new jti, and ath, the hash of the access token.',
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
    title: `The cookie is set for ${quoted(other, 60)}, and the site is ${quoted(own, 60)}`,
    cause: `The response of ${quoted(own)} sets ${quoted(name)} with domain=${other}. A browser keeps no cookie for a domain that the host does not belong to, so state and session are missing when the sign-in comes back.${inner ? ` ${quoted(other)} is the inner address: the proxy does not pass on the Host header, so your app takes that for its own name.` : ''}`,
    fix: inner
      ? 'Have the proxy pass on the host (in nginx proxy_set_header Host $host), or set the public URL in your app. Then start the sign-in again.'
      : `Set the domain of the cookie to ${quoted(own)} or leave it out, and start the sign-in again.`,
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
      title: `${quoted(name, 50)} was replaced while the sign-in ran`,
      cause: `The text shows ${given.length} values of the cookie ${quoted(name)}${where === undefined ? '' : `, set for requests to ${quoted(where)}`}. Each request without a session starts a sign-in of its own and overwrites the cookie of the one before. An open tab that polls does so all the time, so the state that comes back is never the last one.`,
      fix: `Close the other tabs${where === undefined ? '' : ` of ${quoted(where)}`}, or sign in there first. On the server let background requests (API, websocket, images) get 401 instead of a new sign-in, or give each sign-in a cookie of its own name.`,
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
    title: `${quoted(label, 50)} has more than a domain`,
    cause: `The setting takes a host name alone and has ${quoted(value)}. With a scheme, port, path or query it equals no host, so the redirect URI on ${quoted(bare)} is refused, though it is right itself.`,
    fix: `Set ${quoted(label)} to ${quoted(bare)}, and leave the redirect URI as it is.`,
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
      title: `The setting says http, and your app calls ${quoted(host, 60)} by https`,
      cause: `${quoted(name)} is ${quoted(`http://${host}`)}, and the failed connection goes to port 443. Discovery of OpenID Connect is defined for https, and this library takes the host alone and calls it by https, where nothing listens. A test that succeeds calls the URL as it is written.`,
      fix: `Serve ${quoted(host)} by https (a reverse proxy with a certificate that your app trusts) and write https in ${quoted(name)}. Otherwise turn discovery off and set the endpoints one by one, or use a version of the library that keeps the scheme.`,
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
      title: 'The published key has the kid and no alg',
      cause: `The key set has the key ${quoted(wanted)} and names no alg for it, which is optional (RFC 7517 §4.4). The checker looks for kid and alg together, so it finds none. Keys, cache and token are right.`,
      fix: 'Update the checker (gateway, proxy, library) to a version that takes keys without alg, or have the issuer add alg to its keys.',
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
    title: 'The key is published, and the checker has an older key set',
    cause: `The checker finds no key for ${quoted(wanted)}, and the issuer publishes it${told === undefined ? '' : ` (${quoted(told, 80)})`}. So it checks with a key set that it stored before the issuer rotated its keys, and does not fetch it again when it meets an unknown kid. Token and issuer are right.`,
    fix: 'Restart the checker, or empty its cache, as a first help. Then shorten the time for which it caches the key set (below the period between publishing a key and signing with it), or turn on fetching it again for an unknown kid.',
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
    cause: `The response says it: ${quoted(said)}. What was sent was issued for the ${sent} environment, whatever is selected in the tool that sends it, and the ${called} environment accepts its own alone.`,
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
    title: 'A sandbox user is sent to the login of production',
    cause: `The user name ends with ${quoted(suffix)}, as names in a Salesforce sandbox do. The request goes to ${quoted('login.salesforce.com')}, the login of production, where neither this user nor the connected app of the sandbox exists. What is set up in the sandbox may be right.`,
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
    title: 'The server calls its new token inactive',
    cause: `The renewal succeeds, and directly after it the introspection says that the token is not active. Either your app still sends the old token, or the identity service counts the lifetime of the new one from the first sign-in on. If the new token is the one that is introspected, the fault is the identity service’s.`,
    fix: 'Log the last characters of the token of the renewal and of the one that is introspected. If they differ, replace the stored token; if they are the same, report it to the operator of the identity service with the three lines, and update it.',
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
    title: `The browser refuses the certificate of ${quoted(host, 60)}`,
    cause: `The request goes to ${quoted(host)}, and the certificate of that server ${certificateProblems[problem]}. The certificate of the page that calls it is another one and is not the cause; only the operator of ${quoted(host)} can replace it. Where it comes and goes, one of several servers behind the name has the wrong one.`,
    fix: `Report it to the operator of ${quoted(host)}, with the time and the code, and try again later. Compare in another network first: a virus scanner or a company proxy that replaces certificates looks the same. If the server is yours, install a certificate with its full chain.`,
    who: 'api-team',
    retry: 'with-backoff',
    certainty: 'possible',
    telling: `ERR_CERT_${problem}`,
  }
}
