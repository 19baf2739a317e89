import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bitsOfKey, thumbprintOf } from './judge-key.ts'
import { readKeys } from './read-keys.ts'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const p521 = generateKeyPairSync('ec', { namedCurve: 'P-521' })
const ed25519 = generateKeyPairSync('ed25519')

const pem = (key: KeyObject, type: 'spki' | 'pkcs1' | 'pkcs8' | 'sec1') =>
  String(key.export({ type, format: 'pem' } as never))
const bare = (text: string) => text.replace(/-----[^-]+-----|\s/g, '')
const jwkOf = (key: KeyObject) => key.export({ format: 'jwk' }) as Record<string, unknown>
const spki = pem(rsa.publicKey, 'spki')

/** The public members of every key of a text, and what it was written as. */
const read = (text: string) => readKeys(text).keys.map(({ jwk, form, isPrivate }) => ({ jwk, form, isPrivate }))
const publicKey = (form: string, key: KeyObject, more?: object) => ({
  jwk: { ...jwkOf(key), ...more },
  form,
  isPrivate: false,
})

// Made with `openssl req -x509` for this test: C=BR, O=Acme, CN=Test signer, and the same key as `openssl -text` prints it.
const certificate = `-----BEGIN CERTIFICATE-----
MIIBuTCCAV+gAwIBAgIUDL6j5U2gsSp6PW4jYJEntov7594wCgYIKoZIzj0EAwIw
MjELMAkGA1UEBhMCQlIxDTALBgNVBAoMBEFjbWUxFDASBgNVBAMMC1Rlc3Qgc2ln
bmVyMB4XDTI2MTEyMjA5MzcyN1oXDTM2MTExOTA5MzcyN1owMjELMAkGA1UEBhMC
QlIxDTALBgNVBAoMBEFjbWUxFDASBgNVBAMMC1Rlc3Qgc2lnbmVyMFkwEwYHKoZI
zj0CAQYIKoZIzj0DAQcDQgAE++KadSDwbm7SmK1duw3a13ouRYz7hF7nTD9IeJbM
LR20IAqTnH91cEZcb50zpiJ7T3i2mPQWNJ1injbRDc3LgKNTMFEwHQYDVR0OBBYE
FOxPfC6JdlYx5RK8j6n0fyK1OqXLMB8GA1UdIwQYMBaAFOxPfC6JdlYx5RK8j6n0
fyK1OqXLMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhANtklSbu
Z1W0NyBh5+f55No40JGcE+bcyiekmdReaaoVAiBV9GstWrA18aYDBfGBjUT1Z30v
IHzFNXST0qx02NQG9A==
-----END CERTIFICATE-----
`
const certified = {
  kty: 'EC',
  crv: 'P-256',
  x: '--KadSDwbm7SmK1duw3a13ouRYz7hF7nTD9IeJbMLR0',
  y: 'tCAKk5x_dXBGXG-dM6Yie094tpj0FjSdYp420Q3Ny4A',
}
const printedEc = `Private-Key: (256 bit)
priv:
    00:11:22
pub:
    04:fb:e2:9a:75:20:f0:6e:6e:d2:98:ad:5d:bb:0d:
    da:d7:7a:2e:45:8c:fb:84:5e:e7:4c:3f:48:78:96:
    cc:2d:1d:b4:20:0a:93:9c:7f:75:70:46:5c:6f:9d:
    33:a6:22:7b:4f:78:b6:98:f4:16:34:9d:62:9e:36:
    d1:0d:cd:cb:80
ASN1 OID: prime256v1
NIST CURVE: P-256
`

// Made with `ssh-keygen` for this test; the coordinates are those that it exports as PEM.
const sshEc =
  'ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBMEqrKh2KsUwtxp81jh3GI2zIF1BhO4Qsbk2Sw8e0M4CyetacyixDgaoav2DHdbsEdQ+s2UvVBSYXk9g12H3J5A= ada@example.com'
const sshEcPem =
  'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEwSqsqHYqxTC3GnzWOHcYjbMgXUGE7hCxuTZLDx7QzgLJ61pzKLEOBqhq/YMd1uwR1D6zZS9UFJheT2DXYfcnkA=='
const sshEd = 'AAAAC3NzaC1lZDI1NTE5AAAAIA9NT9Cj3oziQQ6IIhXCh4RFHz1sgK6u0hImoyBBQTef'

