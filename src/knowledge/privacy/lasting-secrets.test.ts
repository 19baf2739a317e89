import { expect, it } from 'vitest'
import { lastingSecrets } from './lasting-secrets.ts'
import { maskSecrets } from './mask.ts'

const inner = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7'
const pem = `-----BEGIN PRIVATE KEY-----\n${inner}\n${inner}\n-----END PRIVATE KEY-----`
const jwk = { kty: 'EC', crv: 'P-256', x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU', d: inner.slice(0, 43) }

it.each([
  ['in PEM', `key loaded\n${pem}\nPEM routines: bad`],
  [
    'of RSA with the headers of an encrypted one',
    pem.replaceAll('PRIVATE', 'RSA PRIVATE').replace('\n', '\nProc-Type: 4,ENCRYPTED\n\n'),
  ],
  ['in JSON', JSON.stringify({ type: 'service_account', private_key: pem })],
  ['cut off', pem.slice(0, 90)],
  ['as a JWK', JSON.stringify(jwk)],
  ['as a JWK in a string', JSON.stringify({ log: JSON.stringify(jwk) })],
])('a private key %s is told and masked', (_, text) => {
  expect(lastingSecrets(text)[0]).toBe('private key')
  expect(maskSecrets(text)).not.toContain(inner.slice(0, 30))
})

it('what stands around a private key stays', () => {
  expect(maskSecrets(`before\n${pem}\nafter`)).toMatch(/^before\n•{6} \(\d+ characters\)\nafter$/)
})

it('a client secret and a password are told after a private key', () => {
  expect(lastingSecrets(`password=Tr0ub4dor&3x&client_secret=7f8a9b&x=1\n${pem}`)).toEqual([
    'private key',
    'client secret',
    'password',
  ])
})

it.each([
  ['a public key', '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----'],
  ['a public JWK', JSON.stringify({ ...jwk, d: undefined })],
  ['a token', 'Authorization: Bearer eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln'],
  ['a secret that was left out', 'client_secret=*****&password=<redacted>'],
  ['a sentence about private keys', 'The private key could not be read: password required'],
])('%s is not told', (_, text) => {
  expect(lastingSecrets(text)).toEqual([])
})
