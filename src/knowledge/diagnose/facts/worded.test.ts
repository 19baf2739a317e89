import { expect, it } from 'vitest'
import { type FactName, factsOf } from './facts.ts'

const now = 1_777_900_000

it.each<[FactName[], Record<string, string>, string]>([
  [
    ['redirect:scheme', 'works:locally', 'after:deploy'],
    { redirect_uri_sent: 'http://app.example/cb', redirect_uri_registered: 'https://app.example/cb' },
    "Locally everything works but after deploying I get AADSTS50011: The redirect URI 'http://app.example/cb' specified in the request does not match the redirect URIs configured for the application '1234-5678'.\n\nIn the portal I have https://app.example/cb",
  ],
  [
    ['redirect:www'],
    { redirect_uri_sent: 'https://tienda.example/login', redirect_uri_registered: 'https://www.tienda.example/login' },
    'Falla con redirect_uri_mismatch. Registrada: https://www.tienda.example/login. Enviada: https://tienda.example/login',
  ],
  [
    ['redirect:slash'],
    {},
    'Erro: redirect_uri não confere. Esperado: https://app.example/cb  Recebido: https://app.example/cb/',
  ],
  [
    ['redirect:path'],
    {},
    'The redirect URI does not match. Received: myapp://callback Expected: myapp://oauth/callback',
  ],
  [
    ['issuer:scheme'],
    {},
    'oidc: id token issued by a different provider, expected "https://accounts.example" got "accounts.example"',
  ],
  [
    ['issuer:host', 'issuer:entra-version'],
    { issuer_received: 'https://sts.windows.net/1111/' },
    'o.Authority = "https://login.microsoftonline.com/1111/v2.0"\nerror_description="The issuer \'https://sts.windows.net/1111/\' is invalid"',
  ],
  [
    ['issuer:host'],
    { issuer_expected: 'https://acme.us.example/', issuer_received: 'https://acme.eu.example/' },
    'Issuer in the token is https://acme.eu.example/ and in my config AUTH_ISSUER_URL=https://acme.us.example/',
  ],
  [['audience:slash'], {}, 'O aud esperado é https://api.example mas veio https://api.example/'],
  [
    ['audience:differs'],
    { audience_expected: 'https://api.a.example', audience_received: 'https://api.b.example' },
    '{"level":"error","msg":"invalid audience","got":["https://api.b.example"],"want":"https://api.a.example"}',
  ],
  [
    ['audience:differs'],
    { audience_expected: 'orders-api' },
    'Expected audience: orders-api\nActual audience:   account',
  ],
  [
    ['scope:missing'],
    { scope_missing: 'boletos.write' },
    'HTTP/1.1 403\n{"message":"Forbidden - o escopo boletos.write é necessário"}\nscope do token: "boletos.read extrato.read"',
  ],
  [
    ['scope:missing'],
    { scope_missing: 'update:users', scopes_granted: 'read:users' },
    'El token tiene el scope "read:users" y el endpoint requiere el scope "update:users" -> 403',
  ],
  [
    ['scope:missing'],
    { scope_missing: 'chat:write' },
    'Your app requires scope(s) [chat:write]. {"error":"missing_scope","needed":"chat:write","provided":"channels:read,users:read"}',
  ],
  [['grant:misspelt'], { grant_meant: 'authorization_code' }, 'POST /token\ngrant_type=authorisation_code&code=a'],
  [['client:differs'], {}, 'O client_id usado no /authorize foi app-web e no /token foi app-mobile. invalid_grant'],
  [['twice:refresh_token', 'workers:several'], {}, 'pod-a refreshing (rt=v1.Mx…9f2)\npod-b refreshing (rt=v1.Mx…9f2)'],
  [['placeholder'], { placeholder: '{{client_id}}' }, "Application with identifier '{{client_id}}' was not found"],
  [['dpop:address'], {}, 'DPoP htu mismatch: expected https://api.example/v1/x, got http://api.example/v1/x'],
  [
    ['kid:unknown'],
    { kid_sent: 'b7' },
    '{"keys":[{"kid":"a1","kty":"RSA"}]}\ntoken header: {"alg":"RS256","kid":"b7"}',
  ],
  [['token:expired', 'time:known'], {}, '2026-03-01T14:35:12Z ERROR 401 {"iss":"https://a.example","exp":1772370000}'],
  [
    ['redirect:path'],
    { redirect_uri_sent: 'https://a.example/callback', redirect_uri_registered: 'https://a.example/cb' },
    'The redirect_uri does not match the one used in authorization. authorize: https://a.example/cb, token: https://a.example/callback',
  ],
  [
    ['issuer:slash'],
    { issuer_expected: 'https://auth.example/o/app', issuer_received: 'https://auth.example/o/app/' },
    'OIDC_ISSUER=https://auth.example/o/app\ndiscovery issuer: https://auth.example/o/app/\nOAuthError: unexpected JWT "iss" (issuer) claim value',
  ],
  [['kid:unknown'], { kids_published: 'def, ghi' }, 'no key for kid; token kid = "abc", JWKS kids: [def, ghi]'],
  [
    ['request:misspelt'],
    { parameter_misspelt: 'clientid', parameter_meant: 'client_id' },
    'response_type=code&clientid=abc&redirect_uri=https://a.example/cb\nMissing required parameter: client_id',
  ],
  [
    ['request:json'],
    {},
    "fetch('/oauth/token', {method:'POST', body: JSON.stringify({grant_type:'authorization_code', code})})",
  ],
  [['state:differs'], {}, 'ERROR: state in session=abc123xyz, state in callback=def456uvw, mismatch'],
])('%s is found however it is worded', (names, values, text) => {
  const facts = factsOf(text, { now })
  expect(names.filter((name) => !facts.has(name))).toEqual([])
  expect(Object.fromEntries(facts.values)).toMatchObject(values)
})

