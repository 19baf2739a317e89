import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { type CallAnswer, CallRequest, callsPath } from '#contract/calls.ts'
import { operations as builtInOperations } from '#knowledge/protocol/apis.ts'
import { decodeJwt } from '#knowledge/token/jwt.ts'
import type { AppState } from '../app-state.ts'
import { findClient, findEnvironment } from '../config/configuration.ts'
import { acceptEncoding, type Sent } from '../http/outbound.ts'
import { Refused } from '../http/refused.ts'
import { certificateOf } from '../identity/client-authentication.ts'
import { keepMessage } from '../record/kept-messages.ts'
import { recordApiExchange } from '../record/recorder.ts'
import { demandSession } from '../session/session.ts'
import { apiTarget } from './api-path.ts'

/** Calls a business API with the session's access token and answers with the recorded exchange. */
export const callsRoute: FastifyPluginAsyncTypebox = async (app) => {
  const { configuration, environments, keySets, sessions, outbound, fingerprints } = app.appState
  const { limits } = configuration
  const knownOperations = [...(configuration.builtInOperations ? builtInOperations : []), ...configuration.operations]
  const limited = configuration.redis ? limitedTogether(app.appState) : limitedHere(limits.callsAtOnce)

  const demanded = new WeakMap<FastifyRequest, Awaited<ReturnType<typeof demandSession>>>()
  const options = {
    schema: { body: CallRequest },
    bodyLimit: limits.callBytes,
    // Before the body is read: whoever is not signed in cannot have a large one parsed.
    onRequest: async (request: FastifyRequest) => {
      demanded.set(request, await demandSession(app.appState, request))
    },
  }

  app.post(callsPath, options, async (request): Promise<CallAnswer> => {
    const { secret, record } = demanded.get(request) ?? (await demandSession(app.appState, request))
    const call = request.body
    const environmentId = call.environment ?? record.environment
    const environment = findEnvironment(configuration, environmentId)
    if (!environment) {
      throw new Refused('request-invalid', { message: `There is no environment “${environmentId}”.` })
    }
    if (call.token !== undefined && !configuration.builtIn) {
      throw new Refused('request-invalid', {
        message: 'Test tokens are sent to the built-in environments only, so nothing was sent.',
        fix: 'Send your own access token, or start Claimcheck without a configuration to use test tokens.',
      })
    }
    const ownKind = findEnvironment(configuration, record.environment)?.kind
    if (
      call.token === undefined &&
      ownKind === 'production' &&
      environment.kind === 'sandbox' &&
      !configuration.productionTokensToSandbox
    ) {
      throw new Refused('request-invalid', {
        message: `Your token is for production and ${environment.name} is a sandbox, so nothing was sent.`,
        fix: `Sign in to ${environment.name}, then repeat the call.`,
      })
    }
    const bearer = (call.token ?? record.accessToken) || undefined
    const token = bearer === undefined ? undefined : decodeJwt(bearer)
    const registered = findClient(configuration, record.environment, record.client)?.client
    // It is nobody's business elsewhere who the client is.
    const isHome = environment.id === record.environment && call.token === undefined
    const wanted = {
      ...apiTarget(environment, call, knownOperations),
      headers: { ...allowedHeaders(call.headers ?? {}), ...(bearer && { authorization: `Bearer ${bearer}` }) },
      body: bodyOf(call),
      certificate: isHome && registered ? certificateOf(registered) : undefined,
      reusesConnection: true,
    }
    const sent = await limited(secret, () =>
      outbound.send(wanted, { milliseconds: limits.apiMilliseconds, bytes: limits.apiBytes }),
    )
    const { scope } = record.tokenResponse
    const flow = {
      opaqueToken: (bearer !== undefined && token === undefined) || undefined,
      publishedKeys: await keysAfter(sent, environment.id, token),
      // What the session was granted says nothing of a test token.
      ...(call.token === undefined && {
        clientId: registered?.clientId,
        requestedScopes: record.requestedScopes,
        grantedScope: typeof scope === 'string' ? scope : undefined,
      }),
    }
    const recorded = recordApiExchange(environment.id, { wanted, sent, bearer, flow }, fingerprints)
    // The page knows its session's token and no other, so what a test token says goes with the exchange.
    const exchange = call.token ? { ...recorded, token } : recorded
    // A session that was signed out meanwhile takes no message any more, and its answer is nobody's.
    if (!(await keepMessage(sessions, secret, exchange, token))) throw new Refused('session-ended')
    return exchange
  })

  /**
   * The keys that the environment publishes once its API has refused a token: one that was fetched before may lack a key
   * that is new, or hold one that is gone.
   */
  async function keysAfter({ answer, endedAt }: Sent, environment: string, token: ReturnType<typeof decodeJwt>) {
    if (answer?.status !== 401 || token?.header.kid === undefined) return undefined
    const found = await environments.find(environment)
    const keys = found && (await keySets.of(found, endedAt - freshMilliseconds))
    if (keys?.state !== 'known') return undefined
    return keys.keys.map(({ kid, alg }) => ({ kid: asText(kid), alg: asText(alg) }))
  }
}

