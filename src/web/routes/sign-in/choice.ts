import type { Config, EnvironmentConfig } from '#contract/config.ts'
import type { SignedIn } from '#contract/session.ts'
import type { OpenSignIn } from '#contract/sign-in.ts'
import { parseScope } from '#knowledge/protocol/scopes.ts'

/** What is chosen on the sign-in screen. It lives in the address, so that it can be linked and survives a reload. */
export interface Choice {
  environment: EnvironmentConfig
  client: EnvironmentConfig['clients'][number]
  scopes: string[]
  /** Values of `prompt`, joined by spaces. */
  prompt: string | undefined
  returnTo: string | undefined
}

/** Reads the choice from the address; what is missing or unknown there falls back to the first that the installation has. */
export function readChoice(address: URLSearchParams, config: Config): Choice | undefined {
  const environment = config.environments.find(({ id }) => id === address.get('environment')) ?? config.environments[0]
  if (!environment) return undefined
  const client = environment.clients.find(({ id }) => id === address.get('client')) ?? environment.clients[0]
  if (!client) return undefined
  const scope = address.get('scope')
  return {
    environment,
    client,
    scopes: scope === null ? defaultScopes(environment) : [...new Set(scope.split(' ').filter(Boolean))],
    prompt: offeredPrompt(environment, address.get('prompt') ?? ''),
    returnTo: address.get('return') ?? undefined,
  }
}

/** The address of the sign-in screen with a choice made. */
export const signInAddress = (choice: OpenSignIn & { returnTo?: string }): string => `/?${searchOf(choice)}`

/** A choice as the address contains it. */
export const asSearch = (choice: Choice): URLSearchParams =>
  searchOf({ ...choice, environment: choice.environment.id, client: choice.client.id })

function searchOf(choice: OpenSignIn & { returnTo?: string }): URLSearchParams {
  const address = new URLSearchParams({
    environment: choice.environment,
    client: choice.client,
    scope: choice.scopes.join(' '),
  })
  if (choice.prompt) address.set('prompt', choice.prompt)
  if (choice.returnTo) address.set('return', choice.returnTo)
  return address
}

/** The values among those wished that the environment offers, in its order. */
function offeredPrompt({ prompts }: EnvironmentConfig, wished: string): string | undefined {
  const values = wished.split(' ')
  return prompts.filter((value) => values.includes(value)).join(' ') || undefined
}

/** All that the environment offers, less what writes: a person asks for that on purpose. */
function defaultScopes(environment: EnvironmentConfig): string[] {
  return environment.scopes.filter((scope) => {
    const parsed = parseScope(scope)
    return parsed.kind === 'plain' || parsed.level === 'readonly'
  })
}

/** The session that ends for the new one, where the form asked for it. */
export function insteadIn(form: FormData): string | undefined {
  const name = form.get('instead')
  return typeof name === 'string' && name !== '' ? name : undefined
}

/** The sign-in screen with the same choices, and the question who it is where it can be asked. */
export function anotherAt({ environment, client, requestedScopes }: SignedIn, { environments }: Config): string {
  const asks = environments.find(({ id }) => id === environment)?.prompts.includes('login')
  return signInAddress({ environment, client, scopes: requestedScopes, prompt: asks ? 'login' : undefined })
}
