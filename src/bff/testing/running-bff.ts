import { type ChildProcess, spawn } from 'node:child_process'
import { request } from 'undici'
import type { Messages } from '#contract/messages.ts'
import { type Renewal, type SignedIn, type SignedOut, sessionHeader } from '#contract/session.ts'
import type { SignInResult, Transaction } from '#contract/sign-in.ts'
import type { HostileServer } from './hostile-server.ts'
import type { RigOptions } from './rig.ts'

/** A BFF that runs as a process of its own. */
export interface RunningBff {
  port: number
  process: ChildProcess
  /** Everything that it has written so far. */
  log(): string
}

/**
 * Starts a BFF.
 *
 * @param identity the address of its identity service
 * @param shell what a shell does before it, such as setting a limit
 */
export async function startBff(identity: string, options: RigOptions, shell = ''): Promise<RunningBff> {
  const file = new URL('./bff-process.ts', import.meta.url).pathname
  const parameters = [process.execPath, file, identity, JSON.stringify(options)]
  const started = spawn('/bin/sh', ['-c', `${shell} exec "$0" "$@"`, ...parameters], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let logged = ''
  for (const output of [started.stdout, started.stderr])
    output?.on('data', (chunk) => {
      logged += chunk
    })
  const port = await new Promise<number>((resolve, reject) => {
    started.once('message', (message) => resolve(Number(message)))
    started.once('close', (code) => reject(new Error(`The BFF ended with exit code ${code}. ${logged}`)))
  })
  return { port, process: started, log: () => logged }
}

export async function endBff({ process }: RunningBff, signal: NodeJS.Signals): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return
  const ended = new Promise((done) => process.once('exit', done))
  process.kill(signal)
  await ended
}

/** The status of a path that needs no session. */
export async function statusOf({ port }: RunningBff, path: string): Promise<number> {
  const { statusCode, body } = await request(`http://127.0.0.1:${port}${path}`)
  await body.dump()
  return statusCode
}

let codes = 0

/** A browser with its cookies, which asks processes over the wire. */
export class ProcessVisitor {
  readonly #identity: HostileServer

  readonly cookies = new Map<string, string>()
  /** Name of the session that its requests mean: that which was begun last, unless a test says otherwise. */
  named: string | undefined

  constructor(identity: HostileServer) {
    this.#identity = identity
  }

  async ask<Body>(bff: RunningBff, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) {
    const answer = await request(`http://127.0.0.1:${bff.port}${path}`, {
      method,
      headers: {
        host: 'localhost:8700',
        'x-claimcheck': '1',
        'sec-fetch-site': 'same-origin',
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(this.named && { [sessionHeader]: this.named }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
      reset: true,
    })
    const set = [answer.headers['set-cookie'] ?? []].flat()
    for (const line of set) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return { status: answer.statusCode, set, body: (await answer.body.json()) as Body }
  }

  async signIn(bff: RunningBff, back = bff, person?: string) {
    const json = { environment: 'test', client: 'portal', scopes: ['openid', 'apps'] }
    const { body: opened } = await this.ask<Transaction>(bff, 'POST', '/bff/sign-in', json)
    const code = `code-${++codes}`
    this.#identity.nonces.set(code, opened.nonce ?? '')
    if (person !== undefined) this.#identity.persons.set(code, person)
    const query = new URLSearchParams({ code, state: 's', iss: this.#identity.address }).toString()
    const returned = { transaction: opened.transaction, state: 'matched', query }
    const { body } = await this.ask<SignInResult>(back, 'POST', '/bff/sign-in/return', returned)
    if (body.state === 'signed-in') this.named = body.session.name
    return body
  }

  session = (bff: RunningBff) => this.ask<SignedIn | SignedOut>(bff, 'GET', '/bff/session')
  call = (bff: RunningBff) =>
    this.ask<{ id: string }>(bff, 'POST', '/bff/calls', { method: 'GET', path: '/bank-slips' })
  renew = (bff: RunningBff) => this.ask<Renewal>(bff, 'POST', '/bff/session/refresh')
  messages = async (bff: RunningBff) => (await this.ask<Messages>(bff, 'GET', '/bff/messages')).body.messages
}
