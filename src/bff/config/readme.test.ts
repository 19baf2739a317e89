import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfiguration } from './read-configuration.ts'

test('the configuration that the README shows is one that can be used', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  const examples = [...readme.matchAll(/```json\n([\s\S]*?)```/g)].map(([, example = '']) => JSON.parse(example))
  const { environments, operations } = readConfiguration({
    file: Object.assign({}, ...examples),
    variables: {
      PUBLIC_URL: 'https://claimcheck.example.com',
      SESSION_KEYS: `2026a:${Buffer.alloc(32, 7).toString('base64url')}`,
      SHOP_TEST_SECRET: 'one',
      DESK_TEST_SECRET: 'two',
      SHOP_SECRET: 'three',
    },
    builtIn: false,
  })
  expect(environments.map(({ id, clients }) => [id, clients.length])).toEqual([
    ['sandbox', 2],
    ['production', 1],
  ])
  expect(operations.map(({ id }) => id)).toEqual(['refund-payment'])
})
