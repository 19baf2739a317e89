import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { type HomeEnvironment, homeEnvironments, offeredScopes, secretVariable } from './environments.ts'
import { gateway } from './gateway/gateway.ts'
import { identityService, keysPath, revocationPath } from './identity/identity-service.ts'
import { type IdentityStorage, openIdentityStorage } from './identity/storage.ts'
import { type PlayableScenario, playableScenarios } from './playable-scenarios.ts'

export interface SandboxPorts {
  sandboxIdentity: number
  sandboxGateway: number
  productionIdentity: number
  productionGateway: number
}

export interface SandboxOptions {
  /** Address of the app, without a slash at the end; the clients' redirect URI is `${appUrl}/callback`. */
  appUrl: string
  /** Where all four servers listen; 127.0.0.1 unless given. */
  host?: string
  /** 0 takes any free port. */
  ports: SandboxPorts
  /** Where `sandbox.sqlite` lives: keys, client secrets, sign-ins and grants. All in memory when left out. */
  dataDirectory?: string
  /**
   * Epoch seconds, for the gateways and the business APIs; the system's clock unless given. The identity services read
   * the system's clock themselves.
   */
  clock?: () => number
  /** Told of errors that are faults of the sandbox's own code, and of the receipt that fails on purpose. */
  onUnexpectedError?: (error: unknown) => void
}

/** A client in the shape of the BFF's configuration file. */
export interface ConfiguredClient {
  id: string
  name: string
  description: string
  client_id: string
  secret_variable: string
  redirect_uri: string
}

/** An environment in the shape of the BFF's configuration file. */
export interface ConfiguredEnvironment {
  id: string
  name: string
  description: string
  kind: 'sandbox' | 'production'
  auth_url: string
  token_url: string
  base_url: string
  issuer: string
  jwks_url: string
  revocation_url: string
  audience: string
  resource_domain: string
  pkce: boolean
  nonce: boolean
  iss_in_redirect: 'required' | 'optional'
  client_secret_encoding: 'plain' | 'form'
  scope_separator: string
  scopes: string[]
  clients: ConfiguredClient[]
}

export interface Sandbox {
  /** The BFF's configuration file for these environments, as plain JSON. */
  configuration: { environments: ConfiguredEnvironment[] }
  /** Client secrets, by the name of the environment variable that `secret_variable` gives. */
  secrets: Record<string, string>
  /** The scenarios that can be played against it, as plain JSON. */
  demonstrations: PlayableScenario[]
  close(): Promise<void>
}

/** A port that another program holds. */
export class PortInUse extends Error {
  readonly code = 'EADDRINUSE'
  readonly port: number
  /** The member of `SandboxOptions.ports` that asks for it. */
  readonly setting: keyof SandboxPorts
  constructor(port: number, setting: keyof SandboxPorts) {
    super(`Port ${port} (${setting}) is in use by another program.`)
    this.name = 'PortInUse'
    this.port = port
    this.setting = setting
  }
}

/**
 * Starts both identity services and both gateways, and says how to reach them.
 *
 * @throws PortInUse when a port is taken; nothing is left running then.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { appUrl, host = '127.0.0.1', ports, clock = () => Date.now() / 1000, onUnexpectedError = () => {} } = options
  const redirectUri = `${appUrl}/callback`
  const storage = openIdentityStorage(options.dataDirectory)
  const closers: (() => Promise<unknown>)[] = []
  const close = async () => {
    await Promise.all(closers.map((stop) => stop()))
    storage.close()
  }

  const startEnvironment = async (
    environment: HomeEnvironment,
    identityPort: keyof SandboxPorts,
    gatewayPort: keyof SandboxPorts,
  ): Promise<RunningEnvironment> => {
    const server = createServer()
    closers.push(() => stop(server))
    const issuer = await named(ports, identityPort, () => listen(server, host, ports[identityPort]))
    const secrets = await clientSecrets(storage, environment)
    const signingKey: JWK = JSON.parse(await storage.once(`${environment.id} signing key`, () => makeKey(environment)))
    const cookieKey = await storage.once(`${environment.id} cookie key`, makeSecret)
    server.on(
      'request',
      identityService({ environment, issuer, redirectUri, storage, signingKey, cookieKey, secrets, onUnexpectedError }),
    )
    const keysUrl = `${issuer}${keysPath}`
    const api = gateway({ environment, issuer, keysUrl, appOrigin: new URL(appUrl).origin, clock, onUnexpectedError })
    closers.push(() => api.close())
    const baseUrl = await named(ports, gatewayPort, () => api.listen({ host, port: ports[gatewayPort] }))
    return { environment, issuer, keysUrl, baseUrl, secrets }
  }

  try {
    const sandbox = await startEnvironment(homeEnvironments.sandbox, 'sandboxIdentity', 'sandboxGateway')
    const production = await startEnvironment(homeEnvironments.production, 'productionIdentity', 'productionGateway')
    const secrets = Object.entries({ ...sandbox.secrets, ...production.secrets })
    return {
      configuration: { environments: configuredEnvironments(sandbox, production, redirectUri) },
      demonstrations: playableScenarios(),
      secrets: Object.fromEntries(secrets.map(([clientId, secret]) => [secretVariable(clientId), secret])),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

interface RunningEnvironment {
  environment: HomeEnvironment
  issuer: string
  keysUrl: string
  baseUrl: string
  /** By client ID. */
  secrets: Record<string, string>
}

