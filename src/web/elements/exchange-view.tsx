import { type ReactNode, useState } from 'react'
import type { Call, DecodedToken } from '#knowledge/protocol/call.ts'
import { milliseconds, utcTime } from '#knowledge/text/duration.ts'
import { Address } from './address.tsx'
import { answerKind } from './answer-kind.ts'
import styles from './exchange-view.module.css'
import { Json, type LeadsTo } from './json.tsx'
import { StatusTag } from './tag.tsx'

interface Props {
  call: Call
  /** JSON pointers into the call, to be marked. */
  evidence?: string[]
  /** When it was sent (epoch seconds) and how long it took (milliseconds), where that was recorded. */
  timing?: { startedAt: number; durationMs: number }
}

/** A message pair, what was sent beside what came back, and the token that was sent where it is part of the evidence. */
export function ExchangeView(props: Props) {
  const { call, evidence = [] } = props
  return (
    <section className={styles.frame} aria-label="Request and response">
      <div className={styles.pair}>
        {call.request && <RequestSide {...props} />}
        {(call.response || call.failure) && <AnswerSide {...props} />}
        {call.token && evidence.some((pointer) => pointer.startsWith('/token')) && (
          <TokenSide token={call.token} evidence={evidence} />
        )}
      </div>
    </section>
  )
}

export function RequestSide({ call: { request }, evidence = [], timing }: Props) {
  const marked = new Set(evidence)
  if (!request) return null
  return (
    <div className={styles.side}>
      <h3 className={styles.title}>Request {timing && <span>{utcTime(timing.startedAt)}</span>}</h3>
      <p className={styles.line}>
        <Marked on={marked.has('/request/method')}>
          <b>{request.method}</b>
        </Marked>{' '}
        <Marked on={marked.has('/request/url')}>
          <Address text={request.url} />
        </Marked>
      </p>
      {request.headers && <Headers headers={request.headers} marked={marked} pointer="/request/headers" />}
      {request.form && (
        <Headers headers={request.form} marked={marked} pointer="/request/form" separator="=" label="Form" />
      )}
      {request.body !== undefined && <Body text={request.body} marked={marked.has('/request/body')} />}
    </div>
  )
}

function AnswerSide({ call: { step, response, failure }, evidence = [], timing }: Props) {
  const marked = new Set(evidence)
  return (
    <div className={styles.side}>
      <h3 className={styles.title}>
        Response {timing && step !== 'authorize' && <span>after {milliseconds(timing.durationMs)}</span>}
      </h3>
      {response && (
        <>
          {response.status !== undefined && (
            <p className={styles.line}>
              <Marked on={marked.has('/response/status')}>
                <StatusTag status={response.status} />
              </Marked>
            </p>
          )}
          {response.headers && <Headers headers={response.headers} marked={marked} pointer="/response/headers" />}
          {response.body && (
            <Body text={response.body} marked={evidence.some((pointer) => pointer.startsWith('/response/body'))} />
          )}
        </>
      )}
      {failure && (
        <p className={styles.line}>
          <Marked on={evidence.some((pointer) => pointer.startsWith('/failure'))}>
            No complete response: {failure.kind}
          </Marked>
          {failure.message && <span className={styles.note}> {failure.message}</span>}
        </p>
      )}
    </div>
  )
}

/** The parts of the bearer that the diagnosis rests on; the whole of it is on the token screen. */
export function TokenSide({ token, evidence }: { token: DecodedToken; evidence: string[] }) {
  return (
    <div className={styles.side}>
      <h3 className={styles.title}>
        Token <span>the evidence in it</span>
      </h3>
      <Json
        value={evidenceIn(token, evidence)}
        marks={evidence.flatMap((pointer) => (pointer.startsWith('/token') ? [pointer.slice('/token'.length)] : []))}
      />
    </div>
  )
}

/** The members of header and claims that the evidence points to. */
function evidenceIn(token: DecodedToken, evidence: string[]): Partial<DecodedToken> {
  const pick = (part: 'header' | 'claims') =>
    Object.fromEntries(
      Object.entries(token[part]).filter(([name]) => {
        const pointer = `/token/${part}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
        return evidence.some((one) => one === pointer || one.startsWith(`${pointer}/`) || one === `/token/${part}`)
      }),
    )
  return { header: pick('header'), claims: pick('claims') }
}

export function Headers({
  headers,
  marked,
  pointer,
  separator = ':',
  label = 'Headers',
}: {
  headers: Record<string, string>
  marked: Set<string>
  pointer: string
  separator?: string
  label?: string
}) {
  return (
    <dl className={styles.headers} aria-label={label}>
      {Object.entries(headers).map(([name, value]) => (
        <div key={name}>
          <dt>
            {name}
            {separator}
          </dt>
          <dd>
            <Marked on={marked.has(`${pointer}/${name}`)}>
              {name === 'location' ? <Address text={value} /> : value}
            </Marked>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A body as JSON where it is JSON, else as text. Markup of any kind stays text. */
export function Body({ text, marked, leadsTo }: { text: string; marked: boolean; leadsTo?: LeadsTo }) {
  const [whole, setWhole] = useState(false)
  const kind = answerKind(text)
  const long = text.length > 20_000 && !whole
  return (
    // A long body scrolls within itself, so the keyboard must get there.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus.
    <div className={marked ? styles.markedBody : styles.body} tabIndex={0}>
      {kind.as === 'json' && !long ? (
        <Json value={kind.value} marks={marked ? kind.errorFields : []} leadsTo={leadsTo} />
      ) : (
        <pre className={styles.text}>{long ? text.slice(0, 20_000) : text}</pre>
      )}
      {long && (
        <button type="button" className={styles.more} onClick={() => setWhole(true)}>
          Show all {text.length.toLocaleString('en')} characters
        </button>
      )}
    </div>
  )
}

function Marked({ on, children }: { on: boolean; children: ReactNode }) {
  return on ? <mark>{children}</mark> : children
}
