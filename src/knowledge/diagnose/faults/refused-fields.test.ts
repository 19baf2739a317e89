import { describe, expect, it } from 'vitest'
import { diagnoseByEntries as diagnose } from '../by-entries.ts'
import { exampleApiCall } from './example-parts.ts'

const post = (status: number, body: unknown) =>
  exampleApiCall('/bank-slips', status, {
    method: 'POST',
    claims: { scope: 'https://api.bank.example/bank-slips' },
    body,
  })

const shapes: [shape: string, body: unknown, named: string, why: string][] = [
  [
    'a problem document (RFC 9457 §3.2)',
    { title: 'x', 'invalid-params': [{ name: 'age', reason: 'must be a positive integer' }] },
    'age',
    'positive integer',
  ],
  [
    'JSON:API',
    { errors: [{ status: '422', source: { pointer: '/data/attributes/title' }, detail: 'is too short' }] },
    '/data/attributes/title',
    'is too short',
  ],
  [
    'a list with locations',
    { detail: [{ loc: ['body', 'payer', 'email'], msg: 'field required', type: 'missing' }] },
    'payer.email',
    'field required',
  ],
  ['a table of lists', { errors: { Amount: ['The field is required.'] } }, 'Amount', 'is required'],
  ['a bare table of lists', { due_date: ['Date has wrong format.'] }, 'due_date', 'wrong format'],
  [
    'violations of fields among details',
    { error: { code: 400, details: [{ fieldViolations: [{ field: 'page_size', description: 'too large' }] }] } },
    'page_size',
    'too large',
  ],
  [
    'one parameter',
    { error: { type: 'invalid_request_error', param: 'amount', message: 'too small' } },
    'amount',
    'too small',
  ],
  [
    'the shape of instant payments',
    { title: 'x', status: 400, violacoes: [{ razao: 'menor que zero', propriedade: 'cob.valor' }] },
    'cob.valor',
    'menor que zero',
  ],
  [
    'an error with a path',
    { Code: '400', Errors: [{ ErrorCode: 'x', Message: 'missing', Path: 'Data.Amount' }] },
    'Data.Amount',
    'missing',
  ],
]

describe('fields that an API does not accept', () => {
  it.each(shapes)('are named from %s', (_shape, body, named, why) => {
    const [first] = diagnose(post(400, body))
    expect(first?.code).toBe('field-not-accepted')
    expect(first?.cause).toContain(named)
    expect(first?.cause).toContain(why)
    expect(first?.evidence).toContain('/response/body')
  })

  it.each([
    ['a message alone', { message: 'no' }],
    ['a list of words', { errors: ['no', 'and no'] }],
    ['codes without a field', { errors: [{ code: 'E1', title: 'no' }] }],
    ['nothing', {}],
  ])('are not read into %s', (_what, body) => {
    expect(diagnose(post(422, body)).map(({ code }) => code)).not.toContain('field-not-accepted')
  })

  it('are not looked for where the token is what was not accepted', () => {
    const body = { errors: [{ field: 'authorization', message: 'no' }] }
    expect(diagnose(post(400, body))[0]?.code).not.toBe('field-not-accepted')
  })
})
