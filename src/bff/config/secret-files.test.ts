import { expect, test } from 'vitest'
import { withSecretFiles } from './secret-files.ts'

const files: Record<string, string> = {
  '/run/secrets/shop': 'line one\nhidden-secret\n',
  '/run/secrets/saved-on-windows': '\uFEFFhidden-secret\r\n',
}
const readFile = (path: string) => {
  const content = files[path]
  if (path === '/run/secrets') throw Object.assign(new Error('is a directory'), { code: 'EISDIR' })
  if (content === undefined) throw new Error('ENOENT')
  return content
}

test('a secret is read from the file that is named beside it, less the line break at its end', () => {
  const { variables, problems } = withSecretFiles({ SHOP_FILE: '/run/secrets/shop' }, ['SHOP'], readFile)
  expect(variables.SHOP).toBe('line one\nhidden-secret')
  expect(problems).toEqual([])
})

test('the byte order mark and the line break of a file that was saved on Windows are no part of the secret', () => {
  const { variables } = withSecretFiles({ SHOP_FILE: '/run/secrets/saved-on-windows' }, ['SHOP'], readFile)
  expect(variables.SHOP).toBe('hidden-secret')
})

test('a directory in the place of the file is told as one', () => {
  const { problems } = withSecretFiles({ SHOP_FILE: '/run/secrets' }, ['SHOP'], readFile)
  expect(problems).toMatchObject([{ found: 'a directory', fix: expect.stringContaining('Name a file in SHOP_FILE') }])
})

test('only variables that may hold a secret are read so', () => {
  const { variables } = withSecretFiles({ SESSION_FILE: '/run/secrets/shop' }, ['SHOP'], readFile)
  expect(variables).toEqual({ SESSION_FILE: '/run/secrets/shop' })
})

test('a file that cannot be read, and a secret that is given twice, are told without its value', () => {
  const missing = withSecretFiles({ SHOP_FILE: '/nowhere' }, ['SHOP'], readFile)
  expect(missing.problems).toMatchObject([{ setting: 'SHOP_FILE', found: 'none that can be read' }])
  const twice = withSecretFiles({ SHOP: 'hidden-secret', SHOP_FILE: '/run/secrets/shop' }, ['SHOP'], readFile)
  expect(twice.problems).toMatchObject([{ setting: 'SHOP_FILE', found: 'both' }])
  expect(JSON.stringify([missing.problems, twice.problems])).not.toContain('hidden')
})
