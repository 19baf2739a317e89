import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Limits } from '../config/configuration.ts'
import { Refused } from '../http/refused.ts'
import type { Sealed } from '../stores/sealed.ts'

/** What is kept of a browser, by the random name in its cookie. */
export interface BrowserRecord {
  /** Secret of the one session that it has. */
  session?: string
  /** Random mark of its last sign-out, for as long as an exchange may run that began before it. */
  signOut?: string
}

/** Sees to it that a browser has one session at most, whatever its tabs do at once, across processes. */
export interface SingleSession {
  /** The mark of the last sign-out, to be asked for before an exchange begins. */
  lastSignOut(browser: string): Promise<string | undefined>
  /**
   * Makes a session the one of its browser; the one before dies. Answers false, and changes nothing, when the browser
   * was signed out after `signOut` was the last mark.
   *
   * @param expiresAt epoch milliseconds when the session ends in any case
   */
  adopt(browser: string, session: string, known: { signOut?: string; expiresAt: number }): Promise<boolean>
  /** Ends the session of a browser, whichever it is, and lets no exchange that is under way begin another. */
  signOut(browser: string): Promise<void>
}

const pollMilliseconds = 10

/** @param clock epoch milliseconds */
export function singleSession(
  records: Sealed<BrowserRecord>,
  sessions: Pick<Sealed<unknown>, 'delete'>,
  clock: () => number,
  limits: Limits,
): SingleSession {
  /** Longer than the five things that are done with the lock held can take. */
  const lockMilliseconds = 6 * limits.storeMilliseconds
  /** Longer than an exchange can take: the token request, the key set, and the key set once more. */
  const exchangeMilliseconds = 4 * limits.identityMilliseconds + 2 * lockMilliseconds

  return {
    async lastSignOut(browser) {
      return (await records.get(browser))?.signOut
    },
    adopt: (browser, session, { signOut, expiresAt }) =>
      alone(browser, async () => {
        const record = await records.get(browser)
        if (record?.signOut !== undefined && record.signOut !== signOut) return false
        await records.put(browser, { ...record, session }, expiresAt)
        if (record?.session !== undefined) await sessions.delete(record.session)
        return true
      }),
    signOut: (browser) =>
      alone(browser, async () => {
        const record = await records.get(browser)
        const signOut = randomBytes(16).toString('base64url')
        await records.put(browser, { signOut }, clock() + exchangeMilliseconds)
        if (record?.session !== undefined) await sessions.delete(record.session)
      }),
  }

  async function alone<Result>(browser: string, work: () => Promise<Result>): Promise<Result> {
    const holder = randomBytes(16).toString('base64url')
    const waitsUntil = performance.now() + 2 * lockMilliseconds
    while (!(await records.claim(browser, 'session', holder, clock() + lockMilliseconds))) {
      if (performance.now() > waitsUntil) throw new Refused('store-unavailable')
      await wait(pollMilliseconds)
    }
    try {
      return await work()
    } finally {
      await records.release(browser, 'session', holder).catch(() => {})
    }
  }
}
