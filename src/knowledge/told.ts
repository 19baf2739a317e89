import type { Diagnosis } from './diagnose/diagnosis.ts'
import { type Explanation, explain } from './explain.ts'
import { askNext, inOneLine } from './paste/ask-next.ts'
import { type Inspection, inspect } from './paste/inspect.ts'
import type { Known, Reading } from './paste/read-pasted.ts'
import { type TextPlace, tellingPlaces } from './paste/telling-places.ts'
import { type LastingSecret, lastingSecrets } from './privacy/lasting-secrets.ts'
import { type MaskOptions, maskCall, maskDiagnosis, maskSecrets, valuesIn } from './privacy/mask.ts'
import type { FoundToken } from './token/find.ts'
import { readTime } from './token/times.ts'
import { ledByToken, supportedBeside } from './told-beside-tokens.ts'

/** What is said of a text, on the screen and by the command; its secrets are masked. */
export interface Told {
  outcome: Explanation['outcome']
  /** Best first; more than one only where they come to different causes. */
  readings: ToldReading[]
  /** The text as it was pasted, masked. */
  text: string
  /** Set where the text shows a success, and a token in it has expired since. */
  hasExpiredSince?: true
  /** Secrets in the text that work until somebody replaces them. */
  secrets: LastingSecret[]
}

export interface ToldReading extends Reading {
  diagnoses: Diagnosis[]
  /** Where the first diagnosis is told in the masked text. */
  places: TextPlace[]
  /** What to ask anyone who reported the failure. */
  ask: string
}

/** Explains a text and says what to show of it. Linear in the length of the text; never throws. */
export function tell(text: string, known: Known, mask: MaskOptions = {}): Told {
  const explained = explain(text, known)
  const inspected = explained.outcome === 'not-recognised' ? undefined : inspect(text)
  const readings =
    explained.outcome === 'failed' && inspected !== undefined && inspected.tokens.length > 0
      ? besideTokens(explained.readings, text, inspected, known.now)
      : explained.readings
  // A response whose tokens contradict each other did not go well, whatever its status.
  const contradicts =
    explained.outcome === 'went-well' && inspected?.together.some((one) => one.outcome === 'failed') === true
  const outcome =
    contradicts || (explained.outcome === 'failed' && readings.length === 0) ? 'not-recognised' : explained.outcome
  const masked = maskSecrets(text, mask)
  return {
    outcome,
    text: masked,
    ...(!contradicts && inspected?.tokens.some((one) => isOver(one, known.now)) && { hasExpiredSince: true as const }),
    secrets: lastingSecrets(text),
    readings: worthShowing(outcome, readings).map((reading) => {
      const call = maskCall(reading.call, mask)
      const known = outcome === 'failed' ? valuesIn(reading.call, mask) : undefined
      const diagnoses =
        outcome === 'failed'
          ? reading.diagnoses.map((one) => maskDiagnosis(one, reading.call, mask, { text, masked }, known))
          : []
      const [first] = diagnoses
      return {
        ...reading,
        call,
        diagnoses,
        places: first === undefined ? [] : tellingPlaces(masked, call, first),
        ask: inOneLine(askNext(text, reading)),
      }
    }),
  }
}

/** The readings of a text with tokens in it, with the diagnoses that it supports; those without one are left out where another has one. */
function besideTokens(
  readings: Explanation['readings'],
  text: string,
  inspected: Inspection,
  now: number,
): Explanation['readings'] {
  return readings
    .map((reading) => ({
      ...reading,
      diagnoses: ledByToken(supportedBeside(reading.diagnoses, reading, text, now), reading, inspected, now),
    }))
    .filter(({ diagnoses }) => diagnoses.length > 0)
}

/** Whether a token has its end behind it. */
function isOver({ token }: FoundToken, now: number): boolean {
  const exp = token.form === 'jws' ? readTime(token.payload.value?.exp)?.at : undefined
  return exp !== undefined && exp <= now
}

/** The readings between which a person may choose: those that show something else than the ones before them. */
function worthShowing(outcome: Explanation['outcome'], readings: Explanation['readings']): Explanation['readings'] {
  if (outcome !== 'failed') return readings.slice(0, 1)
  const shown = ({ diagnoses: [first] }: Explanation['readings'][number]) =>
    first === undefined ? undefined : `${first.code} ${first.title} ${first.fix}`
  return readings.filter((reading, at) => {
    if (at === 0) return true
    const own = shown(reading)
    return (
      own !== undefined &&
      reading.source !== 'signals' &&
      readings.slice(0, at).every((before) => shown(before) !== own)
    )
  })
}
