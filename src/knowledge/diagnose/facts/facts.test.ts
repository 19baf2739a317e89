import { expect, it } from 'vitest'
import { type FactName, factsOf, isFactName } from './facts.ts'

const now = 1_777_900_000
const has = (text: string, name: FactName) => factsOf(text, { now }).has(name)

it.each<[FactName, string]>([
  ['works:postman', 'The same request works fine in Postman but my code gets 401'],
  ['works:postman', 'No Postman funciona normalmente, no C# dá invalid_client'],
  ['works:locally', 'It works on my machine. After publishing to Azure it gives invalid_grant'],
  ['works:locally', 'Localmente funciona, mas no servidor não'],
  ['works:sandbox', 'Em homologação funciona perfeitamente, em produção retorna 403'],
  ['works:production', 'in production it works, sandbox returns 401'],
  ['works:other-account', 'With another account it works'],
  ['works:other-account', 'O erro ocorre apenas para um cliente'],
  ['works:before', 'funcionava até semana passada'],
  ['works:before', 'Everything worked until yesterday'],
  ['works:before', 'dejó de funcionar desde ayer'],
  ['fails:sometimes', 'one in five calls fails'],
  ['fails:sometimes', 'depois de uma hora dá 401'],
  ['fails:sometimes', 'a veces responde invalid_grant'],
  ['after:update', 'after upgrading to Spring Boot 3.2 we get invalid_client'],
  ['after:update', 'Após a atualização do Keycloak para a 24'],
  ['after:deploy', 'since the last deploy all users are logged out'],
  ['after:restart', 'depois de reiniciar o servidor'],
  ['after:renewal', 'We renewed the certificate last week'],
  ['after:renewal', 'após a troca do certificado'],
  ['workers:several', 'we run 3 replicas behind nginx'],
  [
    'browser',
    "Access to fetch at 'https://a.example/token' from origin 'http://localhost:3000' has been blocked by CORS policy",
  ],
  ['grant:refresh_token', 'Failed to refresh the access token: invalid_grant'],
  ['grant:refresh_token', 'POST /token grant_type=refresh_token&refresh_token=abc\n400 {"error":"invalid_grant"}'],
  ['grant:authorization_code', "['grant_type' => 'authorization_code', 'code' => $code]"],
  ['grant:jwt-bearer', 'grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=x'],
  ['grant:client_credentials', 'We use the client credentials flow'],
  ['step:authorize', 'https://id.example/authorize?response_type=code&client_id=a'],
  [
    'assertion',
    'client_assertion_type=urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer&client_assertion=x',
  ],
  ['status:403', '{"statusCode":403,"message":"Forbidden"}'],
  ['placeholder', 'GET https://api.example/v1/x\nAuthorization: Bearer undefined'],
  ['placeholder', 'https://id.example/authorize?client_id=undefined&response_type=code'],
  ['placeholder', 'POST /token\nclient_id=%7B%7Bclient_id%7D%7D&grant_type=client_credentials'],
  ['placeholder', "curl -H 'Authorization: Bearer $TOKEN' https://api.example"],
  ['placeholder', 'https://login.microsoftonline.com/undefined/oauth2/v2.0/token'],
  ['host:test', 'POST https://api-h.example.com.br/oauth/token'],
  ['host:test', 'https://sandbox.api.example.com/v1'],
  ['host:local', 'redirect_uri=http://localhost:3000/cb'],
  ['host:plain-http', 'redirect_uri=http%3A%2F%2Fapp.example%2Fcb&x=y'],
  ['environments:mixed', 'token from https://id.sandbox.bank.com.br/token, call to https://api.bank.com.br/v1/x'],
  ['request:json', 'POST /oauth/token HTTP/1.1\nContent-Type: application/json\n\n{"grant_type":"client_credentials"}'],
  ['request:get', 'GET https://id.example/oauth2/token?grant_type=client_credentials'],
  ['request:no-grant', 'POST /oauth2/token HTTP/1.1\n\nclient_id=a&client_secret=b'],
  [
    'request:misspelt',
    'POST /token\n\ngrant_type=authorization_code&code=a&redirect_url=https://a.example&client_id=x',
  ],
  ['request:repeated', 'POST /token\n\ngrant_type=client_credentials&client_id=a&client_id=b'],
  ['bearer:doubled', 'Authorization: Bearer Bearer eyJhbGciOi'],
])('%s is a fact in: %s', (name, text) => {
  expect(has(text, name)).toBe(true)
})

