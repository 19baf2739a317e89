import { createCipheriv, createDecipheriv, createSecretKey, hash, type KeyObject } from 'node:crypto'
import type { SessionKey } from '../config/configuration.ts'
import { remembered } from '../remembered.ts'
import { type Soon, whenThere } from '../soon.ts'
import { uniqueBytes } from '../unique-bytes.ts'
import type { Entry, SessionStore } from './store.ts'

/**
 * Entries of one kind, by the secret that a browser holds. The store sees neither the secret nor the value. A value may be
 * shared by all who read it and is never changed in place.
 */
export interface Sealed<Value, Item = never> {
  get(secret: string): Soon<Value | undefined>
  /**
   * Reads an entry whose time begins again with each use: `until` says when it ends, in epoch milliseconds. A store that
   * does not take the new end fails the next who writes, and not who reads.
   *
   * @param behind takes what writes the new end, so that it need not be waited for at once
   */
  use(
    secret: string,
    until: (value: Value) => number,
    behind?: (lengthening: Promise<unknown>) => void,
  ): Soon<Value | undefined>
  /** @param most entries of this kind that are kept, where there is a limit: those that expire first give way */
  put(secret: string, value: Value, expiresAt: number, most?: number): Promise<void>
  /** Writes only where an entry stands; answers whether it did. */
  replace(secret: string, value: Value, expiresAt: number): Promise<boolean>
  /** Removes an entry with its items. */
  delete(secret: string): Promise<void>
  /** Removes an entry, and answers the `newest` items that it had, oldest first. */
  take(secret: string, newest: number): Promise<Item[]>
  /** Whether an entry was removed by this process. */
  isDeleted(secret: string): boolean
  /**
   * Adds items to an entry that stands, sealed as one; of what is added so the newest `keep` stay. Answers whether there
   * was an entry.
   */
  append(secret: string, items: Item[], keep: number): Promise<boolean>
  /** The `newest` items of an entry, oldest first. */
  items(secret: string, newest: number): Promise<Item[]>
  /** Takes one of the places, one unless said otherwise, that a purpose has for a secret. */
  claim(secret: string, purpose: string, holder: string, expiresAt: number, places?: number): Promise<boolean>
  release(secret: string, purpose: string, holder: string): Promise<void>
}

/**
 * Keeps values encrypted with AES-256-GCM under the first of `keys`, and reads those of any of them. The key in the
 * store is a hash of the secret, and each value is bound to its secret, so that a value moved to another key does not
 * open. What does not open is absent.
 */
