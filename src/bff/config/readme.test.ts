import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfiguration } from './read-configuration.ts'

test('the configuration that OPERATING.md shows is one that can be used', () => {
  const page = readFileSync(new URL('../../../OPERATING.md', import.meta.url), 'utf8')
  const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, example = '']) => JSON.parse(example))
  const [byIssuer, documented, added] = examples
  const read = (file: object) =>
    readConfiguration({
      file: { ...file, ...added },
      variables: {
        PUBLIC_URL: 'http://localhost:8700',
        SESSION_KEYS: `2026a:${Buffer.alloc(32, 7).toString('base64url')}`,
        SHOP_TEST_SECRET: 'one',
        DESK_TEST_SECRET: 'two',
        SHOP_SECRET: 'three',
      },
      builtIn: false,
    })
  expect(examples).toHaveLength(3)
  expect(read(byIssuer).environments.map(({ id, clients }) => [id, clients.length])).toEqual([['production', 1]])
  expect(read(documented).environments.map(({ id, clients }) => [id, clients.length])).toEqual([['sandbox', 2]])
  expect(read(byIssuer).operations.map(({ id }) => id)).toEqual(['refund-payment'])
})
