import { describe, expect, it } from 'vitest'
import type { Call } from '../protocol/call.ts'
import { diagnose } from './diagnose.ts'
import { exampleApiCall, exampleTokenError, gatewayBody } from './faults/example-parts.ts'
import { loadCatalogue } from './registries/load-catalogue.ts'

const rows = await loadCatalogue()
const sentence = 'The agreement of this account ended in March'
const api = (status: number, body: unknown, more: Parameters<typeof exampleApiCall>[2] = {}) =>
  exampleApiCall('/webhooks', status, { claims: { scope: 'webhooks' }, body, ...more })
const token = (error: string, error_description: string, more: Partial<Call> = {}): Call => ({
  ...exampleTokenError(400, error, more),
  response: {
    status: 400,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ error, error_description }),
  },
})
const led = 'The server rejected the request'
const quotedSentence = '“The agreement of this account ended in March”'

describe('a sentence of the other side', () => {
  it.each<[page: string, call: Call]>([
    ['a status that says little', api(403, { message: sentence })],
    ['an error code that is not known', token('custom_rule', sentence)],
    ['a fault code that is not known', api(500, gatewayBody('steps.custom.Own', sentence))],
    ['a status of no standard', api(499, { message: sentence })],
  ])('takes the place of the title of %s', (_page, call) => {
    expect(diagnose(call, rows)[0]).toMatchObject({
      title: led,
      certainty: 'likely',
      cause: `The response has status ${call.response?.status} and says: ${quotedSentence}.`,
      evidence: expect.arrayContaining(['/response/body']),
    })
  })

  it('is the one of the response, not that of the client which printed it, with the reasons that are listed', () => {
    const [first] = diagnose(
      api(403, {
        exception: 'Client error: `POST https://api.shop.example/items` resulted in a `403 Forbidden` response',
        error: 'User is unable to list.',
        cause: ['address_pending', 'phone_pending'],
      }),
    )
    expect(first).toMatchObject({
      title: led,
      cause: expect.stringMatching(/“User is unable to list\.” .*“address_pending”, “phone_pending”/),
    })
  })

  it('is beside a known error that was found by other words', () => {
    const [first] = diagnose({
      at: 1_777_900_000,
      step: 'api',
      request: { method: 'GET', url: 'https://api.mcp.example/x', headers: { authorization: 'Bearer x' } },
      response: {
        status: 400,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ error: 'IDX10214', message: 'The configured list has an entry of March' }),
      },
    })
    expect(first?.cause).toContain('The message says: “The configured list has an entry of March”.')
  })

  it('takes the place of what a row of the registries says of a code', () => {
    expect(diagnose(api(401, gatewayBody('oauth.v2.InvalidApiKey', sentence)), rows)[0]).toMatchObject({
      code: 'gateway-oauth-v2-invalid-api-key',
      title: led,
      fix: expect.stringContaining('the API team'),
    })
  })

  it('takes the place of the title where the status is not known', () => {
    const call = token('custom_rule', sentence)
    const [first] = diagnose({ ...call, response: { ...call.response, status: undefined } }, rows)
    expect(first).toMatchObject({
      title: led,
      cause: `The response says: ${quotedSentence}.`,
      fix: expect.stringContaining('the identity team'),
    })
  })

  it.each<[page: string, call: Call]>([
    ['a status that names what is wrong', api(413, { message: sentence })],
    ['a code that stands for several causes', api(401, { error: 'invalid_token', error_description: sentence })],
    ['a refresh token that may be dead', token('invalid_request', sentence, { step: 'refresh' })],
  ])('is added to %s, whose title stays', (_page, call) => {
    const [first] = diagnose(call, rows)
    expect(first?.title).not.toContain('says why')
    expect(first?.cause.match(/agreement of this account/g)).toHaveLength(1)
  })

  it('is not added to an entry that knows the cause', () => {
    const [first] = diagnose(exampleApiCall('/bank-slips', 403, { method: 'POST', body: { message: sentence } }), rows)
    expect(first?.code).toBe('scope-insufficient')
    expect(first?.cause).not.toContain('agreement')
  })

  it('is shown once where it states the cause', () => {
    const causes = diagnose(token('custom_rule', 'The client secret is wrong'), rows)
    expect(new Set(causes.map(({ code }) => code)).size).toBe(causes.length)
    expect(causes[0]?.cause.match(/client secret is wrong/g)).toHaveLength(1)
  })
})

describe('what is likely', () => {
  it('comes before what is possible, and is known by its own entry', () => {
    const call = exampleTokenError(400, 'invalid_grant', { flow: { codeAgeSeconds: 90 } })
    const [first, second] = diagnose(
      {
        ...call,
        response: { status: 400, body: JSON.stringify({ error: 'invalid_grant', error_description: sentence }) },
      },
      rows,
    )
    expect(first).toMatchObject({ code: 'code-not-accepted', cause: expect.stringContaining('agreement') })
    expect(second?.code).toBe('code-expired')
  })

  it('is what an API says within a response of 200, unlike a token endpoint', () => {
    const refused = (step: Call['step']) =>
      diagnose({ ...api(200, { ok: false, error: 'token_expired' }), step }, rows)[0]?.certainty
    expect(refused('api')).toBe('likely')
    expect(diagnose(exampleTokenError(200, 'redirect_uri_mismatch'), rows)[0]?.certainty).toBe('certain')
  })
})
