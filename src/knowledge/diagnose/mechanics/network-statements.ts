import { inferred, standard } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from '../trace/circumstance-rules.ts'
import type { Trace } from '../trace/message.ts'
import type { Said } from '../trace/rule.ts'

/** What lines of configuration say of the way to a server, held against the connection that failed. */
export const networkStatements: readonly CircumstanceRule[] = [
  { basis: inferred('the resolver in the configuration'), find: otherResolver },
  { basis: standard('RFC 7766 §5: a truncated DNS response is asked for again over TCP'), find: resolverWithoutTcp },
  { basis: inferred('the cluster in the configuration'), find: plainCluster },
  { basis: inferred('the rules in the text'), find: noWayOut },
  { basis: inferred('the address and what runs there'), find: ownLoopback },
  { basis: inferred('the redirect in the configuration'), find: preflightToHttps },
  { basis: inferred('the headers that the proxy passes on'), find: hostNotPassedOn },
]

/** A name of a container network that is asked of a resolver elsewhere. */
function otherResolver({ text }: Trace): Said | undefined {
  const [, name] =
    /\b([a-z][\w-]{1,40}) could not be resolved\b|host not found in upstream "([a-z][\w-]{1,40})[:"]/i
      .exec(text)
      ?.filter((one) => one !== undefined) ?? []
  const [line, resolver] = /\bresolver\s{1,8}((?:\d{1,3}\.){3}\d{1,3})\b/.exec(text) ?? []
  if (name === undefined || resolver === undefined || /^127\./.test(resolver)) return undefined
  const open = /^(?:8\.8\.|1\.1\.1\.1|1\.0\.0\.1|9\.9\.9\.9|208\.67)/.test(resolver)
  return {
    of: 'identity-service-name-unknown',
    title: `nginx’s resolver does not know ${quoted(name)}`,
    cause: `${quoted(line)} makes nginx use ${open ? 'a public DNS server' : 'that DNS server'}. ${quoted(name)} exists only in the container network, where Docker’s DNS server resolves it.`,
    fix: 'Set resolver to 127.0.0.11 (Docker) or the cluster’s DNS server (Kubernetes) in the nginx configuration, and reload it.',
    who: 'operator',
    telling: line,
  }
}

/** A lookup whose DNS server does not respond, or responds with a part and refuses the connection for the whole. */
function resolverWithoutTcp({ text }: Trace): Said | undefined {
  if (!/\b(?:nslookup|dig|resolvectl|host) [\w.-]{4,200}/.test(text)) return undefined
  const truncated = /truncated, retrying in tcp/i.test(text)
  const failed = /(?:connection refused|connection timed out|no servers could be reached|communications error)/i.exec(
    text,
  )?.[0]
  const server = (/Connection to ([\da-f:.]{4,60})#53/i.exec(text) ??
    /\bnameserver\s+([\da-f:.]{4,60})/i.exec(text))?.[1]
  if (failed === undefined) return undefined
  return {
    of: 'identity-service-name-unknown',
    title: truncated ? 'The DNS server refuses TCP' : 'The DNS server does not respond',
    cause: `${truncated ? 'The DNS response is too long for UDP (truncated), and the configured DNS server' : 'The configured DNS server'}${server === undefined ? '' : ` ${quoted(server)}`} ${truncated ? 'does not accept the TCP connection that fetches the rest' : 'does not respond'} (${quoted(failed)}). So the name does not resolve here, although it exists.`,
    fix: 'Set another DNS server on this machine (such as 8.8.8.8, or your company’s): nameserver in /etc/resolv.conf; in WSL, turn off generateResolvConf in /etc/wsl.conf first; in Docker, use --dns.',
    who: 'operator',
    telling: failed,
  }
}

