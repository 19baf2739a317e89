import { allowInsecureRequests, customFetch, revocationRequest } from 'oauth4webapi'
import type { Limits, RegisteredClient } from '../config/configuration.ts'
import type { Outbound, Sent } from '../http/outbound.ts'
import { certificateOf, clientAuthentication } from './client-authentication.ts'
import { sendClientRequest } from './client-request.ts'
import { parseObject } from './token-response.ts'

/** A token to revoke, with what kind it is (RFC 7009 §2.1). */
export interface RevocableToken {
  value: string
  hint: 'refresh_token' | 'access_token'
}

/**
 * Revokes tokens at the identity service (RFC 7009), where it has an endpoint for that.
 *
 * @returns what the service would not, or could not, revoke: each with its status, or with why no response came
 */
export async function revokeTokens(
  parts: { outbound: Outbound; limits: Pick<Limits, 'identityMilliseconds' | 'identityBytes'> },
  { environment, client }: RegisteredClient,
  tokens: RevocableToken[],
): Promise<{ hint: RevocableToken['hint']; why: string }[]> {
  const { issuer, revocationUrl } = environment
  if (revocationUrl === undefined) return []
  const failed = []
  for (const { value, hint } of tokens) {
    let sent: Sent | undefined
    await revocationRequest(
      { issuer, revocation_endpoint: revocationUrl },
      { client_id: client.clientId },
      clientAuthentication(environment, client),
      value,
      {
        additionalParameters: { token_type_hint: hint },
        // The configuration takes plain http for this machine alone.
        [allowInsecureRequests]: true,
        [customFetch]: async (url, request) => {
          sent = (await sendClientRequest(parts, url, request, certificateOf(client))).sent
          return new Response()
        },
      },
    )
    const why = sent && whyNotRevoked(sent)
    if (why !== undefined) failed.push({ hint, why })
  }
  return failed
}

/** RFC 7009 §2.2.1: a service need not revoke access tokens; those end by themselves. */
function whyNotRevoked({ answer, failure }: Sent): string | undefined {
  if (failure || !answer) return failure?.kind ?? 'no response'
  if (answer.status === 200 || parseObject(answer.body)?.error === 'unsupported_token_type') return undefined
  return `status ${answer.status}`
}
