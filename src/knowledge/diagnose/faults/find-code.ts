import type { CallView } from '../call-view.ts'
import type { ErrorName } from '../error-names.ts'
import type { Finding } from '../fault.ts'

/** Finds a refusal whose code amounts to one of these names. */
export function findCode(view: CallView, ...names: ErrorName[]): Finding<null> | undefined {
  return view.means(...names) ? { at: [codeAt(view)], certainty: 'certain', values: null } : undefined
}

/** Where the code of a refusal stands. */
export function codeAt(view: CallView): string {
  return view.errorCode?.at ?? '/response/status'
}
