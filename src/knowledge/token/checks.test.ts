import { describe, expect, it } from 'vitest'
import { exampleApiCall, exampleNow, production, sandbox } from '../diagnose/faults/example-parts.ts'
import type { DecodedToken } from '../protocol/call.ts'
import type { TokenCheckContext } from './check.ts'
import { checkToken } from './checks.ts'
import type { CheckOutcome, TokenCheck } from './finding.ts'
import { readJwt } from './jwt.ts'

const sound = exampleApiCall('/bank-slips', 200).token as DecodedToken
const context: TokenCheckContext = {
  now: exampleNow,
  kind: 'access',
  environment: sandbox,
  others: [production],
  keys: [{ kid: 'sandbox-1', alg: 'RS256' }],
}

function outcome(check: TokenCheck, token: DecodedToken, more: Partial<TokenCheckContext> = {}) {
  return checkToken(token, { ...context, ...more }).find((finding) => finding.check === check)?.outcome
}

describe('a v1 token of the Entra tenant whose v2 issuer is configured', () => {
  const tenant = '11111111-2222-3333-4444-555555555555'
  const environment = { ...sandbox, issuer: `https://login.microsoftonline.com/${tenant}/v2.0` }
  it.each([
    ['for Microsoft Graph', '00000003-0000-0000-c000-000000000000', 'request one of its scopes'],
    ['for another API', 'api://orders', 'requestedAccessTokenVersion'],
  ])('%s is not one of another issuer', (_what, aud, says) => {
    const claims = { ...sound.claims, iss: `https://sts.windows.net/${tenant}/`, aud }
    const finding = checkToken({ ...sound, claims }, { ...context, environment }).find(
      ({ check }) => check === 'issuer',
    )
    expect(finding).toMatchObject({ outcome: 'not-checked', why: expect.stringContaining(says) })
  })
})

