import type { Refusal } from '#contract/refusal.ts'
import { requestHeader } from '#contract/request.ts'
import { sessionHeader } from '#contract/session.ts'
import { parseJson, parseObject } from '#knowledge/text/json.ts'
import { noteServerTime } from './clock.ts'
import { noteReached } from './offline.ts'

/** The BFF did not do what it was asked, and says why. `status` 0: no response came from it at all. */
export class Refused extends Error {
  readonly status: number
  readonly refusal: Refusal

  constructor(status: number, refusal: Refusal) {
    super(refusal.message)
    this.status = status
    this.refusal = refusal
  }
}

/**
 * One request to the BFF: sends, reads, and throws `Refused` for anything but a 2xx.
 *
 * @param about.session name of the session that it means; what acts on a session is refused without
 */
export async function bff<Answer>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
  { session, signal }: { session?: string; signal?: AbortSignal } = {},
): Promise<Answer> {
  const headers: Record<string, string> = { [requestHeader]: '1', accept: 'application/json' }
  if (session !== undefined) headers[sessionHeader] = session
  if (body !== undefined) headers['content-type'] = 'application/json'
  const sentAt = Date.now()
  const unsent = !navigator.onLine
  const response = await fetch(path, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  }).catch((error) => unreached(error, unsent))
  const text = await response.text().catch(unreached)
  noteReached(true)
  const requestId = response.headers.get('x-request-id') ?? undefined
  const broken = { ...unreadable(response.status), requestId }
  if (!response.ok) throw new Refused(response.status, refusalIn(text) ?? broken)
  const answer = parseJson(text) as Answer | undefined
  if (answer === undefined) throw new Refused(response.status, broken)
  noteServerTime(answer, sentAt, Date.now())
  return answer
}

/** @throws Refused where the request was not given up by the page itself */
function unreached(error: unknown, unsent = false): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error
  noteReached(false)
  throw unsent ? new Refused(0, offline) : noResponse()
}

/** What the BFF says of its refusal; undefined for a text of anything between it and the page. */
function refusalIn(text: string): Refusal | undefined {
  const body = parseObject(text) as Partial<Refusal> | undefined
  const isOwn = [body?.code, body?.message, body?.fix].every((part) => typeof part === 'string')
  return isOwn ? (body as Refusal) : undefined
}

/** What a screen throws that cannot be shown without the BFF, where that is known not to respond. */
export const noResponse = () => new Refused(0, unreachable)

const unreachable: Refusal = {
  code: 'internal',
  message: 'Claimcheck’s own server did not send a complete response.',
  fix: 'Check that it is running and can be reached, then try again.',
}

const offline: Refusal = {
  code: 'internal',
  message: 'Not sent: you are offline',
  fix: 'Connect to a network, then try again.',
}

/** Whether a request was not sent, as there was no network. */
export const isUnsent = ({ refusal }: Refused): boolean => refusal === offline

const unreadable = (status: number): Refusal => ({
  code: 'internal',
  message: `Claimcheck’s own server responded with status ${status} and a body that this page cannot read. Something between them may have responded instead.`,
  fix: 'Try again. If the problem continues, show this to the operator of this installation.',
})
