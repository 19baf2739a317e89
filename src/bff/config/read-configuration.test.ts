import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeCertificate } from '../testing/make-certificate.ts'
import { EnvironmentVariables } from './environment-variables.ts'
import { ConfigurationInvalid, readConfiguration } from './read-configuration.ts'

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64url')
const client = { id: 'portal', name: 'Portal', client_id: 'client-1', secret_variable: 'PORTAL_SECRET' }
const environment = {
  id: 'production',
  name: 'Production',
  kind: 'production',
  auth_url: 'https://auth.example.com/',
  base_url: 'https://api.example.com',
  clients: [client],
}
const variables = { PUBLIC_URL: 'https://claimcheck.example', SESSION_KEYS: `one:${key(1)}`, PORTAL_SECRET: 's' }

const read = (changes: object = {}, more: Record<string, string | undefined> = {}) =>
  readConfiguration({
    file: { environments: [{ ...environment, ...changes }] },
    variables: { ...variables, ...more },
    builtIn: false,
  })

function problemsOf(attempt: () => unknown) {
  try {
    attempt()
  } catch (error) {
    if (error instanceof ConfigurationInvalid) return error
  }
  throw new Error('the configuration was taken')
}

describe('a configuration', () => {
  test('needs little, and gets the standard’s defaults for the rest', () => {
    expect(read()).toMatchObject({
      publicUrl: 'https://claimcheck.example',
      sessionKeys: [{ id: 'one' }],
      sessionFile: '.claimcheck/sessions.sqlite',
      trustedProxies: [],
      logLevel: 'warn',
      environments: [
        {
          authUrl: 'https://auth.example.com',
          tokenUrl: 'https://auth.example.com/oauth2/token',
          issuer: 'https://auth.example.com',
          pkce: true,
          nonce: true,
          issInRedirect: 'required',
          clientSecretEncoding: 'plain',
          scopeSeparator: ' ',
          scopes: ['apps', 'email', 'openid', 'profile', 'webhooks'],
          clients: [{ redirectUri: 'https://claimcheck.example/callback', secret: 's' }],
        },
      ],
    })
  })

  test('offers the scopes that the operations need where the resource domain is known', () => {
    const [only] = read({ resource_domain: 'https://resource.example' }).environments
    expect(only?.scopes).toContain('https://resource.example/bank-slips.readwrite')
  })

  test('keeps an issuer as it is written, because it is compared character by character', () => {
    expect(read({ issuer: 'https://auth.example.com/' }).environments[0]?.issuer).toBe('https://auth.example.com/')
  })

  test('takes several session keys; the first writes', () => {
    const { sessionKeys } = read({}, { SESSION_KEYS: `two:${key(2)}, one:${key(1)}` })
    expect(sessionKeys.map(({ id }) => id)).toEqual(['two', 'one'])
  })

  test('takes plain http for this machine alone', () => {
    const local = { auth_url: 'http://localhost:1', base_url: 'http://127.0.0.1:2', jwks_url: 'http://[::1]:3/keys' }
    expect(read(local).environments).toHaveLength(1)
    expect(problemsOf(() => read({ auth_url: 'http://auth.example.com' })).message).toContain('https')
  })
})

