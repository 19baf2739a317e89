import { describe, expect, test } from 'vitest'
import type { Config, EnvironmentConfig } from '#contract/config.ts'
import { readChoice, signInAddress } from './choice.ts'

const client = (id: string) => ({ id, name: id, clientId: `${id}-1`, redirectUri: 'http://localhost:8700/callback' })
const environment = (id: string, clients: string[]): EnvironmentConfig => ({
  id,
  name: id,
  kind: 'sandbox',
  authUrl: 'https://id.example',
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
  prompts: ['login', 'consent'],
  authorizationParameters: {},
  scopes: ['openid', 'apis.example/bank-slips.readonly', 'apis.example/bank-slips.readwrite'],
  clients: clients.map(client),
})
const config: Config = {
  serverTime: 0,
  builtIn: true,
  operations: [],
  builtInOperations: true,
  environments: [environment('one', ['shop', 'desk']), environment('two', ['shop'])],
}
const read = (address: string) => readChoice(new URLSearchParams(address), config)

describe('the choice in the address', () => {
  test('falls back to the first environment, its first client, and what only reads', () => {
    const choice = read('')
    expect(choice?.environment.id).toBe('one')
    expect(choice?.client.id).toBe('shop')
    expect(choice?.scopes).toEqual(['openid', 'apis.example/bank-slips.readonly'])
    expect(choice?.prompt).toBeUndefined()
  })

  test('is read back as it was written', () => {
    const wish = {
      environment: 'one',
      client: 'desk',
      scopes: ['a', 'b/c.d'],
      prompt: 'login' as const,
      returnTo: '/calls',
    }
    const choice = readChoice(new URL(signInAddress(wish), 'http://localhost').searchParams, config)
    expect(choice).toMatchObject({
      client: { id: 'desk' },
      scopes: ['a', 'b/c.d'],
      prompt: 'login',
      returnTo: '/calls',
    })
  })

  test('an unknown environment, client or prompt is not taken over', () => {
    expect(read('environment=constructor&client=evil&prompt=none')).toMatchObject({
      environment: { id: 'one' },
      client: { id: 'shop' },
      prompt: undefined,
    })
  })

  test('of the prompt values those are taken over that the environment offers', () => {
    expect(read('prompt=consent+none+login')?.prompt).toBe('login consent')
  })

  test('no scope at all stays none, and a scope named twice counts once', () => {
    expect(read('scope=')?.scopes).toEqual([])
    expect(read('scope=a+b+a')?.scopes).toEqual(['a', 'b'])
  })

  test('an installation without a client has nothing to choose', () => {
    expect(readChoice(new URLSearchParams(), { ...config, environments: [environment('one', [])] })).toBeUndefined()
  })
})
