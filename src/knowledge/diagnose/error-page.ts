import type { Basis } from '../protocol/basis.ts'
import type { Call } from '../protocol/call.ts'
import type { DiagnosisCode } from './diagnosis.ts'
import type { Retry, Who } from './fault.ts'

/** One page of `/errors`. */
export interface ErrorPage {
  code: DiagnosisCode
  title: string
  meaning: string
  causes: readonly string[]
  who: Who
  retry: Retry
  basis: Basis
  /** Other names under which it is found: gateway codes, OAuth codes, statuses. */
  aliases: readonly string[]
  /** True where only one source describes it. */
  unconfirmed?: boolean
  /** A call that shows it, for `diagnose`. */
  example: Call
}

export interface ErrorGroup {
  id: string
  title: string
  summary: string
  errors: ErrorPage[]
}
