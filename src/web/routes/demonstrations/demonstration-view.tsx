import { CircleCheck, CircleX, Play, Send, UserRound } from 'lucide-react'
import { Fragment, type ReactNode, useEffect } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import type { Config, Demonstration } from '#contract/config.ts'
import { compareScopes } from '#knowledge/protocol/scopes.ts'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import { durationInWords } from '#knowledge/text/duration.ts'
import { isObject, parseJson } from '#knowledge/text/json.ts'
import { useNow } from '../../clock.ts'
import button from '../../elements/button.module.css'
import { ScopeName } from '../../elements/scope-name.tsx'
import { StatusTag } from '../../elements/status-tag.tsx'
import { Tag } from '../../elements/tag.tsx'
import { VerdictCard } from '../../elements/verdict-card.tsx'
import { reportOf } from '../../exchange/shown.ts'
import { useCurrentName } from '../../session/current-session.ts'
import { useHeldSessions, useSession } from '../../session/session.ts'
import { useSituation } from '../flow/use-situation.ts'
import { signInAddress } from '../sign-in/choice.ts'
import EndOne from '../sign-in/end-one.tsx'
import { Verdict } from '../verdict/verdict.tsx'
import styles from './demonstrations.module.css'
import { beginStory, begunStory, justRun, noteRun } from './endings.ts'
import { namesOf, outcomeToExpect } from './play.ts'
import { type Played, played } from './played.ts'

interface Props {
  demonstration: Demonstration
  config: Config
  messages: FlowMessage[]
}

/**
 * A story with what to do in it, by one press or by hand. Once it was played its result comes first, what was expected
 * beside what happened, and each step is folded to a line.
 */
export function DemonstrationView({ demonstration, config, messages }: Props) {
  const so = played(demonstration, messages, config, begunStory())
  const steps = stepsOf(demonstration, config, so)
  const result = steps.at(-1)
  return (
    <article className={styles.story} aria-labelledby="story">
      <header>
        <h2 id="story">{demonstration.title}</h2>
        <p className={styles.told}>{demonstration.story}</p>
      </header>
      {so.state === 'ended' ? (
        <>
          <section className={styles.result} aria-label="Result">
            {result?.content}
          </section>
          <ol className={styles.done} aria-label="Steps that were played">
            {steps.slice(0, -1).map(({ title, content }) => (
              <li key={title}>
                <details>
                  <summary>
                    <CircleCheck size={16} aria-hidden />
                    {title}
                  </summary>
                  <div className={styles.again}>{content}</div>
                </details>
              </li>
            ))}
          </ol>
        </>
      ) : (
        <ol className={styles.steps}>
          {steps.map(({ title, content }) => (
            <li key={title} className={styles.step}>
              <h3>{title}</h3>
              {content}
            </li>
          ))}
        </ol>
      )}
    </article>
  )
}

/**
 * The steps of a story, each with what to do in it.
 *
 * @param onStage what is to be pressed, and what was expected, then have their place on the stage
 */
export function stepsOf(
  demonstration: Demonstration,
  config: Config,
  so: Played,
  onStage = false,
): { title: string; content: ReactNode }[] {
  const { call, refuse, deny, person, scopes } = demonstration
  const names = namesOf(demonstration, config)
  const byHand = signInAddress({ ...demonstration, prompt: 'login', returnTo: `/demonstrations/${demonstration.id}` })
  return [
    {
      title: `Sign in to ${names.environment} with the client ${names.client}`,
      content: (
        <>
          {onStage && so.state !== 'not-played' ? (
            <SignedIn demonstration={demonstration} messages={so.messages} />
          ) : (
            <p className={styles.cue}>
              <UserRound size={18} aria-hidden />
              <span>
                {deny ? (
                  <>
                    On the identity page, choose <b>{person}</b>, then press <b>Deny all</b>.
                  </>
                ) : refuse.length > 0 ? (
                  <>
                    On the identity page, choose <b>{person}</b>, clear <ScopeName scope={refuse.join(' ')} />, then
                    press <b>Allow selected</b>.
                  </>
                ) : (
                  <>
                    On the identity page, press <b>Sign in and allow everything</b>: it signs in <b>{person}</b>.
                  </>
                )}
              </span>
            </p>
          )}
          {!onStage && (
            <div className={styles.actions}>
              {so.state !== 'ended' && <Run again={so.state !== 'not-played'} />}
              <Link to={byHand} className={button.button} onClick={() => beginStory(demonstration.id)}>
                Open in Sign in
              </Link>
            </div>
          )}
          {!onStage && (
            <p>
              {scopes.length === 1 ? 'One scope' : `${scopes.length} scopes`}:{' '}
              {scopes.map((scope) => (
                <Fragment key={scope}>
                  <ScopeName scope={scope} />{' '}
                </Fragment>
              ))}
            </p>
          )}
        </>
      ),
    },
    ...(call
      ? [
          {
            title: `Call: ${names.operation}`,
            content: (
              <>
                <p>
                  The call is sent to the {names.gateway} gateway
                  {call.afterSeconds > 0 && `, ${durationInWords(call.afterSeconds)} after the sign-in`}.
                </p>
                {!onStage && (
                  <div className={styles.actions}>
                    {so.state === 'call-due' && <SendDue to={runAddress(demonstration)} from={so.from} />}
                    <Link to={callAddress(call)} className={button.button}>
                      Open in Calls
                    </Link>
                  </div>
                )}
              </>
            ),
          },
        ]
      : []),
    { title: 'Result', content: <Ending demonstration={demonstration} so={so} onStage={onStage} /> },
  ]
}

