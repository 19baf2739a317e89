import { neededScope, type Operation, operations } from './apis.ts'
import { type Basis, basisAt, documented, inferred, standard } from './basis.ts'
import { apis } from './business-apis.ts'
import { opens, parseScope } from './scopes.ts'

export interface ScopeDescription {
  meaning: string
  basis: Basis
  /** Operations that a token with this scope may call. */
  opens: Operation[]
}

/**
 * Says what a scope grants, and on what that statement rests.
 *
 * @param foreign whether it is one of a service that the API guide does not describe
 */
export function describeScope(scope: string, foreign = false): ScopeDescription {
  const opened = operations.filter((operation) => opensOperation(scope, operation))
  const plain = plainScopes.get(scope)
  if (plain !== undefined && !(foreign && plain.basis.kind === 'documented'))
    return { meaning: plain.meaning, basis: basisAt(plain.basis, foreign), opens: opened }
  const parsed = parseScope(scope)
  if (parsed.kind === 'business') {
    const api = apis.find(({ id }) => id === parsed.api)
    const level = levels.get(parsed.level)
    return {
      meaning: `${level ? level.verb : `Use at the level “${parsed.level}”`} ${api === undefined ? `the API “${parsed.api}”` : api.name.toLowerCase()}.${foreign ? '' : (level?.note ?? ' The API guide does not say what this level allows.')}`,
      basis: basisAt(
        documented('§2.4: <resource_domain>/<api_name>.<access_level>', inferred('the form of its name')),
        foreign,
      ),
      opens: opened,
    }
  }
  return {
    meaning: foreign
      ? 'A scope specific to the service. What it grants is not known here.'
      : 'The API guide does not list this scope.',
    basis: basisAt(inferred('the standards, which do not have it', 'its absence from §2.5'), foreign),
    opens: opened,
  }
}

const openId = standard('OpenID Connect Core §5.4', '§2.5 lists it without a meaning')
const plainScopes = new Map<string, { meaning: string; basis: Basis }>([
  [
    'openid',
    {
      meaning: 'Signs the user in with OpenID Connect: the token response then contains an ID token.',
      basis: standard('OpenID Connect Core §3.1.2.1', '§2.5 lists it without a meaning'),
    },
  ],
  [
    'profile',
    {
      meaning: 'Lets the app see the user’s basic profile, such as the name.',
      basis: openId,
    },
  ],
  [
    'email',
    {
      meaning: 'Lets the app see the user’s email address and whether it was verified.',
      basis: openId,
    },
  ],
  [
    'offline_access',
    {
      meaning:
        'Requests a refresh token that works while the user is away. Many services require prompt=consent with it.',
      basis: standard('OpenID Connect Core §11'),
    },
  ],
  [
    'apps',
    {
      meaning: 'The API guide lists this scope but does not say what it allows.',
      basis: documented('§2.5, which gives no meaning'),
    },
  ],
  [
    'webhooks',
    {
      meaning:
        'For webhooks, which report created and paid bank slips. The API guide does not say what exactly it allows.',
      basis: documented('§2.5 and §6'),
    },
  ],
])

const levels = new Map<string, { verb: string; note: string }>([
  ['readonly', { verb: 'Read', note: '' }],
  [
    'readwrite',
    {
      verb: 'Read and change',
      note: ' The API guide describes only “readonly”; this level exists only in the sandbox.',
    },
  ],
])

function opensOperation(scope: string, operation: Operation): boolean {
  const parsed = parseScope(scope)
  const needed = neededScope(operation, parsed.kind === 'business' ? parsed.resourceDomain : undefined)
  return needed !== undefined && opens(scope, needed)
}
