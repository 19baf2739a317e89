import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SignInResult, Transaction } from '#contract/sign-in.ts'
import { type Behaviour, type HostileServer, hostileServer, json } from './testing/hostile-server.ts'
import { type RedisServer, redisProgram, startRedis } from './testing/redis-server.ts'
import type { RigOptions } from './testing/rig.ts'
import { endBff, ProcessVisitor, type RunningBff, startBff, statusOf } from './testing/running-bff.ts'

let identity: HostileServer
let redis: RedisServer
let running: RunningBff[] = []

async function start(limits: RigOptions['limits'] = {}, sessions = redis.address): Promise<RunningBff> {
  // Generous: on a busy machine a slow answer is no failure.
  const started = await startBff(identity.address, {
    limits: { storeMilliseconds: 10_000, ...limits },
    variables: { SESSIONS: sessions, LOG_LEVEL: 'silent' },
  })
  running.push(started)
  return started
}

const renewals = () => identity.at('/oauth2/token').filter(({ form }) => form.get('grant_type') === 'refresh_token')

/** How many entries were read from Redis so far. */
async function reads(): Promise<number> {
  const lua = "return tonumber(string.match(redis.call('INFO', 'commandstats'), 'cmdstat_get:calls=(%d+)') or 0)"
  return Number((await redis.command('EVAL', lua, '0')).slice(1))
}

/** Holds up the next token request: `asked` when it has come, `answer` sends the tokens. */
function holdTokenRequest(): { asked: Promise<void>; answer: () => void } {
  const come = Promise.withResolvers<void>()
  let send = () => {}
  identity.behave('/oauth2/token', async (asked, response) => {
    const tokens = await identity.tokens(asked)
    send = () => json(response, tokens)
    come.resolve()
  })
  return { asked: come.promise, answer: () => send() }
}