/** What came of the sign-in of a story. Whose it is is said where it is the person of the story. */
function SignedIn({ demonstration, messages }: { demonstration: Demonstration; messages: FlowMessage[] }) {
  const current = useCurrentName()
  const held = useHeldSessions().find(({ name }) => name === current)
  const token = messages.find(({ exchange }) => exchange.step === 'token')
  const answer = parseJson(token?.exchange.response?.body ?? '')
  const { granted, refused } = compareScopes(
    demonstration.scopes,
    isObject(answer) && typeof answer.scope === 'string' ? answer.scope : undefined,
  )
  const who = held?.person === demonstration.person && `${held.person} signed in.`
  const worked = token !== undefined && !token.failed
  return (
    <p className={styles.played} data-outcome={worked ? 'good' : 'bad'}>
      {worked ? (
        <>
          <CircleCheck size={18} aria-hidden />
          <span>
            {who || 'The sign-in is done.'}{' '}
            {refused.length === 0
              ? 'Every scope was allowed.'
              : `${granted.length} of ${demonstration.scopes.length} scopes were allowed.`}
          </span>
        </>
      ) : (
        <>
          <CircleX size={18} aria-hidden />
          <span>{token ? 'The identity service issued no tokens.' : 'The sign-in was rejected.'}</span>
        </>
      )}
    </p>
  )
}

function callAddress({ operation, parameters, gateway }: NonNullable<Demonstration['call']>): string {
  return `/calls/${operation}?${new URLSearchParams({ environment: gateway, ...parameters })}`
}

/** Where the call of a story is made after its wait. */
export const runAddress = ({ id }: Demonstration): string => `/demonstrations/${id}/run`

/** Begins the story with its sign-in. */
export function Run({ again, quiet = again }: { again: boolean; quiet?: boolean }) {
  const leaving = useNavigation().formMethod === 'POST'
  const [oldest] = useHeldSessions().toSorted((one, other) => one.signedInAt - other.signedInAt)
  return (
    <Form method="post" className={styles.run}>
      <EndOne chosen={oldest?.name} />
      <button type="submit" className={quiet ? button.button : button.primary} disabled={leaving}>
        <Play size={15} aria-hidden />
        {leaving ? 'Leaving for the identity service' : again ? 'Run it again' : 'Run it'}
      </button>
    </Form>
  )
}

/** Makes the call of a demonstration that needed to wait for something. */
export function SendDue({ to, from }: { to: string; from: number }) {
  const left = Math.ceil(from - useNow())
  if (left > 0)
    return (
      <button type="button" className={button.primary} disabled>
        <Send size={15} aria-hidden />
        Send in {durationInWords(left)}
      </button>
    )
  return (
    <Link to={to} replace className={button.primary}>
      <Send size={15} aria-hidden />
      Send the call
    </Link>
  )
}

function Ending({ demonstration, so, onStage }: { demonstration: Demonstration; so: Played; onStage: boolean }) {
  const { id, expected, ends } = demonstration
  const fresh = so.state === 'ended' && justRun() === id ? so.last.id : undefined
  useEffect(() => () => noteRun(undefined), [])
  return (
    <>
      {!onStage && (
        <p className={styles.expected}>
          <span>Expected</span>
          <StatusTag status={ends.status} error={ends.error} outcome={outcomeToExpect(demonstration)} />
          {expected ? <Link to={`/errors/${expected}`}>{ends.says}</Link> : ends.says}
          {so.state === 'ended' && <AsExpected so={so} />}
        </p>
      )}
      {so.state === 'call-due' && <p role="status">Signed in. The call has not been sent yet.</p>}
      {so.state === 'ended' && (
        <>
          {so.last.diagnoses.length === 0 && (
            <VerdictCard
              tone="good"
              label="It worked"
              level={onStage ? 2 : 3}
              title={`Success: ${so.last.title}`}
              at={so.last.exchange.at}
              fresh={fresh}
              facts={so.last.answer}
            />
          )}
          <Failed message={so.last} level={onStage ? 2 : 3} fresh={fresh} handsOn={!onStage} />
          {!onStage && (
            <div className={styles.actions}>
              <Run again />
              <Link to={`/flow?message=${so.last.id}`} className={button.button}>
                Show in Flow
              </Link>
            </div>
          )}
        </>
      )}
    </>
  )
}

/** Whether a story ended as it says it does. */
export function AsExpected({ so: { asExpected } }: { so: Extract<Played, { state: 'ended' }> }) {
  return <Tag tone={asExpected ? 'good' : 'bad'}>{asExpected ? 'as expected' : 'not as expected'}</Tag>
}

function Failed({
  message,
  level,
  fresh,
  handsOn,
}: {
  message: FlowMessage
  level: 2 | 3
  fresh: string | undefined
  /** False on the stage, where nobody writes a ticket. */
  handsOn: boolean
}) {
  const { title, exchange, call, diagnoses } = message
  const situation = useSituation(message, useSession())
  return (
    <Verdict
      diagnoses={diagnoses}
      call={call}
      at={exchange.at}
      situation={situation}
      reported={handsOn ? () => reportOf(title, exchange, call, diagnoses) : undefined}
      level={level}
      fresh={fresh}
    />
  )
}
