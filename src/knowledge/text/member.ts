/** A member of a JSON value by its own names; undefined where there is none. */
export function member(value: unknown, ...names: string[]): unknown {
  let here = value
  for (const name of names) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, name)) return undefined
    here = (here as Record<string, unknown>)[name]
  }
  return here
}
