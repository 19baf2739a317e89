import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { transactionHeader } from '#contract/request.ts'
import { tokenPath } from '#contract/sign-in.ts'
import type { RefusedCheck } from '#knowledge/service/call.ts'
import { splitScopes } from '#knowledge/service/scopes.ts'
import { type ClientSettings, findClient, type RegisteredClient } from '../config/configuration.ts'
import { judgeIdToken } from '../identity/id-token.ts'
import { requestTokens, type TokenRequest } from '../identity/token-request.ts'
import { judgeTokenResponse, parseObject, type TokenResponse } from '../identity/token-response.ts'
import { keepMessage } from '../record/kept-messages.ts'
import { recordIdentityExchange } from '../record/recorder.ts'
import { endSession } from '../session/session.ts'
import type { SessionRecord } from '../session/session-record.ts'
import { forgottenAt, redirectExchange } from './sign-in-routes.ts'
import type { ReturnedTransaction } from './transaction-record.ts'

/**
 * The token endpoint that the page's OAuth library knows: takes the code of a sign-in whose redirect held, exchanges it
 * at the identity service, and answers with the token response less the refresh token.
 */
export const tokenRoute: FastifyPluginAsync = async (app) => {
  const { services } = app
  const { configuration, cookies, transactions, sessions, singleSession, clock, fingerprints } = services
  const { limits } = configuration

  app.post(tokenPath, async (request, reply) => {
    reply.header('pragma', 'no-cache')
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const codes = form.getAll('code')
    const id = request.headers[transactionHeader]
    const secret = typeof id === 'string' ? cookies.transaction(request, id) : undefined
    const record = secret === undefined ? undefined : await transactions.get(secret)
    const found = record && findClient(configuration, record.environment, record.client)
    const [code] = codes
    if (typeof id !== 'string' || secret === undefined || !record || !found || code === undefined || codes.length > 1) {
      return reply.code(400).send(tokenErrors.noTransaction)
    }
    if (record.state !== 'returned' || !fingerprints.matches(record.codeTrace, code)) {
      return reply.code(400).send(tokenErrors.used)
    }
    const keptUntil = forgottenAt(record, limits.transactionSeconds * 1000)
    if (!(await transactions.claim(secret, 'exchange', randomBytes(16).toString('base64url'), keptUntil))) {
      return reply.code(400).send(tokenErrors.used)
    }
    const older = cookies.session(request)
    const named = cookies.browser(request)
    const browser = named ?? randomBytes(32).toString('base64url')
    const signOut = await singleSession.lastSignOut(browser)
    const work = record.expiresAt <= clock() ? expired(record) : exchange(record, found, code)
    const result = await services.finish(
      work.then((made) => settle(made, { record, secret, keptUntil, older, browser, signOut })),
    )
    // The refusal is a result that the page explains. With a 4xx the browser would report it in its console as a defect.
    if (!result.ok) {
      if (result.forgotten) cookies.clearTransaction(reply, id)
      return result.error
    }
    if (named === undefined) cookies.setBrowser(reply, browser)
    cookies.setSession(reply, result.sessionSecret)
    return result.tokenResponse
  })

  async function exchange(
    record: ReturnedTransaction,
    { environment, client }: RegisteredClient,
    code: string,
  ): Promise<Made> {
    const request = await requestTokens(services, environment, client, {
      code,
      redirect_uri: client.redirectUri,
      grant_type: 'authorization_code',
      ...(record.verifier && { code_verifier: record.verifier }),
    })
    const receivedAt = clock()
    const tell = (refused?: { check: RefusedCheck; field?: string }, idToken?: string) =>
      recordIdentityExchange(
        'token',
        environment.id,
        { ...request, readableIdToken: idToken, flow: flowOf(record, client, receivedAt, refused) },
        fingerprints,
      )
    const { answer, failure } = request.sent
    if (failure || answer?.status !== 200) return { ok: false, exchange: tell(), error: errorOf(request) }
    const response = judgeTokenResponse(answer)
    if (!response.ok) return { ok: false, exchange: tell(response), error: refusedError(response.check) }
    const idToken = await judgeSignInIdToken(response.value, record, { environment, client }, receivedAt)
    if (!idToken.ok) {
      return {
        ok: false,
        exchange: tell(idToken, response.value.idToken),
        error: refusedError(idToken.check),
      }
    }
    return {
      ok: true,
      session: beginSession(record, response.value, idToken.value, receivedAt),
      exchange: tell(),
    }
  }

  /** Without an ID token, a redirect that carried no `state` is tied to this browser by nothing. */
  async function judgeSignInIdToken(
    response: TokenResponse,
    record: ReturnedTransaction,
    { environment, client }: RegisteredClient,
    now: number,
  ) {
    const byNonceAlone = record.boundBy === 'nonce'
    if (response.idToken === undefined) {
      const granted = response.scope === undefined ? record.requestedScopes : splitScopes(response.scope)
      if (granted.includes('openid') || byNonceAlone) {
        return { ok: false, check: 'id-token-missing', field: 'id_token' } as const
      }
      return { ok: true, value: { claims: {}, checked: 'none' } } as const
    }
    return judgeIdToken(response.idToken, {
      environment,
      clientId: client.clientId,
      nonce: record.nonce,
      nonceDemanded: record.nonce !== undefined || byNonceAlone,
      now,
      keys: (freshAfter) => services.keySets.of(environment, freshAfter),
    })
  }

  function beginSession(
    record: ReturnedTransaction,
    response: TokenResponse,
    idToken: { claims: Record<string, unknown>; checked: SessionRecord['idTokenChecked'] },
    receivedAt: number,
  ): SessionRecord {
    const { refresh_token: _, ...tokenResponse } = response.fields
    return {
      environment: record.environment,
      client: record.client,
      signedInAt: receivedAt,
      requestedScopes: record.requestedScopes,
      tokenResponse,
      accessToken: response.accessToken,
      idToken: response.idToken,
      idTokenChecked: idToken.checked,
      subject: typeof idToken.claims.sub === 'string' ? idToken.claims.sub : undefined,
      boundBy: record.boundBy,
      receivedAt,
      refreshToken: response.refreshToken === undefined ? undefined : { value: response.refreshToken, receivedAt },
      renewals: 0,
      codeTrace: record.codeTrace,
      endsAt: receivedAt + limits.sessionSeconds * 1000,
    }
  }

  async function expired(record: ReturnedTransaction): Promise<Made> {
    const exchange = redirectExchange(services, record, [], { check: { check: 'transaction-expired' } })
    return { ok: false, exchange, error: refusedError('transaction-expired') }
  }

  /** Stores what came of an exchange; the session gets a new secret, and an older one of this browser dies. */
  async function settle(
    made: Made,
    {
      record,
      secret,
      keptUntil,
      older,
      browser,
      signOut,
    }: {
      record: ReturnedTransaction
      secret: string
      keptUntil: number
      older?: string
      browser: string
      signOut?: string
    },
  ) {
    if (!made.ok) {
      await transactions.put(
        secret,
        { ...withoutSecrets(record), state: 'refused', exchange: made.exchange },
        keptUntil,
      )
      return { ...made, forgotten: false } as const
    }
    const sessionSecret = randomBytes(32).toString('base64url')
    const idleEndsAt = clock() + limits.sessionIdleSeconds * 1000
    await sessions.put(sessionSecret, made.session, Math.min(idleEndsAt, made.session.endsAt))
    for (const exchange of [record.redirect, made.exchange]) {
      await keepMessage(sessions, sessionSecret, exchange)
    }
    const known = { signOut, expiresAt: made.session.endsAt }
    const adopted = await singleSession.adopt(browser, sessionSecret, known).catch(async (error) => {
      await sessions.delete(sessionSecret).catch(() => {})
      throw error
    })
    if (!adopted) {
      await sessions.delete(sessionSecret)
      await transactions.delete(secret)
      return { ok: false, forgotten: true, error: tokenErrors.signedOut } as const
    }
    if (older !== undefined) await endSession(services, older)
    const { codeTrace } = record
    const { redirect: _, ...done } = withoutSecrets(record)
    await transactions.put(secret, { ...done, state: 'signed-in', codeTrace }, keptUntil)
    return { ok: true, sessionSecret, tokenResponse: made.session.tokenResponse } as const
  }
}

