import { createServer } from 'node:net'
import type { Finding } from '#contract/check.ts'
import type { Configuration } from '../config/configuration.ts'
import { whyNotListening } from '../http/why-not-listening.ts'
import { openRedisStore } from '../stores/redis.ts'
import { checkSessionFile } from '../stores/session-file.ts'
import { StoreUnusable } from '../stores/store.ts'

/**
 * What would stop the start on this machine, and can be seen without starting: the session store, what HOST names, and
 * ports that others have.
 */
export async function checkStart(
  { redis, sessionFile, limits }: Configuration,
  { HOST, PORT, METRICS_HOST, METRICS_PORT }: Record<string, string | undefined>,
): Promise<Finding[]> {
  const findings = await Promise.all([
    problemOf(redis ? 'SESSIONS' : 'SESSION_FILE', async () => {
      if (!redis) checkSessionFile(sessionFile)
      else await (await openRedisStore(redis, limits.storeMilliseconds)).close()
    }),
    placeProblem(app, HOST, PORT),
    METRICS_PORT ? placeProblem(metrics, METRICS_HOST, METRICS_PORT) : undefined,
  ])
  return findings.filter((finding) => finding !== undefined)
}

async function problemOf(setting: string, open: () => Promise<void>): Promise<Finding | undefined> {
  try {
    await open()
    return undefined
  } catch (error) {
    if (!(error instanceof StoreUnusable)) throw error
    const { why, fix } = error
    return { level: 'problem', setting, message: why, fix }
  }
}

/** Something that listens, by the settings of its place, and how a running one is known. */
interface Listener {
  host: string
  port: string
  usualPort: string
  isOwn(origin: string): Promise<boolean>
}

const app: Listener = {
  host: 'HOST',
  port: 'PORT',
  usualPort: '8700',
  async isOwn(origin) {
    const response = await ask(`${origin}/healthz`)
    return response.headers.has('x-request-id') && (await response.text()) === '{"state":"alive"}'
  },
}

const metrics: Listener = {
  host: 'METRICS_HOST',
  port: 'METRICS_PORT',
  usualPort: '9700',
  isOwn: async (origin) => (await (await ask(`${origin}/metrics`)).text()).includes('claimcheck_http_request_seconds'),
}

/** Listens for a moment where the app is to listen, on any free port and then on its own; it may be running already. */
async function placeProblem(listener: Listener, host?: string, port?: string): Promise<Finding | undefined> {
  const [usedHost, usedPort] = [host || 'localhost', port || listener.usualPort]
  const ofHost = await whyNot(usedHost, 0)
  if (ofHost) {
    const reason = whyNotListening(ofHost, { setting: listener.host, host: usedHost })
    return reason && { level: 'problem', setting: listener.host, ...reason }
  }
  const message = await portProblem(listener, usedHost, usedPort)
  const other = usedPort === listener.usualPort ? Number(usedPort) + 1000 : listener.usualPort
  const fix = `Set ${listener.port} to a free port above 1023, such as ${other}.`
  return message === undefined ? undefined : { level: 'problem', setting: listener.port, message, fix }
}

async function portProblem({ isOwn }: Listener, host: string, port: string): Promise<string | undefined> {
  const { code } = (await whyNot(host, Number(port))) ?? {}
  if (code === 'EACCES') return `This process is not allowed to listen on port ${port}.`
  if (code !== 'EADDRINUSE') return undefined
  const reached = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  const running = await isOwn(`http://${reached}:${port}`).catch(() => false)
  return running ? undefined : `Port ${port} is in use by another program.`
}

async function whyNot(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  const server = createServer()
  try {
    await new Promise<void>((done, reject) => server.once('error', reject).listen({ host, port }, done))
    return undefined
  } catch (error) {
    return error as NodeJS.ErrnoException
  } finally {
    server.close()
  }
}

const askMilliseconds = 1_000

const ask = (address: string) => fetch(address, { signal: AbortSignal.timeout(askMilliseconds) })
