import { always, any, both, has, is, issuer, lacks, text } from '../claim-signs.ts'
import { access, type IssuerRow, id, oidcKinds, service, signInService } from './issuer-row.ts'

/** Identity services that many organisations run or rent. */
export const identityProducts: readonly IssuerRow[] = [
  {
    name: 'Auth0',
    shows: any(
      issuer(/^https:\/\/[\w.-]+\.auth0(app)?\.com\/$/),
      (claims) => has('gty')(claims, {}) && /\|/.test(text(claims.sub)),
    ),
    kinds: [
      ...oidcKinds.slice(0, 1),
      access('it has permissions or says how it was granted', any(has('scope'), has('permissions'), has('gty'))),
      access('it was issued for several audiences, including the UserInfo endpoint', ({ aud }) =>
        [aud].flat().some((one) => /\/userinfo$/.test(text(one))),
      ),
      access(
        'it names the client separately from the audience (azp)',
        both(has('azp'), ({ azp, aud }) => azp !== aud),
      ),
      id('it has no permissions', has('sub', 'aud')),
    ],
  },
  {
    name: 'Okta',
    shows: any(
      issuer(/^https:\/\/[\w.-]+\.(okta|oktapreview|okta-emea|okta-gov|trexcloud)\.com(\/oauth2\/\w+)?\/?$/),
      // On an address of the customer, the forms of jti, of clients and of users are those of Okta all the same.
      ({ jti, ver, cid, aud }) =>
        ver === 1 && /^(?:AT|ID)\.[\w-]{20,}/.test(text(jti)) && /^0oa[A-Za-z0-9]{17}$/.test(text(cid ?? aud)),
    ),
    kinds: [
      access(
        'it names the client (cid)',
        both(has('cid'), ({ iss }) => !/\/oauth2\//.test(text(iss))),
        'It was issued by the org authorization server, so it is for Okta’s own APIs, and other APIs must not rely on it.',
      ),
      access('it names the client (cid)', has('cid')),
      { kind: 'logout', when: has('events'), sign: 'it has events' },
      id('it names no client (cid)', has('sub', 'aud')),
    ],
  },
  {
    name: 'ForgeRock (PingAM)',
    shows: any(
      has('auditTrackingId'),
      both(has('tokenName'), has('realm')),
      // Below this path and with such subjects, PingAM issues logout tokens too.
      both(issuer(/\/oauth2\/realms\/root(?:\/realms\/[\w-]{1,80}){0,8}\/?$/), ({ sub }) =>
        /^\((?:usr|age)!/.test(text(sub)),
      ),
    ),
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
        'pid is the person’s national identity number, and acr is the assurance level of the sign-in.',
      ),
    ],
  },
  {
    name: 'Maskinporten',
    shows: issuer(/^https:\/\/([\w.-]+\.)?maskinporten\.no\/?$/),
    kinds: [
      access(
        'its issuer issues only access tokens',
        always,
        'It represents an organization (consumer), not a person: Maskinporten is for machines.',
      ),
    ],
  },
  {
    name: 'Login.gov',
    shows: issuer(/^https:\/\/(secure\.login\.gov|idp\.int\.identitysandbox\.gov)\/?$/),
    kinds: [id('its issuer issues no other JWT', has('sub', 'aud'))],
  },
  service('GOV.UK One Login', /^https:\/\/oidc\.([\w-]+\.)?account\.gov\.uk\/?$/),
  service('FranceConnect', /^https:\/\/[\w.-]+\.franceconnect\.gouv\.fr\//),
  {
    name: 'Keycloak',
    shows: any(
      both(
        issuer(/(?<!\/oauth2(?:\/realms\/[\w-]{1,80}){0,8})\/realms\/[^/]+\/?$/),
        any(
          has('typ'),
          has('azp'),
          has('sid'),
          has('session_state'),
          has('allowed-origins'),
          has('events'),
          has('preferred_username'),
        ),
      ),
      has('realm_access'),
      has('resource_access', 'azp'),
    ),
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
    shows: any(
      is('iss', 'supabase', 'supabase-demo'),
      issuer(/\.supabase\.(?:co|in|red)\/auth\/v1$/),
      both(issuer(/\/auth\/v1$/), any(has('aal'), has('app_metadata'), has('is_anonymous'))),
    ),
    kinds: [
      {
        kind: 'api-key',
        when: both(is('role', 'service_role'), lacks('session_id')),
        sign: 'it represents the role service_role of a project',
        name: 'Supabase API key (service_role)',
        note: 'It bypasses row-level security: anyone who has it can read and change all data of the project. It belongs only on servers; if it is in a page, an app or a repository, replace it. Supabase keys are valid for years.',
      },
      {
        kind: 'api-key',
        when: both(is('role', 'anon'), lacks('session_id')),
        sign: 'it represents the role anon of a project',
        name: 'Supabase API key (anon)',
        note: 'It is meant to be public: row-level security protects the data. Supabase keys are valid for years.',
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
        note: 'By default, Clerk issues it for one minute, and its client fetches the next one automatically.',
      },
      ...oidcKinds,
    ],
  },
  {
    name: 'PingFederate',
    shows: (claims, header) => header['pi.atm'] !== undefined || Object.hasOwn(claims, 'pi.sri'),
    kinds: [
      ...oidcKinds,
      access('its header names an access token manager (pi.atm)', (_, header) => header['pi.atm'] !== undefined),
      id('it names who signed in', has('sub', 'aud')),
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
        'A worker app’s token has no scope: its roles decide what it may do.',
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
    isFormat: true,
    shows: has('https://hasura.io/jwt/claims'),
    kinds: [access('it has the claims that Hasura reads', always)],
  },
  {
    name: 'IdentityServer',
    shows: both(has('client_id', 'auth_time', 'scope', 'amr'), is('idp', 'local')),
    kinds: [access('it has scopes', always)],
  },
  {
    name: 'gov.br',
    shows: issuer(/^https:\/\/sso\.(acesso|staging\.acesso)\.gov\.br/),
    kinds: [
      id(
        'it is bound to a sign-in or has no scope',
        any(has('nonce'), lacks('scope')),
        'At gov.br, sub is the person’s CPF (taxpayer number), which is personal data. Values such as email_verified are strings.',
      ),
      access(
        'it has scopes',
        has('scope'),
        'At gov.br, sub is the person’s CPF (taxpayer number), which is personal data.',
      ),
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
]
