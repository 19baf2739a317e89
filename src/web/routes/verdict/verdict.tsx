import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Diagnosis } from '#knowledge/diagnose/diagnosis.ts'
import { doubtOf, headline, numbered, retryWords, whoWords } from '#knowledge/diagnose/diagnosis-words.ts'
import type { Call } from '#knowledge/protocol/call.ts'
import { errorInRedirect } from '#knowledge/share/flow-messages.ts'
import type { Reported } from '#knowledge/share/ticket-report.ts'
import button from '../../elements/button.module.css'
import { evidenceLines, type Part } from '../../elements/evidence-lines.ts'
import { outcomeOf } from '../../elements/outcome.ts'
import { SourceChip } from '../../elements/source-chip.tsx'
import { StatusTag } from '../../elements/status-tag.tsx'
import { Tag } from '../../elements/tag.tsx'
import { TicketCopy } from '../../elements/ticket-copy.tsx'
import { VerdictCard } from '../../elements/verdict-card.tsx'
import { remedyOf, type Situation } from './remedy.ts'
import { RemedyButton } from './remedy-button.tsx'
import styles from './verdict.module.css'

interface Props {
  diagnoses: Diagnosis[]
  /** The call that was judged, as it may be shown. */
  call?: Call
  /** When its result arrived, where that is not a time that was read from a text. */
  at?: number
  /** What the app can do here; from it comes the button of the fix. */
  situation: Situation
  /** What can be done besides. */
  more?: ReactNode
  /** The same for a ticket; left out where the case is made up. */
  reported?: () => Reported
  /** Shows the part of the exchange in which a fact stands. */
  onWhole?: (part: Part) => void
  /** That of its heading, one below the heading that it stands under. */
  level?: 1 | 2 | 3
  /** Set while the result is the one that was just asked for. */
  fresh?: string
  /** In whose session the call was sent, where there are several. */
  as?: string
  /** Id of the message in Flow, where that is another screen. */
  inFlow?: string
}

/**
 * Why a call failed, the fix before all else, with the facts that it rests on. The other causes follow, in the order in
 * which to look at them.
 */
