import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { expect, it } from 'vitest'
import { inspect } from '#knowledge/paste/inspect.ts'
import { sha256 } from '#knowledge/text/sha256.ts'
import { verifyByOwnKey } from './own-key.ts'
import { verifySignature } from './verify.ts'

const now = 1_800_000_000
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const jwk = publicKey.export({ format: 'jwk' })
const signed = (header: object, claims: object, key: KeyObject = privateKey) => {
  const input = `${encode({ alg: 'ES256', ...header })}.${encode(claims)}`
  return `${input}.${sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}
const signedText = (text: string) => {
  const input = `${encode({ alg: 'ES256' })}.${Buffer.from(text).toString('base64url')}`
  return `${input}.${sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}
const point = Buffer.concat([
  Buffer.from([4]),
  ...[jwk.x, jwk.y].map((one) => Buffer.from(one ?? '', 'base64url')),
]).toString('base64url')
const hmac = (secret: string) => {
  const input = `${encode({ alg: 'HS256' })}.${encode({ sub: 'ada' })}`
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}
const entity = {
  iss: 'https://rp.example',
  sub: 'https://rp.example',
  iat: now,
  exp: now + 60,
  jwks: { keys: [{ ...jwk, kid: 'k1' }] },
}
const issued = `${signed({ typ: 'dc+sd-jwt' }, { iss: 'https://i.example', vct: 'x', cnf: { jwk } }, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)}~`
const binding = signed(
  { typ: 'kb+jwt' },
  { aud: 'v', nonce: 'n', iat: now, sd_hash: Buffer.from(sha256(issued)).toString('base64url') },
)

async function outcomesOf(text: string) {
  const { tokens } = inspect(text)
  return Promise.all(
    tokens.map(async (found) => (await verifyByOwnKey(found, tokens, text, now))?.outcome ?? 'no key in the text'),
  )
}

it.each([
  [
    'a self-issued ID token',
    signed({}, { iss: 'https://self-issued.me/v2', sub: 'x', aud: 'https://rp.example', nonce: 'n', sub_jwk: jwk }),
    ['passed'],
  ],
  [
    'a DPoP proof',
    signed({ typ: 'dpop+jwt', jwk }, { htm: 'GET', htu: 'https://a.example/', jti: 'j', iat: now }),
    ['passed'],
  ],
  ['an entity that speaks of itself', signed({ typ: 'entity-statement+jwt', kid: 'k1' }, entity), ['passed']],
  [
    'an entity whose statement was changed',
    signed({ typ: 'entity-statement+jwt', kid: 'k1' }, entity).replace(
      /\.[^.]+\./,
      `.${encode({ ...entity, exp: now + 61 })}.`,
    ),
    ['failed'],
  ],
  ['an SD-JWT with its key binding', issued + binding, ['no key in the text', 'passed']],
  [
    'an access token that brings a key of its own choice',
    signed({ typ: 'at+jwt', jwk }, { sub: 'ada' }),
    ['not-checked'],
  ],
  [
    'a token of web push with its key',
    `Authorization: vapid t=${signed({ typ: 'JWT' }, { aud: 'https://push.example', exp: now + 60, sub: 'mailto:a@b.example' })}, k=${point}`,
    ['passed'],
  ],
  ['a token with a key set beside it', `${signed({}, { sub: 'ada' })}\n${JSON.stringify({ keys: [jwk] })}`, ['passed']],
  [
    'a token with a key in PEM beside it',
    `${signed({}, { sub: 'ada' })}\n${publicKey.export({ format: 'pem', type: 'spki' })}`,
    ['passed'],
  ],
  [
    'a token with the key of another beside it',
    `${signed({}, { sub: 'ada' })}\n${generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'pem', type: 'spki' })}`,
    ['not-checked'],
  ],
  [
    'a token with its secret beside it',
    `JWT_SECRET=correct horse\nJWT_SECRET=dev-only-secret-0123456789abcdef\nTOKEN=${hmac('dev-only-secret-0123456789abcdef')}`,
    // The secret is listed beside the token that it verifies.
    ['no key in the text', 'passed'],
  ],
  ['a token with another secret beside it', `CLIENT_SECRET=something-else TOKEN=${hmac('dev-only')}`, ['not-checked']],
  [
    'a token with its secret inside JSON of a variable',
    `OTHER_SECRET=something-else\nJWT_SETTING='{"type":"HS256","key":"dev-only-secret-0123456789"}'\nTOKEN=${hmac('dev-only-secret-0123456789')}`,
    ['passed'],
  ],
  [
    'a token with its secret in base64, behind a name with a remark',
    `extension secret (base64): ${Buffer.from('dev-only-secret-0123456789').toString('base64')}\n${hmac('dev-only-secret-0123456789')}`,
    ['passed'],
  ],
  [
    'a token with the second half of an API key',
    `Admin API key: 9c3452a9f009ded772d444d0:${Buffer.from('dev-only-secret-0123456789').toString('hex')}\n${hmac('dev-only-secret-0123456789')}`,
    ['passed'],
  ],
  [
    'a forgery whose secret is the text of the public key beside it',
    `${hmac(String(publicKey.export({ format: 'pem', type: 'spki' })))}\n\n${publicKey.export({ format: 'pem', type: 'spki' })}`,
    ['failed'],
  ],
  [
    'a token with another key of the same name beside it',
    `${signed({ kid: 'k1' }, { sub: 'ada' })}\n${JSON.stringify({ keys: [{ ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }), kid: 'k1' }] })}`,
    ['failed'],
  ],
  ['a token whose issuer spells out its key', signed({}, { iss: `did:jwk:${encode(jwk)}`, sub: 'ada' }), ['passed']],
  [
    'a signature whose content is the body beside it',
    (() => {
      const body = '{"amount": 12}'
      const [header, , signature] = signedText(body).split('.')
      return `POST /payments HTTP/1.1\nx-jws-signature: ${header}..${signature}\n\n${body}\n\n${publicKey.export({ format: 'pem', type: 'spki' })}`
    })(),
    ['passed'],
  ],
  ['a token alone', hmac('dev-only'), ['no key in the text']],
])('%s is verified with the key that the text brings for it, and by no other', async (_what, text, outcomes) => {
  expect(await outcomesOf(text)).toEqual(outcomes)
})

it('says which key of a set signed, and of a set without the key of the token which there are', async () => {
  const others = ['a', 'b'].map((kid) => ({
    ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }),
    kid,
  }))
  const why = async (header: object, keys: object[]) => {
    const text = `${signed(header, { sub: 'ada' })}\n${JSON.stringify({ keys })}`
    const { tokens } = inspect(text)
    return tokens[0] && (await verifyByOwnKey(tokens[0], tokens, text, now))?.why
  }
  expect(await why({}, [...others, { ...jwk, kid: 'c' }])).toContain('the key “c” in the text')
  expect(await why({ kid: 'c' }, others)).toContain('the keys there are “a” and “b”')
})

