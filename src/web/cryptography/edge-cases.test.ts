import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readKeys } from '#knowledge/token/key/read-keys.ts'
import { inspectToken } from '#knowledge/token/take-apart.ts'
import { decryptToken } from './decrypt.ts'
import { verifySignature } from './verify.ts'

// The edges that published test vectors look at (Project Wycheproof), made here with keys of our own.

const now = 1_800_000_000
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const inputOf = (header: object) => `${encode(header)}.${encode({ sub: 'ada' })}`
const jwk = (key: KeyObject) => key.export({ format: 'jwk' })

async function outcomeOf(input: string, signature: Uint8Array, key: unknown) {
  const token = inspectToken(`${input}.${Buffer.from(signature).toString('base64url')}`)
  if (token.form !== 'jws') throw new Error('It is not signed.')
  const material = { from: 'pasted', text: typeof key === 'string' ? key : JSON.stringify(key) } as const
  return verifySignature(token.jws, token.header.value ?? {}, material, { now })
}

const curves = [
  {
    alg: 'ES256',
    curve: 'P-256',
    size: 32,
    hash: 'sha256',
    order: 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551',
  },
  {
    alg: 'ES384',
    curve: 'P-384',
    size: 48,
    hash: 'sha384',
    order: 'ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973',
  },
  {
    alg: 'ES256K',
    curve: 'secp256k1',
    size: 32,
    hash: 'sha256',
    order: 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141',
  },
] as const

describe.each(curves)('an ECDSA signature ($alg)', ({ alg, curve, size, hash, order }) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: curve })
  const input = inputOf({ alg })
  const good = sign(hash, Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  const [r, s] = [good.subarray(0, size), good.subarray(size)]
  const n = Buffer.from(order, 'hex')
  const number = (value: bigint) => Buffer.from(value.toString(16).padStart(size * 2, '0'), 'hex')
  const zero = Buffer.alloc(size)
  const one = number(1n)

  it('fits its key, with either of the two values that s may have', async () => {
    const mirrored = number(BigInt(`0x${order}`) - BigInt(`0x${s.toString('hex')}`))
    expect(await outcomeOf(input, good, jwk(publicKey))).toMatchObject({ outcome: 'passed' })
    expect(await outcomeOf(input, Buffer.concat([r, mirrored]), jwk(publicKey))).toMatchObject({ outcome: 'passed' })
  })

  it.each([
    ['both numbers zero (CVE-2022-21449)', Buffer.concat([zero, zero])],
    ['r zero', Buffer.concat([zero, s])],
    ['s zero', Buffer.concat([r, zero])],
    ['r the order of the curve', Buffer.concat([n, s])],
    ['s the order of the curve', Buffer.concat([r, n])],
    ['both one', Buffer.concat([one, one])],
    ['the numbers exchanged', Buffer.concat([s, r])],
    ['a byte too many', Buffer.concat([good, Buffer.of(0)])],
    ['a byte before it', Buffer.concat([Buffer.of(0), good])],
    ['its last byte missing', good.subarray(0, -1)],
    ['r alone', r],
  ])('does not fit with %s', async (_what, signature) => {
    expect((await outcomeOf(input, signature, jwk(publicKey))).outcome).toBe('failed')
  })

  it('fits no other key and no other content', async () => {
    const other = generateKeyPairSync('ec', { namedCurve: curve }).publicKey
    expect((await outcomeOf(input, good, jwk(other))).outcome).toBe('failed')
    expect((await outcomeOf(inputOf({ alg, kid: 'x' }), good, jwk(publicKey))).outcome).toBe('failed')
  })

  it('is not verified with a key that is no point of the curve', async () => {
    const off = { ...jwk(publicKey), y: jwk(publicKey).x }
    expect((await outcomeOf(input, good, off)).outcome).not.toBe('passed')
  })

  it('passes with nothing that the header demands and nobody here understands', async () => {
    const header = { alg, crit: ['exp'], exp: now + 60 }
    const signature = sign(hash, Buffer.from(inputOf(header)), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    expect((await outcomeOf(inputOf(header), signature, jwk(publicKey))).outcome).not.toBe('passed')
  })
})

