import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { findTokens } from './find.ts'
import { relationsOf } from './together.ts'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const sha = (text: string) => createHash('sha256').update(text).digest()
const made = (header: object, claims: object) =>
  `${encode({ alg: 'ES256', ...header })}.${encode(claims)}.${'A'.repeat(86)}`
// RFC 9449 §4.1: this key has the thumbprint that §6.1 shows.
const jwk = {
  kty: 'EC',
  x: 'l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs',
  y: '9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA',
  crv: 'P-256',
}
const thumbprint = '0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I'
const access = made({ typ: 'at+jwt' }, { iss: 'https://id.example', sub: 'ada', scope: 'x', cnf: { jkt: thumbprint } })
const half = (text: string) => sha(text).subarray(0, 16).toString('base64url')
const id = (claims: object = {}) =>
  made(
    { typ: 'JWT' },
    { iss: 'https://id.example', sub: 'ada', aud: 'app', at_hash: half(access), c_hash: half('the-code'), ...claims },
  )
const proof = (claims: object = {}) =>
  made(
    { typ: 'dpop+jwt', jwk },
    { htm: 'GET', htu: 'https://api.example', ath: sha(access).toString('base64url'), ...claims },
  )
const outcomes = (text: string, code?: string) =>
  Object.fromEntries(
    relationsOf(findTokens(text), code).map(({ check, outcome }) => [check.replace(/-\d+$/, ''), outcome]),
  )

it('tokens of one sign-in fit each other', () => {
  expect(outcomes(`${access}\n${id()}\n${proof()}`, 'the-code')).toEqual({
    at_hash: 'passed',
    c_hash: 'passed',
    ath: 'passed',
    jkt: 'passed',
    iss: 'passed',
    sub: 'passed',
  })
})

it('tokens of different sign-ins do not', () => {
  const other = made({ typ: 'at+jwt' }, { iss: 'https://id.example', sub: 'bob', scope: 'x', cnf: { jkt: 'x' } })
  expect(outcomes(`${other}\n${id()}\n${proof()}`, 'another-code')).toEqual({
    at_hash: 'failed',
    c_hash: 'failed',
    ath: 'failed',
    jkt: 'failed',
    iss: 'passed',
    sub: 'not-checked',
  })
})

it('a proof that is sent with an access token needs its hash, and one for the token endpoint does not', () => {
  const bare = made({ typ: 'dpop+jwt', jwk }, { htm: 'GET', htu: 'https://api.example' })
  expect(outcomes(`Authorization: DPoP ${access}\nDPoP: ${bare}`)).toMatchObject({ ath: 'failed' })
  expect(outcomes(`DPoP: ${bare}\n{"access_token":"${access}"}`)).not.toHaveProperty('ath')
})

it('an SD-JWT and its key binding are held against each other', () => {
  const issued = `${made({ typ: 'dc+sd-jwt' }, { vct: 'x' })}~${encode(['salt', 'name', 'Ada'])}~`
  const binding = (hash: string) => made({ typ: 'kb+jwt' }, { iat: 1, aud: 'v', nonce: 'n', sd_hash: hash })
  expect(outcomes(issued + binding(sha(issued).toString('base64url')))).toEqual({ sd_hash: 'passed' })
  expect(outcomes(issued + binding('other'))).toEqual({ sd_hash: 'failed' })
})

it('one token alone is held against nothing', () => {
  expect(relationsOf(findTokens(id()))).toEqual([])
})

it.each([
  ['ES384', 'sha384'],
  ['RS512', 'sha512'],
  ['EdDSA', 'sha512'],
])('the hashes of an ID token signed with %s are those of its own size', (alg, name) => {
  const hash = (text: string) => {
    const whole = createHash(name).update(text).digest()
    return whole.subarray(0, whole.length / 2).toString('base64url')
  }
  const told = (of: string) =>
    outcomes(`${access}\n${made({ alg }, { iss: 'https://id.example', sub: 'ada', aud: 'app', at_hash: hash(of) })}`)
  expect(told(access).at_hash).toBe('passed')
  expect(told('another').at_hash).toBe('failed')
})

it('an access token that names the user of the ID token in another claim is of the same user', () => {
  const user = made({}, { iss: 'https://id.example', sub: '00u1', aud: 'c', nonce: 'n' })
  const subject = (uid: string) =>
    outcomes(`${user}\n${made({}, { iss: 'https://id.example', sub: 'ana@b.example', scp: ['a'], uid })}`).sub
  expect(subject('00u1')).toBe('passed')
  expect(subject('00u2')).toBe('not-checked')
})

it.each([
  ['without the last tilde', (jwt: string) => sha(jwt), /hash of everything before the last tilde, without that tilde/],
  ['of something else', () => sha('x'), /must|created for something else/],
])('a key binding whose hash is %s is told by both hashes', (_, hash, words) => {
  const jwt = made({ typ: 'dc+sd-jwt' }, { iss: 'https://i.example', vct: 'x' })
  const binding = made({ typ: 'kb+jwt' }, { iat: 1, aud: 'v', nonce: 'n', sd_hash: hash(jwt).toString('base64url') })
  const [said] = relationsOf(findTokens(`${jwt}~${binding}`)).filter(({ check }) => check.startsWith('sd_hash'))
  expect(said).toMatchObject({ outcome: 'failed', why: expect.stringMatching(words) })
  expect(said?.why).toContain(sha(`${jwt}~`).toString('base64url'))
})
