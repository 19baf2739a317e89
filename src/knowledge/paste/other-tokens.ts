import type { Finding } from '../privacy/finding.ts'
import { findKnownForms } from '../privacy/known-forms.ts'
import { inferred } from '../protocol/basis.ts'
import type { FoundToken } from '../token/find.ts'
import { findOpaqueForms, type OpaqueForm } from '../token/opaque-forms.ts'

/**
 * What opens something in a text and is no JWT, told by its form: keys and tokens of vendors, Basic, SAML, PASETO, cookies
 * of frameworks. `taken` are the tokens that were found before; what lies within one of them is not told again.
 */
export function findOtherTokens(text: string, taken: readonly FoundToken[]): FoundToken[] {
  const known: Finding[] = []
  findKnownForms(text, (finding) => known.push(finding))
  const own = findOpaqueForms(text)
  const vendors = known.filter(({ start, end }) => !own.some((one) => one.start < end && start < one.end)).map(ofVendor)
  return [...own, ...vendors]
    .filter(({ start, end }) => !taken.some(({ place }) => place && place.start < end && start < place.end))
    .sort((one, other) => one.start - other.start)
    .slice(0, mostOthers)
    .map(({ start, end, text: written, content, from, kind, name, why, basis }) => ({
      from,
      place: { start, end, ...lineOf(text, start), in: 'text', writing: [] },
      token: { form: 'opaque', text: written, defects: [], content },
      recognised: { kind, name, why, basis },
    }))
}

const mostOthers = 40

function ofVendor({ start, end, name, value }: Finding): OpaqueForm {
  return {
    start,
    end,
    text: value,
    kind: 'secret',
    name,
    why: `It has the form of a ${name}.`,
    basis: inferred('the form in which its vendor writes such keys'),
  }
}

function lineOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}
