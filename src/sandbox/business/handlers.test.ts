import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { operations } from '#knowledge/protocol/apis.ts'
import { type Sandbox, startSandbox } from '../start.ts'
import { obtainTokens } from '../testing/visitor.ts'
import type { Entry, Receipt, Slip } from './books.ts'

let running: Sandbox
let baseUrl: string
const tokens: Record<string, string> = {}
const unexpected: unknown[] = []
/** Seconds by which the gateway's clock is ahead. */
let ahead = 0

let signInAs: (account: string) => Promise<void>

beforeAll(async () => {
  running = await startSandbox({
    appUrl: 'http://localhost:8700',
    ports: { sandboxIdentity: 0, sandboxGateway: 0, productionIdentity: 0, productionGateway: 0 },
    clock: () => Date.now() / 1000 + ahead,
    onUnexpectedError: (error) => unexpected.push(error),
  })
  const environment = running.configuration.environments[0]
  const client = environment?.clients[0]
  if (!environment || !client) throw new Error('the configuration lacks an environment')
  baseUrl = environment.base_url
  signInAs = async (account) => {
    const plan = { environment, client, account, scopes: environment.scopes }
    tokens[account] = (await obtainTokens(plan, running.secrets[client.secret_variable] ?? '')).access_token
  }
  for (const account of ['ana-souza', 'bruno-lima', 'carla-mendes']) await signInAs(account)
})

afterAll(() => running.close())

function call(path: string, init: { account?: string; method?: string; body?: unknown; type?: string } = {}) {
  const { account = 'ana-souza', method = 'GET', body, type = 'application/json' } = init
  return fetch(`${baseUrl}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${tokens[account]}`, ...(body === undefined ? {} : { 'content-type': type }) },
    body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
  })
}

// biome-ignore lint/suspicious/noExplicitAny: what the bodies hold is what these tests are about.
const json = async (response: Promise<Response>): Promise<any> => (await response).json()

test.each(['ana-souza', 'bruno-lima'])(
  'every sample value exists in the books of the company of %s',
  async (account) => {
    for (const { method, path, parameters, answers } of operations) {
      const samples = parameters.filter(({ in: place }) => place === 'path')
      if (method !== 'GET' || answers === 'pdf' || samples.length === 0) continue
      const filled = samples.reduce((text, { name, sample }) => text.replace(`{${name}}`, sample), path)
      expect((await call(filled, { account })).status, filled).toBe(200)
    }
  },
)

