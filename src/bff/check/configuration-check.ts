import type { Check } from '#contract/check.ts'
import { epochSeconds } from '#contract/epoch-seconds.ts'
import { isFresh } from '../fresh.ts'
import { checkConfiguration } from './check-configuration.ts'
import type { CheckParts } from './check-parts.ts'

/** What is known of the configuration, found at the start and again once in a while as long as something is wrong. */
export interface ConfigurationCheck {
  /** The last check; begins one where there is none. */
  latest(): Promise<Check>
}

/** A check sends every client's credentials: it is not to be had as often as somebody likes. */
const restMilliseconds = 120_000

export function configurationCheck(parts: CheckParts): ConfigurationCheck {
  let last: { readAt: number; keptUntil: number; check: Promise<Check> } | undefined
  let settled: Check | undefined

  async function run(): Promise<Check> {
    const findings = await checkConfiguration(parts)
    settled = { checkedAt: epochSeconds(parts.clock()), findings }
    return settled
  }

  return {
    async latest() {
      if (parts.configuration.builtIn) return { findings: [] }
      const due = settled?.findings.length !== 0 && !(last && isFresh(last, parts.clock()))
      const now = parts.clock()
      if (due) last = { readAt: now, keptUntil: now + restMilliseconds, check: run() }
      return (await last?.check) ?? { findings: [] }
    },
  }
}
