import { useSuspenseQuery } from '@tanstack/react-query'
import { Pencil, Repeat } from 'lucide-react'
import { Link, useNavigate, useNavigation, useSubmit } from 'react-router'
import type { CallRequest } from '#contract/calls.ts'
import type { Session } from '#contract/session.ts'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import button from '../../elements/button.module.css'
import { handOff } from '../../exchange/hand-off.ts'
import { knownOperations } from '../../exchange/operations.ts'
import { configQuery } from '../../queries.ts'
import { useCurrentName } from '../../session/current-session.ts'
import { useHeldSessions } from '../../session/session.ts'
import { useSessionLabels } from '../../session/use-session-labels.ts'
import styles from './message-view.module.css'
import { againFrom, bodyOf, draftOf, repeatRequest } from './repeat.ts'

/** What the Flow screen's action is asked for: a call, and the message that its response is to be beside. */
export interface Repetition {
  /** Name under which the Calls screen keeps the response. */
  operation: string
  request: CallRequest
  beside: string
  /** Name of the session that it is sent in. */
  session: string
}

/**
 * Sends the call of a message again, to the gateway of an environment, in the session of this tab or another one; the new
 * message is beside the old one.
 */
export function useRepeat({ id, exchange, call }: FlowMessage) {
  const submit = useSubmit()
  const { data: config } = useSuspenseQuery(configQuery)
  const busy = useNavigation().formMethod === 'POST'
  const own = useCurrentName()
  const repeat = (to: string, session = own) => {
    if (session === undefined) return
    const { operation } = draftOf(exchange, knownOperations(config), call.environment?.id, call.environment)
    const wanted: Repetition = {
      operation,
      request: repeatRequest(exchange, to, call.environment),
      beside: id,
      session,
    }
    void submit(JSON.stringify(wanted), {
      method: 'post',
      encType: 'application/json',
      action: `/flow${location.search}`,
      replace: true,
      // From another screen, Flow opens at its top.
      preventScrollReset: location.pathname === '/flow',
    })
  }
  return { busy, repeat }
}

/** The same call once more, also as another person, or its draft on the Calls screen; where one cannot be, why. */
export function Again({
  message,
  session,
  owner,
  offered,
}: {
  message: FlowMessage
  session: Session
  owner?: string
  /** True where the verdict above has the button that sends it again. */
  offered: boolean
}) {
  const sessions = useHeldSessions()
  const labels = useSessionLabels()
  const navigate = useNavigate()
  const { data: config } = useSuspenseQuery(configQuery)
  const { busy, repeat } = useRepeat(message)
  const again = againFrom(message, session)
  if (!again) return null
  const { exchange, call } = message
  const environment = call.environment?.id
  // A call to the gateway of its own environment goes to that of the other's.
  const gatewayOf = (name: string, to: string) =>
    sessions.find((one) => one.name === owner)?.environment === to
      ? (sessions.find((one) => one.name === name)?.environment ?? to)
      : to
  return (
    <>
      {again.repeat && environment !== undefined && labels.length < 2 && !offered && (
        <button type="button" className={button.button} disabled={busy} onClick={() => repeat(environment)}>
          <Repeat size={15} aria-hidden />
          {busy ? 'Sending' : 'Repeat'}
        </button>
      )}
      {again.repeat &&
        environment !== undefined &&
        labels.length > 1 &&
        labels.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            className={button.button}
            disabled={busy}
            onClick={() => repeat(gatewayOf(name, environment), name)}
          >
            <Repeat size={15} aria-hidden />
            {busy ? 'Sending' : `Repeat as ${title}`}
          </button>
        ))}
      {again.edit && (
        <button
          type="button"
          className={button.button}
          onClick={() => {
            const body = bodyOf(exchange.request)
            if (body !== undefined) handOff(body)
            void navigate(draftOf(exchange, knownOperations(config), environment, call.environment).address)
          }}
        >
          <Pencil size={15} aria-hidden />
          Edit and repeat
        </button>
      )}
      {again.why !== undefined && (
        <p className={styles.note}>
          {again.why} {session.state === 'signed-out' && <Link to="/?return=/flow">Sign in</Link>}
        </p>
      )}
    </>
  )
}
