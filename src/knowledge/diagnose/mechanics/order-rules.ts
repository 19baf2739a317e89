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
    effect:
      'the authorization runs before anybody has read the token or the cookie, so every request counts as anonymous',
  },
  {
    before: /\bUseRouting\(/,
    after: /\bUse(?:Cors|Authorization|Authentication)\(/,
    shows: /401|403|404|405|cors|access-control|preflight|unauthor/,
    of: 'server-misconfigured',
    effect: 'it does not know the endpoint yet when it runs, and its rules are not applied',
  },
  {
    before: /\bUseCors\(/,
    after: /\bUse(?:Authorization|Endpoints|Mvc|ResponseCaching)\(|\bMapControllers\(/,
    shows: /cors|access-control|preflight|options/,
    of: 'cors-blocked',
    effect: 'refusals and preflights are answered before the CORS headers are added, and the browser reports CORS',
  },
  {
    before: /\bUseForwardedHeaders\(/,
    after: /\bUse(?:Authentication|HttpsRedirection|Hsts|Routing)\(/,
    shows: /http:\/\/|redirect|correlation|scheme|https/,
    of: 'https-expected',
    effect: 'what comes first still sees http and the inner host, and builds its addresses and cookies from them',
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
    effect: 'Passport finds no session to read, so the user is signed in on the callback alone',
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
    effect: 'the JSON parser has read and replaced the body, so the raw bytes for the signature are gone',
  },
  {
    before: /\bcookieParser\(/,
    after: /\b(?:csurf|csrf|doubleCsrf)\(/,
    shows: /csrf|misconfigured/,
    of: 'server-misconfigured',
    effect: 'the check for CSRF finds no cookies',
  },
  {
    before: /corsheaders\.middleware\.CorsMiddleware/,
    after: /django\.middleware\.common\.CommonMiddleware/,
    shows: /cors|access-control|preflight/,
    of: 'cors-blocked',
    effect: 'responses of the middleware before it carry no CORS headers',
  },
  {
    before: /sessions\.middleware\.SessionMiddleware/,
    after: /auth\.middleware\.AuthenticationMiddleware/,
    shows: /session|user|anonym|attributeerror/,
    of: 'server-misconfigured',
    effect: 'there is no session yet from which the user could be read',
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
          title: `${second} comes after ${first} in your app`,
          cause: `Your app calls ${quoted(first)} first and ${quoted(second)} after it. In this order ${effect}.`,
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
