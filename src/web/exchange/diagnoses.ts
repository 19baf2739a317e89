import { useEffect, useState } from 'react'
import type { Exchange } from '#contract/exchange.ts'
import type { Diagnosis } from '#knowledge/diagnose/diagnosis.ts'
import type { Call } from '#knowledge/protocol/call.ts'
import { judgedCall } from '#knowledge/protocol/recorded-call.ts'
import { describeMessages, type FlowMessage } from '#knowledge/share/flow-messages.ts'
import { askWhy } from './reasons.ts'

/**
 * Why a call failed; undefined until that is known. Where the same call is judged once more, because more is known beside
 * it, what was said of it stays meanwhile. Throws in rendering where it cannot be found out.
 */
export function useDiagnoses(call: Call): Diagnosis[] | undefined {
  const [told, setTold] = useState<{ call: Call; diagnoses: Diagnosis[] }>()
  const fail = useThrown()
  useEffect(() => {
    const left = new AbortController()
    askWhy({ about: 'calls', calls: [call] }, left.signal).then(
      ([diagnoses = []]) => left.signal.aborted || setTold({ call, diagnoses }),
      (error) => left.signal.aborted || fail(error),
    )
    return () => left.abort()
  }, [call, fail])
  const same = told && (told.call === call || (told.call.request === call.request && told.call.at === call.at))
  return same ? told.diagnoses : undefined
}

const nothing: FlowMessage[] = []

/**
 * Exchanges described with why each failed; undefined until they are. Those that were described stay while more are added
 * to them. `callOf` must be the same from render to render.
 */
export function useDescribed(exchanges: Exchange[], callOf: (exchange: Exchange) => Call): FlowMessage[] | undefined {
  const [described, setDescribed] = useState<FlowMessage[]>()
  const fail = useThrown()
  useEffect(() => {
    let left = false
    describe(exchanges, callOf).then(
      (messages) => left || setDescribed(messages),
      (error) => left || fail(error),
    )
    return () => {
      left = true
    }
  }, [exchanges, callOf, fail])
  if (exchanges.length === 0) return nothing
  const last = described?.at(-1)?.exchange
  return last && exchanges.includes(last) ? described : undefined
}

/** Exchanges described with why each failed. Rejects where it cannot be found out. */
export async function describe(exchanges: Exchange[], callOf: (exchange: Exchange) => Call): Promise<FlowMessage[]> {
  if (exchanges.length === 0) return nothing
  const calls = new Map(exchanges.map((exchange) => [exchange, callOf(exchange)]))
  const joined = (exchange: Exchange) => calls.get(exchange) ?? callOf(exchange)
  const judged = exchanges.map((exchange) => judgedCall(joined(exchange), exchange))
  const diagnoses = await askWhy({ about: 'calls', calls: judged })
  const why = diagnoses.values()
  return describeMessages(exchanges, joined, () => why.next().value ?? [])
}

/** Lets what went wrong beside the rendering be told where a broken screen is. */
function useThrown(): (error: Error) => void {
  const [thrown, setThrown] = useState<Error>()
  if (thrown) throw thrown
  return setThrown
}