/** A proxy between a process and Redis: it can hold what either sends, and records what was sent to Redis. */
async function standBetween({ address, port }: RedisServer) {
  const held = { requests: false, replies: false }
  const waiting = { requests: [] as (() => void)[], replies: [] as (() => void)[] }
  let said = ''
  const sockets: Socket[] = []
  const server = createServer((process) => {
    const store = connect(port, '127.0.0.1')
    sockets.push(process, store)
    for (const socket of [process, store]) socket.on('error', () => {}).on('close', () => void process.destroy())
    const pass = (side: 'requests' | 'replies', to: Socket) => (data: Buffer) => {
      if (side === 'requests') said += data.toString('latin1')
      if (held[side]) waiting[side].push(() => void to.write(data))
      else to.write(data)
    }
    process.on('data', pass('requests', store))
    store.on('data', pass('replies', process))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    address: address.replace(String(port), String((server.address() as AddressInfo).port)),
    hold(side: 'requests' | 'replies') {
      held[side] = true
      said = ''
    },
    letGo(side: 'requests' | 'replies') {
      held[side] = false
      for (const send of waiting[side].splice(0)) send()
    },
    async sees(pattern: RegExp) {
      await becomes(1, async () => (pattern.test(said) ? 1 : 0))
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

/** Asks until the response is so; how long that takes decides nothing. */
async function becomes(expected: number, ask: () => Promise<number>) {
  for (let tries = 0; tries < 400; tries++) {
    if ((await ask()) === expected) return
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error(`It did not become ${expected}.`)
}

describe.skipIf(!redisProgram)('processes that share a Redis', () => {
  let one: RunningBff
  let two: RunningBff
  let visitor: ProcessVisitor
  beforeAll(async () => {
    identity = await hostileServer(Date.now)
    redis = await startRedis({ password: 'p@ss:word/1' })
    ;[one, two] = await Promise.all([start(), start()])
  })
  beforeEach(() => {
    identity.requests.length = 0
    identity.behave('/oauth2/token', answerWell)
    visitor = new ProcessVisitor(identity)
  })
  afterAll(async () => {
    for (const bff of running) await endBff(bff, 'SIGKILL')
    running = []
    await redis.stop()
    await identity.close()
  })
  const answerWell: Behaviour = async (asked, response) => json(response, await identity.tokens(asked))

  test('are one: signed in through one, called through another, signed out everywhere at once', async () => {
    expect(await visitor.signIn(one, two)).toMatchObject({ state: 'signed-in' })
    expect((await visitor.session(one)).body).toMatchObject({ state: 'signed-in' })
    const calls = await Promise.all([visitor.call(one), visitor.call(two), visitor.call(one)])
    expect(calls.map((call) => call.status)).toEqual([200, 200, 200])
    const ids = calls.map(({ body }) => body.id)
    // What the other process has not written yet comes in a moment.
    await becomes(3, async () => (await visitor.messages(two)).filter(({ id }) => ids.includes(id)).length)
    const replay = new ProcessVisitor(identity)
    for (const [name, value] of visitor.cookies) replay.cookies.set(name, value)
    replay.named = visitor.named
    await visitor.ask(two, 'DELETE', '/bff/session')
    expect((await replay.session(one)).status).toBe(401)
    expect((await replay.call(one)).status).toBe(401)
  })

  test('keep the sessions of two people in one browser apart, through whichever of them is asked', async () => {
    const names = []
    for (const person of ['ana', 'carla']) {
      await visitor.signIn(one, two, person)
      names.push(visitor.named)
    }
    for (const [index, person] of ['ana', 'carla'].entries()) {
      visitor.named = names[index]
      for (const bff of [one, two]) expect((await visitor.call(bff)).status).toBe(200)
      expect(await visitor.renew(one)).toMatchObject({ status: 200, body: { state: 'renewed' } })
      const { body } = await visitor.session(two)
      expect(body).toMatchObject({ accessToken: expect.stringMatching(`-of-${person}-canary$`), renewals: 1 })
      await becomes(5, async () => (await visitor.messages(two)).length)
    }
    visitor.named = names[0]
    await visitor.ask(one, 'DELETE', '/bff/session')
    expect((await visitor.session(two)).status).toBe(401)
    visitor.named = names[1]
    expect((await visitor.call(two)).status).toBe(200)
  })

  test('attack 10: send the code of a redirect that both get at once to the identity service once', async () => {
    const json = { environment: 'test', client: 'portal', scopes: ['openid'] }
    const { body: opened } = await visitor.ask<Transaction>(one, 'POST', '/bff/sign-in', json)
    identity.nonces.set('twice', opened.nonce ?? '')
    const query = new URLSearchParams({ code: 'twice', state: 's', iss: identity.address }).toString()
    const returned = { transaction: opened.transaction, state: 'matched', query }
    const answers = await Promise.all(
      [one, two, one, two].map((bff) => visitor.ask<SignInResult>(bff, 'POST', '/bff/sign-in/return', returned)),
    )
    expect(answers.filter(({ body }) => body.state === 'signed-in')).toHaveLength(1)
    expect(identity.at('/oauth2/token')).toHaveLength(1)
  })

  test('attack 29: renew once for fifty requests at once, and all of them get the new token', async () => {
    await visitor.signIn(one)
    const { asked, answer } = holdTokenRequest()
    const readBefore = await reads()
    const renewing = Array.from({ length: 50 }, (_, index) => visitor.renew(index % 2 ? one : two))
    await asked
    // Each of them has read its session by then, and the one that renews has read it twice.
    while ((await reads()) < readBefore + 51) await new Promise((done) => setTimeout(done, 20))
    answer()
    const answers = await Promise.all(renewing)
    expect(renewals()).toHaveLength(1)
    const tokens = answers.map(({ body }) => (body.state === 'renewed' ? body.session.accessToken : body.state))
    expect(new Set(tokens).size).toBe(1)
    expect((await visitor.session(one)).body).toMatchObject({ accessToken: tokens[0], renewals: 1 })
  })

  test('attack 30: renew for each other when the one that does it is killed', async () => {
    await visitor.signIn(one)
    const dying = await start({ identityMilliseconds: 500, storeMilliseconds: 100 })
    const asked = new Promise<void>((reached) => identity.behave('/oauth2/token', () => reached()))
    const lost = visitor.renew(dying).catch(() => 'lost')
    await asked
    await endBff(dying, 'SIGKILL')
    expect(await lost).toBe('lost')
    identity.behave('/oauth2/token', answerWell)
    expect((await visitor.renew(two)).body).toMatchObject({ state: 'renewed', session: { renewals: 1 } })
  })

  test('attack 50: finish and store a renewal that SIGTERM comes into', async () => {
    await visitor.signIn(two)
    const stopping = await start()
    const { asked, answer } = holdTokenRequest()
    const renewal = visitor.renew(stopping)
    await asked
    const ended = endBff(stopping, 'SIGTERM')
    answer()
    expect((await renewal).body).toMatchObject({ state: 'renewed' })
    await ended
    expect((await visitor.session(two)).body).toMatchObject({ state: 'signed-in', renewals: 1 })
  })

  test('keep all that was acknowledged when one is killed among calls, and when Redis loses its power', async () => {
    const dying = await start()
    await visitor.signIn(dying)
    const acknowledged: string[] = []
    let answered = 0
    const calling = Array.from({ length: 40 }, async (_, index) => {
      const answer = await visitor.call(index % 2 ? dying : two).catch(() => undefined)
      if (answer?.status !== 200) return
      answered += 1
      if (answered !== 6) return
      // What a process returns of the messages is stored for certain.
      acknowledged.push(...(await visitor.messages(dying)).map(({ id }) => id))
      dying.process.kill('SIGKILL')
    })
    await Promise.all(calling)
    acknowledged.push(...(await visitor.messages(two)).map(({ id }) => id))
    expect(acknowledged.length).toBeGreaterThan(5)
    await redis.kill()
    expect(await statusOf(two, '/healthz')).toBe(200)
    await becomes(503, () => statusOf(two, '/readyz'))
    const refused = await visitor.session(two)
    expect([refused.status, refused.set]).toEqual([503, []])
    await redis.restart()
    await becomes(200, () => statusOf(two, '/readyz'))
    expect((await visitor.session(two)).body).toMatchObject({ state: 'signed-in' })
    expect((await visitor.messages(two)).map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged))
  })

  test('wait for Redis once in a call: session and place are asked for together, and nothing after the API', async () => {
    const between = await standBetween(redis)
    const far = await start({}, between.address)
    await visitor.signIn(one)
    identity.behave('/v1/bank-slips', (_, response) => {
      between.hold('requests')
      json(response, { items: [] })
    })
    between.hold('replies')
    const calling = visitor.call(far)
    await between.sees(/\{session:.*claim:call:|claim:call:.*\{session:/s)
    between.letGo('replies')
    expect((await calling).status).toBe(200)
    between.letGo('requests')
    const { id } = (await calling).body
    await becomes(1, async () => (await visitor.messages(two)).filter((message) => message.id === id).length)
    identity.behave('/v1/bank-slips', (_, response) => json(response, { items: [] }))
    await between.close()
  })

  test('attack 48: answer 503 while Redis hangs, alive but not ready, clear no cookie, and go on when it does', async () => {
    const usual = { storeMilliseconds: 800 }
    const [here, there] = await Promise.all([start(usual), start(usual)])
    await visitor.signIn(one)
    redis.pause()
    const answers = await Promise.all([
      visitor.session(here),
      visitor.call(there),
      visitor.renew(here),
      visitor.ask(there, 'DELETE', '/bff/session'),
      visitor.ask(here, 'POST', '/bff/sign-in', { environment: 'test', client: 'portal', scopes: ['openid'] }),
    ])
    expect(answers.map(({ status, set }) => [status, set])).toEqual(answers.map(() => [503, []]))
    expect([await statusOf(here, '/healthz'), await statusOf(here, '/readyz')]).toEqual([200, 503])
    expect((await visitor.ask(here, 'GET', '/bff/config')).status).toBe(200)
    expect(renewals()).toHaveLength(0)
    redis.resume()
    await becomes(200, () => statusOf(here, '/readyz'))
    await becomes(200, () => statusOf(there, '/readyz'))
    await becomes(200, async () => (await visitor.session(here)).status)
    expect((await visitor.session(there)).body).toMatchObject({ state: 'signed-in' })
  })

  test('give nobody another person’s token, whichever renews through whichever, again and again', async () => {
    const rounds = 50
    identity.behave('/oauth2/token', async (asked, response) => {
      const owner = asked.form.get('refresh_token')?.split(' ')[0] ?? `owner-${asked.form.get('code')}`
      const nonce = identity.nonces.get(asked.form.get('code') ?? '')
      json(response, {
        access_token: `${owner} ${identity.requests.length}`,
        refresh_token: `${owner} ${identity.requests.length}`,
        token_type: 'Bearer',
        ...(nonce && { id_token: await identity.idToken({ nonce }) }),
      })
    })
    const visitors = [visitor, new ProcessVisitor(identity)]
    const owners: string[] = []
    for (const each of visitors) {
      await each.signIn(one)
      const { body } = await each.session(two)
      if (body.state === 'signed-in') owners.push(body.accessToken.split(' ')[0] ?? '')
    }
    expect(new Set(owners).size).toBe(2)
    for (let round = 0; round < rounds; round++) {
      const answers = await Promise.all(visitors.map((each, index) => each.renew((round + index) % 2 ? one : two)))
      const got = answers.map(({ body }) => (body.state === 'renewed' ? body.session.accessToken.split(' ')[0] : body))
      expect(got).toEqual(owners)
    }
  })

  test('count requests and calls together', async () => {
    let release = () => {}
    const released = new Promise<void>((resume) => {
      release = resume
    })
    identity.behave('/v1/bank-slips', async (_, response) => {
      await released
      json(response, {})
    })
    const limits = { callsAtOnce: 3, signInsPerMinute: 4 }
    const [here, there] = await Promise.all([start(limits), start(limits)])
    await visitor.signIn(here)
    const calls = Array.from({ length: 5 }, (_, index) => visitor.call(index % 2 ? here : there))
    await becomes(3, async () => identity.at('/v1/bank-slips').length)
    await becomes(429, async () => (await visitor.call(here)).status)
    release()
    expect((await Promise.all(calls)).map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429])
    const open = { environment: 'test', client: 'portal', scopes: ['openid'] }
    for (let asked = 0; asked < 4; asked++) await new ProcessVisitor(identity).ask(here, 'POST', '/bff/sign-in', open)
    await becomes(429, async () => (await new ProcessVisitor(identity).ask(there, 'POST', '/bff/sign-in', open)).status)
  })
})

describe.skipIf(!redisProgram)('a group that Sentinel watches over', () => {
  test('loses no session when its first server is gone for good', async () => {
    identity = await hostileServer(Date.now)
    const first = await startRedis()
    const second = await startRedis({ replicaOf: first.port })
    const sentinel = await startRedis({ watches: first.port })
    try {
      const bff = await start({}, sentinel.address)
      const visitor = new ProcessVisitor(identity)
      await visitor.signIn(bff)
      while ((await first.command('WAIT', '1', '1000')) !== ':1') await new Promise((done) => setTimeout(done, 50))
      // Sentinel hears of a replica from its first server, every ten seconds.
      await becomes(1, async () => Number(/^\*1/.test(await sentinel.command('SENTINEL', 'REPLICAS', 'claims'))))
      await first.kill()
      await becomes(200, () => statusOf(bff, '/readyz'))
      await becomes(200, async () => (await visitor.session(bff)).status)
      expect((await visitor.session(bff)).body).toMatchObject({ state: 'signed-in' })
      expect((await visitor.call(bff)).status).toBe(200)
    } finally {
      for (const bff of running) await endBff(bff, 'SIGKILL')
      running = []
      for (const server of [sentinel, second, first]) await server.stop()
      await identity.close()
    }
  })
})
