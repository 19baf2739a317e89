import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { calculatePKCECodeChallenge, generateRandomCodeVerifier, generateRandomNonce } from 'oauth4webapi'
import { epochSeconds } from '#contract/epoch-seconds.ts'
import type { Transaction } from '#contract/sign-in.ts'
import {
  OpenSignIn,
  type Outcome,
  outcomeRoute,
  ReturnSignIn,
  returnPath,
  scopesLength,
  signInPath,
} from '#contract/sign-in.ts'
import { type ClientSettings, type EnvironmentSettings, findClient } from '../config/configuration.ts'
import { transactionId } from '../http/cookies.ts'
import { Refused } from '../http/refused.ts'
import { recordRedirect } from '../record/recorder.ts'
import type { Services } from '../services.ts'
import { judgeRedirect, parameter } from './redirect-checks.ts'
import type { TransactionRecord } from './transaction-record.ts'

/** As many sign-ins as one browser may have under way; the oldest gives way to a new one. */
const concurrentSignIns = 8

/** Opening a sign-in, judging its redirect, and telling its outcome. */
export const signInRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { services } = app
  const { configuration, cookies, transactions, clock } = services
  const transactionMilliseconds = configuration.limits.transactionSeconds * 1000

  const opening = {
    schema: { body: OpenSignIn },
    config: { rateLimit: { max: configuration.limits.signInsPerMinute, timeWindow: 60_000 } },
  }
  app.post(signInPath, opening, async (request, reply): Promise<Transaction> => {
    const { environment: environmentId, client: clientId, scopes, prompt } = request.body
    const found = findClient(configuration, environmentId, clientId)
    if (!found) throw unknownClient(environmentId, clientId)
    if (scopes.join(' ').length > scopesLength) throw tooManyScopes()
    const held = cookies.transactions(request)
    const [oldest] = held
    if (oldest && held.length >= concurrentSignIns) {
      await transactions.delete(oldest.secret)
      cookies.clearTransaction(reply, oldest.id)
    }
    const openedAt = clock()
    const id = transactionId(openedAt, randomBytes(9).toString('base64url'))
    const secret = randomBytes(32).toString('base64url')
    const verifier = found.environment.pkce ? generateRandomCodeVerifier() : undefined
    const record: TransactionRecord = {
      state: 'open',
      environment: environmentId,
      client: clientId,
      requestedScopes: scopes,
      prompt,
      nonce: found.environment.nonce ? generateRandomNonce() : undefined,
      verifier,
      codeChallenge: verifier && (await calculatePKCECodeChallenge(verifier)),
      openedAt,
      expiresAt: openedAt + transactionMilliseconds,
    }
    await transactions.put(secret, record, forgottenAt(record, transactionMilliseconds))
    await transactions.trim(configuration.limits.transactions)
    cookies.setTransaction(reply, id, secret, (2 * transactionMilliseconds) / 1000)
    if (cookies.browser(request) === undefined) cookies.setBrowser(reply, randomBytes(32).toString('base64url'))
    return {
      transaction: id,
      nonce: record.nonce,
      codeChallenge: record.codeChallenge,
      codeChallengeMethod: record.codeChallenge ? 'S256' : undefined,
      expiresAt: epochSeconds(record.expiresAt),
    }
  })

  app.post(returnPath, { schema: { body: ReturnSignIn } }, async (request): Promise<Outcome> => {
    const { transaction: id, state, query } = request.body
    const parameters = [...new URLSearchParams(query)]
    const code = parameter(parameters, 'code')
    // A state that this tab did not send names no sign-in of it, whatever else came along.
    const secret = id === undefined || state === 'unknown' ? undefined : cookies.transaction(request, id)
    const record = secret === undefined ? undefined : await transactions.get(secret)
    const found = record && findClient(configuration, record.environment, record.client)
    const codeUsedBefore = code !== undefined && (await isUsed(request, code))
    const broken = judgeRedirect({
      parameters,
      state,
      codeUsedBefore,
      transaction: record &&
        found && { ...found.environment, open: record.state === 'open', expiresAt: record.expiresAt },
      now: clock(),
    })
    const refused = (check: typeof broken): Extract<Outcome, { state: 'refused' }> => ({
      state: 'refused',
      client: record?.client,
      exchange: redirectExchange(services, record, parameters, {
        check,
        codeUsedBefore,
        sentState: state === 'matched',
      }),
    })
    // A redirect that told of an error, met again: the same answer.
    if (record?.state === 'refused' && code === undefined) return outcomeOf(record)
    // Any site can send the browser here with an error and no state: nothing ties it to the sign-in, which stays open.
    if (state === 'absent' && code === undefined) return refused(broken)
    const decided = secret !== undefined && record?.state === 'open'
    if (!decided) return refused(broken ?? { check: 'transaction-missing' })
    const holder = randomBytes(16).toString('base64url')
    const keptUntil = forgottenAt(record, transactionMilliseconds)
    if (!(await transactions.claim(secret, 'return', holder, keptUntil))) return refused({ check: 'code-used' })
    if (broken || code === undefined) {
      const outcome = refused(broken)
      await transactions.put(secret, { ...record, state: 'refused', exchange: outcome.exchange }, keptUntil)
      return outcome
    }
    const codeTrace = services.fingerprints.trace(code)
    const boundBy = state === 'matched' ? 'state' : 'nonce'
    const redirect = redirectExchange(services, record, parameters, { sentState: state === 'matched' })
    await transactions.put(
      secret,
      { ...record, state: 'returned', boundBy, codeTrace, returnedAt: clock(), redirect },
      keptUntil,
    )
    return { state: 'returned' }
  })

  app.get<{ Params: { transaction: string } }>(outcomeRoute, async (request) => {
    const secret = cookies.transaction(request, request.params.transaction)
    const record = secret === undefined ? undefined : await transactions.get(secret)
    return outcomeOf(record)
  })

  /** Whether this browser's session, or one of its sign-ins, has had the code. */
  async function isUsed(request: FastifyRequest, code: string): Promise<boolean> {
    const session = cookies.session(request)
    const known = await Promise.all([
      session === undefined ? undefined : services.sessions.get(session),
      ...cookies.transactions(request).map(({ secret }) => transactions.get(secret)),
    ])
    return known.some(
      (record) =>
        record && 'codeTrace' in record && record.codeTrace && services.fingerprints.matches(record.codeTrace, code),
    )
  }
}

