import type { Config, EnvironmentConfig } from '#contract/config.ts'
import type { Exchange } from '#contract/exchange.ts'
import type { Session } from '#contract/session.ts'
import type { Call, DecodedToken, Environment } from '#knowledge/protocol/call.ts'
import { recordedCall } from '#knowledge/protocol/recorded-call.ts'
import { tabClockSkewSeconds } from '../clock.ts'
import { keysQuery, queryClient } from '../queries.ts'
import { decodeOwnToken } from './own-token.ts'

/** Joins an exchange of this browser's with what the page knows: the installation, the session's token, keys, clocks. */
export function callOf(exchange: Exchange, { config, session }: { config: Config; session?: Session }): Call {
  return recordedCall(exchange, {
    ...knownHere(config),
    token: bearerOf(exchange, session),
    tabClockSkewSeconds: tabClockSkewSeconds(),
  })
}

/** Joins an exchange that a file holds with what is known here: neither this session's token nor this tab's clock. */
export const callInFile = (exchange: Exchange, config: Config): Call => recordedCall(exchange, knownHere(config))

/** What the page knows of its installation; published keys as far as they were fetched. */
export function knownHere(config: Config) {
  return {
    environments: config.environments.map(asEnvironment),
    operations: config.operations,
    keys: (environment: string) => {
      const published = queryClient.getQueryData(keysQuery(environment).queryKey)
      return published?.state === 'known' ? published.keys : undefined
    },
  }
}

export function asEnvironment(environment: EnvironmentConfig): Environment {
  const { id, name, kind, authUrl, authorizationUrl, tokenUrl, baseUrl, pathPrefix, foreign } = environment
  const { issuer, audience, resourceDomain, clients } = environment
  return {
    id,
    name,
    kind,
    authUrl,
    authorizationUrl,
    tokenUrl,
    baseUrl,
    pathPrefix,
    foreign,
    issuer,
    audience,
    resourceDomain,
    clientIds: clients.map((client) => client.clientId),
  }
}

/** The token that was sent, where the session still contains the same one. */
function bearerOf(exchange: Exchange, session: Session | undefined): DecodedToken | undefined {
  if (session?.state !== 'signed-in' || exchange.bearer !== session.accessTokenFingerprint) return undefined
  return decodeOwnToken(session.accessToken)
}
