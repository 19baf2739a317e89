import { expect, it } from 'vitest'
import { subjectOf, withoutPassedTests, withoutQuestions } from './speaks-of-failure.ts'

it.each([
  ['a log line', '2026-11-22 10:01:02 ERROR invalid_client: bad credentials', 'failure'],
  ['a status alone', 'HTTP/1.1 401', 'failure'],
  ['a sentence in Portuguese', 'o login parou de funcionar desde ontem', 'failure'],
  ['a sentence in Spanish', 'el token fue rechazado por el banco', 'failure'],
  ['a code of a system', 'connect ECONNREFUSED 10.0.0.1:443', 'failure'],
  ['a number of a product', 'AADSTS50011', 'failure'],
  ['a code of a gateway alone', 'steps.jwt.NoMatchingPublicKey', 'failure'],
  ['a code of the standard alone', 'temporarily_unavailable', 'failure'],
  ['a code of a browser', 'https://app.example/callback net::ERR_UNSAFE_REDIRECT', 'failure'],
  ['a success', 'GET /v1/payments 200 OK in 31 ms', 'no-failure'],
  ['what says that nothing failed', 'finished: 214 calls, 0 errors, failed=0, no problems', 'no-failure'],
  ['what says so in Portuguese', 'sincronizado, sem nenhum erro', 'no-failure'],
  ['release notes', '## 4.2.0\n- fix invalid_grant after renewal\n- remove 401 loop', 'document'],
  [
    'the changes of a version in Portuguese',
    'sdk 3.2.0 (2026-11-02)\n- Corrigido: `client_not_found` na troca de ambiente (#211)\n- Removido: leitura do token de `$_GET`\n- Novo: `Slips::pdf()` repete em 503',
    'document',
  ],
  [
    'what was changed before a failure',
    '- fixed the redirect URI\n- added the scope\n- removed the proxy\nStill HTTP/1.1 401, {"error":"invalid_client"}',
    'failure',
  ],
  [
    'a plan of tests',
    'Cover introspection:\n- A revoked token should get the response { "active": false }\n- An expired token should get 401\n- An empty token should get an error',
    'document',
  ],
  ['a table of codes', '| code | meaning |\n|---|---|\n| invalid_grant | the code has expired |', 'document'],
  [
    'a list of what libraries say',
    'Messages of libraries:\n- jwt expired (jsonwebtoken)\n- invalid signature (jsonwebtoken)\n- Signature verification failed (PyJWT)\nToken of the ticket: eyJ',
    'document',
  ],
  [
    'a list of what happened once',
    '- 10:01 jwt expired\n- 10:02 the app signed in again\n- 10:03 all calls work',
    'failure',
  ],
  [
    'questions and answers',
    '1. What does invalid_grant mean?\nThe code expired.\n2. What does invalid_client mean?\nThe secret is wrong.',
    'document',
  ],
  [
    'code that handles errors',
    "try {\n  const token = await client.renew()\n  return token\n} catch (error) {\n  if (error.code === 'invalid_grant') return signIn()\n  throw error\n}",
    'document',
  ],
  [
    'a function that handles a code',
    "export function onError(e: Failed) {\n  switch (e.error) {\n    case 'client_not_found': return toast('Check the client')\n    default: return toast('?')\n  }\n}\n// 14 tests passed, 0 failed",
    'document',
  ],
  [
    'a question before the first attempt',
    'Como peço o token? POST /oauth2/token com Authorization: Basic e o grant_type no corpo. É isso mesmo? Ainda não testei.',
    'document',
  ],
  [
    'the same of what was tried',
    'É isso mesmo? Ainda não testei em produção, no sandbox veio HTTP 401 invalid_client.',
    'failure',
  ],
  [
    'what was copied from a manual',
    'Na primeira, sem certificado, o servidor deve recusar. (copiei da doc)',
    'document',
  ],
  [
    'code with the trace of its run',
    'const t = await renew()\nError: invalid_grant\n    at renew (/app/a.js:3:9)',
    'failure',
  ],
  [
    'instructions',
    'Go to the developer console, open your app and add http://localhost:3000/callback under Authorized redirect URIs. In production use your public address, e.g. https://app.example.com/callback. The redirect URI must match exactly.',
    'document',
  ],
  [
    'a description of tokens',
    'The access token expires after one hour. Use the refresh token to get a new one. If the refresh token has expired, the user must sign in again.',
    'document',
  ],
  [
    'a description in Portuguese',
    'O access token expira em 1 hora. Quando a API retornar 401, utilize o refresh token para obter um novo. Se o refresh token estiver expirado, solicite um novo login.',
    'document',
  ],
  [
    'requirements in Portuguese',
    'Para integrar, envie o certificado mTLS e o client_id no cadastro. Caso o certificado não seja enviado, a conexão será recusada.',
    'document',
  ],
  [
    'rules',
    'You can verify the signature with the JWKS at https://id.example/.well-known/jwks.json. Tokens with an unknown kid must be rejected.',
    'document',
  ],
  [
    'what happens to somebody under a condition',
    'When the token expires our app gets 401 and the refresh returns invalid_grant. Users must log in again every hour.',
    'failure',
  ],
  [
    'the same in Portuguese',
    'Quando chamamos a API de boletos em produção retorna 403. Em homologação funciona.',
    'failure',
  ],
  [
    'an error that says what to do',
    'AADSTS50011: The redirect URI specified in the request must match the redirect URIs configured for the application. Make sure the redirect URI sent in the request matches one added to your application.',
    'failure',
  ],
  [
    'an error page that says what to do',
    "Access blocked: this app's request is invalid. You can't sign in because this app sent an invalid request. You can try again later, or contact the developer about this issue.",
    'failure',
  ],
  [
    'a log of what goes well',
    '03:00:00 INFO  reconcile start\n03:00:01 INFO  token cache hit, expires in 41m (error=0)\n03:04:12 INFO  900 fetched, 0 failed, 0 unauthorized, 3 retried (429 -> ok)',
    'document',
  ],
  ['a log with a refusal at that level', '03:00:00 INFO  start\n03:00:01 INFO "POST /token HTTP/1.1" 401', 'failure'],
])('takes %s for what it is', (_what, text, subject) => {
  expect(subjectOf(text)).toBe(subject)
})

