import type { Diagnosis } from '#knowledge/diagnose/diagnosis.ts'
import { type MaskOptions, maskCall, maskClaims, maskDiagnosis } from '#knowledge/privacy/mask.ts'
import { claimSensitivity } from '#knowledge/privacy/sensitivity.ts'
import type { Call } from '#knowledge/protocol/call.ts'
import type { ClaimDescription } from '#knowledge/protocol/claim.ts'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import { maskMessages } from '#knowledge/share/mask-message.ts'

/** What is masked now in each thing that a screen shows. */
export interface Masking {
  messages(messages: readonly FlowMessage[]): FlowMessage[]
  call(call: Call): Call
  diagnosis(diagnosis: Diagnosis, call: Call): Diagnosis
  claims(claims: Record<string, unknown>): Record<string, unknown>
  /** Whether the value of a claim is masked as a whole. */
  hides(name: string, description: ClaimDescription): boolean
}

/** Masks by these options. What finds secrets is large: a screen takes it only when it has something to mask. */
export const masksFor = (options: MaskOptions): Masking => ({
  messages: (messages) => maskMessages(messages, options),
  call: (call) => maskCall(call, options),
  diagnosis: (diagnosis, call) => maskDiagnosis(diagnosis, call, options),
  claims: (claims) => maskClaims(claims, options),
  hides: (name, description) => options.personal === true && claimSensitivity(name, description) !== 'open',
})
