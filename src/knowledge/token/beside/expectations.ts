import { inferred } from '../../protocol/basis.ts'
import { base64UrlOfBytes } from '../../text/base64.ts'
import { listed } from '../../text/quote.ts'
import { sha256 } from '../../text/sha256.ts'
import type { FoundToken } from '../find.ts'
import type { TokenCheck } from '../finding.ts'
import { tokenKinds } from '../kinds.ts'
import type { Relation } from '../together.ts'
import { isLike } from './like-pattern.ts'

/** What is expected beside a token, by the names that settings, code and messages of errors have for it. */
export function relationsToExpectations(tokens: readonly FoundToken[], around: string): Omit<Relation, 'check'>[] {
  // Members of a key say what the key is for, not what a token must be: `issuer` and `alg` of the keys of Entra ID.
  const words = around.replace(/\{[^{}]{0,8000}"kty"[^{}]{0,8000}\}/g, ' ')
  return [...expectations, ...ofVendors].flatMap((row): Omit<Relation, 'check'>[] => {
    const held = tokens.flatMap((found) => {
      // A request says what the new token is to be, not the one that is given for it.
      if (/^(?:subject|actor)_token$|^assertion$|^login_hint_token$/.test(found.from ?? '')) return []
      const has = row.of(claimsOf(found), headerOf(found), found)
      return has === undefined || has.length === 0 ? [] : [{ found, has }]
    })
    const wanted = held.length === 0 ? [] : wantedIn(words, row)
    if (wanted.length === 0) return []
    // One that fits is the one that is meant; of others nothing is known then.
    const suits = (has: string[]) => {
      const fitting = wanted.filter((one) => has.some((own) => row.fits(own, one)))
      return row.isEach ? fitting.length === wanted.length : fitting.length > 0
    }
    const fitting = held.filter(({ has }) => suits(has))
    if (fitting.length > 0)
      return fitting.slice(0, 1).map(({ found, has }) => ({
        title: `${row.name} and the expected value`,
        outcome: 'passed' as const,
        why: `The token’s ${row.what}, ${listed(has)}, matches the expected ${listed(wanted)}.`,
        basis: inferred('the name given to the value beside the token'),
        of: [found.token.text],
        compares: row.compares,
      }))
    return held.slice(0, 3).map(({ found, has }) => ({
      title: `${row.name} and the expected value`,
      outcome: 'failed' as const,
      why: `The text expects ${listed(wanted)} as ${row.what}, and ${row.says} ${listed(has)}.${slashApart(has, wanted, words)}${schemeApart(has, wanted)}`,
      basis: inferred('the name given to the value beside the token'),
      of: [found.token.text],
      compares: row.compares,
      fault: {
        title: `Not the expected ${row.what}`,
        phrase: `with a different ${row.what} from the one the text expects`,
        tone: 'warn' as const,
      },
    }))
  })
}

interface Expectation {
  /** At the start of a line. */
  name: string
  /** Within one. */
  what: string
  /** Before the values of the token. */
  says: string
  /** Names of settings and members. */
  setting: string
  /** The claim as messages of errors call it. */
  claim: string
  /** What can be such a value. */
  form: RegExp
  /** The values of a token; undefined where it is of no concern. */
  of: (claims: Record<string, unknown>, header: Record<string, unknown>, found: FoundToken) => string[] | undefined
  fits: (own: string, wanted: string) => boolean
  /** Set where each of the values is demanded, not one of them. */
  isEach?: true
  /** The check that the comparison makes. */
  compares?: TokenCheck
}

