/** What a sentence about the service rests on: a section of its document, a standard, or reasoning from evidence. */
export interface Basis {
  kind: 'documented' | 'standard' | 'inferred'
  reference: string
  /** The same at a service that the API guide does not describe; absent where the document has no part in it. */
  elsewhere?: Basis
}

/**
 * What the service's document shows, by its section, as in `§2.4`.
 *
 * @param elsewhere what it rests on at another service
 */
export function documented(reference: string, elsewhere: Basis = inferred('the call itself')): Basis {
  return { kind: 'documented', reference, elsewhere }
}

/**
 * What a standard says, by its section, as in `RFC 6749 §5.1`.
 *
 * @param guide what the service's document shows or does not show of it
 */
export function standard(reference: string, guide?: string): Basis {
  return besideGuide({ kind: 'standard', reference }, guide)
}

/**
 * What is concluded, by what it is concluded from, as in `the name, as its vendor uses it`.
 *
 * @param guide what the service's document shows or does not show of it
 */
export function inferred(reference: string, guide?: string): Basis {
  return besideGuide({ kind: 'inferred', reference }, guide)
}

/** What something rests on at a service: with the document, or at a foreign one without it. */
export function basisAt({ elsewhere, ...basis }: Basis, foreign: boolean): Basis {
  return foreign && elsewhere ? basisAt(elsewhere, foreign) : basis
}

function besideGuide(basis: Basis, guide: string | undefined): Basis {
  return guide === undefined ? basis : { ...basis, reference: `${basis.reference}; ${guide}`, elsewhere: basis }
}

/** What a reference cites of the API guide, as in `2.4` or `5.2`; sections of standards are none of it. */
export function citedSections(reference: string): string[] {
  const own = reference.replace(/(?:RFC \d+|OpenID [A-Z][\w ]*?) §[\d.]+/g, '')
  return [...new Set(Array.from(own.matchAll(/§(\d+(?:\.\d+)?)/g), ([, section = '']) => section))]
}
