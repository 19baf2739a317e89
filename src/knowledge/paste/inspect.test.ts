import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createScrubber } from '../privacy/scrub.ts'
import { asReadJwt } from '../token/jwt.ts'
import { inspectToken } from '../token/take-apart.ts'
import { findWarnings } from '../token/warnings.ts'
import { inspect } from './inspect.ts'

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const signature = 'A'.repeat(342)
const access = `${encode({ alg: 'RS256', typ: 'at+jwt', kid: 'k1' })}.${encode({ iss: 'https://id.example', sub: 'ada', aud: 'https://api.example', scope: 'openid', exp: 2_000_000_000 })}.${signature}`
const id = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode({ iss: 'https://id.example', sub: 'ada', aud: 'app', nonce: 'n' })}.${signature}`
const texts = (text: string) => inspect(text).tokens.map(({ token }) => token.text)
const kinds = (text: string) => inspect(text).tokens.map(({ recognised }) => recognised.kind)
const wrapped = (text: string, width: number, joint = '\n') =>
  (text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).join(joint)

describe('a pasted token is found', () => {
  it.each([
    ['alone', access],
    ['after Bearer', `Bearer ${access}`],
    ['in quotes', `"${access}",`],
    ['in a header line', `Authorization: Bearer ${access}`],
    ['in the middle of a sentence', `The customer sent ${access}. Can you look?`],
    ['between stars', `**${access}**!`],
    ['broken over lines', wrapped(access, 76)],
    ['broken over lines of a mail', wrapped(access, 70, '\r\n> ')],
    ['with spaces where lines were', wrapped(access, 60, ' ')],
    ['in a log line', `2026-05-04 INFO call token="${access}" status=401`],
    ['in escaped JSON', `{\\"access_token\\":\\"${access}\\"}`],
    ['in a curl command', `curl -X GET 'https://api.example/v1/x' \\\n  -H 'Authorization: Bearer ${access}'`],
    ['in a curl command of Windows', `curl "https://api.example/v1/x" ^\r\n  -H "Authorization: Bearer ${access}"`],
    ['in an address', `http://localhost:8700/callback#access_token=${access}&state=s`],
  ])('%s', (_where, text) => {
    expect(texts(text)).toEqual([access])
  })

  it('with its parts as members of a JSON object within a text (RFC 7515 §7.2), once for each signature', () => {
    const header = encode({ alg: 'RS256', nonce: 'n', url: 'https://ca.example/new-account' })
    const payload = encode({ termsOfServiceAgreed: true })
    const flattened = JSON.stringify({ protected: header, payload, signature })
    const general = JSON.stringify({
      payload,
      signatures: [
        { protected: header, signature },
        { protected: header, signature: 'B'.repeat(342) },
      ],
    })
    const found = (text: string) => inspect(text).tokens.map(({ token }) => [token.form, token.defects.length])
    expect(found(`curl https://ca.example/new-account -d '${flattened}'`)).toEqual([['jws', 0]])
    expect(found(`{"artifact":${general},"note":1}`)).toEqual([
      ['jws', 0],
      ['jws', 0],
    ])
    expect(found('The webhook has {"payload":"hello","signature":"abc"}.')).toEqual([])
  })

  it('beside others', () => {
    expect(texts(`${access}\n${id}`)).toEqual([access, id])
    expect(texts(`first:\n${wrapped(access, 64)}\n\nsecond:\n${wrapped(id, 64)}\n`)).toEqual([access, id])
  })
})