describe('a public key is read', () => {
  it.each([
    ['as it is', spki],
    ['with \\n instead of line breaks', spki.trim().replaceAll('\n', '\\n')],
    ['with doubly escaped line breaks', spki.trim().replaceAll('\n', '\\\\n')],
    ['as a JSON string', JSON.stringify(spki)],
    ['in single quotes', `'${spki.trim()}'`],
    ['from a line of a .env file', `PUBLIC_KEY="${spki.replaceAll('\n', '\\n')}"`],
    [
      'as a string put together in a program',
      spki
        .trim()
        .split('\n')
        .map((line) => `"${line}\\n"`)
        .join(' +\n    '),
    ],
    ['indented in YAML', `key: |\n${spki.replace(/^/gm, '    ')}`],
    ['in one line with spaces', spki.replaceAll('\n', ' ')],
    ['in one line without any', spki.replaceAll('\n', '')],
    ['percent-encoded', encodeURIComponent(spki)],
    ['as a form field', new URLSearchParams({ spki }).toString()],
    ['with CRLF', spki.replaceAll('\n', '\r\n')],
    ['in the middle of other text', `here it is:\n${spki}\nthanks`],
    ['as bare base64', bare(spki)],
    ['as bare base64 over lines', spki.replace(/-----[^-]+-----/g, '')],
    ['as hex', Buffer.from(bare(spki), 'base64').toString('hex')],
    ['under a wrong label', spki.replaceAll('PUBLIC KEY', 'RSA PUBLIC KEY')],
  ])('from PEM %s', (_, text) => {
    expect(read(text)).toEqual([publicKey('public key (SPKI)', rsa.publicKey)])
  })

  it('from PKCS#1, and from SPKI of every kind of key', () => {
    expect(read(pem(rsa.publicKey, 'pkcs1'))).toEqual([publicKey('RSA public key (PKCS#1)', rsa.publicKey)])
    expect(read(bare(pem(rsa.publicKey, 'pkcs1')))).toEqual([publicKey('RSA public key (PKCS#1)', rsa.publicKey)])
    for (const { publicKey: key } of [ec, p521, ed25519, generateKeyPairSync('ed448'), generateKeyPairSync('x25519')])
      expect(read(pem(key, 'spki'))).toEqual([publicKey('public key (SPKI)', key)])
    expect(read(pem(generateKeyPairSync('ml-dsa-44').publicKey, 'spki'))).toMatchObject([
      { jwk: { kty: 'AKP', alg: 'ML-DSA-44' } },
    ])
  })

  it('from a certificate, a chain and x5c, with what the certificate says', () => {
    const own = { form: 'certificate (X.509)', jwk: certified, isPrivate: false }
    expect(readKeys(certificate).keys).toEqual([
      {
        ...own,
        certificate: {
          subject: 'Test signer',
          issuer: 'Test signer',
          notBefore: 1_795_340_247,
          notAfter: 2_110_700_247,
          thumbprints: {
            x5t: 'd-XpBfyqtkAfq_nznBKGzsiVw-k',
            'x5t#S256': 'Q_HAox6YWcBtXe1wlrGOvD4pOZaewqxafCM1QOmH678',
          },
        },
      },
    ])
    expect(read(`Bag Attributes\n  friendlyName: x\n${certificate}${certificate}`)).toEqual([own, own])
    expect(read(JSON.stringify([bare(certificate)]))).toEqual([own])
    expect(read(JSON.stringify({ alg: 'ES256', x5c: [bare(certificate)] }))).toEqual([own])
    expect(read(`<ds:X509Certificate>\n${bare(certificate)}\n</ds:X509Certificate>`)).toEqual([own])
  })

  it('from SSH', () => {
    const [expected] = read(sshEcPem)
    expect(read(sshEc)).toEqual([{ ...expected, form: 'public key (SSH)' }])
    expect(read(`command="x" ${sshEc}\nssh-ed25519 ${sshEd} me`)).toHaveLength(2)
    const x = Buffer.from(sshEd, 'base64').subarray(-32).toString('base64url')
    const blocks = `---- BEGIN SSH2 PUBLIC KEY ----\nComment: "of a\\\n test"\n${sshEd}\n---- END SSH2 PUBLIC KEY ----`
    expect(
      read(
        `PuTTY-User-Key-File-3: ssh-ed25519\nPublic-Lines: 2\n${sshEd.slice(0, 64)}\n${sshEd.slice(64)}\nPrivate-Lines: 1\nAAAA\n`,
      ),
    ).toEqual([{ jwk: { kty: 'OKP', crv: 'Ed25519', x }, form: 'key (PuTTY)', isPrivate: true }])
    expect(read(blocks)).toEqual([
      { jwk: { kty: 'OKP', crv: 'Ed25519', x }, form: 'public key (SSH)', isPrivate: false },
    ])
  })

  it('from what openssl prints', () => {
    expect(read(printedEc)).toEqual([{ jwk: certified, form: 'EC key (printed by OpenSSL)', isPrivate: true }])
    const hex = Buffer.from(String(jwkOf(rsa.publicKey).n), 'base64url').toString('hex')
    const lines = (`00${hex}`.match(/.{2}/g) ?? [])
      .join(':')
      .match(/.{1,45}/g)
      ?.map((line) => `    ${line}`)
      .join('\n')
    const printed = publicKey('RSA public key (printed by OpenSSL)', rsa.publicKey)
    expect(read(`Public-Key: (2048 bit)\nModulus:\n${lines}\nExponent: 65537 (0x10001)\n`)).toEqual([printed])
    expect(read(`Modulus=${hex.toUpperCase()}\n`)).toEqual([printed])
    const okp = jwkOf(ed25519.publicKey)
    const pub = (Buffer.from(String(okp.x), 'base64url').toString('hex').match(/../g) ?? []).join(':')
    expect(read(`ED25519 Public-Key:\npub:\n    ${pub}\n`)).toMatchObject([{ jwk: okp, isPrivate: false }])
  })

  it('from XML', () => {
    const { n, e } = jwkOf(rsa.publicKey)
    const base64 = (value: unknown) => Buffer.from(String(value), 'base64url').toString('base64')
    const xml = `<RSAKeyValue><Modulus>${base64(n)}</Modulus><Exponent>${base64(e)}</Exponent></RSAKeyValue>`
    expect(read(xml)).toEqual([publicKey('RSA key (XML)', rsa.publicKey)])
  })
})

