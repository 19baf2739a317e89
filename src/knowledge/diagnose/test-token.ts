import type { Call } from '../protocol/call.ts'
import { deliberateFaults, testTokenInWords } from '../token/test-token/deliberate-faults.ts'
import type { Diagnosis, DiagnosisCode } from './diagnosis.ts'

/** Causes that say no more than that the token is not accepted. */
const unexplained: ReadonlySet<DiagnosisCode> = new Set<DiagnosisCode>(['invalid-token', 'gateway-refuses-token'])

/**
 * Diagnoses of a call that was sent with a test token, or with none: a refusal is what was asked for, so nothing is wrong
 * with the session. What was done to the token is known, whatever the response says.
 */
export function ofTestToken(diagnoses: Diagnosis[], { flow, response }: Call): Diagnosis[] {
  const sent = flow?.testToken
  const [first] = diagnoses
  if (!first || sent === undefined || (response?.status !== 401 && response?.status !== 403)) return diagnoses
  const noticed = deliberateFaults.find(({ id }) => id === sent)?.noticed
  const explained: Diagnosis[] =
    noticed !== undefined && unexplained.has(first.code)
      ? [
          {
            ...first,
            title: noticed,
            cause: `Claimcheck sent a ${testTokenInWords(sent)}. The gateway rejected it.`,
            certainty: 'certain',
          },
        ]
      : diagnoses
  return explained.map((one) => ({
    ...one,
    fix:
      sent === 'no-token'
        ? 'Send the call with your access token.'
        : 'You sent a test token. Send your access token instead.',
    who: 'caller',
    retry: 'after-fix',
    next: { do: 'send-own-token' },
  }))
}
