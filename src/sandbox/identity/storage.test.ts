import { expect, test } from 'vitest'
import { openIdentityStorage } from './storage.ts'

test('sign-ins that nobody finishes do not pile up: the newest are kept', async () => {
  const storage = openIdentityStorage(undefined)
  const interactions = storage.adapter('sandbox', 'Interaction')
  const clients = storage.adapter('sandbox', 'RefreshToken')
  await clients.upsert('kept', { jti: 'kept' }, 3600)
  for (let index = 0; index < 5_400; index++) await interactions.upsert(`i${index}`, { jti: `i${index}` }, 3600)
  expect(await interactions.find('i0')).toBeUndefined()
  expect(await interactions.find('i399')).toBeUndefined()
  expect(await interactions.find('i400')).toMatchObject({ jti: 'i400' })
  expect(await clients.find('kept')).toBeDefined()
  storage.close()
})

test('what has expired leaves while the sandbox runs', async () => {
  const storage = openIdentityStorage(undefined)
  const interactions = storage.adapter('sandbox', 'Interaction')
  await interactions.upsert('old', { jti: 'old' }, -7200)
  expect(await interactions.find('old')).toBeDefined()
  for (let index = 0; index < 100; index++) await interactions.upsert(`i${index}`, { jti: `i${index}` }, 3600)
  expect(await interactions.find('old')).toBeUndefined()
  storage.close()
})
