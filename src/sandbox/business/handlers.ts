import { type Static, Type } from 'typebox'
import Value from 'typebox/value'
import type { OperationId } from '#knowledge/protocol/apis.ts'
import { type Books, dayFrom, makeSlip, money, type Slip } from './books.ts'
import type { WebhookDelivery } from './webhook-delivery.ts'

/** A request that the gateway let through. */
export interface BusinessRequest {
  /** The books of the token's company, or of its person. */
  books: Books
  /** Path parameters. */
  parameters: Record<string, string>
  query: Record<string, unknown>
  body: unknown
  /** Epoch seconds. */
  now: number
  /** When the token was issued, in epoch seconds. */
  tokenIssuedAt: number
  webhooks: Pick<WebhookDelivery, 'announce' | 'later'>
}

export interface BusinessAnswer {
  status: number
  headers?: Record<string, string>
  body?: unknown
}

/** The library that draws PDFs is loaded when the first one is asked for. */
async function printSlip(slip: Slip, now: number): Promise<Buffer> {
  const { renderSlip } = await import('./slip-pdf.ts')
  return renderSlip(slip, now)
}

/** How long the rendering of a slip takes, and how long the result is kept, in seconds. */
const rendering = { takes: 4, kept: 120 }

/** A new slip is paid soon, so that the webhook of its payment can be seen; that too is the sandbox's choice. */
const payment = { afterSeconds: 10, bank: '104' }

/** What each operation of knowledge/protocol/apis.ts does, by its id. */
export const handlers: Record<OperationId, (request: BusinessRequest) => BusinessAnswer | Promise<BusinessAnswer>> = {
  'list-bank-slips': ({ books, query, now }) => {
    const { status } = query
    if (status !== undefined && !slipStates.some((state) => state === status)) {
      return invalid(400, [{ field: 'status', problem: `must be one of ${slipStates.join(', ')}` }])
    }
    const slips = books.slips.map((slip) => shownSlip(slip, now)).filter((slip) => !status || slip.status === status)
    return { status: 200, body: { bank_slips: slips.toSorted(newestFirst) } }
  },
  'get-bank-slip': ({ books, parameters, now }) => {
    const slip = books.slips.find(({ id }) => id === parameters.slip_id)
    return slip ? { status: 200, body: shownSlip(slip, now) } : missing('bank slip', parameters.slip_id)
  },
  'create-bank-slip': ({ books, body, now, webhooks }) => {
    const problems = problemsOf(SlipOrder, body)
    if (problems.length > 0) return invalid(422, problems)
    const order = body as SlipOrder
    const slip = makeSlip(1001 + books.slips.length, {
      description: order.description,
      cents: Number(order.amount.replace('.', '')),
      payer: order.payer,
      beneficiary: books.owner,
      issued_on: dayFrom(now, 0),
      due_on: dayFrom(now, order.due_in_days),
    })
    books.slips.push(slip)
    void webhooks.announce(books, 'bank-slip.created', shownSlip(slip, now))
    webhooks.later(payment.afterSeconds, () => {
      pay(books, slip, now)
      void webhooks.announce(books, 'bank-slip.paid', shownSlip(slip, now))
    })
    return { status: 201, headers: { location: `/v1/bank-slips/${slip.id}` }, body: shownSlip(slip, now) }
  },
  'get-bank-slip-pdf': async ({ books, parameters, now, tokenIssuedAt }) => {
    const slip = books.slips.find(({ id }) => id === parameters.slip_id)
    if (!slip) return missing('bank slip', parameters.slip_id)
    const readyAt = books.renderings.get(slip.id)
    // Rendered again for a new sign-in too, so that the story of the PDF can be played again at once.
    const isOver = (at: number) => now >= at + rendering.kept || at - rendering.takes < tokenIssuedAt
    if (readyAt === undefined || isOver(readyAt)) books.renderings.set(slip.id, now + rendering.takes)
    const wait = Math.ceil((books.renderings.get(slip.id) ?? 0) - now)
    if (wait > 0) {
      return {
        status: 503,
        headers: { 'retry-after': String(wait) },
        body: {
          ErrorCode: 'TEMPORARILY_UNAVAILABLE',
          Error: 'The PDF is being rendered and is temporarily unavailable.',
        },
      }
    }
    return {
      status: 200,
      headers: { 'content-type': 'application/pdf', 'content-disposition': `inline; filename="${slip.id}.pdf"` },
      body: await printSlip(slip, now),
    }
  },
  'list-accounts': ({ books, now }) => ({
    status: 200,
    body: {
      accounts: books.accounts.map(({ openingInCents: _opening, ...account }) => ({
        ...account,
        balance: money(balanceAfter(books, account.id, dayFrom(now, 0))),
      })),
    },
  }),
  'get-statement': statement,
  'list-direct-debits': ({ books }) => ({ status: 200, body: { authorized_direct_debits: books.directDebits } }),
  'get-direct-debit': ({ books, parameters }) => {
    const debit = books.directDebits.find(({ id }) => id === parameters.debit_id)
    return debit ? { status: 200, body: debit } : missing('direct debit', parameters.debit_id)
  },
  'list-receipts': ({ books }) => ({
    status: 200,
    body: {
      payment_receipts: books.receipts.map(({ id, reference, amount, paid_on }) => ({
        id,
        reference,
        amount,
        paid_on,
      })),
    },
  }),
  'get-receipt': ({ books, parameters }) => {
    const receipt = books.receipts.find(({ id }) => id === parameters.receipt_id)
    if (!receipt) return missing('payment receipt', parameters.receipt_id)
    const { payer_bank, ...rest } = receipt
    return { status: 200, body: { ...rest, payer_bank: { code: payer_bank, name: bankName(payer_bank) } } }
  },
  'list-webhooks': ({ books }) => ({ status: 200, body: { webhooks: books.webhooks } }),
  'register-webhook': ({ books, body, now }) => {
    const problems = problemsOf(WebhookOrder, body)
    if (problems.length > 0) return invalid(422, problems)
    const { url, events } = body as WebhookOrder
    const last = Math.max(9001, ...books.webhooks.map(({ id }) => Number(id.slice('wh-'.length))))
    const webhook = { id: `wh-${last + 1}`, url, events, registered_on: dayFrom(now, 0) }
    books.webhooks.push(webhook)
    return { status: 201, headers: { location: `/v1/webhooks/${webhook.id}` }, body: webhook }
  },
  'remove-webhook': ({ books, parameters }) => {
    const index = books.webhooks.findIndex(({ id }) => id === parameters.webhook_id)
    if (index < 0) return missing('webhook', parameters.webhook_id)
    books.webhooks.splice(index, 1)
    return { status: 204 }
  },
}

