import { Value } from 'typebox/value'
import type { Demonstration } from '#contract/config.ts'
import { operations as builtInOperations, neededScope, type Operation } from '#knowledge/service/apis.ts'
import type { Environment } from '#knowledge/service/call.ts'
import { type Configuration, defaultLimits, type EnvironmentSettings, type Limits } from './configuration.ts'
import { type ConfigurationFile, configurationFile } from './configuration-file.ts'
import { EnvironmentVariables, readSessionKey, takeApart } from './environment-variables.ts'
import { completeOperation } from './own-operations.ts'
import { type Problem, problemsOf } from './problems.ts'

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
 * @param input.file the parsed JSON of the configuration file
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
  const { file, builtIn } = input
  const File = configurationFile(input.variables)
  const variables = takeApart(input.variables)
  const problems = [...problemsOf(EnvironmentVariables, variables), ...problemsOf(File, file), ...repeatedIds(file)]
  if (problems.length > 0 || !Value.Check(EnvironmentVariables, variables) || !Value.Check(File, file))
    throw new ConfigurationInvalid(problems)
  const publicUrl = withoutSlash(variables.PUBLIC_URL)
  const operations = (file.operations ?? []).map(completeOperation)
  return {
    publicUrl,
    trustedProxies: variables.TRUSTED_PROXIES,
    sessionKeys: variables.SESSION_KEYS.map(readSessionKey),
    sessionFile: variables.SESSION_FILE,
    logLevel: variables.LOG_LEVEL,
    builtIn,
    limits: { ...defaultLimits, ...input.limits },
    environments: file.environments.map((written) =>
      completeEnvironment(written, { publicUrl, operations, secrets: input.variables }),
    ),
    operations,
    demonstrations: input.demonstrations,
    webhooks: builtIn || variables.WEBHOOKS === 'on',
  }
}

/**
 * Reads the environments of a configuration file, as far as reasoning about calls needs them: without the client secrets
 * and the variables of a server.
 *
 * @param file the parsed JSON of the configuration file
 * @throws ConfigurationInvalid
 */
export function readEnvironments(file: unknown): Environment[] {
  const File = configurationFile(undefined)
  const problems = [...problemsOf(File, file), ...repeatedIds(file)]
  if (problems.length > 0 || !Value.Check(File, file)) throw new ConfigurationInvalid(problems)
  return file.environments.map((written) => {
    const { clients, ...environment } = completeEnvironment(written, { publicUrl: '', operations: [], secrets: {} })
    const { id, name, kind, authUrl, tokenUrl, baseUrl, issuer, audience, resourceDomain } = environment
    const clientIds = clients.map(({ clientId }) => clientId)
    return { id, name, kind, authUrl, tokenUrl, baseUrl, issuer, audience, resourceDomain, clientIds }
  })
}

/** Fills in what was left out. */
function completeEnvironment(
  written: ConfigurationFile['environments'][number],
  around: { publicUrl: string; operations: Operation[]; secrets: Record<string, string | undefined> },
): EnvironmentSettings {
  const { publicUrl, operations, secrets } = around
  const authUrl = withoutSlash(written.auth_url)
  return {
    id: written.id,
    name: written.name,
    description: written.description,
    kind: written.kind,
    authUrl,
    tokenUrl: written.token_url ?? `${authUrl}/oauth2/token`,
    baseUrl: withoutSlash(written.base_url),
    // Compared character by character, so it stays exactly as it was written.
    issuer: written.issuer ?? authUrl,
    jwksUrl: written.jwks_url,
    audience: written.audience,
    resourceDomain: written.resource_domain,
    pkce: written.pkce ?? true,
    nonce: written.nonce ?? true,
    issInRedirect: written.iss_in_redirect ?? 'required',
    clientSecretEncoding: written.client_secret_encoding ?? 'plain',
    scopeSeparator: written.scope_separator ?? ' ',
    scopes: written.scopes ?? offeredScopes(written.resource_domain, [...builtInOperations, ...operations]),
    clients: written.clients.map((client) => ({
      id: client.id,
      name: client.name,
      description: client.description,
      clientId: client.client_id,
      redirectUri: client.redirect_uri ?? `${publicUrl}/callback`,
      secret: secrets[client.secret_variable] ?? '',
    })),
  }
}

/** The documented scopes (§2.5), and those that the operations need where the resource domain is known. */
function offeredScopes(resourceDomain: string | undefined, operations: Operation[]): string[] {
  const needed = operations.map((operation) => neededScope(operation, resourceDomain))
  const documented = ['apps', 'email', 'openid', 'profile', 'webhooks']
  return [...new Set([...documented, ...needed.filter((scope) => scope !== undefined)])]
}

const withoutSlash = (address: string) => address.replace(/\/+$/, '')

/** Ids that stand twice, also in a file whose shape is not right otherwise. */
function repeatedIds(file: unknown): Problem[] {
  const environments = listIn(file, 'environments')
  return [
    ...repeatedIn(environments, 'environments'),
    ...environments.flatMap((environment, index) =>
      repeatedIn(listIn(environment, 'clients'), `environments[${index}].clients`),
    ),
    ...repeatedIn(listIn(file, 'operations'), 'operations'),
  ]
}

function repeatedIn(entries: unknown[], setting: string): Problem[] {
  const ids = entries.map((entry) => (entry as { id?: unknown } | null)?.id)
  return ids.flatMap((id, index) =>
    typeof id === 'string' && ids.indexOf(id) < index
      ? [
          {
            setting: `${setting}[${index}].id`,
            expected: 'an id that no other entry has',
            found: id,
            fix: 'Choose another id.',
          },
        ]
      : [],
  )
}

function listIn(object: unknown, name: string): unknown[] {
  const list = (object as Record<string, unknown> | null | undefined)?.[name]
  return Array.isArray(list) ? list : []
}
