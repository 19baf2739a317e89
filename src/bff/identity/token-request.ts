import { ClientSecretBasic } from 'oauth4webapi'
import type { ClientSettings, EnvironmentSettings } from '../config/configuration.ts'
import { acceptEncoding, type OutboundRequest, type Sent } from '../http/outbound.ts'
import type { Services } from '../services.ts'

/** A request that went to the token endpoint, and what came of it. */
export interface TokenRequest {
  wanted: OutboundRequest
  form: Record<string, string>
  sent: Sent
  /** What must never be told of it: the client's secret and the form's secret fields. */
  secrets: string[]
}

/**
 * Sends one form to an environment's token endpoint with the client's Basic credentials (§4.2 of the document). One
 * attempt: a code is good once, and a refresh token may be.
 */
export async function requestTokens(
  { outbound, configuration: { limits } }: Services,
  environment: EnvironmentSettings,
  client: ClientSettings,
  form: Record<string, string>,
): Promise<TokenRequest> {
  const authorization = await basicCredentials(environment, client)
  const wanted = {
    method: 'POST' as const,
    url: environment.tokenUrl,
    headers: {
      accept: 'application/json',
      'accept-encoding': acceptEncoding,
      'content-type': 'application/x-www-form-urlencoded',
      authorization,
    },
    body: new URLSearchParams(form).toString(),
  }
  const sent = await outbound.send(wanted, { milliseconds: limits.identityMilliseconds, bytes: limits.identityBytes })
  const secrets = secretFields.map((name) => form[name] ?? '')
  return { wanted, form, sent, secrets: [...secrets, client.secret, authorization.slice('Basic '.length)] }
}

const secretFields = ['code', 'code_verifier', 'refresh_token']

/** Joined plainly, as the document says (§4.2), or form-encoded first, as RFC 6749 §2.3.1 says. */
async function basicCredentials(environment: EnvironmentSettings, client: ClientSettings): Promise<string> {
  if (environment.clientSecretEncoding === 'plain') {
    return `Basic ${Buffer.from(`${client.clientId}:${client.secret}`).toString('base64')}`
  }
  const headers = new Headers()
  const authenticate = ClientSecretBasic(client.secret)
  await authenticate({ issuer: environment.issuer }, { client_id: client.clientId }, new URLSearchParams(), headers)
  return headers.get('authorization') ?? ''
}
