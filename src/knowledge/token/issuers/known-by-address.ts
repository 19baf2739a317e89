import { always, any, both, has, is, issuer, lacks, text } from '../claim-signs.ts'
import { access, type IssuerRow, id, oidcKinds, service, signInService } from './issuer-row.ts'

/** Services that are told by their address alone, or nearly so. */
export const knownByAddress: readonly IssuerRow[] = [
  service('Logto', /\.logto\.(app|dev)\/oidc\/?$/),
  {
    name: 'Oracle Identity Cloud',
    shows: issuer(/^https:\/\/identity\.oraclecloud\.com\/?$/),
    kinds: [
      access(
        'tok_type is “AT”',
        is('tok_type', 'AT'),
        'Its issuer is the same for every identity domain, and so is the key ID SIGNING_KEY: only the domain (tenant, or the host in aud) shows whose keys verify it.',
      ),
      id('tok_type is “IT”', is('tok_type', 'IT')),
      { kind: 'refresh', when: is('tok_type', 'RT'), sign: 'tok_type is “RT”' },
      ...oidcKinds,
    ],
  },
  service('IBM Security Verify', /\.verify\.ibm\.com\/oidc\/endpoint\/\w+\/?$/),
  service('Duo', /^https:\/\/(api|sso)-[\w-]+\.(sso\.)?duosecurity\.com\//),
  service('CyberArk Identity', /^https:\/\/[\w.-]+\.(id|my)\.(cyberark\.cloud|idaptive\.app|centrify\.com)\//),
  service('Frontegg', /\.frontegg\.com\/?$/),
  service('PropelAuth', /\.propelauth(test)?\.com\/?$/),
  service('Scalekit', /\.scalekit\.(com|dev|cloud)\/?$/),
  service('Asgardeo', /^https:\/\/api\.(eu\.)?asgardeo\.io\//),
  service('Curity', /\/oauth\/v2\/oauth-anonymous\/?$/),
  service('Connect2id', /\/c2id\/?$/),
  { name: 'Dex', shows: both(issuer(/\/dex\/?$/), ({ sub }) => /^C[a-z]/.test(text(sub))), kinds: oidcKinds },
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
  {
    name: 'Privy',
    shows: issuer(/^privy\.io$/),
    kinds: [
      id('it lists the accounts of the user (linked_accounts)', has('linked_accounts')),
      access('it names a session (sid)', has('sid'), 'aud is the ID of the app at Privy, sub the user’s DID there.'),
    ],
  },
  {
    name: 'Self-issued OpenID Provider',
    isFormat: true,
    shows: any(issuer(/^https:\/\/self-issued\.me(?:\/v2)?$/), has('sub_jwk')),
    kinds: [
      {
        kind: 'id',
        when: has('sub'),
        sign: 'the user’s own wallet signed it (self-issued.me or sub_jwk)',
        name: 'Self-issued ID token',
        note: 'No identity service vouches for it: it shows only that its sender has the key that sub names.',
      },
    ],
  },
  signInService('Web3Auth', /^https:\/\/(api-auth|authjs)\.web3auth\.io\/?$/),
  {
    name: 'LTI 1.3',
    isFormat: true,
    shows: has('https://purl.imsglobal.org/spec/lti/claim/message_type'),
    kinds: [
      {
        kind: 'id',
        when: always,
        sign: 'it contains a message from a learning platform (LTI)',
        name: 'LTI launch message (ID token)',
        note: 'A learning platform uses it to open a tool. The user, the course and the roles are in claims under purl.imsglobal.org.',
      },
    ],
  },
  {
    name: 'Dex',
    shows: has('federated_claims'),
    kinds: [id('it says which connector the user signed in with (federated_claims)', always)],
  },
  {
    name: 'Vault',
    shows: issuer(/\/v1\/(.+\/)?identity\/oidc(\/|$)/),
    kinds: [id('its issuer is Vault’s identity secrets engine', always)],
  },
  {
    name: 'IBM Cloud',
    shows: issuer(/^https:\/\/iam(\.test)?\.cloud\.ibm\.com\/identity/),
    kinds: [
      access(
        'it names an identity of IBM Cloud (iam_id)',
        always,
        'By default, IBM Cloud issues it for an hour; use an API key to get the next one.',
      ),
    ],
  },
  {
    name: 'Atlassian',
    shows: issuer(/^https:\/\/(auth|id)\.atlassian\.com\/?$|^atlassian-account-prod/),
    kinds: [access('its issuer is Atlassian’s OAuth 2.0 service', any(has('scope'), has('client_id'))), ...oidcKinds],
  },
  {
    name: 'Xero',
    shows: any(has('xero_userid'), issuer(/^https:\/\/identity\.xero\.com\/?$/)),
    kinds: [...oidcKinds, id('it has no scope', has('sub'))],
  },
  signInService('ORCID', /^https:\/\/(sandbox\.)?orcid\.org\/?$/),
  {
    name: 'NHS login',
    shows: issuer(/^https:\/\/auth\.([\w-]+\.)?login\.nhs\.uk\/?$/),
    kinds: [
      access('token_use is “access”', is('token_use', 'access')),
      id(
        'it describes a person, and has no scope',
        lacks('scope'),
        'nhs_number is the person’s NHS number, which is health data. vot and identity_proofing_level say how well the identity was proven.',
      ),
      ...oidcKinds,
    ],
  },
  signInService('Telegram', /^https:\/\/oauth\.telegram\.org\/?$/),
  signInService('Naver', /^https:\/\/nid\.naver\.com\/?$/),
  {
    name: 'Yandex',
    shows: issuer(/^login\.yandex\.(ru|com)$/),
    kinds: [
      {
        kind: 'userinfo',
        when: always,
        sign: 'its issuer is the Yandex ID service',
        name: 'Yandex ID user information (format=jwt)',
        note: 'Yandex signs it with the client’s secret. It describes the user and grants no access.',
      },
    ],
  },
  signInService('CILogon', /^https:\/\/cilogon\.org\/?$/),
  {
    name: 'WLCG',
    isFormat: true,
    shows: has('wlcg.ver'),
    kinds: [
      access('it has a version of the WLCG profile and scopes', any(has('scope'), has('wlcg.groups'))),
      id('it has a version of the WLCG profile and no scope', always),
    ],
  },
  {
    name: 'SciTokens',
    isFormat: true,
    shows: ({ ver }) => /^scitokens?:/i.test(text(ver)),
    kinds: [access('it has a version of SciTokens (ver)', always)],
  },
  signInService('Dynamic', /^app\.dynamic(auth)?\.(com|xyz)\//),
  {
    name: 'Nhost',
    shows: is('iss', 'hasura-auth'),
    kinds: [access('its issuer is hasura-auth, and it has the claims that Hasura reads', always)],
  },
  {
    name: 'Netlify Identity',
    shows: both(has('app_metadata', 'user_metadata', 'email', 'exp'), lacks('iss', 'aud', 'session_id', 'role')),
    kinds: [
      {
        kind: 'access',
        when: always,
        sign: 'it has app_metadata and user_metadata, and no issuer',
        name: 'Access token in the Netlify Identity format (GoTrue)',
      },
    ],
  },
]
