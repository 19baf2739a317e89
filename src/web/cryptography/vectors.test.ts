import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inspect } from '#knowledge/paste/inspect.ts'
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
