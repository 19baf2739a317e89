import { describe, expect, it } from 'vitest'
import { diagnose } from '../diagnose/diagnose.ts'
import { exampleNow as now, production, sandbox } from '../diagnose/faults/example-parts.ts'
import { type Known, readPasted } from './read-pasted.ts'

const environments = [sandbox, production]
const known: Known = { now, environments }

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const token = (claims: Record<string, unknown>, header: Record<string, unknown> = { alg: 'RS256', kid: 'p1' }) =>
  `${encoded(header)}.${encoded(claims)}.c2lnbmF0dXJl`
const ofProduction = token({ iss: 'https://id.example', aud: 'x', scope: 'openid', exp: now + 600 })
const fault = (code: string) => JSON.stringify({ fault: { faultstring: 'no', detail: { errorcode: code } } })

const first = (text: string, more: Partial<Known> = {}) => {
  const [reading] = readPasted(text, { ...known, ...more })
  if (reading === undefined) throw new Error('Nothing was recognised.')
  return reading
}

it('takes a redirect whose response is a JWT (JARM) for the end of a sign-in', () => {
  const answer = `HTTP/1.1 303 See Other\nLocation: https://app.example/callback?response=${ofProduction}\n`
  expect(first(answer).call.step).toBe('authorize')
})

describe('what was pasted is read, and explained first by its true cause', () => {
  it.each<[name: string, text: string, step: string, code: string]>([
    ['the documented error body of the token endpoint', '{"error":"client_not_found"}', 'token', 'client-not-found'],
    ['the documented fault body', fault('steps.jwt.NoMatchingPublicKey'), 'api', 'no-matching-public-key'],
    ['ErrorCode and Error', '{"ErrorCode":"steps.jwt.TokenExpired","Error":"no"}', 'api', 'access-token-expired'],
    ['a problem document', '{"type":"about:blank","title":"Slow down","status":429}', 'api', 'rate-limited'],
    ['a body that is cut', '{"fault":{"faultstring":"Invalid to', 'api', 'answer-cut'],
    ['a code of the gateway alone', 'steps.jwt.NoMatchingPublicKey', 'api', 'no-matching-public-key'],
    ['an OAuth code alone, in quotes', '"invalid_client"', 'token', 'client-authentication-failed'],
    ['a code that only a redirect carries', 'access_denied', 'authorize', 'access-denied'],
    ['a status alone', '429', 'api', 'rate-limited'],
    ['a status line alone', 'HTTP/1.1 405 Method Not Allowed', 'api', 'method-not-allowed'],
    ['the words of a status', 'Too Many Requests', 'api', 'rate-limited'],
    [
      'a redirect with an error',
      'https://app.example/callback?error=access_denied&state=s&iss=https%3A%2F%2Fid.sandbox.example',
      'authorize',
      'access-denied',
    ],
    [
      'a redirect wrapped over two lines',
      'https://app.example/callback?error=\ninvalid_scope&state=s',
      'authorize',
      'scope-not-accepted',
    ],
    ['a bare query string', '?error=login_required&state=s', 'authorize', 'login-required'],
    ['an error in the fragment', 'https://app.example/callback#error=access_denied', 'authorize', 'access-denied'],
    [
      'a redirect in a sentence',
      'The browser then showed https://app.example/callback?error=access_denied&state=9 and stopped.',
      'authorize',
      'access-denied',
    ],
    [
      'a challenge with its name',
      'WWW-Authenticate: Bearer realm="x", error="insufficient_scope"',
      'api',
      'scope-insufficient',
    ],
    ['a challenge without its name', 'Bearer error="invalid_token"', 'api', 'invalid-token'],
    ['a line out of curl -v', '< www-authenticate: Bearer error="insufficient_scope"', 'api', 'scope-insufficient'],
    ['curl that finds no name', 'curl: (6) Could not resolve host: api.sandbox.example', 'api', 'gateway-name-unknown'],
    [
      'curl at the identity service',
      'curl: (7) Failed to connect to id.sandbox.example port 443',
      'token',
      'identity-service-connection-refused',
    ],
    ['a time-out of Node', 'Error: connect ETIMEDOUT 1.2.3.4:443', 'api', 'gateway-timeout'],
    [
      'an expired certificate',
      "Error: certificate has expired code: 'CERT_HAS_EXPIRED'",
      'api',
      'gateway-certificate-not-trusted',
    ],
    ['a browser', 'GET https://api.example/v1/webhooks net::ERR_CONNECTION_RESET', 'api', 'gateway-connection-reset'],
    ['Java', 'java.net.UnknownHostException: api.example', 'api', 'gateway-name-unknown'],
    ['Python', 'requests.exceptions.ReadTimeout: HTTPSConnectionPool: Read timed out.', 'api', 'gateway-timeout'],
    ['Go', 'dial tcp: lookup id.example: no such host', 'token', 'identity-service-name-unknown'],
    [
      'a page of a proxy',
      '<html><head><title>502 Bad Gateway</title></head><body></body></html>',
      'api',
      'bad-gateway',
    ],
    [
      'words with a code in them',
      'It always ends with steps.jwt.NoMatchingPublicKey, why?',
      'api',
      'no-matching-public-key',
    ],
    ['.NET', 'Response status code does not indicate success: 429 (Too Many Requests).', 'api', 'rate-limited'],
    [
      'a fault body in XML',
      '<fault><detail><errorcode>steps.jwt.TokenExpired</errorcode></detail></fault>',
      'api',
      'access-token-expired',
    ],
    [
      'a response that a mail quotes',
      '> HTTP/1.1 429 Too Many Requests\n> Retry-After: 5\n>\n> {}',
      'api',
      'rate-limited',
    ],
    [
      'a body in a fenced block',
      'See:\n```json\n{\n  "error": "client_not_found"\n}\n```\nafter a POST to https://id.sandbox.example/oauth2/token',
      'token',
      'client-not-found',
    ],
    [
      'a program that names the address',
      '401 Client Error: Unauthorized for url: https://id.sandbox.example/oauth2/token',
      'token',
      'client-authentication-failed',
    ],
    ['words with a status in them', 'I get a 429 on every call', 'api', 'rate-limited'],
  ])('%s', (_name, text, step, code) => {
    const reading = first(text)
    expect(reading.call.step).toBe(step)
    expect(diagnose(reading.call)[0]?.code).toBe(code)
  })
})

