import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { handlers } from './business.ts'
import { openBooks } from './business-data.ts'
import { companies } from './people.ts'
import { webhookDelivery } from './webhook-delivery.ts'

const now = Date.UTC(2026, 0, 10) / 1000
const arrived: Record<string, unknown>[] = []
let told: () => void = () => {}
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    arrived.push(JSON.parse(Buffer.concat(chunks).toString()))
    response.writeHead(204).end()
    told()
  })
})
let origin: string
beforeEach(async () => {
  arrived.length = 0
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

function nextArrival(): Promise<void> {
  return new Promise((done) => {
    told = done
  })
}

const order = {
  amount: '249.90',
  due_in_days: 14,
  payer: { name: 'Oficina Andorinha Ltda', tax_id: '12.345.678/0001-95' },
  description: 'Maintenance',
}

test('a slip that is created is told to the address that is registered, and so is its payment', async () => {
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
  const request = { books, parameters: {}, query: {}, body: order, now, webhooks }
  const first = nextArrival()
  const created = await handlers['create-bank-slip']?.(request)
  await first
  const second = nextArrival()
  for (const work of due) work()
  await second
  const { id } = (created?.body ?? {}) as { id?: string }
  expect(id).toMatch(/^slip-/)
  expect(arrived).toMatchObject([
    { event: 'bank-slip.created', occurred_at: '2026-01-10T00:00:00.000Z', data: { id, status: 'open' } },
    { event: 'bank-slip.paid', data: { id, status: 'paid', amount: '249.90' } },
  ])
  expect(books.entries.at(-1)).toMatchObject({ reference: id, amountInCents: 24_990 })
  const receipt = books.receipts.at(-1)
  const shown = await handlers['get-receipt']?.({ ...request, parameters: { receipt_id: receipt?.id ?? '' } })
  expect(shown).toMatchObject({ status: 200, body: { reference: id, amount: '249.90' } })
  delivery.close()
})

test('nothing is sent to an address of anybody else, or for an event that was not asked for', async () => {
  const books = openBooks(companies.aurora.id, now)
  const hook = (url: string, events: string[]) => books.webhooks.push({ id: url, url, events, registered_on: '' })
  hook('http://127.0.0.1:9/elsewhere', ['bank-slip.created'])
  hook(`${origin}/paid-only`, ['bank-slip.paid'])
  hook(`${origin}/asked`, ['bank-slip.created'])
  const reached = nextArrival()
  const delivery = webhookDelivery(origin, () => now)
  delivery.announce(books, 'bank-slip.created', { id: 'slip-1' })
  await reached
  delivery.close()
  expect(arrived).toHaveLength(1)
})
