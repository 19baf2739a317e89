import { inferred } from '../../protocol/basis.ts'
import { answers } from '../fault.ts'
import { exampleApiCall } from './example-parts.ts'
import { exchange, statedCause } from './stated-cause.ts'

/** Entries for failures of a server that it, or the proxy in front of it, puts into words. */
export const statedByServer = [
  statedCause({
    code: 'answer-headers-too-large',
    names: ['upstream_header_too_big'],
    steps: [...exchange, 'api'],
    title: 'The response’s headers are too large for the proxy',
    meaning:
      'The server behind the proxy responded with headers larger than the proxy’s buffer. The proxy dropped the response and reported its own failure, most often 502.',
    causes: [
      'Cookies that contain tokens or a whole session',
      'A token or a long list of permissions in a header',
      'The proxy’s buffer still has its small default size',
    ],
    fix: 'Increase the proxy’s buffer for response headers (nginx: proxy_buffer_size, with proxy_buffers and proxy_busy_buffers_size), or keep the session on the server so that cookies stay small.',
    who: 'operator',
    basis: inferred('the proxy’s own words; HTTP sets no limit for headers (RFC 9110 §5.4)'),
    example: exampleApiCall('/webhooks', 502, {
      body: { message: 'upstream sent too big header while reading response header from upstream' },
      claims: { scope: 'webhooks' },
    }),
    expected: answers('likely', 'operator', 'after-fix', '/response/body', '/response/status'),
  }),
  statedCause({
    code: 'server-misconfigured',
    names: ['server_misconfigured'],
    steps: [...exchange, 'api'],
    title: 'The server is not set up correctly',
    meaning: 'The server names a mistake in its own configuration. Nothing is known to be wrong with the request.',
    causes: [
      'A setting, key or secret of the server is missing or wrong',
      'A gateway rule or script fails',
      'The server is not allowed to call something that it depends on, or cannot reach it',
    ],
    fix: 'Give the message, the time and the response’s request ID to the team that runs the server: the mistake is in its configuration. If the server is your own, correct the setting that the message names.',
    who: 'api-team',
    whoAtIdentity: 'identity-team',
    basis: inferred('the server’s own words; RFC 9110 §15.6.1 defines only the status'),
    example: exampleApiCall('/webhooks', 500, {
      body: { message: 'Execution failed due to configuration error: Malformed Lambda proxy response' },
      claims: { scope: 'webhooks' },
    }),
    expected: answers('likely', 'api-team', 'after-fix', '/response/body', '/response/status'),
  }),
]
