import type { Choice } from './choice.ts'

/** In the preview, represent what is made at random when the sign-in starts. */
export const madeOnDeparture = 'made-when-you-continue'

/**
 * The authorization URL (§4.1 of the service's document) as oidc-client-ts will build it, with a placeholder for each
 * random value.
 */
export function authorizationUrl({ environment, client, scopes, prompt }: Omit<Choice, 'returnTo'>): string {
  const url = new URL(environment.authorizationUrl ?? environment.authUrl)
  const parameters: [string, string | undefined][] = [
    ['client_id', client.clientId],
    ['redirect_uri', client.redirectUri],
    ['response_type', 'code'],
    ['scope', scopes.join(environment.scopeSeparator)],
    ['nonce', environment.nonce ? madeOnDeparture : undefined],
    ['state', madeOnDeparture],
    ['prompt', prompt],
    ['code_challenge', environment.pkce ? madeOnDeparture : undefined],
    ['code_challenge_method', environment.pkce ? 'S256' : undefined],
    ...Object.entries(environment.authorizationParameters),
  ]
  for (const [name, value] of parameters) if (value !== undefined) url.searchParams.append(name, value)
  return url.href
}
