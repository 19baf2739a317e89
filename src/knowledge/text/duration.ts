const units: [seconds: number, one: string, many: string][] = [
  [31_557_600, 'year', 'years'],
  [86_400, 'day', 'days'],
  [3_600, 'hour', 'hours'],
  [60, 'minute', 'minutes'],
  [1, 'second', 'seconds'],
]

/**
 * A length of time in words, in its two largest units: `2 minutes 5 seconds`. Takes seconds; the sign is left out, and
 * fractions are cut off. What is shorter than a second reads `less than a second`; what is no number, `an unknown time`.
 */
export function durationInWords(seconds: number): string {
  if (!Number.isFinite(seconds)) return 'an unknown time'
  let left = Math.floor(Math.abs(seconds))
  if (left === 0) return seconds === 0 ? '0 seconds' : 'less than a second'
  const words: string[] = []
  for (const [size, one, many] of units) {
    const count = Math.floor(left / size)
    if (count === 0) {
      if (words.length > 0) break
      continue
    }
    words.push(`${count.toLocaleString('en')} ${count === 1 ? one : many}`)
    left -= count * size
    if (words.length === 2) break
  }
  return words.join(' ')
}

/** A moment as seen from `now`: `in 2 minutes`, `3 days 1 hour ago`, `now`. Both in epoch seconds. */
export function relativeTime(moment: number, now: number): string {
  const distance = moment - now
  if (!Number.isFinite(distance)) return 'at an unknown time'
  if (Math.abs(distance) < 1) return 'now'
  return distance > 0 ? `in ${durationInWords(distance)}` : `${durationInWords(distance)} ago`
}

/** Epoch seconds as `2026-05-04 10:20:30 UTC`; a moment outside the calendar as the number itself. */
export function utcTime(seconds: number): string {
  const date = new Date(seconds * 1000)
  if (Number.isNaN(date.getTime())) return String(seconds)
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
