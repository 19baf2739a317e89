// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of templates are what is read here
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadVocabulary } from './load-vocabulary.ts'
import { createScrubber } from './scrub.ts'

const vocabulary = await loadVocabulary()

function safe(text: string): string {
  const fingerprint = () => '0a1b2c3d'
  const first = createScrubber({ fingerprint, vocabulary })
  first.text(text)
  return createScrubber({ fingerprint, known: first.values(), vocabulary }).text(text)
}

/** What explains a failure, and what looks like a secret or a person and is neither. */
const explaining = [
  'Downloading bytes-1.4.2.crate\nexpected 3f1c2b9aa04e7d5580c6e1f29b37a4d8e05f6c7b8a9d0e1f2a3b4c5d6e7f8091\n  actual 9b37a4d8e05f6c7b8a9d0e1f2a3b4c5d6e7f80913f1c2b9aa04e7d5580c6e1f2\nerror: checksum changed between lock files',
  '2026-11-20 18:22:09.114 Carteira[811:20931] [Keychain] SecItemAdd OSStatus -34018',
  'reason=PWD_HISTORY_VIOLATION txn=c4e1-88-20',
  'Failed jobs in queue token-refresh: 01JDB6Q2T8V7M4N0XKCW3R9ZAH, 01JDB6Q9F3J5P8S2YEDG7T1VBK',
  'STRIPE_KEY=sk_test_xxxxxxxxxxxxxxxx',
  'Rule for the field password: ^(?=.*[A-Z])(?=.*\\d).{12,}$',
  'OTP: validity 30 s, drift ±1 step, digits 6, algorithm SHA1',
  'CSRF: ForbiddenError: invalid csrf token',
  'Der Schlüssel liegt im Tresor, das Passwort kennt nur die Rechtsabteilung. Fehlerbild: SCHLUESSEL_WEG',
  'LDAP bind password, result: 53 unwillingToPerform, lockoutThreshold 5',
  'Nunca informe a senha. Protocolo 2026112000417',
  'Password spray detected: rule 4719, score 87; your messages resulted in 131204 tokens. code context_length_exceeded',
  'token table: TK_KEY=258, TK_SECRET=259, TK_PASS=260',
  'com.nimbusds:nimbus-jose-jwt:jar:9.47 (compile)',
  'TokenErrorRateHigh (idp-prod-eu-1) value=0.0731',
  'Key events: keydown, keyup',
  'key="nav.login" missing in pt-BR.json',
  'A tela de senha do ATM NCR 6623 congela',
  'Trocar a chave do QR: payload 000201, campo 62, CRC 6304A13F',
  'O suporte do banco atende no 0800 642 2345, e no exterior +1 800 555 0100',
  '$ git rev-parse HEAD\n4be1f7a02c9d8e3f5061728394a5b6c7d8e9f001',
  'phase2="auth=MSCHAPV2"',
  'Main process exited (code=exited, status=203/EXEC)',
  'EXC_BAD_ACCESS (code=2, address=0x18) on iOS 18.1',
  'Incident Identifier: 6C1E0B52-77A4-4D0E-9B3F-2A8C5D7E9F10',
  'invalid user or password, SAP Note 2765510',
  'var secret = builder.Configuration["Jwt:SigningKey"];',
  'JWT expired 318822 milliseconds ago',
  'Tokens used: prompt_tokens=18342 completion_tokens=921 max_tokens=4096',
  'existingSecret: shop-pg-auth\nsecretKeys:\n  adminPasswordKey: postgres-password\n  userPasswordKey: app-password',
  'MountVolume.SetUp failed for volume "default-token-x7k2p" : secret "default-token-x7k2p" not found',
  'Stripe.js: initialised with pk_test_51MadeUpPublishableSample0000 (publishable key)',
  'RSA key fingerprint is SHA256:uNiVztksCsDhcc0u9e8BrYQh3ZpWm7LfXk4Ty1AoVgs\nOffending key in /home/ci/.ssh/known_hosts:7',
  'Primary key fingerprint: 4AEE 18F8 3AFD EB23 9CE4  B5F1 60CF 2A84 71E6 03DD',
  'UEFI: PK hash a773113bafaf5129aa83fd0912e95da4fa555f91; kernel 6.8.0-39-generic',
  '{"ref":"refs/heads/main","after":"6dcb09b5b57875f334f61aebed695e2e4193db5e"}',
  '{"dist":{"shasum":"9fceb02d0ae598e95dc970b74767f19372d61af8"}}',
  'X-GitHub-Delivery: 72d3162e-cc78-11e3-81ab-4c9367dc0958',
  'gasUsed 46109, block 20418877',
  'codificação detectada: cp1252',
  'cliente: só falha no Chrome 126.0.6478.127, no Firefox funciona',
  '{"code":"HOOK_5XX","status":502}',
  'core::result::unwrap_failed::h7a1f0c3b92de4411',
  'the SNMP community string was rejected by the agent',
  '<add key="ApiTimeoutSeconds" value="45" />',
  'Content-Disposition: form-data; name="documentType"\r\n\r\nRG_FRENTE\r\n--x\r\nContent-Disposition: form-data; name="cpf"\r\n\r\n\r\n--x--',
  'X-GitHub-Delivery: 37376ee2-ffbe-4121-86be-c00d6368f4ba',
  '{"detail":"Item B00027Y5QG is no longer available."}',
  'diff --git a/src/auth/password.ts b/src/auth/password.ts\nindex 7c4a8d0..f7c3bc1 100644',
  'DATABASE_URL=postgres://USER:PASSWORD@HOST:5432/DATABASE',
  'To call the API send Authorization: Bearer YOUR_ACCESS_TOKEN. Tokens live for 3600 seconds.',
  'e.g. Authorization: Basic <credentials>. If it is wrong the server answers 401.',
  "$senha = $_POST['senha'] ?? '';",
  'data class Credentials(val username: String, val password: CharArray)',
  'FATAL:  password authentication failed for user "reporting"',
  '535 5.7.139 Authentication unsuccessful. [AM6PR08CA0012.eurprd08.prod.outlook.com]',
  'Key findings: the cache key is built from tenant and locale.',
  'sum(rate(http_requests_total{path="/oauth/token",code=~"5.."}[5m])) > 0.5',
  '- secretKey: password\n  remoteRef: { key: kv/data/billing/db, property: password }',
  'pgp:\n  - fp: 85D77543B3D624B63CEA9E6DBC17301B491B3F21',
  'Restart=on-failure',
  '{"MD5OfBody":"098f6bcd4621d373cade4e832627b4f6","queue":"orders-dlq"}',
  'works, dashboard uid=prod-latency loads in 4.2s',
  'build badge: https://ci.tidely.example/badge/main.svg',
  '{"error":"invalid_grant","error_description":"The authorization code has expired."}',
  'cookie: lang=pt-BR; theme=dark; consent=true; NEXT_LOCALE=en; tema=claro',
  'client_secret=<client_secret>\npassword=${DB_PASSWORD}\ntoken: {{access_token}}\napi_key = $API_KEY\nsenha: ***\nrefresh_token: [REDACTED]\nsecret: %SECRET%\nAuthorization: Bearer <token>',
  'User is not authorized on resource: arn:aws:secretsmanager:sa-east-1:123456789012:secret:cob/db-AbCdEf',
  '{"codigo":"1234567890123456","status_code":40301}',
  'RelayState=painel&tipo=SAML',
  'POST /oauth2/token -> 200',
  '{"log":{"entries":[{"response":{"headers":[{"name":"X-Request-Id","value":"0e1f77c2-3b52-4b6f-8f50-54c0dd0b1a77"},{"name":"X-Forwarded-User","value":"-"}]}}]}}',
  'grpc-status-details-bin: c2NvcGUgd2ViaG9va3MgaXMgbWlzc2luZyBvbiB0aGlzIGNhbGw=',
  '<boolean name="logado" value="true" />',
  'code=0x1, refresh_token: rotated',
  '{"error":"invalid_client","error_description":"AADSTS7000215: Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID."}',
  '{"error":"invalid_request","code":"PGT-0412","state":"AWAITING_AUTHORIZATION"}',
  '{"error_codes":[50011],"timestamp":"2026-11-22 05:33:12Z","trace_id":"0e4f2c1a-9b8d-4c7e-8f6a-5b4c3d2e1f00","correlation_id":"7d9f0335-8dcc-4054-9bf9-0dbd61d36906"}',
  '{"fault":{"faultstring":"Invalid ApiKey","detail":{"errorcode":"oauth.v2.InvalidApiKey"}}}',
  '{"fault":{"faultstring":"Access Token expired","detail":{"errorcode":"keymanagement.service.access_token_expired"}}}',
  '{"fault":{"detail":{"errorcode":"steps.jwt.TokenExpired"}}}',
  '{"code":"ERR_JWS_SIGNATURE_VERIFICATION_FAILED","name":"JWSSignatureVerificationFailed"}',
  '{"name":"Boleto API","version":"2.1.0","status":"UP"}',
  '{"products":[{"id":17,"name":"Notebook 14","price":2499.90,"code":"NB-14"}]}',
  '{"amount":249.90,"big":12345678901234567890,"a":1,"a":2,"e":1e400}',
  '{ "b" : 1 ,\n\t"a":[ ] , "c" : { } }',
  '{"token_type":"Bearer","expires_in":900,"scope":"openid apis.bankslips.read"}',
  '{"token_endpoint":"https://id.example/oauth2/token","token_endpoint_auth_methods_supported":["client_secret_basic","private_key_jwt"]}',
  '{"password":"is required"}',
  '{"errors":{"password":["can\'t be blank"],"email":["is not a valid address"]}}',
  '{"password":["This field may not be blank."],"cpf":["CPF inválido"]}',
  '{"token":"expired"}',
  '{"client_secret":"<redacted>","password":"********"}',
  '{"access_token":null,"refresh_token":"","id_token":"..."}',
  '{"password":"${DB_PASSWORD}","token":"{{access_token}}"}',
  '{"usage":{"prompt_tokens":1200,"completion_tokens":340,"total_tokens":1540}}',
  '{"nextPageToken":"","pageToken":"3"}',
  '{"key":"bank_slip","value":"paid"}',
  '{"session":"expired","auth":"required"}',
  '{"password_policy":{"min_length":12},"secret_name":"orders","token_count":3}',
  '{"aud":["https://api.example"],"iss":"https://id.example/oauth2","client_id":"ledger-desk-sandbox"}',
  '{"keys":[{"kty":"RSA","kid":"k-2026-01","use":"sig","alg":"RS256","n":"0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMst","e":"AQAB"}]}',
  '{"type":"about:blank","title":"Unprocessable Content","status":422,"detail":"dueDate must not be in the past","instance":"/v1/bank-slips"}',
  '{"fields":[{"field":"payer.tax_id","problem":"is missing"}]}',
  'HTTP/1.1 401 Unauthorized\nDate: Mon, 04 May 2026 09:30:00 GMT\nWWW-Authenticate: Bearer realm="api", error="invalid_token", error_description="The token is expired"\nX-Request-Id: 4f0c2b1a9d8e7f60\n',
  'HTTP/2 403\ncontent-type: application/json; charset=utf-8\nx-amzn-requestid: 6f1c9c0a-3f51-4c4e-9d57-2a1d3b5c7e90\nx-amzn-errortype: AccessDeniedException\ncf-ray: 8c1f2a3b4c5d6e7f-GRU\n',
  'HTTP/1.1 429 Too Many Requests\nRetry-After: 30\nRateLimit-Remaining: 0\nX-RateLimit-Reset: 1767225600\n',
  'traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\netag: W/"33a64df551425fcc55e4d42a148795d9f25f89d4"\n',
  'GET https://api.example/v1/bank-slips?page=2&page_size=50&from=2026-10-01&sort=due_date HTTP/1.1',
  'GET /v1/bank-slips/7d9f0335-8dcc-4054-9bf9-0dbd61d36906/pdf 503 in 812 ms',
  'https://id.example/oauth2/authorize?response_type=code&client_id=ledger-desk&scope=openid+apis&prompt=login',
  'https://app.example/callback?error=access_denied&error_description=The+person+did+not+allow+the+request',
  'error=invalid_scope&error_uri=https%3A%2F%2Fid.example%2Fdocs%2Ferrors',
  'grant_type=authorization_code&redirect_uri=https%3A%2F%2Fapp.example%2Fcallback',
  'code=401 and more',
  'error code: AADSTS50011, status code: 400',
  'Error: invalid_grant: the refresh token was revoked',
  'The password is wrong.',
  'The password is required and must have at least 8 characters.',
  'Wrong password: try again in 5 minutes',
  'password authentication failed for user "app"',
  "Access denied for user 'app'@'10.0.0.7' (using password: YES)",
  'Invalid token: signature verification failed',
  'Unexpected token < in JSON at position 0',
  'SyntaxError: Unexpected token o in JSON at position 1',
  'jwt expired at 2026-11-21T20:00:00Z. Current time: 2026-11-22T05:33:12Z, a difference of 34392000 milliseconds',
  'the token is expired',
  'no token was sent',
  'A token is required to call this API.',
  'token endpoint returned 400',
  'access token expired, refresh token missing',
  'Bearer authentication is required',
  'Authorization: Bearer <token>',
  'Authorization: Bearer ${TOKEN}',
  'headers: { Authorization: `Bearer ${token}` }',
  'Authorization header is missing',
  'authorization: undefined',
  'const token = await getToken(request)',
  'const password = process.env.DB_PASSWORD',
  'token = os.environ["ACCESS_TOKEN"]',
  'client_secret = config.clientSecret',
  'password: process.env.PASSWORD,',
  'if (!token) throw new Error("no token")',
  'curl -H "Authorization: Bearer $TOKEN" https://api.example/v1/x',
  'curl -u "$CLIENT_ID:$CLIENT_SECRET" https://id.example/oauth2/token',
  'docker run -u 1000:1000 -p 8080:8080 app',
  'ssh -p 2222 git@host',
  'scp -P 2222 a.txt host:',
  'npm ERR! code E401',
  'npm install left-pad@1.3.0 @types/node@24.1.0',
  'at com.acme.security.TokenFilter.doFilter(TokenFilter.java:87)',
  'java.lang.IllegalStateException: The session was closed',
  'org.springframework.security.oauth2.core.OAuth2AuthenticationException: [invalid_token_response]',
  'Traceback (most recent call last):\n  File "/app/main.py", line 42, in <module>\n    raise HTTPError(403)',
  'commit 8ccdfad1b2c3d4e5f60718293a4b5c6d7e8f9012',
  'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'urn:ietf:params:oauth:grant-type:device_code',
  'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  'OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to api.example:443',
  'curl: (60) SSL certificate problem: unable to get local issuer certificate',
  'ECONNREFUSED 127.0.0.1:5432',
  'PKIX path building failed: unable to find valid certification path to requested target',
  '2026-11-22T05:33:12.345Z INFO [http-nio-8080-exec-3] request_id=4f0c2b1a-9d8e status=401 duration=12ms',
  '20261122053312 job 4411 finished in 3.5 s',
  'time 1767225600 1767225600123 1767225600123456 1767225600123456789',
  'Mon, 04 May 2026 09:30:00 GMT',
  '2026-05-04T09:30:00-03:00 and 2026-05-04 09:30:00+0000',
  'order 1234567890123456 was refused',
  'nosso número 00012345678 is registered',
  'R$ 1.234.567,89 and 12.345,67',
  'version 1.2.3.4 of 10.20.30',
  'from 10.0.0.7 to 192.168.1.20',
  'IPv6 2001:db8::ff00:42:8329',
  'The claim aud is https://api.example, expected https://gateway.example',
  'scopes: openid apis apis.bankslips.read offline_access',
  'key: value',
  'primary_key: id\nforeign_key: order_id\npublic_key: none',
  'name: Build and test\non: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n',
  'name: claimcheck\nversion: 0.1.0\n',
  'Name: api-gateway\nType: LoadBalancer\nPort: 443',
  '| Status | Meaning |\n| --- | --- |\n| 401 | not authenticated |\n| 403 | not allowed |\n',
  '<error><code>E-401</code><message>The token has expired</message></error>',
  '<soap:Fault><faultcode>soap:Client</faultcode><faultstring>Authentication failed</faultstring></soap:Fault>',
  '<input type="text" name="search" value="bank slips"/>',
  '<input type="hidden" name="page" value="2"/>',
  '<product><name>Notebook</name><code>NB-14</code></product>',
  '<ds:X509Certificate>MIIC4jCCAcqgAwIBAgIQ</ds:X509Certificate>',
  '-----BEGIN CERTIFICATE-----\nMIIC4jCCAcqgAwIBAgIQ\n-----END CERTIFICATE-----',
  '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n-----END PUBLIC KEY-----',
  'código 401: não autorizado',
  'A senha é obrigatória.',
  'senha inválida',
  'Token inválido ou expirado',
  'O campo senha deve ter no mínimo 8 caracteres',
  'CPF inválido: dígito verificador incorreto',
  'O CNPJ informado não existe',
  'e-mail inválido',
  'telefone: campo obrigatório',
  'La contraseña es incorrecta',
  'El token ha caducado',
  'Contact support@example.com with the request ID.',
  'no-reply@bank.example sent it',
  'git@github.com:acme/app.git',
  'Service account orders@project-1.iam.gserviceaccount.com has no permission',
  'logo@2x.png and style@1.min.css',
  '@Override public void run() {}',
  'user_id=1001 tenant=acme region=sa-east-1',
  'X-Powered-By: Express\nServer: cloudflare\nVia: 1.1 varnish\n',
  'Access-Control-Allow-Credentials: true\nAccess-Control-Allow-Headers: authorization, content-type\n',
  "Access to fetch at 'https://api.example/v1/x' from origin 'https://app.example' has been blocked by CORS policy",
  'Idempotency-Key: 7d9f0335-8dcc-4054-9bf9-0dbd61d36906\n',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\n',
  'private key could not be read: password required',
  'secretKeyRef: name: db-credentials',
  'The client secret was not accepted',
  'clientSecretEncoding: form',
  'response_type=code token id_token',
  'prompt=login&max_age=0&acr_values=urn:mace:incommon:iap:silver',
  '{"alg":"RS256","kid":"k1","typ":"at+jwt"}',
  '{"exp":1767225600,"iat":1767224700,"nbf":1767224700,"scope":"openid"}',
  '{"d":"2026-11-22","p":12,"q":"search words","k":"v"}',
  '{"kind":"session","state":"active","nonce":1}',
  'state=open&code=200',
  'GET /reset/password and /verify/email are not found',
  '{"statusCode":503,"message":"The PDF of the bank slip is not available yet","retryAfter":30}',
  'Request ID: req_7f3a9b2c1d0e, sent at 09:30:00',
  'correlation-id=9f8e7d6c5b4a39281706 not found',
  'mfa_required: multi-factor authentication is required',
  'The pin code field is mandatory',
  'Cookie was rejected because it has no SameSite attribute',
  'cookies: disabled',
  'npm run test -- --token-file ./token.txt',
  '--password-stdin',
  '/home/app/.ssh/id_rsa: Permission denied',
  'C:\\Users\\app\\secrets\\config.json not found',
  'POST /oauth2/token HTTP/1.1\nHost: id.example\n',
  '"POST /v2.0/token HTTP/2" 400 312',
  '| Parameter | Type | Required | Meaning |\n| --- | --- | --- | --- |\n| code | string | yes | the authorization code |\n| refresh_token | string | no | token to renew |\n',
  '{"client_id":"ledger-desk-01","note":"asked by ledger-desk-01"}',
  // Code, schemas, templates and forms, in which a name is without a value.
  'private String senha;\npublic String getSenha() { return senha; }\npublic void setApiKey(String apiKey) { this.apiKey = apiKey; }',
  'type Settings struct {\n\tPassword string `json:"password"`\n}\nreq.Header.Set("Authorization", "Bearer "+session.Token)',
  '$senha = $pedido->senha();',
  'const SENHA = /^[\\w!@#]{8,}$/; const token = /^eyJ[\\w-]+\\.[\\w-]+$/i;',
  'printf("senha=%s segredo=%-10s", senha, segredo)',
  'env:\n  API_KEY: ${{ secrets.API_KEY }}\n  SENHA: ${{ vars.SENHA }}',
  'db_password = var.senha_do_banco\nsecret = local.segredo',
  'environment:\n  DB_PASSWORD: ${DB_PASSWORD:?is not set}\n  DB_NAME: cob',
  'Usage: tool [OPTIONS]\n  --token[=value]  Token to use\n  --password[=name]  Password to use',
  'securitySchemes: { chave: { type: apiKey, in: header, name: X-Api-Key } }, properties: { cpf: { type: string } }',
  'mutation entrar(email: String!, senha: String!): Sessao!',
  'message Entrada {\n  string senha = 1;\n  string client_secret = 12;\n}',
  'pip install pkg==1.0 --hash=sha256:0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9',
  'entrada ok (mfa=totp, ttl=3600, port=8443)',
  'cnpj: 00.000.000/0000-00\ncpf: 000.000.000-00\ncep: 00000-000\ncelular: (00) 00000-0000\nsenha: SUA_SENHA_AQUI',
  '# .env.example\nAPI_SECRET=\nDB_PASSWORD=\nDB_HOST=db-1',
  '<label for="pin">PIN</label><input id="pin" name="pin" type="password" maxlength="4">',
  '| Campo | Tipo |\n|---|---|\n| senha | string(8) |\n| cpf | string(11) |',
  'Send `Authorization: Basic base64(user:password)` with the request.',
]