describe('books that hold together', () => {
  test.each(['ana-souza', 'bruno-lima'])(
    'a slip that is paid shows in the statement of %s, and has a receipt',
    async (account) => {
      const { bank_slips } = await json(call('/bank-slips?status=paid', { account }))
      const { entries } = await json(call('/accounts/acc-7001/statements', { account }))
      const { payment_receipts } = await json(call('/payment-receipts', { account }))
      expect(bank_slips.length).toBeGreaterThan(1)
      for (const slip of bank_slips as Slip[]) {
        const entry = entries.find(({ reference }: Entry) => reference === slip.id)
        expect(entry).toMatchObject({ amount: slip.amount, date: slip.paid_on })
        const receipt = payment_receipts.find(({ reference }: Receipt) => reference === slip.id)
        expect(receipt).toMatchObject({ id: slip.receipt_id, amount: slip.amount, paid_on: slip.paid_on })
      }
    },
  )

  test('the balances of a statement follow from its entries', async () => {
    const statement = await json(call('/accounts/acc-7001/statements'))
    const cents = (amount: string) => Math.round(Number(amount) * 100)
    let balance = cents(statement.opening_balance)
    for (const entry of statement.entries) {
      balance += cents(entry.amount)
      expect(cents(entry.balance)).toBe(balance)
    }
    expect(cents(statement.closing_balance)).toBe(balance)
    const { accounts } = await json(call('/accounts'))
    expect(accounts[0]).toMatchObject({ id: 'acc-7001', balance: statement.closing_balance })
  })

  test('two statements of following periods join', async () => {
    const whole = await json(call('/accounts/acc-7001/statements'))
    const middle = whole.entries[4].date
    const dayAfter = new Date(Date.parse(middle) + 86_400_000).toISOString().slice(0, 10)
    const first = await json(call(`/accounts/acc-7001/statements?from=${whole.from}&to=${middle}`))
    const second = await json(call(`/accounts/acc-7001/statements?from=${dayAfter}&to=${whole.to}`))
    expect(second.opening_balance).toBe(first.closing_balance)
    expect([...first.entries, ...second.entries]).toEqual(whole.entries)
  })

  test('a slip that was not paid in time is overdue', async () => {
    const { bank_slips } = await json(call('/bank-slips?status=overdue'))
    const today = new Date().toISOString().slice(0, 10)
    expect(bank_slips.length).toBeGreaterThan(0)
    for (const slip of bank_slips) expect(slip.due_on < today).toBe(true)
  })

  test('what belongs to another company is not found', async () => {
    const { bank_slips } = await json(call('/bank-slips', { account: 'bruno-lima' }))
    expect(JSON.stringify(bank_slips)).not.toContain('Aurora')
    expect((await call('/bank-slips/slip-1007', { account: 'bruno-lima' })).status).toBe(404)
    expect((await call('/bank-slips/slip-1007')).status).toBe(200)
  })

  test('a person without a company has an account of her own and nothing of anybody else', async () => {
    const account = 'carla-mendes'
    const { accounts } = await json(call('/accounts', { account }))
    expect(accounts).toMatchObject([{ id: 'acc-8001' }])
    expect((await call('/accounts/acc-8001/statements', { account })).status).toBe(200)
    expect((await call('/accounts/acc-7001/statements', { account })).status).toBe(404)
    expect(await json(call('/bank-slips', { account }))).toEqual({ bank_slips: [] })
    expect((await call('/authorized-direct-debits', { account })).status).toBe(403)
  })
})

describe('creating a slip', () => {
  const order = operations.find(({ id }) => id === 'create-bank-slip')?.body as Record<string, unknown>

  test('with the sample body answers 201, and the list shows it first', async () => {
    const response = await call('/bank-slips', { method: 'POST', body: order })
    expect(response.status).toBe(201)
    const slip = await response.json()
    expect(response.headers.get('location')).toBe(`/v1/bank-slips/${slip.id}`)
    expect(slip).toMatchObject({ amount: '249.90', status: 'open', beneficiary: { name: 'Padaria Aurora Ltda' } })
    expect((await json(call('/bank-slips'))).bank_slips[0]).toEqual(slip)
    expect(await json(call(`/bank-slips/${slip.id}`))).toEqual(slip)
  })

  test.each<[string, unknown, string[]]>([
    ['an amount with a comma', { ...order, amount: '249,90' }, ['amount']],
    ['an amount of nothing', { ...order, amount: '0.00' }, ['amount']],
    ['no payer', { ...order, payer: undefined }, ['payer']],
    ['a payer without a tax id', { ...order, payer: { name: 'X' } }, ['payer.tax_id']],
    ['half a day', { ...order, due_in_days: 0.5 }, ['due_in_days']],
    ['a field that does not exist', { ...order, discount: 5 }, ['discount']],
    ['a list', [], ['(body)']],
  ])('with %s answers 422 and names the field', async (_what, body, fields) => {
    const response = await call('/bank-slips', { method: 'POST', body })
    expect(response.status).toBe(422)
    const answer = await response.json()
    expect(answer.ErrorCode).toBe('INVALID_FIELDS')
    expect(answer.fields.map(({ field }: { field: string }) => field)).toEqual(expect.arrayContaining(fields))
  })

  test('with a body that is no JSON answers 400, and with another type 415', async () => {
    expect((await call('/bank-slips', { method: 'POST', body: '{"amount":' })).status).toBe(400)
    expect((await call('/bank-slips', { method: 'POST', body: 'amount=1', type: 'text/csv' })).status).toBe(415)
  })
})

