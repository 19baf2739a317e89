import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import replyFrom from '@fastify/reply-from'
import secureSession from '@fastify/secure-session'
import fastify from 'fastify'
import { Pool } from 'undici'
import { buildApp } from '../../src/bff/app.ts'
import type { AppState } from '../../src/bff/app-state.ts'
import { readConfiguration } from '../../src/bff/config/read-configuration.ts'
import { openSqliteStore } from '../../src/bff/stores/sqlite.ts'
import { sessionHeader, sessionName } from '../../src/contract/session.ts'

/**
 * What a recorded call costs, beside the same call through Fastify with `@fastify/secure-session` and
 * `@fastify/reply-from`, which hold a session and pass a call on, and record nothing. Each server is a process of its own
 * and tells the processor time that it took; the latency is that of one call at a time, less that of the API itself.
 * Prints both and their ratios.
 */
const calls = { warmUp: 3_000, measured: 2_000, oneAtATime: 200 }
const connections = 16
/** Both take turns, because a machine is never equally fast for long; the best round of each counts. */
const rounds = 6

/** What a server tells its parent: where to ask, and how. */
interface Target {
  origin: string
  method: 'GET' | 'POST'
  path: string
  /** Headers of each session; requests take them in turn. */
  sessions: Record<string, string>[]
  body?: string
}

interface Server {
  target: Target
  /** Microseconds of processor time since it began. */
  processorTime(): Promise<number>
  stop(): void
}

const token = `e30.${Buffer.from(JSON.stringify({ sub: 'person-1', scope: 'x'.repeat(400) })).toString('base64url')}.${'s'.repeat(342)}`
const answer = JSON.stringify({
  items: Array.from({ length: 10 }, (_, index) => ({
    id: `slip-${index}`,
    amount: '120.50',
    state: 'open',
    due: 1767,
  })),
})

const serve: Record<string, (api: string) => Promise<Target>> = {
  api: serveApi,
  claimcheck: serveClaimcheck,
  peer: servePeer,
}
const [role, api = ''] = process.argv.slice(2)

if (role === undefined) await compare()
else {
  const begin = serve[role]
  if (!begin) throw new Error(`There is no server ${role}.`)
  const target = await begin(api)
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ processorTime: user + system })
  })
  process.send?.({ target })
}

async function compare() {
  const api = await start('api')
  const claimcheck = await start('claimcheck', api.target.origin)
  const peer = await start('peer', api.target.origin)
  try {
    for (const { target } of [api, claimcheck, peer]) await ask(target, calls.warmUp, connections)
    const ours: Figures[] = []
    const theirs: Figures[] = []
    for (let round = 0; round < rounds; round += 1) {
      const direct = await latency(api.target)
      ours.push(await measure(claimcheck, direct))
      theirs.push(await measure(peer, direct))
    }
    const [own, other] = [best(ours), best(theirs)]
    console.log(row('a recorded call', own))
    console.log(row('Fastify, secure-session, reply-from', other))
    console.log(
      `ratio: ${(own.processor / other.processor).toFixed(2)} × the processor time, ${(own.latency / other.latency).toFixed(2)} × the added latency`,
    )
  } finally {
    for (const server of [claimcheck, peer, api]) server.stop()
  }
}

/** Milliseconds a call. */
interface Figures {
  processor: number
  latency: number
}

async function measure(server: Server, direct: number): Promise<Figures> {
  const before = await server.processorTime()
  await ask(server.target, calls.measured, connections)
  const processor = ((await server.processorTime()) - before) / 1000 / calls.measured
  return { processor, latency: (await latency(server.target)) - direct }
}

function best(figures: Figures[]): Figures {
  const least = (name: keyof Figures) => Math.min(...figures.map((one) => one[name]))
  return { processor: least('processor'), latency: least('latency') }
}

function row(what: string, { processor, latency }: Figures): string {
  return `${what.padEnd(36)} ${processor.toFixed(3)} ms of processor time a call, ${latency.toFixed(2)} ms of added latency`
}

