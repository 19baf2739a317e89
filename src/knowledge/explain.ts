import { atMost, type Certainty } from './diagnose/certainty.ts'
import { type Around, asShown, diagnose } from './diagnose/diagnose.ts'
import type { Diagnosis } from './diagnose/diagnosis.ts'
import { factsOf } from './diagnose/facts/facts.ts'
import { type FoundError, findKnownErrors } from './diagnose/known-errors/find-known-errors.ts'
import { saysLittle } from './diagnose/known-errors/lead.ts'
import { ledByContext } from './diagnose/mechanics/led-by-context.ts'
import { loggedErrors } from './diagnose/named-cause.ts'
import { catalogue } from './diagnose/registries/catalogue.ts'
import { diagnosisOf } from './diagnose/statements/led-by-statement.ts'
import { statementIn } from './diagnose/statements/statements.ts'
import { type BrokenRule, brokenRule, ledByBreach } from './diagnose/trace/broken-rule.ts'
import { withoutContradicted } from './diagnose/trace/contradicted.ts'
import { messagesIn } from './diagnose/trace/messages-in-text.ts'
import { failingPart } from './paste/failing-part.ts'
import { namesConfigured } from './paste/places.ts'
import { type Known, type Reading, readBySignals, readMessage, readPasted, readWhole } from './paste/read-pasted.ts'
import {
  complains,
  onlyAsks,
  subjectOf,
  withoutPassedTests,
  withoutQuestions,
  withoutSubject,
} from './paste/speaks-of-failure.ts'
import { succeeded } from './paste/succeeded.ts'
import type { Call } from './protocol/call.ts'
import { withoutEnd, withoutStart } from './text/ends.ts'
import { evenLines } from './text/even-lines.ts'
import { findJson } from './text/json-in-text.ts'
import { readSignals, type Signals, signalLimit } from './text/signals.ts'
import { findTokens } from './token/find.ts'

/** What a text amounts to. */
export interface Explanation {
  /** `went-well` only for what is recognised as a success; an error whose cause is not known is `failed` or `not-recognised`. */
  outcome: 'failed' | 'went-well' | 'not-recognised'
  /** Why it failed, best first; none unless it failed. */
  diagnoses: Diagnosis[]
  /** Every way in which the text can be read, each with its diagnoses; those of the first are the explanation's own. */
  readings: ExplainedReading[]
}

export interface ExplainedReading extends Reading {
  diagnoses: Diagnosis[]
}

/**
 * Says why something failed, from whatever a person has of it: a log line, a stack trace, a response, half a JSON, a
 * sentence. Never throws; its work is linear in the length of the text.
 *
 * @param known.now epoch seconds
 * @param known.environments the configured environments: rules of their service are applied to their addresses alone
 */
