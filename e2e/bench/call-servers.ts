import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import replyFrom from '@fastify/reply-from'
import secureSession from '@fastify/secure-session'
import fastify from 'fastify'
import { buildApp } from '../../src/bff/app.ts'
import type { AppState } from '../../src/bff/app-state.ts'
import { readConfiguration } from '../../src/bff/config/read-configuration.ts'
import { openSqliteStore } from '../../src/bff/stores/sqlite.ts'
import { sessionHeader, sessionName } from '../../src/contract/session.ts'

/** Sessions of each server, which its clients take in turn. */
export const sessionsOfServer = 16

/** What a server tells its parent: where to ask, and how. */
export interface Target {
  origin: string
  method: 'GET' | 'POST'
  path: string
  /** Headers of each session; requests take them in turn. */
  sessions: Record<string, string>[]
  body?: string
}

/** A server in a process of its own. */
export interface Server {
  target: Target
  state(): Promise<ServerState>
  stop(): void
}

export interface ServerState {
  /** Microseconds since it began. */
  processorTime: number
  /** Bytes, once what is no longer used is gone. */
  heap: number
  resident: number
  /** Open file descriptors; 0 where the system does not tell. */
  descriptors: number
}

const token = `e30.${Buffer.from(JSON.stringify({ sub: 'person-1', scope: 'x'.repeat(400) })).toString('base64url')}.${'s'.repeat(342)}`
/** What the API answers to each call but the large and the broken ones. */
export const answer = JSON.stringify({
  items: Array.from({ length: 10 }, (_, index) => ({
    id: `slip-${index}`,
    amount: '120.50',
    state: 'open',
    due: 1767,
  })),
})

const roles: Record<string, (api: string) => Promise<Target>> = {
  api: serveApi,
  claimcheck: serveClaimcheck,
  peer: servePeer,
}

// As a process of its own this file is the server that its first argument names.
const [role, api = ''] = process.argv.slice(2)
if (process.argv[1] === import.meta.filename && role !== undefined) {
  const begin = roles[role]
  if (!begin) throw new Error(`There is no server ${role}.`)
  const target = await begin(api)
  process.on('message', () => process.send?.({ state: stateOf() }))
  // However its parent ended.
  process.once('disconnect', () => process.exit())
  process.send?.({ target })
}

function stateOf(): ServerState {
  globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  const { heapUsed, rss } = process.memoryUsage()
  let descriptors = 0
  try {
    descriptors = readdirSync('/proc/self/fd').length
  } catch {
    // Only Linux tells.
  }
  return { processorTime: user + system, heap: heapUsed, resident: rss, descriptors }
}

/**
 * Starts a server: `api`, or one of those that pass calls on to it.
 *
 * @param options.api the origin of the API
 * @param options.collects whether memory is cleaned up before it is told
 */
export async function start(role: string, options: { api?: string; collects?: boolean } = {}): Promise<Server> {
  const server = fork(import.meta.filename, [role, options.api ?? ''], {
    env: { ...process.env, NODE_ENV: 'production' },
    execArgv: options.collects ? ['--expose-gc'] : [],
  })
  const { target } = await heard<{ target: Target }>(server)
  return {
    target,
    async state() {
      const state = heard<{ state: ServerState }>(server)
      server.send('state')
      return (await state).state
    },
    stop: () => void server.kill(),
  }
}

function heard<Message>(server: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`A server ended with exit code ${code}.`))
    server.once('exit', ended)
    server.once('message', (message) => {
      server.off('exit', ended)
      resolve(message as Message)
    })
  })
}

/** Characters of a large answer. */
export const largeAnswer = 200_000

const behaviours: Record<string, ((response: ServerResponse) => void) | undefined> = {
  '/v1/large': (response) =>
    void response.writeHead(200, { 'content-type': 'text/plain' }).end('x'.repeat(largeAnswer)),
  '/v1/broken': (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 10_000 }).write(answer)
    setTimeout(() => response.destroy(), 5)
  },
  '/v1/slow': (response) =>
    void setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(answer), 200),
}

async function serveApi(): Promise<Target> {
  const server = createServer((request, response) => {
    request.resume()
    const behave = behaviours[request.url ?? '']
    if (behave) behave(response)
    else response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, method: 'GET', path: '/v1/bank-slips', sessions: [{}] }
}

/** The BFF as it runs, with every guard on; only how often one address may ask is not what is measured. */
async function serveClaimcheck(api: string): Promise<Target> {
  const directory = mkdtempSync(join(tmpdir(), 'claimcheck-bench-'))
  process.once('SIGTERM', () => process.exit())
  process.once('exit', () => rmSync(directory, { recursive: true }))
  const client = { id: 'shop', name: 'Shop', client_id: 'shop', secret_variable: 'SHOP_SECRET' }
  const configuration = readConfiguration({
    file: {
      environments: [{ id: 'test', name: 'Test', kind: 'sandbox', auth_url: api, base_url: api, clients: [client] }],
    },
    variables: {
      PUBLIC_URL: 'http://localhost:8700',
      SESSION_KEYS: `one:${randomBytes(32).toString('base64url')}`,
      SHOP_SECRET: 'secret',
      // What the API breaks off on purpose is a warning each time.
      LOG_LEVEL: 'error',
    },
    builtIn: false,
    limits: { requestsPerMinute: 10_000_000 },
  })
  const app = await buildApp({ configuration, store: openSqliteStore(join(directory, 'sessions.sqlite')) })
  const { sessions }: AppState = app.appState
  const secrets = Array.from({ length: sessionsOfServer }, () => randomBytes(32).toString('base64url'))
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
  const sessions = Array.from({ length: sessionsOfServer }, async () => {
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
