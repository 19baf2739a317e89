/** What a sentence about the service rests on: a section of its document, a standard, or reasoning from evidence. */
export interface Basis {
  kind: 'documented' | 'standard' | 'inferred'
  reference: string
}
