import { Pool } from 'undici'
import { type Server, sessionsOfServer, start, type Target } from './call-servers.ts'

/**
 * What a recorded call costs, beside the same call through Fastify with `@fastify/secure-session` and
 * `@fastify/reply-from`, which hold a session and pass a call on, and record nothing. Each server is a process of its own
 * and tells the processor time that it took; the latency is that of one call at a time, less that of the API itself.
 * Prints both and their ratios.
 */
const calls = { warmUp: 3_000, measured: 400, oneAtATime: 60 }
const connections = sessionsOfServer
/** Short turns, because a machine is never equally fast for long: what else it does then weighs on all alike. */
const rounds = 40

await compare()

async function compare() {
  const api = await start('api')
  const claimcheck = await start('claimcheck', { api: api.target.origin })
  const peer = await start('peer', { api: api.target.origin })
  try {
    for (const { target } of [api, claimcheck, peer]) await ask(target, calls.warmUp, connections)
    const direct: number[] = []
    const [ours, theirs] = [nothingYet(), nothingYet()]
    for (let round = 0; round < rounds; round += 1) {
      direct.push(...(await ask(api.target, calls.oneAtATime, 1)))
      await measure(claimcheck, ours)
      await measure(peer, theirs)
    }
    const [own, other] = [figures(ours, direct), figures(theirs, direct)]
    console.log(row('a recorded call', own))
    console.log(row('Fastify, secure-session, reply-from', other))
    console.log(
      `ratio: ${(own.processor / other.processor).toFixed(2)} × the processor time, ${(own.latency / other.latency).toFixed(2)} × the added latency`,
    )
  } finally {
    for (const server of [claimcheck, peer, api]) server.stop()
  }
}

/** What the turns of a server have shown so far: processor time of each, and how long each call took, in milliseconds. */
interface Measured {
  processor: number[]
  durations: number[]
}

function nothingYet(): Measured {
  return { processor: [], durations: [] }
}

async function measure(server: Server, { processor, durations }: Measured): Promise<void> {
  const before = await server.state()
  await ask(server.target, calls.measured, connections)
  processor.push(((await server.state()).processorTime - before.processorTime) / 1000 / calls.measured)
  durations.push(...(await ask(server.target, calls.oneAtATime, 1)))
}

/** Milliseconds a call. */
interface Figures {
  processor: number
  latency: number
}

function figures({ processor, durations }: Measured, direct: number[]): Figures {
  return { processor: median(processor), latency: median(durations) - median(direct) }
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

function row(what: string, { processor, latency }: Figures): string {
  return `${what.padEnd(36)} ${processor.toFixed(3)} ms of processor time a call, ${latency.toFixed(2)} ms of added latency`
}

/** Sends so many calls, `atOnce` at a time, and answers how long each took. */
async function ask(target: Target, count: number, atOnce: number): Promise<number[]> {
  const pool = new Pool(target.origin, { connections: atOnce })
  const durations: number[] = []
  let begun = 0
  async function oneAfterTheOther(session: Record<string, string>) {
    while (begun < count) {
      begun += 1
      const started = performance.now()
      const { statusCode, body } = await pool.request({ ...target, headers: session })
      const text = await body.text()
      if (statusCode !== 200 || !text.includes('slip-9')) throw new Error(`${statusCode}: ${text.slice(0, 300)}`)
      durations.push(performance.now() - started)
    }
  }
  const loops = Array.from({ length: atOnce }, (_, index) => target.sessions[index % target.sessions.length] ?? {})
  await Promise.all(loops.map(oneAfterTheOther))
  await pool.close()
  return durations
}