describe('a configuration that cannot be used', () => {
  test('is told with all its problems at once', () => {
    const { problems, message } = problemsOf(() =>
      readConfiguration({
        file: { environments: [{ ...environment, kind: 'test', auth_url: 'auth', nonce: 'yes', clients: [] }] },
        variables: { PUBLIC_URL: 'http://claimcheck.example', TRUSTED_PROXIES: 'proxy', LOG_LEVEL: 'loud' },
        builtIn: false,
      }),
    )
    expect(problems.map(({ setting }) => setting)).toEqual([
      'PUBLIC_URL',
      'SESSION_KEYS',
      'TRUSTED_PROXIES[0]',
      'LOG_LEVEL',
      'environments[0].kind',
      'environments[0].auth_url',
      'environments[0].nonce',
      'environments[0].clients',
    ])
    expect(message.split('\n')).toHaveLength(9)
    for (const problem of problems) for (const part of Object.values(problem)) expect(part).not.toBe('')
  })

  test('is told with all of them also where they are many, and beside an id that is used twice', () => {
    const broken = Array.from({ length: 20 }, () => ({ ...client, id: 'same', name: 7 }))
    const settings = problemsOf(() => read({ clients: broken })).problems.map(({ setting }) => setting)
    for (const index of broken.keys()) expect(settings).toContain(`environments[0].clients[${index}].name`)
    expect(settings).toContain('environments[0].clients[19].id')
  })

  test('names the variable of a secret that is missing, and not the one of another client', () => {
    const clients = [client, { ...client, id: 'two', secret_variable: 'PORTAL2_SECRET' }]
    const { message } = problemsOf(() => read({ clients }))
    expect(message).toContain('found no value in PORTAL2_SECRET. Set PORTAL2_SECRET where the server is started.')
    expect(problemsOf(() => read({ clients }, { PORTAL2_SECRET: '' })).message).toContain(
      'an empty value in PORTAL2_SECRET',
    )
  })

  test('whose top is an environment itself is told where all of its settings belong', () => {
    const { message } = problemsOf(() => readConfiguration({ file: environment, variables, builtIn: false }))
    expect(message).toContain(
      '- id: expected a known setting; found a setting that belongs in an entry of environments.',
    )
    expect(message).not.toContain('Remove it')
  })

  test('names a secret file once, by its own variable', () => {
    const directory = mkdtempSync(join(tmpdir(), 'claimcheck-secret-'))
    const file = join(directory, 'secret')
    writeFileSync(file, 'hidden-secret\n\n')
    const given = { PORTAL_SECRET: undefined, PORTAL_SECRET_FILE: file }
    const { problems } = problemsOf(() => read({}, given))
    expect(problems).toMatchObject([
      { found: 'a value with whitespace around it, in the file that PORTAL_SECRET_FILE names' },
    ])
    rmSync(directory, { recursive: true })
    expect(problemsOf(() => read({}, given)).problems.map(({ setting }) => setting)).toEqual(['PORTAL_SECRET_FILE'])
  })

  test.each<[string, object, string]>([
    ['a slip of a name', { auth_ulr: 'https://x.example' }, 'Rename it to auth_url'],
    ['a name in another spelling', { baseUrl: 'https://x.example' }, 'Rename it to base_url'],
    ['a name that is near none', { colour: 'red' }, 'Remove it'],
    ['something missing', { id: undefined }, 'Add id'],
    ['an address with a query', { token_url: 'https://x.example/t?a=1' }, 'without user, query or fragment'],
    ['the name of another program', { token_endpoint: 'https://x.example/t' }, 'Rename it to token_url'],
    [
      'a secret in the file',
      { clients: [{ ...client, client_secret: 's' }] },
      'Put the secret into an environment variable, such as SHOP_SECRET, write that name into secret_variable, and remove client_secret.',
    ],
    [
      'a key in the file',
      { clients: [{ ...client, private_key: '-----BEGIN' }] },
      'Put it into a PEM file, write the path of that file into key_file, and remove private_key.',
    ],
    ['neither auth_url nor issuer', { auth_url: undefined }, 'Add issuer or auth_url'],
    [
      '/v1 twice',
      { base_url: 'https://api.example.com/v1' },
      'Set base_url to https://api.example.com, or path_prefix to ""',
    ],
    [
      'a prefix that is no path',
      { path_prefix: 'v2' },
      'found "v2". Set environments[0].path_prefix to the part between',
    ],
    ['a prefix that climbs', { path_prefix: '/../admin' }, 'found "/../admin"'],
    [
      'a whole endpoint',
      { auth_url: 'https://id.example.com/oauth2/authorize' },
      'Set auth_url to https://id.example.com, or',
    ],
    [
      'the address of the metadata',
      { issuer: 'https://id.example.com/.well-known/openid-configuration' },
      'Set issuer to https://id.example.com.',
    ],
    ['a switch in quotes', { pkce: 'false' }, 'true or false, without quotes; found "false"'],
    ['a parameter that is sent anyway', { authorization_parameters: { state: 'x' } }, 'Remove state'],
    ['prompt among the parameters', { authorization_parameters: { prompt: 'login' } }, 'into prompts'],
    [
      'a secret among the parameters',
      { authorization_parameters: { client_secret: 'canary' } },
      'put the secret into the variable that secret_variable names',
    ],
    ['a client without credentials', { clients: [{ ...client, secret_variable: undefined }] }, 'for a public client'],
    [
      'a public client with a secret',
      { clients: [{ ...client, token_endpoint_auth_method: 'none' }] },
      'Remove secret_variable',
    ],
    [
      'a certificate that is not named',
      { clients: [{ ...client, secret_variable: undefined, token_endpoint_auth_method: 'tls_client_auth' }] },
      'Add certificate_file',
    ],
    [
      'a key file that is not there',
      { clients: [{ ...client, secret_variable: undefined, key_file: '/nowhere.pem' }] },
      'found no such file. Correct the path',
    ],
    [
      'a redirect URI of another path',
      { clients: [{ ...client, redirect_uri: 'https://claimcheck.example/oauth/callback' }] },
      'the only path where this app accepts a redirect',
    ],
    [
      'a redirect URI of another host',
      { clients: [{ ...client, redirect_uri: 'https://other.example/callback' }] },
      'set PUBLIC_URL to the URL at which browsers reach this app',
    ],
    ['a scope with a space', { scopes: ['openid profile'] }, 'one scope, without spaces'],
    ['white space in an address', { base_url: 'https://api.exam\nple.com' }, 'a URL with whitespace in it'],
    ['white space before an address', { auth_url: ' https://id.example.com' }, 'a URL with whitespace in it'],
    [
      'a secret that is a setting of the app',
      { clients: [{ ...client, secret_variable: 'SESSION_KEYS' }] },
      'Name a separate variable',
    ],
    ['a client twice', { clients: [client, client] }, 'Choose another ID'],
    ['a setting of a client in its environment', { client_id: 'c' }, 'belongs in an entry of clients. Move it there.'],
    ['a setting of the file in an environment', { operations: [] }, 'belongs at the top of the file. Move it there.'],
    ['another word for a value', { kind: 'prod' }, 'Set environments[0].kind to "production".'],
    [
      'a short name of a method',
      { clients: [{ ...client, token_endpoint_auth_method: 'post' }] },
      'to "client_secret_post".',
    ],
    ['a switch where a word belongs', { iss_in_redirect: false }, 'to "optional".'],
    ['scopes in one text', { scopes: 'openid profile' }, 'as ["openid", "profile"].'],
    ['an address without its scheme', { issuer: 'id.example.com/a' }, 'to https://id.example.com/a.'],
    ['an id with a space', { id: 'my shop' }, 'such as "my-shop".'],
    ['a number where a text belongs', { clients: [{ ...client, client_id: 7 }] }, 'client_id in quotation marks.'],
    ['a space behind an identifier', { clients: [{ ...client, client_id: 'one ' }] }, 'Remove the space at the end of'],
    [
      'a colon in an identifier',
      { clients: [{ ...client, client_id: 'one:two' }] },
      'in printable ASCII without a colon.',
    ],
    [
      'this machine without a scheme',
      { base_url: 'localhost:9538' },
      'Set environments[0].base_url to http://localhost:9538.',
    ],
    [
      'a password in an address of this machine',
      { base_url: 'http://api:canary@localhost:9538' },
      'Set environments[0].base_url to http://localhost:9538.',
    ],
    [
      'the admin console of Keycloak',
      { issuer: 'https://id.example.com/auth/admin/master/console/#/shop' },
      'Set environments[0].issuer to https://id.example.com/auth/realms/shop.',
    ],
    [
      'a reference to a variable',
      { clients: [{ ...client, secret_variable: '$PORTAL_SECRET' }] },
      'Write only the name of the variable',
    ],
    [
      'a variable with a slip in its name',
      { clients: [{ ...client, secret_variable: 'PORTAL_SECRT' }] },
      'or write PORTAL_SECRET into the file if you meant that variable',
    ],
    ['clients that are no list', { clients: client }, '[ … ]'],
  ])('because of %s says how to fix it', (_, changes, mend) => {
    expect(problemsOf(() => read(changes)).message).toContain(mend)
  })

  test.each([
    ['things', '/things.'],
    ['https://api.example.com/things', '/things.'],
    ['/things?page=1', '/things, and list what follows the ? in parameters'],
    ['/things/:id/', '/things/{id}.'],
    ['/a b', 'the part after base_url'],
  ])('because of the path %s says how to write it', (path, mend) => {
    const operation = { id: 'list', api: 'things', title: 'List', method: 'get', path, scope: 'openid' }
    const file = { environments: [environment], operations: [operation] }
    const { problems } = problemsOf(() => readConfiguration({ file, variables, builtIn: false }))
    expect(problems.map(({ fix }) => fix)).toEqual([
      'Set operations[0].method to "GET".',
      expect.stringContaining(`Set operations[0].path to ${mend}`),
    ])
  })

  test.each(['public', 'other'])('because its key file holds something else, as a %s key, says what', (which) => {
    const directory = mkdtempSync(join(tmpdir(), 'claimcheck-keys-'))
    const small = generateKeyPairSync('rsa', { modulusLength: 1024 })
    const [pem, found] =
      which === 'public'
        ? [small.publicKey.export({ type: 'spki', format: 'pem' }), 'found a public key']
        : [small.privateKey.export({ type: 'pkcs8', format: 'pem' }), 'found an RSA key of 1024 bits']
    writeFileSync(join(directory, 'key.pem'), pem)
    const clients = [{ ...client, secret_variable: undefined, key_file: join(directory, 'key.pem') }]
    expect(problemsOf(() => read({ clients })).message).toContain(found)
    rmSync(directory, { recursive: true })
  })

  test('because the variable of the file with the secret is named, says which one to name', () => {
    const clients = [{ ...client, secret_variable: 'PORTAL_SECRET_FILE' }]
    const { message } = problemsOf(() => read({ clients }, { PORTAL_SECRET_FILE: '/run/secrets/portal' }))
    expect(message).toContain('Write PORTAL_SECRET: its value is read from the file that PORTAL_SECRET_FILE names.')
  })

  test.each([
    [undefined, 'Remove key_file, or set token_endpoint_auth_method'],
    ['private_key_jwt', 'Remove secret_variable, or set token_endpoint_auth_method'],
  ])('because a client has a secret and a key, with the method %s, says which is not used', (method, fix) => {
    const directory = mkdtempSync(join(tmpdir(), 'claimcheck-keys-'))
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const file = join(directory, 'key.pem')
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const clients = [{ ...client, key_file: file, ...(method && { token_endpoint_auth_method: method }) }]
    expect(problemsOf(() => read({ clients })).message).toContain(fix)
    rmSync(directory, { recursive: true })
  })

  test.each([
    ['PKCS #8', { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'canary' }],
    ['PKCS #1', { type: 'pkcs1', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'canary' }],
  ] as const)('because its key file, %s, has a passphrase, says how to remove it', (_, encoding) => {
    const directory = mkdtempSync(join(tmpdir(), 'claimcheck-keys-'))
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const file = join(directory, 'key.pem')
    writeFileSync(file, privateKey.export(encoding))
    const { message } = problemsOf(() => read({ clients: [{ ...client, secret_variable: undefined, key_file: file }] }))
    expect(message).toContain('found a private key that is protected by a passphrase')
    expect(message).toContain(`openssl pkey -in ${file} -out ${join(directory, 'key-plain.pem')}`)
    rmSync(directory, { recursive: true })
  })

  test('because its certificate is of another key', () => {
    const directory = mkdtempSync(join(tmpdir(), 'claimcheck-keys-'))
    const [one, other] = [makeCertificate('one'), makeCertificate('other')]
    writeFileSync(join(directory, 'cert.pem'), one.cert)
    writeFileSync(join(directory, 'key.pem'), other.key)
    const files = { certificate_file: join(directory, 'cert.pem'), key_file: join(directory, 'key.pem') }
    const clients = [{ ...client, secret_variable: undefined, ...files }]
    expect(problemsOf(() => read({ clients })).message).toContain('found another key')
    writeFileSync(join(directory, 'key.pem'), one.key)
    expect(read({ clients }).environments).toHaveLength(1)
    rmSync(directory, { recursive: true })
  })

  test('because an operation’s path begins with what is put before it says how to fix it', () => {
    const operation = { id: 'pay', api: 'payments', title: 'Pay', method: 'POST', path: '/v1/payments', scope: 'pay' }
    const read = (path_prefix?: string) => {
      const file = { environments: [{ ...environment, path_prefix }], operations: [operation] }
      return readConfiguration({ file: JSON.parse(JSON.stringify(file)), variables, builtIn: false })
    }
    const { problems } = problemsOf(() => read())
    expect(problems).toMatchObject([{ setting: 'operations[0].path', fix: expect.stringContaining('to /payments,') }])
    expect(read('').operations).toHaveLength(1)
  })

  test.each(['0.0.0.0/0', '::/0', '10.0.0.0/8, 0.0.0.0/00', '0.0.0.0/1', '128.0.0.0/1', '8000::/1'])(
    'because it trusts every proxy, as %s',
    (proxies) => {
      expect(problemsOf(() => read({}, { TRUSTED_PROXIES: proxies })).message).toContain('your own proxies')
    },
  )

  test.each([
    ['a key of zeros', `one:${key(1)},two:${key(0)}`, 'SESSION_KEYS[1]'],
    ['one key under two IDs', `one:${key(1)},two:${key(1)}`, 'SESSION_KEYS'],
    ['one id for two keys', `one:${key(1)},one:${key(2)}`, 'SESSION_KEYS'],
    ['more behind a key', `one:${key(1)}:canary`, 'SESSION_KEYS[0]'],
  ])('because of %s among the session keys', (_, keys, setting) => {
    const { problems, message } = problemsOf(() => read({}, { SESSION_KEYS: keys }))
    expect(problems.map((problem) => problem.setting)).toEqual([setting])
    expect(message).not.toContain('canary')
    expect(message).not.toContain(key(1))
  })

  test.each<[string, Record<string, string | undefined>, string]>([
    ['a key in hexadecimal', { SESSION_KEYS: `one:${'ab'.repeat(32)}` }, 'found a key in hexadecimal'],
    ['a key in base64', { SESSION_KEYS: `one:${'+/'.repeat(21)}A=` }, 'Replace each + with -'],
    ['a key without an ID', { SESSION_KEYS: key(1) }, 'Write an ID and a colon before it'],
    ['a slip in the name', { SESSION_KEYS: undefined, SESSION_KEY: `one:${key(1)}` }, 'rename it to SESSION_KEYS'],
    ['capital letters', { LOG_LEVEL: 'INFO' }, 'Set LOG_LEVEL to "info".'],
    ['a switch in other words', { WEBHOOKS: 'true' }, 'Set WEBHOOKS to "on".'],
    ['http where it is https', { PUBLIC_URL: 'http://me.example' }, 'Set PUBLIC_URL to https://me.example.'],
    ['one port for two', { METRICS_PORT: '8700' }, 'a port other than PORT'],
    ['a slip in a limit', { LIMIT_REQUEST_BYTE: '7' }, 'Rename it to LIMIT_REQUEST_BYTES'],
  ])('because of %s in a variable says how to fix it', (_, more, mend) => {
    const { message } = problemsOf(() => read({}, more))
    expect(message).toContain(mend)
    expect(message).not.toContain(key(1))
  })

  test('because a secret is named by any variable of the app itself', () => {
    for (const variable of Object.keys(EnvironmentVariables.properties)) {
      const clients = [{ ...client, secret_variable: variable }]
      expect(problemsOf(() => read({ clients }, { [variable]: 'x' })).message).toContain('Name a separate variable')
    }
  })

  test.each([' canary', 'canary\n', '\tcanary'])('because a secret has white space around it, as %j', (value) => {
    const { message } = problemsOf(() => read({}, { PORTAL_SECRET: value }))
    expect(message).toContain('PORTAL_SECRET without spaces or line breaks')
    expect(message).not.toContain('canary')
  })

  test('names the variable of a secret that is not set', () => {
    const { message } = problemsOf(() => read({}, { PORTAL_SECRET: undefined }))
    expect(message).toContain('environments[0].clients[0].secret_variable')
    expect(message).toContain('PORTAL_SECRET')
  })

  test.each([
    'JBSWY3DPEHPK3PXPQ7ZT3VXK',
    'JBSWY3DPEHPK3PXPJBSWY3DP',
    'KRUGKIDROVUWG2ZAMJZG653O',
    'ABCDEFGHIJKLMNOPQRSTUVWX',
    '_7F3A9C0D1E5B8246_KEY',
    'SK_9F81C2AA03B7',
    'CLIENT_SECRET_9F81C2AA03B7',
    'q8Zt3vXk92LmPp0RaWc7Bd',
    'q8Zt/3vXk+92Lm==',
  ])('never shows a secret that was written in place of its variable and looks like a name, as %s', (name) => {
    const { message } = problemsOf(() => read({ clients: [{ ...client, secret_variable: name }] }))
    expect(message).not.toContain(name)
    expect(message).toMatch(/such as SHOP_SECRET/)
  })

  test.each<[string, () => unknown]>([
    ['written where its variable belongs', () => read({ clients: [{ ...client, secret_variable: 'canary-secret' }] })],
    ['written behind its client', () => read({ clients: [{ ...client, client_id: 'shop:canary-secret' }] })],
    ['in the query of an address', () => read({ token_url: 'https://x.example/t?key=canary-secret' })],
    ['written into the file', () => read({ clients: [{ ...client, client_secret: 'canary-secret' }] })],
    ['part of an address', () => read({ auth_url: 'https://me:canary-secret@auth.example.com' })],
    [
      'a key where the name of its file belongs',
      () => read({ clients: [{ ...client, secret_variable: undefined, key_file: '-----BEGIN canary-----' }] }),
    ],
    ['in the address of a proxy', () => read({}, { HTTPS_PROXY: 'ftp://me:canary@proxy.example' })],
    ['a session key that is too short', () => read({}, { SESSION_KEYS: 'one:canary-secret' })],
  ])('never tells a secret that is %s', (_, attempt) => {
    expect(problemsOf(attempt).message).not.toContain('canary')
  })

  test.each(['87oo', '-1', '65536', '8700.5', ' '])('because PORT or METRICS_PORT is %j', (port) => {
    for (const setting of ['PORT', 'METRICS_PORT'])
      expect(problemsOf(() => read({}, { [setting]: port })).problems).toMatchObject([{ setting }])
  })

  test.each([undefined, null, [], 'text', {}, { environments: [] }, { environments: [7] }])(
    'because its file holds %j is told so',
    (file) => {
      expect(problemsOf(() => readConfiguration({ file, variables, builtIn: false })).problems).not.toEqual([])
    },
  )

  test('because its public address contains more than an origin says what to write', () => {
    const { message } = problemsOf(() => read({}, { PUBLIC_URL: 'https://claimcheck.example/app' }))
    expect(message).toContain('Set it to https://claimcheck.example.')
  })
})
