import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { base64UrlOf } from '#knowledge/text/base64.ts'
import { exactSignatureLength } from '#knowledge/token/algorithm-lengths.ts'
import { checkToken } from '#knowledge/token/checks.ts'
import { isFault } from '#knowledge/token/faults.ts'
import { foundToken } from '#knowledge/token/find.ts'
import type { TokenCheck } from '#knowledge/token/finding.ts'
import { tokenHeadline } from '#knowledge/token/headline.ts'
import { asReadJwt } from '#knowledge/token/jwt.ts'
import { notesOn } from '#knowledge/token/notes.ts'
import { inspectToken } from '#knowledge/token/take-apart.ts'
import { findWarnings } from '#knowledge/token/warnings.ts'
import { verdictOf } from './token-verdict.ts'

interface Shape {
  what: string
  header: Record<string, unknown>
  claims: Record<string, unknown>
  from?: string
}

const shapes: Shape[] = JSON.parse(
  readFileSync(`${import.meta.dirname}/../../knowledge/token/real-shapes.json`, 'utf8'),
)
const now = 1_790_000_000
const jwk = { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' }
const proof = {
  header: { alg: 'ES256', typ: 'dpop+jwt', jwk },
  claims: { jti: 'j', htm: 'GET', htu: 'https://a.example/b', iat: now },
}
const sdJwt = {
  header: { alg: 'ES256', typ: 'dc+sd-jwt' },
  claims: { vct: 'v', iss: 'https://i.example', exp: now + 900, _sd: ['x'] },
}
const app = { header: { alg: 'RS256' }, claims: { iss: '123456', iat: now } }
const apple = { alg: 'ES256', kid: 'ABC123DEFG' }

const told: [what: string, token: string, words: RegExp][] = [
  [
    'a proof with a private key',
    tokenOf({ ...proof, header: { ...proof.header, jwk: { ...jwk, d: 'AA' } } }),
    /private key/,
  ],
  [
    'a set of keys of which one is private',
    tokenOf({ header: { alg: 'RS256', jwks: { keys: [jwk, { ...jwk, d: 'A' }] } }, claims: { sub: 'u' } }),
    /private key/,
  ],
  [
    'a token bound to a private key',
    tokenOf({ header: { alg: 'RS256' }, claims: { scope: 'a', exp: now + 60, cnf: { jwk: { ...jwk, d: 'A' } } } }),
    /private key/,
  ],
  ['a disclosure of another token', `${tokenOf(sdJwt)}~${base64UrlOf('["salt","name","value"]')}~`, /disclosure/],
  [
    'an app of GitHub that lives too long',
    tokenOf({ ...app, claims: { ...app.claims, exp: now + 3_600 } }),
    /lifetime/,
  ],
  [
    'a token for App Store Connect that lives for an hour',
    tokenOf({ header: apple, claims: { iss: 'i', iat: now, exp: now + 3_600, aud: 'appstoreconnect-v1' } }),
    /lifetime/,
  ],
  [
    'a push token of an hour and a half ago',
    tokenOf({ header: apple, claims: { iss: 'DEF123GHIJ', iat: now - 5_400 } }),
    /too old/,
  ],
  [
    'a token that is not signed',
    tokenOf({ header: { alg: 'none' }, claims: { scope: 'a', exp: now + 60 } }, ''),
    /not signed/,
  ],
  [
    'a token without its signature',
    tokenOf({ header: { alg: 'RS256' }, claims: { scope: 'a', exp: now + 60 } }, ''),
    /not signed/,
  ],
]

test.each(told)('%s is said to be faulty in the verdict and in the line that names it', (_, token, words) => {
  const { verdict, headline } = judged(token)
  expect(verdict.tone).toMatch(/bad|wait|warn/)
  expect(`${verdict.title} ${headline}`).toMatch(new RegExp(words, 'i'))
  expect(headline).not.toMatch(/, valid \d/)
})

test('what is refused anywhere below is never beside a verdict that is clean', () => {
  const tokens = [
    ...told.map(([, token]) => token),
    ...shapes.flatMap((shape) => [tokenOf(shape), ...faulty(shape).map((one) => tokenOf(one))]),
  ]
  for (const token of tokens) {
    const { verdict, headline, findings, said } = judged(token)
    const refused = findings.some(isFault) || /must (?:refuse|reject) it|is longer than|was changed/.test(said)
    const clean = /good|plain/.test(verdict.tone) || /, valid \d/.test(headline)
    expect
      .soft({ refused, clean: refused && clean, headline, said: refused && clean ? said : '' })
      .toMatchObject({ clean: false })
  }
})

test.each(['not-signed', 'unfit-key', 'known-secret', 'weak-secret', 'other-key', 'too-old'] as const)(
  'a signature that is found to be %s is never called valid',
  (because) => {
    const found = foundToken(
      inspectToken(tokenOf({ header: { alg: 'RS256' }, claims: { scope: 'a', exp: now + 900 } })),
    )
    for (const outcome of ['passed', 'failed', 'not-checked'] as const) {
      const findings = checkToken(asReadJwt(found.token), {
        now,
        kind: 'access',
        signature: { outcome, why: '', because },
      })
      if (!findings.some(isFault)) continue
      expect(verdictOf(found.token, findings, now)).toMatchObject({ tone: expect.stringMatching(/bad|wait|warn/) })
      expect(tokenHeadline(found, { now, findings })).not.toContain('valid 15 more')
    }
  },
)

test('a token that does not fit the other of its text says so', () => {
  const found = foundToken(inspectToken(tokenOf({ header: { alg: 'RS256' }, claims: { scope: 'a', exp: now + 900 } })))
  const relation = {
    check: 'at_hash-0',
    title: 'ID token and access token',
    of: [found.token.text],
    basis: { kind: 'standard', reference: 'x' },
  } as const
  const findings = (outcome: 'passed' | 'failed') =>
    checkToken(asReadJwt(found.token), {
      now,
      kind: 'access',
      relations: [{ ...relation, of: [...relation.of], outcome, why: 'They are not of one sign-in.' }],
    })
  const has = (check: TokenCheck, outcome: 'passed' | 'failed') => findings(outcome).some((one) => one.check === check)
  expect(has('together', 'passed')).toBe(false)
  expect(has('together', 'failed')).toBe(true)
  expect(tokenHeadline(found, { now, findings: findings('failed') })).toContain(
    'conflicts with other values in the text',
  )
})

/** The same token with each of the faults that its own parts can have. */
function faulty({ header, claims }: Shape): Pick<Shape, 'header' | 'claims'>[] {
  return [
    { header: { ...header, alg: 'none' }, claims },
    { header: { ...header, jwk: { ...jwk, d: 'AA' } }, claims },
    { header, claims: { ...claims, exp: now - 60 } },
    { header, claims: { ...claims, iat: now, exp: now + 40 * 31_557_600 } },
    { header, claims: { ...claims, iat: now - 7_200, exp: now + 60 } },
    { header, claims: { ...claims, nbf: now + 9_000, exp: now + 99_000 } },
    { header, claims: { ...claims, exp: (now + 60) * 1_000 } },
    { header, claims: { ...claims, aud: 17 } },
  ]
}

function judged(text: string) {
  const found = foundToken(inspectToken(text))
  const findings = checkToken(asReadJwt(found.token), {
    now,
    kind: found.recognised.kind,
    certain: found.recognised.basis.kind !== 'inferred',
  })
  const said = [
    ...findings.map(({ why }) => why),
    ...notesOn(found),
    ...findWarnings(found.token).map(({ why }) => why),
  ].join(' ')
  return {
    findings,
    said,
    verdict: verdictOf(found.token, findings, now),
    headline: tokenHeadline(found, { now, findings }),
  }
}

function tokenOf({ header, claims }: Pick<Shape, 'header' | 'claims'>, signature?: string): string {
  const signed = signature ?? (header.alg === 'none' ? '' : 'A'.repeat(exactSignatureLength(header.alg) ?? 342))
  return `${base64UrlOf(JSON.stringify(header))}.${base64UrlOf(JSON.stringify(claims))}.${signed}`
}
