import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import { type ComparedPart, compareExchanges } from './compare.ts'

/** A sign-in with all that followed it, until the next. */
export interface Run {
  /** Id of its first message. */
  id: string
  messages: FlowMessage[]
}

/** A step of two runs: the message in each that is the same step, or the one that only one of them has. */
export interface RunStep {
  one?: FlowMessage
  other?: FlowMessage
  /** How the two differ in what does not differ in every message; empty where a side is missing. */
  parts: ComparedPart[]
  /** Whether one ended well and the other did not, they got different responses, or only one of them was sent. */
  endsOtherwise: boolean
}

/** Parts messages into runs, in their order. What was recorded before the first sign-in is a run as well. */
export function runsOf(messages: FlowMessage[]): Run[] {
  const runs: Run[] = []
  for (const message of messages) {
    const last = runs.at(-1)
    if (last && message.exchange.step !== 'authorize') last.messages.push(message)
    else runs.push({ id: message.id, messages: [message] })
  }
  return runs
}

/**
 * Lays two runs side by side, step by step. Steps are the same where they have the same method and path; between those
 * each message that only one run has is a step of its own.
 */
export function compareRuns(one: FlowMessage[], other: FlowMessage[]): RunStep[] {
  const shared = longestShared(one, other)
  const steps: RunStep[] = []
  let [at, beside] = [0, 0]
  for (const [nextOne, nextOther] of [...shared, [one.length, other.length] as const]) {
    for (const message of one.slice(at, nextOne)) steps.push({ one: message, parts: [], endsOtherwise: true })
    for (const message of other.slice(beside, nextOther)) steps.push({ other: message, parts: [], endsOtherwise: true })
    const [first, second] = [one[nextOne], other[nextOther]]
    if (first && second) steps.push(stepOf(first, second))
    at = nextOne + 1
    beside = nextOther + 1
  }
  return steps
}

/** More messages than these are not drawn unasked. */
const mostAtOnce = 16
/** Of the newest so many always are. */
const leastAtOnce = 8

/** The place of the message from which a long flow is drawn: where its last run begins. 0 where it is not long. */
export function newestFrom(messages: FlowMessage[]): number {
  if (messages.length <= mostAtOnce) return 0
  const begun = messages.findLastIndex(({ exchange }) => exchange.step === 'authorize')
  return Math.max(Math.min(begun, messages.length - leastAtOnce), messages.length - mostAtOnce)
}

function stepOf(one: FlowMessage, other: FlowMessage): RunStep {
  const parts = compareExchanges(one.exchange, other.exchange).filter(
    ({ same, passing, name }) => !same && !passing && !anewInEachRun.has(name),
  )
  const endsOtherwise =
    one.answer !== other.answer || one.failed !== other.failed || one.diagnoses[0]?.code !== other.diagnoses[0]?.code
  return { one, other, parts, endsOtherwise }
}

/** Every sign-in brings other tokens. */
const anewInEachRun = new Set([
  'authorization',
  '/access_token',
  '/refresh_token',
  '/id_token',
  '?login_hint',
  '?demonstration',
])

/** Places of the messages that are in both, in the order of both: the longest common subsequence. */
function longestShared(one: FlowMessage[], other: FlowMessage[]): [number, number][] {
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1))
  const length = (at: number, beside: number) => lengths[at]?.[beside] ?? 0
  for (let at = one.length - 1; at >= 0; at--)
    for (let beside = other.length - 1; beside >= 0; beside--) {
      const row = lengths[at]
      if (row)
        row[beside] = sameStep(one[at], other[beside])
          ? length(at + 1, beside + 1) + 1
          : Math.max(length(at + 1, beside), length(at, beside + 1))
    }
  const shared: [number, number][] = []
  let [at, beside] = [0, 0]
  while (at < one.length && beside < other.length) {
    if (sameStep(one[at], other[beside])) shared.push([at++, beside++])
    else if (length(at + 1, beside) >= length(at, beside + 1)) at++
    else beside++
  }
  return shared
}

function sameStep(one: FlowMessage | undefined, other: FlowMessage | undefined): boolean {
  return (
    one !== undefined && other !== undefined && one.exchange.step === other.exchange.step && one.line === other.line
  )
}
