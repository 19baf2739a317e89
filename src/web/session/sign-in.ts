import { OidcClient, SigninState, WebStorageStateStore } from 'oidc-client-ts'
import type { EnvironmentConfig } from '#contract/config.ts'
import { requestHeader, transactionHeader } from '#contract/request.ts'
import {
  type OpenSignIn,
  type Outcome,
  outcomePath,
  type ReturnSignIn,
  returnPath,
  signInPath,
  type Transaction,
  tokenPath,
} from '#contract/sign-in.ts'
import { bff } from '../bff.ts'
import {
  finishedTransaction,
  forgetPending,
  markReturned,
  pendingSignIn,
  rememberFinished,
  rememberPending,
} from './unfinished-sign-in.ts'

/** What oidc-client-ts keeps with the `state` for the way back. */
interface Luggage {
  transaction: string
  environment: string
  returnTo: string
}

export type Arrival =
  | { state: 'signed-in'; returnTo: string }
  /** `returnTo` where the sign-in is known that the redirect belongs to. */
  | { state: 'refused'; transaction: string | undefined; outcome: Outcome; returnTo: string | undefined }

const stateStore = new WebStorageStateStore({ prefix: 'claimcheck.oidc.', store: sessionStorage })

/**
 * Opens a transaction at the BFF and returns the authorization URL to go to. The BFF makes nonce and PKCE challenge;
 * oidc-client-ts makes the `state` and keeps it in this tab.
 */
export async function depart(choice: OpenSignIn, environment: EnvironmentConfig, returnTo: string): Promise<string> {
  const client = environment.clients.find(({ id }) => id === choice.client)
  if (!client) throw new Error(`The environment ${environment.id} has no client ${choice.client}.`)
  const opened = await bff<Transaction>('POST', signInPath, choice)
  const luggage: Luggage = { transaction: opened.transaction, environment: environment.id, returnTo }
  const request = await oidcClient(environment, client.clientId, client.redirectUri).createSigninRequest({
    state: luggage,
    scope: choice.scopes.join(environment.scopeSeparator),
    nonce: opened.nonce,
    prompt: choice.prompt,
    extraQueryParams: opened.codeChallenge
      ? { code_challenge: opened.codeChallenge, code_challenge_method: opened.codeChallengeMethod ?? 'S256' }
      : {},
  })
  rememberPending({ ...choice, transaction: opened.transaction, state: request.state.id, startedAt: Date.now() / 1000 })
  return request.url
}

/**
 * Takes the redirect in: `state` is checked here by oidc-client-ts, everything else by the BFF, which alone sends the
 * code on. What the BFF recorded is the truth, also where oidc-client-ts is stricter about the answer.
 */
export async function arrive(address: URL, environments: EnvironmentConfig[]): Promise<Arrival> {
  const { judgement, luggage, state } = await recognise(address)
  markReturned()
  const query = address.search.slice(1)
  const outcome = await bff<Outcome>('POST', returnPath, { ...judgement, query } satisfies ReturnSignIn)
  const { transaction } = judgement
  if (outcome.state !== 'returned' || !transaction || !luggage || !state)
    return { state: 'refused', transaction, outcome, returnTo: luggage?.returnTo }

  // Before the exchange, which uses the kept state up: a redirect whose exchange broke off is then known again too.
  rememberFinished(state, transaction)
  const settled = await exchange(address, state, transaction, environments)
  if (settled.state !== 'signed-in')
    return { state: 'refused', transaction, outcome: settled, returnTo: luggage.returnTo }
  forgetPending()
  return { state: 'signed-in', returnTo: luggage.returnTo }
}

/** Whether this tab sent the `state`, and for which transaction. */
async function recognise(address: URL) {
  const states = address.searchParams.getAll('state')
  const echoed = states.length === 1 ? states[0] : undefined
  // §2.2 of the service's document shows no `state` in the redirect: the tab's pending transaction then serves.
  const state = states.length === 0 ? pendingSignIn()?.state : echoed
  const stored = state === undefined ? null : await stateStore.get(state)
  if (state !== undefined && stored) {
    const luggage = (await SigninState.fromStorageString(stored)).data as Luggage
    const how = states.length === 0 ? ('absent' as const) : ('matched' as const)
    return { state, luggage, judgement: { transaction: luggage.transaction, state: how } }
  }
  const finished = state === undefined ? undefined : finishedTransaction(state)
  if (finished) return { state, luggage: undefined, judgement: { transaction: finished, state: 'matched' as const } }
  return { state, luggage: undefined, judgement: { state: 'unknown' as const } }
}

async function exchange(
  address: URL,
  state: string,
  transaction: string,
  environments: EnvironmentConfig[],
): Promise<Outcome> {
  const stored = await stateStore.get(state)
  const { authority, client_id, redirect_uri, data } = await SigninState.fromStorageString(stored ?? '{}')
  const environment = environments.find(({ id }) => id === (data as Luggage).environment)
  if (!environment || authority !== environment.authUrl) return { state: 'unknown' }
  const withState = new URL(address)
  withState.searchParams.set('state', state)
  const failed = await oidcClient(environment, client_id, redirect_uri)
    .processSigninResponse(withState.href, { [transactionHeader]: transaction })
    .then(
      () => undefined,
      (error: unknown) => error,
    )
  const outcome = await bff<Outcome>('GET', outcomePath(transaction))
  if (outcome.state === 'signed-in' || outcome.state === 'refused') return outcome
  throw new Error('The sign-in could not be finished.', { cause: failed })
}

function oidcClient(environment: EnvironmentConfig, clientId: string, redirectUri: string): OidcClient {
  return new OidcClient({
    authority: environment.authUrl,
    client_id: clientId,
    redirect_uri: redirectUri,
    metadata: {
      issuer: environment.issuer,
      authorization_endpoint: `${environment.authUrl}/oauth2/authorize`,
      token_endpoint: new URL(tokenPath, location.origin).href,
    },
    disablePKCE: true,
    loadUserInfo: false,
    extraHeaders: { [requestHeader]: '1' },
    stateStore,
  })
}
