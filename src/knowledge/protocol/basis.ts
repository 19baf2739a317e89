/** What a sentence about the service rests on: a section of its document, a standard, or reasoning from evidence. */
export interface Basis {
  kind: 'documented' | 'standard' | 'inferred'
  reference: string
}

/** What the service's document shows, by its section, as in `§2.4`. */
export function documented(reference: string): Basis {
  return { kind: 'documented', reference }
}

/** What a standard says, by its section, as in `RFC 6749 §5.1`. */
export function standard(reference: string): Basis {
  return { kind: 'standard', reference }
}

/** What is concluded, by what it is concluded from, as in `the name, as its vendor uses it`. */
export function inferred(reference: string): Basis {
  return { kind: 'inferred', reference }
}
