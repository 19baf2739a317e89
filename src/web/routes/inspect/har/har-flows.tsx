import { ListPlus } from 'lucide-react'
import { startTransition, useCallback, useEffect, useState } from 'react'
import { headline } from '#knowledge/diagnose/diagnosis-words.ts'
import type { ClaimRows } from '#knowledge/protocol/claims.ts'
import { stepNames } from '#knowledge/share/flow-messages.ts'
import { utcTime } from '#knowledge/text/duration.ts'
import button from '../../../elements/button.module.css'
import { type Outcome, outcomeOf, outcomeOfMessage } from '../../../elements/outcome.ts'
import { Panel } from '../../../elements/panel.tsx'
import { StatusTag } from '../../../elements/status-tag.tsx'
import { Tag } from '../../../elements/tag.tsx'
import type { FlowSummary, HarStep } from '../../../exchange/har/messages.ts'
import type { HarFile } from '../../../exchange/har/read-har-file.ts'
import styles from './har.module.css'
import { HarStepView } from './har-step.tsx'

/** Flows that are drawn at a time, steps of one that are, and steps of all that are drawn without being asked for. */
const page = { flows: 20, steps: 60, unasked: 60 }

/** The sign-ins and calls of a file, step by step, each with its verdict. */
export function HarFlows({ har, rows }: { har: HarFile; rows: ClaimRows }) {
  const [flows, setFlows] = useState<FlowSummary[]>([])
  const total = har.summary.flows.count
  const more = useCallback(
    async (from: number) => {
      const found = await har.ask({ about: 'flows', from, count: page.flows })
      startTransition(() => setFlows((before) => [...before.slice(0, from), ...found]))
    },
    [har],
  )
  useEffect(() => void more(0), [more])
  let left = page.unasked
  // What failed first is above all flows, where there is a cause for it.
  const begin = har.summary.firstFailure ? undefined : flows.find(({ failed }) => failed > 0)?.number
  return (
    <>
      {flows.map((flow) => {
        const start = Math.min(page.steps, left)
        left = Math.max(0, left - flow.steps)
        return <Flow key={flow.number} har={har} flow={flow} start={start} rows={rows} begin={flow.number === begin} />
      })}
      {flows.length > 0 && total > flows.length && (
        <p className={styles.more}>
          {flows.length} of {total.toLocaleString('en')} flows shown
          <button type="button" className={button.quiet} onClick={() => void more(flows.length)}>
            Show {page.flows} more
          </button>
        </p>
      )}
    </>
  )
}

const flowNames: Record<FlowSummary['kind'], string> = {
  'sign-in': 'Sign-in',
  calls: 'Calls with a token obtained elsewhere',
  'calls-without-token': 'Calls without a token',
  'sign-out': 'Sign-out',
}

function Flow({
  har,
  flow: { number, kind, steps: total, failed },
  start,
  rows,
  begin,
}: {
  har: HarFile
  flow: FlowSummary
  /** Steps that are drawn from the start. */
  start: number
  rows: ClaimRows
  /** True where its first failure is what one came for, and is open from the start. */
  begin: boolean
}) {
  const [wanted, setWanted] = useState(start)
  const [steps, setSteps] = useState<HarStep[]>([])
  const [open, setOpen] = useState<number>()
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => {
    if (wanted === 0) return
    let left = false
    void har.ask({ about: 'steps', flow: number, from: 0, count: wanted }).then((found) => {
      if (left) return
      const failure = found.findIndex(({ message }) => message.failed)
      startTransition(() => {
        setSteps(found)
        if (begin && failure >= 0 && wanted === start) setOpen(failure)
      })
    })
    return () => {
      left = true
    }
  }, [har, number, wanted, start, begin])
  const name =
    kind === 'calls-without-token' && har.summary.sanitized ? 'Calls whose token is not in the file' : flowNames[kind]
  return (
    <Panel
      title={`${number + 1}. ${name}`}
      note={`${total.toLocaleString('en')} ${total === 1 ? 'step' : 'steps'}${failed > 0 ? `, ${failed.toLocaleString('en')} failed` : ''}`}
      flush
    >
      {steps.length > 0 && (
        <ol className={styles.steps}>
          {runsOf(steps, failed > 0).map(({ from, succeeded, run }) =>
            succeeded && !unfolded.has(from) ? (
              <li key={from}>
                <button
                  type="button"
                  className={styles.folded}
                  onClick={() => setUnfolded((before) => new Set(before).add(from))}
                >
                  <ListPlus size={15} aria-hidden />
                  {run.length} steps succeeded
                </button>
              </li>
            ) : (
              run.map((step, place) => {
                const at = from + place
                return (
                  <li key={step.message.id} className={marks[outcomeOfMessage(step.message)]}>
                    <button
                      type="button"
                      className={styles.step}
                      aria-expanded={open === at}
                      onClick={() => startTransition(() => setOpen(open === at ? undefined : at))}
                    >
                      <StepLine step={step} />
                    </button>
                    {open === at && <HarStepView step={step} rows={rows} />}
                  </li>
                )
              })
            ),
          )}
        </ol>
      )}
      {total > wanted && (
        <p className={styles.more}>
          {wanted > 0 && `${wanted.toLocaleString('en')} of ${total.toLocaleString('en')} shown`}
          <button type="button" className={button.quiet} onClick={() => setWanted(wanted + page.steps)}>
            {wanted === 0 ? 'Show its steps' : `Show ${page.steps} more`}
          </button>
        </p>
      )}
    </Panel>
  )
}

/** Steps that follow each other and succeeded, from which on they are one line. */
const manySucceeded = 2

/** The steps as they are listed: where one failed, many that succeeded are together. */
function runsOf(steps: HarStep[], fold: boolean): { from: number; succeeded: boolean; run: HarStep[] }[] {
  const runs: { from: number; succeeded: boolean; run: HarStep[] }[] = []
  for (const [from, step] of steps.entries()) {
    const succeeded = fold && !step.message.failed
    const last = runs.at(-1)
    if (last?.succeeded === succeeded) last.run.push(step)
    else runs.push({ from, succeeded, run: [step] })
  }
  return runs.map((one) => ({ ...one, succeeded: one.succeeded && one.run.length >= manySucceeded }))
}

const marks: Partial<Record<Outcome, string>> = { bad: styles.failed, warn: styles.passes }

function StepLine({ step: { message, isSignOut, unanswered } }: { step: HarStep }) {
  const { exchange, diagnoses } = message
  return (
    <>
      <span className={styles.kind}>{isSignOut ? message.title : stepNames[exchange.step]}</span>
      <span className={styles.time}>{utcTime(exchange.startedAt).slice(11, 19)}</span>
      <span className={styles.where}>{whereOf(exchange.request.url || exchange.response?.headers.location)}</span>
      {exchange.response && (
        <StatusTag status={exchange.response.status} outcome={outcomeOf(message.call.response, diagnoses[0])} />
      )}
      {unanswered ? (
        <Tag tone="bad">{unanswered.short}</Tag>
      ) : (
        exchange.failure && <Tag tone="bad">{exchange.failure.kind}</Tag>
      )}
      {diagnoses[0] && <b className={styles.why}>{headline(diagnoses[0])}</b>}
    </>
  )
}

/** Host and path of an address, without the query, in which codes and states stand. */
function whereOf(url = ''): string {
  return url.replace(/^[a-z]+:\/\//i, '').split(/[?#]/)[0] ?? ''
}
