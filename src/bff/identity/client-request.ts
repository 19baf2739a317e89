import type { Limits } from '../config/configuration.ts'
import { acceptEncoding, type Outbound, type OutboundRequest, type Sent } from '../http/outbound.ts'

/** A request that a client sent to its identity service with its credentials, and what came of it. */
export interface ClientRequest {
  wanted: OutboundRequest
  form: Record<string, string>
  sent: Sent
}

/** Sends what oauth4webapi has made of a request, as its `customFetch` hands it over. One attempt. */
export async function sendClientRequest(
  { outbound, limits }: { outbound: Outbound; limits: Pick<Limits, 'identityMilliseconds' | 'identityBytes'> },
  url: string,
  request: { headers: Record<string, string>; body: URLSearchParams },
  certificate: OutboundRequest['certificate'],
): Promise<ClientRequest> {
  const { 'user-agent': _, ...headers } = request.headers
  // RFC 6749 appendix B defines no charset parameter of the type.
  const type = { 'content-type': 'application/x-www-form-urlencoded', 'accept-encoding': acceptEncoding }
  const body = String(request.body)
  const wanted: OutboundRequest = { method: 'POST', url, headers: { ...headers, ...type }, body, certificate }
  const sent = await outbound.send(wanted, { milliseconds: limits.identityMilliseconds, bytes: limits.identityBytes })
  return { wanted, form: Object.fromEntries(request.body), sent }
}
