import type { Config } from '#contract/config.ts'
import type { Environment, Step } from '#knowledge/protocol/call.ts'
import type { InspectedToken } from '#knowledge/token/take-apart.ts'

/** By what a pasted text is judged, as far as the person has said it. It lives in the address; what was pasted does not. */
export interface InspectContext {
  environment: string | undefined
  step: Step | undefined
  /** Epoch seconds; `pasting` for the time at which the text came in; undefined for the time that is in the text. */
  judgeAt: number | 'pasting' | undefined
  /** Seconds by which clocks may differ. */
  skewSeconds: number
}

export const skews = [0, 30, 60, 120, 300]

export const steps: { step: Step; name: string; where: string }[] = [
  { step: 'authorize', name: 'Sign-in (redirect)', where: 'the sign-in' },
  { step: 'token', name: 'Code exchange', where: 'the code exchange' },
  { step: 'refresh', name: 'Renewal', where: 'the renewal' },
  { step: 'api', name: 'API call', where: 'an API call' },
]

export function readContext(address: URLSearchParams, environments: Environment[]): InspectContext {
  const at = address.get('at')
  const skew = Number(address.get('skew'))
  const chosen = at === null ? Number.NaN : Date.parse(`${at}Z`)
  return {
    environment: environments.find(({ id }) => id === address.get('environment'))?.id,
    step: steps.find(({ step }) => step === address.get('step'))?.step,
    judgeAt: at === 'pasting' ? 'pasting' : Number.isNaN(chosen) ? undefined : chosen / 1000,
    skewSeconds: skews.includes(skew) ? skew : 0,
  }
}

/** The environment whose issuer a token names. */
export function recognisedEnvironment(token: InspectedToken, config: Config): string | undefined {
  const iss = token.form === 'jws' ? token.payload.value?.iss : undefined
  return typeof iss === 'string' ? config.environments.find(({ issuer }) => issuer === iss)?.id : undefined
}

/** Epoch seconds as the value of a `datetime-local` field, in UTC. */
export const asFieldValue = (seconds: number): string => {
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 19)
}
