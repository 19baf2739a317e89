import { atMost, type Certainty } from './diagnose/certainty.ts'
import { diagnose } from './diagnose/diagnose.ts'
import type { Diagnosis } from './diagnose/diagnosis.ts'
import { type FaultCode, faultGroups, lastResortGroup } from './diagnose/faults/catalogue.ts'
import { catalogue } from './diagnose/registries/catalogue.ts'
import { isProse } from './paste/from-signals.ts'
import { type Known, type Reading, readBySignals, readPasted } from './paste/read-pasted.ts'
import { succeeded } from './paste/succeeded.ts'

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
  const judged = withoutGuesses(
    [...readPasted(text, known), ...readBySignals(text, known)].map((reading) => judge(reading)),
  )
  const success = judged.find(
    ({ reading, diagnoses }) =>
      diagnoses.length === 0 &&
      reading.certainty !== 'possible' &&
      reading.call.response?.status !== undefined &&
      succeeded(reading.call),
  )
  // A response that is whole and a success is no failure, whatever its words are like.
  if (success !== undefined && judged.every(({ diagnoses: [first] }) => first?.certainty !== 'certain'))
    return { outcome: 'went-well', diagnoses: [], readings: [{ ...success.reading, diagnoses: [] }] }
  const ranked = judged
    .map((one) => ({ ...one, score: score(one) + 0.3 * supporters(one, judged) }))
    .sort((one, other) => other.score - one.score)
  const [best] = ranked
  const readings = ranked.map((one) => ({ ...one.reading, diagnoses: inDoubt(one) }))
  if (best === undefined || isProse(text)) return { outcome: 'not-recognised', diagnoses: [], readings }
  const diagnoses = inDoubt(best)
  if (diagnoses.length > 0) return { outcome: 'failed', diagnoses, readings }
  return {
    outcome: judged.some(({ reading }) => succeeded(reading.call)) ? 'went-well' : 'not-recognised',
    diagnoses: [],
    readings,
  }
}

/** Of words that are only somewhat like those that state a cause, no cause follows for likely. */
function inDoubt({ reading, diagnoses }: Judged): Diagnosis[] {
  return reading.doubtful
    ? diagnoses.map((one) => ({ ...one, certainty: atMost(one.certainty, 'possible') }))
    : diagnoses
}

interface Judged {
  reading: Reading
  diagnoses: Diagnosis[]
}

function judge(reading: Reading): Judged {
  const { call, certainty } = reading
  const found = diagnose(call, catalogue, reading.stated)
    .filter(({ code }) => code !== 'nothing-to-judge-by')
    .map((one) => ({ ...one, certainty: atMost(one.certainty, certainty) }))
  // A guess at where a response comes from accuses nobody of a response that went well.
  const guessed = certainty === 'possible' && call.failure === undefined && (call.response?.status ?? 400) < 400
  return { reading, diagnoses: guessed ? found.filter((one) => one.certainty !== 'possible') : found }
}

/** That a body was cut says little where the text tells more: people paste parts of bodies. */
function withoutGuesses(judged: Judged[]): Judged[] {
  const cut = ({ diagnoses }: Judged) => diagnoses[0]?.code === 'answer-cut'
  const more = judged.some((one) => one.diagnoses.length > 0 && !cut(one))
  return more ? judged.filter((one) => !cut(one)) : judged
}

const sureness: Record<Certainty, number> = { certain: 3, likely: 2, possible: 1 }

/** Codes of entries that say no more than a status or a code does. */
const vague: ReadonlySet<string> = new Set<FaultCode>([
  ...lastResortGroup.faults.map(({ code }) => code),
  ...faultGroups.flatMap(({ faults }) => faults.filter(({ general }) => general).map(({ code }) => code)),
])

/** How much a reading explains: a cause before a code, a code before a status, whatever is surer before the rest. */
function score({ reading, diagnoses: [first] }: Judged): number {
  if (first === undefined) return 0
  const general = vague.has(first.code) || /^(?:gateway|oauth)-/.test(first.code)
  const guessed = reading.certainty === 'possible' ? 0.5 : 0
  return sureness[first.certainty] - (general ? 1.5 : 0) + 0.2 * sureness[reading.certainty] - guessed
}

/** Other readings of the same text that come to the same cause. */
function supporters({ reading, diagnoses: [first] }: Judged, all: Judged[]): number {
  return all.filter(
    (other) => other.reading !== reading && first !== undefined && other.diagnoses[0]?.code === first.code,
  ).length
}
