import type { HarFlow } from '#knowledge/har/flows.ts'
import type { Environment } from '#knowledge/service/call.ts'
import type { Receipt } from '#knowledge/share/ticket-report.ts'

/** What the page asks of the worker. */
export type ToWorker =
  | { do: 'read'; file: Blob; environments: Environment[] }
  | { do: 'make-safe'; file: Blob; maskPersonal: boolean }

/** What the worker tells the page. */
export type FromWorker =
  /** Part of the work that is done, from 0 to 1. */
  | { state: 'progress'; part: number }
  | { state: 'read'; flows: HarFlow[]; counts: HarCounts }
  | { state: 'safe'; file: Blob; receipt: Receipt }
  | { state: 'failed'; problem: string }

export interface HarCounts {
  entries: number
  /** Entries that are no part of a flow. */
  others: number
  /** Entries that could not be read: broken, or too large. */
  unreadable: number
  /** False where the file ends before its list of entries does. */
  whole: boolean
}