type Made =
  | { ok: true; session: SessionRecord; exchange: ReturnType<typeof recordIdentityExchange> }
  | { ok: false; exchange: ReturnType<typeof recordIdentityExchange>; error: OAuthError }

interface OAuthError {
  error: string
  error_description: string
}

const tokenErrors = {
  noTransaction: {
    error: 'invalid_request',
    error_description: 'This browser has no sign-in under way that the code belongs to. Start the sign-in again.',
  },
  used: {
    error: 'invalid_grant',
    error_description: 'The code does not belong to this sign-in, or it was sent already. Start the sign-in again.',
  },
  signedOut: {
    error: 'exchange_refused',
    error_description: 'This browser was signed out while the code was exchanged, so no session began.',
  },
} satisfies Record<string, OAuthError>

/** The identity service's own error code, where it gave one; the whole story is the sign-in's outcome. */
function errorOf({ sent }: TokenRequest): OAuthError {
  const status = sent.answer?.status
  const given = sent.answer && parseObject(sent.answer.body)?.error
  return {
    error: typeof given === 'string' && /^[\w.-]{1,100}$/.test(given) ? given : 'exchange_failed',
    error_description: sent.failure
      ? `The identity service gave no complete answer (${sent.failure.kind}).`
      : `The identity service answered the code with status ${status}.`,
  }
}

function refusedError(check: RefusedCheck): OAuthError {
  return { error: 'exchange_refused', error_description: `The answer was turned down by the check ${check}.` }
}

function withoutSecrets({ verifier: _, nonce: __, ...record }: ReturnedTransaction) {
  return record
}

function flowOf(
  record: ReturnedTransaction,
  client: ClientSettings,
  now: number,
  refused: { check: RefusedCheck; field?: string } | undefined,
) {
  return {
    clientId: client.clientId,
    requestedScopes: record.requestedScopes,
    redirectUri: client.redirectUri,
    nonce: record.nonce,
    codeAgeSeconds: (now - record.returnedAt) / 1000,
    refused: refused && { check: refused.check, field: refused.field },
  }
}
