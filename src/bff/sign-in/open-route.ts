import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { calculatePKCECodeChallenge, generateRandomCodeVerifier, generateRandomNonce } from 'oauth4webapi'
import { epochSeconds } from '#contract/epoch-seconds.ts'
import { OpenSignIn, scopesLength, signInPath, type Transaction } from '#contract/sign-in.ts'
import { transactionId } from '../http/cookies.ts'
import { Refused } from '../http/refused.ts'
import { forgottenAt, type TransactionRecord } from './transaction-record.ts'

/** As many sign-ins as one browser may have in progress; the oldest gives way to a new one. */
const concurrentSignIns = 8

/** Opens a sign-in: makes what ties its redirect to this browser, and keeps it. */
export const openRoute: FastifyPluginAsyncTypebox = async (app) => {
  const { configuration, environments, cookies, browserSessions, transactions, clock } = app.appState
  const { limits } = configuration
  const options = {
    schema: { body: OpenSignIn },
    config: { rateLimit: { max: limits.signInsPerMinute } },
  }

  app.post(signInPath, options, async (request, reply): Promise<Transaction> => {
    const { environment, client, scopes, prompt, loginHint, demonstration, instead } = request.body
    const found = await environments.demandClient(environment, client)
    if (!found) throw unknownClient(environment, client)
    const unknown = prompt?.split(' ').find((value) => !found.environment.prompts.includes(value))
    if (unknown !== undefined) throw unknownPrompt(unknown)
    if (scopes.join(' ').length > scopesLength) throw tooManyScopes()
    const browser = cookies.browser(request)
    const held = cookies.sessions(request)
    if (!(await browserSessions.hasRoom({ browser, held, instead }))) throw new Refused('too-many-sessions')
    await makeRoom(request, reply)
    const openedAt = clock()
    const id = transactionId(openedAt, randomBytes(9).toString('base64url'))
    const secret = randomBytes(32).toString('base64url')
    const verifier = found.environment.pkce ? generateRandomCodeVerifier() : undefined
    const record: TransactionRecord = {
      state: 'open',
      environment,
      client,
      requestedScopes: scopes,
      prompt,
      loginHint,
      demonstration,
      instead,
      nonce: found.environment.nonce ? generateRandomNonce() : undefined,
      verifier,
      codeChallenge: verifier && (await calculatePKCECodeChallenge(verifier)),
      openedAt,
      expiresAt: openedAt + limits.transactionSeconds * 1000,
    }
    await transactions.put(secret, record, forgottenAt(record, limits.transactionSeconds), limits.transactions)
    cookies.setTransaction(reply, id, secret, 2 * limits.transactionSeconds)
    if (browser === undefined) cookies.setBrowser(reply, randomBytes(32).toString('base64url'))
    return {
      transaction: id,
      nonce: record.nonce,
      codeChallenge: record.codeChallenge,
      codeChallengeMethod: record.codeChallenge ? 'S256' : undefined,
      expiresAt: epochSeconds(record.expiresAt),
    }
  })

  async function makeRoom(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const held = cookies.transactions(request)
    const [oldest] = held
    if (!oldest || held.length < concurrentSignIns) return
    await transactions.delete(oldest.secret)
    cookies.clearTransaction(reply, oldest.id)
  }
}

function tooManyScopes(): Refused {
  return new Refused('request-invalid', {
    message: `The scopes are longer than ${scopesLength} characters in total, so the sign-in was not started.`,
    fix: 'Request fewer scopes.',
  })
}

function unknownPrompt(value: string): Refused {
  return new Refused('request-invalid', {
    message: `The configuration does not offer prompt=${value} for this environment.`,
    fix: 'Reload the page to see the current configuration.',
  })
}

function unknownClient(environment: string, client: string): Refused {
  return new Refused('request-invalid', {
    message: `The configuration has no client “${client}” in an environment “${environment}”.`,
    fix: 'Reload the page to see the current configuration.',
  })
}
