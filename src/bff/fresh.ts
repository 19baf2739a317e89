/**
 * Whether what was read at one time is still used at another. After a clock that was ahead has been set right nobody knows
 * how old it is, so it is read again.
 *
 * @param now epoch milliseconds, as are the times of the reading
 */
export function isFresh({ readAt, keptUntil }: { readAt: number; keptUntil: number }, now: number): boolean {
  return readAt <= now && now < keptUntil
}
