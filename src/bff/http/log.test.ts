import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { openSqliteStore } from '../stores/sqlite.ts'
import { json } from '../testing/hostile-server.ts'
import { type Rig, secret, startRig } from '../testing/rig.ts'

let rig: Rig
afterEach(() => rig.close())

test('attack 51: no secret reaches the log at debug level, a response or the store in the clear', async () => {
  rig = await startRig()
  const browser = rig.browser()
  const answers: string[] = []
  const keep = async (answer: Promise<{ body: string }>) => void answers.push((await answer).body)
  const { opened, code, query, response } = await browser.signIn()
  answers.push(response.body)
  const verifier = rig.server.at('/oauth2/token')[0]?.form.get('code_verifier') ?? ''
  const cookies = [...browser.cookies.values()]
  const session = (await browser.request('GET', '/bff/session')).json()
  await keep(browser.request('POST', '/bff/session/refresh'))
  await keep(browser.request('POST', '/bff/calls', { json: { operation: 'list-bank-slips' } }))
  await keep(browser.request('GET', `/bff/session?code=${code}&cookie=${cookies[0]}`))
  await keep(
    browser.request('POST', '/bff/sign-in', {
      body: `{"code":"${code}`,
      headers: { 'content-type': 'application/json' },
    }),
  )
  answers.push(JSON.stringify(await browser.returnWith(opened, query)))
  rig.server.behave('/oauth2/token', (request, response) =>
    json(response, { error: 'invalid_grant', auth: request.headers.authorization, form: request.body }, 400),
  )
  const refused = await browser.signIn()
  answers.push(refused.response.body)
  await keep(browser.request('POST', '/bff/session/refresh'))
  const log = rig.log.join('')
  expect(log).toContain('"path":"/bff/session"')
  const basic = Buffer.from(`client-1:${secret}`).toString('base64')
  const refreshTokens = rig.server.requests
    .map(({ form }) => form.get('refresh_token'))
    .filter((token) => token !== null)
  expect(refreshTokens.length).toBeGreaterThan(0)
  const neverTold = [secret, basic, verifier, code, refused.code, ...cookies, ...refreshTokens]
  for (const canary of neverTold) {
    expect(canary).not.toBe('')
    expect(log).not.toContain(canary)
    for (const answer of answers) expect(answer).not.toContain(canary)
  }
  for (const token of [session.accessToken, session.idToken]) expect(log).not.toContain(token)
  const stored = [rig.file, `${rig.file}-wal`].map((file) => readFileSync(file, 'latin1')).join('')
  for (const canary of [...neverTold, session.accessToken, session.idToken]) expect(stored).not.toContain(canary)
})

test('attack 51: an error is logged by its kind, its code and its place, and never by its words or by what hangs on it', async () => {
  let broken = false
  rig = await startRig({
    store: (file, clock) => {
      const store = openSqliteStore(file, clock)
      const cause = new RangeError('words-canary of the cause')
      const failure = Object.assign(new TypeError('words-canary', { cause }), {
        code: 'EDISK',
        detail: 'detail-canary',
      })
      return { ...store, get: (key) => (broken ? Promise.reject(failure) : store.get(key)) }
    },
  })
  const browser = rig.browser()
  await browser.signIn()
  rig.log.length = 0
  broken = true
  expect((await browser.request('GET', '/bff/session')).statusCode).toBe(503)
  const [logged] = rig.log.map((line) => JSON.parse(line)).filter(({ err }) => err)
  expect(logged).toMatchObject({ msg: 'store-unavailable', err: { cause: { type: 'TypeError', code: 'EDISK' } } })
  expect(logged.err.cause.stack).toContain('log.test.ts')
  expect(logged.err.cause.cause).toMatchObject({ type: 'RangeError' })
  expect(rig.log.join('')).not.toContain('canary')
})

test('sign-in, renewal and sign-out are a line each, which tells the session apart and gives nothing away', async () => {
  rig = await startRig()
  const browser = rig.browser()
  const { opened } = await browser.signIn()
  await browser.request('POST', '/bff/session/refresh')
  await browser.returnWith(opened, browser.callback(opened).query)
  await browser.request('DELETE', '/bff/session')
  const lines = rig.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'audit')
  const session = lines[0].session
  expect(session).toMatch(/^fp:[\w-]{8}$/)
  expect(lines).toMatchObject([
    { level: 30, event: 'sign-in', outcome: 'done', environment: 'test', client: 'portal', session },
    { event: 'renewal', outcome: 'done', environment: 'test', client: 'portal', session },
    { event: 'sign-in', outcome: 'refused', environment: 'test', client: 'portal', check: 'code-used' },
    { event: 'sign-out', outcome: 'done', environment: 'test', client: 'portal', session },
  ])
})

test('a line holds what is on the list of names, and nothing else', async () => {
  rig = await startRig()
  rig.app.log.warn({ environment: 'test', body: 'words-canary', nested: { why: 'words-canary' } }, 'something')
  const line = rig.log.map((one) => JSON.parse(one)).find(({ msg }) => msg === 'something')
  expect(Object.keys(line).sort()).toEqual(['environment', 'hostname', 'level', 'msg', 'pid', 'time'])
})

test('what breaks off is a line of its own at the usual level', async () => {
  rig = await startRig({ variables: { LOG_LEVEL: 'warn' } })
  const browser = rig.browser()
  await browser.signIn()
  expect(rig.log).toEqual([])
  rig.server.behave('/v1/bank-slips', (_, response) => void response.socket?.destroy())
  await browser.request('POST', '/bff/calls', { json: { operation: 'list-bank-slips' } })
  const lines = rig.log.map((line) => JSON.parse(line))
  expect(lines).toMatchObject([
    { level: 40, msg: 'no complete response', host: new URL(rig.server.address).host, kind: 'reset' },
  ])
})

test('a refusal has the ID of its request in the log, which no browser chooses', async () => {
  rig = await startRig()
  for (const url of ['/bff/nothing', '/bff/%zz']) {
    const refused = await rig.browser().request('GET', url, { headers: { 'x-request-id': 'chosen' } })
    const { requestId } = refused.json()
    expect(requestId).toMatch(/^[\w-]{12}$/)
    if (url === '/bff/nothing') {
      expect(refused.headers['x-request-id']).toBe(requestId)
      expect(rig.log.map((line) => JSON.parse(line).reqId)).toContain(requestId)
    }
  }
})
