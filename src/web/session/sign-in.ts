import { OidcClient, type OidcClientSettings, WebStorageStateStore } from 'oidc-client-ts'
import type { EnvironmentConfig } from '#contract/config.ts'
import type { SignedIn } from '#contract/session.ts'
import {
  type OpenSignIn,
  type RefusedSignIn,
  type ReturnSignIn,
  returnPath,
  type SignInResult,
  signInPath,
  type Transaction,
} from '#contract/sign-in.ts'
import { bff } from '../bff.ts'
import { keepTypedOnTheWay } from '../exchange/calls.ts'
import { forgetPending, markReturned, pendingSignIn, rememberPending } from './unfinished-sign-in.ts'

/** What oidc-client-ts keeps in this tab with the `state` of a sign-in. */
interface SignInState {
  transaction: string
  returnTo: string
}

export type CompletedSignIn =
  | { state: 'signed-in'; session: SignedIn; returnTo: string | undefined }
  | {
      state: 'refused'
      outcome: RefusedSignIn | { state: 'unknown' }
      /** Both are known where the redirect belongs to a sign-in of this tab. */
      transaction: string | undefined
      returnTo: string | undefined
    }

/**
 * Opens a transaction at the BFF and returns the authorization URL to go to. The BFF makes nonce and PKCE challenge;
 * oidc-client-ts makes the `state` and keeps it in this tab.
 */
export async function beginSignIn(
  choice: OpenSignIn,
  environment: EnvironmentConfig,
  returnTo: string,
): Promise<string> {
  const client = environment.clients.find(({ id }) => id === choice.client)
  if (!client) throw new Error(`The environment ${environment.id} has no client ${choice.client}.`)
  const opened = await bff<Transaction>('POST', signInPath, choice)
  const state: SignInState = { transaction: opened.transaction, returnTo }
  const { authUrl, authorizationUrl, issuer, authorizationParameters } = environment
  const request = await oidcClient({
    authority: authUrl,
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    metadata: { issuer, authorization_endpoint: authorizationUrl },
  }).createSigninRequest({
    state,
    scope: choice.scopes.join(environment.scopeSeparator),
    nonce: opened.nonce,
    prompt: choice.prompt,
    login_hint: choice.loginHint,
    extraQueryParams: {
      ...(choice.demonstration && { demonstration: choice.demonstration }),
      ...(opened.codeChallenge && {
        code_challenge: opened.codeChallenge,
        code_challenge_method: opened.codeChallengeMethod ?? 'S256',
      }),
      ...authorizationParameters,
    },
  })
  rememberPending({ ...choice, transaction: opened.transaction, state: request.state.id, startedAt: Date.now() / 1000 })
  keepTypedOnTheWay()
  return request.url
}

/**
 * Takes the redirect in with one post: `state` is checked here, by oidc-client-ts, everything else by the BFF, which
 * alone sends the code on.
 */
export async function completeSignIn(address: URL): Promise<CompletedSignIn> {
  const { state, signIn } = await checkState(address)
  markReturned()
  const transaction = signIn?.transaction
  const redirect: ReturnSignIn = { transaction, state, query: address.search.slice(1) }
  const result = await bff<SignInResult>('POST', returnPath, redirect)
  if (result.state !== 'signed-in')
    return { state: 'refused', outcome: result, transaction, returnTo: signIn?.returnTo }
  forgetPending()
  return { ...result, returnTo: signIn?.returnTo }
}

/** Whether this tab sent the `state`, and for which sign-in. It stays kept, so that a redirect that comes again is known. */
async function checkState(address: URL): Promise<{ state: ReturnSignIn['state']; signIn?: SignInState }> {
  const echoed = address.searchParams.getAll('state')
  // §2.2 of the service's document shows no `state` in the redirect: the tab's pending sign-in then serves.
  const [sent = pendingSignIn()?.state ?? ''] = echoed
  if (echoed.length > 1) return { state: 'unknown' }
  const withState = new URL(address)
  withState.searchParams.set('state', sent)
  // To find what was kept with a `state`, oidc-client-ts must know of no service.
  const known = await oidcClient({ authority: '', client_id: '', redirect_uri: '' })
    .readSigninResponseState(withState.href)
    .catch(() => undefined)
  if (!known) return { state: 'unknown' }
  return { state: echoed.length === 0 ? 'absent' : 'matched', signIn: known.state.data as SignInState }
}

function oidcClient(settings: OidcClientSettings): OidcClient {
  return new OidcClient({
    ...settings,
    // The BFF makes the challenge and keeps the verifier.
    disablePKCE: true,
    stateStore: new WebStorageStateStore({ prefix: 'claimcheck.oidc.', store: sessionStorage }),
    staleStateAgeInSeconds: 86_400,
  })
}
