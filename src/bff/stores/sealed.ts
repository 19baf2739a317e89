import { createCipheriv, createDecipheriv, createSecretKey, hash, type KeyObject, randomBytes } from 'node:crypto'
import type { SessionKey } from '../config/configuration.ts'
import type { SessionStore } from './store.ts'

/** Entries of one kind, by the secret that a browser holds. The store sees neither the secret nor the value. */
export interface Sealed<Value, Item = never> {
  get(secret: string): Promise<Value | undefined>
  /** Reads an entry whose time begins anew with each use: `until` says when it ends, in epoch milliseconds. */
  use(secret: string, until: (value: Value) => number): Promise<Value | undefined>
  /** @param most entries of this kind that are kept, where there is a limit: those that expire first give way */
  put(secret: string, value: Value, expiresAt: number, most?: number): Promise<void>
  /** Writes only where an entry stands; answers whether it did. */
  replace(secret: string, value: Value, expiresAt: number): Promise<boolean>
  /** Removes an entry with its items. */
  delete(secret: string): Promise<void>
  /** Adds an item to an entry that stands, whose newest `keep` stay; answers whether there was an entry. */
  append(secret: string, item: Item, keep: number): Promise<boolean>
  /** The items of an entry, oldest first. */
  items(secret: string): Promise<Item[]>
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
  const key = (secret: string) => `${kind}:${hash('sha256', `${kind}:${secret}`, 'base64url')}`
  // The number is that of the items’ shape: those that an older version kept do not open, and are absent.
  const itemOf = (secret: string) => `${kind} item 2:${secret}`
  return {
    async get(secret) {
      const entry = await store.get(key(secret))
      return entry && open<Value>(entry.value, `${kind}:${secret}`, keys)
    },
    async use(secret, until) {
      const entry = await store.get(key(secret))
      if (!entry) return undefined
      const value = open<Value>(entry.value, `${kind}:${secret}`, keys)
      if (value === undefined) return undefined
      const expiresAt = until(value)
      if (Math.abs(expiresAt - entry.expiresAt) >= leastExtension) await store.extend(key(secret), expiresAt)
      return value
    },
    put: (secret, value, expiresAt, most) =>
      store.put(key(secret), seal(value, `${kind}:${secret}`, keys), expiresAt, most),
    replace: (secret, value, expiresAt) =>
      store.replace(key(secret), seal(value, `${kind}:${secret}`, keys), expiresAt),
    delete: (secret) => store.delete(key(secret)),
    append: (secret, item, keep) => store.append(key(secret), seal(item, itemOf(secret), keys), keep),
    async items(secret) {
      const values = await store.items(key(secret))
      return values.map((value) => open<Item>(value, itemOf(secret), keys)).filter((item) => item !== undefined)
    },
    claim: (secret, purpose, holder, expiresAt, places) =>
      store.claim(`${purpose}:${key(secret)}`, holder, expiresAt, places),
    release: (secret, purpose, holder) => store.release(`${purpose}:${key(secret)}`, holder),
  }
}

/** Milliseconds. What is used many times a second is not written anew each time. */
const leastExtension = 1_000

/** A session key, made ready for use. */
interface SealingKey {
  id: Buffer
  key: KeyObject
}

const ivBytes = 12
const tagBytes = 16

/** Layout: length of the key id (one byte), key id, iv, tag, ciphertext. */
function seal(value: unknown, boundTo: string, keys: readonly SealingKey[]): Uint8Array {
  const [key] = keys
  if (!key) throw new Error('no session key')
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key.key, iv)
  cipher.setAAD(Buffer.from(boundTo))
  const text = cipher.update(JSON.stringify(value), 'utf8')
  // GCM has no padding, so nothing is left at the end.
  cipher.final()
  return Buffer.concat([Buffer.from([key.id.length]), key.id, iv, cipher.getAuthTag(), text])
}

function open<Value>(sealedValue: Uint8Array, boundTo: string, keys: readonly SealingKey[]): Value | undefined {
  const bytes = Buffer.from(sealedValue.buffer, sealedValue.byteOffset, sealedValue.byteLength)
  const idEnd = 1 + (bytes[0] ?? 0)
  const key = keys.find(({ id }) => id.equals(bytes.subarray(1, idEnd)))
  if (!key || bytes.length < idEnd + ivBytes + tagBytes) return undefined
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.key, bytes.subarray(idEnd, idEnd + ivBytes))
    decipher.setAAD(Buffer.from(boundTo))
    decipher.setAuthTag(bytes.subarray(idEnd + ivBytes, idEnd + ivBytes + tagBytes))
    const text = decipher.update(bytes.subarray(idEnd + ivBytes + tagBytes))
    decipher.final()
    return JSON.parse(text.toString('utf8')) as Value
  } catch {
    return undefined
  }
}