describe('what was pasted is told apart', () => {
  it.each([
    ['token', access],
    ['tokens', `${access} ${id}`],
    ['token-response', JSON.stringify({ access_token: access, id_token: id, refresh_token: 'r', expires_in: 300 })],
    ['headers', `GET /v1/x\nAuthorization: Bearer ${access}\nAccept: */*`],
    ['curl', `curl https://api.example -H "Authorization: Bearer ${access}"`],
    ['redirect', 'http://localhost:8700/callback?code=abc&iss=https%3A%2F%2Fid.example'],
    ['redirect', 'http://localhost:8700/callback?error=access_denied&state=x'],
    ['form', 'grant_type=authorization_code&code=abc&redirect_uri=x'],
    ['opaque', 'b3BhcXVlLXJlZnJlc2gtdG9rZW4'],
    ['opaque', 'Bearer 8xLOxBtZp8'],
    ['error', '{"error":"client_not_found","error_description":"x"}'],
    ['error', '{"fault":{"faultstring":"x","detail":{"errorcode":"steps.jwt.NoMatchingPublicKey"}}}'],
    ['error', 'HTTP/1.1 401 Unauthorized\nwww-authenticate: Bearer'],
    ['claims', '{"iss":"https://id.example","sub":"ada"}'],
    ['key', '{"keys":[]}'],
    ['key', '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----'],
    ['json', `{"data":{"session":"${access}"}}`],
    ['nothing', 'It does not work.'],
    ['nothing', 'why?error=x'],
  ])('as %s', (as, text) => {
    expect(inspect(text).as).toBe(as)
  })

  it('and can be taken for something else', () => {
    const response = JSON.stringify({ access_token: access, refresh_token: 'r' })
    expect(inspect(response).others).toContain('json')
    expect(inspect(response, 'json').as).toBe('json')
  })

  it('with the kind of each token and the reason', () => {
    expect(kinds(JSON.stringify({ access_token: access, id_token: id, refresh_token: 'opaque-refresh' }))).toEqual([
      'access',
      'id',
      'refresh',
    ])
    expect(kinds(`Authorization: Bearer ${id}`)).toEqual(['id'])
    const logout = `${encode({ alg: 'RS256', typ: 'logout+jwt' })}.${encode({ events: {} })}.${signature}`
    expect(kinds(logout)).toEqual(['logout'])
    expect(inspect(id).tokens[0]?.recognised.why).toContain('nonce')
  })

  it.each([
    ['client-authentication+jwt', 'assertion', 'standard', 'draft-ietf-oauth-rfc7523bis §4'],
    ['id_token+jwt', 'id', 'inferred', 'the name of the type, which no standard registers'],
  ])('with what its type rests on: %s', (typ, kind, rests, reference) => {
    const [found] = inspect(`${encode({ alg: 'RS256', typ })}.${encode({ sub: 'ada' })}.${signature}`).tokens
    expect(found?.recognised).toMatchObject({ kind, basis: { kind: rests, reference } })
  })

  it('with what is beside the tokens, secrets marked', () => {
    expect(inspect('http://x/callback?code=abc&iss=https%3A%2F%2Fid.example').fields).toEqual([
      { name: 'address', value: 'http://x/callback', place: 'parameter', secret: false },
      { name: 'code', value: 'abc', place: 'parameter', secret: true },
      { name: 'iss', value: 'https://id.example', place: 'parameter', secret: false },
    ])
    const curl = inspect(`curl -u app:secret -d grant_type=refresh_token -d 'refresh_token=r' https://id.example/token`)
    expect(curl.fields).toContainEqual({
      name: 'authorization',
      value: 'Basic YXBwOnNlY3JldA==',
      place: 'header',
      secret: true,
    })
    expect(curl.fields).toContainEqual({ name: 'refresh_token', value: 'r', place: 'parameter', secret: true })
    expect(curl.fields).toContainEqual({ name: 'method', value: 'POST', place: 'field', secret: false })
  })
})

it('a JWT of no other kind beside a request with the grant type jwt-bearer is the grant, whatever it is called', () => {
  const grant = `${encode({ alg: 'RS256', kid: 'k' })}.${encode({ iss: 'app', sub: 'ada', exp: 2_000_000_000 })}.${signature}`
  const request = '-d grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer -d "assertion=$SIGNED"'
  expect(kinds(`SIGNED=${grant}\ncurl https://id.example/token ${request}`)).toEqual(['grant'])
  expect(kinds(`SIGNED=${grant}\ncurl https://id.example/token`)).toEqual(['unknown'])
  expect(kinds(`SIGNED=${grant}\nUSED=${access}\n${request}`)).toEqual(['grant', 'access'])
})

