import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import { findBrowser } from './browser.ts'

const nowhere = () => ['/nowhere/chromium']

test.skip(process.platform === 'win32', 'The stand-ins for a browser are shell scripts.')

let directory: string
test.beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'claimcheck-browser-'))
})
test.afterEach(() => rm(directory, { recursive: true }))

test('the browser that CLAIMCHECK_BROWSER names is used, and no other is looked for', async () => {
  const browser = await program('mine', 0)
  expect(await findBrowser({ chosen: browser, places: nowhere, installers: [] })).toBe(browser)
})

test('a CLAIMCHECK_BROWSER that does not start is named, with what to do', async () => {
  const broken = await program('broken', 127)
  await expect(findBrowser({ chosen: broken, places: nowhere, installers: [] })).rejects.toThrow(
    `CLAIMCHECK_BROWSER is ${broken}, and no browser starts from there. Set it to`,
  )
})

test('an installed browser that does not start is passed over for the next', async () => {
  const broken = await program('broken', 127)
  const whole = await program('whole', 0)
  expect(
    await findBrowser({ chosen: undefined, places: () => ['/nowhere/chromium', broken, whole], installers: [] }),
  ).toBe(whole)
})

test('where no browser is installed, the installers are tried in order until one starts', async () => {
  const later = join(directory, 'later')
  const browser = await findBrowser({
    chosen: undefined,
    places: () => [later],
    installers: [
      { name: 'no network', install: () => Promise.reject(new Error('no network')) },
      { name: 'a package', install: () => program('later', 0) },
      { name: 'never reached', install: () => Promise.reject(new Error('a browser was there already')) },
    ],
  })
  expect(browser).toBe(later)
})

test('when nothing can be installed, the message names every attempt and what to do', async () => {
  const finding = findBrowser({
    chosen: undefined,
    places: nowhere,
    installers: [
      { name: 'a download', install: () => Promise.reject(new Error('connect ECONNREFUSED')) },
      { name: 'a package', install: () => Promise.resolve() },
    ],
  })
  await expect(finding).rejects.toThrow('  a download: connect ECONNREFUSED\n  a package: ended without an error, but')
  await expect(finding).rejects.toThrow('set CLAIMCHECK_BROWSER to the path')
})

/** A program that answers any question with this exit code. */
async function program(name: string, exitCode: number): Promise<string> {
  const path = join(directory, name)
  await writeFile(path, `#!/bin/sh\nexit ${exitCode}\n`, { mode: 0o755 })
  return path
}
