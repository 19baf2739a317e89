import { type Moment, momentsIn } from '../../text/moments.ts'
import type { Evidence } from './evidence.ts'

/** Epoch seconds of the failure: its log line, the Date header, else now; `known` says whether the text told it. */
export function failureTime(evidence: Evidence): { seconds: number; known: boolean; zoned: boolean } {
  const text = evidence.text()
  const all = momentsIn(text, evidence.now)
  if (all.length === 0) return { seconds: evidence.now, known: false, zoned: true }
  const failed = /\b(?:4\d\d|5\d\d)\b|\berror|\bfail|invalid_|expired|unauthori|denied|exception|erro\b|falha/gi
  let chosen: Moment | undefined
  let next = 0
  for (const { index } of text.matchAll(failed)) {
    while (next < all.length && (all[next]?.at ?? 0) <= index) next += 1
    const before = all[next - 1]
    // A time on the same line as the failure is its own.
    if (before !== undefined && index - before.at < 2_000 && !text.slice(before.at, index).includes('\n')) {
      chosen = before
      break
    }
  }
  chosen ??= all.at(-1)
  return chosen === undefined
    ? { seconds: evidence.now, known: false, zoned: true }
    : { seconds: chosen.seconds, known: true, zoned: chosen.zoned }
}