export function sealed<Value, Item = never>(
  store: SessionStore,
  kind: string,
  sessionKeys: readonly SessionKey[],
): Sealed<Value, Item> {
  const keys = sessionKeys.map(({ id, key }) => ({ id: Buffer.from(id), key: createSecretKey(key) }))
  const known = remembered<Known<Value>>(mostRemembered)
  const deleted = remembered<true>(mostRemembered)
  const of = (secret: string): Known<Value> =>
    known.get(secret) ??
    known.set(secret, {
      key: `${kind}:${hash('sha256', `${kind}:${secret}`, 'base64url')}`,
      boundTo: Buffer.from(`${kind}:${secret}`),
      // The number is that of the items’ shape: those that an older version kept do not open, and are absent.
      itemBoundTo: Buffer.from(`${kind} item 3:${secret}`),
    })

  const opening = (values: Uint8Array[], boundTo: Buffer): Item[] =>
    values.flatMap((value) => open<Item[]>(value, boundTo, keys) ?? [])

  /** What was opened before is not opened again as long as the very same bytes are in the store. */
  function opened(known: Known<Value>, bytes: Uint8Array): Value | undefined {
    if (known.opened && known.opened.bytes.compare(bytes) === 0) return known.opened.value
    const value = open<Value>(bytes, known.boundTo, keys)
    known.opened = value === undefined ? undefined : { bytes: Buffer.from(bytes), value }
    return value
  }

  /** Moves an entry's end, where that is worth it. */
  function lengthened({ key }: Known<Value>, { expiresAt }: Entry, until: number): Promise<unknown> | undefined {
    if (Math.abs(until - expiresAt) < leastExtension) return undefined
    return store.extend(key, until).catch(() => {})
  }

  return {
    get(secret) {
      const known = of(secret)
      return whenThere(store.get(known.key), (entry) => entry && opened(known, entry.value))
    },
    use(secret, until, behind) {
      const known = of(secret)
      return whenThere(store.get(known.key), (entry) => {
        const value = entry && opened(known, entry.value)
        if (!entry || value === undefined) return undefined
        const lengthening = lengthened(known, entry, until(value))
        if (!lengthening) return value
        if (!behind) return lengthening.then(() => value)
        behind(lengthening)
        return value
      })
    },
    put(secret, value, expiresAt, most) {
      const { key, boundTo } = of(secret)
      return store.put(key, seal(value, boundTo, keys), expiresAt, most)
    },
    replace(secret, value, expiresAt) {
      const { key, boundTo } = of(secret)
      return store.replace(key, seal(value, boundTo, keys), expiresAt)
    },
    delete(secret) {
      const { key } = of(secret)
      known.delete(secret)
      deleted.set(secret, true)
      return store.delete(key)
    },
    async take(secret, newest) {
      const { key, itemBoundTo } = of(secret)
      known.delete(secret)
      return opening(await store.take(key, newest), itemBoundTo).slice(-newest)
    },
    isDeleted: (secret) => deleted.get(secret) === true,
    append(secret, items, keep) {
      const { key, itemBoundTo } = of(secret)
      return store.append(key, seal(items, itemBoundTo, keys), keep)
    },
    async items(secret, newest) {
      const { key, itemBoundTo } = of(secret)
      return opening(await store.items(key, newest), itemBoundTo).slice(-newest)
    },
    claim: (secret, purpose, holder, expiresAt, places) =>
      store.claim(`${purpose}:${of(secret).key}`, holder, expiresAt, places),
    release: (secret, purpose, holder) => store.release(`${purpose}:${of(secret).key}`, holder),
  }
}

/** What follows from a secret, and the value that was last opened with it. */
interface Known<Value> {
  key: string
  boundTo: Buffer
  itemBoundTo: Buffer
  opened?: { bytes: Buffer; value: Value }
}

/** Secrets of one kind that are remembered with their values: those in use, a few kilobytes each. */
const mostRemembered = 500

/** Milliseconds. What is used many times a second is not written again each time. */
const leastExtension = 1_000

/** A session key, made ready for use. */
interface SealingKey {
  id: Buffer
  key: KeyObject
}

const ivBytes = 12
const tagBytes = 16

/** Layout: length of the key id (one byte), key id, iv, tag, ciphertext. */
function seal(value: unknown, boundTo: Buffer, keys: readonly SealingKey[]): Uint8Array {
  const [key] = keys
  if (!key) throw new Error('no session key')
  const iv = uniqueBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key.key, iv)
  cipher.setAAD(boundTo)
  const text = cipher.update(JSON.stringify(value), 'utf8')
  // GCM has no padding, so nothing is left at the end.
  cipher.final()
  return Buffer.concat([Buffer.from([key.id.length]), key.id, iv, cipher.getAuthTag(), text])
}

function open<Value>(sealedValue: Uint8Array, boundTo: Buffer, keys: readonly SealingKey[]): Value | undefined {
  const bytes = Buffer.from(sealedValue.buffer, sealedValue.byteOffset, sealedValue.byteLength)
  const idEnd = 1 + (bytes[0] ?? 0)
  const key = keys.find(({ id }) => id.equals(bytes.subarray(1, idEnd)))
  if (!key || bytes.length < idEnd + ivBytes + tagBytes) return undefined
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.key, bytes.subarray(idEnd, idEnd + ivBytes))
    decipher.setAAD(boundTo)
    decipher.setAuthTag(bytes.subarray(idEnd + ivBytes, idEnd + ivBytes + tagBytes))
    const text = decipher.update(bytes.subarray(idEnd + ivBytes + tagBytes))
    decipher.final()
    return JSON.parse(text.toString('utf8')) as Value
  } catch {
    return undefined
  }
}
