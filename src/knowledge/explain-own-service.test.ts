import { expect, it } from 'vitest'
import { explain } from './explain.ts'

const identity = 'https://id.lume.example'
const asked = `${identity}/oauth2/authorize?client_id=loja-77&response_type=code&redirect_uri=https%3A%2F%2Fapp.loja.example%2Fretorno`

/** What people write of this service, the title that names the cause, and who fixes it. */
const told: [text: string, title: string, who: string][] = [
  [
    `tela do banco: "Aplicativo inexistente"\nurl: ${asked}&scope=openid`,
    'The client is unknown in production',
    'caller',
  ],
  [
    `Subimos pra produção e a tela diz "Aplicativo inexistente".\n${asked.replace('loja-77', 'sbx-loja-77')}&scope=openid`,
    'A sandbox client is used with production',
    'caller',
  ],
  [
    `| passo | url | status |\n|---|---|---|\n| login | ${asked}&scope= | 400 |`,
    'The parameter scope is empty',
    'caller',
  ],
  [`iframe de renovação: ${asked}&scope=openid&prompt=none voltou 400`, 'prompt=none is not allowed', 'caller'],
  [
    `${asked}&scope=openid&client_id=loja-78 => 400 "duplicate parameter"`,
    'The parameter client_id was sent twice',
    'caller',
  ],
  [
    `GET ${identity}/oauth2/authorize?client_id=loja-77&response_type=code&redirect_uri=https://app.loja.example/r?a=1&canal=web&scope=openid\n=> 400 redirect_uri não confere`,
    'The end of the unencoded redirect_uri was lost',
    'caller',
  ],
  [`${asked}&scope=openid\n"redirect_uri não cadastrada"`, 'The redirect URI is not registered', 'caller'],
  [
    `Error: Unable to verify authorization request state.\nGET /retorno?code=a81&iss=https%3A%2F%2Fid.lume.example\nenviado: ${asked}&scope=openid&state=zzz81`,
    'The redirect has no state',
    'identity-team',
  ],
  [
    'issuer inválido: esperado https://id.lume.example, recebido https%3A%2F%2Fid.lume.example\nGET /retorno?code=a81&iss=https%3A%2F%2Fid.lume.example 403',
    'Your app compares an encoded iss',
    'caller',
  ],
  [
    `09:00:02 callback recebido code=Zk81pQ\n09:31:40 POST ${identity}/oauth2/token grant_type=authorization_code&code=Zk81pQ&redirect_uri=https%3A%2F%2Fapp.loja.example%2Fretorno => 400 {"error":"invalid_grant"}`,
    'Code exchanged 32 minutes after it was received',
    'caller',
  ],
  [
    'O code chega, mas só trocamos no lote da madrugada, umas 6 horas depois, e o banco devolve invalid_grant.',
    'Code exchanged long after it was received',
    'caller',
  ],
  [
    `GET /retorno?code=Aa%2Bb9%2Fq&iss=https%3A%2F%2Fid.lume.example\nPOST ${identity}/oauth2/token body: grant_type=authorization_code&code=Aa+b9/q&redirect_uri=https%3A%2F%2Fapp.loja.example%2Fretorno\n400 {"error":"invalid_grant"}`,
    'The + in the code was not encoded',
    'caller',
  ],
  [
    'session.expira = Date.now() + resp.expires_in // 3600\n[10:00:00] token salvo\n[10:00:04] token vencido, volta para o login',
    'Your app reads expires_in as milliseconds',
    'caller',
  ],
  [
    'expires_at = int(time.time() * 1000) + token["expires_in"]\nTodo mundo volta pro login a cada 4 segundos',
    'Your app reads expires_in as milliseconds',
    'caller',
  ],
  [
    'expiresAt = Math.floor(Date.now()/1000) + expires_in * 1000\na API devolve 401 depois de uma hora',
    'Your app calculates too long a token lifetime',
    'caller',
  ],
  [
    'scopes = token["scope"].split(";")  # "apps email openid"\nPermissionError: email não concedido',
    'Your app splits the scopes at “;”',
    'caller',
  ],
  [
    `pedimos scope=openid webhooks; resposta do token veio "scope":"openid"; depois POST https://api.lume.example/v1/webhooks => 403`,
    'The user did not allow webhooks',
    'end-user',
  ],
  [
    'pedimos scope=openid; resposta do token "scope":"openid"; POST https://api.lume.example/v1/webhooks => 403',
    'The scope “webhooks” was never requested',
    'caller',
  ],
  [
    'POST https://api.lume.example/v1/authorized-direct-debits 403; o token tem scope "lume/authorized-direct-debits.readonly"',
    'The scope “lume/authorized-direct-debits.readonly” is read-only',
    'caller',
  ],
  [
    'Desde 3h todos os clientes recebem steps.jwt.NoMatchingPublicKey. O kid mudou de "k-10" pra "k-11" e não fizemos deploy.',
    'The gateway does not know the new signing key',
    'api-team',
  ],
  [
    'usamos o id_token no header Authorization: Bearer do GET https://api.lume.example/v1/bank-slips e volta 401',
    'The ID token was sent to the API',
    'caller',
  ],
  [
    'Ao baixar o comprovante do pagamento aparece "Erro 500".',
    'Known API failure: the receipt cannot be retrieved',
    'api-team',
  ],
  [
    'o PDF do boleto não baixa: "serviço temporariamente indisponível" (503)',
    'The bank slip’s PDF is temporarily unavailable',
    'api-team',
  ],
  [
    "KeyError: 'cpf'\nid_token = {'iss': 'https://id.lume.example', 'sub': '8a1', 'aud': 'loja-77', 'exp': 1795003600}",
    'The ID token contains no “cpf” claim',
    'identity-team',
  ],
  [
    'Nosso servidor ficou fora e os webhooks de pagamento de boleto não chegaram depois. O banco não reenvia?',
    'Webhook retries are not documented',
    'api-team',
  ],
  [
    'O webhook do boleto chega sem cabeçalho de assinatura e nosso validador responde 401.',
    'Webhook signatures are not documented',
    'api-team',
  ],
  [`GET ${identity}/oauth2/userinfo => 404`, '/oauth2/userinfo is not documented for this service', 'identity-team'],
  [
    'GET {auth_url}/oauth2/authorize?client_id=x-1&response_type=code&redirect_uri=https%3A%2F%2Fa.example%2Fr&scope=openid,profile\n\nthe answer is a plain 400 page and no code.',
    'Scopes are separated by commas',
    'caller',
  ],
  [
    'authorize: ...&redirect_uri=https%3A%2F%2Fportal.example%2Fcb\ntoken: grant_type=authorization_code&code=5f9&redirect_uri=http%3A%2F%2Fportal.example%2Fcb\n{"error":"invalid_grant","error_description":"redirect_uri differs"}',
    'The two requests use different redirect URIs',
    'caller',
  ],
  [
    '| hora | chamada | status |\n|---|---|---|\n| 10:00 | POST /v1/bank-slips | 503 |\n| 10:01 | GET /v1/accounts/1/statements | 200 |\n| 10:02 | POST /v1/bank-slips | 503 |',
    'The backend behind POST /v1/bank-slips is not available',
    'api-team',
  ],
  [
    'Token do sandbox funciona lá, mas em GET https://api.lume.example/v1/bank-slips dá 401 steps.jwt.NoMatchingPublicKey com o mesmo token.',
    'Token from the sandbox used in production',
    'caller',
  ],
  [
    'Nosso token não traz nenhum identificador de empresa. A API de débito direto responde 403, as outras funcionam.',
    'The token does not identify a company',
    'identity-team',
  ],
  [
    'expires_in veio 300. São segundos ou minutos? O token caiu (401) depois de 5 minutos.',
    'The unit of expires_in is not documented',
    'identity-team',
  ],
  [
    'GET https://api.lume.example/v1/bank-slips\nAuthorization: Bearer "eyJhbGciOiJSUzI1NiJ9.eyJzY29wZSI6Im9wZW5pZCJ9.c2lnc2lnc2ln"\n\nHTTP/1.1 401 Unauthorized',
    'Quotation marks were sent around the access token',
    'caller',
  ],
  [
    'GET https://api.lume.example/v1/bank-slips?access_token=eyJhbGciOiJSUzI1NiJ9.eyJzY29wZSI6Im9wZW5pZCJ9.c2lnc2lnc2ln => 401',
    'The access token is in the URL',
    'caller',
  ],
  [
    `code do sandbox trocado em produção -> invalid_grant. callback: /retorno?code=a1&iss=https%3A%2F%2Fid-sandbox.lume.example ; POST ${identity}/oauth2/token`,
    'Code from the sandbox sent to production',
    'caller',
  ],
]

it.each(told)('%s', (text, title, who) => {
  const [first] = explain(text, { now: 1_795_000_000, environments: [] }).diagnoses
  expect({ title: first?.title, who: first?.who }).toEqual({ title, who })
})

it.each([
  'expiresAt = Date.now() + token.expires_in * 1000\nGET https://api.lume.example/v1/bank-slips => 401',
  'const parts = csv.split(","); scope is "openid email"\nGET https://api.lume.example/v1/bank-slips => 500',
  `09:00:02 callback code=Zk81pQ\n09:00:03 POST ${identity}/oauth2/token grant_type=authorization_code&code=Zk81pQ&redirect_uri=https%3A%2F%2Fapp.loja.example%2Fretorno => 400 {"error":"invalid_grant"}`,
  'Keycloak: GET /oauth2/userinfo => 404',
])('accuses no program that does what it should, and no other product: %s', (text) => {
  const titles = explain(text, { now: 1_795_000_000, environments: [] }).diagnoses.map(({ title }) => title)
  expect(titles.filter((one) => /^Your program|exchanged \d|not documented for this/.test(one))).toEqual([])
})
