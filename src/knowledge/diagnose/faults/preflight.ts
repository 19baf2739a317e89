import { standard } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import type { CallView } from '../call-view.ts'
import { answers, fault } from '../fault.ts'
import { exampleNow } from './example-parts.ts'

/** Entries for what a browser asks before it sends a call to another origin. */
export const preflightFaults = [
  fault({
    code: 'preflight-refused',
    title: 'The preflight request was rejected',
    meaning:
      'Before a call to another origin, a browser sends an OPTIONS request to ask whether the call is allowed. It never contains a token or a cookie, so a server that checks those first rejects it, and the browser blocks the call.',
    causes: [
      'The token is checked before CORS is handled',
      'The gateway protects the path for all methods, OPTIONS included',
      'No route handles OPTIONS',
    ],
    when: (view) => {
      const { status } = view
      if (!isPreflight(view) || status === undefined || status < 300) return undefined
      return {
        at: ['/request/method', '/response/status'],
        certainty: view.requestHeader('access-control-request-method') === undefined ? 'likely' : 'certain',
        values: { status, asked: view.requestHeader('access-control-request-headers')?.value },
      }
    },
    explain: ({ status, asked }, { address }) => ({
      cause: `“OPTIONS ${address.path}” returned ${status}. A browser sends it before the call itself and never with a token or a cookie${asked === undefined ? '' : `; it only asks whether ${quoted(asked)} may be sent`}. So the call itself was not sent.`,
      fix: 'Allow OPTIONS without a token: return 204 with the Access-Control-Allow headers before the token is checked, and send these headers with error responses too.',
    }),
    who: 'operator',
    retry: 'after-fix',
    basis: standard('Fetch Standard, CORS-preflight request'),
    example: {
      at: exampleNow,
      step: 'api',
      request: {
        method: 'OPTIONS',
        url: 'https://api.sandbox.example/v1/bank-slips',
        headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
      },
      response: { status: 401, headers: {} },
    },
    expected: answers('certain', 'operator', 'after-fix', '/request/method', '/response/status'),
  }),
]

/** Whether a request is the question that a browser asks before a call to another origin. */
export function isPreflight({ request }: Pick<CallView, 'request'>): boolean {
  return /^options$/i.test(request?.method ?? '')
}
