import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './bff/app.ts'
import type { AppState } from './bff/app-state.ts'
import { findingsInWords } from './bff/check/findings-in-words.ts'
import type { Configuration } from './bff/config/configuration.ts'
import { dataDirectory, FileUnreadable, readInstallation, withUsual } from './bff/config/installation.ts'
import { slipOf } from './bff/config/near-name.ts'
import { ownVariables } from './bff/config/own-variables.ts'
import { ConfigurationInvalid, readConfiguration } from './bff/config/read-configuration.ts'
import { createMetrics, serveMetrics } from './bff/http/metrics.ts'
import { whyNotListening } from './bff/http/why-not-listening.ts'
import { makeDirectory } from './bff/stores/make-directory.ts'
import { openRedisStore } from './bff/stores/redis.ts'
import { openSqliteStore } from './bff/stores/sqlite.ts'
import { StoreUnusable } from './bff/stores/store.ts'
import { type Sandbox, startSandbox } from './sandbox/start.ts'

/** The ports that `npm start` listens on, each with the variable that changes it. Port 0 takes any free one. */
const ports = {
  PORT: { usual: 8700, serves: 'the app' },
  SANDBOX_IDENTITY_PORT: { usual: 8710, serves: 'the sandbox identity service' },
  SANDBOX_GATEWAY_PORT: { usual: 8711, serves: 'the sandbox gateway' },
  PRODUCTION_IDENTITY_PORT: { usual: 8720, serves: 'the production identity service' },
  PRODUCTION_GATEWAY_PORT: { usual: 8721, serves: 'the production gateway' },
  METRICS_PORT: { usual: 9700, serves: 'the metrics' },
} as const
type PortVariable = keyof typeof ports

/** A reason not to start that the person who started it can fix. */
class CannotStart extends Error {}
const mendable = [CannotStart, FileUnreadable, ConfigurationInvalid, StoreUnusable]

const closing: (() => Promise<unknown>)[] = []
let closed = false
// Milliseconds; longer than a call may take by the usual limits, and less than the half minute that orchestrators wait.
const grace = 25_000
closeWithGrace({ delay: grace, logger: false, skip: ['beforeExit'] }, async ({ err }) => {
  closed = true
  if (err) console.error(explain(err))
  for (const close of closing.toReversed()) await close()
})

try {
  const app = await start(process.env, process.argv.includes('--dev'))
  const { configuration, check }: AppState = app.appState
  console.log(`\n  Claimcheck is ready. Open ${configuration.publicUrl}\n  Stop it with Ctrl-C.\n`)
  if (configuration.builtIn) {
    const slip = slipOf('CLAIMCHECK_CONFIG', process.env, ownVariables)
    if (slip) console.log(`  ${slip} is set but not used: these are the built-in environments.\n`)
  } else {
    const { findings } = await check.latest()
    if (!closed) console.log(`${findingsInWords(findings, configuration.environments)}\n`)
  }
} catch (error) {
  console.error(explain(error))
  for (const close of closing.toReversed()) await close()
  process.exitCode = 1
}

/** Starts what the environment variables ask for. */
async function start(variables: NodeJS.ProcessEnv, dev: boolean): Promise<FastifyInstance> {
  const port = portOf(variables, 'PORT')
  const host = variables.HOST || 'localhost'
  if (port === 0 && !variables.PUBLIC_URL)
    throw new CannotStart('PORT is 0, so the app’s URL is not known. Set PORT to a port number.')

  if (variables.CLAIMCHECK_CONFIG === '')
    throw new CannotStart('CLAIMCHECK_CONFIG is empty. Name the configuration file, or unset it to run the sandbox.')
  const configuration = variables.CLAIMCHECK_CONFIG
    ? readInstallation(variables.CLAIMCHECK_CONFIG, withUsual(variables))
    : await builtIn(withUsual(variables), ownDirectory(variables))

  const store = configuration.redis
    ? await openRedisStore(configuration.redis, configuration.limits.storeMilliseconds)
    : openSqliteStore(configuration.sessionFile)
  closing.push(async () => store.close())
  const pages = resolve(import.meta.dirname, '../dist')
  if (!dev && !existsSync(join(pages, 'index.html')))
    throw new CannotStart(
      `The pages have not been built: ${pages} does not exist. Run "npm run build", or use "npm start".`,
    )
  const metrics = variables.METRICS_PORT ? createMetrics() : undefined
  const app = await buildApp({ configuration, store, pages: dev ? undefined : pages, metrics })
  if (metrics) {
    const server = await serveMetrics(metrics, variables.METRICS_HOST || 'localhost', portOf(variables, 'METRICS_PORT'))
    closing.push(async () => {
      server.closeAllConnections()
      server.close()
    })
  }
  closing.push(() => app.close())
  if (dev) await serveHot(await app.listen({ host: '127.0.0.1', port: 0 }), host, port)
  else await app.listen({ host, port })
  return app
}

