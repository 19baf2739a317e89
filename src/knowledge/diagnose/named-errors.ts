import type { Call } from '../protocol/call.ts'
import { diagnoseByEntries } from './by-entries.ts'
import type { Diagnosis } from './diagnosis.ts'
import { findError } from './error-index.ts'
import type { ErrorPage } from './error-page.ts'
import { loadCatalogue } from './registries/load-catalogue.ts'

/** The errors that go by a name, best first, and what is said of the example of the first. */
export interface NamedErrors {
  errors: ErrorPage[]
  example?: Call
  diagnoses: Diagnosis[]
}

/**
 * Finds what a page of `/errors` shows. The errors of the registries are fetched where the name is not the own code of an
 * entry: they may go by it too. Rejects where they cannot be had.
 *
 * @param foreign whether the service is not the one that the API guide describes
 */
export async function namedErrors(name: string, foreign: boolean): Promise<NamedErrors> {
  const isOwn = findError(name)[0]?.code === name.trim().toLowerCase()
  const rows = isOwn ? undefined : await loadCatalogue()
  const errors = findError(name, rows)
  const [first] = errors
  if (first === undefined) return { errors, diagnoses: [] }
  const example = exampleAt(first.example, foreign)
  return { errors, example, diagnoses: diagnoseByEntries(example, rows) }
}

/** The example as it would be judged at a service of that kind. */
function exampleAt({ environment, ...call }: Call, foreign: boolean): Call {
  return { ...call, environment: environment && { ...environment, foreign: foreign || undefined } }
}
