import { always, any, both, has, is, issuer, lacks, text } from '../claim-signs.ts'
import { access, type IssuedKind, type IssuerRow, id } from './issuer-row.ts'

const entraKinds: readonly IssuedKind[] = [
  { kind: 'logout', when: has('events'), sign: 'it has events' },
  access('it names the client and how it authenticated (azpacr, appidacr)', any(has('azpacr'), has('appidacr'))),
  access('it has permissions (scp)', has('scp')),
  access('it belongs to an app without a user (idtyp is “app”)', is('idtyp', 'app')),
  id(
    'it does not say how the client authenticated (azpacr, appidacr), unlike access tokens',
    any(has('nonce'), has('sub', 'aud')),
  ),
]
/** Identity services and products with which people and clients sign in. */

/** Sign-in services of Microsoft, Google, Apple and Amazon. */
export const cloudSignIn: readonly IssuerRow[] = [
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
    kinds: [access('its issuer is the Bot Framework', always)],
  },
  {
    name: 'AD FS',
    shows: issuer(/\/adfs(\/services\/trust)?\/?$/),
    kinds: [
      access('it names the requesting app (apptype, appid)', any(has('apptype'), has('appid'))),
      id('it does not name the requesting app', has('sub', 'aud')),
    ],
  },
  // Google, Firebase, Apple, Amazon.
  {
    name: 'Firebase',
    shows: issuer(/^https:\/\/securetoken\.google\.com\//),
    kinds: [id('its issuer is Firebase Authentication', always, 'aud is the project. Firebase issues it for an hour.')],
  },
  {
    name: 'Firebase',
    shows: issuer(/^https:\/\/session\.firebase\.google\.com\//),
    kinds: [
      {
        kind: 'session',
        when: always,
        sign: 'its issuer is the one for session cookies',
        name: 'Firebase session cookie',
      },
    ],
  },
  {
    name: 'Firebase App Check',
    shows: issuer(/^https:\/\/firebaseappcheck\.googleapis\.com\//),
    kinds: [
      {
        kind: 'device-attestation',
        when: always,
        sign: 'its issuer is App Check',
        name: 'Firebase App Check token',
        note: 'It vouches for the app that calls, not for a user: sub is the Firebase app ID. aud names the project twice, by its number and by its ID.',
      },
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
        note: 'An app’s own server creates it with a service account’s key. signInWithCustomToken exchanges it for the tokens of the user uid, and the members of claims become claims of those.',
        limits: { longest: 3_600 },
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
        sign: 'a service account issued it for the token endpoint',
        name: 'JWT grant of a Google service account',
        note: 'A server signs it with the private key of the service account (iss) and exchanges it for an access token. sub names the user that it acts for, where there is one (domain-wide delegation).',
        limits: { ahead: 3_600 },
      },
      {
        kind: 'access',
        when: always,
        signedBy: 'client',
        limits: { ahead: 3_600 },
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
        'it describes a service account, as machine ID tokens do',
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
        'Apple writes email_verified and is_private_email either as strings or as true and false.',
      ),
    ],
  },
  {
    name: 'Apple',
    shows: both(({ aud }) => /^https:\/\/appleid\.apple\.com\/?$/.test(text(aud)), has('iss', 'sub')),
    kinds: [
      {
        kind: 'assertion',
        when: always,
        sign: 'its audience is Sign in with Apple',
        name: 'Apple client secret',
        note: 'It replaces a client secret: iss is the team, sub the client. Anyone who has it can redeem codes as this app until it expires.',
        limits: { ahead: 15_777_000 },
      },
    ],
  },
  {
    name: 'Apple',
    shows: ({ aud }) => [aud].flat().includes('appstoreconnect-v1'),
    kinds: [
      {
        kind: 'app',
        when: has('scope'),
        sign: 'its audience is App Store Connect, and it names requests (scope)',
        name: 'App Store Connect API token',
        note: 'It allows only the requests in scope. If all of them are read-only, Apple accepts it for up to six months, otherwise for up to 20 minutes.',
        limits: { ahead: 15_777_000 },
      },
      {
        kind: 'app',
        when: always,
        sign: 'its audience is App Store Connect',
        name: 'App Store Connect API token',
        note: 'Apple accepts it for up to 20 minutes, or longer only if scope names read-only requests.',
        limits: { ahead: 1_200 },
      },
    ],
  },
  {
    name: 'Apple',
    shows: both(
      ({ iss, ...rest }) =>
        /^[A-Z0-9]{10}$/.test(text(iss)) &&
        Object.keys(rest).every((name) => ['iat', 'exp', 'origin', 'sub'].includes(name)),
      (_, { alg, kid }) => alg === 'ES256' && /^[A-Z0-9]{10}$/.test(text(kid)),
    ),
    kinds: [
      {
        kind: 'app',
        when: lacks('exp', 'origin'),
        sign: 'its issuer and key ID look like Apple’s team and key IDs, and it has no exp',
        name: 'Apple push provider token (APNs)',
        note: 'iss is the team, kid the key. It has no exp by design: Apple counts from iat and requires a new one every 20 to 60 minutes. DeviceCheck accepts tokens in the same format.',
        limits: { oldest: 3_600 },
      },
      {
        kind: 'app',
        when: has('origin'),
        sign: 'its issuer and key ID look like Apple’s team and key IDs, and it names an origin',
        name: 'Apple MapKit JS token',
        note: 'iss is the team, kid the key. origin is the website that may use it; MapKit JS rejects it from any other.',
        limits: { ahead: 31_622_400 },
      },
      {
        kind: 'app',
        when: (_, { id }) => /^[A-Z0-9]{10}\./.test(text(id)),
        sign: 'its header names a team and a service (id)',
        name: 'Apple WeatherKit token',
        note: 'iss is the team, kid the key, sub the service ID. id in the header is the team and the service ID, joined by a dot.',
      },
      {
        kind: 'app',
        when: always,
        sign: 'its issuer and key ID look like Apple’s team and key IDs',
        name: 'Apple developer token (MusicKit, MapKit)',
        note: 'iss is the team, kid the key.',
        limits: { ahead: 15_777_000 },
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
        note: 'By design, its times are in milliseconds, and its data is signed separately. Its certificates (x5c) must lead to Apple’s root.',
      },
      {
        kind: 'receipt',
        when: has('autoRenewProductId'),
        sign: 'it says how a subscription renews',
        name: 'App Store renewal information',
        note: 'Its times are in milliseconds by design. Its certificates (x5c) must lead to Apple’s root.',
      },
      {
        kind: 'receipt',
        when: always,
        sign: 'it describes a purchase',
        name: 'App Store signed transaction',
        note: 'By design, its times are in milliseconds, and expiresDate is the end of the subscription, not of the token. Its certificates (x5c) must lead to Apple’s root.',
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
        'Cognito’s access tokens have no aud; client_id names the client that they were issued to.',
      ),
      id('token_use is “id”', is('token_use', 'id')),
    ],
  },
]