describe('an EdDSA signature', () => {
  // RFC 8032 §5.1.7: S must be below the order of the group.
  const group = 2n ** 252n + 27742317777372353535851937790883648493n
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const input = inputOf({ alg: 'EdDSA' })
  const good = sign(null, Buffer.from(input), privateKey)

  it.each([
    ['S raised by the order of the group', raised(good, group)],
    ['S zero', Buffer.concat([good.subarray(0, 32), Buffer.alloc(32)])],
    ['nothing but zeros', Buffer.alloc(64)],
    ['a byte too many', Buffer.concat([good, Buffer.of(0)])],
    ['half of it', good.subarray(0, 32)],
  ])('does not fit with %s', async (_what, signature) => {
    expect((await outcomeOf(input, good, jwk(publicKey))).outcome).toBe('passed')
    expect((await outcomeOf(input, signature, jwk(publicKey))).outcome).toBe('failed')
  })

  it('on Ed448 fits its key alone', async () => {
    const [own, other] = [generateKeyPairSync('ed448'), generateKeyPairSync('ed448')]
    const signature = sign(null, Buffer.from(input), own.privateKey)
    expect((await outcomeOf(input, signature, jwk(own.publicKey))).outcome).toBe('passed')
    expect((await outcomeOf(input, signature, jwk(other.publicKey))).outcome).toBe('failed')
  })

  function raised(signature: Buffer, by: bigint): Buffer {
    const s = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString('hex')}`) + by
    return Buffer.concat([signature.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse()])
  }
})

describe('an RSA signature', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = jwk(publicKey)
  const input = inputOf({ alg: 'RS256' })
  const good = sign('sha256', Buffer.from(input), privateKey)

  it.each([
    ['nothing but zeros', Buffer.alloc(256)],
    ['the number one', Buffer.concat([Buffer.alloc(255), Buffer.of(1)])],
    ['a byte before it', Buffer.concat([Buffer.of(0), good])],
    ['a byte after it', Buffer.concat([good, Buffer.of(0)])],
    ['its first byte missing', good.subarray(1)],
    ['the modulus itself', Buffer.from(String(key.n), 'base64url')],
  ])('does not fit with %s', async (_what, signature) => {
    expect((await outcomeOf(input, good, key)).outcome).toBe('passed')
    expect((await outcomeOf(input, signature, key)).outcome).toBe('failed')
  })

  it('of PSS fits with the salt as long as its hash alone (RFC 7518 §3.5)', async () => {
    const pss = inputOf({ alg: 'PS256' })
    const made = (saltLength: number) => sign('sha256', Buffer.from(pss), { key: privateKey, padding: 6, saltLength })
    expect((await outcomeOf(pss, made(32), key)).outcome).toBe('passed')
    for (const saltLength of [0, 20, 64]) expect((await outcomeOf(pss, made(saltLength), key)).outcome).toBe('failed')
  })
})

describe('an HMAC', () => {
  const secret = 'a secret of more than thirty-two characters'
  const input = inputOf({ alg: 'HS256' })
  const good = createHmac('sha256', secret).update(input).digest()

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['its first half', good.subarray(0, 16)],
    ['a byte too many', Buffer.concat([good, Buffer.of(0)])],
    ['zeros', Buffer.alloc(32)],
    ['another hash', createHmac('sha512', secret).update(input).digest()],
  ])('does not fit with %s', async (_what, signature) => {
    expect((await outcomeOf(input, good, secret)).outcome).toBe('passed')
    expect((await outcomeOf(input, signature, secret)).outcome).toBe('failed')
  })
})

it.each(['None', 'NONE', 'nOnE'])('alg %s is no signature, however it is written', async (alg) => {
  expect(await outcomeOf(inputOf({ alg }), Buffer.alloc(0), 'secret')).toMatchObject({
    outcome: 'failed',
    why: expect.stringContaining('not signed'),
  })
})

it.each(['hs256', 'RS255', 'ES256k', ' RS256'])('alg %s is none that anybody knows', async (alg) => {
  expect((await outcomeOf(inputOf({ alg }), Buffer.alloc(32), 'secret')).outcome).toBe('not-checked')
})

describe('an encrypted token that was tampered with is not read', () => {
  const password = 'Thus from my lips, by yours, my sin is purged.'
  const open = (token: string, key: string) => {
    const read = inspectToken(token)
    if (read.form !== 'jwe') throw new Error('It is not encrypted.')
    return decryptToken(read.text, read.header.value ?? {}, key, now)
  }

  it('with more rounds than a browser can make', async () => {
    const header = { alg: 'PBES2-HS256+A128KW', enc: 'A128GCM', p2s: encode('salt'), p2c: 2_000_000_000 }
    const token = `${encode(header)}.${'A'.repeat(32)}.${'A'.repeat(16)}.AAAA.${'A'.repeat(22)}`
    expect(await open(token, password)).toHaveProperty('problem')
  })

  it.each([
    ['a key of the wrong size', { alg: 'dir', enc: 'A256GCM' }, Buffer.alloc(16, 1).toString('base64url')],
    [
      'an ephemeral key off its curve',
      { alg: 'ECDH-ES', enc: 'A128GCM', epk: { kty: 'EC', crv: 'P-256', x: 'AAAA', y: 'AAAA' } },
      ecKey(),
    ],
    [
      'an ephemeral key of another curve',
      { alg: 'ECDH-ES', enc: 'A128GCM', epk: jwk(generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey) },
      ecKey(),
    ],
    ['a tag of four bytes', { alg: 'dir', enc: 'A128GCM' }, Buffer.alloc(16, 1).toString('base64url')],
    ['an algorithm that gives its key away', { alg: 'RSA1_5', enc: 'A128GCM' }, 'x'],
  ])('%s', async (_what, header, key) => {
    const encryptedKey = header.alg === 'dir' || header.alg === 'ECDH-ES' ? '' : 'AAAA'
    expect(await open(`${encode(header)}.${encryptedKey}.${'A'.repeat(16)}.AAAA.AAAAAA`, key)).toHaveProperty('problem')
  })

  function ecKey(): string {
    return JSON.stringify(jwk(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey))
  }
})

describe('the key sets of RFC 7517, Appendix A', () => {
  const modulus =
    '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw'
  const ec = {
    kty: 'EC',
    crv: 'P-256',
    x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
    y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
  }

  it('of public keys (A.1) are read with what each is for', () => {
    const { keys, isSet } = readKeys(
      JSON.stringify({
        keys: [
          { ...ec, use: 'enc', kid: '1' },
          { kty: 'RSA', n: modulus, e: 'AQAB', alg: 'RS256', kid: '2011-04-29' },
        ],
      }),
    )
    expect(isSet).toBe(true)
    expect(keys.map(({ jwk: { kid, kty }, isPrivate }) => [kid, kty, isPrivate])).toEqual([
      ['1', 'EC', false],
      ['2011-04-29', 'RSA', false],
    ])
  })

  it('of private keys (A.2) are known for private, and their public half has nothing of it', () => {
    const d = '870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE'
    const [key] = readKeys(JSON.stringify({ keys: [{ ...ec, d, use: 'enc', kid: '1' }] })).keys
    expect(key).toMatchObject({ isPrivate: true, jwk: { kid: '1', x: ec.x } })
    expect(JSON.stringify(key?.jwk)).not.toContain(d)
  })

  it('of shared secrets (A.3) verify the example that they are for', async () => {
    const set = {
      keys: [
        { kty: 'oct', alg: 'A128KW', k: 'GawgguFyGrWKav7AX4VKUg' },
        {
          kty: 'oct',
          k: 'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow',
          kid: 'HMAC key used in JWS spec Appendix A.1 example',
        },
      ],
    }
    // RFC 7515 Appendix A.1.
    const input =
      'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ'
    const signature = Buffer.from('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', 'base64url')
    expect((await outcomeOf(input, signature, set)).outcome).toBe('passed')
  })
})

it('the key with its certificate of RFC 7517, Appendix B, is read with the name in it, also from the certificate alone', () => {
  const n =
    'vrjOfz9Ccdgx5nQudyhdoR17V-IubWMeOZCwX_jj0hgAsz2J_pqYW08PLbK_PdiVGKPrqzmDIsLI7sA25VEnHU1uCLNwBuUiCO11_-7dYbsr4iJmG0Qu2j8DsVyT1azpJC_NG84Ty5KKthuCaPod7iI7w0LK9orSMhBEwwZDCxTWq4aYWAchc8t-emd9qOvWtVMDC2BXksRngh6X5bUYLy6AyHKvj-nUy1wgzjYQDwHMTplCoLtU-o-8SNnZ1tmRoGE9uJkBLdh5gFENabWnU5m1ZqZPdwS-qo-meMvVfJb6jJVWRpl2SUtCnYG2C32qvbWbjZ_jBPD5eunqsIo1vQ'
  const x5c = [
    'MIIDQjCCAiqgAwIBAgIGATz/FuLiMA0GCSqGSIb3DQEBBQUAMGIxCzAJBgNVBAYTAlVTMQswCQYDVQQIEwJDTzEPMA0GA1UEBxMGRGVudmVyMRwwGgYDVQQKExNQaW5nIElkZW50aXR5IENvcnAuMRcwFQYDVQQDEw5CcmlhbiBDYW1wYmVsbDAeFw0xMzAyMjEyMzI5MTVaFw0xODA4MTQyMjI5MTVaMGIxCzAJBgNVBAYTAlVTMQswCQYDVQQIEwJDTzEPMA0GA1UEBxMGRGVudmVyMRwwGgYDVQQKExNQaW5nIElkZW50aXR5IENvcnAuMRcwFQYDVQQDEw5CcmlhbiBDYW1wYmVsbDCCASIwDQYJKoZIhvcNAQEBBQADggEPADCCAQoCggEBAL64zn8/QnHYMeZ0LncoXaEde1fiLm1jHjmQsF/449IYALM9if6amFtPDy2yvz3YlRij66s5gyLCyO7ANuVRJx1NbgizcAblIgjtdf/u3WG7K+IiZhtELto/A7Fck9Ws6SQvzRvOE8uSirYbgmj6He4iO8NCyvaK0jIQRMMGQwsU1quGmFgHIXPLfnpnfajr1rVTAwtgV5LEZ4Iel+W1GC8ugMhyr4/p1MtcIM42EA8BzE6ZQqC7VPqPvEjZ2dbZkaBhPbiZAS3YeYBRDWm1p1OZtWamT3cEvqqPpnjL1XyW+oyVVkaZdklLQp2Btgt9qr21m42f4wTw+Xrp6rCKNb0CAwEAATANBgkqhkiG9w0BAQUFAAOCAQEAh8zGlfSlcI0o3rYDPBB07aXNswb4ECNIKG0CETTUxmXl9KUL+9gGlqCz5iWLOgWsnrcKcY0vXPG9J1r9AqBNTqNgHq2G03X09266X5CpOe1zFo+Owb1zxtp3PehFdfQJ610CDLEaS9V9Rqp17hCyybEpOGVwe8fnk+fbEL2Bo3UPGrpsHzUoaGpDftmWssZkhpBJKVMJyf/RuP2SmmaIzmnw9JiSlYhzo4tpzd5rFXhjRbg4zW9C+2qok+2+qDM1iJ684gPHMIY8aLWrdgQTxkumGmTqgawR+N5MDtdPTEQ0XfIBc2cJEUyMTY5MPvACWpkA6SdS4xSvdXK3IVfOWA==',
  ]
  const [key] = readKeys(JSON.stringify({ kty: 'RSA', use: 'sig', kid: '1b94c', n, e: 'AQAB', x5c })).keys
  expect(key).toMatchObject({
    jwk: { n, e: 'AQAB', kid: '1b94c' },
    certificate: { subject: 'Brian Campbell', issuer: 'Brian Campbell', notAfter: 1_534_285_755 },
  })
  const [alone] = readKeys(JSON.stringify({ x5c })).keys
  expect(alone).toMatchObject({ jwk: { n, e: 'AQAB' }, isPrivate: false })
})
