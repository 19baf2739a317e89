import { inferred } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import type { FaultCode } from '../faults/catalogue.ts'
import type { CircumstanceRule } from '../trace/circumstance-rules.ts'
import { speaksOfFailure } from './failing.ts'

/** Steps of a program of which one must come before the other, and what goes wrong where it does not. */
interface Order {
  before: RegExp
  after: RegExp
  /** What the text says then. */
  shows: RegExp
  of: FaultCode
  effect: string
}

const orders: readonly Order[] = [
  {
    before: /\bUseAuthentication\(/,
    after: /\bUseAuthorization\(/,
    shows: /401|403|302|redirect|unauthor|anonym|null|empty|challenge/,
    of: 'bearer-missing',
    effect: 'authorization runs before the token or cookie is read, so every request is anonymous',
  },
  {
    before: /\bUseRouting\(/,
    after: /\bUse(?:Cors|Authorization|Authentication)\(/,
    shows: /401|403|404|405|cors|access-control|preflight|unauthor/,
    of: 'server-misconfigured',
    effect: 'it does not know the endpoint yet, so its rules are not applied',
  },
  {
    before: /\bUseCors\(/,
    after: /\bUse(?:Authorization|Endpoints|Mvc|ResponseCaching)\(|\bMapControllers\(/,
    shows: /cors|access-control|preflight|options/,
    of: 'cors-blocked',
    effect: 'errors and preflights are returned without CORS headers, so the browser reports a CORS error',
  },
  {
    before: /\bUseForwardedHeaders\(/,
    after: /\bUse(?:Authentication|HttpsRedirection|Hsts|Routing)\(/,
    shows: /http:\/\/|redirect|correlation|scheme|https/,
    of: 'https-expected',
    effect: 'the first one sees http and the internal host, and uses them in its URLs and cookies',
  },
  {
    before: /\bUseSession\(/,
    after: /\bUse(?:Endpoints|Mvc|MvcWithDefaultRoute)\(|\bMapControllers\(/,
    shows: /session|state/,
    of: 'sign-in-cookie-lost',
    effect: 'the endpoints run without a session',
  },
  {
    before: /\bsession\(\s{0,3}\{|\bexpressSession\(|\bcookieSession\(/,
    after: /passport\.session\(\)/,
    shows: /session|state|user|401|undefined|loop|redirect/,
    of: 'sign-in-cookie-lost',
    effect: 'Passport finds no session, so the user is signed in only during the callback',
  },
  {
    before: /passport\.initialize\(\)/,
    after: /passport\.session\(\)/,
    shows: /initialize|session|user|401|undefined/,
    of: 'server-misconfigured',
    effect: 'Passport is not set up yet when the session is read',
  },
  {
    before: /\bexpress\.raw\(|\bbodyParser\.raw\(/,
    after: /\bexpress\.json\(|\bbodyParser\.json\(/,
    shows: /signature|hmac|raw|webhook|assinatura/,
    of: 'webhook-signature-refused',
    effect: 'the JSON parser has already read the body, so the raw bytes for the signature are gone',
  },
  {
    before: /\bcookieParser\(/,
    after: /\b(?:csurf|csrf|doubleCsrf)\(/,
    shows: /csrf|misconfigured/,
    of: 'server-misconfigured',
    effect: 'the CSRF check finds no cookies',
  },
  {
    before: /corsheaders\.middleware\.CorsMiddleware/,
    after: /django\.middleware\.common\.CommonMiddleware/,
    shows: /cors|access-control|preflight/,
    of: 'cors-blocked',
    effect: 'responses from earlier middleware contain no CORS headers',
  },
  {
    before: /sessions\.middleware\.SessionMiddleware/,
    after: /auth\.middleware\.AuthenticationMiddleware/,
    shows: /session|user|anonym|attributeerror/,
    of: 'server-misconfigured',
    effect: 'no session exists yet to read the user from',
  },
]

/** Steps of a program that come in the wrong order (the documents of ASP.NET Core, Express, Passport and Django). */
export const orderRules: readonly CircumstanceRule[] = [
  {
    basis: inferred('the order of the lines in your app'),
    find: ({ text, words }) => {
      const told = words()
      if (!speaksOfFailure(told)) return undefined
      for (const { before, after, shows, of, effect } of orders) {
        const one = before.exec(text)
        const other = after.exec(text)
        if (one === null || other === null || one.index < other.index || !shows.test(told)) continue
        const [first, second] = [plain(other[0]), plain(one[0])]
        return {
          of,
          title: `${second} is registered after ${first}`,
          cause: `Your app calls ${quoted(first)} before ${quoted(second)}. In this order, ${effect}.`,
          fix: `Move ${quoted(second)} before ${quoted(first)}.`,
          telling: one[0],
        }
      }
      return undefined
    },
  },
]

function plain(call: string): string {
  return call.replace(/\(.*$/s, '').split('.').slice(-2).join('.')
}
