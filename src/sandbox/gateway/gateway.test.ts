import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { homeEnvironments } from '../environments.ts'
import { gateway } from './gateway.ts'

const environment = homeEnvironments.sandbox
const issuer = 'http://identity.test'
const now = 1_795_000_000
const kid = 'key-1'
let keyServer: Server
let baseUrl: string
let app: ReturnType<typeof gateway>
let privateKey: CryptoKey
let otherKey: CryptoKey

beforeAll(async () => {
  const pair = await generateKeyPair('RS256')
  privateKey = pair.privateKey
  otherKey = (await generateKeyPair('RS256')).privateKey
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(pair.publicKey)), kid, alg: 'RS256', use: 'sig' }] })
  keyServer = createServer((_request, response) => response.setHeader('content-type', 'application/json').end(keys))
  await new Promise<void>((resolve) => keyServer.listen(0, '127.0.0.1', resolve))
  const keysUrl = `http://127.0.0.1:${(keyServer.address() as AddressInfo).port}/keys`
  app = gateway({
    environment,
    issuer,
    keysUrl,
    appOrigin: 'http://localhost:8700',
    clock: () => now,
    onUnexpectedError: (error) => {
      throw error
    },
  })
  baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })
})

afterAll(async () => {
  await app.close()
  keyServer.closeAllConnections()
  await new Promise((resolve) => keyServer.close(resolve))
})

const scope = 'apis.sandbox.example/bank-slips.readonly'
const good: JWTPayload = {
  iss: issuer,
  aud: environment.audience,
  sub: 'carla-mendes',
  scope,
  iat: now - 10,
  exp: now + 600,
}

const sign = (claims: JWTPayload, header: object = {}, key = privateKey) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, ...header }).sign(key)
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const call = (path: string, authorization?: string, init: RequestInit = {}) =>
  fetch(`${baseUrl}${path}`, { ...init, headers: { ...init.headers, ...(authorization ? { authorization } : {}) } })

