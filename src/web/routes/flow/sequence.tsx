import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Delivery } from '#contract/webhooks.ts'
import { headline } from '#knowledge/diagnose/diagnosis-words.ts'
import { type FlowMessage, type Lane, laneNames, lanes } from '#knowledge/share/flow-messages.ts'
import { durationInWords, utcTime } from '#knowledge/text/duration.ts'
import { outcomeOfMessage } from '../../elements/outcome.ts'
import { eventOf } from '../../exchange/webhooks.ts'
import styles from './sequence.module.css'

/** Shorter pauses are not worth a line of their own, in seconds. */
const pauseWorthTelling = 60

/**
 * The messages as an ordered list. Where there is room the list is drawn as a sequence picture: a lane for each who
 * takes part, an arrow for what was sent and one for what came back. The same facts are told in words.
 */
export function Sequence({
  messages,
  all = messages,
  open,
  addressOf,
  opened,
  deliveries = [],
  whose,
}: {
  /** Those in sight. */
  messages: FlowMessage[]
  all?: FlowMessage[]
  /** Id of the message that is open. */
  open?: string
  /** Where a message leads. */
  addressOf: (message: FlowMessage) => string
  /** What stands below the row of the open message, where it is in the list. */
  opened?: ReactNode
  /** Webhooks that arrived meanwhile. */
  deliveries?: Delivery[]
  /** In whose session a message was sent, where there are several. */
  whose?: (message: FlowMessage) => string | undefined
}) {
  if (messages.length === 0) return <p className={styles.nothing}>No messages match. Clear the filters.</p>
  const several = new Set(all.map(({ call }) => call.environment?.id)).size > 1
  return (
    <div className={styles.picture}>
      <Heads />
      <ol aria-label="Messages, oldest first">
        {inOrder(messages, deliveries).map((one, at) => {
          if ('receivedAt' in one) return <Arrived key={one.id} delivery={one} />
          const isOpen = open === one.id
          const { environment } = one.call
          const first = one.diagnoses[0]
          const who = whose?.(one)
          return (
            <li key={one.id} className={styles.item}>
              {at > 0 && one.pause >= pauseWorthTelling && (
                <p className={styles.pause}>
                  <span>{durationInWords(one.pause)} later</span>
                </p>
              )}
              <Link
                to={addressOf(one)}
                replace
                preventScrollReset
                className={styles.row}
                aria-expanded={isOpen}
                data-outcome={outcomeOfMessage(one)}
              >
                <span className={styles.when}>
                  <time className={styles.time} dateTime={new Date(one.exchange.startedAt * 1000).toISOString()}>
                    {utcTime(one.exchange.startedAt).slice(11, 19)}
                  </time>
                  {who !== undefined && (
                    <b className={styles.who} title={who} aria-hidden>
                      {who}
                    </b>
                  )}
                  {several && environment && (
                    <span className={styles[environment.kind ?? 'none']} aria-hidden>
                      {environment.name}
                    </span>
                  )}
                </span>
                <span className={styles.facts}>
                  <b>{one.title}</b>
                  <span className={styles.code}>{one.line}</span>
                  {one.sentWith && <span>{one.sentWith}</span>}
                  <span>
                    {laneNames[one.from]} to {laneNames[one.to].toLowerCase()}
                    {environment && ` of ${environment.name}`}
                  </span>
                  {who !== undefined && <span>as {who}</span>}
                  <span className={styles.result}>
                    {one.answer} · {one.took}
                  </span>
                  {first && <span className={styles.why}>{headline(first)}</span>}
                </span>
                <span className={styles.drawing} aria-hidden>
                  <Arrow from={one.from} to={one.to} label={one.line} title={one.title} note={one.sentWith} />
                  <Arrow from={one.to} to={one.from} label={drawnAnswer(one)} back />
                  {first && (
                    <span className={styles.whyDrawn} style={{ gridColumn: aroundArrow(one) }}>
                      {headline(first)}
                    </span>
                  )}
                </span>
                <ChevronDown size={16} aria-hidden className={styles.chevron} />
              </Link>
              {isOpen && opened && <Opened>{opened}</Opened>}
            </li>
          )
        })}
      </ol>
    </div>
  )
}

/**
 * What the picture will be, before there is anything to draw.
 *
 * @param props.bare without the names of the lanes, below a picture that has them
 */
