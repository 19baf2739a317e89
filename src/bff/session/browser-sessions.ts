import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { mostSessions, sessionName } from '#contract/session.ts'
import type { Limits } from '../config/configuration.ts'
import { Refused } from '../http/refused.ts'
import type { Sealed } from '../stores/sealed.ts'
import { holderOf, idleEnd, nameOf, type SessionRecord } from './session-record.ts'

/** What is kept of a browser, by the random name in its cookie. Times are epoch milliseconds. */
export interface BrowserRecord {
  /** The session that was begun last in each of its slots; a version before had the one member `session`. */
  slots?: (SlotRecord | null)[]
  session?: string
  /**
   * A random mark for anyone who was signed out, and one under `all` for the sign-out of all, for at least as long as an
   * exchange may run that began before it.
   */
  signOuts?: Record<string, string>
}

interface SlotRecord {
  /** Secret of the session. */
  session: string
  begunAt: number
  endsAt: number
}

/** A session that is in a slot. */
export interface Standing {
  slot: number
  secret: string
  record: SessionRecord
}

/** What the browser brought with the request that begins a session. */
export interface KnownBrowser {
  browser: string
  /** The marks of its sign-outs as they were before the exchange began. */
  signOuts: Record<string, string>
  /** Secrets in its cookies. */
  held: { slot: number; secret: string }[]
  /** Name of the session that gives way where there is no room. */
  instead?: string
}

/** What a new session came to in its browser: where it stands, and what it took the place of. */
export type Begun =
  | { state: 'begun'; session: Standing; before?: Standing & { why: 'same-holder' | 'gave-way' | 'never-arrived' } }
  | { state: 'signed-out' }
  | { state: 'no-room' }

/** Keeps the sessions of a browser apart, each in a slot, whatever its tabs do at once, across processes. */
export interface BrowserSessions {
  /** The marks of the sign-outs, to be asked for before an exchange begins. */
  signOuts(browser: string): Promise<Record<string, string>>
  /** Whether another session could begin now. */
  hasRoom(known: Pick<KnownBrowser, 'held' | 'instead'> & { browser?: string }): Promise<boolean>
  /**
   * Stores a session in a slot of its browser: in that of the same person’s session with the same client and
   * environment, which it continues under its name; else in a free one; else in that of `instead`. It changes nothing
   * where the browser was signed out since `known`, or where there is no room.
   *
   * @returns what it took the place of, which is for the caller to end
   */
  begin(known: KnownBrowser, secret: string, session: Omit<SessionRecord, 'name'>): Promise<Begun>
  /**
   * Ends the session of a name, or all, and lets no exchange of the same holder that is in progress begin another; so also
   * where the cookie of the session that was begun last never arrived.
   */
  signOut(browser: string, name: string | undefined): Promise<void>
}

const pollMilliseconds = 10
/** Marks of sign-outs that are kept: more than there can be while an exchange runs. */
const keptMarks = 16

