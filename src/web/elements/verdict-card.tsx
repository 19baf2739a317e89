import { CircleCheck, CircleQuestionMark, CircleX, Clock, FileText, KeyRound, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { utcTime } from '#knowledge/text/duration.ts'
import styles from './verdict-card.module.css'

const tones = {
  bad: { Icon: CircleX, className: styles.bad },
  wait: { Icon: Clock, className: styles.wait },
  warn: { Icon: TriangleAlert, className: styles.wait },
  good: { Icon: CircleCheck, className: styles.good },
  plain: { Icon: KeyRound, className: styles.plain },
  file: { Icon: FileText, className: styles.plain },
}

/** `bad` for what somebody must fix, `wait` for what passes by itself, `warn` for what may be wrong, `good` for what worked, `plain` for a token or a key, `file` for a file. */
export type VerdictTone = keyof typeof tones

const headings = { 1: 'h1', 2: 'h2', 3: 'h3' } as const

/**
 * The one shape of every result, good or bad: what it is in a line of facts, what happened, and under it what can be
 * done. A result that has just arrived takes the focus, so that eye, keyboard and screen reader are where it is.
 */
export function VerdictCard({
  tone,
  label,
  doubt,
  open = false,
  title,
  under,
  facts,
  at,
  level = 3,
  fresh,
  children,
  foot,
}: {
  tone: VerdictTone
  /** Names the card to a screen reader. */
  label: string
  /** Precedes the title, of which it is a part. */
  doubt?: string
  /** True where the result is not certain: it is drawn with a broken edge. */
  open?: boolean
  title: string
  /** A sentence below the title. */
  under?: ReactNode
  /** Status, who answered, how sure. */
  facts?: ReactNode
  /** When the result arrived, in epoch seconds. */
  at?: number
  level?: keyof typeof headings
  /** Set while the result is the one that was just asked for; another value is another result. */
  fresh?: string
  children?: ReactNode
  foot?: ReactNode
}) {
  const heading = useFocusWhenFresh(fresh)
  const { Icon, className } = tones[tone]
  const Sign = open && tone === 'bad' ? CircleQuestionMark : Icon
  const Heading = headings[level]
  return (
    <article className={className} aria-label={label} data-doubt={open}>
      <header className={styles.head}>
        <Sign size={20} aria-hidden />
        {facts && <p className={styles.facts}>{facts}</p>}
        <Heading ref={heading} className={styles.title} tabIndex={-1}>
          {doubt && <span className={styles.doubt}>{doubt}</span>}
          {title}
        </Heading>
        {under && <p className={styles.under}>{under}</p>}
        {at !== undefined && (
          <time className={styles.arrived} dateTime={new Date(at * 1000).toISOString()}>
            {utcTime(at).slice(11)}
          </time>
        )}
      </header>
      {children}
      {foot && <footer className={styles.foot}>{foot}</footer>}
    </article>
  )
}

/**
 * The place of a result while it is being found: its head and three lines, so that nothing jumps when it comes. It
 * appears after a third of a second; at once where `seconds` says for how long one has waited already.
 */
export function VerdictSkeleton({ what, seconds }: { what: string; seconds?: number }) {
  return (
    <div className={seconds === undefined ? styles.skeleton : styles.lateSkeleton} role="status">
      <div className={styles.head}>
        <span className={styles.disc} />
        <p className={styles.facts}>
          {what}
          {seconds !== undefined && (
            <span className={styles.time} aria-hidden>
              {seconds} s
            </span>
          )}
        </p>
        <span className={styles.bar} />
      </div>
      <div className={styles.lines}>
        <span className={styles.bar} />
        <span className={styles.bar} />
        <span className={styles.bar} />
      </div>
    </div>
  )
}

function useFocusWhenFresh(fresh: string | undefined) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (fresh === undefined) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('article')?.scrollIntoView({ block: 'nearest' })
  }, [fresh])
  return heading
}
