import { constants, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import fc from 'fast-check'
import { CompactEncrypt, CompactSign, exportJWK, exportSPKI, generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import { inspect } from '#knowledge/paste/inspect.ts'
import { judgeKey } from '#knowledge/token/key/judge-key.ts'
import { inspectToken } from '#knowledge/token/take-apart.ts'
import { decryptToken } from './decrypt.ts'
import { type KeyMaterial, verifySignature } from './verify.ts'

const now = 1_800_000_000

const verify = (text: string, material: KeyMaterial) =>
  Promise.all(
    inspect(text).tokens.map(({ token }) => {
      if (token.form !== 'jws') throw new Error(`${text} is not signed.`)
      return verifySignature(token.jws, token.header.value ?? {}, material, { now })
    }),
  ).then((outcomes) => outcomes.map(({ outcome }) => outcome))
const pasted = (key: unknown): KeyMaterial => ({
  from: 'pasted',
  text: typeof key === 'string' ? key : JSON.stringify(key),
})

// RFC 7515 Appendix A.1, which is RFC 7519 §3.1.
const hs256 =
  'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const hs256Key = 'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow'

// RFC 8037 Appendix A.4.
const eddsa =
  'eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg'
const eddsaKey = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }

describe('a signature', () => {
  it.each(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'])(
    'made with %s holds with its key and fails with another, as a JWK and, where there is one, as a PEM',
    async (alg) => {
      const [own, other] = await Promise.all([
        generateKeyPair(alg, { extractable: true }),
        generateKeyPair(alg, { extractable: true }),
      ])
      const token = await new CompactSign(new TextEncoder().encode('{"sub":"ada"}'))
        .setProtectedHeader({ alg })
        .sign(own.privateKey)
      expect(await verify(token, pasted(await exportJWK(own.publicKey)))).toEqual(['passed'])
      expect(await verify(token, pasted(await exportJWK(own.privateKey)))).toEqual(['passed'])
      expect(await verify(token, pasted(await exportJWK(other.publicKey)))).toEqual(['failed'])
      expect(
        await verify(token, pasted({ keys: [await exportJWK(other.publicKey), await exportJWK(own.publicKey)] })),
      ).toEqual(['passed'])
      expect(await verify(token, pasted(await exportSPKI(own.publicKey)))).toEqual(['passed'])
    },
  )

  it('of a shared secret is never taken for one of a public key', async () => {
    const published: KeyMaterial = { from: 'environment', name: 'Sandbox', keys: [eddsaKey] }
    expect(await verify(hs256, published)).toEqual(['failed'])
    expect(await verify(hs256, pasted('-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----'))).toEqual([
      'not-checked',
    ])
  })

  it('of a key that the environment does not publish fails', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
    const token = await new CompactSign(new TextEncoder().encode('{}'))
      .setProtectedHeader({ alg: 'ES256', kid: 'other' })
      .sign(privateKey)
    const keys = [{ ...(await exportJWK(publicKey)), kid: 'one' }]
    expect(await verify(token, { from: 'environment', name: 'Sandbox', keys })).toEqual(['failed'])
  })

  it.each([
    ['none', 'failed'],
    ['None', 'failed'],
    ['HS256', 'failed'],
    ['XX999', 'not-checked'],
    [undefined, 'not-checked'],
  ])('under the algorithm %s does not hold', async (alg, outcome) => {
    const header = Buffer.from(JSON.stringify({ alg, typ: 'x' })).toString('base64url')
    expect(await verify(`${header}.e30.AAAA`, pasted({ kty: 'oct', k: hs256Key }))).toEqual([outcome])
  })

  it('does not hold with a critical parameter that is not understood, nor with nonsense for a key', async () => {
    const header = Buffer.from(JSON.stringify({ alg: 'HS256', crit: ['x'], x: 1 })).toString('base64url')
    expect(await verify(`${header}.e30.AAAA`, pasted({ kty: 'oct', k: hs256Key }))).toEqual(['not-checked'])
    for (const key of ['', '{}', '{"keys":[null,1]}', '-----BEGIN PRIVATE KEY-----', '{"kty":"EC"}'])
      expect(await verify(eddsa, pasted(key))).toEqual(['not-checked'])
  })

  it('does not hold for a token of which any character was changed', async () => {
    const material = pasted({ kty: 'oct', k: hs256Key })
    await fc.assert(
      // The last character of a part may carry bits that do not count.
      fc.asyncProperty(fc.nat({ max: hs256.length - 2 }), fc.constantFrom(...'ABCabc019-_'), async (at, put) => {
        fc.pre(hs256[at] !== '.' && hs256[at] !== put && hs256[at + 1] !== '.')
        const token = inspectToken(hs256.slice(0, at) + put + hs256.slice(at + 1))
        if (token.form !== 'jws') return
        const { outcome } = await verifySignature(token.jws, token.header.value ?? {}, material, { now })
        expect(outcome).not.toBe('passed')
      }),
    )
  })
})