describe('a text of which nothing may be lost is handed on as it is', () => {
  it.each(explaining)('%s', (text) => {
    expect(safe(text)).toBe(text)
  })
})

/** Sentences that products say, as the reasoning knows them. */
const room = join(import.meta.dirname, '../diagnose/messages')
const sentences = readdirSync(room).flatMap((file) => textsIn(JSON.parse(readFileSync(join(room, file), 'utf8'))))

it.each(readdirSync(room))('of the messages of products in %s nothing is lost', (file) => {
  const lost = textsIn(JSON.parse(readFileSync(join(room, file), 'utf8'))).filter((text) => safe(text) !== text)
  expect(lost.map((text) => [text, safe(text)])).toEqual([])
})

/** What products print, row by row of the known errors; what varies in them is left out. */
const known = join(import.meta.dirname, '../diagnose/known-errors')
const files = readdirSync(known).filter((file) => file.endsWith('.json') && file !== 'products.json')

it.each(files)(
  'no message of the known errors in %s is changed',
  (file) => {
    const rows: { says?: string[]; codes?: string[] }[] = JSON.parse(readFileSync(join(known, file), 'utf8'))
    const messages = rows
      .flatMap(({ says = [], codes = [] }) => [...says, ...codes])
      .filter((one) => !one.includes('@') && !/^\d+$/.test(one))
      .map((one) => one.replaceAll(/\{\w+\}/g, '…'))
    const written = (text: string) => createScrubber({ fingerprint: () => '0a1b2c3d', vocabulary }).text(text)
    expect(messages.length).toBeGreaterThan(0)
    expect(messages.filter((text) => written(text) !== text).map((text) => [text, written(text)])).toEqual([])
  },
  60_000,
)

