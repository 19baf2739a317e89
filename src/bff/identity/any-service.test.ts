import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { Config } from '#contract/config.ts'
import { hostileServer, json } from '../testing/hostile-server.ts'
import { type Browser, type Rig, secret, startRig } from '../testing/rig.ts'
import { type StandIn, type StandInShape, standIn } from '../testing/stand-in.ts'
import { usualServices } from '../testing/usual-services.ts'

const clock = { now: Date.UTC(2026, 0, 1) }
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

interface Wish {
  environment?: Record<string, unknown>
  client?: Record<string, unknown>
  publicKey?: { pem: string; alg: string }
}

async function start(shape: StandInShape, wish: Wish = {}): Promise<{ service: StandIn; rig: Rig }> {
  const registered = {
    id: 'client-1',
    secret: wish.client && !('secret_variable' in wish.client) ? undefined : secret,
    publicKey: wish.publicKey,
    redirectUri: 'http://localhost:8700/callback',
  }
  const service = await standIn(shape, registered, () => clock.now)
  const client = { id: 'portal', name: 'Portal', client_id: 'client-1', secret_variable: 'PORTAL_SECRET' }
  const { secret_variable: _, ...bare } = client
  const rig = await startRig({
    environment: {
      auth_url: undefined,
      jwks_url: undefined,
      resource_domain: undefined,
      issuer: service.issuer,
      base_url: service.address,
      clients: [wish.client ? { ...bare, ...wish.client } : client],
      ...wish.environment,
    },
  })
  closing.push(rig.close, service.close)
  return { service, rig }
}

/** Goes to the identity service as the page sends the browser there, and comes back with its redirect. */
async function signIn(browser: Browser) {
  const config = (await browser.request('GET', '/bff/config')).json<Config>()
  const [environment] = config.environments
  if (!environment?.authorizationUrl) throw new Error('the authorization endpoint is not known')
  const opened = await browser.open({ scopes: environment.scopes })
  const url = new URL(environment.authorizationUrl)
  const query = {
    client_id: 'client-1',
    redirect_uri: 'http://localhost:8700/callback',
    response_type: 'code',
    scope: environment.scopes.join(' '),
    state: 's',
    nonce: opened.nonce ?? '',
    code_challenge: opened.codeChallenge ?? '',
    code_challenge_method: 'S256',
    ...environment.authorizationParameters,
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value)
  const back = await fetch(url, { redirect: 'manual' })
  const location = new URL(back.headers.get('location') ?? '', 'http://none.example')
  return { environment, result: await browser.returnWith(opened, location.search.slice(1)) }
}

describe.each(Object.entries(usualServices))('With %s', (_, shape) => {
  test('the issuer alone brings a sign-in, a renewal and a call', async () => {
    const { rig, service } = await start(shape, { environment: shape.environment })
    const browser = rig.browser()
    const { environment, result } = await signIn(browser)
    expect(environment).toMatchObject({
      issuer: service.issuer,
      authorizationUrl: service.metadata.authorization_endpoint,
      tokenUrl: service.metadata.token_endpoint,
      publishesKeys: true,
      pkce: true,
      issInRedirect: shape.issInRedirect ? 'required' : 'optional',
    })
    expect(result).toMatchObject({ state: 'signed-in', session: { idTokenChecked: 'signature-and-claims' } })
    const renewed = await browser.request('POST', '/bff/session/refresh')
    expect(renewed.json()).toMatchObject({ state: 'renewed' })
    const call = await browser.request('POST', '/bff/calls', { json: { method: 'GET', path: '/things' } })
    expect(call.json()).toMatchObject({ response: { status: 200 } })
    expect(service.seen.filter(({ path }) => path === shape.token).map(({ by }) => by)).toEqual([
      'client_secret_basic',
      'client_secret_basic',
    ])
  })
})

const { Keycloak } = usualServices as { Keycloak: StandInShape }
const tokenBy = ({ seen }: StandIn) => seen.filter(({ path }) => path === Keycloak.token).map(({ by }) => by)

