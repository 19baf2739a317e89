import { describe, expect, test } from 'vitest'
import type { SignedIn } from '#contract/session.ts'
import { operations } from '#knowledge/protocol/apis.ts'
import {
  asRequest,
  checkDraft,
  choicesOf,
  environmentOf,
  heldBack,
  isSameRequest,
  readDraft,
  shownPath,
} from './draft.ts'

const operation = (id: string) => operations.find((one) => one.id === id)
const session = { environment: 'sandbox' } as SignedIn

describe('a draft of an operation', () => {
  test('starts from the samples, and the address goes before them', () => {
    const receipt = operation('get-receipt')
    expect(readDraft(receipt, new URLSearchParams(), session)).toEqual({
      environment: 'sandbox',
      receipt_id: 'rcp-5001',
    })
    expect(readDraft(receipt, new URLSearchParams('receipt_id=rcp-5002&environment=production'), session)).toEqual({
      environment: 'production',
      receipt_id: 'rcp-5002',
    })
  })

  test('goes to the BFF as operation, path parameters and query, without what was left empty', () => {
    const draft = { environment: 'sandbox', account_id: 'acc-7001', from: '2026-01-01', to: '' }
    expect(asRequest(operation('get-statement'), draft, '')).toMatchObject({
      operation: 'get-statement',
      parameters: { account_id: 'acc-7001' },
      query: [['from', '2026-01-01']],
    })
    const foreign = 'https://other.example/v1/slips'
    expect(shownPath(undefined, { path: foreign })).toBe(foreign)
    expect(checkDraft(undefined, { path: foreign }, '').path).toContain('No configured gateway has this URL.')
    expect(shownPath(operation('get-statement'), draft)).toBe('/v1/accounts/acc-7001/statements?from=2026-01-01')
  })

  test.each([
    ['get-statement', { account_id: '' }, 'account_id'],
    ['get-statement', { account_id: '../admin' }, 'account_id'],
    ['get-statement', { account_id: 'acc-7001', from: 'yesterday' }, 'from'],
  ])('%s with %j is held back at %s', (id, draft, field) => {
    expect(Object.keys(checkDraft(operation(id), draft, ''))).toEqual([field])
  })

  test('a body must be JSON where the operation takes one', () => {
    expect(checkDraft(operation('create-bank-slip'), {}, '{\n  "amount": }').body).toMatch(/^Line 2, column 13: /)
    expect(checkDraft(operation('create-bank-slip'), {}, '{"amount": "1.00"}')).toEqual({})
  })
})

describe('headers', () => {
  test('go out with their names in lower case, beside the type of the body', () => {
    expect(
      asRequest(operation('create-bank-slip'), {}, '{}', 'Idempotency-Key: 7f:3a\n\nprefer: return=minimal\n').headers,
    ).toEqual({ 'content-type': 'application/json', 'idempotency-key': '7f:3a', prefer: 'return=minimal' })
  })

  test.each(['no colon', ': no name', 'two words: x'])('%j is held back', (headers) =>
    expect(checkDraft(operation('list-bank-slips'), {}, '', headers)).toHaveProperty('headers'),
  )
})

describe('a path by hand', () => {
  test.each(['bank-slips', '/bank-slips', 'v1/bank-slips', '/v1/bank-slips'])('%s leads below /v1/ once', (path) => {
    expect(shownPath(undefined, { path })).toBe('/v1/bank-slips')
    expect(asRequest(undefined, { method: 'GET', path }, '')).toMatchObject({ method: 'GET', path: 'bank-slips' })
  })

  test('it is sent without its fragment', () => {
    const draft = { method: 'GET', path: 'bank-slips?status=open#x' }
    expect(shownPath(undefined, draft)).toBe('/v1/bank-slips?status=open')
    expect(asRequest(undefined, draft, '').query).toEqual([['status', 'open']])
  })

  test('it is sent as it is typed where paths have no prefix', () => {
    const draft = { method: 'GET', path: '/v1/orders' }
    expect(shownPath(undefined, draft, '')).toBe('/v1/orders')
    expect(asRequest(undefined, draft, '', '', '')).toMatchObject({ path: 'v1/orders' })
    expect(shownPath(undefined, { path: 'api/v2/orders' }, '/api/v2')).toBe('/api/v2/orders')
  })

  test('its query goes apart, in order, and a question mark in a value stays there', () => {
    expect(asRequest(undefined, { method: 'GET', path: 'x?a=1&a=2&b=what?' }, '').query).toEqual([
      ['a', '1'],
      ['a', '2'],
      ['b', 'what?'],
    ])
  })

  test('a body goes only where the method takes one', () => {
    expect(asRequest(undefined, { method: 'GET', path: 'x' }, '{}').body).toBeUndefined()
    expect(asRequest(undefined, { method: 'PUT', path: 'x' }, '{}')).toMatchObject({
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
  })
})

test('a request is the same however its JSON is laid out, and another once a value differs', () => {
  const create = operation('create-bank-slip')
  const draft = { environment: 'sandbox' }
  const sent = asRequest(create, draft, '{ "amount": "1.00" }')
  expect(isSameRequest(sent, { ...asRequest(create, draft, '{"amount":"1.00"}'), query: undefined })).toBe(true)
  expect(isSameRequest(sent, asRequest(create, draft, '{"amount":"2.00"}'))).toBe(false)
  expect(isSameRequest(sent, asRequest(create, draft, '{"amount":"1.00"}', 'prefer: x'))).toBe(false)
  expect(isSameRequest(sent, asRequest(create, { environment: 'production' }, '{"amount":"1.00"}'))).toBe(false)
})

test('a parameter that takes one of a few words is a choice', () => {
  const [status] = operation('list-bank-slips')?.parameters ?? []
  expect(status && choicesOf(status)).toEqual(['open', 'paid', 'overdue', 'cancelled'])
  expect(choicesOf({ format: '\\d{4}-\\d{2}-\\d{2}' })).toBeUndefined()
})

test('a whole address belongs to the environment whose gateway it is at, and to none elsewhere', () => {
  const environments = [{ id: 'sandbox', baseUrl: 'https://api.example', pathPrefix: '/v1' }]
  expect(environmentOf('https://api.example/v1/bank-slips?status=open', environments)?.id).toBe('sandbox')
  expect(environmentOf('https://api.example.evil/v1/bank-slips', environments)).toBeUndefined()
  expect(checkDraft(undefined, { path: 'https://elsewhere.example/v1/x' }, '')).toHaveProperty('path')
})

test('headers that are not forwarded are named, and the one that the token replaces is named apart', () => {
  const request = asRequest(undefined, {}, '', 'X-Request-Id: 1\nX-Forwarded-For: 10.0.0.1\nAuthorization: Bearer x')
  expect(heldBack(request)).toEqual({ dropped: ['x-forwarded-for'], replaced: true })
  expect(heldBack({ headers: { 'x-request-id': '1' } })).toEqual({ dropped: [], replaced: false })
  expect(heldBack({})).toEqual({ dropped: [], replaced: false })
})
