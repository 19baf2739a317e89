import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { inspect } from '#knowledge/paste/inspect.ts'
import { verifyOpaque } from './own-key.ts'

/** A mobile document that was signed with a key made for this test, with the certificate of that key. */
const document =
  'ompuYW1lU3BhY2VzoXFvcmcuaXNvLjE4MDEzLjUuMYLYGFhUpGhkaWdlc3RJRABmcmFuZG9tUAEBAQEBAQEBAQEBAQEBAQFxZWxlbWVudElkZW50aWZpZXJrZmFtaWx5X25hbWVsZWxlbWVudFZhbHVlZVByYWRv2BhYT6RoZGlnZXN0SUQBZnJhbmRvbVACAgICAgICAgICAgICAgICcWVsZW1lbnRJZGVudGlmaWVya2FnZV9vdmVyXzE4bGVsZW1lbnRWYWx1ZfVqaXNzdWVyQXV0aIRDoQEmoRghWQGOMIIBijCCAS-gAwIBAgIUdUXm1gy4EQJ002bxswN8ZRH4thQwCgYIKoZIzj0EAwIwGjEYMBYGA1UEAwwPRG9jdW1lbnQgU2lnbmVyMB4XDTI2MTEyMzA2MTU0MloXDTM2MTEyMDA2MTU0MlowGjEYMBYGA1UEAwwPRG9jdW1lbnQgU2lnbmVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEV11NGxchbFG6od-1_2ZHQCErLNYzYKPfgjRf6g70Ic-cQ_pM_AwfsRDQYg8vum1L3Hw6precez2DozTRgg06CqNTMFEwHQYDVR0OBBYEFJoA6OExxoS7iqvK-B7uX5NsCCigMB8GA1UdIwQYMBaAFJoA6OExxoS7iqvK-B7uX5NsCCigMA8GA1UdEwEB_wQFMAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhAICW-bhAg8qre-GwhkQDNdRgnnbTpudX7VHfq7gl_KGdAiEAjXn0ybLVJ4vuYyLjhemEWbW-Zqw4EAjLJBr56KrgpkFZARvYGFkBFqVndmVyc2lvbmMxLjBvZGlnZXN0QWxnb3JpdGhtZ1NIQS0yNTZsdmFsdWVEaWdlc3RzoXFvcmcuaXNvLjE4MDEzLjUuMaIAWCCebNoN0CEj-KfWJaeMAy4pNt87cNNNlc2KQeSdNrbOjAFYIBvLlrjMP7ThOv3X8oSw8yyPaak2jCHuclS110mrAIDUZ2RvY1R5cGV1b3JnLmlzby4xODAxMy41LjEubURMbHZhbGlkaXR5SW5mb6Nmc2lnbmVkwHQyMDI2LTA5LTAxVDAwOjAwOjAwWml2YWxpZEZyb23AdDIwMjYtMDktMDFUMDA6MDA6MDBaanZhbGlkVW50aWzAdDIwMjctMDktMDFUMDA6MDA6MDBaWEBpILfimaDYp30ubTiNoV_NTfYNZZaku4BwxYNH0nB39PgqgSDZJaosSTYpdPUlsMjsCGY8t7BbSvEZzsJHVFQ6'

const secret = 'a-secret-of-the-test-7f3c91'
const signedBy = (hash: string, key: string | Buffer, text: string) => createHmac(hash, key).update(text)
const metaPayload = Buffer.from('{"algorithm":"HMAC-SHA256","user_id":"42"}').toString('base64url')
const flask = `eyJfdXNlcl9pZCI6IjcifQ.ZvPIUA`
const salesforce = (issued: string) =>
  `{"access_token":"00D5g000004XYZz!${'AQcAQHk8xXmQ1pTnLq7c'.repeat(4)}","signature":"${signedBy('sha256', secret, 'https://login.salesforce.com/id/00D5g000004XYZzEAO/0055g00000AbCdEAAV1789000000000').digest('base64')}","id":"https://login.salesforce.com/id/00D5g000004XYZzEAO/0055g00000AbCdEAAV","issued_at":"${issued}"}`

async function outcomeOf(text: string, given?: string) {
  const [found] = inspect(text).tokens
  if (found === undefined) throw new Error('nothing found')
  return verifyOpaque(found, text, given)
}

test.each([
  [
    'a session of Flask',
    `Cookie: session=${flask}.${signedBy('sha1', signedBy('sha1', secret, 'cookie-session').digest(), flask).digest('base64url')}`,
  ],
  ['a remember-me cookie of Flask-Login', `Cookie: remember_token=7|${signedBy('sha512', secret, '7').digest('hex')}`],
  ['a response of Salesforce', salesforce('1789000000000')],
  [
    'a signed request of Meta',
    `signed_request=${signedBy('sha256', secret, metaPayload).digest('base64url')}.${metaPayload}`,
  ],
])('%s is verified with the secret that is given, and with no other', async (_, text) => {
  expect(await outcomeOf(text, secret)).toMatchObject({ outcome: 'passed' })
  expect(await outcomeOf(text, 'another-secret-of-the-test')).toMatchObject({ outcome: 'not-checked' })
  expect(await outcomeOf(text)).toBeUndefined()
  expect(await outcomeOf(`${text}\nSECRET_KEY=${secret}`)).toMatchObject({ outcome: 'passed' })
})

test('a response of Salesforce whose time was changed is not verified', async () => {
  expect(await outcomeOf(salesforce('1789000000001'), secret)).toMatchObject({ outcome: 'not-checked' })
})

test('a mobile document is verified with its certificate, and each element with its digest', async () => {
  expect(await outcomeOf(document)).toMatchObject({
    outcome: 'passed',
    why: expect.stringMatching(/Document Signer.*all 2 elements.*not judged here/),
  })
  const changed = Buffer.from(Buffer.from(document, 'base64url').toString('latin1').replace('Prado', 'Brado'), 'latin1')
  expect(await outcomeOf(changed.toString('base64url'))).toMatchObject({
    outcome: 'failed',
    why: expect.stringContaining('family_name'),
  })
})
