import type { Basis } from '../../protocol/basis.ts'
import type { Call, Step } from '../../protocol/call.ts'
import { closed, environmentName, quoted } from '../../text/quote.ts'
import type { CallView } from '../call-view.ts'
import { statedCertainty } from '../certainty.ts'
import type { ErrorName } from '../error-names.ts'
import { type Expected, type Fault, fault, type Retry, type Who } from '../fault.ts'
import type { NextStep } from '../next-step.ts'

/** Steps at an identity service. */
export const identity: readonly Step[] = ['authorize', 'token', 'refresh']
/** Steps at its token endpoint. */
export const exchange: readonly Step[] = ['token', 'refresh']
export const pkceNotShown = 'PKCE is not described in the API guide'

/** A cause that codes or words of the other side state outright, and that nothing else of a call shows. */
export interface StatedCause<Code extends string> {
  code: Code
  names: ErrorName[]
  steps: readonly Step[]
  title: string
  meaning: string
  causes: string[]
  fix: string
  who: Who
  /** Who can fix it at an identity service, where that is somebody else. */
  whoAtIdentity?: Who
  retry?: Retry
  /** Also said with 400, where other names may mean what the API deals in. */
  with400?: true
  /** Who states it, where it is not who was called. */
  stater?: string
  /** What the call shows against it. */
  unless?: (view: CallView) => boolean
  /** Where the name leaves room for something else. */
  certainty?: 'likely'
  basis: Basis
  aliases?: string[]
  next?: NextStep
  example: Call
  expected: Expected
}

/** The entry of such a cause. */
export function statedCause<const Code extends string>({
  names,
  steps,
  fix,
  retry,
  certainty,
  with400,
  stater,
  unless,
  whoAtIdentity,
  ...one
}: StatedCause<Code>): Fault<Code> {
  return fault({
    ...one,
    when: (view) => {
      const error = [view.gatewayFault, view.oauthError].find((each) => each?.means && names.includes(each.means))
      if (error === undefined || !steps.includes(view.step) || unless?.(view)) return undefined
      const stated = statedCertainty(view, error, with400 === true)
      if (stated === undefined) return undefined
      const status = view.status === undefined || view.redirect ? [] : ['/response/status']
      return {
        at: [error.at, ...status],
        certainty: certainty ?? stated,
        values: { named: error.code, text: error.text },
      }
    },
    explain: ({ named, text }, view) => ({
      cause: `${closed(stater === undefined ? answered(view, text ?? named) : `${stater} reported ${quoted(text ?? named, 300)}`)} ${one.meaning}`,
      fix,
      who: view.step === 'api' ? undefined : whoAtIdentity,
    }),
    retry: retry ?? 'after-fix',
  })
}

function answered(view: CallView, words: string): string {
  const status = view.status === undefined || view.redirect ? '' : ` with status ${view.status}`
  if (view.step === 'api') return `The response${status} says ${quoted(words, 300)}`
  const service = view.environment === undefined ? '' : ` of ${environmentName(view.environment)}`
  return `The identity service${service} returned ${quoted(words, 300)}${status}`
}
