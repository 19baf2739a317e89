import { textOfBase64 } from '../text/base64.ts'
import { isObject, parseObject } from '../text/json.ts'

/** What a key of a vendor says of itself, which anybody can read. */
interface ReadableKey {
  content: Record<string, unknown>
  /** Epoch seconds. */
  times?: { iat?: number }
  note: string
}

/** Reads what some vendors write into their keys: an owner, an organization, an address. Never a secret part. */
export function readVendorKey(value: string): ReadableKey | undefined {
  for (const { form, read } of forms) {
    const [, part] = form.exec(value) ?? []
    const found = part === undefined ? undefined : read(part)
    if (found !== undefined) return found
  }
  return undefined
}

const looksLikeJwt =
  'Part of it is base64-encoded JSON, as in a JWT, but it is not a JWT: it has no header with an algorithm.'
const revoke = 'Only its vendor can tell what it allows. If others have seen it, revoke it there and create a new one.'

const forms: readonly { form: RegExp; read: (part: string) => ReadableKey | undefined }[] = [
  {
    // https://docs.mapbox.com/accounts/guides/tokens
    form: /^sk\.(eyJ[\w-]+)\./,
    read: (part) => mapbox(part, `${looksLikeJwt} ${revoke}`),
  },
  {
    form: /^pk\.(eyJ[\w-]+)\./,
    read: (part) => mapbox(part, `It is meant to be public: restrict it by URL. ${looksLikeJwt}`),
  },
  {
    form: /^tk\.(eyJ[\w-]+)\./,
    read: (part) => mapbox(part, `It is temporary: it is valid for an hour at most. ${looksLikeJwt}`),
  },
  {
    // The layout of organization tokens in the source of Sentry (orgauthtoken_token).
    form: /^sntrys_(eyJ[\w+/=-]+?)_/,
    read: (part) => {
      const { iat, url, region_url: region, org } = jsonIn(part) ?? {}
      if (org === undefined) return undefined
      return {
        content: known({ organization: org, address: url, region }),
        ...(typeof iat === 'number' && { times: { iat: Math.floor(iat) } }),
        note: `It names its organization and region, and has no expiry time. ${revoke}`,
      }
    },
  },
  {
    // https://docs.discord.com/developers/reference: the first part is the ID of the bot or user.
    form: /^([MNO][A-Za-z\d]{22,27})\.[\w-]{6}\.[\w-]{27,45}$/,
    read: (part) => {
      const id = textOfBase64(part)
      return id === undefined || !/^\d{17,20}$/.test(id)
        ? undefined
        : {
            content: { 'bot or user id': id },
            note: `Its first part is the ID of its bot or user, in base64. It is not a JWT. ${revoke}`,
          }
    },
  },
  {
    // The layout of access policy tokens of Grafana Cloud: o is the organization, n the name, m the region.
    form: /^glc_(eyJ[\w+/-]+={0,2})/,
    read: (part) => {
      const { o, n, m } = jsonIn(part) ?? {}
      if (o === undefined) return undefined
      return {
        content: known({ organization: o, name: n, region: isObject(m) ? m.r : undefined }),
        note: `It names its organization, its own name and its region. ${revoke}`,
      }
    },
  },
  {
    form: /^((?:AKIA|ASIA)[Q-Z2-7][A-Z2-7]{15})$/,
    read: (part) => ({
      content: { account: awsAccountOf(part) },
      note: part.startsWith('AKIA')
        ? 'The ID by itself is not secret: it identifies the secret access key that belongs to it. It contains the account ID.'
        : 'The ID by itself is not secret: it belongs to temporary credentials, and works only with their secret and their session token. It contains the account ID.',
    }),
  },
]

function mapbox(part: string, note: string): ReadableKey | undefined {
  const { u, a } = jsonIn(part) ?? {}
  return u === undefined ? undefined : { content: known({ account: u, 'token id': a }), note }
}

/** The account in an access key ID: base32, whose first 48 bits hold it from the second bit on, for 40 bits. */
function awsAccountOf(keyId: string): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  let bits = 0n
  for (const character of keyId.slice(4, 14)) bits = bits * 32n + BigInt(digits.indexOf(character))
  const first48 = bits >> 2n
  return String((first48 & 0x7fff_ffff_ff80n) >> 7n).padStart(12, '0')
}

const jsonIn = (part: string): Record<string, unknown> | undefined => parseObject(textOfBase64(part) ?? '')

const known = (members: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null))
