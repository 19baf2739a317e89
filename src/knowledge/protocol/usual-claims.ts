import { documented, standard } from './basis.ts'
import type { ClaimDescription } from './claim.ts'

const core = 'OpenID Connect Core'

/** The claims that are usual here: those of the service's document, RFC 7519, OpenID Connect Core and their neighbours. */
export const usualClaims = table({
  iss: {
    name: 'Issuer',
    meaning: 'Identifies who issued the token.',
    kind: 'address',
    basis: standard('RFC 7519 §4.1.1'),
  },
  sub: {
    name: 'Subject',
    meaning: 'Identifies what the token is about: a user, a program or a thing. Unique per issuer.',
    kind: 'identifier',
    sensitive: true,
    basis: standard('RFC 7519 §4.1.2'),
  },
  aud: {
    name: 'Audience',
    meaning: 'Who the token is meant for. Recipients that are not listed must reject it.',
    kind: 'audience',
    basis: documented('§2.4; RFC 7519 §4.1.3', standard('RFC 7519 §4.1.3')),
  },
  exp: {
    name: 'Expires',
    meaning: 'The token is rejected after this time.',
    kind: 'time',
    bound: 'end',
    basis: standard('RFC 7519 §4.1.4'),
  },
  nbf: {
    name: 'Not before',
    meaning: 'The token is rejected before this time.',
    kind: 'time',
    bound: 'start',
    basis: standard('RFC 7519 §4.1.5'),
  },
  iat: {
    name: 'Issued at',
    meaning: 'When the token was issued.',
    kind: 'time',
    bound: 'start',
    basis: standard('RFC 7519 §4.1.6'),
  },
  jti: {
    name: 'Token ID',
    meaning: 'Identifies this token uniquely.',
    kind: 'identifier',
    basis: standard('RFC 7519 §4.1.7'),
  },
  auth_time: {
    name: 'Signed in at',
    meaning: 'When the user last authenticated.',
    kind: 'time',
    bound: 'start',
    basis: standard(`${core} §2`),
  },
  nonce: {
    name: 'Nonce',
    meaning: 'A random value that ties the token to one request or session.',
    kind: 'security',
    basis: standard(`${core} §2`),
  },
  acr: {
    name: 'Authentication context',
    meaning: 'The authentication context class of the sign-in.',
    kind: 'security',
    basis: standard(`${core} §2`),
  },
  amr: {
    name: 'Authentication methods',
    meaning: 'How the user authenticated, such as with a password or a second factor.',
    kind: 'security',
    basis: standard('RFC 8176 §1'),
  },
  azp: {
    name: 'Authorized party',
    meaning: 'The party that the token was issued to.',
    kind: 'identifier',
    basis: standard(`${core} §2`),
  },
  at_hash: {
    name: 'Access token hash',
    meaning: 'A hash that ties an ID token to an access token.',
    kind: 'security',
    basis: standard(`${core} §3.1.3.6`),
  },
  c_hash: {
    name: 'Code hash',
    meaning: 'Ties the ID token to the authorization code.',
    kind: 'security',
    basis: standard(`${core} §3.3.2.11`),
  },
  s_hash: {
    name: 'State hash',
    meaning: 'Ties the ID token to the state of the authorization request.',
    kind: 'security',
    basis: standard('FAPI 1.0 Advanced §5.1'),
  },
  sid: {
    name: 'Session ID',
    meaning: 'Identifies a session at the issuer.',
    kind: 'identifier',
    basis: standard('OpenID Connect Front-Channel Logout §3'),
  },
  scope: {
    name: 'Scope',
    meaning: 'The scopes of the token. In the standard, a space-separated string.',
    kind: 'scope',
    basis: documented('§2.4; RFC 8693 §4.2', standard('RFC 8693 §4.2')),
  },
  client_id: {
    name: 'Client',
    meaning: 'The client that the token was issued to.',
    kind: 'identifier',
    basis: standard('RFC 8693 §4.3'),
  },
  cnf: {
    name: 'Confirmation key',
    meaning: 'The key that the token is bound to: only its holder may use the token.',
    kind: 'security',
    basis: standard('RFC 7800 §3.1'),
  },
  act: {
    name: 'Actor',
    meaning: 'Who acts on behalf of the subject.',
    kind: 'identifier',
    sensitive: true,
    basis: standard('RFC 8693 §4.1'),
  },
  events: {
    name: 'Events',
    meaning: 'What the token reports, such as a sign-out.',
    kind: 'security',
    basis: standard('RFC 8417 §2.2'),
  },
  name: {
    name: 'Name',
    meaning: 'The person’s full name.',
    kind: 'personal',
    sensitive: true,
    basis: standard(`${core} §5.1`),
  },
  given_name: {
    name: 'Given name',
    meaning: 'The person’s given name.',
    kind: 'personal',
    sensitive: true,
    basis: standard(`${core} §5.1`),
  },
  family_name: {
    name: 'Family name',
    meaning: 'The person’s family name.',
    kind: 'personal',
    sensitive: true,
    basis: standard(`${core} §5.1`),
  },
  middle_name: {
    name: 'Middle name',
    meaning: 'The person’s middle name.',
    kind: 'personal',
    sensitive: true,
    basis: standard(`${core} §5.1`),
  },
  nickname: {
    name: 'Nickname',
    meaning: 'The person’s casual name.',
    kind: 'personal',
    sensitive: true,
    basis: standard(`${core} §5.1`),
  },
  preferred_username: {
    name: 'User name',
    meaning: 'The name that the user prefers. It can change and is not unique.',
    kind: 'personal',
    sensitive: true,
    basis: standard(`${core} §5.1`),
  },
  profile: {
    name: 'Profile page',
    meaning: 'URL of the person’s profile page.',
    kind: 'personal',
    sensitive: true,
    basis: standard(`${core} §5.1`),
  },
  picture: {
    name: 'Picture',
    meaning: 'URL of a picture of the person.',
    kind: 'personal',
    sensitive: true,
    basis: standard(`${core} §5.1`),
  },
  website: {
    name: 'Web site',
    meaning: 'URL of the person’s website.',
    kind: 'personal',
    sensitive: true,
    basis: standard(`${core} §5.1`),
  },
  email: {
    name: 'Email',
    meaning: 'The person’s email address.',
    kind: 'personal',
    sensitive: true,
    basis: standard(`${core} §5.1`),
  },
  email_verified: {
    name: 'Email verified',
    meaning: 'Whether the email address was verified.',
    kind: 'other',
    basis: standard(`${core} §5.1`),
  },
  gender: {
    name: 'Gender',
    meaning: 'The person’s gender.',
    kind: 'personal',
    sensitive: true,
    basis: standard(`${core} §5.1`),
  },
  birthdate: {
    name: 'Date of birth',
    meaning: 'The person’s date of birth.',
    kind: 'personal',
    sensitive: true,
    basis: standard(`${core} §5.1`),
  },
  zoneinfo: {
    name: 'Time zone',
    meaning: 'The person’s time zone.',
    kind: 'personal',
    sensitive: true,
    basis: standard(`${core} §5.1`),
  },
  locale: {
    name: 'Language',
    meaning: 'The person’s language and region.',
    kind: 'personal',
    sensitive: true,
    basis: standard(`${core} §5.1`),
  },
  phone_number: {
    name: 'Phone number',
    meaning: 'The person’s phone number.',
    kind: 'personal',
    sensitive: true,
    basis: standard(`${core} §5.1`),
  },
  phone_number_verified: {
    name: 'Phone number verified',
    meaning: 'Whether the phone number was verified.',
    kind: 'other',
    basis: standard(`${core} §5.1`),
  },
  address: {
    name: 'Address',
    meaning: 'The person’s postal address.',
    kind: 'personal',
    sensitive: true,
    basis: standard(`${core} §5.1.1`),
  },
  updated_at: {
    name: 'Profile changed at',
    meaning: 'When the person’s data was last changed.',
    kind: 'time',
    basis: standard(`${core} §5.1`),
  },
})

