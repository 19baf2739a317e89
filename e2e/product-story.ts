import { holdsVerifier, leaks, secretsIn } from './secrets.ts'
import { expect, test as story } from './story.ts'

export { expect } from './story.ts'

/**
 * A story that is told with the suite's product. Besides what every story is held to, it fails when a secret of the
 * installation crosses the wire to the browser or back, in whatever header or body.
 */
export const test = story.extend<{ keepsSecrets: undefined }>({
  keepsSecrets: [
    async ({ traffic }, use) => {
      await use(undefined)
      const all = traffic.received() + traffic.sent()
      expect(leaks(all, secretsIn(suiteData())), 'secrets in the traffic').toEqual([])
      expect(holdsVerifier(all, traffic), 'a PKCE verifier in the traffic').toBe(false)
    },
    { auto: true },
  ],
})

/** The directory that contains the state of the suite's product. */
export function suiteData(): string {
  const data = process.env.CLAIMCHECK_SUITE_DATA
  if (!data) throw new Error('The global set-up has not started the product.')
  return data
}
