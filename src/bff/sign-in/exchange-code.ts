import type { Exchange } from '#contract/exchange.ts'
import { splitScopes } from '#knowledge/service/scopes.ts'
import type { RegisteredClient } from '../config/configuration.ts'
import { type CheckedIdToken, judgeIdToken } from '../identity/id-token.ts'
import { type FailedCheck, failed, type Judged } from '../identity/judged.ts'
import { requestTokens } from '../identity/token-request.ts'
import { judgeTokenResponse, type TokenResponse } from '../identity/token-response.ts'
import { recordIdentityExchange } from '../record/recorder.ts'
import type { Services } from '../services.ts'
import type { SessionRecord } from '../session/session-record.ts'
import type { ExchangingTransaction } from './transaction-record.ts'

/** The recorded token request, with the session that it brought where its response passed every check. */
export interface ExchangedCode {
  exchange: Exchange
  session?: SessionRecord
}

/** Sends a code to the identity service, once, and checks the response. */
export async function exchangeCode(
  services: Services,
  record: ExchangingTransaction,
  registered: RegisteredClient,
  code: string,
): Promise<ExchangedCode> {
  const { environment, client } = registered
  const request = await requestTokens(services, registered, {
    code,
    redirect_uri: client.redirectUri,
    grant_type: 'authorization_code',
    ...(record.verifier && { code_verifier: record.verifier }),
  })
  const receivedAt = services.clock()
  const recorded = (refused?: FailedCheck, readableIdToken?: string) =>
    recordIdentityExchange(
      'token',
      environment.id,
      {
        ...request,
        readableIdToken,
        flow: {
          clientId: client.clientId,
          requestedScopes: record.requestedScopes,
          redirectUri: client.redirectUri,
          nonce: record.nonce,
          codeAgeSeconds: (receivedAt - record.returnedAt) / 1000,
          refused,
        },
      },
      services.fingerprints,
    )
  const { answer, failure } = request.sent
  if (failure || answer?.status !== 200) return { exchange: recorded() }
  const response = judgeTokenResponse(answer)
  if (!response.ok) return { exchange: recorded(response.failed) }
  const idToken = await judgeSignInIdToken(services, record, registered, response.value, receivedAt)
  if (!idToken.ok) return { exchange: recorded(idToken.failed, response.value.idToken) }
  const endsAt = receivedAt + services.configuration.limits.sessionSeconds * 1000
  return { exchange: recorded(), session: newSession(record, response.value, idToken.value, { receivedAt, endsAt }) }
}

/** Without an ID token, a redirect that carried no `state` is tied to this browser by nothing. */
async function judgeSignInIdToken(
  { keySets }: Services,
  record: ExchangingTransaction,
  { environment, client }: RegisteredClient,
  response: TokenResponse,
  now: number,
): Promise<Judged<CheckedIdToken | undefined>> {
  const byNonceAlone = record.boundBy === 'nonce'
  if (response.idToken === undefined) {
    const granted = response.scope === undefined ? record.requestedScopes : splitScopes(response.scope)
    if (granted.includes('openid') || byNonceAlone) return failed('id-token-missing', 'id_token')
    return { ok: true, value: undefined }
  }
  return judgeIdToken(response.idToken, {
    environment,
    clientId: client.clientId,
    nonce: record.nonce,
    nonceDemanded: record.nonce !== undefined || byNonceAlone,
    now,
    keys: (freshAfter) => keySets.of(environment, freshAfter),
  })
}

function newSession(
  record: ExchangingTransaction,
  response: TokenResponse,
  idToken: CheckedIdToken | undefined,
  { receivedAt, endsAt }: { receivedAt: number; endsAt: number },
): SessionRecord {
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
    boundBy: record.boundBy,
    receivedAt,
    refreshToken: response.refreshToken === undefined ? undefined : { value: response.refreshToken, receivedAt },
    renewals: 0,
    codeTrace: record.codeTrace,
    endsAt,
  }
}
