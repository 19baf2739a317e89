import { useQuery } from '@tanstack/react-query'
import type { Session } from '#contract/session.ts'
import { type Delivery, type Webhooks, webhooksPath } from '#contract/webhooks.ts'
import { parseJson } from '#knowledge/text/json.ts'
import { member } from '#knowledge/text/member.ts'
import { bff } from '../bff.ts'

export const webhooksKey = (session: string) => ['webhooks', session]
const askAgainMilliseconds = 2_000

/** The webhooks that arrive for a session, as they arrive; asked for only where there can be any. */
export function useWebhooks(session: Session, wanted: boolean): Webhooks | undefined {
  const name = session.state === 'signed-in' ? session.name : ''
  const enabled = wanted && name !== ''
  const { data } = useQuery({
    queryKey: webhooksKey(name),
    enabled,
    queryFn: ({ signal }) => bff<Webhooks>('GET', webhooksPath, undefined, { session: name, signal }),
    // Nothing can arrive before the address is open.
    refetchInterval: ({ state }) => (state.data?.address && !state.error ? askAgainMilliseconds : false),
    staleTime: 0,
    // What arrived for one session is never shown to the next.
    gcTime: 0,
  })
  return enabled ? data : undefined
}

/** What a webhook is about. */
export const eventOf = ({ body }: Delivery): string => textAt(body, 'event') ?? 'Webhook'

/** The identifier of the thing that a webhook describes. */
export const subjectOf = ({ body }: Delivery): string | undefined => textAt(body, 'data', 'id')

/** A member of a JSON body, where it is a text. */
export function textAt(body: string, ...names: string[]): string | undefined {
  const found = member(parseJson(body), ...names)
  return typeof found === 'string' ? found : undefined
}