it('leaves out what a test runner reports as passed, and keeps what failed', () => {
  const report = '  ✓ refuses an expired token (401)\n  ✗ signs in: invalid_client\n  ✓ says invalid_grant'
  expect(withoutPassedTests(report).trim()).toBe('✗ signs in: invalid_client')
  const python = 'tests/a.py::test_expired_401 PASSED\ntests/a.py::test_tls FAILED\n=== 1 passed, 1 failed in 2.1s ==='
  expect(withoutPassedTests(python)).toContain('test_tls FAILED')
  expect(withoutPassedTests(python)).not.toContain('test_expired_401')
})

it('leaves JSON whole that counts no errors', () => {
  const health = '{"status":"UP","oauth":{"status":"UP","errors":0,"lastError":"none"}}'
  expect(withoutPassedTests(health)).toBe(health)
})

it('a status that a check expected is no failure, and another one is', () => {
  const line = (status: number) => `[preflight] no token  GET /v1/bank-slips  -> ${status}   (expected 401)  OK`
  expect(withoutPassedTests(line(401))).toBe('')
  expect(withoutPassedTests(line(403))).toBe(line(403))
})

it.each([
  ['It opens on my machine. Expired token?', 'It opens on my machine.'],
  ['No meu computador abre. Token vencido?\nHTTP/1.1 401', 'No meu computador abre.'],
  ['The message says: token expired?', 'The message says: token expired?'],
])('what somebody supposes in the last words is not said by a server: %s', (text, kept) => {
  expect(withoutQuestions(text).split('\n')[0]?.trimEnd()).toBe(kept)
})
