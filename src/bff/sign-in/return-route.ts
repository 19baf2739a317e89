import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { Exchange } from '#contract/exchange.ts'
import { type RefusedSignIn, ReturnSignIn, returnPath, type SignInResult } from '#contract/sign-in.ts'
import type { RegisteredClient } from '../config/configuration.ts'
import { Refused } from '../http/refused.ts'
import type { FailedCheck } from '../identity/judged.ts'
import { beginSession } from '../session/begin-session.ts'
import type { KnownBrowser } from '../session/browser-sessions.ts'
import { signedIn } from '../session/session.ts'
import { revoke } from '../session/sign-out.ts'
import { exchangeCode } from './exchange-code.ts'
import { redirectExchange } from './record-redirect.ts'
import { failedRedirectCheck, parameter } from './redirect-checks.ts'
import { codeTraces, type ExchangingTransaction, forgottenAt, type OpenTransaction } from './transaction-record.ts'

/**
 * Takes a redirect in: checks it, sends its code to the identity service, and begins the session. A code is sent once,
 * however often and in however many processes its redirect is received.
 */
export const returnRoute: FastifyPluginAsyncTypebox = async (app) => {
  const { appState } = app
  const { configuration, environments, cookies, transactions, sessions, browserSessions, clock, fingerprints } =
    appState
  const { transactionSeconds } = configuration.limits

  const options = {
    schema: { body: ReturnSignIn },
    config: { rateLimit: { max: configuration.limits.signInsPerMinute } },
  }

  app.post(returnPath, options, async (request, reply): Promise<SignInResult> => {
    const result = await takeIn(request, reply)
    if (result.state === 'refused') {
      const { environment, flow } = result.exchange
      const check = flow?.refused?.check
      appState.audit({ event: 'sign-in', outcome: 'refused', environment, client: result.client, check })
    }
    return result
  })

  async function takeIn(request: FastifyRequest<{ Body: ReturnSignIn }>, reply: FastifyReply): Promise<SignInResult> {
    const redirect = await recognize(request, request.body)
    const { secret, record, registered, code, failed } = redirect
    // A redirect that told of an error, received again: the same answer.
    if (record?.state === 'refused' && code === undefined)
      return { state: 'refused', client: record.client, exchange: record.exchange }
    // Any site can send the browser here with an error and no state: nothing ties it to the sign-in, which stays open.
    if (redirect.state === 'absent' && code === undefined) return await refusal(redirect, failed)
    if (secret === undefined || record?.state !== 'open')
      return await refusal(redirect, failed ?? { check: 'transaction-missing' })
    const browser = cookies.browser(request) ?? randomName(32)
    const known = { browser, held: cookies.sessions(request), instead: record.instead }
    // Before the code is used: the same redirect can be received again once there is room.
    if (!failed && code !== undefined && !(await browserSessions.hasRoom(known))) throw new Refused('too-many-sessions')
    const keptUntil = forgottenAt(record, transactionSeconds)
    const holder = randomName(16)
    if (!(await transactions.claim(secret, 'return', holder, keptUntil)))
      return await refusal(redirect, { check: 'code-used' })
    if (failed || code === undefined || !registered) {
      const refused = await refusal(redirect, failed)
      await settleRefused(secret, holder, record, redirect.state, { exchange: refused.exchange })
      return refused
    }

    const exchanging: ExchangingTransaction = {
      ...record,
      state: 'exchanging',
      boundBy: redirect.state === 'matched' ? 'state' : 'nonce',
      codeTrace: fingerprints.trace(code),
      returnedAt: clock(),
      redirect: await redirectExchange(appState, record, redirect),
    }
    await transactions.put(secret, exchanging, keptUntil)
    const whole = { ...known, signOuts: await browserSessions.signOuts(browser) }
    const settled = await appState.finish(
      settle(secret, holder, { open: record, exchanging }, registered, code, whole, request.log),
    )
    if (settled.state === 'unknown') cookies.clearTransaction(reply, redirect.id)
    if (settled.state !== 'signed-in') return settled
    if (cookies.browser(request) === undefined) cookies.setBrowser(reply, browser)
    const { slot, secret: sessionSecret, record: begun } = settled.session
    cookies.setSession(reply, slot, sessionSecret)
    const { environment, client } = begun
    const session = fingerprints.of(sessionSecret)
    appState.audit({ event: 'sign-in', outcome: 'done', environment, client, session })
    return { state: 'signed-in', session: signedIn(appState, begun) }
  }

  /** What this browser's cookies say about a redirect, and the first check that it fails. */
  async function recognize(request: FastifyRequest, { transaction: id = '', state, query }: ReturnSignIn) {
    const parameters = [...new URLSearchParams(query)]
    const code = parameter(parameters, 'code')
    // A state that this tab did not send names no sign-in of it, whatever else came along.
    const secret = state === 'unknown' ? undefined : cookies.transaction(request, id)
    const record = secret === undefined ? undefined : await transactions.get(secret)
    const registered = record && (await environments.demandClient(record.environment, record.client))
    const codeUsedBefore = code !== undefined && (await isUsed(request, code))
    const transaction = record &&
      registered && { ...registered.environment, open: record.state === 'open', expiresAt: record.expiresAt }
    const failed = failedRedirectCheck({ parameters, state, codeUsedBefore, transaction, now: clock() })
    return { id, parameters, state, code, secret, record, registered, codeUsedBefore, failed }
  }

  /** Whether one of this browser's sessions, or of its sign-ins, has had the code. */
  async function isUsed(request: FastifyRequest, code: string): Promise<boolean> {
    const known = await Promise.all([
      ...cookies.sessions(request).map(({ secret }) => sessions.get(secret)),
      ...cookies.transactions(request).map(({ secret }) => transactions.get(secret)),
    ])
    return known.some((record) => (record ? codeTraces(record) : []).some((trace) => fingerprints.matches(trace, code)))
  }

  /**
   * Keeps why a redirect was refused. One without a `state` may be any site's, and does not use the sign-in up: that stays
   * open for the real one, a few times.
   */
  async function settleRefused(
    secret: string,
    holder: string,
    record: OpenTransaction,
    state: ReturnSignIn['state'],
    refused: { codeTrace?: string; redirect?: Exchange; exchange: Exchange },
  ): Promise<void> {
    const keptUntil = forgottenAt(record, transactionSeconds)
    const { codeTrace, redirect, exchange } = refused
    const before = record.unbound?.codeTraces ?? []
    if (state !== 'absent' || before.length >= unboundTries) {
      const { verifier: _, nonce: __, unbound: ___, ...kept } = record
      await transactions.put(secret, { ...kept, ...refused, state: 'refused' }, keptUntil)
      return
    }
    const unbound = { codeTraces: [...before, codeTrace ?? ''], redirect, exchange }
    await transactions.put(secret, { ...record, unbound }, keptUntil)
    await transactions.release(secret, 'return', holder)
  }

  async function refusal(
    redirect: Awaited<ReturnType<typeof recognize>>,
    failed: FailedCheck | undefined,
  ): Promise<RefusedSignIn> {
    const { record } = redirect
    const exchange = await redirectExchange(appState, record, { ...redirect, failed })
    return { state: 'refused', client: record?.client, exchange }
  }

  /** Exchanges the code and stores what came of it; what was secret in the transaction is not kept after that. */
  async function settle(
    secret: string,
    holder: string,
    { open, exchanging }: { open: OpenTransaction; exchanging: ExchangingTransaction },
    registered: RegisteredClient,
    code: string,
    known: KnownBrowser,
    log: FastifyBaseLogger,
  ) {
    const { exchange, session } = await exchangeCode(appState, exchanging, registered, code)
    const { verifier: _, nonce: __, redirect, ...record } = exchanging
    const keptUntil = forgottenAt(record, transactionSeconds)
    if (!session) {
      const refused = { codeTrace: record.codeTrace, redirect, exchange }
      await settleRefused(secret, holder, open, record.boundBy === 'nonce' ? 'absent' : 'matched', refused)
      return { state: 'refused', client: record.client, exchange } as const
    }
    const begun = await beginSession(appState, session, [redirect, exchange], known, log)
    if (begun.state !== 'begun') {
      await transactions.delete(secret)
      void appState.finish(revoke(appState, session, log))
      if (begun.state === 'no-room') throw new Refused('too-many-sessions')
      return { state: 'unknown' } as const
    }
    await transactions.put(secret, { ...record, state: 'signed-in' }, keptUntil)
    return { state: 'signed-in', session: begun.session } as const
  }
}

/** Redirects without a `state` that may be refused before the sign-in is given up. */
const unboundTries = 3

const randomName = (bytes: number) => randomBytes(bytes).toString('base64url')
