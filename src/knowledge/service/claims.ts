import type { Basis } from './basis.ts'
import type { Environment } from './call.ts'

export type ClaimKind =
  | 'time'
  | 'identifier'
  | 'scope'
  | 'audience'
  | 'personal'
  | 'company'
  | 'security'
  | 'address'
  | 'other'

export interface ClaimDescription {
  /** What people call it. */
  name: string
  /** One sentence. */
  meaning: string
  kind: ClaimKind
  basis: Basis
  /** True when the value tells of a person. */
  sensitive: boolean
  /** False for a claim that no dictionary here holds. */
  known: boolean
}

/** Claims of the registries beyond those that are usual here; see `loadClaims` in registries/. */
export type ClaimRows = ReadonlyMap<string, ClaimDescription>

/**
 * Says what a claim means. The service's company claim is told by the grammar of its name, within the resource domain
 * of `environment` where that is known and else by a `value` that can be an identifier. `rows`, once loaded, adds the
 * registries. Safe for any name, `__proto__` and `constructor` included.
 */
export function describeClaim(
  name: string,
  value?: unknown,
  environment?: Environment,
  rows?: ClaimRows,
): ClaimDescription {
  const usual = claims.get(name)
  if (usual !== undefined) return usual
  const company = companyClaim(name, value, environment)
  if (company !== undefined) return company
  return rows?.get(name) ?? unknownOf(name, 'claim')
}

/** Says what a parameter of a JOSE header means (RFC 7515 §4.1, RFC 7516 §4.1). */
export function describeHeader(name: string, rows?: ClaimRows): ClaimDescription {
  return headers.get(name) ?? rows?.get(name) ?? unknownOf(name, 'header parameter')
}

