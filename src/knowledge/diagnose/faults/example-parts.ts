import type { Call, Environment } from '../../protocol/call.ts'
import { base64UrlOf } from '../../text/base64.ts'

/** When the worked examples happen: 4 May 2026, 09:30 UTC, in epoch seconds. */
export const exampleNow = 1_777_887_000

/** The environments of the worked examples. */
export const sandbox: Environment = {
  id: 'sandbox',
  name: 'Sandbox',
  kind: 'sandbox',
  authUrl: 'https://id.sandbox.example',
  baseUrl: 'https://api.sandbox.example',
  issuer: 'https://id.sandbox.example',
  audience: 'https://api.sandbox.example',
  resourceDomain: 'https://api.bank.example',
  clientIds: ['demo'],
}

export const production: Environment = {
  id: 'production',
  name: 'Production',
  kind: 'production',
  authUrl: 'https://id.example',
  baseUrl: 'https://api.example',
  issuer: 'https://id.example',
  audience: 'https://api.example',
  resourceDomain: 'https://api.bank.example',
  clientIds: ['live'],
}

/** A redirect to the callback with a query, and with the check that turned it down where one did. */
export function exampleCallback(
  query: string,
  check?: NonNullable<NonNullable<Call['flow']>['refused']>['check'],
): Call {
  return {
    at: exampleNow,
    step: 'authorize',
    environment: sandbox,
    response: { status: 302, headers: { location: `https://app.example/callback?${query}` } },
    flow: check && { refused: { check } },
  }
}

/** A token response with status 200, and with an ID token of these claims where they are given. */
export function exampleTokenAnswer(fields: Record<string, unknown>, idTokenClaims?: Record<string, unknown>): Call {
  const body =
    idTokenClaims === undefined
      ? fields
      : { ...fields, id_token: `${header}.${base64UrlOf(JSON.stringify(idTokenClaims))}.c2ln` }
  return {
    at: exampleNow,
    step: 'token',
    environment: sandbox,
    response: { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  }
}

/** A token request that was refused with an error body (§7.1). */
export function exampleTokenError(status: number, error: string, more: Partial<Call> = {}): Call {
  return {
    at: exampleNow,
    step: 'token',
    environment: sandbox,
    request: {
      method: 'POST',
      url: 'https://id.sandbox.example/oauth2/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: 'Basic fp:1a2b3c4d' },
      form: { grant_type: 'authorization_code', code: 'fp:5e6f7a8b', redirect_uri: 'https://app.example/callback' },
    },
    response: {
      status,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ error, error_description: 'refused' }),
    },
    ...more,
  }
}

/** A call of a business API with an access token that holds unless `claims` says otherwise. */
export function exampleApiCall(
  path: string,
  status: number,
  more: {
    claims?: Record<string, unknown>
    header?: Record<string, unknown>
    body?: unknown
    headers?: Record<string, string>
    method?: string
  } = {},
): Call {
  const body = more.body ?? { message: 'refused' }
  return {
    at: exampleNow,
    step: 'api',
    environment: sandbox,
    others: [production],
    request: {
      method: more.method ?? 'GET',
      url: `https://api.sandbox.example/v1${path}`,
      headers: { authorization: 'Bearer fp:1a2b3c4d' },
    },
    response: {
      status,
      headers: { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json', ...more.headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    },
    token: {
      header: { alg: 'RS256', kid: 'sandbox-1', typ: 'at+jwt', ...more.header },
      claims: {
        iss: 'https://id.sandbox.example',
        sub: 'ana',
        aud: 'https://api.sandbox.example',
        scope: 'openid https://api.bank.example/bank-slips.readonly https://api.bank.example/payment-receipts.readonly',
        iat: exampleNow - 100,
        exp: exampleNow + 200,
        ...more.claims,
      },
    },
    keys: [{ kid: 'sandbox-1', alg: 'RS256' }],
  }
}

/** A body in the gateway's documented shape (§7.2). */
export function gatewayBody(errorcode: string, faultstring = 'refused'): unknown {
  return { fault: { faultstring, detail: { errorcode } } }
}

const header = 'eyJhbGciOiJSUzI1NiIsImtpZCI6InNhbmRib3gtMSJ9'
