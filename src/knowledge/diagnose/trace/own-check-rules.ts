import { documented, inferred, standard } from '../../protocol/basis.ts'
import { isLocalHost, isTestHost } from '../../text/hosts.ts'
import { quoted } from '../../text/quote.ts'
import { losesCookie } from '../mechanics/failing.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'
import { type Trace, valueIn } from './message.ts'
import { difference } from './redirect-uris-in-text.ts'
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
  { own: true, basis: inferred('the two processes in the text'), find: otherProcess },
  { own: true, basis: inferred('the restart in the text'), find: restartedBetween },
  { own: true, basis: standard('OpenID Connect Core §3.1.3.7', 'the two clients'), find: otherClientExpected },
  { own: true, basis: standard('OpenID Connect Core §3.1.2.1', 'the request in the text'), find: nonceNotSent },
  { own: true, basis: inferred('the two values in the text'), find: otherSignIn },
  { own: true, basis: standard('OpenID Connect Core §3.1.3.7', 'the two values in the text'), find: otherNonce },
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
    !/\biss(?:uer)?\b|emissor|emisor/.test(words()) ||
    !/mismatch|unexpected|inesperad|expected|esperad|mix-?up|invalid|differ|difer|does not match|not equal|validate|!==?|nao confere|no coincide/.test(
      words(),
    )
  )
    return undefined
  const urls = [
    ...new Set(
      [...text.matchAll(/(?<![\w%])https?:\/\/[\w.-]{4,200}(?::\d{1,5})?(?:\/[\w./-]{0,80})?/g)]
        .slice(0, 100)
        .map(([one]) => one.replace(/[.,]$/, '')),
    ),
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
    if (!/iss|emis|expect|esperad|config|authority/i.test(near)) continue
    return {
      of: 'issuer-mismatch-in-redirect',
      title:
        /\/$/.test(one) !== /\/$/.test(other)
          ? 'The two issuers differ in a trailing slash'
          : 'The two issuers differ in their spelling alone',
      cause: `The application compares ${quoted(one)} with ${quoted(other)}: ${difference(one, other)}. Issuers are compared character by character, so its own check fails. It is the same service; this is no mix-up attack, and nothing is wrong with the redirect.`,
      fix: 'Set the issuer in the application to exactly the value of iss that the service sends.',
      telling: one.length > other.length ? one : other,
    }
  }
  return undefined
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
    title: `The sign-in ran in ${from}, and the application expects ${set}`,
    cause: `What came names the issuer ${quoted(came)}, and the application expects ${quoted(expected)}: two environments are mixed in its settings. This is not an attack.`,
    fix: `Use one environment for everything: the authorization URL, issuer, token endpoint and client of ${set}, or all of ${from}.`,
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
    cause: `The text shows that the token response was not fetched but taken from a cache: ${quoted(line.trim(), 160)}. So the tokens are those of an earlier sign-in, whose nonce and times do not fit this one. The identity service did not mix anything up.`,
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
    cause: `${cause} So the application finds no state or nonce to compare with. The redirect of the identity service is in order.`,
    fix,
    telling,
  })
  if (strict !== undefined)
    return said(
      'SameSite=Strict keeps the session cookie from the callback',
      `The cookie of the sign-in is set with ${quoted(strict)}. The redirect back comes from another site, the identity service’s, and a browser does not send such a cookie with it.`,
      'Set SameSite=Lax (with Secure) for the cookie that has state and nonce.',
      strict,
    )
  const frame = /\biframe\b|\bframe-ancestors\b|dentro de um frame|embedded (?:in|view)/i.exec(text)?.[0]
  if (frame !== undefined && !/samesite=none/i.test(text))
    return said(
      'The sign-in runs in a frame of another site, without its cookie',
      `The text has ${quoted(frame)}: the application is shown inside a page of another site. A browser does not send its session cookie there unless the cookie has SameSite=None; Secure, and many browsers block such cookies altogether.`,
      'Open the sign-in in a window of its own (the top level), not in the frame. SameSite=None; Secure; Partitioned helps in some browsers only.',
      frame,
    )
  if (cookie !== undefined && /;\s?secure\b/i.test(cookie) && /^http:\/\/(?!localhost)/i.test(target))
    return said(
      'A Secure cookie is not sent to an http callback',
      `The cookie has the attribute Secure, and the callback is ${quoted(target)}, an http address.`,
      'Serve the application by https, and register the https redirect URI.',
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
      'The cookie is for another host than the callback',
      `The cookie has the domain ${quoted(domain)}, and the callback is at ${quoted(host)}.`,
      'Set the cookie for the host of the redirect URI, or leave Domain out.',
      domain,
    )
  const [, path] = /;\s?path=(\/[\w/.-]{1,100})/i.exec(cookie ?? '') ?? []
  const at = /^https?:\/\/[^/]+(\/[^?#]*)/i.exec(target)?.[1]
  if (path !== undefined && at !== undefined && !at.startsWith(path))
    return said(
      'The cookie is for another path than the callback',
      `The cookie has the path ${quoted(path)}, and the callback is ${quoted(at)}.`,
      'Set the cookie with Path=/.',
      path,
    )
  const maxAge = /;\s?max-age=(\d{1,4})\b/i.exec(cookie ?? '')?.[1]
  if (maxAge !== undefined && Number(maxAge) < 120)
    return said(
      'The cookie of the sign-in expires too soon',
      `The cookie lives ${maxAge} seconds, and a person needs longer to sign in.`,
      'Give the cookie ten minutes or more.',
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
    /^https?:\/\/([^/:?#]+)/i.exec((asked && valueIn(asked, 'redirect_uri')) ?? '')?.[1]?.toLowerCase() ?? came?.host
  if (back === undefined || back === '' || /;\s?domain=/i.test(text)) return undefined
  const services = new Set(messages.flatMap(({ kind, host }) => (kind === 'callback' ? [] : [host])))
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
        title: `The sign-in begins at ${quoted(began)} and comes back to ${quoted(back)}`,
        cause: `The application sets its session cookie at ${quoted(began)}, and the redirect goes to ${quoted(back)}. To a browser these are two hosts: a cookie without Domain is sent to the host alone that set it. So the callback finds no session and no state. The state that came back is right.`,
        fix: `Use one host throughout: redirect ${quoted(began)} to ${quoted(back)} before the sign-in begins, or set the cookie with the domain that both share.`,
        telling: began,
      }
}

/** Whether two hosts are below one registered domain, one of them a name in front of the other. */
function sameSite(one: string, other: string): boolean {
  return one.endsWith(`.${other}`) || other.endsWith(`.${one}`)
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
    cause: `The sign-in was begun by ${quoted(began.process)}, and the redirect came to ${quoted(ended.process)}. What was stored about it (state, nonce, session) is in the memory of the first, so the second does not know it. The state that came back is right.`,
    fix: 'Keep the state of sign-ins where all instances find it (Redis, a database, a signed cookie), or have the load balancer keep a browser at one instance.',
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
    cause: `Between the start of the sign-in and its redirect the text shows ${quoted(lines[restart]?.trim(), 120)}. What the process had stored of the sign-in (state, nonce, session) was in its memory and is lost. The state that came back is right.`,
    fix: 'Start the sign-in again. Keep sessions where they outlive a process (Redis, a database, a signed cookie), so that a deployment ends no sign-in.',
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

const processName =
  /\b(?:pod|instance|inst[aâ]ncia|replica|r[eé]plica|worker|node|nó|container|task|dyno|pid|host)[\s:=#/-]{1,3}(?:pid[\s:=#]{1,2})?["']?([\w.-]{1,60})|\b((?:[a-z]\w{1,20}-){1,4}[a-f0-9]{4,10}-[a-z0-9]{4,6})\b|\b(?:web|app|bff|api|srv|node)[-.]?(\d{1,3})\b/i

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
    title: spelled ? 'The state is the same, encoded differently' : 'The state that came back is of another sign-in',
    cause: spelled
      ? `The request sends the state ${quoted(sent)}, and ${quoted(back)} comes back: the same value, encoded once more or with “+” read as a space.`
      : `The last request sends the state ${quoted(sent)}, and the redirect brings ${quoted(back)}. Two sign-ins ran beside each other (two tabs, a double click, an old address opened again), and the later one replaced what was stored.`,
    fix: spelled
      ? 'Use a state of letters and digits alone, or decode it once before comparing.'
      : 'Store the state of each sign-in under its own name, and start this sign-in again in one tab.',
    telling: back,
  }
}

/** An ID token for one client, checked by an application that is set to another. */
function otherClientExpected({ text }: Trace): Said | undefined {
  if (
    !/id_?token/i.test(text) ||
    !/aud(?:ience)?\b[^\n]{0,60}(?:inval|mismatch|unexpected|not match|does not|expected)/i.test(text)
  )
    return undefined
  const expected =
    /(?:expected|esperad[oa])[^\n:=]{0,20}[:=]?\s{0,2}["'`]?([A-Za-z][\w-]{3,60})["'`]?(?![\w.:/])/i.exec(text)?.[1]
  const came = /\baud["']?\s{0,3}[:=]\s{0,3}\[?\s{0,2}["']([A-Za-z][\w-]{3,60})["']/.exec(text)?.[1]
  if (expected === undefined || came === undefined || expected === came) return undefined
  return {
    of: 'id-token-audience',
    title: `The ID token is for ${quoted(came)}, and the program expects ${quoted(expected)}`,
    cause: `The audience of an ID token is the client that signed the user in: ${quoted(came)}. The check of the program is set to ${quoted(expected)}, another client. The identity service did what was asked.`,
    fix: `Set the audience of the check to ${quoted(came)}, or sign in with the client ${quoted(expected)}: use one setting for both.`,
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
    title: 'The application checks a nonce that it does not send',
    cause:
      'The authorization request has no nonce, and an ID token has only the nonce that was requested. The check of the application asks for one all the same.',
    fix: 'Send a random nonce with the authorization request and store it with the state, or turn off the check of the library where you do not send one.',
    telling: 'nonce',
  }
}

/** A nonce that came and one that was expected, each of which the text shows stored for a sign-in of its own. */
function otherNonce({ text, words }: Trace): Said | undefined {
  if (!/nonce/.test(words())) return undefined
  const stored = new Set(
    [...text.matchAll(/\bnonce["']?(?:\s{0,2}[=:]\s{0,2}|\s)["']?([\w-]{2,80})/gi)].slice(0, 50).map(([, one]) => one),
  )
  const value = String.raw`["'\s:=(]{1,24}([\w-]{2,80})`
  const named = (labels: string) => new RegExp(`(?:${labels})(?: nonce)?${value}`, 'i').exec(text)?.[1]
  // A line that compares two values names the one that was received first.
  const [, first, second] = heldAgainst.exec(text) ?? []
  const expected = named(String.raw`expect\w*|esperad\w*`) ?? second
  const came =
    named(
      String.raw`id_?token(?:'s)? nonce|nonce (?:in|of|do|del) (?:the )?id_?token|received|recebid\w*|recibid\w*|got|actual`,
    ) ?? first
  if (expected === undefined || came === undefined || expected === came) return undefined
  if (!stored.has(came) || (!stored.has(expected) && expected !== second)) return undefined
  return {
    of: 'application-nonce-mismatch',
    title: 'The nonce is that of another sign-in',
    cause: `The ID token has the nonce ${quoted(came)}, which the text shows stored too, and the application expects ${quoted(expected)}. Two sign-ins ran beside each other (two tabs share localStorage and the session), and the later one replaced what was stored for the first. It is no replay.`,
    fix: 'Store the nonce of each sign-in under its own state or in sessionStorage, and look it up by the state that comes back.',
    telling: came,
  }
}

const heldAgainst =
  /\bnonce\b[^\n]{0,40}?["'`=: ]([\w-]{4,80})["'`]?\s{0,3}(?:!==?|<>|≠|does not match|differs from|vs\.?|is not|nao e|no es)\s{0,3}[^\n"'`]{0,30}["'`]?([\w-]{4,80})/i

/** A redirect that has what was sent, of which the application complains all the same. */
function soundRedirect({ messages, words }: Trace): Said | undefined {
  const came = messages.findLast(({ kind, parameters }) => kind === 'callback' && parameters.has('code'))
  if (came === undefined || messages.some(({ kind }) => kind === 'token-request')) return undefined
  const told = words()
  const issuer = valueIn(came, 'iss')
  const asked = messages.findLast(({ kind }) => kind === 'authorization-request')
  const [sent, back] = [asked && valueIn(asked, 'state'), valueIn(came, 'state')]
  const cookie =
    'its cookie was not kept or not sent (SameSite, Secure, domain, another host name), or another process received the redirect'
  if (back !== undefined && sent === back && stateComplaint.test(told))
    return {
      of: 'application-state-mismatch',
      title: 'Your app lost the session of the sign-in',
      cause: `The request sends the state ${quoted(sent)}, and the redirect brings the same. So the application compared it with something else: it did not find what it had stored, because ${cookie}.`,
      fix: 'Look in the browser whether the response that starts the sign-in sets the session cookie, and whether the request to the callback sends it. Set SameSite=Lax and use one host name throughout.',
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
    cause: `The redirect contains iss ${quoted(issuer)}, the service where the sign-in ran, and your app is configured with another issuer: often the same URL with a trailing slash, a path or http, or that of the other environment. It is no mix-up attack.`,
    fix: `Set the issuer in the application to exactly ${quoted(issuer)}.`,
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
