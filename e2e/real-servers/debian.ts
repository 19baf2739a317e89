import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Fetches Debian packages with what they need and unpacks them below a directory: nothing is installed or started on
 * this machine.
 *
 * @throws an Error where there is no apt, or it does not know the packages
 */
export async function unpackDebian(packages: string[], directory: string): Promise<string> {
  const root = join(directory, 'root')
  if (existsSync(root)) return root
  const archives = join(directory, 'archives')
  await mkdir(join(archives, 'partial'), { recursive: true })
  const options = ['-y', '--download-only', '--no-install-recommends', '-o', `Dir::Cache::archives=${archives}`]
  await run('apt-get', ['install', ...options, '-o', 'Debug::NoLocking=1', ...packages])
  for (const name of await readdir(archives)) {
    if (name.endsWith('.deb')) await run('dpkg', ['-x', join(archives, name), root])
  }
  return root
}

/** Starts a program and waits until an address of it answers. */
export async function startProgram(
  command: string,
  parameters: string[],
  { answers, ...options }: SpawnOptions & { answers: string },
): Promise<() => Promise<void>> {
  const program = spawn(command, parameters, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const listen = (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(0, 4_000)
  }
  program.stdout?.on('data', listen)
  program.stderr?.on('data', listen)
  for (let waited = 0; waited < 60_000; waited += 250) {
    if (program.exitCode !== null) throw new Error(`${command} ended before it answered:\n${said}`)
    const answer = await fetch(answers, { redirect: 'manual' }).catch(() => undefined)
    if (answer && answer.status < 500) return () => stop(program)
    await new Promise((later) => setTimeout(later, 250))
  }
  await stop(program)
  throw new Error(`${answers} did not answer:\n${said}`)
}

async function stop(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null) return
  const ended = new Promise((done) => program.once('close', done))
  program.kill()
  await ended
}

/** A port of this machine that is free now. */
export async function freePort(): Promise<number> {
  const holder = createServer()
  await new Promise<void>((done) => holder.listen(0, '127.0.0.1', done))
  const { port } = holder.address() as AddressInfo
  await new Promise((done) => holder.close(done))
  return port
}
