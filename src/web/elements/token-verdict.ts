import { calmly, durationInWords, relativeTime } from '#knowledge/text/duration.ts'
import { withRegisteredNames } from '#knowledge/token/credential-members.ts'
import { gravestFault } from '#knowledge/token/faults.ts'
import type { TokenFinding } from '#knowledge/token/finding.ts'
import type { InspectedToken } from '#knowledge/token/take-apart.ts'
import type { VerdictTone } from './verdict-card.tsx'

export interface TokenVerdict {
  tone: VerdictTone
  /** In up to eight words. */
  title: string
}

/**
 * What to know of a token before all else. Readable, signed and in time are three different things: sound is only a
 * token that is all three, and one whose signature nobody has verified is never called valid.
 *
 * @param expiry epoch seconds; undefined where the token names none
 */
export function tokenVerdict(
  { defects, findings, expiry }: { defects: number; findings: TokenFinding[]; expiry: number | undefined },
  now: number,
): TokenVerdict {
  if (defects > 0) return { tone: 'bad', title: defects === 1 ? 'Broken in one place' : `Broken in ${defects} places` }
  const fault = gravestFault(findings)
  if (fault !== undefined)
    return {
      tone: fault.tone,
      title:
        fault.finding.check === 'expiry' && expiry !== undefined && !(fault.finding.because || fault.finding.fault)
          ? `Expired ${relativeTime(now + calmly(expiry - now), now)}`
          : fault.title,
    }
  // Expired where that is no fault: a hint for a sign-out, or within the clock tolerance.
  if (expiry !== undefined && expiry <= now)
    return { tone: 'plain', title: `Expired ${relativeTime(now + calmly(expiry - now), now)}` }
  const verified = findings.some(({ check, outcome }) => check === 'signature' && outcome === 'passed')
  const time = expiry === undefined ? 'no expiry' : durationInWords(calmly(expiry - now))
  if (verified)
    return {
      tone: expiry !== undefined && expiry - now < soon ? 'wait' : 'good',
      title: expiry === undefined ? 'Valid, no expiry' : `Valid for ${time}`,
    }
  return { tone: 'plain', title: expiry === undefined ? 'No expiry' : `Expires in ${time}` }
}

/** Seconds before its end from which on a token is not green any more: it may expire before it is used. */
const soon = 180

/** The verdict on a token of any form that was taken apart. */
export function verdictOf(token: InspectedToken, findings: TokenFinding[], now: number): TokenVerdict {
  if (token.form === 'opaque' && token.verdict !== undefined) return token.verdict
  if (token.defects.length > 0 && token.defects.every(({ isLeftOut }) => isLeftOut))
    return { tone: 'warn', title: 'Shortened in this text' }
  const [misencoded] = token.defects.length === 1 ? token.defects : []
  if (misencoded?.fault !== undefined) return { tone: 'bad', title: misencoded.fault.title }
  if (gravestFault(findings) !== undefined && token.defects.length === 0)
    return tokenVerdict({ defects: 0, findings, expiry: expiryOf(token) }, now)
  if (token.form === 'opaque' && token.times === undefined && token.defects.length === 0)
    return {
      tone: 'plain',
      title: token.encrypted
        ? 'Encrypted: readable only with its key'
        : token.content === undefined
          ? 'Not readable here'
          : 'Readable, but not a JWT',
    }
  if (token.form === 'jwe' && token.defects.length === 0)
    return { tone: 'plain', title: 'Encrypted: readable only with its key' }
  if (token.form === 'jws' && token.payload.value === undefined && token.defects.length === 0)
    return { tone: 'plain', title: 'Detached signature, no claims' }
  return tokenVerdict({ defects: token.defects.length, findings, expiry: expiryOf(token) }, now)
}

function expiryOf(token: InspectedToken): number | undefined {
  const claims = token.form === 'jws' ? token.payload.value : undefined
  const times = token.form === 'opaque' ? token.times : claims && withRegisteredNames(claims)
  return typeof times?.exp === 'number' ? times.exp : undefined
}
