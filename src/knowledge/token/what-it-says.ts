import { relativeTime, utcTime } from '../text/duration.ts'
import { isObject } from '../text/json.ts'
import { inList, listed, quoted } from '../text/quote.ts'
import { actorOf } from './actor.ts'
import { claimsOf } from './claims-of.ts'
import { withRegisteredNames } from './credential-members.ts'
import { applyDisclosures, type Disclosure } from './disclosures.ts'
import type { FoundToken } from './find.ts'
import { knownAudience, knownClient } from './issuers/parties.ts'
import { type TokenKind, tokenKinds } from './kinds.ts'
import { saysClient, seenOf, standsForClient } from './notes.ts'
import { isSupported } from './presumptions.ts'
import { readTime } from './times.ts'
import { keyInWords } from './what-verifies-it.ts'

/** One thing that a token says, in a line. */
export interface TokenFact {
  name:
    | 'Issuer'
    | 'Verify with'
    | 'Audience'
    | 'Subject'
    | 'Permissions'
    | 'Authentication'
    | 'Bound to'
    | 'Discloses'
    | 'Status'
  says: string
}

type Claims = Record<string, unknown>

/**
 * What a person wants to know of a token with claims, in a few lines: its issuer, its recipient, its subject, what it
 * permits, how it was obtained, and what it is bound to. Its times are drawn elsewhere. Reading is not verifying. None for what has no claims.
 *
 * @param now epoch seconds
 */
export function factsOf(found: FoundToken, now: number): TokenFact[] {
  const { token } = found
  // The header of an encrypted token may repeat claims, which are readable there (RFC 7519 §5.3).
  if (token.form === 'jwe' && typeof token.header.value?.iss === 'string')
    return [{ name: 'Issuer', says: `${quoted(token.header.value.iss)}, as its header says` }]
  const written = claimsOf(token)
  if (written === undefined) return []
  const claims = withRegisteredNames(written)
  const header = (token.form === 'jws' && token.header.value) || {}
  const rows: [TokenFact['name'], (string | undefined)[]][] = [
    ['Issuer', issuedBy(claims, header, found)],
    ['Audience', meantFor(claims, found)],
    ['Subject', about(claims, found)],
    // What a scope means in a JWT that an app signs for a vendor is the vendor’s alone.
    ['Permissions', found.recognised.kind === 'app' ? [] : permits(claims)],
    ['Authentication', obtained(claims, now, standsForClient(claims, found.recognised.kind))],
    ['Bound to', bound(claims, found.recognised.kind)],
    [
      'Discloses',
      token.form === 'jws' && token.disclosures ? disclosed(claims, token.disclosures, token.keyBinding) : [],
    ],
    ['Status', [statusOf(claims), replacementDue(claims, now)]],
    ['Verify with', [keyInWords(claims, header, found.recognised)]],
  ]
  const seen = seenOf(found)
  return rows.flatMap(([name, parts]) => {
    const said = parts.filter((one) => one !== undefined && one !== '' && isSupported(one, seen))
    return said.length === 0 ? [] : [{ name, says: said.join('; ') }]
  })
}

function issuedBy(
  { iss, tid, org_id: org }: Claims,
  header: Claims,
  { recognised }: FoundToken,
): (string | undefined)[] {
  if (iss === undefined) return []
  const signer = recognised.signedBy ?? tokenKinds[recognised.kind].signedBy
  const part = parts.flatMap(({ form, is }) => {
    const value = form.exec(String(iss))?.[1]
    return value === undefined || value === tid || value === org ? [] : [`${is} ${quoted(decoded(value))}`]
  })[0]
  const name = recognised.issuedBy ?? recognised.issuer
  // What passes on a sign-in repeats its issuer, and signs with a key of its own.
  if (recognised.kind === 'proxy-claims' && typeof header.signer === 'string')
    return [
      `${quoted(iss)}, which signed the user in; ${name ?? 'the proxy'} ${quoted(header.signer)} signed the token`,
      part,
    ]
  return [
    `${name !== undefined && signer === 'issuer' && !recognised.isFormat ? `${name}, ` : ''}${quoted(iss)}${signerWords(signer, recognised.signedBy === 'client' && !String(iss).includes('@'), recognised.kind)}`,
    part,
  ]
}