describe('a whole response', () => {
  const curlV = `* Host api.sandbox.example:443 was resolved.
* Connected to api.sandbox.example (203.0.113.7) port 443
> GET /v1/bank-slips?status=open HTTP/2
> Host: api.sandbox.example
> authorization: Bearer ${ofProduction}
>
* Request completely sent off
< HTTP/2 401
< date: Mon, 04 May 2026 09:31:00 GMT
< content-type: application/json
<
${fault('steps.jwt.NoMatchingPublicKey')}* Connection #0 to host api.sandbox.example left intact`

  it('of curl -v brings request, token, answer, environment and time', () => {
    const { call, clock, certainty } = first(curlV)
    expect(certainty).toBe('certain')
    expect(call.request).toMatchObject({ method: 'GET', url: 'https://api.sandbox.example/v1/bank-slips?status=open' })
    expect(call.token?.claims.iss).toBe('https://id.example')
    expect(call.response).toMatchObject({ status: 401, body: fault('steps.jwt.NoMatchingPublicKey') })
    expect(call.environment?.id).toBe('sandbox')
    expect(call.others?.map(({ id }) => id)).toEqual(['production'])
    expect([call.at, clock]).toEqual([Date.parse('2026-05-04T09:31:00Z') / 1000, 'date-header'])
    expect(diagnose(call)[0]?.cause).toContain('issued by “Production” and was sent to “Sandbox”')
  })

  it('of curl -i may end in a prompt, fold its headers and repeat them', () => {
    const { call } = first(
      `HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm="a"\r\nwww-authenticate: Bearer realm="b",\r\n error="invalid_token"\r\n\r\n{"message":"no"}ana@host:~$ `,
    )
    expect(call.response?.headers?.['www-authenticate']).toBe(
      'Basic realm="a", Bearer realm="b", error="invalid_token"',
    )
    expect(call.response?.body).toBe('{"message":"no"}')
  })

  it('after redirects is the last one, and those before are readings of their own', () => {
    const readings = readPasted(
      'HTTP/1.1 301 Moved\nLocation: https://elsewhere.example/v1/x\n\nHTTP/1.1 100 Continue\n\nHTTP/2 503\nretry-after: 20\n\n{}',
      known,
    )
    expect(readings.map(({ call }) => call.response?.status)).toEqual([503, 503, 301, 301])
    expect(readings[0]?.notes.join()).toContain('2 responses')
  })

  it('that was cut after its headers still is a response', () => {
    expect(first('HTTP/1.1 403 Forbidden\nContent-Type: appl').call.response).toMatchObject({
      status: 403,
      headers: { 'content-type': 'appl' },
    })
  })

  it('of a transfer that broke off is told as such', () => {
    expect(first('HTTP/2 200\ncontent-length: 900\n\n{"items":[\ncurl: (18) transfer closed').call.failure?.kind).toBe(
      'reset',
    )
  })

  it('with a Location of a callback belongs to the sign-in', () => {
    const { call } = first('HTTP/1.1 302 Found\nLocation: https://app.example/cb?error=access_denied&state=1\n\n')
    expect([call.step, diagnose(call)[0]?.code]).toEqual(['authorize', 'access-denied'])
  })

  it.each([
    ['name: value', (name: string, value: string) => `${name}: ${value}`],
    ['alternating lines', (name: string, value: string) => `${name}\n${value}`],
  ])('is read from the developer tools, as %s', (_name, pair) => {
    const { call } = first(
      [
        pair('Request URL', 'https://api.sandbox.example/v1/webhooks'),
        pair('Request Method', 'POST'),
        pair('Status Code', '403 Forbidden'),
        pair('Remote Address', '203.0.113.7:443'),
        'Response Headers',
        pair('content-type', 'application/json'),
        'Request Headers',
        pair('authorization', `Bearer ${ofProduction}`),
      ].join('\n'),
    )
    expect(call.request).toMatchObject({ method: 'POST', url: 'https://api.sandbox.example/v1/webhooks' })
    expect(call.response).toMatchObject({ status: 403, headers: { 'content-type': 'application/json' } })
    expect(call.token?.claims.iss).toBe('https://id.example')
  })
})