/** The median of calls one after the other, in milliseconds. */
async function latency(target: Target): Promise<number> {
  const durations = await ask(target, calls.oneAtATime, 1)
  return durations.sort((a, b) => a - b)[Math.floor(durations.length / 2)] ?? 0
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

async function start(role: string, ...parameters: string[]): Promise<Server> {
  const server = fork(import.meta.filename, [role, ...parameters], { env: { ...process.env, NODE_ENV: 'production' } })
  const { target } = await heard<{ target: Target }>(server)
  return {
    target,
    async processorTime() {
      server.send('processor time')
      return (await heard<{ processorTime: number }>(server)).processorTime
    },
    stop: () => void server.kill(),
  }
}

function heard<Message>(server: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    server.once('message', (message) => resolve(message as Message))
    server.once('exit', (code) => reject(new Error(`A server ended with exit code ${code}.`)))
  })
}

async function serveApi(): Promise<Target> {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, method: 'GET', path: '/v1/bank-slips', sessions: [{}] }
}

/** The BFF as it runs, with every guard on; only how often one address may ask is not what is measured. */
async function serveClaimcheck(api: string): Promise<Target> {
  const directory = mkdtempSync(join(tmpdir(), 'claimcheck-bench-'))
  process.once('SIGTERM', () => {
    rmSync(directory, { recursive: true })
    process.exit(0)
  })
  const client = { id: 'shop', name: 'Shop', client_id: 'shop', secret_variable: 'SHOP_SECRET' }
  const configuration = readConfiguration({
    file: {
      environments: [{ id: 'test', name: 'Test', kind: 'sandbox', auth_url: api, base_url: api, clients: [client] }],
    },
    variables: {
      PUBLIC_URL: 'http://localhost:8700',
      SESSION_KEYS: `one:${randomBytes(32).toString('base64url')}`,
      SHOP_SECRET: 'secret',
    },
    builtIn: false,
    limits: { requestsPerMinute: 10_000_000 },
  })
  const app = await buildApp({ configuration, store: openSqliteStore(join(directory, 'sessions.sqlite')) })
  const { sessions }: AppState = app.appState
  const secrets = Array.from({ length: connections }, () => randomBytes(32).toString('base64url'))
  const endsAt = Date.now() + 28_800_000
  for (const secret of secrets) {
    const now = Date.now()
    await sessions.put(
      secret,
      {
        environment: 'test',
        client: 'shop',
        signedInAt: now,
        requestedScopes: ['openid'],
        tokenResponse: { access_token: token, token_type: 'Bearer', expires_in: 300 },
        accessToken: token,
        idToken: token,
        idTokenChecked: 'signature-and-claims',
        boundBy: 'state',
        receivedAt: now,
        refreshToken: { value: randomBytes(32).toString('base64url'), receivedAt: now },
        renewals: 0,
        codeTrace: randomBytes(32).toString('base64url'),
        endsAt,
      },
      endsAt,
    )
  }
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    origin,
    method: 'POST',
    path: '/bff/calls',
    sessions: secrets.map((secret) => ({
      host: 'localhost:8700',
      'content-type': 'application/json',
      'x-claimcheck': '1',
      'sec-fetch-site': 'same-origin',
      cookie: `claimcheck-session=${secret}`,
      [sessionHeader]: sessionName(0, ''),
    })),
    body: JSON.stringify({ operation: 'list-bank-slips' }),
  }
}

async function servePeer(api: string): Promise<Target> {
  const app = fastify()
  await app.register(secureSession, { key: randomBytes(32), cookie: { path: '/', httpOnly: true } })
  await app.register(replyFrom, { base: api })
  app.get('/sign-in', async (request) => {
    request.session.set('accessToken', token)
    return {}
  })
  app.post('/v1/*', (request, reply) => {
    const bearer: unknown = request.session.get('accessToken')
    return reply.from(request.url, {
      method: 'GET',
      body: null,
      rewriteRequestHeaders: (_, { cookie: __, ...headers }) => ({ ...headers, authorization: `Bearer ${bearer}` }),
    })
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const sessions = Array.from({ length: connections }, async () => {
    const { headers } = await app.inject('/sign-in')
    return { 'content-type': 'application/json', cookie: String(headers['set-cookie']).split(';', 1)[0] ?? '' }
  })
  return {
    origin,
    method: 'POST',
    path: '/v1/bank-slips',
    sessions: await Promise.all(sessions),
    body: JSON.stringify({ operation: 'list-bank-slips' }),
  }
}

declare module '@fastify/secure-session' {
  interface SessionData {
    accessToken: string
  }
}
