import { type Basis, inferred, standard } from './basis.ts'
import type { ClaimContext, ClaimDescription, ClaimKind } from './claim.ts'

/** What a claim means in the tokens of some kinds or of one issuer, where that is not what it means elsewhere. */
interface ContextRow {
  claim: string
  /** Kinds of tokens (`TokenKind`), any of them. */
  kinds?: readonly string[]
  /** The issuer as it is called, such as `Supabase`. */
  issuer?: RegExp
  name: string
  meaning: string
  kind: ClaimKind
  basis: Basis
  sensitive?: true
}

/** The meaning of a claim in a token of this kind and issuer; undefined where it is the usual one. */
export function claimInContext(claim: string, { kind, issuer = '' }: ClaimContext): ClaimDescription | undefined {
  const row = contextRows.find(
    (one) =>
      one.claim === claim &&
      (one.kinds === undefined || one.kinds.includes(kind ?? '')) &&
      (one.issuer === undefined || one.issuer.test(issuer)),
  )
  return row && { ...row, sensitive: row.sensitive === true, known: true }
}

const signedByClient = ['assertion', 'request', 'credential-proof', 'attestation-proof']

/** Exported for the test that holds the kinds against those that there are. */
export const contextRows: readonly ContextRow[] = [
  {
    claim: 'nonce',
    kinds: ['proof'],
    name: 'Server nonce',
    meaning: 'The value that the server requires in proofs, to keep them fresh.',
    kind: 'security',
    basis: standard('RFC 9449 §8'),
  },
  {
    claim: 'nonce',
    kinds: ['key-binding', 'presentation'],
    name: 'Verifier’s nonce',
    meaning: 'The random value of the verifier; ties the presentation to its request.',
    kind: 'security',
    basis: standard('RFC 9901 §4.3'),
  },
  {
    claim: 'nonce',
    kinds: ['credential-proof', 'key-attestation'],
    name: 'Issuer’s nonce',
    meaning: 'The value that the credential issuer gave (c_nonce), to keep the proof fresh.',
    kind: 'security',
    basis: standard('OpenID for Verifiable Credential Issuance, Appendix F.1'),
  },
  {
    claim: 'nonce',
    kinds: ['request'],
    name: 'Nonce',
    meaning: 'The random value that the ID token must carry.',
    kind: 'security',
    basis: standard('OpenID Connect Core §3.1.2.1'),
  },
  {
    claim: 'nonce',
    kinds: ['device-attestation'],
    name: 'Nonce',
    meaning: 'The random value of the app that asked for the attestation.',
    kind: 'security',
    basis: standard('RFC 9711 §4.1'),
  },
  {
    claim: 'iss',
    kinds: signedByClient,
    name: 'Issuer',
    meaning: 'The client that made it.',
    kind: 'identifier',
    basis: standard('RFC 7523 §3'),
  },
  {
    claim: 'iss',
    kinds: ['grant', 'custom-token', 'app'],
    name: 'Issuer',
    meaning: 'The account or the app that signed it.',
    kind: 'identifier',
    basis: standard('RFC 7523 §3'),
  },
  {
    claim: 'iss',
    kinds: ['entity-statement'],
    name: 'Issuer',
    meaning: 'The entity that makes the statement.',
    kind: 'address',
    basis: standard('OpenID Federation §3.1'),
  },
  {
    claim: 'sub',
    kinds: ['assertion', 'attestation'],
    name: 'Subject',
    meaning: 'The client.',
    kind: 'identifier',
    basis: standard('RFC 7523 §3'),
  },
  {
    claim: 'sub',
    kinds: ['vapid'],
    name: 'Contact',
    meaning: 'Contact of the operator of the application server.',
    kind: 'address',
    basis: standard('RFC 8292 §2.1'),
    sensitive: true,
  },
  {
    claim: 'sub',
    kinds: ['workload', 'instance'],
    name: 'Subject',
    meaning: 'The job or the machine, as trust policies of clouds name it.',
    kind: 'identifier',
    basis: inferred('the documentation of these services'),
  },
  {
    claim: 'sub',
    kinds: ['service-account'],
    name: 'Subject',
    meaning: 'The service account, with its namespace.',
    kind: 'identifier',
    basis: inferred('the documentation of Kubernetes'),
  },
  {
    claim: 'sub',
    kinds: ['svid'],
    name: 'SPIFFE ID',
    meaning: 'The workload.',
    kind: 'identifier',
    basis: standard('SPIFFE JWT-SVID §3.1'),
  },
  {
    claim: 'sub',
    kinds: ['entity-statement', 'trust-mark', 'resolve-response'],
    name: 'Subject',
    meaning: 'The entity that is described.',
    kind: 'address',
    basis: standard('OpenID Federation §3.1'),
  },
  {
    claim: 'sub',
    kinds: ['status-list'],
    name: 'Subject',
    meaning: 'The address of the list.',
    kind: 'address',
    basis: standard('draft-ietf-oauth-status-list §5.1'),
  },
  {
    claim: 'aud',
    kinds: ['assertion', 'grant', 'request', 'attestation-proof'],
    name: 'Audience',
    meaning: 'The identity service that is to accept it.',
    kind: 'audience',
    basis: standard('RFC 7523 §3'),
  },
  {
    claim: 'aud',
    kinds: ['id', 'logout', 'response', 'userinfo'],
    name: 'Audience',
    meaning: 'The client that it was issued to. Others must reject it.',
    kind: 'audience',
    basis: standard('OpenID Connect Core §2'),
  },
  {
    claim: 'aud',
    kinds: ['vapid'],
    name: 'Audience',
    meaning: 'The push service.',
    kind: 'audience',
    basis: standard('RFC 8292 §2'),
  },
  {
    claim: 'aud',
    kinds: ['key-binding', 'presentation'],
    name: 'Audience',
    meaning: 'The verifier that it is shown to.',
    kind: 'audience',
    basis: standard('RFC 9901 §4.3'),
  },
  {
    claim: 'azp',
    issuer: /^Clerk/,
    name: 'Authorized party',
    meaning: 'The origin of the page that asked for the token.',
    kind: 'address',
    basis: inferred('the documentation of Clerk'),
  },
  {
    claim: 'azp',
    kinds: ['access', 'refresh', 'offline'],
    name: 'Authorized party',
    meaning: 'The client that the token was issued to.',
    kind: 'identifier',
    basis: inferred('how identity services use azp in access tokens; only ID tokens have a standard for it'),
  },
  {
    claim: 'azp',
    kinds: ['instance', 'proxy-claims', 'workload'],
    name: 'Authorized party',
    meaning: 'Who asked for the token.',
    kind: 'identifier',
    basis: inferred('the documentation of these services'),
  },
  {
    claim: 'ref',
    issuer: /^Supabase/,
    name: 'Project',
    meaning: 'The project that the key belongs to.',
    kind: 'identifier',
    basis: inferred('the documentation of Supabase'),
  },
  {
    claim: 'ref',
    issuer: /^(GitHub|GitLab)/,
    name: 'Git reference',
    meaning: 'The branch or tag that the job runs for.',
    kind: 'other',
    basis: inferred('the documentation of GitHub Actions and GitLab'),
  },
  {
    claim: 'role',
    issuer: /^Supabase/,
    name: 'Database role',
    meaning: 'The role of Postgres with which requests are made; service_role passes row-level security.',
    kind: 'security',
    basis: inferred('the documentation of Supabase'),
  },
  {
    claim: 'role',
    issuer: /^Zoom/,
    name: 'Role',
    meaning: '1 for the host, 0 for a participant.',
    kind: 'other',
    basis: inferred('the documentation of Zoom'),
  },
  {
    claim: 'acr',
    issuer: /^Azure AD B2C/,
    name: 'Policy',
    meaning: 'The user flow or policy by which the user signed in.',
    kind: 'other',
    basis: inferred('the documentation of Azure AD B2C'),
  },
  {
    claim: 'user_id',
    issuer: /^GitLab/,
    name: 'User',
    meaning: 'The ID of who started the job.',
    kind: 'identifier',
    basis: inferred('the documentation of GitLab'),
    sensitive: true,
  },
  {
    claim: 'environment',
    issuer: /^Vercel/,
    name: 'Environment',
    meaning: 'Production, preview or development.',
    kind: 'other',
    basis: inferred('the documentation of Vercel'),
  },
  {
    claim: 'type',
    issuer: /^Cloudflare/,
    name: 'Type',
    meaning: 'app for an application, org for a global session.',
    kind: 'other',
    basis: inferred('the documentation of Cloudflare'),
  },
  {
    claim: 'uid',
    kinds: ['custom-token'],
    name: 'User',
    meaning: 'The user who is to be signed in.',
    kind: 'identifier',
    basis: inferred('the documentation of Firebase'),
    sensitive: true,
  },
  {
    claim: 'claims',
    kinds: ['request'],
    name: 'Requested claims',
    meaning: 'The claims that the client asks for.',
    kind: 'other',
    basis: standard('OpenID Connect Core §5.5'),
  },
  {
    claim: 'metadata',
    kinds: ['entity-statement', 'resolve-response'],
    name: 'Metadata',
    meaning: 'What the entity is and does, by type.',
    kind: 'other',
    basis: standard('OpenID Federation §3.1'),
  },
  {
    claim: 'scope',
    kinds: ['request', 'grant'],
    name: 'Scope',
    meaning: 'What is asked for, separated by spaces.',
    kind: 'scope',
    basis: standard('RFC 6749 §3.3'),
  },
  {
    claim: 'scope',
    kinds: ['refresh', 'offline'],
    name: 'Scope',
    meaning: 'What new access tokens may allow at most, separated by spaces.',
    kind: 'scope',
    basis: standard('RFC 6749 §6'),
  },
  {
    claim: 'state',
    kinds: ['request', 'response'],
    name: 'State',
    meaning: 'Ties the response to the request of this browser.',
    kind: 'security',
    basis: standard('RFC 6749 §4.1.1'),
  },
  {
    claim: 'code',
    kinds: ['response'],
    name: 'Authorization code',
    meaning: 'It is exchanged for tokens, once. Guard it.',
    kind: 'security',
    basis: standard('RFC 6749 §4.1.2'),
    sensitive: true,
  },
  {
    claim: 'cnf',
    kinds: ['attestation', 'sd-jwt-vc', 'sd-jwt', 'credential'],
    name: 'Confirmation key',
    meaning: 'The key of the holder; a proof by that key must come with it.',
    kind: 'security',
    basis: standard('RFC 7800 §3.1'),
  },
  {
    claim: 'auth_time',
    kinds: ['access', 'refresh'],
    name: 'Signed in at',
    meaning: 'When the user last signed in.',
    kind: 'time',
    basis: standard('RFC 9068 §2.2.1'),
  },
  {
    claim: 'typ',
    issuer: /^Keycloak/,
    name: 'Kind',
    meaning: 'Which kind of token it is: Bearer, ID, Refresh, Offline, Logout.',
    kind: 'other',
    basis: inferred('the documentation of Keycloak'),
  },
]
