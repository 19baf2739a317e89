import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Value } from 'typebox/value'
import type { Demonstration } from '#contract/config.ts'
import type { Environment } from '#knowledge/protocol/call.ts'
import { addressesOf, completeEnvironment, withoutSlash } from './complete-environment.ts'
import { type Configuration, defaultLimits, type Limits } from './configuration.ts'
import { configurationFile, prefixOf, type Surroundings } from './configuration-file.ts'
import { EnvironmentVariables, readSessionKey, takeApart } from './environment-variables.ts'
import { readLimits } from './limit-variables.ts'
import { slipOf } from './near-name.ts'
import { completeOperation } from './own-operations.ts'
import { ownVariables } from './own-variables.ts'
import { type Problem, problemsOf } from './problems.ts'
import { readRedisAddress } from './redis-address.ts'
import { withSecretFiles } from './secret-files.ts'

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
 * @param input.variables environment variables: `PUBLIC_URL`, `SESSION_KEYS`, `SESSION_FILE`, `SESSIONS`, `TRUSTED_PROXIES`,
 *   `LOG_LEVEL`, `WEBHOOKS`, `HTTPS_PROXY`, `NO_PROXY`, `LIMIT_…`, and the client secrets that the file names by
 *   `secret_variable`; each secret also by the file that `…_FILE` names
 * @param input.directory where the configuration file is, and relative paths in it start; the working directory when
 *   left out
 * @param input.builtIn whether the environments are the stand-ins of `npm start`
 * @param input.demonstrations stories that can be played with these environments
 * @param input.limits limits other than the usual
 * @throws ConfigurationInvalid
 */
export function readConfiguration(input: {
  file: unknown
  variables: Record<string, string | undefined>
  directory?: string
  builtIn: boolean
  demonstrations?: Demonstration[]
  limits?: Partial<Limits>
}): Configuration {
  const { file, builtIn } = input
  const readFile = (path: string) => readFileSync(resolve(input.directory ?? '', path), 'utf8')
  const given = withSecretFiles(
    input.variables,
    ['SESSION_KEYS', 'SESSIONS', 'HTTPS_PROXY', ...secretNames(file)],
    readFile,
  )
  const around: Surroundings = {
    variables: given.variables,
    readFile,
    secretVariables: secretNames(file),
    unreadable: new Set(given.problems.map(({ setting }) => setting.replace(/_FILE$/, ''))),
  }
  const File = configurationFile(around)
  const variables = takeApart(given.variables)
  const limits = readLimits(input.variables)
  const publicUrl = withoutSlash(String(variables.PUBLIC_URL))
  const problems = [
    ...given.problems,
    ...limits.problems,
    ...problemsOf(EnvironmentVariables, variables).map((problem) => withSlip(problem, given.variables)),
    ...onePortTwice(variables),
    ...problemsOf(File, file),
    ...repeatedIds(file),
    ...prefixesInPaths(file),
    ...otherRedirectUris(file, publicUrl),
  ]
  if (problems.length > 0 || !Value.Check(EnvironmentVariables, variables) || !Value.Check(File, file))
    throw new ConfigurationInvalid(problems)
  const operations = (file.operations ?? []).map(completeOperation)
  const builtInOperations = file.built_in_operations ?? true
  return {
    publicUrl,
    trustedProxies: variables.TRUSTED_PROXIES,
    proxy: variables.HTTPS_PROXY
      ? {
          address: variables.HTTPS_PROXY,
          variable: given.variables.https_proxy ? 'https_proxy' : 'HTTPS_PROXY',
          except: variables.NO_PROXY,
        }
      : undefined,
    sessionKeys: variables.SESSION_KEYS.map(readSessionKey),
    sessionFile: variables.SESSION_FILE,
    redis: variables.SESSIONS === undefined ? undefined : readRedisAddress(variables.SESSIONS),
    logLevel: variables.LOG_LEVEL,
    builtIn,
    limits: { ...defaultLimits, ...limits.limits, ...input.limits },
    environments: file.environments.map((written) =>
      completeEnvironment(written, { publicUrl, builtInOperations, operations, ...around }),
    ),
    builtInOperations,
    operations,
    demonstrations: input.demonstrations,
    productionTokensToSandbox: builtIn || file.production_tokens_to_sandbox === true,
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
    const environment = addressesOf(written)
    const { id, name, kind, audience, resource_domain: resourceDomain, clients } = written
    return { id, name, kind, ...environment, audience, resourceDomain, clientIds: clients.map((one) => one.client_id) }
  })
}

