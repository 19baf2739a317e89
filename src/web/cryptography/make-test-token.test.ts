import { describe, expect, it } from 'vitest'
import { checkToken } from '#knowledge/token/checks.ts'
import { readJwt } from '#knowledge/token/jwt.ts'
import { inspectToken } from '#knowledge/token/take-apart.ts'
import { deliberateFaults, testMark } from '#knowledge/token/test-token/deliberate-faults.ts'
import { sampleTokens, testIssuer } from '#knowledge/token/test-token/samples.ts'
import { makeTestToken, signingAlgorithms } from './make-test-token.ts'
import { verifySignature } from './verify.ts'

const now = 1_800_000_000
const fault = (id: string) => {
  const found = deliberateFaults.find((one) => one.id === id)
  if (!found) throw new Error(`There is no fault ${id}.`)
  return found
}
const [access] = sampleTokens
if (!access) throw new Error('There are no samples.')

const verified = (token: string, text: string) => {
  const read = inspectToken(token)
  if (read.form !== 'jws') return Promise.resolve({ outcome: 'not-checked' as const, why: 'It is broken.' })
  return verifySignature(read.jws, read.header.value ?? {}, { from: 'pasted', text }, { now })
}

it.each(signingAlgorithms)(
  'a test token is signed with %s by a key that verifies it, a new one each time',
  async (alg) => {
    const draft = access.draft(now)
    const { token, key } = await makeTestToken(draft, alg, fault('none'), now)
    expect(await verified(token, key)).toMatchObject({ outcome: 'passed' })
    expect(readJwt(token)).toMatchObject({ state: 'read', header: { alg }, claims: { ...draft.claims, ...testMark } })
    const again = await makeTestToken(draft, alg, fault('none'), now)
    expect((await verified(again.token, key)).outcome).not.toBe('passed')
  },
)

describe('a sample', () => {
  it.each(sampleTokens)('of $name says that it is worthless, and verifies', async ({ draft }) => {
    const { token, key } = await makeTestToken(draft(now), 'ES256', fault('none'), now)
    const read = readJwt(token)
    expect(read).toMatchObject({ state: 'read', claims: testMark })
    expect(await verified(token, key)).toMatchObject({ outcome: 'passed' })
  })

  it('keeps its mark whatever is edited', async () => {
    const draft = { header: {}, claims: { claimcheck_test: 'real', sub: 'x' } }
    expect(readJwt((await makeTestToken(draft, 'ES256', fault('none'), now)).token)).toMatchObject({ claims: testMark })
  })
})

describe('a fault is noticed:', () => {
  const environment = { id: 'test', issuer: testIssuer, audience: 'https://api.example.com' }
  const failedChecks = async (id: string) => {
    const { token, key } = await makeTestToken(access.draft(now), 'RS256', fault(id), now)
    const read = readJwt(token)
    const findings = checkToken(read, {
      now,
      kind: 'access',
      environment: environment as never,
      signature: await verified(token, key),
    })
    return findings.filter(({ outcome }) => outcome === 'failed').map(({ check }) => check)
  }

  it('none where there is none', async () => expect(await failedChecks('none')).toEqual([]))

  it.each([
    ['expired', 'expiry'],
    ['not-yet-valid', 'not-before'],
    ['without-expiry', 'expiry'],
    ['milliseconds', 'expiry'],
    ['other-audience', 'audience'],
    ['other-issuer', 'issuer'],
    ['without-scope', 'scope'],
    ['other-key', 'signature'],
    ['alg-none', 'algorithm'],
    ['public-key-as-secret', 'signature'],
    ['changed', 'signature'],
    ['cut', 'signature'],
    ['cut-in-payload', 'structure'],
    ['unsigned', 'signature'],
  ])('%s', async (id, check) => expect(await failedChecks(id)).toContain(check))
})
