import type { Exchange } from '#contract/exchange.ts'
import type { Message } from '#contract/messages.ts'
import { diagnose } from '#knowledge/diagnose/diagnose.ts'
import type { Diagnosis } from '#knowledge/diagnose/diagnosis.ts'
import type { Call } from '#knowledge/service/call.ts'
import { matchOperation } from '#knowledge/service/match-operation.ts'
import { parseAddress } from '#knowledge/text/address.ts'
import { durationInWords } from '#knowledge/text/duration.ts'
import { milliseconds } from '../../elements/exchange-view.tsx'

/** Who takes part, from left to right in the picture. */
export const lanes = ['browser', 'app', 'identity', 'gateway'] as const
export type Lane = (typeof lanes)[number]

export const laneNames: Record<Lane, string> = {
  browser: 'Browser',
  app: 'Claimcheck',
  identity: 'Identity service',
  gateway: 'Gateway',
}

/** A recorded message as the picture and the list tell it. */
export interface ToldMessage {
  id: string
  exchange: Exchange
  shortened: Message['shortened']
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
  /** Status, or why there is none, with what it brought. */
  answer: string
  /** How long it took. */
  took: string
  failed: boolean
  /** Seconds in which nothing happened before it; 0 for the first. */
  pause: number
}

/**
 * Tells recorded messages, oldest first.
 *
 * @param asCall joins an exchange with what is known beside it
 */
export function tellMessages(messages: Message[], asCall: (exchange: Exchange) => Call): ToldMessage[] {
  let end: number | undefined
  return messages.map(({ exchange, shortened, token }) => {
    const pause = end === undefined ? 0 : Math.max(0, exchange.startedAt - end)
    end = Math.max(end ?? 0, exchange.at)
    const known = asCall(exchange)
    const call = { ...known, token: token ?? known.token }
    // A body that was cut for keeping says nothing of the one that came.
    const judged = shortened.includes('response') ? { ...call, response: { ...call.response, body: undefined } } : call
    const diagnoses = diagnose(judged)
    return {
      id: exchange.id,
      exchange,
      shortened,
      call,
      judged,
      diagnoses,
      ...steps[exchange.step],
      title: titleOf(exchange, call),
      line: `${exchange.request.method} ${parseAddress(exchange.request.url).path}`,
      answer: answerOf(exchange),
      took:
        exchange.step === 'authorize'
          ? `${durationInWords(exchange.durationMs / 1000)} with the person`
          : milliseconds(exchange.durationMs),
      failed: diagnoses.length > 0,
      pause,
    }
  })
}

const steps: Record<Exchange['step'], { from: Lane; to: Lane }> = {
  authorize: { from: 'browser', to: 'identity' },
  token: { from: 'app', to: 'identity' },
  refresh: { from: 'app', to: 'identity' },
  api: { from: 'app', to: 'gateway' },
}

export const stepNames: Record<Exchange['step'], string> = {
  authorize: 'Sign-in',
  token: 'Code for tokens',
  refresh: 'Renewal',
  api: 'API call',
}

function titleOf({ step, request }: Exchange, { operations }: Call): string {
  if (step !== 'api') return stepNames[step]
  const path = parseAddress(request.url).path.replace(/^.*?\/v1(?=\/)/, '')
  return matchOperation(request.method, path, operations)?.operation.title ?? stepNames.api
}

function answerOf({ step, response, failure }: Exchange): string {
  if (failure) return `no complete answer: ${failure.kind}`
  if (!response) return 'no answer'
  if (step !== 'authorize') return String(response.status)
  const brought = parseAddress(response.headers.location ?? '').query
  const error = brought.find(([name]) => name === 'error')?.[1]
  if (error) return `${response.status} back with error ${error}`
  return `${response.status} back with ${brought.some(([name]) => name === 'code') ? 'a code' : 'no code'}`
}
