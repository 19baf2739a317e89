/** A unit of time, by its name in `Intl.DurationFormat`, and how many seconds it has. */
const units = [
  ['years', 31_557_600],
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
  ['seconds', 1],
] as const

// Made when it is first wanted: browsers take long to load the words of a language.
let inWords: Intl.DurationFormat | undefined

// Intl.DurationFormat takes no more years than this.
const longest = 2 ** 32 * 31_557_600

/**
 * A length of time in words, in its two largest units: `2 minutes 5 seconds`. Takes seconds; the sign is left out, and
 * fractions are cut off. What is shorter than a second reads `less than a second`; what is no number, `an unknown time`.
 */
export function durationInWords(seconds: number): string {
  if (!Number.isFinite(seconds)) return 'an unknown time'
  let left = Math.floor(Math.abs(seconds))
  if (left === 0) return seconds === 0 ? '0 seconds' : 'less than a second'
  if (left >= longest) return 'more than four billion years'
  const largest = units.findIndex(([, size]) => left >= size)
  const shown: Partial<Record<Intl.DurationFormatUnit, number>> = {}
  for (const [unit, size] of units.slice(largest, largest + 2)) {
    shown[unit] = Math.floor(left / size)
    left %= size
  }
  // The narrow style alone puts no comma between two units; their names are written out all the same.
  inWords ??= new Intl.DurationFormat('en-GB', {
    style: 'narrow',
    ...Object.fromEntries(
      units.flatMap(([unit]) => [
        [unit, 'long'],
        [`${unit}Display`, 'auto'],
      ]),
    ),
  })
  return inWords.format(shown)
}

/** `84 ms`, and from a second on in words. */
export const milliseconds = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : durationInWords(Math.round(ms / 1000))

/** A moment as seen from `now`: `in 2 minutes`, `3 days 1 hour ago`, `now`. Both in epoch seconds. */
export function relativeTime(moment: number, now: number): string {
  const distance = moment - now
  if (!Number.isFinite(distance)) return 'at an unknown time'
  if (Math.abs(distance) < 1) return 'now'
  return distance > 0 ? `in ${durationInWords(distance)}` : `${durationInWords(distance)} ago`
}

/** A length of time for where it is seen to pass: from two minutes on without seconds, which would draw the eye. Takes and gives seconds. */
export const calmly = (seconds: number): number => (Math.abs(seconds) < 120 ? seconds : seconds - (seconds % 60))

/** Epoch seconds as `2026-05-04 10:20:30 UTC`; a moment outside the calendar as the number itself. */
export function utcTime(seconds: number): string {
  const date = new Date(seconds * 1000)
  if (Number.isNaN(date.getTime())) return String(seconds)
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
