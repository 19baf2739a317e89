import { inferred } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'
import type { Trace } from './message.ts'
import type { Said } from './rule.ts'

/** A proxy that is set in the environment of the program, and that itself fails (RFC 9110 §7.6, §15.5.8). */
export const ownProxyRules: readonly CircumstanceRule[] = [
  { own: 'unless-named', basis: inferred('the proxy setting and the connection'), find: notListening },
  { own: 'unless-named', basis: inferred('the proxy and its status 407'), find: wantsOtherCredentials },
  { own: 'unless-named', basis: inferred('the proxy’s message and the settings'), find: encryptedTwice },
]

/** Settings that name a proxy, with its host and its port. */
const setting =
  /\b(?:https?_proxy|all_proxy|proxy(?:_?(?:url|server|address))?)\b["'\]]{0,2}\s{0,3}(?:==|=>|[:=])?\s{0,3}["'`]?(?:https?|socks5h?):\/\/(?:[^@\s"'/]{1,200}@)?([\w.-]{2,200}):(\d{2,5})/gi
const javaSetting = /proxyHost[=:]\s?([\w.-]{2,200})[\s\S]{0,120}?proxyPort[=:]\s?(\d{2,5})/gi

function proxiesIn(text: string): { host: string; port: string; written: string }[] {
  return [...text.matchAll(setting), ...text.matchAll(javaSetting)]
    .slice(0, 20)
    .map(([, host = '', port = '']) => ({ host, port, written: `${host}:${port}` }))
}

