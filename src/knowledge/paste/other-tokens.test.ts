import { deflateRawSync, deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
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
  [
    'a session of Flask',
    `Cookie: session=${url('{"user":7}')}.${stamp}.${'a'.repeat(27)}`,
    'Signed value of Flask (itsdangerous)',
    { user: 7 },
  ],
  [
    'a large session of Flask',
    `session=.${url(deflateSync('{"user":7}'))}.${stamp}.${'a'.repeat(27)}`,
    'Signed value of Flask (itsdangerous)',
    { user: 7 },
  ],
  [
    'a value of Django',
    `sessionid=${url('{"_auth_user_id":"1"}')}:1tABCd:${'a'.repeat(43)}`,
    'Signed value of Django',
    { _auth_user_id: '1' },
  ],
  [
    'a cookie of Laravel',
    `laravel_session=${encodeURIComponent(base64('{"iv":"AAAAAAAAAAAA","value":"BBBBBBBBBBBB","mac":"cc","tag":""}'))}`,
    'Encrypted cookie of Laravel',
  ],
  [
    'a cookie of Rails',
    `_app_session=${base64('x'.repeat(60))}--${base64('y'.repeat(12))}--${base64('z'.repeat(16))}`,
    'Encrypted cookie of Rails',
  ],
  [
    'a signed cookie of Rails',
    `remember=${base64('{"_rails":{"message":"IjEi"}}')}--${'0a'.repeat(20)}`,
    'Signed cookie of Rails',
    { _rails: { message: 'IjEi' } },
  ],
  ['a cookie of ASP.NET Core', `.AspNetCore.Cookies=CfDJ8${'Ab1'.repeat(40)}`, 'Login cookie of ASP.NET Core'],
  ['a session of Express', `connect.sid=s%3AabcdefGHIJ0123456789abcdefGHIJ01.${'a'.repeat(43)}`, 'Session of Express'],
  ['a session of PHP', 'Cookie: PHPSESSID=298zf09hf012fh2abc123def45; x=1', 'Session id of PHP'],
  ['a session of Java', 'Cookie: JSESSIONID=1A530637289A03B07199A44E8D531427', 'Session id of a Java server'],
  ['iron', `sealed Fe26.2*1*${'ab*'.repeat(40)}`, 'Sealed value of iron'],
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
  ['a bot of Slack', `xoxb-${'17653672481'}-19874698323-pdFZKVeTuE8sk7oOcHrzqqgy`, 'Slack bot token'],
  ['a refresh token of Entra ID', `0.AXEA${'b1'.repeat(20)}.${'Ag1'.repeat(60)}`, 'Entra ID refresh token or code'],
  ['a session of AWS', `AWS_SESSION_TOKEN=IQoJb3JpZ2luX2Vj${'Ab1'.repeat(60)}`, 'AWS session token'],
]

describe('what is no JWT is told by its form:', () => {
  it.each(values)('%s', (_what, text, name, content) => {
    const [found] = findOtherTokens(text, [])
    expect(found?.recognised.name).toBe(name)
    if (content !== undefined && found?.token.form === 'opaque') expect(found.token.content).toMatchObject(content)
    expect(inspect(text).tokens.map(({ recognised }) => recognised.name)).toContain(name)
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
