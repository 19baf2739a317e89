import type { CallView } from '../call-view.ts'
import { type Fault, fault } from '../fault.ts'
import { quoted } from '../words.ts'
import { exampleApiCall } from './example-parts.ts'
import { meantStatus } from './page-status.ts'

/** Entries for answers whose form, more than their content, shows what happened. */
export const answerFaults: Fault[] = [
  fault<{ target?: string }>({
    code: 'redirect-not-followed',
    title: 'The API answered with a redirect',
    meaning: 'A redirect of an API call is not followed, because the token would travel to another address.',
    causes: [
      'http in place of https in the base address',
      'A slash too many or too few',
      'A proxy that sends everybody to its own sign-in page',
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
      cause: `The answer was ${view.status}${target === undefined ? ' without an address' : ` and points to ${quoted(target)}`}. It was not followed.`,
      fix: 'Call the final address directly if it belongs to the API. Otherwise ask who runs the proxy in between.',
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: { kind: 'standard', reference: 'RFC 9110 §15.4; redirects of the APIs are not shown' },
    example: exampleApiCall('/bank-slips', 302, { headers: { location: 'https://login.proxy.example/' } }),
  }),
  fault<{ server?: string; known?: Between }>({
    code: 'html-in-place-of-an-answer',
    title: 'Something in between answered with a web page',
    meaning:
      'APIs answer with data. A web page comes from a proxy, a firewall or a maintenance page in front of the API.',
    causes: [
      'A web application firewall blocked the request',
      'A company proxy wants a sign-in',
      'A maintenance page',
      'The address is the one of a web site',
    ],
    when: (view) => {
      if (view.step === 'authorize' || view.body.kind !== 'html') return undefined
      if (!fromBetween(meantStatus(view), view.step === 'api')) return undefined
      const asked = /\b(text\/html|application\/xhtml)/i.test(view.requestHeader('accept')?.value ?? '')
      if (asked && (view.status ?? 400) < 300) return undefined
      const server = view.responseHeader('server')
      const known = knownBetween(view)
      const shown = known?.header === undefined ? undefined : view.responseHeader(known.header)
      return {
        at: ['/response/body', ...[server, shown].flatMap((header) => (header === undefined ? [] : [header.at]))],
        certainty: 'likely',
        values: { server: server?.value, known },
      }
    },
    explain: ({ server, known }, view) => ({
      ...(known && { title: known.title }),
      cause: `${known === undefined ? '' : `${known.cause} `}The answer${view.status === undefined ? '' : ` with status ${view.status}`} is an HTML page${server === undefined ? '' : `, sent by ${quoted(server)}`}. The service’s own errors are JSON (§7.1, §7.2), so it probably did not come from there.`,
      fix:
        known?.fix ??
        'Read the page: it usually names who blocks and a reference number. Give both to whoever runs that proxy, and check the configured address.',
    }),
    who: 'operator',
    retry: 'after-fix',
    basis: { kind: 'inferred', reference: 'an HTML body where JSON is documented (§7.1, §7.2)' },
    example: exampleApiCall('/bank-slips', 403, {
      body: '<!doctype html><title>Request rejected</title>',
      claims: { scope: 'https://api.bank.example/bank-slips.readonly' },
    }),
  }),
  fault<null>({
    code: 'answer-cut',
    title: 'The answer was cut or garbled',
    meaning: 'The body begins as JSON and does not end as such.',
    causes: ['The connection was closed early', 'A proxy cut the answer', 'The text was cut when it was copied'],
    when: (view) => {
      if (view.body.kind === 'broken-json' && (view.step === 'api' || (view.status ?? 400) >= 400))
        return { at: ['/response/body'], certainty: 'certain', values: null }
      const length = view.responseHeader('content-length')
      const promised = view.body.kind === 'empty' && Number(length?.value) > 0 && view.status === 200
      return length !== undefined && promised && !/^HEAD$/i.test(view.request?.method ?? '')
        ? { at: [length.at, '/response/body'], certainty: 'likely', values: null }
        : undefined
    },
    explain: (_values, view) => ({
      cause:
        view.body.kind === 'empty'
          ? 'The answer announces a body by its Content-Length, and none came.'
          : `The body${view.status === undefined ? '' : ` of the answer with status ${view.status}`} is not complete JSON, so what it says cannot be read.`,
      fix: 'Repeat the call, or copy the whole body. If it comes cut each time, give the time to the team of the API.',
    }),
    who: 'api-team',
    retry: 'with-backoff',
    basis: { kind: 'inferred', reference: 'a body that does not parse as JSON (RFC 8259)' },
    example: {
      ...exampleApiCall('/bank-slips', 200),
      response: { status: 200, headers: { 'content-type': 'application/json' }, body: '{"items":[{"id":"slip-10' },
    },
  }),
]

/** Something that stands between caller and API and can be told by the page that it sends. */
interface Between {
  /** The header that shows it. */
  header?: string
  /** The server that it calls itself. */
  server?: RegExp
  /** How its page begins to tell: in the title or the first lines. */
  page?: RegExp
  title: string
  cause: string
  fix: string
}

const askItsOperator =
  'Give the page’s reference number, the time and the public address of the calling machine to whoever runs the service, and have this caller let through.'

const betweens: Between[] = [
  {
    header: 'cf-mitigated',
    page: /<title>(?:just a moment|attention required|checking your browser|one moment)|challenge-platform|enable javascript and cookies/i,
    title: 'A bot protection wants to see a browser in place of the program',
    cause: 'A protection in front of the service answered with a challenge that only a browser with a person can pass.',
    fix: `A program cannot pass it. ${askItsOperator}`,
  },
  {
    header: 'x-squid-error',
    page: /squid software foundation|<title>error: the requested url could not be retrieved|zscaler|forcepoint|fortiguard|bluecoat|blocked by (?:your )?(?:administrator|company|organi[sz]ation)/i,
    title: 'A proxy on the way out does not let the call pass',
    cause: 'A proxy of the caller’s own network answered; the service was not reached.',
    fix: 'Have whoever runs the network’s proxy allow this address, or set the exception for it (NO_PROXY) if the call is to go past the proxy.',
  },
  {
    server: /akamaighost|big-?ip|imperva|incapsula|sucuri/i,
    page: /used cloudflare to restrict access|sorry, you have been blocked|error (?:code:? )?10(?:06|07|08|09|10|12|15|20)\b|incapsula|imperva|request unsuccessful|the requested url was rejected|support id is|access denied[\s\S]{0,300}reference (?:#|&#)|edgesuite|request blocked|web application firewall|mod_security|not acceptable!/i,
    title: 'A firewall in front of the service blocked the request',
    cause: 'A web application firewall answered; the service itself was not reached.',
    fix: askItsOperator,
  },
]

function knownBetween(view: CallView): Between | undefined {
  const page = (view.call.response?.body ?? '').slice(0, 6000)
  const server = view.responseHeader('server')?.value ?? ''
  return betweens.find(
    (one) =>
      (one.header !== undefined && view.responseHeader(one.header) !== undefined) ||
      one.server?.test(server) ||
      one.page?.test(page),
  )
}

/**
 * Whether a web page with this status tells more than the status does: proxies and firewalls send one with 200, 400,
 * 401, 403 and 406, while the pages of other statuses only decorate them.
 */
function fromBetween(status: number | undefined, api: boolean): boolean {
  if (status === undefined || [401, 403, 406].includes(status)) return true
  return api && ((status >= 200 && status < 300) || status === 400)
}
