import type { Exchange } from '#contract/exchange.ts'
import type { AppState } from '../app-state.ts'
import type { RegisteredClient } from '../config/configuration.ts'
import type { Sent } from '../http/outbound.ts'
import { recordIdentityExchange } from '../record/recorder.ts'
import { isSpelledDifferently } from './client-authentication.ts'
import { type CheckedIdToken, type IdTokenExpectations, judgeIdToken } from './id-token.ts'
import { type FailedCheck, failed, type Judged } from './judged.ts'
import { requestTokens } from './token-request.ts'
import { judgeTokenResponse, parseObject, type TokenResponse } from './token-response.ts'

/** How tokens are asked for, and what their ID token is held to. */
export interface TokenGrant {
  step: 'token' | 'refresh'
  parameters: Parameters<typeof requestTokens>[2]
  idToken: Pick<IdTokenExpectations, 'nonce' | 'nonceDemanded' | 'subject'>
  /** Whether a response without an ID token is rejected. */
  demandsIdToken: (response: TokenResponse) => boolean
  /**
   * What is recorded of the sign-in beside the request.
   *
   * @param receivedAt epoch milliseconds
   */
  flow: (receivedAt: number) => Exchange['flow']
}

/** The recorded token request, and its tokens where every check passed. Times are epoch milliseconds. */
export type ObtainedTokens =
  | { ok: true; exchange: Exchange; response: TokenResponse; idToken?: CheckedIdToken; receivedAt: number }
  /** `by` tells who turned it down: the identity service, or the checks of the response or of its ID token. */
  | { ok: false; exchange: Exchange; by: 'service' | 'response' | 'id-token'; answer: Sent['answer'] }

/** Sends one token request, checks the response and its ID token, and records both. */
export async function obtainTokens(
  appState: AppState,
  registered: RegisteredClient,
  grant: TokenGrant,
): Promise<ObtainedTokens> {
  const { environment, client } = registered
  const request = await requestTokens(
    { outbound: appState.outbound, limits: appState.configuration.limits },
    registered,
    grant.parameters,
  )
  const { answer, failure } = request.sent
  const receivedAt = appState.clock()
  const record = (refused?: FailedCheck, readableIdToken?: string) => {
    const flow = { ...grant.flow(receivedAt), ...authenticationFacts(registered), refused }
    return recordIdentityExchange(
      grant.step,
      environment.id,
      { ...request, readableIdToken, flow },
      appState.fingerprints,
    )
  }
  if (failure || !answer || answer.status < 200 || answer.status > 299)
    return { ok: false, by: 'service', answer, exchange: record() }
  // Some servers refuse with 200.
  if (isRefusal(answer.body)) return { ok: false, by: 'service', answer, exchange: record() }
  const response = judgeTokenResponse(answer)
  if (!response.ok) return { ok: false, by: 'response', answer, exchange: record(response.failed) }
  const idToken = await judgeIdTokenOf(response.value, receivedAt)
  if (!idToken.ok) {
    return { ok: false, by: 'id-token', answer, exchange: record(idToken.failed, response.value.idToken) }
  }
  return { ok: true, exchange: record(), response: response.value, idToken: idToken.value, receivedAt }

  async function judgeIdTokenOf(tokens: TokenResponse, now: number): Promise<Judged<CheckedIdToken | undefined>> {
    if (tokens.idToken === undefined)
      return grant.demandsIdToken(tokens) ? failed('id-token-missing', 'id_token') : { ok: true, value: undefined }
    const keys = (freshAfter?: number) => appState.keySets.of(environment, freshAfter)
    return judgeIdToken(tokens.idToken, { ...grant.idToken, environment, clientId: client.clientId, now, keys })
  }
}

function isRefusal(body: Uint8Array): boolean {
  const fields = parseObject(body)
  return typeof fields?.error === 'string' && fields.access_token === undefined
}

/** How the client proved itself, as far as it may be told. */
function authenticationFacts({ environment, client }: RegisteredClient): Exchange['flow'] {
  const byBasic = client.authMethod === 'client_secret_basic'
  return {
    clientId: client.clientId,
    clientAuthentication: client.authMethod,
    secretSpelling: byBasic && isSpelledDifferently(client.secret) ? environment.clientSecretEncoding : undefined,
  }
}
