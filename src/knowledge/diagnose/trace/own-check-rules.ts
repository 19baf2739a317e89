import { documented, inferred, standard } from '../../protocol/basis.ts'
import { difference } from '../../text/address-difference.ts'
import { isLocalHost, isTestHost } from '../../text/hosts.ts'
import { quoted } from '../../text/quote.ts'
import { findTokens } from '../../token/find.ts'
import { losesCookie } from '../mechanics/failing.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'
import { type Trace, valueIn } from './message.ts'
import { processName } from './process-names.ts'
import type { Said } from './rule.ts'

/** Why an application's own check of a sign-in fails, though the service sent what it should (§2.2; RFC 6749 §10.12). */
export const ownCheckRules: readonly CircumstanceRule[] = [
  {
    own: true,
    basis: documented('§2.2', standard('RFC 9207 §2.4: iss is compared as a string')),
    find: almostTheIssuer,
  },
  { own: true, basis: documented('§1 and §2.2', inferred('the two issuers')), find: otherIssuer },
  {
    own: true,
    basis: standard('RFC 6749 §5.1: token responses are not cached', 'the log in the text'),
    find: cachedResponse,
  },
  { own: true, basis: standard('RFC 6265 §5.3', 'the cookie in the text'), find: cookieHeldBack },
  { own: true, basis: standard('RFC 6265 §5.3', 'the two hosts in the text'), find: cookieOfOtherHost },
  { own: true, basis: inferred('the program in the text'), find: sessionNotStarted },
  { own: true, basis: inferred('the two processes in the text'), find: otherProcess },
  { own: true, basis: inferred('the restart in the text'), find: restartedBetween },
  { own: true, basis: standard('OpenID Connect Core §3.1.3.7', 'the two clients'), find: otherClientExpected },
  { own: true, basis: standard('OpenID Connect Core §3.1.2.1', 'the request in the text'), find: nonceNotSent },
  { own: true, basis: standard('OpenID Connect Core §3.1.3.7', 'the nonces in the text'), find: nonceMadeAnew },
  { own: true, basis: inferred('the two values in the text'), find: otherSignIn },
]

/** What is left where the redirect is in order and nothing shows what the application compared it with. */
export const soundRedirectRule: CircumstanceRule = {
  own: true,
  basis: documented('§2.2', inferred('the redirect and the complaint about it')),
  find: soundRedirect,
}

