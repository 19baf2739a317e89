import { isObject } from '../text/json.ts'
import { always, any, both, type Claims, has, is, issuer, lacks, type Sign, text } from './claim-signs.ts'
import type { TokenKind } from './kinds.ts'

/** An identity service, vendor or product whose tokens can be told by what its documents show. */
export interface IssuerRow {
  /** As it is called before the name of a kind: `Entra ID v2`. */
  name: string
  shows: Sign
  /** What its tokens are; the first that fits. */
  kinds: readonly IssuedKind[]
}

export interface IssuedKind {
  kind: TokenKind
  when: Sign
  /** The sign in words, as the end of “its vendor documents: …”. */
  sign: string
  /** What the vendor calls it, where that is another name than the vendor’s before the kind’s. */
  name?: string
}

/** The issuer of a token, by its claims and header; undefined where none is recognised. */
export function issuerOf(claims: Claims, header: Claims): IssuerRow | undefined {
  return issuers.find(({ shows }) => shows(claims, header))
}

const id = (sign: string, when: Sign): IssuedKind => ({ kind: 'id', when, sign })
const access = (sign: string, when: Sign): IssuedKind => ({ kind: 'access', when, sign })
const workload = (sign: string): readonly IssuedKind[] => [
  { kind: 'workload', when: always, sign, name: 'ID token of a job' },
]

const entraKinds: readonly IssuedKind[] = [
  { kind: 'logout', when: has('events'), sign: 'it has events' },
  access('it names the client and how it proved itself (azpacr, appidacr)', any(has('azpacr'), has('appidacr'))),
  access('it has permissions (scp)', has('scp')),
  access('it belongs to an app without a user (idtyp is “app”)', is('idtyp', 'app')),
  id(
    'it does not say how a client proved itself (azpacr, appidacr), which access tokens do',
    any(has('nonce'), has('sub', 'aud')),
  ),
]
const oidcKinds: readonly IssuedKind[] = [
  id(
    'it is bound to a sign-in (nonce, at_hash, c_hash)',
    both(any(has('nonce'), has('at_hash'), has('c_hash')), lacks('scope', 'scp')),
  ),
  access('it has permissions (scope, scp, permissions)', any(has('scope'), has('scp'), has('permissions'))),
]