describe('a broken token shows what can be read, and exactly where it breaks off', () => {
  const payloadAt = access.indexOf('.') + 1
  const signatureAt = access.lastIndexOf('.') + 1
  it.each([
    ['cut in the payload', access.slice(0, payloadAt + 62), 'payload', payloadAt + 61, 'is incomplete JSON'],
    ['without its signature', access.slice(0, signatureAt - 1), 'signature', signatureAt - 1, 'ends after 2'],
    [
      'with a foreign character',
      `${access.slice(0, payloadAt + 50)}*${access.slice(payloadAt + 51)}`,
      'payload',
      payloadAt + 50,
      '“*”',
    ],
    ['shortened by hand', `${access.slice(0, payloadAt + 60)}…`, 'payload', payloadAt + 60, 'truncated'],
    ['with a part too many', `${access}.x`, 'token', access.length, 'an extra part begins'],
    ['with no payload', `${encode({ alg: 'RS256' })}..abc`, 'payload', encode({ alg: 'RS256' }).length + 1, 'is empty'],
    ['cut in the header', access.slice(0, 30), 'header', 29, 'middle of a string'],
  ])('%s', (_what, text, part, at, problem) => {
    const token = inspectToken(text)
    expect(token.defects[0]).toMatchObject({ part, at, problem: expect.stringContaining(problem) })
  })

  it('even in the middle of a text', () => {
    const [found] = inspect(`Bearer ${access.slice(0, payloadAt)}**${access.slice(payloadAt)}`).tokens
    expect(found?.token.defects[0]).toMatchObject({ part: 'payload', at: payloadAt })
  })

  it('with the claims before the break', () => {
    const token = inspectToken(access.slice(0, payloadAt + 62))
    expect(token.form === 'jws' && token.payload.value).toEqual({ iss: 'https://id.example', sub: 'ada' })
    expect(asReadJwt(token)).toMatchObject({ state: 'unreadable', header: { kid: 'k1' } })
  })

  it('with the byte at which it is no text any more', () => {
    for (const before of [5, 6, 7, 500, 70_001]) {
      const bytes = Buffer.concat([Buffer.from(`{"a":"${'ü'.repeat(before)}`), Buffer.from([0xff, 0x22, 0x7d])])
      const token = inspectToken(`${encode({ alg: 'RS256' })}.${bytes.toString('base64url')}.${signature}`)
      expect(token.defects[0]?.problem).toContain(`from byte ${6 + 2 * before + 1} on`)
    }
  })

  it('with a signature of the wrong length named', () => {
    const token = inspectToken(`${encode({ alg: 'HS256' })}.${encode({ sub: 'ada' })}.${'A'.repeat(40)}`)
    expect(token.defects).toMatchObject([{ part: 'signature', problem: expect.stringContaining('30 bytes') }])
    expect(asReadJwt(token).state).toBe('read')
  })
})

