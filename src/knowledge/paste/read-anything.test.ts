import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diagnose } from '../diagnose/diagnose.ts'
import { faultGroups, lastResortGroup } from '../diagnose/faults/catalogue.ts'
import { exampleNow, production, sandbox } from '../diagnose/faults/example-parts.ts'
import { maskCall } from '../privacy/mask.ts'
import { readPasted } from './read-pasted.ts'

const known = { now: exampleNow, environments: [sandbox, production] }
const examples = [...faultGroups, lastResortGroup].flatMap(({ faults }) => faults.map(({ example }) => example))

const pieces = fc.constantFrom(
  'HTTP/1.1 401 Unauthorized\n',
  'HTTP/2 200\n',
  '> GET /v1/x HTTP/1.1\n',
  '< www-authenticate: Bearer error="invalid_token"\n',
  '\n\n',
  '\r\n',
  '{"error":"invalid_grant"}',
  '{"fault":{"detail":{"errorcode":"steps.jwt.TokenExpired"}}}',
  '{\\"error\\":\\"x',
  "{'error': 'it",
  '{"__proto__":{"status":1},"constructor":5}',
  '__proto__: x\n',
  'curl -H "Authorization: Bearer $X" https://api.sandbox.example/v1/x ',
  'curl: (28) Operation timed out',
  'https://app.example/cb?error=access_denied&code=abc#x=%zz',
  'Bearer eyJhbGciOiJub25lIn0.e30.',
  'Request URL\nhttps://api.example/v1/x\nStatus Code\n500\nResponse Headers\n',
  '<html><title>503</title>',
  '2026-05-04T09:30:00Z ERROR status=403 ',
  '"\\',
  '[[[[',
)
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.array(fc.oneof(pieces, fc.string({ maxLength: 20 })), { maxLength: 12 }).map((parts) => parts.join('')),
  fc.json({ maxDepth: 4 }),
  fc.tuple(fc.json({ maxDepth: 3 }), fc.nat(200)).map(([json, at]) => json.slice(0, at)),
)

it('whatever is pasted, with whatever token beside it, is read and explained without an exception', () => {
  fc.assert(
    fc.property(text, fc.option(text, { nil: undefined }), (pasted, token) => {
      for (const { call, what, notes } of readPasted(pasted, { ...known, token })) {
        const diagnoses = diagnose(call)
        for (const { certainty, evidence } of diagnoses) if (certainty === 'certain') expect(evidence).not.toEqual([])
        expect(what).not.toMatch(/undefined|\[object/)
        for (const note of notes) expect(note).not.toMatch(/undefined|\[object/)
        maskCall(call)
      }
      expect(({} as { status?: unknown }).status).toBe(undefined)
    }),
    { numRuns: 1200 },
  )
})

it('an error body that is pasted alone, escaped or in a log line is found whole', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('steps.jwt.TokenExpired', 'policies.ratelimit.QuotaViolation', 'steps.own.Thing'),
      fc.string({ maxLength: 30 }),
      fc.constantFrom<(body: string) => string>(
        (body) => body,
        (body) => `ERROR upstream said ${body} and stopped`,
        (body) => `body=${JSON.stringify(body)}`,
        (body) => JSON.stringify({ level: 'error', body }),
        (body) => `HTTP/1.1 500 x\ncontent-type: application/json\n\n${body}`,
      ),
      (code, words, wrap) => {
        const [reading] = readPasted(
          wrap(JSON.stringify({ fault: { faultstring: words, detail: { errorcode: code } } })),
          known,
        )
        const { fault } = JSON.parse(reading?.call.response?.body ?? '{}')
        expect(fault?.detail.errorcode).toBe(code)
        expect(fault?.faultstring).toBe(words)
      },
    ),
    { numRuns: 1000 },
  )
})

it('every example of the catalogue, printed as curl prints it, is read back', () => {
  for (const { step, request, response } of examples) {
    if (step !== 'api' || response?.status === undefined || response.status < 200 || response.status > 599) continue
    if (request === undefined || request.method === '' || /\s/.test(request.url) || !request.url.startsWith('https://'))
      continue
    const { host, pathname, search } = new URL(request.url)
    const printed = [
      `> ${request.method} ${pathname}${search} HTTP/1.1`,
      `> Host: ${host}`,
      '>',
      `< HTTP/1.1 ${response.status} x`,
      ...Object.entries(response.headers ?? {}).map(([name, value]) => `< ${name}: ${value}`),
      '<',
      response.body ?? '',
    ].join('\n')
    const [reading] = readPasted(printed, known)
    expect(reading?.call.request?.url, printed).toBe(request.url)
    expect(reading?.call.response).toMatchObject({ status: response.status, headers: response.headers ?? {} })
    if (response.body) expect(reading?.call.response?.body, printed).toBe(response.body.trim())
  }
})

describe('reading takes no longer than a moment for', () => {
  it.each([
    ['a million brackets', '['.repeat(1_000_000)],
    ['a million braces with quotes', '{"'.repeat(500_000)],
    ['backslashes', '\\"'.repeat(500_000)],
    ['a run of one letter', 'a'.repeat(1_000_000)],
    ['words joined by hyphens', 'a-'.repeat(500_000)],
    ['words joined by underscores', 'a_'.repeat(500_000)],
    ['a run that begins like a token', 'eyJ'.repeat(300_000)],
    ['many that begin like tokens', 'eyJabc '.repeat(100_000)],
    ['tokens with dots', 'eyJaaaa.'.repeat(100_000)],
    ['status lines', 'HTTP/1.1 401 x\n'.repeat(60_000)],
    ['header lines', `HTTP/1.1 401 x\n${'a: b\n'.repeat(150_000)}`],
    ['spaces', `${' '.repeat(900_000)}x`],
    ['blank lines', '\n'.repeat(900_000)],
    ['addresses', 'https://a.example/?code=1 '.repeat(30_000)],
    ['an address of a megabyte', `https://a.example/?code=${'x'.repeat(1_000_000)}`],
    ['curl commands', 'curl '.repeat(200_000)],
    ['quotation marks', `curl '${'"'.repeat(500_000)}`],
    ['words with dots', 'a.b_c '.repeat(150_000)],
    ['equals signs', 'code='.repeat(200_000)],
    ['JSON keys that are cut', '"access_token":"'.repeat(60_000)],
    ['angle brackets', '<title>'.repeat(140_000)],
    ['JSON nested deep', `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`],
  ])('%s', (_name, pasted) => {
    const begun = performance.now()
    for (const { call } of readPasted(pasted, { ...known, token: pasted })) {
      maskCall(call)
      diagnose(call)
    }
    // Work that grew with the square of the length would take minutes here, so a slow machine decides nothing.
    expect(performance.now() - begun).toBeLessThan(10_000)
  })
})
