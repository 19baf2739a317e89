import { expect, it } from 'vitest'
import { explain } from './explain.ts'

const known = { now: 1_795_000_000, environments: [] }
const identity = 'https://conta.lago.example'
const api = 'https://api.lago.example'

const jwt = (claims: object, header: object = { alg: 'RS256', kid: 'a1' }) =>
  `${[header, claims].map((one) => Buffer.from(JSON.stringify(one)).toString('base64url')).join('.')}.c2lnbmF0dXJlLXRoYXQtbm9ib2R5LW1hZGU`
const issued = { iss: identity, sub: 'u1', aud: ['11222333000181'], exp: known.now + 900, iat: known.now - 60 }

/** How developers hand over one call with its token, and what came back. */
const ways: Record<string, (call: { path: string; token: string; status: number; body: string }) => string> = {
  'an HTTP message': ({ path, token, status, body }) =>
    `GET ${path} HTTP/1.1\nHost: api.lago.example\nAuthorization: Bearer ${token}\n\nHTTP/1.1 ${status}\n\n${body}`,
  'a HAR entry': ({ path, token, status, body }) =>
    JSON.stringify({
      request: { method: 'GET', url: `${api}${path}`, headers: [{ name: 'authorization', value: `Bearer ${token}` }] },
      response: { status, headers: [], content: { mimeType: 'application/json', text: body } },
    }),
  'a chat with the token by itself': ({ path, token, status, body }) =>
    `oi, segue:\nGET {base_url}${path} -> ${status} ${body}\n\ntoken: ${token}\n\né liberação que falta?`,
  'a response of the token endpoint before it': ({ path, token, status, body }) =>
    `POST ${identity}/oauth2/token 200\n{"access_token":"${token}","token_type":"Bearer","expires_in":3600}\nGET ${api}${path} => ${status} ${body}`,
  'claims that somebody decoded': ({ path, token, status, body }) =>
    `${status} on GET ${api}${path} ${body}\ndecoded token:\n${Object.entries(
      JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()),
    )
      .map(([name, value]) => `  ${name}: ${Array.isArray(value) ? JSON.stringify(value) : value}`)
      .join('\n')}`,
}

const fault =
  '{"fault":{"faultstring":"No matching public key","detail":{"errorcode":"steps.jwt.NoMatchingPublicKey"}}}'

const ofTokens: [title: string, path: string, claims: object, status: number, body: string][] = [
  [
    'The token has no scope for this API',
    '/v1/accounts/7/statements',
    { ...issued, scope: 'res.lago.example/bank-slips.readonly' },
    403,
    '',
  ],
  [
    'The token does not identify a company',
    '/v1/authorized-direct-debits',
    { ...issued, aud: 'res.lago.example', scope: 'res.lago.example/authorized-direct-debits.readonly' },
    403,
    '',
  ],
  [
    'Token from the sandbox used in production',
    '/v1/bank-slips',
    { ...issued, iss: 'https://conta.sandbox.lago.example', scope: 'res.lago.example/bank-slips.readonly' },
    401,
    fault,
  ],
]

it.each(
  ofTokens.flatMap(([title, path, claims, status, body]) =>
    Object.keys(ways).map((way) => ({ title, way, path, claims, status, body })),
  ),
)('$title: told from $way', ({ title, way, path, claims, status, body }) => {
  // An address of the document's does not say of which environment a host is.
  const text = ways[way]?.({ path, token: jwt(claims), status, body }) ?? ''
  expect(explain(text, known).diagnoses[0]?.title).toBe(title)
})

const line = `POST ${identity}/oauth2/token -> 401 {"error":"invalid_client"}`

