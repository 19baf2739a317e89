import fc from 'fast-check'
import { CompactSign, exportJWK, exportSPKI, generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import { inspect } from '#knowledge/paste/inspect.ts'
import { inspectToken } from '#knowledge/token/take-apart.ts'
import { type KeyMaterial, verifySignature } from './verify.ts'

const verify = (text: string, material: KeyMaterial) =>
  Promise.all(
    inspect(text).tokens.map(({ token }) => {
      if (token.form !== 'jws') throw new Error(`${text} is not signed.`)
      return verifySignature(token.jws, token.header.value ?? {}, material)
    }),
  ).then((outcomes) => outcomes.map(({ outcome }) => outcome))
const pasted = (key: unknown, secretIn: 'text' | 'base64url' = 'text'): KeyMaterial => ({
  from: 'pasted',
  text: typeof key === 'string' ? key : JSON.stringify(key),
  secretIn,
})

// RFC 7515 Appendix A.1, which is RFC 7519 §3.1.
const hs256 =
  'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const hs256Key = 'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow'

// RFC 7520 §4.8: three signatures of three kinds over one content; the second has no protected header at all.
const payload =
  'SXTigJlzIGEgZGFuZ2Vyb3VzIGJ1c2luZXNzLCBGcm9kbywgZ29pbmcgb3V0IHlvdXIgZG9vci4gWW91IHN0ZXAgb250byB0aGUgcm9hZCwgYW5kIGlmIHlvdSBkb24ndCBrZWVwIHlvdXIgZmVldCwgdGhlcmXigJlzIG5vIGtub3dpbmcgd2hlcmUgeW91IG1pZ2h0IGJlIHN3ZXB0IG9mZiB0by4'
const several = {
  payload,
  signatures: [
    {
      protected: 'eyJhbGciOiJSUzI1NiJ9',
      header: { kid: 'bilbo.baggins@hobbiton.example' },
      signature:
        'MIsjqtVlOpa71KE-Mss8_Nq2YH4FGhiocsqrgi5NvyG53uoimic1tcMdSg-qptrzZc7CG6Svw2Y13TDIqHzTUrL_lR2ZFcryNFiHkSw129EghGpwkpxaTn_THJTCglNbADko1MZBCdwzJxwqZc-1RlpO2HibUYyXSwO97BSe0_evZKdjvvKSgsIqjytKSeAMbhMBdMma622_BG5t4sdbuCHtFjp9iJmkio47AIwqkZV1aIZsv33uPUqBBCXbYoQJwt7mxPftHmNlGoOSMxR_3thmXTCm4US-xiNOyhbm8afKK64jU6_TPtQHiJeQJxz9G3Tx-083B745_AfYOnlC9w',
    },
    {
      header: { alg: 'ES512', kid: 'bilbo.baggins@hobbiton.example' },
      signature:
        'ARcVLnaJJaUWG8fG-8t5BREVAuTY8n8YHjwDO1muhcdCoFZFFjfISu0Cdkn9Ybdlmi54ho0x924DUz8sK7ZXkhc7AFM8ObLfTvNCrqcI3Jkl2U5IX3utNhODH6v7xgy1Qahsn0fyb4zSAkje8bAWz4vIfj5pCMYxxm4fgV3q7ZYhm5eD',
    },
    {
      protected: 'eyJhbGciOiJIUzI1NiIsImtpZCI6IjAxOGMwYWU1LTRkOWItNDcxYi1iZmQ2LWVlZjMxNGJjNzAzNyJ9',
      signature: 's0h6KThzkfBBBkLspW1h84VsJZFTsPPqMDA7g1Md7p0',
    },
  ],
}
const severalKeys = {
  keys: [
    {
      kty: 'RSA',
      kid: 'bilbo.baggins@hobbiton.example',
      use: 'sig',
      n: 'n4EPtAOCc9AlkeQHPzHStgAbgs7bTZLwUBZdR8_KuKPEHLd4rHVTeT-O-XV2jRojdNhxJWTDvNd7nqQ0VEiZQHz_AJmSCpMaJMRBSFKrKb2wqVwGU_NsYOYL-QtiWN2lbzcEe6XC0dApr5ydQLrHqkHHig3RBordaZ6Aj-oBHqFEHYpPe7Tpe-OfVfHd1E6cS6M1FZcD1NNLYD5lFHpPI9bTwJlsde3uhGqC0ZCuEHg8lhzwOHrtIQbS0FVbb9k3-tVTU4fg_3L_vniUFAKwuCLqKnS2BYwdq_mzSnbLY7h_qixoR7jig3__kRhuaxwUkRz5iaiQkqgc5gHdrNP5zw',
      e: 'AQAB',
    },
    {
      kty: 'EC',
      kid: 'bilbo.baggins@hobbiton.example',
      use: 'sig',
      crv: 'P-521',
      x: 'AHKZLLOsCOzz5cY97ewNUajB957y-C-U88c3v13nmGZx6sYl_oJXu9A5RkTKqjqvjyekWF-7ytDyRXYgCF5cj0Kt',
      y: 'AdymlHvOiLxXkEhayXQnNCvDX4h9htZaCJN34kfmC6pV5OhQHiraVySsUdaQkAgDPrwQrJmbnX9cwlGfP-HqHZR1',
    },
    { kty: 'oct', kid: '018c0ae5-4d9b-471b-bfd6-eef314bc7037', k: 'hJtXIZ2uSN5kbQfbtTNWbpdmhkV8FJG-Onbc6mxCcYg' },
  ],
}

// RFC 8037 Appendix A.4.
const eddsa =
  'eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg'
const eddsaKey = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }

