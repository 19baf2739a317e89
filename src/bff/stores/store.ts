import type { Soon } from '../soon.ts'

/** A value, and until when it is kept. */
export interface Entry {
  value: Uint8Array
  expiresAt: number
}

/**
 * What the BFF asks of a store. Keys are opaque but for what is before the first colon, the kind of the entry; times
 * are epoch milliseconds; an entry past its expiry is as good as absent. All who share the store see the same. Every
 * method rejects (or, where it responds at once, throws) when the store cannot be reached, and what it has resolved is
 * kept.
 */
export interface SessionStore {
  get(key: string): Soon<Entry | undefined>
  /**
   * Writes an entry, whether or not there was one, and begins it without items.
   *
   * @param most entries of this kind that are kept, where there is a limit: those that expire first give way
   */
  put(key: string, value: Uint8Array, expiresAt: number, most?: number): Promise<void>
  /** Writes an entry only where one stands; answers whether it did. A deleted session thus stays deleted. */
  replace(key: string, value: Uint8Array, expiresAt: number): Promise<boolean>
  /** Moves an entry's expiry and leaves its value alone; answers whether there was an entry. */
  extend(key: string, expiresAt: number): Promise<boolean>
  /** Removes an entry with its items. */
  delete(key: string): Promise<void>
  /** Removes an entry, and answers the `newest` items that it had, oldest first: those added before count, later ones fail. */
  take(key: string, newest: number): Promise<Uint8Array[]>
  /**
   * Adds an item to an entry that stands, and keeps its newest `keep` items and not many more; answers whether there was
   * an entry. Items live exactly as long as their entry. Two that add at once both succeed.
   */
  append(key: string, item: Uint8Array, keep: number): Promise<boolean>
  /** The `newest` items of an entry, oldest first; none where there is no entry. */
  items(key: string, newest: number): Promise<Uint8Array[]>
  /**
   * Takes one of the places of a name for a holder until it expires or is released; answers whether one was free. With
   * one place it serves as a lock, and, never released, as the mark that something was done once.
   */
  claim(name: string, holder: string, expiresAt: number, places?: number): Promise<boolean>
  /** Gives a place back; does nothing when the holder has none any more. */
  release(name: string, holder: string): Promise<void>
  /** Adds to a count, which begins at 0 and is forgotten when the first who added said; answers what it comes to. */
  count(name: string, by: number, expiresAt: number): Promise<number>
  /** Resolves when the store reads and writes. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** A reason why a store cannot be opened, in words for anyone who starts the app: what and why, and what to do. */
export class StoreUnusable extends Error {
  readonly why: string
  readonly fix: string

  constructor(why: string, fix: string) {
    super(`${why} ${fix}`)
    this.why = why
    this.fix = fix
  }
}
