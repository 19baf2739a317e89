import { type CallView, nameOf } from '../call-view.ts'
import { segmentOf } from '../error-synonyms.ts'

/** Whether the answer’s code ends in one of these segments, as `segmentOf` spells them. */
export function faultIs(view: CallView, ...segments: string[]): boolean {
  const named = view.gatewayFault ?? view.oauthError
  return named !== undefined && [named.code, nameOf(named)].some((code) => segments.includes(segmentOf(code)))
}

/** Where that code stands. */
export function faultAt(view: CallView): string {
  return view.gatewayFault?.at ?? view.oauthError?.at ?? '/response/status'
}
