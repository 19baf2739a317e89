import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '..')
const modules = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))

test('every class that a screen gives is in its style sheet', () => {
  expect(modules.length).toBeGreaterThan(50)
  const missing = modules.flatMap((name) => {
    const source = readFileSync(join(web, name), 'utf8')
    return Array.from(source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)).flatMap(
      ([line, sheet, path = '']) => {
        const css = readFileSync(join(web, dirname(name), path), 'utf8')
        const used = Array.from(
          source.replace(line, '').matchAll(new RegExp(`[^\\w/.-]${sheet}\\.(\\w+)`, 'g')),
          ([, one]) => one,
        )
        return used.filter((one) => !new RegExp(`\\.${one}\\b`).test(css)).map((one) => `${name}: ${sheet}.${one}`)
      },
    )
  })
  expect(missing).toEqual([])
})
