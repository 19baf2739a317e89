import { expect, test } from 'vitest'
import { sealed } from './sealed.ts'
import type { SessionStore } from './store.ts'

const key = (id: string, byte: number) => ({ id, key: new Uint8Array(32).fill(byte) })
const never = Number.MAX_SAFE_INTEGER

/** A store that lets its bytes be seen and changed. */
function openStore() {
  const entries = new Map<string, Uint8Array>()
  const store = {
    async get(name: string) {
      const value = entries.get(name)
      return value && { value, expiresAt: never }
    },
    put: async (name: string, value: Uint8Array) => void entries.set(name, value),
  } as unknown as SessionStore
  return { entries, store }
}

test('a value comes back, and the store sees neither it nor the secret', async () => {
  const { entries, store } = openStore()
  const values = sealed<{ token: string }>(store, 'session', [key('one', 1)])
  await values.put('the-secret', { token: 'the-token' }, never)
  expect(await values.get('the-secret')).toEqual({ token: 'the-token' })
  const seen = [...entries].map(([name, value]) => name + Buffer.from(value).toString('latin1')).join()
  expect(seen).not.toContain('the-secret')
  expect(seen).not.toContain('the-token')
})

test('the same value is never sealed the same way twice', async () => {
  const { entries, store } = openStore()
  const values = sealed(store, 'session', [key('one', 1)])
  await values.put('a', 1, never)
  const first = Buffer.from([...entries.values()][0] ?? []).toString('hex')
  await values.put('a', 1, never)
  expect(Buffer.from([...entries.values()][0] ?? []).toString('hex')).not.toBe(first)
})

test('one bit changed anywhere, or a value cut short, and it does not open', async () => {
  const { entries, store } = openStore()
  const values = sealed(store, 'session', [key('one', 1)])
  await values.put('a', { token: 'x' }, never)
  const [[name, good] = ['', new Uint8Array()]] = entries
  for (let index = 0; index < good.length; index++) {
    const bad = new Uint8Array(good)
    bad[index] = (bad[index] ?? 0) ^ 1
    entries.set(name, bad)
    expect(await values.get('a')).toBeUndefined()
    entries.set(name, good.slice(0, index))
    expect(await values.get('a')).toBeUndefined()
  }
})

test('a value that is moved to another session does not open there', async () => {
  const { entries, store } = openStore()
  const values = sealed(store, 'session', [key('one', 1)])
  await values.put('a', 'of a', never)
  await values.put('b', 'of b', never)
  const [a = '', b = ''] = entries.keys()
  entries.set(b, entries.get(a) ?? new Uint8Array())
  expect(await values.get('b')).toBeUndefined()
})

test('the first key writes, all read, and without its key a value is absent', async () => {
  const { store } = openStore()
  await sealed(store, 'session', [key('one', 1)]).put('a', 'old', never)
  await sealed(store, 'session', [key('two', 2), key('one', 1)]).put('b', 'new', never)
  const both = sealed(store, 'session', [key('two', 2), key('one', 1)])
  const newest = sealed(store, 'session', [key('two', 2)])
  expect([await both.get('a'), await both.get('b')]).toEqual(['old', 'new'])
  expect([await newest.get('a'), await newest.get('b')]).toEqual([undefined, 'new'])
})

test('an item opens as an item of its own entry, and as nothing else', async () => {
  const { entries, store } = openStore()
  const kept: Uint8Array[] = []
  const listing = {
    ...store,
    append: async (_: string, item: Uint8Array) => kept.push(item) > 0,
    items: async () => kept,
  } as unknown as SessionStore
  const values = sealed<number, string>(listing, 'session', [key('one', 1)])
  await values.append('a', ['the-item'], 9)
  expect(await values.items('a', 9)).toEqual(['the-item'])
  expect(await values.items('b', 9)).toEqual([])
  expect(Buffer.from(kept[0] ?? []).toString('latin1')).not.toContain('the-item')
  await values.put('a', 1, never)
  const [name] = entries.keys()
  if (name) entries.set(name, kept[0] ?? new Uint8Array())
  expect(await values.get('a')).toBeUndefined()
})
