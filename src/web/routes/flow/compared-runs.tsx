import { X } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Config } from '#contract/config.ts'
import { slotOf } from '#contract/session.ts'
import { headline } from '#knowledge/diagnose/diagnosis-words.ts'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import { utcTime } from '#knowledge/text/duration.ts'
import button from '../../elements/button.module.css'
import field from '../../elements/field.module.css'
import { outcomeOfMessage } from '../../elements/outcome.ts'
import { Panel } from '../../elements/panel.tsx'
import { usePresenting } from '../../privacy/privacy.ts'
import type { Owners } from '../../session/all-messages.ts'
import { useCurrentName } from '../../session/current-session.ts'
import { useHeldSessions, useSession } from '../../session/session.ts'
import { anotherAt } from '../sign-in/choice.ts'
import { type FlowChoice, flowAddress, oneMessage } from './choice.ts'
import { Parts } from './compared-parts.tsx'
import styles from './compared-runs.module.css'
import { compareRuns, type Run, type RunStep, runsOf } from './runs.ts'

/** A run with what it is called in a choice. */
interface NamedRun extends Run {
  name: string
  /** Name of the session that it is of. */
  owner: string | undefined
}

/**
 * Two whole runs side by side: how each ended and where they part, then the messages that differ. A run is a sign-in
 * with its calls, of this flow or of another session of this browser.
 */
export function ComparedRuns({
  messages,
  owners,
  choice,
  config,
}: {
  messages: FlowMessage[]
  owners: Owners
  choice: FlowChoice
  config: Config
}) {
  const navigate = useNavigate()
  const runs = useNamedRuns(messages, owners, config)
  const session = useSession()
  const current = useCurrentName()
  const [wantedOne, wantedOther] = choice.runs?.split(',') ?? []
  const own = runs.findLast(({ owner }) => owner === current) ?? runs.at(-1)
  const second = runs.find(({ id }) => id === wantedOther) ?? own
  // Another session before another run of the same one.
  const first =
    runs.find(({ id }) => id === wantedOne) ??
    runs.findLast(({ owner }) => owner && owner !== second?.owner) ??
    runs.findLast(({ id }) => id !== second?.id)
  // Runs are sorted by time, so the earlier one is the first.
  const [one, other = runs.length > 1 ? one : undefined] = runs.filter((run) => run === first || run === second)
  const steps = useMemo(() => (one && other ? compareRuns(one.messages, other.messages) : []), [one, other])
  const box = useRef<HTMLDivElement>(null)
  // It was just asked for, so the eye goes there.
  useEffect(() => {
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'start' })
  }, [])
  const close = `/flow${flowAddress({ ...choice, runs: undefined })}`
  const choose = (first: string, second: string) =>
    void navigate(`/flow${flowAddress({ ...choice, runs: `${first},${second}` })}`, {
      replace: true,
      preventScrollReset: true,
    })
  const differing = steps.filter(({ endsOtherwise, parts }) => endsOtherwise || parts.length > 0)
  const [apart, alike] = [differing.filter((one) => one.endsOtherwise), differing.filter((one) => !one.endsOtherwise)]
  const same = steps.length - differing.length
  // What both sent says more than what one of them did not.
  const parting = apart.find(isInBoth) ?? apart[0]
  const unshared = steps.some((step) => isInBoth(step) && isCall(step)) ? undefined : steps.find(isCall)
  return (
    <div ref={box} tabIndex={-1} className={styles.runs}>
      <Panel
        title="Two runs side by side"
        note={one && other ? inBoth(steps) : undefined}
        side={
          <Link to={close} replace preventScrollReset className={button.icon} aria-label="Close the comparison of runs">
            <X size={16} aria-hidden />
          </Link>
        }
        flush
      >
        {one && other ? (
          <>
            <div className={styles.row}>
              <RunChoice label="First run" runs={runs} run={one} choose={(id) => choose(id, other.id)} />
              <RunChoice label="Second run" runs={runs} run={other} choose={(id) => choose(one.id, id)} />
              <Ending run={one} />
              <Ending run={other} />
            </div>
            {unshared && !(parting && isInBoth(parting)) ? (
              <p className={styles.parting}>
                The runs share no call. Send the same call in both:{' '}
                <Link
                  to={`/flow${flowAddress({ ...choice, ...oneMessage, runs: undefined, message: (unshared.one ?? unshared.other)?.id })}`}
                >
                  repeat {(unshared.one ?? unshared.other)?.title}
                </Link>
              </p>
            ) : (
              <p className={styles.parting}>{parting ? partingWords(parting) : 'Every step ended the same way.'}</p>
            )}
            <Steps label="Steps that ended differently" steps={apart} open={parting} />
            {alike.length > 0 && (
              <details className={styles.alike} open={apart.length === 0}>
                <summary>
                  {alike.length === 1 ? '1 step' : `${alike.length} steps`} with the same response but different details
                </summary>
                <Steps label="Steps that differ in details" steps={alike} open={undefined} />
              </details>
            )}
            {same > 0 && (
              <p className={styles.note}>{same === 1 ? 'One other step is' : `${same} other steps are`} the same.</p>
            )}
          </>
        ) : (
          <div className={styles.note}>
            <p>
              There is only one run so far. Sign in as another user or with another client and send the same call, or
              open a saved flow; then both are shown here side by side.
            </p>
            <p>
              <Link
                to={session.state === 'signed-in' ? anotherAt(session, config) : '/?return=/flow'}
                className={button.button}
              >
                {session.state === 'signed-in' ? 'Add a session' : 'Sign in'}
              </Link>
            </p>
          </div>
        )}
      </Panel>
    </div>
  )
}