describe('a set of keys is read', () => {
  const [one, two] = [
    { ...jwkOf(rsa.publicKey), kid: 'one', use: 'sig' },
    { ...jwkOf(ec.publicKey), kid: 'two' },
  ]
  it.each([
    ['a JWKS', { keys: [one, two] }],
    ['an array of JWKs', [one, two]],
    ['a map of JWKs', { one, two }],
    ['a response that has the set in it', { status: 'ok', jwks: { keys: [one, two] } }],
  ])('from %s', (_, value) => {
    expect(readKeys(JSON.stringify(value))).toMatchObject({ isSet: true, keys: [{ jwk: one }, { jwk: two }] })
  })

  it('from JWKs in lines, and from a JWK on its own', () => {
    expect(read(`${JSON.stringify(one)}\n${JSON.stringify(two)}\n`).map(({ jwk }) => jwk)).toEqual([one, two])
    expect(readKeys(JSON.stringify(one))).toMatchObject({
      isSet: false,
      keys: [{ jwk: one, form: 'public key (JWK)' }],
    })
  })

  it('from a map of kid to certificate, as Google publishes', () => {
    expect(readKeys(JSON.stringify({ a1: certificate, b2: certificate }))).toMatchObject({
      isSet: true,
      keys: [{ jwk: { ...certified, kid: 'a1' } }, { jwk: { ...certified, kid: 'b2' } }],
    })
  })

  it('from answers that hold a key under another name, whose name is no kid', () => {
    const realm = { realm: 'shop', public_key: bare(spki), 'token-service': 'https://id.example.com' }
    expect(read(JSON.stringify(realm))).toEqual([publicKey('public key (SPKI)', rsa.publicKey)])
    const tokenKey = { kty: undefined, alg: 'RS256', kid: 'legacy', value: spki }
    expect(read(JSON.stringify(tokenKey))).toEqual([publicKey('public key (SPKI)', rsa.publicKey, { kid: 'legacy' })])
  })
})

