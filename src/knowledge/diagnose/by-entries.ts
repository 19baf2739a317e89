import { basisAt, inferred } from '../protocol/basis.ts'
import type { Call } from '../protocol/call.ts'
import { resolvePointer } from '../text/pointer.ts'
import { closed, quoted } from '../text/quote.ts'
import { type CallView, viewCall } from './call-view.ts'
import { causesInMessages, listedReasons, tellingSentence } from './causes-in-messages.ts'
import { absenceCertainty, findingCertainty, leavesNothingOpen, messageCertainty } from './certainty.ts'
import type { Diagnosis } from './diagnosis.ts'
import type { MessageCause } from './error-code.ts'
import { traitsOf } from './error-names.ts'
import { type Fault, stepByRetry } from './fault.ts'
import { type FaultCode, faultGroups, lastResortGroup } from './faults/catalogue.ts'
import { parseCall } from './parse-call.ts'
import { diagnoseByCode } from './registries/diagnose-by-code.ts'
import type { CatalogueRows } from './registries/rows.ts'
import { withSentence } from './with-sentence.ts'

/** What the entries of the catalogue and the rows say of a call, without the errors that products are known for. */
export function diagnoseByEntries(call: Call, rows?: CatalogueRows): Diagnosis[] {
  const seen = parseCall(call)
  return byEntries(seen, viewCall(seen), call, rows, undefined)
}

/** What codes, statuses, claims, clocks and the other side's own words tell. */
export function byEntries(
  seen: Call,
  view: CallView,
  call: Call,
  rows: CatalogueRows | undefined,
  stated: MessageCause | undefined,
): Diagnosis[] {
  const recognised = recognise(view, call, rows)
  const answers = recognised.map(({ diagnosis }) => diagnosis)
  const [first] = recognised
  if (first === undefined ? !mayHaveFailed(view) : settles(first, view)) return answers
  const worded =
    inItsOwnWords(seen, view, call, answers, first?.fault, stated) ??
    (first === undefined ? undefined : withItsOwnWords(view, call, first))
  return worded === undefined ? answers : [worded, ...answers.filter(({ code }) => code !== worded.code)]
}

/** Whether a response may be a refusal: its status is unknown or says so, or its body does. */
export function mayHaveFailed(view: CallView): boolean {
  if (view.call.failure !== undefined) return true
  return (
    view.refusedDespiteSuccess ||
    (view.call.response !== undefined && (view.status === undefined || view.status >= 400))
  )
}

const causes = faultGroups.flatMap((group) => group.faults)

/** A diagnosis with the entry that recognised it; without one where a data row or a last resort gave it. */
interface Recognised {
  diagnosis: Diagnosis
  fault?: Fault<FaultCode>
}

/** What codes, statuses, claims and clocks tell. */
function recognise(view: CallView, call: Call, rows: CatalogueRows | undefined): Recognised[] {
  const judged = (fault: Fault<FaultCode>) => judge(fault, view, call)
  const exact = causes.filter(({ general }) => !general).flatMap(judged)
  const found = exact.some(explains) ? exact : [...exact, ...causes.filter(({ general }) => general).flatMap(judged)]
  const possible = found.filter((one) => !explains(one))
  if (possible.length < found.length) return [...found.filter(explains), ...possible]
  const lastResort = lastResortGroup.faults.flatMap(judged)[0]?.diagnosis
  const byCode = rows && diagnoseByCode(view, rows)
  if (byCode !== undefined) return [{ diagnosis: byCode }, ...possible]
  if (possible.length > 0) return possible
  return lastResort === undefined ? [] : [{ diagnosis: lastResort }]
}

function explains({ diagnosis }: Recognised): boolean {
  return diagnosis.certainty !== 'possible'
}

/** Pages that say so little that a sentence of the other side is the better title. */
const vaguePages: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'bad-request',
  'unauthorized',
  'payment-required',
  'forbidden',
  'not-found',
  'conflict',
  'precondition-failed',
  'content-not-processable',
  'locked',
  'internal-server-error',
  'gateway-fault',
  'error-code-unknown',
  'status-unknown',
])

/** The other pages of last resort, which name what is wrong themselves: a method, a size, a form. */
const tellingPages: ReadonlySet<string> = new Set(
  lastResortGroup.faults.map(({ code }) => code).filter((code) => !vaguePages.has(code)),
)

/** Whether a response leaves nothing open that words could tell. */
function settles({ diagnosis, fault }: Recognised, view: CallView): boolean {
  const { errorCode: code } = view
  const plain = code?.means !== undefined && !traitsOf(code.means).vague && diagnosis.evidence.includes(code.at)
  return leavesNothingOpen(diagnosis.certainty, plain, namesCause(fault))
}

