import type { Environment, Step } from '#knowledge/service/call.ts'

/** By what a pasted text is judged, as far as the person has said it. It lives in the address; what was pasted does not. */
export interface ExplainContext {
  environment: string | undefined
  step: Step | undefined
  /** Epoch seconds; `pasting` for the time at which the text came in; undefined for the time that stands in the text. */
  judgeAt: number | 'pasting' | undefined
}

export const steps: { step: Step; name: string; where: string }[] = [
  { step: 'authorize', name: 'Sign-in (redirect)', where: 'the sign-in' },
  { step: 'token', name: 'Exchange of the code', where: 'the exchange of the code' },
  { step: 'refresh', name: 'Renewal', where: 'the renewal' },
  { step: 'api', name: 'Call of a business API', where: 'a call of a business API' },
]

export function readContext(address: URLSearchParams, environments: Environment[]): ExplainContext {
  const at = address.get('at')
  const chosen = at === null ? Number.NaN : Date.parse(`${at}Z`)
  return {
    environment: environments.find(({ id }) => id === address.get('environment'))?.id,
    step: steps.find(({ step }) => step === address.get('step'))?.step,
    judgeAt: at === 'pasting' ? 'pasting' : Number.isNaN(chosen) ? undefined : chosen / 1000,
  }
}

/** Epoch seconds as the value of a `datetime-local` field, in UTC. */
export const asFieldValue = (seconds: number): string => {
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 19)
}
