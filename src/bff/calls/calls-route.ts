import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { CallRequest, callsPath, forwardedHeaders } from '#contract/calls.ts'
import { operations as builtInOperations } from '#knowledge/protocol/apis.ts'
import { decodeJwt } from '#knowledge/token/jwt.ts'
import { testTokenOf } from '#knowledge/token/test-token/deliberate-faults.ts'
import type { AppState } from '../app-state.ts'
import { findClient, findEnvironment } from '../config/configuration.ts'
import { acceptEncoding, type OutboundRequest, type Sent } from '../http/outbound.ts'
import { Refused } from '../http/refused.ts'
import { certificateOf } from '../identity/client-authentication.ts'
import { beginApiRecord } from '../record/recorder.ts'
import { remembered } from '../remembered.ts'
import type { Standing } from '../session/browser-sessions.ts'
import { demandSession, namedSession } from '../session/session.ts'
import { meanwhile, type Soon, whenThere } from '../soon.ts'
import { apiTarget } from './api-path.ts'

/** Calls a business API with the session's access token and responds with the recorded exchange. */
export const callsRoute: FastifyPluginAsyncTypebox = async (app) => {
  const { configuration, environments, keySets, sessions, outbound, fingerprints, recording, successors } = app.appState
  const { limits } = configuration
  const knownOperations = [...(configuration.builtInOperations ? builtInOperations : []), ...configuration.operations]
  const takePlace = configuration.redis ? placesTogether(app.appState) : placesHere(limits.callsAtOnce)

  app.decorateRequest('demanded', undefined)
  const options = {
    schema: { body: CallRequest },
    bodyLimit: limits.callBytes,
    // Before the body is read: anyone who is not signed in cannot have a large one parsed.
    onRequest(request: FastifyRequest, _: FastifyReply, done: HookHandlerDoneFunction) {
      const kept = whenThere(demand(request), (demanded) => {
        request.demanded = demanded
      })
      if (kept instanceof Promise) kept.then(() => done(), done)
      else done()
    },
    onResponse(request: FastifyRequest, _: FastifyReply, done: HookHandlerDoneFunction) {
      request.demanded?.place?.release()
      done()
    },
  }

  const use = { lengthens: true, behind: (lengthening: Promise<unknown>) => void app.appState.finish(lengthening) }

  /**
   * The session of a request; where a store far away counts the calls, it is asked for a place among them at the same
   * time, so that nobody waits twice.
   */
  function demand(request: FastifyRequest): Soon<Demanded> {
    const secret = configuration.redis && namedSession(app.appState, request)?.secret
    const session = demandSession(app.appState, request, use)
    return secret === undefined
      ? whenThere(session, (found) => ({ session: found }))
      : together(session, takePlace(secret))
  }

  async function together(...both: [Soon<Standing>, Soon<Place>]): Promise<Demanded> {
    const [session, place] = await Promise.allSettled(both)
    if (session.status === 'fulfilled' && place.status === 'fulfilled')
      return { session: session.value, place: place.value }
    if (place.status === 'fulfilled') place.value.release()
    throw session.status === 'rejected' ? session.reason : (place as PromiseRejectedResult).reason
  }

  app.post(callsPath, options, async (request, reply): Promise<string> => {
    const { session, place } = request.demanded ?? (await demand(request))
    const { secret, record } = session
    const call = request.body
    const environmentId = call.environment ?? record.environment
    const environment = findEnvironment(configuration, environmentId)
    if (!environment) {
      throw new Refused('request-invalid', { message: `There is no environment “${environmentId}”.` })
    }
    if (call.token !== undefined && !configuration.builtIn) {
      throw new Refused('request-invalid', {
        message: 'Test tokens are sent only to the built-in environments, so nothing was sent.',
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
    const registered = findClient(configuration, record.environment, record.client)?.client
    // It is nobody's business elsewhere who the client is.
    const isHome = environment.id === record.environment && call.token === undefined
    const wanted = {
      ...apiTarget(environment, call, knownOperations),
      headers: { ...allowedHeaders(call.headers), ...(bearer && { authorization: `Bearer ${bearer}` }) },
      body: bodyOf(call),
      certificate: isHome && registered ? certificateOf(registered) : undefined,
      reusesConnection: true,
    }
    const free = place ?? takePlace(secret)
    const among = free instanceof Promise ? await free : free
    if (!among.taken) throw tooManyCalls(limits.callsAtOnce)
    const sending = sendAmong(among, wanted)
    const begun = meanwhile(() => {
      const token = bearer === undefined ? undefined : decoded(bearer)
      const { scope } = record.tokenResponse
      const flow = {
        opaqueToken: (bearer !== undefined && token === undefined) || undefined,
        testToken: call.token === undefined ? undefined : testTokenOf(call.token, call.fault),
        // What the session was granted says nothing of a test token.
        ...(call.token === undefined && {
          clientId: registered?.clientId,
          requestedScopes: record.requestedScopes,
          grantedScope: typeof scope === 'string' ? scope : undefined,
        }),
      }
      // The page knows its session's token and no other, so what a test token says goes with the exchange.
      const told = { wanted, bearer, flow, token: call.token ? token : undefined }
      return { token, recorded: beginApiRecord(environment.id, told, fingerprints) }
    })
    const sent = await sending
    const { token, recorded } = begun()
    const keys = sent.answer?.status === 401 ? await keysAfter(sent, environment.id, token) : undefined
    const { exchange, json } = recorded.complete(sent, keys)
    if (mayBeSignedOut(secret, sent) && (await isSignedOut(secret))) throw new Refused('session-ended')
    const kept = recording.keep(secret, exchange, token)
    if (kept) await kept
    reply.header('content-type', 'application/json; charset=utf-8')
    return json
  })

  async function sendAmong(place: Place, wanted: OutboundRequest): Promise<Sent> {
    try {
      return await outbound.send(wanted, { milliseconds: limits.apiMilliseconds, bytes: limits.apiBytes })
    } finally {
      place.release()
    }
  }

  /**
   * Whether a session may have been signed out while its call ran, so that the response is nobody's. What another process
   * did is asked for only where the call took its time: a wait for the store would double that of a quick one.
   */
  const mayBeSignedOut = (secret: string, { durationMs }: Sent) => sessions.isDeleted(secret) || durationMs > longCall

  const isSignedOut = async (secret: string) => !(await sessions.get(secret)) && !(await successors.get(secret))

  /**
   * The keys that the environment publishes once its API has refused a token: one that was fetched before may lack a key
   * that is new, or hold one that is gone.
   */
  async function keysAfter({ endedAt }: Sent, environment: string, token: ReturnType<typeof decodeJwt>) {
    if (token?.header.kid === undefined) return undefined
    const found = await environments.find(environment)
    const keys = found && (await keySets.of(found, endedAt - freshMilliseconds))
    if (keys?.state !== 'known') return undefined
    return keys.keys.map(({ kid, alg }) => ({ kid: asText(kid), alg: asText(alg) }))
  }
}

/** Milliseconds after which a person may well have signed out elsewhere. */
const longCall = 3_000

/** A refusal within so many milliseconds after another has the keys not fetched again. */
const freshMilliseconds = 5_000

/** What the tokens in use say, so that they are not taken apart again with each call. */
const tokens = remembered<{ token: ReturnType<typeof decodeJwt> }>(500)

function decoded(bearer: string): ReturnType<typeof decodeJwt> {
  const known = tokens.get(bearer) ?? tokens.set(bearer, { token: decodeJwt(bearer) })
  return known.token
}

const asText = (value: unknown) => (typeof value === 'string' ? value : undefined)

interface Demanded {
  session: Standing
  place?: Place
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What a call needs, asked for before its body is read. */
    demanded: Demanded | undefined
  }
}

/** A place among the calls that a session may have in progress, where one was free. */
interface Place {
  taken: boolean
  release(): void
}

const noPlace: Place = { taken: false, release() {} }

/** Counts the calls that a session has in progress in this process. */
function placesHere(most: number): (secret: string) => Soon<Place> {
  const running = new Map<string, number>()
  return (secret) => {
    const others = running.get(secret) ?? 0
    if (others >= most) return noPlace
    running.set(secret, others + 1)
    return {
      taken: true,
      release() {
        const left = (running.get(secret) ?? 1) - 1
        if (left > 0) running.set(secret, left)
        else running.delete(secret)
      },
    }
  }
}

/** Counts the calls that a session has in progress in all processes; those of one that died count until they are over. */
function placesTogether({ sessions, clock, configuration }: AppState): (secret: string) => Promise<Place> {
  const { requestMilliseconds, apiMilliseconds, storeMilliseconds, callsAtOnce } = configuration.limits
  return async (secret) => {
    const holder = randomUUID()
    const until = clock() + requestMilliseconds + apiMilliseconds + storeMilliseconds
    if (!(await sessions.claim(secret, 'call', holder, until, callsAtOnce))) return noPlace
    let released = false
    return {
      taken: true,
      release() {
        if (!released) sessions.release(secret, 'call', holder).catch(() => {})
        released = true
      },
    }
  }
}

function tooManyCalls(most: number): Refused {
  return new Refused('too-many-requests', {
    message: `${most} calls of your session are already in progress, so this one was not sent.`,
    fix: 'Wait until one of them completes, then try again.',
  })
}

const usualHeaders = { accept: 'application/json, */*;q=0.5', 'accept-encoding': acceptEncoding }

function allowedHeaders(given: Record<string, string> | undefined): Record<string, string> {
  if (!given) return usualHeaders
  const allowed = Object.entries(given)
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => forwardedHeaders.includes(name))
  const broken = allowed.find(([, value]) => !/^[\t\x20-\x7e]*$/.test(value))
  if (broken) {
    throw new Refused('request-invalid', {
      message: `The header ${broken[0]} contains a character that is not allowed in a header.`,
      fix: 'Use printable ASCII in header values.',
    })
  }
  return { ...usualHeaders, ...Object.fromEntries(allowed) }
}

/** GET has no body whose meaning servers agree on (RFC 9110 §9.3.1). */
function bodyOf({ body, method }: CallRequest): string | undefined {
  return method === 'GET' || body === '' ? undefined : body
}
