import { allowInsecureRequests, customFetch, genericTokenEndpointRequest } from 'oauth4webapi'
import type { Limits, RegisteredClient } from '../config/configuration.ts'
import type { Outbound } from '../http/outbound.ts'
import { certificateOf, clientAuthentication } from './client-authentication.ts'
import { type ClientRequest, sendClientRequest } from './client-request.ts'

/** A request that went to the token endpoint, and what came of it. */
export interface TokenRequest extends ClientRequest {
  /** What must never be told of it: the client's secret and the form's secret fields. */
  secrets: string[]
}

/**
 * Sends one request to an environment's token endpoint, with the client's credentials. One attempt: a code is good once, and
 * a refresh token may be.
 *
 * oauth4webapi makes the request and authenticates the client. The response is judged here, and not by it, because the
 * page tells by name the one check that failed, and shows the response as it was received.
 */
export async function requestTokens(
  { outbound, limits }: { outbound: Outbound; limits: Pick<Limits, 'identityMilliseconds' | 'identityBytes'> },
  { environment, client }: RegisteredClient,
  parameters: Record<string, string> & { grant_type: 'authorization_code' | 'refresh_token' },
): Promise<TokenRequest> {
  let made: ClientRequest | undefined
  const certificate = certificateOf(client)
  const tokenUrl = (certificate && environment.mtlsTokenUrl) ?? environment.tokenUrl
  await genericTokenEndpointRequest(
    { issuer: environment.issuer, token_endpoint: tokenUrl },
    { client_id: client.clientId },
    clientAuthentication(environment, client),
    parameters.grant_type,
    parameters,
    {
      // The configuration takes plain http for this machine alone.
      [allowInsecureRequests]: true,
      [customFetch]: async (url, request) => {
        made = await sendClientRequest({ outbound, limits }, url, request, certificate)
        return new Response()
      },
    },
  )
  if (!made) throw new Error('oauth4webapi sent no request')
  const { form, wanted, sent } = made
  const credentials = wanted.headers.authorization?.slice('Basic '.length) ?? ''
  const secrets = [...secretFields.map((name) => form[name] ?? ''), client.secret, credentials]
  return { wanted, form, sent, secrets }
}

const secretFields = ['code', 'code_verifier', 'refresh_token', 'client_secret', 'client_assertion']
