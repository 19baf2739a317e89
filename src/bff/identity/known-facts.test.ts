import { afterEach, describe, expect, test } from 'vitest'
import type { Exchange } from '#contract/exchange.ts'
import { json } from '../testing/hostile-server.ts'
import { type Rig, type RigOptions, secret, startRig } from '../testing/rig.ts'

// What only the BFF knows of a failure must reach anyone who says why it failed.
let rig: Rig
afterEach(() => rig.close())

async function refusedSignIn(): Promise<Exchange> {
  const { result } = await rig.browser().signIn()
  if (result.state !== 'refused') throw new Error(`the sign-in ended as ${result.state}`)
  return result.exchange
}

const start = async (options: RigOptions = {}) => {
  rig = await startRig(options)
}

describe('A sign-in whose key set', () => {
  test.each<[string, (rig: Rig) => void, string]>([
    ['is not there', ({ server }) => server.behave('/keys', (_, response) => json(response, {}, 404)), 'status 404'],
    [
      'is a page',
      ({ server }) =>
        server.behave(
          '/keys',
          (_, response) => void response.setHeader('content-type', 'text/html').end('<h1>Hi</h1>'),
        ),
      'it is an HTML page',
    ],
    [
      'breaks off',
      ({ server }) => server.behave('/keys', (_, response) => void response.destroy()),
      'closed the connection',
    ],
  ])('%s is refused for that, and with the reason', async (_, breakIt, says) => {
    await start()
    breakIt(rig)
    const { flow } = await refusedSignIn()
    expect(flow?.refused).toMatchObject({ check: 'key-set-unavailable', detail: expect.stringContaining(says) })
    const lines = rig.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'the key set cannot be read')
    expect(lines).toMatchObject([{ level: 40, environment: 'test', setting: 'jwks_url' }])
    expect(lines[0].reason).toContain(says)
  })
})

test('an encrypted ID token is known as one', async () => {
  await start()
  rig.server.behave('/oauth2/token', async (request, response) =>
    json(response, await rig.server.tokens(request, { id_token: 'eyJhbGciOiJSU0EtT0FFUCJ9.a.b.c.d' })),
  )
  expect((await refusedSignIn()).flow?.refused).toMatchObject({ check: 'id-token-encrypted' })
})

describe('A refused client is recorded', () => {
  test.each<[string, Record<string, unknown>, object]>([
    [
      'with how it proved itself and how its secret was spelled',
      {},
      { clientAuthentication: 'client_secret_basic', secretSpelling: 'plain' },
    ],
    [
      'without a spelling where that plays no part',
      {
        clients: [
          {
            id: 'portal',
            name: 'Portal',
            client_id: 'client-1',
            secret_variable: 'PORTAL_SECRET',
            token_endpoint_auth_method: 'client_secret_post',
          },
        ],
      },
      { clientAuthentication: 'client_secret_post', clientId: 'client-1' },
    ],
  ])('%s', async (_, environment, flow) => {
    await start({ environment })
    rig.server.behave('/oauth2/token', (_, response) => json(response, { error: 'invalid_client' }, 401))
    const exchange = await refusedSignIn()
    expect(exchange.flow).toEqual(expect.objectContaining(flow))
    expect(Object.keys(exchange.flow ?? {}).includes('secretSpelling')).toBe('secretSpelling' in flow)
    expect(JSON.stringify(exchange)).not.toContain(secret)
    expect(JSON.stringify(exchange)).not.toContain(encodeURIComponent(secret))
  })

  test('as one whose credentials were taken before, at a renewal', async () => {
    await start()
    const browser = rig.browser()
    await browser.signIn()
    rig.server.behave('/oauth2/token', (_, response) => json(response, { error: 'invalid_client' }, 401))
    const renewal = (await browser.request('POST', '/bff/session/refresh')).json()
    expect(renewal).toMatchObject({ state: 'kept', exchange: { flow: { credentialsTaken: true } } })
  })
})

test('a refusal with status 200 is the service’s own', async () => {
  await start()
  rig.server.behave('/oauth2/token', (_, response) => json(response, { error: 'bad_verification_code' }))
  expect((await refusedSignIn()).flow?.refused).toBeUndefined()
})

test('tokens with status 201, a lifetime written as a text and members of null are good', async () => {
  await start()
  rig.server.behave('/oauth2/token', async (request, response) =>
    json(response, await rig.server.tokens(request, { expires_in: '3600', refresh_token: null, scope: null }), 201),
  )
  expect((await rig.browser().signIn()).result.state).toBe('signed-in')
})

describe('A refused call is recorded', () => {
  const call = { json: { method: 'GET', path: '/things' } }

  test('with the keys that are published after the refusal, not with those that were known before', async () => {
    await start()
    const browser = rig.browser()
    rig.server.behave('/oauth2/token', async (request, response) =>
      json(response, await rig.server.tokens(request, { access_token: await rig.server.idToken({}) })),
    )
    expect((await browser.signIn()).result.state).toBe('signed-in')
    rig.clock.now += 60_000
    rig.server.behave('/keys', (_, response) => json(response, { keys: [{ kty: 'RSA', kid: 'two', alg: 'RS256' }] }))
    rig.server.behave('/v1/things', (_, response) => json(response, {}, 401))
    const exchange = (await browser.request('POST', '/bff/calls', call)).json<Exchange>()
    expect(exchange.flow?.publishedKeys).toEqual([{ kid: 'two', alg: 'RS256' }])
    expect(exchange.flow?.opaqueToken).toBeUndefined()
  })

  test('with the fact that its token is opaque', async () => {
    await start()
    const browser = rig.browser()
    await browser.signIn()
    rig.server.behave('/v1/things', (_, response) => json(response, {}, 401))
    const exchange = (await browser.request('POST', '/bff/calls', call)).json<Exchange>()
    expect(exchange.flow?.opaqueToken).toBe(true)
  })
})
