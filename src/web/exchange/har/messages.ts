import type { CatalogueRows } from '#knowledge/diagnose/registries/rows.ts'
import type { HarFlow } from '#knowledge/har/flows.ts'
import type { Kind } from '#knowledge/privacy/kinds.ts'
import type { Leak } from '#knowledge/privacy/scan-again.ts'
import type { Change } from '#knowledge/privacy/scrub.ts'
import type { Call, Environment } from '#knowledge/protocol/call.ts'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import type { Receipt } from '#knowledge/share/ticket-report.ts'

/** What the page asks of the worker. */
export type ToWorker =
  | { do: 'read'; file: Blob; known: KnownToWorker }
  | { do: 'make-safe'; file: Blob; keep: ReadonlySet<Kind>; key: CryptoKey }

/** What the messages of a file are judged by. */
export interface KnownToWorker {
  environments: Environment[]
  operations: Call['operations']
  /** Published keys, by the id of the environment. */
  keys: Record<string, Call['keys']>
  /** The rows of the registries. */
  rows: CatalogueRows
}

/** A flow of a file with its messages described. */
export interface DescribedFlow {
  kind: HarFlow['kind']
  messages: FlowMessage[]
}

/** What the worker tells the page. */
export type FromWorker =
  /** Part of the work that is done, from 0 to 1. */
  | { state: 'progress'; part: number }
  | { state: 'read'; flows: DescribedFlow[]; counts: HarCounts }
  | { state: 'safe'; file: Blob; receipt: Receipt; changes: Change[]; leaks: Leak[] }
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
