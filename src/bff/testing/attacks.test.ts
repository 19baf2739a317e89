import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { attacks } from './attacks.ts'

const root = join(import.meta.dirname, '../../..')

test('each attack of the list is met by a test that carries its number, and no test carries another', () => {
  const files = globSync(['src/**/*.test.{ts,tsx}', 'e2e/*.test.ts'], { cwd: root })
  const numbers = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\battack (\d+(?:, \d+)*): /g)].flatMap(([, list = '']) =>
      list.split(', ').map(Number),
    ),
  )
  expect([...new Set(numbers)].sort((a, b) => a - b)).toEqual(Object.keys(attacks).map(Number))
})
