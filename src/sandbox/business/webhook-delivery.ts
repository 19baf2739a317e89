import { randomUUID } from 'node:crypto'
import type { Books } from './books.ts'

/** The two events that the document knows (§6); their names are the sandbox's choice. */
export type WebhookEvent = 'bank-slip.created' | 'bank-slip.paid'

export interface WebhookDelivery {
  /** Sends an event to every address that is registered for it, at once. Ends when every attempt has; never rejects. */
  announce(books: Books, event: WebhookEvent, data: unknown): Promise<void>
  /** Does something some seconds later, unless the sandbox is closed before. */
  later(seconds: number, work: () => void): void
  close(): void
}

/**
 * Sends webhooks to the app, and to nobody else: the stand-ins send nothing to addresses of the outside world. Names,
 * payload, the one attempt and the missing signature are the sandbox's choice, as the API guide shows none of them (§6).
 *
 * @param appOrigin where webhooks may be sent
 * @param clock epoch seconds
 */
export function webhookDelivery(appOrigin: string, clock: () => number): WebhookDelivery {
  const waiting = new Set<NodeJS.Timeout>()
  const closed = new AbortController()
  return {
    async announce(books, event, data) {
      const occurred_at = new Date(clock() * 1000).toISOString()
      const wanted = books.webhooks.filter(
        ({ url, events }) => events.includes(event) && URL.canParse(url) && new URL(url).origin === appOrigin,
      )
      const attempts = wanted.map(({ url }) => {
        const body = JSON.stringify({ id: randomUUID(), event, occurred_at, data })
        const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(5_000)])
        const headers = { 'content-type': 'application/json', 'user-agent': 'sandbox-webhooks' }
        // Whether it arrives is the receiver's affair: there is no second attempt.
        return fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' })
      })
      await Promise.allSettled(attempts)
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
