import { quoted } from '../text/quote.ts'
import { type Claims, text } from './claim-signs.ts'
import type { RecognisedKind } from './kind.ts'
import { tokenKinds } from './kinds.ts'

/**
 * Which key verifies a token and where it is, in a few words: as its issuer documents, by the key in the token, or by what the
 * standards say of such tokens. Undefined where nothing of it is known. Nothing is fetched.
 */
export function keyInWords(claims: Claims, header: Claims, { kind, issuer = '' }: RecognisedKind): string | undefined {
  const { alg, kid, jwk, x5c } = header
  if (typeof alg !== 'string' || /^none$/i.test(alg)) return undefined
  const key = typeof kid === 'string' ? `the key ${quoted(kid)}` : 'a key'
  const said = placeOf(claims, header, kind, issuer)
  if (said !== undefined) return /^https:/.test(said) ? `${key} of ${said}` : said
  if (/^HS\d/.test(alg)) return undefined
  if (jwk !== undefined) return 'the key in its own header (jwk)'
  const signer = tokenKinds[kind].signedBy
  if (kind === 'passport' && typeof header.x5u === 'string')
    return `the certificate at ${header.x5u}, if its chain ends at an authority for caller identity`
  if (['assertion', 'grant', 'request'].includes(kind))
    return `${key} that the client ${quoted(claims.client_id ?? claims.iss)} has registered with the identity service`
  if (kind === 'entity-statement')
    return claims.iss === claims.sub
      ? `${key} of its own key set (jwks)`
      : `${key} of the key set in the entity configuration of ${quoted(claims.iss)}`
  if (['trust-mark', 'trust-mark-delegation'].includes(kind))
    return `${key} of the key set in the entity configuration of ${quoted(claims.iss)}`
  if (Array.isArray(x5c)) return 'the first certificate in its own header (x5c), if its chain ends in a trusted root'
  const iss = text(claims.iss)
  const document = /^https:/.test(didDocument(iss)) ? didDocument(iss) : didDocument(text(kid).split('#')[0] ?? '')
  if (signer === 'issuer' && document !== '') return `${key} of the DID document at ${document}`
  const isPlain = issuer === '' || plainServices.test(issuer)
  return signer === 'issuer' && isPlain && /^https:\/\/[^\s?#]{4,300}$/.test(iss) && discovers.has(kind)
    ? `${key} of the key set (jwks_uri) in ${iss.replace(/\/$/, '')}/.well-known/openid-configuration, if its issuer publishes one`
    : undefined
}

/** Where the keys of a did:web are, by the method’s specification (§2.5.2); empty for anything else. */
function didDocument(did: string): string {
  const [host = '', ...path] = /^did:web:([\w.%:-]{3,300})$/.exec(did)?.[1]?.split(':') ?? []
  if (host === '') return ''
  return `https://${host.replace(/%3A/i, ':')}/${path.length === 0 ? '.well-known' : path.join('/')}/did.json`
}

/** Where the issuer publishes the keys of its tokens, as it documents; undefined where that is no address, or not known. */
export function keyAddress(claims: Claims, header: Claims, { kind, issuer = '' }: RecognisedKind): string | undefined {
  const said = placeOf(claims, header, kind, issuer)
  return said !== undefined && /^https:/.test(said) ? said : undefined
}

/** What the first place says that knows the issuer, the kind and the header. */
function placeOf(claims: Claims, header: Claims, kind: string, issuer: string): string | undefined {
  for (const { of, kinds, at } of places) {
    const said = of.test(issuer) && (kinds?.includes(kind) ?? true) ? at(claims, header) : undefined
    if (said !== undefined) return said
  }
  return undefined
}

/** Kinds whose issuers publish their keys by OpenID Connect Discovery §4, or the same for workloads. */
const discovers: ReadonlySet<string> = new Set(['access', 'id', 'logout', 'workload', 'userinfo', 'response'])

/** Products that publish their keys by Discovery below the address of their issuer. */
const plainServices =
  /^(?:Singpass|PingFederate|Logto|Duo|Curity|Connect2id|Dex|OneLogin|Frontegg|PropelAuth|Scalekit|ForgeRock|Ping|IdentityServer|GOV\.UK|ID-porten|Maskinporten|Descope|Databricks|SAP Cloud Identity|IBM Security Verify|Vault)/

interface Place {
  /** The issuer as it is called. */
  of: RegExp
  kinds?: readonly string[]
  /** The address of the keys, or words in place of one. */
  at: (claims: Claims, header: Claims) => string | undefined
}

/** The address of the issuer with a path behind it. */
const below =
  (path: string): Place['at'] =>
  ({ iss }) =>
    /^https:\/\//.test(text(iss)) ? `${text(iss).replace(/\/$/, '')}${path}` : undefined

const signedByKeys = ({ alg }: Claims): boolean => !/^HS\d/.test(text(alg))

const places: readonly Place[] = [
  {
    of: /^Shopify/,
    at: () => 'the app’s client secret (HS256), which Shopify and the app share',
  },
  {
    of: /^(?:Entra ID|Azure AD$)/,
    at: (_, { nonce }) =>
      nonce === undefined ? undefined : 'no published key: only the service that it is for can verify it (nonce)',
  },
  {
    of: /^Okta/,
    kinds: ['access'],
    at: ({ iss }) =>
      /\/oauth2\//.test(text(iss)) ? undefined : 'no key for others: only Okta’s own APIs are to verify it',
  },
  {
    of: /^AWS load balancer/,
    at: (_, { signer, kid }) => {
      const region = /^arn:aws:elasticloadbalancing:([\w-]+):/.exec(text(signer))?.[1]
      return region === undefined || typeof kid !== 'string'
        ? undefined
        : `https://public-keys.auth.elb.${region}.amazonaws.com/${kid}`
    },
  },
  {
    of: /^Entra (?:ID v2|External ID)/,
    at: ({ iss }) => `${text(iss).replace(/\/v2\.0\/?$/, '')}/discovery/v2.0/keys`,
  },
  {
    of: /^(?:Entra ID v1|Azure managed identity)/,
    at: ({ tid }) => (typeof tid === 'string' ? `https://login.microsoftonline.com/${tid}/discovery/keys` : undefined),
  },
  {
    of: /^Azure AD B2C/,
    at: ({ iss, tfp, acr }) =>
      typeof (tfp ?? acr) === 'string'
        ? `${text(iss).replace(/\/v2\.0\/?$/, '')}/${text(tfp ?? acr)}/discovery/v2.0/keys`
        : undefined,
  },
  { of: /^Google$/, kinds: ['id', 'workload'], at: () => 'https://www.googleapis.com/oauth2/v3/certs' },
  { of: /^Google Cloud instance/, at: () => 'https://www.googleapis.com/oauth2/v3/certs' },
  {
    of: /^Google$/,
    kinds: ['grant', 'access'],
    at: ({ iss }) => `https://www.googleapis.com/service_accounts/v1/metadata/x509/${text(iss)}`,
  },
  {
    of: /^Firebase$/,
    kinds: ['id'],
    at: () => 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
  },
  {
    of: /^Firebase$/,
    kinds: ['session'],
    at: () => 'https://www.googleapis.com/identitytoolkit/v3/relyingparty/publicKeys',
  },
  { of: /^Firebase App Check/, at: () => 'https://firebaseappcheck.googleapis.com/v1/jwks' },
  { of: /^Apple$/, kinds: ['id', 'event'], at: () => 'https://appleid.apple.com/auth/keys' },
  {
    of: /^Apple$/,
    kinds: ['assertion', 'app'],
    at: (_, { kid }) => `the key ${quoted(kid)} of the developer account; Apple has its public part`,
  },
  { of: /^Amazon Cognito/, at: below('/.well-known/jwks.json') },
  { of: /^(?:Auth0|Clerk|FusionAuth|Ory|Kinde)/, at: below('/.well-known/jwks.json') },
  {
    of: /^Supabase/,
    at: ({ iss }, header) =>
      signedByKeys(header)
        ? below('/.well-known/jwks.json')({ iss }, header)
        : 'the JWT secret of the project (HS256), which belongs only on servers',
  },
  {
    of: /^Okta/,
    at: ({ iss }, header) => below(/\/oauth2\//.test(text(iss)) ? '/v1/keys' : '/oauth2/v1/keys')({ iss }, header),
  },
  {
    of: /^Keycloak/,
    at: ({ iss }, header) =>
      signedByKeys(header)
        ? below('/protocol/openid-connect/certs')({ iss }, header)
        : 'a secret of the realm: only Keycloak verifies it',
  },
  { of: /^GitHub Actions/, kinds: ['access'], at: () => 'a key of GitHub, whose own services verify it' },
  { of: /^(?:GitHub Actions|Azure Pipelines|Vercel|Buildkite|HCP Terraform)/, at: below('/.well-known/jwks') },
  { of: /^GitLab/, at: below('/oauth/discovery/keys') },
  { of: /^CircleCI/, at: below('/.well-known/jwks-pub.json') },
  { of: /^Google IAP/, at: () => 'https://www.gstatic.com/iap/verify/public_key-jwk' },
  { of: /^Cloudflare Access/, at: below('/cdn-cgi/access/certs') },
  { of: /^PingOne/, at: below('/jwks') },
  { of: /^Zitadel/, at: below('/oauth/v2/keys') },
  { of: /^Authentik/, at: below('/jwks/') },
  {
    of: /^Stream/,
    at: (_, { alg }) => (alg === 'HS256' ? 'the secret of the Stream app (HS256)' : undefined),
  },
  {
    of: /^Kubernetes/,
    at: ({ iss }) =>
      iss === 'kubernetes/serviceaccount'
        ? 'the service account key of the cluster: its API server verifies it'
        : undefined,
  },
  {
    of: /^Kubernetes/,
    at: (claims, header) =>
      below(
        /^https:\/\/oidc\.eks\./.test(text(claims.iss))
          ? '/keys'
          : /^https:\/\/container\.googleapis\.com\//.test(text(claims.iss))
            ? '/jwks'
            : '/openid/v1/jwks',
      )(claims, header),
  },
  { of: /^Salesforce/, kinds: ['access', 'id'], at: below('/id/keys') },
  { of: /^IBM Cloud/, at: () => 'https://iam.cloud.ibm.com/identity/keys' },
  {
    of: /^SAP XSUAA/,
    at: ({ iss }) =>
      /\/oauth\/token$/.test(text(iss)) ? text(iss).replace(/\/oauth\/token$/, '/token_keys') : undefined,
  },
  {
    of: /^Oracle Identity/,
    at: ({ aud }) => {
      const domain = [aud].flat().find((one) => /^https:\/\/idcs-[\w-]+\.identity\./.test(text(one)))
      return domain === undefined ? undefined : `${text(domain).replace(/\/$/, '')}/admin/v1/SigningCert/jwk`
    },
  },
  {
    of: /^Google Chat/,
    at: () => 'https://www.googleapis.com/service_accounts/v1/metadata/x509/chat@system.gserviceaccount.com',
  },
  { of: /^Bot Framework/, at: () => 'https://login.botframework.com/v1/.well-known/keys' },
  {
    of: /^Self-issued/,
    at: ({ sub_jwk: own }) =>
      own === undefined ? 'a key in the DID document of its subject' : 'the key in its own claim sub_jwk',
  },
  { of: /^Slack/, at: () => 'https://slack.com/openid/connect/keys' },
  { of: /^Twitch$/, kinds: ['id'], at: () => 'https://id.twitch.tv/oauth2/keys' },
  { of: /^LinkedIn/, at: () => 'https://www.linkedin.com/oauth/openid/jwks' },
  {
    of: /^WorkOS/,
    at: ({ iss }) => {
      const client = /client_\w+/.exec(text(iss))?.[0]
      return client && `https://api.workos.com/sso/jwks/${client}`
    },
  },
  {
    of: /^SPIFFE/,
    at: ({ sub }) => {
      const domain = /^spiffe:\/\/([^/]+)/.exec(text(sub))?.[1]
      return domain && `a key of the bundle of the trust domain ${quoted(domain)}`
    },
  },
  {
    of: /^Snowflake/,
    at: ({ iss }) => {
      const fingerprint = /SHA256:[\w+/=]+$/.exec(text(iss))?.[0]
      return (
        fingerprint &&
        `the public key with the fingerprint ${fingerprint}, if it is the user’s key in Snowflake (RSA_PUBLIC_KEY_FP)`
      )
    },
  },
  { of: /^Twilio/, at: ({ iss }) => `the secret of the API key ${quoted(iss)} (HS256)` },
  { of: /^LiveKit/, at: ({ iss }) => `the secret of the API key ${quoted(iss)} (HS256)` },
  { of: /^Zoom/, kinds: ['app'], at: () => 'the app’s SDK secret (HS256)' },
  { of: /^GitHub$/, at: () => 'a public key of the GitHub App; GitHub stores it, and the app keeps the private key' },
]