it.each<[FactName[], string]>([
  [
    ['redirect:differs', 'issuer:differs', 'client:differs', 'twice:code', 'request:no-grant', 'token:expired'],
    'POST https://id.example/oauth2/token HTTP/1.1\n\ngrant_type=authorization_code&code=SplxlOBe&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&client_id=demo\n\nHTTP/1.1 200 OK\n\n{"access_token":"abc","token_type":"Bearer","expires_in":3600,"refresh_token":"def"}',
  ],
  [
    ['twice:code', 'redirect:differs'],
    '10:00:01 GET /oauth/callback?code=abc12345&state=s1 302\n10:00:01 POST https://id.example/token grant_type=authorization_code code=abc12345 -> 200\n10:05:01 GET /oauth/callback?code=def45678&state=s2 302',
  ],
  [
    ['redirect:differs', 'placeholder', 'host:test'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a file as somebody pasted it
    'environment:\n  KEYCLOAK_URL: http://keycloak:8080\n  CLIENT_SECRET: ${CLIENT_SECRET}\n  REDIRECT_URI: http://localhost:3000/callback',
  ],
  [['works:production', 'works:sandbox'], '10:00:00 [prod-api-1] INFO renewed ok\n10:00:01 [sandbox-2] 200 OK'],
  [
    ['grant:refresh_token', 'grant:authorization_code', 'issuer:differs', 'alg:not-allowed'],
    '{"issuer":"https://id.example","token_endpoint":"https://id.example/token","grant_types_supported":["authorization_code","refresh_token"],"id_token_signing_alg_values_supported":["RS256"]}',
  ],
  [
    ['redirect:differs', 'issuer:differs', 'address:two-hosts'],
    'Redirect URI: https://app.example/cb\nauthorize: https://id.example/authorize\ntoken: https://id.example/token\njwks: https://id.example/jwks',
  ],
  [['placeholder'], 'POST /token\ngrant_type=authorization_code&code=<code>&client_secret=<secret>\n400 invalid_grant'],
])('%s is not found where nothing is wrong', (names, text) => {
  const facts = factsOf(text, { now })
  expect(names.filter((name) => facts.has(name))).toEqual([])
})
