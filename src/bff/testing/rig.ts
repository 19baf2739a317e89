import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sessionHeader } from '#contract/session.ts'
import type { Outcome, ReturnSignIn, SignInResult, Transaction } from '#contract/sign-in.ts'
import { buildApp } from '../app.ts'
import type { Configuration, Limits } from '../config/configuration.ts'
import { readConfiguration } from '../config/read-configuration.ts'
import type { Metrics } from '../http/metrics.ts'
import { openSqliteStore } from '../stores/sqlite.ts'
import type { SessionStore } from '../stores/store.ts'
import { type HostileServer, hostileServer } from './hostile-server.ts'

/** One or more processes of the BFF on one store, and the identity service that they face. */
export interface Rig {
  apps: FastifyInstance[]
  app: FastifyInstance
  server: HostileServer
  configuration: Configuration
  file: string
  store: SessionStore
  /** Everything that was logged. */
  log: string[]
  clock: { now: number }
  browser(app?: FastifyInstance): Browser
  close(): Promise<void>
}

export interface RigOptions {
  /** Settings of the environment, as the configuration file spells them; `$` at their beginning is the server's address. */
  environment?: Record<string, unknown>
  /** Adds an environment called sandbox. */
  sandbox?: boolean
  /** What the configuration file holds beside its environments. */
  file?: Record<string, unknown>
  limits?: Partial<Limits>
  variables?: Record<string, string>
  processes?: number
  store?: (file: string, clock: () => number) => SessionStore
  pages?: string
  metrics?: Metrics
  builtIn?: boolean
}

export const secret = 'secret:with%+é-_.~canary'
export const sessionKey = `one:${Buffer.alloc(32, 1).toString('base64url')}`

export async function startRig(options: RigOptions = {}): Promise<Rig> {
  const clock = { now: Date.UTC(2026, 0, 1) }
  const read = () => clock.now
  const directory = mkdtempSync(join(tmpdir(), 'claimcheck-'))
  const file = join(directory, 'sessions.sqlite')
  const server = await hostileServer(read)
  const configuration = configure(server.address, options)
  const log: string[] = []
  const open = options.store ?? openSqliteStore
  const store = open(file, read)
  const stores = [store]
  const apps = [await build(store)]
  for (let index = 1; index < (options.processes ?? 1); index++) {
    const another = open(file, read)
    stores.push(another)
    apps.push(await build(another))
  }
  const [app] = apps
  if (!app) throw new Error('a rig has at least one app')

  function build(own: SessionStore) {
    const write = (line: string) => void log.push(line)
    return buildApp({
      configuration,
      store: own,
      clock: read,
      pages: options.pages,
      log: { write },
      metrics: options.metrics,
    })
  }

  return {
    apps,
    app,
    server,
    configuration,
    file,
    store,
    log,
    clock,
    browser: (own = app) => new Browser(own, configuration.publicUrl, server),
    async close() {
      for (const running of apps) await running.close()
      const told = log.find((line) => line.includes('canary'))
      if (told) throw new Error(`attack 51: a secret reached the log: ${told}`)
      for (const opened of stores) await opened.close()
      await server.close()
      rmSync(directory, { recursive: true })
    },
  }
}

/** What depends on how busy the machine is, or on how much a test asks for, is left to the tests that are about it. */
const unhurried = {
  requestsPerMinute: 100_000,
  signInsPerMinute: 100_000,
  renewalsPerMinute: 100_000,
  eventLoopDelayMilliseconds: 600_000,
}

export function configure(address: string, options: RigOptions = {}): Configuration {
  const client = { id: 'portal', name: 'Portal', client_id: 'client-1', secret_variable: 'PORTAL_SECRET' }
  const usual = {
    kind: 'sandbox',
    auth_url: address,
    base_url: address,
    jwks_url: `${address}/keys`,
    resource_domain: 'https://resource.example',
    clients: [client],
  }
  const atServer = (settings: Record<string, unknown> = {}) =>
    Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.replace(/^\$/, address) : value,
      ]),
    )
  return readConfiguration({
    file: {
      environments: [
        { id: 'test', name: 'Test', ...usual, ...atServer(options.environment) },
        ...(options.sandbox ? [{ id: 'sandbox', name: 'Sandbox', ...usual }] : []),
      ],
      ...options.file,
    },
    variables: {
      PUBLIC_URL: 'http://localhost:8700',
      SESSION_KEYS: sessionKey,
      LOG_LEVEL: 'debug',
      PORTAL_SECRET: secret,
      ...options.variables,
    },
    builtIn: options.builtIn ?? true,
    limits: { ...unhurried, ...options.limits },
  })
}

