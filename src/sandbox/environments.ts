import { neededScope, operations } from '#knowledge/protocol/apis.ts'

/** A client application registered with one identity service. Its secret is generated for each installation. */
export interface Registration {
  clientId: string
  name: string
  /** Lifetime of its access tokens, in seconds. */
  accessTokenSeconds: number
}

/** One of the two stand-ins: what makes it a world of its own. */
export interface HomeEnvironment {
  id: 'sandbox' | 'production'
  /** What its pages call it. */
  title: string
  resourceDomain: string
  /** Resource indicator and audience of its access tokens. */
  audience: string
  registrations: Registration[]
}

const sandbox: HomeEnvironment = {
  id: 'sandbox',
  title: 'Sandbox identity service',
  resourceDomain: 'apis.sandbox.example',
  audience: 'https://apis.sandbox.example',
  registrations: [
    { clientId: 'ledger-desk-sandbox', name: 'Ledger Desk', accessTokenSeconds: 900 },
    { clientId: 'night-batch-sandbox', name: 'Night Batch', accessTokenSeconds: 10 },
  ],
}

const production: HomeEnvironment = {
  id: 'production',
  title: 'Production stand-in',
  resourceDomain: 'apis.example',
  audience: 'https://apis.example',
  registrations: [{ clientId: 'ledger-desk-production', name: 'Ledger Desk', accessTokenSeconds: 900 }],
}

/** The two environments that run; the `mixed` one of the configuration is made of both and runs nothing of its own. */
export const homeEnvironments = { sandbox, production } as const

/** Name of the environment variable that carries a client's secret to the BFF. */
export function secretVariable(clientId: string): string {
  return `CLAIMCHECK_SECRET_${clientId.toUpperCase().replaceAll('-', '_')}`
}

/** The scopes of §2.5 of the service's document. */
export const plainScopes = ['openid', 'profile', 'email', 'apps', 'webhooks']

/** Every scope that an environment can grant: the documented ones, and those that the operations of its APIs need. */
export function offeredScopes({ resourceDomain }: HomeEnvironment): string[] {
  const needed = operations.map((operation) => neededScope(operation, resourceDomain) ?? '')
  return [...new Set([...plainScopes, ...needed])]
}
