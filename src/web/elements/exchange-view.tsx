import { Fragment, useMemo, useState } from 'react'
import type { Diagnosis } from '#knowledge/diagnose/diagnosis.ts'
import { type EvidenceSpan, evidenceSpans } from '#knowledge/diagnose/evidence-spans.ts'
import type { Call, DecodedToken } from '#knowledge/protocol/call.ts'
import { milliseconds, utcTime } from '#knowledge/text/duration.ts'
import { Address } from './address.tsx'
import { answerKind } from './answer-kind.ts'
import styles from './exchange-view.module.css'
import { Json, type LeadsTo } from './json.tsx'
import { outcomeOf } from './outcome.ts'
import { StatusTag } from './status-tag.tsx'

interface Props {
  call: Call
  /** What it rests on is marked. */
  diagnosis: Diagnosis | undefined
  /** When it was sent (epoch seconds) and how long it took (milliseconds), where that was recorded. */
  timing?: { startedAt: number; durationMs: number }
  /** Names it where there may be several on a screen. */
  label?: string
}

interface SideProps extends Omit<Props, 'diagnosis' | 'label'> {
  diagnosis?: Diagnosis
  /** What is to be marked. */
  spans: EvidenceSpan[]
}

/** What a diagnosis rests on in a call. */
export function useSpans(call: Call, diagnosis: Diagnosis | undefined): EvidenceSpan[] {
  return useMemo(() => (diagnosis === undefined ? [] : evidenceSpans(call, diagnosis)), [call, diagnosis])
}

/** A message pair, what was sent beside what came back, and the token that was sent where it is part of the evidence. */
export function ExchangeView({ call, diagnosis, timing, label = 'Request and response' }: Props) {
  const spans = useSpans(call, diagnosis)
  return (
    <section className={styles.frame} aria-label={label}>
      <div className={styles.pair}>
        {call.request && <RequestSide call={call} spans={spans} timing={timing} />}
        {(call.response || call.failure) && (
          <AnswerSide call={call} diagnosis={diagnosis} spans={spans} timing={timing} />
        )}
        {call.token && spans.some(({ at }) => at.startsWith('/token')) && (
          <TokenSide token={call.token} spans={spans} />
        )}
      </div>
    </section>
  )
}

export function RequestSide({ call: { request }, spans, timing }: SideProps) {
  if (!request) return null
  return (
    <div className={styles.side}>
      <h3 className={styles.title}>Request {timing && <span>{utcTime(timing.startedAt)}</span>}</h3>
      <p className={styles.line}>
        <b>
          <Marked text={request.method} spans={spans.filter(({ at }) => at === '/request/method')} />
        </b>{' '}
        <Address text={request.url} spans={spans.filter(({ at }) => at === '/request/url')} />
      </p>
      {request.headers && <Headers headers={request.headers} spans={spans} pointer="/request/headers" />}
      {request.form && (
        <Headers headers={request.form} spans={spans} pointer="/request/form" separator="=" label="Form" />
      )}
      {request.body !== undefined && (
        <Body text={request.body} spans={spans.filter(({ at }) => at === '/request/body')} />
      )}
    </div>
  )
}

function AnswerSide({ call: { step, response, failure }, diagnosis, spans, timing }: SideProps) {
  const marked = (pointer: string) => spans.some(({ at }) => at.startsWith(pointer))
  return (
    <div className={styles.side}>
      <h3 className={styles.title}>
        Response {timing && step !== 'authorize' && <span>after {milliseconds(timing.durationMs)}</span>}
      </h3>
      {response && (
        <>
          {response.status !== undefined && (
            <p className={marked('/response/status') ? styles.markedLine : styles.line}>
              <StatusTag status={response.status} outcome={outcomeOf(response, diagnosis)} />
            </p>
          )}
          {response.headers && <Headers headers={response.headers} spans={spans} pointer="/response/headers" />}
          {response.body && (
            <Body text={response.body} spans={spans.filter(({ at }) => at.startsWith('/response/body'))} />
          )}
        </>
      )}
      {failure && (
        <p className={styles.line}>
          {marked('/failure') ? <mark>{noResponse(failure.kind)}</mark> : noResponse(failure.kind)}
          {failure.message && <span className={styles.note}> {failure.message}</span>}
        </p>
      )}
    </div>
  )
}

const noResponse = (kind: string): string => `No complete response: ${kind}`

/** The parts of the bearer that the diagnosis rests on; the whole of it is on the token screen. */
export function TokenSide({ token, spans }: { token: DecodedToken; spans: EvidenceSpan[] }) {
  const pointers = spans.flatMap(({ at }) => (at.startsWith('/token') ? [at] : []))
  return (
    <div className={styles.side}>
      <h3 className={styles.title}>
        Token <span>the evidence in it</span>
      </h3>
      <Json value={evidenceIn(token, pointers)} marks={pointers.map((at) => at.slice('/token'.length))} />
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
  const parts = { header: pick('header'), claims: pick('claims') }
  return Object.fromEntries(Object.entries(parts).filter(([, members]) => Object.keys(members).length > 0))
}

export function Headers({
  headers,
  spans,
  pointer,
  separator = ':',
  label = 'Headers',
}: {
  headers: Record<string, string>
  spans: EvidenceSpan[]
  pointer: string
  separator?: string
  label?: string
}) {
  return (
    <dl className={styles.headers} aria-label={label}>
      {Object.entries(headers).map(([name, value]) => {
        const own = spans.filter(({ at }) => at === `${pointer}/${name}`)
        return (
          <div key={name}>
            <dt>
              {name}
              {separator}
            </dt>
            <dd>{name === 'location' ? <Address text={value} spans={own} /> : <Marked text={value} spans={own} />}</dd>
          </div>
        )
      })}
    </dl>
  )
}

/** A body as JSON where it is JSON, else as text. Markup of any kind stays text. */
export function Body({ text, spans, leadsTo }: { text: string; spans: EvidenceSpan[]; leadsTo?: LeadsTo }) {
  const [whole, setWhole] = useState(false)
  const kind = answerKind(text)
  const long = text.length > 20_000 && !whole
  return (
    // A long body scrolls within itself, so the keyboard must get there.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus.
    <div className={spans.length > 0 ? styles.markedBody : styles.body} tabIndex={0}>
      {kind.as === 'json' && !long ? (
        <Json value={kind.value} marks={spans.flatMap(({ inside }) => inside ?? [])} leadsTo={leadsTo} />
      ) : (
        <pre className={styles.text}>
          <Marked text={long ? text.slice(0, 20_000) : text} spans={spans} />
        </pre>
      )}
      {long && (
        <button type="button" className={styles.more} onClick={() => setWhole(true)}>
          Show all {text.length.toLocaleString('en')} characters
        </button>
      )}
    </div>
  )
}

/** A value of the exchange with the words in it that decide marked. */
function Marked({ text, spans }: { text: string; spans: EvidenceSpan[] }) {
  if (spans.some(({ part }) => !part)) return <mark>{text}</mark>
  const found = spans
    .map(({ words }) => ({ start: text.indexOf(words), end: text.indexOf(words) + words.length }))
    .filter(({ start }) => start >= 0)
    .sort((one, other) => one.start - other.start)
    .filter(({ start }, at, all) => at === 0 || start >= (all[at - 1]?.end ?? 0))
  return (
    <>
      {found.map(({ start, end }, at) => (
        <Fragment key={start}>
          {text.slice(found[at - 1]?.end ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(found.at(-1)?.end ?? 0)}
    </>
  )
}
