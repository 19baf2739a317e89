import { inferred } from '../../protocol/basis.ts'
import { bytesOfBase64, textOfBase64 } from '../../text/base64.ts'
import { inflate } from '../../text/inflate.ts'
import { ByteReader } from './byte-reader.ts'
import { contentOf, type Form, type FormRead, objectIn, timesOf } from './opaque-form.ts'

const agora = inferred('the open-source token builders of Agora')
const agoraNote =
  'A server creates it with the app certificate, which it uses as an HMAC key. It allows joining only this channel, as this user, until its privileges expire. It is not a JWT.'

/** Tokens of calls, chats and payment that are no JWT and can be read. */
export const callForms: readonly Form[] = [
  {
    kind: 'app',
    name: 'Agora token (version 007)',
    pattern: /(?<![\w+/-])(?<value>007eJ[\w+/-]{60,2000}={0,2})/g,
    why: 'It begins with the version 007, and the rest is compressed like an Agora token.',
    basis: agora,
    note: agoraNote,
    read: (value) => readAgora(value.slice(3)),
  },
  {
    kind: 'app',
    name: 'Agora token (version 006)',
    pattern: /(?<![\w+/-])(?<value>006[\da-f]{32}[\w+/-]{40,1500}={0,2})/g,
    why: 'It begins with the version 006 and an app ID.',
    basis: agora,
    note: agoraNote,
    read: readOldAgora,
  },
  {
    kind: 'app',
    name: 'Braintree client token',
    pattern: /(?<![\w+/-])(?<value>eyJ2ZXJzaW9uIjo[\w+/-]{100,8000}={0,2})(?![\w.])/g,
    why: 'It is a base64-encoded JSON object with Braintree settings.',
    basis: inferred('the documentation of Braintree'),
    note: 'A server gets it for one customer’s browser or app, which uses it to tokenize a card. It is valid for a day.',
    read: (value) => {
      const { authorizationFingerprint, environment, merchantId, version } = objectIn(textOfBase64(value)) ?? {}
      return authorizationFingerprint === undefined
        ? undefined
        : { content: contentOf({ environment, merchant: merchantId, version }) }
    },
  },
  {
    kind: 'access',
    name: 'Matrix access token (Synapse)',
    pattern: /(?<![\w-])(?<value>syt_[A-Za-z0-9+/=]{2,200}_[A-Za-z]{20}_[A-Za-z0-9]{6})(?!\w)/g,
    why: 'It consists of syt_, a user in base64, a random part and a checksum.',
    basis: inferred('the source of Synapse'),
    note: 'Opaque except for the user’s name. It is for one device of that user, and becomes invalid when the device is signed out.',
    read: (value) => ({ content: contentOf({ user: textOfBase64((value.split('_')[1] ?? '').replace(/=+$/, '')) }) }),
  },
  {
    kind: 'access',
    name: 'GitHub Copilot token',
    pattern:
      /(?<![\w;])(?<value>tid=[\da-f]{32};(?:[\w-]{1,40}=[^;\s"']{0,300};){2,40}[^\s"';]{0,60}(?:[\w-]{1,40}=[^;\s"']{0,300}:[\da-f]{64})?[\da-f:]{0,80})/g,
    why: 'It is a list of named settings, like the tokens that GitHub Copilot gets.',
    basis: inferred('the settings themselves'),
    note: 'Editors with Copilot get it with a GitHub token. It is valid for about half an hour.',
    read: (value) => {
      const of = (name: string) => new RegExp(`(?:^|;)${name}=([^;]+)`).exec(value)?.[1]
      const end = Number(of('exp'))
      return { content: contentOf({ plan: of('sku'), proxy: of('proxy-ep') }), ...(end > 0 && { times: { exp: end } }) }
    },
  },
  {
    kind: 'secret',
    name: 'Telegram bot token',
    pattern: /(?<![\w-])(?:bot)?(?<value>\d{8,10}:AA[\w-]{33})(?![\w-])/g,
    why: 'It is the number of a bot, a colon and a key that begins with AA.',
    basis: inferred('the documentation of Telegram'),
    note: 'It controls the bot and does not expire. Revoke it with BotFather if others have seen it.',
    read: (value) => ({ content: { bot: value.split(':')[0] } }),
  },
  {
    kind: 'signed-content',
    name: 'Webhook signature of Stripe',
    pattern: /(?<from>stripe-signature)["']?\s{0,4}[:=]\s{0,4}["']?(?<value>t=\d{9,11}(?:,v\d=[\da-f]{64}){1,6})/gi,
    why: 'It was in the Stripe-Signature header: a time and an HMAC.',
    basis: inferred('the documentation of Stripe'),
    note: 'It is an HMAC-SHA256 of the time, a dot and the unchanged body, made with the endpoint’s secret (whsec_…). Stripe’s libraries accept it for 5 minutes. It grants no access.',
    read: (value) => ({ times: timesOf({ iat: Number(/t=(\d+)/.exec(value)?.[1]) }) }),
  },
  {
    kind: 'signed-content',
    name: 'Webhook signature (HMAC)',
    pattern:
      /(?<from>x-hub-signature(?:-256)?|x-slack-signature|x-shopify-hmac-sha256|x-line-signature|x-gitea-signature|x-signature(?:-ed25519)?|x-twilio-signature|x-zm-signature|webhook-signature|svix-signature|x-hook-signature|linear-signature)["']?\s{0,4}[:=]\s{0,4}["']?(?<value>(?:(?:sha1|sha256|v0|v1)[=,])?[A-Za-z\d+/]{27,128}={0,2})/gi,
    why: 'It was in a header for webhook signatures.',
    basis: inferred('the name of the header'),
    note: 'Its sender computes it from the unchanged body with a secret that both sides have. It vouches for one message and grants no access.',
  },
  {
    kind: 'signed-content',
    name: 'Nostr HTTP Auth event',
    pattern: /(?<from>authorization)["']?\s{0,4}[:=]\s{0,4}["']?Nostr\s{1,4}(?<value>[\w+/-]{100,8000}={0,2})/gi,
    why: 'It follows “Nostr”: an event of kind 27235 in base64, which the user’s key signed.',
    basis: inferred('NIP-98 of Nostr'),
    note: 'It is for one request, by its URL (u) and method. Servers accept it for about a minute. It is not a JWT.',
    read: (value) => {
      const { kind, created_at: at, pubkey, tags } = objectIn(textOfBase64(value.replace(/=+$/, ''))) ?? {}
      const named = Array.isArray(tags) ? tags.filter((one) => Array.isArray(one)) : []
      const of = (name: string) => named.find(([first]) => first === name)?.[1]
      return kind !== 27_235
        ? undefined
        : {
            content: contentOf({ 'public key': pubkey, method: of('method'), u: of('u'), payload: of('payload') }),
            ...(typeof at === 'number' && { times: { iat: at } }),
          }
    },
  },
  {
    kind: 'session',
    name: 'Proxmox ticket',
    pattern:
      /(?<![\w-])(?<value>(?:PVE|PMG|PBS)(?::|%3A)[\w.%+-]{1,80}?(?:@|%40)[\w-]{1,40}(?::|%3A)[\dA-F]{8}(?:::|%3A%3A)[\w+/%=-]{80,2000})/gi,
    why: 'It is the name of a Proxmox product, a user with a realm, a time in hexadecimal digits and a signature.',
    basis: inferred('the API documentation of Proxmox VE'),
    note: 'It signs the user in for 2 hours from that time. A request that changes something also requires the CSRFPreventionToken.',
    read: (value) => {
      const [, user, time] = /^\w+:(.+?):([\dA-F]{8})::/i.exec(value.replace(/%3A/gi, ':').replace(/%40/g, '@')) ?? []
      const at = Number.parseInt(time ?? '', 16)
      return user === undefined ? undefined : { content: { user }, times: { iat: at, exp: at + 7_200 } }
    },
  },
  {
    kind: 'secret',
    name: 'PASERK key',
    pattern:
      /(?<![\w.-])(?<value>k[1-4]\.(?:local|secret|seal|local-wrap\.pie|secret-wrap\.pie|local-pw|secret-pw)\.[\w-]{40,2000})(?![\w.-])/g,
    why: 'It is a PASETO key, preceded by its version and purpose.',
    basis: inferred('the specification of PASERK'),
    note: 'local is a shared key that decrypts and creates tokens, and secret a private key that signs them. wrap, pw and seal are encrypted forms of such keys.',
  },
  {
    kind: 'secret',
    name: 'Meta signed request',
    pattern: /(?<![\w.-])(?<value>[\w-]{43}\.eyJ[\w-]{20,4000})(?![\w-]|\.[\w-])/g,
    why: 'It is an HMAC, a dot and JSON in base64url that names HMAC-SHA256 as its algorithm.',
    basis: inferred('the documentation of Facebook Login'),
    note: 'Facebook signs it with the app secret (HMAC-SHA256). The signature comes first, so it is not a JWT.',
    read: (value) => {
      const content = objectIn(textOfBase64(value.split('.')[1] ?? ''))
      const at = (time: unknown) => (typeof time === 'number' && time > 0 ? time : undefined)
      if (content === undefined || !/^HMAC-SHA256$/i.test(String(content.algorithm))) return undefined
      return { content, times: timesOf({ iat: at(content.issued_at), exp: at(content.expires) }) }
    },
  },
  {
    kind: 'session',
    name: 'Wix app instance',
    pattern: /(?<from>instance)["']?\s{0,4}[:=]\s{0,4}["']?(?<value>[\w-]{43}\.eyJ[\w-]{40,4000})/g,
    why: 'It was in instance: an HMAC, a dot and JSON in base64url.',
    basis: inferred('the documentation of Wix'),
    note: 'Wix signs it with the app secret. The signature comes first, so it is not a JWT.',
    read: (value) => {
      const content = objectIn(textOfBase64(value.split('.')[1] ?? ''))
      return content?.instanceId === undefined ? undefined : { content }
    },
  },
  {
    kind: 'secret',
    name: 'JFrog reference token',
    pattern: /(?<![\w+/-])(?<value>cmVmdGtuOj[\w+/-]{40,120}={0,2})/g,
    why: 'It is base64-encoded text that begins with “reftkn:”.',
    basis: inferred('the documentation of JFrog'),
    note: 'It is a reference to a token that JFrog keeps. Only JFrog’s server can tell what it allows.',
    read: (value) => {
      const end = Number(/^reftkn:\d+:(\d{9,11}):/.exec(textOfBase64(value.replace(/=+$/, '')) ?? '')?.[1])
      return end > 0 ? { times: { exp: end } } : {}
    },
  },
]

const privileges: Readonly<Record<number, Readonly<Record<number, string>>>> = {
  1: { 1: 'join the channel', 2: 'publish audio', 3: 'publish video', 4: 'publish data' },
  2: { 1: 'sign in' },
  4: { 1: 'sign in' },
  5: { 1: 'use chat as a user', 2: 'use chat as an app' },
  7: { 1: 'enter the room as a user', 2: 'enter the room as an app', 3: 'use it as an app' },
}
const services: Readonly<Record<number, string>> = {
  1: 'RTC (calls)',
  2: 'RTM (signaling)',
  4: 'FPA',
  5: 'Chat',
  7: 'Flexible Classroom',
}

/** Signature, app ID, issue, lifetime, salt and the services with their privileges, whose ends count from the issue. */
function readAgora(packed: string): FormRead | undefined {
  const zipped = bytesOfBase64(packed.replace(/=+$/, ''))
  const plain = zipped && inflate(zipped, 20_000)
  if (plain === undefined) return undefined
  try {
    const reader = new ByteReader(new Uint8Array(plain))
    reader.bytes(reader.number(2))
    const [app, issued, life] = [reader.text(), reader.number(4), reader.number(4)]
    reader.number(4)
    if (!/^[\da-f]{32}$/.test(app)) return undefined
    const granted: Record<string, unknown> = {}
    const of: string[] = []
    for (let left = Math.min(reader.number(2), 8); left > 0; left--) {
      const type = reader.number(2)
      of.push(services[type] ?? `service ${type}`)
      const ends: [number, number][] = []
      for (let more = Math.min(reader.number(2), 20); more > 0; more--) ends.push([reader.number(2), reader.number(4)])
      granted.privileges = [
        ...((granted.privileges as string[] | undefined) ?? []),
        ...ends.map(
          ([id, end]) => `${privileges[type]?.[id] ?? `privilege ${id}`}${end > 0 ? ` for ${end} seconds` : ''}`,
        ),
      ]
      if (type === 1) Object.assign(granted, { channel: reader.text(), user: reader.text() || '0 (any)' })
      else if (type === 2 || type === 5) granted.user = reader.text()
      else if (type === 7) Object.assign(granted, { room: reader.text(), user: reader.text(), role: reader.number(2) })
    }
    return { content: { 'app ID': app, services: of, ...granted }, times: timesOf({ iat: issued, exp: issued + life }) }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** App ID, and in base64 the signature, checksums of channel and user, salt, end and privileges. */
function readOldAgora(value: string): FormRead | undefined {
  const packed = bytesOfBase64(value.slice(35).replace(/=+$/, ''))
  if (packed === undefined) return undefined
  try {
    const reader = new ByteReader(packed)
    reader.bytes(reader.number(2))
    reader.bytes(8)
    const inner = new ByteReader(reader.bytes(reader.number(2)))
    inner.number(4)
    const end = inner.number(4)
    const granted: string[] = []
    for (let left = Math.min(inner.number(2), 20); left > 0; left--) {
      const id = inner.number(2)
      inner.number(4)
      granted.push(privileges[1]?.[id] ?? `privilege ${id}`)
    }
    return {
      content: { 'app ID': value.slice(3, 35), privileges: granted },
      times: timesOf({ exp: end > 1e9 ? end : undefined }),
      note: `${agoraNote} It contains the channel and the user only as checksums.`,
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