describe('A client proves itself', () => {
  test('by its secret in the form, where the service takes nothing else', async () => {
    const metadata = { ...Keycloak.metadata, token_endpoint_auth_methods_supported: ['client_secret_post'] }
    const { rig, service } = await start({ ...Keycloak, metadata })
    expect((await signIn(rig.browser())).result.state).toBe('signed-in')
    expect(tokenBy(service)).toEqual(['client_secret_post'])
  })

  test('by nothing but PKCE, where it is public', async () => {
    const { rig, service } = await start(Keycloak, { client: { token_endpoint_auth_method: 'none' } })
    const { result } = await signIn(rig.browser())
    expect(result.state).toBe('signed-in')
    expect(tokenBy(service)).toEqual(['none'])
  })

  test.each([
    ['RSA', () => generateKeyPairSync('rsa', { modulusLength: 2048 }), 'RS256'],
    ['P-256', () => generateKeyPairSync('ec', { namedCurve: 'P-256' }), 'ES256'],
    ['Ed25519', () => generateKeyPairSync('ed25519'), 'EdDSA'],
  ])('by an assertion that its %s key signs, which no record shows', async (_, generate, alg) => {
    const pair = generate()
    const file = join(mkdtempSync(join(tmpdir(), 'claimcheck-key-')), 'key.pem')
    writeFileSync(file, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const publicKey = { pem: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(), alg }
    const { rig, service } = await start(Keycloak, { client: { key_file: file, key_id: 'k1' }, publicKey })
    const browser = rig.browser()
    expect((await signIn(browser)).result.state).toBe('signed-in')
    expect(tokenBy(service)).toEqual(['private_key_jwt'])
    const messages = (await browser.request('GET', '/bff/messages')).body
    expect(messages).toContain('"client_assertion":"fp:')
  })
})

describe('Metadata', () => {
  test('by RFC 8414 alone serve as well', async () => {
    const { rig } = await start({ ...Keycloak, publishedBy: 'oauth2' })
    expect((await signIn(rig.browser())).result.state).toBe('signed-in')
  })

  test('are found where a server redirects to their address with a slash, and nowhere else that it redirects to', async () => {
    const isFound = async (path: string) => {
      const { service } = await start(Keycloak)
      const front = await hostileServer(() => clock.now)
      closing.push(front.close)
      const issuer = `${front.address}/o`
      const metadata = { ...service.metadata, issuer }
      front.behave('/o/.well-known/openid-configuration', (_, response) => {
        response.writeHead(301, { location: path }).end()
      })
      front.behave('/o/.well-known/openid-configuration/', (_, response) => json(response, metadata))
      front.behave('/elsewhere', (_, response) => json(response, metadata))
      front.behave('/.well-known/oauth-authorization-server/o', (_, response) => json(response, {}, 404))
      const rig = await startRig({ environment: { auth_url: undefined, jwks_url: undefined, issuer } })
      closing.push(rig.close)
      const config = (await rig.browser().request('GET', '/bff/config')).json<Config>()
      return config.environments[0]?.authorizationUrl !== undefined
    }
    expect(await isFound('/o/.well-known/openid-configuration/')).toBe(true)
    expect(await isFound('/elsewhere')).toBe(false)
  })

  test('fill in only what the file leaves out', async () => {
    const environment = {
      token_url: 'https://other.example/token',
      iss_in_redirect: 'optional',
      pkce: false,
      scopes: ['openid', 'shop'],
      prompts: ['select_account'],
    }
    const { rig } = await start(Keycloak, { environment })
    const config = (await rig.browser().request('GET', '/bff/config')).json<Config>()
    expect(config.environments[0]).toMatchObject({
      tokenUrl: 'https://other.example/token',
      issInRedirect: 'optional',
      pkce: false,
      scopes: ['openid', 'shop'],
      prompts: ['select_account'],
    })
  })

  test('offer the scopes and prompt values that the service knows, and no business scope', async () => {
    const { rig } = await start(Keycloak)
    const config = (await rig.browser().request('GET', '/bff/config')).json<Config>()
    expect(config.environments[0]).toMatchObject({
      scopes: ['openid', 'profile', 'email'],
      prompts: ['login', 'consent'],
    })
  })

  test('of another issuer do not count, also where a slash is all that differs', async () => {
    const { service } = await start(Keycloak)
    const rig = await startRig({
      environment: { auth_url: undefined, jwks_url: undefined, issuer: `${service.issuer}/` },
    })
    closing.push(rig.close)
    const response = await rig.browser().request('POST', '/bff/sign-in', {
      json: { environment: 'test', client: 'portal', scopes: ['openid'] },
    })
    expect(response.statusCode).toBe(502)
    expect(response.json().message).toContain('differs from it only in a trailing slash')
    expect(response.json().fix).toContain(`Set issuer to ${service.issuer}.`)
  })

  test('that name plain http for another host are not used', async () => {
    const metadata = { ...Keycloak.metadata, token_endpoint: 'http://id.example/token' }
    const { rig } = await start({ ...Keycloak, metadata })
    const response = await rig.browser().request('POST', '/bff/sign-in', {
      json: { environment: 'test', client: 'portal', scopes: ['openid'] },
    })
    expect(response.statusCode).toBe(502)
    expect(response.json().message).toContain('names http://id.example/token, which is not https')
  })

  test('that cannot be read keep nobody from the page, and are read again for the next sign-in', async () => {
    const { rig, service } = await start(Keycloak)
    const browser = rig.browser()
    const path = '/realms/shop/.well-known/openid-configuration'
    expect(service.seen.filter((one) => one.path === path)).toHaveLength(0)
    await service.close()
    const config = (await browser.request('GET', '/bff/config')).json<Config>()
    expect(config.environments[0]?.authorizationUrl).toBeUndefined()
    const refused = await browser.request('POST', '/bff/sign-in', {
      json: { environment: 'test', client: 'portal', scopes: ['openid'] },
    })
    expect(refused.json()).toMatchObject({
      code: 'identity-service-unknown',
      message: expect.stringContaining('Nothing accepts connections'),
    })
  })
})