/** Whether an entry tells a cause, and not only what a code or a status says. */
function namesCause(fault: Fault | undefined): boolean {
  return fault !== undefined && !fault.general && !fault.coarse
}

/**
 * The cause that the other side names in words alone. No standard fixes such words, so it is never certain, and is
 * looked for only where nothing firmer has settled the cause.
 */
function inItsOwnWords(
  seen: Call,
  view: CallView,
  call: Call,
  known: Diagnosis[],
  own: Fault | undefined,
  stated: MessageCause | undefined,
): Diagnosis | undefined {
  const before = known.map(({ code, title, certainty }) => `${code} ${title} ${certainty}`)
  const ofToken = known[0]?.evidence.some((at) => /^\/(?:token\/|request\/headers\/authorization$)/i.test(at))
  for (const message of [...(stated ? [stated] : []), ...causesInMessages(view)]) {
    // Words that come to no more than a vague code never lead what knows more.
    if (traitsOf(message.means).vague && own && (!own.general || view.gatewayFault !== undefined)) continue
    // What the token itself shows is outweighed only by words for a check of the token.
    if (ofToken && !traitsOf(message.means).tokenCheck) continue
    const again = viewCall(seen, message)
    const diagnosis = [...causes, ...lastResortGroup.faults]
      .flatMap((fault) => judge(fault, again, call))
      .map((one) => one.diagnosis)
      .find(
        ({ code, title, certainty }) => certainty !== 'possible' && !before.includes(`${code} ${title} ${certainty}`),
      )
    if (diagnosis === undefined) continue
    return {
      ...diagnosis,
      cause: withSentence(diagnosis.cause, message.text),
      certainty: messageCertainty,
      basis: inferred(`the response’s own words; ${diagnosis.basis.reference}`),
      evidence: shownIn(call, [...diagnosis.evidence, message.at]),
    }
  }
  return undefined
}

/** A response that tells no more than a status or a code, led by the sentence that the other side gave with it. */
function withItsOwnWords(view: CallView, call: Call, { diagnosis: answer, fault }: Recognised): Diagnosis | undefined {
  const sentence = tellingSentence(view)
  if (sentence === undefined || namesCause(fault)) return undefined
  const { text, at } = sentence
  if (fault !== undefined || tellingPages.has(answer.code))
    return { ...answer, cause: withSentence(answer.cause, text) }
  const status = view.status === undefined ? 'The response says' : `The response has status ${view.status} and says`
  const reasons = listedReasons(view).map((one) => quoted(one))
  const listed = reasons.length === 0 ? '' : ` Reasons listed: ${reasons.join(', ')}.`
  const { reasons: _, ...known } = answer
  return {
    ...known,
    title: rejectedTitle,
    cause: `${status}: ${closed(quoted(text, 300))}${listed}`,
    fix: `Fix the problem that the message describes. ${collect(view)}`,
    certainty: messageCertainty,
    basis: inferred(`the response’s own words; ${answer.basis.reference}`),
    evidence: shownIn(call, [...answer.evidence, at]),
  }
}

/** The title where nothing is known but the other side’s own words. */
export const rejectedTitle = 'The server rejected the request'

function collect(view: CallView): string {
  return `If you cannot, send the ${view.step === 'api' ? 'API' : 'identity'} team the message, method, URL, status, request ID and time (with time zone). Leave out the token.`
}

/** Pointers into the call, each once; none to what it does not show. */
function shownIn(call: Call, pointers: string[]): string[] {
  return [...new Set(pointers)].filter((at) => resolvePointer(call, at) !== undefined)
}

/** An API's response of 200 that says in its body that it refuses; the same words may be what was asked for. */
function refusedDespiteSuccess(view: CallView): boolean {
  return view.step === 'api' && (view.call.response?.status ?? 400) < 300 && view.oauthError !== undefined
}

function judge(fault: Fault<FaultCode>, view: CallView, call: Call): Recognised[] {
  const finding = fault.when(view)
  if (finding === undefined) return []
  const { cause, fix, ...own } = fault.explain(finding.values, view)
  const evidence = shownIn(call, finding.at.map(view.shownAt))
  const retry = own.retry ?? fault.retry
  const diagnosis: Diagnosis = {
    code: fault.code,
    title: own.title ?? fault.title,
    cause,
    fix,
    who: own.who ?? fault.who,
    certainty: absenceCertainty(
      findingCertainty(finding.certainty, fault.general === true || refusedDespiteSuccess(view), evidence),
      view.environment !== undefined || evidence.some((at) => at !== '/request/headers' && at !== '/response/status'),
    ),
    basis: basisAt(own.basis ?? fault.basis, view.foreign),
    evidence,
    retry,
    next: own.next ?? fault.next ?? stepByRetry(retry),
  }
  return [{ fault, diagnosis }]
}