describe('a token', () => {
  it('that is sound holds in all that can be checked, and its signature is told to be unchecked', () => {
    const outcomes = Object.fromEntries(checkToken(sound, context).map(({ check, outcome }) => [check, outcome]))
    expect(outcomes).toEqual({
      structure: 'passed',
      algorithm: 'passed',
      type: 'passed',
      claims: 'passed',
      expiry: 'passed',
      'not-before': 'passed',
      'issued-at': 'passed',
      issuer: 'passed',
      audience: 'passed',
      scope: 'passed',
      company: 'not-checked',
      key: 'passed',
      signature: 'not-checked',
    })
  })

  const claims: [what: string, check: TokenCheck, claims: Record<string, unknown>, expected: CheckOutcome][] = [
    ['expired', 'expiry', { exp: exampleNow }, 'failed'],
    ['without an end', 'expiry', { exp: undefined }, 'failed'],
    ['with an end in words', 'expiry', { exp: 'tomorrow' }, 'failed'],
    ['with an end in milliseconds', 'expiry', { exp: 1_900_000_000_000 }, 'failed'],
    ['that begins later', 'not-before', { nbf: exampleNow + 1 }, 'failed'],
    ['made in the future', 'issued-at', { iat: exampleNow + 1000, exp: exampleNow + 2000 }, 'failed'],
    ['that ends before it was made', 'issued-at', { iat: exampleNow - 100, exp: exampleNow - 200 }, 'failed'],
    ['of another environment', 'issuer', { iss: 'https://id.example' }, 'failed'],
    ['whose issuer has a slash more', 'issuer', { iss: 'https://id.sandbox.example/' }, 'failed'],
    ['for several receivers', 'audience', { aud: ['x', 'https://api.sandbox.example'] }, 'passed'],
    ['for somebody else', 'audience', { aud: 'x' }, 'failed'],
    ['for nobody', 'audience', { aud: undefined }, 'failed'],
    ['without a scope', 'scope', { scope: undefined }, 'failed'],
    ['with a company', 'company', { 'https://api.bank.example/bank-slips': 'c-1' }, 'passed'],
    ['with an empty company', 'company', { 'https://api.bank.example/bank-slips': '' }, 'not-checked'],
  ]
  it.each(claims)('%s: %s', (_what, check, own, expected) => {
    expect(outcome(check, { ...sound, claims: { ...sound.claims, ...own } })).toBe(expected)
  })

  const headers: [what: string, check: TokenCheck, header: Record<string, unknown>, expected: CheckOutcome][] = [
    ['that is not signed', 'algorithm', { alg: 'none' }, 'failed'],
    ['that is not signed, in capitals', 'algorithm', { alg: 'NONE' }, 'failed'],
    ['signed with a shared secret where public keys are published', 'algorithm', { alg: 'HS256' }, 'failed'],
    ['signed in an unknown way', 'algorithm', { alg: 'X1' }, 'not-checked'],
    ['signed by a key that is not published', 'key', { kid: 'gone' }, 'failed'],
    ['that is a logout token', 'type', { typ: 'logout+jwt' }, 'failed'],
    ['whose type is not said', 'type', { typ: undefined }, 'not-checked'],
  ]
  it.each(headers)('%s: %s', (_what, check, own, expected) => {
    expect(outcome(check, { ...sound, header: { ...sound.header, ...own } })).toBe(expected)
  })

  it('that names no key is no failure, however many keys are published', () => {
    const { kid: _, ...header } = sound.header
    const keys = [{ kid: 'sandbox-1' }, { kid: 'sandbox-2' }]
    expect(outcome('key', { ...sound, header }, { keys })).toBe('not-checked')
  })

  it('that expired a moment ago holds within the stated difference of clocks', () => {
    const token = { ...sound, claims: { ...sound.claims, exp: exampleNow - 10 } }
    expect(outcome('expiry', token, { skewSeconds: 30 })).toBe('passed')
    expect(outcome('expiry', token, { skewSeconds: 5 })).toBe('failed')
  })

  it('for an ID token is held against client and nonce', () => {
    const token = { header: { alg: 'RS256' }, claims: { ...sound.claims, aud: 'demo', nonce: 'n' } }
    const id = { kind: 'id', clientId: 'demo' } as const
    expect(outcome('audience', token, id)).toBe('passed')
    expect(outcome('nonce', token, { ...id, nonce: 'n' })).toBe('passed')
    expect(outcome('nonce', token, { ...id, nonce: 'm' })).toBe('failed')
    expect(outcome('nonce', token, id)).toBe('not-checked')
    expect(outcome('scope', token, id)).toBe(undefined)
  })

  it('whose type promises what it lacks fails where a recipient must check that, and else has it said', () => {
    const typed = (claims: Record<string, unknown>) =>
      checkToken({ header: { alg: 'RS256', typ: 'at+jwt' }, claims }, { now: 1_500, kind: 'access' }).find(
        ({ check }) => check === 'claims',
      )
    const whole = { iss: 'https://id.example', exp: 2_000, aud: 'api', sub: 'a', client_id: 'c', iat: 1_000, jti: 'j' }
    expect(typed(whole)).toMatchObject({ outcome: 'passed' })
    const { aud: _, ...aimless } = whole
    expect(typed(aimless)).toMatchObject({ outcome: 'failed', fault: { title: 'Without aud' } })
    const { jti: __, ...unnamed } = whole
    expect(typed(unnamed)).toMatchObject({ outcome: 'passed', why: expect.stringContaining('also requires “jti”') })
  })

  it('that cannot be read fails in its structure and is not judged further', () => {
    const findings = checkToken(readJwt(`${btoa('{"alg":"RS256"}')}.e3 0.x`), context)
    expect(findings[0]).toMatchObject({ check: 'structure', outcome: 'failed' })
    expect(findings.slice(2).map(({ outcome }) => outcome)).toEqual(findings.slice(2).map(() => 'not-checked'))
  })

  it('that is opaque is not broken: nothing of it is judged', () => {
    expect(new Set(checkToken(readJwt('opaque-token'), context).map(({ outcome }) => outcome))).toEqual(
      new Set(['not-checked']),
    )
  })

  it('whose signature was verified elsewhere carries that outcome', () => {
    expect(outcome('signature', sound, { signature: { outcome: 'passed', why: 'It fits.' } })).toBe('passed')
  })
})

it('the times of a credential of version 2.0 are those of its own members, which are dates', () => {
  const credential = (validUntil: string): DecodedToken => ({
    header: { alg: 'ES256', typ: 'vc+jwt' },
    claims: {
      type: ['VerifiableCredential'],
      issuer: { id: 'did:web:i.example' },
      validFrom: '2020-01-01T00:00:00Z',
      validUntil,
    },
  })
  const own: TokenCheckContext = { now: exampleNow, kind: 'credential' }
  const said = (token: DecodedToken, check: TokenCheck) => checkToken(token, own).find((one) => one.check === check)
  expect(said(credential('2099-01-01T00:00:00Z'), 'expiry')).toMatchObject({ outcome: 'passed' })
  expect(said(credential('2021-01-01T00:00:00Z'), 'expiry')).toMatchObject({ outcome: 'failed' })
  expect(said(credential('2099-01-01T00:00:00Z'), 'issuer')?.why).toContain('did:web:i.example')
})