/** The runs of each session and of what is no session’s, such as a file, oldest first. */
function useNamedRuns(messages: FlowMessage[], owners: Owners, config: Config): NamedRun[] {
  const held = useHeldSessions()
  const presenting = usePresenting()
  return useMemo(() => {
    const byOwner = Map.groupBy(messages, ({ id }) => owners.get(id))
    const severalClients = new Set(held.map(({ client }) => client)).size > 1
    const runs = [...byOwner].flatMap(([owner, own]) => {
      const session = held.find(({ name }) => name === owner)
      const slot = session && slotOf(session.name)
      const numbered = slot === undefined ? undefined : `Session ${slot + 1}`
      const person = presenting ? numbered : (session?.person ?? numbered)
      return runsOf(own).map((run) => ({
        ...run,
        owner,
        name: nameOf(run, config, person, severalClients || person === undefined),
      }))
    })
    const begins = ({ messages: [first] }: Run) => first?.exchange.startedAt ?? 0
    return runs.sort((one, other) => begins(one) - begins(other))
  }, [messages, owners, config, held, presenting])
}

/** `Ana Souza · Sandbox · 15:56:15`, with the client after the environment where that tells more. */
function nameOf({ messages }: Run, config: Config, person: string | undefined, withClient: boolean): string {
  const [first] = messages
  const clientId = first?.exchange.flow?.clientId
  const client = config.environments
    .find(({ id }) => id === first?.exchange.environment)
    ?.clients.find((one) => one.clientId === clientId)
  return [
    person,
    first?.call.environment?.name,
    withClient ? client?.name : undefined,
    first && utcTime(first.exchange.startedAt).slice(11, 19),
  ]
    .filter((part) => part !== undefined)
    .join(' · ')
}

function RunChoice({
  label,
  runs,
  run,
  choose,
}: {
  label: string
  runs: NamedRun[]
  run: NamedRun
  choose: (id: string) => void
}) {
  return (
    <label className={styles.choice}>
      <span>{label}</span>
      <select className={field.control} value={run.id} onChange={(event) => choose(event.target.value)}>
        {runs.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

function Ending({ run: { messages } }: { run: NamedRun }) {
  const failed = messages.findLast((message) => message.failed)
  const [first] = failed?.diagnoses ?? []
  return (
    <p className={styles.ending} data-outcome={failed ? outcomeOfMessage(failed) : 'good'}>
      {failed && first
        ? `${failed.title}: ${failed.answer}. ${headline(first)}`
        : messages.length === 1
          ? 'One message, which succeeded'
          : `All ${messages.length} messages succeeded`}
    </p>
  )
}

const isInBoth = ({ one, other }: RunStep): boolean => one !== undefined && other !== undefined

const isCall = ({ one, other }: RunStep): boolean => (one ?? other)?.exchange.step === 'api'

function partingWords({ one, other }: RunStep): string {
  if (one && other)
    return one.answer === other.answer
      ? `Both ended with ${one.answer} at ${one.title}, for different reasons.`
      : `The runs differ at ${one.title}: ${one.answer} first, ${other.answer} second.`
  return `Only the ${one ? 'first' : 'second'} run sent ${(one ?? other)?.title}.`
}

/** `2 steps in both runs, 16 only in the second` */
function inBoth(steps: RunStep[]): string {
  const only = {
    first: steps.filter(({ other }) => other === undefined).length,
    second: steps.filter(({ one }) => one === undefined).length,
  }
  const both = steps.length - only.first - only.second
  const besides = (['first', 'second'] as const).flatMap((run) =>
    only[run] > 0 ? [`${only[run]} only in the ${run}`] : [],
  )
  return [`${both} ${both === 1 ? 'step' : 'steps'} in both runs`, ...besides].join(', ')
}

function Steps({ label, steps, open }: { label: string; steps: RunStep[]; open: RunStep | undefined }) {
  if (steps.length === 0) return null
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map((step) => (
        <Step key={`${step.one?.id} ${step.other?.id}`} step={step} open={step === open} />
      ))}
    </ol>
  )
}

function Step({ step: { one, other, parts }, open }: { step: RunStep; open: boolean }) {
  const message = one ?? other
  if (!message) return null
  const line = (
    <>
      <span className={styles.what}>
        <b>{message.title}</b> <code>{message.line}</code>
      </span>
      <Answer message={one} label="First" />
      <Answer message={other} label="Second" />
    </>
  )
  return (
    <li>
      {one && other ? (
        <details open={open}>
          <summary className={styles.step}>{line}</summary>
          {parts.length > 0 ? (
            <Parts parts={parts} label={`What differs in ${message.title}`} />
          ) : (
            <p className={styles.note}>Nothing that matters differs in the requests.</p>
          )}
        </details>
      ) : (
        <div className={styles.step}>{line}</div>
      )}
    </li>
  )
}

function Answer({ message, label }: { message: FlowMessage | undefined; label: string }) {
  return (
    <span className={styles.answer} data-outcome={message && outcomeOfMessage(message)}>
      <span className="visually-hidden">{label}: </span>
      {message?.answer ?? 'not sent'}
      {message?.sentWith && `, ${message.sentWith}`}
    </span>
  )
}