/** The API that a claim of the grammar `<resource_domain>/<api_name>` belongs to (§2.4); undefined for other claims. */
export function companyClaimApi(name: string, environment?: Environment): string | undefined {
  const domain = environment?.resourceDomain
  if (domain !== undefined) {
    const api = name.startsWith(`${domain}/`) ? name.slice(domain.length + 1) : ''
    return apiName.test(api) ? api : undefined
  }
  const slash = name.lastIndexOf('/')
  const host = name.slice(0, Math.max(slash, 0)).replace(/^https?:\/\//, '')
  return /^[\w-]+(\.[\w-]+)+$/.test(host) && apiName.test(name.slice(slash + 1)) ? name.slice(slash + 1) : undefined
}

const apiName = /^[a-z0-9]+(-[a-z0-9]+)*$/

function companyClaim(name: string, value: unknown, environment?: Environment): ClaimDescription | undefined {
  // Other services name lists and objects of their own in the same way.
  const foreign = environment?.resourceDomain === undefined && typeof value === 'object'
  const api = foreign ? undefined : companyClaimApi(name, environment)
  return api === undefined
    ? undefined
    : {
        name: `Company for ${api}`,
        meaning: `The company for which the API “${api}” acts with this token; the form of the identifier is not shown.`,
        kind: 'company',
        basis: { kind: 'documented', reference: '§2.4: a claim named <resource_domain>/<api_name>' },
        sensitive: true,
        known: true,
      }
}

function unknownOf(name: string, what: string): ClaimDescription {
  return {
    name,
    meaning: `Neither the service’s document nor a dictionary that is loaded here tells what this ${what} means.`,
    kind: 'other',
    basis: { kind: 'inferred', reference: `the ${what} is in no dictionary here` },
    // What is not known may tell of a person.
    sensitive: true,
    known: false,
  }
}

type Row = [claim: string, name: string, meaning: string, kind: ClaimKind, reference: string, sensitive?: true]

const core = 'OpenID Connect Core'

const claims = table([
  [
    'iss',
    'Issuer',
    'Who made and signed the token: the address of the identity service.',
    'address',
    'RFC 7519 §4.1.1',
  ],
  [
    'sub',
    'Subject',
    'Whom the token is about; unique only together with the issuer.',
    'identifier',
    'RFC 7519 §4.1.2',
    true,
  ],
  [
    'aud',
    'Audience',
    'Whom the token is meant for; a receiver that is not named here refuses it.',
    'audience',
    'RFC 7519 §4.1.3; §2.4 of the service’s document',
  ],
  ['exp', 'Expires', 'From this moment on the token is not accepted any more.', 'time', 'RFC 7519 §4.1.4'],
  ['nbf', 'Not before', 'Before this moment the token is not accepted.', 'time', 'RFC 7519 §4.1.5'],
  ['iat', 'Issued at', 'When the token was made.', 'time', 'RFC 7519 §4.1.6'],
  [
    'jti',
    'Token id',
    'Names this one token, so that it can be told from every other.',
    'identifier',
    'RFC 7519 §4.1.7',
  ],
  ['auth_time', 'Signed in at', 'When the person last proved who they are.', 'time', `${core} §2`],
  [
    'nonce',
    'Nonce',
    'The random value of the authorization request; ties the ID token to this sign-in.',
    'security',
    `${core} §2`,
  ],
  ['acr', 'Strength of sign-in', 'The class of the sign-in that was made.', 'security', `${core} §2`],
  [
    'amr',
    'Ways of sign-in',
    'How the person proved who they are, such as a password or a second factor.',
    'security',
    'RFC 8176 §1',
  ],
  ['azp', 'Authorized party', 'The client that the ID token was issued to.', 'identifier', `${core} §2`],
  [
    'at_hash',
    'Access token hash',
    'Ties the ID token to the access token that came with it.',
    'security',
    `${core} §3.1.3.6`,
  ],
  ['c_hash', 'Code hash', 'Ties the ID token to the authorization code.', 'security', `${core} §3.3.2.11`],
  [
    's_hash',
    'State hash',
    'Ties the ID token to the state of the authorization request.',
    'security',
    'FAPI 1.0 Advanced §5.1',
  ],
  [
    'sid',
    'Session id',
    'Names the session at the identity service.',
    'identifier',
    'OpenID Connect Front-Channel Logout §3',
  ],
  [
    'scope',
    'Scope',
    'What the token allows, separated by spaces.',
    'scope',
    'RFC 8693 §4.2; §2.4 of the service’s document',
  ],
  ['client_id', 'Client', 'The client that the token was issued to.', 'identifier', 'RFC 8693 §4.3'],
  ['cnf', 'Confirmation key', 'The key whose holder alone may use the token.', 'security', 'RFC 7800 §3.1'],
  ['act', 'Actor', 'Who acts on behalf of the subject.', 'identifier', 'RFC 8693 §4.1', true],
  ['events', 'Events', 'What the token reports, such as a sign-out.', 'security', 'RFC 8417 §2.2'],
  ['name', 'Name', 'The person’s full name.', 'personal', `${core} §5.1`, true],
  ['given_name', 'Given name', 'The person’s given name.', 'personal', `${core} §5.1`, true],
  ['family_name', 'Family name', 'The person’s family name.', 'personal', `${core} §5.1`, true],
  ['middle_name', 'Middle name', 'The person’s middle name.', 'personal', `${core} §5.1`, true],
  ['nickname', 'Nickname', 'What the person is called casually.', 'personal', `${core} §5.1`, true],
  [
    'preferred_username',
    'User name',
    'The short name that the person prefers; it can change and is not unique.',
    'personal',
    `${core} §5.1`,
    true,
  ],
  ['profile', 'Profile page', 'Address of the person’s profile page.', 'personal', `${core} §5.1`, true],
  ['picture', 'Picture', 'Address of a picture of the person.', 'personal', `${core} §5.1`, true],
  ['website', 'Web site', 'Address of the person’s web site.', 'personal', `${core} §5.1`, true],
  ['email', 'E-mail', 'The person’s e-mail address.', 'personal', `${core} §5.1`, true],
  ['email_verified', 'E-mail verified', 'Whether the e-mail address was verified.', 'other', `${core} §5.1`],
  ['gender', 'Gender', 'The person’s gender.', 'personal', `${core} §5.1`, true],
  ['birthdate', 'Date of birth', 'The person’s date of birth.', 'personal', `${core} §5.1`, true],
  ['zoneinfo', 'Time zone', 'The person’s time zone.', 'personal', `${core} §5.1`, true],
  ['locale', 'Language', 'The person’s language and region.', 'personal', `${core} §5.1`, true],
  ['phone_number', 'Phone number', 'The person’s phone number.', 'personal', `${core} §5.1`, true],
  ['phone_number_verified', 'Phone number verified', 'Whether the phone number was verified.', 'other', `${core} §5.1`],
  ['address', 'Address', 'The person’s postal address.', 'personal', `${core} §5.1.1`, true],
  ['updated_at', 'Profile changed at', 'When the person’s data was last changed.', 'time', `${core} §5.1`],
])

const headers = table([
  ['alg', 'Algorithm', 'How the token is signed.', 'security', 'RFC 7515 §4.1.1'],
  [
    'kid',
    'Key id',
    'Names the key that signed, so that the receiver can pick it from the published ones.',
    'identifier',
    'RFC 7515 §4.1.4',
  ],
  [
    'typ',
    'Type',
    'What kind of token this is; at+jwt marks an access token.',
    'other',
    'RFC 7515 §4.1.9, RFC 9068 §2.1',
  ],
  ['cty', 'Content type', 'What the payload is, where it is not plain claims.', 'other', 'RFC 7515 §4.1.10'],
  [
    'jku',
    'Key set address',
    'Where the keys are said to be; it is never fetched from a token’s word.',
    'address',
    'RFC 7515 §4.1.2',
  ],
  ['jwk', 'Key', 'A public key inside the token; it proves nothing by itself.', 'security', 'RFC 7515 §4.1.3'],
  [
    'x5u',
    'Certificate address',
    'Where the certificate is said to be; it is never fetched from a token’s word.',
    'address',
    'RFC 7515 §4.1.5',
  ],
  ['x5c', 'Certificates', 'The certificate chain of the key.', 'security', 'RFC 7515 §4.1.6'],
  ['x5t', 'Certificate thumbprint', 'SHA-1 thumbprint of the certificate.', 'security', 'RFC 7515 §4.1.7'],
  ['x5t#S256', 'Certificate thumbprint', 'SHA-256 thumbprint of the certificate.', 'security', 'RFC 7515 §4.1.8'],
  ['crit', 'Critical', 'Header parameters that the receiver has to understand.', 'security', 'RFC 7515 §4.1.11'],
  ['enc', 'Content encryption', 'How the content of an encrypted token is protected.', 'security', 'RFC 7516 §4.1.2'],
  ['zip', 'Compression', 'How the content was compressed before it was encrypted.', 'other', 'RFC 7516 §4.1.3'],
])

function table(rows: Row[]): ReadonlyMap<string, ClaimDescription> {
  return new Map(
    rows.map(([claim, name, meaning, kind, reference, sensitive]) => [
      claim,
      { name, meaning, kind, basis: { kind: 'standard', reference }, sensitive: sensitive === true, known: true },
    ]),
  )
}
