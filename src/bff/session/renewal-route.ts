import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Exchange } from '#contract/exchange.ts'
import { type Renewal, refreshPath } from '#contract/session.ts'
import type { AuditEvent } from '../http/audit.ts'
import { clientAddress } from '../http/client-address.ts'
import { Refused } from '../http/refused.ts'
import { type ObtainedTokens, obtainTokens } from '../identity/obtain-tokens.ts'
import { parseObject } from '../identity/token-response.ts'
import { demandSession, endSession, signedIn } from './session.ts'
import { type FailedRenewal, idleEnd, type SessionRecord } from './session-record.ts'

const pollMilliseconds = 50
const failureKeptMilliseconds = 20_000

/** Renews tokens, one request at a time for a session, across tabs and across processes. */
export const renewalRoute: FastifyPluginAsync = async (app) => {
  const { appState } = app
  const { cookies, sessions, recording, failedRenewals, environments, clock, configuration, fingerprints } = appState
  const { limits } = configuration
  /** Longer than a request to the identity service and the writes after it can take. */
  const lockMilliseconds = limits.identityMilliseconds + 4 * limits.storeMilliseconds
  const underWay = new Map<string, Promise<Renewal>>()

  const options = {
    config: {
      rateLimit: {
        max: limits.renewalsPerMinute,
        // Counts may be kept where other processes see them, which the cookie itself must not be.
        countedBy(request: FastifyRequest) {
          const secret = cookies.named(request)?.secret
          return secret === undefined ? clientAddress(request) : fingerprints.trace(secret)
        },
      },
    },
  }

  app.post(refreshPath, options, async (request): Promise<Renewal> => {
    const { secret, record } = await demandSession(appState, request)
    const running = underWay.get(secret)
    const renewal = running ?? appState.finish(renewOnce(secret, record))
    if (!running) {
      underWay.set(secret, renewal)
      const done = () => underWay.delete(secret)
      renewal.then(done, done)
    }
    const { environment, client } = record
    const result = await renewal
    const outcome = outcomes[result.state]
    if (!running) appState.audit({ event: 'renewal', outcome, environment, client, session: fingerprints.of(secret) })
    return result
  })

  /** Renews, or waits for the process that is renewing already and responds with what it got. */
  async function renewOnce(secret: string, seen: SessionRecord): Promise<Renewal> {
    const holder = randomBytes(16).toString('base64url')
    const waitsUntil = performance.now() + 2 * lockMilliseconds
    for (let waited = false; performance.now() < waitsUntil; waited = true) {
      const claimed = await sessions.claim(secret, 'renew', holder, clock() + lockMilliseconds)
      if (!claimed) {
        await wait(pollMilliseconds)
        continue
      }
      try {
        const record = await sessions.get(secret)
        if (record && record.renewals > seen.renewals) {
          return { state: 'renewed', session: signedIn(appState, record) }
        }
        const failed = waited ? await failedRenewals.get(secret) : undefined
        if (failed) return failed
        if (!record) throw new Refused('session-ended')
        return await renew(secret, record)
      } finally {
        await sessions.release(secret, 'renew', holder).catch(() => {})
      }
    }
    throw new Refused('store-unavailable')
  }

  async function renew(secret: string, record: SessionRecord): Promise<Renewal> {
    const { refreshToken } = record
    const found = await environments.demandClient(record.environment, record.client)
    if (!refreshToken) return { state: 'no-refresh-token' }
    if (!found) throw new Refused('session-ended', { message: 'The client of your session is no longer configured.' })
    const tokens = await obtainTokens(appState, found, {
      step: 'refresh',
      parameters: { grant_type: 'refresh_token', refresh_token: refreshToken.value },
      // OpenID Connect Core §12.2: the ID token of a renewal is optional, and should carry no nonce.
      idToken: { nonceDemanded: false, subject: record.subject },
      demandsIdToken: () => false,
      flow: () => ({
        requestedScopes: record.requestedScopes,
        grantedScope: grantedScope(record),
        credentialsTaken: true,
      }),
    })
    if (!tokens.ok) {
      const over = tokens.by === 'id-token' || (tokens.by === 'service' && isDead(tokens.answer))
      return fail(secret, over ? 'ended' : 'kept', tokens.exchange)
    }
    const renewed = renewedRecord(record, tokens)
    await keep(secret, renewed)
    await remember(secret, tokens.exchange)
    return { state: 'renewed', session: signedIn(appState, renewed) }
  }

  /** The old refresh token may be worthless by now: a session that cannot be stored is over. */
  async function keep(secret: string, renewed: SessionRecord) {
    const expiresAt = idleEnd(renewed, clock(), limits.sessionIdleSeconds)
    const kept = await sessions.replace(secret, renewed, expiresAt).catch(async (cause) => {
      await endSession(appState, secret).catch(() => {})
      throw sessionLost(cause)
    })
    if (!kept) throw new Refused('session-ended')
  }

  /** The renewal stands whether or not its message could be kept. */
  async function remember(secret: string, exchange: Exchange) {
    await recording.keep(secret, exchange)?.catch(() => {})
  }

  async function fail(secret: string, state: FailedRenewal['state'], exchange: Exchange): Promise<Renewal> {
    await failedRenewals.put(secret, { state, exchange }, clock() + failureKeptMilliseconds)
    if (state === 'ended') await endSession(appState, secret)
    else await remember(secret, exchange)
    return { state, exchange }
  }
}

const outcomes: Record<Renewal['state'], AuditEvent['outcome']> = {
  renewed: 'done',
  kept: 'kept',
  ended: 'ended',
  'no-refresh-token': 'kept',
}

function sessionLost(cause: unknown): Refused {
  return new Refused('session-ended', {
    message: 'The tokens were renewed but could not be stored, and the previous ones may no longer work.',
    cause,
  })
}

/** A dead refresh token is `invalid_grant` (RFC 6749 §5.2); some servers say `invalid_request`. */
function isDead(answer: { status: number; body: Uint8Array } | undefined): boolean {
  if (answer?.status !== 400 && answer?.status !== 401) return false
  const error = parseObject(answer.body)?.error
  return error === 'invalid_grant' || error === 'invalid_request'
}

/** What a response leaves out stays: the refresh token and the ID token (RFC 6749 §6, OpenID Connect Core §12.2). */
function renewedRecord(
  record: SessionRecord,
  { response, idToken, receivedAt }: Extract<ObtainedTokens, { ok: true }>,
): SessionRecord {
  const { refresh_token: _, ...tokenResponse } = response.fields
  return {
    ...record,
    tokenResponse,
    accessToken: response.accessToken,
    idToken: response.idToken ?? record.idToken,
    idTokenChecked: idToken?.checked ?? record.idTokenChecked,
    receivedAt,
    refreshToken:
      response.refreshToken === undefined ? record.refreshToken : { value: response.refreshToken, receivedAt },
    renewals: record.renewals + 1,
  }
}

function grantedScope(record: SessionRecord): string | undefined {
  return typeof record.tokenResponse.scope === 'string' ? record.tokenResponse.scope : undefined
}