/** Pays a slip: it shows in the statement with the same amount and reference, and has a receipt. */
function pay(books: Books, slip: Slip, now: number): void {
  const [account] = books.accounts
  if (!account) return
  slip.paid_on = dayFrom(now, 0)
  slip.receipt_id = `rcp-${5001 + books.receipts.length}`
  books.entries.push({
    id: `${account.id.replace('acc', 'ent')}-${books.entries.length + 1}`,
    account: account.id,
    date: slip.paid_on,
    description: `Bank slip paid: ${slip.description}`,
    amountInCents: Number(slip.amount.replace('.', '')),
    reference: slip.id,
  })
  books.receipts.push({
    id: slip.receipt_id,
    reference: slip.id,
    amount: slip.amount,
    paid_on: slip.paid_on,
    payer: slip.payer,
    beneficiary: slip.beneficiary,
    payer_bank: payment.bank,
    authentication: slip.barcode.slice(-20),
  })
}

const slipStates = ['open', 'paid', 'overdue', 'cancelled'] as const

function shownSlip(slip: Slip, now: number) {
  const { cancelled, ...rest } = slip
  const late = slip.due_on < dayFrom(now, 0) ? 'overdue' : 'open'
  const status: (typeof slipStates)[number] = cancelled ? 'cancelled' : slip.paid_on ? 'paid' : late
  return { ...rest, status }
}

function newestFirst(a: { issued_on: string; id: string }, b: { issued_on: string; id: string }): number {
  return b.issued_on.localeCompare(a.issued_on) || b.id.localeCompare(a.id, 'en', { numeric: true })
}

