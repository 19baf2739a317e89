import type { FastifyPluginAsync } from 'fastify'
import { type Config, configPath } from '#contract/config.ts'
import { epochSeconds } from '#contract/epoch-seconds.ts'
import type { AppState } from '../app-state.ts'

/** Tells the page what it may know of the configuration. */
export const configRoute: FastifyPluginAsync = async (app) => {
  app.get(configPath, async () => publicConfiguration(app.appState))
}

/** Everything but the secrets, named one by one so that a new setting is not told by itself. */
export async function publicConfiguration({ configuration, environments, clock }: AppState): Promise<Config> {
  const { builtIn, webhooks, operations, builtInOperations, demonstrations } = configuration
  return {
    serverTime: epochSeconds(clock()),
    builtIn,
    operations,
    builtInOperations,
    demonstrations,
    webhooks,
    environments: (await environments.all()).map((environment) => ({
      id: environment.id,
      name: environment.name,
      description: environment.description,
      kind: environment.kind,
      authUrl: environment.authUrl,
      authorizationUrl: environment.authorizationUrl,
      tokenUrl: environment.tokenUrl,
      baseUrl: environment.baseUrl,
      pathPrefix: environment.pathPrefix,
      foreign: environment.foreign,
      issuer: environment.issuer,
      endSessionUrl: environment.endSessionUrl,
      audience: environment.audience,
      resourceDomain: environment.resourceDomain,
      publishesKeys: environment.jwksUrl !== undefined,
      pkce: environment.pkce,
      nonce: environment.nonce,
      issInRedirect: environment.issInRedirect,
      clientSecretEncoding: environment.clientSecretEncoding,
      scopeSeparator: environment.scopeSeparator,
      scopes: environment.scopes,
      prompts: environment.prompts,
      authorizationParameters: environment.authorizationParameters,
      clients: environment.clients.map(({ id, name, description, clientId, redirectUri }) => ({
        id,
        name,
        description,
        clientId,
        redirectUri,
      })),
    })),
  }
}