export function explain(text: string, known: Known): Explanation {
  const pasted = withoutPassedTests(evenLines(text))
  const own = withoutSubject(withoutQuestions(pasted))
  const signals = readSignals(own)
  const facts = factsOf(own, { now: known.now, signals })
  const subject = subjectOf(pasted, signals)
  const read = readPasted(own, known)
  const place = read.find(({ call }) => call.environment !== undefined)?.call.environment
  const trace = { ...messagesIn(own), places: (known.environments ?? []).filter(({ foreign }) => !foreign) }
  const named = namesConfigured(own, known.environments ?? []) || undefined
  const broken = brokenRule(trace, place ? !place.foreign : named)
  // A question about what would happen is answered by nothing that a message seems to show.
  const asked = subject === 'document' && broken?.message !== undefined && onlyAsks(pasted)
  if (subject === 'document' && (asked || !(broken?.told && broken.seen)))
    return { outcome: 'not-recognised', diagnoses: [], readings: read.map(asRead) }
  if (!(broken?.told && broken.seen) && (facts.has('recovered') || (!broken?.told && isSuccessAlone(own))))
    return { outcome: 'went-well', diagnoses: [], readings: read.slice(0, 1).map(asRead) }
  // A text that expects the refusal asks for no cause.
  if (!broken?.told && facts.has('as-expected'))
    return { outcome: 'not-recognised', diagnoses: [], readings: read.map(asRead) }
  const allWell = signals.statuses.length > 0 && signals.statuses.every(({ status }) => status >= 200 && status < 300)
  const found =
    subject === 'failure' && !(allWell && !complains(own))
      ? findKnownErrors({ text: withClaims(own.slice(0, signalLimit)), signals, facts })
      : []
  const logged = subject === 'failure' ? loggedErrors(own) : []
  const statement = subject === 'failure' ? statementIn(own) : undefined
  const part = failingPart(own)
  const within = { ...known, whole: own }
  const ofPart = part === undefined ? [] : [...readPasted(part, within), ...readBySignals(part, within, found[0])]
  const parts = new Set(ofPart)
  // What a message and the facts around it amount to is known of the documented service alone.
  const whole = (place !== undefined && !place.foreign) || named ? readWhole(own, known, trace) : []
  const all = withoutGuesses(
    [...ofPart, ...read, ...readBySignals(own, known, found[0]), ...whole].map((reading) =>
      judge(reading, found, { logged, statement, signals }, whole.includes(reading)),
    ),
  )
  const judged = subject === 'no-failure' && found.length === 0 ? all.map(shownByItself) : all
  // A response that is whole and a success is no failure, unless an error is named beside it.
  const accused = broken?.told || namesError(signals) || (found[0]?.weight ?? 0) >= 0.8
  const success = accused ? undefined : judged.find(isWholeSuccess)
  if (success !== undefined && judged.every(({ diagnoses: [first] }) => first?.certainty !== 'certain'))
    return { outcome: 'went-well', diagnoses: [], readings: [asRead(success.reading)] }
  // What failed says more than what was before it, and all that is known of it more than a part.
  const bonus = (one: Reading) => (parts.has(one) ? 0.6 : 0) + (whole.includes(one) ? (parts.size > 0 ? 0.7 : 0.1) : 0)
  const ranked = judged
    .map((one) => ({ ...one, score: score(one) + bonus(one.reading) + 0.3 * supporters(one, judged) }))
    .sort((one, other) => other.score - one.score)
  const ofRule =
    broken === undefined || (subject === 'no-failure' && !broken.told) ? [] : byRule(broken, own, known, ranked)
  const others = ranked
    .filter(({ reading }) => reading.call !== ofRule[0]?.call)
    .map((one) => ({ ...one.reading, diagnoses: withoutContradicted(inDoubt(one), facts, found) }))
  const readings = [...ofRule, ...others.filter(hasCause), ...others.filter((one) => !hasCause(one))]
  const [lead] = readings
  if (lead !== undefined && lead.call.environment === undefined && subject === 'failure')
    readings[0] = { ...lead, diagnoses: ledByContext(lead.diagnoses, trace, lead.call) }
  const shown = readings.map((one) => ({
    ...one,
    diagnoses: asShown(one.diagnoses, one.call.environment !== undefined),
  }))
  const diagnoses = shown[0]?.diagnoses ?? []
  if (diagnoses.length > 0) return { outcome: 'failed', diagnoses, readings: shown }
  if (statement !== undefined && !allWell) {
    const [stated] = readMessage(own, known).map((one) => ({
      ...one,
      diagnoses: asShown(
        [diagnosisOf(statement, one.call.step, signals.pairs)].filter((own) => own !== undefined),
        false,
      ),
    }))
    if (stated !== undefined && hasCause(stated))
      return { outcome: 'failed', diagnoses: stated.diagnoses, readings: [stated, ...shown] }
  }
  const wentWell =
    subject !== 'failure' && !namesError(signals) && judged.some(({ reading }) => succeeded(reading.call))
  return { outcome: wentWell ? 'went-well' : 'not-recognised', diagnoses, readings: shown }
}

function hasCause({ diagnoses }: ExplainedReading): boolean {
  return diagnoses.length > 0
}