describe('of a private key the public half is taken, and it is told apart', () => {
  it.each([
    ['PKCS#8 of RSA', pem(rsa.privateKey, 'pkcs8'), rsa, 'private key (PKCS#8)'],
    ['PKCS#1', pem(rsa.privateKey, 'pkcs1'), rsa, 'RSA private key (PKCS#1)'],
    ['PKCS#8 of EC', pem(ec.privateKey, 'pkcs8'), ec, 'private key (PKCS#8)'],
    ['SEC1', pem(ec.privateKey, 'sec1'), ec, 'EC private key (SEC1)'],
    ['SEC1 of P-521', pem(p521.privateKey, 'sec1'), p521, 'EC private key (SEC1)'],
    ['a JWK', JSON.stringify(jwkOf(ec.privateKey)), ec, 'private key (JWK)'],
  ])('from %s', (_, text, pair, form) => {
    expect(read(text)).toEqual([{ jwk: jwkOf(pair.publicKey), form, isPrivate: true }])
    expect(readKeys(text).keys[0]?.secret).toEqual(jwkOf(pair.privateKey))
  })

  it('even where only the platform can find it, which gets the key as PKCS#8', () => {
    const [key] = readKeys(pem(ed25519.privateKey, 'pkcs8')).keys
    expect(key).toMatchObject({ jwk: { kty: 'OKP', crv: 'Ed25519' }, isPrivate: true })
    expect(Buffer.from(key?.pkcs8 ?? [])).toEqual(ed25519.privateKey.export({ type: 'pkcs8', format: 'der' }))
  })

  it('from OpenSSH, where it is readable beside the encrypted one', () => {
    const string = (value: string | Buffer) => {
      const bytes = Buffer.from(value)
      const length = Buffer.alloc(4)
      length.writeUInt32BE(bytes.length)
      return Buffer.concat([length, bytes])
    }
    const wire = Buffer.from(sshEd, 'base64')
    const file = Buffer.concat([
      Buffer.from('openssh-key-v1\0'),
      ...['aes256-ctr', 'bcrypt', 'options'].map(string),
      Buffer.from([0, 0, 0, 1]),
      string(wire),
      string('encrypted'),
    ])
    const label = ['OPENSSH', 'PRIVATE', 'KEY'].join(' ')
    const text = `-----BEGIN ${label}-----\n${file.toString('base64')}\n-----END ${label}-----`
    const x = wire.subarray(-32).toString('base64url')
    expect(read(text)).toEqual([
      { jwk: { kty: 'OKP', crv: 'Ed25519', x }, form: 'private key (OpenSSH)', isPrivate: true },
    ])
  })

  it('and no member of a public half gives it away', () => {
    for (const text of [pem(rsa.privateKey, 'pkcs1'), JSON.stringify(jwkOf(rsa.privateKey))])
      for (const name of ['d', 'p', 'q', 'dp', 'dq', 'qi']) expect(readKeys(text).keys[0]?.jwk).not.toHaveProperty(name)
    expect(read('{"kty":"oct","k":"c2VjcmV0"}')).toEqual([
      { jwk: { kty: 'oct' }, form: 'shared secret (JWK)', isPrivate: true },
    ])
  })
})

describe('what cannot be used is told for what it is', () => {
  const behindPassword = { cipher: 'aes-256-cbc', passphrase: 'x' } as const
  it.each([
    [
      'a key behind a password',
      String(rsa.privateKey.export({ type: 'pkcs8', format: 'pem', ...behindPassword })),
      /password/,
    ],
    [
      'one in the old form',
      String(ec.privateKey.export({ type: 'sec1', format: 'pem', ...behindPassword })),
      /password/,
    ],
    ['a key that was cut', spki.slice(0, 200), /has no end/],
    ['a damaged key', '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----', /cannot be read/],
    [
      'a DSA key',
      pem(generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 }).publicKey, 'spki'),
      /1\.2\.840\.10040\.4\.1/,
    ],
    ['an OpenPGP key', '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQENBF\n-----END PGP PUBLIC KEY BLOCK-----', /OpenPGP/],
    ['a Java key store', Buffer.from(`feedfeed${'00'.repeat(60)}`, 'hex').toString('base64'), /keytool/],
  ])('%s', (_, text, problem) => {
    const { keys, problem: said } = readKeys(text)
    expect(keys).toEqual([])
    expect(said).toMatch(problem)
  })

  it.each([
    '',
    'my secret',
    '{}',
    '[]',
    '{"keys":[null,1]}',
    'MIIB',
    'eyJhbGciOiJIUzI1NiJ9.e30.AAAA',
    '"',
    '{"a":{"b":1}}',
  ])('and %j is no key', (text) => expect(readKeys(text)).toMatchObject({ keys: [] }))
})

it('the thumbprint and the size of a key are those of RFC 7638 §3.1', () => {
  const jwk = {
    kty: 'RSA',
    n: '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw',
    e: 'AQAB',
    alg: 'RS256',
    kid: '2011-04-29',
  }
  expect(thumbprintOf(jwk)).toBe('NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs')
  expect(bitsOfKey({ jwk })).toBe(2048)
})

it('a hostile text is read in time that grows with its length alone', () => {
  const time = (text: string) => {
    const start = performance.now()
    readKeys(text)
    return performance.now() - start
  }
  for (const unit of ['-----BEGIN X-----', 'M', 'ssh-rsa AAAA', '<Modulus>', 'M, ', '\n ', 'a:\\\n', '"  ', '\\'])
    for (const head of ['', '-----BEGIN A-----', 'Public-Lines: 3\n'])
      expect(time(head + unit.repeat(Math.floor(200_000 / unit.length)))).toBeLessThan(5_000)
})
