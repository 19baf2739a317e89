import { type Basis, documented } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'
import type { Said } from './rule.ts'

const basis: Basis = documented('§4.1 and §4.2, which have only /oauth2/authorize and /oauth2/token')

/** Addresses that others have and the service's document does not show: said so, with the team to ask. */
export const undocumentedRules: readonly CircumstanceRule[] = [
  {
    own: 'unless-named',
    basis,
    find: ({ text }) =>
      notThere(
        text,
        /\/oauth2\/(?:v\d\/)?(?:logout|end_?session|userinfo|revoke|revocation|introspect|jwks|keys|certs|par|device\w*|register)\b/i,
      ),
  },
  { own: true, basis, find: ({ text }) => notThere(text, /\/\.well-known\/[\w-]{3,60}/) },
]

/** Questions about lifetimes and units, which the document leaves open. */
export const openQuestionRules: readonly CircumstanceRule[] = [
  {
    own: 'unless-named',
    basis: documented('§2.4 and §8, where lifetimes and the unit of expires_in are not shown'),
    find: ({ words }) => {
      const text = words()
      const unit =
        /\bexpires_in\b/.test(text) &&
        /\bsegundos ou minutos\b|\bminutos ou segundos\b|\bseconds or (?:minutes|milliseconds)\b|\b(?:qual a |que |what |which )(?:unidade|unit)\b/.test(
          text,
        )
      const lifetime =
        /\b(?:quanto tempo (?:vale|dura|tem)|por quanto tempo|how long (?:is|does|do|are)|qual (?:a|e a) (?:validade|duracao)|what is the (?:lifetime|validity))\b[^.?\n]{0,60}\b(code|codigo|refresh[_ ]?token)\b/.exec(
          text,
        )?.[1]
      if (!unit && lifetime === undefined) return undefined
      const what = unit
        ? 'The unit of expires_in'
        : `The lifetime of the ${/^c/.test(lifetime ?? '') ? 'code' : 'refresh token'}`
      return {
        of: unit ? 'access-token-expired' : /^c/.test(lifetime ?? '') ? 'code-expired' : 'refresh-token-dead',
        title: `${what} is not documented`,
        cause: unit
          ? 'The API guide calls expires_in the duration of the access token but does not show its unit. OAuth defines seconds (RFC 6749 §5.1), so seconds are likely.'
          : `The API guide shows no lifetime for it, so a rejection after some time may mean that it expired.`,
        fix: unit
          ? 'Ask the identity team for the unit. Until then, assume seconds, and get a new token when the API returns 401.'
          : 'Ask the identity team for the lifetime, with the client ID and the times of a request that failed. Until then, exchange codes immediately, and start the sign-in again when a token or code is rejected.',
        who: 'identity-team',
        telling: unit ? 'expires_in' : undefined,
      }
    },
  },
]

/** What is said of a path behind whose address the text tells that nothing was found. */
function notThere(text: string, pattern: RegExp): Said | undefined {
  const found = pattern.exec(text)
  if (found === null) return undefined
  const [path] = found
  const behind = text
    .slice(found.index, found.index + 300)
    .split('\n')
    .slice(0, 3)
    .join('\n')
  if (!/\b(?:404|405|501)\b|\bnot found\b|n[aã]o encontrad/i.test(behind)) return undefined
  return {
    of: 'path-unknown',
    title: `${path} is not documented for this service`,
    cause: `Your app called ${quoted(path)} and found nothing there. The API guide shows two identity endpoints, /oauth2/authorize and /oauth2/token, and does not say whether there are others.`,
    fix: `Ask the identity team whether ${quoted(path)} exists and where. Until then, configure the two documented URLs in your app manually.`,
    who: 'identity-team',
    retry: 'never',
    telling: path,
  }
}