/** @param clock epoch milliseconds */
export function browserSessions(
  records: Sealed<BrowserRecord>,
  sessions: Pick<Sealed<SessionRecord>, 'get' | 'put' | 'delete'>,
  clock: () => number,
  limits: Limits,
): BrowserSessions {
  /** Longer than the seven things that are done with the lock held can take. */
  const lockMilliseconds = 8 * limits.storeMilliseconds
  /** Longer than an exchange can take: the token request, the key set, and the key set once more. */
  const exchangeMilliseconds = 4 * limits.identityMilliseconds + 2 * lockMilliseconds

  return {
    async signOuts(browser) {
      return (await records.get(browser))?.signOuts ?? {}
    },
    async hasRoom({ browser, held, instead }) {
      const { standing } = await look(browser, held)
      return standing.length < mostSessions || standing.some(({ record }) => nameOf(record) === instead)
    },
    begin: (known, secret, session) =>
      alone(known.browser, async () => {
        const { slots, marks, standing, unheard } = await look(known.browser, known.held)
        const isNew = (mark: string) => marks[mark] !== undefined && marks[mark] !== known.signOuts[mark]
        if (isNew('all') || isNew(markOf(session))) return { state: 'signed-out' }
        const before = takenPlace(standing, holderOf(session), known)
        const slot = before?.slot ?? freeSlot(standing, known.held)
        if (slot === undefined) return { state: 'no-room' }
        const name =
          before?.why === 'same-holder'
            ? nameOf(before.record)
            : sessionName(slot, randomBytes(9).toString('base64url'))
        const record = { ...session, name }
        await sessions.put(secret, record, idleEnd(record, clock(), limits.sessionIdleSeconds))
        const others = [...Array(mostSessions).keys()].map((one) => slots[one] ?? null)
        others[slot] = { session: secret, begunAt: clock(), endsAt: record.endsAt }
        await keep(known.browser, others, marks).catch(async (error) => {
          await sessions.delete(secret).catch(() => {})
          throw error
        })
        const lost = unheard.find((one) => one.slot === slot)
        return {
          state: 'begun',
          session: { slot, secret, record },
          before: before ?? (lost && { ...lost, why: 'never-arrived' }),
        }
      }),
    signOut: (browser, name) =>
      alone(browser, async () => {
        const { slots, marks, standing, unheard } = await look(browser, [])
        const left = [...standing, ...unheard].filter(({ record }) => name === undefined || nameOf(record) === name)
        const fresh = name === undefined ? ['all'] : left.map(({ record }) => markOf(record))
        const older = Object.entries(marks).filter(([mark]) => !fresh.includes(mark))
        const all = [...older, ...fresh.map((mark) => [mark, randomBytes(16).toString('base64url')])].slice(-keptMarks)
        const others = slots.map((one, slot) => (left.some((other) => other.slot === slot) ? null : one))
        await keep(browser, name === undefined ? [] : others, Object.fromEntries(all))
        for (const { secret } of left) await sessions.delete(secret)
      }),
  }

  /**
   * What is in the slots. A session whose cookie the browser does not send is on its way to it, or has never reached
   * it: after the time of an exchange it counts as unheard of.
   */
  async function look(browser: string | undefined, held: KnownBrowser['held']) {
    const record = browser === undefined ? undefined : await records.get(browser)
    const { slots: kept, session: only, signOuts: marks = {} } = record ?? {}
    const slots = kept ?? (only === undefined ? [] : [{ session: only, begunAt: 0, endsAt: 0 }])
    const known = slots.flatMap((one, slot) => (one ? [{ slot, secret: one.session, begunAt: one.begunAt }] : []))
    const brought = held
      .filter(({ slot, secret }) => slots[slot]?.session !== secret)
      .map((one) => ({ ...one, begunAt: clock() }))
    const found = await Promise.all(
      [...known, ...brought].map(async (one) => ({ ...one, record: await sessions.get(one.secret) })),
    )
    const live = found.flatMap(({ record, ...one }) => (record ? [{ ...one, record }] : []))
    const isHeard = ({ secret, begunAt }: (typeof live)[number]) =>
      held.some((one) => one.secret === secret) || begunAt + exchangeMilliseconds > clock()
    // Of two in one slot the one that was begun there last stands, and the other is about to be ended.
    const standing = live
      .filter(isHeard)
      .filter((one, at, all) => all.findIndex(({ slot }) => slot === one.slot) === at)
    return { slots, marks, standing, unheard: live.filter((one) => !isHeard(one)) }
  }

  function keep(browser: string, slots: (SlotRecord | null)[], marks: Record<string, string>): Promise<void> {
    const ends = slots.map((one) => one?.endsAt ?? 0)
    return records.put(browser, { slots, signOuts: marks }, Math.max(clock() + exchangeMilliseconds, ...ends))
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

/** Under what a sign-out is marked: anyone who is signed out, or nobody known. */
const markOf = (session: Omit<SessionRecord, 'name'>): string => holderOf(session) ?? 'nobody known'

/** The session whose place a new one takes: its own person's, or where all slots are taken that which was named for it. */
function takenPlace(standing: Standing[], holder: string | undefined, { instead }: KnownBrowser) {
  const same = holder === undefined ? undefined : standing.find(({ record }) => holderOf(record) === holder)
  if (same) return { ...same, why: 'same-holder' as const }
  if (freeSlot(standing, []) !== undefined) return undefined
  const given = standing.find(({ record }) => nameOf(record) === instead)
  return given && { ...given, why: 'gave-way' as const }
}

/** A slot in which nothing stands, first one whose cookie the browser does not have: what clears an old one comes late. */
function freeSlot(standing: Standing[], held: KnownBrowser['held']): number | undefined {
  const free = [...Array(mostSessions).keys()].filter((slot) => !standing.some((one) => one.slot === slot))
  return free.find((slot) => !held.some((one) => one.slot === slot)) ?? free[0]
}