it('a token without a key id passed where one of several published keys fits, and failed where none does', async () => {
  const other = { kty: 'OKP', crv: 'Ed25519', x: 'O2onvM62pC1io6jQKm8Nc2UyFXcd4kOmOsBIoYtZ2ik' }
  expect(await verify(eddsa, pasted({ keys: [eddsaKey, other] }))).toEqual(['passed'])
  expect(await verify(eddsa, pasted({ keys: [other, other] }))).toEqual(['failed'])
})

describe('the reason of a failure is the true one', () => {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const outcomeOf = async (text: string, material: KeyMaterial, content?: string) => {
    const [found] = inspect(text).tokens
    if (found?.token.form !== 'jws') throw new Error(`${text} is not signed.`)
    return verifySignature(found.token.jws, found.token.header.value ?? {}, material, { now, content })
  }
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = (key: KeyObject) => String(key.export({ type: 'spki', format: 'pem' }))
  const jwk = (key: KeyObject, more = {}) => ({ ...key.export({ format: 'jwk' }), ...more })
  const made = (
    header: Record<string, unknown>,
    signed: (input: Buffer) => Buffer,
    payload = encoded({ sub: 'ada' }),
  ) => {
    const input = `${encoded(header)}.${payload}`
    return `${input}.${signed(Buffer.from(input)).toString('base64url')}`
  }
  const rs256 = (header = {}, key = rsa.privateKey) =>
    made({ alg: 'RS256', ...header }, (input) => sign('sha256', input, key))
  const hmac = (secret: string | Buffer, alg = 'HS256') =>
    made({ alg }, (input) =>
      createHmac(`sha${alg.slice(2)}`, secret)
        .update(input)
        .digest(),
    )

  it('an ECDSA signature in DER', async () => {
    const der = (key: KeyObject) => made({ alg: 'ES256' }, (input) => sign('sha256', input, key))
    const own = await outcomeOf(der(ec.privateKey), pasted(pem(ec.publicKey)))
    expect(own).toMatchObject({ outcome: 'failed', why: expect.stringMatching(/in DER.*Converted, it fits/) })
    const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    expect((await outcomeOf(der(foreign.privateKey), pasted(pem(ec.publicKey)))).why).toMatch(/does not fit .* either/)
  })

  it('another algorithm than the header names', async () => {
    const token = made({ alg: 'RS256' }, (input) =>
      sign('sha256', input, { key: rsa.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }),
    )
    expect(await outcomeOf(token, pasted(pem(rsa.publicKey)))).toMatchObject({
      outcome: 'failed',
      why: expect.stringMatching(/with PS256, but the header names RS256/),
    })
  })

  it('a key of another type, and of another curve', async () => {
    expect((await outcomeOf(rs256(), pasted(pem(ec.publicKey)))).why).toBe(
      'The token uses “RS256”, which requires an RSA key; the pasted text is an EC key on P-256.',
    )
    const keys = [jwk(ec.publicKey, { kid: 'a' })]
    expect(await outcomeOf(rs256({ kid: 'a' }), { from: 'environment', name: 'Sandbox', keys })).toEqual({
      outcome: 'failed',
      why: 'The key “a” that Sandbox publishes is an EC key on P-256; “RS256” requires an RSA key.',
    })
  })

  it('no such kid, in a pasted set too, which is tried all the same', async () => {
    const set = { keys: [jwk(rsa.publicKey, { kid: 'old' }), jwk(ec.publicKey, { kid: 'other' })] }
    const found = await outcomeOf(rs256({ kid: 'new' }), pasted(set))
    expect(found).toMatchObject({
      outcome: 'passed',
      because: 'unknown-kid',
      why: expect.stringContaining('The set has no key “new”, which the token names; it has “old” and “other”.'),
    })
    const foreign = rs256({ kid: 'new' }, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)
    // With the keys of somebody else nothing can be said of a signature.
    const unknown = { outcome: 'not-checked', because: 'unknown-key' }
    expect(await outcomeOf(foreign, pasted(set))).toMatchObject({ ...unknown, why: expect.stringContaining('“new”') })
    expect(await outcomeOf(foreign, pasted(set.keys[0]))).toMatchObject(unknown)
    expect(await outcomeOf(foreign, pasted(jwk(rsa.publicKey)))).toMatchObject({ outcome: 'failed' })
  })

  it('a signature that was cut', async () => {
    const whole = hmac('a-secret-of-more-than-32-characters-here')
    const fits = await outcomeOf(whole, pasted('a-secret-of-more-than-32-characters-here'))
    expect(fits.why).toContain('a holder of that secret signed')
    const { why } = await outcomeOf(whole.slice(0, -8), pasted('a-secret-of-more-than-32-characters-here'))
    expect(why).toMatch(/has 26 bytes, but HS256 produces 32: its end is missing/)
  })

  it('content that was sent apart, which is taken with any line breaks', async () => {
    const content = 'first\r\nsecond\r\n'
    const whole = made(
      { alg: 'RS256' },
      (input) => sign('sha256', input, rsa.privateKey),
      Buffer.from(content).toString('base64url'),
    )
    const detached = whole.replace(/\.[^.]*\./, '..')
    const key = pasted(pem(rsa.publicKey))
    expect(await outcomeOf(detached, key)).toMatchObject({
      outcome: 'not-checked',
      why: expect.stringContaining('detached'),
    })
    expect(await outcomeOf(detached, key, content)).toMatchObject({ outcome: 'passed' })
    expect(await outcomeOf(detached, key, 'first\nsecond\n')).toMatchObject({
      outcome: 'passed',
      why: expect.stringContaining('with Windows line breaks'),
    })
    expect(await outcomeOf(detached, key, 'other')).toMatchObject({ outcome: 'failed' })
  })

  it('a public key whose text was taken for a shared secret', async () => {
    const text = pem(rsa.publicKey)
    expect(await outcomeOf(hmac(text), pasted(text))).toMatchObject({
      outcome: 'failed',
      why: expect.stringContaining('RFC 8725 §2.1'),
    })
    expect(await outcomeOf(hmac('another'), pasted(text))).toEqual({
      outcome: 'not-checked',
      why: '“HS256” requires a shared secret; the pasted text is an RSA key.',
    })
  })

  it.each([
    ['text', 'correct horse battery staple, correct', (text: string) => text, /as text \(/],
    [
      'base64url',
      Buffer.from('correct horse battery staple, ????>>>').toString('base64url'),
      (text: string) => Buffer.from(text, 'base64url'),
      /as base64url/,
    ],
    [
      'base64',
      Buffer.from('correct horse battery staple, ????>>>').toString('base64'),
      (text: string) => Buffer.from(text, 'base64'),
      /as base64 \(/,
    ],
    [
      'hex',
      '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff',
      (text: string) => Buffer.from(text, 'hex'),
      /as hex/,
    ],
    [
      'text with a line break',
      'correct horse battery staple, correct',
      (text: string) => `${text}\n`,
      /with a line break at the end/,
    ],
  ])('a shared secret is taken as %s, and the reading that fits is named', async (_, text, bytes, words) => {
    expect(await outcomeOf(hmac(bytes(text)), pasted(text))).toMatchObject({
      outcome: 'passed',
      why: expect.stringMatching(words),
    })
    expect(await outcomeOf(hmac('quite another secret'), pasted(text))).toMatchObject({
      outcome: 'failed',
      why: expect.stringMatching(/in any encoding/),
    })
  })

  it.each([
    [{ alg: 'RS512' }, /is for “RS512”/],
    [{ use: 'enc' }, /use is “enc”/],
    [{ key_ops: ['encrypt'] }, /key_ops are “encrypt”/],
  ])('a key that says %j fits, and must not be used', async (more, words) => {
    expect(await outcomeOf(rs256(), pasted(jwk(rsa.publicKey, more)))).toMatchObject({
      outcome: 'failed',
      why: expect.stringMatching(words),
    })
  })

  it('a short RSA key and an exponent of 1', async () => {
    const short = generateKeyPairSync('rsa', { modulusLength: 1024 })
    expect(await outcomeOf(rs256({}, short.privateKey), pasted(pem(short.publicKey)))).toMatchObject({
      outcome: 'failed',
      why: expect.stringMatching(/matches.*must reject it.*1,024 bits/),
    })
    const remarks = judgeKey(
      { jwk: jwk(rsa.publicKey, { e: 'AQ' }), form: 'public key (JWK)', isPrivate: false },
      { alg: 'RS256', purpose: 'verify', now },
    )
    expect(remarks).toMatchObject([{ code: 'exponent-proves-nothing', isUnfit: true }])
  })

  it('a key that a bundle of SPIFFE marks for JWT-SVIDs signs, and one for X.509-SVIDs does not', () => {
    const use = (own: string) =>
      judgeKey(
        { jwk: jwk(rsa.publicKey, { use: own }), form: 'public key (JWK)', isPrivate: false },
        { alg: 'RS256', purpose: 'verify', now },
      )
    expect(use('jwt-svid')).toEqual([])
    expect(use('x509-svid')).toMatchObject([{ code: 'key-for-another-use', isUnfit: true }])
  })

  it('a secret of a published example is refused though it fits, and a short one passes with a word on it', async () => {
    const { outcome, why, because } = await outcomeOf(hmac('your-256-bit-secret'), pasted('your-256-bit-secret'))
    expect({ outcome, because }).toEqual({ outcome: 'failed', because: 'known-secret' })
    expect(why).toMatch(/published example.*has 19 bytes; HS256 requires at least 32/)
    expect(await outcomeOf(hmac('a-secret-of-ours'), pasted('a-secret-of-ours'))).toMatchObject({
      outcome: 'passed',
      because: 'weak-secret',
      why: expect.stringContaining('has 16 bytes'),
    })
  })

  it('two keys of one kid are told', async () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const set = { keys: [jwk(other.publicKey, { kid: 'a' }), jwk(rsa.publicKey, { kid: 'a' })] }
    expect(await outcomeOf(rs256({ kid: 'a' }), pasted(set))).toMatchObject({
      outcome: 'passed',
      why: expect.stringContaining('More than one key in the set is called “a”'),
    })
  })

  it('a key that the token brings proves a proof, and nothing of any other token', async () => {
    const withKey = (typ: string) => rs256({ typ, jwk: jwk(rsa.publicKey) })
    expect(await outcomeOf(withKey('dpop+jwt'), { from: 'token' })).toMatchObject({ outcome: 'passed' })
    expect(await outcomeOf(withKey('at+jwt'), { from: 'token' })).toMatchObject({ outcome: 'not-checked' })
  })

  it('private keys of every kind verify by the public half that the platform finds', async () => {
    const ed = generateKeyPairSync('ed25519')
    const token = made({ alg: 'EdDSA' }, (input) => sign(null, input, ed.privateKey))
    const text = String(ed.privateKey.export({ type: 'pkcs8', format: 'pem' }))
    expect(await outcomeOf(token, pasted(text))).toMatchObject({
      outcome: 'passed',
      why: expect.stringContaining('the public half of the pasted private key (PKCS#8)'),
    })
    const ed448 = generateKeyPairSync('ed448')
    const other = made({ alg: 'Ed448' }, (input) => sign(null, input, ed448.privateKey))
    expect(await outcomeOf(other, pasted(pem(ed448.publicKey)))).toMatchObject({ outcome: 'passed' })
  })
})

describe('an encrypted token', () => {
  it.each(['RSA-OAEP', 'RSA-OAEP-256', 'ECDH-ES', 'ECDH-ES+A256KW'])(
    'of %s is read with the private key in PEM',
    async (alg) => {
      const pair = alg.startsWith('RSA')
        ? generateKeyPairSync('rsa', { modulusLength: 2048 })
        : generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const token = await new CompactEncrypt(new TextEncoder().encode('{"sub":"ada"}'))
        .setProtectedHeader({ alg, enc: 'A256GCM' })
        .encrypt(pair.publicKey)
      const text = String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }))
      expect(await decryptToken(token, { alg, enc: 'A256GCM' }, text, now)).toMatchObject({ content: '{"sub":"ada"}' })
      const isPublic = String(pair.publicKey.export({ type: 'spki', format: 'pem' }))
      expect(await decryptToken(token, { alg }, isPublic, now)).toMatchObject({
        problem: expect.stringContaining('A public key'),
      })
    },
  )

  it('of a shared secret is read in the encoding that fits, and not with another', async () => {
    const secret = Buffer.alloc(32, 7)
    const token = await new CompactEncrypt(new TextEncoder().encode('x'))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .encrypt(secret)
    expect(await decryptToken(token, { alg: 'dir' }, secret.toString('hex'), now)).toMatchObject({
      content: 'x',
      why: expect.stringContaining('as hex'),
    })
    expect(await decryptToken(token, { alg: 'dir' }, 'wrong', now)).toHaveProperty('problem')
    expect(await decryptToken(token, { alg: 'RSA1_5' }, 'wrong', now)).toMatchObject({
      problem: expect.stringContaining('RSA-OAEP-256'),
    })
  })
})
