import { inferred } from '../../protocol/basis.ts'
import { companyClaimApi } from '../../protocol/claims.ts'
import { pointer } from '../../text/pointer.ts'
import { closed, quoted } from '../../text/quote.ts'
import { answers, fault } from '../fault.ts'

import { exampleApiCall } from './example-parts.ts'

/** A call for the data of another company than the token’s, by the URL or by what the API says (§2.4, §5.6). */
export const companyDiffers = fault({
  code: 'company-differs',
  title: 'The token is for another company',
  meaning: 'The company in the token differs from the company in the URL.',
  causes: ['The user signed in for another company', 'The URL was copied from another company'],
  when: (view) => {
    if (view.step !== 'api' || (view.status !== 403 && view.status !== 404)) return undefined
    const asked =
      /\/compan(?:y|ies)\/([^/]+)/.exec(view.address.path)?.[1] ??
      view.address.query.find(([name]) => /^company(_?id)?$/i.test(name))?.[1]
    const claim = Object.keys(view.token?.claims ?? {}).find(
      (name) => companyClaimApi(name, view.environment) !== undefined,
    )
    const held = claim === undefined ? undefined : view.token?.claims[claim]
    if (claim === undefined || typeof held !== 'string' || held === '' || held === asked) return undefined
    const said = asked === undefined ? ofOther.exec(view.call.response?.body?.slice(0, 4_000) ?? '')?.[0] : undefined
    if (asked === undefined && said === undefined) return undefined
    return {
      at: [
        ...(asked === undefined ? ['/response/body'] : ['/request/url']),
        pointer('token', 'claims', claim),
        '/response/status',
      ],
      certainty: 'likely',
      values: { claim, held, asked, said },
    }
  },
  explain: ({ claim, held, asked, said }) => ({
    cause:
      asked === undefined
        ? `The token’s claim ${quoted(claim)} contains ${quoted(held)}, and the API says: ${closed(quoted(said, 160))} What was requested probably belongs to another company.`
        : `The URL is for the company ${quoted(asked)}, but the token’s claim ${quoted(claim)} contains ${quoted(held)}.`,
    fix: 'Call the API for the token’s company, or sign in with an account of the other company.',
  }),
  who: 'caller',
  retry: 'after-fix',
  basis: inferred('the company claim compared with the URL', 'how APIs compare them is not described (§2.4)'),
  next: { do: 'sign-in-as-another' },
  example: {
    ...exampleApiCall('', 403, { claims: { 'https://api.bank.example/bank-slips': 'c-1' } }),
    request: { method: 'GET', url: 'https://api.sandbox.example/v1/companies/c-2/bank-slips' },
  },
  expected: answers(
    'likely',
    'caller',
    'after-fix',
    '/request/url',
    '/token/claims/https:~1~1api.bank.example~1bank-slips',
    '/response/status',
  ),
})

/** What APIs say of an account or a document that is not that of the token’s company. */
const ofOther =
  /[^"\n]{0,80}(?:n[aã]o pertence|no pertenece|not belong|belongs to (?:another|a different)|(?:outr[oa]|otr[oa]|another|different) (?:titular|empresa|company|holder|cnpj))[^"\n]{0,80}/i