function statement({ books, parameters, query, now }: BusinessRequest): BusinessAnswer {
  const account = books.accounts.find(({ id }) => id === parameters.account_id)
  if (!account) return missing('account', parameters.account_id)
  const to = query.to === undefined ? dayFrom(now, 0) : query.to
  if (!isDay(to)) return invalid(400, [{ field: 'to', problem: 'must be a day as YYYY-MM-DD' }])
  const from = query.from === undefined ? dayFrom(Date.parse(to) / 1000, -30) : query.from
  if (!isDay(from)) return invalid(400, [{ field: 'from', problem: 'must be a day as YYYY-MM-DD' }])
  if (from > to) return invalid(400, [{ field: 'from', problem: 'must not be later than to' }])

  const opening = balanceAfter(books, account.id, dayFrom(Date.parse(from) / 1000, -1))
  let balance = opening
  const entries = books.entries
    .filter((entry) => entry.account === account.id && entry.date >= from && entry.date <= to)
    .map(({ id, date, description, amountInCents, reference }) => {
      balance += amountInCents
      return { id, date, description, amount: money(amountInCents), balance: money(balance), reference }
    })
  return {
    status: 200,
    body: {
      account_id: account.id,
      currency: account.currency,
      from,
      to,
      opening_balance: money(opening),
      entries,
      closing_balance: money(balance),
    },
  }
}

function balanceAfter(books: Books, account: string, day: string): number {
  const opening = books.accounts.find(({ id }) => id === account)?.openingInCents ?? 0
  return books.entries
    .filter((entry) => entry.account === account && entry.date <= day)
    .reduce((sum, entry) => sum + entry.amountInCents, opening)
}

function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** The directory of banks that the receipts rely on. It has a gap: not every bank that pays is in it. */
const banks = new Map([
  ['104', 'Banco do Vale'],
  ['237', 'Banco Serra Azul'],
])

function bankName(code: string): string {
  const name = banks.get(code)
  if (name === undefined) throw new Error(`bank ${code} is not in the directory of banks`)
  return name
}

const Party = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 80 }), tax_id: Type.String({ pattern: '^[0-9./-]{11,18}$' }) },
  { additionalProperties: false },
)
const SlipOrder = Type.Object(
  {
    amount: Type.String({ pattern: '^(?!0+\\.00$)[0-9]{1,8}\\.[0-9]{2}$' }),
    due_in_days: Type.Integer({ minimum: 0, maximum: 365 }),
    payer: Party,
    description: Type.String({ minLength: 1, maxLength: 140 }),
  },
  { additionalProperties: false },
)
type SlipOrder = Static<typeof SlipOrder>

const WebhookOrder = Type.Object(
  {
    url: Type.String({ pattern: '^https?://[^\\s/]+', maxLength: 500 }),
    events: Type.Array(Type.Union([Type.Literal('bank-slip.created'), Type.Literal('bank-slip.paid')]), {
      minItems: 1,
      uniqueItems: true,
    }),
  },
  { additionalProperties: false },
)
type WebhookOrder = Static<typeof WebhookOrder>

interface Problem {
  field: string
  problem: string
}

function problemsOf(schema: typeof SlipOrder | typeof WebhookOrder, body: unknown): Problem[] {
  return Value.Errors(schema, body).flatMap((error) => {
    const place = error.instancePath.slice(1).replaceAll('/', '.')
    if (error.keyword !== 'required') return [{ field: place || '(body)', problem: error.message }]
    return error.params.requiredProperties.map((name) => ({
      field: place ? `${place}.${name}` : name,
      problem: 'is missing',
    }))
  })
}

function invalid(status: 400 | 422, problems: Problem[]): BusinessAnswer {
  const fields = [...new Set(problems.map(({ field }) => field))].join(', ')
  return { status, body: { ErrorCode: 'INVALID_FIELDS', Error: `Not acceptable: ${fields}.`, fields: problems } }
}

function missing(kind: string, id: string | undefined): BusinessAnswer {
  return {
    status: 404,
    body: { ErrorCode: 'NOT_FOUND', Error: `There is no ${kind} ${id ?? ''} in this company’s records.` },
  }
}
