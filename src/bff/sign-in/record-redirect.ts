import type { Exchange } from '#contract/exchange.ts'
import type { AppState } from '../app-state.ts'
import type { RegisteredClient } from '../config/configuration.ts'
import type { FailedCheck } from '../identity/judged.ts'
import { recordRedirect } from '../record/recorder.ts'
import { parameter } from './redirect-checks.ts'
import type { TransactionRecord } from './transaction-record.ts'

/**
 * Records a redirect as the end of the authorization request that led to it; one that belongs to no sign-in, as far as
 * its `iss` identifies the environment.
 *
 * @param redirect.state what the page made of `state`; the authorization request is known to have sent it where it
 *   matched
 */
export async function redirectExchange(
  { configuration, environments, clock, fingerprints }: AppState,
  record: TransactionRecord | undefined,
  redirect: {
    parameters: [string, string][]
    state: 'matched' | 'absent' | 'unknown'
    codeUsedBefore?: boolean
    failed?: FailedCheck
  },
): Promise<Exchange> {
  const { parameters, state, codeUsedBefore, failed } = redirect
  const found = record && (await environments.findClient(record.environment, record.client))
  const iss = parameter(parameters, 'iss')
  const returnedState = parameter(parameters, 'state')
  const environment = found?.environment ?? (await environments.all()).find(({ issuer }) => issuer === iss)
  const redirectUri = found?.client.redirectUri ?? `${configuration.publicUrl}/callback`
  return recordRedirect(
    environment?.id ?? '',
    {
      authorizationUrl:
        found && record
          ? authorizationUrl(found, record, state === 'matched' ? returnedState : undefined)
          : (environment?.authorizationUrl ?? ''),
      redirectUri,
      parameters,
      openedAt: record?.openedAt,
      at: clock(),
      flow: {
        clientId: found?.client.clientId,
        requestedScopes: record?.requestedScopes,
        redirectUri,
        state: returnedState,
        nonce: record?.nonce,
        codeUsedBefore: codeUsedBefore || undefined,
        refused: failed,
      },
    },
    fingerprints,
  )
}

/** The authorization request (§2.1 of the document) as far as the BFF knows it; `state` is the page's. */
function authorizationUrl(
  { environment, client }: RegisteredClient,
  record: TransactionRecord,
  state: string | undefined,
): string {
  const url = new URL(environment.authorizationUrl ?? environment.authUrl)
  const parameters = {
    client_id: client.clientId,
    response_type: 'code',
    redirect_uri: client.redirectUri,
    scope: record.requestedScopes.join(environment.scopeSeparator),
    ...(record.prompt && { prompt: record.prompt }),
    ...(record.loginHint && { login_hint: record.loginHint }),
    ...(record.demonstration && { demonstration: record.demonstration }),
    ...(state && { state }),
    ...(record.nonce && { nonce: record.nonce }),
    ...(record.codeChallenge && { code_challenge: record.codeChallenge, code_challenge_method: 'S256' }),
    ...environment.authorizationParameters,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.append(name, value)
  return url.href
}