describe('a curl command beside the response', () => {
  it('brings method, address and form, and its credentials', () => {
    const { call } = first(
      `$ curl -s -X POST https://id.sandbox.example/oauth2/token \\\n  -u 'demo:s3cret' -d grant_type=refresh_token -d refresh_token=abc\n{"error":"invalid_grant"}`,
    )
    expect(call.step).toBe('refresh')
    expect(call.request).toMatchObject({
      method: 'POST',
      form: { grant_type: 'refresh_token', refresh_token: 'abc' },
      headers: { authorization: `Basic ${Buffer.from('demo:s3cret').toString('base64')}` },
    })
  })

  it('whose token the shell fills in is not blamed for having none', () => {
    const { call } = first(
      'curl -H "Authorization: Bearer $TOKEN" https://api.sandbox.example/v1/webhooks\n{"message":"no"}\nHTTP/1.1 401',
    )
    expect(call.request?.headers).toBeUndefined()
    expect(diagnose(call).map(({ code }) => code)).not.toContain('bearer-missing')
  })

  it('with the variable in single quotes sends the variable’s name, which is the cause', () => {
    const { call } = first(
      `curl -i -H 'Authorization: Bearer $TOKEN' https://api.sandbox.example/v1/webhooks\nHTTP/1.1 401 Unauthorized\n\n`,
    )
    expect(diagnose(call)[0]?.code).toBe('authorization-malformed')
  })
})

describe('a log line', () => {
  it('tells its body, status, address and time', () => {
    const { call, clock } = first(
      `2026-05-04T09:30:10.250Z ERROR POST https://id.sandbox.example/oauth2/token failed with status 400: {"error":"invalid_grant"}`,
    )
    expect(call).toMatchObject({
      at: Date.parse('2026-05-04T09:30:10.250Z') / 1000,
      step: 'token',
      request: { method: 'POST', url: 'https://id.sandbox.example/oauth2/token' },
      response: { status: 400, body: '{"error":"invalid_grant"}' },
    })
    expect(clock).toBe('text')
  })

  it.each([
    ['escaped in a string', `status=401 body="${fault('steps.jwt.TokenExpired').replaceAll('"', '\\"')}"`],
    ['JSON in JSON', JSON.stringify({ level: 50, res: { statusCode: 401 }, body: fault('steps.jwt.TokenExpired') })],
    [
      'an error of a program',
      JSON.stringify({
        message: 'Request failed',
        response: { status: 401, data: JSON.parse(fault('steps.jwt.TokenExpired')) },
      }),
    ],
    ['Python', "ERROR 401 {'fault': {'faultstring': 'it', 'detail': {'errorcode': 'steps.jwt.TokenExpired'}}}"],
  ])('is read where the body is %s', (_name, text) => {
    const { call } = first(text)
    expect(diagnose(call)[0]?.code).toBe('access-token-expired')
  })

  it('of an access log tells request, status and time', () => {
    const { call } = first(
      '10.0.0.1 - - [04/May/2026:09:30:00 +0000] "GET /v1/bank-slips HTTP/1.1" 401 123 "-" "curl/8"',
    )
    expect(call).toMatchObject({
      at: now,
      request: { method: 'GET', url: '/v1/bank-slips' },
      response: { status: 401 },
    })
  })

  it('that reports a failed connection is one', () => {
    expect(first('{"level":"error","err":{"code":"ECONNREFUSED","address":"203.0.113.7"}}').call.failure?.kind).toBe(
      'refused',
    )
  })
})

