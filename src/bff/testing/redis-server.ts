import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cacheOf, librariesIn, unpackDebian } from './debian-packages.ts'

const run = promisify(execFile)

/** A Redis or Valkey server that this machine can start. */
interface Program {
  command: string
  env: NodeJS.ProcessEnv
}

/**
 * The server that the tests start: the one that CLAIMCHECK_REDIS names, one that is installed, or Debian's, fetched and
 * unpacked beside the project. Undefined where none can be had; the tests that need one say so and are left out.
 */
export const redisProgram: Program | undefined = await findProgram()

/** A server of its own, on a port of its own, that keeps every write before it answers. */
export interface RedisServer {
  /** As SESSIONS takes it. */
  address: string
  port: number
  /** Sends one command and responds with the first line that comes back. */
  command(...words: string[]): Promise<string>
  /** Stops it at once, as a power cut would. */
  kill(): Promise<void>
  /** Starts it again on the same port, with what it had kept. */
  restart(): Promise<void>
  /** Keeps it from running until `resume`: connections stay, answers do not come. */
  pause(): void
  resume(): void
  /** Stops it and clears its data away. */
  stop(): Promise<void>
}

export interface RedisOptions {
  /** Makes it a Cluster of one. */
  cluster?: boolean
  password?: string
  /** PEM; it then takes connections over TLS alone, and trusts the authority in those that it opens itself. */
  tls?: { certificate: string; key: string; authority?: string }
  /** Port of the server that it is a replica of. */
  replicaOf?: number
  /** Port of the server that it watches over as a Sentinel, under the name `claims`. */
  watches?: number
}

