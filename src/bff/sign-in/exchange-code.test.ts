import { createHmac } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { exportJWK, generateKeyPair, UnsecuredJWT } from 'jose'
import { Value } from 'typebox/value'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SignInResult } from '#contract/sign-in.ts'
import { type Behaviour, json } from '../testing/hostile-server.ts'
import { type Rig, refusedCheck, startRig } from '../testing/rig.ts'

const bomb = gzipSync(Buffer.alloc(60_000_000, 'a'))

let rig: Rig
beforeEach(async () => {
  rig = await startRig({ limits: { identityBytes: 100_000 } })
})
afterEach(() => rig.close())

/** Signs in against a token endpoint that behaves so; the result, after making sure that no session began. */
async function refusedBy(behaviour: Behaviour, state: 'matched' | 'absent' = 'matched') {
  rig.server.behave('/oauth2/token', behaviour)
  const browser = rig.browser()
  const { opened, response, result } = await browser.signIn({ state })
  expect(response.statusCode).toBe(200)
  expect(response.headers).not.toHaveProperty('www-authenticate')
  expect(response.cookies).toEqual([])
  expect((await browser.request('GET', '/bff/session')).json()).toMatchObject({ state: 'signed-out' })
  if (result.state !== 'refused') throw new Error(`the result is ${result.state}`)
  expect(Value.Check(SignInResult, result)).toBe(true)
  expect(await browser.outcome(opened)).toEqual(result)
  expect(rig.server.at('/oauth2/token')).toHaveLength(1)
  return result
}