/** A text with what the tokens in it contain, as a call has it too. */
export function withClaims(text: string): string {
  if (!text.includes('eyJ')) return text
  const read = findTokens(text).flatMap(({ token }) => (token.form === 'jws' ? [token.payload.value] : []))
  return [text, ...read.slice(0, tokensRead).map((claims) => JSON.stringify(claims))].join('\n\n')
}

const tokensRead = 4

/** The reading of the message that does not keep a rule, with the rule before what else is said of it. */
function byRule(broken: BrokenRule, text: string, known: Known, ranked: Judged[]): ExplainedReading[] {
  const own = broken.message === undefined ? ranked[0]?.reading : undefined
  const [message = own] = own === undefined ? readMessage(text, known, broken.message) : []
  if (message === undefined) return []
  const read = ranked.find(({ reading }) => isMoreOf(message.call, reading.call))?.reading ?? message
  return [{ ...read, diagnoses: ledByBreach(ranked[0]?.diagnoses ?? [], broken, read.call) }]
}

/** Whether a call is the same as another and has the body of the response, which that lacks. */
function isMoreOf({ request, response }: Call, more: Call): boolean {
  return (
    response?.body === undefined &&
    more.response?.body !== undefined &&
    request?.url !== undefined &&
    more.request?.url === request.url &&
    more.response.status === response?.status
  )
}

/** A reading of a text in which nothing is told to have failed. */
function asRead(reading: Reading): ExplainedReading {
  return { ...reading, diagnoses: [] }
}

function isWholeSuccess({ reading: { call, certainty }, diagnoses }: Judged): boolean {
  return diagnoses.length === 0 && certainty !== 'possible' && call.response?.status !== undefined && succeeded(call)
}

/** Whether a text names an error in the member that standards have for it: some services do so with status 200. */
function namesError({ pairs }: Signals): boolean {
  return pairs.some(({ name, value }) => name === 'error' && /^[a-z]+(?:_[a-z]+)+$/.test(value))
}

/** Whether a text contains the body of a success, and nothing beside it speaks of a failure. */
function isSuccessAlone(text: string): boolean {
  return findJson(text).some(
    ({ start, end, value }) =>
      succeeded({ at: 0, step: 'token', response: { body: JSON.stringify(value) } }) &&
      subjectOf(`${text.slice(0, start)} ${text.slice(end)}`) === 'no-failure',
  )
}

/** What a text shows in which nothing speaks of a failure: a code, a status, a token that has expired, but no likeness of words. */
function shownByItself({ reading, diagnoses }: Judged): Judged {
  return { reading, diagnoses: reading.source === 'signals' ? [] : diagnoses.filter(isShown) }
}

function isShown({ certainty, evidence }: Diagnosis): boolean {
  return certainty === 'certain' || evidence.some((at) => at.startsWith('/token/'))
}

/** Of words that are only somewhat like those that state a cause, no cause follows for likely. */
function inDoubt({ reading, diagnoses }: Judged): Diagnosis[] {
  return reading.doubtful
    ? diagnoses.map((one) => (one.telling ? one : { ...one, certainty: atMost(one.certainty, 'possible') }))
    : diagnoses
}

interface Judged {
  reading: Reading
  diagnoses: Diagnosis[]
}

/**
 * What a reading comes to; `known` are the errors that the whole text shows, whatever part of it is taken for the call.
 *
 * @param whole the reading is of all that the text shows, and not of a part of it
 */
