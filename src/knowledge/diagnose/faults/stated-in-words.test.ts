import { describe, expect, it } from 'vitest'
import type { Call, Step } from '../../protocol/call.ts'
import { diagnoseByEntries as diagnose } from '../by-entries.ts'
import type { FaultCode } from './catalogue.ts'
import { exampleApiCall, exampleNow } from './example-parts.ts'

/** A message of which nothing else is known. */
const alone = (step: Step, body: string): Call => ({ at: exampleNow, step, response: { body } })
const first = (step: Step, body: string) => diagnose(alone(step, body))[0]

describe('a message without a status', () => {
  it.each<[says: string, code: FaultCode, ...steps: Step[]]>([
    ['could not load PKCS12 client certificate, OpenSSL error', 'certificate-file-unreadable', 'api', 'token'],
    [
      "Access to XMLHttpRequest at 'https://api.example.com' from origin 'https://app' has been blocked by CORS policy",
      'cors-blocked',
      'api',
      'token',
      'refresh',
    ],
    ['Sorry, you have been blocked. You are unable to access', 'blocked-on-the-way', 'api', 'token'],
    ['upstream sent too big header while reading response header', 'answer-headers-too-large', 'api', 'token'],
    ['client sent too long header line', 'headers-too-large', 'api', 'token'],
    ['client intended to send too large body', 'content-too-large', 'api', 'token'],
    ['O Content-Type informado não é suportado', 'media-type-not-supported', 'api', 'token'],
    ['Método HTTP não permitido para este recurso', 'method-not-allowed', 'api', 'token'],
    ['ERR_TOO_MANY_REDIRECTS: redirected you too many times.', 'redirect-loop', 'api', 'authorize', 'token'],
    ['curl: (56) Received HTTP code 407 from proxy after CONNECT', 'proxy-sign-in-required', 'api', 'token'],
    ['Error 521 Web server is down', 'origin-unreachable', 'api', 'token'],
    ['Cobrança não encontrada para o txid informado.', 'item-not-found', 'api'],
    ['O campo valor.original não foi informado', 'field-not-accepted', 'api', 'token'],
    ['O campo cob.valor.original não respeita o schema', 'field-not-accepted', 'api', 'token'],
    ['ALREADY_EXISTS: The resource already exists', 'already-exists', 'api'],
    ['Conditions not met: the ETag supplied in If-Match does not match', 'version-conflict', 'api'],
    ['Limite noturno de Pix excedido', 'business-rule-refuses', 'api'],
    ['Seu plano não permite o uso desta funcionalidade', 'not-in-plan', 'api', 'token'],
    ['JWTClaimValidationFailed: missing required "exp" claim', 'claim-missing', 'api', 'token'],
    ['Assinatura do webhook inválida', 'webhook-signature-refused', 'api'],
    ['Execution failed due to configuration error: Authorizer error', 'server-misconfigured', 'api', 'token'],
    ['json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)', 'answer-not-json', 'api', 'token'],
  ])('%s', (says, code, ...steps) => {
    for (const step of steps) {
      const diagnosis = first(step, JSON.stringify({ message: says }))
      expect(diagnosis, step).toMatchObject({ code, certainty: 'likely', evidence: ['/response/body'] })
      expect(diagnosis?.cause).toContain(says)
      expect(diagnosis?.cause).not.toContain('status')
    }
  })

  it('of a server is for the team of that server', () => {
    const blocked = 'blocked by CORS policy: Method PUT is not allowed by Access-Control-Allow-Methods'
    expect(first('api', blocked)?.who).toBe('api-team')
    expect(first('token', blocked)?.who).toBe('identity-team')
  })
})

describe('a field that a sentence names', () => {
  it.each([
    ['Missing required param: amount.', 'amount'],
    ['Required fields are missing: [LastName]', 'LastName'],
    ["A value is required for property 'displayName' of resource 'User'.", 'displayName'],
    ['Header x-itau-correlationID é obrigatório', 'x-itau-correlationID'],
    ["Payload validation error: 'Missing required property: name'.", 'name'],
  ])('is the one to add: %s', (message, field) => {
    const [diagnosis] = diagnose(exampleApiCall('/webhooks', 422, { body: { message }, claims: { scope: 'webhooks' } }))
    expect(diagnosis).toMatchObject({
      code: 'field-not-accepted',
      title: 'A field that the API needs is missing',
      fix: expect.stringContaining(`Add “${field}”`),
    })
  })

  it.each([
    'Este campo é obrigatório.',
    'Campo obrigatório não informado',
    'MISSING_REQUIRED_PARAMETER A required field',
  ])('is not made up where it names none: %s', (message) => {
    const diagnosis = first('api', JSON.stringify({ message }))
    expect(diagnosis?.code).toBe('field-not-accepted')
    expect(diagnosis?.cause).toContain('not clear')
  })
})

it('a token without a claim is not a token that is missing', () => {
  const body = { message: 'Token is missing the "tenant" claim' }
  expect(diagnose(exampleApiCall('/webhooks', 401, { body, claims: { scope: 'webhooks' } }))[0]?.code).toBe(
    'claim-missing',
  )
})

it.each<[status: number, says: string, code: FaultCode]>([
  [409, 'A webhook with this URL already exists', 'already-exists'],
  [409, 'The resource was modified by another request', 'version-conflict'],
  [402, 'Your plan does not allow this', 'not-in-plan'],
  [400, 'Missing required field: amount', 'field-not-accepted'],
])('words of an API’s own tell the cause beside their status: %i %s', (status, message, code) => {
  const call = exampleApiCall('/webhooks', status, { body: { message }, claims: { scope: 'webhooks' } })
  expect(diagnose(call)[0]?.code).toBe(code)
})
