import type { Diagnosis } from '../diagnose/diagnosis.ts'
import type { Call, Step } from '../protocol/call.ts'
import type { Exchange } from '../protocol/exchange.ts'
import { matchOperation, operationsFor } from '../protocol/match-operation.ts'
import { operationPath } from '../protocol/operation-path.ts'
import { judgedCall } from '../protocol/recorded-call.ts'
import { parseAddress } from '../text/address.ts'
import { durationInWords, milliseconds } from '../text/duration.ts'
import { testTokenInWords } from '../token/test-token/deliberate-faults.ts'

/** Who takes part, from left to right in the picture. */
export const lanes = ['browser', 'app', 'identity', 'gateway'] as const
export type Lane = (typeof lanes)[number]

export const laneNames: Record<Lane, string> = {
  browser: 'Browser',
  app: 'Claimcheck',
  identity: 'Identity service',
  gateway: 'Gateway',
}

/** An exchange with the words that a flow describes it in. */
export interface FlowMessage {
  id: string
  exchange: Exchange
  call: Call
  /** As much of it as reasoning may rest on. */
  judged: Call
  diagnoses: Diagnosis[]
  from: Lane
  to: Lane
  /** What it is for, in a few words. */
  title: string
  /** Method and path. */
  line: string
  /** What was sent in place of the session's token. */
  sentWith?: string
  /** Status, or why there is none, with what it brought. */
  answer: string
  /** How long it took. */
  took: string
  failed: boolean
  /** Seconds in which nothing happened before it; 0 for the first. */
  pause: number
}

/**
 * Describes exchanges, oldest first.
 *
 * @param callOf joins an exchange with what is known beside it
 * @param why says why a call failed, from as much of it as reasoning may rest on; asked in the order of the exchanges
 */
export function describeMessages(
  exchanges: Exchange[],
  callOf: (exchange: Exchange) => Call,
  why: (judged: Call) => Diagnosis[],
): FlowMessage[] {
  let end: number | undefined
  return exchanges.map((exchange) => {
    const pause = end === undefined ? 0 : Math.max(0, exchange.startedAt - end)
    end = Math.max(end ?? 0, exchange.at)
    const call = callOf(exchange)
    const judged = judgedCall(call, exchange)
    const diagnoses = why(judged)
    return {
      id: exchange.id,
      exchange,
      call,
      judged,
      diagnoses,
      ...parties[exchange.step],
      title: titleOf(exchange, call),
      line: `${exchange.request.method} ${parseAddress(exchange.request.url).path}`,
      sentWith: exchange.flow?.testToken === undefined ? undefined : testTokenInWords(exchange.flow.testToken),
      answer: answerOf(exchange),
      took:
        exchange.step === 'authorize'
          ? `${durationInWords(exchange.durationMs / 1000)} at the sign-in page`
          : milliseconds(exchange.durationMs),
      failed: diagnoses.length > 0,
      pause,
    }
  })
}

const parties: Record<Step, { from: Lane; to: Lane }> = {
  authorize: { from: 'browser', to: 'identity' },
  token: { from: 'app', to: 'identity' },
  refresh: { from: 'app', to: 'identity' },
  api: { from: 'app', to: 'gateway' },
}

export const stepNames: Record<Step, string> = {
  authorize: 'Sign-in',
  token: 'Token request',
  refresh: 'Renewal',
  api: 'API call',
}

function titleOf({ step, request }: Exchange, call: Call): string {
  if (step !== 'api') return stepNames[step]
  const path = operationPath(request.url, call.environment)
  return (path && matchOperation(request.method, path, operationsFor(call))?.operation.title) || stepNames.api
}

/** The error code that a redirect brings back to the client (RFC 6749 §4.1.2.1); undefined where it brings none. */
export function errorInRedirect(response: Pick<NonNullable<Call['response']>, 'headers'>): string | undefined {
  return parseAddress(response.headers?.location ?? '').query.find(([name]) => name === 'error')?.[1] || undefined
}

function answerOf({ step, response, failure }: Exchange): string {
  if (failure) return `no complete response: ${failure.kind}`
  if (!response) return 'no response'
  if (step !== 'authorize') return String(response.status)
  const brought = parseAddress(response.headers.location ?? '').query
  if (brought.every(([name]) => !['code', 'error', 'state', 'iss'].includes(name))) return String(response.status)
  const error = errorInRedirect(response)
  if (error) return `${response.status}, error ${error}`
  return `${response.status}, ${brought.some(([name]) => name === 'code') ? 'code returned' : 'no code'}`
}
