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
        title: 'A browser sends no secret; the client is probably confidential',
        cause: `A page in the browser calls the token endpoint: ${quoted(refused[0].trim(), 200)}. A browser keeps no secret and sends none. A client that is registered with one (confidential, “Web”, client authentication on) is refused with 401, often without CORS headers, so that the browser may report CORS.`,
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
        title: `Not CORS: the server answers ${status}, and errors carry no CORS headers`,
        cause: `The browser names the status of the response: ${quoted(status)}. The server refused or failed, and its error response has no CORS headers, so the browser reports that instead.${logged === undefined ? '' : ` The server’s log says: ${quoted(logged, 200)}.`}`,
        fix: `Fix the ${status} first: ${logged === undefined ? `${status === '401' || status === '403' ? 'send the token or credentials that the API asks for, and ' : ''}look into the server’s log or repeat the call with curl to see the message` : 'do what the log names'}. Then have the server add CORS headers to errors too.`,
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
        if (origin === sent || hostOf(origin) !== hostOf(sent) || hostOf(origin) === '') continue
        return {
          of: 'redirect-uri-not-registered',
          title: `The app is at ${quoted(origin)} and builds a redirect URI at ${quoted(sent)}`,
          cause: `The browser calls the app at ${quoted(origin)}. The redirect URI that the app sends begins with ${quoted(sent)}, another ${schemeOf(origin) === schemeOf(sent) ? 'port' : 'scheme or port'}. The app builds it from the headers of the proxy before it (Host, X-Forwarded-Proto, X-Forwarded-Host, X-Forwarded-Port), or from a setting.`,
          fix: `Set the app’s public or redirect URL to ${quoted(origin)} explicitly, or have the proxy pass on scheme, host and port as the browser sees them, and register that URL.`,
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
          title: 'Two scopes are written together without a space',
          cause: `The server takes ${quoted(together[1])} and ${quoted(together[2])} for one scope: nothing separates them.`,
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
            cause: `The server names ${quoted(joined)} as one scope. Scopes are separated by spaces, so the list with commas is a scope that does not exist.`,
            fix: `Request ${quoted(joined.split(',').join(' '))}, with spaces (%20 or + in a URL), in the setting or your app that builds the request.`,
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
            cause: `Decoded, the stored state has ${name} ${quoted(stored)} and the one that came back ${quoted(came)}. A request for ${quoted(stored)} started a sign-in of its own at the same time and overwrote the cookie of the first.${file ? ' The browser fetches that file by itself.' : ''}`,
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
        title: `The URL in ${quoted(name)} is not encoded and loses ${quoted(lost)}`,
        cause: `${quoted(name)} contains a URL with parameters of its own, written without encoding. Its value ends at the first “&”, at ${quoted(inner)}, so ${quoted(lost)} and what follows belong to the outer URL and are missing in the request that continues.`,
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
        cause: `The authorization endpoint refuses the request before anyone signs in. No secret is sent there, so the secret is not the cause: the client ${quoted(request.parameters.get('client_id')?.value)} is unknown, or ${uri === undefined ? 'its redirect URI' : quoted(uri)} is not one of its registered redirect URIs, which some servers report in the same words.`,
        fix: 'Compare the redirect URI with the registered ones character by character, then the client ID with the registration in this environment.',
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

function hostOf(origin: string): string {
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
