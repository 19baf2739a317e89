import type { Call } from '../protocol/call.ts'
import type { Signals } from '../text/signals.ts'
import { byEntries, mayHaveFailed } from './by-entries.ts'
import { type CallView, viewCall } from './call-view.ts'
import { responseTexts, tellingSentence } from './causes-in-messages.ts'
import { shownCertainty } from './certainty.ts'
import type { Diagnosis } from './diagnosis.ts'
import type { MessageCause } from './error-code.ts'
import { type FoundError, findKnownErrors, type SearchedText } from './known-errors/find-known-errors.ts'
import { leavesCauseOpen, ledByKnownError } from './known-errors/lead.ts'
import { searchedCall } from './known-errors/searched-call.ts'
import { aboutNamed, ledBySentence, namedInResponse } from './led-by-sentence.ts'
import { parseCall } from './parse-call.ts'
import type { CatalogueRows } from './registries/rows.ts'
import { ledByStatement, weighedByStatement } from './statements/led-by-statement.ts'
import { type Statement, statementOf } from './statements/statements.ts'
import { atStatedStep } from './step-of-sentence.ts'
import { ofTestToken } from './test-token.ts'
import { brokenMechanics, brokenRule, brokenUnnoticed, ledByBreach } from './trace/broken-rule.ts'
import { excludedByToken, withoutContradicted } from './trace/contradicted.ts'
import { traceOfCall } from './trace/trace-of-call.ts'

/**
 * Says why a call failed: diagnoses, best first; none only for a call with nothing wrong. Never throws, whatever it is
 * given. Codes, statuses, claims and clocks decide; the other side's own words are heard where these leave the cause
 * open, and are never certain. `rows`, once loaded with `loadCatalogue`, adds the errors that have no entry of their own.
 * `around` is what was found in the text that the call
 * was read from; certainties are then those by which readings of the text are compared, not yet those that are shown.
 */
export function diagnose(call: Call, rows?: CatalogueRows, around?: Around): Diagnosis[] {
  const seen = atStatedStep(parseCall(call))
  const view = viewCall(seen)
  const reasoned = byEntries(seen, view, call, rows, around?.stated)
  if (reasoned.length === 0 && !mayHaveFailed(view)) {
    // A redirect or a success says nothing of a failure, and may still set or contain what cannot be used.
    const told = around === undefined && isAnsweredElsewhere(view) ? seenWithoutFailure(seen, view) : reasoned
    return asShown(told, view.environment !== undefined)
  }
  const searched = around?.found === undefined ? searchedCall(seen) : undefined
  const found = around?.found ?? withBeside(searched === undefined ? [] : findKnownErrors(searched), around?.beside)
  const named = namedInResponse(view, around?.logged)
  const told = named === undefined ? reasoned : ledBySentence(reasoned, named, view, call)
  const excluded = excludedByToken(seen)
  const possible = found.filter(({ error }) => !excluded.has(error.of))
  const fitting = named === undefined ? possible : aboutNamed(possible, named)
  const statement = around?.composed
    ? around.statement
    : (statementOf([...responseTexts(view).map(({ text }) => text), seen.failure?.message ?? '']) ?? around?.statement)
  const weighed = statement === undefined ? fitting : weighedByStatement(fitting, statement)
  const known = ledByKnownError(told, weighed, seen, tellingSentence(view)?.text)
  const led =
    statement === undefined || view.environment !== undefined
      ? known
      : ledByStatement(known, statement, {
          step: seen.step,
          pairs: (around?.signals ?? searched?.signals)?.pairs ?? [],
          row: weighed.find(({ error }) => error.title === known[0]?.title),
        })
  if (around !== undefined) return led
  const ruled = searched === undefined ? led : ledByRule(led, found, seen, view, searched)
  return ofTestToken(asShown(ruled, view.environment !== undefined), seen)
}

function isAnsweredElsewhere({ status = 0, environment }: CallView): boolean {
  return environment === undefined && status >= 200 && status < 400
}

