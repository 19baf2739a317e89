import type { CallView } from '../call-view.ts'

/** Whether a call went to the token endpoint. */
export function atTokenEndpoint(view: Pick<CallView, 'step'>): boolean {
  return view.step === 'token' || view.step === 'refresh'
}

/** What the document leaves open of the token endpoint's refusals. */
export const otherCodes = 'other error codes are not shown (§7.1)'
