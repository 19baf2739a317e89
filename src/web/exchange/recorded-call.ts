import type { Config, EnvironmentConfig } from '#contract/config.ts'
import type { Exchange } from '#contract/exchange.ts'
import type { Keys } from '#contract/keys.ts'
import type { Session } from '#contract/session.ts'
import type { Call, DecodedToken, Environment, Flow } from '#knowledge/service/call.ts'
import { tabClockSkewSeconds } from '../clock.ts'
import { decodeOwnToken } from '../session/own-token.ts'

/** Joins a recorded exchange with what the page knows: the installation, the session's token, published keys, clocks. */
export function recordedCall(exchange: Exchange, known: { config: Config; session?: Session; keys?: Keys }): Call {
  const environments = known.config.environments
  const environment = environments.find(({ id }) => id === exchange.environment)
  return {
    at: exchange.at,
    step: exchange.step,
    environment: environment && asEnvironment(environment),
    others: environments.filter(({ id }) => id !== exchange.environment).map(asEnvironment),
    request: exchange.request,
    response: exchange.response && {
      status: exchange.response.status,
      headers: exchange.response.headers,
      body: exchange.response.body,
    },
    failure: exchange.failure,
    token: bearerOf(exchange, known.session),
    keys: known.keys?.state === 'known' ? known.keys.keys : undefined,
    flow: { ...(exchange.flow as Flow | undefined), tabClockSkewSeconds: tabClockSkewSeconds() },
    operations: known.config.operations,
  }
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
