import type { Config, EnvironmentConfig } from '#contract/config.ts'
import type { SignedIn } from '#contract/session.ts'
import { neededScope, type Operation } from '#knowledge/protocol/apis.ts'
import { compareScopes, opens, splitScopes } from '#knowledge/protocol/scopes.ts'
import { decodeOwnToken } from '../../exchange/own-token.ts'

/** What an operation needs, held against what the token has. `unknown`: the page cannot tell. */
export interface Needs {
  scope: { state: 'held' | 'missing' | 'unknown'; name: string }
  /** Absent where the operation needs no company. */
  company?: { state: 'held' | 'missing' | 'unknown'; claim: string }
}

export function needsOf(operation: Operation, session: SignedIn, config: Config): Needs {
  const environment = config.environments.find(({ id }) => id === session.environment)
  return { scope: scopeNeed(operation, session, environment), company: companyNeed(operation, session, environment) }
}

function scopeNeed(
  operation: Operation,
  session: SignedIn,
  environment: EnvironmentConfig | undefined,
): Needs['scope'] {
  const name = neededScope(operation, environment?.resourceDomain)
  if (name === undefined) return { state: 'unknown', name: `<resource_domain>/${operation.api}` }
  return { state: heldScopes(session).some((held) => opens(held, name)) ? 'held' : 'missing', name }
}

/** The scopes of the token itself where it can be read (§2.4), else those that the response granted. */
function heldScopes(session: SignedIn): string[] {
  const claim = decodeOwnToken(session.accessToken)?.claims.scope
  if (typeof claim === 'string') return splitScopes(claim)
  const { scope } = session.tokenResponse
  return compareScopes(session.requestedScopes, typeof scope === 'string' ? scope : undefined).granted
}

/** A company identifier in the API's own claim, or in an audience of several (§2.4, §5). */
function companyNeed(
  operation: Operation,
  session: SignedIn,
  environment: EnvironmentConfig | undefined,
): Needs['company'] {
  if (!operation.company) return undefined
  const claim = `${environment?.resourceDomain ?? '<resource_domain>'}/${operation.api}`
  const claims = decodeOwnToken(session.accessToken)?.claims
  if (!claims || !environment?.resourceDomain) return { state: 'unknown', claim }
  const held = Object.hasOwn(claims, claim) && claims[claim] !== ''
  const inAudience = Array.isArray(claims.aud) && claims.aud.length > 1
  return { state: held || inAudience ? 'held' : 'missing', claim }
}
