import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createScrubber } from '../privacy/scrub.ts'
import { scrubExchange } from '../privacy/scrub-exchange.ts'
import { failureKinds, refusedChecks, steps } from '../protocol/call.ts'
import type { Exchange } from '../protocol/exchange.ts'
import { readEntry } from './read.ts'
import { writeHar } from './write.ts'

const require = createRequire(import.meta.url)

/** The published JSON schema of HAR 1.2, by a validator that has nothing to do with this project. */
function problemsOf(har: unknown): unknown {
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json'))
  for (const schema of Object.values(require('har-schema') as Record<string, object>)) ajv.addSchema(schema)
  const validate = ajv.getSchema('har.json#') ?? ajv.getSchema('har.json')
  if (!validate) throw new Error('The schema of HAR cannot be found.')
  validate(har)
  return validate.errors ?? []
}

const frame = { environment: 'sandbox', startedAt: 1_767_225_600.25, at: 1_767_225_600.35, durationMs: 100 }
const authorize: Exchange = {
  ...frame,
  id: 'file-0',
  step: 'authorize',
  request: {
    method: 'GET',
    url: 'https://auth.example/oauth2/authorize?client_id=a&scope=openid+apps&state=the-state-value',
    headers: {},
  },
  response: {
    status: 302,
    headers: { location: 'https://app.example/callback?code=fp%3Aabcdefgh&iss=https%3A%2F%2Fauth.example' },
    size: 0,
    cut: false,
  },
}
const token: Exchange = {
  ...frame,
  id: 'file-1',
  step: 'token',
  startedAt: frame.startedAt + 1,
  at: frame.at + 1,
  firstByteMs: 90,
  request: {
    method: 'POST',
    url: 'https://auth.example/oauth2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: 'Basic fp:abcdefgh' },
    form: { code: 'fp:abcdefgh', grant_type: 'authorization_code', redirect_uri: 'https://app.example/callback' },
  },
  response: {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{"access_token":"fp:12345678"}',
    size: 30,
    cut: false,
  },
}
const pdf: Exchange = {
  ...frame,
  id: 'file-2',
  step: 'api',
  startedAt: frame.startedAt + 2,
  at: frame.at + 2,
  request: { method: 'POST', url: 'https://api.example/v1/x?a=1&a=2', headers: {}, body: '{"sent":true}' },
  response: { status: 200, headers: { 'content-type': 'application/pdf' }, bodyBase64: 'JVBERg==', size: 4, cut: true },
}
const unanswered: Exchange = {
  ...frame,
  id: 'file-3',
  step: 'api',
  startedAt: frame.startedAt + 3,
  at: frame.at + 3,
  request: { method: 'GET', url: 'https://api.example/v1/x', headers: {} },
  failure: { kind: 'timeout', message: 'no complete response within 15000 ms' },
}
const flow = [authorize, token, pdf, unanswered]

/** As it is after a file was written and read: JSON has no undefined. */
const written = (exchanges: Exchange[]): { log: { entries: unknown[] } } =>
  JSON.parse(JSON.stringify(writeHar(exchanges)))
const readBack = (exchange: Exchange) => readEntry(written([exchange]).log.entries[0], 0, [])?.exchange

describe('a flow that is written as HAR', () => {
  test('holds against the published schema, and so does what is left of it once it is safe', () => {
    expect(problemsOf(written(flow))).toEqual([])
    const scrubber = createScrubber({ fingerprint: () => '01234567' })
    const scrubbed = flow.map((one) => scrubExchange(one, scrubber))
    expect(JSON.stringify(scrubbed)).not.toContain('the-state-value')
    expect(problemsOf(written(scrubbed))).toEqual([])
  })

  test('would be seen to break the schema', () => {
    expect(problemsOf({ log: { version: '1.2', creator: { name: 'x' }, entries: [{}] } })).not.toEqual([])
  })

  test.each(flow)('is the same flow again when it is read: $step $failure', (exchange) => {
    expect(readBack(exchange)).toEqual(exchange)
  })

  test('is the same again whatever it holds, member by member', () => {
    fc.assert(
      fc.property(anyExchange, (exchange) => {
        expect(readBack(exchange)).toEqual(exchange)
      }),
      { numRuns: 200 },
    )
  })
})

const text = fc.string({ unit: 'binary', maxLength: 20 })
const seconds = fc.integer({ min: 0, max: 4_000_000_000_000 }).map((milliseconds) => milliseconds / 1000)
const duration = fc.double({ min: 0, max: 1_000_000, noNaN: true })
const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/)
const line = text.map((value) => value.replaceAll('\n', ' '))
const headers = fc
  .tuple(fc.dictionary(name, line, { maxKeys: 4 }), fc.option(fc.array(line, { minLength: 1, maxLength: 3 })))
  .map(([others, cookies]) => (cookies ? { ...others, 'set-cookie': cookies.join('\n') } : others))
const optional = { requiredKeys: [] }
const object = fc.dictionary(text, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }).map(asRead)

/** Every member that an exchange can have, there or not. */
const anyExchange = fc
  .record(
    {
      id: text,
      step: fc.constantFrom(...steps),
      environment: text,
      startedAt: seconds,
      at: seconds,
      durationMs: duration,
      firstByteMs: duration,
      request: fc.record(
        {
          method: text,
          url: text.map((path) => `https://api.example/${path}`),
          headers,
          form: fc.dictionary(text, text, { maxKeys: 4 }),
          body: text,
        },
        { requiredKeys: ['method', 'url', 'headers'] },
      ),
      response: fc
        .record({ status: fc.integer({ min: 100, max: 999 }), headers, size: fc.nat(), cut: fc.boolean() })
        .chain((response) =>
          fc.oneof(
            fc.constant(response),
            text.map((body) => ({ ...response, body })),
            fc.base64String().map((bodyBase64) => ({ ...response, bodyBase64 })),
          ),
        ),
      failure: fc.record({ kind: fc.constantFrom(...failureKinds), message: text }, { requiredKeys: ['kind'] }),
      bearer: text,
      token: fc.record({ header: object, claims: object }),
      flow: fc.record(
        {
          clientId: text,
          requestedScopes: fc.array(text),
          grantedScope: text,
          redirectUri: text,
          state: text,
          nonce: text,
          codeAgeSeconds: duration,
          codeUsedBefore: fc.boolean(),
          signedOut: fc.boolean(),
          tabClockSkewSeconds: duration,
          refused: fc.record({ check: fc.constantFrom(...refusedChecks), field: text }, { requiredKeys: ['check'] }),
        },
        optional,
      ),
      shortened: fc.subarray(['request', 'response'] as const),
    },
    { requiredKeys: ['id', 'step', 'environment', 'startedAt', 'at', 'durationMs', 'request'] },
  )
  // Nothing can come back before it was received.
  .map((exchange) => asRead({ ...exchange, durationMs: Math.max(exchange.durationMs, exchange.firstByteMs ?? 0) }))

/** JSON keeps no −0, and no prototype but its own. */
function asRead<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value))
}
