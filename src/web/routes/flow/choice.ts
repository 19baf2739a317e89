import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import type { Owners } from '../../session/all-messages.ts'

/** What is looked at, as the address contains it. */
export interface FlowChoice {
  /** Id of the message that is open. */
  message?: string
  /** Id of the one that is beside it. */
  beside?: string
  /** Set where the open message repeats the one beside it. */
  repeated?: string
  step?: string
  outcome?: string
  environment?: string
  /** Name of a session of this browser. */
  session?: string
  text?: string
  /** Set while two runs stand side by side: the ids of their first messages, or nothing that is known. */
  runs?: string
}

const names: (keyof FlowChoice)[] = [
  'message',
  'beside',
  'repeated',
  'step',
  'outcome',
  'environment',
  'session',
  'text',
  'runs',
]

/** No message beside the open one. */
export const oneMessage = { beside: undefined, repeated: undefined } satisfies FlowChoice

export function readFlowChoice(address: URLSearchParams): FlowChoice {
  return Object.fromEntries(names.flatMap((name) => (address.get(name) ? [[name, address.get(name)]] : [])))
}

/** The query of the address with a choice changed; what is undefined or empty is left out. */
export function flowAddress(choice: FlowChoice): string {
  const chosen = names.flatMap((name): [string, string][] => (choice[name] ? [[name, choice[name]]] : []))
  return chosen.length === 0 ? '?' : `?${new URLSearchParams(chosen)}`
}

export const outcomes = { good: 'Succeeded', failed: 'Failed' } as const

/**
 * The messages that a choice leaves in sight. Text is looked for in what is shown of a message, bodies included.
 *
 * @param owners whose each message is
 */
export function filterMessages(
  messages: FlowMessage[],
  { step, outcome, environment, session, text }: FlowChoice,
  owners: Owners = new Map(),
): FlowMessage[] {
  const wanted = text?.trim().toLowerCase()
  return messages.filter(
    (one) =>
      (!step || one.exchange.step === step) &&
      (!outcome || one.failed === (outcome === 'failed')) &&
      (!environment || one.call.environment?.id === environment) &&
      (!session || owners.get(one.id) === session) &&
      (!wanted || searchable(one).includes(wanted)),
  )
}

function searchable({ exchange, diagnoses, title, line, answer }: FlowMessage): string {
  const { request, response } = exchange
  const causes = diagnoses.flatMap((diagnosis) => [diagnosis.title, diagnosis.code])
  return [
    title,
    line,
    answer,
    ...causes,
    request.url,
    JSON.stringify(request.form ?? {}),
    request.body ?? '',
    JSON.stringify(response?.headers ?? {}),
    response?.body ?? '',
  ]
    .join('\n')
    .toLowerCase()
}
