import { type Basis, documented, inferred, standard } from '../../protocol/basis.ts'
import { nearly } from '../../text/nearly.ts'
import { quoted } from '../../text/quote.ts'
import { lateByWords } from './code-rules.ts'
import { type Trace, valueIn } from './message.ts'
import type { Said } from './rule.ts'

/** A rule for what a text tells beside its messages: connections that failed, what was waited for. */
export interface CircumstanceRule {
  /** Only of the service that the document describes; or of any text that names no other product. */
  own?: true | 'unless-named'
  basis: Basis
  find: (trace: Trace) => Said | undefined
}

/** What failed before a message came, or outside of one. */
export const circumstanceRules: readonly CircumstanceRule[] = [
  {
    basis: documented('§2.4, where the lifetime of the code is not shown', inferred('the wording of the text')),
    find: ({ words }) => lateByWords(words()),
  },
  {
    basis: inferred('the name that was looked up'),
    find: ({ text }) => {
      const name = unresolved.test(text)
        ? (placeholderLookedUp.exec(text)?.[1] ?? placeholderHost.exec(text)?.[1])
        : undefined
      return name === undefined
        ? undefined
        : {
            of: 'identity-service-name-unknown',
            title: `The host is the placeholder ${quoted(name)}`,
            cause: `The configuration still contains ${quoted(name)} instead of the real host, so no request is sent. The service is not the cause.`,
            fix: `Replace ${quoted(name)} with the host of production or of the sandbox.`,
            telling: name,
          }
    },
  },
  {
    basis: inferred('the hosts in the text'),
    find: (trace) => {
      const failing =
        /(?:ENOTFOUND|EAI_AGAIN|resolve host:?|UnknownHost\w{0,12}:?|no such host|lookup|host=|getaddrinfo failed for|resolver|resuelve|NXDOMAIN)[ \t:'"(]{1,6}([\w-]{2,63}(?:\.[\w-]{2,63}){1,6})/i.exec(
          trace.text,
        )?.[1]
      const like = failing === undefined ? undefined : misspelt(failing, trace.text)
      return failing === undefined || like === undefined
        ? undefined
        : {
            of: 'identity-service-name-unknown',
            title: `The host name ${quoted(failing)} is misspelled`,
            cause: `The name ${quoted(failing)} does not resolve. It is probably a misspelling of ${quoted(like)}, which is also in the text. No request reached the service.`,
            fix: `Compare the two names character by character, and correct the setting that contains ${quoted(failing)}.`,
            telling: failing,
          }
    },
  },
  {
    basis: inferred('the setting and the URL that was called'),
    find: ({ text }) => {
      if (!/refused|ECONNREFUSED|recusad|rechazad/i.test(text)) return undefined
      const [, name, fallback] =
        /\$\{([A-Z][A-Z0-9_]{2,60}):?-((?:https?:\/\/)?(?:localhost|127\.0\.0\.1)[^}\s]{0,60})\}/.exec(text) ??
        /\b([A-Z][A-Z0-9_]{2,60})\b[^\n]{0,12}(?:\|\||\?\?|,)\s{0,3}["'](https?:\/\/(?:localhost|127\.0\.0\.1)[^"'\s]{0,60})["']/.exec(
          text,
        ) ??
        []
      return name === undefined || fallback === undefined
        ? undefined
        : {
            of: 'identity-service-connection-refused',
            title: `${name} is not set, so the default ${fallback} is called`,
            cause: `The setting falls back to ${quoted(fallback)} where ${name} has no value. Nothing is listening there, so the connection is refused. The identity service was not called.`,
            fix: `Set ${name} to the identity service’s URL where your app runs, and restart your app.`,
            who: 'operator',
            telling: name,
          }
    },
  },
  {
    basis: inferred('the certificate’s issuer'),
    find: ({ text }) => {
      if (!untrusted.test(text)) return undefined
      const issuer = inspectors.exec(text)?.[0]
      return issuer === undefined
        ? undefined
        : {
            of: 'identity-service-certificate-not-trusted',
            title: 'A proxy replaced the service’s certificate',
            cause: `The certificate is from ${quoted(issuer)}, which inspects TLS connections, not from the service. Your app does not trust it, so the request does not reach the service.`,
            fix: 'Add the proxy’s CA to the app’s trust store (NODE_EXTRA_CA_CERTS, REQUESTS_CA_BUNDLE, a Java trust store), or exempt the host from inspection. Do not turn off certificate verification.',
            who: 'operator',
            telling: issuer,
          }
    },
  },
  {
    basis: inferred('the page that was returned'),
    find: ({ text }) => {
      const by = /<(?:html|title|body|h\d)\b/i.test(text) && blocked.test(text) ? inspectors.exec(text)?.[0] : undefined
      return by === undefined
        ? undefined
        : {
            of: 'blocked-on-the-way',
            title: 'Your network’s web filter blocked the URL',
            cause: `The returned page is from ${quoted(by.split(/\s{2}/)[0]?.trim())}, a web filter. The request did not reach the service.`,
            fix: 'Ask your network administrator to allow the service’s host, then try again.',
            who: 'operator',
            telling: by,
          }
    },
  },
  {
    basis: documented('§2.2', inferred('the redirect and the connection')),
    find: ({ messages, text }) => {
      const came = messages.find((one) => one.kind === 'callback' && one.parameters.has('code'))
      if (came === undefined || messages.some(({ kind }) => kind === 'token-request')) return undefined
      if (!/ECONNREFUSED|ERR_CONNECTION_REFUSED|connection refused|recusou|recusada|rechaz/i.test(text))
        return undefined
      return {
        of: 'identity-service-connection-refused',
        title: 'Your callback does not respond after the sign-in',
        cause: `The identity service redirected to ${quoted(came.address)} with a code, but that connection was refused: your app is not listening there.`,
        fix: 'Start the app that handles the callback, or correct its port, and sign in again.',
        who: 'operator',
        telling: came.address,
      }
    },
  },
  {
    basis: standard('RFC 6749 §4.1.1'),
    find: ({ text, messages }) => {
      const called = messages.find(({ kind }) => kind === 'authorization-request')
      // An API's call that was led to the sign-in shows that its session ended.
      if (called === undefined || !/CORS|Access-Control-Allow-Origin/.test(text) || /redirected from/.test(text))
        return undefined
      return {
        of: 'cors-blocked',
        title: 'The sign-in URL was fetched, not opened',
        cause:
          'The page’s script calls the authorization URL with fetch or XMLHttpRequest. The endpoint returns a sign-in page and a redirect, which only a browser navigation can follow. CORS settings do not help.',
        fix: 'Navigate to the URL instead: set location.href, or use a link.',
        telling: called.address,
      }
    },
  },
  {
    own: true,
    basis: documented('§4.2 and §5.2: the client authenticates with its secret'),
    find: ({ text }) => {
      const origin =
        /['"]?https?:\/\/[^\s'"]{3,200}\/oauth2\/token['"]? from origin ['"]([^'"\s]{4,200})['"] has been blocked/.exec(
          text,
        )?.[1] ?? /Cross-Origin Request Blocked[^\n]{0,200}\/oauth2\/(token)\b/i.exec(text)?.[1]
      return origin === undefined
        ? undefined
        : {
            of: 'cors-blocked',
            title: 'The token endpoint was called from a web page',
            cause: `The script of ${origin === 'token' ? 'the page' : quoted(origin)} calls /oauth2/token itself. The endpoint sends no CORS headers, and the request needs the client secret, which must not be in a browser.`,
            fix: 'Send the code to your backend, and exchange it there with Basic credentials. Do not just add CORS headers with a proxy.',
            telling: '/oauth2/token',
          }
    },
  },
  {
    basis: documented('§4.1; what an error response looks like is not shown', inferred('the person’s own words')),
    find: ({ words }) => {
      const said = refusal.exec(words())?.[0]
      return said === undefined
        ? undefined
        : {
            of: 'access-denied',
            title: 'The user did not allow access',
            cause:
              'The user did not authorize the request, so no code was issued. The password and the credentials are not the cause.',
            fix: 'Start the sign-in again and have the user allow the scopes.',
            who: 'end-user',
          }
    },
  },
  {
    own: true,
    basis: documented('§2.1 and §4.1'),
    find: ({ messages, words }) => {
      const asked = messages.find((one) => one.kind === 'authorization-request' && valueIn(one, 'prompt') === 'login')
      return asked === undefined || !everyTime.test(words()) || !complaint.test(words())
        ? undefined
        : {
            of: 'login-required',
            title: 'prompt=login makes the user sign in every time',
            cause:
              'The authorization request sends prompt=login, which asks for the password even if a session exists. Nothing has expired.',
            fix: 'Leave prompt out of the authorization request; it is optional.',
            telling: 'prompt=login',
          }
    },
  },
]

