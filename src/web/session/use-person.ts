import type { SignedIn } from '#contract/session.ts'
import { usePresenting } from '../privacy/privacy.ts'
import { useHeldSessions } from './session.ts'

/** Who signed in, as far as the ID token says; undefined while presenting. */
export function usePerson({ name }: SignedIn): string | undefined {
  const held = useHeldSessions().find((one) => one.name === name)
  return usePresenting() ? undefined : held?.person
}
