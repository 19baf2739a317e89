import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfiguration } from '../config/read-configuration.ts'
import { createMetrics, serveMetrics } from '../http/metrics.ts'
import { sessionKey, startRig } from '../testing/rig.ts'
import { checkStart } from './check-start.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'claimcheck-start-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

/** With any free port, unless it is said. */
function check(variables: Record<string, string>) {
  const environment = {
    id: 'a',
    name: 'A',
    kind: 'sandbox',
    issuer: 'https://id.example',
    base_url: 'https://api.example',
  }
  const client = { id: 'b', name: 'B', client_id: 'b', token_endpoint_auth_method: 'none' }
  const given = { PORT: '0', SESSION_KEYS: sessionKey, SESSION_FILE: join(directory, 'sessions.sqlite'), ...variables }
  const configuration = readConfiguration({
    file: { environments: [{ ...environment, clients: [client] }] },
    variables: given,
    builtIn: false,
  })
  return checkStart(configuration, given)
}

test('what the start will find in order is not told, and nothing is left behind', async () => {
  mkdirSync(join(directory, 'there'))
  expect(await check({ HOST: '127.0.0.1' })).toEqual([])
  expect(await check({ SESSION_FILE: join(directory, 'there', 'not', 'yet', 'sessions.sqlite') })).toEqual([])
  expect(readdirSync(directory, { recursive: true })).toEqual(['there'])
})

test('a session file that is none is told, and keeps its rights', async () => {
  const file = join(directory, 'notes.txt')
  writeFileSync(file, 'not a store')
  chmodSync(file, 0o640)
  expect(await check({ SESSION_FILE: file })).toMatchObject([
    { level: 'problem', setting: 'SESSION_FILE', message: expect.stringContaining('damaged, or not a session store') },
  ])
  expect((statSync(file).mode & 0o777).toString(8)).toBe('640')
})

test.each([
  ['below a file', (): string => join(directory, 'file', 'sessions.sqlite'), 'a part of its path is not a directory'],
  ['where nothing can be made', () => '/proc/claimcheck/sessions.sqlite', 'this process is not allowed to write there'],
])('a session file %s is told', async (_, file, why) => {
  writeFileSync(join(directory, 'file'), '')
  const [found] = await check({ SESSION_FILE: file() })
  expect(found).toMatchObject({ setting: 'SESSION_FILE', message: expect.stringContaining(why) })
  expect(found?.fix).toContain('CLAIMCHECK_DATA')
})

test('a Redis at which nothing listens is told without its password', async () => {
  const [found, ...more] = await check({ SESSIONS: 'redis://ops:canary@127.0.0.1:1/0' })
  expect(found).toMatchObject({ setting: 'SESSIONS', message: expect.stringContaining('127.0.0.1:1') })
  expect(JSON.stringify(found)).not.toContain('canary')
  expect(more).toEqual([])
})

test.each([
  ['203.0.113.9', 'which is not an address of this machine'],
  ['host.invalid', 'which was not found'],
  ['0.0.0.0:8700', 'which contains more than a host'],
])('HOST=%s is told', async (host, why) => {
  expect(await check({ HOST: host })).toMatchObject([{ setting: 'HOST', message: expect.stringContaining(why) }])
  expect(await check({ METRICS_HOST: host, METRICS_PORT: '0' })).toMatchObject([{ setting: 'METRICS_HOST' }])
})

test('a port that another program has is told, and one that Claimcheck itself has is not', async () => {
  const others = [0, 1].map(() =>
    createServer((_, response) => response.end('<h1>Welcome</h1>')).listen(0, 'localhost'),
  )
  const [port = '', metricsPort = ''] = await Promise.all(others.map(portOf))
  expect(await check({ PORT: port, METRICS_PORT: metricsPort })).toEqual([
    {
      level: 'problem',
      setting: 'PORT',
      message: `Port ${port} is in use by another program.`,
      fix: 'Set PORT to a free port above 1023, such as 8700.',
    },
    expect.objectContaining({ level: 'problem', setting: 'METRICS_PORT' }),
  ])
  for (const other of others) other.close()

  const { app } = await startRig()
  await app.listen({ host: 'localhost', port: 0 })
  const counted = await serveMetrics(createMetrics(), 'localhost', 0)
  expect(await check({ PORT: await portOf(app.server), METRICS_PORT: await portOf(counted) })).toEqual([])
  counted.close()
})

async function portOf(server: Server): Promise<string> {
  if (!server.listening) await once(server, 'listening')
  return String((server.address() as AddressInfo).port)
}
