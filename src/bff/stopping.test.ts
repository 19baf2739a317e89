import { mkdtempSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hostileServer, json } from './testing/hostile-server.ts'
import { endBff, ProcessVisitor, startBff, statusOf } from './testing/running-bff.ts'

test('a process that is told to stop among calls takes no more, responds to those, and keeps their messages', async () => {
  const identity = await hostileServer(Date.now)
  const directory = mkdtempSync(join(tmpdir(), 'claimcheck-stopping-'))
  onTestFinished(async () => {
    await identity.close()
    rmSync(directory, { recursive: true })
  })
  const start = async () => {
    const bff = await startBff(identity.address, {
      limits: { storeMilliseconds: 60_000, apiMilliseconds: 60_000 },
      variables: { SESSION_FILE: join(directory, 'sessions.sqlite'), LOG_LEVEL: 'warn' },
    })
    onTestFinished(() => endBff(bff, 'SIGKILL'))
    return bff
  }
  const stopping = await start()
  const visitor = new ProcessVisitor(identity)
  await visitor.signIn(stopping)
  const held: ServerResponse[] = []
  const asked = new Promise<void>((done) =>
    identity.behave('/v1/bank-slips', (_, response) => {
      if (held.push(response) === 3) done()
    }),
  )
  const calls = [1, 2, 3].map(() => visitor.call(stopping))
  await asked
  const ended = endBff(stopping, 'SIGTERM')
  await expect.poll(() => statusOf(stopping, '/healthz').catch(() => 'closed'), { timeout: 60_000 }).toBe('closed')
  for (const response of held) json(response, { held: true })
  const answers = await Promise.all(calls)
  await ended
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const next = await start()
  const kept = (await visitor.messages(next)).map(({ id }) => id)
  expect(kept).toEqual(expect.arrayContaining(answers.map(({ body }) => body.id)))
})
