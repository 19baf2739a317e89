import { expect, test } from 'vitest'
import { base64UrlOf, base64UrlOfBytes } from '../../text/base64.ts'
import { exactSignatureLength } from '../algorithm-lengths.ts'
import { inspectJsonToken, inspectToken } from '../take-apart.ts'
import { breachesOf } from './breaches.ts'

const bytes = (length: number) => base64UrlOfBytes(new Uint8Array(length).fill(7))

function signed(header: Record<string, unknown>, payload = '{"sub":"u"}', signature?: string): string {
  const own = signature ?? 'A'.repeat(exactSignatureLength(header.alg) ?? 342)
  return `${base64UrlOf(JSON.stringify(header))}.${base64UrlOf(payload)}.${own}`
}

function encrypted(header: Record<string, unknown>, key: number, iv: number, content: number, tag: number): string {
  return [base64UrlOf(JSON.stringify(header)), ...[key, iv, content, tag].map(bytes)].join('.')
}

const epk = { kty: 'EC', crv: 'P-256', x: bytes(32), y: bytes(32) }
const text = { alg: 'ES256', kid: 'a' }

test.each<[what: string, token: string]>([
  ['a plain one', signed({ ...text, typ: 'JWT' })],
  ['one of a vendor who documents a number', signed({ alg: 'RS256' }, '{"iss":12345,"iat":1,"exp":2}')],
  ['one with a critical parameter that is there', signed({ ...text, crit: ['urn:x'], 'urn:x': 1 })],
  ['one with unencoded content', signed({ ...text, crit: ['b64'], b64: false })],
  ['one whose key is named by an address', signed({ ...text, kid: 'https://a.example/keys/1#key-2' })],
  ['one whose key is named by a date and a path', signed({ ...text, kid: 'prod/2026-11/signing' })],
  ['AES-GCM with a wrapped key', encrypted({ alg: 'A256KW', enc: 'A256GCM' }, 40, 12, 5, 16)],
  ['AES-CBC shared directly', encrypted({ alg: 'dir', enc: 'A128CBC-HS256' }, 0, 16, 32, 16)],
  ['RSA-OAEP', encrypted({ alg: 'RSA-OAEP-256', enc: 'A256CBC-HS512' }, 256, 16, 48, 32)],
  ['an agreed key', encrypted({ alg: 'ECDH-ES', enc: 'A128GCM', epk }, 0, 12, 9, 16)],
  ['a password', encrypted({ alg: 'PBES2-HS256+A128KW', enc: 'A128GCM', p2c: 4096, p2s: bytes(16) }, 24, 12, 9, 16)],
  ['an ID token with the left half of a hash', signed(text, JSON.stringify({ at_hash: bytes(16) }))],
])('%s breaks no rule', (_, token) => {
  expect(breachesOf(inspectToken(token))).toEqual([])
})

test.each<[title: RegExp, token: string]>([
  [/critical parameter is missing/, signed({ ...text, crit: ['http://bank.example/tan'] })],
  [/list of critical/, signed({ ...text, crit: [] })],
  [/list of critical/, signed({ ...text, crit: ['alg'] })],
  [/not marked critical/, signed({ ...text, b64: false })],
  [/looks like an attack/, signed({ alg: 'HS256', kid: '../../../../dev/null' })],
  [/looks like an attack/, signed({ alg: 'HS256', kid: "x' UNION SELECT 'AAAA'-- " })],
  [/must be a string/, signed(text, '{"sub":1042}')],
  [/must be a string/, signed(text, '{"sub":"u","jti":7}')],
  [/used twice/, signed(text, '{"role":"driver","role":"admin"}')],
  [/misspelled/, signed({ alg: 'rs256' })],
  [/wrong type/, signed({ ...text, kid: 7 })],
  [/thumbprint/, signed({ ...text, x5t: 'A1B2C3D4E5F60718293A4B5C6D7E8F9001122334' })],
  [/thumbprint/, signed({ ...text, 'x5t#S256': base64UrlOf('a1b2c3d4e5f60718'.repeat(4)) })],
  [/wrong encoding/, signed({ ...text, x5c: ['MIIB-_'] })],
  [/not HTTPS/, signed({ ...text, jku: 'http://a.example/keys' })],
  [/does not fit/, signed({ alg: 'RS256', jwk: { kty: 'EC', crv: 'P-256' } })],
  [/unpadded base64url/, `${base64UrlOf('{"alg":"ES256","typ":"JWT"}')}.eyJzdWIiOiJ1In0=.${'A'.repeat(86)}`],
  [/too short an RSA key/, signed({ alg: 'RS256' }, undefined, bytes(128))],
  [/hash of the wrong length/, signed(text, JSON.stringify({ at_hash: bytes(32) }))],
  [/hash of a key/, signed(text, JSON.stringify({ cnf: { jkt: 'a1'.repeat(32) } }))],
  [/part has the wrong length/, encrypted({ alg: 'A256KW', enc: 'A256GCM' }, 40, 16, 5, 16)],
  [/part has the wrong length/, encrypted({ alg: 'dir', enc: 'A256CBC-HS512' }, 0, 16, 32, 16)],
  [/encrypted key does not fit/, encrypted({ alg: 'dir', enc: 'A256GCM' }, 32, 12, 5, 16)],
  [/encrypted key does not fit/, encrypted({ alg: 'A128KW', enc: 'A256GCM' }, 24, 12, 5, 16)],
  [/ephemeral key/, encrypted({ alg: 'ECDH-ES', enc: 'A256GCM' }, 0, 12, 5, 16)],
  [/ephemeral key/, encrypted({ alg: 'ECDH-ES', enc: 'A256GCM', epk: { ...epk, y: bytes(20) } }, 0, 12, 5, 16)],
  [/password/, encrypted({ alg: 'PBES2-HS256+A128KW', enc: 'A128GCM', p2c: 100, p2s: bytes(16) }, 24, 12, 9, 16)],
  [/wrapped key/, encrypted({ alg: 'A256GCMKW', enc: 'A256GCM' }, 32, 12, 9, 16)],
  [/signature algorithm/, encrypted({ alg: 'RS256', enc: 'A256GCM' }, 256, 12, 9, 16)],
  [/content encryption/, encrypted({ alg: 'dir', enc: 'A512GCM' }, 0, 12, 9, 16)],
])('says %s', (title, token) => {
  expect(breachesOf(inspectToken(token)).map((one) => one.title)).toContainEqual(expect.stringMatching(title))
})

test('names the first and the last value of a name that is used twice', () => {
  const [breach] = breachesOf(inspectToken(signed(text, '{"role":"driver","role":"admin"}')))
  expect(breach?.why).toContain('first “driver”, last “admin”')
})

test('says that a parameter is in both headers of a signature in JSON', () => {
  const [token] =
    inspectJsonToken({
      payload: base64UrlOf('{}'),
      protected: base64UrlOf('{"alg":"ES256"}'),
      header: { alg: 'ES256' },
      signature: 'A'.repeat(86),
    }) ?? []
  expect(token && breachesOf(token).map(({ title }) => title)).toEqual(['The same parameter in both headers'])
})

test('of a token that was cut it tells only what its header shows', () => {
  expect(breachesOf(inspectToken(encrypted({ alg: 'dir', enc: 'A256GCM' }, 32, 16, 5, 16).slice(0, 60)))).toEqual([])
})
