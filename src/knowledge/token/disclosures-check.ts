import { standard } from '../protocol/basis.ts'
import type { Check } from './check.ts'
import { applyDisclosures } from './disclosures.ts'

/** Whether what is disclosed behind an SD-JWT belongs to it. */
export const disclosuresCheck: Check = {
  title: 'Disclosures',
  basis: standard('RFC 9901 §7.1'),
  when: (_, read) => read.state === 'read' && (read.disclosures?.length ?? 0) > 0,
  judge: (read) => {
    if (read.state !== 'read' || read.disclosures === undefined) return ['not-checked', 'Nothing is disclosed.']
    const { problems } = applyDisclosures(read.claims, read.disclosures)
    if (problems.length > 0) return ['failed', `${problems.join(' ')} A recipient must reject it.`]
    return read.disclosures.some(({ belongs }) => belongs === 'not-checked')
      ? ['not-checked', 'Its digests do not use SHA-256. Other hashes are not computed here.']
      : ['passed', 'Each disclosure has a matching digest in the token.']
  },
}
