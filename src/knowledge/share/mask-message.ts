import { type MaskOptions, maskCall, maskDiagnosis, maskSecrets, valuesIn } from '../privacy/mask.ts'
import type { FlowMessage } from './flow-messages.ts'

/** Described messages as they may be shown: what is masked in one of them is masked wherever it is in all. */
export function maskMessages(messages: readonly FlowMessage[], options: MaskOptions = {}): FlowMessage[] {
  let known = options.known
  for (const { call } of messages) known = valuesIn(call, { ...options, known })
  return messages.map((message) => maskMessage(message, { ...options, known }))
}

function maskMessage(message: FlowMessage, options: MaskOptions): FlowMessage {
  const { exchange, diagnoses } = message
  const text = (words: string) => maskSecrets(words, options)
  const call = maskCall(message.call, options)
  const { request, response, failure, token } = maskCall(
    {
      ...message.call,
      request: exchange.request,
      response: exchange.response,
      failure: exchange.failure,
      token: exchange.token,
    },
    options,
  )
  return {
    ...message,
    call,
    judged: maskCall(message.judged, options),
    exchange: {
      ...exchange,
      request: { ...exchange.request, ...request },
      response: exchange.response && { ...exchange.response, ...response, status: exchange.response.status },
      failure,
      token,
    },
    diagnoses: diagnoses.map((one) => maskDiagnosis(one, message.call, options)),
    title: text(message.title),
    line: text(message.line),
    answer: text(message.answer),
  }
}
