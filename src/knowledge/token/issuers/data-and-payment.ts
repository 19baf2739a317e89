import { isObject } from '../../text/json.ts'
import { always, any, both, has, is, issuer, lacks, text } from '../claim-signs.ts'
import type { IssuerRow } from './issuer-row.ts'

/** Databases, search, dashboards, payment and the services of platforms, each with tokens of its own. */
export const dataAndPayment: readonly IssuerRow[] = [
  {
    name: 'Meilisearch',
    shows: has('searchRules', 'apiKeyUid'),
    kinds: [
      {
        kind: 'app',
        when: always,
        sign: 'it names a key and search rules (apiKeyUid, searchRules)',
        name: 'Meilisearch tenant token',
        note: 'It searches with the permissions of the key apiKeyUid, narrowed by searchRules. It is signed with that key.',
      },
    ],
  },
  {
    name: 'Turso',
    shows: both(is('a', 'rw', 'ro'), (_, { alg }) => alg === 'EdDSA'),
    kinds: [
      {
        kind: 'api-key',
        when: always,
        sign: 'it says how a database may be used (a)',
        name: 'Turso database token',
        note: 'a is “rw” for read and write, “ro” for read-only. Without exp, it never expires.',
      },
    ],
  },
  {
    name: 'Apache Superset',
    shows: both(has('resources', 'rls_rules'), has('user')),
    kinds: [
      {
        kind: 'app',
        when: always,
        sign: 'it names resources and row-level security (resources, rls_rules)',
        name: 'Superset guest token',
        note: 'It shows a guest the dashboards in resources, with only the rows that rls_rules allow.',
      },
    ],
  },
  {
    name: 'Qlik',
    shows: any(is('aud', 'qlik.api/login/jwt-session'), both(has('subType', 'sub', 'name'), has('jti'))),
    kinds: [
      {
        kind: 'app',
        when: always,
        sign: 'its audience or its subType is that of Qlik Cloud',
        name: 'Qlik Cloud JWT',
        note: 'It is exchanged for a session at /login/jwt-session, where kid and iss must match those of the identity provider.',
        limits: { longest: 3_600 },
      },
    ],
  },
  {
    name: 'Google Wallet',
    shows: both(is('typ', 'savetowallet', 'savetoandroidpay'), has('payload')),
    kinds: [
      {
        kind: 'app',
        when: always,
        sign: 'its typ is “savetowallet”',
        name: 'Google Wallet pass JWT',
        note: 'A link with it saves a pass: payload is the pass, and origins lists the websites that may show the button. By design, it grants no access and does not expire.',
      },
    ],
  },
  {
    name: 'PayPal',
    shows: both(
      (_, { alg }) => alg === 'none',
      any(has('iss', 'payer_id'), has('iss', 'email')),
      lacks('exp', 'sub', 'aud'),
    ),
    kinds: [
      {
        kind: 'app',
        when: always,
        sign: 'it names a client and a merchant, and is not signed',
        name: 'PayPal auth assertion (PayPal-Auth-Assertion)',
        note: 'By design, it is not signed: it only says which merchant (payer_id or email) the client acts for, and the accompanying access token proves who the client is.',
      },
    ],
  },
  {
    name: 'Cardinal Commerce',
    shows: has('OrgUnitId', 'Payload'),
    kinds: [
      {
        kind: 'app',
        when: always,
        sign: 'it names a unit and an order (OrgUnitId, Payload)',
        name: 'Cardinal Commerce JWT (3-D Secure)',
      },
    ],
  },
  {
    name: 'Klarna',
    shows: both(has('session_id', 'base_url', 'purchase_country')),
    kinds: [
      { kind: 'session', when: always, sign: 'it names a payment session and a country', name: 'Klarna client token' },
    ],
  },
  {
    name: 'Adobe',
    shows: both(has('created_at', 'expires_in', 'client_id', 'type'), has('as')),
    kinds: [
      {
        kind: 'refresh',
        when: is('type', 'refresh_token'),
        sign: 'its type is “refresh_token”',
        name: 'Adobe IMS refresh token',
        note: 'By design, created_at and expires_in are strings in milliseconds: when it was issued, and how long it is valid.',
      },
      {
        kind: 'access',
        when: always,
        sign: 'it has the claims of Adobe’s identity service (as, created_at, expires_in)',
        name: 'Adobe IMS access token',
        note: 'By design, created_at and expires_in are strings in milliseconds: when it was issued, and how long it is valid. It has no exp.',
      },
    ],
  },
  {
    name: 'Adobe',
    shows: (claims) => Object.keys(claims).some((name) => /^https:\/\/ims-[\w-]+\.adobelogin\.com\/s\//.test(name)),
    kinds: [
      {
        kind: 'grant',
        when: always,
        sign: 'it requests Adobe metascopes (https://ims-…adobelogin.com/s/…)',
        name: 'JWT grant of an Adobe service account (JWT)',
        note: 'Adobe no longer supports this kind of sign-in. Use OAuth server-to-server credentials instead.',
      },
    ],
  },
  {
    name: 'MongoDB Atlas App Services',
    shows: any(has('baas_device_id'), has('baas_domain_id')),
    kinds: [
      { kind: 'refresh', when: is('typ', 'refresh'), sign: 'its typ is “refresh”' },
      { kind: 'access', when: always, sign: 'it has claims of App Services (baas_…)' },
    ],
  },
  {
    name: 'Confluent Cloud',
    shows: both(has('organizationId'), any(has('userResourceId'), has('clusters'), has('may_act'))),
    kinds: [{ kind: 'access', when: always, sign: 'it names an organization of Confluent Cloud' }],
  },
  {
    name: 'Supercell',
    shows: both(is('iss', 'supercell'), has('scopes', 'limits')),
    kinds: [
      {
        kind: 'api-key',
        when: always,
        sign: 'its issuer is “supercell”',
        name: 'Supercell API key',
        note: 'limits names the IP addresses that it may be used from (cidrs). From any other, the API returns 403 accessDenied.invalidIp. It never expires.',
      },
    ],
  },
  {
    name: 'Nakama',
    shows: has('uid', 'usn', 'tid'),
    kinds: [
      {
        kind: 'session',
        when: always,
        sign: 'it names a user as Nakama does (uid, usn, tid)',
        name: 'Nakama session token',
      },
    ],
  },
  {
    name: 'Exchange',
    shows: has('appctx'),
    kinds: [
      {
        kind: 'id',
        when: always,
        sign: 'it names the context of an add-in (appctx)',
        name: 'Exchange user identity token (Outlook add-in)',
        note: 'appctx contains the user’s ID in Exchange and the URL of the keys. Microsoft is replacing it with nested app authentication.',
      },
    ],
  },
  {
    name: 'Azure DevOps',
    shows: both(is('iss', 'app.vstoken.visualstudio.com'), has('aud')),
    kinds: [
      {
        kind: 'access',
        when: always,
        sign: 'its issuer is the token service of Azure DevOps',
        note: 'A pipeline job (System.AccessToken) or an OAuth app uses it to call Azure DevOps. aui names the authorization, and scp lists what it may do.',
      },
    ],
  },
  {
    name: 'SharePoint',
    shows: issuer(/^00000001-0000-0000-c000-000000000000@/),
    kinds: [
      {
        kind: 'access',
        when: always,
        sign: 'its issuer is the Access Control Service',
        name: 'SharePoint app-only token (ACS)',
        note: 'Microsoft is retiring this service. Register the app in Entra ID instead.',
      },
    ],
  },
  {
    name: 'Pomerium',
    shows: both(
      has('groups', 'email'),
      ({ iss, aud }) => iss === aud && !/^https?:/.test(text(iss)) && /\./.test(text(iss)),
    ),
    kinds: [
      {
        kind: 'proxy-claims',
        when: always,
        sign: 'issuer and audience are the host of the app',
        name: 'Pomerium identity assertion',
        note: 'The proxy tells the app behind it who signed in; its keys are at /.well-known/pomerium/jwks.json of the app’s own host.',
      },
    ],
  },
  {
    name: 'Teleport',
    shows: both(has('username', 'roles', 'traits'), has('aud')),
    kinds: [
      {
        kind: 'proxy-claims',
        when: always,
        sign: 'it has the claims of Teleport application access (roles, traits)',
        name: 'Teleport application JWT',
        note: 'The proxy tells the app behind it who signed in; its keys are at /.well-known/jwks.json of the cluster.',
      },
    ],
  },
  {
    name: 'AWS Verified Access',
    shows: (_, { signer }) => /^arn:aws[\w-]*:ec2:[^:]*:\d*:verified-access-instance\//.test(text(signer)),
    kinds: [
      {
        kind: 'proxy-claims',
        when: always,
        sign: 'its signer is a Verified Access instance',
        name: 'User context of AWS Verified Access',
        note: 'AWS tells the app behind it who signed in. Accept it only if signer is your own instance. It is signed with ES384.',
      },
    ],
  },
  {
    name: 'LINE',
    shows: both(({ iss, sub }) => /^\d{10}$/.test(text(iss)) && iss === sub, is('aud', 'https://api.line.me/')),
    kinds: [
      {
        kind: 'assertion',
        when: always,
        sign: 'its issuer is a channel, and its audience api.line.me',
        name: 'Client assertion for a LINE channel access token (v2.1)',
        note: 'token_exp says how long the channel access token is valid, 30 days at most.',
        limits: { ahead: 1_800 },
      },
    ],
  },
  {
    name: 'Wix',
    shows: both(is('iss', 'wix.com'), has('data')),
    kinds: [
      {
        kind: 'event',
        when: always,
        sign: 'its issuer is wix.com',
        name: 'Wix webhook JWT',
        note: 'data is a JSON string, which contains another with the event itself.',
      },
    ],
  },
  {
    name: 'SMART on FHIR',
    isFormat: true,
    shows: any(has('fhirUser'), ({ scope, scp }) =>
      /(?:^| )(?:patient|user|system)\/[\w*]+\.(?:[\w*]+)/.test(Array.isArray(scp) ? scp.join(' ') : text(scope)),
    ),
    kinds: [
      {
        kind: 'id',
        when: both(has('fhirUser'), lacks('scope', 'scp')),
        sign: 'it names a person in a health record system (fhirUser)',
        name: 'SMART on FHIR ID token',
        note: 'fhirUser is the URL of the person’s own record: a Practitioner, a Patient or a RelatedPerson.',
      },
      {
        kind: 'access',
        when: always,
        sign: 'its scopes are those of SMART (patient/…, user/…, system/…)',
        name: 'SMART on FHIR access token',
        note: 'The part of a scope before the slash says whose data it covers: patient for the patient in context, user for everything that the user may see, and system for a program without a user.',
      },
    ],
  },
  {
    name: 'SMART Health Card',
    isFormat: true,
    shows: ({ vc }) => isObject(vc) && [vc.type].flat().some((one) => /smarthealth\.cards#/.test(text(one))),
    kinds: [
      {
        kind: 'credential',
        when: always,
        sign: 'its type is that of a health card',
        name: 'SMART Health Card',
        note: 'Its content is compressed (zip DEF) and signed with ES256; it contains FHIR resources, which are health data.',
      },
    ],
  },
]
