import { isObject } from '../../text/json.ts'
import { always, any, both, has, is, issuer, lacks, text } from '../claim-signs.ts'
import type { IssuerRow } from './issuer-row.ts'

/** Shops, payment, games, messaging and hosted tools, each with tokens of one form that no other has. */
export const shopsAndGames: readonly IssuerRow[] = [
  {
    name: 'Salesforce Commerce Cloud',
    shows: any(issuer(/^slas\//), ({ sub }) => /^cc-slas::/.test(text(sub))),
    kinds: [
      {
        kind: 'access',
        when: always,
        sign: 'its issuer is the shopper login (SLAS)',
        name: 'Shopper access token of Salesforce Commerce Cloud (SLAS)',
        note: 'isb names the shopper and says whether they are a guest, and isc names the client. By default, it is issued for half an hour.',
      },
    ],
  },
  {
    name: 'VTEX',
    shows: both(is('iss', 'token-emitter'), has('account')),
    kinds: [
      {
        kind: 'session',
        when: always,
        sign: 'its issuer is token-emitter, and it names an account',
        name: 'VTEX session token',
      },
    ],
  },
  {
    name: 'Saleor',
    shows: is('owner', 'saleor'),
    kinds: [
      { kind: 'refresh', when: is('type', 'refresh'), sign: 'its type is “refresh”' },
      { kind: 'access', when: always, sign: 'its owner is saleor' },
    ],
  },
  {
    name: 'Medusa',
    shows: has('actor_id', 'actor_type', 'auth_identity_id'),
    kinds: [{ kind: 'access', when: always, sign: 'it names an actor and its sign-in (actor_id, auth_identity_id)' }],
  },
  {
    name: 'Adobe Commerce (Magento)',
    shows: has('uid', 'utypid'),
    kinds: [
      {
        kind: 'access',
        when: always,
        sign: 'it names a user and the type of user (uid, utypid)',
        note: 'utypid is 1 for an integration, 2 for an administrator, 3 for a customer.',
      },
    ],
  },
  {
    name: 'CyberSource',
    shows: both(has('flx'), any(is('iss', 'Flex API'), has('ctx'))),
    kinds: [
      {
        kind: 'app',
        when: always,
        sign: 'it contains the context of a payment form (flx)',
        name: 'Capture context of CyberSource',
        note: 'The payment form in the browser uses it: it names the origins that may show the form, and the key that encrypts the card number. It is issued for 15 minutes.',
      },
    ],
  },
  {
    name: 'Steam',
    shows: both(({ iss }) => /^(?:steam$|r:)/.test(text(iss)), has('per', 'ip_subject')),
    kinds: [
      { kind: 'refresh', when: is('per', 1), sign: 'it is persistent (per is 1)', name: 'Steam refresh token' },
      {
        kind: 'session',
        when: always,
        sign: 'it names IP addresses (ip_subject), as Steam’s tokens do',
        name: 'Steam session token',
      },
    ],
  },
  {
    name: 'Unity',
    shows: issuer(/^https:\/\/player-auth\.services\.api\.unity\.com/),
    kinds: [{ kind: 'access', when: always, sign: 'its issuer is Unity’s player authentication' }],
  },
  {
    name: 'Minecraft services',
    shows: both(has('xuid'), any(is('auth', 'XBOX'), is('iss', 'authentication'))),
    kinds: [
      {
        kind: 'access',
        when: always,
        sign: 'it names an Xbox account (xuid)',
        note: 'Xbox issues it for up to 24 hours.',
      },
    ],
  },
  {
    name: 'Azure Container Registry',
    shows: is('iss', 'Azure Container Registry'),
    kinds: [
      {
        kind: 'refresh',
        when: is('grant_type', 'refresh_token'),
        sign: 'grant_type is “refresh_token”',
        note: 'Docker uses it as the password for the user 00000000-0000-0000-0000-000000000000; Azure issues it for three hours.',
      },
      { kind: 'access', when: always, sign: 'its issuer is Azure Container Registry' },
    ],
  },
  {
    name: 'Azure SignalR',
    shows: ({ aud }) => /^https:\/\/[\w-]+\.service\.signalr\.net\//.test(text(aud)),
    kinds: [
      {
        kind: 'access',
        when: always,
        sign: 'its audience is a hub of Azure SignalR',
        note: 'The server creates it with the resource’s access key, and only that key verifies it.',
      },
    ],
  },
  {
    name: 'Azure Web PubSub',
    shows: ({ aud }) => /^(?:https|wss):\/\/[\w-]+\.webpubsub\.azure\.com\//.test(text(aud)),
    kinds: [
      {
        kind: 'access',
        when: always,
        sign: 'its audience is a hub of Azure Web PubSub',
        note: 'The server creates it with the resource’s access key. role says which groups the client may join and send to.',
      },
    ],
  },
  {
    name: 'Azure Communication Services',
    shows: any(has('acsScope'), ({ skypeid }) => /^(?:8:)?acs:/.test(text(skypeid))),
    kinds: [
      {
        kind: 'access',
        when: always,
        sign: 'it names a user of Communication Services (skypeid)',
        note: 'acsScope says what it allows, such as chat or voip. It is valid for up to 24 hours.',
      },
    ],
  },
  {
    name: 'Google Chat',
    shows: is('iss', 'chat@system.gserviceaccount.com'),
    kinds: [
      {
        kind: 'app',
        when: always,
        sign: 'its issuer is Google Chat’s service account',
        name: 'Google Chat request token',
        note: 'Google Chat uses it to prove to an app that a request comes from Google Chat. aud is the app’s project number.',
      },
    ],
  },
  {
    name: 'Google',
    shows: both(issuer(/^https:\/\/accounts\.google\.com$/), ({ email }) =>
      /\.gserviceaccount\.com$/.test(text(email)),
    ),
    kinds: [
      {
        kind: 'workload',
        when: ({ google }) => !isObject(google),
        sign: 'its email is that of a service account',
        name: 'Google ID token of a service account',
        note: 'It represents a service account, not a person: Cloud Run, Cloud Functions, Pub/Sub push and Cloud Scheduler send it to the URL that aud names.',
      },
    ],
  },
  {
    name: 'Pusher Beams',
    shows: issuer(/^https:\/\/[\w-]+\.pushnotifications\.pusher\.com\/?$/),
    kinds: [
      { kind: 'app', when: always, sign: 'its issuer is an instance of Pusher Beams', name: 'Pusher Beams user token' },
    ],
  },
  {
    name: 'OneSignal',
    shows: ({ identity }) =>
      isObject(identity) && (has('external_id')(identity, {}) || has('onesignal_id')(identity, {})),
    kinds: [
      { kind: 'app', when: always, sign: 'it names a user by identity.external_id', name: 'OneSignal identity token' },
    ],
  },
  {
    name: 'TalkJS',
    shows: both(is('tokenType', 'user', 'app'), has('iss')),
    kinds: [
      { kind: 'app', when: is('tokenType', 'app'), sign: 'tokenType is “app”', name: 'TalkJS app token' },
      { kind: 'app', when: always, sign: 'tokenType is “user”', name: 'TalkJS user token' },
    ],
  },
  {
    name: 'ThingsBoard',
    shows: any(is('iss', 'thingsboard.io'), has('tenantId', 'customerId', 'scopes')),
    kinds: [
      {
        kind: 'refresh',
        when: ({ scopes }) => [scopes].flat().includes('REFRESH_TOKEN'),
        sign: 'its scope is REFRESH_TOKEN',
      },
      { kind: 'access', when: always, sign: 'its issuer is ThingsBoard' },
    ],
  },
  {
    name: 'MinIO',
    shows: both(has('accessKey'), any(has('parent'), has('sessionPolicy'))),
    kinds: [
      {
        kind: 'session',
        when: always,
        sign: 'it names an access key and its parent',
        name: 'MinIO session token (STS)',
        note: 'It belongs to temporary credentials: it works only with their access key and secret.',
      },
    ],
  },
  {
    name: 'Grafana',
    shows: both(has('authenticatedBy', 'namespace'), has('sub')),
    kinds: [
      {
        kind: 'id',
        when: always,
        sign: 'it says how the user signed in (authenticatedBy)',
        name: 'Grafana ID token',
        note: 'Grafana passes it on to plugins and data sources (X-Grafana-Id): it says which user makes the request, and grants no access to Grafana.',
      },
    ],
  },
  {
    name: 'Portainer',
    shows: both(has('id', 'username', 'role', 'forceChangePassword'), lacks('aud')),
    kinds: [{ kind: 'session', when: always, sign: 'it has the claims of a Portainer session' }],
  },
]
