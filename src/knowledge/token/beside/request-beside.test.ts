import { expect, test } from 'vitest'
import { inspect } from '../../paste/inspect.ts'
import { base64UrlOf } from '../../text/base64.ts'
import { checkToken } from '../checks.ts'
import type { FoundToken } from '../find.ts'
import { asReadJwt } from '../jwt.ts'
import { relationsAbout } from '../together.ts'

const made = (claims: object, header: object = {}) =>
  `${base64UrlOf(JSON.stringify({ alg: 'RS256', kid: 'k', ...header }))}.${base64UrlOf(JSON.stringify({ iat: 1.9e9, exp: 2e9, ...claims }))}.${'A'.repeat(342)}`
const told = (text: string) => inspect(text).together.map(({ title, outcome }) => `${title}: ${outcome}`)
const of = 'Proof and the request in the text'

const proof = (htm: string, htu: string, more: object = {}) =>
  made({ htm, htu, jti: `${htm}${htu}`, ...more }, { typ: 'dpop+jwt', jwk: { kty: 'RSA', n: 'AQAB', e: 'AQAB' } })
const token = 'https://id.dock.example/token'
const orders = 'https://api.dock.example/orders'

test('a proof is compared with the request that it is sent in, of several', () => {
  const both = (second: string) => `POST ${token}\nDPoP: ${proof('POST', token)}\n\nGET ${orders}\nDPoP: ${second}`
  expect(told(both(proof('GET', orders)))).toEqual([`${of}: passed`, `${of}: passed`])
  expect(told(both(proof('POST', token, { jti: 'b' })))).toEqual([`${of}: passed`, `${of}: failed`])
  expect(told(both(proof('GET', orders, { jti: `POST${token}` })))).toEqual([
    `${of}: passed`,
    `${of}: passed`,
    'Same ID in two tokens: failed',
  ])
})

test('an ID token for one service of Cloud Run is not for another', () => {
  const sent = (host: string) => {
    const own = made({
      iss: 'https://accounts.google.com',
      aud: 'https://dock-ew.a.run.app',
      sub: '1',
      email: 'a@p.iam.gserviceaccount.com',
    })
    return told(`POST /push HTTP/1.1\nHost: ${host}\nAuthorization: Bearer ${own}`)
  }
  expect(sent('old-ew.a.run.app')).toEqual(['Audience and the service that it is sent to: failed'])
  expect(sent('dock-ew.a.run.app')).toEqual([])
})

test('a nonce that the server demands must be in the proof', () => {
  const asked = 'HTTP/1.1 400 Bad Request\nDPoP-Nonce: n-17x\n\n{"error":"use_dpop_nonce"}'
  const sent = (more: object) => told(`POST ${token}\nDPoP: ${proof('POST', token, more)}\n\n${asked}`)
  expect(sent({})).toContain('Server nonce and the proof: failed')
  expect(sent({ nonce: 'old-1' })).toContain('Server nonce and the proof: failed')
  expect(sent({ nonce: 'n-17x' })).toEqual([`${of}: passed`])
  expect(told(`POST ${token}\nDPoP: ${proof('POST', token)}\n\nHTTP/1.1 200 OK\nDPoP-Nonce: n-18`)).toEqual([
    `${of}: passed`,
  ])
})

const id = made({ iss: 'https://id.dock.example', sub: 'u', aud: 'web', nonce: 'n' })
const refresh = made({
  iss: 'https://id.dock.example/realms/a',
  aud: 'https://id.dock.example/realms/a',
  sub: 'u',
  typ: 'Refresh',
  azp: 'web',
})

test.each([
  [`GET ${orders}\nAuthorization: Bearer ${refresh}`, ['Type of token and where it is sent: failed']],
  [
    `GET ${orders}\nAuthorization: Bearer ${id}\n\nHTTP/1.1 401 Unauthorized`,
    ['Type of token and where it is sent: failed'],
  ],
  [`GET ${orders}\nAuthorization: Bearer ${id}\n\nHTTP/1.1 200 OK`, []],
  [`grant_type=refresh_token&refresh_token=${refresh}`, []],
])('a token of another use in the Authorization header is told', (text, expected) => {
  expect(told(text)).toEqual(expected)
})

const access = (aud: string) =>
  made({ iss: 'https://id.dock.example', sub: 'u', aud, scope: 'a', client_id: 'c' }, { typ: 'at+jwt' })

test.each([
  [
    'https://api.staging.dock.example',
    'https://api.prod.dock.example/orders',
    ['Environment of the token and of the request: failed'],
  ],
  [
    'https://api-test.dock.example',
    'https://api.prod.dock.example/orders',
    ['Environment of the token and of the request: failed'],
  ],
  ['https://api.prod.dock.example', 'https://api.prod.dock.example/orders', []],
  ['https://api.dock.example', 'https://api.prod.dock.example/orders', []],
  ['https://api.staging.harbour.example', 'https://api.prod.dock.example/orders', []],
])('a token for %s that is sent to %s', (aud, address, expected) => {
  expect(told(`GET ${address}\nAuthorization: Bearer ${access(aud)}`)).toEqual(expected)
})

test('an ID token that is a hint for a sign-out may have expired, and one that is a hint for a sign-in is told to have', () => {
  const token = `${Buffer.from('{"alg":"RS256"}').toString('base64url')}.${Buffer.from('{"iss":"https://id.example","sub":"u","aud":"c","iat":1000,"exp":2000,"nonce":"n"}').toString('base64url')}.${'A'.repeat(342)}`
  const expiry = (text: string) => {
    const { tokens, together } = inspect(text)
    const found = tokens[0] as FoundToken
    return checkToken(asReadJwt(found.token), {
      now: 5000,
      kind: 'id',
      relations: relationsAbout(found, together),
    }).find(({ check }) => check === 'expiry')?.outcome
  }
  expect(
    expiry(`https://id.example/logout?id_token_hint=${token}&post_logout_redirect_uri=https%3A%2F%2Fa.example`),
  ).toBe('not-checked')
  expect(expiry(`https://id.example/authorize?prompt=none&id_token_hint=${token}`)).toBe('failed')
})
