import type { Config, Demonstration } from '#contract/config.ts'
import { operations } from '#knowledge/protocol/apis.ts'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import { draftOf } from '../flow/repeat.ts'

/** How far a demonstration has been played, as the recorded messages tell it: by one press or by hand is all the same. */
export type Played =
  | { state: 'not-played' }
  /** Signed in; the call is still to be made. `from`: epoch seconds from which it may be. */
  | { state: 'call-due'; messages: FlowMessage[]; from: number }
  /** `messages` are those of the story alone. `code` is that of the first diagnosis; undefined where all went well. */
  | { state: 'ended'; messages: FlowMessage[]; last: FlowMessage; code: string | undefined; asExpected: boolean }

/**
 * Finds the newest sign-in that asked for what the demonstration asks for, and what came after it. Another story can ask
 * for the same: that a story ended differently than expected is said of the one alone that was begun.
 *
 * @param begun the id of the story that was begun last in this tab
 */
export function played(demonstration: Demonstration, messages: FlowMessage[], config: Config, begun?: string): Played {
  const so = inMessages(demonstration, messages, config)
  return so.state === 'ended' && !so.asExpected && begun !== demonstration.id ? { state: 'not-played' } : so
}

function inMessages(demonstration: Demonstration, messages: FlowMessage[], config: Config): Played {
  const begun = messages.findLastIndex(({ exchange }) => exchange.step === 'authorize')
  const [signIn, ...after] = begun < 0 ? [] : messages.slice(begun)
  if (!signIn || !isItsSignIn(demonstration, signIn, config)) return { state: 'not-played' }
  const token = after.find(({ exchange }) => exchange.step === 'token')
  // Anyone who allows what a story denies has not played it.
  if (demonstration.deny && !signIn.failed) return { state: 'not-played' }
  if (signIn.failed) return ended(demonstration, [], signIn)
  if (!token) return { state: 'not-played' }
  const { call } = demonstration
  if (token.failed || !call) return ended(demonstration, [signIn], token)
  const called = after.find(
    ({ exchange }) =>
      exchange.step === 'api' &&
      exchange.environment === call.gateway &&
      exchange.startedAt >= token.exchange.at + call.afterSeconds &&
      isItsCall(call, exchange),
  )
  if (called) return ended(demonstration, [signIn, token], called)
  return { state: 'call-due', messages: [signIn, token], from: token.exchange.at + call.afterSeconds }
}

function ended({ expected }: Demonstration, before: FlowMessage[], last: FlowMessage): Played {
  const code = last.diagnoses[0]?.code
  return { state: 'ended', messages: [...before, last], last, code, asExpected: code === expected }
}

function isItsSignIn(
  { environment, client, scopes }: Demonstration,
  { exchange }: FlowMessage,
  config: Config,
): boolean {
  const clients = config.environments.find(({ id }) => id === environment)?.clients
  const asked = exchange.flow?.requestedScopes ?? []
  return (
    exchange.environment === environment &&
    exchange.flow?.clientId === clients?.find(({ id }) => id === client)?.clientId &&
    asked.length === scopes.length &&
    scopes.every((one) => asked.includes(one))
  )
}

function isItsCall(call: NonNullable<Demonstration['call']>, exchange: FlowMessage['exchange']): boolean {
  const draft = draftOf(exchange, operations)
  const fields = new URLSearchParams(draft.address.split('?')[1])
  return (
    draft.operation === call.operation &&
    Object.entries(call.parameters).every(([name, value]) => fields.get(name) === value)
  )
}