/** What a response that is no refusal, of a service that is not configured, shows of what cannot succeed after it. */
function seenWithoutFailure(seen: Call, { status = 0 }: CallView): Diagnosis[] {
  const trace = traceOfCall(seen, searchedCall(seen).text)
  const broken = brokenUnnoticed(trace) ?? (status < 300 ? undefined : brokenMechanics(trace))
  return broken === undefined ? [] : ledByBreach([], broken, seen)
}

/** Diagnoses as sure as they are shown to be. */
export function asShown(diagnoses: Diagnosis[], known: boolean): Diagnosis[] {
  return diagnoses.map((one) => ({
    ...one,
    certainty: shownCertainty(one.certainty, (known && !leavesCauseOpen(one)) || isCompared(one) || isOwnCheck(one)),
  }))
}

/** Whether a diagnosis says what this app itself checked, which it knows whatever system responded. */
function isOwnCheck({ evidence }: Diagnosis): boolean {
  return evidence.includes('/flow/refused/check')
}

/** Whether values were compared: by a rule, or those of the token with what the response says. */
function isCompared({ compared, evidence }: Diagnosis): boolean {
  const inToken = evidence.some((at) => at.startsWith('/token/'))
  return compared === true || (inToken && evidence.some((at) => at.startsWith('/response/')))
}

/** The errors that a call shows, with those that the text around it shows by the same words. */
function withBeside(found: FoundError[], beside: FoundError[] = []): FoundError[] {
  const others = beside.filter(({ error }) => !found.some((one) => one.error === error))
  return [...found, ...others].sort((one, other) => other.weight - one.weight)
}

/** The rule that the messages of a call do not keep, before what is told by codes, statuses and words. */
function ledByRule(
  led: Diagnosis[],
  found: FoundError[],
  seen: Call,
  view: CallView,
  { text, facts }: SearchedText,
): Diagnosis[] {
  const known = view.environment !== undefined
  // Of a configured environment the entries know more than the messages show.
  if (view.foreign) return led
  const trace = traceOfCall(seen, text)
  // A call that names its host and belongs to no environment went elsewhere.
  const elsewhere = !known && view.address.origin !== ''
  const broken = brokenRule(trace, known || (elsewhere ? false : undefined))
  // What two values show of the same cause says more than the code alone.
  const ofSignIn = broken?.seen && broken.message !== undefined && broken.message.kind !== 'api-request'
  if ((broken?.closer || ofSignIn) && led[0]?.code === broken.breach.of) return ledByBreach(led, broken, seen)
  // Why a client is not known is often to be seen in what was sent as its ID.
  const open = (ofSignIn && led[0]?.code === 'client-not-found') || (broken?.closer === true && restsOnAnswer(led[0]))
  if (known && led[0]?.certainty === 'certain' && !open) return led
  // Without a response, what was left out of the record shows nothing.
  const unknown = broken?.breach.absent === true && seen.response?.status === undefined && seen.failure !== undefined
  if (broken === undefined || unknown) return withoutContradicted(led, facts, found)
  return ledByBreach(led, broken, seen)
}

/** Whether a diagnosis rests on what came back alone: a code or a failed connection, which values that were compared explain. */
function restsOnAnswer(diagnosis: Diagnosis | undefined): boolean {
  return (
    diagnosis !== undefined &&
    diagnosis.evidence.length > 0 &&
    diagnosis.evidence.every((at) => /^\/(?:response|failure)\/|^\/request\/url$/.test(at))
  )
}

/** What is known from the text that a call was read from. */
export interface Around {
  /** A cause that a sentence of the text states. */
  stated?: MessageCause
  /** The errors that are found in it, in place of those of the call. */
  found?: FoundError[]
  /** What it logs as errors, where the response itself names no cause. */
  logged?: readonly string[]
  /** Errors that are found in it by words of the response, beside those of the call. */
  beside?: FoundError[]
  /** The sentence in it that says most of the cause. */
  statement?: Statement
  /** The response was put together from words of it. */
  composed?: boolean
  /** The names and values in it. */
  signals?: Signals
}
