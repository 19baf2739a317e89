import { useQueryClient } from '@tanstack/react-query'
import { RadioTower } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { type Delivery, type Webhooks, webhooksPath } from '#contract/webhooks.ts'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import { bff } from '../../bff.ts'
import button from '../../elements/button.module.css'
import { CopyButton } from '../../elements/copy-button.tsx'
import { Body, Headers } from '../../elements/exchange-view.tsx'
import { Ago, Moment } from '../../elements/moment.tsx'
import { Panel } from '../../elements/panel.tsx'
import { SourcedText } from '../../elements/sourced-text.tsx'
import { handOff } from '../../exchange/hand-off.ts'
import { eventOf, subjectOf, textAt, webhooksKey } from '../../exchange/webhooks.ts'
import { flowAddress } from './choice.ts'
import styles from './webhooks.module.css'

/** The session's webhook address and what arrived there, each beside the call that it describes. */
export function WebhooksPanel({
  session,
  webhooks: { address, deliveries },
  messages,
  builtIn,
}: {
  /** Name of the session that they arrive for. */
  session: string
  webhooks: Webhooks
  messages: FlowMessage[]
  builtIn: boolean
}) {
  const client = useQueryClient()
  const open = async () =>
    client.setQueryData(webhooksKey(session), await bff<Webhooks>('POST', webhooksPath, undefined, { session }))
  return (
    <Panel title="Webhooks" note={<SourcedText text="For the creation and payment of bank slips (§6)" />}>
      <div className={styles.webhooks}>
        <p className={styles.note}>
          The API guide does not describe the event names, payload, signature or retries.{' '}
          {builtIn &&
            'The built-in sandbox does not sign webhooks, tries only once, and pays a new slip ten seconds after it is created.'}
        </p>
        {address === undefined ? (
          <div>
            <button type="button" className={button.button} onClick={() => void open()}>
              <RadioTower size={15} aria-hidden />
              Create a webhook address
            </button>
          </div>
        ) : (
          <div className={styles.address}>
            <code>{address}</code>
            <CopyButton text={address} what="the address" leaving="own" />
            <Link to="/calls/register-webhook" className={button.button} onClick={() => handOff(registration(address))}>
              Register it, then create a slip
            </Link>
          </div>
        )}
        <ol className={styles.deliveries} aria-label="Webhooks that arrived, newest first" aria-live="polite">
          {deliveries.toReversed().map((delivery) => (
            <li key={delivery.id} id={`webhook-${delivery.id}`}>
              <Arrived delivery={delivery} cause={causeOf(delivery, messages)} />
            </li>
          ))}
        </ol>
        {address !== undefined && deliveries.length === 0 && <p className={styles.note}>Nothing has arrived yet.</p>}
      </div>
    </Panel>
  )
}

function Arrived({ delivery, cause }: { delivery: Delivery; cause?: FlowMessage }) {
  const { body, headers, receivedAt } = delivery
  const { hash } = useLocation()
  const wanted = hash === `#webhook-${delivery.id}`
  const details = useRef<HTMLDetailsElement>(null)
  // It is fetched after the screen, too late for the browser to go there by itself.
  useEffect(() => {
    if (wanted) details.current?.scrollIntoView({ block: 'nearest' })
  }, [wanted])
  return (
    <details ref={details} open={wanted || undefined}>
      <summary>
        <b>{eventOf(delivery)}</b>
        <Ago at={receivedAt} />
      </summary>
      <div className={styles.arrived}>
        <p>
          Received <Moment at={receivedAt} />
        </p>
        {cause && (
          <p>
            About the slip created by{' '}
            <Link to={flowAddress({ message: cause.id })}>
              {cause.title}, {cause.took}
            </Link>
            .
          </p>
        )}
        <Headers headers={headers} spans={[]} pointer="" />
        <Body text={body} spans={[]} />
      </div>
    </details>
  )
}

const registration = (url: string): string =>
  JSON.stringify({ url, events: ['bank-slip.created', 'bank-slip.paid'] }, null, 2)

/** The call whose answer contains the identifier that the webhook describes. */
function causeOf(delivery: Delivery, messages: FlowMessage[]): FlowMessage | undefined {
  const id = subjectOf(delivery)
  if (id === undefined) return undefined
  return messages.findLast(
    ({ exchange: { request, response } }) => request.method === 'POST' && textAt(response?.body ?? '', 'id') === id,
  )
}
