/** A scope taken apart by the grammar of §2.4 of the service's document: `<resource_domain>/<api_name>.<access_level>`. */
export type Scope =
  | { kind: 'plain'; scope: string }
  | { kind: 'business'; scope: string; resourceDomain: string; api: string; level: string }

/** Takes one scope apart; whatever does not follow the business grammar is a plain scope. */
export function parseScope(scope: string): Scope {
  const slash = scope.lastIndexOf('/')
  const dot = scope.lastIndexOf('.')
  if (slash < 1 || dot < slash + 2 || dot === scope.length - 1) return { kind: 'plain', scope }
  return {
    kind: 'business',
    scope,
    resourceDomain: scope.slice(0, slash),
    api: scope.slice(slash + 1, dot),
    level: scope.slice(dot + 1),
  }
}

/** Splits a granted scope string at single spaces (§2.4); doubled, leading and trailing spaces are forgiven. */
export function splitScopes(scope: string): string[] {
  return scope.split(' ').filter((part) => part !== '')
}

/**
 * Access levels, weakest first: a level opens what the ones before it open. The API guide shows `readonly` alone; that
 * there is a `readwrite` above it is the sandbox's choice.
 */
export const accessLevels = ['readonly', 'readwrite'] as const

/** Whether one held scope opens what `needed` asks for: the same scope, or a higher level of the same API. */
export function opens(held: string, needed: string): boolean {
  if (held === needed) return true
  const have = parseScope(held)
  const need = parseScope(needed)
  if (have.kind !== 'business' || need.kind !== 'business') return false
  if (have.resourceDomain !== need.resourceDomain || have.api !== need.api) return false
  const levels: readonly string[] = accessLevels
  const needLevel = levels.indexOf(need.level)
  return needLevel >= 0 && levels.indexOf(have.level) > needLevel
}

/** What is wrong with one scope typed by hand, in a sentence; undefined when it can be sent (RFC 6749 §3.3). */
export function checkScope(text: string): string | undefined {
  if (text === '') return 'A scope cannot be empty.'
  if (/\s/.test(text)) return 'A scope cannot contain spaces. Add multiple scopes one at a time.'
  if (text.length > 200) return 'A scope with more than 200 characters is not sent.'
  const odd = [...text].find((character) => !/^[\x21\x23-\x5b\x5d-\x7e]$/.test(character))
  return odd === undefined
    ? undefined
    : `A scope must not contain “${odd}” (RFC 6749 §3.3 allows visible ASCII characters less " and \\).`
}

export interface ScopeComparison {
  /** All that the token has. */
  granted: string[]
  /** Asked for and not granted. */
  refused: string[]
  /** Granted without having been asked for. */
  unasked: string[]
  /** The response had no `scope`, which means "as requested" (RFC 6749 §5.1). */
  impliedByAbsence: boolean
}

/** Names under which Google returns the scopes of OpenID Connect (its page “OAuth 2.0 Scopes for Google APIs”). */
const namesAtGoogle = new Map([
  ['https://www.googleapis.com/auth/userinfo.profile', 'profile'],
  ['https://www.googleapis.com/auth/userinfo.email', 'email'],
])

/**
 * Compares the requested scopes with the token response's `scope`.
 *
 * @param refreshed whether a refresh token of a service that the API guide does not describe came with it: that is what
 *   `offline_access` asks for, and Entra ID, among others, leaves it out of the list
 */
export function compareScopes(
  requested: string[],
  grantedScope: string | undefined,
  refreshed = false,
): ScopeComparison {
  const wanted = [...new Set(requested)]
  if (grantedScope === undefined) return { granted: wanted, refused: [], unasked: [], impliedByAbsence: true }
  const listed = splitScopes(grantedScope).map((scope) => {
    const short = namesAtGoogle.get(scope)
    return short !== undefined && wanted.includes(short) ? short : scope
  })
  const granted = [...new Set([...listed, ...(refreshed ? wanted.filter((scope) => scope === 'offline_access') : [])])]
  return {
    granted,
    refused: wanted.filter((scope) => !granted.includes(scope)),
    unasked: granted.filter((scope) => !wanted.includes(scope)),
    impliedByAbsence: false,
  }
}
