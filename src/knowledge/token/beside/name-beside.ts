import { inferred } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import type { FoundToken } from '../find.ts'
import type { Relation } from '../together.ts'

/**
 * Compares a key with the name that it has in the text and with the hosts there: a secret under a name that build tools put into
 * web pages, a public key under the name of a secret one, a key of one registry beside another. Linear in the words.
 */
export function relationsToNames(tokens: readonly FoundToken[], words: string): Omit<Relation, 'check'>[] {
  return tokens.flatMap((found) => [...publicName(found), ...otherRegistry(found, words)])
}

/** Names that build tools copy into pages, by their documents (Next.js, Vite, Create React App, Expo, Nuxt, Gatsby), and names of public keys. */
const isPublicName = (name: string): boolean =>
  /^(?:NEXT_PUBLIC|VITE|REACT_APP|EXPO_PUBLIC|NUXT_PUBLIC|GATSBY|PUBLIC|VUE_APP)_/.test(name) ||
  /(?:^|_)(?:ANON|PUBLISHABLE)(?:_|$)/i.test(name)
const isSecretName = (name: string): boolean =>
  /(?:^|_)(?:SERVICE_ROLE|SECRET)(?:_|$)/i.test(name) && !isPublicName(name)

function publicName({ from = '', token, recognised }: FoundToken): Omit<Relation, 'check'>[] {
  const is = keys.find(({ name }) => name.test(recognised.name))?.is
  const isWrong = is === 'secret' ? isPublicName(from) : is === 'public' && isSecretName(from)
  if (!isWrong) return []
  return [
    {
      title: 'Name and key',
      outcome: 'failed',
      why:
        is === 'secret'
          ? `It is a secret key (${recognised.name}), and its name ${quoted(from)} is that of a public one, which build tools and developers put into web pages and apps. Remove it there, replace it, and check whether two keys were interchanged.`
          : `It is a public key (${recognised.name}), and its name ${quoted(from)} is that of a secret one: calls with it lack the rights of the secret key. Check whether two keys were interchanged.`,
      basis: inferred('the name of the key in the text'),
      of: [token.text],
      fault:
        is === 'secret'
          ? { title: 'A secret key under a public name', phrase: 'a secret key under a public name' }
          : { title: 'A public key under a secret’s name', phrase: 'a public key under a secret’s name' },
    },
  ]
}

/** Keys that come in pairs, one of which is meant for web pages. */
const keys: readonly { name: RegExp; is: 'secret' | 'public' }[] = [
  { name: /^Supabase (?:API key \(service_role\)|secret key)/, is: 'secret' },
  { name: /^Supabase (?:API key \(anon\)|publishable key)/, is: 'public' },
  { name: /^Stripe (?:secret|restricted) key/, is: 'secret' },
  { name: /^Stripe publishable key|^Clerk publishable key/, is: 'public' },
  { name: /^Mapbox secret token/, is: 'secret' },
  { name: /^(?:Anthropic|OpenAI|OpenRouter) (?:API|project|admin|service account) key/, is: 'secret' },
  { name: /^(?:SendGrid API key|GitHub (?:personal access token|App))/, is: 'secret' },
]

function otherRegistry({ token, recognised }: FoundToken, words: string): Omit<Relation, 'check'>[] {
  const home = registries.find(({ name }) => name.test(recognised.name))
  // Only where it is called: a settings file may list several registries.
  const other =
    home && new RegExp(`${calls}(https?://(?:[\\w-]+\\.)?(?:${home.others})(?=[/\\s:"']|$))`, 'i').exec(words)?.[1]
  const own = home && new RegExp(`https?://(?:(?!test\\.)[\\w-]+\\.)?(?:${home.own})(?=[/\\s:"']|$)`, 'i').test(words)
  if (home === undefined || other === undefined || own) return []
  return [
    {
      title: 'Registry',
      outcome: 'failed',
      why: `The text calls ${quoted(other)}, and the token is for ${home.is}: the registry does not know it. Create a token at the registry that is called, or call the other one.`,
      basis: inferred('the form of the token, and the address in the text'),
      of: [token.text],
      fault: { title: 'For another registry', phrase: 'for another registry than the one in the text' },
    },
  ]
}

const calls =
  '(?:\\bupload(?:ing|s)?\\b|\\b(?:post|put|get|curl|push|publish|login)\\b|--repository-url|--registry|\\b40[134]\\b|forbidden|unauthorized)[^\\n]{0,200}?'

/** Registries whose tokens name them, and those with which they are confused. */
const registries: readonly { name: RegExp; is: string; own: string; others: string }[] = [
  { name: /^PyPI API token/, is: 'pypi.org', own: '(?:upload\\.)?pypi\\.org', others: 'test\\.pypi\\.org' },
  { name: /^TestPyPI API token/, is: 'test.pypi.org', own: 'test\\.pypi\\.org', others: '(?:upload\\.)?pypi\\.org' },
  {
    name: /^npm access token/,
    is: 'registry.npmjs.org',
    own: 'registry\\.npmjs\\.org',
    others: 'npm\\.pkg\\.github\\.com',
  },
  {
    name: /^GitHub (?:personal access token|OAuth access token|App)/,
    is: 'GitHub',
    own: 'npm\\.pkg\\.github\\.com|github\\.com|ghcr\\.io',
    others: 'registry\\.npmjs\\.org|gitlab\\.com|bitbucket\\.org',
  },
  { name: /^GitLab (?:personal|deploy)/, is: 'GitLab', own: 'gitlab[\\w.-]*', others: 'github\\.com|bitbucket\\.org' },
]
