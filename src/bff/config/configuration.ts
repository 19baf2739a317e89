import type { Client, Demonstration, EnvironmentConfig } from '#contract/config.ts'
import type { Operation } from '#knowledge/protocol/apis.ts'
import type { HttpsProxy } from '../http/outbound.ts'
import type { ClientAuthenticationMethod } from './configuration-file.ts'
import type { RedisAddress } from './redis-address.ts'
import type { ServiceMetadata } from './service-metadata.ts'

/** A key that seals sessions: 32 bytes, and the id under which values remember it. */
export interface SessionKey {
  id: string
  key: Uint8Array
}

/** A client with what only the BFF knows of it. */
export interface ClientSettings extends Client {
  /** How it proves itself at the token endpoint. */
  authMethod: ClientAuthenticationMethod
  /** Empty for a client that has none. */
  secret: string
  /** Its private key in PEM, and the `kid` under which the service knows it. */
  key?: { pem: string; id?: string }
  /** Its certificate in PEM. */
  certificate?: string
  /** `aud` of its assertions; the issuer where nothing is said. */
  assertionAudience?: string
}

export interface EnvironmentSettings extends Omit<EnvironmentConfig, 'clients' | 'publishesKeys'> {
  jwksUrl?: string
  /** Where tokens are revoked (RFC 7009). */
  revocationUrl?: string
  /** `token_endpoint` for clients that present a certificate (RFC 8705 §5). */
  mtlsTokenUrl?: string
  /** Algorithms that the service takes assertions in; absent where it does not say. */
  assertionAlgorithms?: string[]
  clients: ClientSettings[]
  /** The setting that each address comes from. */
  sources: { authorization: string; token: string; keys: string }
  /** For an environment whose file leaves its addresses to the service's metadata: what it comes to with them. */
  withMetadata?: (metadata: ServiceMetadata) => EnvironmentSettings
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export interface Limits {
  /** Milliseconds for a browser's request to arrive, header and body. */
  requestMilliseconds: number
  /** Bytes of a browser's request body, but for calls. */
  requestBytes: number
  /** Bytes of a request body that asks for a call. */
  callBytes: number
  /** Requests from one address. */
  requestsPerMinute: number
  /** Sign-ins that one address may begin in a minute, and redirects that it may bring back. */
  signInsPerMinute: number
  /** Renewals that one session may ask a process for in a minute. */
  renewalsPerMinute: number
  /** Sign-ins that are kept at once, of all browsers; the oldest give way. */
  transactions: number
  /** Milliseconds for the whole answer of an identity service. */
  identityMilliseconds: number
  /** Decoded bytes of a response of an identity service. */
  identityBytes: number
  /** Milliseconds for the whole answer of a business API. */
  apiMilliseconds: number
  /** Decoded bytes of a response of a business API. */
  apiBytes: number
  /** Calls of business APIs that one session may have in progress, in one process, or in all that share a Redis. */
  callsAtOnce: number
  /** Milliseconds for a response of the session store. */
  storeMilliseconds: number
  /** Seconds between the start of a sign-in and its redirect. */
  transactionSeconds: number
  /** Seconds without use after which a session ends. */
  sessionIdleSeconds: number
  /** Seconds after which a session ends in any case. */
  sessionSeconds: number
  /** Milliseconds of event-loop delay above which requests are turned away. */
  eventLoopDelayMilliseconds: number
}

export const defaultLimits: Limits = {
  requestMilliseconds: 15_000,
  requestBytes: 16_384,
  callBytes: 1_048_576,
  requestsPerMinute: 1_200,
  signInsPerMinute: 120,
  renewalsPerMinute: 30,
  transactions: 10_000,
  identityMilliseconds: 9_000,
  identityBytes: 1_048_576,
  apiMilliseconds: 15_000,
  apiBytes: 5_242_880,
  callsAtOnce: 8,
  storeMilliseconds: 800,
  transactionSeconds: 600,
  sessionIdleSeconds: 3_600,
  sessionSeconds: 28_800,
  eventLoopDelayMilliseconds: 3_000,
}

export interface Configuration {
  /** Where browsers reach the app: an origin, without a slash at the end. */
  publicUrl: string
  trustedProxies: string[]
  /** The proxy to the outside world. */
  proxy?: HttpsProxy
  /** The first writes, all read. */
  sessionKeys: SessionKey[]
  sessionFile: string
  /** The Redis that takes the file's place, where any number of machines share the sessions. */
  redis?: RedisAddress
  logLevel: (typeof logLevels)[number]
  builtIn: boolean
  limits: Limits
  environments: EnvironmentSettings[]
  /** Operations that the installation adds to those of knowledge/protocol/apis.ts. */
  operations: Operation[]
  /** Whether the operations of knowledge/protocol/apis.ts are offered. */
  builtInOperations: boolean
  /** Stories that the page offers to play. */
  demonstrations?: Demonstration[]
  /** Whether a token of a production environment may be sent to the gateway of a sandbox. */
  productionTokensToSandbox: boolean
  /** Whether anybody may post webhooks to the addresses that sessions open. */
  webhooks: boolean
}

/** A client application with the environment that it is registered with. */
export interface RegisteredClient {
  environment: EnvironmentSettings
  client: ClientSettings
}

export function findEnvironment(configuration: Configuration, id: string): EnvironmentSettings | undefined {
  return configuration.environments.find((environment) => environment.id === id)
}

export function findClient(
  configuration: Configuration,
  environmentId: string,
  clientId: string,
): RegisteredClient | undefined {
  const environment = findEnvironment(configuration, environmentId)
  const client = environment?.clients.find(({ id }) => id === clientId)
  return environment && client && { environment, client }
}

/** Whether the app is served over https; plain http is only taken for this machine itself. */
export function isSecure(publicUrl: string): boolean {
  return new URL(publicUrl).protocol === 'https:'
}