it.each<[FactName, string]>([
  ['works:postman', 'It does not work in Postman either'],
  ['works:postman', 'Também não funciona no Postman'],
  ['works:sandbox', 'sandbox returns 401'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code as somebody pasted it
  ['placeholder', 'const headers = { Authorization: `Bearer ${token}` }'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code as somebody pasted it
  ['placeholder', 'client-secret: ${CLIENT_SECRET}'],
  ['placeholder', '{"access_token":"abc","refresh_token":null}'],
  ['placeholder', 'client_id=<redacted>&scope=openid'],
  ['host:plain-http', 'xmlns="http://www.w3.org/2001/XMLSchema" http://localhost:8080/x'],
  ['host:test', 'https://api.example.com/v1/tests'],
  [
    'request:json',
    'POST /oauth/token HTTP/1.1\nContent-Type: application/x-www-form-urlencoded\n\na=b\n\nHTTP/1.1 400\nContent-Type: application/json\n\n{}',
  ],
  ['grant:jwt-bearer', 'client_assertion_type=urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer'],
])('%s is no fact in: %s', (name, text) => {
  expect(has(text, name)).toBe(false)
})

it('gives the values by name, and no secret', () => {
  const { values } = factsOf(
    'POST https://id.example:8443/oauth2/token\n\ngrant_type=authorization_code&code=SplxlOBe&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&client_id=demo&client_secret=s3cr3t\n{"error":"invalid_grant","error_code":70000}',
    { now },
  )
  expect(Object.fromEntries(values)).toMatchObject({
    host: 'id.example:8443',
    path: '/oauth2/token',
    redirect_uri: 'https://app.example/cb',
    client_id: 'demo',
    error: 'invalid_grant',
    error_code: '70000',
  })
  expect([...values.values()].join(' ')).not.toMatch(/Splx|s3cr3t/)
})

it.each([
  'callback https://app.example/cb?code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj, registered redirect URI https://app.example/cb2',
  'rt=0.AXoAbc123Def456Ghi789Jkl012Mno345 session=abc123def456 password: hunter2 401',
  'Authorization: Basic ZGVtbzpzZWNyZXRzZWNyZXQ=\ngrant_type=refresh_token&refresh_token=tGzv3JOkF0XG5Qx2TlKWIA&client_id=a',
  'nonce mismatch, expected "n-0S6_WzA2MjzzzzzzzzzzzzzzzzzzzzzzzQ1" got "x-9S6_WzA2MjzzzzzzzzzzzzzzzzzzzzzzzQ2"',
])('no value is a secret of: %s', (text) => {
  const facts = factsOf(text, { now })
  expect([...facts.values.values()].join('\n')).not.toMatch(
    /Splx|af0if|AXoA|abc123|hunter2|ZGVt|c2Vj|tGzv|WzA2|secretsecret/,
  )
})

it('gives no expression of a program for a value, and what addresses name', () => {
  const { values } = factsOf(
    "redirect_uri: window.location.origin + '/cb'\nclient_id = process.env.CLIENT_ID\nPOST https://kc.example/realms/demo/protocol/openid-connect/token 401",
    { now },
  )
  expect(Object.fromEntries(values)).toEqual(
    expect.objectContaining({ host: 'kc.example', realm: 'demo', status: '401' }),
  )
  expect(values.has('redirect_uri') || values.has('client_id')).toBe(false)
})

it('knows its names', () => {
  expect(['grant:ciba', 'status:401', 'host:test'].every(isFactName)).toBe(true)
  expect(['grant:magic', 'status:4010'].some(isFactName)).toBe(false)
})