/** A program or a setting that breaks a rule, and the title that names it. */
const told: [title: string, text: string][] = [
  [
    'Credentials are joined by “;”, not a colon',
    `c = base64.b64encode((client_id + ";" + client_secret).encode())\nheaders = {"Authorization": "Basic " + c.decode()}\n${line}`,
  ],
  [
    'Credentials are joined by “|”, not a colon',
    `const basic = btoa(\`\${clientId}|\${clientSecret}\`)\nheaders.Authorization = 'Basic ' + basic\n${line}`,
  ],
  [
    'Client ID and secret are swapped',
    `req.SetBasicAuth(os.Getenv("BANK_SECRET"), os.Getenv("BANK_CLIENT_ID"))\n${line}`,
  ],
  ['Client ID and secret are swapped', `requests.post(url, auth=(CLIENT_SECRET, CLIENT_ID), data=form)\n${line}`],
  [
    'The Basic credentials are not base64-encoded',
    `curl -H "Authorization: Basic $CLIENT_ID:$CLIENT_SECRET" ${identity}/oauth2/token\n${line}`,
  ],
  [
    '“Bearer” is missing before the token',
    `r = requests.get(API + "/v1/bank-slips", headers={"Authorization": tok["access_token"]})\nGET ${api}/v1/bank-slips -> 401`,
  ],
  [
    'Your app reads the wrong response field',
    `TOKEN=$(curl -s ... | jq -r .acess_token)\necho $TOKEN\nnull\ncurl -H "Authorization: Bearer $TOKEN" ${api}/v1/bank-slips\n401`,
  ],
  [
    'The token URL is set to the authorization endpoint',
    `token_url: ${identity}/oauth2/authorize\nPOST ${identity}/oauth2/authorize 405`,
  ],
  ['The path has no version segment', `GET ${api}/bank-slips 404\nGET ${api}/v1/webhooks 200`],
  [
    'The whole redirect URL was sent as the code',
    `POST ${identity}/oauth2/token 400 {"error":"invalid_grant"}\n{"grant_type":"authorization_code","code":"https://app.rede.example/ok?code=Qx7&iss=x","redirect_uri":"https://app.rede.example/ok"}`,
  ],
  [
    'The client ID is misspelled',
    `client_id: rede-loja-1\nGET ${identity}/oauth2/authorize?client_id=rede-Ioja-1&response_type=code&redirect_uri=https%3A%2F%2Fapp.rede.example%2Fok&scope=openid\n{"error":"client_not_found"}`,
  ],
  ['The client ID is empty', `config('bank.client_id') => null\n${line.replace('invalid_client', 'client_not_found')}`],
  [
    'The token request was sent to the APIs',
    `callback https://app.rede.example/ok?code=Qx7&iss=https%3A%2F%2Fconta.lago.example\n404 Not Found (POST ${api}/oauth2/token)`,
  ],
  [
    'Your app starts the sign-in again and again',
    `GET ${identity}/oauth2/authorize?client_id=r&response_type=code&redirect_uri=https%3A%2F%2Fa.example%2Fok&scope=openid 302\nGET https://a.example/ok?code=one1&iss=x 302\nGET ${identity}/oauth2/authorize?client_id=r&response_type=code&redirect_uri=https%3A%2F%2Fa.example%2Fok&scope=openid 302\nGET https://a.example/ok?code=two2&iss=x 302\nit loops, back to login each time`,
  ],
]

it.each(told)('%s: told from the program or the setting that shows it', (title, text) => {
  expect(explain(text, known).diagnoses[0]?.title).toBe(title)
})

it('reads what a shell showed of a variable for the address of a request', () => {
  const text = `$ echo $BASE\n{sandbox_auth_url}\n$ curl -u "$ID:$SECRET" "$BASE/oauth2/token" -d code=9f8 -d redirect_uri=https://a.example/ok -d grant_type=authorization_code\n{"error":"client_not_found"}\nthe client was created in the sandbox`
  expect(explain(text, known).diagnoses[0]?.title).toBe('Sandbox client unknown, reason not documented')
})

/** The same forms where nothing is wrong with them. */
it.each([
  ['a shell variable in double quotes', `curl -H "Authorization: Bearer $TOKEN" ${api}/v1/bank-slips\n401`],
  [
    'credentials that are joined as they must be',
    `c = base64.b64encode((client_id + ":" + client_secret).encode())\nheaders = {"Authorization": "Basic " + c.decode()}\n${line}`,
  ],
  ['credentials in their order', `req.SetBasicAuth(os.Getenv("BANK_CLIENT_ID"), os.Getenv("BANK_SECRET"))\n${line}`],
])('%s is not accused', (_what, text) => {
  const [first] = explain(text, known).diagnoses
  expect(['client-credentials-malformed', 'bearer-missing']).not.toContain(
    first?.certainty === 'possible' ? '' : first?.code,
  )
})
