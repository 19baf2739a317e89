import type { FastifyBaseLogger } from 'fastify'
import type { AppState } from '../app-state.ts'
import { type RevocableToken, revokeTokens } from '../identity/revoke-tokens.ts'
import type { Standing } from './browser-sessions.ts'
import { endSession } from './session.ts'
import type { SessionRecord } from './session-record.ts'

/**
 * Ends a session because its person wished it. Nobody waits for the revocation of its tokens: the sign-out holds here
 * whether or not the identity service answers.
 */
export async function signOut(
  appState: AppState,
  { secret, record }: Pick<Standing, 'secret' | 'record'>,
  log: FastifyBaseLogger,
): Promise<void> {
  await endSession(appState, secret)
  void appState.finish(revoke(appState, record, log))
  const { environment, client } = record
  const session = appState.fingerprints.of(secret)
  appState.audit({ event: 'sign-out', outcome: 'done', environment, client, session })
}

/** Revokes a session's tokens, the refresh token first: others that came of it often end with it (RFC 7009 §2.1). */
export async function revoke(
  { environments, outbound, configuration }: AppState,
  record: SessionRecord,
  log: FastifyBaseLogger,
): Promise<void> {
  const tokens: RevocableToken[] = [
    ...(record.refreshToken ? [{ value: record.refreshToken.value, hint: 'refresh_token' as const }] : []),
    { value: record.accessToken, hint: 'access_token' },
  ]
  try {
    const found = await environments.findClient(record.environment, record.client)
    const failed = found ? await revokeTokens({ outbound, limits: configuration.limits }, found, tokens) : []
    for (const { hint, why } of failed)
      log.warn({ environment: record.environment, token: hint, why }, 'token not revoked')
  } catch (error) {
    log.warn({ environment: record.environment, err: error }, 'token not revoked')
  }
}
