import { base64UrlOf } from '#knowledge/text/base64.ts'
import { serverNow } from '../../clock.ts'
import { takePasted } from '../../exchange/pasted.ts'
import styles from './samples.module.css'

/** What can be pasted, an example of each, one press away. */
export function Samples() {
  return (
    <section className={styles.samples} aria-labelledby="samples">
      <h2 id="samples">Examples</h2>
      <ul>
        {samples.map(({ name, says, text }) => (
          <li key={name}>
            <button type="button" className={styles.sample} onClick={() => takePasted(text(Math.floor(serverNow())))}>
              <b>{name}</b>
              <span>{says}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const refused = `HTTP/1.1 401 Unauthorized
Date: Mon, 04 May 2026 09:30:00 GMT
Content-Type: application/json

{"fault":{"faultstring":"Token expired","detail":{"errorcode":"steps.jwt.TokenExpired"}}}`

const samples: { name: string; says: string; text: (now: number) => string }[] = [
  {
    name: 'Request and response',
    says: 'with the token that was sent',
    text: () =>
      `> GET /v1/bank-slips HTTP/1.1\n> Authorization: Bearer ${token({ iat: 1_777_885_500, exp: 1_777_886_400 })}\n>\n${refused.replace(/^/gm, '< ')}`,
  },
  { name: 'Response', says: 'from curl -i or developer tools', text: () => refused },
  { name: 'Access token', says: 'a JWT that works', text: (now) => token({ iat: now - 60, exp: now + 840 }) },
  {
    name: 'Expired token',
    says: 'a JWT past its exp',
    text: (now) => token({ iat: now - 7_200, exp: now - 6_300 }),
  },
  {
    name: 'Token response',
    says: 'JSON from the token endpoint',
    text: (now) =>
      JSON.stringify({ access_token: token({ iat: now, exp: now + 900 }), token_type: 'Bearer', expires_in: 900 }),
  },
  {
    name: 'Error body',
    says: 'JSON from an API',
    text: () => '{"error":"client_not_found","error_description":"The client does not exist."}',
  },
  {
    name: 'Redirect URL',
    says: 'where the sign-in ended',
    text: () => 'https://app.example/callback?error=invalid_scope&state=Zx81',
  },
  {
    name: 'Header',
    says: 'WWW-Authenticate',
    text: () => 'WWW-Authenticate: Bearer error="insufficient_scope", scope="webhooks"',
  },
  {
    name: 'Log line',
    says: 'with JSON in it',
    text: () =>
      '2026-05-04T09:30:00Z ERROR GET https://api.example/v1/webhooks status=429 body="{\\"fault\\":{\\"detail\\":{\\"errorcode\\":\\"policies.ratelimit.QuotaViolation\\"}}}"',
  },
  { name: 'Connection error', says: 'from curl', text: () => 'curl: (6) Could not resolve host: api.example' },
  { name: 'Key', says: 'a JWK, a PEM or a certificate', text: () => JSON.stringify({ keys: [key] }) },
  { name: 'HAR file', says: 'a flow from developer tools', text: har },
  { name: 'Error code', says: 'or a status on its own', text: () => 'steps.jwt.NoMatchingPublicKey' },
]

/** The key of the example in RFC 7517, appendix A.1. */
const key = {
  kty: 'EC',
  crv: 'P-256',
  x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
  use: 'sig',
  kid: 'example-key',
}

/** A sign-in that succeeded and a call with its token that did not. */
function har(now: number): string {
  const sent = token({ iat: now - 1_000, exp: now - 100 })
  const entry = (
    at: number,
    method: string,
    url: string,
    headers: object[],
    status: number,
    text: string,
    back = '',
  ) => ({
    startedDateTime: new Date(at * 1000).toISOString(),
    time: 42,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers,
      queryString: [],
      headersSize: -1,
      bodySize: 0,
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: back === '' ? [] : [{ name: 'Location', value: back }],
      content: { size: text.length, mimeType: 'application/json', text },
      redirectURL: back,
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: 42, receive: 0 },
  })
  const authorize =
    'https://id.example/oauth2/authorize?response_type=code&client_id=desk&redirect_uri=https%3A%2F%2Fapp.example%2Fcallback&scope=openid&state=Zx81'
  const entries = [
    entry(now - 1_002, 'GET', authorize, [], 302, '', 'https://app.example/callback?code=example-code&state=Zx81'),
    entry(
      now - 1_000,
      'POST',
      'https://id.example/oauth2/token',
      [{ name: 'Content-Type', value: 'application/x-www-form-urlencoded' }],
      200,
      JSON.stringify({ access_token: sent, token_type: 'Bearer', expires_in: 900 }),
    ),
    entry(
      now,
      'GET',
      'https://api.example/v1/bank-slips',
      [{ name: 'Authorization', value: `Bearer ${sent}` }],
      401,
      '{"fault":{"faultstring":"Token expired","detail":{"errorcode":"steps.jwt.TokenExpired"}}}',
    ),
  ]
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'Example', version: '1' }, entries } })
}

/** A made-up token; nobody signed it. */
function token(times: { iat: number; exp: number }): string {
  const part = (value: unknown) => base64UrlOf(JSON.stringify(value))
  const claims = {
    iss: 'https://id.example',
    sub: 'a1b2c3',
    aud: 'https://api.example',
    scope: 'openid profile api.example/bank-slips.readonly',
    ...times,
  }
  return `${part({ alg: 'RS256', typ: 'at+jwt', kid: 'example-key' })}.${part(claims)}.${base64UrlOf('made up, not a signature')}`
}