/** The built-in environments: both identity services, both gateways, and a session key of this installation's own. */
async function builtIn(variables: NodeJS.ProcessEnv, directory: string): Promise<Configuration> {
  const sandbox: Sandbox = await startSandbox({
    appUrl: variables.PUBLIC_URL ?? '',
    dataDirectory: directory,
    ports: {
      sandboxIdentity: portOf(variables, 'SANDBOX_IDENTITY_PORT'),
      sandboxGateway: portOf(variables, 'SANDBOX_GATEWAY_PORT'),
      productionIdentity: portOf(variables, 'PRODUCTION_IDENTITY_PORT'),
      productionGateway: portOf(variables, 'PRODUCTION_GATEWAY_PORT'),
    },
  })
  closing.push(() => sandbox.close())
  return readConfiguration({
    file: sandbox.configuration,
    variables: {
      ...variables,
      SESSION_KEYS:
        variables.SESSION_KEYS || variables.SESSION_KEYS_FILE
          ? variables.SESSION_KEYS
          : keptSessionKey(join(directory, 'session.key')),
      ...sandbox.secrets,
    },
    builtIn: true,
    demonstrations: sandbox.demonstrations,
  })
}

/** The directory of the built-in environments, made where it is not there. */
function ownDirectory(variables: NodeJS.ProcessEnv): string {
  const directory = dataDirectory(variables)
  try {
    makeDirectory(directory)
    accessSync(directory, constants.W_OK | constants.X_OK)
    return directory
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why =
      code === 'ENOTDIR' || code === 'EEXIST'
        ? 'a part of its path is a file'
        : 'this process is not allowed to write there'
    throw new CannotStart(
      `The directory ${directory}, for sessions and the sandbox's keys, cannot be used: ${why}. Name another with CLAIMCHECK_DATA, or give this process permission to write to it.`,
    )
  }
}

/** The key that `npm start` makes for itself at its first run, so that sessions survive a restart. */
function keptSessionKey(file: string): string {
  if (!existsSync(file)) writeFileSync(file, `own:${randomBytes(32).toString('base64url')}`, { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}

/** Vite's development server on the app's own port, with the BFF behind it: the same origin as in production. */
async function serveHot(bff: string, host: string, port: number): Promise<void> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    logLevel: 'warn',
    server: { host, port, strictPort: true, proxy: { '/bff': { target: bff }, '/hooks': { target: bff } } },
  })
  await vite.listen()
  closing.push(() => vite.close())
}

function portOf(variables: NodeJS.ProcessEnv, name: PortVariable): number {
  const text = variables[name]
  if (text === undefined || text === '') return ports[name].usual
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new CannotStart(
      `${name} is "${text}". It must be a port number from 0 to 65535, for example ${ports[name].usual}.`,
    )
  return port
}

/** What to print when it does not start: a sentence for what can be fixed, the stack for what is our own fault. */
function explain(error: unknown): string {
  if (mendable.some((kind) => error instanceof kind)) return `\n${(error as Error).message}\n`
  const { code, port } = error as { code?: unknown; port?: unknown }
  if (code === 'EADDRINUSE') return `\n${portInUse(Number(port))}\n`
  const why = notListening(error)
  if (why) return `\n${why}\n`
  return error instanceof Error ? `\n${error.stack}\n` : String(error)
}

/** Which of the variables is to blame for an address or a port at which nothing can listen. */
function notListening(error: unknown): string | undefined {
  const { code, syscall, address, hostname, port } = error as NodeJS.ErrnoException & {
    address?: string
    hostname?: string
    port?: number
  }
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return undefined
  if (code === 'EACCES') {
    const name = variableOfPort(Number(port))
    return `This process is not allowed to listen on port ${port}. Set ${name} to a port above 1023, such as ${ports[name].usual}.`
  }
  const { HOST = 'localhost', METRICS_HOST = 'localhost' } = process.env
  const setting = METRICS_HOST !== HOST && [address, hostname].includes(METRICS_HOST) ? 'METRICS_HOST' : 'HOST'
  const reason = whyNotListening(error, { setting, host: setting === 'HOST' ? HOST : METRICS_HOST })
  return reason && `${reason.message} ${reason.fix}`
}

function variableOfPort(port: number): PortVariable {
  const taken = Object.keys(ports).find((name) => portOf(process.env, name as PortVariable) === port)
  return (taken ?? 'PORT') as PortVariable
}

function portInUse(port: number): string {
  const name = variableOfPort(port)
  const other = port > 64_535 ? port - 1000 : port + 1000
  const address = name === 'PORT' ? addressAt(port, other) : undefined
  const settings = [`${name}=${other}`, ...(address && process.env.PUBLIC_URL ? [`PUBLIC_URL=${address}`] : [])]
  const lines = [
    `Port ${port} is in use by another program, and Claimcheck needs it for ${ports[name].serves}.`,
    'Stop that program (Claimcheck may already be running), or choose another port:',
    '',
    `  ${settings.join(' ')} npm start`,
  ]
  if (address && process.env.CLAIMCHECK_CONFIG)
    lines.push('', `Then register ${address}/callback as a redirect URI too, unless the file sets redirect_uri.`)
  return lines.join('\n')
}

/** Where browsers reach the app once it listens on another port; undefined where PUBLIC_URL does not name the old one. */
function addressAt(port: number, other: number): string | undefined {
  const url = new URL(process.env.PUBLIC_URL || `http://localhost:${port}`)
  if (url.port !== String(port)) return undefined
  url.port = String(other)
  return url.origin
}
