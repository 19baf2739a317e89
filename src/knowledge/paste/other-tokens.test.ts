import { deflateRawSync, deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { base64UrlOf } from '../text/base64.ts'
import { factsOf } from '../token/what-it-says.ts'
import { inspect } from './inspect.ts'
import { findOtherTokens } from './other-tokens.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const url = (text: string | Buffer) => Buffer.from(text).toString('base64url')
const packet = (name: string, value: string) => {
  const body = `${name} ${value}\n`
  return `${(body.length + 4).toString(16).padStart(4, '0')}${body}`
}
const macaroon = url(
  packet('location', 'https://bank.example/') +
    packet('identifier', 'key-1') +
    packet('cid', 'account = 3735928559') +
    packet('signature', 'x'.repeat(32)),
)
const xml =
  '<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1" IssueInstant="2026-11-22T10:00:00Z" Destination="https://idp.example/sso"><saml:Issuer xmlns:saml="urn:x">https://sp.example/metadata</saml:Issuer></samlp:AuthnRequest>'
const response = xml.replaceAll('AuthnRequest', 'Response')
const stamp = url(Buffer.from([0x65, 0x5e, 0x00, 0x10]))
const paseto = `v4.public.${url(Buffer.concat([Buffer.from('{"sub":"ada","exp":"2030-01-01T00:00:00Z"}'), Buffer.alloc(64, 7)]))}`

const field = (type: number, value: string) => Buffer.concat([Buffer.from([type, value.length]), Buffer.from(value)])
const biscuit = url(
  Buffer.concat([
    field(
      0x12,
      Buffer.concat([
        field(0x0a, field(0x0a, 'reads').toString('latin1')),
        field(0x12, 'k'.repeat(36)),
        field(0x1a, 's'.repeat(64)),
      ]).toString('latin1'),
    ),
    field(0x22, 'p'.repeat(34)),
  ]),
)
const cwt =
  'd28443a10126a104524173796d6d657472696345434453413235365850a70175636f61703a2f2f61732e6578616d706c652e636f6d02656572696b77037818636f61703a2f2f6c696768742e6578616d706c652e636f6d041a5612aeb0051a5610d9f0061a5610d9f007420b7158405427c1ff28d23fbad1f29c4c7c6a555e601d6fa29f9179bc3d7438bacaca5acd08c8d4d4f96131680c429a01f85951ecee743a52b9b63632c57209120e1c9e30'
const oauth1 =
  'Authorization: OAuth oauth_consumer_key="xvz1evFS4w", oauth_nonce="kYjzVBB8Y0", oauth_signature="tnnArxj06cWHq44gCs1OSKk%2FjLY%3D", oauth_signature_method="HMAC-SHA1", oauth_timestamp="1795353000", oauth_version="1.0"'

const values: [what: string, text: string, name: string, content?: Record<string, unknown>][] = [
  ['Basic', `Authorization: Basic ${base64('app:s3cr3t')}`, 'User name and password (Basic)', { 'user name': 'app' }],
  ['PASETO', `token: ${paseto}`, 'PASETO (v4.public)', { sub: 'ada' }],
  ['an encrypted PASETO', `v4.local.${'a'.repeat(90)}`, 'Encrypted PASETO (v4.local)'],
  [
    'SAML that was posted',
    `SAMLResponse=${encodeURIComponent(base64(response))}`,
    'SAML response',
    { message: 'Response', issuer: 'https://sp.example/metadata' },
  ],
  [
    'SAML in an address',
    `https://idp.example/sso?SAMLRequest=${encodeURIComponent(deflateRawSync(xml).toString('base64'))}&RelayState=x`,
    'SAML authentication request',
    { message: 'AuthnRequest', destination: 'https://idp.example/sso' },
  ],
  ['SAML by itself', base64(response), 'SAML response', { message: 'Response' }],
  ['a token of GitHub, by its checksum', `ghp_${'zQ1'.repeat(10)}1YZ9rV`, 'GitHub personal access token (classic)'],
  [
    'a token of GitHub with one character changed',
    `ghp_${'zQ1'.repeat(9)}zQ21YZ9rV`,
    'GitHub personal access token (classic)',
  ],
  [
    'Fernet',
    `token=${url(Buffer.concat([Buffer.from([0x80, 0, 0, 0, 0, 0x6b, 0x49, 0xd2, 0x00]), Buffer.alloc(16 + 32 + 32, 7)]))}`,
    'Fernet token',
    { 'encrypted bytes': 32 },
  ],
  [
    'a token that uploads to PyPI',
    `pypi-${url(packet('location', 'pypi.org') + packet('identifier', 'f3a1') + packet('cid', '[1,["maps"]]') + packet('cid', '[0,1893456000,1800000000]') + packet('signature', 'x'.repeat(32)))}`,
    'PyPI API token',
    { 'for projects': ['maps'], 'valid until': '2030-01-01 00:00:00 UTC' },
  ],
  [
    'SAML with attributes',
    `SAMLResponse=${base64('<samlp:Response xmlns:samlp="urn:x" InResponseTo="_r1"><saml:AttributeStatement><saml:Attribute Name="mail"><saml:AttributeValue>a@b.example</saml:AttributeValue></saml:Attribute><saml:Attribute Name="role"><saml:AttributeValue>x</saml:AttributeValue><saml:AttributeValue>y</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></samlp:Response>')}`,
    'SAML response',
    { attributes: { mail: 'a@b.example', role: ['x', 'y'] }, 'in response to': '_r1' },
  ],
  [
    'SAML that asks for a new sign-in, signed in its query',
    `https://idp.example/sso?SAMLRequest=${encodeURIComponent(deflateRawSync(xml.replace('ID=', 'ForceAuthn="true" ID=')).toString('base64'))}&SigAlg=${encodeURIComponent('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256')}&Signature=AbC`,
    'SAML authentication request',
    {
      'signs in again': 'yes, even with a session (ForceAuthn)',
      signature: 'in the query (SigAlg rsa-sha256)',
    },
  ],
  [
    'a signed address of Azure, with whose storage it opens',
    `https://store1.blob.core.windows.net/data?sv=2024-11-04&se=2030-01-01T00:00:00Z&sr=c&sp=r&sig=${'A'.repeat(43)}%3D`,
    'Azure shared access signature (SAS, service)',
    { account: 'store1', resources: 'a container with its blobs' },
  ],
  [
    'a signed request of AWS',
    `Authorization: AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20260101/eu-west-1/s3/aws4_request, SignedHeaders=host;x-amz-date, Signature=${'a'.repeat(64)}`,
    'AWS Signature Version 4',
    { 'signed headers': ['host', 'x-amz-date'] },
  ],
  [
    'a protected value of ASP.NET Core, with its key',
    `CfDJ8${url(Buffer.alloc(60, 0x11)).slice(1)}`,
    'ASP.NET Core protected value',
    { 'key ID (key ring)': expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/) },
  ],
  [
    'a session of Flask',
    `Cookie: session=${url('{"user":7}')}.${stamp}.${'a'.repeat(27)}`,
    'Flask session cookie (itsdangerous)',
    { user: 7 },
  ],
  [
    'a large session of Flask',
    `session=.${url(deflateSync('{"user":7}'))}.${stamp}.${'a'.repeat(27)}`,
    'Flask session cookie (itsdangerous)',
    { user: 7 },
  ],
  [
    'a value of Django',
    `sessionid=${url('{"_auth_user_id":"1"}')}:1tABCd:${'a'.repeat(43)}`,
    'Django signed value',
    { _auth_user_id: '1' },
  ],
  [
    'a cookie of Laravel',
    `laravel_session=${encodeURIComponent(base64('{"iv":"AAAAAAAAAAAA","value":"BBBBBBBBBBBB","mac":"cc","tag":""}'))}`,
    'Session cookie of Laravel',
  ],
  [
    'a cookie of Rails',
    `_app_session=${base64('x'.repeat(60))}--${base64('y'.repeat(12))}--${base64('z'.repeat(16))}`,
    'Rails encrypted cookie',
  ],
  [
    'a signed cookie of Rails',
    `remember=${base64('{"_rails":{"message":"IjEi"}}')}--${'0a'.repeat(20)}`,
    'Rails signed cookie',
    { _rails: { message: 'IjEi' } },
  ],
  ['a cookie of ASP.NET Core', `.AspNetCore.Cookies=CfDJ8${'Ab1'.repeat(40)}`, 'Login cookie of ASP.NET Core'],
  [
    'a session of Express',
    `connect.sid=s%3AabcdefGHIJ0123456789abcdefGHIJ01.${'a'.repeat(43)}`,
    'Express session cookie',
  ],
  ['a session of PHP', 'Cookie: PHPSESSID=298zf09hf012fh2abc123def45; x=1', 'Session ID of PHP'],
  ['a session of Java', 'Cookie: JSESSIONID=1A530637289A03B07199A44E8D531427', 'Session ID of a Java server'],
  ['iron', `sealed Fe26.2*1*${'ab*'.repeat(40)}`, 'Sealed iron value'],
  [
    'a passkey',
    `{"id":"x","clientDataJSON":"${url('{"type":"webauthn.get","challenge":"abc","origin":"https://app.example"}')}"}`,
    'Passkey response (client data)',
    { origin: 'https://app.example' },
  ],
  ['a token of GitHub', 'export GH=ghp_16C7e42F292c6912E7710c838347Ae178B4a', 'GitHub personal access token (classic)'],
  ['a key of Stripe', `key: sk_${'live'}_4eC39HqLyjWDarjtT1zdp7dc`, 'Stripe secret key (live mode)'],
  ['an access token of Google', `Bearer ya29.${'a0AfH6SMB'.repeat(8)}`, 'Google OAuth access token'],
  [
    'a shared access signature of Azure',
    'https://acme.blob.core.windows.net/files/a.pdf?sv=2024-11-04&ss=b&srt=o&sp=rl&se=2026-12-01T00:00:00Z&spr=https&sig=Zm9vYmFyZm9vYmFyZm9vYmFyZm9vYmFyZm9vYmFyMTI%3D',
    'Azure shared access signature (SAS, account)',
  ],
  ['a secret of AWS', `aws_secret_access_key = ${'wJalrXUtnFEMI/K7MDENG/'}bPxRfiCYEXAMPLEKEY`, 'AWS secret access key'],
  [
    'a macaroon',
    `Authorization: Macaroon ${macaroon}`,
    'Macaroon',
    { location: 'https://bank.example/', caveats: ['account = 3735928559'] },
  ],
  [
    'a macaroon of the second format',
    `Macaroon ${url(Buffer.concat([Buffer.from([2]), field(1, 'https://x.example'), field(2, 'key-1'), Buffer.from([0]), field(2, 'time < 2026-12-01T00:00:00Z'), Buffer.from([0, 0]), field(6, 'x'.repeat(32))]))}`,
    'Macaroon',
    { location: 'https://x.example', caveats: ['time < 2026-12-01T00:00:00Z'] },
  ],
  ['a Biscuit', `biscuit: ${biscuit}`, 'Biscuit', { blocks: 1 }],
  ['a CWT (RFC 8392, A.3)', cwt, 'CBOR Web Token (CWT)', { iss: 'coap://as.example.com', exp: 1_444_064_944 }],
  [
    'an address that AWS signed',
    `https://b.s3.amazonaws.com/k?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20261122%2Feu-west-1%2Fs3%2Faws4_request&X-Amz-Date=20261122T130000Z&X-Amz-Expires=3600&X-Amz-Signature=${'0a'.repeat(32)}`,
    'AWS presigned URL',
    { region: 'eu-west-1', service: 's3' },
  ],
  [
    'a token of Service Bus',
    `Authorization: SharedAccessSignature sr=https%3A%2F%2Fns.servicebus.windows.net&sig=${'a'.repeat(43)}%3D&se=1795360000&skn=Root`,
    'Azure SAS token of Service Bus, Event Hubs or IoT Hub',
    { policy: 'Root' },
  ],
  ['a ticket of Kerberos', `Authorization: Negotiate YII${'Ab1'.repeat(30)}`, 'Kerberos ticket (Negotiate)'],
  ['a signature of OAuth 1.0a', oauth1, 'OAuth 1.0a signature', { oauth_version: '1.0' }],
  [
    'a registry of Docker',
    `{"auths":{"x":{"auth":"${base64('me:pass')}"}}}`,
    'User name and password of a registry (Docker)',
  ],
  ['an opaque bearer', 'Authorization: Bearer 2YotnFZFEjr1zCsicMWpAA', 'Opaque access token (Bearer)'],
  ['an API token of Okta', 'Authorization: SSWS 00QCjAl4MlV-WPXM-ABCDEFGHIJ', 'Okta API token (SSWS)'],
  ['a session of Drupal', `Cookie: SSESS${'0a'.repeat(16)}=${'aB3'.repeat(12)}`, 'Session ID of Drupal'],
  ['a seed of NATS', 'SUAGNKC24HXG5TD5XKKSWSVFRRKYQGZXF5LCTNXNNWCHO6C4WX3OTDQQNU', 'NATS seed (nkey)'],
  [
    'a secret of one-time passwords',
    'otpauth://totp/ACME:ana?secret=HXDMVJECJJWSRB3H&issuer=ACME',
    'One-time password secret (otpauth)',
  ],
  ['a bot of Slack', `xoxb-${'17653672481'}-19874698323-pdFZKVeTuE8sk7oOcHrzqqgy`, 'Slack bot token'],
  ['a refresh token of Entra ID', `0.AXEA${'b1'.repeat(20)}.${'Ag1'.repeat(60)}`, 'Entra ID refresh token or code'],
  ['a session of AWS', `AWS_SESSION_TOKEN=IQoJb3JpZ2luX2Vj${'Ab1'.repeat(60)}`, 'AWS session token'],
]

