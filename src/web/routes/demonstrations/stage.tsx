import { ArrowLeft, ArrowRight, Expand, EyeOff, X } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Config, Demonstration } from '#contract/config.ts'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import button from '../../elements/button.module.css'
import { setPresenting, usePresenting } from '../../privacy/privacy.ts'
import { Sequence } from '../flow/sequence.tsx'
import { stepsOf } from './demonstration-view.tsx'
import { begunStory } from './endings.ts'
import { played } from './played.ts'
import styles from './stage.module.css'

/**
 * A story for a room: one step at a time, steered by the arrow keys or a clicker, and at its end the messages as they
 * went, drawn one after the other beside the verdict.
 */
export function Stage({
  demonstration,
  config,
  messages,
  step,
}: {
  demonstration: Demonstration
  config: Config
  messages: FlowMessage[]
  /** From 1; beyond the last it is the last. */
  step: number
}) {
  const so = played(demonstration, messages, config, begunStory())
  const steps = stepsOf(demonstration, config, so)
  const at = Math.min(Math.max(step, 1), steps.length)
  const shown = steps[at - 1]
  const end = `/demonstrations/${demonstration.id}`
  const presenting = usePresenting()
  useClicker({
    back: at > 1 ? `?step=${at - 1}` : undefined,
    next: at < steps.length ? `?step=${at + 1}` : undefined,
    end,
  })
  return (
    <div className={styles.stage} data-stage>
      <header className={styles.head}>
        <h1>{demonstration.title}</h1>
        <div className={styles.tools}>
          <button
            type="button"
            className={button.button}
            aria-pressed={presenting}
            onClick={() => setPresenting(!presenting)}
          >
            <EyeOff size={15} aria-hidden />
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
            <Expand size={15} aria-hidden />
            Full screen
          </button>
          <Link to={end} className={button.button}>
            <X size={15} aria-hidden />
            End the presentation
          </Link>
        </div>
      </header>
      <div className={so.state === 'ended' && at === steps.length ? styles.ending : styles.content}>
        <section className={styles.one} aria-label={`Step ${at} of ${steps.length}`}>
          <p className={styles.count}>
            Step {at} of {steps.length}
          </p>
          <h2>{shown?.title}</h2>
          {shown?.content}
        </section>
        {so.state === 'ended' && at === steps.length && (
          <div className={styles.drawing}>
            <Sequence messages={messages} addressOf={({ id }) => `/flow?message=${id}`} />
          </div>
        )}
      </div>
      <nav className={styles.turn} aria-label="Steps">
        {at > 1 && (
          <Link to={`?step=${at - 1}`} replace className={button.button}>
            <ArrowLeft size={16} aria-hidden />
            Back
          </Link>
        )}
        {at < steps.length && (
          <Link
            to={`?step=${at + 1}`}
            replace
            className={at === 1 && so.state === 'not-played' ? button.button : button.primary}
          >
            Next
            <ArrowRight size={16} aria-hidden />
          </Link>
        )}
        <span className={styles.keys}>
          <kbd>←</kbd> <kbd>→</kbd> or a clicker, <kbd>Esc</kbd> to end
        </span>
      </nav>
    </div>
  )
}

/** The keys of a presenter: arrows, and what clickers send. Where something has the focus that takes a key, it gets it. */
function useClicker({ back, next, end }: { back: string | undefined; next: string | undefined; end: string }): void {
  const navigate = useNavigate()
  useEffect(() => {
    const turn = ({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
      const takesKeys = target instanceof Element && target.closest('input, textarea, select, [role="tablist"], dialog')
      if (takesKeys || altKey || ctrlKey || metaKey) return
      const to = { ArrowRight: next, PageDown: next, ArrowLeft: back, PageUp: back }[key]
      if (to !== undefined) void navigate(to, { replace: true })
      else if (key === 'Escape' && !document.fullscreenElement) void navigate(end)
    }
    document.addEventListener('keydown', turn)
    return () => document.removeEventListener('keydown', turn)
  }, [navigate, back, next, end])
}