// RFC 7520 §5.9.
const compressed =
  'eyJhbGciOiJBMTI4S1ciLCJraWQiOiI4MWIyMDk2NS04MzMyLTQzZDktYTQ2OC04MjE2MGFkOTFhYzgiLCJlbmMiOiJBMTI4R0NNIiwiemlwIjoiREVGIn0.5vUT2WOtQxKWcekM_IzVQwkGgzlFDwPi.p9pUq6XHY0jfEZIl.HbDtOsdai1oYziSx25KEeTxmwnh8L8jKMFNc1k3zmMI6VB8hry57tDZ61jXyezSPt0fdLVfe6Jf5y5-JaCap_JQBcb5opbmT60uWGml8blyiMQmOn9J--XhhlYg0m-BHaqfDO5iTOWxPxFMUedx7WCy8mxgDHj0aBMG6152PsM-w5E_o2B3jDbrYBKhpYA7qi3AyijnCJ7BP9rr3U8kxExCpG3mK420TjOw.VILuUwuIxaLVmh5X-T7kmA'

// RFC 7516 Appendix A.1.
const encrypted =
  'eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ.OKOawDo13gRp2ojaHV7LFpZcgV7T6DVZKTyKOMTYUmKoTCVJRgckCL9kiMT03JGeipsEdY3mx_etLbbWSrFr05kLzcSr4qKAq7YN7e9jwQRb23nfa6c9d-StnImGyFDbSv04uVuxIp5Zms1gNxKKK2Da14B8S4rzVRltdYwam_lDp5XnZAYpQdb76FdIKLaVmqgfwX7XWRxv2322i-vDxRfqNzo_tETKzpVLzfiwQyeyPGLBIO56YJ7eObdv0je81860ppamavo35UgoRdbYaBcoh9QcfylQr66oc6vFWXRcZ_ZT2LawVCWTIy3brGPi6UklfCpIMfIjf7iGdXKHzg.48V1_ALb6US04U3b.5eym8TW_c8SuK0ltJ3rpYIzOeDQz7TALvtu6UG9oMo4vpzs9tX_EFShS8iB7j6jiSdiwkIr3ajwQzaBtQD_A.XFBoMYUZodetZdvTiFvSkQ'

describe('the published vectors', () => {
  it('of RFC 7515 and 7519 hold with their key, as a JWK and as a secret', async () => {
    expect(await verify(hs256, pasted({ kty: 'oct', k: hs256Key }))).toEqual(['passed'])
    expect(await verify(hs256, pasted(hs256Key, 'base64url'))).toEqual(['passed'])
    expect(await verify(hs256, pasted(hs256Key, 'text'))).toEqual(['failed'])
  })

  it('of RFC 7520 hold, three signatures in one', async () => {
    expect(await verify(JSON.stringify(several), pasted(severalKeys))).toEqual(['passed', 'passed', 'passed'])
  })

  it('of RFC 8037 hold', async () => {
    expect(await verify(eddsa, pasted(eddsaKey))).toEqual(['passed'])
  })

  it.each([
    ['RFC 7516', encrypted, { alg: 'RSA-OAEP', enc: 'A256GCM' }],
    ['RFC 7520', compressed, { alg: 'A128KW', zip: 'DEF' }],
  ])('of %s that are encrypted show their header, and that more cannot be read', (_, token, header) => {
    const [found] = inspect(token).tokens
    expect(found?.token).toMatchObject({ form: 'jwe', header: { value: header }, defects: [] })
  })
})

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
    const published: KeyMaterial = { from: 'environment', name: 'Sandbox', keys: severalKeys.keys.slice(0, 2) }
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
        const { outcome } = await verifySignature(token.jws, token.header.value ?? {}, material)
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
