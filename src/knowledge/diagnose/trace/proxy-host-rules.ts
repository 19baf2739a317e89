import { documented, inferred, standard } from '../../protocol/basis.ts'
import { hostOf, registeredDomain } from '../../text/hosts.ts'
import { quoted } from '../../text/quote.ts'
import { leadsToSignIn } from '../../text/sign-in-page.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'
import type { Trace } from './message.ts'
import { isCommentedOut } from './removed-header-rules.ts'
import type { Said } from './rule.ts'

/** Where a proxy of the reader’s own sends a request, and for which host (RFC 9110 §7.2). */
export const proxyHostRules: readonly CircumstanceRule[] = [
  { own: true, basis: standard('RFC 9110 §7.2', 'the configuration in the text'), find: otherHostHeader },
  { own: true, basis: documented('§5.3', inferred('the redirect in the text')), find: ledToSignIn },
]

/** A Host header that a proxy sets, or leaves as it is, which is not that of the host that it connects with. */
function otherHostHeader({ text, places = [] }: Trace): Said | undefined {
  if (!/(?<![\d.])4(?:0[1-5]|21)(?![\d.])|ApplicationNotFound|NoMatchingPublicKey|Misdirected/i.test(text))
    return undefined
  const known = places.flatMap(({ authUrl, baseUrl }) => [hostOf(authUrl), hostOf(baseUrl)])
  const passed =
    /\b(?:proxy_pass|ProxyPass\s{1,8}\S{1,80}|reverse_proxy)\s{1,8}["']?(?:https?:\/\/)?([\w.-]{1,200})/i.exec(
      text,
    )?.[1]
  const servers = [
    ...text.matchAll(/\bserver\s{1,8}(?:[\w-]{1,40}\s{1,8})?((?:[\w-]{1,63}\.){1,6}[a-z]{2,20})(?::\d{1,5})?/gi),
  ]
    .slice(0, 20)
    .map(([, host = '']) => host)
  const target = [passed, ...servers].find((one) => one !== undefined && known.includes(one))
  if (target === undefined) return undefined
  const found = hostSetting.exec(text)
  const [setting, value = ''] = found !== null && !isCommentedOut(text, found.index) ? found : []
  const own = setting !== undefined && /^\$(?:http_)?host\b|^(?:on|true)$/i.test(value)
  const other = setting !== undefined && known.includes(value) && value !== target
  // Without a setting, nginx sends the name in proxy_pass, which may be that of a group of servers.
  const ofGroup = setting === undefined && passed !== undefined && !passed.includes('.') && servers.includes(target)
  if (!own && !other && !ofGroup) return undefined
  const sent = other ? quoted(value) : own ? 'the host of your own proxy' : quoted(passed)
  return {
    of: 'other-host-called',
    title: 'Your proxy sends another Host header',
    cause: `Your proxy connects to ${quoted(target)}, but the Host header is ${sent}${setting === undefined ? ': without a setting, nginx sends the name in proxy_pass' : ` (${quoted(setting.trim(), 100)})`}. The gateway chooses the environment and the API by this header.`,
    fix: `Send ${quoted(target)} as Host (nginx: proxy_set_header Host ${target}; and proxy_ssl_server_name on), and reload the proxy.`,
    who: 'operator',
    telling: setting?.trim() ?? passed,
  }
}

/** How proxies are told which Host header to send. */
const hostSetting =
  /\b(?:proxy_set_header\s{1,8}Host|(?:http-request\s{1,8})?set-header\s{1,8}Host|RequestHeader\s{1,8}set\s{1,8}Host|header_up\s{1,8}Host|ProxyPreserveHost|host_rewrite(?:_literal)?:|preserve_?host["']?\s{0,3}[:=])\s{1,8}["']?([\w.$-]{2,200})/i

/** A call that a page for signing in at another domain takes, as networks and proxies put it before the internet. */
function ledToSignIn({ text, messages, places = [] }: Trace): Said | undefined {
  const called = messages.find(({ kind, host }) => kind === 'api-request' && host !== '')?.host
  const url = /\blocation["']?:\s{0,3}["']?(https?:\/\/[\w.-]{4,200}[^\s"']{0,300})/i.exec(text)?.[1]
  if (called === undefined || url === undefined || !/(?<![\d.])30[1-378](?![\d.])/.test(text)) return undefined
  const own = places.some(({ authUrl }) => registeredDomain(hostOf(authUrl)) === registeredDomain(hostOf(url)))
  if (own || !leadsToSignIn(url, called)) return undefined
  return {
    of: 'redirect-not-followed',
    title: 'A sign-in page in between took the call',
    cause: `The call to ${quoted(called)} was redirected to ${quoted(hostOf(url))}, which is not the service. A proxy, VPN or network in between asks for a sign-in of its own, so the API did not receive the call.`,
    fix: `Have the operators of ${quoted(hostOf(url))} let calls to ${quoted(called)} pass without a sign-in, or call the API directly. The token is not the cause.`,
    who: 'operator',
    telling: hostOf(url),
  }
}
