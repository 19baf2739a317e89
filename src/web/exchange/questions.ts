import type { Diagnosis } from '#knowledge/diagnose/diagnosis.ts'
import type { Known } from '#knowledge/paste/read-pasted.ts'
import type { Call } from '#knowledge/protocol/call.ts'
import type { Told } from '#knowledge/told.ts'

/** What the worker is asked that knows why things fail. */
export type Question =
  | { about: 'text'; text: string; known: Known; personal: boolean }
  | { about: 'calls'; calls: Call[] }

/** What it answers, by what it was asked about. */
export interface Answers {
  text: Told
  /** The diagnoses of each call, best first. */
  calls: Diagnosis[][]
}

/** A question on its way to the worker, told apart by its number. */
export interface Asked {
  do: 'reason'
  id: number
  question: Question
}

export type Answered = { id: number; answer: Answers[keyof Answers] } | { id: number; problem: string }
