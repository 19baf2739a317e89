import { describe, expect, it } from 'vitest'
import { base64UrlOf } from '../text/base64.ts'
import { exactSignatureLength } from './algorithm-lengths.ts'
import { foundToken } from './find.ts'
import { vendorNotes } from './issuers/vendor-notes.ts'
import { notesOn, standsForClient } from './notes.ts'
import { inspectToken } from './take-apart.ts'
import { valueNotes } from './value-notes.ts'

const told = (header: Record<string, unknown>, claims: Record<string, unknown>): string => {
  const signature = 'A'.repeat(exactSignatureLength(header.alg) ?? 342)
  const token = inspectToken(
    `${base64UrlOf(JSON.stringify(header))}.${base64UrlOf(JSON.stringify(claims))}.${signature}`,
  )
  return notesOn(foundToken(token)).join(' ')
}

describe('what is by design in a token is said:', () => {
  it.each([
    ['a key of Supabase', { alg: 'HS256' }, { iss: 'supabase', role: 'anon' }, 'meant to be public'],
    [
      'a token of a client',
      { alg: 'RS256', typ: 'at+jwt' },
      { iss: 'https://i.example', sub: 'c1', client_id: 'c1', scope: 'a', grant_type: 'client_credentials' },
      'no user is involved',
    ],
    // The example of draft-ietf-oauth-status-list §4.1.
    [
      'a list of states',
      { alg: 'ES256', typ: 'statuslist+jwt' },
      { sub: 'https://i.example/1', iat: 1, status_list: { bits: 1, lst: 'eNrbuRgAAhcBXQ' } },
      'It has 16 entries of one bit; 9 of them are not 0. Entries (counted from 0): 0, 3, 4, 5, 7, 8, 9, 13, 15 are invalid',
    ],
    [
      'a token of a custom server of Okta',
      { alg: 'RS256', kid: 'k' },
      { iss: 'https://acme.okta.com/oauth2/default', cid: 'c', scp: ['a'], aud: 'api://default' },
      'custom authorization server “default”',
    ],
    [
      'an event of a shared signal',
      { alg: 'RS256', typ: 'secevent+jwt' },
      {
        iss: 'https://i.example',
        iat: 1,
        jti: 'j',
        sub_id: { format: 'email', email: 'a@b.example' },
        events: {
          'https://schemas.openid.net/secevent/caep/event-type/session-revoked': {
            event_timestamp: 1_790_000_000,
            initiating_entity: 'policy',
          },
        },
      },
      'All sessions of the subject were revoked at 2026-09-21 14:13:20 UTC, by a policy. Its subject is in sub_id',
    ],
    [
      'an event of Apple, which writes it as a string',
      { alg: 'RS256' },
      {
        iss: 'https://appleid.apple.com',
        iat: 1,
        jti: 'j',
        events: '{"type":"consent-revoked","sub":"0018.a.1","event_time":1790000000000}',
      },
      'the user is “0018.a.1”; it happened at 2026-09-21 14:13:20 UTC',
    ],
    [
      'a credential that was revoked',
      { alg: 'RS256', typ: 'secevent+jwt' },
      {
        iss: 'https://i.example',
        iat: 1,
        jti: 'j',
        events: {
          'https://schemas.openid.net/secevent/caep/event-type/credential-change': {
            change_type: 'revoke',
            credential_type: 'fido2-roaming',
          },
        },
      },
      'A credential of the subject was changed (“revoke” and “fido2-roaming”).',
    ],
    [
      'a response about an active token',
      { alg: 'RS256', typ: 'token-introspection+jwt' },
      { iss: 'i', aud: 'a', iat: 1, token_introspection: { active: true, client_id: 'fleet', sub: 'f-1' } },
      'is active: its client is “fleet”, its subject is “f-1”.',
    ],
    [
      'an organization of Clerk',
      { alg: 'RS256' },
      {
        iss: 'https://clerk.dock.example',
        sid: 'sess_1',
        azp: 'https://a.example',
        fva: [3, -1],
        o: { slg: 'crew', rol: 'admin' },
      },
      'first factor 3 minutes before it was issued; a second factor was not verified',
    ],
    [
      'a user-assigned managed identity',
      { alg: 'RS256' },
      {
        iss: 'https://sts.windows.net/t/',
        idtyp: 'app',
        xms_mirid: '/subscriptions/s/resourcegroups/rg/providers/Microsoft.ManagedIdentity/userAssignedIdentities/mi',
      },
      'xms_mirid is the resource “mi”',
    ],
    [
      'a signed error of an authorization endpoint',
      { alg: 'RS256' },
      { iss: 'https://i.example', aud: 'c', exp: 2, error: 'login_required', state: 's' },
      'It has no code',
    ],
    [
      'a token by which several act',
      { alg: 'RS256', typ: 'at+jwt' },
      { iss: 'https://i.example', sub: 'u', act: { sub: 'a', act: { sub: 'b' } } },
      'for information only',
    ],
    [
      'a token whose act names nobody',
      { alg: 'RS256' },
      { iss: 'https://i.example', sub: 'u', act: { aud: 'b', iat: 1 } },
      'act does not identify the acting party: it contains only “aud” and “iat”.',
    ],
    [
      'a machine of Google',
      { alg: 'RS256' },
      {
        iss: 'https://accounts.google.com',
        aud: 'a',
        google: { compute_engine: { instance_name: 'vm-2', project_id: 'dock', zone: 'europe-west4-b' } },
      },
      'The machine is “vm-2” in the project “dock” and the zone “europe-west4-b”',
    ],
    [
      'a pod of Amazon EKS that asks for a role',
      { alg: 'RS256', kid: 'k' },
      {
        iss: 'https://oidc.eks.eu-north-1.amazonaws.com/id/ABC',
        aud: ['sts.amazonaws.com'],
        sub: 'system:serviceaccount:a:b',
        'kubernetes.io': { namespace: 'a', serviceaccount: { name: 'b' }, pod: { name: 'p' } },
      },
      'AssumeRoleWithWebIdentity',
    ],
    [
      'a response about a token',
      { alg: 'RS256', typ: 'token-introspection+jwt' },
      { iss: 'i', aud: 'a', iat: 1, token_introspection: { active: false } },
      'is not active',
    ],
    [
      'a member of a federation that speaks of itself',
      { alg: 'RS256', typ: 'entity-statement+jwt' },
      { iss: 'https://a.example', sub: 'https://a.example', jwks: { keys: [] } },
      'describes itself',
    ],
    [
      'a token that is bound to a key',
      { alg: 'RS256', typ: 'at+jwt' },
      { iss: 'i', sub: 'u', client_id: 'c', cnf: { jkt: 'x' } },
      'It is bound to a key (cnf.jkt): each call must also contain a DPoP proof signed with that key.',
    ],
  ])('of %s', (_what, header, claims, words) => {
    expect(told(header, claims)).toContain(words)
  })

  it('of a token that shows nothing of the kind, nothing', () => {
    expect(told({ alg: 'RS256' }, { iss: 'https://i.example', sub: 'u', scope: 'a' })).toBe('')
  })
})

it.each([
  [{ sub: 'c', client_id: 'c' }, true],
  [{ sub: 'u', client_id: 'c' }, false],
  [{ gty: 'client-credentials' }, true],
  [{ sub: 'o', oid: 'o', appid: 'a' }, true],
  [{ sub: 'o', oid: 'o', appid: 'a', scp: 'User.Read' }, false],
])('%j identifies only a client: %s', (claims, is) => {
  expect(standsForClient(claims, 'access')).toBe(is)
})

it('no note speaks of a value that the token lacks', () => {
  const said = [...vendorNotes, ...valueNotes].flatMap(({ says }) => says({}, {}) ?? [])
  expect(said.filter((note) => /a value that is not text|undefined|“”|not named| [.,;]/.test(note))).toEqual([])
})