test('a slip’s PDF is unavailable while it is rendered, then comes, and is rendered again later and for a new sign-in', async () => {
  const started = Date.now() / 1000
  const first = await call('/bank-slips/slip-1002/pdf')
  expect(first.status).toBe(503)
  expect(first.headers.get('retry-after')).toBe('4')
  expect(await first.json()).toMatchObject({ ErrorCode: 'TEMPORARILY_UNAVAILABLE' })
  ahead += 4
  const second = await call('/bank-slips/slip-1002/pdf')
  expect(second.status).toBe(200)
  expect(second.headers.get('content-type')).toBe('application/pdf')
  expect(Buffer.from(await second.arrayBuffer()).toString('latin1')).toMatch(/^%PDF-1\.\d[\s\S]*%%EOF\s*$/)
  // The iat of a token is in whole seconds, by a clock that does not run ahead.
  await vi.waitUntil(() => Math.floor(Date.now() / 1000) > started, { timeout: 3_000 })
  await signInAs('ana-souza')
  expect((await call('/bank-slips/slip-1002/pdf')).status).toBe(503)
  ahead += 4
  expect((await call('/bank-slips/slip-1002/pdf')).status).toBe(200)
  ahead += 120
  expect((await call('/bank-slips/slip-1002/pdf')).status).toBe(503)
  expect((await call('/bank-slips/slip-9999/pdf')).status).toBe(404)
})

test('the receipt whose bank is not in the directory fails with 500, which tells nothing of the inside', async () => {
  expect(await json(call('/payment-receipts/rcp-5001'))).toMatchObject({ payer_bank: { name: 'Banco do Vale' } })
  const response = await call('/payment-receipts/rcp-5002')
  expect(response.status).toBe(500)
  expect(await response.json()).toEqual({
    ErrorCode: 'INTERNAL_ERROR',
    Error: 'The request could not be processed because of an internal error.',
  })
  expect(unexpected.map(String)).toEqual(['Error: bank 918 is not in the directory of banks'])
})

test.each(['status=late', 'status=open&status=paid'])('the list of slips refuses %s with 400', async (query) => {
  expect((await call(`/bank-slips?${query}`)).status).toBe(400)
})

test.each(['from=yesterday', 'to=2026-02-30', 'from=2026-03-02&to=2026-03-01'])(
  'a statement refuses %s with 400',
  async (query) => {
    const response = await call(`/accounts/acc-7001/statements?${query}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: [{ field: query.startsWith('to') ? 'to' : 'from' }] })
  },
)

test('a webhook can be registered, listed and removed', async () => {
  const body = operations.find(({ id }) => id === 'register-webhook')?.body
  const response = await call('/webhooks', { method: 'POST', body })
  expect(response.status).toBe(201)
  const webhook = await response.json()
  expect((await json(call('/webhooks'))).webhooks).toContainEqual(webhook)
  const removal = await call(`/webhooks/${webhook.id}`, { method: 'DELETE' })
  expect([removal.status, await removal.text()]).toEqual([204, ''])
  expect((await json(call('/webhooks'))).webhooks).not.toContainEqual(webhook)
  expect((await call(`/webhooks/${webhook.id}`, { method: 'DELETE' })).status).toBe(404)
})

test.each([
  ['an address that is none', { url: 'example.com', events: ['bank-slip.paid'] }, 'url'],
  ['an event that does not exist', { url: 'https://example.com/x', events: ['bank-slip.lost'] }, 'events.0'],
  ['no event', { url: 'https://example.com/x', events: [] }, 'events'],
])('a webhook with %s is refused with 422', async (_what, body, field) => {
  const response = await call('/webhooks', { method: 'POST', body })
  expect(response.status).toBe(422)
  expect((await response.json()).fields[0]).toMatchObject({ field })
})
