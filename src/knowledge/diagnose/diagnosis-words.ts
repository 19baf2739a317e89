import type { Diagnosis } from './diagnosis.ts'

/** Who can fix what failed, as a sentence. */
export const whoWords: Record<Diagnosis['who'], string> = {
  caller: 'You can, as the one who makes the call.',
  'end-user': 'The person who signs in can.',
  'identity-team': 'The team of the identity service can.',
  'api-team': 'The team of the API can.',
  operator: 'Whoever configures the app that sent the request can.',
  nobody: 'Nobody has to: it passes by itself.',
}

/** Whether sending the same request again helps, as a sentence. */
export const retryWords: Record<Diagnosis['retry'], string> = {
  never: 'Trying again will not help.',
  'after-fix': 'Try again once that is done.',
  'with-backoff': 'Trying again may help; wait a little longer each time.',
  'honour-retry-after': 'Try again when the time that the answer names has passed.',
}
