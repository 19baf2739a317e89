import { Refused } from '../http/refused.ts'
import type { SessionStore } from './store.ts'

/**
 * A store that gives up: a call that fails, or that has not answered within `milliseconds`, rejects with a
 * `store-unavailable` refusal. What the store does with the call later is ignored.
 */
export function withDeadline(store: SessionStore, milliseconds: number): SessionStore {
  async function within<Result>(call: () => Promise<Result>): Promise<Result> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Refused('store-unavailable')), milliseconds)
    })
    try {
      return await Promise.race([call(), late])
    } catch (cause) {
      throw cause instanceof Refused ? cause : new Refused('store-unavailable', { cause })
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    get: (key) => within(() => store.get(key)),
    put: (key, value, expiresAt, most) => within(() => store.put(key, value, expiresAt, most)),
    replace: (key, value, expiresAt) => within(() => store.replace(key, value, expiresAt)),
    extend: (key, expiresAt) => within(() => store.extend(key, expiresAt)),
    delete: (key) => within(() => store.delete(key)),
    append: (key, item, keep) => within(() => store.append(key, item, keep)),
    items: (key) => within(() => store.items(key)),
    claim: (name, holder, expiresAt, places) => within(() => store.claim(name, holder, expiresAt, places)),
    release: (name, holder) => within(() => store.release(name, holder)),
    count: (name, by, expiresAt) => within(() => store.count(name, by, expiresAt)),
    ping: () => within(() => store.ping()),
    close: () => store.close(),
  }
}
