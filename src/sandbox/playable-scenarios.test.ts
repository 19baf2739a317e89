import { expect, test } from 'vitest'
import { operations } from '#knowledge/protocol/apis.ts'
import { people } from './people.ts'
import { playableScenarios } from './playable-scenarios.ts'
import { scenarios } from './scenarios.ts'

test('every scenario can be played: its person and its operation are named as they are met', () => {
  const playable = playableScenarios()
  expect(playable.map(({ id }) => id)).toEqual(scenarios.map(({ id }) => id))
  for (const { person, call } of playable) {
    expect(people.map(({ name }) => name)).toContain(person)
    if (call) expect(operations.map(({ id }) => id)).toContain(call.operation)
  }
})

test('a call goes to the gateway of its own environment unless the story says otherwise', () => {
  const gateways = Object.fromEntries(playableScenarios().map(({ id, call }) => [id, call?.gateway]))
  expect(gateways).toMatchObject({
    'all-goes-well': 'sandbox',
    'token-at-the-other-gateway': 'production',
    denied: undefined,
  })
})