function signerWords(signer: string, isKey: boolean, kind: TokenKind): string {
  if (signer !== 'client' && signer !== 'holder') return ''
  return isKey ? ', a key of the customer’s own server' : issuesItself.has(kind) ? ', which signed it' : ''
}

/** Kinds whose issuer is, by their standard, the party that signs. */
const issuesItself: ReadonlySet<TokenKind> = new Set([
  'assertion',
  'request',
  'credential-proof',
  'key-binding',
  'presentation',
])

/** What the addresses of issuers name. */
const parts: readonly { form: RegExp; is: string }[] = [
  { form: /\/realms\/([^/]+)\/?$/, is: 'realm' },
  { form: /^https:\/\/cognito-idp\.[\w-]+\.amazonaws\.com\/(.+)$/, is: 'user pool' },
  { form: /^https:\/\/(?:securetoken|session\.firebase)\.google\.com\/(.+)$/, is: 'project' },
  { form: /^https:\/\/(?:login\.microsoftonline\.com|sts\.windows\.net)\/([\da-f-]{36})/, is: 'tenant' },
  { form: /^https:\/\/([\w-]+)\.(?:[a-z]{2}\.)?auth0\.com\/?$/, is: 'tenant' },
  { form: /\.okta(?:preview|-emea)?\.com\/oauth2\/(\w+)\/?$/, is: 'authorization server' },
  { form: /^https:\/\/oidc\.eks\.[\w-]+\.amazonaws\.com\/id\/(\w+)/, is: 'cluster' },
  { form: /^https:\/\/oidc\.circleci\.com\/org\/([\da-f-]+)/, is: 'organization' },
  { form: /^https:\/\/api\.descope\.com\/(?:v1\/apps\/)?(\w+)/, is: 'project' },
  { form: /^https:\/\/auth\.pingone\.[\w.]+\/([\da-f-]{36})\//, is: 'environment' },
]

function meantFor(
  { aud, azp, client_id: client, cid, appid, app_displayname: app, org_id: org }: Claims,
  { token, recognised: { kind, issuer } }: FoundToken,
): (string | undefined)[] {
  const all = texts(aud)
  const through = [azp, client, cid, appid].find((one) => typeof one === 'string' && one !== '')
  const program = typeof app === 'string' ? app : knownClient(through, issuer)
  const parties = all.map((one) => {
    const is = knownAudience(one, issuer)
    return is === undefined ? quoted(one) : `${is} (${quoted(one)})`
  })
  // A plain response describes a token, and names who that one is for.
  const isDescribed = token.form === 'opaque' && kind === 'introspection'
  const recipient = isDescribed ? undefined : /^Firebase/.test(issuer ?? '') ? 'the project' : recipients[kind]
  const isNamed =
    recipient !== undefined &&
    all.length === 1 &&
    knownAudience(all[0], issuer) === undefined &&
    // A number or an ID is not the address of an identity service, whatever its vendor means by it.
    (recipient !== recipients.grant || isAddress(all[0]))
  return [
    all.length > 0 ? `${isNamed ? `${recipient} ` : ''}${inList(parties)}` : undefined,
    through === undefined || (all.length === 1 && all[0] === through)
      ? undefined
      : /^https?:\/\/[^/]+\/?$/.test(String(through))
        ? `through a page of the origin ${quoted(through)}`
        : `issued to the client ${quoted(through)}${program === undefined ? '' : ` (${program})`}`,
    all.length > 0 || through !== undefined
      ? undefined
      : typeof org === 'string'
        ? `the organization ${quoted(org)}`
        : undefined,
  ]
}

const isAddress = (value: unknown): boolean => /^[a-z][\w+.-]*:|^[\w-]+(?:\.[\w-]+)+(?:\/|$)/i.test(String(value))

/** What the one recipient of such a token is, by its standard. */
const recipients: Partial<Record<TokenKind, string>> = {
  id: 'the client',
  logout: 'the client',
  response: 'the client',
  userinfo: 'the client',
  assertion: 'the identity service',
  grant: 'the identity service',
  request: 'the identity service',
  'key-binding': 'the verifier',
  presentation: 'the verifier',
  'credential-proof': 'the credential issuer',
  introspection: 'the API that asked,',
}

function about(claims: Claims, { recognised: { kind } }: FoundToken): (string | undefined)[] {
  const { sub } = claims
  const actor = actorOf(claims.act)
  const names = [
    ...new Set(
      texts(
        claims.name,
        claims.preferred_username,
        claims.upn,
        claims.unique_name,
        claims.username,
        claims.email,
        claims.phone_number,
      ),
    ),
  ].filter((one) => one !== sub)
  const who = standsForClient(claims, kind) ? `the client itself${saysClient(claims) ? ' (no user)' : ''}` : undefined
  const tenants = organizations.flatMap(([name, is]) =>
    typeof claims[name] === 'string' && claims[name] !== '' ? [`${is} ${quoted(claims[name])}`] : [],
  )
  return [
    sub === undefined || sub === '' ? undefined : quoted(sub),
    who,
    names.length > 0 ? listed(names.slice(0, 4)) : undefined,
    ...tenants.slice(0, 3),
    actor === undefined ? undefined : `${quoted(actor)} acts for the subject`,
  ]
}

/** Claims that name what a person or a program belongs to. */
const organizations: readonly [claim: string, is: string][] = [
  ['tid', 'tenant'],
  ['org_id', 'organization'],
  ['org_name', 'organization'],
  ['organization_id', 'organization'],
  ['organizationId', 'organization'],
  ['org_code', 'organization'],
  ['o', 'organization'],
  ['hd', 'domain'],
  ['tenant_id', 'tenant'],
  ['tenantId', 'tenant'],
  ['tenant', 'tenant'],
  ['dct', 'tenant'],
  ['account_id', 'account'],
  ['zid', 'zone'],
  ['repository', 'repository'],
  ['project_path', 'project'],
  ['project_id', 'project'],
  ['dest', 'shop'],
  ['urn:zitadel:iam:user:resourceowner:id', 'organization'],
]

function permits(claims: Claims): (string | undefined)[] {
  const scopes = texts(claims.scope, claims.scp)
    // What only repeats the subject permits nothing.
    .filter((one) => one !== claims.sub)
    .flatMap((one) => one.split(/[ ,]+/))
    .filter((one) => one !== '')
  const { realm_access: realm, resource_access: resources, authorization_details: details, groups } = claims
  const roles = [
    ...texts(
      claims.roles,
      claims.role,
      claims.authorities,
      claims['cognito:groups'],
      claims['https://hasura.io/jwt/claims'] === undefined
        ? undefined
        : objectTexts(claims['https://hasura.io/jwt/claims'], 'x-hasura-allowed-roles'),
    ),
    ...(isObject(realm) ? texts(realm.roles) : []),
    ...(isObject(resources)
      ? Object.entries(resources).flatMap(([client, one]) =>
          isObject(one) ? texts(one.roles).map((role) => `${client}: ${role}`) : [],
        )
      : []),
    ...Object.entries(claims).flatMap(([name, one]) =>
      /[/:]roles$/.test(name) ? (isObject(one) ? Object.keys(one) : texts(one)) : [],
    ),
  ]
  const [permissions, entitlements] = [texts(claims.permissions), texts(claims.entitlements)]
  const types = (Array.isArray(details) ? details : []).filter(isObject).map(({ type }) => type)
  return [
    scopes.length > 0 ? counted('scope', scopes) : undefined,
    roles.length > 0 ? counted('role', [...new Set(roles)]) : undefined,
    permissions.length > 0 ? counted('permission', permissions) : undefined,
    entitlements.length > 0 ? counted('entitlement', entitlements) : undefined,
    types.length > 0 ? `authorization details of the types ${listed(types)}` : undefined,
    Array.isArray(groups) && groups.length > 0
      ? `member of ${groups.length === 1 ? 'one group' : `${groups.length} groups`}`
      : undefined,
  ]
}

function obtained(claims: Claims, now: number, isClient: boolean): (string | undefined)[] {
  const { amr, acr, idp, identity_provider: provider, gty, auth_time: time, azpacr, appidacr, identities } = claims
  // Where no user takes part, what services write there is no way of signing in.
  const ways = (isClient ? [] : texts(amr)).map((one) => methods[one] ?? quoted(one))
  const [linked] = (Array.isArray(identities) ? identities : []).filter(isObject)
  const through = [
    idp,
    provider,
    linked?.providerName,
    claims.sign_in_provider,
    objectTexts(claims.firebase, 'sign_in_provider')[0],
  ].find((one) => typeof one === 'string' && one !== '')
  const proof = { '0': 'none (public client)', '1': 'client secret', '2': 'certificate or assertion' }[
    String(azpacr ?? appidacr)
  ]
  const at = readTime(time)?.at
  const grant = texts(gty, claims.grant_type)[0]
  return [
    ways.length > 0 ? inList(ways) : undefined,
    grant === undefined ? undefined : `grant type ${quoted(grant)}`,
    // Of a program, the same claim is the tenant that it belongs to.
    through === undefined || isClient ? undefined : `through ${quoted(through)}`,
    proof === undefined ? undefined : `client authentication: ${proof}`,
    typeof acr === 'string' && acr !== '' ? `acr ${quoted(acr)}` : undefined,
    at === undefined
      ? undefined
      : at > now
        ? `signed in at ${utcTime(at)}, which is in the future`
        : `signed in ${relativeTime(at, now)}, at ${utcTime(at)}`,
  ]
}

/** How a person showed who they are (RFC 8176 §2, and what Entra ID adds). */
const methods: Readonly<Record<string, string>> = {
  pwd: 'password',
  mfa: 'multiple factors',
  otp: 'one-time password',
  sms: 'text message',
  tel: 'phone call',
  hwk: 'hardware key',
  swk: 'software key',
  fpt: 'fingerprint',
  face: 'face',
  iris: 'iris',
  vbm: 'voice',
  pin: 'PIN',
  kba: 'security questions',
  mca: 'multiple channels',
  sc: 'smart card',
  geo: 'location',
  user: 'user presence',
  rba: 'risk assessment',
  wia: 'Windows sign-in',
  pop: 'proof of a key',
  rsa: 'a certificate or an authenticator app',
  ngcmfa: 'a passkey or Windows Hello',
  fed: 'another identity service',
  fido: 'a passkey',
  webauthn: 'a passkey',
  email: 'a code or link by email',
}

function bound({ cnf, sid, nonce, session_id: session }: Claims, kind: TokenKind): (string | undefined)[] {
  const key = isObject(cnf)
    ? typeof cnf.jkt === 'string'
      ? `the DPoP key with the thumbprint ${quoted(cnf.jkt)}`
      : typeof cnf['x5t#S256'] === 'string'
        ? `the TLS certificate with the thumbprint ${quoted(cnf['x5t#S256'])}`
        : isObject(cnf.jwk)
          ? 'the public key in it (cnf.jwk)'
          : typeof cnf.kid === 'string'
            ? `the key ${quoted(cnf.kid)}`
            : undefined
    : undefined
  const of = [sid, session].find((one) => typeof one === 'string')
  return [
    key,
    of === undefined ? undefined : `the session ${quoted(of)}`,
    typeof nonce === 'string' && nonce !== '' ? `${nonces[kind] ?? 'the nonce'} ${quoted(nonce, 40)}` : undefined,
  ]
}

/** What a nonce ties a token to, by the standard of its kind. */
const nonces: Partial<Record<TokenKind, string>> = {
  id: 'the nonce of the sign-in',
  request: 'the nonce of the sign-in',
  response: 'the nonce of the sign-in',
  proof: 'the server’s nonce',
  'credential-proof': 'the credential issuer’s nonce',
  'attestation-proof': 'the server’s nonce',
  'key-binding': 'the verifier’s nonce',
  presentation: 'the verifier’s nonce',
  'device-attestation': 'the verifier’s nonce',
  logout: 'a nonce, which a logout token must not contain:',
}

/** What an SD-JWT shows beside its own claims, and what it keeps back (RFC 9901). */
function disclosed(claims: Claims, disclosures: readonly Disclosure[], keyBinding: string | undefined): string[] {
  const shown = disclosures.slice(0, mostDisclosed).map(({ name, value, belongs }) => {
    const open = isObject(value) ? Object.entries(value).filter(([part]) => part !== '_sd') : undefined
    const says =
      open === undefined
        ? JSON.stringify(value)
        : open.length === 0
          ? 'an object with individually disclosed members'
          : open.map(([part, one]) => `${part} ${JSON.stringify(one)}`).join(', ')
    return `${name ?? 'a list element'}${belongs === 'no' ? ' (no matching digest)' : ''}: ${quoted(says ?? 'nothing', 60).slice(1, -1)}`
  })
  const { withheld } = applyDisclosures(claims, disclosures)
  return [
    ...(shown.length > 0 ? shown : ['nothing except its own claims']),
    ...(disclosures.length > shown.length ? [`${disclosures.length - shown.length} more`] : []),
    ...(withheld > 0
      ? [
          `${withheld === 1 ? '1 digest has' : `${withheld} digests have`} no disclosure (withheld or ${withheld === 1 ? 'a decoy' : 'decoys'})`,
        ]
      : []),
    keyBinding === undefined ? 'no key binding, so possession is not proven' : 'with a key binding',
  ]
}

const mostDisclosed = 12

function statusOf({ status, credentialStatus, vc }: Claims): string | undefined {
  const [entry] = [credentialStatus ?? (isObject(vc) ? vc.credentialStatus : undefined)].flat()
  if (isObject(entry) && typeof entry.statusListCredential === 'string')
    return `entry ${String(entry.statusListIndex)} of the list at ${quoted(entry.statusListCredential)} shows ${entry.statusPurpose === 'suspension' ? 'whether it is suspended' : entry.statusPurpose === 'revocation' ? 'whether it was revoked' : 'its status'} (not fetched)`
  const list = isObject(status) && isObject(status.status_list) ? status.status_list : undefined
  return list === undefined || typeof list.uri !== 'string'
    ? undefined
    : `entry ${String(list.idx)} of the list at ${quoted(list.uri)} shows whether it was revoked (not fetched)`
}

/** That the kubelet should have replaced a token of a pod by now. */
function replacementDue({ 'kubernetes.io': bound }: Claims, now: number): string | undefined {
  const at = isObject(bound) ? readTime(bound.warnafter)?.at : undefined
  return at === undefined || at > now
    ? undefined
    : `its replacement was due ${relativeTime(at, now)}, at ${utcTime(at)} (warnafter); until exp, the API server counts it as stale, but does not reject it for that`
}

const counted = (what: string, all: string[]): string => `${what}${all.length === 1 ? '' : 's'} ${listed(all)}`

function texts(...values: unknown[]): string[] {
  return values.flat().filter((one) => typeof one === 'string' && one !== '') as string[]
}

function objectTexts(value: unknown, name: string): string[] {
  return isObject(value) ? texts(value[name]) : []
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
