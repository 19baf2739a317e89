import { inferred } from '../../protocol/basis.ts'
import type { CallView } from '../call-view.ts'
import { answers, fault } from '../fault.ts'
import { exampleApiCall } from './example-parts.ts'
import { codeAt } from './find-code.ts'

/** Something that is between caller and API and can be told by the page that it sends. */
interface Between {
  statuses: readonly number[]
  /** The header that shows it. */
  header?: { name: string; value: RegExp }
  /** The server that it calls itself. */
  server?: RegExp
  /** What its page says in the title or the first lines. */
  page?: RegExp
  /** The whole of its response where that is plain text. */
  text?: RegExp
  title: string
  cause: string
  fix: string
}

const askItsOperator =
  'Give the operator of the service the page’s reference number, the time and the public IP address of the calling machine, and ask to be allowed.'

const firewall: Between = {
  statuses: [200, 400, 401, 403, 406],
  text: /^error code: 10(?:06|07|08|09|12|20)$/i,
  server: /akamaighost|big-?ip|imperva|incapsula|sucuri/i,
  page: /used cloudflare to restrict access|sorry, you have been blocked|incapsula|imperva|request unsuccessful\. incapsula|the requested url was rejected|support id is|access denied[\s\S]{0,300}reference (?:#|&#)|edgesuite|<title>[^<]*request blocked|web application firewall|mod_security|not acceptable!/i,
  title: 'A firewall blocked the request',
  cause: 'A web application firewall seems to have responded, not the service itself.',
  fix: askItsOperator,
}

const betweens: Between[] = [
  {
    statuses: [403, 429, 503],
    header: { name: 'cf-mitigated', value: /challenge/i },
    page: /<title>(?:just a moment|checking your browser|one moment)|challenge-platform|enable javascript and cookies/i,
    title: 'Bot protection blocked the request',
    cause:
      'Bot protection in front of the service responded with a challenge that only a user with a browser can pass.',
    fix: `An app cannot pass it. ${askItsOperator}`,
  },
  {
    statuses: [403, 503],
    header: { name: 'x-squid-error', value: /^ERR_(?:ACCESS_DENIED|BLOCKED)/ },
    page: /squid software foundation|zscaler|forcepoint|fortiguard|bluecoat|blocked by (?:your )?(?:administrator|company|organi[sz]ation)/i,
    title: 'An outgoing proxy blocked the call',
    cause: 'A proxy of the caller’s own network seems to have responded, not the service.',
    fix: 'Have the operator of the network’s proxy allow this URL, or add its host to NO_PROXY if the call should bypass the proxy.',
  },
  {
    statuses: [403],
    page: /<title>[^<]*cloudflare[\s\S]*\b1010\b/i,
    text: /^error code: 1010$/i,
    title: 'A firewall blocked the app by its User-Agent',
    cause:
      'A firewall in front of the service identifies the sender by its signature, usually the User-Agent, and blocks it.',
    fix: `Send the app’s own User-Agent instead of the library’s. If that does not help: ${askItsOperator}`,
  },
  firewall,
]

/** Entries for requests that something known on the way turned away before they reached the service. */
export const blockedFaults = [
  fault({
    code: 'blocked-on-the-way',
    title: 'Something in front of the service blocked the request',
    meaning: 'A firewall, bot protection or proxy responded instead of the service.',
    causes: [
      'A web application firewall considers the request or its sender suspicious',
      'Bot protection requires a browser',
      'The caller’s own proxy blocks the URL',
    ],
    when: (view) => {
      const known = knownBetween(view)
      if (known === undefined && view.means('firewall_blocked'))
        return { at: [codeAt(view), '/response/status'], certainty: 'likely', values: firewall }
      if (known === undefined) return undefined
      const shown = [known.header?.name, 'server'].flatMap((name) => (name && view.responseHeader(name)?.at) || [])
      return { at: ['/response/status', '/response/body', ...shown], certainty: 'likely', values: known }
    },
    explain: ({ title, cause, fix }, view) => ({
      title,
      cause: `${cause}${view.status === undefined ? '' : ` It sent ${view.status}${view.body.kind === 'html' ? ' with a web page' : ''}.`}`,
      fix,
    }),
    who: 'operator',
    retry: 'after-fix',
    basis: inferred('the response’s headers and page, which are typical of such products'),
    example: exampleApiCall('/webhooks', 403, {
      body: '<!doctype html><title>Just a moment...</title>',
      headers: { server: 'cloudflare', 'cf-mitigated': 'challenge' },
      claims: { scope: 'webhooks' },
    }),
    expected: {
      ...answers(
        'likely',
        'operator',
        'after-fix',
        '/response/status',
        '/response/body',
        '/response/headers/cf-mitigated',
        '/response/headers/server',
      ),
      title: 'Bot protection blocked the request',
    },
  }),
]

/** What is in between, where headers or page tell; never where the response is one of the service's own. */
function knownBetween(view: CallView): Between | undefined {
  const { status, body } = view
  if (status === undefined || view.responseHeader('www-authenticate') !== undefined) return undefined
  const page = (view.call.response?.body ?? '').slice(0, 6000)
  const html = body.kind === 'html' || body.kind === 'empty'
  const asked = /\b(text\/html|application\/xhtml)/i.test(view.requestHeader('accept')?.value ?? '')
  if (status === 200 && (view.step !== 'api' || body.kind !== 'html' || asked)) return undefined
  const server = view.responseHeader('server')?.value ?? ''
  return betweens.find((one) => {
    if (!one.statuses.includes(status)) return false
    const header = one.header === undefined ? undefined : view.responseHeader(one.header.name)?.value
    if (header !== undefined && one.header?.value.test(header)) return true
    if (one.server?.test(server) && html && status === 403) return true
    return body.kind === 'html' ? one.page?.test(page) : one.text?.test(page.trim())
  })
}
