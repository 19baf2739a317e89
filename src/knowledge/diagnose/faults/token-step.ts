import type { CallView } from '../call-view.ts'

/** Whether a call went to the token endpoint. */
export function atTokenEndpoint(view: Pick<CallView, 'step'>): boolean {
  return view.step === 'token' || view.step === 'refresh'
}

/**
 * Whether the form of a token request was written down in part: it lacks what the request cannot be without, so what
 * else it lacks shows nothing.
 */
export function isShortened({ environment, request }: Pick<CallView, 'environment' | 'request'>): boolean {
  const form = request?.form
  if (environment !== undefined || form === undefined) return false
  const sent = Object.keys(form)
  const own = essential.get(form.grant_type ?? '')
  return sent.length < 3 && own !== undefined && !sent.includes(own)
}

/** What a request of each grant carries. */
const essential: ReadonlyMap<string, string> = new Map([
  ['authorization_code', 'code'],
  ['refresh_token', 'refresh_token'],
  ['password', 'username'],
  ['urn:ietf:params:oauth:grant-type:jwt-bearer', 'assertion'],
  ['urn:ietf:params:oauth:grant-type:device_code', 'device_code'],
  ['urn:ietf:params:oauth:grant-type:token-exchange', 'subject_token'],
])

/** The error code of an identity service, by itself or in a gateway's words, as it was written. */
export function codeOf(view: CallView): string | undefined {
  return view.oauthError?.code ?? view.gatewayFault?.code
}

/** What the document leaves open of the token endpoint's refusals. */
export const otherCodes = 'other error codes are not described (§7.1)'
