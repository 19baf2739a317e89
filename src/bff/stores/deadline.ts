import { deadlines } from '../deadlines.ts'
import { Refused } from '../http/refused.ts'
import type { Soon } from '../soon.ts'
import type { SessionStore } from './store.ts'

/**
 * A store that gives up: a call that fails, or that has not answered within `milliseconds`, rejects with a
 * `store-unavailable` refusal. What the store does with the call later is ignored.
 */
export function withDeadline(store: SessionStore, milliseconds: number): SessionStore {
  const withinTime = deadlines(milliseconds)

  function within<Result>(call: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const settled = withinTime(() => reject(new Refused('store-unavailable')))
      call().then(
        (result) => {
          settled()
          resolve(result)
        },
        (cause) => {
          settled()
          reject(unavailable(cause))
        },
      )
    })
  }

  function atOnceOrWithin<Result>(call: () => Soon<Result>): Soon<Result> {
    try {
      const soon = call()
      return soon instanceof Promise ? within(() => soon) : soon
    } catch (cause) {
      throw unavailable(cause)
    }
  }

  return {
    get: (key) => atOnceOrWithin(() => store.get(key)),
    put: (key, value, expiresAt, most) => within(() => store.put(key, value, expiresAt, most)),
    replace: (key, value, expiresAt) => within(() => store.replace(key, value, expiresAt)),
    extend: (key, expiresAt) => within(() => store.extend(key, expiresAt)),
    delete: (key) => within(() => store.delete(key)),
    take: (key, newest) => within(() => store.take(key, newest)),
    append: (key, item, keep) => within(() => store.append(key, item, keep)),
    items: (key, newest) => within(() => store.items(key, newest)),
    claim: (name, holder, expiresAt, places) => within(() => store.claim(name, holder, expiresAt, places)),
    release: (name, holder) => within(() => store.release(name, holder)),
    count: (name, by, expiresAt) => within(() => store.count(name, by, expiresAt)),
    ping: () => within(() => store.ping()),
    close: () => store.close(),
  }
}

const unavailable = (cause: unknown) => (cause instanceof Refused ? cause : new Refused('store-unavailable', { cause }))