interface RequestOptions {
  json?: unknown
  body?: string
  headers?: Record<string, string | undefined>
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS'

let codes = 0
/** What the pages of all browsers know. */
const namesBySecret = new Map<string, string>()

/** A browser with its cookies, on a page of the app. */
export class Browser {
  readonly cookies = new Map<string, string>()
  app: FastifyInstance
  /** Name of the session that its requests mean; that which was begun last, unless a test says otherwise. */
  session: string | undefined
  readonly #publicUrl: string
  readonly #server: HostileServer

  constructor(app: FastifyInstance, publicUrl: string, server: HostileServer) {
    this.app = app
    this.#publicUrl = publicUrl
    this.#server = server
  }

  /** The Cookie header as it would be sent. */
  get cookie(): string | undefined {
    const pairs = [...this.cookies].map(([name, value]) => `${name}=${value}`)
    return pairs.length > 0 ? pairs.join('; ') : undefined
  }

  /** The name of a session that a cookie of this browser opens, as its page would know it. */
  get #named(): string | undefined {
    const held = [...this.cookies].flatMap(([cookie, secret]) => {
      const [, slot = '0'] = /^(?:__Host-)?claimcheck-session(?:-(\d))?$/.exec(cookie) ?? []
      return cookie.includes('claimcheck-session') ? [namesBySecret.get(secret) ?? `${slot}.unknown`] : []
    })
    return held.find((name) => name === this.session) ?? held.at(-1)
  }

  async request(method: Method, url: string, options: RequestOptions = {}) {
    const headers: Record<string, string | undefined> = {
      host: new URL(this.#publicUrl).host,
      'x-claimcheck': '1',
      'sec-fetch-site': 'same-origin',
      cookie: this.cookie,
      [sessionHeader]: this.#named,
      ...options.headers,
    }
    for (const name of Object.keys(headers)) if (headers[name] === undefined) delete headers[name]
    const payload = options.body ?? (options.json as object | undefined)
    const response = await this.app.inject({ method, url, headers, payload })
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0 || value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
      const result = name.includes('claimcheck-session') && value !== '' ? response.json<SignInResult>() : undefined
      if (result?.state !== 'signed-in') continue
      namesBySecret.set(value, result.session.name)
      this.session = result.session.name
    }
    return response
  }

  async open(options: { scopes?: string[]; instead?: string } = {}): Promise<Transaction> {
    const { scopes = ['openid', 'apps'], instead } = options
    const json = { environment: 'test', client: 'portal', scopes, instead }
    return (await this.request('POST', '/bff/sign-in', { json })).json()
  }

  /** Comes back from the identity service with a code for a transaction. */
  callback(opened: Transaction): { code: string; query: string } {
    const code = `code-${++codes}-canary`
    if (opened.nonce !== undefined) this.#server.nonces.set(code, opened.nonce)
    return { code, query: new URLSearchParams({ code, state: 's', iss: this.#server.address }).toString() }
  }

  /** Sends a redirect to the BFF. */
  redirect(opened: Transaction, query: string, state: ReturnSignIn['state'] = 'matched') {
    const json = { transaction: opened.transaction, state, query } satisfies ReturnSignIn
    return this.request('POST', '/bff/sign-in/return', { json })
  }

  async returnWith(opened: Transaction, query: string, state?: ReturnSignIn['state']): Promise<SignInResult> {
    return (await this.redirect(opened, query, state)).json()
  }

  async outcome(opened: Transaction): Promise<Outcome> {
    return (await this.request('GET', `/bff/sign-in/${opened.transaction}`)).json()
  }

  /** Goes the whole way; the response is that to the redirect. */
  async signIn(options: { scopes?: string[]; instead?: string; person?: string; state?: 'matched' | 'absent' } = {}) {
    const opened = await this.open(options)
    const { code, query } = this.callback(opened)
    if (options.person !== undefined) this.#server.persons.set(code, options.person)
    const response = await this.redirect(opened, query, options.state)
    return { opened, code, query, response, result: response.json<SignInResult>() }
  }
}

/** The check of a refused outcome. */
export function refusedCheck(outcome: Outcome | SignInResult): { check: string; field?: string } | undefined {
  return outcome.state === 'refused' ? outcome.exchange.flow?.refused : undefined
}
