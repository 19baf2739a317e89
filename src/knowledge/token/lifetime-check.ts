import { inferred } from '../protocol/basis.ts'
import { durationInWords, utcTime } from '../text/duration.ts'
import { type Check, type Judgement, type TokenCheckContext, withClaims } from './check.ts'
import { issuerOf } from './issuers.ts'
import type { ReadJwt } from './jwt.ts'
import { tokenKinds } from './kinds.ts'
import type { LifeLimits } from './life-limit.ts'
import { readTime } from './times.ts'

/** Whether a token lives no longer than its vendor or its standard takes one, and is not older than that. */
export const lifetimeCheck: Check = {
  title: 'Lifetime',
  basis: inferred('what the vendor or the standard says about the lifetime of such tokens'),
  when: (context, read) => limitsOn(read, context) !== undefined,
  judge: (read, context) => {
    const limits = limitsOn(read, context)
    if (limits === undefined) return ['not-checked', 'Claimcheck knows no limit on its lifetime.']
    return withClaims((claims) => judgeLife(claims, limits, context.now))(read, context)
  },
}

interface Limits extends LifeLimits {
  /** Who takes it no longer: the vendor, or a receiver by the standard. */
  by: string
}

function limitsOn(read: ReadJwt, { kind }: TokenCheckContext): Limits | undefined {
  if (read.state !== 'read') return undefined
  const issuer = issuerOf(read.claims, read.header)
  const issued = issuer?.kinds.find(({ when }) => when(read.claims, read.header))
  if (issuer !== undefined && issued?.kind === kind && issued.limits) return { ...issued.limits, by: issuer.name }
  const { limits, basis } = tokenKinds[kind]
  return limits && { ...limits, by: `its standard (${basis.reference})` }
}

/** What clocks may differ by, and what libraries set `iat` back by, in seconds. */
const tolerance = 60

function judgeLife(claims: Record<string, unknown>, limits: Limits, now: number): Judgement {
  const [start, end] = [readTime(claims.iat)?.at, readTime(claims.exp)?.at]
  const { by, longest, shortest, ahead, oldest, brief } = limits
  const life = start === undefined || end === undefined ? undefined : end - start
  const lives = life === undefined ? '' : `Its lifetime is ${durationInWords(life)}`
  if (life !== undefined && life < 0)
    return ['not-checked', `It ends before it was issued, so it has no lifetime to compare with what ${by} allows.`]
  if (life !== undefined && longest !== undefined && life > longest)
    return ['failed', `${lives}, which is longer than the ${durationInWords(longest)} that ${by} allows.`]
  if (life !== undefined && life > 0 && shortest !== undefined && life < shortest)
    return ['failed', `${lives}, which is shorter than the ${durationInWords(shortest)} that ${by} requires.`]
  if (ahead !== undefined && end !== undefined) {
    const allowed = `${by} allows an expiry at most ${durationInWords(ahead)} in the future`
    if (end - now > ahead + tolerance)
      return ['failed', `It expires ${durationInWords(end - now)} from now, but ${allowed}.`]
    if (life !== undefined && life > ahead + 2 * tolerance)
      return ['failed', `${lives}, which is longer than the ${durationInWords(ahead)} that ${by} allows.`]
  }
  if (oldest !== undefined && start !== undefined && now - start > oldest)
    return [
      'failed',
      `It was issued ${durationInWords(now - start)} ago, and ${by} accepts it for ${durationInWords(oldest)} after it was issued (iat): it expired at ${utcTime(start + oldest)}. Create a new one.`,
      'too-old',
    ]
  if (oldest !== undefined && start !== undefined)
    return [
      'passed',
      `${by} accepts it for ${durationInWords(oldest)} after it was issued (iat), until ${utcTime(start + oldest)}.`,
    ]
  if (brief !== undefined && start !== undefined)
    return now - start > brief
      ? [
          'failed',
          `It was issued ${durationInWords(now - start)} ago. Recipients accept it only once and only briefly after it was issued (iat). Create a new one for each request.`,
          'too-old',
        ]
      : [
          'passed',
          `It was issued ${durationInWords(Math.max(0, now - start))} ago. Recipients accept it only once and only briefly.`,
        ]
  if (life === undefined && ahead !== undefined && end !== undefined)
    return [
      'passed',
      `It ends ${durationInWords(Math.max(0, end - now))} from now; ${by} allows up to ${durationInWords(ahead)}.`,
    ]
  const most = longest ?? ahead
  if (life === undefined || most === undefined)
    return ['not-checked', `${by} limits its lifetime, but it does not say when it was issued or when it expires.`]
  return ['passed', `${lives}; ${by} allows up to ${durationInWords(most)}.`]
}
