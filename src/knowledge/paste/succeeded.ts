import type { Call } from '../protocol/call.ts'
import { parseAddress } from '../text/address.ts'
import { member } from '../text/member.ts'
import { refusalInBody, refusalInXml } from '../text/refusal-in-body.ts'
import { readBody } from '../text/response-body.ts'

/** Whether a response is recognised as a success: by its status, or by a body that only a success has. */
export function succeeded({ response, failure }: Call): boolean {
  if (response === undefined || failure !== undefined) return false
  const { status, headers } = response
  if (saysError(response)) return false
  if (status !== undefined && status >= 200 && status < 300) return true
  if (status !== undefined && status < 400) return isSignInRedirect(headers?.location ?? '')
  if (status !== undefined) return false
  const body = readBody(response)
  return (
    body.kind === 'json' && successes.some((names) => names.every((name) => member(body.value, name) !== undefined))
  )
}

/** Whether a body reports a failure, or names an error in the member that standards have for it: some do so with status 200. */
function saysError(response: NonNullable<Call['response']>): boolean {
  const body = readBody(response)
  if (body.kind === 'text') return refusalInXml(body.text) !== undefined
  if (body.kind !== 'json') return false
  const error = member(body.value, 'error')
  return refusalInBody(body.value) !== undefined || (typeof error === 'string' && /^[a-z]+(?:_[a-z]+)+$/.test(error))
}

/** Members that stand together in the response of a success alone. */
const successes = [
  // RFC 6749 §5.1
  ['access_token', 'token_type'],
  // Amazon Cognito (InitiateAuth), Firebase Authentication, Azure CLI and AWS STS, by their documents
  ['AuthenticationResult'],
  ['idToken', 'refreshToken', 'expiresIn'],
  ['accessToken', 'expiresOn', 'tokenType'],
  ['Credentials', 'AssumedRoleUser'],
  // RFC 7662 §2.2
  ['active'],
  // RFC 9126 §2.2
  ['request_uri', 'expires_in'],
  // RFC 8628 §3.2
  ['device_code', 'user_code'],
  // OpenID Connect CIBA §7.3
  ['auth_req_id', 'expires_in'],
]

/** The way to a sign-in, or back from one with a code (RFC 6749 §4.1.1, §4.1.2). */
function isSignInRedirect(location: string): boolean {
  const { query } = parseAddress(location)
  const names = new Set(query.map(([name]) => name))
  return !names.has('error') && (names.has('code') || (names.has('client_id') && names.has('response_type')))
}
