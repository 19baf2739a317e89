import { inferred, standard } from '../../protocol/basis.ts'
import { parseForm } from '../../text/address.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from '../trace/circumstance-rules.ts'
import type { Trace } from '../trace/message.ts'
import type { Said } from '../trace/rule.ts'
import { losesCookie, speaksOfFailure } from './failing.ts'

/** Values of a sign-in that one message has and another, or a line of the configuration, contradicts. */
export const signInValueRules: readonly CircumstanceRule[] = [
  { basis: standard('RFC 6749 §4.1.3'), find: responseInRedirectUri },
  { basis: standard('RFC 6749 §6'), find: fieldsOfTheCodeInRenewal },
  { basis: standard('RFC 6749 §4.1.2: a code is used once'), find: codeOfBefore },
  { basis: standard('RFC 6265 §5.1.3: a cookie belongs to one host'), find: startedOnOtherHost },
  { basis: inferred('the port in the redirect URI and in the configuration'), find: innerPort },
  { basis: inferred('the switch and the credentials in the text'), find: switchAgainstCredentials },
  { basis: inferred('the values of the one environment and of the other'), find: secureCookieOverHttp },
]

const responseParameter = /[?&](code|state|iss|session_state)=/

/** A redirect URI that was built from the address of the callback, parameters of the response included. */
function responseInRedirectUri({ text }: Trace): Said | undefined {
  let left = 60
  for (const [, value = ''] of text.matchAll(
    /\bredirect_ur[il]["']?\s{0,3}(?:=>|[:=])\s{0,3}["']?(https?(?::|%3A)[^\s"'<>&]{6,1500}(?:\?[^\s"'<>]{1,800})?)/gi,
  )) {
    if (left-- === 0) break
    const uri = decoded(value)
    const [, name] = responseParameter.exec(uri) ?? []
    // What follows an address as it was pasted belongs to the request around it.
    if (name === undefined || !/%3F|%3f/.test(value) || !/redirect_ur[il]|invalid_grant|40[01]|mismatch/i.test(text))
      continue
    const bare = uri.replace(/\?.*$/s, '')
    return {
      of: 'redirect-uri-differs',
      title: `The redirect URI contains the ${name} parameter`,
      cause: `The token request sends ${quoted(uri, 160)}, but the authorization request sent ${quoted(bare)}. The library probably builds the URI from the callback URL and does not remove the query.`,
      fix: `Send ${quoted(bare)} as the redirect URI: configure it instead of reading it from the current URL, or update the library.`,
      telling: value.slice(0, 160),
    }
  }
  return undefined
}

const ofTheCode = ['redirect_uri', 'code', 'code_verifier', 'response_type', 'state']

/** A renewal that carries what only the exchange of a code has, at a server that counts the parameters. */
function fieldsOfTheCodeInRenewal({ text, words }: Trace): Said | undefined {
  const form = [
    ...text.matchAll(
      /\bgrant_type=refresh_token\b[^\s"'<>]{0,3000}|(?<![\w%.~=&*-])[\w%.~=&*-]{0,2000}&grant_type=refresh_token\b[^\s"'<>]{0,2000}/g,
    ),
  ][0]?.[0]
  if (
    form === undefined ||
    !/bad_request|invalid_request|number of parameters|unexpected parameter|unknown parameter|not allowed|40[0-3]/.test(
      words(),
    )
  )
    return undefined
  const extra = parseForm(form)
    .map(([name]) => name)
    .filter((name) => ofTheCode.includes(name))
  const [name] = extra
  // A renewal without the client’s credentials fails for that.
  const vouched = /client_(?:secret|assertion)=/.test(form) || /authorization["']?\s?[:=]\s?["']?basic/i.test(text)
  if (name === undefined || !vouched) return undefined
  const counted =
    /number of param|unexpected param|unknown param|unrecogni[sz]ed|not expected|too many param|parametros/.test(
      words(),
    )
  return {
    of: 'token-request-incomplete',
    title: `The refresh request contains ${quoted(name)}`,
    cause: `The refresh request also contains ${quoted(name)}, which is only for the code exchange. It should contain only grant_type, refresh_token, scope and the client’s credentials${counted ? '; this server rejects any other number of parameters' : '; some servers reject additional ones'}.`,
    fix: `Remove ${quoted(name)} from the request with grant_type=refresh_token, or update the library that adds it.`,
    certainty: counted ? 'likely' : 'possible',
    telling: name,
  }
}

const again =
  /\b(?:same|mesm[oa]|mism[oa]|meme|old|yesterday's|stored|saved|salvo|antigo|viejo)\s(?:authorization |auth |oauth )?(?:code|codigo)\b|\b(?:again|de novo|novamente|otra vez|de nuevo|encore)\b[^.\n]{0,60}\b(?:code|codigo)\b|\b(?:code|codigo)\b[^.\n]{0,50}\b(?:again|de novo|novamente|otra vez|de nuevo|second time|segunda vez|twice|duas vezes|dos veces)\b/

/** A code of an earlier sign-in, by what the person says. */
function codeOfBefore({ words }: Trace): Said | undefined {
  const told = words()
  if (
    !/invalid_grant|already (?:been )?used|code (?:is )?(?:invalid|expired)|may be expired|bad_verification_code/.test(
      told,
    )
  )
    return undefined
  const said = again.exec(told)?.[0]
  if (said === undefined || /new code (?:each|every)|fresh code|not the same/.test(told)) return undefined
  return {
    of: 'code-already-used',
    title: 'A used code was sent again',
    cause: `According to the text (${quoted(said)}), the code is reused. A code works only once and for a few minutes, and it was used when the sign-in worked.`,
    fix: 'Store the refresh_token of that exchange, and renew with grant_type=refresh_token when the access token expires. If none was stored, have the user sign in again for a new code.',
    telling: said,
  }
}

/** A sign-in that starts on one host of an app and returns to another, where its cookie is not sent. */
function startedOnOtherHost({ text, words }: Trace): Said | undefined {
  if (!losesCookie(words()) && !/invalid ['"“]?state|state['"”]? (?:parameter|param)/.test(words())) return undefined
  const back = /\bredirect_?ur[il]["']?\s{0,3}(?:=>|[:=])\s{0,3}["']?https?(?::\/\/|%3A%2F%2F)([\w.-]{4,100})/i
    .exec(text)?.[1]
    ?.toLowerCase()
  if (back === undefined) return undefined
  const starts = [
    ...text.matchAll(
      /\bGET\s{1,3}(?:https?:\/\/([\w.-]{4,100}))?\/[^\s?]{0,100}(?:login|signin|sign-in|auth|sso|omniauth|connect)[^\s]{0,100}[^\n]{0,40}?(?:\bhost[=:]\s?["']?([\w.-]{4,100}))?/gi,
    ),
  ].slice(0, 40)
  for (const [line, inUrl, inHost] of starts) {
    const host = (inUrl ?? inHost)?.toLowerCase()
    if (host === undefined || host === back || /callback|[?&]code=|client_id=/.test(line)) continue
    return {
      of: 'sign-in-cookie-lost',
      title: 'Sign-in starts and ends on different hosts',
      cause: `The user starts on ${quoted(host)}, but the redirect URI is on ${quoted(back)}. The state cookie is set for ${quoted(host)} and not sent to ${quoted(back)}, so your app finds no state.`,
      fix: `Register a redirect URI on ${quoted(host)} and send it for sign-ins that start there, or redirect users to ${quoted(back)} before the sign-in.`,
      who: 'operator',
      telling: host,
    }
  }
  return undefined
}

/** A port of the inside that came into the redirect URI. */
function innerPort({ text, words }: Trace): Said | undefined {
  if (!/redirect|callback|8\d{3}|port/.test(words()) || !speaksOfFailure(words())) return undefined
  const uri = /(https:\/\/([\w-]{1,60}(?:\.[\w-]{1,60}){1,5}):(\d{2,5}))(?:\/|%2F)/i.exec(decodedForms(text))
  const [, sent, host, port] = uri ?? []
  if (sent === undefined || host === undefined || port === undefined || /^(?:443|8443|9443)$/.test(port))
    return undefined
  const inner = new RegExp(
    `(?:proxy_pass\\s{1,8}https?://[\\w.-]{2,80}|\\blisten\\s{1,8}|ProxyPass[^\\n]{0,80}|server [\\w.-]{2,80}|ports?["']?: ?\\[?["']?\\d{0,5}|--(?:http-)?port[= ]|EXPOSE |upstream[^\\n]{0,80}):?${port}\\b|(?:nginx|proxy|haproxy|traefik|apache)[^\\n]{0,20}443[^\\n]{0,30}\\b${port}\\b`,
    'i',
  ).exec(text)?.[0]
  if (inner === undefined || /x-forwarded-port/i.test(text)) return undefined
  return {
    of: 'redirect-uri-not-registered',
    title: `The redirect URI contains the internal port ${port}`,
    cause: `The redirect URI begins with ${quoted(sent)}. Your app listens on port ${port} behind the proxy (${quoted(inner.trim(), 100)}), but users reach it without that port.`,
    fix: 'Make the proxy send X-Forwarded-Port 443 and your app use it, or set your app’s public or redirect URL without the port.',
    who: 'operator',
    telling: sent,
  }
}

const testSwitch =
  /["']?\b(sandbox|homologac?[aã]?o?|test_?mode|is_?test|staging|debug_env|use_?sandbox)["']?\s{0,3}(?:=>|[:=])\s{0,3}["']?(true|false|1|0|yes|no|sim|n[aã]o)\b/i
const liveValue =
  /\b[\w./-]{0,60}produ[cç][aã]?[oã]\w{0,2}[\w./-]{0,60}\.(?:p12|pem|pfx|crt|key)\b|#[^\n]{0,20}\bprodu[cç][aã]o\b|\b(?:sk_live|pk_live|rk_live|rzp_live|APP_USR-|live_)[\w-]{2,12}/i
const testValue =
  /\b[\w./-]{0,60}(?:homolog\w*|sandbox|teste?)[\w./-]{0,60}\.(?:p12|pem|pfx|crt|key)\b|#[^\n]{0,20}\b(?:homologa[cç][aã]o|sandbox)\b|\b(?:sk_test|pk_test|rzp_test|TEST-)[\w-]{2,12}/i

/** A switch for the test environment beside credentials of the other one. */
function switchAgainstCredentials({ text, words }: Trace): Said | undefined {
  const [line, name, value] = testSwitch.exec(text) ?? []
  if (line === undefined || name === undefined || value === undefined) return undefined
  if (
    !/40[0-4]|unauthor|forbidden|invalid|denied|not (?:valid|found)|could not authenticate|nao autoriz|credenciais/.test(
      words(),
    )
  )
    return undefined
  const on = /^(?:true|1|yes|sim)$/i.test(value)
  const [own, other] = on ? [testValue, liveValue] : [liveValue, testValue]
  const credential = other.exec(text)?.[0]
  if (credential === undefined || own.test(text.replace(line, ' '))) return undefined
  const [called, of] = on ? ['the test environment', 'production'] : ['production', 'the test environment']
  const what = /\.\w{3}$/.test(credential.trim()) ? 'certificate' : 'credentials'
  return {
    of: 'credential-of-other-environment',
    title: `${on ? 'Production' : 'Test'} ${what} sent to ${called}`,
    cause: `${quoted(line.trim())} sends the requests to ${called}, but ${quoted(credential.trim(), 80)} appears to belong to ${of}. Each environment accepts only its own credentials and certificates.`,
    fix: `Use ${called === 'production' ? 'production' : 'test'} ${what === 'certificate' ? 'certificates' : what}, or set ${quoted(name)} to ${on ? 'false' : 'true'} and use only credentials of ${of === 'production' ? 'production' : 'the test environment'}.`,
    telling: line.trim(),
  }
}

/** A cookie for https alone, on a site that is opened by http. */
function secureCookieOverHttp({ text, words }: Trace): Said | undefined {
  if (!losesCookie(words()) && !/cookie not present|csrf cookie/.test(words())) return undefined
  const site =
    /(?:redirect[-_]?ur[il]|http[-_]address|base[-_]?url|public[-_]?url|origin|browser on|open(?:ed)?|at|on)["']?\s{0,3}[:=]?\s{0,3}["']?(http:\/\/[\w.-]{3,80}(?::\d{2,5})?)/i.exec(
      text,
    )?.[1]
  if (site === undefined || /https:\/\/(?!github|accounts|login)[\w.-]{3,80}\/(?:oauth2\/)?callback/i.test(text))
    return undefined
  const attribute =
    /set-cookie[^\n]{3,400};\s?secure\b|__(?:Secure|Host)-[\w.-]{2,40}|\bcookie[_-]?secure["']?\s{0,3}[:=]\s{0,3}["']?true|\bsecure["']?\s{0,3}:\s{0,3}true/i.exec(
      text,
    )?.[0]
  const proxyDefault = /oauth2[-_]?proxy|oauthproxy\.go/i.test(text) && !/cookie[_-]?secure/i.test(text)
  if (attribute === undefined && !proxyDefault) return undefined
  return {
    of: 'sign-in-cookie-lost',
    title: 'A Secure cookie is set on an http site',
    cause: `The site is opened as ${quoted(site)}. ${attribute === undefined ? 'By default, oauth2-proxy sets Secure cookies' : `The cookie is only for https (${quoted(attribute, 100)})`}, which browsers do not store or send over http, so the CSRF cookie is missing at the callback.`,
    fix: `Serve the site over https. For a local test, ${proxyDefault ? 'set --cookie-secure=false' : 'omit Secure'}.`,
    who: 'operator',
    telling: site,
  }
}

/** The redirect URIs that a text sends are judged decoded. */
function decodedForms(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2}){1,60}/gi, (run) => decoded(run))
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
