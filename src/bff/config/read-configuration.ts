import type { Demonstration } from '#contract/config.ts'
import { neededScope, type Operation, operations } from '#knowledge/service/apis.ts'
import {
  type ClientSettings,
  type Configuration,
  defaultLimits,
  type EnvironmentSettings,
  type Limits,
  logLevels,
  type SessionKey,
} from './configuration.ts'
import { ownOperations } from './own-operations.ts'
import {
  address,
  addressRange,
  configurationFile,
  exactAddress,
  flag,
  hidden,
  list,
  object,
  oneOf,
  type Problem,
  Problems,
  text,
} from './settings.ts'

/** Thrown with every problem of a configuration at once; the message lists them. */
export class ConfigurationInvalid extends Error {
  readonly problems: Problem[]

  constructor(problems: Problem[]) {
    const lines = problems.map(
      ({ setting, expected, found, fix }) => `- ${setting}: expected ${expected}; found ${found}. ${fix}`,
    )
    super(`The configuration cannot be used.\n${lines.join('\n')}`)
    this.problems = problems
  }
}

/**
 * Reads the configuration of the BFF.
 *
 * @param input.file the parsed JSON of the configuration file, spelled as the service's document spells `auth_url`
 * @param input.variables environment variables: `PUBLIC_URL`, `SESSION_KEYS`, `SESSION_FILE`, `TRUSTED_PROXIES`,
 *   `LOG_LEVEL`, `WEBHOOKS`, and the client secrets that the file names by `secret_variable`
 * @param input.builtIn whether the environments are the stand-ins of `npm start`
 * @param input.demonstrations stories that can be played with these environments
 * @param input.limits limits other than the usual
 * @throws ConfigurationInvalid
 */
export function readConfiguration(input: {
  file: unknown
  variables: Record<string, string | undefined>
  builtIn: boolean
  demonstrations?: Demonstration[]
  limits?: Partial<Limits>
}): Configuration {
  const { variables, builtIn } = input
  const problems = new Problems()
  const publicUrl = readPublicUrl(variables.PUBLIC_URL ?? 'http://localhost:8700', problems)
  const sessionKeys = readSessionKeys(variables.SESSION_KEYS, problems)
  const trustedProxies = list(addressRange)(commaSeparated(variables.TRUSTED_PROXIES), 'TRUSTED_PROXIES', problems)
  const logLevel = oneOf(...logLevels)(variables.LOG_LEVEL ?? 'warn', 'LOG_LEVEL', problems)
  const webhooks = oneOf('on', 'off')(variables.WEBHOOKS || 'off', 'WEBHOOKS', problems)
  const file = fileReader(input.file, configurationFile, problems)
  const environments = (file?.environments ?? []).map((environment, index) =>
    complete(environment, `environments[${index}]`, { publicUrl, variables, problems, own: file?.operations ?? [] }),
  )
  noteRepeated(environments, 'environments', problems)
  noteRepeated(file?.operations ?? [], 'operations', problems)
  if (problems.list.length > 0 || !publicUrl || !logLevel) throw new ConfigurationInvalid(problems.list)
  return {
    publicUrl,
    trustedProxies: trustedProxies ?? [],
    sessionKeys,
    sessionFile: variables.SESSION_FILE || '.claimcheck/sessions.sqlite',
    logLevel,
    builtIn,
    limits: { ...defaultLimits, ...input.limits },
    environments,
    operations: file?.operations ?? [],
    demonstrations: input.demonstrations,
    webhooks: builtIn || webhooks === 'on',
  }
}

const id = text('letters, digits, dots, hyphens and underscores, at most 100', /^[\w.-]{1,100}$/)
const scopeToken = text('one scope, without spaces', /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/)

const client = object({
  id: { read: id, required: true },
  name: { read: text(), required: true },
  description: { read: text() },
  client_id: { read: text('printable ASCII without a colon', /^[\x20-\x39\x3b-\x7e]+$/), required: true },
  secret_variable: { read: hidden(text('the name of an environment variable', /^[A-Z_][A-Z0-9_]*$/)), required: true },
  redirect_uri: { read: exactAddress },
})

const environment = object({
  id: { read: id, required: true },
  name: { read: text(), required: true },
  description: { read: text() },
  kind: { read: oneOf('sandbox', 'production'), required: true },
  auth_url: { read: address, required: true },
  token_url: { read: exactAddress },
  base_url: { read: address, required: true },
  issuer: { read: exactAddress },
  jwks_url: { read: exactAddress },
  audience: { read: text() },
  resource_domain: { read: text('a text without spaces', /^\S+$/) },
  pkce: { read: flag },
  nonce: { read: flag },
  iss_in_redirect: { read: oneOf('required', 'optional') },
  client_secret_encoding: { read: oneOf('plain', 'form') },
  scope_separator: { read: text('one to three characters', /^[\s\S]{1,3}$/) },
  scopes: { read: list(scopeToken, { filled: true }) },
  clients: { read: list(client, { filled: true }), required: true },
})

const fileReader = object({
  environments: { read: list(environment, { filled: true }), required: true },
  operations: { read: ownOperations },
})

type WrittenEnvironment = NonNullable<ReturnType<typeof environment>>
type WrittenClient = NonNullable<ReturnType<typeof client>>