/** Ids that are there twice, also in a file whose shape is not right otherwise. */
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
            expected: 'an ID that no other entry has',
            found: id,
            fix: 'Choose another ID.',
          },
        ]
      : [],
  )
}

/**
 * Redirect URIs that lead elsewhere than to this app's own `/callback`: the browser would come back to a page that knows
 * nothing of the sign-in.
 */
function otherRedirectUris(file: unknown, publicUrl: string): Problem[] {
  const expected = `${publicUrl}/callback`
  return listIn(file, 'environments').flatMap((environment, index) =>
    listIn(environment, 'clients').flatMap((client, at) => {
      const found = (client as { redirect_uri?: unknown } | null)?.redirect_uri
      if (typeof found !== 'string' || found === expected) return []
      const [expects, fix] =
        URL.parse(found)?.origin === publicUrl
          ? [
              `${expected}, the only path where this app accepts a redirect`,
              `Remove redirect_uri, and register ${expected} for the client.`,
            ]
          : [
              `${expected}, a URL of this app, based on PUBLIC_URL`,
              'Remove redirect_uri, or set PUBLIC_URL to the URL at which browsers reach this app.',
            ]
      return [{ setting: `environments[${index}].clients[${at}].redirect_uri`, expected: expects, found, fix }]
    }),
  )
}

/** Paths of operations that begin with what is put before them anyway. */
function prefixesInPaths(file: unknown): Problem[] {
  const prefixes = listIn(file, 'environments').map((environment) => prefixOf(Object(environment)))
  return listIn(file, 'operations').flatMap((operation, index) => {
    const { path } = Object(operation)
    const twice = prefixes.find((prefix) => prefix && String(path).startsWith(`${prefix}/`))
    if (twice === undefined) return []
    return [
      {
        setting: `operations[${index}].path`,
        expected: `a path without ${twice}, which is added before it`,
        found: JSON.stringify(path),
        fix: `Set it to ${String(path).slice(twice.length)}, or path_prefix of the environments to "".`,
      },
    ]
  })
}

/** A variable that is missing may be set under a name with a slip in it. */
function withSlip(problem: Problem, variables: Record<string, string | undefined>): Problem {
  const slip = problem.found === 'nothing' ? slipOf(problem.setting, variables, ownVariables) : undefined
  return slip === undefined ? problem : { ...problem, fix: `${slip} is set: rename it to ${problem.setting}.` }
}

function onePortTwice({ PORT = '8700', METRICS_PORT: found }: Record<string, unknown>): Problem[] {
  if (found !== PORT || found === '0') return []
  const setting = 'METRICS_PORT'
  return [{ setting, expected: 'a port other than PORT', found: String(found), fix: `Set ${setting} to a free port.` }]
}

/** The variables that the file names for secrets, also in a file whose shape is not right otherwise. */
function secretNames(file: unknown): string[] {
  return listIn(file, 'environments')
    .flatMap((environment) => listIn(environment, 'clients'))
    .map((client) => (client as { secret_variable?: unknown } | null)?.secret_variable)
    .filter((name) => typeof name === 'string')
}

function listIn(object: unknown, name: string): unknown[] {
  const list = (object as Record<string, unknown> | null | undefined)?.[name]
  return Array.isArray(list) ? list : []
}
