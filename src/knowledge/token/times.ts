import { type Basis, inferred, standard } from '../protocol/basis.ts'
import { durationInWords, utcTime } from '../text/duration.ts'

/** A moment in a claim, with the way in which it was written. */
export interface ReadTime {
  /** Epoch seconds. */
  at: number
  /** Only `seconds` is a NumericDate (RFC 7519 §2). */
  written: 'seconds' | 'milliseconds' | 'microseconds' | 'seconds as text' | 'a date as text'
}

/** The moment that a value of `exp`, `nbf`, `iat` and the like means, also where it is not written as it must be. */
export function readTime(value: unknown): ReadTime | undefined {
  if (typeof value === 'string') {
    if (/^\d{9,11}(\.\d+)?$/.test(value)) return { at: Number(value), written: 'seconds as text' }
    const date = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value) ? Date.parse(value) : Number.NaN
    return Number.isNaN(date) ? undefined : { at: Math.floor(date / 1000), written: 'a date as text' }
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
  if (value >= 1e14 && value < 1e17) return { at: value / 1e6, written: 'microseconds' }
  return value >= 1e11 && value < 1e14
    ? { at: value / 1000, written: 'milliseconds' }
    : { at: value, written: 'seconds' }
}

/** What is odd about the times of a token. */
export interface TimeNote {
  /** Permanent, kebab-case. */
  code: string
  title: string
  why: string
  basis: Basis
}

/** Notes on the times of claims that hold whenever one looks; what depends on the moment is for the checks. */
export function findTimeNotes(claims: Record<string, unknown>): TimeNote[] {
  const written = ['exp', 'nbf', 'iat', 'auth_time'].flatMap((name) => {
    const read = Object.hasOwn(claims, name) ? readTime(claims[name]) : undefined
    return read === undefined ? [] : [{ name, ...read }]
  })
  const of = (name: string) => written.find((one) => one.name === name)?.at
  const [exp, nbf, iat] = [of('exp'), of('nbf'), of('iat')]
  // AD FS writes the time of the sign-in as a date, by design.
  const byDesign = /\/adfs(?:\/services\/trust)?\/?$/.test(String(claims.iss)) ? 'auth_time' : undefined
  const unusual = written.filter((one) => one.written !== 'seconds' && one.name !== byDesign)
  const life = exp !== undefined && iat !== undefined ? exp - iat : undefined
  const shift = nbf !== undefined && iat !== undefined ? nbf - iat : undefined
  return [
    unusual.length > 0 && {
      code: 'time-in-other-unit',
      title: 'A time is not written in seconds',
      why: unusual
        .map(
          ({ name, at, written: how }) => `${name} is written in ${inOrAs(how)}; read that way, it is ${utcTime(at)}.`,
        )
        .join(' ')
        .concat(
          ` Recipients expect a number of seconds.${unusual.some(({ written: how }) => how === 'milliseconds') ? ' Most likely, the clock of a program (Date.now(), currentTimeMillis) was used without dividing it by 1,000.' : ''}`,
        ),
      basis: standard('RFC 7519 §2 (NumericDate)'),
    },
    nbf !== undefined &&
      exp !== undefined &&
      nbf >= exp && {
        code: 'never-valid',
        title: 'It is never valid',
        why: `It starts (nbf, ${utcTime(nbf)}) ${nbf === exp ? 'at the moment' : 'after'} it ends (exp, ${utcTime(exp)}).`,
        basis: standard('RFC 7519 §4.1.4 and §4.1.5'),
      },
    life === 0 && {
      code: 'no-lifetime',
      title: 'It ends at the moment it was issued',
      why: 'exp and iat are the same, so its lifetime is zero. Most likely, the issuer did not add a lifetime.',
      basis: standard('RFC 7519 §4.1.4'),
    },
    life !== undefined &&
      life < 0 && {
        code: 'ends-before-issued',
        title: 'It ends before it was issued',
        why: `exp is ${durationInWords(life)} before iat.${hourShift(life)}`,
        basis: standard('RFC 7519 §4.1.4 and §4.1.6'),
      },
    life !== undefined &&
      life >= 365 * 86_400 && {
        code: 'long-lifetime',
        title: 'It is valid for a very long time',
        why: `Its lifetime is ${durationInWords(life)}. Anyone who gets it can use it for that long, unless its issuer can revoke it.`,
        basis: inferred('exp − iat'),
      },
    life !== undefined &&
      isThousandfold(life) && {
        code: 'lifetime-times-thousand',
        title: 'Its lifetime is a thousand times too long',
        why: `exp is ${life.toLocaleString('en')} seconds after iat, which is ${durationInWords(life / 1000)} times 1,000. Most likely, a duration in milliseconds was added to a time in seconds.`,
        basis: inferred('exp − iat'),
      },
    shift !== undefined &&
      Math.abs(shift) >= 1_800 &&
      hourShift(shift) !== '' && {
        code: 'hours-apart',
        title: 'Two of its times differ by whole hours',
        why: `nbf is ${durationInWords(shift)} ${shift > 0 ? 'after' : 'before'} iat.${hourShift(shift)}`,
        basis: inferred('the difference between nbf and iat'),
      },
  ].filter((one): one is TimeNote => one !== false)
}