const unresolved =
  /ENOTFOUND|EAI_AGAIN|resolve host|no such host|UnknownHost|getaddrinfo|Name or service not known|\blookup\b|NXDOMAIN|ERR_NAME_NOT_RESOLVED|nodename nor servname|URISyntax|illegal character|invalid (?:ur[il]|host|domain)|malformed(?:url| uri)|n[aã]o (?:foi poss[ií]vel )?resolv/i

const variableName = String.raw`\{\{?[A-Za-z]\w{1,40}\}?\}|<[A-Za-z][\w-]{1,40}>|%7B\w{1,40}%7D|%3C\w{1,40}%3E|\$\{?[A-Z]\w{2,40}\}?`

/** A placeholder that a program asked the name service for. */
const placeholderLookedUp = new RegExp(
  String.raw`(?:ENOTFOUND|EAI_AGAIN|resolve host:?|no such host|UnknownHost\w{0,12}:?|getaddrinfo|Name or service not known|lookup)[^\n]{0,60}?(${variableName})`,
  'i',
)

/** A placeholder in the place of the host of an address. */
const placeholderHost = new RegExp(
  String.raw`(?:\bhttps?:\/\/|\b(?:GET|POST|PUT|DELETE|ur[il]|index \d{1,3})[ :]{1,3}["']?)(${variableName})(?=[/:"'\s]|$)`,
  'i',
)

