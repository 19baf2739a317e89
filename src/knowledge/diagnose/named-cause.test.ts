import { describe, expect, it } from 'vitest'
import { loggedErrors, namedCause } from './named-cause.ts'

const named: [sentence: string, about: string, problem: string, ...names: string[]][] = [
  ['Não foi possível acessar o recurso, scope requerido: cob.write', 'scope', 'missing', 'cob.write'],
  ['This call requires the scope "invoices:read"', 'scope', 'missing', 'invoices:read'],
  ['Missing required scopes: files.read, files.write', 'scope', 'missing', 'files.read', 'files.write'],
  ['You need the permission orders.refund.create', 'permission', 'missing', 'orders.refund.create'],
  ['Certificado ausente no header X-SSL-Client-Cert', 'header', 'missing', 'X-SSL-Client-Cert'],
  ['The x-tenant-id header is required', 'header', 'missing', 'x-tenant-id'],
  ['O cabeçalho x-conta-corrente é obrigatório', 'header', 'missing', 'x-conta-corrente'],
  ['The PKCE code verifier must be at least 43 characters.', 'verifier', 'length'],
  ['Unexpected code_verifier with Flow Hybrid', 'verifier', 'not-allowed'],
  ['redirect_uri is required', 'parameter', 'missing', 'redirect_uri'],
  ["O campo 'txid' é obrigatório", 'parameter', 'missing', 'txid'],
  ['Unknown parameter: audience_id', 'parameter', 'not-allowed', 'audience_id'],
  ['dueDate must be a valid date', 'parameter', 'value', 'dueDate'],
  ['No client certificate was presented', 'certificate', 'missing'],
]

describe('a sentence of a response', () => {
  it.each(named)('%s', (sentence, about, problem, ...names) => {
    expect(namedCause(sentence)).toMatchObject({ about, problem, names, sentence })
  })

  it.each([
    'Forbidden',
    'The requested scope is invalid, unknown, malformed, or exceeds the scope granted by the resource owner.',
    'Full authentication is required to access this resource',
    "Tenant 'token' not found.",
    'Neither client_assertion nor client_secret should be presented.',
    'Insufficient permissions to perform this action',
    'The request is missing a required parameter.',
    'Please provide valid credentials',
    'Cookie “session” rejected because it has the “SameSite=None” attribute but is missing the “secure” attribute.',
  ])('names nothing: %s', (sentence) => {
    expect(namedCause(sentence)).toBeUndefined()
  })
})

it('reads what a log marks as an error, behind the mark', () => {
  const log =
    'app 10:02 [Information] Client ok\napp Error: 0 : 10:03 [Error] Unexpected code_verifier with Flow Hybrid\nno error here'
  expect(loggedErrors(log)).toEqual(['Unexpected code_verifier with Flow Hybrid'])
})
