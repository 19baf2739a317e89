import { standard } from '../protocol/basis.ts'
import type { Check, TokenCheckContext } from './check.ts'
import { vendorBreaches } from './issuers/vendor-rules.ts'
import type { Breach } from './jose/breach.ts'
import { kindBreaches } from './jose/kind-rules.ts'
import type { ReadJwt } from './jwt.ts'

/** Whether a token keeps the rules of its format, and those that its standard has for such tokens, that can be seen without a key. */
export const formCheck: Check = {
  title: 'Rules of its format',
  basis: standard('RFC 7515, RFC 7516, RFC 7518, RFC 7519, and the standard for this kind of token'),
  when: (context, read) => breachesIn(read, context).length > 0,
  judge: (read, context) => {
    const all = breachesIn(read, context)
    const [gravest] = [...all.filter(({ tone }) => tone === undefined), ...all]
    return [
      'failed',
      all.map(({ why, basis }) => `${why} (${basis.reference})`).join(' '),
      undefined,
      gravest && { title: gravest.title, phrase: gravest.phrase, ...(gravest.tone && { tone: gravest.tone }) },
    ]
  },
}

function breachesIn(read: ReadJwt, context: TokenCheckContext): Breach[] {
  return [
    ...(read.breaches ?? []),
    ...kindBreaches(read, context),
    ...(read.state === 'read' ? vendorBreaches(read.claims, read.header, context.kind) : []),
  ]
}