it('the texts are many', () => {
  expect(explaining.length + sentences.length).toBeGreaterThan(1_000)
})

function textsIn(value: unknown): string[] {
  // An address in a message represents the one of a person.
  if (typeof value === 'string') return value.includes(' ') && !value.includes('@') ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

it.each([
  [
    'mongodb+srv://app:Jaboti.2290@cluster0.example.net/cobranca?w=majority',
    '@cluster0.example.net/cobranca?w=majority',
  ],
  ['https://ghp_DLfFK8igGWZJgXxax8G4qQKxa08oV5Vtfg6k@github.com/example/core.git', '@github.com/example/core.git'],
  [
    'SENTRY_DSN=https://0ba35b6b7090e1800d7b8b2af16917f4@o450123.ingest.sentry.example/450456',
    '@o450123.ingest.sentry.example/450456',
  ],
  ['jdbc:oracle:thin:cob/Manga_Rosa12@ora.example:1521:PRD', '@ora.example:1521:PRD'],
  [
    'slack: https://hooks.slack.com/services/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',
    'https://hooks.slack.com/services/',
  ],
  [
    'git push https://x-access-token:ghs_ETBUBi4YgKEHis4sIEPjfnMmZjZzR1YGVJT1@github.com/example/infra.git HEAD',
    '@github.com/example/infra.git HEAD',
  ],
  [
    'Authorization: AWS4-HMAC-SHA256 Credential=AKIAUAJZ4NS5YQOV4NCA/20261103/sa-east-1/execute-api/aws4_request, SignedHeaders=host',
    '/20261103/sa-east-1/execute-api/aws4_request, SignedHeaders=host',
  ],
  ['X-Signature: t=1793000000,v1=2fa3f669555efdb80e1311e850a0a4293322940b394b2cd3a674559a322efcac', 't=1793000000,'],
  ['{"address":{"street":"17 Marlowe Crescent","zip":"OX4 2QD","country":"GB"}}', '"country":"GB"'],
])('of %s what tells where it went stays', (text, stays) => {
  const copy = safe(text)
  expect(copy).not.toBe(text)
  expect(copy).toContain(stays)
})
