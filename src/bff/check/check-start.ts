import { createServer } from 'node:net'
import type { Finding } from '#contract/check.ts'
import type { Configuration } from '../config/configuration.ts'
import { whyNotListening } from '../http/why-not-listening.ts'
import { openRedisStore } from '../stores/redis.ts'
import { checkSessionFile } from '../stores/session-file.ts'
import { StoreUnusable } from '../stores/store.ts'

/** What would stop the start on this machine, and can be seen without starting: the session store, and what HOST names. */
export async function checkStart(
  { redis, sessionFile, limits }: Configuration,
  { HOST, METRICS_HOST, METRICS_PORT }: Record<string, string | undefined>,
): Promise<Finding[]> {
  const findings = await Promise.all([
    problemOf(redis ? 'SESSIONS' : 'SESSION_FILE', async () => {
      if (!redis) checkSessionFile(sessionFile)
      else await (await openRedisStore(redis, limits.storeMilliseconds)).close()
    }),
    hostProblem('HOST', HOST),
    METRICS_PORT ? hostProblem('METRICS_HOST', METRICS_HOST) : undefined,
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

/** Listens for a moment, on any free port, where the app is to listen. */
async function hostProblem(setting: string, host = 'localhost'): Promise<Finding | undefined> {
  const server = createServer()
  try {
    await new Promise<void>((done, reject) => server.once('error', reject).listen({ host, port: 0 }, done))
    return undefined
  } catch (error) {
    const reason = whyNotListening(error, { setting, host })
    return reason && { level: 'problem', setting, ...reason }
  } finally {
    server.close()
  }
}
