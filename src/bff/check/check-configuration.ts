import type { Finding } from '#contract/check.ts'
import type { EnvironmentSettings } from '../config/configuration.ts'
import { checkAuthorizationEndpoint } from './check-authorization-endpoint.ts'
import { checkGateway } from './check-gateway.ts'
import { checkMetadata } from './check-metadata.ts'
import type { CheckParts, Found } from './check-parts.ts'
import { checkProcess, isExchanged } from './check-process.ts'
import { checkSignOut } from './check-sign-out.ts'
import { checkTokenEndpoint } from './check-token-endpoint.ts'
import { withoutSecrets } from './without-secrets.ts'

/**
 * Asks every address of the configuration, as a sign-in and a call would, and tells what keeps them from going well:
 * metadata, key set, token endpoint with each client's credentials and a code that nobody gave, authorization endpoint
 * with each client's redirect URI and `prompt=none`, gateway.
 */
export async function checkConfiguration(parts: CheckParts): Promise<Finding[]> {
  const { configuration } = parts
  const found = await Promise.all(
    configuration.environments.map(async ({ id }) => {
      const environment = await parts.environments.find(id)
      return environment ? (await checkEnvironment(parts, environment)).map((one) => ({ environment: id, ...one })) : []
    }),
  )
  const once = withExchangedSecrets(ofProxyOnce(configuration, found.flat()))
  return withoutSecrets(configuration, [...checkProcess(configuration, parts.variables, parts.clock()), ...once])
}

/** A proxy that fails keeps every address from being reached; it is told once, and of no environment. */
function ofProxyOnce({ proxy }: CheckParts['configuration'], findings: Finding[]): Finding[] {
  const ofProxy = findings
    .filter(({ setting }) => setting === proxy?.variable)
    .map(({ level, setting, message, fix }) => ({ level, setting, message, fix }))
  const first = ofProxy.filter((one, index) => ofProxy.findIndex(({ message }) => message === one.message) === index)
  const others = findings.filter(({ message }) => !first.some((one) => one.message === message))
  return [...first, ...others]
}

/** Secrets that are refused in several environments may be those of one another. */
function withExchangedSecrets(findings: Finding[]): Finding[] {
  const isRefused = ({ setting, message }: Finding) =>
    setting === 'secret_variable' && message.startsWith('The service rejects the client ')
  if (new Set(findings.filter(isRefused).map(({ environment }) => environment)).size < 2) return findings
  return findings.map((one) =>
    isRefused(one)
      ? { ...one, fix: `${one.fix} Secrets are rejected in several environments. Check whether they are swapped.` }
      : one,
  )
}

async function checkEnvironment(parts: CheckParts, environment: EnvironmentSettings): Promise<Found[]> {
  const [metadata, keys, identity, gateway, signOut] = await Promise.all([
    checkMetadata(parts, environment),
    checkKeySet(parts, environment),
    checkEndpoints(parts, environment),
    checkGateway(parts, environment),
    checkSignOut(parts, environment),
  ])
  return [...metadata, ...keys, ...identity, ...gateway, ...signOut]
}

async function checkKeySet({ keySets }: CheckParts, environment: EnvironmentSettings): Promise<Found[]> {
  const setting = environment.sources.keys
  const keys = await keySets.of(environment)
  if (keys.state === 'unavailable') return [{ level: 'problem', setting, message: keys.message, fix: keys.fix }]
  if (keys.state === 'known' && keys.keys.length === 0)
    return [
      {
        level: 'problem',
        setting,
        message: `The key set at ${environment.jwksUrl} is empty, so no ID token can be verified.`,
        fix: `Correct ${setting}, or configure the service to publish its signing key.`,
      },
    ]
  return []
}

/** One client after the other: a service may take many refused requests at once for an attack. */
async function checkEndpoints(parts: CheckParts, environment: EnvironmentSettings): Promise<Found[]> {
  const { authorizationUrl, tokenUrl } = environment
  const found: Found[] = []
  for (const client of environment.clients) {
    if (isExchanged(client)) continue
    const about = { client: client.id }
    const token = tokenUrl ? await checkTokenEndpoint(parts, environment, client, tokenUrl) : { found: [] }
    found.push(...token.found.map((one) => ({ ...about, ...one })))
    if (authorizationUrl) {
      const known = token.credentialsTaken === true
      const redirect = await checkAuthorizationEndpoint(parts, environment, client, authorizationUrl, known)
      found.push(...redirect.map((one) => ({ ...about, ...one })))
    }
  }
  return firstOfEach(found)
}

/** What two clients meet alike is told once, and then of no client. */
function firstOfEach(found: Found[]): Found[] {
  const told = (one: Found) => `${one.setting} ${one.message}`
  return found
    .filter((one, index) => found.findIndex((other) => told(other) === told(one)) === index)
    .map((one) => (found.filter((other) => told(other) === told(one)).length > 1 ? { ...one, client: undefined } : one))
}
