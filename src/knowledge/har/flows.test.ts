import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diagnose } from '../diagnose/diagnose.ts'
import type { Environment } from '../protocol/call.ts'
import { recordedCall } from '../protocol/recorded-call.ts'
import { createEntryCutter } from './cut-entries.ts'
import { createHarReader, type HarFlow } from './flows.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const read = (part: Uint8Array | undefined) =>
  part === undefined ? undefined : JSON.parse(new TextDecoder().decode(part))

function cut(text: string, sizes: number[]) {
  const cutter = createEntryCutter()
  const whole = bytes(text)
  const entries: unknown[] = []
  for (let at = 0, turn = 0; at < whole.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    entries.push(...cutter.push(whole.slice(at, at + size)).map(({ bytes }) => read(bytes)))
    at += size
  }
  return { entries, frame: cutter.frame(), state: cutter.state() }
}

describe('a HAR file', () => {
  it('is cut into its entries wherever its chunks end', () => {
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }), {
          maxLength: 4,
        }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        fc.constantFrom(undefined, 1),
        (entries, sizes, indent) => {
          const har = {
            log: {
              version: '1.2',
              creator: { name: 'entries', x: [{ a: '"entries":[' }] },
              entries,
              pages: [{ id: ']}' }],
            },
          }
          const result = cut(JSON.stringify(har, null, indent), sizes)
          expect(result.entries).toEqual(JSON.parse(JSON.stringify(entries)))
          expect(result.state).toBe('after')
          const rest = `${new TextDecoder().decode(result.frame.before)}[]${new TextDecoder().decode(result.frame.after)}`
          expect(JSON.parse(rest)).toEqual({ log: { ...har.log, entries: [] } })
        },
      ),
      { numRuns: 40 },
    )
  })

  it('that is something else gives no entries and no exception', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), (text) => {
        expect(cut(text, [7]).entries).toEqual([])
      }),
    )
  })

  it('that is two files, one after the other, is read to the end, each entry with its place', () => {
    const one = JSON.stringify({ log: { version: '1.2', entries: [{ a: 1 }], pages: [] } })
    const other = JSON.stringify({ log: { entries: [{ b: 2 }, { c: 3 }] } })
    const whole = bytes(`\uFEFF${one}\n${other}`)
    for (const size of [1, 7, 1000]) {
      const cutter = createEntryCutter()
      const found = []
      for (let at = 0; at < whole.length; at += size) found.push(...cutter.push(whole.slice(at, at + size)))
      expect(found.map(({ bytes: part }) => read(part))).toEqual([{ a: 1 }, { b: 2 }, { c: 3 }])
      expect(found.map(({ start, end }) => read(whole.slice(start, end)))).toEqual([{ a: 1 }, { b: 2 }, { c: 3 }])
      expect([cutter.documents(), cutter.state()]).toEqual([2, 'after'])
    }
  })

  it('that is cut short gives the entries before the cut', () => {
    const har = JSON.stringify({ log: { entries: [{ a: 1 }, { b: 2 }] } })
    expect(cut(har.slice(0, -10), [1000])).toMatchObject({ entries: [{ a: 1 }], state: 'inside' })
  })
})

const environment: Environment = {
  id: 'sandbox',
  kind: 'sandbox',
  authUrl: 'https://id.example',
  baseUrl: 'https://api.example',
  issuer: 'https://id.example',
}
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const token = `${encode({ alg: 'RS256', kid: 'k' })}.${encode({ iss: 'https://id.example', sub: 'ada', scope: 'openid', exp: 1777890000 })}.${'A'.repeat(342)}`
let second = 0
const entry = (
  method: string,
  url: string,
  more: { headers?: object; form?: string; status?: number; location?: string; body?: unknown; base64?: boolean } = {},
) => {
  const text = more.body === undefined ? undefined : JSON.stringify(more.body)
  second += 1
  return {
    startedDateTime: new Date(1777889900_000 + second * 1000).toISOString(),
    time: 100,
    request: {
      method,
      url,
      headers: Object.entries(more.headers ?? {}).map(([name, value]) => ({ name, value })),
      ...(more.form ? { postData: { mimeType: 'application/x-www-form-urlencoded', text: more.form } } : {}),
    },
    response: {
      status: more.status ?? 200,
      headers: more.location ? [{ name: 'Location', value: more.location }] : [],
      content: more.base64 && text ? { text: btoa(text), encoding: 'base64' } : { text },
    },
  }
}
const authorize =
  'https://id.example/oauth2/authorize?client_id=app&response_type=code&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&scope=openid&state=st1'
