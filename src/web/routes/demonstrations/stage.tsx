import { ArrowLeft, ArrowRight, Expand, EyeOff, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Config, Demonstration } from '#contract/config.ts'
import type { Refusal } from '#contract/refusal.ts'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import button from '../../elements/button.module.css'
import { Notice } from '../../elements/notice.tsx'
import { RefusalText } from '../../elements/refusal-text.tsx'
import { setPresenting, usePresenting } from '../../privacy/privacy.ts'
import { type OutlinedRow, Sequence, SequenceOutline } from '../flow/sequence.tsx'
import { AsExpected, Run, runAddress, SendDue, stepsOf } from './demonstration-view.tsx'
import { begunStory } from './endings.ts'
import { namesOf } from './play.ts'
import { type Played, played } from './played.ts'
import styles from './stage.module.css'

/**
 * A story for a room: one step at a time, steered by the arrow keys or a clicker. Beside the step are the lanes of those
 * who take part, to which each step adds its arrows; the last step is the verdict.
 */
export function Stage({
  demonstration,
  next,
  config,
  messages,
  step,
  refusal,
}: {
  demonstration: Demonstration
  /** The story after it. */
  next: Demonstration | undefined
  config: Config
  messages: FlowMessage[]
  /** From 1; beyond what has been played it is the step that is to be played. */
  step: number
  /** Why the story could not be begun. */
  refusal: Refusal | undefined
}) {
  const so = played(demonstration, messages, config, begunStory())
  const steps = stepsOf(demonstration, config, so, true)
  const at = Math.min(Math.max(step, 1), reached(so, steps.length))
  const shown = steps[at - 1]
  const last = at === steps.length
  const end = `/demonstrations/${demonstration.id}`
  const presenting = usePresenting()
  const forward = useRef<HTMLElement>(null)
  useClicker({ back: at > 1 ? `?step=${at - 1}` : undefined, forward, end })
  const drawn = so.state === 'not-played' ? [] : so.messages.filter(({ exchange }) => at > 1 || exchange.step !== 'api')
  return (
    <div className={styles.stage} data-stage>
      <title>{`Step ${at} of ${steps.length} · ${demonstration.title} · Claimcheck`}</title>
      <header className={styles.head}>
        <h1>{demonstration.title}</h1>
        <p className={styles.count}>
          Step {at} of {steps.length}
        </p>
        {last && so.state === 'ended' && <AsExpected so={so} />}
        <div className={styles.tools}>
          <button
            type="button"
            className={button.button}
            aria-pressed={presenting}
            onClick={() => setPresenting(!presenting)}
          >
            <EyeOff size={16} aria-hidden />
            Mask secrets
          </button>
          <button
            type="button"
            className={button.button}
            onClick={() =>
              void (document.fullscreenElement
                ? document.exitFullscreen()
                : document.documentElement.requestFullscreen().catch(() => undefined))
            }
          >
            <Expand size={16} aria-hidden />
            Full screen
          </button>
          <Link to={end} className={button.button} aria-label="End the presentation">
            <X size={16} aria-hidden />
            End
          </Link>
        </div>
      </header>
      <div className={styles.content}>
        <section className={last ? styles.one : styles.early} aria-label={`Step ${at} of ${steps.length}`}>
          {!last && <h2>{shown?.title}</h2>}
          {refusal && (
            <Notice tone="bad" title={refusal.message} live>
              <RefusalText refusal={refusal} />
            </Notice>
          )}
          {at === 1 && <p className={styles.story}>{demonstration.story}</p>}
          {shown?.content}
        </section>
        <div className={styles.drawing}>
          {drawn.length > 0 && <Sequence messages={drawn} addressOf={({ id }) => `/flow?message=${id}`} />}
          <SequenceOutline rows={toCome(demonstration, config, so, at)} bare={drawn.length > 0} />
        </div>
      </div>
      <nav className={styles.turn} aria-label="Steps">
        {at > 1 && (
          <Link to={`?step=${at - 1}`} replace className={button.button}>
            <ArrowLeft size={18} aria-hidden />
            Back
          </Link>
        )}
        {so.state !== 'not-played' && <Run again />}
        {last && so.state === 'ended' && (
          <Link to={`/flow?message=${so.last.id}`} className={button.button}>
            Show in Flow
          </Link>
        )}
        <span className={styles.keys}>
          <kbd>←</kbd> <kbd>→</kbd> or a clicker, <kbd>Esc</kbd> to end
        </span>
        <span ref={forward} className={styles.forward}>
          {so.state === 'not-played' ? (
            <Run again={false} />
          ) : so.state === 'call-due' && at === 2 ? (
            <SendDue to={`${runAddress(demonstration)}?step=result`} from={so.from} />
          ) : last ? (
            next && (
              <Link to={`/demonstrations/${next.id}?step=1`} className={button.primary}>
                Next demonstration: {next.title}
                <ArrowRight size={18} aria-hidden />
              </Link>
            )
          ) : (
            <Link to={`?step=${at + 1}`} replace className={button.primary}>
              Next
              <ArrowRight size={18} aria-hidden />
            </Link>
          )}
        </span>
      </nav>
    </div>
  )
}

/** The step that is to be played, where not all have been. */
function reached({ state }: Played, steps: number): number {
  return { 'not-played': 1, 'call-due': 2, ended: steps }[state]
}

/** The arrows of the steps that come after the one that is shown. */
function toCome(demonstration: Demonstration, config: Config, so: Played, at: number): OutlinedRow[] {
  if (so.state === 'not-played')
    return [
      { from: 'browser', to: 'identity', title: 'Sign-in', answer: demonstration.deny ? 'denied' : 'code' },
      ...(demonstration.deny ? [] : [tokenRequest]),
    ]
  const called = so.state === 'ended' && so.messages.some(({ exchange }) => exchange.step === 'api')
  if (so.state === 'call-due' || (called && at === 1))
    return [{ from: 'app', to: 'gateway', title: namesOf(demonstration, config).operation, answer: 'response' }]
  return []
}

const tokenRequest: OutlinedRow = { from: 'app', to: 'identity', title: 'Token request', answer: 'tokens' }

/**
 * The keys of a presenter: arrows, and what clickers send. Forward presses what is there to go on; where something has
 * the focus that takes a key, it gets it.
 */
function useClicker({
  back,
  forward,
  end,
}: {
  back: string | undefined
  forward: { current: HTMLElement | null }
  end: string
}): void {
  const navigate = useNavigate()
  useEffect(() => {
    const turn = ({ key, target, altKey, ctrlKey, metaKey, repeat }: KeyboardEvent) => {
      const takesKeys = target instanceof Element && target.closest('input, textarea, select, [role="tablist"], dialog')
      if (takesKeys || altKey || ctrlKey || metaKey || repeat) return
      if (key === 'ArrowRight' || key === 'PageDown')
        forward.current?.querySelector<HTMLElement>('a, button:enabled')?.click()
      else if ((key === 'ArrowLeft' || key === 'PageUp') && back !== undefined) void navigate(back, { replace: true })
      else if (key === 'Escape' && !document.fullscreenElement) void navigate(end)
    }
    document.addEventListener('keydown', turn)
    return () => document.removeEventListener('keydown', turn)
  }, [navigate, back, forward, end])
}
