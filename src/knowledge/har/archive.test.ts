import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { createRedactor } from '../privacy/redact.ts'
import { redactExchange } from '../privacy/redact-exchange.ts'
import type { Exchange } from '../service/exchange.ts'
import { readArchive, writeArchive } from './archive.ts'

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
  failure: { kind: 'timeout', message: 'no complete answer within 15000 ms' },
}
const flow = [authorize, token, pdf, unanswered]

describe('a flow that is written as HAR', () => {
  test('holds against the published schema, and so does what redaction leaves of it', () => {
    expect(problemsOf(writeArchive(flow))).toEqual([])
    const redactor = createRedactor({ fingerprint: () => '0123456789', maskPersonal: true })
    const redacted = flow.map((one) => redactExchange(one, redactor))
    expect(JSON.stringify(redacted)).not.toContain('the-state-value')
    expect(problemsOf(JSON.parse(JSON.stringify(writeArchive(redacted))))).toEqual([])
  })

  test('is the same flow again when it is read', () => {
    expect(readArchive(JSON.stringify(writeArchive(flow)))).toEqual(
      flow.map((one) => ({
        ...one,
        at: expect.closeTo(one.at, 5),
        startedAt: expect.closeTo(one.startedAt, 3),
        firstByteMs: one.firstByteMs ?? one.durationMs,
      })),
    )
  })

  test('would be seen to break the schema', () => {
    expect(problemsOf({ log: { version: '1.2', creator: { name: 'x' }, entries: [{}] } })).not.toEqual([])
  })
})

describe('a HAR file of a browser', () => {
  const entry = (url: string, more: object = {}) => ({
    startedDateTime: '2026-01-01T00:00:00.000Z',
    time: 5,
    request: { method: 'GET', url, headers: [{ name: 'Accept', value: '*/*' }] },
    response: {
      status: 200,
      headers: [
        { name: 'Set-Cookie', value: 'a' },
        { name: 'set-cookie', value: 'b' },
      ],
      content: {},
    },
    ...more,
  })

  test('is read for the sign-ins and calls in it, told by the documented paths', () => {
    const refresh = { mimeType: 'application/x-www-form-urlencoded; charset=utf-8', text: 'grant_type=refresh_token' }
    const read = readArchive(
      JSON.stringify({
        log: {
          entries: [
            entry('https://auth.example/oauth2/authorize?x=1'),
            entry('https://auth.example/styles.css'),
            entry('https://auth.example/oauth2/token', {
              request: { method: 'POST', url: 'https://auth.example/oauth2/token', postData: refresh },
            }),
            entry('https://api.example/v1/bank-slips'),
          ],
        },
      }),
    )
    expect(read.map(({ step }) => step)).toEqual(['authorize', 'refresh', 'api'])
    expect(read[0]?.request.headers).toEqual({ accept: '*/*' })
    expect(read[0]?.response?.headers).toEqual({ 'set-cookie': 'a, b' })
  })
})

test.each(['', 'null', '{"log":[]}', '{"log":{"entries":[null,1,{"request":[]}]}}', '{"log":{"entries":{"0":1}}}'])(
  '%s holds no flow',
  (text) => {
    expect(readArchive(text)).toEqual([])
  },
)