export function Verdict({
  diagnoses,
  call,
  at,
  situation,
  more,
  reported,
  onWhole,
  level = 3,
  fresh,
  as,
  inFlow,
}: Props) {
  const [first, ...others] = diagnoses
  if (!first) return null
  const { example } = situation
  const remedy = remedyOf(first, call, situation)
  const outcome = outcomeOf(call?.response, first)
  return (
    <VerdictCard
      tone={outcome === 'warn' ? 'wait' : 'bad'}
      label="Why it failed"
      doubt={`${example !== undefined && example.of.title !== first.title ? 'In this example: ' : ''}${doubtOf(first)}`}
      open={first.certainty !== 'certain'}
      title={first.title}
      under={first.reasons ? severalReasons : first.certainty !== 'certain' && meanings[first.certainty]}
      level={level}
      at={at}
      fresh={fresh}
      facts={
        <>
          {call?.response?.status !== undefined && (
            <StatusTag status={call.response.status} error={errorInRedirect(call.response)} outcome={outcome} />
          )}
          {call && <span>{answeredBy(call)}</span>}
          {as !== undefined && <span>as {as}</span>}
          {first.certainty === 'certain' && <b>Certain</b>}
          {example && <Tag>Example</Tag>}
        </>
      }
      foot={
        <>
          <span className={styles.who}>
            Who can fix it: {whoWords[first.who]} {retryWords[first.retry]}
          </span>
          <span className={styles.references}>
            <SourceChip basis={first.basis} />
            {inFlow !== undefined && <Link to={`/flow?message=${inFlow}`}>Show in Flow</Link>}
            {first.code === example?.of.code ? (
              <code>{first.code}</code>
            ) : (
              <Link to={pageOf(first, call)} className={styles.code}>
                {first.code}
              </Link>
            )}
          </span>
        </>
      }
    >
      <div className={styles.body}>
        <p className={styles.fix}>{first.fix}</p>
        {first.reasons && (
          <ol className={styles.reasons}>
            {first.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ol>
        )}
        <div className={styles.actions}>
          {remedy.do !== 'copy' && <RemedyButton remedy={remedy} situation={situation} />}
          {more}
          {reported && (
            <TicketCopy
              reported={reported}
              tall
              first={remedy.do === 'copy'}
              team={remedy.do === 'copy' ? remedy.team : undefined}
            />
          )}
        </div>
        <p className={styles.cause}>{first.cause}</p>
        {call && <Evidence call={call} diagnosis={first} onWhole={onWhole} />}
      </div>
      {others.length > 0 && (
        <Others diagnoses={others} call={call} level={level === 3 ? 4 : 3} beside={first.certainty === 'certain'} />
      )}
    </VerdictCard>
  )
}

/** Its page; for a service that the API guide does not describe, the page as it counts there. */
function pageOf({ code }: Diagnosis, call: Call | undefined): string {
  const { foreign, id = '' } = call?.environment ?? {}
  return `/errors/${code}${foreign ? `?environment=${encodeURIComponent(id)}` : ''}`
}

function answeredBy({ step, environment, response, failure }: Call): string {
  const side = step === 'api' ? 'API gateway' : 'Identity service'
  const where = environment?.name === undefined ? side : `${side}, ${environment.name}`
  return response === undefined && failure !== undefined ? `${where}: no response` : where
}

/** The facts, marked where they are quoted, and the way to the whole that they are in. */
function Evidence({ call, diagnosis, onWhole }: { call: Call; diagnosis: Diagnosis; onWhole?: Props['onWhole'] }) {
  const lines = evidenceLines(call, diagnosis)
  if (lines.length === 0) return null
  const [part] = lines.flatMap((line) => line.part ?? [])
  return (
    <figure className={styles.evidence}>
      <figcaption>
        Evidence
        {onWhole && part && (
          <button type="button" className={button.link} onClick={() => onWhole(part)}>
            {wholes[part]}
          </button>
        )}
      </figcaption>
      <dl>
        {lines.map(({ where, name, value }) => (
          <div key={`${where} ${name} ${value}`}>
            <dt>
              {where} {name && <code>{name}</code>}
            </dt>
            <dd>
              <span className={styles.value}>
                <mark>{value}</mark>
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  )
}

const wholes: Record<Part, string> = {
  body: 'Show the whole body',
  headers: 'Show all headers',
  request: 'Show the request',
  token: 'Show it in the token',
}

function Others({
  diagnoses,
  call,
  level,
  beside,
}: {
  diagnoses: Diagnosis[]
  call?: Call
  level: 3 | 4
  /** True where the cause is certain: they are no other reading of it. */
  beside: boolean
}) {
  const Heading = level === 3 ? 'h3' : 'h4'
  return (
    <details className={styles.others}>
      <summary>
        {beside
          ? 'Also found'
          : diagnoses.length === 1
            ? 'Another possible cause'
            : `${diagnoses.length} other possible causes`}
      </summary>
      <ol>
        {diagnoses.map((diagnosis) => (
          <li key={diagnosis.code}>
            <Heading>
              <Link to={pageOf(diagnosis, call)}>{headline(diagnosis)}</Link>
            </Heading>
            <p>{[diagnosis.fix, ...numbered(diagnosis)].join(' ')}</p>
            <p className={styles.cause}>{diagnosis.cause}</p>
          </li>
        ))}
      </ol>
    </details>
  )
}

const severalReasons = 'This error has several common causes. The response does not say which one applies.'

const meanings: Record<Exclude<Diagnosis['certainty'], 'certain'>, string> = {
  likely: 'The evidence fits this best. Another cause could look the same.',
  possible: 'The evidence is not conclusive.',
}
