import type { Config, EnvironmentConfig } from '#contract/config.ts'
import type { Exchange } from '#contract/exchange.ts'
import type { Keys } from '#contract/keys.ts'
import type { Session } from '#contract/session.ts'
import type { Call, DecodedToken, Environment } from '#knowledge/service/call.ts'
import { recordedCall } from '#knowledge/service/recorded-call.ts'
import { tabClockSkewSeconds } from '../clock.ts'
import { decodeOwnToken } from '../session/own-token.ts'

/** Joins an exchange with what the page knows: the installation, the session's token, published keys, clocks. */
export function callOf(exchange: Exchange, known: { config: Config; session?: Session; keys?: Keys }): Call {
  return recordedCall(exchange, {
    environments: known.config.environments.map(asEnvironment),
    operations: known.config.operations,
    keys: known.keys?.state === 'known' ? known.keys.keys : undefined,
    token: bearerOf(exchange, known.session),
    tabClockSkewSeconds: tabClockSkewSeconds(),
  })
}

export function asEnvironment(environment: EnvironmentConfig): Environment {
  const { id, name, kind, authUrl, tokenUrl, baseUrl, issuer, audience, resourceDomain, clients } = environment
  return {
    id,
    name,
    kind,
    authUrl,
    tokenUrl,
    baseUrl,
    issuer,
    audience,
    resourceDomain,
    clientIds: clients.map((client) => client.clientId),
  }
}

/** The token that was sent, where the session still holds the same one. */
function bearerOf(exchange: Exchange, session: Session | undefined): DecodedToken | undefined {
  if (session?.state !== 'signed-in' || exchange.bearer !== session.accessTokenFingerprint) return undefined
  return decodeOwnToken(session.accessToken)
}