/** A refusal within so many milliseconds after another has the keys not fetched again. */
const freshMilliseconds = 5_000

const asText = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Runs the call of a session; what is too much at once is refused before it begins. */
type LimitCalls = <Result>(secret: string, call: () => Promise<Result>) => Promise<Result>

/** Counts the calls that a session has under way in this process. */
function limitedHere(most: number): LimitCalls {
  const running = new Map<string, number>()
  return async (secret, call) => {
    const others = running.get(secret) ?? 0
    if (others >= most) throw tooManyCalls(most)
    running.set(secret, others + 1)
    try {
      return await call()
    } finally {
      const left = (running.get(secret) ?? 1) - 1
      if (left > 0) running.set(secret, left)
      else running.delete(secret)
    }
  }
}

/** Counts the calls that a session has under way in all processes; those of one that died count until they are over. */
function limitedTogether({ sessions, clock, configuration }: AppState): LimitCalls {
  const { apiMilliseconds, storeMilliseconds, callsAtOnce } = configuration.limits
  return async (secret, call) => {
    const holder = randomUUID()
    const until = clock() + apiMilliseconds + storeMilliseconds
    if (!(await sessions.claim(secret, 'call', holder, until, callsAtOnce))) throw tooManyCalls(callsAtOnce)
    try {
      return await call()
    } finally {
      sessions.release(secret, 'call', holder).catch(() => {})
    }
  }
}

function tooManyCalls(most: number): Refused {
  return new Refused('too-many-requests', {
    message: `${most} calls of your session are in progress already, so this one was not sent.`,
    fix: 'Wait until one of them completes, then try again.',
  })
}

/** What a browser may say to a business API; all else is left out, and the recorded request shows what was sent. */
const passedOn = new Set([
  'accept',
  'accept-language',
  'content-type',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-unmodified-since',
  'prefer',
  'idempotency-key',
  'x-request-id',
  'x-correlation-id',
])

function allowedHeaders(given: Record<string, string>): Record<string, string> {
  const allowed = Object.entries(given)
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => passedOn.has(name))
  const broken = allowed.find(([, value]) => !/^[\t\x20-\x7e]*$/.test(value))
  if (broken) {
    throw new Refused('request-invalid', {
      message: `The header ${broken[0]} contains a character that is not allowed in a header.`,
      fix: 'Use printable ASCII in header values.',
    })
  }
  return {
    accept: 'application/json, */*;q=0.5',
    'accept-encoding': acceptEncoding,
    ...Object.fromEntries(allowed),
  }
}

/** GET has no body whose meaning servers agree on (RFC 9110 §9.3.1). */
function bodyOf({ body, method }: CallRequest): string | undefined {
  return method === 'GET' || body === '' ? undefined : body
}