const flowsOf = (entries: unknown[]) => {
  const reader = createHarReader([environment])
  for (const one of entries) reader.take(one)
  return { flows: reader.flows(), counts: reader.counts() }
}

const codesOf = (flow: HarFlow | undefined) =>
  flow?.exchanges.map((one) => diagnose(recordedCall(one, { environments: [environment] }))[0]?.code)

describe('the flows in a HAR file', () => {
  it('are a sign-in with the calls of its token, and what belongs to neither is counted', () => {
    const { flows, counts } = flowsOf([
      entry('GET', 'https://app.example/logo.png'),
      entry('GET', authorize, { status: 302, location: 'https://id.example/login' }),
      entry('GET', 'https://app.example/cb?code=c1&iss=https%3A%2F%2Fid.example&state=st1'),
      entry('POST', 'https://id.example/oauth2/token', {
        form: 'grant_type=authorization_code&code=c1&redirect_uri=https%3A%2F%2Fapp.example%2Fcb',
        body: { access_token: token, token_type: 'Bearer', expires_in: 300, scope: 'openid' },
      }),
      entry('GET', 'https://api.example/v1/bank-slips', {
        headers: { Authorization: `Bearer ${token}` },
        status: 401,
        body: { fault: { faultstring: 'x', detail: { errorcode: 'steps.jwt.NoMatchingPublicKey' } } },
      }),
    ])
    expect(flows.map(({ kind, exchanges }) => [kind, exchanges.map(({ step }) => step)])).toEqual([
      ['sign-in', ['authorize', 'token', 'api']],
    ])
    expect(codesOf(flows[0])).toEqual([undefined, undefined, 'no-matching-public-key'])
    expect(flows[0]?.exchanges[0]).toMatchObject({
      durationMs: 1_000,
      request: { url: authorize },
      response: { headers: { location: expect.stringContaining('cb?code=c1') } },
    })
    expect(counts).toEqual({ entries: 5, others: 1 })
  })

  it('tell a refused sign-in, and a code that was exchanged twice', () => {
    const form = 'grant_type=authorization_code&code=c2&redirect_uri=https%3A%2F%2Fapp.example%2Fcb'
    const { flows } = flowsOf([
      entry('GET', authorize, { status: 302 }),
      entry('GET', 'https://app.example/cb?error=access_denied&state=st1'),
      entry('GET', authorize.replace('st1', 'st2'), { status: 302 }),
      entry('GET', 'https://app.example/cb?code=c2&iss=https%3A%2F%2Fid.example&state=st2'),
      entry('POST', 'https://id.example/oauth2/token', { form, body: { access_token: token, token_type: 'Bearer' } }),
      entry('POST', 'https://id.example/oauth2/token', {
        form,
        status: 400,
        body: { error: 'invalid_grant' },
        base64: true,
      }),
    ])
    expect(flows).toHaveLength(2)
    expect(codesOf(flows[0])).toEqual(['access-denied'])
    expect(codesOf(flows[1])).toEqual([undefined, undefined, 'code-already-used'])
  })

  it('keep calls of other tokens, and calls without one, apart', () => {
    const { flows } = flowsOf([
      entry('GET', 'https://api.example/v1/x', { headers: { authorization: 'Bearer abc' } }),
      entry('GET', 'https://api.example/v1/x', { headers: { authorization: 'Bearer def' } }),
      entry('GET', 'https://api.example/v1/x', { headers: { authorization: 'Bearer abc' } }),
      entry('GET', 'https://api.example/v1/x', { status: 401 }),
    ])
    expect(flows.map(({ kind, exchanges }) => [kind, exchanges.length])).toEqual([
      ['calls', 2],
      ['calls', 1],
      ['calls-without-token', 1],
    ])
  })

  it('are told of any entries at all without an exception', () => {
    fc.assert(fc.property(fc.array(fc.anything()), (entries) => void flowsOf(entries)))
  })
})
