import { inferred } from '../../protocol/basis.ts'
import type { Step } from '../../protocol/call.ts'
import { closed, quoted } from '../../text/quote.ts'
import type { Pair } from '../../text/signals.ts'
import { rejectedTitle } from '../by-entries.ts'
import { messageCertainty } from '../certainty.ts'
import type { Diagnosis } from '../diagnosis.ts'
import type { FoundError } from '../known-errors/find-known-errors.ts'
import { leavesCauseOpen, saysLittle } from '../known-errors/lead.ts'

import { problems } from './problems.ts'
import type { Statement } from './statements.ts'
import { codeOf, type Topic, topicsOf } from './topics.ts'

/** What a statement weighs for a known error that says the same, and against one that was found by other words. */
const agreement = 0.3
/** What a list of causes weighs less than one of them. */
const list = 0.2

/**
 * The known errors with those first that say what the statement says: the words of a library around a response name the
 * step that failed, and the statement why.
 */
export function weighedByStatement(found: FoundError[], statement: Statement): FoundError[] {
  return found
    .map((one) => {
      const { error, anchor, clues, decisive } = one
      if (decisive) return one
      if (covers(anchor, statement.sentence))
        return listsCauses.test(one.cause) && !isAbout(error.title, statement)
          ? { ...one, weight: one.weight - list }
          : one
      if (isAbout(error.title, statement)) return { ...one, weight: one.weight + agreement }
      return clues > 1 ? one : { ...one, weight: one.weight - agreement }
    })
    .sort((one, other) => other.weight - one.weight)
}

/**
 * Diagnoses with the one first that says what the statement says; where none does and the first leaves the cause open or
 * was found by words around the statement, one that is made of the statement itself.
 *
 * @param row the known error that the first is of
 */
export function ledByStatement(
  diagnoses: Diagnosis[],
  statement: Statement,
  { step, pairs, row }: { step: Step; pairs: readonly Pair[]; row: FoundError | undefined },
): Diagnosis[] {
  const [first] = diagnoses
  if (
    first === undefined ||
    first.code === 'nothing-to-judge-by' ||
    isSeen(first) ||
    saysTheSame(first, statement, step)
  )
    return diagnoses
  // What is known to lead to it, and was found by more than one sign, tells why.
  if (row !== undefined && (row.decisive || row.clues > 0) && !listsCauses.test(row.cause)) return diagnoses
  const same = diagnoses.find((one) => one !== first && saysTheSame(one, statement, step) && !saysLittle(one.code))
  if (same !== undefined) return [same, ...diagnoses.filter((one) => one !== same)]
  if (!leavesOpen(first) && !isOfOtherWords(first, statement)) return diagnoses
  const own = diagnosisOf(statement, step, pairs)
  return own === undefined ? diagnoses : [own, ...diagnoses.filter(({ code }) => code !== own.code)]
}

function saysTheSame({ title, telling, code }: Diagnosis, statement: Statement, step: Step): boolean {
  return (
    isAbout(title, statement) ||
    covers(telling, statement.sentence) ||
    (!saysLittle(code) && statement.topics.some((one) => codeOf(one, step) === code))
  )
}

/** Whether a title is about a topic of the statement. */
function isAbout(title: string, { topics }: Statement): boolean {
  return topicsOf(title).some((one) => topics.includes(one))
}

/** Whether words are most of a statement. */
function covers(words: string | undefined, sentence: string): boolean {
  if (words === undefined) return false
  const own = words.toLowerCase().trim()
  const said = sentence.toLowerCase()
  return own.length > 0.5 * said.length && (own.includes(said) || said.includes(own))
}

/** Whether values or what was sent show it, and not words. */
function isSeen({ compared, certainty, evidence, code }: Diagnosis): boolean {
  return (
    compared === true ||
    (certainty === 'certain' && !saysLittle(code)) ||
    evidence.some((at) => /^\/(?:token|flow|keys|at|request\/(?:form|body|headers))\b/.test(at))
  )
}

/** Whether a diagnosis says no more than a code does, or lists causes to choose from. */
function leavesOpen(one: Diagnosis): boolean {
  return saysLittle(one.code) || leavesCauseOpen(one) || one.title === rejectedTitle || listsCauses.test(one.cause)
}

const listsCauses =
  /: (?:[^.:“”]|\.(?=\S)){4,200}, (?:[^.:“”]|\.(?=\S)){4,200},? or (?:[^.:]|\.(?=\S)){4,200}\.|\b(?:either|one of them differs)\b/

/** Whether a diagnosis was found by other words than the statement: those of a program around it. */
function isOfOtherWords({ telling }: Diagnosis, { sentence }: Statement): boolean {
  return telling !== undefined && !covers(telling, sentence)
}

/** What a statement says by itself, where nothing else is known of a failure. */
export function diagnosisOf(statement: Statement, step: Step, pairs: readonly Pair[]): Diagnosis | undefined {
  const [topic] = statement.topics
  const ends = problems.find(({ problem }) => problem === statement.problem)?.ends
  if (topic === undefined || ends === undefined) return undefined
  return {
    code: codeOf(topic, step),
    title: (statement.problem === 'failed' ? topic.failed : undefined) ?? `${topic.noun} ${ends}`,
    cause: `The message says: ${closed(quoted(statement.sentence, 300))} ${topic.meaning}${shownValues(topic, pairs)}`,
    fix:
      statement.advice === undefined
        ? topic.fix
        : `${topic.fix} The message says what to do: ${closed(quoted(statement.advice, 200))}`,
    who: topic.who,
    certainty: messageCertainty,
    basis: inferred('the response’s own words'),
    evidence: [],
    telling: statement.sentence,
    retry: 'after-fix',
  }
}

/** The values that a text has of a topic, each with its name. */
function shownValues({ values = [] }: Topic, pairs: readonly Pair[]): string {
  const met = pairs.filter(({ name, value }) => values.includes(name.toLowerCase()) && value.length > 1)
  const shown = [...new Set(met.map(({ name, value }) => `${name} ${quoted(value, 100)}`))].slice(0, 3)
  return shown.length === 0 ? '' : ` Seen here: ${shown.join(', ')}.`
}
