import type { Call } from '../../protocol/call.ts'
import type { Diagnosis } from '../diagnosis.ts'
import { saysLittle } from '../known-errors/lead.ts'
import { ledByBreach } from '../trace/broken-rule.ts'
import type { Trace } from '../trace/message.ts'
import { openContrastRules } from './contrast-rules.ts'

/**
 * Diagnoses of a text, where no words or values lead to the first, led by what the text says of what works besides what
 * fails. It is never more than possible.
 */
export function ledByContext(diagnoses: Diagnosis[], trace: Trace, call: Call): Diagnosis[] {
  const [first] = diagnoses
  const open =
    first === undefined || (first.certainty === 'possible' && (saysLittle(first.code) || first.telling === undefined))
  if (!open) return diagnoses
  for (const { basis, find } of openContrastRules) {
    const said = find(trace)
    if (said === undefined) continue
    const breach = { who: 'caller', retry: 'after-fix', certainty: 'possible', basis, ...said } as const
    return ledByBreach(diagnoses, { breach, told: true, seen: true }, call)
  }
  return diagnoses
}
