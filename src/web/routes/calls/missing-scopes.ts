import type { Exchange } from '#contract/exchange.ts'
import { readWords } from '#knowledge/diagnose/error-code.ts'
import { neededScope, type Operation } from '#knowledge/service/apis.ts'
import { matchOperation } from '#knowledge/service/match-operation.ts'
import { splitScopes } from '#knowledge/service/scopes.ts'
import { namedScopes } from '#knowledge/service/scopes-in-response.ts'
import { parseChallenges } from '#knowledge/text/challenge.ts'
import { readBody } from '#knowledge/text/response-body.ts'

/** The scopes that a refused call lacked: those that the answer names (RFC 6750 §3), else that of the operation. */
export function missingScopes(
  { request, response }: Exchange,
  resourceDomain: string | undefined,
  added: readonly Operation[],
): string[] {
  const challenges = parseChallenges(response?.headers['www-authenticate'] ?? '')
  const challenged = challenges.find(({ parameters }) => parameters.scope)?.parameters.scope
  if (challenged) return splitScopes(challenged)
  const body = readBody(response)
  const named = namedScopes(body, readWords(body))
  if (named) return named
  const path = URL.canParse(request.url) ? new URL(request.url).pathname.replace(/^.*?\/v1(?=\/)/, '') : ''
  const operation = matchOperation(request.method, path, added)?.operation
  const needed = operation && neededScope(operation, resourceDomain)
  return needed === undefined ? [] : [needed]
}
