import type { Call } from './call.ts'
import { type CallView, viewCall } from './call-view.ts'
import { diagnoseByRow } from './catalogue/diagnose-by-row.ts'
import type { CatalogueRows } from './catalogue/rows.ts'
import type { Diagnosis, Fault } from './fault.ts'
import { faultGroups, lastResortGroup } from './faults/in-order.ts'
import { toldCause } from './own-words.ts'
import { resolvePointer } from './pointer.ts'
import { soundCall } from './sound-call.ts'
import { quoted } from './words.ts'

/**
 * Says why a call failed: diagnoses, best first; none only for a call with nothing wrong. Never throws, whatever it is
 * given. `rows`, once loaded with `loadCatalogue`, adds the errors that have no entry of their own.
 */
export function diagnose(call: Call, rows?: CatalogueRows): Diagnosis[] {
  const seen = soundCall(call)
  const view = viewCall(seen)
  const { recognised, answers } = recognise(view, call, rows)
  const [first] = answers
  if (first === undefined || settles(first, recognised)) return answers
  const told = inItsOwnWords(seen, view, call, answers)
  return told === undefined ? answers : [told, ...answers.filter(({ code }) => code !== told.code)]
}

const causes = faultGroups.flatMap((group) => group.faults)

/** A diagnosis with the entry that gave it. */
interface Recognised {
  fault: Fault
  diagnosis: Diagnosis
}

/** What codes, statuses, claims and clocks tell. */
function recognise(
  view: CallView,
  call: Call,
  rows: CatalogueRows | undefined,
): { recognised: Recognised[]; answers: Diagnosis[] } {
  const judged = (fault: Fault) => judge(fault, view, call)
  const exact = causes.filter(({ general }) => !general).flatMap(judged)
  const sure = exact.some(({ diagnosis }) => diagnosis.certainty !== 'possible')
  const recognised = sure ? exact : [...exact, ...causes.filter(({ general }) => general).flatMap(judged)]
  const found = recognised.map(({ diagnosis }) => diagnosis)
  const explained = found.filter(({ certainty }) => certainty !== 'possible')
  const possible = found.filter(({ certainty }) => certainty === 'possible')
  if (explained.length > 0) return { recognised, answers: [...explained, ...possible] }
  const lastResort = firstOf(lastResortGroup.faults, judged)
  const byRow = rows && diagnoseByRow(view, rows)
  // An entry of our own that is sure knows more of this call than a row does.
  if (byRow !== undefined && (lastResort === undefined || lastResort.certainty === 'possible'))
    return { recognised, answers: [byRow, ...possible] }
  if (possible.length > 0) return { recognised, answers: possible }
  return { recognised, answers: lastResort === undefined ? [] : [lastResort] }
}

/** Whether an answer leaves nothing open that words could tell. */
function settles(answer: Diagnosis, recognised: Recognised[]): boolean {
  const fault = recognised.find(({ diagnosis }) => diagnosis === answer)?.fault
  return answer.certainty === 'certain' && fault !== undefined && !fault.general && !fault.coarse
}

/**
 * The cause that the other side names in words alone. No standard fixes such words, so it is never certain, and is
 * looked for only where nothing firmer has settled the cause.
 */
function inItsOwnWords(seen: Call, view: CallView, call: Call, known: Diagnosis[]): Diagnosis | undefined {
  const told = toldCause(view)
  if (told === undefined) return undefined
  const before = known.filter(({ certainty }) => certainty !== 'possible').map(({ code, title }) => `${code} ${title}`)
  const again = viewCall(seen, told)
  const diagnosis = causes
    .flatMap((fault) => judge(fault, again, call))
    .map((one) => one.diagnosis)
    .find(({ code, title, certainty }) => certainty !== 'possible' && !before.includes(`${code} ${title}`))
  return (
    diagnosis && {
      ...diagnosis,
      cause: `${diagnosis.cause} It says itself: ${quoted(told.text)}.`,
      certainty: 'likely',
      basis: { kind: 'inferred', reference: `the answer’s own words; ${diagnosis.basis.reference}` },
      evidence: [...new Set([...diagnosis.evidence, told.at])].filter((at) => resolvePointer(call, at) !== undefined),
    }
  )
}

function firstOf(faults: Fault[], judged: (fault: Fault) => Recognised[]): Diagnosis | undefined {
  for (const fault of faults) {
    const [found] = judged(fault)
    if (found !== undefined) return found.diagnosis
  }
  return undefined
}

function judge(fault: Fault, view: CallView, call: Call): Recognised[] {
  const finding = fault.when(view)
  if (finding === undefined) return []
  const { cause, fix, ...own } = fault.explain(finding.values, view)
  // What says no more than the code of the answer leaves the cause behind it open.
  const sure = fault.general && finding.certainty === 'certain' ? 'likely' : finding.certainty
  const evidence = [...new Set(finding.at.map(view.shownAt))].filter((at) => resolvePointer(call, at) !== undefined)
  const diagnosis: Diagnosis = {
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
  }
  return [{ fault, diagnosis }]
}
