import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Milliseconds that apt may take for one thing. */
const timeout = 120_000

/**
 * Fetches Debian packages with what they need and unpacks them into a directory, once: nothing is installed or started
 * on this machine.
 *
 * @returns the directory, in which `usr/bin` is
 * @throws an Error where there is no apt, or it does not know the packages
 */
export async function unpackDebian(packages: string[], directory: string): Promise<string> {
  const root = join(directory, 'root')
  if (existsSync(root)) return root
  await mkdir(directory, { recursive: true })
  const making = await mkdtemp(join(directory, 'making-'))
  const archives = join(making, 'archives')
  await mkdir(join(archives, 'partial'), { recursive: true })
  const options = ['-y', '--download-only', '--no-install-recommends', '-o', `Dir::Cache::archives=${archives}`]
  const fetch = () => run('apt-get', ['install', ...options, '-o', 'Debug::NoLocking=1', ...packages], { timeout })
  await fetch().catch(async (error) => {
    // A bare machine has no lists yet, and only root may fetch them.
    if (process.getuid?.() !== 0) throw error
    await run('apt-get', ['update'], { timeout })
    await fetch()
  })
  for (const name of await readdir(archives)) {
    if (name.endsWith('.deb')) await run('dpkg', ['-x', join(archives, name), join(making, 'root')])
  }
  // Another process may have been faster.
  await rename(join(making, 'root'), root).catch((error) => {
    if (!existsSync(root)) throw error
  })
  await rm(making, { recursive: true, force: true })
  return root
}

/** Where the libraries of unpacked packages are, for `LD_LIBRARY_PATH`. */
export async function librariesIn(root: string): Promise<string> {
  const lib = join(root, 'usr', 'lib')
  const names = existsSync(lib) ? await readdir(lib) : []
  return [lib, ...names.filter((name) => name.includes('-linux-')).map((name) => join(lib, name))].join(':')
}

/** Where something of this machine is kept between runs of the tests. */
export function cacheOf(name: string): string {
  return join(dirname(import.meta.dirname), '..', '..', 'node_modules', '.cache', 'claimcheck', name)
}
