import type { CallView } from '../call-view.ts'

/** Whether a call went to the token endpoint. */
export function atTokenEndpoint(view: Pick<CallView, 'step'>): boolean {
  return view.step === 'token' || view.step === 'refresh'
}

/** The error code of an identity service, by itself or in a gateway's words, as it was written. */
export function codeOf(view: CallView): string | undefined {
  return view.oauthError?.code ?? view.gatewayFault?.code
}

/** What the document leaves open of the token endpoint's refusals. */
export const otherCodes = 'other error codes are not described (§7.1)'