const same = (own: string, wanted: string): boolean => own === wanted
const texts = (...values: unknown[]): string[] => [
  ...new Set(values.flat().filter((one): one is string => typeof one === 'string' && one !== '')),
]
const hashesOf = (value: string): string[] => {
  const hash = sha256(value)
  return [base64UrlOfBytes(hash), Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')]
}
const isIssued = ({ recognised }: FoundToken): boolean => tokenKinds[recognised.kind].signedBy === 'issuer'
const withoutPrefix = (client: string): string =>
  client.replace(
    /^(?:x509_san_dns|x509_hash|redirect_uri|decentralized_identifier|verifier_attestation|openid_federation|pre-registered):/,
    '',
  )
const guid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

const expectations: readonly Expectation[] = [
  {
    name: 'Issuer',
    what: 'issuer',
    says: 'iss of the token is',
    setting:
      '(?:[A-Z\\d]{2,20}_){0,6}(?:(?:expected|valid|trusted|allowed|token|oidc|oauth2?|jwt|auth0|keycloak|okta|openid|spring|idp|sso)[_ .-]?)*issuers?(?:[_ .-]?(?:base)?[_ .-]?(?:uri|url))?',
    claim: 'iss(?:uer)?|issued by a different provider',
    form: /^https?:\/\/[^\s]+\.|^https?:\/\/localhost|^https?:\/\/[\w-]+[:/]/,
    of: ({ iss }, _, found) => (isIssued(found) ? texts(iss) : undefined),
    fits: same,
  },
  {
    name: 'Audience',
    what: 'audience',
    says: 'aud of the token is',
    setting:
      '(?:[A-Z\\d]{2,20}_){0,6}(?:(?:expected|valid|allowed|required|api|token|oidc|oauth2?|jwt|auth0|accepted|target)[_ .-]?)*audiences?(?:[_ .-]?(?:uri|id))?|[\\w./-]{1,80}:aud',
    claim: 'aud(?:ience)?|target audiences',
    form: /^[\w][\w.:/@+-]{2,200}$/,
    of: ({ aud }, _, { recognised: { kind } }) =>
      [
        'access',
        'id',
        'workload',
        'svid',
        'own',
        'unknown',
        'assertion',
        'grant',
        'service-account',
        'instance',
        'proxy-claims',
      ].includes(kind)
        ? texts(aud)
        : undefined,
    fits: (own, wanted) => own === wanted,
  },
  {
    name: 'Subject',
    what: 'subject',
    says: 'sub of the token is',
    setting: '(?:[\\w./-]{1,80}:)?sub(?:ject)?(?:[_ ]?(?:claim|filter|identifier|condition))?',
    claim: 'sub(?:ject)?',
    form: /^(?!https?:)[a-z_*][\w.*@-]{1,60}[:/]\S{2,300}$/i,
    of: ({ sub }, _, { recognised: { kind } }) =>
      ['workload', 'service-account', 'svid'].includes(kind) ? texts(sub) : undefined,
    fits: (own, wanted) => own === wanted || isLike(own, wanted),
  },
  {
    name: 'Nonce',
    what: 'nonce',
    says: 'nonce of the token is',
    setting: '(?:(?:expected|stored|sent|saved|session|original|oidc|c)[_ .-]?)*nonce',
    claim: 'nonce',
    form: /^[\w.~+/=-]{6,200}$/,
    of: ({ nonce }, _, { recognised: { kind } }) =>
      ['id', 'key-binding', 'presentation', 'response', 'proof', 'credential-proof'].includes(kind)
        ? texts(nonce)
        : undefined,
    // Apple’s and Google’s native libraries send the hash of the nonce that the app keeps.
    fits: (own, wanted) => own === wanted || hashesOf(wanted).includes(own),
    compares: 'nonce',
  },
  {
    name: 'Verifier',
    what: 'verifier',
    says: 'aud of the token is',
    setting: '(?:(?:expected|own|our|verifier)[_ .-]?)*client[_ .-]?id',
    claim: 'verifier audience',
    form: /^[\w][\w.:/@+-]{5,200}$/,
    of: ({ aud }, _, { recognised: { kind } }) =>
      kind === 'key-binding' || kind === 'presentation' ? texts(aud) : undefined,
    // A prefix can say how the verifier is known (OpenID for Verifiable Presentations §5.9).
    fits: (own, wanted) => withoutPrefix(own) === withoutPrefix(wanted),
    compares: 'audience',
  },
  {
    name: 'State',
    what: 'state',
    says: 'state of the token is',
    setting: '(?:(?:expected|stored|sent|saved|session|original|oauth2?|oidc)[_ .-]?)+state',
    claim: 'state',
    form: /^[\w.~+/=-]{6,300}$/,
    of: ({ state }, _, { recognised: { kind } }) => (kind === 'response' ? texts(state) : undefined),
    fits: same,
  },
  {
    name: 'Client',
    what: 'client',
    says: 'the token is for the client',
    setting: '(?:(?:expected|oidc|oauth2?|our|app|azure|google)[_ .-]?)*client[_ .-]?id',
    claim: 'azp|authorized party|client[_ ]id',
    form: /^[\w][\w.:@-]{2,200}$/,
    // Of an access token the client may be another by design, as where tokens are exchanged.
    of: ({ aud, azp, iss, sub }, _, { recognised: { kind } }) =>
      kind === 'id' ? texts(azp, aud) : kind === 'assertion' ? texts(sub ?? iss) : undefined,
    fits: same,
  },
  {
    name: 'Tenant',
    what: 'tenant',
    says: 'tid of the token is',
    setting: '(?:(?:expected|azure|aad|entra|ms|allowed)[_ .-]?)*tenant(?:[_ .-]?id)?',
    claim: 'tid|tenant',
    form: guid,
    of: ({ tid }) => texts(tid),
    fits: (own, wanted) => own.toLowerCase() === wanted.toLowerCase(),
  },
  {
    name: 'Use',
    what: 'token use',
    says: 'token_use of the token is',
    setting: 'token_?use',
    claim: 'token[_ ]?use',
    form: /^(?:access|id)$/,
    of: ({ token_use: use }) => texts(use),
    fits: same,
  },
  {
    name: 'Realm',
    what: 'realm',
    says: 'iss of the token is',
    // What Keycloak says of a realm at its address, beside the realm's key.
    setting: 'token-service',
    claim: 'realm',
    form: /^https?:\/\/[^\s]{1,300}\/realms\/[^/\s]{1,100}\/protocol\/openid-connect$/,
    of: ({ iss }) => (/\/realms\/[^/]+$/.test(String(iss)) ? texts(iss) : undefined),
    fits: (own, wanted) => wanted.startsWith(`${own}/protocol/`),
  },
  {
    name: 'Domain',
    what: 'domain of the identity service',
    says: 'iss of the token is',
    setting:
      '(?:[A-Z\\d]{2,20}_){0,4}(?:auth0|okta|oidc|oauth2?|kinde|fusionauth|descope)[_ .-]?(?:domain|host|base[_ .-]?url|org[_ .-]?url)',
    claim: 'domain of the issuer',
    form: /^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:\/\S*)?$/,
    of: ({ iss }, _, found) => (isIssued(found) && hostedDomain.test(hostOf(iss) ?? '') ? texts(iss) : undefined),
    fits: (own, wanted) => hostOf(own) === hostOf(wanted),
  },
  {
    name: 'Authority',
    what: 'authority',
    says: 'iss of the token is',
    setting: 'authority(?:[_ .-]?url)?',
    claim: 'authority',
    form: /^https?:\/\/\S{4,300}$/,
    of: ({ iss }, _, found) => (isIssued(found) && hostOf(iss) !== undefined ? texts(iss) : undefined),
    fits: isOfAuthority,
  },
  {
    name: 'User pool',
    what: 'user pool',
    says: 'iss of the token is',
    setting: '(?:\\w{0,30}_)?user_?pool_?id',
    claim: 'user pool',
    form: /^[a-z]{2}(?:-[a-z]+)+-\d_\w{4,40}$/,
    of: ({ iss }) => (/^https:\/\/cognito-idp\./.test(String(iss)) ? texts(iss) : undefined),
    fits: (own, wanted) => own.endsWith(`/${wanted}`),
  },
  {
    name: 'Project',
    what: 'project',
    says: 'the token is of the project',
    setting: '(?:\\w{0,30}_)?supabase_(?:project_)?(?:url|ref|id)|supabaseUrl',
    claim: 'supabase project',
    form: /^(?:https:\/\/[a-z]{20}\.supabase\.co\/?|[a-z]{20})$/,
    of: ({ ref, iss }, _, { recognised }) =>
      recognised.issuer === 'Supabase' ? texts(ref, /^https:\/\/([a-z]{20})\./.exec(String(iss))?.[1]) : undefined,
    fits: (own, wanted) => wanted.replace(/^https:\/\//, '').startsWith(own),
  },
  {
    name: 'Key ID',
    what: 'key ID',
    says: 'kid of its header is',
    setting: '(?!\\w*access_?key)(?:[A-Z\\d]{2,20}_){0,4}(?:private_|signing_|auth_|jwt_)?key_?id',
    claim: 'key id',
    form: /^[\w.:-]{4,100}$/,
    of: (_, { kid }, { recognised: { kind } }) => (tokenKinds[kind].signedBy === 'client' ? texts(kid) : undefined),
    fits: same,
  },
  {
    name: 'Algorithm',
    what: 'algorithm',
    says: 'alg of the token is',
    setting: '(?:(?:expected|allowed|accepted|supported|valid|jwt|signing|jws)[_ .-]?)*(?:algorithms?|algs)',
    claim: 'alg(?:orithm)?',
    form: /^(?:(?:HS|RS|PS|ES)\d{3}K?|EdDSA|Ed25519|Ed448|ML-DSA-\d\d)$/,
    of: (_, { alg, enc }) => (enc === undefined ? texts(alg) : undefined),
    fits: same,
  },
  {
    name: 'Scope',
    what: 'scope',
    says: 'the token grants',
    setting:
      '(?:required|needed|missing|needs|requires)[_ .-]?scopes?|scopes?[_ .-]?(?:required|needed)|insufficient_scope\\\\?"[^\\n]{0,200}?\\bscope',
    isEach: true,
    claim: 'scope',
    form: /^[\w][\w.:/*-]{2,120}$/,
    of: ({ scope, scp }, _, { recognised: { kind } }) => {
      const own = texts(scope, scp).flatMap((one) => one.split(' '))
      return kind === 'access' && own.length > 0 ? own : undefined
    },
    fits: same,
  },
]

/** What vendors call the values that their tokens name, in settings: of the tokens of that vendor alone. */
const ofVendors: readonly Expectation[] = (
  [
    ['Shopify', 'API key', 'aud', '(?:\\w{0,30}_)?shopify_(?:app_)?(?:api_key|client_id)', /^[\da-f]{32}$/],
    ['LiveKit', 'API key', 'iss', 'livekit_api_key', /^API\w{6,40}$/],
    ['Twilio', 'API key', 'iss', 'twilio_(?:api_)?key(?:_sid)?', /^SK[\da-f]{32}$/],
    ['Twilio', 'account', 'sub', 'twilio_account_sid', /^AC[\da-f]{32}$/],
    ['Zoom', 'SDK key', 'sdkKey', 'zoom_(?:meeting_)?(?:sdk_key|client_id)', /^\w{10,40}$/],
    [
      'Firebase',
      'project',
      'aud',
      '(?:(?:next_public_|vite_|react_app_)?firebase_project_id|projectId)',
      /^[a-z][\w-]{4,30}$/,
    ],
    [
      'Amazon Cognito',
      'app client',
      'client_id',
      '(?:\\w{0,30}_)?cognito_(?:app_)?client_id|userPoolClientId',
      /^[a-z\d]{20,30}$/,
    ],
    ['Vonage', 'application', 'application_id', '(?:vonage|nexmo)_application_id', /^[\da-f-]{36}$/],
    ['GitHub', 'app', 'iss', '(?:gh|github)_app_(?:client_)?id', /^(?:\d{3,12}|Iv\S{6,30})$/],
    ['Apple', 'team', 'iss', '(?:apple_)?team_?id', /^[A-Z\d]{10}$/],
    ['DocuSign', 'integration key', 'iss', '(?:docusign_)?integration_key|ds_client_id', /^[\da-f-]{36}$/],
  ] as const
).map(([issuer, what, claim, setting, form]) => ({
  name: `${what.charAt(0).toUpperCase()}${what.slice(1)} of ${issuer}`,
  what,
  says: `${claim} of the token is`,
  setting,
  claim: setting,
  form,
  of: (claims, _, { recognised }) =>
    recognised.issuer === issuer ? texts(claims[claim], claim === 'client_id' ? claims.aud : undefined) : undefined,
  fits: same,
}))

/** Values under one of the names, in quotation marks, in a list or bare; and those that a message of an error expects. */
function wantedIn(text: string, row: Expectation): string[] {
  // Messages of .NET name what the token has in the same way.
  const words = text.replace(/\b(?:Audiences|Issuer): '[^'\n]{0,300}'\. Did not match/g, '')
  if (!/\S/.test(words)) return []
  const { form, isEach } = row
  const found = patternsOf(row).flatMap((pattern) =>
    [...words.matchAll(pattern)].slice(0, 20).map(([, one = '']) => one),
  )
  const values = found
    .flatMap((one) => (one.startsWith('[') ? one.slice(1, -1).split(/[,\s]+/) : isEach ? one.split(' ') : [one]))
    .map((one) => plainly(/^[\\"'`]/.test(one) ? one : one.replace(/&[\w.-]{1,40}=.*$/s, '')))
    .filter(
      (one) =>
        form.test(one) &&
        !/^(?:true|false|null|undefined|invalid|missing|mismatch|required|expected|string|(?:\w+_)?(?:audiences?|issuers?)|nonce|the|not|but|and|does|did|is|was|has|claim|validation|failed|your[-_].*|process\.env.*)$/i.test(
          one,
        ) &&
        !/[<>{}$]/.test(one),
    )
  return [...new Set(values)].slice(0, 6)
}

/** Made when a row is first looked for, and kept: there are many, and they take long to compile. */
function patternsOf(row: Expectation): RegExp[] {
  const kept = patterns.get(row)
  if (kept) return kept
  const { setting, claim } = row
  const named = new RegExp(
    `(?<![\\w-])(?:${setting})\\\\?["'\`]?\\]?\\s{0,4}(?:[:=]|=>|\\b(?:is|was)\\s{1,3}(?=["'\`]))\\s{0,4}(${value}|\\[[^\\]\\n]{1,400}\\])`,
    'gi',
  )
  const demanded = new RegExp(
    `(?<![\\w-])(?:${claim}|${setting})\\b[^\\n]{0,90}?\\b(?:expected|should be|must be|must equal|required|wants?|requires?|ValidAudiences?|ValidIssuers?)["'\`]?(?:\\s{0,3}[:=]|\\s{1,3}(?:to be|one of|is))?\\s{0,3}(${value}|\\[[^\\]\\n]{1,400}\\])`,
    'gi',
  )
  const first = new RegExp(
    `\\bexpected (?:${claim}|${setting})(?![\\w-])\\s{0,3}(?:of|to be|is|[:=])?\\s{0,3}(${value})`,
    'gi',
  )
  // As the API server of Kubernetes writes it.
  const target = new RegExp(`\\btarget (?:${setting})\\s{0,3}(\\[[^\\]\\n]{1,400}\\])`, 'gi')
  const made = [named, demanded, first, target]
  patterns.set(row, made)
  return made
}

const patterns = new Map<Expectation, RegExp[]>()

const value = '\\\\?"[^"\\n]{1,300}"|\'[^\'\\n]{1,300}\'|`[^`\\n]{1,300}`|[^\\s"\'`,;<>\\[\\](){}]{2,300}'

/** Without the quotation marks and the marks of a sentence, and without percent-encoding. */
function plainly(written: string): string {
  const bare = written.replace(/^[\\"'`]+|[\\"'`.,;:)]+$/g, '')
  if (!/%(?:3A|2F|40|7C)/i.test(bare)) return bare
  try {
    return decodeURIComponent(bare)
  } catch {
    return bare
  }
}

/** Domains that the identity service gives out; that of a customer’s own can be beside one of these for the same tenant. */
const hostedDomain = /(?:^|\.)(?:auth0|okta|oktapreview|okta-emea|kinde|fusionauth|descope)\.(?:com|io)$/

function hostOf(address: unknown): string | undefined {
  return /^(?:https?:\/\/)?([\w-]+(?:\.[\w-]+)+(?::\d+)?)(?:\/|$)/i.exec(String(address))?.[1]?.toLowerCase()
}

/** Whether an issuer is that of an authority as libraries of Microsoft and of OpenID Connect name one. */
function isOfAuthority(iss: string, authority: string): boolean {
  const path = (address: string) => address.replace(/\/+$/, '')
  if (path(iss) === path(authority)) return true
  const [tenant] = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i.exec(authority) ?? []
  const isMicrosoft =
    /^https:\/\/(?:login\.(?:microsoftonline|windows)\.|sts\.windows\.net|[\w-]+\.(?:b2clogin|ciamlogin)\.com)/i
  if (!isMicrosoft.test(authority)) return hostOf(iss) === hostOf(authority) && path(iss).startsWith(path(authority))
  // A tenant by its name, or any tenant, is not told from the issuer.
  return isMicrosoft.test(iss) && (tenant === undefined || iss.toLowerCase().includes(tenant.toLowerCase()))
}

/** That two issuers differ only in a slash at the end, and which of the two is to change. */
function slashApart(has: string[], wanted: string[], words: string): string {
  if (!has.some((one) => wanted.some((other) => one === `${other}/` || other === `${one}/`))) return ''
  const published = /"(?:jwks_uri|token_endpoint)\\?"/.test(words)
    ? /"issuer\\?"\s{0,4}:\s{0,4}\\?"([^"\\\n]{1,300})/.exec(words)?.[1]
    : undefined
  const isPublished = published !== undefined && wanted.includes(published)
  return ` They differ only in the trailing slash, which matters: ${
    isPublished
      ? 'recipients compare it with the metadata in the text, so the token must contain exactly that issuer.'
      : 'write the setting exactly as the token has it.'
  }`
}

/** That two addresses differ only in their scheme, and what makes an identity service name the wrong one. */
function schemeApart(has: string[], wanted: string[]): string {
  const bare = (one: string) => one.replace(/^https?:/, '')
  const own = has.find((one) => wanted.some((other) => one !== other && bare(one) === bare(other)))
  if (own === undefined) return ''
  return ` They differ only in http and https. ${
    own.startsWith('http:')
      ? 'Most likely, the identity service was called over plain HTTP, on an internal address or behind a proxy that does not tell it the scheme (X-Forwarded-Proto: https). Correct that, not the token.'
      : 'Write the setting with https.'
  }`
}

function claimsOf({ token }: FoundToken): Record<string, unknown> {
  return (token.form === 'jws' && token.payload.value) || {}
}

function headerOf({ token }: FoundToken): Record<string, unknown> {
  return (token.form !== 'opaque' && token.header.value) || {}
}
