import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inspect } from '#knowledge/paste/inspect.ts'
import { thumbprintOf } from '#knowledge/token/key/judge-key.ts'
import { readKeys } from '#knowledge/token/key/read-keys.ts'
import { decryptToken } from './decrypt.ts'
import { verifySignature } from './verify.ts'

/** Examples of the standards, with the key of each; `content` is what was sent apart from the token. */
interface Vectors {
  signed: { source: string; token: string; key: unknown; content?: string }[]
  encrypted: { source: string; token: string; key: unknown; begins: string }[]
}
const vectors: Vectors = JSON.parse(readFileSync(join(import.meta.dirname, 'vectors.json'), 'utf8'))
const asPasted = (key: unknown) => (typeof key === 'string' ? key : JSON.stringify(key))
const now = 1_800_000_000

/** What verifying each token of a text came to. */
async function verified(text: string, key: unknown, content?: string) {
  const { tokens } = inspect(text)
  const outcomes = tokens.map(({ token }) =>
    token.form === 'jws'
      ? verifySignature(token.jws, token.header.value ?? {}, { from: 'pasted', text: asPasted(key) }, { now, content })
      : undefined,
  )
  return (await Promise.all(outcomes)).map((outcome) => outcome?.outcome)
}

describe('a signature fits as the standard says', () => {
  it.each(vectors.signed)('$source', async ({ token, key, content }) => {
    const outcomes = await verified(token, key, content)
    expect(outcomes.length).toBeGreaterThan(0)
    expect(new Set(outcomes)).toEqual(new Set(['passed']))
  })

  it.each(vectors.signed)('and not once its end was changed: $source', async ({ token, key, content }) => {
    const changed = token.startsWith('{')
      ? token.replaceAll(/("signature": ?")(.)/g, (_, name, first) => `${name}${first === 'A' ? 'B' : 'A'}`)
      : token.replace(/\.(.)([^.]*)$/, (_, first, rest) => `.${first === 'A' ? 'B' : 'A'}${rest}`)
    for (const outcome of await verified(changed, key, content)) expect(outcome).not.toBe('passed')
  })
})

describe('what was encrypted is read as the standard says', () => {
  it.each(vectors.encrypted)('$source', async ({ token, key, begins }) => {
    const [found] = inspect(token).tokens
    if (found?.token.form !== 'jwe') throw new Error('It is not taken for an encrypted token.')
    const read = await decryptToken(found.token.text, found.token.header.value ?? {}, asPasted(key), now)
    expect(read).toMatchObject({ content: expect.stringContaining(begins) })
  })
})

describe('what the standards show as unsafe, or as a key, is told as that', () => {
  it('RFC 7515 A.5: a token without a signature fails whatever the key', async () => {
    const token =
      'eyJhbGciOiJub25lIn0.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.'
    expect(await verified(token, 'secret')).toEqual(['failed'])
  })

  it('RFC 7515 Appendix E: a header that demands what nobody knows is never taken for good', async () => {
    const header = Buffer.from(
      '{"alg":"none",\r\n "crit":["http://example.invalid/UNDEFINED"],\r\n "http://example.invalid/UNDEFINED":true}',
    ).toString('base64url')
    expect(await verified(`${header}.RkFJTA.`, 'secret')).not.toContain('passed')
  })

  it.each([
    [
      'RFC 8037 A.3',
      { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' },
      'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
    ],
  ])('%s: the thumbprint of a key', (_source, jwk, thumbprint) => {
    expect(thumbprintOf(jwk)).toBe(thumbprint)
  })

  it('RFC 8037 A.1: a private key is known for one, and its public half is that of A.2', () => {
    const [key] = readKeys(
      '{"kty":"OKP","crv":"Ed25519","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}',
    ).keys
    expect(key).toMatchObject({ isPrivate: true })
    expect(key?.jwk).toEqual({ kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' })
  })

  it('RFC 7517 Appendix A.1 and A.3: public keys and shared secrets of one set, each with its use', () => {
    const { keys } = readKeys(
      '{"keys":[{"kty":"EC","crv":"P-256","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4","y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM","use":"enc","kid":"1"},{"kty":"oct","alg":"A128KW","k":"GawgguFyGrWKav7AX4VKUg"},{"kty":"oct","k":"AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow","kid":"HMAC key used in JWS spec Appendix A.1 example"}]}',
    )
    expect(keys.map(({ jwk: { kty, use }, isPrivate }) => [kty, use, isPrivate])).toEqual([
      ['EC', 'enc', false],
      ['oct', undefined, true],
      ['oct', undefined, true],
    ])
  })
})
