import { expect, it } from 'vitest'
import type { Config, EnvironmentConfig } from '#contract/config.ts'
import type { Exchange } from '#contract/exchange.ts'
import type { SignedIn } from '#contract/session.ts'
import { diagnoseByEntries } from '#knowledge/diagnose/by-entries.ts'
import { faultGroups } from '#knowledge/diagnose/faults/catalogue.ts'
import { tell } from '#knowledge/told.ts'
import { remedyOf, type Situation } from './remedy.ts'

const environment = (id: string, name: string): EnvironmentConfig =>
  ({
    id,
    name,
    baseUrl: `https://api.${id}.example`,
    pathPrefix: '/v1',
    issuer: `https://id.${id}.example`,
    tokenUrl: `https://id.${id}.example/oauth2/token`,
    scopes: ['openid', 'email', 'bank-slips.readonly'],
    clients: [{ id: 'desk', name: 'Desk', clientId: `desk-at-${id}`, redirectUri: 'https://app.example/callback' }],
  }) as unknown as EnvironmentConfig

const config = {
  builtInOperations: true,
  operations: [],
  environments: [environment('sandbox', 'Sandbox'), environment('production', 'Production')],
} as unknown as Config
const signedOut: Situation = { config, session: { state: 'signed-out', serverTime: 0 } }

const pasted = (text: string) => {
  const [reading] = tell(text, { now: 1_777_886_000 }).readings
  const [first] = reading?.diagnoses ?? []
  if (!reading || !first) throw new Error(`Nothing was found in ${text}`)
  return remedyOf(first, reading.call, signedOut)
}

it('every error has one thing to do about it, as a paste and as the example on its page', () => {
  const faults = faultGroups.flatMap((group) => [...group.faults])
  expect(faults.length).toBeGreaterThan(100)
  for (const { code, title, example } of faults) {
    const [first] = diagnoseByEntries(example)
    if (!first) throw new Error(`${code} has no verdict`)
    for (const situation of [signedOut, { ...signedOut, example: { of: { code, title }, demonstration: undefined } }]) {
      const remedy = remedyOf(first, example, situation)
      expect(['go', 'copy'], `${code}: ${remedy.do}`).toContain(remedy.do)
      if (situation.example) expect(remedy.do, code).toBe('go')
      if (remedy.do === 'go') expect(remedy.way.to, code).toMatch(/^\//)
    }
  }
})

it.each([
  [
    'an expired token of a configured environment leads to a sign-in',
    'GET https://api.sandbox.example/v1/webhooks\n\nHTTP/1.1 401 Unauthorized\n\n{"fault":{"detail":{"errorcode":"steps.jwt.TokenExpired"}}}',
    { do: 'go', way: { to: '/', words: 'Sign in for a new token' } },
  ],
  [
    'an expired token of nobody knows where is copied: a sign-in here would get another token',
    'HTTP/1.1 401 Unauthorized\n\n{"fault":{"detail":{"errorcode":"steps.jwt.TokenExpired"}}}',
    { do: 'copy', team: undefined },
  ],
  [
    'a scope that is missing and that no environment has is copied',
    'HTTP/1.1 403 Forbidden\nWWW-Authenticate: Bearer error="insufficient_scope", scope="orders.write"',
    { do: 'copy', team: undefined },
  ],
  [
    'a scope that is missing and that an environment has leads to a sign-in with it',
    'HTTP/1.1 403 Forbidden\nWWW-Authenticate: Bearer error="insufficient_scope", scope="bank-slips.readonly"',
    { do: 'go', way: { to: '/?scope=openid+bank-slips.readonly' } },
  ],
  [
    'a refused scope in a redirect leads to a sign-in with those that work',
    'https://app.example/callback?error=invalid_scope&state=Zx81',
    { do: 'go', way: { to: '/?scope=openid', words: 'Sign in with openid alone' } },
  ],
  [
    'what passes by itself is sent again from Calls',
    'GET https://api.sandbox.example/v1/webhooks status=429 body="{\\"fault\\":{\\"detail\\":{\\"errorcode\\":\\"policies.ratelimit.QuotaViolation\\"}}}"',
    { do: 'go', way: { to: '/calls/list-webhooks', words: 'Send it from Calls' } },
  ],
  [
    'what a server said that is none of the configured ones is copied: no sign-in here can help there',
    '> GET https://api.elsewhere.example/v1/orders HTTP/1.1\n>\n< HTTP/1.1 401 Unauthorized\n<\n< {"fault":{"detail":{"errorcode":"steps.jwt.TokenExpired"}}}',
    { do: 'copy', team: undefined },
  ],
])('%s', (_what, text, remedy) => {
  expect(pasted(text)).toMatchObject(remedy)
})

it.each([
  ['api-team', 'the API team'],
  ['identity-team', 'the identity team'],
  ['operator', 'the operator'],
])('what is up to others alone (%s) is copied for them', (who, team) => {
  const theirs = faultGroups
    .flatMap((group) => [...group.faults])
    .flatMap(({ example }) => {
      const [first] = diagnoseByEntries(example)
      return first?.who === who && first.next === undefined ? remedyOf(first, example, signedOut) : []
    })
  expect(theirs.length).toBeGreaterThan(2)
  for (const remedy of theirs) expect(remedy).toEqual({ do: 'copy', team })
})

it('a call of another environment is sent to its own, or the other is signed in to', () => {
  const session = {
    state: 'signed-in',
    environment: 'sandbox',
    client: 'desk',
    requestedScopes: ['openid'],
  } as unknown as SignedIn
  const exchange = { environment: 'production', step: 'api' } as unknown as Exchange
  const resend = { busy: false, sendAgain: () => undefined, sendTo: () => undefined }
  const fault = faultGroups.flatMap((group) => [...group.faults]).find(({ code }) => code === 'no-matching-public-key')
  const [first] = fault ? diagnoseByEntries(fault.example) : []
  if (!first) throw new Error('The entry has no verdict')
  globalThis.location ??= { pathname: '/calls/list-bank-slips' } as Location
  expect(
    remedyOf({ ...first, next: { do: 'use-own-environment' } }, undefined, { config, session, exchange, resend }),
  ).toEqual({
    do: 'send-to',
    environment: 'sandbox',
    words: 'Send to the Sandbox gateway',
    or: { to: '/?environment=production&return=%2Fcalls%2Flist-bank-slips', words: 'Sign in to Production' },
  })
})
