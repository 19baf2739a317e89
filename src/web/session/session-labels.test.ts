import { expect, test } from 'vitest'
import type { Config } from '#contract/config.ts'
import type { HeldSession } from '#contract/session.ts'
import { sessionLabels } from './session-labels.ts'

const client = (id: string, name: string) => ({ id, name, clientId: id, redirectUri: '' })
const clients = [client('desk', 'Ledger Desk'), client('batch', 'Night Batch')]
const environments = [
  { id: 'sandbox', name: 'Sandbox', clients },
  { id: 'production', name: 'Production', clients },
] as Config['environments']
const held = (slot: number, person: string | undefined, environment = 'sandbox', clientId = 'desk'): HeldSession => ({
  name: `${slot}.x`,
  environment,
  client: clientId,
  person,
  signedInAt: slot,
})
const titles = (sessions: HeldSession[], presenting = false) =>
  sessionLabels(sessions, { environments }, presenting).map(({ title }) => title)

test('people are told apart by their names', () => {
  expect(titles([held(0, 'Ana'), held(1, 'Carla')])).toEqual(['Ana', 'Carla'])
})

test('one person’s sessions are told apart by environment, by client, or by both', () => {
  expect(titles([held(0, 'Ana'), held(1, 'Ana', 'production')])).toEqual(['Ana, Sandbox', 'Ana, Production'])
  expect(titles([held(0, 'Ana'), held(2, 'Ana', 'sandbox', 'batch')])).toEqual(['Ana, Ledger Desk', 'Ana, Night Batch'])
  const four = ['sandbox', 'production'].flatMap((environment, at) =>
    ['desk', 'batch'].map((one, index) => held(2 * at + index, 'Ana', environment, one)),
  )
  expect(new Set(titles(four)).size).toBe(4)
})

test('a person who is unknown, or not named while presenting, is identified by the position of the session', () => {
  expect(titles([held(0, 'Ana'), held(3, undefined)])).toEqual(['Ana', 'Session 4'])
  expect(titles([held(1, 'Ana'), held(2, 'Carla')], true)).toEqual(['Session 2', 'Session 3'])
})