interface Surroundings {
  publicUrl: string | undefined
  variables: Record<string, string | undefined>
  problems: Problems
  own: Operation[]
}

/** Fills in what was left out; a required setting that is missing has been noted, and its empty text is never used. */
function complete(written: WrittenEnvironment, setting: string, around: Surroundings): EnvironmentSettings {
  const authUrl = written.auth_url ?? ''
  const clients = (written.clients ?? []).map((entry, index) =>
    completeClient(entry, `${setting}.clients[${index}]`, around),
  )
  noteRepeated(clients, `${setting}.clients`, around.problems)
  return {
    id: written.id ?? '',
    name: written.name ?? '',
    description: written.description,
    kind: written.kind ?? 'sandbox',
    authUrl,
    tokenUrl: written.token_url ?? `${authUrl}/oauth2/token`,
    baseUrl: written.base_url ?? '',
    issuer: written.issuer ?? authUrl,
    jwksUrl: written.jwks_url,
    audience: written.audience,
    resourceDomain: written.resource_domain,
    pkce: written.pkce ?? true,
    nonce: written.nonce ?? true,
    issInRedirect: written.iss_in_redirect ?? 'required',
    clientSecretEncoding: written.client_secret_encoding ?? 'plain',
    scopeSeparator: written.scope_separator ?? ' ',
    scopes: written.scopes ?? usualScopes(written.resource_domain, [...operations, ...around.own]),
    clients,
  }
}

function completeClient(written: WrittenClient, setting: string, around: Surroundings): ClientSettings {
  const variable = written.secret_variable
  const secret = variable ? around.variables[variable] : undefined
  if (variable && !secret) {
    around.problems.note(
      `${setting}.secret_variable`,
      `the client secret in the environment variable ${variable}`,
      `no value in ${variable}`,
      `Set ${variable} where the server is started.`,
    )
  }
  if (variable && secret && secret !== secret.trim()) {
    around.problems.note(
      `${setting}.secret_variable`,
      `the client secret in the environment variable ${variable}, and nothing else`,
      'a value with white space around it',
      `Set ${variable} without a space or a line break at its ends.`,
    )
  }
  return {
    id: written.id ?? '',
    name: written.name ?? '',
    description: written.description,
    clientId: written.client_id ?? '',
    redirectUri: written.redirect_uri ?? `${around.publicUrl}/callback`,
    secret: secret ?? '',
  }
}

/** The documented scopes (§2.5), and those that the operations need where the resource domain is known. */
function usualScopes(resourceDomain: string | undefined, all: Operation[]): string[] {
  const needed = all.map((operation) => neededScope(operation, resourceDomain))
  const documented = ['apps', 'email', 'openid', 'profile', 'webhooks']
  return [...new Set([...documented, ...needed.filter((scope) => scope !== undefined)])]
}

function noteRepeated(entries: { id: string }[], setting: string, problems: Problems) {
  const seen = new Set<string>()
  for (const [index, entry] of entries.entries()) {
    if (entry.id !== '' && seen.has(entry.id)) {
      problems.note(`${setting}[${index}].id`, 'an id that no other entry has', entry.id, 'Choose another id.')
    }
    seen.add(entry.id)
  }
}

function readPublicUrl(value: string, problems: Problems): string | undefined {
  const url = address(value, 'PUBLIC_URL', problems)
  if (url === undefined || new URL(url).origin === url) return url
  return problems.note(
    'PUBLIC_URL',
    'an origin: scheme, host and port alone',
    value,
    `Set it to ${new URL(url).origin}.`,
  )
}

/** `id:key,id2:key2`, each key 32 bytes in base64url. */
function readSessionKeys(value: string | undefined, problems: Problems): SessionKey[] {
  const expected = 'one or more keys as id:key, separated by commas, each key 32 random bytes in base64url'
  const fix = 'Make a key with: node -p "crypto.randomBytes(32).toString(\'base64url\')".'
  if (!value) {
    problems.note('SESSION_KEYS', expected, value, fix)
    return []
  }
  const keys = commaSeparated(value).map((entry) => {
    const [keyId = '', encoded = '', ...more] = entry.split(':')
    const key = more.length === 0 && /^[\w-]{43}$/.test(encoded) ? Buffer.from(encoded, 'base64url') : Buffer.alloc(0)
    return { id: keyId, key: new Uint8Array(key) }
  })
  const broken = keys.findIndex(
    ({ id: keyId, key }) => !/^[\w.-]{1,50}$/.test(keyId) || key.length !== 32 || key.every((byte) => byte === 0),
  )
  if (broken >= 0) {
    problems.note('SESSION_KEYS', expected, `entry ${broken + 1} of ${keys.length} that is not such a key`, fix)
  }
  if (new Set(keys.map(({ id: keyId }) => keyId)).size !== keys.length) {
    problems.note('SESSION_KEYS', 'key ids that differ', 'an id that stands twice', 'Give each key an id of its own.')
  }
  const readable = keys.filter(({ key }) => key.length === 32)
  if (new Set(readable.map(({ key }) => Buffer.from(key).toString('base64url'))).size !== readable.length) {
    problems.note('SESSION_KEYS', 'keys that differ', 'one key under two ids', fix)
  }
  return keys
}

function commaSeparated(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
