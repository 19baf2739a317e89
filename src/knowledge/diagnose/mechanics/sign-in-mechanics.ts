import { inferred, standard } from '../../protocol/basis.ts'
import { parseAddress } from '../../text/address.ts'
import { textOfBase64 } from '../../text/base64.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from '../trace/circumstance-rules.ts'
import { speaksOfFailure } from './failing.ts'

/** What a sign-in shows of its own mistakes, whatever product it is: its addresses, its scopes, its state, its client. */
export const signInMechanics: readonly CircumstanceRule[] = [
  {
    basis: standard('RFC 6749 §2.1: an app in the browser is a public client'),
    find: ({ text, words }) => {
      const refused =
        refusedInBrowser.exec(text) ?? (/\bconfidential|client_?secret/.test(words()) ? blockedToken.exec(text) : null)
      if (refused === null || !inBrowser.test(text) || /client_secret["']?\s{0,3}[:=]/.test(text)) return undefined
      return {
        of: 'client-credentials-missing',
        title: 'The client is probably registered as confidential',
        cause: `A page calls the token endpoint without a client secret: ${quoted(refused[0].trim(), 200)}. A client registered as confidential is rejected with 401, often without CORS headers, so the browser may report a CORS error.`,
        fix: 'Register the client as public: single-page application, client authentication off or method “none”, with PKCE. If it must stay confidential, exchange the code on a server. If it is public, compare the client ID.',
        who: 'operator',
        certainty: 'possible',
        telling: refused[0].trim().slice(0, 120),
      }
    },
  },
  {
    basis: standard('the Fetch standard: an error without CORS headers is withheld too'),
    find: ({ text, words }) => {
      if (!/access-control-allow-origin|\bcors\b/.test(words())) return undefined
      const status =
        /(?:response had HTTP status code|ERR_FAILED|ERR_ABORTED) ([45]\d\d)\b/.exec(text)?.[1] ??
        /(?:status(?: code)?|CORS[^\n]{0,40}Reason)[^\n]{0,40}?Status code: ([45]\d\d)\b/i.exec(text)?.[1]
      if (status === undefined || status === '405') return undefined
      const logged = serverLog.exec(text)?.[0].trim()
      return {
        of: 'cors-blocked',
        title: `The server returned ${status} without CORS headers`,
        cause: `The server returned ${quoted(status)}, and its error response contains no CORS headers, so the browser reports a CORS error.${logged === undefined ? '' : ` The server’s log says: ${quoted(logged, 200)}.`}`,
        fix: `Fix the ${status} first: ${logged === undefined ? `${status === '401' || status === '403' ? 'send the token or credentials that the API asks for, and ' : ''}check the server’s log or repeat the call with curl to see the message` : 'fix what the log describes'}. Then make the server add CORS headers to errors too.`,
        telling: logged ?? status,
      }
    },
  },
  {
    basis: inferred('the address that is called and the redirect URI that the app builds'),
    find: ({ text }) => {
      const redirect = /[?&]redirect_uri=(https?(?::|%3A)[^&\s"'<>]{5,400})/i.exec(text)?.[1]
      const sent = redirect === undefined ? '' : parseAddress(decoded(redirect)).origin
      if (sent === '') return undefined
      for (const [, address = ''] of text.matchAll(visited)) {
        const { origin } = parseAddress(address)
        if (origin === sent || hostWithoutPort(origin) !== hostWithoutPort(sent) || hostWithoutPort(origin) === '')
          continue
        return {
          of: 'redirect-uri-not-registered',
          title: `The redirect URI has a different origin`,
          cause: `Your app runs at ${quoted(origin)}, but its redirect URI begins with ${quoted(sent)}, which has a different ${schemeOf(origin) === schemeOf(sent) ? 'port' : 'scheme or port'}. Your app probably builds it from a setting or the proxy’s headers (Host, X-Forwarded-*).`,
          fix: `Set your app’s public or redirect URL to ${quoted(origin)}, or make the proxy forward the original scheme, host and port. Register that redirect URI.`,
          who: 'operator',
          telling: redirect?.slice(0, 120),
        }
      }
      return undefined
    },
  },
  {
    basis: standard('RFC 6749 §3.3: scopes are separated by spaces'),
    find: ({ text, words }) => {
      if (!/scope/.test(words()) || !speaksOfFailure(words())) return undefined
      const together =
        /\binvalid[^\n]{0,80}?(https?:\/\/[^\s,"'\]}%]{5,120}?[a-z])(https?:\/\/[^\s,"'\]}%]{5,120})/i.exec(text)
      if (together !== null)
        return {
          of: 'scope-not-accepted',
          title: 'A space between two scopes is missing',
          cause: `The server reads ${quoted(together[1])} and ${quoted(together[2])} as one scope because no space separates them.`,
          fix: 'Join the scopes with a single space (%20 or + in a URL), and send them again.',
          telling: together[1],
        }
      const joined = /expected any|any of|insufficient|lacks|not granted|missing scope/.test(words())
        ? undefined
        : commaScopes.exec(text)?.[1]
      return joined === undefined
        ? undefined
        : {
            of: 'scopes-joined-otherwise',
            title: 'The scopes are separated by commas',
            cause: `The server reads ${quoted(joined)} as one scope. Scopes are separated by spaces, not commas.`,
            fix: `Request ${quoted(joined.split(',').join(' '))}, with spaces (%20 or + in a URL).`,
            telling: joined,
          }
    },
  },
  {
    basis: inferred('the two values of state, decoded'),
    find: ({ text }) => {
      const pair =
        /state[^\n]{0,60}?(?:expected|esperado)[ :'"]{1,4}([\w+/=-]{12,600})[^\n]{0,20}?(?:got|received|but was|recebido)[ :'"]{1,4}([\w+/=-]{12,600})/i.exec(
          text,
        )
      const [expected, got] = (pair ?? []).slice(1).map(objectIn)
      if (expected === undefined || got === undefined) return undefined
      const name = Object.keys(expected).find((one) => expected[one] !== got[one])
      const [stored, came] = [String(expected[name ?? '']), String(got[name ?? ''])]
      const file = /\.(?:ico|png|js|css|txt|svg|map|json|webmanifest)$|robots|favicon/.test(stored)
      return name === undefined
        ? undefined
        : {
            of: 'application-state-mismatch',
            title: `A second sign-in, for ${quoted(stored)}, replaced the state`,
            cause: `The decoded stored state has ${name} ${quoted(stored)}, but the returned one has ${quoted(came)}. A request for ${quoted(stored)} started a second sign-in and overwrote the first one’s cookie.${file ? ' Browsers fetch that file automatically.' : ''}`,
            fix: file
              ? `Serve static files such as ${quoted(stored)} without a sign-in, so that only pages start one.`
              : 'Start a sign-in only for page loads, not for background requests, or keep one state cookie for each sign-in.',
            who: 'operator',
            telling: stored,
          }
    },
  },
  {
    basis: standard('RFC 3986 §3.4: & ends a parameter unless it is encoded'),
    find: ({ text, words }) => {
      const nested =
        /[?&](next|rd|return_?to|returnurl|redirect|redirect_to|continue|back|goto|target)=((?:\/|https?:\/\/)[^&\s"'<>]{0,300}\?[^&\s"'<>]{0,300})&(?:amp;)?(client_id|redirect_uri|response_type|scope|state|code_challenge)=/i.exec(
          text,
        )
      if (nested === null || !speaksOfFailure(words())) return undefined
      const [, name, inner, lost] = nested
      return {
        of: 'authorization-request-invalid',
        title: `The URL in ${quoted(name)} is not encoded`,
        cause: `${quoted(name)} contains an unencoded URL with its own parameters. Its value ends at the first “&”, as ${quoted(inner)}, so ${quoted(lost)} and the rest are lost.`,
        fix: `Encode the whole value of ${quoted(name)} (encodeURIComponent, urlencode), so that & becomes %26.`,
        who: 'operator',
        telling: inner,
      }
    },
  },
  {
    basis: standard('RFC 6749 §4.1.2.1: at the authorization endpoint no secret is sent'),
    find: ({ text, words, messages }) => {
      if (!/client authentication failed|invalid_client|unknown client|client (?:not found|unknown)/.test(words()))
        return undefined
      const [request] = messages.filter(({ kind }) => kind === 'authorization-request')
      if (request === undefined || messages.some(({ kind }) => kind === 'token-request' || kind === 'callback'))
        return undefined
      if (/\/token\b|\/par\b|grant_type|client_secret|assertion|private_key/.test(text)) return undefined
      const uri = request.parameters.get('redirect_uri')?.value
      return {
        of: 'client-unknown-at-sign-in',
        title: 'Redirect URI or client ID is not registered',
        cause: `The authorization endpoint rejected the request: either the client ${quoted(request.parameters.get('client_id')?.value)} is unknown, or ${uri === undefined ? 'its redirect URI' : quoted(uri)} is not one of its registered redirect URIs. The client secret is not involved at this step.`,
        fix: 'Compare the redirect URI with the registered ones, then the client ID with the registration in this environment. Both must be identical.',
        certainty: 'possible',
        telling: uri,
      }
    },
  },
]

const refusedInBrowser =
  /\bPOST\s{1,3}\S{0,200}\/(?:token|access_token)\b\S{0,60}[^\n]{0,30}?\b401\b|\b401\b[^\n]{0,60}(?:from|on|at|to|for)\s\S{0,160}\/token\b[^\n]{0,40}|\/token (?:request|endpoint|call)[^\n]{0,60}\b401\b/i
const blockedToken = /Access to (?:XMLHttpRequest|fetch) at ['"]\S{5,200}\/token['"][^\n]{0,60}/i
const inBrowser =
  /\bkeycloak(?:-js|-angular|\.m?js)\b|\.mjs:\d+|XMLHttpRequest|\bokta-(?:react|angular|vue|auth-js)\b|auth0-(?:spa-js|react|angular)|\bauth0 angular|angular-oauth2-oidc|oidc-client(?:-ts)?\b|react-oidc|msal-(?:browser|react|angular)|\bSPA\b|single[- ]page|\bzone\.js\b|localhost:4200|^origin: https?:/im

const serverLog =
  /^[^\n]{0,60}\b(?:uncaught|exception|error|critical|denied|unauthorized)\b[^\n]{0,40}?(?:: |- )[^\n]{0,160}\b(?:token|auth\w*|permission|credential|key|login|session|scope)\b[^\n]{0,80}$/im

/** Addresses that a browser called, in a log or a request line. */
const visited =
  /(?:^|[\s"'(-])(?:GET |POST |[23]\d\d (?:- )?|HTTP\/\d(?:\.\d)? )?(https?:\/\/[\w.-]{1,120}(?::\d{2,5})?\/(?:oauth2?\/(?:start|sign_in|authorize|login)|s\/|login|signin|auth|$|[\w-]{0,40}(?=[\s"'])))/gim

const commaScopes =
  /(?:asked for scope|invalid scopes?(?: field\(s\))?|scopes? were invalid|unknown scope|scope)["']?[^\n"']{0,30}?[:\s]["'{[]{0,2}(?:invalid=\[)?["']?([A-Za-z][\w.:/-]{1,60}(?:,[A-Za-z][\w.:/-]{1,60}){1,10})["'\]]?[^\n]{0,60}?(?:doesn[’']t exist|does not exist|invalid|unknown|not allowed|["'}\]]|$)/im

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

function hostWithoutPort(origin: string): string {
  return origin.replace(/^\w+:\/\//, '').replace(/:\d+$/, '')
}

function schemeOf(origin: string): string {
  return origin.slice(0, origin.indexOf(':'))
}

function objectIn(value: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(textOfBase64(value) ?? '')
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