test('a good token is let through', async () => {
  const response = await call('/v1/bank-slips', `Bearer ${await sign(good)}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('date')).toBe(new Date(now * 1000).toUTCString())
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

const bearer = async (token: Promise<string> | string) => `Bearer ${await token}`
const withoutKid = async () => {
  const token = await new SignJWT(good).setProtectedHeader({ alg: 'RS256' }).sign(privateKey)
  return `Bearer ${token}`
}
const symmetric = () =>
  new SignJWT(good).setProtectedHeader({ alg: 'HS256', kid }).sign(new TextEncoder().encode('k'.repeat(32)))

test.each<[string, () => Promise<string | undefined>, string]>([
  ['no Authorization header', async () => undefined, 'oauth.v2.InvalidAccessToken'],
  ['another scheme', async () => 'Basic eDp5', 'oauth.v2.InvalidAccessToken'],
  ['Bearer twice', async () => `Bearer Bearer ${await sign(good)}`, 'oauth.v2.InvalidAccessToken'],
  ['a value that is not a JWT', () => bearer('opaque-token'), 'steps.jwt.FailedToDecode'],
  ['a header that is no JSON', () => bearer('bm90LWpzb24.e30.c2ln'), 'steps.jwt.FailedToDecode'],
  [
    'a token cut short',
    async () => bearer((await sign(good)).split('.').slice(0, 2).join('.')),
    'steps.jwt.FailedToDecode',
  ],
  ['no algorithm', () => bearer(`${encode({ kid })}.${encode(good)}.c2ln`), 'steps.jwt.NoAlgorithmFoundInHeader'],
  [
    'the algorithm none',
    () => bearer(`${encode({ alg: 'none', kid })}.${encode(good)}.`),
    'steps.jwt.AlgorithmMismatch',
  ],
  ['HS256', () => bearer(symmetric()), 'steps.jwt.AlgorithmMismatch'],
  ['no key id', withoutKid, 'steps.jwt.KeyIdMissing'],
  ['an unknown key id', () => bearer(sign(good, { kid: 'production-1' })), 'steps.jwt.NoMatchingPublicKey'],
  ['the signature of another key', () => bearer(sign(good, {}, otherKey)), 'steps.jwt.InvalidToken'],
  ['an exp that has passed', () => bearer(sign({ ...good, exp: now - 1 })), 'steps.jwt.TokenExpired'],
  ['an nbf still to come', () => bearer(sign({ ...good, nbf: now + 60 })), 'steps.jwt.TokenNotYetValid'],
  ['no exp', () => bearer(sign({ ...good, exp: undefined })), 'steps.jwt.InvalidClaim'],
  ['another issuer', () => bearer(sign({ ...good, iss: `${issuer}/` })), 'steps.jwt.JwtIssuerMismatch'],
  ['another audience', () => bearer(sign({ ...good, aud: 'ledger-desk-sandbox' })), 'steps.jwt.JwtAudienceMismatch'],
])('%s is refused with its fault', async (_what, authorization, errorcode) => {
  const response = await call('/v1/bank-slips', await authorization())
  expect(response.status).toBe(401)
  expect(await response.json()).toEqual({ fault: { faultstring: expect.any(String), detail: { errorcode } } })
  expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/)
})

test('an unknown key makes moot that the token has expired', async () => {
  const response = await call('/v1/bank-slips', await bearer(sign({ ...good, exp: 1 }, { kid: 'production-1' })))
  expect(await response.json()).toMatchObject({ fault: { detail: { errorcode: 'steps.jwt.NoMatchingPublicKey' } } })
})

test('a token that lacks the scope gets 403 with the scope that is needed', async () => {
  const response = await call('/v1/accounts', await bearer(sign(good)))
  expect(response.status).toBe(403)
  expect(response.headers.get('www-authenticate')).toBe(
    'Bearer error="insufficient_scope", scope="apis.sandbox.example/account-statements.readonly"',
  )
  expect(await response.json()).toMatchObject({ ErrorCode: 'INSUFFICIENT_SCOPE' })
})

test('a higher access level opens what the lower one does', async () => {
  const token = await sign({ ...good, scope: 'apis.sandbox.example/bank-slips.readwrite' })
  expect((await call('/v1/bank-slips', `Bearer ${token}`)).status).toBe(200)
})

test.each<[string, JWTPayload, number]>([
  ['with no company gets 403', {}, 403],
  ['with the company in the audience alone is let through', { aud: [environment.audience, '45723174000110'] }, 200],
  [
    'with the company in the claim alone is let through',
    { 'apis.sandbox.example/authorized-direct-debits': '45723174000110' },
    200,
  ],
  [
    'with the company in the claim of another API gets 403',
    { 'apis.sandbox.example/bank-slips': '45723174000110' },
    403,
  ],
])('for direct debits a token %s', async (_what, claims, status) => {
  const token = await sign({ ...good, scope: 'apis.sandbox.example/authorized-direct-debits.readonly', ...claims })
  expect((await call('/v1/authorized-direct-debits', `Bearer ${token}`)).status).toBe(status)
})

test('an unknown path is told only to who has a token', async () => {
  expect((await call('/v1/loans')).status).toBe(401)
  const response = await call('/v1/loans', await bearer(sign(good)))
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ ErrorCode: 'NOT_FOUND' })
})

test('a method that a path does not have gets 405 with those that it has', async () => {
  const response = await call('/v1/bank-slips', await bearer(sign(good)), { method: 'DELETE' })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('GET, POST')
})

test.each([
  '/v2/bank-slips',
  '/v1/../v1/bank-slips',
  '/v1/./bank-slips',
  '/v1//bank-slips',
  '/v1/bank-slips/%2e%2e/bank-slips',
  '/v1/bank-slips/..%2fslip-1001',
  '/v1/bank-slips\\slip-1001',
  '/v1/bank-slips/%zz',
  '/v1/bank-slips/%00',
  '/v1/bank-slips/..;/x',
])('the path %s leads to no API and is not resolved', async (path) => {
  const { status, body } = await raw(path, await bearer(sign(good)))
  expect(status).toBe(404)
  expect(body).toContain('messaging.adaptors.http.flow.ApplicationNotFound')
})

/** Sends a path as it is, which fetch would tidy up first. */
function raw(path: string, authorization: string): Promise<{ status?: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl)
    const sent = request({ hostname, port, path, headers: { authorization } }, (response) => {
      let body = ''
      response.on('data', (chunk) => {
        body += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode, body }))
    })
    sent.on('error', reject)
    sent.end()
  })
}
