import { describe, expect, it } from 'vitest'
import { exampleApiCall, exampleNow, production, sandbox } from '../diagnose/faults/example-parts.ts'
import type { DecodedToken } from '../service/call.ts'
import { checkToken, type TokenCheck, type TokenCheckContext, type Verdict } from './checks.ts'
import { readJwt } from './jwt.ts'

const sound = exampleApiCall('/bank-slips', 200).token as DecodedToken
const context: TokenCheckContext = {
  now: exampleNow,
  role: 'access',
  environment: sandbox,
  others: [production],
  keys: [{ kid: 'sandbox-1', alg: 'RS256' }],
}

function verdict(check: TokenCheck, token: DecodedToken, more: Partial<TokenCheckContext> = {}) {
  return checkToken(token, { ...context, ...more }).find((finding) => finding.check === check)?.verdict
}

describe('a token', () => {
  it('that is sound holds in all that can be checked, and its signature is told to be unchecked', () => {
    const verdicts = Object.fromEntries(checkToken(sound, context).map(({ check, verdict }) => [check, verdict]))
    expect(verdicts).toEqual({
      structure: 'holds',
      algorithm: 'holds',
      type: 'holds',
      expiry: 'holds',
      'not-before': 'holds',
      'issued-at': 'holds',
      issuer: 'holds',
      audience: 'holds',
      scope: 'holds',
      company: 'could-not-check',
      key: 'holds',
      signature: 'could-not-check',
    })
  })

  const claims: [what: string, check: TokenCheck, claims: Record<string, unknown>, expected: Verdict][] = [
    ['expired', 'expiry', { exp: exampleNow }, 'fails'],
    ['without an end', 'expiry', { exp: undefined }, 'fails'],
    ['with an end in words', 'expiry', { exp: 'tomorrow' }, 'fails'],
    ['with an end in milliseconds', 'expiry', { exp: 1_900_000_000_000 }, 'fails'],
    ['that begins later', 'not-before', { nbf: exampleNow + 1 }, 'fails'],
    ['made in the future', 'issued-at', { iat: exampleNow + 1000, exp: exampleNow + 2000 }, 'fails'],
    ['that ends before it was made', 'issued-at', { iat: exampleNow - 100, exp: exampleNow - 200 }, 'fails'],
    ['of another environment', 'issuer', { iss: 'https://id.example' }, 'fails'],
    ['whose issuer has a slash more', 'issuer', { iss: 'https://id.sandbox.example/' }, 'fails'],
    ['for several receivers', 'audience', { aud: ['x', 'https://api.sandbox.example'] }, 'holds'],
    ['for somebody else', 'audience', { aud: 'x' }, 'fails'],
    ['for nobody', 'audience', { aud: undefined }, 'fails'],
    ['without a scope', 'scope', { scope: undefined }, 'fails'],
    ['with a company', 'company', { 'https://api.bank.example/bank-slips': 'c-1' }, 'holds'],
    ['with an empty company', 'company', { 'https://api.bank.example/bank-slips': '' }, 'could-not-check'],
  ]
  it.each(claims)('%s: %s', (_what, check, own, expected) => {
    expect(verdict(check, { ...sound, claims: { ...sound.claims, ...own } })).toBe(expected)
  })

  const headers: [what: string, check: TokenCheck, header: Record<string, unknown>, expected: Verdict][] = [
    ['that is not signed', 'algorithm', { alg: 'none' }, 'fails'],
    ['that is not signed, in capitals', 'algorithm', { alg: 'NONE' }, 'fails'],
    ['signed with a shared secret where public keys are published', 'algorithm', { alg: 'HS256' }, 'fails'],
    ['signed in an unknown way', 'algorithm', { alg: 'X1' }, 'could-not-check'],
    ['signed by a key that is not published', 'key', { kid: 'gone' }, 'fails'],
    ['that is a logout token', 'type', { typ: 'logout+jwt' }, 'fails'],
    ['whose type is not said', 'type', { typ: undefined }, 'could-not-check'],
  ]
  it.each(headers)('%s: %s', (_what, check, own, expected) => {
    expect(verdict(check, { ...sound, header: { ...sound.header, ...own } })).toBe(expected)
  })

  it('that names no key is no failure, however many keys are published', () => {
    const { kid: _, ...header } = sound.header
    const keys = [{ kid: 'sandbox-1' }, { kid: 'sandbox-2' }]
    expect(verdict('key', { ...sound, header }, { keys })).toBe('could-not-check')
  })

  it('that expired a moment ago holds within the stated difference of clocks', () => {
    const token = { ...sound, claims: { ...sound.claims, exp: exampleNow - 10 } }
    expect(verdict('expiry', token, { skewSeconds: 30 })).toBe('holds')
    expect(verdict('expiry', token, { skewSeconds: 5 })).toBe('fails')
  })

  it('for an ID token is held against client and nonce', () => {
    const token = { header: { alg: 'RS256' }, claims: { ...sound.claims, aud: 'demo', nonce: 'n' } }
    const id = { role: 'id', clientId: 'demo' } as const
    expect(verdict('audience', token, id)).toBe('holds')
    expect(verdict('nonce', token, { ...id, nonce: 'n' })).toBe('holds')
    expect(verdict('nonce', token, { ...id, nonce: 'm' })).toBe('fails')
    expect(verdict('nonce', token, id)).toBe('could-not-check')
    expect(verdict('scope', token, id)).toBe(undefined)
  })

  it('that cannot be read fails in its structure and is not judged further', () => {
    const findings = checkToken(readJwt('not a token'), context)
    expect(findings[0]).toMatchObject({ check: 'structure', verdict: 'fails' })
    expect(findings.slice(1).map(({ verdict }) => verdict)).toEqual(findings.slice(1).map(() => 'could-not-check'))
  })

  it('whose signature was verified elsewhere carries that verdict', () => {
    expect(verdict('signature', sound, { signature: { verdict: 'holds', why: 'It fits.' } })).toBe('holds')
  })
})