describe('what is not a JWT is told by its form:', () => {
  it.each(values)('%s', (_what, text, name, content) => {
    const [found] = findOtherTokens(text, [])
    expect(found?.recognised.name).toBe(name)
    if (content !== undefined && found?.token.form === 'opaque') expect(found.token.content).toMatchObject(content)
    expect(inspect(text).tokens.map(({ recognised }) => recognised.name)).toContain(name)
  })

  it.each([
    ['PASETO', paseto, { exp: Date.parse('2030-01-01T00:00:00Z') / 1000 }],
    [
      'a signed address',
      values.find(([what]) => what === 'an address that AWS signed')?.[1] ?? '',
      { iat: 1_795_352_400, exp: 1_795_356_000 },
    ],
    [
      'a macaroon',
      values.find(([what]) => what === 'a macaroon of the second format')?.[1] ?? '',
      { exp: 1_796_083_200 },
    ],
  ])('the times of %s are read', (_what, text, times) => {
    const [found] = findOtherTokens(text, [])
    expect(found?.token.form === 'opaque' && found.token.times).toMatchObject(times)
  })

  it.each([
    ['2026-11-23T13:00:00Z', '2026-11-23T12:05:00Z', '2026-11-23T12:05:00Z'],
    ['2026-11-23T12:30:00Z', '2026-11-23T13:00:00Z', '2026-11-23T12:30:00Z'],
  ])('a SAML response with conditions until %s and a confirmation until %s ends at %s', (until, confirmed, ends) => {
    const text = base64(
      `<samlp:Response xmlns:samlp="urn:x"><Assertion><Subject><SubjectConfirmation><SubjectConfirmationData NotOnOrAfter="${confirmed}"/></SubjectConfirmation></Subject><Conditions NotOnOrAfter="${until}"/></Assertion></samlp:Response>`,
    )
    expect(findOtherTokens(text, [])).toMatchObject([
      {
        token: {
          times: { exp: Date.parse(ends) / 1000 },
          content: { 'valid until': until, 'to be received by': confirmed },
        },
      },
    ])
  })

  it.each([
    ['_a1', 'one, of the assertion, by rsa-sha256; not verified here'],
    ['_r1', 'one, of the response, by rsa-sha256; not verified here'],
    ['_x', 'one, by rsa-sha256; not verified here'],
  ])('a signature over %s of a SAML response is of that part', (id, signature) => {
    const text = base64(
      `<samlp:Response xmlns:samlp="urn:x" ID="_r1"><Assertion ID="_a1"><SignatureMethod Algorithm="urn:x#rsa-sha256"/><Reference URI="#${id}"/></Assertion></samlp:Response>`,
    )
    expect(findOtherTokens(text, [])).toMatchObject([{ token: { content: { signature } } }])
  })

  it('a client secret is not said to be named as a token', () => {
    const [found] = findOtherTokens("client_secret = 'J9chSE63h0nEPEoUYV7W'", [])
    expect(found?.recognised.why).toBe('It was named as a client secret.')
  })

  it('a password is never among what is read of it', () => {
    expect(JSON.stringify(findOtherTokens(`Basic ${base64('app:s3cr3t')}`, [])[0]?.token)).not.toContain('s3cr3t')
  })

  it.each([
    ['a sentence', 'The basic idea is that v4.public is a version and a name.'],
    ['an identifier', 'correlation 3f2504e0-4f89-11d3-9a0c-0305e82c3301'],
    ['a hash', 'sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    ['a time', '10:20:30 at 2026-11-22T10:20:30Z'],
  ])('%s is nothing of the kind', (_what, text) => {
    expect(findOtherTokens(text, [])).toEqual([])
  })
})

it('of a token of GitHub whose checksum does not fit, that place is told as broken', () => {
  const defectsOf = (text: string) => findOtherTokens(text, [])[0]?.token.defects
  expect(defectsOf(`ghp_${'zQ1'.repeat(10)}1YZ9rV`)).toEqual([])
  expect(defectsOf(`ghp_${'zQ1'.repeat(9)}zQ21YZ9rV`)).toMatchObject([
    { at: 34, problem: expect.stringContaining('checksum') },
  ])
})

it('a document within other words is shown like a token: whose it is, who it is for, until when', () => {
  const { as, tokens } = inspect(
    'POST /introspect 200\n{"active":true,"client_id":"web","sub":"ana","scope":"read","exp":2000000000}',
  )
  expect(as).toBe('introspection')
  expect(tokens).toMatchObject([{ token: { times: { exp: 2_000_000_000 } }, recognised: { kind: 'introspection' } }])
  expect(factsOf(tokens[0] as never, 0).map(({ name }) => name)).toEqual(['Audience', 'Subject', 'Permissions'])
})

it.each([
  ['a token that its service does not hold for valid', '{"active":false}', 'The token is not active'],
  [
    'what Facebook holds for invalid',
    '{"data":{"app_id":"1","is_valid":false,"user_id":"2"}}',
    'The token is not valid',
  ],
])('%s is told to be so before all else', (_, text, title) => {
  expect(inspect(text).tokens).toMatchObject([{ token: { verdict: { tone: 'bad', title } } }])
})

describe('documents of identity services and clouds are told by their members:', () => {
  it.each([
    [
      'discovery',
      { issuer: 'https://id.example', token_endpoint: 'https://id.example/token', jwks_uri: 'https://id.example/keys' },
    ],
    ['discovery', { resource: 'https://api.example', authorization_servers: ['https://id.example'] }],
    ['introspection', { active: true, scope: 'read', client_id: 'app', exp: 2_000_000_000, iss: 'https://id.example' }],
    ['introspection', { active: false }],
    ['userinfo', { sub: '1', name: 'Ana', email: 'ana@example.com' }],
    ['registration', { client_id: 'x', client_secret: 'y', redirect_uris: ['https://app.example/cb'] }],
    ['device', { device_code: 'd', user_code: 'ABCD', verification_uri: 'https://id.example/device' }],
    ['pushed', { request_uri: 'urn:ietf:params:oauth:request_uri:6esc', expires_in: 60 }],
    ['instance', { instanceId: 'i-1', imageId: 'ami-1', accountId: '1' }],
    ['service-account', { type: 'service_account', private_key: 'x', client_email: 'a@p.iam.gserviceaccount.com' }],
    ['key', { keys: [] }],
    ['claims', { iss: 'https://id.example', sub: '1', exp: 1 }],
    ['token-response', { access_token: 'x', token_type: 'Bearer' }],
  ])('%s', (as, json) => {
    expect(inspect(JSON.stringify(json)).as).toBe(as)
  })
})

it('of a hostile text eight times as long, finding takes no more than some eight times as long', () => {
  const units = [
    's:',
    'Basic ',
    'SAMLResponse=',
    'eyJpdiI6',
    '--',
    'a=',
    'a:b:',
    '.eJ',
    'CfDJ8',
    'v4.public.',
    'PHNhbWw',
    'a.b',
    'session=',
    '%3D',
    'A--B=',
    'abcdefgh',
    '00D!',
    'M.C1_A.',
  ]
  const time = (text: string) =>
    Math.min(
      ...[1, 2].map(() => {
        const begun = performance.now()
        findOtherTokens(text, [])
        return performance.now() - begun
      }),
    )
  for (const unit of units) {
    const of = (length: number) => unit.repeat(Math.ceil(length / unit.length))
    const begun = performance.now()
    findOtherTokens(of(40_000), [])
    if (performance.now() - begun < 300) continue
    expect(time(of(40_000)) / Math.max(5, time(of(5_000))), unit).toBeLessThan(32)
  }
}, 60_000)

it.each([
  [
    'a token of Laravel Sanctum',
    `Authorization: Bearer 41|${'aB3'.repeat(13)}z`,
    'API token in the format of Laravel Sanctum',
  ],
  ['an auth token of Twilio', `TWILIO_AUTH_TOKEN=${'0a1b2c3d'.repeat(4)}`, 'Twilio auth token'],
  [
    'a variable that calls itself a secret',
    `PAYMENTS_WEBHOOK_SECRET="q7Rt2LmZ0pXv4sKd9wYb"`,
    'Secret named PAYMENTS_WEBHOOK_SECRET',
  ],
  [
    'a client secret behind -u',
    'curl -s -u gateway:AwjbxRKxl4F0vHlV -d grant_type=client_credentials https://id.example/token',
    'User name and password (curl -u)',
  ],
  [
    'a tunnel of Cloudflare',
    `TUNNEL_TOKEN=${base64UrlOf(JSON.stringify({ a: '0'.repeat(32), t: '7205d97b-74d1', s: 't5ZL+kg3lWTQnj3hyzQhNcNS' }))}`,
    'Cloudflare Tunnel token',
  ],
])('%s is found', (_, text, name) => {
  expect(inspect(text).tokens.map(({ recognised }) => recognised.name)).toContain(name)
})

it('a secret that is JSON in base64 is not called opaque', () => {
  const [found] = inspect(`ROBOT_TOKEN=${base64UrlOf('{"robot":"r-1","secret":"k9Qw2Lm7"}')}`).tokens
  expect(found?.recognised).toMatchObject({ why: expect.stringContaining('“robot” and “secret”') })
  expect(found?.recognised.note).not.toMatch(/opaque/i)
})

it.each([
  ['an address', 'API_TOKEN=https://id.example/token/endpoint1'],
  ['a placeholder', 'API_TOKEN=your-token-goes-here-123'],
  ['a host', 'SIGNING_KEY=keys.service1.internal.example.com'],
])('%s under the name of a secret is none', (_, text) => {
  expect(inspect(`MODE=test\n${text}`).tokens).toEqual([])
})