/** The header parameters that are usual here (RFC 7515 §4.1, RFC 7516 §4.1). */
export const usualHeaders = table({
  alg: { name: 'Algorithm', meaning: 'How the token is signed.', kind: 'security', basis: standard('RFC 7515 §4.1.1') },
  kid: {
    name: 'Key id',
    meaning: 'Identifies the key that signed the token.',
    kind: 'identifier',
    basis: standard('RFC 7515 §4.1.4'),
  },
  typ: {
    name: 'Type',
    meaning: 'The token’s type, such as at+jwt for an access token.',
    kind: 'other',
    basis: standard('RFC 7515 §4.1.9, RFC 9068 §2.1'),
  },
  cty: {
    name: 'Content type',
    meaning: 'The payload’s type, if it is not plain claims.',
    kind: 'other',
    basis: standard('RFC 7515 §4.1.10'),
  },
  jku: {
    name: 'Key set address',
    meaning: 'The key set’s URL according to the token. Recipients must not fetch it unless they trust it.',
    kind: 'address',
    basis: standard('RFC 7515 §4.1.2'),
  },
  jwk: {
    name: 'Key',
    meaning: 'A key inside the token. It must be a public key, and it proves nothing by itself.',
    kind: 'security',
    basis: standard('RFC 7515 §4.1.3'),
  },
  x5u: {
    name: 'Certificate address',
    meaning: 'Where the certificate is said to be. It is never fetched just because a token names it.',
    kind: 'address',
    basis: standard('RFC 7515 §4.1.5'),
  },
  x5c: {
    name: 'Certificates',
    meaning: 'The certificate chain of the key.',
    kind: 'security',
    basis: standard('RFC 7515 §4.1.6'),
  },
  x5t: {
    name: 'Certificate thumbprint',
    meaning: 'SHA-1 thumbprint of the certificate.',
    kind: 'security',
    basis: standard('RFC 7515 §4.1.7'),
  },
  'x5t#S256': {
    name: 'Certificate thumbprint',
    meaning: 'SHA-256 thumbprint of the certificate.',
    kind: 'security',
    basis: standard('RFC 7515 §4.1.8'),
  },
  crit: {
    name: 'Critical',
    meaning: 'Header parameters that the recipient must understand.',
    kind: 'security',
    basis: standard('RFC 7515 §4.1.11'),
  },
  enc: {
    name: 'Content encryption',
    meaning: 'How the content of an encrypted token is protected.',
    kind: 'security',
    basis: standard('RFC 7516 §4.1.2'),
  },
  zip: {
    name: 'Compression',
    meaning:
      'How the content is compressed; “NONE” means that it is not. Standardized only for encrypted tokens (JWE).',
    kind: 'other',
    basis: standard('RFC 7516 §4.1.3'),
  },
})

type Row = Omit<ClaimDescription, 'sensitive' | 'known'> & { sensitive?: true }

function table(rows: Record<string, Row>): ReadonlyMap<string, ClaimDescription> {
  return new Map(
    Object.entries(rows).map(([name, row]) => [name, { ...row, sensitive: row.sensitive === true, known: true }]),
  )
}
