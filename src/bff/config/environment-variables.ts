import { type Static, Type } from 'typebox'
import { logLevels, type SessionKey } from './configuration.ts'
import { withRule } from './problems.ts'
import { readRedisAddress } from './redis-address.ts'
import { address, addressRange, filled } from './setting-schemas.ts'

const makeKey = () => 'Create a key with: node -p "crypto.randomBytes(32).toString(\'base64url\')".'

const sessionKey = withRule(
  Type.String({
    description: 'a key as id:key, the key 32 random bytes in base64url',
    fix: makeKey,
    writeOnly: true,
  }),
  (entry) => {
    const mistake = keyMistakes.find(({ form }) => form.test(entry))
    if (mistake) return [mistake]
    const formed = /^[\w.-]{1,50}:[\w-]{43}$/.test(entry)
    return formed && readSessionKey(entry).key.some((byte) => byte !== 0) ? [] : [{}]
  },
)

/** Forms in which keys come that are no base64url, or no pair; each told without what it holds. */
const keyMistakes: { form: RegExp; found: string; fix?: string }[] = [
  { form: /^["']|["']$/, found: 'quotation marks around it', fix: 'Write it without quotation marks.' },
  {
    form: /^[\w+/=-]{43,44}$/,
    found: 'a key without an ID',
    fix: 'Write an ID and a colon before it, such as 2026a:….',
  },
  { form: /:[\da-f]{64}$/i, found: 'a key in hexadecimal' },
  {
    form: /:[\w+/-]{43}=?$(?<=[+/=].*)/,
    found: 'a key in base64',
    fix: 'Replace each + with -, each / with _, and remove the = at the end.',
  },
]

const port = Type.Optional(
  Type.String({
    pattern: /^(?:0|[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5])$/,
    description: 'a port number from 0 to 65535',
    fix: (setting: string) => `Set ${setting} to a number such as ${setting === 'PORT' ? 8700 : 9700}, or unset it.`,
  }),
)

/** What the BFF takes from the environment, with the lists taken apart at their commas. */
export const EnvironmentVariables = Type.Object({
  PUBLIC_URL: withRule(address(), (value) => {
    const origin = URL.parse(value)?.origin ?? value
    return origin === value.replace(/\/+$/, '')
      ? []
      : [{ expected: 'an origin: only scheme, host and port', fix: `Set it to ${origin}.` }]
  }),
  SESSION_KEYS: withRule(
    Type.Array(sessionKey, {
      ...filled,
      description: 'one or more keys as id:key, separated by commas, each key 32 random bytes in base64url',
      fix: makeKey,
      writeOnly: true,
    }),
    (entries) => {
      const keys = entries.map(readSessionKey)
      const ids = new Set(keys.map(({ id }) => id))
      const bytes = new Set(keys.map(({ key }) => Buffer.from(key).toString('hex')))
      return [
        ...(ids.size === entries.length
          ? []
          : [{ expected: 'different key IDs', found: 'an id twice', fix: 'Give each key its own ID.' }]),
        ...(bytes.size === entries.length ? [] : [{ expected: 'keys that differ', found: 'one key under two IDs' }]),
      ]
    },
  ),
  SESSION_FILE: Type.String(),
  SESSIONS: Type.Optional(
    withRule(
      Type.String({
        description:
          'the URL of a Redis or Valkey server: redis://…, rediss://…, redis+sentinel://…/group or redis+cluster://…',
        fix: () => 'Set SESSIONS to a URL such as rediss://user:password@redis.example.com:6379, or unset it.',
        writeOnly: true,
      }),
      (value) => (readRedisAddress(value) ? [] : [{}]),
    ),
  ),
  TRUSTED_PROXIES: Type.Array(addressRange),
  LOG_LEVEL: Type.Enum(logLevels),
  WEBHOOKS: Type.Enum(['on', 'off'], {
    alsoSaid: { true: 'on', yes: 'on', 1: 'on', enabled: 'on', false: 'off', no: 'off', 0: 'off', disabled: 'off' },
  }),
  HTTPS_PROXY: Type.Optional(
    withRule(
      Type.String({
        description: 'the http or https URL of a proxy',
        fix: () => 'Set HTTPS_PROXY to a URL such as http://proxy.example.com:3128.',
        writeOnly: true,
      }),
      (value) => (/^https?:$/.test(URL.parse(value)?.protocol ?? '') ? [] : [{}]),
    ),
  ),
  NO_PROXY: Type.String(),
  PORT: port,
  METRICS_PORT: port,
})
export type EnvironmentVariables = Static<typeof EnvironmentVariables>

/** The variables of a process as the schema takes them, with what is usual where one is not set. */
export function takeApart(variables: Record<string, string | undefined>): Record<string, unknown> {
  return {
    PUBLIC_URL: variables.PUBLIC_URL ?? 'http://localhost:8700',
    SESSION_KEYS: variables.SESSION_KEYS ? commaSeparated(variables.SESSION_KEYS) : undefined,
    SESSION_FILE: variables.SESSION_FILE || '.claimcheck/sessions.sqlite',
    SESSIONS: variables.SESSIONS || undefined,
    TRUSTED_PROXIES: commaSeparated(variables.TRUSTED_PROXIES ?? ''),
    LOG_LEVEL: variables.LOG_LEVEL || 'warn',
    WEBHOOKS: variables.WEBHOOKS || 'off',
    HTTPS_PROXY: variables.https_proxy || variables.HTTPS_PROXY || undefined,
    NO_PROXY: variables.no_proxy ?? variables.NO_PROXY ?? '',
    PORT: variables.PORT || undefined,
    METRICS_PORT: variables.METRICS_PORT || undefined,
  }
}

export function readSessionKey(entry: string): SessionKey {
  const [id = '', key = ''] = entry.split(':')
  return { id, key: new Uint8Array(Buffer.from(key, 'base64url')) }
}

function commaSeparated(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
