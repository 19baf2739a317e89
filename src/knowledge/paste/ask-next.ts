import type { Call } from '../protocol/call.ts'
import type { Clock } from './read-pasted.ts'

/** What to ask somebody next who reported a failure. */
export interface NextQuestion {
  /** What the text does not tell, most useful first, as in “To narrow it down: …”. At least one. */
  ask: string[]
  /** The identifier of the request in the logs of the other side, where the text has it. */
  requestId?: string
}

// Headers and fields by which services name one request: X-Request-Id, Correlation ID, Trace ID, CF-Ray and their like.
const requestIds =
  /(?<![a-z\d])(?:(?:x[-_]?)?(?:amzn?[-_]?)?(?:request|correlation|trace|transaction|req|message|log)[-_ ]?(?:id|guid)|cf-ray|traceparent)["'\]]{0,2}\s{0,3}(?:=>|[:=])\s{0,3}["'[]{0,2}([\w.:+/=-]{6,80})/i

/** What is missing in a text to find the cause, or to find the request in the logs. Pure; linear in the text. */
export function askNext(text: string, reading: { call: Call; clock: Clock } | undefined): NextQuestion {
  const requestId = requestIds.exec(text.slice(0, 200_000))?.[1]?.replace(/[.:,]+$/, '')
  if (reading === undefined)
    return {
      ask: [
        'the full response with its status',
        'the method and URL of the request',
        'the time of the failure (with time zone)',
      ],
      requestId,
    }
  const { call, clock } = reading
  const { request, response, failure } = call
  const ask = [
    failure === undefined && response?.status === undefined && call.step !== 'authorize'
      ? 'the HTTP status of the response'
      : undefined,
    failure === undefined && response?.status !== undefined && !response.body ? 'the response body' : undefined,
    !request?.url && call.step !== 'authorize' ? 'the method and URL of the request' : undefined,
    clock === 'now' || clock === 'chosen' ? 'the time of the failure (with time zone)' : undefined,
    requestId === undefined && failure === undefined ? 'the request ID from the response headers' : undefined,
  ].filter((one) => one !== undefined)
  return { ask: ask.length > 0 ? ask.slice(0, 3) : ['whether it fails every time and since when'], requestId }
}

/** The question in one line, without its heading. */
export function inOneLine({ ask, requestId }: NextQuestion): string {
  return `${asClauses(ask)}.${requestId === undefined ? '' : ` Quote request ID ${requestId}.`}`
}

/** Parts that contain “and” themselves, as a list in which the last is behind a comma. */
function asClauses(parts: readonly string[]): string {
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')}, and ${last}`
}
