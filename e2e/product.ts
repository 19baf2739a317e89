import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Milliseconds. Generous: on a busy machine a slow start is no failure. */
const startLimit = 60_000
const stopLimit = 20_000

export const portSettings = [
  'PORT',
  'SANDBOX_IDENTITY_PORT',
  'SANDBOX_GATEWAY_PORT',
  'PRODUCTION_IDENTITY_PORT',
  'PRODUCTION_GATEWAY_PORT',
] as const

/** One port for each server of the product, by the environment variable that sets it. */
export type Ports = Record<(typeof portSettings)[number], number>

/** The product as a process of its own. */
export interface Product {
  /** The address to open, as the product printed it. */
  address: string
  ports: Ports
  /** The directory that holds its state while it runs. */
  data: string
  /** What the product has written so far to its two outputs. */
  output: { stdout: string; stderr: string }
  /** Sends Ctrl-C, waits for the end, clears the data away, and tells the exit code; null when a signal ended it. */
  stop: () => Promise<number | null>
}

/**
 * Builds the pages as `npm run build` does.
 *
 * @throws an Error when the build fails, and also when it succeeds with a warning
 */
export async function buildPages(): Promise<void> {
  const vite = join(dirname(fileURLToPath(import.meta.resolve('vite/package.json'))), 'bin', 'vite.js')
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    env: bareEnvironment(),
  })
  if (stdout + stderr !== '') throw new Error(`The build of the pages gave a warning:\n${stdout}${stderr}`)
}

/**
 * Starts the product as `npm start` does, on ports and with a data directory of its own, and waits for its address.
 * `dist/` must be built. `settings` are further environment variables.
 *
 * @throws an Error with everything that the product wrote, when it ends or prints no address in time
 */
export async function startProduct(ports?: Ports, settings?: Record<string, string>): Promise<Product> {
  const { process: product, output, chosenPorts, data, ended } = await launchProduct(ports, settings)
  const address = await new Promise<string>((resolve, reject) => {
    const giveUp = (reason: string) => reject(new Error(`${reason}\n${output.stdout}${output.stderr}`))
    const limit = setTimeout(() => {
      product.kill('SIGKILL')
      giveUp(`The product printed no address within ${startLimit / 1000} seconds. It wrote:`)
    }, startLimit)
    product.stdout?.on('data', () => {
      // The line must be whole: an address that is cut at the edge of a chunk is another address.
      const found = /Open (https?:\/\/\S+)\s/.exec(output.stdout)?.[1]
      if (!found) return
      clearTimeout(limit)
      resolve(found)
    })
    ended.then((code) => {
      clearTimeout(limit)
      giveUp(`The product ended with exit code ${code} before it printed an address. It wrote:`)
    })
  })
  const stop = async () => {
    product.kill('SIGINT')
    const limit = setTimeout(() => product.kill('SIGKILL'), stopLimit)
    const code = await ended
    clearTimeout(limit)
    return code
  }
  return { address, ports: chosenPorts, data, output, stop }
}

/** Starts the product and waits for its end, for starts that are meant to fail. */
export async function startInVain(
  ports?: Ports,
  settings?: Record<string, string>,
): Promise<{ exitCode: number | null; stdout: string; stderr: string }> {
  const { process: product, output, ended } = await launchProduct(ports, settings)
  const limit = setTimeout(() => product.kill('SIGKILL'), startLimit)
  const exitCode = await ended
  clearTimeout(limit)
  return { exitCode, ...output }
}

/** Ports that are free now. They are all held until the last is known, so that no two are the same. */
export async function freePorts(): Promise<Ports> {
  const held = await Promise.all(portSettings.map(() => holdPort()))
  const ports = held.map(({ port }) => port)
  await Promise.all(held.map(({ release }) => release()))
  return Object.fromEntries(portSettings.map((setting, index) => [setting, ports[index]])) as Ports
}

/** Takes a port of this host, by default any that is free, until `release` is called. Rejects when it is in use. */
export function holdPort(port = 0, host = '127.0.0.1'): Promise<{ port: number; release: () => Promise<void> }> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.')
      resolve({ port: address.port, release: () => new Promise((released) => server.close(() => released())) })
    })
  })
}

interface Launched {
  process: ChildProcess
  output: { stdout: string; stderr: string }
  chosenPorts: Ports
  data: string
  /** The exit code, once the process and its outputs are closed and its data is cleared away. */
  ended: Promise<number | null>
}

async function launchProduct(ports?: Ports, settings: Record<string, string> = {}): Promise<Launched> {
  const chosenPorts = ports ?? (await freePorts())
  const data = await mkdtemp(join(tmpdir(), 'claimcheck-data-'))
  const product = spawn(process.execPath, ['src/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...bareEnvironment(), ...inDecimal(chosenPorts), CLAIMCHECK_DATA: data, ...settings },
  })
  const output = { stdout: '', stderr: '' }
  product.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text
  })
  product.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text
  })
  const ended = new Promise<number | null>((resolve) => product.once('close', resolve)).finally(() =>
    rm(data, { recursive: true, force: true }),
  )
  return { process: product, output, chosenPorts, data, ended }
}

/**
 * What a program needs of the machine's environment and no more: what a developer has set for the product, or the runner
 * for itself (NODE_ENV above all), would make it another product than the one that `npm start` brings up.
 */
function bareEnvironment(): NodeJS.ProcessEnv {
  const needed = [
    'PATH',
    'HOME',
    'LANG',
    'TMPDIR',
    'TEMP',
    'TMP',
    'SYSTEMROOT',
    'USERPROFILE',
    'APPDATA',
    'LOCALAPPDATA',
  ]
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => needed.includes(name.toUpperCase())))
}

function inDecimal(ports: Ports): Record<string, string> {
  return Object.fromEntries(Object.entries(ports).map(([setting, port]) => [setting, String(port)]))
}
