import type { FaultCode } from '#knowledge/diagnose/faults/catalogue.ts'
import { findPerson } from './people.ts'
import { scenarios } from './scenarios.ts'

/** A scenario with everything that playing it needs, nothing left to defaults. */
export interface PlayableScenario {
  id: string
  title: string
  story: string
  environment: string
  client: string
  /** Name of the demo account that signs in. */
  person: string
  scopes: string[]
  refuse: string[]
  deny: boolean
  call?: { operation: string; parameters: Record<string, string>; gateway: string; afterSeconds: number }
  expected?: FaultCode
  ends: { status: number; says: string }
}

/** The scenarios, in their order, for somebody who knows the environments alone. */
export function playableScenarios(): PlayableScenario[] {
  return scenarios.map(({ account, refuse = [], deny = false, call, ...scenario }) => ({
    ...scenario,
    person: findPerson(account)?.name ?? account,
    refuse,
    deny,
    call: call && {
      operation: call.operation,
      parameters: call.parameters ?? {},
      gateway: call.gateway ?? scenario.environment,
      afterSeconds: call.afterSeconds ?? 0,
    },
  }))
}
