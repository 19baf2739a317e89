import { useMemo } from 'react'
import type { Exchange } from '#contract/exchange.ts'
import type { Diagnosis } from '#knowledge/diagnose/diagnosis.ts'
import { headline } from '#knowledge/diagnose/diagnosis-words.ts'
import type { Call } from '#knowledge/protocol/call.ts'
import { describeMessages, type FlowMessage } from '#knowledge/share/flow-messages.ts'
import type { Reported } from '#knowledge/share/ticket-report.ts'
import { serverNow } from '../clock.ts'
import { useMasking } from '../privacy/masking.ts'

/** A recorded exchange as it may be shown: while presenting, less what describes a person or a company. */
export function useShown(exchange: Exchange, call: Call, diagnoses: Diagnosis[]): FlowMessage {
  const masking = useMasking()
  return useMemo(() => {
    const message = described(exchange, call, diagnoses)
    return masking?.messages([message])[0] ?? message
  }, [exchange, call, diagnoses, masking])
}

/** One exchange as a report for a ticket. */
export function reportOf(title: string, exchange: Exchange, call: Call, diagnoses: Diagnosis[]): Reported {
  return {
    at: Math.floor(serverNow()),
    title: diagnoses[0] === undefined ? title : `${title}: ${headline(diagnoses[0])}`,
    environment: call.environment?.name ?? call.environment?.id,
    diagnoses,
    messages: [described(exchange, call, diagnoses)],
  }
}

function described(exchange: Exchange, call: Call, diagnoses: Diagnosis[]): FlowMessage {
  const [message] = describeMessages(
    [exchange],
    () => call,
    () => diagnoses,
  )
  if (message === undefined) throw new Error('One exchange is one message.')
  return message
}
