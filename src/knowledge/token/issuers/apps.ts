import { isObject } from '../../text/json.ts'
import { always, any, both, has, is, lacks, text } from '../claim-signs.ts'
import type { IssuerRow } from './issuer-row.ts'

/** Vendors whose clients make tokens of their own, or carry such. */
export const apps: readonly IssuerRow[] = [
  {
    name: 'Twilio',
    shows: any(
      (_, { cty }) => /^twilio-fpa/.test(text(cty)),
      both(has('grants'), ({ iss }) => /^SK[0-9a-f]{32}$/.test(text(iss))),
    ),
    kinds: [
      {
        kind: 'access',
        when: always,
        signedBy: 'client',
        sign: 'its header or issuer is Twilio’s',
        note: 'A server creates it with an API key: iss is the key (SK…), sub the account (AC…), and grants lists what the client may use.',
        limits: { longest: 86_400 },
      },
    ],
  },
  {
    name: 'Stream',
    isLike: true,
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
        sign: 'it has only a user_id and times',
        name: 'User token in the Stream Chat format',
        note: 'A server creates it with the app’s secret. Without exp, it never expires.',
      },
    ],
  },
  {
    name: 'LiveKit',
    shows: any(
      ({ video, iss }) =>
        isObject(video) &&
        (/^API/.test(text(iss)) ||
          ['room', 'roomJoin', 'roomCreate', 'roomList', 'roomAdmin', 'roomRecord', 'ingressAdmin'].some((name) =>
            Object.hasOwn(video, name),
          )),
      ({ sip, iss }) => isObject(sip) && /^API/.test(text(iss)),
    ),
    kinds: [
      {
        kind: 'access',
        when: always,
        signedBy: 'client',
        sign: 'it grants what a participant may do in a room (video)',
        note: 'A server creates it with an API key: iss is the key, sub the participant. Its expiry limits only joining.',
      },
    ],
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
      {
        kind: 'app',
        when: has('app_key', 'tpc'),
        sign: 'it names a session (tpc)',
        name: 'Zoom Video SDK JWT',
        limits: { longest: 172_800, shortest: 1_800 },
      },
      {
        kind: 'app',
        when: any(has('mn'), has('appKey'), has('sdkKey')),
        sign: 'it names an app and a meeting',
        name: 'Zoom Meeting SDK JWT',
        limits: { longest: 172_800, shortest: 1_800 },
      },
      { kind: 'app', when: always, sign: 'its audience is “zoom”', name: 'Zoom API JWT' },
    ],
  },
  {
    name: '8x8 JaaS',
    shows: both(
      has('room'),
      any(is('iss', 'chat'), ({ sub }) => /^vpaas-magic-cookie-/.test(text(sub))),
    ),
    kinds: [
      {
        kind: 'app',
        when: always,
        sign: 'its issuer is “chat”, or its subject is an AppID of JaaS',
        name: 'Meeting token of 8x8 JaaS (Jitsi as a Service)',
        note: 'sub is the AppID of the tenant. context.user.moderator says whether the user moderates the meeting, and context.features says what may be used.',
      },
    ],
  },
  {
    name: 'Jitsi',
    isFormat: true,
    shows: both(
      has('room'),
      any(is('aud', 'jitsi'), ({ context }) => isObject(context)),
    ),
    kinds: [{ kind: 'app', when: always, sign: 'it names a room' }],
  },
  {
    name: 'Twitch',
    shows: both(has('opaque_user_id', 'channel_id'), any(has('pubsub_perms'), has('role'))),
    kinds: [
      {
        kind: 'access',
        when: always,
        sign: 'it names a channel and a viewer of an extension (channel_id, opaque_user_id)',
        name: 'Twitch extension token',
        note: 'Twitch signs it with the extension’s secret. The secret is base64-encoded and must be decoded before it can verify the token. user_id is included only if the viewer shared it.',
      },
    ],
  },
  {
    name: 'Vonage',
    shows: both(has('application_id', 'jti', 'iat'), lacks('iss', 'aud', 'scope'), (_, { alg }) => alg === 'RS256'),
    kinds: [
      {
        kind: 'app',
        when: always,
        sign: 'it names an application (application_id)',
        name: 'Vonage application JWT',
        limits: { ahead: 86_400 },
      },
    ],
  },
  {
    name: 'Shopify',
    shows: both(({ dest }) => /\.myshopify\.com$/.test(text(dest)), has('iss')),
    kinds: [{ kind: 'session', when: always, sign: 'it contains a shop (dest)' }],
  },
  {
    name: 'Atlassian Connect',
    shows: has('qsh'),
    kinds: [{ kind: 'app', when: always, sign: 'it is bound to one request (qsh)', name: 'Atlassian Connect JWT' }],
  },
  {
    name: 'Docker registry',
    isFormat: true,
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
    kinds: [
      { kind: 'access', when: always, signedBy: 'client', sign: 'it lists what a client may do (x-ably-capability)' },
    ],
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
        sign: 'it has only an app as its issuer and times',
        name: 'GitHub App JWT',
        note: 'An app uses it to get installation tokens.',
        limits: { ahead: 600 },
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
  {
    name: 'NATS',
    shows: any(
      (_, { alg }) => /^ed25519(-nkey)?$/.test(text(alg)),
      ({ nats }) => isObject(nats),
    ),
    kinds: [
      {
        kind: 'access',
        when: ({ nats }) => isObject(nats) && nats.type === 'user',
        sign: 'its claim nats describes a user',
        name: 'NATS user JWT',
        note: 'Issuer and subject are public keys (nkeys). When a client connects, it proves that it has the seed of sub.',
      },
      {
        kind: 'credential',
        when: always,
        sign: 'its claim nats describes an account or an operator',
        name: 'NATS JWT',
      },
    ],
  },
  {
    name: 'JFrog',
    shows: any(
      ({ iss }) => /^jf(ac|fe|rt)@/.test(text(iss)),
      ({ sub }) => /^jf(ac|rt)@\w+\/(users|admin)/.test(text(sub)),
    ),
    kinds: [{ kind: 'access', when: always, sign: 'its issuer or subject is the JFrog platform (jfac@…)' }],
  },
  {
    name: 'Snowflake',
    shows: ({ iss }) => /\.SHA256:[\w+/=]{40,}$/.test(text(iss)),
    kinds: [
      {
        kind: 'app',
        when: always,
        sign: 'its issuer is an account, a user and the fingerprint of a key',
        name: 'Snowflake key-pair JWT',
        limits: { oldest: 3_600 },
      },
    ],
  },
  {
    name: 'Tableau',
    shows: both(is('aud', 'tableau'), has('iss', 'sub')),
    kinds: [
      {
        kind: 'app',
        when: always,
        sign: 'its audience is “tableau”',
        name: 'Tableau connected app JWT',
        limits: { ahead: 600 },
      },
    ],
  },
  {
    name: 'Ghost',
    shows: both(
      ({ aud }) => /^\/(v\d\/|canary\/)?admin\/$/.test(text(aud)),
      (_, { kid }) => /^[0-9a-f]{24}$/.test(text(kid)),
    ),
    kinds: [
      {
        kind: 'app',
        when: always,
        sign: 'its audience is the Admin API',
        name: 'Ghost Admin API token',
        limits: { longest: 300, oldest: 300 },
      },
    ],
  },
  {
    name: 'PocketBase',
    shows: both(has('collectionId', 'id'), ({ type }) => /^(auth|authRecord|admin|file)/.test(text(type))),
    kinds: [{ kind: 'session', when: always, sign: 'it names a record of a collection (collectionId)' }],
  },
  {
    name: 'Directus',
    shows: is('iss', 'directus'),
    kinds: [{ kind: 'access', when: always, sign: 'its issuer is “directus”' }],
  },
  {
    name: 'Appwrite',
    isLike: true,
    shows: (claims) =>
      Object.hasOwn(claims, 'userId') &&
      Object.hasOwn(claims, 'sessionId') &&
      Object.keys(claims).every((name) => ['userId', 'sessionId', 'exp', 'iat'].includes(name)),
    kinds: [
      {
        kind: 'session',
        when: always,
        sign: 'it names only a user, a session and times',
        name: 'Session JWT in the Appwrite format',
      },
    ],
  },
  {
    name: 'Argo CD',
    shows: is('iss', 'argocd'),
    kinds: [{ kind: 'session', when: always, sign: 'its issuer is “argocd”' }],
  },
  {
    name: 'Mercure',
    shows: ({ mercure }) => isObject(mercure),
    kinds: [
      {
        kind: 'access',
        when: always,
        signedBy: 'client',
        sign: 'it says what may be subscribed to and published (mercure)',
      },
    ],
  },
  {
    name: 'Metabase',
    shows: ({ resource, params }) => isObject(resource) && isObject(params),
    kinds: [
      {
        kind: 'app',
        when: always,
        sign: 'it names a dashboard or question and its parameters',
        name: 'Metabase embedding token',
      },
    ],
  },
  {
    name: '100ms',
    shows: has('access_key', 'room_id'),
    kinds: [{ kind: 'access', when: always, signedBy: 'client', sign: 'it names a room and an access key' }],
  },
  {
    name: 'Coinbase CDP',
    shows: any(is('iss', 'cdp', 'coinbase-cloud')),
    kinds: [
      {
        kind: 'app',
        when: always,
        sign: 'its issuer is the Developer Platform',
        name: 'Coinbase API JWT',
        limits: { ahead: 120 },
      },
    ],
  },
  {
    name: 'Plaid',
    shows: has('request_body_sha256'),
    kinds: [
      {
        kind: 'signed-content',
        when: always,
        sign: 'it contains the hash of a webhook’s body (request_body_sha256)',
        name: 'Plaid webhook verification JWT',
        limits: { oldest: 300 },
        note: 'It vouches for the body of one webhook by its SHA-256 hash. Plaid asks recipients to reject it after five minutes.',
      },
    ],
  },
  {
    name: 'Docker Hub',
    shows: has('https://hub.docker.com'),
    kinds: [{ kind: 'access', when: always, sign: 'it has the claims of Docker Hub' }],
  },
  {
    name: 'Salesforce',
    shows: both(
      ({ aud }) =>
        /^(?:https?:\/\/)?(?:login|test|[\w-]+(?:--[\w-]+)?(?:\.sandbox)?\.my)\.salesforce\.com(?:\/|$)/.test(
          text(aud),
        ),
      has('iss', 'sub', 'exp'),
    ),
    kinds: [{ kind: 'grant', when: always, sign: 'its audience is a Salesforce login URL', limits: { ahead: 300 } }],
  },
  {
    name: 'Box',
    shows: has('box_sub_type'),
    kinds: [
      { kind: 'grant', when: always, sign: 'it names a user or an enterprise (box_sub_type)', limits: { ahead: 60 } },
    ],
  },
  {
    name: 'DocuSign',
    shows: ({ aud }) => /^(?:https?:\/\/)?account(-d)?\.docusign\.com(?:\/|$)/.test(text(aud)),
    kinds: [
      {
        kind: 'grant',
        when: always,
        sign: 'its audience is the DocuSign account server',
        note: 'iss is the integration key, and sub the user that the app acts for. account-d is the demo environment, and account is production. Each has its own keys and consents.',
        limits: { longest: 3_600 },
      },
    ],
  },
  {
    name: 'Adobe',
    shows: ({ aud }) => /^https:\/\/ims-na1\.adobelogin\.com\/c\//.test(text(aud)),
    kinds: [{ kind: 'grant', when: always, sign: 'its audience is Adobe’s identity service' }],
  },
  {
    name: 'Zoom',
    shows: is('aud', 'https://oauth.zoom.us'),
    kinds: [{ kind: 'access', when: always, sign: 'its audience is Zoom’s OAuth service' }],
  },
  {
    name: 'Home Assistant',
    isLike: true,
    shows: (claims, { alg }) =>
      alg === 'HS256' &&
      /^[0-9a-f]{32}$/.test(text(claims.iss)) &&
      Object.keys(claims).every((name) => ['iss', 'iat', 'exp'].includes(name)),
    kinds: [
      {
        kind: 'access',
        when: always,
        sign: 'its issuer is the ID of a refresh token, and it has nothing else except times',
        name: 'Access token in the Home Assistant format',
        note: 'A long-lived token is issued for ten years; deleting it in the profile revokes it.',
      },
    ],
  },
  {
    name: 'Cloudflare Stream',
    shows: (claims, { kid }) =>
      has('sub', 'kid', 'exp')(claims, {}) && claims.kid === kid && !Object.hasOwn(claims, 'iss'),
    kinds: [
      { kind: 'access', when: always, signedBy: 'client', sign: 'it names a video, and the key also in its claims' },
    ],
  },
  {
    name: 'AT Protocol',
    isFormat: true,
    shows: ({ scope }) => /(?:^| )atproto(?: |$)/.test(text(scope)),
    kinds: [
      {
        kind: 'access',
        when: both(has('sub', 'aud'), lacks('response_type')),
        sign: 'it has the scope atproto',
        name: 'AT Protocol access token (Bluesky)',
        note: 'sub is the DID of the account, and aud the DID of the server that has its data (PDS).',
      },
    ],
  },
  {
    name: 'UCAN',
    isFormat: true,
    shows: (claims, { ucv }) => ucv !== undefined || both(has('att', 'prf'), has('iss', 'aud'))(claims, {}),
    kinds: [
      {
        kind: 'credential',
        when: always,
        sign: 'it lists capabilities (att) and proofs (prf)',
        name: 'UCAN',
        note: 'One key delegates capabilities to another; issuer and audience are keys (DIDs).',
      },
    ],
  },
  {
    name: 'BigCommerce',
    shows: both(is('iss', 'bc'), ({ sub }) => /^stores\//.test(text(sub))),
    kinds: [
      {
        kind: 'session',
        when: always,
        sign: 'its subject is a store (stores/…)',
        name: 'BigCommerce signed payload',
      },
    ],
  },
]
