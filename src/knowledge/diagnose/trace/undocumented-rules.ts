import { type Basis, documented } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'
import type { Said } from './rule.ts'

const basis: Basis = documented('§4, which has /oauth2/authorize and /oauth2/token alone')

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
    cause: `The program called ${quoted(path)} and found nothing there. The API guide shows two identity endpoints, /oauth2/authorize and /oauth2/token; whether there are others is not shown.`,
    fix: `Ask the identity team whether ${quoted(path)} exists and where. Until then set the two documented addresses in your program by hand, and do without the other.`,
    who: 'identity-team',
    retry: 'never',
    telling: path,
  }
}
