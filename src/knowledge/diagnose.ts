import type { Call } from './call.ts'
import { type CallView, viewCall } from './call-view.ts'
import { diagnoseByRow } from './catalogue/diagnose-by-row.ts'
import type { CatalogueRows } from './catalogue/rows.ts'
import type { Diagnosis, Fault } from './fault.ts'
import { faultGroups, lastResortGroup } from './faults/in-order.ts'
import { resolvePointer } from './pointer.ts'
import { soundCall } from './sound-call.ts'

/**
 * Says why a call failed: diagnoses, best first; none only for a call with nothing wrong. Never throws, whatever it is
 * given. `rows`, once loaded with `loadCatalogue`, adds the errors that have no entry of their own.
 */
export function diagnose(call: Call, rows?: CatalogueRows): Diagnosis[] {
  const view = viewCall(soundCall(call))
  const judged = (fault: Fault) => judge(fault, view, call)
  const exact = causes.filter(({ general }) => !general).flatMap(judged)
  const sure = exact.some(({ certainty }) => certainty !== 'possible')
  const recognised = sure ? exact : [...exact, ...causes.filter(({ general }) => general).flatMap(judged)]
  const explained = recognised.filter(({ certainty }) => certainty !== 'possible')
  const possible = recognised.filter(({ certainty }) => certainty === 'possible')
  if (explained.length > 0) return [...explained, ...possible]
  const lastResort = firstOf(lastResortGroup.faults, judged)
  const byRow = rows && diagnoseByRow(view, rows)
  // An entry of our own that is sure knows more of this call than a row does.
  if (byRow !== undefined && (lastResort === undefined || lastResort.certainty === 'possible'))
    return [byRow, ...possible]
  if (possible.length > 0) return possible
  return lastResort === undefined ? [] : [lastResort]
}

const causes = faultGroups.flatMap((group) => group.faults)

function firstOf(faults: Fault[], judged: (fault: Fault) => Diagnosis[]): Diagnosis | undefined {
  for (const fault of faults) {
    const [diagnosis] = judged(fault)
    if (diagnosis !== undefined) return diagnosis
  }
  return undefined
}

function judge(fault: Fault, view: CallView, call: Call): Diagnosis[] {
  const finding = fault.when(view)
  if (finding === undefined) return []
  const { cause, fix, ...own } = fault.explain(finding.values, view)
  // What says no more than the code of the answer leaves the cause behind it open.
  const sure = fault.general && finding.certainty === 'certain' ? 'likely' : finding.certainty
  const evidence = [...new Set(finding.at.map(view.shownAt))].filter((at) => resolvePointer(call, at) !== undefined)
  return [
    {
      code: fault.code,
      title: own.title ?? fault.title,
      cause,
      fix,
      who: own.who ?? fault.who,
      // Nothing is certain that cannot be shown.
      certainty: evidence.length === 0 && sure === 'certain' ? 'likely' : sure,
      basis: own.basis ?? fault.basis,
      evidence,
      retry: own.retry ?? fault.retry,
    },
  ]
}