/** A connection that the proxy of the settings refused, so that nothing left the machine. */
function notListening({ text, messages }: Trace): Said | undefined {
  if (!refused.test(text) || /\b(?:HTTP\/[\d.]{1,3}"?|status(?: code)?:?) (?:[2-5]\d\d)\b/i.test(text)) return undefined
  const service = messages.find(({ host }) => host !== '')?.host
  const named = [...text.matchAll(target)].slice(0, 40).flatMap(([, one, onePort, other, otherPort]) => {
    const host = one ?? other ?? ''
    const port = onePort ?? otherPort ?? ''
    return host === '' || host === service ? [] : [`${host}:${port}`]
  })
  const proxies = proxiesIn(text)
  const ofSetting = proxies.find(
    ({ host, port }) =>
      named.includes(`${host}:${port}`) ||
      (named.length === 0 && proxies.length > 0 && /^(?:localhost|127\.)/.test(host)) ||
      named.some((one) => sameMachine(one, `${host}:${port}`)),
  )
  // A port where proxies listen, on this machine, though the service is another host.
  const alone = named.find((one) =>
    /^(?:localhost|127\.0\.0\.1|\[::1\]):(?:3128|8080|8888|8118|9090|1080|8081)$/.test(one),
  )
  const proxy = ofSetting?.written ?? (service !== undefined && !isOwn(service) ? alone : undefined)
  if (proxy === undefined) return undefined
  return {
    of: 'blocked-on-the-way',
    title: 'Your proxy does not respond',
    cause: `The refused connection is to ${quoted(proxy)}, ${ofSetting === undefined ? 'a proxy port on your machine' : 'the configured proxy'}, not to ${service === undefined ? 'the service' : quoted(service)}. Nothing is listening there.`,
    fix: `Start the proxy at ${quoted(proxy)}, or remove it from your app’s settings (HTTPS_PROXY, https_proxy, proxyHost). To bypass it for the service only, add its host to NO_PROXY.`,
    who: 'operator',
    telling: proxy,
  }
}

const refused =
  /\bECONNREFUSED\b|connection refused|conex[aã]o recusada|recusou|couldn[’']t connect|conexi[oó]n rechazada|verbindung verweigert/i
const target =
  /(?:connect(?:ing|ion)?(?: to)?|dial tcp|trying|conectar|conectando)\s{1,3}(?:a |em |to )?\(?["']?(\[?[\w.:-]{2,100}?\]?)(?: port |:)(\d{2,5})|ECONNREFUSED ([\w.:-]{2,100}):(\d{2,5})/gi

function isOwn(host: string): boolean {
  return /^(?:localhost|127\.|10\.|192\.168\.)/.test(host)
}

function sameMachine(one: string, other: string): boolean {
  const plain = (address: string) => address.replace(/^(?:localhost|127\.0\.0\.1|\[::1\])/, 'localhost')
  return plain(one) === plain(other)
}

/** A 407 of the proxy, whose credentials were changed or are in its address. */
function wantsOtherCredentials({ text, words }: Trace): Said | undefined {
  if (!/(?<![\d.])407(?![\d.])/.test(text)) return undefined
  const [, address] =
    /\bproxy\b[^\n]{0,30}?(?:https?:\/\/)?(?:[^@\s"'/]{1,200}@)?((?:[\w-]{1,63}\.){1,6}[a-z]{2,20}(?::\d{2,5})?)/i.exec(
      text,
    ) ?? []
  const changed = passwordChanged.exec(words())?.[0]
  const inAddress = /\bproxy[^\n]{0,20}https?:\/\/[^:@\s/]{1,80}:[^@\s/]{1,120}@/i.test(text)
  if (changed === undefined && !inAddress) return undefined
  const proxy = address === undefined ? 'Your own proxy' : `Your proxy, ${quoted(address)},`
  return {
    of: 'proxy-sign-in-required',
    title: 'Your proxy rejects the stored password',
    cause: `${proxy} returned 407: it does not accept your app’s proxy credentials.${changed === undefined ? ' The configured proxy URL contains a user name and password.' : ` According to the text, a password was changed (${quoted(changed.trim(), 80)}), and your app still uses the old one.`} The request did not reach the service.`,
    fix: 'Set the new password in your app’s proxy settings (HTTPS_PROXY or the library’s proxy credentials), and restart your app.',
    who: 'operator',
    telling: '407',
  }
}

const passwordChanged =
  /\b(?:troca|trocou|trocamos|trocaram|mudou|mudamos|mudanca|alter\w+|cambi\w+|renov\w+|rotat\w+|changed?|expired|expirou|venceu|reset\w*|new|nova|nueva|old) (?:de |da |a |the |of |la |el |do |o )?(?:[a-z_]+ ){0,3}(?:senha|password|contrasena|credenci\w+|credentials?|passwort)\b|\b(?:senha|password|contrasena|passwort)\b[^.\n]{0,40}\b(?:mudou|trocad\w|alterad\w|changed|expired|reset|venceu|expirou|cambio|rotated|geandert)\b/

/** A proxy of the reader's own that begins TLS to a side that speaks plain HTTP, or on a connection that has TLS already. */
function encryptedTwice({ text }: Trace): Said | undefined {
  const sign = /WRONG_VERSION_NUMBER|wrong version number|SSL_ERROR_RX_RECORD_TOO_LONG/i.exec(text)?.[0]
  const proxy =
    /\b(?:envoy|istio|linkerd|nginx|haproxy)\b/i.exec(text)?.[0] ??
    /upstream connect error|\b(?:sidecar|DestinationRule|proxy_pass)\b/i.exec(text)?.[0]
  if (sign === undefined || proxy === undefined) return undefined
  const origin =
    /\btls["']?\s{0,3}:\s{0,3}\{?\s{0,3}["']?mode["']?\s{0,3}:\s{0,3}["']?(?:SIMPLE|MUTUAL)\b|\bproxy_pass\s+https:[^\s;]{1,100}|\bssl verify\b/i.exec(
      text,
    )?.[0]
  const secure = /https:\/\/[\w.-]{4,200}/i.exec(text)?.[0]
  const twice = origin !== undefined && secure !== undefined && /DestinationRule|outbound\|/i.test(text)
  return {
    of: 'blocked-on-the-way',
    title: twice
      ? 'Your own proxy encrypts the connection a second time'
      : 'Your own proxy begins TLS with a side that has none',
    cause: `${quoted(sign)} comes from the TLS library of your own proxy (${quoted(proxy)}): it gets something that is no TLS.${twice ? ` The program already sends HTTPS (${quoted(secure)}), and ${quoted(origin)} makes the proxy begin TLS once more, inside of it.` : ''} The service did not respond, whatever status the proxy returns, so waiting does not help.`,
    fix: twice
      ? 'Have TLS begin at one place: call the service with http and port 80 inside the mesh and let the proxy begin TLS, or remove the TLS setting of the proxy for this host.'
      : 'Compare scheme and port at both ends of the proxy: it must begin TLS only toward a port that speaks TLS.',
    who: 'operator',
    telling: sign,
  }
}
