import { inferred, standard } from '../../protocol/basis.ts'
import { hostOf } from '../../text/hosts.ts'
import { quoted } from '../../text/quote.ts'
import { leadsToSignIn } from '../../text/sign-in-page.ts'
import { answers, fault } from '../fault.ts'
import { exampleApiCall } from './example-parts.ts'
import { meantStatus } from './page-status.ts'

/** Entries for answers whose form, more than their content, shows what happened. */
export const answerFaults = [
  fault({
    code: 'redirect-not-followed',
    title: 'The API returned a redirect',
    meaning: 'Redirects of API calls are not followed, because that would send the token to another URL.',
    causes: [
      'http instead of https in the base URL',
      'An extra or a missing slash',
      'A proxy redirects everyone to its own sign-in page',
    ],
    when: (view) => {
      if (view.step !== 'api' || ![301, 302, 303, 307, 308].includes(view.status ?? 0)) return undefined
      const location = view.responseHeader('location')
      return {
        at: ['/response/status', ...(location === undefined ? [] : [location.at])],
        certainty: 'certain',
        values: { target: location?.value },
      }
    },
    explain: ({ target }, view) => ({
      ...(leadsToSignIn(target ?? '', hostOf(view.call.request?.url ?? '')) && { who: 'operator' }),
      cause: `The API returned ${view.status}${target === undefined ? ' without a URL' : `, redirecting to ${quoted(target)}`}. The redirect was not followed.`,
      fix: 'Call the final URL directly if it belongs to the API. Otherwise, ask the operator of the proxy in between.',
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: standard('RFC 9110 §15.4', 'API redirects are not described'),
    example: exampleApiCall('/bank-slips', 302, { headers: { location: '/v1/bank-slips/' } }),
    expected: answers('certain', 'caller', 'after-fix', '/response/status', '/response/headers/location'),
  }),
  fault({
    code: 'html-in-place-of-an-answer',
    title: 'Something in between returned a web page',
    meaning: 'APIs return data. A web page comes from a proxy, a firewall or a maintenance page in front of the API.',
    causes: [
      'A web application firewall blocked the request',
      'A company proxy requires authentication',
      'A maintenance page',
      'The URL belongs to a website, not to an API',
    ],
    when: (view) => {
      if (view.step === 'authorize' || view.body.kind !== 'html') return undefined
      if (!fromBetween(meantStatus(view), view.step === 'api')) return undefined
      // RFC 6750 §3: what is in the challenge is the API's own word, whatever page comes with it.
      if (view.challenges.some(({ parameters }) => parameters.error !== undefined)) return undefined
      const asked = /\b(text\/html|application\/xhtml)/i.test(view.requestHeader('accept')?.value ?? '')
      if (asked && (view.status ?? 400) < 300) return undefined
      const server = view.responseHeader('server')
      return {
        at: ['/response/body', ...(server === undefined ? [] : [server.at])],
        certainty: 'likely',
        values: { server: server?.value },
      }
    },
    explain: ({ server }, view) => ({
      cause: `The response${view.status === undefined ? '' : ` with status ${view.status}`} is an HTML page${server === undefined ? '' : `, sent by ${quoted(server)}`}. The ${view.foreign ? 'API’s own errors' : 'service’s own errors'} are JSON${view.cited('§7.1, §7.2')}, so it probably did not come from there.`,
      fix: `Read the page: it usually names the product that blocked the request and gives a reference number. Send both to its operator, and check ${view.step === 'api' ? 'base_url' : 'the URLs'} of the environment.`,
    }),
    who: 'operator',
    retry: 'after-fix',
    basis: inferred('an HTML body where an API returns JSON', '§7.1 and §7.2'),
    example: exampleApiCall('/bank-slips', 403, {
      body: '<!doctype html><title>Request rejected</title>',
      claims: { scope: 'https://api.bank.example/bank-slips.readonly' },
    }),
    expected: answers('likely', 'operator', 'after-fix', '/response/body'),
  }),
  fault({
    code: 'answer-cut',
    title: 'The response is truncated or damaged',
    meaning: 'The body starts as JSON but is incomplete.',
    causes: ['The connection was closed early', 'A proxy cut the response', 'The text was cut when it was copied'],
    when: (view) => {
      if (view.body.kind === 'broken-json' && (view.step === 'api' || (view.status ?? 400) >= 400))
        return { at: ['/response/body'], certainty: 'certain', values: null }
      const length = view.responseHeader('content-length')
      const promised = Number(length?.value) > 0 && view.body.kind === 'empty' && view.status === 200
      return length && promised && !/^HEAD$/i.test(view.request?.method ?? '')
        ? { at: [length.at, '/response/body'], certainty: 'likely', values: null }
        : undefined
    },
    explain: (_values, view) => ({
      cause:
        view.body.kind === 'empty'
          ? 'The Content-Length header announces a body, but the response contains none.'
          : `The body${view.status === undefined ? '' : ` of the response with status ${view.status}`} is not complete JSON, so it cannot be read.`,
      fix: `Repeat the call, or copy the whole body. If it is truncated each time, send the time to the ${view.step === 'api' ? 'API' : 'identity'} team.`,
      who: view.step === 'api' ? 'api-team' : 'identity-team',
    }),
    who: 'api-team',
    retry: 'with-backoff',
    basis: inferred('a body that does not parse as JSON (RFC 8259)'),
    example: {
      ...exampleApiCall('/bank-slips', 200),
      response: { status: 200, headers: { 'content-type': 'application/json' }, body: '{"items":[{"id":"slip-10' },
    },
    expected: answers('certain', 'api-team', 'with-backoff', '/response/body'),
  }),
]

/**
 * Whether a web page with this status tells more than the status does: proxies and firewalls send one with 200, 400,
 * 401, 403 and 406, while the pages of other statuses only decorate them.
 */
function fromBetween(status: number | undefined, api: boolean): boolean {
  if (status === undefined || [401, 403, 406].includes(status)) return true
  return api && ((status >= 200 && status < 300) || status === 400)
}