function judge(
  reading: Reading,
  known: FoundError[],
  told: Pick<Around, 'logged' | 'statement' | 'signals'>,
  whole: boolean,
): Judged {
  const { call, certainty } = reading
  // What is recognised as a success is like no error.
  const around = succeeded(call) ? [] : known
  // An answered exchange is searched by its own words alone: what stands around it may be about another one. Of a
  // connection that failed the text around tells more than the call does.
  const alone = reading.source === 'structure' && isExchange(call) && call.failure === undefined && !whole
  const searched = alone ? undefined : around
  const beside = searched === undefined ? around.filter((one) => speaksOf(one, call)) : []
  const found = diagnose(call, catalogue, {
    ...told,
    stated: reading.stated,
    found: searched,
    beside,
    composed: reading.source === 'signals' || certainty === 'possible',
  })
    .filter(({ code }) => code !== 'nothing-to-judge-by')
    .flatMap((one) => atUnknownTime(one, reading))
    .map((one) => ({ ...one, certainty: atMost(one.certainty, certainty) }))
  // A token alone failed nowhere: only that it is out of its time is seen in it.
  if (isTokenOnly(call)) return { reading, diagnoses: found.filter(({ evidence }) => evidence.includes('/at')) }
  // A guess at where a response comes from accuses nobody of a response that went well.
  const guessed = certainty === 'possible' && call.failure === undefined && (call.response?.status ?? 400) < 400
  return { reading, diagnoses: guessed ? found.filter((one) => one.certainty !== 'possible') : found }
}

/** Whether the response of a call has the words by which an error was found that what stands around them tells closer. */
function speaksOf({ anchor = '', clues }: FoundError, { response }: Call): boolean {
  const said = withoutEnd(withoutStart(anchor.trim(), marks), marks).slice(-60).trim()
  return clues > 0 && said.length > 8 && (response?.body?.includes(said) ?? false)
}

const marks = '"\'`“”{}[]:, '

/** Whether a call shows both what was sent where, and what came of it. */
function isExchange({ request, response, failure }: Call): boolean {
  return Boolean(request?.url) && (response?.status ?? failure) !== undefined
}

function isTokenOnly({ request, response, failure }: Call): boolean {
  return request === undefined && response === undefined && failure === undefined
}

/**
 * What the times of a token tell where the text does not say when the call failed: nothing of a token that begins later,
 * and of one that has expired by now no more than that it may have been the cause.
 */
function atUnknownTime(diagnosis: Diagnosis, { clock, call }: Reading): Diagnosis[] {
  const byTime = diagnosis.evidence.includes('/at') && !diagnosis.evidence.some((at) => at === '/response/body')
  if (clock !== 'now' || !byTime || call.response?.status === undefined) return [diagnosis]
  if (diagnosis.code === 'access-token-not-yet-valid') return []
  if (diagnosis.code !== 'access-token-expired') return [diagnosis]
  const cause = `${diagnosis.cause} The text does not say when the call failed, so the token may have been valid then.`
  return [{ ...diagnosis, cause, certainty: 'possible' }]
}

/** That a body was cut says little where the text tells more: people paste parts of bodies. */
function withoutGuesses(judged: Judged[]): Judged[] {
  const cut = ({ diagnoses }: Judged) => diagnoses[0]?.code === 'answer-cut'
  const more = judged.some((one) => one.diagnoses.length > 0 && !cut(one))
  return more ? judged.filter((one) => !cut(one)) : judged
}

const sureness: Record<Certainty, number> = { certain: 3, likely: 2, possible: 1 }

/** How much a reading explains: a cause before a code, a code before a status, whatever is surer before the rest. */
function score({ reading, diagnoses: [first] }: Judged): number {
  if (first === undefined) return -1
  const guessed = reading.certainty === 'possible' ? 0.5 : 0
  const complete = isExchange(reading.call) ? 0.2 : 0
  // What is seen in a token or known of the sign-in tells more than the same cause without it.
  const shown = first.evidence.some((at) => /^\/(?:token|flow|keys)\//.test(at)) ? 0.3 : 0
  return (
    sureness[first.certainty] -
    (saysLittle(first.code) ? 1.5 : 0) +
    0.2 * sureness[reading.certainty] -
    guessed +
    shown +
    complete
  )
}

/** Other readings of the same text that come to the same cause. */
function supporters({ reading, diagnoses: [first] }: Judged, all: Judged[]): number {
  return all.filter(
    (other) => other.reading !== reading && first !== undefined && other.diagnoses[0]?.code === first.code,
  ).length
}