function configuredEnvironments(
  sandbox: RunningEnvironment,
  production: RunningEnvironment,
  redirectUri: string,
): ConfiguredEnvironment[] {
  const client = (id: string, name: string, description: string, clientId: string): ConfiguredClient => ({
    id,
    name,
    description,
    client_id: clientId,
    secret_variable: secretVariable(clientId),
    redirect_uri: redirectUri,
  })
  const ledgerDesk = client(
    'ledger-desk',
    'Ledger Desk',
    'Access tokens are valid for 15 minutes.',
    'ledger-desk-sandbox',
  )
  return [
    {
      id: 'sandbox',
      name: 'Sandbox',
      description: 'The sandbox identity service, with its own gateway.',
      kind: 'sandbox',
      ...addresses(sandbox),
      clients: [
        ledgerDesk,
        client(
          'night-batch',
          'Night Batch',
          'Tokens expire after 10 seconds. Use it to see an expired token.',
          'night-batch-sandbox',
        ),
      ],
    },
    {
      id: 'production',
      name: 'Production',
      description: 'The stand-in for production, with its own keys, clients and gateway.',
      kind: 'production',
      ...addresses(production),
      clients: [
        client('ledger-desk', 'Ledger Desk', 'Access tokens are valid for 15 minutes.', 'ledger-desk-production'),
        client(
          'sandbox-client',
          'Ledger Desk of the sandbox',
          'Wrong on purpose: this client is registered only with the sandbox, so production does not know it.',
          'ledger-desk-sandbox',
        ),
      ],
    },
    {
      id: 'mixed',
      name: 'Mixed up',
      description:
        'Wrong on purpose: signs in to the sandbox but sends the code to production’s token endpoint, which does not know the client.',
      kind: 'sandbox',
      ...addresses(sandbox),
      token_url: `${production.issuer}/oauth2/token`,
      clients: [ledgerDesk],
    },
  ]
}

function addresses({ environment, issuer, keysUrl, baseUrl }: RunningEnvironment) {
  return {
    auth_url: issuer,
    token_url: `${issuer}/oauth2/token`,
    base_url: baseUrl,
    issuer,
    jwks_url: keysUrl,
    revocation_url: `${issuer}${revocationPath}`,
    audience: environment.audience,
    resource_domain: environment.resourceDomain,
    pkce: true,
    nonce: true,
    iss_in_redirect: 'required' as const,
    client_secret_encoding: 'plain' as const,
    scope_separator: ' ',
    scopes: offeredScopes(environment),
  }
}

async function clientSecrets(storage: IdentityStorage, environment: HomeEnvironment): Promise<Record<string, string>> {
  const entries = environment.registrations.map(
    async ({ clientId }) => [clientId, await storage.once(`${clientId} secret`, makeSecret)] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

async function makeKey({ id }: HomeEnvironment): Promise<string> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const kid = `${id}-${randomBytes(4).toString('hex')}`
  return JSON.stringify({ ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' })
}

function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve(`http://${host}:${(server.address() as AddressInfo).port}`)
    })
  })
}

/** Names the port's setting when the port cannot be had. */
async function named<T>(ports: SandboxPorts, setting: keyof SandboxPorts, start: () => Promise<T>): Promise<T> {
  try {
    return await start()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new PortInUse(ports[setting], setting)
    throw error
  }
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
