import { expect, test } from 'vitest'
import { serviceMetadata } from './service-metadata.ts'

const issuer = 'https://id.example'
const tokenEndpoint = (token_endpoint: unknown, of = issuer) =>
  serviceMetadata({ issuer: of, token_endpoint }).token_endpoint

test.each([
  'http://id.example/token',
  'http://localhost:9000/token',
  'https://127.0.0.1/token',
  'https://me:secret@id.example/token',
  'https://id.example/token#here',
  'ftp://id.example/token',
  'javascript:alert(1)',
  '/token',
  7,
  null,
])('an address that no secret may be sent to is not taken from metadata: %j', (address) => {
  expect(tokenEndpoint(address)).toBeUndefined()
})

test('a service may have its endpoints at another host, with a query, and on this machine where it runs there itself', () => {
  expect(tokenEndpoint('https://tokens.example/token?p=b2c')).toBe('https://tokens.example/token?p=b2c')
  expect(tokenEndpoint('http://localhost:9000/token', 'http://localhost:9000')).toBe('http://localhost:9000/token')
})

test('members of another type than they must have are left out', () => {
  const read = serviceMetadata({ issuer, scopes_supported: 'openid', code_challenge_methods_supported: ['S256', 7] })
  expect(read).toMatchObject({ code_challenge_methods_supported: ['S256'] })
  expect(read.scopes_supported).toBeUndefined()
})
