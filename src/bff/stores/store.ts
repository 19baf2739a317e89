/** A value, and until when it is kept. */
export interface Entry {
  value: Uint8Array
  expiresAt: number
}

/**
 * What the BFF asks of a store: few enough words that a shared one (a Redis, say) can take SQLite's place. Keys are
 * opaque; times are epoch milliseconds; an entry past its expiry is as good as absent. Every method rejects when the
 * store cannot be reached.
 */
export interface SessionStore {
  get(key: string): Promise<Entry | undefined>
  /** Writes an entry, whether or not there was one. */
  put(key: string, value: Uint8Array, expiresAt: number): Promise<void>
  /** Writes an entry only where one stands; answers whether it did. A deleted session thus stays deleted. */
  replace(key: string, value: Uint8Array, expiresAt: number): Promise<boolean>
  /** Moves an entry's expiry and leaves its value alone; answers whether there was an entry. */
  extend(key: string, expiresAt: number): Promise<boolean>
  /** Removes an entry with its items. */
  delete(key: string): Promise<void>
  /**
   * Adds an item to an entry that stands, and keeps its newest `keep` items; answers whether there was an entry. Items
   * live exactly as long as their entry, and `put` begins it without any. Two that add at once both succeed.
   */
  append(key: string, item: Uint8Array, keep: number): Promise<boolean>
  /** Removes, of the entries whose keys begin so, those that expire first, until no more than `keep` are left. */
  trim(prefix: string, keep: number): Promise<void>
  /** The items of an entry, oldest first; none where there is no entry. */
  items(key: string): Promise<Uint8Array[]>
  /**
   * Takes a name for a holder until it expires or is released: true for the first, false for all others meanwhile. It
   * serves as a lock, and, never released, as the mark that something was done once.
   */
  claim(name: string, holder: string, expiresAt: number): Promise<boolean>
  /** Gives a name back; does nothing when another holder has it by now. */
  release(name: string, holder: string): Promise<void>
  /** Resolves when the store reads and writes. */
  ping(): Promise<void>
  close(): Promise<void>
}