describe('an ID token is rejected', () => {
  const withClaims =
    (claims: Record<string, unknown>): Behaviour =>
    async (request, response) => {
      const nonce = rig.server.nonces.get(request.form.get('code') ?? '')
      json(response, await rig.server.tokens(request, { id_token: await rig.server.idToken({ nonce, ...claims }) }))
    }
  const withToken =
    (make: (nonce: string | undefined) => unknown): Behaviour =>
    async (request, response) => {
      const nonce = rig.server.nonces.get(request.form.get('code') ?? '')
      json(response, await rig.server.tokens(request, { id_token: await make(nonce) }))
    }
  const seconds = () => rig.clock.now / 1000

  test.each<[string, Behaviour, string]>([
    ['of another issuer', withClaims({ iss: 'https://evil.example' }), 'id-token-issuer'],
    ['for another audience', withClaims({ aud: 'client-2' }), 'id-token-audience'],
    ['for another authorized party', withClaims({ aud: ['client-1', 'x'], azp: 'x' }), 'id-token-audience'],
    ['that has expired', (...all) => withClaims({ exp: seconds() - 31 })(...all), 'id-token-expired'],
    ['without an expiry', withClaims({ exp: undefined }), 'id-token-expiry-missing'],
    ['without a subject', withClaims({ sub: undefined }), 'id-token-subject'],
    ['with an empty subject', withClaims({ sub: '' }), 'id-token-subject'],
    ['whose subject is a number', withClaims({ sub: 7 }), 'id-token-subject'],
    ['without a nonce', withClaims({ nonce: undefined }), 'nonce-missing'],
    ['with the nonce of another sign-in', withClaims({ nonce: 'another' }), 'nonce-mismatch'],
    [
      'that names a key which is not published',
      withToken((nonce) => rig.server.idToken({ nonce }, { kid: 'two' })),
      'id-token-key-unknown',
    ],
    [
      'whose signature is another’s',
      withToken(async (nonce) => `${(await rig.server.idToken({ nonce })).slice(0, -8)}AAAAAAAA`),
      'id-token-signature',
    ],
    [
      'without a signature',
      withToken((nonce) => new UnsecuredJWT({ nonce }).setIssuer(rig.server.address).encode()),
      'id-token-algorithm',
    ],
    ['signed with the public key as a secret', withToken(signedWithPublicKey), 'id-token-algorithm'],
    ['that is not a JWT', withToken(() => 'abc'), 'id-token-unreadable'],
    ['that is not there', withToken(() => undefined), 'id-token-missing'],
    [
      'that is not there, where all was granted that was requested',
      async (request, response) =>
        json(response, await rig.server.tokens(request, { id_token: undefined, scope: undefined })),
      'id-token-missing',
    ],
  ])('attack 13: %s', async (_, behaviour, check) => {
    expect(refusedCheck(await refusedBy(behaviour))?.check).toBe(check)
  })

  test.each([
    ['without a nonce', undefined, 'nonce-missing'],
    ['with the nonce of another sign-in', 'another', 'nonce-mismatch'],
  ])('attack 4: %s, when no state tied the redirect to this browser', async (_, nonce, check) => {
    expect(refusedCheck(await refusedBy(withClaims({ nonce }), 'absent'))?.check).toBe(check)
  })

  test('attack 4: that is not there, when no state tied the redirect to this browser, whatever was asked for', async () => {
    const without: Behaviour = async (request, response) =>
      json(response, await rig.server.tokens(request, { id_token: undefined, scope: 'apps' }))
    rig.server.behave('/oauth2/token', without)
    const { result } = await rig.browser().signIn({ scopes: ['apps'] })
    expect(result).toMatchObject({ state: 'signed-in', session: { idTokenChecked: 'none' } })
    const unbound = await rig.browser().signIn({ scopes: ['apps'], state: 'absent' })
    expect(refusedCheck(unbound.result)?.check).toBe('id-token-missing')
  })

  test('and stays readable, less its signature', async () => {
    const { exchange } = await refusedBy(withClaims({ aud: 'client-2' }))
    const told = JSON.parse(exchange.response?.body ?? '').id_token as string
    expect(told.endsWith('.')).toBe(true)
    expect(JSON.parse(Buffer.from(told.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({ aud: 'client-2' })
  })

  test('but is accepted with several audiences and this client as the authorized party', async () => {
    rig.server.behave('/oauth2/token', withClaims({ aud: ['client-1', 'x'], azp: 'client-1' }))
    expect((await rig.browser().signIn()).result.state).toBe('signed-in')
  })

  test('but is accepted with a key that was published after the key set was fetched', async () => {
    const publish = (...keys: object[]) => rig.server.behave('/keys', (_, response) => json(response, { keys }))
    publish({ ...rig.server.publicKey, kid: 'old' })
    await rig.browser().request('GET', '/bff/keys/test')
    rig.clock.now += 1_000
    publish(rig.server.publicKey)
    const { result } = await rig.browser().signIn()
    expect(result).toMatchObject({ state: 'signed-in', session: { idTokenChecked: 'signature-and-claims' } })
  })

  test('but is accepted without the name of its key when one of several keys signed it, and not when none did', async () => {
    const others = await Promise.all([1, 2].map(async () => exportJWK((await generateKeyPair('RS256')).publicKey)))
    const publish = (...keys: object[]) => rig.server.behave('/keys', (_, response) => json(response, { keys }))
    rig.server.behave('/oauth2/token', (...all) =>
      withToken((nonce) => rig.server.idToken({ nonce }, { kid: undefined }))(...all),
    )
    publish(...others, rig.server.publicKey)
    expect((await rig.browser().signIn()).result.state).toBe('signed-in')
    rig.clock.now += 300_001
    publish(...others)
    expect(refusedCheck((await rig.browser().signIn()).result)?.check).toBe('id-token-signature')
  })

  function signedWithPublicKey(nonce: string | undefined) {
    const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const claims = { iss: rig.server.address, aud: 'client-1', exp: seconds() + 300, nonce }
    const input = `${encode({ alg: 'HS256', kid: 'one' })}.${encode(claims)}`
    const key = JSON.stringify(rig.server.publicKey)
    return `${input}.${createHmac('sha256', key).update(input).digest('base64url')}`
  }
})

describe('a response of the token endpoint is rejected, and the field is named', () => {
  const fields =
    (changes: Record<string, unknown>): Behaviour =>
    async (request, response) =>
      json(response, await rig.server.tokens(request, changes))
  const text =
    (body: string, type = 'application/json'): Behaviour =>
    (_, response) =>
      void response.writeHead(200, { 'content-type': type }).end(body)

  const endless: Behaviour = async (request, response) =>
    void response.end(JSON.stringify(await rig.server.tokens(request)) + ' '.repeat(100_000))
  const fieldCheck = (field: string) => ({ check: 'token-response-field', field })

  test.each<[string, Behaviour, { check: string; field: string }]>([
    ['HTML', text('<h1>Hello</h1>', 'text/html'), { check: 'token-response-unreadable', field: 'body' }],
    ['JSON that stops', text('{"access_token":"abc-canary'), { check: 'token-response-unreadable', field: 'body' }],
    ['an array', text('[]'), { check: 'token-response-unreadable', field: 'body' }],
    [
      'nested too deeply',
      text('['.repeat(49_000) + ']'.repeat(49_000)),
      { check: 'token-response-unreadable', field: 'body' },
    ],
    ['a number for a token', fields({ access_token: 7 }), { check: 'token-response-field', field: 'access_token' }],
    [
      'a token with a line break',
      fields({ access_token: 'a\r\nb: c' }),
      { check: 'token-response-field', field: 'access_token' },
    ],
    ['no token', fields({ access_token: undefined }), { check: 'token-response-field', field: 'access_token' }],
    ['another type', fields({ token_type: 'mac' }), { check: 'token-response-field', field: 'token_type' }],
    ['a refresh token with a line break', fields({ refresh_token: 'a\nb' }), fieldCheck('refresh_token')],
    ['a number for an ID token', fields({ id_token: 7 }), fieldCheck('id_token')],
    ['JSON and white space beyond the limit', endless, { check: 'token-response-unreadable', field: 'body' }],
    ['a negative duration', fields({ expires_in: -1 }), { check: 'token-response-field', field: 'expires_in' }],
    ['a duration in words', fields({ expires_in: 'x' }), { check: 'token-response-field', field: 'expires_in' }],
    ['an endless duration', fields({ expires_in: 1e99 }), { check: 'token-response-field', field: 'expires_in' }],
    ['a list of scopes', fields({ scope: ['openid'] }), { check: 'token-response-field', field: 'scope' }],
  ])('attack 17: %s', async (_, behaviour, refused) => {
    const outcome = await refusedBy(behaviour)
    expect(refusedCheck(outcome)).toEqual(refused)
    expect(JSON.stringify(outcome)).not.toContain('canary')
  })

  test('attack 19: a member called __proto__ is ignored', async () => {
    rig.server.behave('/oauth2/token', async (request, response) => {
      const body = JSON.stringify(await rig.server.tokens(request))
      response.end(`{"__proto__":{"x":1},${body.slice(1)}`)
    })
    const { response, result } = await rig.browser().signIn()
    expect(result.state).toBe('signed-in')
    expect(response.body).not.toContain('__proto__')
    expect(({} as { x?: number }).x).toBeUndefined()
  })
})

describe('a token endpoint that does not respond as it should', () => {
  test.each([302, 307])('attack 15: is not followed when it answers %i', async (status) => {
    const { exchange } = await refusedBy((_, response) => {
      response.writeHead(status, { location: `${rig.server.address}/elsewhere` }).end()
    })
    expect(exchange.response?.status).toBe(status)
    expect(rig.server.at('/elsewhere')).toEqual([])
  })

  test('is told with its own error, and its challenge opens no password box', async () => {
    const { exchange } = await refusedBy((_, response) => {
      response.setHeader('www-authenticate', 'Basic realm="x"')
      json(response, { error: 'client_not_found', error_description: 'The client does not exist' }, 401)
    })
    expect(exchange.response).toMatchObject({ status: 401 })
    expect(JSON.parse(exchange.response?.body ?? '')).toMatchObject({ error: 'client_not_found' })
    expect(exchange.flow).not.toHaveProperty('refused')
  })

  test.each<[string, Behaviour, string]>([
    ['hangs up', (_, response) => void response.socket?.destroy(), 'reset'],
    [
      'hangs up half way',
      (_, response) => {
        response.writeHead(200, { 'content-length': '500' }).write('{"access_')
        setTimeout(() => response.socket?.destroy(), 20)
      },
      'reset',
    ],
  ])('attack 16: is asked once when it %s', async (_, behaviour, kind) => {
    expect((await refusedBy(behaviour)).exchange.failure?.kind).toBe(kind)
  })

  test.each<[string, Behaviour]>([
    ['says nothing', () => {}],
    ['stops half way', (_, response) => void response.writeHead(200).write('{"access_')],
  ])('attack 16: is given up in time when it %s', async (_, behaviour) => {
    expect(rig.configuration.limits.identityMilliseconds).toBeLessThan(10_000)
    await rig.close()
    rig = await startRig({ limits: { identityMilliseconds: 300 } })
    expect((await refusedBy(behaviour)).exchange.failure).toEqual({
      kind: 'timeout',
      message: 'no complete response within 300 ms',
    })
  })

  test('is told as refused when nothing listens', async () => {
    const browser = rig.browser()
    const opened = await browser.open()
    const { query } = browser.callback(opened)
    await rig.server.close()
    expect(await browser.returnWith(opened, query)).toMatchObject({ exchange: { failure: { kind: 'refused' } } })
  })

  test.each<[string, Behaviour]>([
    ['60 MB of JSON', (_, response) => flood(response)],
    [
      'small but unpacks to 60 MB',
      (_, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
      },
    ],
  ])('attack 18: is cut at the limit on decoded bytes when its response is %s', async (_, behaviour) => {
    flooded = 0
    const before = process.memoryUsage().arrayBuffers
    const outcome = await refusedBy(behaviour)
    expect(refusedCheck(outcome)).toEqual({ check: 'token-response-unreadable', field: 'body' })
    expect(outcome.exchange.response).toMatchObject({ size: 100_000, cut: true })
    // What the connection and the decoder hold is little: most of it was never taken in.
    expect(flooded).toBeLessThan(20_000_000)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(30_000_000)
  })
})

describe('the record of a refused exchange', () => {
  test('holds fingerprints where secrets stood, the same for the same secret', async () => {
    const { exchange } = await refusedBy((request, response) =>
      json(
        response,
        { error: 'invalid_grant', echoed: request.form.get('code'), auth: request.headers.authorization },
        400,
      ),
    )
    const print = exchange.request.form?.code
    expect(print).toMatch(/^fp:[\w-]{8}$/)
    expect(exchange.request.form).toMatchObject({
      code_verifier: expect.stringMatching(/^fp:/),
      grant_type: 'authorization_code',
    })
    expect(exchange.request.headers.authorization).toMatch(/^Basic fp:[\w-]{8}$/)
    expect(JSON.parse(exchange.response?.body ?? '')).toMatchObject({ echoed: print })
    expect(exchange.flow).toMatchObject({ requestedScopes: ['openid', 'apps'], codeAgeSeconds: 0 })
    expect(JSON.stringify(exchange)).not.toContain('canary')
  })
})

/** Bytes that `flood` has got rid of. */
let flooded = 0

function flood(response: Parameters<Behaviour>[1]) {
  const chunk = Buffer.alloc(65_536, 'a')
  const more = () => {
    let room = true
    while (room && !response.destroyed && flooded < 60_000_000) {
      room = response.write(chunk)
      flooded += chunk.length
    }
    if (flooded >= 60_000_000) response.end('"}')
  }
  response.on('drain', more).on('error', () => {})
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"access_token":"')
  more()
}
