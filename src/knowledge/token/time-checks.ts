import { standard } from '../protocol/basis.ts'
import { durationInWords, relativeTime, utcTime } from '../text/duration.ts'
import { quoted } from '../text/quote.ts'
import { type Check, withClaims } from './check.ts'
import { withArticle } from './kind-words.ts'
import { tokenKinds } from './kinds.ts'
import { asSeconds, fraction, lifetime } from './lifetime-words.ts'
import { hourShift, readTime } from './times.ts'

/** The checks of the times of a token: whether it began and has not ended, and when it says that it was made. */
export const timeChecks: Record<'expiry' | 'not-before' | 'issued-at', Check> = {
  expiry: {
    title: 'Expiry',
    basis: standard('RFC 7519 §4.1.4'),
    judge: withClaims((claims, { now, skewSeconds = 0, kind, environment, certain = true, relations = [] }) => {
      const { exp } = claims
      if (exp === undefined) {
        const demanded = tokenKinds[kind].must?.includes('exp') || (kind === 'access' && environment !== undefined)
        return demanded && certain
          ? ['failed', 'The token contains no expiry (exp).']
          : [
              'not-checked',
              `The token contains no expiry (exp)${demanded ? '' : `; not required for ${withArticle(kind)}`}.`,
            ]
      }
      const read = readTime(exp)
      if (read === undefined) return ['failed', `exp must be a number of seconds; it is ${quoted(exp)}.`]
      const meant = asDuration(exp, claims.iat, now)
      if (meant !== undefined) return ['failed', meant, undefined, noDate]
      const { at, written } = read
      if (written !== 'seconds')
        return [
          'failed',
          `exp must be a number of seconds (RFC 7519 §2); it is written as ${written}. Read that way, it ${at > now ? 'expires' : 'expired'} ${relativeTime(at, now)}, at ${utcTime(at)}.${asSeconds(exp, now)}`,
          'other-unit',
        ]
      if (at > now)
        return [
          'passed',
          `It expires in ${durationInWords(at - now)}, at ${utcTime(at)}.${lifetime(claims)}${fraction(exp)}`,
        ]
      if (at === now)
        return ['failed', `It expires this second, at ${utcTime(at)}: recipients must reject it from exp on.`]
      if (at + skewSeconds > now)
        return [
          'passed',
          `It expired ${durationInWords(now - at)} ago, which is within the clock tolerance of ${durationInWords(skewSeconds)}.`,
        ]
      if (relations.some(({ compares, outcome }) => compares === 'expiry' && outcome === 'passed'))
        return [
          'not-checked',
          `It expired ${durationInWords(now - at)} ago, at ${utcTime(at)}, which does not matter for a sign-out.${lifetime(claims)}`,
        ]
      return ['failed', `It expired ${durationInWords(now - at)} ago, at ${utcTime(at)}.${lifetime(claims)}`]
    }),
  },
  'not-before': {
    title: 'Not before',
    basis: standard('RFC 7519 §4.1.5'),
    judge: withClaims(({ nbf, exp }, { now, skewSeconds = 0 }) => {
      if (nbf === undefined) return ['passed', 'No nbf claim, so the token is valid immediately.']
      const read = readTime(nbf)
      if (read === undefined) return ['failed', `nbf must be a number of seconds; it is ${quoted(nbf)}.`]
      const { at, written } = read
      const end = readTime(exp)?.at
      if (end !== undefined && at >= end)
        return [
          'failed',
          `It is never valid: it becomes valid at ${utcTime(at)} but expires at ${utcTime(end)}.`,
          'never-valid',
        ]
      if (written !== 'seconds')
        return [
          'failed',
          `nbf must be a number of seconds (RFC 7519 §2); it is written as ${written}. Read that way, it is ${utcTime(at)}.`,
          'other-unit',
        ]
      return at <= now + skewSeconds
        ? ['passed', `It has been valid since ${utcTime(at)}.`]
        : [
            'failed',
            `It is not valid yet: it becomes valid at ${utcTime(at)}, ${relativeTime(at, now)}.${hourShift(at - now)}`,
          ]
    }),
  },
  'issued-at': {
    title: 'Issued at',
    basis: standard('RFC 7519 §4.1.6'),
    judge: withClaims(({ iat, exp }, { now, skewSeconds = 0 }) => {
      if (iat === undefined) return ['not-checked', 'The token does not contain its issue time (iat).']
      const read = readTime(iat)
      if (read === undefined) return ['failed', `iat must be a number of seconds; it is ${quoted(iat)}.`]
      const { at, written } = read
      if (written !== 'seconds')
        return [
          'failed',
          `iat must be a number of seconds (RFC 7519 §2); it is written as ${written}. Read that way, it is ${utcTime(at)}.`,
          'other-unit',
        ]
      if (at > now + Math.max(skewSeconds, 60))
        return [
          'failed',
          `Its iat says that it was issued ${relativeTime(at, now)}, at ${utcTime(at)}, so two clocks differ.${hourShift(at - now)}`,
        ]
      const end = readTime(exp)?.at
      if (end === at) return ['failed', 'It expires at the moment it was issued: its lifetime is zero.']
      if (end !== undefined && end < at) return ['failed', 'It expires before it was issued.']
      return ['passed', `It was issued ${relativeTime(at, now)}, at ${utcTime(at)}.`]
    }),
  },
}

const noDate = { title: 'Its expiry is a duration, not a date', phrase: 'with a duration in place of an expiry' }

/** A number too small for any date was meant as a number of seconds from the moment of issue. */
function asDuration(exp: unknown, iat: unknown, now: number): string | undefined {
  if (typeof exp !== 'number' || exp < 1 || exp > 2 * 366 * 86_400 || now < 1e9) return undefined
  const start = typeof iat === 'number' && iat > 1e9 && iat < 1e11 ? iat : undefined
  return `exp is ${exp}: as a date that is ${utcTime(exp)}, so every recipient calls it expired. Most likely, it was meant as a duration of ${durationInWords(exp)}; exp must be the date, ${start === undefined ? `the current time plus ${exp}` : `iat plus ${exp}, which is ${start + exp} (${utcTime(start + exp)}, ${relativeTime(start + exp, now)})`}.`
}
