import { type Basis, documented, inferred } from './basis.ts'
import type { KnownOperation } from './call.ts'

/** One operation of the business APIs. */
export interface Operation extends KnownOperation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  parameters: Parameter[]
  /** A body to start from. */
  body?: unknown
  answers: 'json' | 'pdf' | 'nothing'
  /** Where the path is known from; most operations are not described in the API guide. */
  basis: Basis
}

export interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  meaning: string
  /** A value that exists in the built-in sandbox. */
  sample: string
  /** Source of a regular expression that the whole value must match. */
  format: string
}

const chosen: Basis = inferred('chosen for the sandbox; operations are not described (§1)')
const identifier = '[A-Za-z0-9][A-Za-z0-9-]{0,63}'
const date = '\\d{4}-\\d{2}-\\d{2}'
const slipId: Parameter = {
  name: 'slip_id',
  in: 'path',
  required: true,
  meaning: 'ID of the bank slip, as shown in the list.',
  sample: 'slip-1001',
  format: identifier,
}

/** The sample operations; the paths below `/v1/bank-slips` and `/v1/accounts/<account_id>/statements` are §9's. */
const operationsById = {
  'list-bank-slips': {
    api: 'bank-slips',
    title: 'List bank slips',
    summary: 'All bank slips of the company, newest first.',
    method: 'GET',
    path: '/bank-slips',
    needs: { level: 'readonly' },
    parameters: [
      {
        name: 'status',
        in: 'query',
        required: false,
        meaning: 'Only slips in this state: open, paid, overdue or cancelled.',
        sample: '',
        format: 'open|paid|overdue|cancelled',
      },
    ],
    answers: 'json',
    basis: documented('§9'),
  },
  'get-bank-slip': {
    api: 'bank-slips',
    title: 'Show one bank slip',
    summary: 'One bank slip with its payer, amount, due date and state.',
    method: 'GET',
    path: '/bank-slips/{slip_id}',
    needs: { level: 'readonly' },
    parameters: [slipId],
    answers: 'json',
    basis: chosen,
  },
  'create-bank-slip': {
    api: 'bank-slips',
    title: 'Create a bank slip',
    summary: 'Issues a bank slip to a payer.',
    method: 'POST',
    path: '/bank-slips',
    needs: { level: 'readwrite' },
    parameters: [],
    body: {
      amount: '249.90',
      due_in_days: 14,
      payer: { name: 'Oficina Andorinha Ltda', tax_id: '12.345.678/0001-95' },
      description: 'Maintenance contract, monthly',
    },
    answers: 'json',
    basis: chosen,
  },
  'get-bank-slip-pdf': {
    api: 'bank-slips',
    title: 'Bank slip as PDF',
    summary: 'The printable slip; returns 503 while it is not available (§7.3).',
    method: 'GET',
    path: '/bank-slips/{slip_id}/pdf',
    needs: { level: 'readonly' },
    parameters: [slipId],
    answers: 'pdf',
    basis: chosen,
  },
  'list-accounts': {
    api: 'account-statements',
    title: 'List accounts',
    summary: 'The accounts whose statements the token may read.',
    method: 'GET',
    path: '/accounts',
    needs: { level: 'readonly' },
    parameters: [],
    answers: 'json',
    basis: chosen,
  },
  'get-statement': {
    api: 'account-statements',
    title: 'Account statement',
    summary: 'An account’s entries between two days, with the balance before and after.',
    method: 'GET',
    path: '/accounts/{account_id}/statements',
    needs: { level: 'readonly' },
    parameters: [
      {
        name: 'account_id',
        in: 'path',
        required: true,
        meaning: 'ID of the account, as shown in the list of accounts.',
        sample: 'acc-7001',
        format: identifier,
      },
      {
        name: 'from',
        in: 'query',
        required: false,
        meaning: 'First day, as YYYY-MM-DD. Default: 30 days before the last day.',
        sample: '',
        format: date,
      },
      {
        name: 'to',
        in: 'query',
        required: false,
        meaning: 'Last day, as YYYY-MM-DD. Default: today.',
        sample: '',
        format: date,
      },
    ],
    answers: 'json',
    basis: documented('§9'),
  },
  'list-direct-debits': {
    api: 'authorized-direct-debits',
    title: 'List authorized direct debits',
    summary: 'Debits that payers have authorized; returns 403 for a token that identifies no company (§7.3).',
    method: 'GET',
    path: '/authorized-direct-debits',
    needs: { level: 'readonly' },
    company: true,
    parameters: [],
    answers: 'json',
    basis: chosen,
  },
  'get-direct-debit': {
    api: 'authorized-direct-debits',
    title: 'Show one direct debit',
    summary: 'One authorization with its payer, limit and state.',
    method: 'GET',
    path: '/authorized-direct-debits/{debit_id}',
    needs: { level: 'readonly' },
    company: true,
    parameters: [
      {
        name: 'debit_id',
        in: 'path',
        required: true,
        meaning: 'ID of the direct debit, as shown in the list.',
        sample: 'dd-3001',
        format: identifier,
      },
    ],
    answers: 'json',
    basis: chosen,
  },
  'list-receipts': {
    api: 'payment-receipts',
    title: 'List payment receipts',
    summary: 'Receipts of the payments that were received.',
    method: 'GET',
    path: '/payment-receipts',
    needs: { level: 'readonly' },
    parameters: [],
    answers: 'json',
    basis: chosen,
  },
  'get-receipt': {
    api: 'payment-receipts',
    title: 'Show one payment receipt',
    summary: 'One receipt; returns 500 when its retrieval fails (§7.3). In the sandbox rcp-5001 works, rcp-5002 fails.',
    method: 'GET',
    path: '/payment-receipts/{receipt_id}',
    needs: { level: 'readonly' },
    parameters: [
      {
        name: 'receipt_id',
        in: 'path',
        required: true,
        meaning: 'ID of the receipt, as shown in the list.',
        sample: 'rcp-5001',
        format: identifier,
      },
    ],
    answers: 'json',
    basis: chosen,
  },
  'list-webhooks': {
    api: 'webhooks',
    title: 'List webhooks',
    summary: 'URLs that are registered for events.',
    method: 'GET',
    path: '/webhooks',
    needs: { scope: 'webhooks' },
    parameters: [],
    answers: 'json',
    basis: chosen,
  },
  'register-webhook': {
    api: 'webhooks',
    title: 'Register a webhook',
    summary: 'Registers a URL to be notified when bank slips are created or paid (§6).',
    method: 'POST',
    path: '/webhooks',
    needs: { scope: 'webhooks' },
    parameters: [],
    body: { url: 'https://example.com/hooks/bank-slips', events: ['bank-slip.created', 'bank-slip.paid'] },
    answers: 'json',
    basis: chosen,
  },
  'remove-webhook': {
    api: 'webhooks',
    title: 'Remove a webhook',
    summary: 'Removes a registered URL from the list.',
    method: 'DELETE',
    path: '/webhooks/{webhook_id}',
    needs: { scope: 'webhooks' },
    parameters: [
      {
        name: 'webhook_id',
        in: 'path',
        required: true,
        meaning: 'ID of the webhook, as shown in the list.',
        sample: 'wh-9001',
        format: identifier,
      },
    ],
    answers: 'nothing',
    basis: chosen,
  },
} satisfies Record<string, Omit<Operation, 'id'>>

export type OperationId = keyof typeof operationsById

/** An operation of the table above, for which the built-in sandbox has a handler. */
export interface SampleOperation extends Operation {
  id: OperationId
}

export const operations: SampleOperation[] = (Object.keys(operationsById) as OperationId[]).map((id) => ({
  id,
  ...operationsById[id],
}))

/**
 * The scope that an operation needs in an environment; undefined for a business scope where the environment's resource
 * domain is not configured.
 */
export function neededScope(
  operation: Pick<KnownOperation, 'api' | 'needs'>,
  resourceDomain: string | undefined,
): string | undefined {
  if ('scope' in operation.needs) return operation.needs.scope
  return resourceDomain === undefined ? undefined : `${resourceDomain}/${operation.api}.${operation.needs.level}`
}

/** Puts path parameters into an operation's path, percent-encoded; a missing one stays as `{name}`. */
export function fillPath(operation: Operation, values: Record<string, string>): string {
  return operation.path.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) && values[name] ? encodeURIComponent(values[name]) : whole,
  )
}
