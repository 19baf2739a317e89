import type { CallView } from '../call-view.ts'
import { type Fault, fault } from '../fault.ts'
import { exampleApiCall } from './example-parts.ts'

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
    page: /error (?:code:? )?1010\b/i,
    title: 'A firewall blocked the program for what it calls itself',
    cause:
      'A firewall in front of the service knows the sender by its signature, most often its User-Agent, and lets it not pass.',
    fix: `Send a User-Agent of the program’s own in place of the library’s. If that changes nothing: ${askItsOperator}`,
  },
  {
    server: /akamaighost|big-?ip|imperva|incapsula|sucuri/i,
    page: /used cloudflare to restrict access|sorry, you have been blocked|error (?:code:? )?10(?:06|07|08|09|10|12|15|20)\b|incapsula|imperva|request unsuccessful|the requested url was rejected|support id is|access denied[\s\S]{0,300}reference (?:#|&#)|edgesuite|request blocked|web application firewall|mod_security|not acceptable!|^error code: 10\d\d\s*$/i,
    title: 'A firewall in front of the service blocked the request',
    cause: 'A web application firewall answered; the service itself was not reached.',
    fix: askItsOperator,
  },
]

/** Entries for requests that something known on the way turned away before they reached the service. */
export const blockedFaults: Fault[] = [
  fault<Between>({
    code: 'blocked-on-the-way',
    title: 'Something in front of the service blocked the request',
    meaning:
      'A firewall, a bot protection or a proxy answered in the place of the service, which the request never reached.',
    causes: [
      'A web application firewall holds the request or its sender to be suspicious',
      'A bot protection wants to see a browser',
      'The caller’s own proxy does not let the address pass',
    ],
    when: (view) => {
      const { status, body } = view
      if (status === undefined || (status < 400 && status !== 200) || status === 404) return undefined
      if (body.kind !== 'html' && body.kind !== 'text' && body.kind !== 'empty') return undefined
      const known = knownBetween(view)
      if (known === undefined || (view.step === 'authorize' && status < 400)) return undefined
      const shown = [known.header, 'server'].flatMap((name) => (name && view.responseHeader(name)?.at) || [])
      return { at: ['/response/status', '/response/body', ...shown], certainty: 'likely', values: known }
    },
    explain: ({ title, cause, fix }, view) => ({
      title,
      cause: `${cause} It sent ${view.status}${view.body.kind === 'html' ? ' with a web page' : ''}.`,
      fix,
    }),
    who: 'operator',
    retry: 'after-fix',
    basis: { kind: 'inferred', reference: 'headers and page of the answer, as such products send them' },
    example: exampleApiCall('/webhooks', 403, {
      body: '<!doctype html><title>Just a moment...</title>',
      headers: { server: 'cloudflare', 'cf-mitigated': 'challenge' },
      claims: { scope: 'webhooks' },
    }),
  }),
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
