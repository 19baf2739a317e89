import { InMemoryWebStorage, OidcClient, WebStorageStateStore } from 'oidc-client-ts'
import { expect, test } from 'vitest'
import type { EnvironmentConfig } from '#contract/config.ts'
import { authorizationUrl, madeOnDeparture } from './authorization-url.ts'

const client = { id: 'shop', name: 'Shop', clientId: 'shop-1', redirectUri: 'http://localhost:8700/callback' }
const environment: EnvironmentConfig = {
  id: 'sandbox',
  name: 'Sandbox',
  kind: 'sandbox',
  authUrl: 'https://id.example',
  authorizationUrl: 'https://id.example/oauth2/authorize',
  tokenUrl: 'https://id.example/oauth2/token',
  baseUrl: 'https://api.example',
  pathPrefix: '/v1',
  foreign: false,
  issuer: 'https://id.example',
  publishesKeys: false,
  pkce: true,
  nonce: true,
  issInRedirect: 'required',
  clientSecretEncoding: 'plain',
  scopeSeparator: ' ',
  prompts: ['login'],
  authorizationParameters: {},
  scopes: [],
  clients: [client],
}

test.each([
  ['with every protection on', environment, undefined],
  ['asking to sign in again', environment, 'login' as const],
  ['without a nonce', { ...environment, nonce: false }, undefined],
  ['without PKCE', { ...environment, pkce: false }, 'login' as const],
  [
    'at an address of its own, with parameters of its own',
    {
      ...environment,
      authorizationUrl: 'https://id.example/p/authorize?p=b2c',
      authorizationParameters: { audience: 'https://api.example' },
    },
    undefined,
  ],
  ['with commas between the scopes', { ...environment, scopeSeparator: ',' }, undefined],
])('the preview is the address that oidc-client-ts builds, %s', async (_, chosen, prompt) => {
  const scopes = ['openid', 'apis.example/bank-slips.readonly']
  const request = await new OidcClient({
    authority: chosen.authUrl,
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    metadata: { authorization_endpoint: chosen.authorizationUrl },
    disablePKCE: true,
    stateStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
  }).createSigninRequest({
    scope: scopes.join(chosen.scopeSeparator),
    nonce: chosen.nonce ? madeOnDeparture : undefined,
    prompt,
    extraQueryParams: {
      ...(chosen.pkce && { code_challenge: madeOnDeparture, code_challenge_method: 'S256' }),
      ...chosen.authorizationParameters,
    },
  })
  const built = new URL(request.url)
  built.searchParams.set('state', madeOnDeparture)
  expect(authorizationUrl({ environment: chosen, client, scopes, prompt })).toBe(built.href)
})
