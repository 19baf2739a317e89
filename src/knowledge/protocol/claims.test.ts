import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sandbox } from '../diagnose/faults/example-parts.ts'
import { issuerOf } from '../token/issuers.ts'
import { tokenKinds } from '../token/kinds.ts'
import { describeClaim, describeHeader, momentOfClaim } from './claims.ts'
import { contextRows } from './claims-in-context.ts'
import documented from './registries/claims-of-documents.json' with { type: 'json' }
import { loadClaims } from './registries/load-claims.ts'

const registries = await loadClaims()

describe('a claim', () => {
  it.each([
    ['exp', 'time'],
    ['sub', 'identifier'],
    ['email', 'personal'],
    ['scope', 'scope'],
    ['https://api.bank.example/bank-slips', 'company'],
  ])('%s is of the kind %s', (name, kind) => {
    expect(describeClaim(name, 'x', sandbox)).toMatchObject({ kind, known: true })
  })

  it('of another domain is not taken for the service’s company claim', () => {
    expect(describeClaim('https://other.example/bank-slips', 'x', sandbox).kind).not.toBe('company')
  })

  it('in the grammar of the company claim contains no company when it is an object', () => {
    expect(describeClaim('https://other.example/bank-slips', ['admin']).kind).not.toBe('company')
    expect(describeClaim('https://other.example/bank-slips', 'c-1').kind).toBe('company')
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('called %s is told to be unknown', (name) => {
    expect(describeClaim(name, {}, sandbox, registries.claims).known).toBe(false)
    expect(describeHeader(name, registries.headers).known).toBe(false)
  })

  it('that only a registry knows is explained once the registries are loaded', () => {
    expect(describeClaim('may_act').known).toBe(false)
    expect(describeClaim('may_act', undefined, undefined, registries.claims)).toMatchObject({
      known: true,
      basis: { kind: 'standard' },
    })
  })

  it('that a vendor made up is not given out as a standard', () => {
    const claim = describeClaim('tid', 'x', undefined, registries.claims, { issuer: 'Entra ID v2' })
    expect(claim.basis).toEqual({
      kind: 'inferred',
      reference: expect.stringContaining('the documentation of Microsoft Entra ID'),
    })
    expect(claim.meaning).not.toContain('could not be confirmed')
  })

  it.each(['https://app.example/email', 'https://myapp.example.com/roles', 'urn:acme:iam:department'])(
    '%s is a claim of its issuer, and identifies no company',
    (name) => {
      const claim = describeClaim(name, 'x', undefined, registries.claims)
      expect(claim).toMatchObject({ known: true, sensitive: true, basis: { reference: 'RFC 7519 §4.2' } })
      expect(claim.kind).not.toBe('company')
    },
  )

  it.each([
    ['nonce', { kind: 'proof' }, 'RFC 9449 §8'],
    ['nonce', { kind: 'id' }, 'OpenID Connect Core §2'],
    ['iss', { kind: 'assertion' }, 'RFC 7523 §3'],
    ['aud', { kind: 'id' }, 'OpenID Connect Core §2'],
    ['azp', { kind: 'session', issuer: 'Clerk' }, 'the documentation of Clerk'],
    ['ref', { kind: 'api-key', issuer: 'Supabase' }, 'the documentation of Supabase'],
    ['ref', { kind: 'workload', issuer: 'GitHub Actions' }, 'the documentation of GitHub Actions'],
  ])('%s means what it means in %j', (name, context, reference) => {
    expect(describeClaim(name, 'x', undefined, registries.claims, context).basis.reference).toContain(reference)
  })

  it.each([
    ['wids', { kind: 'access', issuer: 'Entra ID v1', client: true }, 'of the app'],
    ['wids', { kind: 'access', issuer: 'Entra ID v1' }, 'of the user'],
    ['sub', { kind: 'instance', issuer: 'Google Cloud instance' }, 'service account'],
    ['sub', { kind: 'device-attestation', issuer: 'Firebase App Check' }, 'Firebase app'],
    ['sub', { kind: 'software-statement' }, 'Who or what it is about'],
    ['scope', { kind: 'workload', issuer: 'Vercel' }, 'grants no access'],
    ['lang', { kind: 'device-attestation', issuer: 'Firebase App Check' }, 'Unknown claim'],
  ])('%s says no more of %j than is so there', (name, context, words) => {
    expect(describeClaim(name, 'x', undefined, registries.claims, context).meaning).toContain(words)
  })

  it('what one vendor documents is told as a fact of its own tokens alone', () => {
    const of = (claim: string, issuer?: string) =>
      describeClaim(claim, 'x', undefined, registries.claims, { kind: 'access', issuer }).meaning
    expect(of('fva', 'Clerk')).not.toContain('As defined')
    expect(of('org_slug')).toContain('Not a standard claim. In tokens of Clerk')
    expect(of('fva')).toBe('Unknown claim.')
    expect(of('feature_flags', 'Descope')).toContain('Not a standard claim.')
    expect(of('oid', 'Azure managed identity')).not.toContain('As defined')
    expect(of('metadata', 'LiveKit')).not.toContain('federation')
    expect(describeHeader('nonce', registries.headers, { issuer: 'Entra ID v1' }).meaning).toContain('Microsoft')
    expect(describeHeader('nonce', registries.headers).meaning).not.toContain('ACME')
  })

  it('alg of an encrypted token is about its key', () => {
    expect(describeHeader('kid', undefined, { encrypted: true }).meaning).toContain('decrypts it')
    expect(describeHeader('alg', undefined, { encrypted: true }).name).toBe('Key management')
    expect(describeHeader('alg').name).toBe('Algorithm')
  })
})

it('every claim that the tokens of real issuers have is known, but for short words that each issuer uses in its own way', () => {
  const shapes: { claims: Record<string, unknown>; header: Record<string, unknown>; what: string; kind: string }[] =
    JSON.parse(readFileSync(`${import.meta.dirname}/../token/real-shapes.json`, 'utf8'))
  const unknown = shapes.flatMap(({ what, claims, header, kind }) =>
    Object.keys(claims)
      .filter((name) => {
        const issuer = issuerOf(claims, header)?.name
        return !describeClaim(name, claims[name], undefined, registries.claims, { kind, issuer }).known
      })
      .map((name) => `${what}: ${name}`),
  )
  expect(unknown.filter((one) => !/: (?:scp|ver|aut|ctx|uid|auth|metadata)$/.test(one))).toEqual([])
})

it('of vendors, more than 220 claims are known', () => {
  const rows: { vendor: string | null }[] = JSON.parse(
    readFileSync(`${import.meta.dirname}/registries/claims.json`, 'utf8'),
  )
  expect(rows.filter(({ vendor }) => vendor !== null).length).toBeGreaterThan(220)
})

it('the kinds that change what a claim means are kinds of tokens', () => {
  const kinds = contextRows.flatMap((row) => row.kinds ?? [])
  expect(kinds.filter((kind) => !Object.hasOwn(tokenKinds, kind))).toEqual([])
})

it.each(documented)(
  '$issuer tokens of the kind $kind have the claims that their documents list, each explained for them',
  ({ issuer, kind, claims }) => {
    const unknown = claims.split(' ').filter((name) => {
      const { known, meaning } = describeClaim(name, 'x', undefined, registries.claims, {
        kind,
        ...(issuer && { issuer }),
      })
      return !known || /^As defined by/.test(meaning)
    })
    expect(unknown).toEqual([])
  },
)

it('a moment is one in seconds, and in milliseconds where its vendor writes it so', () => {
  const of = (name: string, value: unknown, issuer?: string) =>
    momentOfClaim(value, describeClaim(name, value, undefined, registries.claims, { ...(issuer && { issuer }) }))
  expect(of('exp', 1_790_000_000)).toBe(1_790_000_000)
  expect(of('purchaseDate', 1_790_000_000_000, 'App Store')).toBe(1_790_000_000)
  expect(of('price', 1_790_000_000_000, 'App Store')).toBeUndefined()
  expect(of('purchaseDate', 'soon', 'App Store')).toBeUndefined()
})

it('a claim is told by its value and its name, and no issuer is made up for it', () => {
  const means = (name: string, value: unknown, kind?: string) =>
    describeClaim(name, value, undefined, undefined, { kind }).meaning
  expect(means('iss', 'kubernetes/serviceaccount')).toContain('by a name instead of a URL')
  expect(means('iss', 'https://id.dock.example')).toContain('Identifies who issued the token.')
  expect(means('scope', ['a', 'b'], 'refresh')).not.toContain('spaces')
  expect(means('nonce', 'n', 'id')).toContain('this sign-in')
  expect(means('nonce', 'n', 'own')).not.toContain('sign-in')
  for (const name of ['urn:oid:1.2.246.21', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/sid'])
    expect(means(name, 'x')).not.toMatch(/issuer|session/)
})
