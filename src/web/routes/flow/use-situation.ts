import { useSuspenseQuery } from '@tanstack/react-query'
import type { Session } from '#contract/session.ts'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import { configQuery } from '../../queries.ts'
import type { Situation } from '../verdict/remedy.ts'
import { useRepeat } from './again.tsx'
import { againFrom } from './repeat.ts'

/** What can be done about a recorded message: a call that can be repeated is sent again from here. */
export function useSituation(message: FlowMessage, session: Session): Situation {
  const { data: config } = useSuspenseQuery(configQuery)
  const { busy, repeat } = useRepeat(message)
  const environment = message.call.environment?.id
  const repeats = environment !== undefined && againFrom(message, session)?.repeat
  const resend = repeats ? { busy, sendAgain: () => repeat(environment), sendTo: repeat } : undefined
  // What a file holds may be of somebody else.
  const exchange = message.call.environment && message.exchange
  return { config, session, exchange, resend }
}