describe('the token beside it', () => {
  it.each([
    ['alone', ofProduction],
    ['after Bearer', `Bearer ${ofProduction}`],
    ['as a header line', `Authorization: Bearer ${ofProduction}`],
    ['in quotation marks', `"${ofProduction}"`],
    ['wrapped over lines', `${ofProduction.slice(0, 40)}\n${ofProduction.slice(40)}`],
    ['as a token response', JSON.stringify({ access_token: ofProduction, token_type: 'Bearer' })],
  ])('is read %s', (_name, pasted) => {
    expect(first('401', { token: pasted }).call.token?.claims.iss).toBe('https://id.example')
  })

  it('keeps a header that is put together wrongly', () => {
    const { call } = first('HTTP/1.1 401\n\n', { token: `Bearer Bearer ${ofProduction}` })
    expect(diagnose(call)[0]?.code).toBe('authorization-malformed')
  })

  it('can be all that there is', () => {
    const expired = token({ iss: 'https://id.sandbox.example', exp: now - 60, scope: 'openid' })
    for (const reading of [first('', { token: expired }), first(expired)])
      expect(diagnose(reading.call)[0]?.code).toBe('access-token-expired')
  })

  it('that somebody blotted out is not taken for what was sent', () => {
    for (const blot of ['***', '<token>', '[REDACTED]', 'eyJhbGciOi...', '…']) {
      const { call, notes } = first(
        `> GET /v1/webhooks HTTP/1.1\n> Host: api.sandbox.example\n> Authorization: Bearer ${blot}\n>\n< HTTP/1.1 401\n<\n`,
      )
      expect(diagnose(call).map(({ code }) => code)).not.toContain('authorization-malformed')
      expect(notes.join()).toContain('were removed')
    }
  })
})

describe('what is judged by', () => {
  it('the environment is recognised by the issuer that a redirect names', () => {
    expect(first('https://app.example/cb?code=abc123&iss=https%3A%2F%2Fid.example').call.environment?.id).toBe(
      'production',
    )
  })

  it('a choice of the person comes before what is recognised, and the difference is said', () => {
    const reading = first('https://app.example/cb?code=abc123&iss=https%3A%2F%2Fid.example', { environment: 'sandbox' })
    expect(reading.call.environment?.id).toBe('sandbox')
    expect(reading.notes.join()).toContain('Production')
    expect(diagnose(reading.call)[0]?.code).toBe('issuer-mismatch-in-redirect')
  })

  it('without an environment no token is said to come from another', () => {
    const { call } = first('401', { token: ofProduction })
    expect(call.others).toBeUndefined()
    expect(diagnose(call).map(({ code }) => code)).not.toContain('token-from-other-environment')
  })

  it('the clock can be chosen', () => {
    const { call, clock } = first('HTTP/1.1 401\nDate: Mon, 04 May 2026 09:31:00 GMT\n\n', { judgeAt: 5 })
    expect([call.at, clock]).toEqual([5, 'chosen'])
  })

  it('the step can be corrected', () => {
    expect(
      readPasted('invalid_request', { ...known, step: 'refresh' }).every(({ call }) => call.step === 'refresh'),
    ).toBe(true)
  })
})

describe('what can be several things', () => {
  it('is read in each way, the likeliest first', () => {
    expect(readPasted('{"error":"invalid_grant"}', known).map(({ call, certainty }) => [call.step, certainty])).toEqual(
      [
        ['token', 'likely'],
        ['refresh', 'possible'],
      ],
    )
    expect(readPasted('server_error', known).map(({ call }) => call.step)).toContain('authorize')
  })

  it('is one thing where its address tells', () => {
    expect(
      readPasted('POST https://id.example/oauth2/token 400 {"error":"invalid_request"}', known).map(
        ({ call }) => call.step,
      ),
    ).toEqual(['token'])
  })
})

it('text that tells nothing is read as nothing', () => {
  for (const text of ['', '  \n', 'hello there', 'lorem ipsum dolor']) expect(readPasted(text, known)).toEqual([])
})

it('a redirect that went well has nothing wrong with it', () => {
  const { call } = first('https://app.example/callback?code=abcdef&iss=https%3A%2F%2Fid.sandbox.example')
  expect(diagnose(call)).toEqual([])
})
