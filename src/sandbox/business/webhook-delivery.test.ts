import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { companies } from '../people.ts'
import { openBooks } from './books.ts'
import { handlers } from './handlers.ts'
import { webhookDelivery } from './webhook-delivery.ts'

const now = Date.UTC(2026, 0, 10) / 1000
const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step()
})

/** A receiver of webhooks, with what it was sent. */
async function receiver() {
  const received: { path: string | undefined; body: unknown }[] = []
  let wake = () => {}
  const server = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString())
    received.push({ path: request.url, body })
    response.writeHead(204).end()
    wake()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  cleanUp.push(() => server.closeAllConnections())
  cleanUp.push(() => new Promise((done) => server.close(done)))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    next: () => new Promise<void>((done) => (wake = done)),
  }
}

const order = {
  amount: '249.90',
  due_in_days: 14,
  payer: { name: 'Oficina Andorinha Ltda', tax_id: '12.345.678/0001-95' },
  description: 'Maintenance',
}

test('a slip that is created is sent to the address that is registered, and so is its payment', async () => {
  const { origin, received, next } = await receiver()
  const books = openBooks(companies.aurora.id, now)
  books.webhooks.push({
    id: 'wh-1',
    url: `${origin}/hooks/x`,
    events: ['bank-slip.created', 'bank-slip.paid'],
    registered_on: '',
  })
  const delivery = webhookDelivery(origin, () => now)
  const due: (() => void)[] = []
  const webhooks = { announce: delivery.announce, later: (_: number, work: () => void) => void due.push(work) }
  const request = { books, parameters: {}, query: {}, body: order, now, tokenIssuedAt: 0, webhooks }
  const first = next()
  const created = await handlers['create-bank-slip'](request)
  await first
  const second = next()
  for (const work of due) work()
  await second
  const { id } = (created.body ?? {}) as { id?: string }
  expect(id).toMatch(/^slip-/)
  expect(received.map(({ body }) => body)).toMatchObject([
    { event: 'bank-slip.created', occurred_at: '2026-01-10T00:00:00.000Z', data: { id, status: 'open' } },
    { event: 'bank-slip.paid', data: { id, status: 'paid', amount: '249.90' } },
  ])
  expect(books.entries.at(-1)).toMatchObject({ reference: id, amountInCents: 24_990 })
  const receipt = books.receipts.at(-1)
  const shown = await handlers['get-receipt']({ ...request, parameters: { receipt_id: receipt?.id ?? '' } })
  expect(shown).toMatchObject({ status: 200, body: { reference: id, amount: '249.90' } })
  delivery.close()
})

test('nothing is sent to an address of anybody else, or for an event that was not asked for', async () => {
  const [app, other] = [await receiver(), await receiver()]
  const books = openBooks(companies.aurora.id, now)
  const hook = (url: string, events: string[]) => books.webhooks.push({ id: url, url, events, registered_on: '' })
  hook(`${other.origin}/elsewhere`, ['bank-slip.created'])
  hook('no address', ['bank-slip.created'])
  hook(`${app.origin}/paid-only`, ['bank-slip.paid'])
  hook(`${app.origin}/asked`, ['bank-slip.created'])
  await webhookDelivery(app.origin, () => now).announce(books, 'bank-slip.created', { id: 'slip-1' })
  expect(app.received.map(({ path }) => path)).toEqual(['/asked'])
  expect(other.received).toEqual([])
})

test('a payment that is due is forgotten, and a receiver that does not respond let go, when the sandbox closes', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  cleanUp.push(
    () => silent.closeAllConnections(),
    () => new Promise((done) => silent.close(done)),
  )
  const origin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const books = openBooks(companies.aurora.id, now)
  books.webhooks.push({ id: 'wh-1', url: `${origin}/x`, events: ['bank-slip.paid'], registered_on: '' })
  const delivery = webhookDelivery(origin, () => now)
  let paid = false
  delivery.later(0, () => (paid = true))
  // By itself an attempt ends after five seconds, later than this test may take.
  const attempt = delivery.announce(books, 'bank-slip.paid', {})
  delivery.close()
  await attempt
  await new Promise((done) => setTimeout(done, 5))
  expect(paid).toBe(false)
}, 4_000)
