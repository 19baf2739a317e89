import { parseArgs } from 'node:util'
import { Pool, request } from 'undici'
import { answer, largeAnswer, type Server, type ServerState, start } from './call-servers.ts'

/**
 * Keeps the BFF busy for some minutes, in a process of its own with every guard on: calls that are answered whole, large,
 * late or broken off, clients that go away, and the reading of what was recorded. Every response is looked at whole, and
 * every ten seconds the memory that is in use once what is not is cleaned up, and the open descriptors.
 *
 * Its exit code is 1 where a response was not whole, memory grew, or a descriptor stayed open.
 */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' } } })
const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new Error('Say for how many minutes: npm run soak -- --minutes 5')
const clients = 8
const lookEveryMilliseconds = 10_000
/** What memory in use may differ by between the first and the last third of the looks, in bytes: what it swings by. */
const tolerable = 4_194_304

const counts = { whole: 0, broken: 0, left: 0, read: 0 }
const wrong: string[] = []
const looks: ServerState[] = []

async function soak() {
  const api = await start('api')
  const bff = await start('claimcheck', { api: api.target.origin, collects: true })
  try {
    const before = await bff.state()
    const pool = new Pool(bff.target.origin, { connections: clients })
    const until = Date.now() + minutes * 60_000
    const looking = setInterval(() => void look(bff), lookEveryMilliseconds)
    await Promise.all(Array.from({ length: clients }, (_, client) => keepAsking(bff, pool, client, until)))
    clearInterval(looking)
    await pool.destroy()
    await quiet(bff, before)
    report(before, await bff.state())
  } finally {
    bff.stop()
    api.stop()
  }
}

async function look(bff: Server) {
  const state = await bff.state()
  looks.push(state)
  console.log(`${line(state)}, ${counts.whole + counts.broken + counts.left + counts.read} requests`)
}

/** Each client has two sessions, so that no session has more calls at once than it may. */
async function keepAsking(bff: Server, pool: Pool, client: number, until: number) {
  const sessions = bff.target.sessions.filter((_, index) => index % clients === client)
  for (let turn = 0; Date.now() < until; turn++) {
    const headers = sessions[turn % sessions.length] ?? {}
    const ask = turn % 50 === 0 ? kinds.read : turn % 20 === 1 ? kinds.large : (rare[turn % 40] ?? kinds.whole)
    await ask(bff, pool, headers).catch((error) => wrong.push(String(error)))
  }
}

type Ask = (bff: Server, pool: Pool, headers: Record<string, string>) => Promise<void>

const kinds = {
  async whole(bff, pool, headers) {
    const { response, failure } = await call(bff, pool, headers, '/bank-slips')
    if (response?.body !== answer || failure) wrong.push(`a call got ${JSON.stringify({ response, failure })}`)
    counts.whole += 1
  },
  async large(bff, pool, headers) {
    const { response } = await call(bff, pool, headers, '/large')
    if (response?.body?.length !== largeAnswer) wrong.push(`a large answer has ${response?.body?.length} characters`)
    counts.whole += 1
  },
  async broken(bff, pool, headers) {
    const { failure } = await call(bff, pool, headers, '/broken')
    if (failure?.kind !== 'reset') wrong.push(`a response that broke off is told as ${JSON.stringify(failure)}`)
    counts.broken += 1
  },
  /** Goes away while the API is still at work. */
  async left(bff, _, headers) {
    const body = JSON.stringify({ method: 'GET', path: '/slow' })
    await request(`${bff.target.origin}${bff.target.path}`, {
      method: 'POST',
      headers,
      body,
      reset: true,
      signal: AbortSignal.timeout(50),
    }).catch(() => {})
    counts.left += 1
  },
  async read(_, pool, headers) {
    const { statusCode, body } = await pool.request({ method: 'GET', path: '/bff/messages', headers })
    const { messages } = (await body.json()) as { messages: unknown[] }
    if (statusCode !== 200 || messages.length > 100) wrong.push(`${messages.length} messages were kept`)
    counts.read += 1
  },
} satisfies Record<string, Ask>

const rare: Record<number, Ask | undefined> = { 7: kinds.broken, 13: kinds.left }

interface Answered {
  response?: { body?: string }
  failure?: { kind: string }
}

async function call({ target }: Server, pool: Pool, headers: Record<string, string>, path: string): Promise<Answered> {
  const asked = { method: 'POST', path: target.path, headers, body: JSON.stringify({ method: 'GET', path }) } as const
  const { statusCode, body } = await pool.request(asked)
  const text = await body.text()
  if (statusCode !== 200) throw new Error(`${statusCode}: ${text.slice(0, 300)}`)
  return JSON.parse(text) as Answered
}

/** Waits until what is kept open for the next request has been let go of. */
async function quiet(bff: Server, before: ServerState) {
  for (let tries = 0; tries < 30; tries++) {
    if ((await bff.state()).descriptors <= before.descriptors) return
    await new Promise((done) => setTimeout(done, 1_000))
  }
}

function report(before: ServerState, after: ServerState) {
  const third = Math.max(1, Math.floor(looks.length / 3))
  const [early, late] = [looks.slice(0, third), looks.slice(-third)].map((some) => median(some.map(({ heap }) => heap)))
  const growth = (late ?? 0) - (early ?? 0)
  console.log(`before: ${line(before)}; after: ${line(after)}`)
  console.log(
    `${counts.whole} calls answered whole, ${counts.broken} broken off by the API, ${counts.left} left by the client, ${counts.read} readings of what was recorded`,
  )
  console.log(`memory in use, last third less first third: ${megabytes(growth)}`)
  const faults = [
    ...new Set(wrong),
    ...(growth > tolerable ? [`Memory in use grew by ${megabytes(growth)}.`] : []),
    ...(after.descriptors > before.descriptors
      ? [`${after.descriptors - before.descriptors} descriptors stayed open.`]
      : []),
  ]
  if (faults.length === 0) return
  console.log(faults.slice(0, 20).join('\n'))
  process.exitCode = 1
}

const line = ({ heap, resident, descriptors }: ServerState) =>
  `${megabytes(heap)} in use, ${megabytes(resident)} resident, ${descriptors} descriptors`
const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MB`
const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

await soak()
