import type { SessionStore } from '../stores/store.ts'

/** How often a process tells the others what it has counted, in milliseconds. */
const tellMilliseconds = 100

interface Count {
  /** Of all processes, as the store told last. */
  known: number
  /** What this process has counted since then. */
  untold: number
  endsAt: number
}

/**
 * Counts a request under a name; answers how many there are within the window, and in how many milliseconds the next one
 * begins. Windows begin at the same instants for all processes.
 */
export type CountRequest = (name: string, milliseconds: number) => { current: number; milliseconds: number }

/**
 * Counts of requests, which the processes on one store share: each counts at once what it gets itself, and soon after
 * what the others got. So nobody waits for the store, and one that does not respond keeps nobody out.
 *
 * @param clock epoch milliseconds
 */
export function sharedCounts(store: Pick<SessionStore, 'count'>, clock: () => number): CountRequest {
  const counts = new Map<string, Count>()
  let telling = false

  function count(name: string, milliseconds: number) {
    const now = clock()
    const endsAt = now - (now % milliseconds) + milliseconds
    const before = counts.get(name)
    const one = before?.endsAt === endsAt ? before : { known: 0, untold: 0, endsAt }
    one.untold += 1
    if (one !== before) counts.set(name, one)
    if (!telling) {
      telling = true
      setTimeout(tell, tellMilliseconds).unref()
    }
    return { current: one.known + one.untold, milliseconds: endsAt - now }
  }

  async function tell() {
    const now = clock()
    for (const [name, { endsAt }] of counts) if (endsAt <= now) counts.delete(name)
    await Promise.allSettled(
      [...counts].filter(([, { untold }]) => untold > 0).map(([name, one]) => tellOne(name, one)),
    )
    telling = false
  }

  async function tellOne(name: string, one: Count) {
    const { untold, endsAt } = one
    one.known = await store.count(`${name} ${endsAt}`, untold, endsAt)
    one.untold -= untold
  }

  return count
}
