import { isObject } from '../../text/json.ts'
import { always, any, both, has, is, issuer, lacks, text } from '../claim-signs.ts'
import type { IssuerRow } from './issuer-row.ts'

/** Calls, video, chat and support, whose tokens a customer’s own server signs. */
export const mediaAndChat: readonly IssuerRow[] = [
  {
    name: 'Daily',
    shows: both(has('r', 'd'), lacks('iss', 'aud', 'scope')),
    kinds: [
      {
        kind: 'app',
        when: always,
        sign: 'it names a room and a domain (r, d)',
        name: 'Daily meeting token',
        note: 'r is the room, d the domain, u the displayed name and ud the user ID. o says whether they own the meeting, and ss whether they may share the screen.',
      },
    ],
  },
  {
    name: 'Amazon IVS',
    shows: any(has('aws:channel-arn'), has('whip_url', 'topic'), has('aws:access-control-allow-origin')),
    kinds: [
      {
        kind: 'app',
        when: has('whip_url'),
        sign: 'it names a stage (topic, whip_url)',
        name: 'Amazon IVS participant token',
        note: 'It allows joining one stage. capabilities says whether the participant may publish and subscribe.',
      },
      {
        kind: 'app',
        when: always,
        sign: 'it names a channel (aws:channel-arn)',
        name: 'Amazon IVS playback token',
        note: 'It allows playing one private channel. aws:access-control-allow-origin limits it to pages from the listed origins. It is signed with ES384.',
      },
    ],
  },
  {
    name: 'Mux',
    shows: both(
      is('aud', 'v', 't', 'g', 's', 'd', 'playback_id', 'video_id', 'real_time_viewer'),
      has('sub'),
      (_, { alg }) => alg === 'RS256',
    ),
    kinds: [
      {
        kind: 'app',
        when: always,
        sign: 'its audience is one of those of Mux',
        name: 'Mux signed playback token',
        note: 'sub is the playback ID. aud says what it is for: v for video, t for a thumbnail, g for a GIF, s for a storyboard, d for DRM.',
      },
    ],
  },
  {
    name: 'JW Player',
    shows: both(
      ({ resource }) => /^\/(?:v2\/)?(?:media|playlists|manifests|players)\//.test(text(resource)),
      lacks('iss'),
    ),
    kinds: [
      { kind: 'app', when: always, sign: 'it names one resource of JW Player', name: 'JW Player signed URL token' },
    ],
  },
  {
    name: 'Zendesk',
    shows: both(is('scope', 'user'), has('external_id')),
    kinds: [
      {
        kind: 'app',
        when: always,
        sign: 'its scope is “user”, and it names the user by the customer’s own ID (external_id)',
        name: 'Zendesk messaging JWT',
        note: 'It signs a user in to the messenger. kid names the signing key and begins with app_. It must be signed with HS256.',
      },
    ],
  },
  {
    name: 'Zendesk',
    isLike: true,
    shows: both(has('jti', 'iat', 'email', 'name'), lacks('iss', 'aud', 'sub', 'exp')),
    kinds: [
      {
        kind: 'app',
        when: always,
        sign: 'it has jti, iat, a name and an email address, but neither issuer nor expiry',
        name: 'Single sign-on JWT in the Zendesk format',
      },
    ],
  },
  {
    name: 'Liveblocks',
    shows: both(is('k', 'acc', 'id', 'sec-legacy'), has('pid', 'uid')),
    kinds: [
      {
        kind: 'session',
        when: is('k', 'id'),
        sign: 'k is “id”',
        name: 'Liveblocks ID token',
        note: 'pid is the project, uid the user, gids their groups. Liveblocks decides what they may do.',
      },
      {
        kind: 'access',
        when: always,
        sign: 'k is “acc”',
        name: 'Liveblocks access token',
        note: 'pid is the project, uid the user; perms says what they may do in each room.',
      },
    ],
  },
  {
    name: 'Direct Line',
    shows: any(has('bot', 'site', 'conv'), issuer(/^https:\/\/directline\.botframework\.com\/?$/)),
    kinds: [
      {
        kind: 'session',
        when: always,
        sign: 'it names a bot, a site and a conversation',
        name: 'Direct Line token of Azure Bot Service',
        note: 'It is for one conversation (conv) with one bot, and can be refreshed until it ends.',
      },
    ],
  },
  {
    name: 'Azure Speech',
    shows: both(is('iss', 'urn:ms.cognitiveservices'), has('exp')),
    kinds: [
      {
        kind: 'access',
        when: always,
        sign: 'its issuer is Azure AI services',
        name: 'Access token of Azure AI services (Speech)',
        note: 'It was obtained with a key. It is for one region (region), and Azure issues it for ten minutes.',
        limits: { longest: 660 },
      },
    ],
  },
  {
    name: 'Dyte',
    shows: has('orgId', 'meetingId', 'participantId'),
    kinds: [
      { kind: 'app', when: always, sign: 'it names a meeting and a participant', name: 'Dyte participant token' },
    ],
  },
  {
    name: 'VideoSDK.live',
    shows: both(has('apikey', 'permissions'), ({ permissions }) =>
      [permissions].flat().some((one) => /^allow_|^ask_/.test(text(one))),
    ),
    kinds: [
      { kind: 'app', when: always, sign: 'it names an apikey and what may be joined', name: 'VideoSDK.live token' },
    ],
  },
  {
    name: 'Centrifugo',
    shows: both(
      has('channel', 'sub'),
      lacks('iss', 'scope'),
      any(has('info'), has('client'), has('override'), (claims) =>
        Object.keys(claims).every((name) => ['channel', 'sub', 'exp', 'iat', 'expire_at', 'jti'].includes(name)),
      ),
    ),
    kinds: [
      {
        kind: 'app',
        when: always,
        sign: 'it names a channel and a user',
        name: 'Subscription token in the Centrifugo format',
      },
    ],
  },
  {
    name: 'Stream',
    shows: has('feed_id', 'resource', 'action'),
    kinds: [
      { kind: 'app', when: always, sign: 'it names a feed, a resource and an action', name: 'Stream feed token' },
    ],
  },
  {
    name: 'Monday.com',
    shows: both(({ dat }) => isObject(dat) && (Object.hasOwn(dat, 'account_id') || Object.hasOwn(dat, 'slug'))),
    kinds: [
      {
        kind: 'session',
        when: always,
        sign: 'it names an account and a user of monday.com (dat)',
        name: 'Session token of a monday.com app',
        note: 'monday.com signs it with the client secret of the app; dat names account, user and app.',
      },
    ],
  },
  {
    name: 'Atlassian Forge',
    shows: both(issuer(/^forge\/(?:invocation-token|remote)/), has('aud')),
    kinds: [
      {
        kind: 'app',
        when: always,
        signedBy: 'issuer',
        sign: 'its issuer is Forge',
        name: 'Forge invocation token (FIT)',
        note: 'Forge shows a remote backend which app, installation and user call it. aud is the ID of the app. Accept it only if that is your own app.',
      },
    ],
  },
  {
    name: 'Backstage',
    shows: any(
      ({ sub, ent }) => /^user:\w+\//.test(text(sub)) && Array.isArray(ent),
      both(is('aud', 'backstage'), has('sub')),
    ),
    kinds: [
      {
        kind: 'session',
        when: always,
        sign: 'it names an entity of the catalog (sub) and those it belongs to (ent)',
        name: 'Backstage user token',
        note: 'sub is the user’s entity in the catalog, and ent lists the entities through which they own things. By default, Backstage issues it for an hour.',
      },
    ],
  },
]
