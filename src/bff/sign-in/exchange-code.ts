import type { Exchange } from '#contract/exchange.ts'
import { splitScopes } from '#knowledge/protocol/scopes.ts'
import type { AppState } from '../app-state.ts'
import type { RegisteredClient } from '../config/configuration.ts'
import { type ObtainedTokens, obtainTokens } from '../identity/obtain-tokens.ts'
import type { SessionRecord } from '../session/session-record.ts'
import type { ExchangingTransaction } from './transaction-record.ts'

/** A session that has no place in a browser yet. */
type NewSession = Omit<SessionRecord, 'name'>

/**
 * Sends a code to the identity service, once.
 *
 * @returns the recorded token request, with the session that it brought where its response passed every check
 */
export async function exchangeCode(
  appState: AppState,
  record: ExchangingTransaction,
  registered: RegisteredClient,
  code: string,
): Promise<{ exchange: Exchange; session?: NewSession }> {
  const { redirectUri } = registered.client
  const { requestedScopes, nonce, verifier } = record
  // Without an ID token, a redirect that carried no `state` is tied to this browser by nothing.
  const byNonceAlone = record.boundBy === 'nonce'
  const tokens = await obtainTokens(appState, registered, {
    step: 'token',
    parameters: {
      code,
      redirect_uri: redirectUri,
      grant_type: 'authorization_code',
      ...(verifier && { code_verifier: verifier }),
    },
    idToken: { nonce, nonceDemanded: nonce !== undefined || byNonceAlone },
    demandsIdToken: ({ scope }) =>
      byNonceAlone || (scope === undefined ? requestedScopes : splitScopes(scope)).includes('openid'),
    flow: (receivedAt) => ({
      requestedScopes,
      redirectUri,
      nonce,
      codeAgeSeconds: (receivedAt - record.returnedAt) / 1000,
    }),
  })
  const { sessionSeconds } = appState.configuration.limits
  return { exchange: tokens.exchange, session: tokens.ok ? newSession(record, tokens, sessionSeconds) : undefined }
}

function newSession(
  record: ExchangingTransaction,
  { response, idToken, receivedAt }: Extract<ObtainedTokens, { ok: true }>,
  sessionSeconds: number,
): NewSession {
  const { refresh_token: _, ...tokenResponse } = response.fields
  return {
    environment: record.environment,
    client: record.client,
    signedInAt: receivedAt,
    requestedScopes: record.requestedScopes,
    tokenResponse,
    accessToken: response.accessToken,
    idToken: response.idToken,
    idTokenChecked: idToken?.checked ?? 'none',
    subject: typeof idToken?.claims.sub === 'string' ? idToken.claims.sub : undefined,
    nonce: record.nonce,
    boundBy: record.boundBy,
    receivedAt,
    refreshToken: response.refreshToken === undefined ? undefined : { value: response.refreshToken, receivedAt },
    renewals: 0,
    codeTrace: record.codeTrace,
    endsAt: receivedAt + sessionSeconds * 1000,
  }
}