/** A cluster of Envoy for a TLS port that speaks plain HTTP. */
function plainCluster({ text, words }: Trace): Said | undefined {
  if (!/jwks|remote fetch|upstream|tls|cluster/.test(words())) return undefined
  if (!/port_value["']?: ?443\b/.test(text) || /transport_socket|tls_context|UpstreamTlsContext/i.test(text))
    return undefined
  const host = /address["']?: ?["']?([\w-]{1,60}(?:\.[\w-]{1,60}){1,5})["']?[\s,}][^\n]{0,80}|port_value/.exec(
    text,
  )?.[1]
  const name =
    /^\s{0,12}-? ?name: ["']?([\w.-]{1,60})["']?[^\n]{0,20}\n[\s\S]{0,400}?(?:LOGICAL_DNS|STRICT_DNS|connect_timeout)/m.exec(
      text,
    )?.[1]
  return {
    of: 'verification-keys-not-fetched',
    title: `The cluster ${name === undefined ? '' : `${quoted(name, 40)} `}speaks plain HTTP to port 443`,
    cause: `The cluster goes to port 443${host === undefined ? '' : ` of ${quoted(host)}`} without a TLS transport_socket. Envoy ignores the https in the URI, so it sends plain HTTP to a TLS port.`,
    fix: `Add a transport_socket of type UpstreamTlsContext to the cluster${host === undefined ? ', with the host as sni' : `, with sni: ${host}`}, and trusted CAs for its validation.`,
    who: 'operator',
    telling: 'port_value',
  }
}

const outbound =
  /\begress:\s{0,3}\n(?:[ \t]{1,20}[^\n]{0,200}\n?){1,12}|\begress\b[^\n]{0,200}|\b(?:outbound|saida|sa[ií]da|salida)\b[^\n]{0,200}/gi

/** Rules for outgoing traffic that name ports, and not the one that a call without a response needs. */
function noWayOut({ text, words }: Trace): Said | undefined {
  if (!/timeout|timed out|etimedout|time-out|could not (?:connect|reach)|unreachable|requesttimeout/.test(words()))
    return undefined
  const rules = [...text.matchAll(outbound)].slice(0, 20).map(([rule]) => rule)
  const [rule] = rules
  if (rule === undefined) return undefined
  const ports = rules.flatMap((one) => one.match(/(?<![\d.:/])\d{2,5}(?![\d./])/g) ?? [])
  if (
    ports.length === 0 ||
    ports.includes('443') ||
    rules.some((one) => /\ball\b|0-65535|-1\b|\bany\b|0\.0\.0\.0\/0 all/i.test(one))
  )
    return undefined
  return {
    of: 'blocked-on-the-way',
    title: 'The outbound rule does not allow port 443',
    cause: `The outbound rule is ${quoted(rule.trim(), 160)}. It does not include port 443, so the component’s own https call (token, userinfo or keys) times out.`,
    fix: 'Allow outgoing tcp/443 to the identity provider (or to 0.0.0.0/0) in this security group, network policy or firewall, and check the route (NAT) and DNS.',
    who: 'operator',
    telling: rule.trim().slice(0, 120),
  }
}

/** A program in a container that looks for its neighbour at its own address. */
function ownLoopback({ text, words }: Trace): Said | undefined {
  const refused =
    /(?:dial tcp|connect(?:ion)?(?: to)?|ECONNREFUSED|Failed to connect to|Connect to)[^\n]{0,40}?(?<host>127\.0\.0\.1|localhost|\[::1\]|::1)(?::(?<port>\d{2,5}))?[^\n]{0,160}?(?:refused|ECONNREFUSED|recusad|rechaz)|ECONNREFUSED (?<other>127\.0\.0\.1|::1):(?<at>\d{2,5})/i.exec(
      text,
    )
  if (refused === null) return undefined
  const contained =
    /docker|compose|container|\bpod\b|kubernetes|\bk8s\b|conteiner|contenedor|\bimage: |^\s{0,8}services:|^[\w-]{2,40}[-_]\d{1,2}\s{1,3}\|/m.test(
      words(),
    ) || /^\s{0,8}services:\s{0,3}$|^\s{0,20}image: \S/m.test(text)
  if (!contained) return undefined
  const port = refused.groups?.port ?? refused.groups?.at
  const service = serviceAt(text, port)
  return {
    of: 'identity-service-connection-refused',
    title: 'In a container, localhost is the container',
    cause: `Your app connects to ${quoted(`${refused.groups?.host ?? refused.groups?.other}${port === undefined ? '' : `:${port}`}`)}. It runs in a container, where that address is the container itself, and nothing is listening there.`,
    fix: `Call the other container by its service name and the port inside its container${service === undefined ? '' : `, ${quoted(service)}`}. If the browser must use the same issuer name, use one name for both (a hosts entry or network alias), or configure the back-channel URLs separately.`,
    who: 'operator',
    telling: refused[0].slice(0, 120),
  }
}

/** The service of a compose file that publishes a port, with the port that it has inside. */
function serviceAt(text: string, port: string | undefined): string | undefined {
  if (port === undefined) return undefined
  let service: string | undefined
  for (const line of text.split('\n', 2_000)) {
    service = /^ {2,4}([\w-]{2,40}):\s{0,3}$/.exec(line)?.[1] ?? service
    const inner = new RegExp(`["'\\s-]${port}:(\\d{2,5})\\b`).exec(line)?.[1]
    if (inner !== undefined && service !== undefined) return `${service}:${inner}`
  }
  return undefined
}

/** A preflight to an address that a server line sends on to https. */
function preflightToHttps({ text }: Trace): Said | undefined {
  if (!/Redirect is not allowed for a preflight request/i.test(text)) return undefined
  const [, address] = /(?:XMLHttpRequest|fetch) at ['"](https?:\/\/[^'"\s]{4,300})['"]/.exec(text) ?? []
  if (address === undefined || !address.startsWith('http://')) return undefined
  const rule =
    /return 30[1278] https:[^\n;]{0,80}|RewriteRule[^\n]{0,60}https:[^\n]{0,60}|force_?ssl[^\n]{0,20}|UseHttpsRedirection|SECURE_SSL_REDIRECT[^\n]{0,20}/i.exec(
      text,
    )?.[0]
  return {
    of: 'preflight-refused',
    title: 'The preflight is redirected from http to https',
    cause: `The page calls ${quoted(address)}. The server redirects http to https${rule === undefined ? '' : ` (${quoted(rule)})`}, but browsers do not follow redirects in a preflight.`,
    fix: `Call ${quoted(address.replace('http://', 'https://'))} directly: correct the API’s base URL in the page.`,
    telling: address,
  }
}

/** A proxy that passes neither host nor scheme on, before an application that compares its own URL. */
function hostNotPassedOn({ text, words }: Trace): Said | undefined {
  const [pass] = /\bproxy_pass\s{1,8}https?:\/\/[^\s;]{3,120}/.exec(text) ?? []
  if (pass === undefined || /proxy_set_header\s{1,8}(?:host|x-forwarded-host)\b/i.test(text)) return undefined
  const complaint =
    /htu|redirect_?ur[il]|wrong (?:host|url)|url mismatch|issuer|origin|invalid host|origin_mismatch/.exec(words())?.[0]
  if (
    complaint === undefined ||
    !/mismatch|invalid|does not match|not registered|wrong|differ|refus|forbidden|4\d\d/.test(words())
  )
    return undefined
  return {
    of: complaint === 'htu' ? 'dpop-proof-invalid' : 'server-misconfigured',
    title: 'The proxy drops the original host and scheme',
    cause: `The location with ${quoted(pass)} does not set Host or X-Forwarded-Proto, so your app sees the internal host and http. The URL that it builds does not match ${complaint === 'htu' ? 'the htu claim of the DPoP proof' : 'the public URL'}.`,
    fix: 'Add proxy_set_header Host $host, X-Forwarded-Host $host and X-Forwarded-Proto $scheme to this location, and configure your app to trust this proxy. Alternatively, set your app’s public URL.',
    who: 'operator',
    telling: pass,
  }
}
