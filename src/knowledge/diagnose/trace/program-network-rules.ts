import { inferred, standard } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'
import type { Trace } from './message.ts'
import { isCommentedOut } from './removed-header-rules.ts'
import type { Said } from './rule.ts'

/** Why a connection failed on the caller’s own side: the TLS version, the name server, who signed the certificate. */
export const programNetworkRules: readonly CircumstanceRule[] = [
  { own: 'unless-named', basis: standard('RFC 8996: TLS 1.0 and 1.1 must not be used', 'the program'), find: oldTls },
  { own: 'unless-named', basis: standard('RFC 5280 §6.1', 'the issuer in the text'), find: signedByCompany },
  { own: 'unless-named', basis: inferred('the error of the name service'), find: nameServerFailed },
  { own: 'unless-named', basis: inferred('the hosts file in the text'), find: mappedByHosts },
  { own: 'unless-named', basis: inferred('the connection and where it works'), find: resetHere },
]

/** A connection that is reset from one network and works from another. */
function resetHere({ text, words }: Trace): Said | undefined {
  const sign =
    /\bECONNRESET\b|connection (?:was )?reset(?: by peer)?|\bRST\b|SSL_ERROR_SYSCALL|conex[aã]o (?:foi )?(?:redefinida|resetada)|conexi[oó]n restablecida/i.exec(
      text,
    )?.[0]
  const here = oneNetwork.exec(words())?.[0]
  if (sign === undefined || here === undefined || /HTTP\/[\d.]{1,3}"? [1-5]\d\d/.test(text)) return undefined
  return {
    of: 'blocked-on-the-way',
    title: 'Your network resets the connection',
    cause: `The connection ends with ${quoted(sign)} before any response, and according to the text this depends on the network (${quoted(here.trim(), 80)}). A firewall or filter of that network closes it; the service, the client and the token are not the cause.`,
    fix: 'Have the network team allow the service’s hosts on port 443 without inspection, with the time and the source address of a failed connection.',
    who: 'operator',
    telling: sign,
  }
}

const oneNetwork =
  /\b(?:only|so|solo) (?:from|in|at|on|behind|na|no|da|do|desde|en) (?:the |our |a |la |el )?(?:office|corporate|company|vpn|cluster|data ?cent(?:er|re)|server|empresa|escritorio|rede|red|oficina|servidor)\b|\b(?:from|at|de|em|desde|en) (?:home|casa)\b[^.\n]{0,20}\b(?:ok|works?|fine|funciona|200)\b|\b(?:hotspot|4g|5g|mobile network|outra rede|otra red|another network)\b[^.\n]{0,24}\b(?:ok|works?|fine|funciona)\b/

/** A name of the service that this machine looks up in its own hosts file. */
function mappedByHosts({ text, places = [] }: Trace): Said | undefined {
  if (
    !/hosts\b|extra_hosts|hostAliases|add-host/i.test(text) ||
    !/\berr|fail|refused|timed?[ -]?out|SSL|TLS|certificat|(?<![\d.])[45]\d\d(?![\d.])/i.test(text)
  )
    return undefined
  const known = places.flatMap(({ authUrl, baseUrl }) =>
    [authUrl, baseUrl].flatMap((url) => /\/\/([^/:]+)/.exec(url)?.[1] ?? []),
  )
  for (const [line, ip = '', first = '', before = '', behind = ''] of [...text.matchAll(hostsLine)].slice(0, 40)) {
    const name = known.find((host) => host === first || host === before)
    const address = ip === '' ? behind : ip
    if (name === undefined || address === '') continue
    return {
      of: 'other-host-called',
      title: `Your hosts file overrides ${quoted(name)}`,
      cause: `The hosts file contains ${quoted(line.trim(), 120)}, so this machine connects to ${address} for ${quoted(name)} instead of using DNS. The request did not reach the service.`,
      fix: 'Remove the line (or its entry in extra_hosts or hostAliases), clear the DNS cache, and try again.',
      who: 'operator',
      telling: name,
    }
  }
  return undefined
}

/** A line of a hosts file, or an entry of a container's: the address before the name, or behind it. */
const hostsLine =
  /^[ \t]{0,8}(?:\/etc\/hosts[: \t]{1,3})?(\d{1,3}(?:\.\d{1,3}){3})[ \t]{1,20}((?:[\w-]{1,63}\.){1,6}[a-z]{2,20})\b[^\n]{0,100}$|["' -]((?:[\w-]{1,63}\.){1,6}[a-z]{2,20})[:=](\d{1,3}(?:\.\d{1,3}){3})\b/gm

/** How programs are told to use TLS 1.0 or 1.1 at most. */
const oldVersion =
  /\bSecurityProtocolType\.(?:Tls(?:11)?|Ssl3)\b(?!\s{0,3}\|)|\bSslProtocols\.(?:Tls(?:11)?|Ssl3)\b(?!\s{0,3}\|)|\bssl\.PROTOCOL_TLSv1(?:_1)?\b|\bCURL_SSLVERSION_TLSv1_[01]\b|\b(?:max_?version|maximum_version|tls_?max|secureProtocol|tlsVersion|ssl_protocols?|protocols?)["']?\s{0,3}[:=(]\s{0,3}["']?(?:tls\.VersionTLS1[01]\b|TLSv?_?1(?:[._][01])?(?:_method)?\b(?![._]?[23]))|\bhttps\.protocols\s{0,2}[=,]\s{0,2}["']?TLSv1(?:\.1)?\b(?![.,]?[23])/i

function oldTls({ text }: Trace): Said | undefined {
  if (!brokenHandshake.test(text)) return undefined
  const found = oldVersion.exec(text)
  if (found === null || isCommentedOut(text, found.index)) return undefined
  return {
    of: 'identity-service-connection-reset',
    title: 'Your app allows only an old TLS version',
    cause: `Your app sets ${quoted(found[0].trim(), 100)}, which allows only TLS 1.0 or 1.1. Servers no longer accept these versions and close the connection during the handshake.`,
    fix: 'Use TLS 1.2 or 1.3: SecurityProtocolType.Tls12, SslProtocols.None (the system’s choice), ssl.PROTOCOL_TLS_CLIENT, or remove the line.',
    telling: found[0].trim(),
  }
}

const brokenHandshake =
  /reset|closed|fechad|encerrad|cancelamento|cerrad|unexpected (?:eof|end)|0 bytes|handshake|protocol[_ ]version|wrong version|alert|ssl connection could not|secure channel|canal seguro|EPROTO|ECONNRESET/i

/** A certificate for the service’s host whose issuer is no public authority: something on the way opens TLS. */
function signedByCompany({ text }: Trace): Said | undefined {
  if (!untrusted.test(text)) return undefined
  // The word is in commands too; what it names has a CN or an O.
  const issuer = [
    ...text.matchAll(
      /(?:\b(?:issuer|emissor|emisor|emitido por|issued by)\b["']?\s{0,3}[:=]?|^[ \t]{1,8}i:)\s{0,3}([^\n]{3,300})/gim,
    ),
  ]
    .slice(0, 40)
    .map(([, name = '']) => name)
    .find((name) => /\b(?:CN|O) ?= ?\w/.test(name) || publicAuthorities.test(name))
  if (issuer === undefined || publicAuthorities.test(issuer)) return undefined
  const name = /\bCN ?= ?([^,/\n"')]{2,100})/.exec(issuer)?.[1]?.trim() ?? issuer.trim().slice(0, 80)
  const owner = /\bO ?= ?([^,/\n"')]{2,100})/.exec(issuer)?.[1]?.trim()
  const subject = /(?:\bsubject\b|^[ \t]{1,8}\d s:)[^\n]{0,60}?CN ?= ?([\w.*-]{3,200})/im.exec(text)?.[1]
  // A certificate that signed itself was made by its own server.
  if (subject === name) return undefined
  const inspects = /inspec|proxy|firewall|\bfw\b|gateway|filter|swg|dlp|ssl|decrypt|interc|segur|security|netsec/i.test(
    issuer,
  )
  if (!inspects && owner === undefined) return undefined
  return {
    of: 'identity-service-certificate-not-trusted',
    title: 'A proxy replaced the service’s certificate',
    cause: `The certificate was issued by ${quoted(name)}${owner === undefined ? '' : ` of ${quoted(owner)}`}, a private authority. A TLS-inspecting firewall or proxy in your network presents this certificate instead of the service’s, and your app does not trust it.`,
    fix: `Have the network team exempt the service’s host from inspection, or add ${quoted(name)} to your app’s trust store (Java cacerts, NODE_EXTRA_CA_CERTS, REQUESTS_CA_BUNDLE). Do not turn off certificate verification.`,
    who: 'operator',
    telling: name,
  }
}

const untrusted =
  /CERTIFICATE_VERIFY_FAILED|certificate verify failed|self[- ]signed certificate|SELF_SIGNED_CERT|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)|unable to (?:get local issuer|find valid certification path|verify)|PKIX path|unknown authority|UntrustedRoot|SSLHandshakeException|SEC_ERROR_UNKNOWN_ISSUER|not trusted|autoassinado|autofirmado/i
const publicAuthorities =
  /let'?s encrypt|digicert|sectigo|comodo|globalsign|entrust|godaddy|go daddy|starfield|amazon|google trust|\bgts\b|isrg|identrust|geotrust|thawte|rapidssl|verisign|symantec|certum|actalis|buypass|quovadis|swisssign|icp[- ]brasil|serasa|certisign|soluti|valid (?:certif|s\.?a)|microsoft|cloudflare|apple|zerossl|trustwave|usertrust|harica|telesec|d-trust|firmaprofesional|camerfirma|fnmt/i

/** A name server that did not respond: nothing is said of the name, and nothing was sent. */
function nameServerFailed({ text }: Trace): Said | undefined {
  const sign =
    /\bEAI_AGAIN\b|temporary failure in name resolution|\bSERVFAIL\b|try again later[^\n]{0,40}name|falha tempor[aá]ria na resolu[cç][aã]o|nameserver[^\n]{0,30}(?:timed? ?out|no answer)|\blookup\b[^\n]{0,120}\b(?:i\/o timeout|server misbehaving)/i.exec(
      text,
    )?.[0]
  if (sign === undefined) return undefined
  const hosts = [
    ...new Set(
      [...text.matchAll(/(?:EAI_AGAIN|resolve(?: host)?:?|lookup) ["']?((?:[\w-]{1,63}\.){1,6}[a-z]{2,20})/gi)]
        .slice(0, 60)
        .map(([, host = '']) => host.toLowerCase()),
    ),
  ]
  const machinery =
    /^[^\n]{0,160}\b(?:core-?dns|kube-dns|dnsmasq|resolv\.conf|systemd-resolved|nameserver|unbound|bind9?|dns (?:pods?|server|servidor))\b[^\n]{0,160}/im
      .exec(text)?.[0]
      .trim()
  const renewal = /refresh|renov/i.test(text)
  return {
    of: 'identity-service-name-unknown',
    title: 'DNS server did not respond (temporary failure)',
    cause: `${quoted(sign)} means that the DNS server did not respond, not that the name is wrong.${hosts.length > 1 ? ` ${hosts.length} hosts failed, so the cause is your DNS, not one service.` : ''}${machinery === undefined ? '' : ` The text says ${quoted(machinery, 140)}.`} No request reached the service${renewal ? ', so the refresh token was neither used nor rejected' : ''}.`,
    fix: `Send the request again${renewal ? ' with the same refresh token' : ''}, and retry EAI_AGAIN after a pause. Check the DNS server of the machine or cluster for that time.`,
    who: 'operator',
    retry: 'with-backoff',
    telling: sign,
  }
}
