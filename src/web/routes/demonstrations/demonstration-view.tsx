import { Play, Send, UserRound } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import type { Config, Demonstration } from '#contract/config.ts'
import { findError } from '#knowledge/diagnose/error-index.ts'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import { durationInWords } from '#knowledge/text/duration.ts'
import { useNow } from '../../clock.ts'
import button from '../../elements/button.module.css'
import { Tag } from '../../elements/tag.tsx'
import { Verdict } from '../../elements/verdict.tsx'
import { VerdictCard } from '../../elements/verdict-card.tsx'
import { signInAddress } from '../sign-in/choice.ts'
import styles from './demonstrations.module.css'
import { beginStory, begunStory, justRun, noteRun } from './endings.ts'
import { namesOf } from './play.ts'
import { type Played, played } from './played.ts'

interface Props {
  demonstration: Demonstration
  config: Config
  messages: FlowMessage[]
}

/** A story with what to do in it, by one press or by hand, and what was expected beside what happened. */
export function DemonstrationView({ demonstration, config, messages }: Props) {
  const so = played(demonstration, messages, config, begunStory())
  return (
    <article className={styles.story} aria-labelledby="story">
      <h2 id="story">{demonstration.story}</h2>
      <ol className={styles.steps}>
        {stepsOf(demonstration, config, so).map(({ title, content }) => (
          <li key={title} className={styles.step}>
            <h3>{title}</h3>
            {content}
          </li>
        ))}
      </ol>
    </article>
  )
}

/** The steps of a story, each with what to do in it. */
export function stepsOf(
  demonstration: Demonstration,
  config: Config,
  so: Played,
): { title: string; content: ReactNode }[] {
  const { call, refuse, deny, person, scopes } = demonstration
  const names = namesOf(demonstration, config)
  const byHand = signInAddress({ ...demonstration, prompt: 'login', returnTo: `/demonstrations/${demonstration.id}` })
  return [
    {
      title: `Sign in to ${names.environment} as ${names.client}`,
      content: (
        <>
          <p className={styles.cue}>
            <UserRound size={18} aria-hidden />
            <span>
              On the identity page, choose <b>{person}</b>.
            </span>
          </p>
          <div className={styles.actions}>
            <Run again={so.state !== 'not-played'} />
            <Link to={byHand} className={button.button} onClick={() => beginStory(demonstration.id)}>
              By hand, on the sign-in screen
            </Link>
          </div>
          <p>
            {scopes.length === 1 ? 'One scope' : `${scopes.length} scopes`}:{' '}
            <code className={styles.scopes}>{scopes.join(' ')}</code>
          </p>
        </>
      ),
    },
    {
      title: `Sign in as ${person}`,
      content: (
        <p>
          {deny
            ? 'Press “Deny all”.'
            : refuse.length > 0
              ? 'Untick the scope below, then press “Allow what is ticked”.'
              : 'Press “Allow what is ticked”.'}
          {!deny && refuse.length > 0 && <code className={styles.scopes}> {refuse.join(' ')}</code>}
        </p>
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
                <div className={styles.actions}>
                  {so.state === 'call-due' && <SendDue id={demonstration.id} from={so.from} />}
                  <Link to={callAddress(call)} className={button.button}>
                    By hand, on the calls screen
                  </Link>
                </div>
              </>
            ),
          },
        ]
      : []),
    { title: 'Expected and actual result', content: <Ending demonstration={demonstration} so={so} /> },
  ]
}

function callAddress({ operation, parameters, gateway }: NonNullable<Demonstration['call']>): string {
  return `/calls/${operation}?${new URLSearchParams({ environment: gateway, ...parameters })}`
}

function Run({ again }: { again: boolean }) {
  const leaving = useNavigation().formMethod === 'POST'
  return (
    <Form method="post">
      <button type="submit" className={button.primary} disabled={leaving}>
        <Play size={15} aria-hidden />
        {leaving ? 'Leaving for the identity service' : again ? 'Run it again' : 'Run it'}
      </button>
    </Form>
  )
}

/** Makes the call of a demonstration that had to wait for something. */
function SendDue({ id, from }: { id: string; from: number }) {
  const left = Math.ceil(from - useNow())
  if (left > 0)
    return (
      <button type="button" className={button.primary} disabled>
        <Send size={15} aria-hidden />
        Send in {durationInWords(left)}
      </button>
    )
  return (
    <Link to={`/demonstrations/${id}/run`} className={button.primary}>
      <Send size={15} aria-hidden />
      Send the call
    </Link>
  )
}

function Ending({ demonstration: { id, expected }, so }: { demonstration: Demonstration; so: Played }) {
  const fresh = so.state === 'ended' && justRun() === id ? so.last.id : undefined
  useEffect(() => () => noteRun(undefined), [])
  return (
    <>
      <dl className={styles.ending}>
        <div>
          <dt>Expected</dt>
          <dd>{expected ? <Told code={expected} /> : 'Success.'}</dd>
        </div>
        <div aria-live="polite">
          <dt>Happened</dt>
          <dd>
            {so.state === 'not-played' && 'Not played yet.'}
            {so.state === 'call-due' && 'Signed in. The call is still to be sent.'}
            {so.state === 'ended' && (
              <>
                {so.code ? <Told code={so.code} /> : `Success: ${so.last.answer}.`}{' '}
                <Tag tone={so.asExpected ? 'good' : 'bad'}>{so.asExpected ? 'as expected' : 'not as expected'}</Tag>
              </>
            )}
          </dd>
        </div>
      </dl>
      {so.state === 'ended' && (
        <>
          {so.last.diagnoses.length === 0 && (
            <VerdictCard
              tone="good"
              label="It went well"
              title={`Success: ${so.last.title}`}
              at={so.last.exchange.at}
              fresh={fresh}
              facts={so.last.answer}
            />
          )}
          <Verdict diagnoses={so.last.diagnoses} call={so.last.call} at={so.last.exchange.at} fresh={fresh} />
          <p>
            <Link to={`/flow?message=${so.last.id}`} className={button.button}>
              Show in Flow
            </Link>
          </p>
        </>
      )}
    </>
  )
}

function Told({ code }: { code: string }) {
  return <Link to={`/errors/${code}`}>{findError(code)[0]?.title ?? code}</Link>
}
