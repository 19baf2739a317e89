import { expect, test } from 'vitest'
import { inspect } from '../../paste/inspect.ts'
import { base64UrlOf, base64UrlOfBytes } from '../../text/base64.ts'
import { sha256 } from '../../text/sha256.ts'
import { checkToken } from '../checks.ts'
import { gravestFault } from '../faults.ts'
import { tokenHeadline } from '../headline.ts'
import { asReadJwt } from '../jwt.ts'

const now = 1_795_392_000
const made = (claims: object, header: object = {}) =>
  `${base64UrlOf(JSON.stringify({ alg: 'RS256', kid: 'k', ...header }))}.${base64UrlOf(JSON.stringify({ iat: now, exp: now + 600, ...claims }))}.${'A'.repeat(342)}`
const half = (text: string) => base64UrlOfBytes(sha256(text).subarray(0, 16))
const together = (text: string) => inspect(text).together.map(({ title, outcome }) => `${title}: ${outcome}`)
const code = 'l7Ai3gGWfhDbRYyM7i6A9h5hqPQt'
const id = made({ iss: 'https://id.dock.example', aud: 'w', sub: 'u', nonce: 'n', c_hash: half(code) })

test.each([
  `POST /cb HTTP/1.1\nHost: a.example\n\ncode=${code}&id_token=${id}&state=s1`,
  `req.body = {\n  state: 's1',\n  code: '${code}',\n  id_token: '${id}'\n}`,
  `https://a.example/cb#code=${code}&id_token=${id}&state=s1\n\nlogs below`,
])('the code of a sign-in is found and held against c_hash wherever it is', (text) => {
  expect(together(text)).toContain('ID token and authorization code: passed')
  expect(inspect(text).tokens.map(({ recognised }) => recognised.name)).toContain('Authorization code')
})

test('an error code is no authorization code', () => {
  const found = inspect(`the answer was {"code":"invalid_grant_0x80048823"} for\n${id}`)
  expect(found.together.filter(({ outcome }) => outcome === 'failed')).toEqual([])
})

test('an encrypted token is held against the private key beside it', () => {
  const jwe = `${base64UrlOf(JSON.stringify({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM', kid: 'old' }))}.${'A'.repeat(54)}.${'A'.repeat(16)}.${'A'.repeat(80)}.${'A'.repeat(22)}`
  const key = (kid: string) =>
    JSON.stringify({
      kty: 'EC',
      crv: 'P-256',
      x: 'CESIjIgKo0dYpfrRtbCshNrD_yf7AATrSQOtqTEbHs0',
      y: '_yJ5YYi3k5eyXPRWoun_6rXkpcvTMrE8pWAlhug5-L8',
      d: '7tz6gjiaFBaSAs6P1PHpZugK-pwvPYYWfWywWhn6XUA',
      kid,
    })
  expect(together(`${jwe}\n\n${key('new')}`)).toEqual(['Encrypted token and the private key in the text: failed'])
  expect(together(`${jwe}\n\n${key('old')}`)).toEqual(['Encrypted token and the private key in the text: passed'])
})

test('a member of a key is no expectation', () => {
  const text = `${made({ iss: 'https://sts.windows.net/a/', aud: 'x' })}\n{"keys":[{"kty":"RSA","n":"AQAB","e":"AQAB","kid":"z","issuer":"https://login.microsoftonline.com/a/v2.0"}]}`
  expect(together(text)).toEqual([])
})

test('the use of a token is held against that of the verifier', () => {
  const token = made({ iss: 'https://id.dock.example', token_use: 'id', aud: 'w', sub: 'u' })
  expect(together(`CognitoJwtVerifier.create({ tokenUse: "access" })\n${token}`)).toEqual([
    'Use and the expected value: failed',
  ])
})

test('a token that is in a text twice is told once', () => {
  const token = made({ iss: 'https://id.dock.example', aud: 'w', sub: 'u' })
  const { tokens } = inspect(`{"access_token":"${token}"}\nAuthorization: Bearer ${token}`)
  expect(tokens).toHaveLength(1)
})

test('a nonce in the header of a token of Microsoft makes no signature invalid', () => {
  const [found] = inspect(
    made({ iss: 'https://sts.windows.net/a/', aud: '00000003-0000-0000-c000-000000000000' }, { nonce: 'x' }),
  ).tokens
  if (found === undefined) throw new Error('no token')
  const signature = { outcome: 'failed', why: 'It does not match.' } as const
  const findings = checkToken(asReadJwt(found.token), { now, kind: found.recognised.kind, signature })
  expect(gravestFault(findings)).toBeUndefined()
})

test('an expiry that was meant as a duration is said to be one', () => {
  const [found] = inspect(made({ iss: 'c', sub: 'c', aud: 'https://api.box.com/oauth2/token', exp: 45 })).tokens
  if (found === undefined) throw new Error('no token')
  const findings = checkToken(asReadJwt(found.token), { now, kind: found.recognised.kind })
  expect(tokenHeadline(found, { now, findings })).toContain('with a duration in place of an expiry')
})

test.each([
  ['Session token of PingAM', `{"tokenId":"AQIC5wM2LY4Sfc6aoB_t8Tl1H5kLJRMlh5r1eZH4.*AAJTSQACMDIAAlMxAAIwMQ*"}`],
  ['Ory access token', `Bearer ory_at_${'cMaNXwTR62'.repeat(4)}.${'UYiRqCC_dp'.repeat(4)}`],
  ['Clerk publishable key (live)', 'KEY=pk_live_Y2xlcmsubGVzZWtyZWlzLmV4YW1wbGUk'],
  ['Clerk secret key (live)', 'CLERK_SECRET_KEY=sk_live_3PxlSD0iHwqRH0BnArf6BxlGTVv6C2Bom'],
])('%s is named', (name, text) => {
  expect(inspect(text).tokens.map(({ recognised }) => recognised.name)).toContain(name)
})

test('what a document has in place of a token is none', () => {
  const { tokens, why } = inspect('curl https://a.example -H "Authorization: Bearer eyJhbGciOi...<YOUR_ACCESS_TOKEN>"')
  expect(tokens).toEqual([])
  expect(why).toContain('placeholder')
})

test('what libraries say in general is not said to be about the token below their list', () => {
  const list =
    '- jwt expired (jsonwebtoken)\n- invalid signature (jsonwebtoken)\n- Signature verification failed (PyJWT)\n'
  expect(inspect(`Messages:\n${list}\n${id}`).errors).toEqual([])
  expect(inspect(`${list}\nWe got: TokenExpiredError\n${id}`).errors).toEqual(['TokenExpiredError'])
  expect(inspect(`- jwt expired\n${id}`).errors).toEqual(['jwt expired'])
})
