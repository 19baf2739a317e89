import type { Call } from '../protocol/call.ts'
import type { Diagnosis } from './diagnosis.ts'

/** Statuses by which a server says that it passes (RFC 9110 §15.6, RFC 6585 §4, RFC 8470 §5.2). */
const passing: ReadonlySet<number> = new Set([425, 429, 502, 503, 504])

/**
 * Whether nobody needs to fix it: the same request succeeds later. That another try may help is not enough where the
 * response says nothing of its passing, as with a plain 500.
 */
export function passesByItself({ who, retry }: Pick<Diagnosis, 'who' | 'retry'>, response: Call['response']): boolean {
  if (who === 'nobody' || retry === 'honour-retry-after') return true
  return retry === 'with-backoff' && saysThatItPasses(response)
}

/** Whether a response by itself says that the same request succeeds later. */
export function saysThatItPasses({ status = 0, headers = {} }: NonNullable<Call['response']> = {}): boolean {
  return passing.has(status) || (status >= 400 && headers['retry-after'] !== undefined)
}
