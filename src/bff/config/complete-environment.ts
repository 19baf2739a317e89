import { operations as builtInOperations, neededScope, type Operation } from '#knowledge/protocol/apis.ts'
import type { ClientSettings, EnvironmentSettings } from './configuration.ts'
import {
  type ClientAuthenticationMethod,
  prefixOf,
  type Surroundings,
  type WrittenClient,
  type WrittenEnvironment,
  writtenMethod,
} from './configuration-file.ts'
import type { ServiceMetadata } from './service-metadata.ts'

/** What the settings of an environment depend on beside its own entry in the file. */
export interface Around extends Surroundings {
  publicUrl: string
  /** Whether the built-in operations are offered. */
  builtInOperations: boolean
  /** Those that the installation adds. */
  operations: Operation[]
}

/**
 * Fills in what an environment's entry leaves out: by the service's metadata where it has been read, else as the
 * service's document and the standards say. What the file says always holds.
 */
export function completeEnvironment(
  written: WrittenEnvironment,
  around: Around,
  metadata?: ServiceMetadata,
): EnvironmentSettings {
  const byMetadata = written.auth_url === undefined
  const base = byMetadata ? 'issuer' : 'auth_url'
  return {
    id: written.id,
    name: written.name,
    description: written.description,
    kind: written.kind,
    ...addressesOf(written, metadata),
    jwksUrl: written.jwks_url ?? metadata?.jwks_uri,
    revocationUrl: written.revocation_url ?? metadata?.revocation_endpoint,
    endSessionUrl: written.end_session_url ?? metadata?.end_session_endpoint,
    mtlsTokenUrl: written.token_url ? undefined : metadata?.mtls_token_endpoint,
    assertionAlgorithms: metadata?.token_endpoint_auth_signing_alg_values_supported,
    audience: written.audience,
    resourceDomain: written.resource_domain,
    // Metadata that say nothing of PKCE leave open whether it is checked; a server ignores what it does not know.
    pkce: written.pkce ?? metadata?.code_challenge_methods_supported?.includes('S256') ?? true,
    nonce: written.nonce ?? true,
    issInRedirect: written.iss_in_redirect ?? issInRedirect(metadata),
    clientSecretEncoding: written.client_secret_encoding ?? (byMetadata ? 'form' : 'plain'),
    scopeSeparator: written.scope_separator ?? ' ',
    scopes: written.scopes ?? offeredScopes(written, around, metadata?.scopes_supported),
    prompts: written.prompts ?? offeredPrompts(metadata),
    authorizationParameters: written.authorization_parameters ?? {},
    clients: written.clients.map((client) => completeClient(client, around, metadata)),
    sources: {
      authorization: written.authorization_url ? 'authorization_url' : base,
      token: written.token_url ? 'token_url' : base,
      keys: written.jwks_url ? 'jwks_url' : base,
    },
    withMetadata: byMetadata ? (read) => completeEnvironment(written, around, read) : undefined,
  }
}

/** The addresses of an environment, as far as they are known without, or with, the service's metadata. */
export function addressesOf(
  written: WrittenEnvironment,
  metadata?: ServiceMetadata,
): Pick<
  EnvironmentSettings,
  'authUrl' | 'authorizationUrl' | 'tokenUrl' | 'baseUrl' | 'pathPrefix' | 'foreign' | 'issuer'
> {
  const authUrl = withoutSlash(written.auth_url ?? written.issuer ?? '')
  const foreign = written.auth_url === undefined
  const documented = (path: string) => (foreign ? undefined : authUrl + path)
  return {
    authUrl,
    authorizationUrl: written.authorization_url ?? metadata?.authorization_endpoint ?? documented('/oauth2/authorize'),
    tokenUrl: written.token_url ?? metadata?.token_endpoint ?? documented('/oauth2/token'),
    baseUrl: withoutSlash(written.base_url),
    pathPrefix: prefixOf(written),
    foreign,
    // Compared character by character, so it stays exactly as it was written.
    issuer: written.issuer ?? authUrl,
  }
}

export const withoutSlash = (address: string) => address.replace(/\/+$/, '')

/** RFC 9207 §3: a service that does not say that it sends `iss` need not. */
function issInRedirect(metadata: ServiceMetadata | undefined): EnvironmentSettings['issInRedirect'] {
  return metadata && !metadata.authorization_response_iss_parameter_supported ? 'optional' : 'required'
}

/** Of the values of OpenID Connect Core §3.1.2.1 those that a person can choose and the service knows. */
function offeredPrompts({ prompt_values_supported: supported }: Partial<ServiceMetadata> = {}): string[] {
  return supported ? ['login', 'consent', 'select_account'].filter((value) => supported.includes(value)) : ['login']
}

/** Scopes of a sign-in by OpenID Connect Core §5.4, and those of the service's document (§2.5). */
const usualScopes = {
  standard: ['openid', 'profile', 'email'],
  documented: ['apps', 'email', 'openid', 'profile', 'webhooks'],
}

/** The usual ones that the service knows, and those that the operations need where the resource domain is known. */
function offeredScopes(
  { auth_url, resource_domain }: WrittenEnvironment,
  around: Around,
  supported: string[] | undefined,
): string[] {
  const documented = auth_url !== undefined
  // Of the built-in operations another service knows the scopes only where it was given their resource domain.
  const builtIn = around.builtInOperations && (documented || resource_domain !== undefined) ? builtInOperations : []
  const needed = [...builtIn, ...around.operations].map((operation) => neededScope(operation, resource_domain))
  const usual = documented
    ? usualScopes.documented
    : usualScopes.standard.filter((scope) => supported?.includes(scope) ?? true)
  const scopes = new Set([...usual, ...needed.filter((scope) => scope !== undefined)])
  return scopes.size > 0 ? [...scopes] : ['openid']
}

function completeClient(client: WrittenClient, around: Around, metadata: ServiceMetadata | undefined): ClientSettings {
  return {
    id: client.id,
    name: client.name,
    description: client.description,
    clientId: client.client_id,
    redirectUri: client.redirect_uri ?? `${around.publicUrl}/callback`,
    authMethod: authMethodOf(client, metadata?.token_endpoint_auth_methods_supported),
    secret: (client.secret_variable && around.variables[client.secret_variable]) || '',
    key: client.key_file === undefined ? undefined : { pem: around.readFile(client.key_file), id: client.key_id },
    certificate: client.certificate_file === undefined ? undefined : around.readFile(client.certificate_file),
    assertionAudience: client.assertion_audience,
  }
}

/** What the file says; else, of the ways that differ in nothing that the file holds, the one that the service lists. */
function authMethodOf(client: WrittenClient, supported: string[] = []): ClientAuthenticationMethod {
  const method = writtenMethod(client) ?? bySecret
  if (client.token_endpoint_auth_method !== undefined) return method
  const alike = choices.find(([usual]) => usual === method) ?? []
  return alike.find((one) => supported.includes(one)) ?? method
}

/** RFC 8414 §2: a service that lists no methods takes Basic. */
const bySecret = 'client_secret_basic'
const choices: ClientAuthenticationMethod[][] = [
  [bySecret, 'client_secret_post'],
  ['tls_client_auth', 'self_signed_tls_client_auth'],
]