export function SequenceOutline({ rows = outline, bare = false }: { rows?: OutlinedRow[]; bare?: boolean }) {
  if (rows.length === 0) return null
  return (
    <div className={`${styles.picture} ${styles.outline}`} aria-hidden>
      {!bare && <Heads times={false} />}
      {rows.map(({ from, to, title, answer }) => (
        <div key={title} className={styles.item}>
          <div className={styles.row}>
            <span className={styles.time} />
            <span className={styles.facts}>{title}</span>
            <span className={styles.drawing}>
              <Arrow from={from} to={to} label="" title={title} />
              <Arrow from={to} to={from} label={answer} back />
            </span>
          </div>
        </div>
      ))}
    </div>
  )
}

/** The lanes without messages, around what is there while those are being read. */
export function SequenceFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.picture}>
      <Heads />
      <div className={styles.coming}>{children}</div>
    </div>
  )
}

/** An arrow that is still to be drawn, and what comes back. */
export interface OutlinedRow {
  from: Lane
  to: Lane
  title: string
  answer: string
}

const outline: OutlinedRow[] = [
  { from: 'browser', to: 'identity', title: 'Sign-in', answer: 'authorization code' },
  { from: 'app', to: 'identity', title: 'Token request', answer: 'tokens' },
  { from: 'app', to: 'gateway', title: 'Your call', answer: 'response, or why it failed' },
]

/** What stands below a row. Its row goes to the top of the window, so that the two are in view together. */
function Opened({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In newer browsers scrolling returns a promise, which an effect must not.
    void box.current?.parentElement?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <div ref={box} className={styles.open}>
      {children}
    </div>
  )
}

/** @param props.times whether the rows below have times */
function Heads({ times = true }: { times?: boolean }) {
  return (
    <div className={styles.heads} aria-hidden>
      <span className={styles.utc}>{times && 'UTC'}</span>
      {lanes.map((lane) => (
        <span key={lane} className={styles.lane}>
          {laneNames[lane]}
        </span>
      ))}
    </div>
  )
}

function inOrder(messages: FlowMessage[], deliveries: Delivery[]): (FlowMessage | Delivery)[] {
  const when = (one: FlowMessage | Delivery) => ('receivedAt' in one ? one.receivedAt : one.exchange.startedAt)
  return [...messages, ...deliveries].sort((one, other) => when(one) - when(other))
}

/** A webhook as an arrow of its own: who knows the address sends it, and nothing goes back. */
function Arrived({ delivery }: { delivery: Delivery }) {
  const event = eventOf(delivery)
  return (
    <li className={styles.item}>
      <a href={`#webhook-${delivery.id}`} className={styles.row}>
        <time className={styles.time} dateTime={new Date(delivery.receivedAt * 1000).toISOString()}>
          {utcTime(delivery.receivedAt).slice(11, 19)}
        </time>
        <span className={styles.facts}>
          <b>Webhook</b>
          <span className={styles.code}>{event}</span>
        </span>
        <span className={styles.drawing} aria-hidden>
          <Arrow from="gateway" to="app" label={event} title="Webhook" />
        </span>
      </a>
    </li>
  )
}

/** How long a person took at the sign-in page is told in the words of the message: it is no time of the response. */
const drawnAnswer = ({ exchange, answer, took }: FlowMessage): string =>
  exchange.step === 'authorize' ? answer : `${answer} · ${took}`

/** Six of the eight columns, about the middle of the arrow. */
function aroundArrow({ from, to }: FlowMessage): string {
  const middle = lanes.indexOf(from) + lanes.indexOf(to) + 2
  return `${middle - 3} / ${middle + 3}`
}

/** Reaches from the middle of one lane to the middle of another; the grid behind it has two columns a lane. */
function Arrow({
  from,
  to,
  label,
  title,
  note,
  back = false,
}: {
  from: Lane
  to: Lane
  label: string
  title?: string
  note?: string
  back?: boolean
}) {
  const [a, b] = [lanes.indexOf(from), lanes.indexOf(to)]
  const gridColumn = `${2 * Math.min(a, b) + 2} / ${2 * Math.max(a, b) + 2}`
  return (
    <span className={back ? styles.back : styles.arrow} data-towards={a < b ? 'right' : 'left'} style={{ gridColumn }}>
      <span className={styles.label}>
        {title && <b>{title}</b>} <span className={styles.code}>{label}</span>
        {note && <span className={styles.note}>{note}</span>}
      </span>
    </span>
  )
}
