import { describe, expect, it } from 'vitest'
import { loadVocabulary } from './load-vocabulary.ts'
import { scanAgain } from './scan-again.ts'
import { createScrubber } from './scrub.ts'

const vocabulary = await loadVocabulary()

/** Made safe as a copy is: what the first pass found is removed everywhere in the second. */
function safe(text: string): string {
  const fingerprint = () => '0a1b2c3d'
  const first = createScrubber({ fingerprint, vocabulary })
  first.text(text)
  const second = createScrubber({ fingerprint, known: first.values(), vocabulary })
  const copy = second.text(text)
  expect(scanAgain(copy, second.values())).toEqual([])
  return copy
}

const base64 = (text: string) => Buffer.from(text).toString('base64')
const base64url = (text: string) => Buffer.from(text).toString('base64url')
const header = base64url('{"alg":"RS256","kid":"k1"}')
const signature = 'sIgNaTuRe-0123456789_abcdefghijklmnopqrstuvwxyz'
const jwt = `${header}.${base64url('{"iss":"https://id.example","sub":"u-81","exp":1767225600}')}.${signature}`
const inner = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj'
const pem = `-----BEGIN PRIVATE KEY-----\n${inner}\n${inner}\n-----END PRIVATE KEY-----`

/** Names of what opens something, as they are spelled in the field, each with a value of its kind. */
const named: [name: string, value: string][] = [
  ['password', 'Tr0ub4dor&3'],
  ['new_password', 'hunter2-hunter'],
  ['newPassword', 'qL9!vTz2'],
  ['userPassword', 'S3nh4Forte'],
  ['db.password', 'pg-9f8e7d'],
  ['pwd', 'x7Gk2mPq'],
  ['pass', 'b4n4n4-split'],
  ['passphrase', 'v3ry-l0ng-phrase'],
  ['senha', 'Segredo#2026'],
  ['senha_atual', 'minhaSenha99'],
  ['senhaUsuario', 'Gato!Preto7'],
  ['contraseña', 'Perro-Verde8'],
  ['client_secret', '7f8a9b0c1d2e3f4a5b6c'],
  ['clientSecret', 'dGhpcy1pcy1hLXNlY3JldA'],
  ['CLIENT_SECRET', 'Q8~abcDEF123ghiJKL456'],
  ['webhook_secret', 'wh-2f7c8e9a0b'],
  ['segredo_cliente', 'k3y-d0-cl13nt3'],
  ['token', 'tok-9f8e7d6c5b4a'],
  ['accessToken', '2YotnFZFEjr1zCsicMWpAA'],
  ['refreshToken', 'tGzv3JOkF0XG5Qx2TlKWIA'],
  ['refresh_token', 'def50200aa11bb22cc33'],
  ['x-access-token', 'at-55b1c9d0e2f3'],
  ['auth_token', '0123456789abcdef0123'],
  ['tokenAcesso', 'ta-98ab76cd54ef'],
  ['session_token', 'st-0a9b8c7d6e5f'],
  ['csrf_token', 'cX9-zz81-kk02-pp73'],
  ['jwt', 'opaque-9c8b7a6d5e4f'],
  ['api_key', 'ak-12ab34cd56ef78'],
  ['apiKey', 'k-99887766554433aa'],
  ['x-api-key', 'zaCELgL0imfnc8mVLWwsAawjYr4Rx'],
  ['Ocp-Apim-Subscription-Key', '2f1c3b4a5d6e7f8091a2b3c4d5e6f708'],
  ['partner-apikey', 'pk-0192837465aa'],
  ['x-vault-token', 'vt-6a7b8c9d0e1f'],
  ['PRIVATE-TOKEN', 'pt-1f2e3d4c5b6a'],
  ['chave_api', 'ch-0f1e2d3c4b5a'],
  ['private_key', 'MC4CAQAwBQYDK2VwBCIEIA'],
  ['secretAccessKey', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'],
  ['account_key', 'Eby8vdM02xNOcqFlqUwJ=='],
  ['session', '9b1deb4d3b7d4bad9bdd2b0d7b3dcb6d'],
  ['session_id', 'sess-77c1d2e3f4'],
  ['JSESSIONID', 'A1B2C3D4E5F6A7B8'],
  ['code_verifier', 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'],
  ['code', 'SplxlOBeZQQYbYS6WxSbIA'],
  ['device_code', 'GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS'],
  ['state', 'af0ifjsldkj-81hh2'],
  ['nonce', 'n-0S6_WzA2Mj-77a'],
  ['otp', '493817'],
  ['pin', '8472'],
  ['cvv', '913'],
  ['sig', 'Zm9vYmFyL2Jhei9xdXgr9081'],
  ['x-hub-signature', 'f3a9c1b2d4e5f60718293a4b'],
  ['assertion', 'as-9f8e7d6c5b4a3f2e'],
  ['credential', 'cr-1a2b3c4d5e6f'],
]

/** Every syntax in which a name is beside its value. */
const syntaxes: [name: string, write: (name: string, value: string) => string][] = [
  ['JSON', (name, value) => JSON.stringify({ id: 7, [name]: value, ok: true })],
  ['JSON with blanks', (name, value) => JSON.stringify({ outer: { [name]: value } }, null, 2)],
  ['JSON in JSON', (name, value) => JSON.stringify({ body: JSON.stringify({ [name]: value }) })],
  [
    'JSON in JSON in JSON',
    (name, value) => JSON.stringify({ log: JSON.stringify({ body: JSON.stringify({ [name]: value }) }) }),
  ],
  ['JSON that was cut', (name, value) => `{"a":1,"${name}":"${value}","b":{"c`],
  [
    'JSON in a line of a log',
    (name, value) => `2026-11-22 10:00:00 ERROR body={"error":"x","${name}":"${value}"} took 5 ms`,
  ],
  [
    'a pair of key and value',
    (name, value) =>
      JSON.stringify([
        { key: name, value },
        { key: 'a', value: 'b' },
      ]),
  ],
  ['a pair in the other order', (name, value) => JSON.stringify({ variables: [{ value, name }] })],
  ['a nested value', (name, value) => JSON.stringify({ [name]: { value } })],
  ['a list of values', (name, value) => JSON.stringify({ [name]: [value] })],
  ['a form', (name, value) => `grant_type=x&${encodeURIComponent(name)}=${encodeURIComponent(value)}&scope=openid`],
  [
    'a query',
    (name, value) =>
      `GET https://api.example/v1/x?a=1&${encodeURIComponent(name)}=${encodeURIComponent(value)} HTTP/1.1`,
  ],
  [
    'a fragment',
    (name, value) => `https://app.example/cb#a=1&${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  ],
  [
    'an encoded address',
    (name, value) =>
      `https://x.example/?next=${encodeURIComponent(`/cb?${encodeURIComponent(name)}=${encodeURIComponent(value)}`)}`,
  ],
  [
    'parts of a form',
    (name, value) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b--\r\n`,
  ],
  ['XML', (name, value) => `<r><${xmlName(name)}>${value.replaceAll('&', '&amp;')}</${xmlName(name)}></r>`],
  [
    'SOAP',
    (name, value) =>
      `<s:Body><ns2:${xmlName(name)} type="x">${value.replaceAll('&', '&amp;')}</ns2:${xmlName(name)}></s:Body>`,
  ],
  ['CDATA', (name, value) => `<${xmlName(name)}><![CDATA[${value}]]></${xmlName(name)}>`],
  [
    'a hidden input',
    (name, value) => `<input type="hidden" name="${name}" value="${value.replaceAll('&', '&amp;')}"/>`,
  ],
  [
    'a hidden input in the other order',
    (name, value) => `<input value='${value.replaceAll('&', '&amp;')}' type=hidden name='${name}'>`,
  ],
  ['a setting of .NET', (name, value) => `<add key="${name}" value="${value.replaceAll('&', '&amp;')}" />`],
  ['YAML', (name, value) => `server:\n  port: 8080\n  ${name}: ${value}\n  host: x.example\n`],
  ['YAML with quotes', (name, value) => `spring:\n  ${name}: '${value}'\n`],
  ['an ini file', (name, value) => `[default]\nregion = us-east-1\n${name} = ${value}\n`],
  ['an environment', (name, value) => `NODE_ENV=production\nexport ${name.replace(/[.-]/g, '_')}='${value}'\n`],
  ['a file of settings', (name, value) => `PORT=80\n${name}=${value}\nDEBUG=1\n`],
  ['PHP', (name, value) => `array(2) {\n  ["${name}"]=>\n  string(${value.length}) "${value}"\n}`],
  ['PHP in short', (name, value) => `Array\n(\n    [${name}] => ${value}\n    [ok] => 1\n)`],
  ['Python', (name, value) => `{'${name}': '${value}', 'ok': True}`],
  ['Python with bytes', (name, value) => `{'${name}': b'${value}'}`],
  ['Ruby', (name, value) => `{"${name}"=>"${value}", :ok=>true}`],
  ['Java', (name, value) => `Request(${name}=${value}, method=POST)`],
  ['a map of Java', (name, value) => `{${name}=${value}, scope=openid}`],
  ['.NET', (name, value) => `${name} = "${value}", Port = 443`],
  ['Go', (name, value) => `{${name.replace(/[.-]/g, '')}:${value} Port:443}`],
  ['JavaScript', (name, value) => `const options = { '${name}': '${value}', retries: 3 }`],
  ['a shell option', (name, value) => `tool login --${name.replace(/[_.]/g, '-')} '${value}' --verbose`],
  ['a shell option with an equals sign', (name, value) => `tool --${name.replace(/[_.]/g, '-')}="${value}" run`],
  [
    'data of curl',
    (name, value) => `curl -X POST https://id.example/t -d '${name}=${encodeURIComponent(value)}' -d grant_type=x`,
  ],
  [
    'JSON of curl',
    (name, value) => `curl https://id.example -H 'Content-Type: application/json' --data-raw '{"${name}":"${value}"}'`,
  ],
  ['JSON in a shell with escapes', (name, value) => `curl -d "{\\"${name}\\":\\"${value}\\"}" https://id.example`],
  ['a table', (name, value) => `| Field | Value |\n| --- | --- |\n| ${name} | ${value} |\n`],
  ['tabs', (name, value) => `name\tvalue\n${name}\t${value}\n`],
  ['references of HTML', (name, value) => `{&quot;${name}&quot;:&quot;${value.replaceAll('&', '&amp;')}&quot;}`],
  ['unicode escapes', (name, value) => `{\\u0022${name}\\u0022:\\u0022${value}\\u0022}`],
  ['base64 of JSON', (name, value) => `data: ${base64(JSON.stringify({ v: 1, [name]: value }))}`],
  ['base64url of a form', (name, value) => `state?r=${base64url(`a=1&${name}=${encodeURIComponent(value)}&b=2`)}`],
]

const xmlName = (name: string) => name.replace(/[^\p{L}\d_-]/gu, '_')

describe('a secret that its name tells is removed', () => {
  describe.each(syntaxes)('in %s', (syntax, write) => {
    // Each name in several syntaxes, each syntax with many names.
    const at = syntaxes.findIndex(([one]) => one === syntax)
    it.each(named.filter((_, index) => (index + at) % 3 === 0))('%s', (name, value) => {
      const copy = safe(write(name, value))
      for (const spelling of [value, encodeURIComponent(value), base64(JSON.stringify({ v: 1, [name]: value }))])
        expect(copy).not.toContain(spelling)
    })
  })
})

const headers: [name: string, line: string, secret: string][] = [
  ['Bearer', `Authorization: Bearer ${jwt}`, signature],
  ['an opaque Bearer', 'authorization: bearer 7f3a-opaque-token-1', '7f3a-opaque-token-1'],
  ['Basic', `Authorization: Basic ${base64('app:s3cr3t-value')}`, base64('app:s3cr3t-value')],
  ['Basic and Bearer', `Authorization: Basic ${base64('app:s3cr3t-value')}, Bearer ${jwt}`, base64('app:s3cr3t-value')],
  [
    'Digest',
    'Authorization: Digest username="u", realm="r", nonce="dcd98b7102dd2f0e8b11d0f6", uri="/x", response="6629fae49393a05397450978507c4ef1"',
    '6629fae49393a05397450978507c4ef1',
  ],
  [
    'AWS',
    'Authorization: AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20260522/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=fe5f80f77d5fa3beca038a248ff027d0445342fe2855ddc963176630326f1024',
    'fe5f80f77d5fa3beca038a248ff027d0445342fe2855ddc963176630326f1024',
  ],
  [
    'OAuth 1',
    'Authorization: OAuth oauth_consumer_key="k", oauth_token="nnch734d00sl2jdk", oauth_signature="tR3%2BTy81lMeYAr%2FFid0kMTYa%2FWM%3D"',
    'nnch734d00sl2jdk',
  ],
  ['a key as such', 'Authorization: ApiKey c2VjcmV0LWtleS0xMjM0', 'c2VjcmV0LWtleS0xMjM0'],
  ['no scheme', 'Authorization: 9f8e7d6c5b4a39281706', '9f8e7d6c5b4a39281706'],
  ['a proxy', `Proxy-Authorization: Basic ${base64('me:proxy-pass-1')}`, base64('me:proxy-pass-1')],
  ['a cookie', 'Cookie: theme=x; sid=s%3Aabc123def456; other=zzz99yyy88', 'zzz99yyy88'],
  ['a set cookie', 'Set-Cookie: __Host-s=abc123def456ghi; Path=/; HttpOnly', 'abc123def456ghi'],
  [
    'joined set cookies',
    'Set-Cookie: a=first-1a2b3c; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/, b=second-4d5e6f; Path=/',
    'second-4d5e6f',
  ],
  ['a DPoP proof', `DPoP: ${jwt}`, signature],
  ['a header nobody knows', 'X-Acme-Blob: 7Gk2mPq9vTz2LwX4nB8cR1dY', '7Gk2mPq9vTz2LwX4nB8cR1dY'],
]

it.each(headers)('a header with %s is removed as text, in JSON, in HAR and in curl', (_, line, secret) => {
  const [name = '', value = ''] = line.split(/: (.*)/s)
  const texts = [
    `GET /v1/x HTTP/1.1\nHost: api.example\n${line}\nAccept: */*\n\n`,
    `> ${line}\n< HTTP/1.1 401\n`,
    JSON.stringify({ headers: { [name]: value } }),
    JSON.stringify({ headers: [{ name, value }] }),
    JSON.stringify({ multiValueHeaders: { [name]: [value] } }),
    JSON.stringify({ rawHeaders: ['Host', 'api.example', name, value] }),
    `curl 'https://api.example/v1/x' -H '${line}' --compressed`,
    `{'${name}': '${value}'}`,
  ].filter((text, at) => !name.startsWith('X-Acme') || at < 4 || text.startsWith('curl'))
  for (const text of texts) expect(safe(text), text).not.toContain(secret)
})

const forms: [name: string, value: string][] = [
  ['a JWT', jwt],
  ['an AWS key', 'AKIAIOSFODNN7EXAMPLE'],
  ['a GitHub token', 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'],
  [
    'a fine-grained GitHub token',
    'github_pat_11AAAAAAA0aBcDeFgHiJkL_mNoPqRsTuVwXyZ0123456789abcdefghijklmnopqrstuvwxyzABCDEFG',
  ],
  ['a GitLab token', 'glpat-zY8xWv7uTs6rQp5oNm4l'],
  ['a Stripe key', 'sk_live_4eC39HqLyjWDarjtT1zdp7dc'],
  ['a restricted Stripe key', 'rk_live_51HqLyjWDarjtT1zdp7dc9s8'],
  ['a Slack token', 'xoxb-1111111111-2222222222-AbCdEfGhIjKlMnOp'],
  ['a Google token', 'ya29.a0AfH6SMBx7-kQpLmN0pQrStUvWxYz'],
  ['a Google key', 'AIzaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY'],
  ['a SendGrid key', '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'],
  ['a Facebook token', 'EAAGm0PX4ZCpsBAKZCZBjqSxYz0123456789abcdefghij'],
  ['a Shopify token', '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'],
  ['an npm token', 'npm_0a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R'],
  ['a DigitalOcean token', 'dop_v1_0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9'],
  ['a Hugging Face token', 'hf_AbCdEfGhIjKlMnOpQrStUvWxYz01234567'],
  ['an age key', 'AGE-SECRET-KEY-1QQPQYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQ5K0P0T'],
  ['a Mercado Pago token', 'APP_USR-1234567890123456-052215-0a1b2c3d4e5f60718293a4b5c6d7e8f9-123456789'],
  ['an Asaas key', '$aact_YTU5YTE0M2M2N2I4MTliNzk0YTI5N2U5MzdjNWZmNDQ6OjAwMDAwMDAwMDAwMDAwMDAwMDA6OiRhYWNoXzAwMDA='],
  ['an OpenAI key', 'sk-proj-AbCdEfGhIjKlMnOpQrStUvWx0123456789'],
  ['a Vault token', 'hvs.CAESIJ1234567890abcdefghijKLMNOP'],
  ['a Slack webhook', 'https://hooks.slack.com/services/T00000000/B00000000/XXXX1234abcdEFGH5678ijkl'],
  ['a Google client secret', 'GOCSPX-1a2B3c4D5e6F7g8H9i0J'],
  ['a Telegram token', 'https://api.telegram.org/bot123456789:AAF-abcdefghijklmnopqrstuvwxyz01234/getMe'],
]
const surroundings: [name: string, write: (value: string) => string][] = [
  ['in a sentence', (value) => `It failed with ${value}, says the log.`],
  ['after an equals sign', (value) => `TOKEN=${value}`],
  ['in an unnamed field', (value) => JSON.stringify({ note: value })],
  ['in an address', (value) => `https://x.example/a?q=${encodeURIComponent(value)}`],
  ['in base64', (value) => base64(`the value is ${value} there`)],
  ['in quotes with escapes', (value) => `{"m":"{\\"n\\":\\"${value}\\"}"}`],
]

describe('a credential that its form tells is removed', () => {
  describe.each(forms)('%s', (_, value) => {
    it.each(surroundings)('%s', (_where, write) => {
      const copy = safe(write(value))
      expect(copy).not.toContain(value)
      expect(copy).not.toContain(value.slice(-14))
      expect(copy).not.toContain(base64(`the value is ${value} there`))
    })
  })
})

it.each([
  ['after a word', `token${jwt}`],
  ['after an underscore', `id_token_${jwt}`],
  ['with encoded dots', jwt.replaceAll('.', '%2E')],
  ['over lines', (jwt.match(/.{1,60}/g) ?? []).join('\n')],
  ['over lines with backslashes', (jwt.match(/.{1,64}/g) ?? []).join('\\\n')],
  ['with characters of no width', jwt.replace('.', '.\u200b')],
  ['in a path', `https://x.example/verify/${jwt}/next`],
  ['as JSON', JSON.stringify({ protected: header, payload: base64url('{"sub":"x"}'), signature })],
  [
    'as JSON of several',
    JSON.stringify({ payload: base64url('{"sub":"x"}'), signatures: [{ protected: header, signature }] }),
  ],
  ['in a cookie', `Cookie: session=${jwt}`],
  [
    'encrypted',
    `${base64url('{"alg":"RSA-OAEP","enc":"A256GCM"}')}.${signature}.aXYtaXYtaXYtaXY.${signature}.dGFnLXRhZy10YWc`,
  ],
  ['in a Java map', `{Authorization=[Bearer ${jwt}]}`],
  ['in JSON with an escaped slash', `{"u":"https:\\/\\/x.example\\/${jwt}"}`],
])('the signature of a token is removed %s', (_, text) => {
  expect(safe(text).replace(/[\s\\\u200b]/g, '')).not.toContain(signature)
})

it.each([
  ['in PEM', pem],
  ['in PEM of one line', pem.replaceAll('\n', '\\n')],
  ['in JSON', JSON.stringify({ type: 'service_account', private_key: pem })],
  ['in a variable', `KEY="${pem.replaceAll('\n', '\\n')}"`],
  ['of RSA', pem.replaceAll('PRIVATE', 'RSA PRIVATE')],
  ['of OpenSSH', pem.replaceAll('PRIVATE', 'OPENSSH PRIVATE')],
  ['that was cut', pem.slice(0, 140)],
  ['percent-encoded', encodeURIComponent(pem)],
  ['in base64', base64(pem)],
  ['as a JWK', JSON.stringify({ kty: 'RSA', n: 'x', e: 'AQAB', d: inner, p: inner, q: inner })],
  ['as a JWK of JavaScript', `{'kty': 'OKP', 'crv': 'Ed25519', 'd': '${inner.slice(0, 43)}'}`],
  ['in YAML', `tls.key: |\n${pem.replace(/^/gm, '    ')}\n`],
])('a private key is removed %s', (_, text) => {
  const copy = safe(text)
  expect(copy).not.toContain(inner.slice(0, 30))
  expect(copy).not.toContain(base64(pem).slice(0, 60))
})

const people: [name: string, value: string][] = [
  ['a CPF', '529.982.247-25'],
  ['a CPF of digits', '52998224725'],
  ['a CNPJ', '11.222.333/0001-81'],
  ['a CNPJ of digits', '11222333000181'],
  ['a CNPJ with letters', '12.ABC.345/01DE-35'],
  ['a CNPJ with letters alone', '12ABC34501DE35'],
  ['an e-mail address', 'ana.souza@example.com.br'],
  ['a telephone number', '(11) 98765-4321'],
  ['a telephone number of Brazil', '+55 11 98765-4321'],
  ['a telephone number of E.164', '+5511987654321'],
  ['a telephone number of the US', '+1 415-555-2671'],
  ['a card number', '4111 1111 1111 1111'],
  ['a card number of digits', '5555555555554444'],
  ['an IBAN', 'DE89370400440532013000'],
]
const aroundPeople: [name: string, write: (value: string) => string][] = [
  ['in a sentence', (value) => `The customer ${value} was not found.`],
  ['in an unnamed field', (value) => JSON.stringify({ message: `rejected for ${value}` })],
  ['as a value', (value) => JSON.stringify({ x: value })],
  ['in a query', (value) => `GET /v1/customers?q=${encodeURIComponent(value)} 404`],
  ['in a path', (value) => `GET https://api.example/v1/customers/${encodeURIComponent(value)}/slips`],
  ['in XML', (value) => `<r><x>${value}</x></r>`],
  ['in a log', (value) => `2026-11-22T10:00:00Z WARN id=${value} status=422`],
  ['in base64', (value) => `ctx ${base64(JSON.stringify({ customer: value, a: 1 }))}`],
  [
    'in a token',
    (value) =>
      `${header}.${base64url(JSON.stringify({ iss: 'https://id.example', note: `for ${value}` }))}.${signature}`,
  ],
]

describe('what describes a person is removed', () => {
  describe.each(people)('%s', (_, value) => {
    it.each(aroundPeople)('%s', (_where, write) => {
      const text = write(value)
      const copy = safe(text)
      expect(copy).not.toContain(value)
      expect(copy).not.toContain(encodeURIComponent(value))
      for (const [run] of text.matchAll(/ey[\w-]{20,}|[\w+/]{24,}={0,2}/g))
        if (Buffer.from(run, 'base64url').toString().includes(value)) expect(copy).not.toContain(run)
    })
  })
})

it.each([
  ['nome', '{"nome":"Ana Souza","cpf":"529.982.247-25"}', 'Ana Souza'],
  ['nome_cliente', 'nome_cliente=Ana+Souza&x=1', 'Ana+Souza'],
  ['name beside cpf', '{"name":"Ana Souza","cpf":"52998224725"}', 'Ana Souza'],
  ['name beside e-mail', '{"id":3,"name":"João da Silva","email":"j@example.com"}', 'João da Silva'],
  ['name of a customer', '{"customer":{"name":"Ana Souza"}}', 'Ana Souza'],
  ['given_name', '{"given_name":"Ana","family_name":"Souza"}', 'Souza'],
  ['Nome in YAML', 'cliente:\n  nome: Ana Souza\n  uf: SP\n', 'Ana Souza'],
  ['Nome in XML', '<tomador><Nome>Ana Souza</Nome><UF>SP</UF></tomador>', 'Ana Souza'],
  ['a name that is said elsewhere', '{"nome":"Ana Souza","message":"Ana Souza has no access"}', 'Ana Souza has'],
  ['telefone as a number', '{"telefone":11987654321}', '11987654321'],
  ['parts of a telephone number', '{"telefone":{"ddd":"11","numero":"987654321"}}', '987654321'],
  ['birthdate', '{"birthdate":"1990-05-17"}', '1990-05-17'],
  ['data de nascimento', 'Data de nascimento: 17/05/1990', '17/05/1990'],
  ['endereço', '{"endereco":{"logradouro":"Rua das Flores","numero":"123","cep":"01310-100"}}', 'Rua das Flores'],
  ['a document with its type', '{"tipo":"CPF","numero":"111.444.777-35"}', '111.444.777-35'],
  ['a Pix key', '{"chavePix":"7d9f0335-8dcc-4054-9bf9-0dbd61d36906"}', '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'],
  [
    'a claim in a token',
    `${header}.${base64url('{"name":"Ana Souza","email":"ana@example.com"}')}.x`,
    base64url('{"name":"Ana Souza","email":"ana@example.com"}'),
  ],
  ['the same number in aud', `{"company":"x","cnpj":"11222333000181","aud":["11222333000181"]}`, '["11222333000181"]'],
])('what is named as somebody’s is removed: %s', (_, text, secret) => {
  expect(safe(text)).not.toContain(secret)
})

it.each([
  ['The password is hunter2.', 'hunter2'],
  ['the password for ana is Tr0ub4dor&3 and it fails', 'Tr0ub4dor&3'],
  ['I log in with user demo and password s3nh4-forte', 's3nh4-forte'],
  ['a senha é Gato!Preto7', 'Gato!Preto7'],
  ['senha: Gato!Preto7, usuário: ana', 'Gato!Preto7'],
  ['My client secret is 7f8a9b0c1d2e3f4a', '7f8a9b0c1d2e3f4a'],
  ['Here is the token: 9f8e7d6c5b4a39281706', '9f8e7d6c5b4a39281706'],
  ['I sent the token 9f8e7d6c5b4a39281706 and got 401', '9f8e7d6c5b4a39281706'],
  ['using api key ak-12ab34cd56ef78 in the header', 'ak-12ab34cd56ef78'],
  ['The access token "9f8e7d6c5b4a39281706" was refused', '9f8e7d6c5b4a39281706'],
  ['O client_secret do ambiente é 7f8a9b0c1d2e3f4a', '7f8a9b0c1d2e3f4a'],
  ['API key → ak-12ab34cd56ef78', 'ak-12ab34cd56ef78'],
  ['password is "correct horse battery staple"', 'correct horse'],
  ['the verification code is 493817x', '493817x'],
  ['curl -u demo:s3cr3t-value https://id.example', 's3cr3t-value'],
  ["curl -u 'demo:s3cr3t-value' https://id.example", 's3cr3t-value'],
  ['curl --user demo:s3cr3t-value https://id.example', 's3cr3t-value'],
  ['curl -b "sid=abc123def456" https://x.example', 'abc123def456'],
  ['mysql -u root -pS3cr3tValue -h db.example', 'S3cr3tValue'],
  ['sshpass -p s3cr3t-value ssh ana@host', 's3cr3t-value'],
  ['docker login -u ana -p s3cr3t-value registry.example', 's3cr3t-value'],
  ['openssl pkcs12 -in a.p12 -passin pass:s3cr3t-value', 's3cr3t-value'],
  ['Invoke-Login -Password s3cr3t-value -Verbose', 's3cr3t-value'],
  ['["--client-secret", "7f8a9b0c1d2e3f4a"]', '7f8a9b0c1d2e3f4a'],
  ['postgres://app:s3cr3t-value@db.example:5432/x', 's3cr3t-value'],
  ['https://ana:s3cr3t-value@api.example/v1', 's3cr3t-value'],
  ['redis://:s3cr3t-value@cache.example:6379', 's3cr3t-value'],
  ['mongodb+srv://app:p%40ss-word9@cluster.example/db', 'p%40ss-word9'],
  ['Server=db;Database=x;User Id=app;Password=s3cr3t;value;', 's3cr3t'],
  [
    'DefaultEndpointsProtocol=https;AccountName=x;AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq==;',
    'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1',
  ],
  [
    'https://b.s3.amazonaws.com/k?X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20260522&X-Amz-Signature=fe5f80f77d5fa3beca038a248ff027d0',
    'fe5f80f77d5fa3beca038a248ff027d0',
  ],
  [
    'https://a.blob.core.windows.net/c/b?sv=2022-11-02&sig=Zm9vYmFyL2Jhei9xdXgr9081%3D&se=2026-11-30',
    'Zm9vYmFyL2Jhei9xdXgr9081',
  ],
  [
    'https://storage.googleapis.com/b/o?GoogleAccessId=x&Expires=1767225600&Signature=a1B2c3D4e5F6g7H8',
    'a1B2c3D4e5F6g7H8',
  ],
  ['https://app.example/reset/9f8e7d6c5b4a39281706', '9f8e7d6c5b4a39281706'],
  ['POST https://app.example/hooks/9f8e7d6c-5b4a-3928-1706-aa11bb22cc33', '9f8e7d6c-5b4a-3928-1706-aa11bb22cc33'],
  [
    '<saml:AttributeStatement><saml:Attribute Name="email"><saml:AttributeValue>ana</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>',
    '>ana<',
  ],
  ['s:8:"password";s:7:"hunter2";', 'hunter2'],
  ['user[password]=hunter2x&user[name]=x', 'hunter2x'],
  ['Parameters: {"user"=>{"password"=>"hunter2x"}}', 'hunter2x'],
  ['authorization:\nBearer 9f8e7d6c5b4a39281706\n', '9f8e7d6c5b4a39281706'],
  ['login.microsoftonline.com client_secret=Q8~abcDEF123~ghi.JKL456_mn', 'Q8~abcDEF123~ghi.JKL456_mn'],
])('%s', (text, secret) => {
  expect(safe(text)).not.toContain(secret)
})
