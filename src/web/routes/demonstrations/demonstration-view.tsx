import { ArrowLeft, ArrowRight, Play, Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import type { Config, Demonstration } from '#contract/config.ts'
import { findError } from '#knowledge/diagnose/error-index.ts'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import { durationInWords } from '#knowledge/text/duration.ts'
import { useNow } from '../../clock.ts'
import button from '../../elements/button.module.css'
import { Tag } from '../../elements/tag.tsx'
import { Verdict } from '../../elements/verdict.tsx'
import { signInAddress } from '../sign-in/choice.ts'
import styles from './demonstrations.module.css'
import { beginStory, begunStory } from './endings.ts'
import { namesOf } from './play.ts'
import { type Played, played } from './played.ts'

interface Props {
  demonstration: Demonstration
  config: Config
  messages: FlowMessage[]
  /** For presenting: the one step to show, from 1. */
  step?: number
}

/** A story with what to do in it, by one press or by hand, and what was expected beside what happened. */
export function DemonstrationView({ demonstration, config, messages, step }: Props) {
  const so = played(demonstration, messages, config, begunStory())
  const steps = stepsOf(demonstration, config, so)
  const Heading = step === undefined ? 'h2' : 'h1'
  const at = step === undefined ? undefined : Math.min(Math.max(step, 1), steps.length)
  return (
    <article className={styles.story} aria-labelledby="story">
      <Heading id="story" className={styles.title}>
        {demonstration.story}
      </Heading>
      {at === undefined ? (
        <ol className={styles.steps}>
          {steps.map(({ title, content }) => (
            <li key={title} className={styles.step}>
              <h3>{title}</h3>
              {content}
            </li>
          ))}
        </ol>
      ) : (
        <>
          <section className={styles.one} aria-label={`Step ${at} of ${steps.length}`}>
            <p className={styles.count}>
              Step {at} of {steps.length}
            </p>
            <h2>{steps[at - 1]?.title}</h2>
            {steps[at - 1]?.content}
          </section>
          <nav className={styles.turn} aria-label="Steps">
            {at > 1 && (
              <Link to={`?step=${at - 1}`} replace className={button.button}>
                <ArrowLeft size={16} aria-hidden />
                Back
              </Link>
            )}
            {at < steps.length && (
              <Link to={`?step=${at + 1}`} replace className={button.primary}>
                Next
                <ArrowRight size={16} aria-hidden />
              </Link>
            )}
            <Link to={`/demonstrations/${demonstration.id}`} className={button.quiet}>
              End the presentation
            </Link>
          </nav>
        </>
      )}
    </article>
  )
}

function stepsOf(demonstration: Demonstration, config: Config, so: Played): { title: string; content: ReactNode }[] {
  const { call, refuse, deny, person, scopes } = demonstration
  const names = namesOf(demonstration, config)
  const byHand = signInAddress({ ...demonstration, prompt: 'login', returnTo: `/demonstrations/${demonstration.id}` })
  return [
    {
      title: `Sign in to ${names.environment} as ${names.client}`,
      content: (
        <>
          <p>
            The client asks for {scopes.length} scopes: <code className={styles.scopes}>{scopes.join(' ')}</code>
          </p>
          <div className={styles.actions}>
            <Run />
            <Link to={byHand} className={button.button} onClick={() => beginStory(demonstration.id)}>
              By hand, on the sign-in screen
            </Link>
          </div>
          <p>Then, at the identity service, choose {person}.</p>
        </>
      ),
    },
    {
      title: `At the identity service, be ${person}`,
      content: (
        <p>
          Choose {person}.{' '}
          {deny
            ? 'Then press “Deny all”.'
            : refuse.length > 0
              ? 'Untick the scope below, then allow what is ticked.'
              : 'Then press “Allow what is ticked”.'}
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
                  The call goes to the gateway of {names.gateway}
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
    { title: 'What was expected, and what happened', content: <Ending demonstration={demonstration} so={so} /> },
  ]
}

function callAddress({ operation, parameters, gateway }: NonNullable<Demonstration['call']>): string {
  return `/calls/${operation}?${new URLSearchParams({ environment: gateway, ...parameters })}`
}

function Run() {
  const leaving = useNavigation().formMethod === 'POST'
  return (
    <Form method="post">
      <button type="submit" className={button.primary} disabled={leaving}>
        <Play size={15} aria-hidden />
        {leaving ? 'Leaving for the identity service' : 'Run it'}
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

function Ending({ demonstration: { expected }, so }: { demonstration: Demonstration; so: Played }) {
  return (
    <>
      <dl className={styles.ending}>
        <div>
          <dt>Expected</dt>
          <dd>{expected ? <Told code={expected} /> : 'All goes well.'}</dd>
        </div>
        <div aria-live="polite">
          <dt>Happened</dt>
          <dd>
            {so.state === 'not-played' && 'Not played yet.'}
            {so.state === 'call-due' && 'The sign-in went well; the call has not been made yet.'}
            {so.state === 'ended' && (
              <>
                {so.code ? <Told code={so.code} /> : `All went well: ${so.last.answer}.`}{' '}
                <Tag tone={so.asExpected ? 'good' : 'bad'}>{so.asExpected ? 'as expected' : 'not as expected'}</Tag>
              </>
            )}
          </dd>
        </div>
      </dl>
      {so.state === 'ended' && (
        <>
          <Verdict diagnoses={so.last.diagnoses} call={so.last.call} at={so.last.exchange.at} />
          <p>
            <Link to={`/flow?message=${so.last.id}`} className={button.button}>
              See it in the flow
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
