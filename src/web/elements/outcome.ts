import type { Diagnosis } from '#knowledge/diagnose/diagnosis.ts'
import { passesByItself, saysThatItPasses } from '#knowledge/diagnose/passes-by-itself.ts'
import type { Call } from '#knowledge/protocol/call.ts'

/** Green for what worked, amber for what passes by itself, red for what somebody must fix, none for what says neither. */
export type Outcome = 'good' | 'warn' | 'bad' | 'plain'

type Judged = Pick<Diagnosis, 'who' | 'retry'>

/**
 * The one colour of a response, wherever it is shown: by the verdict on it; where there is none, by its status.
 *
 * @param first the first diagnosis; undefined where nothing failed or nothing was judged
 */
export function outcomeOf(response: Call['response'], first?: Judged): Outcome {
  if (first) return passesByItself(first, response) ? 'warn' : 'bad'
  const status = response?.status ?? 0
  if (status >= 400) return saysThatItPasses(response) ? 'warn' : 'bad'
  return status >= 300 ? 'plain' : 'good'
}

/** The same of a recorded message, which was judged: what did not fail worked, a redirect too. */
export function outcomeOfMessage({ call, diagnoses: [first] }: { call: Call; diagnoses: Judged[] }): Outcome {
  return first ? outcomeOf(call.response, first) : 'good'
}
