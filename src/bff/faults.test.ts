import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Exchange } from '#contract/exchange.ts'
import type { Renewal } from '#contract/session.ts'
import { networkFaults } from '#knowledge/diagnose/faults/network.ts'
import { type HostileServer, hostileServer, json } from './testing/hostile-server.ts'
import { type Browser, type Rig, startRig } from './testing/rig.ts'
import { endBff, ProcessVisitor, type RunningBff, startBff, statusOf } from './testing/running-bff.ts'

describe('an API that does not keep to HTTP', () => {
  let rig: Rig
  let browser: Browser
  let api: Server
  let connections = 0
  /** What the API writes, request by request; the last for all that follow. */
  let answers: ((socket: Socket) => void)[]
  const open = new Set<Socket>()

  beforeEach(async () => {
    connections = 0
    answers = []
    api = createServer((socket) => {
      connections += 1
      open.add(socket)
      socket.on('error', () => {}).on('close', () => open.delete(socket))
      socket.on('data', () => (answers.length > 1 ? answers.shift() : answers[0])?.(socket))
    })
    await new Promise<void>((done) => api.listen(0, '127.0.0.1', done))
    const address = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
    rig = await startRig({ environment: { base_url: address }, limits: { apiMilliseconds: 500 } })
    browser = rig.browser()
    await browser.signIn()
  })
  afterEach(async () => {
    await rig.close()
    for (const socket of open) socket.destroy()
    await new Promise((done) => api.close(done))
  })

  const call = async () =>
    (await browser.request('POST', '/bff/calls', { json: { method: 'GET', path: '/slips' } })).json() as Exchange
  const writing = (text: string | Buffer) => (socket: Socket) => void socket.write(text)
  const ending = (text: string | Buffer) => (socket: Socket) => void socket.end(text)
  const whole = (body: string, more = '') =>
    `HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: ${body.length}\r\n${more}\r\n${body}`
  const packed = gzipSync('a'.repeat(1_000))
  const start = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n'

  test.each<[what: string, answer: (socket: Socket) => void, kind: NonNullable<Exchange['failure']>['kind']]>([
    [
      'trickles its headers',
      (socket) => {
        socket.write(start)
        const drip = setInterval(() => socket.write('x-more: 1\r\n'), 20)
        socket.on('close', () => clearInterval(drip))
      },
      'timeout',
    ],
    [
      'trickles its body',
      (socket) => {
        socket.write(`${start}content-length: 100000\r\n\r\n`)
        const drip = setInterval(() => socket.write('a'), 20)
        socket.on('close', () => clearInterval(drip))
      },
      'timeout',
    ],
    [
      'says again and again that more will come',
      (socket) => {
        const drip = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 20)
        socket.on('close', () => clearInterval(drip))
      },
      'timeout',
    ],
    ['promises more bytes than it sends', ending(`${start}content-length: 50\r\n\r\nshort`), 'reset'],
    ['names two lengths', ending(`${start}content-length: 2\r\ncontent-length: 5\r\n\r\nhello`), 'reset'],
    [
      'names a length and chunks too',
      ending(`${start}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
      'reset',
    ],
    ['sends a chunk of a length that is none', ending(`${start}transfer-encoding: chunked\r\n\r\nzz\r\n`), 'malformed'],
    ['sends no last chunk', ending(`${start}transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n`), 'reset'],
    [
      'cuts what it packed',
      ending(
        Buffer.concat([
          Buffer.from(`${start}content-encoding: gzip\r\ncontent-length: 12\r\n\r\n`),
          packed.subarray(0, 12),
        ]),
      ),
      'reset',
    ],
    ['speaks another protocol', ending('220 mail.example ESMTP\r\n'), 'malformed'],
    ['sends headers without end', ending(`${start}${'x-filler: 0123456789\r\n'.repeat(5_000)}`), 'too-large'],
  ])('and %s ends in a failure that is told, and the next call is well', async (_, answer, kind) => {
    answers = [answer, writing(whole('well'))]
    const { failure, response } = await call()
    expect({ kind: failure?.kind, response }).toMatchObject({ kind })
    // Each kind has its own words for what happened and what to do.
    const told = networkFaults.map(({ example }) => example.failure?.kind)
    expect(told).toContain(failure?.kind)
    expect((await browser.request('GET', '/healthz')).statusCode).toBe(200)
    expect((await call()).response?.body).toBe('well')
  })

  test('and sends more than it said gives the rest to nobody', async () => {
    answers = [writing(`${whole('mine')}and the rest`), writing(whole('next'))]
    expect((await call()).response?.body).toBe('mine')
    expect((await call()).response?.body).toBe('next')
    expect(connections).toBe(2)
  })

  test('and answers before it was asked gives that answer to no other call', async () => {
    answers = [
      writing(whole('first') + whole('of somebody else', 'set-cookie: stray=1\r\n')),
      writing(whole('second')),
      writing(whole('third')),
    ]
    const told = [await call(), await call(), await call()]
    expect(told.map(({ response }) => response?.body)).toEqual(['first', 'second', 'third'])
    expect(JSON.stringify(told)).not.toContain('stray')
  })
})

describe('a session', () => {
  let rig: Rig
  let browser: Browser
  beforeEach(async () => {
    rig = await startRig()
    browser = rig.browser()
    await browser.signIn()
  })
  afterEach(() => rig.close())
  const session = () => browser.request('GET', '/bff/session')

  /** What the identity service signs with from now on. */
  async function newKeys() {
    const { privateKey, publicKey } = await generateKeyPair('RS256')
    rig.server.behave('/oauth2/token', async (request, response) => {
      const now = Math.floor(rig.clock.now / 1000)
      const claims = { iss: rig.server.address, aud: 'client-1', sub: 'person-1', iat: now, exp: now + 300 }
      const idToken = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'two' }).sign(privateKey)
      json(response, await rig.server.tokens(request, { id_token: idToken }))
    })
    return { ...(await exportJWK(publicKey)), kid: 'two', alg: 'RS256', use: 'sig' }
  }

  test('continues when the identity service is restarted with new keys', async () => {
    rig.clock.now += 60_000
    const key = await newKeys()
    rig.server.behave('/keys', (_, response) => json(response, { keys: [key] }))
    const renewal = (await browser.request('POST', '/bff/session/refresh')).json() as Renewal
    expect(renewal).toMatchObject({
      state: 'renewed',
      session: { renewals: 1, idTokenChecked: 'signature-and-claims' },
    })
    expect((await session()).json()).toMatchObject({ state: 'signed-in', renewals: 1 })
  })

  test('continues when keys and clock change, and the clock was ahead while the old keys were read', async () => {
    rig.clock.now += 30 * 86_400_000
    await browser.request('GET', '/bff/keys/test')
    rig.clock.now -= 30 * 86_400_000
    const key = await newKeys()
    rig.server.behave('/keys', (_, response) => json(response, { keys: [key] }))
    const renewal = (await browser.request('POST', '/bff/session/refresh')).json() as Renewal
    expect(renewal).toMatchObject({ state: 'renewed', session: { idTokenChecked: 'signature-and-claims' } })
  })

  test('that an identity service forgot in its restart ends with what it said', async () => {
    rig.server.behave('/oauth2/token', (_, response) => json(response, { error: 'invalid_grant' }, 400))
    const renewal = (await browser.request('POST', '/bff/session/refresh')).json() as Renewal
    expect(renewal).toMatchObject({ state: 'ended', exchange: { response: { status: 400 } } })
    expect((await session()).statusCode).toBe(401)
  })

  test('outlives an identity service that is away for a while', async () => {
    for (const behaviour of ['reset', 'busy'] as const) {
      rig.server.behave('/oauth2/token', (_, response) =>
        behaviour === 'reset' ? void response.socket?.destroy() : json(response, {}, 503),
      )
      const renewal = (await browser.request('POST', '/bff/session/refresh')).json() as Renewal
      expect(renewal).toMatchObject({ state: 'kept' })
      expect((await session()).json()).toMatchObject({ state: 'signed-in', renewals: 0 })
    }
  })

  test('is there again when a clock that was set ahead is set right, and is none the worse for one that was set back', async () => {
    rig.clock.now += 30 * 86_400_000
    expect((await session()).statusCode).toBe(401)
    // Another person's sign-in under the wrong clock cleans up what looks expired.
    await rig.browser().signIn({ person: 'person-2' })
    rig.clock.now -= 30 * 86_400_000
    expect((await session()).json()).toMatchObject({ state: 'signed-in' })
    rig.clock.now -= 7 * 86_400_000
    expect((await session()).json()).toMatchObject({ state: 'signed-in' })
    expect((await browser.request('POST', '/bff/session/refresh')).json()).toMatchObject({ state: 'renewed' })
  })
})

/** A process may mount in its own namespace; `-r` makes its user root there. */
const unshared = 'unshare -rm'
const enter = (pid = 0) => ['-t', String(pid), '-U', '-m', '--preserve-credentials']

const namespaces = canMount()

describe('a session file that fails under a running process', () => {
  let identity: HostileServer
  let directory: string
  let file: string
  let bff: RunningBff | undefined
  beforeEach(async () => {
    identity = await hostileServer(Date.now)
    directory = mkdtempSync(join(tmpdir(), 'claimcheck-faults-'))
    file = join(directory, 'sessions.sqlite')
  })
  afterEach(async () => {
    if (bff) await endBff(bff, 'SIGKILL')
    bff = undefined
    await identity.close()
    rmSync(directory, { recursive: true })
  })
  const start = (shell?: string) =>
    startBff(
      identity.address,
      { limits: { storeMilliseconds: 10_000 }, variables: { SESSION_FILE: file, LOG_LEVEL: 'warn' } },
      shell,
    )

  test('because it may not grow is told as 503 and in the log, keeps what was acknowledged, and signs nobody out', async () => {
    // Half a megabyte a file; what SQLite may not write is an error and not the end of the process.
    bff = await start(`trap '' XFSZ; ulimit -f 1024;`)
    const visitor = new ProcessVisitor(identity)
    await visitor.signIn(bff)
    identity.behave('/v1/bank-slips', (_, response) => json(response, { filler: 'x'.repeat(20_000) }))
    let acknowledged: string[] = []
    let refused: { status: number; set: string[] } | undefined
    for (let tries = 0; tries < 500 && !refused; tries++) {
      const answer = await visitor.call(bff)
      if (answer.status !== 200) refused = { status: answer.status, set: answer.set }
      else if (tries % 5 === 0) acknowledged = (await visitor.messages(bff)).map(({ id }) => id)
    }
    expect(refused).toEqual({ status: 503, set: [] })
    expect(acknowledged.length).toBeGreaterThan(5)
    expect(await statusOf(bff, '/healthz')).toBe(200)
    expect((await visitor.session(bff)).body).toMatchObject({ state: 'signed-in' })
    expect(bff.log()).toContain('store-unavailable')
    await endBff(bff, 'SIGKILL')
    bff = await start()
    expect((await visitor.session(bff)).body).toMatchObject({ state: 'signed-in' })
    const kept = (await visitor.messages(bff)).map(({ id }) => id)
    expect(kept).toEqual(expect.arrayContaining(acknowledged.slice(-90)))
    expect((await visitor.call(bff)).status).toBe(200)
  })

  describe.skipIf(!namespaces)('on a disk of its own', () => {
    /** Starts the BFF where only it, and who enters its namespace, has what is mounted. */
    const startWith = (mount: string) => start(`exec ${unshared} /bin/sh -c '${mount} && exec "$0" "$@"' "$0" "$@";`)
    const inside = (command: string) =>
      execFileSync('nsenter', [...enter(bff?.process.pid), '/bin/sh', '-c', command], { stdio: 'pipe' })

    test('because that is full ends calls with 503 and a line in the log, and continues with everything that was stored once there is room', async () => {
      bff = await startWith(
        `mount -t tmpfs -o size=1m tmpfs ${directory} && head -c 400000 /dev/zero > ${directory}/other`,
      )
      const visitor = new ProcessVisitor(identity)
      await visitor.signIn(bff)
      identity.behave('/v1/bank-slips', (_, response) => json(response, { filler: 'x'.repeat(20_000) }))
      let acknowledged: string[] = []
      let refused: { status: number; set: string[] } | undefined
      for (let tries = 0; tries < 500 && !refused; tries++) {
        const answer = await visitor.call(bff)
        if (answer.status !== 200) refused = { status: answer.status, set: answer.set }
        else if (tries % 5 === 0) acknowledged = (await visitor.messages(bff)).map(({ id }) => id)
      }
      expect(refused).toEqual({ status: 503, set: [] })
      await expect.poll(() => bff?.log()).toContain('store-unavailable')
      expect(await statusOf(bff, '/healthz')).toBe(200)
      expect((await visitor.session(bff)).body).toMatchObject({ state: 'signed-in' })
      inside(`rm ${directory}/other`)
      expect((await visitor.call(bff)).status).toBe(200)
      expect(await statusOf(bff, '/readyz')).toBe(200)
      expect((await visitor.messages(bff)).map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged))
    })

    test('because its folder is gone and what is there instead is read-only signs nobody out, and continues when it is back', async () => {
      bff = await startWith(`mount -t tmpfs tmpfs ${directory}`)
      const visitor = new ProcessVisitor(identity)
      await visitor.signIn(bff)
      const { id } = (await visitor.call(bff)).body
      expect((await visitor.messages(bff)).map((message) => message.id)).toContain(id)
      inside(`mount -t tmpfs -o ro tmpfs ${directory}`)
      // Whether the file is still there is looked after with each of these.
      expect(await statusOf(bff, '/readyz')).toBe(503)
      const { status, set } = await visitor.call(bff)
      expect([200, 503]).toContain(status)
      expect(set).toEqual([])
      inside(`umount ${directory}`)
      expect(await statusOf(bff, '/readyz')).toBe(200)
      expect((await visitor.session(bff)).body).toMatchObject({ state: 'signed-in' })
      expect((await visitor.messages(bff)).map((message) => message.id)).toContain(id)
    })

    test('because that is read-only is told in words at the start', async () => {
      bff = await start()
      await endBff(bff, 'SIGTERM')
      bff = undefined
      const readOnly = `mount --bind ${directory} ${directory} && mount -o remount,ro,bind ${directory}`
      await expect(startWith(readOnly)).rejects.toThrow(/cannot be used: this process is not allowed to write there/)
    })
  })

  test('because it is damaged signs nobody out, and is told in words at the next start', async () => {
    bff = await start()
    const visitor = new ProcessVisitor(identity)
    await visitor.signIn(bff)
    for (const name of readdirSync(directory)) if (!name.endsWith('-shm')) damage(join(directory, name))
    // What SQLite has in memory may do for a while; nothing is ever an unknown failure, and nobody is signed out.
    for (let tries = 0; tries < 20; tries++) {
      const { status, set } = await visitor.call(bff)
      expect([200, 503]).toContain(status)
      expect(set).toEqual([])
    }
    expect(await statusOf(bff, '/healthz')).toBe(200)
    await endBff(bff, 'SIGKILL')
    bff = undefined
    damage(file)
    await expect(start()).rejects.toThrow(/it is damaged, or not a session store.+Move it away/)
  })
})

function canMount(): boolean {
  try {
    execFileSync('/bin/sh', ['-c', `${unshared} mount -t tmpfs tmpfs /tmp && nsenter --version`], { stdio: 'ignore' })
    return true
  } catch {
    console.warn('A full disk and a read-only folder are not tested: this machine lets no process mount.')
    return false
  }
}

/** Writes over all of a file but its beginning. */
function damage(path: string) {
  const { size } = statSync(path)
  if (path.endsWith('-wal')) return truncateSync(path, Math.min(size, 100))
  const descriptor = openSync(path, 'r+')
  writeSync(descriptor, Buffer.alloc(Math.max(0, size - 100), 0xff), 0, undefined, 100)
  closeSync(descriptor)
}