/** Two issuers that are one but for a slash, a letter case or the scheme. */
function almostTheIssuer({ text, words }: Trace): Said | undefined {
  if (
    !/\biss(?:uer)?\b|emissor|emisor|\baud(?:ience)?\b/.test(words()) ||
    !/doesn.?t match|mismatch|unexpected|inesperad|expected|esperad|mix-?up|invalid|differ|difer|does not match|not equal|validate|!==?|nao confere|no coincide/.test(
      words(),
    )
  )
    return undefined
  const came = [...text.matchAll(/[?&]iss=([^&\s"'`]{8,400})/g)].slice(0, 20).map(([, value = '']) => decoded(value))
  const urls = [
    ...new Set([
      ...came,
      ...[...text.matchAll(/(?<![\w%])https?:\/\/[\w.-]{4,200}(?::\d{1,5})?(?:\/[\w./-]{0,80})?/g)]
        .slice(0, 100)
        .map(([one]) => one.replace(/[.,]$/, '')),
    ]),
  ]
  const even = (one: string) =>
    one
      .toLowerCase()
      .replace(/\/$/, '')
      .replace(/^http:/, 'https:')
  for (const one of urls) {
    const other = urls.find((url) => url !== one && even(url) === even(one))
    if (other === undefined || /\/(?:oauth2|v1)\//.test(one)) continue
    const near =
      text.slice(Math.max(0, text.indexOf(one) - 120), text.indexOf(one)) +
      text.slice(Math.max(0, text.indexOf(other) - 120), text.indexOf(other))
    if (!/iss|emis|expect|esperad|config|authority|aud/i.test(near)) continue
    const sent = came.find((value) => value === one || value === other)
    const audience = [one, other].every((url) =>
      /\baud(?:ience)?\b[^\n]{0,20}$/i.test(text.slice(0, text.search(exactly(url))).slice(-60)),
    )
    if (audience)
      return {
        of: 'audience-not-accepted',
        title: 'The audiences differ in spelling',
        cause: `The token’s audience and the expected one are ${quoted(one)} and ${quoted(other)}: ${difference(one, other)}. Audiences must be identical, so your app’s check fails.`,
        fix: 'Set the expected audience of your check to exactly the aud of the token.',
        telling: one.length > other.length ? one : other,
      }
    return {
      of: 'issuer-mismatch-in-redirect',
      title:
        /\/$/.test(one) !== /\/$/.test(other)
          ? 'The issuers differ in a trailing slash'
          : 'The issuers differ only in spelling',
      cause: `Your app compares ${quoted(one)} with ${quoted(other)}: ${difference(one, other)}. Issuers must be identical, so your app’s check fails.`,
      fix: `Set your app’s issuer to exactly the iss value that the service sends${sent === undefined ? '' : `, ${quoted(sent)}`}.`,
      telling: one.length > other.length ? one : other,
    }
  }
  return undefined
}

/** A URL as a whole, and not the beginning of a longer one. */
function exactly(url: string): RegExp {
  return new RegExp(`${url.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&')}(?![\\w/.-])`)
}

/** An issuer that was expected and one that came, of the two environments. */
function otherIssuer({ text, words }: Trace): Said | undefined {
  if (!/\biss(?:uer)?\b|emissor|emisor/.test(words())) return undefined
  const host = String.raw`["'\s:=([{]{1,6}https?:\/\/([\w.-]{4,200})`
  const expected = new RegExp(
    String.raw`(?:expect\w*|esperad\w*|esperav\w*|configured|wanted|should be|deveria|issuer_?(?:ur[il])?)${host}`,
    'i',
  ).exec(text)?.[1]
  const came = new RegExp(
    String.raw`(?:received|recebid\w*|recibid\w*|got|actual|found|came|veio|lleg[oó]|obtid\w*|\biss)${host}`,
    'i',
  ).exec(text)?.[1]
  if (expected === undefined || came === undefined || expected === came || isTestHost(expected) === isTestHost(came))
    return undefined
  const [from, set] = isTestHost(came) ? ['the sandbox', 'production'] : ['production', 'the sandbox']
  return {
    of: 'issuer-mismatch-in-redirect',
    title: `App expects ${set}; the sign-in ran in ${from}`,
    cause: `The issuer is ${quoted(came)}, but your app expects ${quoted(expected)}: its settings mix two environments.`,
    fix: `Use one environment: take the authorization URL, issuer, token endpoint and client either from ${set} or from ${from}.`,
    telling: came,
  }
}

/** A response of an earlier sign-in that a cache gave out again. */
function cachedResponse({ text, words }: Trace): Said | undefined {
  const told = words()
  if (
    !/\bnonce\b|id[_ -]?token|token response|resposta do token|\bcode\b|\biat\b/.test(told) ||
    !/mismatch|differ|expired|invalid|unexpected|old|error|erro\b|esperad|expected/.test(told)
  )
    return undefined
  const [line] = cacheHit.exec(text) ?? []
  if (line === undefined || !/token|nonce/i.test(line)) return undefined
  return {
    of: 'application-nonce-mismatch',
    title: 'A token response came from a cache',
    cause: `According to the text, the token response came from a cache: ${quoted(line.trim(), 160)}. Its tokens are from an earlier sign-in, so their nonce and times do not match this one.`,
    fix: 'Exclude the token endpoint from every cache (HTTP client, Redis, proxy, CDN): token responses have Cache-Control: no-store. Delete the cached entries: they contain tokens.',
    who: 'operator',
    telling: line.trim().slice(0, 80),
  }
}

const cacheHit =
  /^[^\n]{0,300}(?:\bcache[- _:=]{0,3}(?:status)?["': =]{0,4}hit\b|\bHIT\b|\bfrom[- _]?(?:disk |memory )?cache\b|served from cache|desde (?:la )?cach[eé]|do cache|(?:x-)?cache: ?hit|cached response)[^\n]{0,200}/im

/** A cookie whose attributes keep it from coming back with the redirect. */
function cookieHeldBack({ text, words, messages }: Trace): Said | undefined {
  const told = words()
  if (
    !losesCookie(told) &&
    !/\bstored[ =:"']{1,3}(?:undefined|null|none)/.test(told) &&
    !/\bstate\b[^\n]{0,60}(?:not equal|differ|inval|desconhec|unknown|nothing|ausente|falta|missing|null|none|nao (?:encontr|veio|bate)|no (?:encontr|coincide))|sess(?:ion|ao|ion)[^\n]{0,40}(?:empty|vazi|vacia|not found|nova|new)|cookies?[ "':=-]{1,4}\(?(?:none|vazi[oa]|empty|nenhum|-|ausente|vac[ií]a?|sin)/.test(
      told,
    )
  )
    return undefined
  const [cookie] = /set-cookie["']?:? ?["']?[^\n]{1,400}/i.exec(text) ?? []
  const asked = messages.find(({ kind }) => kind === 'authorization-request')
  const came = messages.find(({ kind }) => kind === 'callback')
  const target = (asked && valueIn(asked, 'redirect_uri')) ?? came?.address ?? ''
  const config = /same_?site["']?\s{0,3}(?:=>|[:=])\s{0,3}["'`]?(?:SameSite(?:Mode)?\.)?strict/i.exec(text)?.[0]
  const strict = cookie !== undefined && /samesite=strict/i.test(cookie) ? 'SameSite=Strict' : config
  const said = (title: string, cause: string, fix: string, telling: string): Said => ({
    of: 'sign-in-cookie-lost',
    title,
    cause: `${cause} Your app therefore finds no state or nonce to compare.`,
    fix,
    telling,
  })
  if (strict !== undefined)
    return said(
      'SameSite=Strict blocks the session cookie',
      `The sign-in cookie is set with ${quoted(strict)}. Browsers do not send such a cookie with a redirect from another site, such as the identity service.`,
      'Set SameSite=Lax and Secure for the cookie with state and nonce.',
      strict,
    )
  const frame = /\biframe\b|\bframe-ancestors\b|dentro de um frame|embedded (?:in|view)/i.exec(text)?.[0]
  if (frame !== undefined && !/samesite=none/i.test(text))
    return said(
      'Sign-in in a frame gets no cookie',
      `The text contains ${quoted(frame)}: your app runs in a frame of another site. Browsers do not send its session cookie there without SameSite=None; Secure, and many block it even then.`,
      'Open the sign-in in a separate window or tab. SameSite=None; Secure; Partitioned helps only in some browsers.',
      frame,
    )
  if (cookie !== undefined && /;\s?secure\b/i.test(cookie) && /^http:\/\/(?!localhost)/i.test(target))
    return said(
      'A Secure cookie is not sent to an http callback',
      `The cookie has the Secure attribute, but the callback ${quoted(target)} uses http.`,
      'Serve your app over https, and register the https redirect URI.',
      'Secure',
    )
  const [, domain] = /;\s?domain=\.?([\w.-]{3,100})/i.exec(cookie ?? '') ?? []
  const host = /^https?:\/\/([^/:?#]+)/i.exec(target)?.[1]?.toLowerCase()
  if (
    domain !== undefined &&
    host !== undefined &&
    host !== domain.toLowerCase() &&
    !host.endsWith(`.${domain.toLowerCase()}`)
  )
    return said(
      'Cookie and callback have different hosts',
      `The cookie’s domain is ${quoted(domain)}, but the callback is at ${quoted(host)}.`,
      'Set the cookie for the host of the redirect URI, or omit Domain.',
      domain,
    )
  const [, path] = /;\s?path=(\/[\w/.-]{1,100})/i.exec(cookie ?? '') ?? []
  const at = /^https?:\/\/[^/]+(\/[^?#]*)/i.exec(target)?.[1]
  if (path !== undefined && at !== undefined && !at.startsWith(path))
    return said(
      'Cookie and callback have different paths',
      `The cookie’s path is ${quoted(path)}, but the callback is at ${quoted(at)}.`,
      'Set the cookie with Path=/.',
      path,
    )
  const maxAge = /;\s?max-age=(\d{1,4})\b/i.exec(cookie ?? '')?.[1]
  if (maxAge !== undefined && Number(maxAge) < 120)
    return said(
      'The sign-in cookie expires too soon',
      `The cookie expires after ${maxAge} seconds, before the user has signed in.`,
      'Set the cookie’s lifetime to at least 10 minutes.',
      `${maxAge}`,
    )
  return undefined
}

/** A sign-in that begins at one host of the application and comes back to another: a cookie belongs to the first alone. */
function cookieOfOtherHost({ text, words, messages }: Trace): Said | undefined {
  if (!losesCookie(words())) return undefined
  const asked = messages.find(({ kind }) => kind === 'authorization-request')
  const came = messages.findLast(({ kind }) => kind === 'callback')
  const back =
    /^https?:\/\/([^/:?#]+)/i.exec((asked && valueIn(asked, 'redirect_uri')) ?? '')?.[1]?.toLowerCase() ||
    (came && withoutPort(came.host)) ||
    (came && hostOnLine(text, came.at))
  if (back === undefined || back === '' || /;\s?domain=/i.test(text)) return undefined
  const services = new Set(messages.flatMap(({ kind, host }) => (kind === 'callback' ? [] : [withoutPort(host)])))
  const began = [
    ...text.matchAll(/(?<![\w@.%-])((?:[\w-]{1,63}\.){1,6}[a-z]{2,20}|localhost|127\.0\.0\.1)(?=[\s/:"'),]|$)/gi),
  ]
    .slice(0, 60)
    .map(([, host = '']) => host.toLowerCase())
    .find(
      (host) =>
        host !== back && !services.has(host) && (sameSite(host, back) || (isLocalHost(host) && isLocalHost(back))),
    )
  return began === undefined
    ? undefined
    : {
        of: 'sign-in-cookie-lost',
        title: `Sign-in starts and ends on different hosts`,
        cause: `Your app sets its session cookie on ${quoted(began)}, but the redirect goes to ${quoted(back)}. Browsers send a cookie without Domain only to the host that set it, so the callback finds no session or state.`,
        fix: `Use one host: redirect ${quoted(began)} to ${quoted(back)} before the sign-in starts, or set the cookie’s Domain to a common parent domain.`,
        telling: began,
      }
}

/** Cookies do not differ by port (RFC 6265 §8.5). */
const withoutPort = (host: string): string => host.replace(/:\d+$/, '')

/** The host that an access log has on the line of a request, before its path. */
function hostOnLine(text: string, at: number): string | undefined {
  const line = text.slice(text.lastIndexOf('\n', at) + 1, at).slice(-300)
  return [...line.matchAll(/(?<![\w@.%/-])((?:[\w-]{1,63}\.){1,6}[a-z]{2,20})(?=[\s:"',]|$)/gi)]
    .at(-1)?.[1]
    ?.toLowerCase()
}

/** Whether two hosts are below one registered domain, one of them a name in front of the other. */
function sameSite(one: string, other: string): boolean {
  return one.endsWith(`.${other}`) || other.endsWith(`.${one}`)
}

/** A PHP callback that reads the session without starting it, as the text says. */
function sessionNotStarted({ text, words }: Trace): Said | undefined {
  const said =
    /\b(?:no|not|without|missing|lacks?|forgot|sem|falta\w*|nao (?:tem|chama)|sin)\b[^\n]{0,30}\bsession_start\b(?:\(\))?/.exec(
      words(),
    )?.[0]
  return said === undefined || !/\$_SESSION\b/.test(text)
    ? undefined
    : {
        of: 'sign-in-cookie-lost',
        title: 'The callback does not start the session',
        cause: `Your callback reads $_SESSION, but according to the text it does not call session_start() (${quoted(said, 80)}). The session is empty there, so the stored state is not found.`,
        fix: 'Call session_start() at the beginning of every page that reads or writes $_SESSION.',
        telling: 'session_start',
      }
}

/** A sign-in that one process began and another is to finish. */
function otherProcess({ text, words }: Trace): Said | undefined {
  const told = words()
  if (!new RegExp(`${kept}[^\\n]{0,60}${gone}|${gone}[^\\n]{0,40}${kept}`).test(told)) return undefined
  const named = text
    .split(/\n|[,;] /)
    .slice(0, 500)
    .flatMap((line) => {
      const process = processName.exec(line)?.[0]
      return process === undefined ? [] : [{ process, line }]
    })
  const began = named.find(
    ({ line }) =>
      /login|authori[sz]e|sign-?in|start|stor|sav|grav|guard|set|cri(?:ou|ad)|inici|redirect/i.test(line) &&
      !/callback|\/cb\b|[?&]code=/i.test(line),
  )
  const ended = named.find(
    ({ line, process }) =>
      began !== undefined &&
      process !== began.process &&
      /callback|\/cb\b|code=|return|retorn|volta|mismatch|unknown|not found|inval/i.test(line),
  )
  if (began === undefined || ended === undefined) return undefined
  return {
    of: 'application-state-mismatch',
    title: 'Another instance of your app received the callback',
    cause: `${quoted(began.process)} started the sign-in, but ${quoted(ended.process)} received the redirect. The state and nonce are stored in the first instance’s memory, so the second does not find them.`,
    fix: 'Store the sign-in state where all instances can read it (Redis, a database or a signed cookie), or enable sticky sessions in the load balancer.',
    who: 'operator',
    telling: ended.process,
  }
}

/** A process that was restarted between the start of a sign-in and its end, and kept what it stored in its memory. */
function restartedBetween({ text, words }: Trace): Said | undefined {
  if (!new RegExp(`${kept}[^\\n]{0,60}${gone}|${gone}[^\\n]{0,40}${kept}`).test(words())) return undefined
  const lines = text.split('\n').slice(0, 1_000)
  const began = lines.findIndex(
    (line) => /\/oauth2\/authorize|\/login\b|sign-?in|state[= ]/i.test(line) && !callbackLine.test(line),
  )
  const ended = lines.findLastIndex((line) => callbackLine.test(line))
  const restart = lines.findIndex((line, at) => at > began && at < ended && restarted.test(line))
  if (began < 0 || restart < 0) return undefined
  return {
    of: 'application-state-mismatch',
    title: 'Your app was restarted during the sign-in',
    cause: `Between the start of the sign-in and the redirect, the text shows ${quoted(lines[restart]?.trim(), 120)}. The state and nonce were stored in the process’s memory and were lost.`,
    fix: 'Start the sign-in again. Store sessions outside the process (Redis, a database or a signed cookie), so that they survive a deployment.',
    who: 'operator',
    telling: lines[restart]?.trim().slice(0, 60),
  }
}

const callbackLine = /callback|\/cb\b|[?&]code=/i
const restarted =
  /\b(?:SIGTERM|SIGKILL|OOMKilled|restart(?:ed|ing)|reinici\w+|redeploy\w*|rolling update|deploy(?:ing|ed|ment)? (?:build|version|started|finished)|(?:server|app|process|worker)\b[^\n]{0,20}\b(?:started|listening|booted|iniciad\w+)|Started \w+Application)\b/

/** What an application stores of a sign-in, and words for its absence. */
const kept = String.raw`\b(?:state|nonce|session|sessao|sesion|pkce|verifier|transaction)\b`
const gone =
  '(?:mismatch|unknown|not found|inval|missing|desconhec|nao encontr|no encontr|expired|null|undefined|keyerror|empty|vazi|nenhum|lost|perdid)'

/** A state or nonce that is not the one of this sign-in: two sign-ins ran beside each other, or an old one came back. */
function otherSignIn({ messages, words }: Trace): Said | undefined {
  const asked = messages.findLast(({ kind }) => kind === 'authorization-request')
  const came = messages.findLast(({ kind }) => kind === 'callback')
  const [sent, back] = [asked && valueIn(asked, 'state'), came && valueIn(came, 'state')]
  if (sent === undefined || back === undefined || sent === back || /[*…]|\.{3}/.test(sent + back)) return undefined
  if (
    !/state/.test(words()) ||
    !/mismatch|inval|differ|not equal|csrf|nao confere|unexpected|no coincide/.test(words())
  )
    return undefined
  const spelled = decoded(sent) === decoded(back) || sent.replace(/[ +]/g, '') === back.replace(/[ +]/g, '')
  return {
    of: 'application-state-mismatch',
    title: spelled ? 'The state was encoded twice or decoded' : 'The state is from another sign-in',
    cause: spelled
      ? `The request sends the state ${quoted(sent)}, but the redirect contains ${quoted(back)}: the same value, encoded once more or with “+” read as a space.`
      : `The last request sends the state ${quoted(sent)}, but the redirect contains ${quoted(back)}. Probably two sign-ins ran at the same time (two tabs or a double click), and the later one replaced the stored state.`,
    fix: spelled
      ? 'Use only letters and digits in state, or decode it once before you compare it.'
      : 'Start the sign-in again in one tab. Store each sign-in’s state under its own key.',
    telling: back,
  }
}

/** An ID token for one client, checked by an application that is set to another. */
function otherClientExpected({ text, places = [] }: Trace): Said | undefined {
  const [, received, demanded] =
    /\baudiences?['"]?: ?'([^'\n]{3,80})'[^\n]{0,80}\bValidAudiences?: ?'([^'\n]{3,80})'/i.exec(text) ?? []
  const isClient = (one: string) => places.some(({ clientIds }) => clientIds?.includes(one))
  if (received && demanded && isClient(received) && isClient(demanded)) return idTokenOf(received, demanded)
  if (
    !/id_?token/i.test(text) ||
    !/aud(?:ience)?\b[^\n]{0,60}(?:inval|mismatch|unexpected|not match|does not|expected)/i.test(text)
  )
    return undefined
  const expected =
    /(?:expected|esperad[oa])[^\n:=]{0,20}[:=]?\s{0,2}["'`]?([A-Za-z][\w-]{3,60})["'`]?(?![\w.:/])/i.exec(text)?.[1]
  const came = /\baud["']?\s{0,3}[:=]\s{0,3}\[?\s{0,2}["']([A-Za-z][\w-]{3,60})["']/.exec(text)?.[1]
  return expected === undefined || came === undefined || expected === came ? undefined : idTokenOf(came, expected)
}

function idTokenOf(came: string, expected: string): Said {
  return {
    of: 'id-token-audience',
    title: `The ID token is for a different client`,
    cause: `The ID token’s audience is ${quoted(came)}, the client of the sign-in, but your app expects ${quoted(expected)}.`,
    fix: `Set the expected audience to ${quoted(came)}, or sign in with the client ${quoted(expected)}. Use one setting for both.`,
    telling: came,
  }
}

/** An application that asks for a nonce in the ID token, and sends none. */
function nonceNotSent({ messages, words }: Trace): Said | undefined {
  if (
    !/nonce[^\n]{0,40}(?:missing|not (?:found|present)|required|undefined|null|ausente|falta)|(?:missing|no) nonce/.test(
      words(),
    )
  )
    return undefined
  const asked = messages.findLast(({ kind, whole }) => kind === 'authorization-request' && whole)
  if (asked === undefined || asked.parameters.has('nonce')) return undefined
  return {
    of: 'application-nonce-mismatch',
    title: 'Your app checks a nonce it never sent',
    cause:
      'The authorization request contains no nonce, so the ID token contains none either, but your app requires one.',
    fix: 'Send a random nonce with the authorization request and store it with the state, or turn off the library’s nonce check.',
    telling: 'nonce',
  }
}

/** An ID token with the nonce that was sent, which the application compares with another one of its own. */
function nonceMadeAnew({ messages, text, words }: Trace): Said | undefined {
  if (
    !/\bnonce\b[^\n]{0,60}(?:mismatch|inval|differ|expected|replay|does not|not match|wrong|nao (?:confere|bate)|no coincide)|(?:invalid|wrong|unexpected|mismatch)[^\n]{0,30}\bnonce\b/.test(
      words(),
    )
  )
    return undefined
  const asked = new Set(
    messages.flatMap((one) => (one.kind === 'authorization-request' ? [valueIn(one, 'nonce')] : [])),
  )
  const came = findTokens(text)
    .map(({ token }) => (token.form === 'jws' ? token.payload.value?.nonce : undefined))
    .find((one) => typeof one === 'string' && asked.has(one))
  if (typeof came !== 'string') return undefined
  const other = [...text.matchAll(/\bnonce\b[^\n]{0,24}?[\s:="'`]((?=[\w-]{0,80}\d)[\w-]{4,80})/gi)]
    .slice(0, 60)
    .map(([, one = '']) => one)
    .find((one) => !asked.has(one))
  return {
    of: 'application-nonce-mismatch',
    title: 'Your app compares the nonce with a newer one',
    cause: `The ID token contains the nonce that the authorization request sent, ${quoted(came)}, so the token is right. Your app compares it with ${other === undefined ? 'another value' : quoted(other)}: it creates a new nonce when it starts or renders again after the redirect.`,
    fix: 'Create the nonce once, when the sign-in starts, and store it in the session or sessionStorage. Read that value in the callback.',
    telling: other ?? came,
  }
}

/** A redirect that has what was sent, of which the application complains all the same. */
function soundRedirect({ messages, words }: Trace): Said | undefined {
  const came = messages.findLast(({ kind, parameters }) => kind === 'callback' && parameters.has('code'))
  if (came === undefined || messages.some(({ kind }) => kind === 'token-request')) return undefined
  const told = words()
  const issuer = valueIn(came, 'iss')
  const asked = messages.findLast(({ kind }) => kind === 'authorization-request')
  const [sent, back] = [asked && valueIn(asked, 'state'), valueIn(came, 'state')]
  const cookie =
    'its cookie was not stored or sent (SameSite, Secure, Domain or a different host), or another process received the redirect'
  if (back !== undefined && sent === back && stateComplaint.test(told))
    return {
      of: 'application-state-mismatch',
      title: 'Your app lost the sign-in session',
      cause: `The request and the redirect contain the same state, ${quoted(sent)}, so your app probably did not find its stored value: ${cookie}.`,
      fix: 'Check in the browser that the first response sets the session cookie and that the callback request sends it. Set SameSite=Lax, and use one host.',
      telling: back,
    }
  const host = /^https?:\/\/([^/:?#]+)/.exec(issuer ?? '')?.[1]
  if (
    issuer === undefined ||
    !issuerComplaint.test(told) ||
    (asked !== undefined && asked.host !== '' && asked.host !== host)
  )
    return undefined
  return {
    of: 'issuer-mismatch-in-redirect',
    title: 'Your app expects a different issuer',
    cause: `The redirect contains iss ${quoted(issuer)}, but your app is configured with a different issuer. Common differences are a trailing slash, a path, http, or another environment.`,
    fix: `Set your app’s issuer to exactly ${quoted(issuer)}.`,
    telling: 'iss',
  }
}

const stateComplaint =
  /\bstate\b[^\n]{0,80}(?:mismatch|not equal|inval|differ|missing|not found|unknown|csrf|nao confere|no coincide)|(?:mismatch|csrf|invalid|unknown|missing)[^\n]{0,40}\bstate\b|mismatching_?state/
const issuerComplaint =
  /(?:unexpected|invalid|unknown|mismatch|wrong|inesperad\w*|different|untrusted)[^\n]{0,40}\biss(?:uer)?\b|\biss(?:uer)?\b[^\n]{0,60}(?:mismatch|inval|unexpected|differ|not match|inesperad|unknown|not trusted)/

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
