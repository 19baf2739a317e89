import type { Diagnosis } from './diagnosis.ts'

/** Who can fix what failed, as a sentence. */
export const whoWords: Record<Diagnosis['who'], string> = {
  caller: 'You.',
  'end-user': 'The user.',
  'identity-team': 'The identity team.',
  'api-team': 'The API team.',
  operator: 'The operator of the app that sent the request.',
  nobody: 'No one. It clears on its own.',
}

/** Whether sending the same request again helps, as a sentence. */
export const retryWords: Record<Diagnosis['retry'], string> = {
  never: 'Retrying does not help.',
  'after-fix': 'Then try again.',
  'with-backoff': 'Wait longer between retries.',
  'honour-retry-after': 'Wait as long as Retry-After says.',
}

/** What happened, as it is headed wherever it may be read or copied alone: a cause that is not certain says so first. */
export function headline(diagnosis: Pick<Diagnosis, 'title' | 'certainty' | 'reasons'>): string {
  return `${doubtOf(diagnosis)}${diagnosis.title}`
}

/** What is put before a title: nothing where it says itself that the reason is not known. */
export function doubtOf({ certainty, reasons }: Pick<Diagnosis, 'certainty' | 'reasons'>): string {
  return reasons === undefined ? doubts[certainty] : ''
}

/** The reasons to check, each with its number. */
export function numbered({ reasons = [] }: Pick<Diagnosis, 'reasons'>): string[] {
  return reasons.map((reason, at) => `${at + 1}. ${reason.replace(/\.$/, '')}.`)
}

const doubts: Record<Diagnosis['certainty'], string> = {
  certain: '',
  likely: 'Likely: ',
  possible: 'Possible: ',
}
