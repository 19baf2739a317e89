import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const room = import.meta.dirname
const modules = readdirSync(room, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
)

it('knowledge imports nothing but its own modules', () => {
  expect(modules).toContain('diagnose/diagnose.ts')
  for (const name of modules) {
    const source = readFileSync(`${room}/${name}`, 'utf8')
    const imported = [
      ...source.matchAll(/^(?:import|export)\s[^;]*?from '([^']+)'|\bimport\(\s*'([^']+)'|^import '([^']+)'/gm),
    ].map(([, ...specifiers]) => specifiers.find(Boolean))
    for (const specifier of imported) expect(specifier, name).toMatch(/^\.{1,2}\/[\w./-]+\.(ts|json)$/)
  }
})
