import type { HarFlow } from '#knowledge/har/flows.ts'
import type { Recorder, Sanitized } from '#knowledge/har/recorder.ts'
import type { Unanswered } from '#knowledge/har/unanswered.ts'
import type { Kind } from '#knowledge/privacy/kinds.ts'
import type { Leak } from '#knowledge/privacy/scan-again.ts'
import type { Change } from '#knowledge/privacy/scrub.ts'
import type { WordLists } from '#knowledge/privacy/vocabulary.ts'
import type { Call, Environment } from '#knowledge/protocol/call.ts'
import type { Exchange } from '#knowledge/protocol/exchange.ts'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import type { Receipt } from '#knowledge/share/ticket-report.ts'

/** What the page asks of a worker that does one thing: a copy of a file that can be handed on. */
export type MakeSafe = { do: 'make-safe'; file: Blob; keep: ReadonlySet<Kind>; key: CryptoKey; words: WordLists }

/** What the page asks of the worker that reads a file and keeps what it read. */
export type ToWorker =
  | MakeSafe
  | { do: 'read'; file: Blob; known: KnownToWorker }
  | { do: 'answer'; id: number; question: Question }

/** What the messages of a file are judged by. */
export interface KnownToWorker {
  environments: Environment[]
  operations: Call['operations']
  /** Published keys, by the id of the environment. */
  keys: Record<string, Call['keys']>
}

/** A flow of a file, without its steps: those are asked for where they are drawn. */
export interface FlowSummary {
  /** From 0, in the order in which they began. */
  number: number
  kind: HarFlow['kind']
  steps: number
  failed: number
}

/** A step of a flow with its words. */
export interface HarStep {
  message: FlowMessage
  /** True for the end of a session, which is no call that is judged. */
  isSignOut: boolean
  /** Why it has no response, where it has none. */
  unanswered?: Unanswered
}

/** An entry of the file, as much of it as a list shows. */
export interface HarRow {
  /** From 0, in the order of the file. */
  place: number
  /** Epoch seconds; undefined where the file does not say. */
  at?: number
  method: string
  /** Host and path, without the query, in which codes and states stand; masked as the screen shows it. */
  where: string
  status?: number
  /** Why there is no status, in a few words. */
  unanswered?: string
  /** What it is, in a word or two. */
  label: string
  durationMs?: number
}

/** Which entries a list shows. */
export const entryFilters = ['all', 'failed', 'unanswered', 'steps'] as const
export type EntryFilter = (typeof entryFilters)[number]

/** An entry of the file in full, with the step that it is, where it is one. */
export interface ShownEntry {
  row: HarRow
  call: Call
  exchange?: Exchange
  step?: HarStep
  unanswered?: Unanswered
}

/** What can be asked about a file that was read, each with its response. */
export interface Answers {
  flows: FlowSummary[]
  steps: HarStep[]
  rows: { rows: HarRow[]; total: number }
  entry: ShownEntry | undefined
  exchanges: Exchange[]
  report: { markdown: string; receipt: Receipt; changes: Change[]; leaks: Leak[] }
}

export type Question =
  | { about: 'flows'; from: number; count: number }
  | { about: 'steps'; flow: number; from: number; count: number }
  | { about: 'rows'; find: string; only: EntryFilter; personal: boolean; from: number; count: number }
  | { about: 'entry'; place: number }
  | { about: 'exchanges' }
  | { about: 'report'; name: string; at: number; keep: ReadonlySet<Kind>; key: CryptoKey; words: WordLists }

/** What the worker tells the page. */
export type FromWorker =
  /** Part of the work that is done, from 0 to 1. */
  | { state: 'progress'; part: number }
  | { state: 'read'; summary: HarSummary }
  | { state: 'answer'; id: number; answer: Answers[keyof Answers] }
  | { state: 'no-answer'; id: number; problem: string }
  | { state: 'safe'; file: Blob; receipt: Receipt; changes: Change[]; leaks: Leak[] }
  | { state: 'failed'; problem: string }

/** What was read of a file. */
export interface HarSummary {
  /** How many flows there are, with the steps of all of them, and those in which something is wrong. */
  flows: { count: number; steps: number; failed: number }
  /** The first step for which there is a cause. */
  firstFailure?: ShownFailure
  counts: HarCounts
  recorder?: Recorder
  sanitized?: Sanitized
  /** When its first entry began and its last, in epoch seconds. */
  period?: { from: number; to: number }
}

/** A failed step, with what is shown of it while nobody presents: masked in the worker, so that drawing it is short. */
export interface ShownFailure {
  message: FlowMessage
  shown: Pick<FlowMessage, 'call' | 'diagnoses'>
}

export interface HarCounts {
  entries: number
  /** Entries that are no part of a flow. */
  others: number
  /** Entries with status 0, −1 or none. */
  unanswered: number
  /** Answers in JSON whose body the file does not have. */
  bodiesMissing: number
  /** Entries that could not be read: broken, or too large. */
  unreadable: number
  /** False where the file ends before its list of entries does. */
  whole: boolean
  /** HAR files that were found in the file, one after the other. */
  documents: number
}