it.each([
  [
    'a key beside it that did not sign it',
    `${signed({}, { sub: 'ada' }, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)}\n${JSON.stringify(jwk)}`,
    ['other-key'],
  ],
  [
    'a key that signed another token of the text',
    `${signed({}, { sub: 'ada' }, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)}\n${signed({}, { sub: 'eve' })}\n${JSON.stringify(jwk)}`,
    [undefined, undefined],
  ],
  [
    'a secret whose name says that it signs',
    `${hmac('one-secret-of-this-text')}\nJWT_SECRET=another-secret-of-it`,
    ['other-key'],
  ],
  [
    'the secret of a client, which may be for something else',
    `${hmac('one-secret-of-this-text')}\nclient_secret=another-secret-of-it`,
    [undefined],
  ],
])('%s', async (_, text, expected) => {
  const { tokens } = inspect(text)
  const outcomes = await Promise.all(tokens.map((found) => verifyByOwnKey(found, tokens, text, now)))
  expect(outcomes.map((one) => one?.because)).toEqual(expected)
})

it.each([
  ['a path to nothing', '../../dev/null', ''],
  ['a statement with the key in it', "x' UNION SELECT 'mine'--", 'mine'],
])('a shared secret that %s chose is forged', async (_, kid, secret) => {
  const input = `${encode({ alg: 'HS256', kid })}.${encode({ sub: 'ada' })}`
  const token = `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
  const [found] = inspect(token).tokens
  expect(found && (await verifyByOwnKey(found, [found], token, now))).toMatchObject({
    outcome: 'failed',
    because: 'unfit-key',
  })
})

// Made with `openssl req -x509` for this test.
const certificate = `-----BEGIN CERTIFICATE-----
MIIBhjCCAS2gAwIBAgIUbPauGpEKTrzUm0erTnPngTAgbuUwCgYIKoZIzj0EAwIw
GTEXMBUGA1UEAwwOY2xpZW50LmV4YW1wbGUwHhcNMjYxMTIzMTIyNTAwWhcNNDYx
MTE4MTIyNTAwWjAZMRcwFQYDVQQDDA5jbGllbnQuZXhhbXBsZTBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABOFTU2H37WiZpnkRLEc0eCIHdgaW79d+vVDPY7we3YUk
69SFBn+8Qn9Mg19On1O+V6euPxLJEi9i9NU/1s67vEKjUzBRMB0GA1UdDgQWBBTA
OQ8P3klT/w+NxKxhXwsXkEisvTAfBgNVHSMEGDAWgBTAOQ8P3klT/w+NxKxhXwsX
kEisvTAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCIGiUSxPiYHzB
n3e+b2tv0jBZMAQ+wjGOiz/hJ5+xuWRPAiARa8+YopdnveJB2q5DXorwuyhPVTpr
76nk5FFZmY6eRg==
-----END CERTIFICATE-----`

it('takes a certificate of a connection or of an authority for no key of tokens, and any other for one', async () => {
  const because = async (beside: string) => {
    const text = `token: ${signed({}, { sub: 'ada' })}\n${beside}`
    const { tokens } = inspect(text)
    const [found] = tokens
    return found && (await verifyByOwnKey(found, tokens, text, now))?.because
  }
  expect(await because(`signing.crt: ${Buffer.from(certificate).toString('base64')}`)).toBe('other-key')
  expect(await because(`ca.crt: ${Buffer.from(certificate).toString('base64')}`)).toBe(undefined)
  expect(await because(`ssl_client_escaped_cert="${encodeURIComponent(certificate)}"`)).toBe(undefined)
})

it.each([undefined, false] as const)(
  'content that was sent apart is taken from beside it for a key that is pasted (b64 %s)',
  async (b64) => {
    const header = encode({ alg: 'ES256', ...(b64 === false && { b64, crit: ['b64'] }) })
    const body = '{"amount":"1.00"}'
    const input = `${header}.${b64 === false ? body : Buffer.from(body).toString('base64url')}`
    const signature = sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString(
      'base64url',
    )
    const outcomeBeside = async (beside: string) => {
      const [found] = inspect(`POST /payments HTTP/1.1\nx-jws-signature: ${header}..${signature}\n\n${beside}`).tokens
      if (found?.token.form !== 'jws') throw new Error('No token was found.')
      return verifySignature(
        found.token.jws,
        found.token.header.value ?? {},
        { from: 'pasted', text: JSON.stringify(jwk) },
        { now },
      )
    }
    expect(await outcomeBeside(body)).toMatchObject({
      outcome: 'passed',
      why: expect.stringContaining('with the content from the text beside it'),
    })
    expect(await outcomeBeside('{"amount":"9.00"}')).toMatchObject({ outcome: 'failed' })
  },
)

it('an entity that is signed with a key which its own set lacks is rejected, and both are named', async () => {
  const text = signed(
    { typ: 'entity-statement+jwt', kid: 'k2' },
    entity,
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
  )
  const { tokens } = inspect(text)
  const [found] = tokens
  if (found === undefined) throw new Error('no token was found')
  expect(await verifyByOwnKey(found, tokens, text, now)).toMatchObject({
    outcome: 'failed',
    because: 'not-own-key',
    why: expect.stringMatching(/the key “k2”, but its own key set has only “k1”/),
  })
})
