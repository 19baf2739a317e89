import type { Diagnosis } from '#knowledge/diagnose/diagnosis.ts'
import { type MaskOptions, maskCall, maskClaims, maskDiagnosis, valuesIn } from '#knowledge/privacy/mask.ts'
import { claimSensitivity } from '#knowledge/privacy/sensitivity.ts'
import type { Call } from '#knowledge/protocol/call.ts'
import type { ClaimDescription } from '#knowledge/protocol/claim.ts'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import { maskMessages } from '#knowledge/share/mask-message.ts'

/** What is masked now in each thing that a screen shows. */
export interface Masking {
  messages(messages: readonly FlowMessage[]): FlowMessage[]
  call(call: Call): Call
  diagnoses(diagnoses: readonly Diagnosis[], call: Call): Diagnosis[]
  claims(claims: Record<string, unknown>): Record<string, unknown>
  /** Whether the value of a claim is masked as a whole. */
  hides(name: string, description: ClaimDescription): boolean
}

const made = new WeakMap<MaskOptions, Masking>()

/** Masks by these options, a call once however often it is drawn. What finds secrets is large: a screen takes it only when it has something to mask. */
export function masksFor(options: MaskOptions): Masking {
  const before = made.get(options)
  if (before !== undefined) return before
  const calls = new WeakMap<Call, Call>()
  const told = new WeakMap<readonly Diagnosis[], Diagnosis[]>()
  const masking: Masking = {
    messages: (messages) => maskMessages(messages, options),
    call: (call) => calls.get(call) ?? kept(calls, call, maskCall(call, options)),
    diagnoses: (diagnoses, call) => {
      const before = told.get(diagnoses)
      if (before !== undefined || diagnoses.length === 0) return before ?? []
      const known = valuesIn(call, options)
      return kept(
        told,
        diagnoses,
        diagnoses.map((one) => maskDiagnosis(one, call, options, undefined, known)),
      )
    },
    claims: (claims) => maskClaims(claims, options),
    hides: (name, description) => options.personal === true && claimSensitivity(name, description) !== 'open',
  }
  made.set(options, masking)
  return masking
}

function kept<Of extends object, Value>(values: WeakMap<Of, Value>, of: Of, value: Value): Value {
  values.set(of, value)
  return value
}