const issuers: readonly IssuerRow[] = [
  // Claims outweigh the address: an instance or a cluster may use any.
  {
    name: 'Google Cloud instance',
    shows: both(
      issuer(/^https:\/\/accounts\.google\.com$/),
      ({ google }) => isObject(google) && isObject(google.compute_engine),
    ),
    kinds: [
      {
        kind: 'instance',
        when: always,
        sign: 'it describes a Compute Engine instance',
        name: 'Google Cloud instance identity token',
      },
    ],
  },
  {
    name: 'Azure managed identity',
    shows: both(has('xms_mirid'), issuer(/^https:\/\/(sts\.windows\.net|login\.microsoftonline)/)),
    kinds: [
      {
        kind: 'access',
        when: always,
        sign: 'it names the resource of a managed identity (xms_mirid)',
        name: 'Access token of an Azure managed identity',
      },
    ],
  },
  {
    name: 'Kubernetes',
    shows: any(has('kubernetes.io'), is('iss', 'kubernetes/serviceaccount'), ({ sub }) =>
      /^system:serviceaccount:/.test(text(sub)),
    ),
    kinds: [
      {
        kind: 'service-account',
        when: is('iss', 'kubernetes/serviceaccount'),
        sign: 'it comes from a secret (issuer kubernetes/serviceaccount)',
        name: 'Kubernetes service account token from a secret',
      },
      {
        kind: 'service-account',
        when: always,
        sign: 'it names a service account',
        name: 'Kubernetes service account token',
      },
    ],
  },
  {
    name: 'SPIFFE',
    shows: ({ sub }) => /^spiffe:\/\//.test(text(sub)),
    kinds: [{ kind: 'svid', when: always, sign: 'its subject is a SPIFFE ID', name: 'JWT-SVID' }],
  },
  // Workload identity of pipelines.
  {
    name: 'GitHub Actions',
    shows: issuer(/^https:\/\/token\.actions\.(githubusercontent\.com|[\w.-]+\.ghe\.com)/),
    kinds: workload('its issuer is that of GitHub Actions'),
  },
  {
    name: 'GitLab CI',
    shows: both(has('project_path'), any(has('pipeline_id'), has('job_id'), has('pipeline_source'))),
    kinds: workload('it names a project and a pipeline'),
  },
  {
    name: 'CircleCI',
    shows: issuer(/^https:\/\/oidc\.circleci\.com\//),
    kinds: workload('its issuer is that of CircleCI'),
  },
  {
    name: 'Bitbucket Pipelines',
    shows: issuer(/^https:\/\/api\.bitbucket\.org\/.*\/pipelines-config/),
    kinds: workload('its issuer is that of Bitbucket Pipelines'),
  },
  {
    name: 'Buildkite',
    shows: issuer(/^https:\/\/agent\.buildkite\.com/),
    kinds: workload('its issuer is that of Buildkite'),
  },
  {
    name: 'HCP Terraform',
    shows: issuer(/^https:\/\/app\.terraform\.io/),
    kinds: workload('its issuer is that of HCP Terraform'),
  },
  { name: 'Vercel', shows: issuer(/^https:\/\/oidc\.vercel\.com/), kinds: workload('its issuer is that of Vercel') },
  { name: 'Fly.io', shows: issuer(/^https:\/\/oidc\.fly\.io/), kinds: workload('its issuer is that of Fly.io') },
  {
    name: 'Azure Pipelines',
    shows: issuer(/^https:\/\/vstoken\.dev\.azure\.com\//),
    kinds: workload('its issuer is that of Azure DevOps'),
  },
  { name: 'Spacelift', shows: issuer(/\.app\.spacelift\.io$/), kinds: workload('its issuer is that of Spacelift') },
  {
    name: 'AWS outbound identity',
    shows: issuer(/\.tokens\.sts\.global\.api\.aws/),
    kinds: [
      { kind: 'workload', when: always, sign: 'its issuer is that of AWS STS', name: 'AWS workload identity token' },
    ],
  },
  {
    name: 'AWS Cognito identity pool',
    shows: issuer(/^https:\/\/cognito-identity\.amazonaws\.com/),
    kinds: [
      {
        kind: 'workload',
        when: always,
        sign: 'its issuer is that of a Cognito identity pool',
        name: 'Amazon Cognito identity pool token',
      },
    ],
  },
  // Proxies that pass on who signed in.
  {
    name: 'AWS load balancer',
    shows: (_, { signer }) => /^arn:aws[\w-]*:elasticloadbalancing:/.test(text(signer)),
    kinds: [
      {
        kind: 'proxy-claims',
        when: always,
        sign: 'its header names the load balancer that signed it (signer)',
        name: 'User claims from an AWS load balancer',
      },
    ],
  },
  {
    name: 'Google IAP',
    shows: issuer(/^https:\/\/cloud\.google\.com\/iap$/),
    kinds: [
      {
        kind: 'proxy-claims',
        when: always,
        sign: 'its issuer is that of Identity-Aware Proxy',
        name: 'Google IAP assertion',
      },
    ],
  },
  {
    name: 'Cloudflare Access',
    shows: issuer(/^https:\/\/[\w-]+\.cloudflareaccess\.com/),
    kinds: [
      {
        kind: 'session',
        when: is('type', 'org'),
        sign: 'its type is “org”',
        name: 'Cloudflare Access global session token',
      },
      {
        kind: 'proxy-claims',
        when: has('common_name'),
        sign: 'it names a service token (common_name)',
        name: 'Cloudflare Access application token of a service',
      },
      {
        kind: 'proxy-claims',
        when: always,
        sign: 'its issuer is that of Cloudflare Access',
        name: 'Cloudflare Access application token',
      },
    ],
  },
  // Microsoft.
  { name: 'Entra External ID', shows: issuer(/^https:\/\/[\w.-]+\.ciamlogin\.com\//), kinds: entraKinds },
  {
    name: 'Azure AD B2C',
    shows: any(
      issuer(/^https:\/\/[\w.-]+\.b2clogin\.com\//),
      both(
        issuer(/^https:\/\/login\.microsoftonline\.com\/.*\/v2\.0\/?$/),
        any(has('tfp'), ({ acr }) => /^b2c_1a?_/i.test(text(acr))),
      ),
    ),
    kinds: [access('it has permissions (scp)', has('scp')), id('it has no permissions (scp)', lacks('scp'))],
  },
  {
    name: 'Entra ID v2',
    shows: issuer(
      /^https:\/\/login\.(microsoftonline\.(com|us|de)|chinacloudapi\.cn|partner\.microsoftonline\.cn)\/[^/]+\/v2\.0\/?$/,
    ),
    kinds: entraKinds,
  },
  {
    name: 'Entra ID v1',
    shows: issuer(
      /^https:\/\/(sts\.windows\.net|sts\.chinacloudapi\.cn|login\.microsoftonline\.(us|com|de))\/[^/]+\/?$/,
    ),
    kinds: entraKinds,
  },
  {
    name: 'Bot Framework',
    shows: issuer(/^https:\/\/api\.botframework\.(com|us)$/),
    kinds: [access('its issuer is that of the Bot Framework', always)],
  },
  {
    name: 'AD FS',
    shows: issuer(/\/adfs(\/services\/trust)?\/?$/),
    kinds: [
      access('it says which app asks (apptype, appid)', any(has('apptype'), has('appid'))),
      id('it does not say which app asks', has('sub', 'aud')),
    ],
  },
  // Google, Firebase, Apple, Amazon.
  {
    name: 'Firebase',
    shows: issuer(/^https:\/\/securetoken\.google\.com\//),
    kinds: [id('its issuer is Firebase Authentication', always)],
  },
  {
    name: 'Firebase',
    shows: issuer(/^https:\/\/session\.firebase\.google\.com\//),
    kinds: [
      { kind: 'session', when: always, sign: 'its issuer is that of session cookies', name: 'Firebase session cookie' },
    ],
  },
  {
    name: 'Firebase App Check',
    shows: issuer(/^https:\/\/firebaseappcheck\.googleapis\.com\//),
    kinds: [
      { kind: 'device-attestation', when: always, sign: 'its issuer is App Check', name: 'Firebase App Check token' },
    ],
  },
  {
    name: 'Firebase',
    shows: ({ aud }) => /google\.identity\.identitytoolkit\.v1\.IdentityToolkit$/.test(text(aud)),
    kinds: [
      {
        kind: 'custom-token',
        when: always,
        sign: 'its audience is the Identity Toolkit',
        name: 'Firebase custom token',
      },
    ],
  },
  {
    name: 'Google',
    shows: ({ iss }) => /\.gserviceaccount\.com$/.test(text(iss)),
    kinds: [
      {
        kind: 'grant',
        when: ({ aud }) =>
          /^https:\/\/(oauth2\.googleapis\.com\/token|www\.googleapis\.com\/oauth2\/v4\/token|accounts\.google\.com\/o\/oauth2\/token)$/.test(
            text(aud),
          ),
        sign: 'a service account addresses the token endpoint',
        name: 'JWT grant of a Google service account',
      },
      {
        kind: 'access',
        when: always,
        sign: 'a service account signed it itself',
        name: 'Self-signed access token of a Google service account',
      },
    ],
  },
  {
    name: 'Google',
    shows: issuer(/^(https:\/\/)?accounts\.google\.com$/),
    kinds: [
      { kind: 'event', when: has('events'), sign: 'it has events' },
      id('Google issues ID tokens as JWTs and access tokens as opaque ones', always),
    ],
  },
  {
    name: 'Apple',
    shows: issuer(/^https:\/\/(appleid|account)\.apple\.com$/),
    kinds: [
      { kind: 'event', when: has('events'), sign: 'it has events', name: 'Apple server notification about an account' },
      id('its issuer is Sign in with Apple', always),
    ],
  },
  {
    name: 'Apple',
    shows: both(({ aud }) => text(aud) === 'https://appleid.apple.com', has('iss', 'sub')),
    kinds: [
      { kind: 'assertion', when: always, sign: 'its audience is Sign in with Apple', name: 'Apple client secret' },
    ],
  },
  {
    name: 'Apple',
    shows: ({ aud }) => [aud].flat().includes('appstoreconnect-v1'),
    kinds: [
      { kind: 'app', when: always, sign: 'its audience is App Store Connect', name: 'App Store Connect API token' },
    ],
  },
  {
    name: 'Apple',
    shows: both(
      ({ iss, ...rest }) =>
        /^[A-Z0-9]{10}$/.test(text(iss)) && Object.keys(rest).every((name) => ['iat', 'exp', 'origin'].includes(name)),
      (_, { alg, kid }) => alg === 'ES256' && /^[A-Z0-9]{10}$/.test(text(kid)),
    ),
    kinds: [
      {
        kind: 'app',
        when: always,
        sign: 'issuer and key are named as Apple names teams and keys',
        name: 'Apple provider token (APNs, MusicKit, WeatherKit)',
      },
    ],
  },
  {
    name: 'App Store',
    shows: any(
      has('notificationType', 'notificationUUID'),
      has('transactionId', 'bundleId'),
      has('originalTransactionId', 'productId'),
      has('autoRenewProductId', 'originalTransactionId'),
    ),
    kinds: [
      {
        kind: 'receipt',
        when: always,
        sign: 'it describes a purchase',
        name: 'App Store signed transaction or notification',
      },
    ],
  },
  {
    name: 'Amazon Cognito',
    shows: issuer(/^https:\/\/cognito-idp\.[\w-]+\.amazonaws\.com(\.cn)?\//),
    kinds: [access('token_use is “access”', is('token_use', 'access')), id('token_use is “id”', is('token_use', 'id'))],
  },
  // Identity products.
  {
    name: 'Auth0',
    shows: any(
      issuer(/^https:\/\/[\w.-]+\.auth0(app)?\.com\/$/),
      (claims) => has('gty')(claims, {}) && /\|/.test(text(claims.sub)),
    ),
    kinds: [
      ...oidcKinds.slice(0, 1),
      access('it has permissions or says how it was granted', any(has('scope'), has('permissions'), has('gty'))),
      access('it was issued for several audiences, the UserInfo endpoint among them', ({ aud }) =>
        [aud].flat().some((one) => /\/userinfo$/.test(text(one))),
      ),
      access(
        'it names the client apart from the audience (azp)',
        both(has('azp'), ({ azp, aud }) => azp !== aud),
      ),
      id('it has no permissions', has('sub', 'aud')),
    ],
  },
  {
    name: 'Okta',
    shows: issuer(/^https:\/\/[\w.-]+\.(okta|oktapreview|okta-emea|okta-gov|trexcloud)\.com(\/oauth2\/\w+)?\/?$/),
    kinds: [
      access('it names the client (cid)', has('cid')),
      { kind: 'logout', when: has('events'), sign: 'it has events' },
      id('it names no client (cid)', has('sub', 'aud')),
    ],
  },
  {
    name: 'ForgeRock (PingAM)',
    shows: any(has('auditTrackingId'), both(has('tokenName'), has('realm'))),
    kinds: [
      { kind: 'refresh', when: is('tokenName', 'refresh_token'), sign: 'tokenName is “refresh_token”' },
      access('tokenName is “access_token”', is('tokenName', 'access_token')),
      id('tokenName is “id_token”', any(is('tokenName', 'id_token'), is('tokenType', 'JWTToken'))),
      ...oidcKinds,
    ],
  },
  {
    name: 'ID-porten',
    shows: issuer(/^https:\/\/([\w.-]+\.)?idporten\.no\/?$/),
    kinds: [
      { kind: 'logout', when: has('events'), sign: 'it has events' },
      access('it has scopes', has('scope')),
      id('it tells of a person who signed in, and has no scope', has('sub')),
    ],
  },
  {
    name: 'Maskinporten',
    shows: issuer(/^https:\/\/([\w.-]+\.)?maskinporten\.no\/?$/),
    kinds: [access('its issuer gives out access tokens alone', always)],
  },
  {
    name: 'Login.gov',
    shows: issuer(/^https:\/\/(secure\.login\.gov|idp\.int\.identitysandbox\.gov)\/?$/),
    kinds: [id('its issuer gives out no other JWT', has('sub', 'aud'))],
  },
  {
    name: 'GOV.UK One Login',
    shows: issuer(/^https:\/\/oidc\.([\w-]+\.)?account\.gov\.uk\/?$/),
    kinds: oidcKinds,
  },
  {
    name: 'FranceConnect',
    shows: issuer(/^https:\/\/[\w.-]+\.franceconnect\.gouv\.fr\//),
    kinds: oidcKinds,
  },
  {
    name: 'Keycloak',
    shows: any(issuer(/\/realms\/[^/]+\/?$/), has('realm_access'), has('resource_access', 'azp')),
    kinds: [
      { kind: 'offline', when: is('typ', 'Offline'), sign: 'its claim typ is “Offline”' },
      { kind: 'refresh', when: is('typ', 'Refresh'), sign: 'its claim typ is “Refresh”' },
      { kind: 'id', when: is('typ', 'ID'), sign: 'its claim typ is “ID”' },
      { kind: 'logout', when: is('typ', 'Logout'), sign: 'its claim typ is “Logout”' },
      { kind: 'access', when: is('typ', 'Bearer', 'DPoP'), sign: 'its claim typ is “Bearer”' },
      {
        kind: 'session',
        when: is('typ', 'Serialized-ID'),
        sign: 'its claim typ is “Serialized-ID”',
        name: 'Keycloak identity cookie',
      },
      {
        kind: 'registration',
        when: is('typ', 'InitialAccessToken', 'RegistrationAccessToken'),
        sign: 'its claim typ names a registration',
      },
      {
        kind: 'action',
        when: (claims) =>
          /^(verify-email|reset-credentials|execute-actions|idp-verify-account-via-email|update-email)/.test(
            text(claims.typ),
          ),
        sign: 'its claim typ names an action',
      },
      { kind: 'logout', when: has('events'), sign: 'it has events' },
      ...oidcKinds,
    ],
  },
  {
    name: 'Supabase',
    shows: any(is('iss', 'supabase', 'supabase-demo'), issuer(/\/auth\/v1$/)),
    kinds: [
      {
        kind: 'api-key',
        when: both(is('role', 'anon', 'service_role'), lacks('session_id')),
        sign: 'it stands for a role of a project',
        name: 'Supabase API key',
      },
      access('it stands for a session of a user', any(has('session_id'), has('aal'), has('role'))),
    ],
  },
  {
    name: 'Clerk',
    shows: any(
      issuer(/^https:\/\/(clerk\.[\w.-]+|[\w.-]+\.clerk\.accounts\.dev)$/),
      both(
        ({ sid }) => /^sess_/.test(text(sid)),
        ({ sub }) => /^user_/.test(text(sub)),
      ),
    ),
    kinds: [
      { kind: 'session', when: ({ sid }) => /^sess_/.test(text(sid)), sign: 'it names a session (sid)' },
      ...oidcKinds,
    ],
  },
  { name: 'Ping Identity', shows: issuer(/^https:\/\/auth\.pingone\.(com|eu|asia|ca|com\.au|sg)\//), kinds: oidcKinds },
  { name: 'OneLogin', shows: issuer(/^https:\/\/[\w.-]+\.onelogin\.com\/oidc/), kinds: oidcKinds },
  { name: 'JumpCloud', shows: issuer(/^https:\/\/oauth\.id\.jumpcloud\.com/), kinds: oidcKinds },
  {
    name: 'Zitadel',
    shows: (claims) =>
      Object.keys(claims).some((name) => name.startsWith('urn:zitadel:iam:')) ||
      issuer(/\.zitadel\.cloud$/)(claims, {}),
    kinds: [
      id('it is bound to a sign-in or tells of the person', any(has('nonce'), has('at_hash'), has('email'))),
      access('it is not bound to a sign-in', has('sub')),
    ],
  },
  { name: 'Authentik', shows: issuer(/\/application\/o\/[\w-]+\/?$/), kinds: oidcKinds },
  {
    name: 'FusionAuth',
    shows: both(has('applicationId'), any(has('authenticationType'), has('tid'))),
    kinds: [
      id('it is bound to a sign-in', any(has('at_hash'), has('c_hash'), has('nonce'))),
      access('it says how the user signed in', always),
    ],
  },
  {
    name: 'Ory',
    shows: any(issuer(/\.projects\.oryapis\.com/), has('ext', 'scp', 'client_id')),
    kinds: [access('it has scopes (scp)', has('scp')), ...oidcKinds],
  },
  {
    name: 'WSO2',
    shows: any(
      has('aut', 'aud'),
      ({ aut }) => aut === 'APPLICATION_USER' || aut === 'APPLICATION',
      has('http://wso2.org/claims/apicontext'),
    ),
    kinds: [
      {
        kind: 'proxy-claims',
        when: has('http://wso2.org/claims/apicontext'),
        sign: 'it has the claims of a gateway',
        name: 'WSO2 backend JWT',
      },
      access('it says for whom it was issued (aut)', has('aut')),
    ],
  },
  {
    name: 'SAP Cloud Identity',
    shows: issuer(/\.accounts(400)?\.(ondemand|cloud\.sap)/),
    kinds: [...oidcKinds, id('it has no scope', has('sub', 'aud'))],
  },
  {
    name: 'SAP XSUAA / Cloud Foundry UAA',
    shows: any(
      has('zid', 'rev_sig'),
      both(has('zid'), has('cid')),
      issuer(/\.authentication\.[\w.-]*hana\.ondemand\.com/),
    ),
    kinds: [
      { kind: 'refresh', when: ({ jti }) => /-r$/.test(text(jti)), sign: 'its jti ends in “-r”' },
      access('it has scopes', has('scope')),
      id('it is bound to a sign-in', has('nonce')),
    ],
  },
  {
    name: 'Salesforce',
    shows: issuer(/^https:\/\/([\w.-]+\.my\.salesforce\.com|login\.salesforce\.com|test\.salesforce\.com)/),
    kinds: [
      access('it has scopes (scp)', any(has('scp'), has('scope'))),
      id('it is bound to a sign-in', any(has('at_hash'), has('nonce'))),
    ],
  },
  { name: 'WorkOS', shows: issuer(/^https:\/\/api\.workos\.com/), kinds: [access('it names a session (sid)', always)] },
  {
    name: 'Kinde',
    shows: issuer(/\.kinde\.com$/),
    kinds: [...oidcKinds, access('it names an organization (org_code)', has('org_code', 'azp'))],
  },
  {
    name: 'Stytch',
    shows: any(has('https://stytch.com/session'), issuer(/^stytch\.com\//)),
    kinds: [{ kind: 'session', when: always, sign: 'it describes a session' }],
  },
  { name: 'SuperTokens', shows: has('sessionHandle'), kinds: [access('it names a session (sessionHandle)', always)] },
  {
    name: 'Descope',
    shows: any(has('drn'), issuer(/^https:\/\/api\.descope\.com/)),
    kinds: [
      { kind: 'session', when: is('drn', 'DS'), sign: 'drn is “DS”' },
      { kind: 'refresh', when: is('drn', 'DSR'), sign: 'drn is “DSR”' },
    ],
  },
  {
    name: 'Hasura',
    shows: has('https://hasura.io/jwt/claims'),
    kinds: [access('it has the claims that Hasura reads', always)],
  },
  {
    name: 'IdentityServer',
    shows: both(has('client_id', 'idp', 'auth_time'), has('scope')),
    kinds: [access('it has scopes', always)],
  },
  {
    name: 'gov.br',
    shows: issuer(/^https:\/\/sso\.(acesso|staging\.acesso)\.gov\.br/),
    kinds: [
      id('it is bound to a sign-in or has no scope', any(has('nonce'), lacks('scope'))),
      access('it has scopes', has('scope')),
    ],
  },
  {
    name: 'Login.gov',
    shows: issuer(/^https:\/\/secure\.login\.gov/),
    kinds: [id('its issuer issues ID tokens as JWTs', always)],
  },
  {
    name: 'LinkedIn',
    shows: issuer(/^https:\/\/www\.linkedin\.com/),
    kinds: [id('its issuer issues ID tokens as JWTs', always)],
  },
  {
    name: 'Facebook',
    shows: issuer(/^https:\/\/(www|limited)\.facebook\.com/),
    kinds: [id('its issuer issues ID tokens as JWTs', always)],
  },
  {
    name: 'LINE',
    shows: issuer(/^https:\/\/access\.line\.me/),
    kinds: [id('its issuer issues ID tokens as JWTs', always)],
  },
  { name: 'Slack', shows: issuer(/^https:\/\/slack\.com/), kinds: [id('its issuer issues ID tokens as JWTs', always)] },
  {
    name: 'Twitch',
    shows: issuer(/^https:\/\/id\.twitch\.tv\/oauth2/),
    kinds: [id('its issuer issues ID tokens as JWTs', always)],
  },
  { name: 'PayPal', shows: issuer(/^https:\/\/(www|api)\.(sandbox\.)?paypal\.com/), kinds: oidcKinds },
  {
    name: 'Yahoo',
    shows: issuer(/^https:\/\/api\.login\.yahoo\.com/),
    kinds: [id('its issuer issues ID tokens as JWTs', always)],
  },
  {
    name: 'GitLab',
    shows: both(issuer(/^https:\/\/gitlab\./), has('sub_legacy')),
    kinds: [id('it has the claim sub_legacy', always)],
  },
  // Vendors whose clients make or carry tokens of their own.
  {
    name: 'Twilio',
    shows: any(
      (_, { cty }) => /^twilio-fpa/.test(text(cty)),
      both(has('grants'), ({ iss }) => /^SK[0-9a-f]{32}$/.test(text(iss))),
    ),
    kinds: [{ kind: 'access', when: always, sign: 'its header or issuer is that of Twilio' }],
  },
  {
    name: 'Stream',
    shows: both(has('user_id'), ({ ...claims }, { alg }) => {
      const others = Object.keys(claims).filter(
        (name) => !['user_id', 'iat', 'exp', 'call_cids', 'role'].includes(name),
      )
      return others.length === 0 && alg === 'HS256'
    }),
    kinds: [
      {
        kind: 'app',
        when: always,
        sign: 'it has a user_id and nothing else but times',
        name: 'User token in the form of Stream Chat',
      },
    ],
  },
  {
    name: 'LiveKit',
    shows: any(
      ({ video }) => isObject(video),
      ({ sip, iss }) => isObject(sip) && /^API/.test(text(iss)),
    ),
    kinds: [{ kind: 'access', when: always, sign: 'it grants what a participant may do in a room (video)' }],
  },
  {
    name: 'Zoom',
    shows: any(
      has('appKey', 'mn'),
      has('sdkKey', 'mn'),
      has('appKey', 'tokenExp'),
      has('app_key', 'tpc'),
      both(is('aud', 'zoom'), has('iss')),
    ),
    kinds: [
      { kind: 'app', when: has('app_key', 'tpc'), sign: 'it names a session (tpc)', name: 'Zoom Video SDK JWT' },
      {
        kind: 'app',
        when: any(has('mn'), has('appKey'), has('sdkKey')),
        sign: 'it names an app and a meeting',
        name: 'Zoom Meeting SDK JWT',
      },
      { kind: 'app', when: always, sign: 'its audience is “zoom”', name: 'Zoom API JWT' },
    ],
  },
  {
    name: 'Jitsi',
    shows: both(
      has('room'),
      any(is('aud', 'jitsi'), ({ context }) => isObject(context)),
    ),
    kinds: [{ kind: 'access', when: always, sign: 'it names a room' }],
  },
  {
    name: 'Vonage',
    shows: has('application_id', 'jti', 'iat'),
    kinds: [
      { kind: 'app', when: always, sign: 'it names an application (application_id)', name: 'Vonage application JWT' },
    ],
  },
  {
    name: 'Shopify',
    shows: both(({ dest }) => /\.myshopify\.com$/.test(text(dest)), has('iss')),
    kinds: [{ kind: 'session', when: always, sign: 'it names a shop (dest)' }],
  },
  {
    name: 'Atlassian Connect',
    shows: has('qsh'),
    kinds: [{ kind: 'app', when: always, sign: 'it is bound to one request (qsh)', name: 'Atlassian Connect JWT' }],
  },
  {
    name: 'Docker registry',
    shows: ({ access }) =>
      Array.isArray(access) && access.some((one) => isObject(one) && Object.hasOwn(one, 'actions')),
    kinds: [
      {
        kind: 'access',
        when: always,
        sign: 'it lists repositories and actions (access)',
        name: 'Registry access token',
      },
    ],
  },
  {
    name: 'Ably',
    shows: has('x-ably-capability'),
    kinds: [{ kind: 'access', when: always, sign: 'it lists what a client may do (x-ably-capability)' }],
  },
  {
    name: 'GitHub',
    shows: both(
      ({ iss, ...rest }) =>
        /^(\d{1,12}|Iv\d+\.?\w+)$/.test(String(iss)) &&
        Object.keys(rest).every((name) => ['iat', 'exp', 'alg'].includes(name)),
      (_, { alg }) => alg === 'RS256',
      has('exp'),
    ),
    kinds: [
      {
        kind: 'app',
        when: always,
        sign: 'it has an app as its issuer and nothing else but times',
        name: 'GitHub App JWT',
      },
    ],
  },
  {
    name: 'Android',
    shows: any(has('apkPackageName', 'ctsProfileMatch'), has('requestDetails', 'appIntegrity')),
    kinds: [
      {
        kind: 'device-attestation',
        when: always,
        sign: 'it describes an app and its device',
        name: 'Android attestation (SafetyNet, Play Integrity)',
      },
    ],
  },
]