describe('a token built to mislead is named', () => {
  const odd = (payload: string, header: unknown = { alg: 'RS256' }) =>
    findWarnings(inspectToken(`${encode(header)}.${encode(payload)}.${signature}`)).map(({ code }) => code)

  it.each([
    ['integer-too-large', '{"id":9007199254740993}'],
    ['treacherous-name', '{"__proto__":{"admin":true}}'],
    ['treacherous-name', '{"constructor":"x"}'],
    ['bent-text', '{"name":"abc\u202edef"}'],
    ['nested-deep', `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
  ])('%s', (code, payload) => {
    expect(odd(payload)).toContain(code)
  })

  it('by its header too', () => {
    expect(odd('{}', { alg: 'RS256', jku: 'https://evil.example/keys' })).toEqual(['remote-key'])
    expect(odd('{}', { alg: 'RS256', jwk: {} })).toEqual(['key-inside'])
    expect(odd('{}', { alg: 'RS256', crit: ['exp'] })).toEqual(['critical-parameters'])
    expect(findWarnings(inspectToken(`${encode({ alg: 'dir', enc: 'A128GCM', zip: 'DEF' })}..a.b.c`))).toMatchObject([
      { code: 'compressed' },
    ])
  })

  it('and an ordinary one is not', () => {
    expect(findWarnings(inspectToken(access))).toEqual([])
  })
})

describe('any text at all', () => {
  const mutated = fc
    .tuple(
      fc.constantFrom(access, id, `Bearer ${access}`, JSON.stringify({ access_token: access }), `curl -H 'x: ${id}' y`),
      fc.nat(),
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.nat({ max: 200 }),
    )
    .map(([text, at, put, cut]) => {
      const here = at % (text.length + 1)
      return text.slice(0, here) + put + text.slice(here + cut)
    })

  it('is read without an exception, and every break lies within its token', () => {
    fc.assert(
      fc.property(fc.oneof(mutated, fc.string({ unit: 'binary' })), (text) => {
        for (const { token } of inspect(text).tokens) {
          findWarnings(token)
          for (const { at } of token.defects) {
            expect(at).toBeGreaterThanOrEqual(0)
            expect(at).toBeLessThanOrEqual(token.text.length)
          }
        }
      }),
      { numRuns: 1500 },
    )
  })

  it('that was changed in the payload is never read as the same claims', () => {
    const start = access.indexOf('.') + 1
    const end = access.lastIndexOf('.')
    const original = JSON.stringify(inspectPayload(access))
    fc.assert(
      fc.property(fc.integer({ min: start, max: end - 2 }), fc.constantFrom(...'ABCXYZabcxyz0189-_'), (at, put) => {
        fc.pre(access[at] !== put)
        expect(JSON.stringify(inspectPayload(access.slice(0, at) + put + access.slice(at + 1)))).not.toBe(original)
      }),
    )
  })
})

function inspectPayload(text: string) {
  const token = inspectToken(text)
  return token.form === 'jws' && token.defects.length === 0 ? token.payload.value : undefined
}

it('a long text of whatever kind is looked at in time that grows with its length alone', () => {
  const long = [
    `a=b${'&c=d'.repeat(20_000)} `,
    `${'\\'.repeat(100_000)}"`,
    'ey'.repeat(100_000),
    `eyJhbGci${'.'.repeat(100_000)}`,
    `${'*'.repeat(100_000)}x`,
    `{"a":"${'\\"'.repeat(100_000)}`,
    `x:${' '.repeat(100_000)}`,
  ]
  const scrubber = createScrubber({ fingerprint: () => '00000000' })
  // Where the work grew with the square of the length, or worse, this would not end within the limit of a test.
  for (const text of long) {
    inspect(text)
    scrubber.text(text)
  }
})

describe('a key on its own is taken for one', () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = String(publicKey.export({ type: 'spki', format: 'pem' }))
  const bare = pem.replace(/-----[^-]+-----|\s/g, '')
  it.each([
    ['PEM', pem],
    ['PEM with \\n instead of line breaks', pem.replaceAll('\n', '\\n')],
    ['bare base64', bare],
    ['an SSH key', 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA9NT9Cj3oziQQ6IIhXCh4RFHz1sgK6u0hImoyBBQTef me'],
    ['an array of JWKs', JSON.stringify([publicKey.export({ format: 'jwk' })])],
    ['a map of kid to PEM', JSON.stringify({ a1: pem, b2: pem })],
    ['x5c', JSON.stringify([bare])],
  ])('%s', (_, text) => expect(inspect(text).as).toBe('key'))

  it('behind the command that fetched it, with what is private in it and the request', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const keys = [publicKey, privateKey].map((key, at) => ({ ...key.export({ format: 'jwk' }), kid: `k${at}` }))
    const text = `$ curl -s https://id.example/jwks.json | jq\n${JSON.stringify({ keys }, undefined, 2)}`
    const { as, why, fields } = inspect(text)
    expect([as, fields[1]?.value]).toEqual(['key', 'https://id.example/jwks.json'])
    expect(why).toContain('private key or shared secret (“k1”)')
    expect(inspect(text.replace(/,\s+"d": "[^"]+"/, '')).why).toContain('nothing private')
  })

  it('and not a claim that contains one, nor a list of other things', () => {
    const jwk = publicKey.export({ format: 'jwk' })
    expect(inspect(JSON.stringify({ iss: 'https://id.example', sub: 'a', cnf: { jwk } })).as).toBe('claims')
    expect(inspect(JSON.stringify([{ error: 'x' }])).as).not.toBe('key')
    expect(inspect(JSON.stringify([access])).as).not.toBe('key')
  })
})

describe('a token in pieces', () => {
  const jwe = `${encode('{"alg":"dir","enc":"A256CBC-HS512"}')}..${'A'.repeat(22)}.${'B'.repeat(300)}.${'C'.repeat(43)}`
  it('over two cookies is put together, and found once', () => {
    const text = `Cookie: a=1; __Secure-authjs.session-token.0=${jwe.slice(0, 200)}; __Secure-authjs.session-token.1=${jwe.slice(200)}`
    const { tokens } = inspect(text)
    expect(tokens).toHaveLength(1)
    expect(tokens[0]).toMatchObject({
      from: '__Secure-authjs.session-token',
      token: { form: 'jwe', text: jwe, defects: [] },
      recognised: { kind: 'session' },
      place: { writing: ['in chunks'] },
    })
  })
  it('in the session of Supabase is found with its name', () => {
    const access = `${encode('{"alg":"HS256"}')}.${encode('{"sub":"a","iss":"https://x.supabase.co/auth/v1","role":"authenticated"}')}.${'A'.repeat(43)}`
    const session = `base64-${encode(JSON.stringify({ access_token: access, refresh_token: 'r1' }))}`
    const text = `Cookie: sb-x-auth-token.0=${session.slice(0, 150)}; sb-x-auth-token.1=${session.slice(150)}`
    const { tokens } = inspect(text)
    expect(tokens.map(({ from, token, place }) => [from, token.text, place?.in])).toEqual([
      ['sb-x-auth-token', session, 'cookie'],
      ['access_token', access, 'field'],
      ['refresh_token', 'r1', 'field'],
    ])
    expect(tokens[0]?.recognised.name).toBe('Session of Supabase (in base64)')
  })
  it('with two signatures over one content is one content, and no broken token', () => {
    const payload = encode('{"file":"a.bin"}')
    const signatures = ['ES256', 'EdDSA'].map((alg) => ({
      protected: encode(JSON.stringify({ alg })),
      signature: 'A'.repeat(86),
    }))
    const { as, tokens } = inspect(`signed:\n${JSON.stringify({ payload, signatures })}`)
    expect(as).toBe('jws-json')
    expect(tokens.map(({ recognised }) => recognised.kind)).toEqual(['signed-content', 'signed-content'])
    expect(tokens.flatMap(({ token }) => token.defects)).toEqual([])
  })
  it('is not the key that an identifier spells out', () => {
    const did = `did:jwk:${encode('{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","alg":"EdDSA"}')}`
    const token = `${encode(JSON.stringify({ alg: 'EdDSA', kid: did }))}.${encode(JSON.stringify({ iss: did, exp: 1 }))}.${'A'.repeat(86)}`
    expect(inspect(token).tokens).toHaveLength(1)
  })
})

it('documents beside a token are shown after it, and none that a token is in', () => {
  const pushed = '{"request_uri":"urn:ietf:params:oauth:request_uri:abc","expires_in":60}'
  const names = (text: string) => inspect(text).tokens.map(({ recognised }) => recognised.name)
  expect(names(`HTTP/1.1 201 Created\n\n${pushed}\n\nrequest=${access}`)).toEqual([
    'Access token',
    'Pushed authorization response',
  ])
  expect(names(`{"active":true,"sub":"ada"}\ntoken=${access}`)).toEqual(['Access token', 'Introspection response'])
  expect(names(`{"sub":"ada","name":"Ada","token":"${access}"} and more`)).toEqual(['Access token'])
  expect(names(pushed)).toEqual([])
})
