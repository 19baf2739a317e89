import { randomUUID } from 'node:crypto'
import type { Books } from './business-data.ts'

/** The two events that the document knows (§6); their names are the sandbox's choice. */
export type WebhookEvent = 'bank-slip.created' | 'bank-slip.paid'

export interface WebhookDelivery {
  /** Tells an event to every address that is registered for it, at once and without waiting. */
  announce(books: Books, event: WebhookEvent, data: unknown): void
  /** Does something some seconds later, unless the sandbox is closed before. */
  later(seconds: number, work: () => void): void
  close(): void
}

/**
 * Sends webhooks to the app, and to nobody else: the stand-ins send nothing to addresses of the outside world. Names,
 * payload, the one attempt and the missing signature are the sandbox's choice, as the document shows none of them (§6).
 *
 * @param appOrigin where webhooks may be sent
 * @param clock epoch seconds
 */
export function webhookDelivery(appOrigin: string, clock: () => number): WebhookDelivery {
  const waiting = new Set<NodeJS.Timeout>()
  const closed = new AbortController()
  return {
    announce(books, event, data) {
      const occurred_at = new Date(clock() * 1000).toISOString()
      for (const { url, events } of books.webhooks) {
        if (!events.includes(event) || !URL.canParse(url) || new URL(url).origin !== appOrigin) continue
        const body = JSON.stringify({ id: randomUUID(), event, occurred_at, data })
        const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(5_000)])
        const headers = { 'content-type': 'application/json', 'user-agent': 'sandbox-webhooks' }
        // Whether it arrives is the receiver's affair: there is no second attempt.
        fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' }).catch(() => {})
      }
    },
    later(seconds, work) {
      const timer = setTimeout(() => {
        waiting.delete(timer)
        work()
      }, seconds * 1000)
      waiting.add(timer)
    },
    close() {
      for (const timer of waiting) clearTimeout(timer)
      closed.abort()
    },
  }
}
