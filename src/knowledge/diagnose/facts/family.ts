import type { Evidence } from './evidence.ts'

/** Facts that are found together. */
export interface FactFamily<Name extends string = string> {
  names: readonly Name[]
  find: (evidence: Evidence) => Found<Name>
}

export interface Found<Name extends string> {
  facts: Iterable<Name>
  /** Named values that the facts speak of; never a secret. */
  values?: Record<string, string | undefined>
}

/** Declares a family; the compiler holds what it finds to its names. */
export function family<const Name extends string>(
  names: readonly Name[],
  find: (evidence: Evidence) => Found<NoInfer<Name>>,
): FactFamily<Name> {
  return { names, find }
}

/** The names among pairs of a name and whether it is so. */
export function those<Name extends string>(facts: Partial<Record<Name, unknown>>): Name[] {
  return (Object.keys(facts) as Name[]).filter((name) => facts[name])
}
