import { DatabaseSync } from 'node:sqlite'
import { Value } from 'typebox/value'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Messages } from '#contract/messages.ts'
import { type HeldSession, HeldSessions, sessionHeader } from '#contract/session.ts'
import type { Webhooks } from '#contract/webhooks.ts'
import { json } from '../testing/hostile-server.ts'
import { type Browser, type Rig, type RigOptions, startRig } from '../testing/rig.ts'

let rig: Rig
let browser: Browser
const restart = async (options: RigOptions) => {
  await rig.close()
  rig = await startRig(options)
  browser = rig.browser()
}
beforeEach(async () => {
  rig = await startRig()
  browser = rig.browser()
})
afterEach(() => rig.close())

/** Signs a person in and responds with the name of the session. */
async function signIn(person: string, options: { instead?: string } = {}): Promise<string> {
  rig.clock.now += 1_000
  const { result } = await browser.signIn({ person, ...options })
  if (result.state !== 'signed-in') throw new Error(result.state)
  return result.session.name
}

/** A request that means one session. */
const as = (name: string | undefined, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  browser.request(method, path, { json: body, headers: { [sessionHeader]: name } })
const call = (name: string | undefined, path = 'bank-slips') => as(name, 'POST', '/bff/calls', { method: 'GET', path })
const held = async () => (await as(undefined, 'GET', '/bff/sessions')).json<HeldSessions>().sessions
const personOf = async (name: string) =>
  /-of-([\w-]+)-canary$/.exec((await as(name, 'GET', '/bff/session')).json().accessToken)?.[1]
const bearers = () => rig.server.at('/v1/bank-slips').map(({ headers }) => String(headers.authorization))
const kept = () => new DatabaseSync(rig.file).prepare("SELECT key FROM entries WHERE key LIKE 'session:%'").all().length
const cookieOf = (name: string) => (name.startsWith('0') ? 'claimcheck-session' : `claimcheck-session-${name[0]}`)

describe('sessions of several people in one browser', () => {
  test('stand side by side, each with its tokens, calls, messages and renewal', async () => {
    const ana = await signIn('ana')
    await call(ana)
    const carla = await signIn('carla')
    await call(carla)
    await call(ana)
    expect(bearers().map((bearer) => /of-(\w+)/.exec(bearer)?.[1])).toEqual(['ana', 'carla', 'ana'])
    expect((await as(carla, 'POST', '/bff/session/refresh')).json()).toMatchObject({ state: 'renewed' })
    expect([await personOf(ana), await personOf(carla)]).toEqual(['ana', 'carla'])
    const steps = async (name: string) =>
      (await as(name, 'GET', '/bff/messages')).json<Messages>().messages.map(({ step }) => step)
    expect(await steps(ana)).toEqual(['authorize', 'token', 'api', 'api'])
    expect(await steps(carla)).toEqual(['authorize', 'token', 'api', 'refresh'])
  })

  test('are told together without a token, in the order of their slots, and telling lengthens none', async () => {
    const names = [await signIn('ana'), await signIn('carla')]
    const response = await as(undefined, 'GET', '/bff/sessions')
    expect(Value.Check(HeldSessions, response.json())).toBe(true)
    expect(response.body).not.toContain('canary')
    expect(response.json().sessions).toMatchObject([
      { name: names[0], person: 'ana', environment: 'test', client: 'portal' },
      { name: names[1], person: 'carla' },
    ] satisfies Partial<HeldSession>[])
    rig.clock.now += 3_000_000
    expect(await held()).toHaveLength(2)
    expect(await personOf(names[1] ?? '')).toBe('carla')
    rig.clock.now += 3_000_000
    expect((await held()).map(({ person }) => person)).toEqual(['carla'])
  })

  test('take the newer tokens of the same person, client and environment in one, under the same name', async () => {
    const ana = await signIn('ana')
    const carla = await signIn('carla')
    const before = (await as(ana, 'GET', '/bff/session')).json()
    const secret = browser.cookies.get('claimcheck-session')
    expect(await signIn('ana')).toBe(ana)
    expect((await as(ana, 'GET', '/bff/session')).json().accessToken).not.toBe(before.accessToken)
    expect(browser.cookies.get('claimcheck-session')).not.toBe(secret)
    expect((await held()).map(({ name }) => name)).toEqual([ana, carla])
    expect(kept()).toBe(2)
  })

  test('stand apart where no ID token says who signed in', async () => {
    rig.server.behave('/oauth2/token', async (request, response) =>
      json(response, await rig.server.tokens(request, { id_token: undefined, scope: 'apps' })),
    )
    const names = [await signIn('ana'), await signIn('ana')]
    expect((await held()).map(({ name }) => name)).toEqual(names)
  })

  test('are signed out of one by one, and the others go on with their webhooks and their cookies', async () => {
    const [ana, carla] = [await signIn('ana'), await signIn('carla')]
    const { address = '' } = (await as(carla, 'POST', '/bff/webhooks')).json<Webhooks>()
    const replayed = browser.cookies.get('claimcheck-session') ?? ''
    const out = await as(ana, 'DELETE', '/bff/session')
    expect(out.cookies.map(({ name, value }) => [name, value])).toEqual([['claimcheck-session', '']])
    expect((await held()).map(({ name }) => name)).toEqual([carla])
    expect((await call(carla)).statusCode).toBe(200)
    expect((await as(carla, 'GET', '/bff/webhooks')).json()).toMatchObject({ address })
    browser.cookies.set('claimcheck-session', replayed)
    expect((await as(ana, 'GET', '/bff/session')).statusCode).toBe(401)
    expect(kept()).toBe(1)
  })

  test('are signed out of all at once, each with its tokens revoked, and nothing is left in the browser', async () => {
    await restart({ environment: { revocation_url: '$/revoke' } })
    for (const person of ['ana', 'carla', 'bruno']) await signIn(person)
    expect((await as(undefined, 'DELETE', '/bff/sessions')).json()).toMatchObject({ state: 'signed-out' })
    expect(browser.cookie).toBeUndefined()
    expect(kept()).toBe(0)
    await vi.waitUntil(() => rig.server.at('/revoke').length === 6)
    const told = rig.log.map((line) => JSON.parse(line)).filter(({ event }) => event === 'sign-out')
    expect(new Set(told.map(({ session }) => session)).size).toBe(3)
  })

  test('end each by its own time, and the slot of one that has ended is free', async () => {
    const [ana, carla] = [await signIn('ana'), await signIn('carla')]
    rig.clock.now += 3_000_000
    await call(carla)
    rig.clock.now += 1_000_000
    expect((await call(ana)).statusCode).toBe(401)
    expect((await call(carla)).statusCode).toBe(200)
    for (const person of ['bruno', 'dora', 'elsa']) await signIn(person)
    expect((await held()).map(({ person }) => person).sort()).toEqual(['bruno', 'carla', 'dora', 'elsa'])
    expect((await call(ana)).statusCode).toBe(401)
  })

  test('have limits of their own', async () => {
    await restart({ limits: { renewalsPerMinute: 2 } })
    const [ana, carla] = [await signIn('ana'), await signIn('carla')]
    const renew = async (name: string) => (await as(name, 'POST', '/bff/session/refresh')).statusCode
    expect([await renew(ana), await renew(ana), await renew(ana)]).toEqual([200, 200, 429])
    expect(await renew(carla)).toBe(200)
  })

  test('go on from the one session of a version that had one', async () => {
    await signIn('ana')
    const secret = browser.cookies.get('claimcheck-session') ?? ''
    const { sessions, browserSessions } = rig.app.appState
    const { name: _, ...record } = (await sessions.get(secret)) ?? raise()
    await sessions.put(secret, record, record.endsAt)
    const [only] = await held()
    expect(only).toMatchObject({ name: '0.', person: 'ana' })
    expect(await personOf('0.')).toBe('ana')
    const carla = await signIn('carla')
    expect([await personOf('0.'), await personOf(carla)]).toEqual(['ana', 'carla'])
    await browserSessions.signOut(browser.cookies.get('claimcheck-browser') ?? '', '0.')
    expect((await held()).map(({ name }) => name)).toEqual([carla])
  })
})

describe('attack 57: a request', () => {
  let ana: string
  let carla: string
  beforeEach(async () => {
    ana = await signIn('ana')
    carla = await signIn('carla')
    rig.server.requests.length = 0
  })
  const everything = (name: string | undefined) => [
    as(name, 'GET', '/bff/session'),
    as(name, 'POST', '/bff/session/refresh'),
    as(name, 'POST', '/bff/calls', { method: 'GET', path: 'bank-slips' }),
    as(name, 'GET', '/bff/webhooks'),
    as(name, 'POST', '/bff/webhooks'),
  ]
  const statuses = async (name: string | undefined) =>
    new Set((await Promise.all(everything(name))).map(({ statusCode }) => statusCode))
  const unharmed = async () => {
    expect(rig.server.requests).toEqual([])
    expect([await personOf(ana), await personOf(carla)]).toEqual(['ana', 'carla'])
  }

  test('that names no session does nothing, and says so', async () => {
    expect(await statuses(undefined)).toEqual(new Set([400]))
    expect((await call(undefined)).json()).toMatchObject({
      code: 'request-invalid',
      fix: expect.stringMatching(/^Reload/),
    })
    expect((await as(undefined, 'DELETE', '/bff/session')).statusCode).toBe(400)
    await unharmed()
  })

  test.each([
    ['4.abc'],
    ['-1.abc'],
    ['0'],
    ['0.abc, 1.abc'],
    ['claimcheck-session'],
    ['__proto__'],
    [`0.${'a'.repeat(9_000)}`],
  ])('that names %s does nothing', async (name) => {
    expect(await statuses(name)).toEqual(new Set([400]))
    await unharmed()
  })

  test('that names a session of the same slot that is no more, or of another slot, does nothing', async () => {
    const [, mark] = ana.split('.')
    for (const name of ['0.', '0.another', `1.${mark}`, `2.${mark}`, '3.abc']) {
      expect(await statuses(name)).toEqual(new Set([401]))
      expect((await as(name, 'DELETE', '/bff/session')).cookies).toEqual([])
    }
    await unharmed()
  })

  test('whose cookies were swapped or copied to another slot opens neither session by the name of the other', async () => {
    const [first, second] = [cookieOf(ana), cookieOf(carla)].map((cookie) => browser.cookies.get(cookie) ?? '')
    for (const [one, other] of [
      [second, first],
      [first, first],
      [second, second],
    ]) {
      browser.cookies.set('claimcheck-session', one ?? '')
      browser.cookies.set('claimcheck-session-1', other ?? '')
      for (const name of one === second ? [ana] : [carla]) expect(await statuses(name)).toEqual(new Set([401]))
    }
    browser.cookies.set('claimcheck-session', first ?? '')
    browser.cookies.set('claimcheck-session-1', second ?? '')
    await unharmed()
  })

  test('with a cookie of a slot twice is rejected, whichever slot it means', async () => {
    const cookie = `${browser.cookie}; claimcheck-session-1=planted`
    for (const name of [ana, carla]) {
      const response = await browser.request('GET', '/bff/session', { headers: { cookie, [sessionHeader]: name } })
      expect(response.statusCode).toBe(400)
    }
    await unharmed()
  })

  test('that names a session from another site is refused as before', async () => {
    const headers = { [sessionHeader]: ana, 'sec-fetch-site': 'cross-site' }
    for (const path of ['/bff/session', '/bff/sessions']) {
      expect((await browser.request('GET', path, { headers })).statusCode).toBe(403)
      expect((await browser.request('DELETE', path, { headers })).statusCode).toBe(403)
    }
    await unharmed()
  })

  test('that plants a cookie in a free slot opens no session, and a sign-in there begins with another secret', async () => {
    browser.cookies.set('claimcheck-session-2', 'planted')
    browser.cookies.set('claimcheck-session-3', 'planted')
    const bruno = await signIn('bruno')
    expect(browser.cookies.get(cookieOf(bruno))).not.toBe('planted')
    const thief = rig.browser()
    thief.cookies.set(cookieOf(bruno), 'planted')
    const stolen = await thief.request('GET', '/bff/session', { headers: { [sessionHeader]: bruno } })
    expect(stolen.statusCode).toBe(401)
  })
})

describe('attack 58: a response that comes late', () => {
  const heldBack = (path: string, answer: (sub: string) => object | undefined) => {
    let release = () => {}
    const asked = new Promise<void>((reached) =>
      rig.server.behave(path, async (request, response) => {
        reached()
        await new Promise<void>((resume) => {
          release = resume
        })
        json(response, answer('') ?? (await rig.server.tokens(request)), answer('') ? 400 : 200)
      }),
    )
    return { asked, release: () => release() }
  }
  const wellAgain = () =>
    rig.server.behave('/oauth2/token', async (request, response) => json(response, await rig.server.tokens(request)))

  test.each([
    ['that ends a session', { error: 'invalid_grant' }],
    ['that renews a session', undefined],
  ])('from a renewal %s leaves alone who has signed in to its slot meanwhile', async (_, answer) => {
    const ana = await signIn('ana')
    const { asked, release } = heldBack('/oauth2/token', () => answer)
    const renewal = as(ana, 'POST', '/bff/session/refresh')
    await asked
    await as(ana, 'DELETE', '/bff/session')
    wellAgain()
    const carla = await signIn('carla')
    expect(carla[0]).toBe(ana[0])
    release()
    const late = await renewal
    expect(late.cookies).toEqual([])
    expect(late.body).not.toContain('carla')
    expect((await as(ana, 'GET', '/bff/session')).statusCode).toBe(401)
    expect(await personOf(carla)).toBe('carla')
  })

  test('from an API is nobody’s when its session is gone, whichever session is in the slot', async () => {
    const ana = await signIn('ana')
    const { asked, release } = heldBack('/v1/bank-slips', () => ({ secret: 'ana’s' }))
    const late = call(ana)
    await asked
    await as(ana, 'DELETE', '/bff/session')
    const carla = await signIn('carla')
    release()
    expect((await late).statusCode).toBe(401)
    expect((await late).body).not.toContain('ana’s')
    expect((await as(carla, 'GET', '/bff/messages')).body).not.toContain('ana’s')
  })

  test('from an exchange is kept beside the session that began meanwhile', async () => {
    const opened = await browser.open()
    const { code, query } = browser.callback(opened)
    rig.server.persons.set(code, 'ana')
    const { asked, release } = heldBack('/oauth2/token', () => undefined)
    const ana = browser.returnWith(opened, query)
    await asked
    wellAgain()
    const carla = await signIn('carla')
    release()
    const result = await ana
    if (result.state !== 'signed-in') throw new Error(result.state)
    expect(result.session.name[0]).not.toBe(carla[0])
    expect([await personOf(result.session.name), await personOf(carla)]).toEqual(['ana', 'carla'])
  })

  test('from an exchange still comes where another person was signed out of, and not where all were', async () => {
    for (const [path, state] of [
      ['/bff/session', 'signed-in'],
      ['/bff/sessions', 'unknown'],
    ] as const) {
      const carla = await signIn('carla')
      const opened = await browser.open()
      const { code, query } = browser.callback(opened)
      rig.server.persons.set(code, 'ana')
      const { asked, release } = heldBack('/oauth2/token', () => undefined)
      const ana = browser.returnWith(opened, query)
      await asked
      wellAgain()
      await as(carla, 'DELETE', path)
      release()
      expect((await ana).state).toBe(state)
      await as(undefined, 'DELETE', '/bff/sessions')
    }
  })
})

describe('attack 59: a fifth sign-in', () => {
  const four = ['ana', 'carla', 'bruno', 'dora']
  let names: string[]
  beforeEach(async () => {
    names = []
    for (const person of four) names.push(await signIn(person))
  })
  const open = (instead?: string) =>
    browser.request('POST', '/bff/sign-in', {
      json: { environment: 'test', client: 'portal', scopes: ['openid'], instead },
    })

  test('is not begun unless it is said which session gives way', async () => {
    for (const instead of [undefined, '0.another', '9.x']) {
      const refused = await open(instead)
      expect(refused.statusCode).toBe(409)
      expect(refused.json()).toMatchObject({ code: 'too-many-sessions' })
    }
    expect((await held()).map(({ person }) => person)).toEqual(four)
  })

  test('takes the place of the one that was named, and of no other; that one is signed out of', async () => {
    const elsa = await signIn('elsa', { instead: names[1] })
    expect((await held()).map(({ person }) => person)).toEqual(['ana', 'elsa', 'bruno', 'dora'])
    expect(elsa).not.toBe(names[1])
    expect((await as(names[1], 'GET', '/bff/session')).statusCode).toBe(401)
    const told = rig.log.map((line) => JSON.parse(line)).filter(({ event }) => event === 'sign-out')
    expect(told).toHaveLength(1)
  })

  test('ends none when there is room by then', async () => {
    const opened = await browser.open({ instead: names[1] })
    await as(names[3], 'DELETE', '/bff/session')
    const { code, query } = browser.callback(opened)
    rig.server.persons.set(code, 'elsa')
    await browser.returnWith(opened, query)
    expect((await held()).map(({ person }) => person)).toEqual(['ana', 'carla', 'bruno', 'elsa'])
  })

  test('that was begun while there was room waits with its code until there is room again', async () => {
    await as(names[3], 'DELETE', '/bff/session')
    const opened = await browser.open()
    await signIn('elsa')
    rig.server.requests.length = 0
    const { code, query } = browser.callback(opened)
    rig.server.persons.set(code, 'fred')
    expect((await browser.redirect(opened, query)).statusCode).toBe(409)
    expect(rig.server.requests).toEqual([])
    await as(names[0], 'DELETE', '/bff/session')
    expect((await browser.returnWith(opened, query)).state).toBe('signed-in')
    expect((await held()).map(({ person }) => person)).toEqual(['fred', 'carla', 'bruno', 'elsa'])
  })
})

test('attack 59: many that finish at once fill the slots and end none of the others', async () => {
  await restart({ processes: 2 })
  await signIn('ana')
  const started = []
  for (const person of ['bruno', 'carla', 'dora', 'elsa', 'fred']) {
    const opened = await browser.open()
    const { code, query } = browser.callback(opened)
    rig.server.persons.set(code, person)
    started.push({ opened, query })
  }
  const tabs = started.map((_, index) => {
    const tab = rig.browser(rig.apps[index % 2])
    for (const [name, value] of browser.cookies) tab.cookies.set(name, value)
    return tab
  })
  const responses = await Promise.all(started.map(({ opened, query }, index) => tabs[index]?.redirect(opened, query)))
  expect(responses.map((response) => response?.statusCode).sort()).toEqual([200, 200, 200, 409, 409])
  for (const response of responses)
    for (const { name, value } of response?.cookies ?? []) if (value !== '') browser.cookies.set(name, value)
  const people = (await held()).map(({ person }) => person)
  expect(people).toHaveLength(4)
  expect(people[0]).toBe('ana')
  expect(new Set(people).size).toBe(4)
  expect(kept()).toBe(4)
})

test('a session whose cookie never reached the browser does not hold its slot for long', async () => {
  const opened = await browser.open()
  const { query } = browser.callback(opened)
  const lost = rig.browser()
  for (const [name, value] of browser.cookies) lost.cookies.set(name, value)
  expect((await lost.returnWith(opened, query)).state).toBe('signed-in')
  expect((await signIn('carla'))[0]).toBe('1')
  await as(undefined, 'DELETE', '/bff/sessions')
  expect(kept()).toBe(0)
  const again = await browser.open()
  await lost.returnWith(again, lost.callback(again).query)
  rig.clock.now += 600_000
  expect((await signIn('carla'))[0]).toBe('0')
  expect(kept()).toBe(1)
})

function raise(): never {
  throw new Error('There is no such session.')
}