/** Until when the outcome of a sign-in can be asked for, in epoch milliseconds. */
export function forgottenAt(record: { expiresAt: number }, transactionMilliseconds: number): number {
  return record.expiresAt + transactionMilliseconds
}

/**
 * The recorded redirect of a sign-in that ended with it; of a redirect that belongs to no sign-in, as much as its `iss`
 * tells.
 */
export function redirectExchange(
  { configuration, clock, fingerprints }: Services,
  record: TransactionRecord | undefined,
  parameters: [string, string][],
  {
    check,
    codeUsedBefore,
    sentState = false,
  }: { check?: ReturnType<typeof judgeRedirect>; codeUsedBefore?: boolean; sentState?: boolean },
) {
  const found = record && findClient(configuration, record.environment, record.client)
  const iss = parameter(parameters, 'iss')
  const environment = found?.environment ?? configuration.environments.find(({ issuer }) => issuer === iss)
  const redirectUri = found?.client.redirectUri ?? `${configuration.publicUrl}/callback`
  return recordRedirect(
    environment?.id ?? '',
    {
      authorizationUrl:
        found && record
          ? authorizationUrl(
              found.environment,
              found.client,
              record,
              sentState ? parameter(parameters, 'state') : undefined,
            )
          : `${environment?.authUrl ?? ''}/oauth2/authorize`,
      redirectUri,
      parameters,
      openedAt: record?.openedAt,
      at: clock(),
      flow: {
        clientId: found?.client.clientId,
        requestedScopes: record?.requestedScopes,
        redirectUri,
        state: parameter(parameters, 'state'),
        nonce: record?.nonce,
        codeUsedBefore: codeUsedBefore || undefined,
        refused: check,
      },
    },
    fingerprints,
  )
}

/**
 * The authorization request (§2.1 of the document) as far as the BFF knows it; `state` is the page's, and known where the
 * page found in the redirect what it had sent.
 */
function authorizationUrl(
  environment: EnvironmentSettings,
  client: ClientSettings,
  record: TransactionRecord,
  state: string | undefined,
): string {
  const query = new URLSearchParams({
    client_id: client.clientId,
    response_type: 'code',
    redirect_uri: client.redirectUri,
    scope: record.requestedScopes.join(environment.scopeSeparator),
    ...(record.prompt && { prompt: record.prompt }),
    ...(state && { state }),
    ...(record.nonce && { nonce: record.nonce }),
    ...(record.codeChallenge && { code_challenge: record.codeChallenge, code_challenge_method: 'S256' }),
  })
  return `${environment.authUrl}/oauth2/authorize?${query}`
}

function outcomeOf(record: TransactionRecord | undefined): Outcome {
  if (!record) return { state: 'unknown' }
  if (record.state !== 'refused') return { state: record.state }
  return { state: 'refused', client: record.client, exchange: record.exchange }
}

function tooManyScopes(): Refused {
  return new Refused('request-invalid', {
    message: `The scopes are longer than ${scopesLength} characters together, so the sign-in was not begun.`,
    fix: 'Ask for fewer scopes.',
  })
}

function unknownClient(environment: string, client: string): Refused {
  return new Refused('request-invalid', {
    message: `The configuration has no client “${client}” in an environment “${environment}”.`,
    fix: 'Reload the page, so that it shows what is configured now.',
  })
}
