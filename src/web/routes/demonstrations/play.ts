import type { CallRequest } from '#contract/calls.ts'
import type { Config, Demonstration } from '#contract/config.ts'
import { saysThatItPasses } from '#knowledge/diagnose/passes-by-itself.ts'
import { operations } from '#knowledge/protocol/apis.ts'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import type { Outcome } from '../../elements/outcome.ts'
import { describe } from '../../exchange/diagnoses.ts'
import { callOf } from '../../exchange/recorded-call.ts'
import { configQuery, keysQuery, queryClient } from '../../queries.ts'
import { currentSession, readMessages } from '../../session/session.ts'

/** The demonstration of an id. */
export async function findDemonstration(id: string | undefined): Promise<Demonstration | undefined> {
  const { demonstrations } = await queryClient.ensureQueryData(configQuery)
  return demonstrations?.find((one) => one.id === id)
}

/** Reads the recorded messages again. */
export async function readFlow(): Promise<FlowMessage[]> {
  const [config, session, exchanges] = await Promise.all([
    queryClient.ensureQueryData(configQuery),
    currentSession(),
    readMessages(),
  ])
  const keys = config.environments.map(({ id }) => queryClient.ensureQueryData(keysQuery(id)).catch(() => undefined))
  await Promise.all(keys)
  return describe(exchanges, (exchange) => callOf(exchange, { config, session }))
}

/** The demonstration's call as the BFF takes it. */
export function requestOf({ operation: id, parameters, gateway }: NonNullable<Demonstration['call']>): CallRequest {
  const operation = operations.find((one) => one.id === id)
  const body = operation?.body === undefined ? undefined : JSON.stringify(operation.body)
  const value = (place: 'path' | 'query') =>
    Object.entries(parameters).filter(([name]) =>
      operation?.parameters.some((one) => one.name === name && one.in === place),
    )
  return {
    environment: gateway,
    operation: id,
    parameters: Object.fromEntries(value('path')),
    query: value('query'),
    headers: body === undefined ? undefined : { 'content-type': 'application/json' },
    body,
  }
}

/** The client's and the environment's names. */
export function namesOf(demonstration: Demonstration, config: Config) {
  const environment = config.environments.find(({ id }) => id === demonstration.environment)
  const client = environment?.clients.find(({ id }) => id === demonstration.client)
  const gateway = config.environments.find(({ id }) => id === demonstration.call?.gateway)
  return {
    environment: environment?.name ?? demonstration.environment,
    client: client?.name ?? demonstration.client,
    gateway: gateway?.name ?? demonstration.call?.gateway ?? '',
    operation: operations.find(({ id }) => id === demonstration.call?.operation)?.title ?? '',
  }
}

/** The colour of the end that a story is to have. */
export function outcomeToExpect({ expected, ends: { status } }: Demonstration): Outcome {
  if (expected === undefined) return 'good'
  return saysThatItPasses({ status }) ? 'warn' : 'bad'
}
