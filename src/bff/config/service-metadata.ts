import { isObject } from '#knowledge/text/json.ts'
import { isLoopback, isProtected } from './setting-schemas.ts'

/**
 * What Claimcheck takes from the metadata of an identity service (RFC 8414 §2, OpenID Connect Discovery 1.0 §3, RFC 9207
 * §3, RFC 8705 §5, Initiating User Registration §4), under the names of those. A member of another type than it must
 * have is left out.
 */
export interface ServiceMetadata {
  issuer: string
  authorization_endpoint?: string
  token_endpoint?: string
  /** RFC 7009 §2. */
  revocation_endpoint?: string
  /** OpenID Connect RP-Initiated Logout 1.0 §2.1. */
  end_session_endpoint?: string
  jwks_uri?: string
  /** `token_endpoint` of `mtls_endpoint_aliases`. */
  mtls_token_endpoint?: string
  scopes_supported?: string[]
  response_types_supported?: string[]
  prompt_values_supported?: string[]
  code_challenge_methods_supported?: string[]
  token_endpoint_auth_methods_supported?: string[]
  token_endpoint_auth_signing_alg_values_supported?: string[]
  id_token_signing_alg_values_supported?: string[]
  authorization_response_iss_parameter_supported?: boolean
  require_pushed_authorization_requests?: boolean
  /** Endpoints that do not count, under the names of their members: neither https nor of this machine, or no address. */
  unusable: Record<string, string>
}

const endpoints = [
  'authorization_endpoint',
  'token_endpoint',
  'revocation_endpoint',
  'end_session_endpoint',
  'jwks_uri',
] as const

/** Reads metadata from parsed JSON that names its issuer. */
export function serviceMetadata(json: Record<string, unknown> & { issuer: string }): ServiceMetadata {
  const endpoint = (value: unknown) => address(value, json.issuer)
  const aliases = isObject(json.mtls_endpoint_aliases) ? json.mtls_endpoint_aliases : {}
  const named = endpoints.flatMap((name) => (typeof json[name] === 'string' ? [[name, json[name]] as const] : []))
  return {
    unusable: Object.fromEntries(named.filter(([, value]) => endpoint(value) === undefined)),
    issuer: json.issuer,
    authorization_endpoint: endpoint(json.authorization_endpoint),
    token_endpoint: endpoint(json.token_endpoint),
    revocation_endpoint: endpoint(json.revocation_endpoint),
    end_session_endpoint: endpoint(json.end_session_endpoint),
    jwks_uri: endpoint(json.jwks_uri),
    mtls_token_endpoint: endpoint(aliases.token_endpoint),
    scopes_supported: names(json.scopes_supported),
    response_types_supported: names(json.response_types_supported),
    prompt_values_supported: names(json.prompt_values_supported),
    code_challenge_methods_supported: names(json.code_challenge_methods_supported),
    token_endpoint_auth_methods_supported: names(json.token_endpoint_auth_methods_supported),
    token_endpoint_auth_signing_alg_values_supported: names(json.token_endpoint_auth_signing_alg_values_supported),
    id_token_signing_alg_values_supported: names(json.id_token_signing_alg_values_supported),
    authorization_response_iss_parameter_supported: json.authorization_response_iss_parameter_supported === true,
    require_pushed_authorization_requests: json.require_pushed_authorization_requests === true,
  }
}

/**
 * An address that the configuration file could hold too, but that it may carry a query (RFC 6749 §3.1). One of this
 * machine counts only with an issuer on this machine: a service elsewhere has no say in what is asked here.
 */
function address(value: unknown, issuer: string): string | undefined {
  const url = typeof value === 'string' ? URL.parse(value) : null
  if (!url || !isProtected(url) || url.username || url.password || url.hash) return undefined
  return isLoopback(url.hostname) && !isLoopback(new URL(issuer).hostname) ? undefined : url.href
}

function names(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : undefined
}
