import { always, any, both, has, is, issuer, lacks, text } from '../claim-signs.ts'
import { access, type IssuedKind, type IssuerRow, id, oidcKinds, service, signInService } from './issuer-row.ts'

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
/** Identity services and products with which people and clients sign in. */
export const signInServices: readonly IssuerRow[] = [
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
    kinds: [
      id('its issuer is Firebase Authentication', always, 'aud is the project, and the token lives for an hour.'),
    ],
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
      id(
        'it describes a service account, as ID tokens of machines do',
        ({ email }) => /\.gserviceaccount\.com$/.test(text(email)),
        'It represents a service account, not a person.',
      ),
      id('Google issues ID tokens as JWTs and access tokens as opaque ones', always),
    ],
  },
  {
    name: 'Apple',
    shows: issuer(/^https:\/\/(appleid|account)\.apple\.com$/),
    kinds: [
      { kind: 'event', when: has('events'), sign: 'it has events', name: 'Apple server notification about an account' },
      id(
        'its issuer is Sign in with Apple',
        always,
        'Apple writes email_verified and is_private_email as text or as true and false.',
      ),
    ],
  },
  {
    name: 'Apple',
    shows: both(({ aud }) => text(aud) === 'https://appleid.apple.com', has('iss', 'sub')),
    kinds: [
      {
        kind: 'assertion',
        when: always,
        sign: 'its audience is Sign in with Apple',
        name: 'Apple client secret',
        note: 'It replaces a client secret: iss is the team, sub the client.',
        longest: 15_777_000,
      },
    ],
  },
  {
    name: 'Apple',
    shows: ({ aud }) => [aud].flat().includes('appstoreconnect-v1'),
    kinds: [
      {
        kind: 'app',
        when: always,
        sign: 'its audience is App Store Connect',
        name: 'App Store Connect API token',
        note: 'Most requests take it for 20 minutes at the longest; some read-only ones up to six months.',
      },
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
        note: 'iss is the team, kid the key. For APNs it has no exp by design: Apple takes it for an hour from iat on.',
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
        when: has('notificationType'),
        sign: 'it reports what happened to a purchase (notificationType)',
        name: 'App Store server notification',
        note: 'Its times are in milliseconds by Apple’s design, and its data are signed for themselves. Its certificates (x5c) must lead to Apple’s root.',
      },
      {
        kind: 'receipt',
        when: has('autoRenewProductId'),
        sign: 'it tells how a subscription renews',
        name: 'App Store renewal information',
        note: 'Its times are in milliseconds by Apple’s design. Its certificates (x5c) must lead to Apple’s root.',
      },
      {
        kind: 'receipt',
        when: always,
        sign: 'it describes a purchase',
        name: 'App Store signed transaction',
        note: 'Its times are in milliseconds, and expiresDate is the end of the subscription, not of the token: both by Apple’s design. Its certificates (x5c) must lead to Apple’s root.',
      },
    ],
  },
  {
    name: 'Amazon Cognito',
    shows: issuer(/^https:\/\/cognito-idp\.[\w-]+\.amazonaws\.com(\.cn)?\//),
    kinds: [
      access(
        'token_use is “access”',
        is('token_use', 'access'),
        'Cognito’s access tokens have no aud: client_id names the client that they were issued to.',
      ),
      id('token_use is “id”', is('token_use', 'id')),
    ],
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
      access(
        'it names the client (cid)',
        both(has('cid'), ({ iss }) => !/\/oauth2\//.test(text(iss))),
        'The org authorization server issued it: it is for Okta’s own APIs, and other APIs must not rely on it.',
      ),
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
      id(
        'it describes a person who signed in, and has no scope',
        has('sub'),
        'pid is the person’s national identity number; acr says how sure the sign-in is.',
      ),
    ],
  },
  {
    name: 'Maskinporten',
    shows: issuer(/^https:\/\/([\w.-]+\.)?maskinporten\.no\/?$/),
    kinds: [
      access(
        'its issuer gives out access tokens alone',
        always,
        'It represents an organization (consumer), not a person: Maskinporten is for machines.',
      ),
    ],
  },
  {
    name: 'Login.gov',
    shows: issuer(/^https:\/\/(secure\.login\.gov|idp\.int\.identitysandbox\.gov)\/?$/),
    kinds: [id('its issuer gives out no other JWT', has('sub', 'aud'))],
  },
  service('GOV.UK One Login', /^https:\/\/oidc\.([\w-]+\.)?account\.gov\.uk\/?$/),
  service('FranceConnect', /^https:\/\/[\w.-]+\.franceconnect\.gouv\.fr\//),
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
        sign: 'it represents a role of a project',
        name: 'Supabase API key',
        note: 'By design it lives for years. The role anon is meant to be public, and row-level security guards the data; service_role passes that by and belongs on servers alone.',
      },
      access('it represents a session of a user', any(has('session_id'), has('aal'), has('role'))),
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
      {
        kind: 'session',
        when: ({ sid }) => /^sess_/.test(text(sid)),
        sign: 'it names a session (sid)',
        note: 'By design it lives for a minute; Clerk’s client fetches the next one by itself.',
      },
      ...oidcKinds,
    ],
  },
  {
    name: 'PingOne',
    shows: issuer(/^https:\/\/auth\.pingone\.(com|eu|asia|ca|com\.au|sg)\//),
    kinds: [
      ...oidcKinds,
      access(
        'it names the environment (env) and no sign-in',
        both(has('env'), lacks('nonce', 'at_hash')),
        'A token of a worker app has no scope: roles decide what it may do.',
      ),
      id('it names who signed in', has('sub', 'aud')),
    ],
  },
  service('OneLogin', /^https:\/\/[\w.-]+\.onelogin\.com\/oidc/),
  service('JumpCloud', /^https:\/\/oauth\.id\.jumpcloud\.com/),
  {
    name: 'Zitadel',
    shows: (claims) =>
      Object.keys(claims).some((name) => name.startsWith('urn:zitadel:iam:')) ||
      issuer(/\.zitadel\.cloud$/)(claims, {}),
    kinds: [
      id('it is bound to a sign-in or describes the person', any(has('nonce'), has('at_hash'), has('email'))),
      access('it is not bound to a sign-in', has('sub')),
    ],
  },
  service('Authentik', /\/application\/o\/[\w-]+\/?$/),
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
      access('it says how the user was authenticated (aut)', has('aut')),
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
      id(
        'it is bound to a sign-in or has no scope',
        any(has('nonce'), lacks('scope')),
        'At gov.br sub is the person’s CPF, a taxpayer number: personal data. Values such as email_verified come as text.',
      ),
      access('it has scopes', has('scope'), 'At gov.br sub is the person’s CPF, a taxpayer number: personal data.'),
    ],
  },
  signInService('LinkedIn', /^https:\/\/www\.linkedin\.com/),
  signInService('Facebook', /^https:\/\/(www|limited)\.facebook\.com/),
  signInService('LINE', /^https:\/\/access\.line\.me/),
  signInService('Slack', /^https:\/\/slack\.com/),
  signInService('Twitch', /^https:\/\/id\.twitch\.tv\/oauth2/),
  service('PayPal', /^https:\/\/(www|api)\.(sandbox\.)?paypal\.com/),
  signInService('Yahoo', /^https:\/\/api\.login\.yahoo\.com/),
  {
    name: 'GitLab',
    shows: both(issuer(/^https:\/\/gitlab\./), has('sub_legacy')),
    kinds: [id('it has the claim sub_legacy', always)],
  },
  // Services that are told by their address alone.
  service('Logto', /\.logto\.(app|dev)\/oidc\/?$/),
  service('Oracle Identity Cloud', /^https:\/\/identity\.oraclecloud\.com\/?$/),
  service('IBM Security Verify', /\.verify\.ibm\.com\/oidc\/endpoint\/\w+\/?$/),
  service('Duo', /^https:\/\/(api|sso)-[\w-]+\.(sso\.)?duosecurity\.com\//),
  service('CyberArk Identity', /^https:\/\/[\w.-]+\.(id|my)\.(cyberark\.cloud|idaptive\.app|centrify\.com)\//),
  service('Frontegg', /\.frontegg\.com\/?$/),
  service('PropelAuth', /\.propelauth(test)?\.com\/?$/),
  service('Scalekit', /\.scalekit\.(com|dev|cloud)\/?$/),
  service('Asgardeo', /^https:\/\/api\.(eu\.)?asgardeo\.io\//),
  service('Curity', /\/oauth\/v2\/oauth-anonymous\/?$/),
  service('Connect2id', /\/c2id\/?$/),
  service('Dex', /\/dex\/?$/),
  service('Casdoor', /\.casdoor\.com\/?$/),
  service('Singpass', /^https:\/\/(stg-)?id\.singpass\.gov\.sg\/?/),
  service('itsme', /^https:\/\/(idp|oidc)\.(e2e|prd|[\w-]+)\.itsme\.(services|be)\//),
  service('Criipto', /\.criipto\.(id|com)\/?$/),
  service('Signicat', /\.(app\.)?signicat\.(com|io)\//),
  service('Vipps MobilePay', /^https:\/\/(api|apitest)\.vipps\.no\/access-management/),
  service('BankID', /^https:\/\/(auth\.(current\.)?bankid\.no|oidc\.bankid\.cz)\//),
  service('Epic Games', /^https:\/\/api\.epicgames\.(dev|com)\//),
  service('Roblox', /^https:\/\/apis\.roblox\.com\/oauth\/?$/),
  service('Adobe', /^https:\/\/ims-na1(-stg1)?\.adobelogin\.com\/?/),
  service('Autodesk', /^https:\/\/developer\.api\.autodesk\.com\/?/),
  service('OpenAI', /^https:\/\/auth(0)?\.openai\.com\/?$/),
  service(
    'Databricks',
    /^https:\/\/[\w.-]+\.(cloud\.databricks\.com|azuredatabricks\.net|gcp\.databricks\.com)\/oidc\/?/,
  ),
  service('Hugging Face', /^https:\/\/huggingface\.co\/?$/),
  service('Solid OIDC', /^https:\/\/(login\.inrupt\.com|solidcommunity\.net|solidweb\.org)\/?$/),
  signInService('Kakao', /^https:\/\/kauth\.kakao\.com\/?$/),
  signInService('Discord', /^https:\/\/discord\.com\/?$/),
  signInService('Spotify', /^https:\/\/accounts\.spotify\.com\/?$/),
  signInService('Intuit', /^https:\/\/oauth\.platform\.intuit\.com\//),
  signInService('DocuSign', /^https:\/\/account(-d)?\.docusign\.com\/?$/),
  signInService('Privy', /^privy\.io$/),
  signInService('Web3Auth', /^https:\/\/(api-auth|authjs)\.web3auth\.io\/?$/),
  {
    name: 'LTI 1.3',
    shows: has('https://purl.imsglobal.org/spec/lti/claim/message_type'),
    kinds: [
      {
        kind: 'id',
        when: always,
        sign: 'it carries a message of a learning platform (LTI)',
        name: 'LTI launch message (ID token)',
        note: 'A learning platform opens a tool with it: the user, the course and the roles stand under purl.imsglobal.org.',
      },
    ],
  },
  {
    name: 'Dex',
    shows: has('federated_claims'),
    kinds: [id('it tells by which connector the user signed in (federated_claims)', always)],
  },
  {
    name: 'Vault',
    shows: issuer(/\/v1\/(.+\/)?identity\/oidc(\/|$)/),
    kinds: [id('its issuer is the identity engine of Vault', always)],
  },
  {
    name: 'IBM Cloud',
    shows: issuer(/^https:\/\/iam(\.test)?\.cloud\.ibm\.com\/identity/),
    kinds: [
      access(
        'it names an identity of IBM Cloud (iam_id)',
        always,
        'It lives for an hour; an API key gets the next one.',
      ),
    ],
  },
  {
    name: 'Atlassian',
    shows: issuer(/^https:\/\/(auth|id)\.atlassian\.com\/?$|^atlassian-account-prod/),
    kinds: [access('its issuer is that of Atlassian’s OAuth 2.0', any(has('scope'), has('client_id'))), ...oidcKinds],
  },
  {
    name: 'Xero',
    shows: any(has('xero_userid'), issuer(/^https:\/\/identity\.xero\.com\/?$/)),
    kinds: [...oidcKinds, id('it has no scope', has('sub'))],
  },
]
