import { type Basis, inferred } from './basis.ts'

/** What is known of a parameter, a form field or a member by its name. */
export interface Field {
  meaning: string
  basis: Basis
  /** The service's document demands it. */
  required?: boolean
  /** The values that the service's document shows. */
  allowed?: RegExp
}

export type Fields = ReadonlyMap<string, Field>

/** Fields by name, in the order in which they are shown; safe for any name. */
export function fields(rows: Record<string, Field>): Fields {
  return new Map(Object.entries(rows))
}

export const unknownField: Field = {
  meaning: 'No standard known here describes it.',
  basis: inferred('its absence from the standards known here', 'its absence from the API guide'),
}
