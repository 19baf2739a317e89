import type { Diagnosis } from './diagnosis.ts'

/** Whether nobody needs to fix it: the same request succeeds later. */
export function passesByItself({ who, retry }: Pick<Diagnosis, 'who' | 'retry'>): boolean {
  return who === 'nobody' || retry === 'honour-retry-after' || retry === 'with-backoff'
}
