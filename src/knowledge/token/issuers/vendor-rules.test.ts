import { expect, test } from 'vitest'
import { base64UrlOf } from '../../text/base64.ts'
import { exactSignatureLength } from '../algorithm-lengths.ts'
import { checkToken } from '../checks.ts'
import { foundToken } from '../find.ts'
import { tokenHeadline } from '../headline.ts'
import { asReadJwt } from '../jwt.ts'
import { inspectToken } from '../take-apart.ts'

const now = 1_795_392_000
const times = { iat: now, exp: now + 300 }

test.each<[vendor: string, claims: Record<string, unknown>, faulty: Record<string, unknown>, header: object]>([
  [
    'DocuSign',
    { iss: 'i', sub: 'u', aud: 'account-d.docusign.com', scope: 'signature impersonation' },
    { aud: 'https://account-d.docusign.com/' },
    { alg: 'RS256' },
  ],
  [
    'Snowflake',
    { iss: `ACME.ANA.SHA256:${'a'.repeat(43)}=`, sub: 'ACME.ANA' },
    { iss: `acme.ana.SHA256:${'a'.repeat(43)}=`, sub: 'acme.ana' },
    { alg: 'RS256' },
  ],
  [
    '8x8 JaaS',
    { iss: 'chat', aud: 'jitsi', sub: 'vpaas-magic-cookie-1', room: '*' },
    { aud: 'meet' },
    { alg: 'RS256', kid: 'vpaas-magic-cookie-1/a' },
  ],
  [
    'Firebase',
    { iss: 'https://securetoken.google.com/shop', aud: 'shop', sub: 'u' },
    { aud: 'other' },
    { alg: 'RS256', kid: 'k' },
  ],
])('a token for %s is held against what its vendor takes', (_, claims, faulty, header) => {
  expect(told(header, { ...claims, ...times })).not.toContain('rejects')
  expect(told(header, { ...claims, ...times, ...faulty })).toContain('that the vendor rejects')
})

function told(header: object, claims: Record<string, unknown>): string {
  const signature = 'A'.repeat(exactSignatureLength('RS256') ?? 342)
  const found = foundToken(
    inspectToken(`${base64UrlOf(JSON.stringify(header))}.${base64UrlOf(JSON.stringify(claims))}.${signature}`),
  )
  const findings = checkToken(asReadJwt(found.token), { now, kind: found.recognised.kind, certain: false })
  return tokenHeadline(found, { now, findings })
}

test('what a vendor demands of one kind of its tokens is not demanded of the others', () => {
  const id = { iss: 'https://account-d.docusign.com/', aud: 'client-7', sub: 'u', ...times }
  expect(told({ alg: 'RS256' }, id)).not.toContain('rejects')
  const access = {
    iss: 'https://acme.my.salesforce.com',
    aud: ['https://acme.my.salesforce.com'],
    scp: 'api',
    ...times,
  }
  expect(told({ alg: 'RS256' }, access)).not.toContain('rejects')
})

test('an issuer of one tenant with the ID of another, and a default role that is not allowed, are told', () => {
  const tenant = '2f9cd28c-7166-45fc-8071-c4927165a61e'
  const entra = (tid: string) =>
    told(
      { alg: 'RS256', kid: 'k' },
      { iss: `https://login.microsoftonline.com/${tenant}/v2.0`, tid, aud: 'a', scp: 's', ver: '2.0', ...times },
    )
  expect(entra(tenant)).not.toContain('differ')
  expect(entra('11111111-7166-45fc-8071-c4927165a61e')).toContain('whose issuer and tenant differ')
  const hasura = (role: string) =>
    told(
      { alg: 'RS256' },
      {
        sub: 'u',
        ...times,
        'https://hasura.io/jwt/claims': { 'x-hasura-allowed-roles': ['user'], 'x-hasura-default-role': role },
      },
    )
  expect(hasura('user')).not.toContain('default role')
  expect(hasura('admin')).toContain('with a default role that is not allowed')
})