export async function startRedis(options: RedisOptions = {}): Promise<RedisServer> {
  const program = redisProgram
  if (!program) throw new Error('There is no Redis on this machine.')
  const directory = mkdtempSync(join(tmpdir(), 'claimcheck-redis-'))
  const port = await freePort()
  const file = join(directory, 'redis.conf')
  writeFileSync(file, `${settings(port, directory, options).join('\n')}\n`)
  let server = await start()

  async function start(): Promise<ChildProcess> {
    const started = spawn(program?.command ?? '', [file, ...(options.watches ? ['--sentinel'] : [])], {
      env: program?.env,
      stdio: 'ignore',
    })
    for (let tries = 0; tries < 600; tries++) {
      if (started.exitCode !== null) throw new Error(`${program?.command} ended with exit code ${started.exitCode}.`)
      const answer = await (options.tls ? reached(port) : command('PING')).catch(() => '')
      if (/^(\+PONG|-NOAUTH|reached)/.test(answer)) return started
      await new Promise((done) => setTimeout(done, 50))
    }
    started.kill('SIGKILL')
    throw new Error(`${program?.command} did not respond.`)
  }

  function command(...words: string[]): Promise<string> {
    const login = options.password ? ['AUTH', options.password] : undefined
    return ask(port, [...(login ? [login] : []), words])
  }

  async function kill() {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise((done) => server.once('exit', done))
    server.kill('SIGKILL')
    await ended
  }

  if (options.cluster) {
    await command('CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
    while (!(await command('SET', 'ready', '1')).startsWith('+OK')) await new Promise((done) => setTimeout(done, 50))
  }
  const kind = options.watches ? '+sentinel' : options.cluster ? '+cluster' : ''
  const scheme = `redis${options.tls ? 's' : ''}${kind}`
  const login = options.password ? `:${encodeURIComponent(options.password)}@` : ''
  return {
    address: `${scheme}://${login}127.0.0.1:${port}${options.watches ? '/claims' : ''}`,
    port,
    command,
    kill,
    async restart() {
      await kill()
      server = await start()
    },
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    async stop() {
      await kill()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

function settings(
  port: number,
  directory: string,
  { cluster, password, tls, replicaOf, watches }: RedisOptions,
): string[] {
  const place = [`dir ${directory}`, 'bind 127.0.0.1', ...ports(port, directory, tls)]
  if (watches !== undefined) {
    return [
      ...place,
      `sentinel monitor claims 127.0.0.1 ${watches} 1`,
      'sentinel down-after-milliseconds claims 500',
      'sentinel failover-timeout claims 3000',
    ]
  }
  return [
    ...place,
    'save ""',
    'appendonly yes',
    'appendfsync always',
    'repl-diskless-sync-delay 0',
    ...(cluster ? ['cluster-enabled yes', 'cluster-announce-ip 127.0.0.1'] : []),
    ...(password ? [`requirepass ${password}`] : []),
    ...(replicaOf ? [`replicaof 127.0.0.1 ${replicaOf}`] : []),
  ]
}

function ports(port: number, directory: string, tls: RedisOptions['tls']): string[] {
  if (!tls) return [`port ${port}`]
  const { certificate, key, authority } = tls
  const file = (name: string, pem: string) => {
    writeFileSync(join(directory, name), pem)
    return join(directory, name)
  }
  return [
    'port 0',
    `tls-port ${port}`,
    `tls-cert-file ${file('certificate.pem', certificate)}`,
    `tls-key-file ${file('key.pem', key)}`,
    'tls-auth-clients no',
    ...(authority ? [`tls-ca-cert-file ${file('authority.pem', authority)}`, 'tls-replication yes'] : []),
  ]
}

async function findProgram(): Promise<Program | undefined> {
  const tried: string[] = []
  const names = process.env.CLAIMCHECK_REDIS ? [process.env.CLAIMCHECK_REDIS] : ['valkey-server', 'redis-server']
  for (const command of names) {
    const program = { command, env: process.env }
    if (await starts(program)) return program
    tried.push(`${command}: not there`)
  }
  try {
    const root = await unpackDebian(['redis-server'], cacheOf('redis'))
    const program = {
      command: join(root, 'usr', 'bin', 'redis-server'),
      env: { ...process.env, LD_LIBRARY_PATH: await librariesIn(root) },
    }
    if (await starts(program)) return program
    tried.push('the Debian package redis-server: unpacked, and does not start')
  } catch (error) {
    tried.push(`the Debian package redis-server: ${(error as Error).message.trim().split('\n').at(-1)}`)
  }
  console.warn(
    `\nTHE TESTS WITH A REAL REDIS ARE LEFT OUT: none was found on this machine, and none could be fetched.\n${tried
      .map((line) => `  ${line}`)
      .join('\n')}\nInstall redis-server or valkey-server, or name one with CLAIMCHECK_REDIS.\n`,
  )
  return undefined
}

async function starts({ command, env }: Program): Promise<boolean> {
  return run(command, ['--version'], { env }).then(
    () => true,
    () => false,
  )
}

/** Sends commands over a connection of their own; responds with the first line that the last one brings. */
function ask(port: number, commands: string[][]): Promise<string> {
  const text = commands
    .map((words) => `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`)
    .join('')
  return conversation(port, (socket, answered) => {
    let heard = ''
    socket.write(text)
    socket.on('data', (chunk) => {
      heard += chunk
      const lines = heard.split('\r\n')
      if (lines.length > commands.length) answered(lines[commands.length - 1] ?? '')
    })
  })
}

function reached(port: number): Promise<string> {
  return conversation(port, (_, answered) => answered('reached'))
}

function conversation(port: number, talk: (socket: Socket, answered: (line: string) => void) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      talk(socket, (line) => {
        socket.destroy()
        resolve(line)
      }),
    )
    socket.on('error', reject).on('close', () => reject(new Error('closed')))
  })
}

async function freePort(): Promise<number> {
  const holder = createServer()
  await new Promise<void>((done) => holder.listen(0, '127.0.0.1', done))
  const address = holder.address()
  await new Promise((done) => holder.close(done))
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.')
  return address.port
}