/** Whether a lifetime is one that tokens usually have, in milliseconds. */
function isThousandfold(life: number): boolean {
  return [60, 120, 180, 300, 600, 900, 1_200, 1_800, 3_600, 5_400, 7_200, 10_800, 14_400, 28_800, 43_200].includes(
    life / 1000,
  )
}

/** A likely reason for a difference of whole or half hours, up to that of the time zones; empty for any other. */
export function hourShift(seconds: number): string {
  const off = Math.abs(seconds) % 1_800
  const near = Math.min(off, 1_800 - off) <= 5 && Math.abs(seconds) >= 1_795 && Math.abs(seconds) <= 14 * 3_600 + 5
  return near ? ' The difference is a whole number of half hours, so local time was probably written as UTC.' : ''
}

function inOrAs(how: ReadTime['written']): string {
  return how === 'seconds as text' ? 'seconds, but as text' : how === 'a date as text' ? 'the form of a date' : how
}

const shortly = (unit: ReadTime['written']): string =>
  unit.endsWith('as text') ? 'written as text' : `written in ${unit}`

/**
 * When a token expires or expired, in a few words: `expires in 70 minutes`, `expired 3 hours ago`. Never that it is
 * valid, because its times alone do not show that.
 */
export function validityInWords(claims: Record<string, unknown>, now: number): string {
  const odd = ['exp', 'nbf', ...(claims.exp === undefined ? ['iat'] : [])].flatMap(
    (name) => readTime(claims[name])?.written ?? [],
  )
  const unit = odd.find((written) => written !== 'seconds')
  return `${validity(claims, now)}${unit === undefined ? '' : `, if its times are ${shortly(unit)}`}`
}

function validity(claims: Record<string, unknown>, now: number): string {
  const exp = readTime(claims.exp)?.at
  const nbf = readTime(claims.nbf)?.at
  const iat = readTime(claims.iat)?.at
  if (nbf !== undefined && exp !== undefined && nbf >= exp) return 'never valid'
  if (exp !== undefined && exp <= now)
    return exp === now ? 'expired now' : `expired ${oneUnit(now - exp).join(' ')} ago`
  if (nbf !== undefined && nbf > now) return `not valid for another ${oneUnit(nbf - now).join(' ')}`
  if (exp !== undefined) return `expires in ${oneUnit(exp - now).join(' ')}`
  return iat === undefined || iat > now ? 'without an expiry time' : `issued ${oneUnit(now - iat).join(' ')} ago`
}

/** A length of time in one unit, the largest that tells enough. */
function oneUnit(seconds: number): [count: string, unit: string] {
  const [, size, unit] = units.find(([from]) => seconds >= from) ?? [0, 1, 'second']
  const count = Math.max(1, Math.floor(seconds / size))
  return [count.toLocaleString('en'), count === 1 ? unit : `${unit}s`]
}

const units = [
  [2 * 31_557_600, 31_557_600, 'year'],
  [2 * 86_400, 86_400, 'day'],
  [2 * 3_600, 3_600, 'hour'],
  [60, 60, 'minute'],
] as const
