/**
 * What is known of one HTTP exchange between Claimcheck and the outside world. Every part may be missing: a support
 * desk often holds nothing but a status and a body. Header names are lower case.
 */
export interface Call {
  /** Epoch seconds by the BFF's clock when the response came. */
  at: number
  step: Step
  /** The environment that the request was sent to. */
  environment?: Environment
  /** The other environments in the configuration. */
  others?: Environment[]
  request?: {
    method: string
    url: string
    headers?: Record<string, string>
    form?: Record<string, string>
    body?: string
  }
  /** For `authorize`: the redirect as it came, status 302 and a `location` with the callback's parameters. */
  response?: { status?: number; headers?: Record<string, string>; body?: string }
  /** Set when no complete response came. */
  failure?: { kind: FailureKind; message?: string }
  /** The bearer that was sent, decoded; absent when it was not a JWT or none was sent. */
  token?: DecodedToken
  /** The public keys that the environment publishes. */
  keys?: { kid?: string; alg?: string }[]
  flow?: Flow
  /** Operations that the installation adds to those of `apis.ts`. */
  operations?: KnownOperation[]
}

/** An operation of the business APIs, as far as reasoning about a call needs it. */
export interface KnownOperation {
  /** Permanent, kebab-case. */
  id: string
  /** Id of its API. */
  api: string
  title: string
  /** What it answers, in a sentence. */
  summary: string
  method: string
  /** Below `{base_url}{path_prefix}`, with `{name}` for each path parameter. */
  path: string
  /** The scope that it demands: a plain one, or a level of its API within the environment's resource domain. */
  needs: { scope: string } | { level: string }
  /** True when the token must carry a company identifier in the audience or in the API's own claim (§7.3). */
  company?: boolean
}

export const steps = ['authorize', 'token', 'refresh', 'api'] as const
export type Step = (typeof steps)[number]

/** Why no complete response came. */
export const failureKinds = [
  'dns',
  'refused',
  'reset',
  'timeout',
  'tls',
  'proxy',
  'too-large',
  'undecodable',
  'malformed',
  'aborted',
] as const
export type FailureKind = (typeof failureKinds)[number]

export interface DecodedToken {
  header: Record<string, unknown>
  claims: Record<string, unknown>
}

/** One identity service with the gateway and the business APIs that take its tokens. */
export interface Environment {
  id: string
  /** What people call it; the id where it has no name. */
  name?: string
  kind: 'production' | 'sandbox'
  /** `{auth_url}` or `{sandbox_auth_url}` of the service's document, or the issuer; without a slash at the end. */
  authUrl: string
  /** Where a sign-in begins; `{authUrl}/oauth2/authorize` (§2.1 of the document) unless configured or discovered otherwise. */
  authorizationUrl?: string
  /** Where codes are exchanged; `{authUrl}/oauth2/token` (§4.2 of the document) unless configured or discovered otherwise. */
  tokenUrl?: string
  /** `{base_url}` of the document, without a slash at the end. */
  baseUrl: string
  /** What is between it and the paths of operations, such as `/v1`, which it is when left out; empty for nothing. */
  pathPrefix?: string
  /** Set where the service is not the one that the API guide describes, so that nothing in the guide holds for it. */
  foreign?: boolean
  issuer?: string
  audience?: string
  /** `<resource_domain>` of the business scopes (§2.4 of the document). */
  resourceDomain?: string
  /** Client identifiers registered with this environment, as far as the configuration says. */
  clientIds?: string[]
}

/** What the sign-in that led to this exchange knows and the exchange itself does not show. */
export interface Flow {
  /** The client ID that the sign-in used. */
  clientId?: string
  requestedScopes?: string[]
  grantedScope?: string
  redirectUri?: string
  /** The `state` that was sent; absent when no sign-in of this browser is known. */
  state?: string
  /** The `nonce` that was sent. */
  nonce?: string
  /** Seconds since the redirect brought the code; when the identity service made it is not known. */
  codeAgeSeconds?: number
  codeUsedBefore?: boolean
  /** The session had been signed out when the request was sent. */
  signedOut?: boolean
  /** The tab's clock less the BFF's, in seconds. */
  tabClockSkewSeconds?: number
  /** How the client proved itself, by the names of OpenID Connect Core §9 and RFC 8705 §2.1.1. */
  clientAuthentication?: string
  /** How Basic spelled a secret that RFC 6749 §2.3.1 and the plain join spell differently; absent for any other. */
  secretSpelling?: 'plain' | 'form'
  /** The identity service took the same credentials of the client before, in this session. */
  credentialsTaken?: boolean
  /** Set where what was sent as bearer is the `refresh_token` of the token response. */
  bearerField?: 'refresh_token'
  /** The access token that was sent is no JWT. */
  opaqueToken?: boolean
  /**
   * Set where a test token, or none, was sent in place of the session's: the id of its deliberate fault, `pasted` for one
   * that was typed, `no-token` for none.
   */
  testToken?: string
  /** The keys that the environment published when its API had refused the token. */
  publishedKeys?: { kid?: string; alg?: string }[]
  /** Set when Claimcheck itself turned the response down: the check that did not hold, and what else it knows. */
  refused?: { check: RefusedCheck; field?: string; detail?: string }
}

/** The checks of a sign-in that Claimcheck makes itself, in the order in which they are made. */
export const refusedChecks = [
  'parameter-repeated',
  'code-and-error',
  'code-missing',
  'state-unknown',
  'transaction-missing',
  'transaction-expired',
  'code-used',
  'iss-missing',
  'iss-mismatch',
  'token-response-unreadable',
  'token-response-field',
  'id-token-missing',
  'id-token-unreadable',
  'id-token-encrypted',
  'id-token-algorithm',
  'key-set-unavailable',
  'id-token-key-unknown',
  'id-token-signature',
  'id-token-issuer',
  'id-token-audience',
  'id-token-subject',
  'id-token-expiry-missing',
  'id-token-expired',
  'nonce-missing',
  'nonce-mismatch',
  'subject-changed',
] as const
export type RefusedCheck = (typeof refusedChecks)[number]