const blocked = /\bblocked\b|\bbloquead[oa]|\baccess denied\b|\bacesso negado|\bcategor(?:y|ia)\b/i

const untrusted =
  /CERTIFICATE_VERIFY_FAILED|certificate verify failed|self[- ]signed certificate in certificate chain|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER_CERT|unable to (?:get local issuer|find valid certification path)|PKIX path|x509: certificate signed by unknown authority|UntrustedRoot|SSLHandshakeException/i

/** Products that open TLS connections on the way, and how companies call theirs. */
const inspectors =
  /\b(?:[\w ]{0,40}(?:Zscaler|Netskope|FortiGate|Fortinet|Palo Alto|Blue ?Coat|Sophos|Cisco Umbrella|McAfee Web|Forcepoint|Check ?Point|Kaspersky|Avast|Web Filter|Web Gateway|SSL Inspection|TLS Inspection|Proxy CA|Firewall CA|Corporate Root|Inspection CA|Corp(?:orate)? (?:IT|Proxy|CA))[\w -]{0,40})/i

const refusal =
  /\b(?:clicked|clicou|cliquei|pressed|apertei|apertou|hizo clic|hice clic|chose|escolhi|escolheu)\b[^.\n]{0,40}\b(?:nao autoriz\w*|no autoriz\w*|cancel\w*|den(?:y|ied)|recus\w+|neg(?:ar|ou|uei)|declin\w*|rechaz\w*|nao permit\w*|don't allow|not allow)\b|\b(?:user|customer|cliente|usuario)\b[^.\n]{0,30}\b(?:declined|refused|denied|recusou|negou|rechazo)\b[^.\n]{0,30}\b(?:consent|authori\w+|access|acesso|autoriza\w+|acceso)\b/

const complaint = /\b(?:complain\w*|reclam\w+|quej\w+|annoy\w*|expira\w*|irrita\w*)\b/

const everyTime =
  /\b(?:every (?:single )?time|each time|toda vez|todas as vezes|sempre que|cada vez|always (?:asked|has to|have to))\b/

/** A host of the text whose labels differ from those of another in one letter. */
function misspelt(host: string, text: string): string | undefined {
  const own = host.toLowerCase().split('.')
  const others = new Set(
    [...text.matchAll(/(?<=:\/\/|[\s"'=@(])(?:[\w-]{1,63}\.){1,6}[a-z]{2,12}(?=[\s"':/,;)]|$)/gi)]
      .slice(0, 60)
      .map(([one]) => one.toLowerCase()),
  )
  for (const other of others) {
    const labels = other.split('.')
    if (other === host.toLowerCase() || labels.length !== own.length) continue
    const differing = own.flatMap((label, at) => (label === labels[at] ? [] : [[label, labels[at] ?? ''] as const]))
    const misspelt = differing.filter(([one, two]) => one.length > 4 && nearly(one, two))
    if (misspelt.length === 1 && differing.length <= 2) return other
  }
  return undefined
}
