import { describeClaim } from '#knowledge/protocol/claims.ts'
import { durationInWords } from '#knowledge/text/duration.ts'
import { readTime } from '#knowledge/token/times.ts'
import { useNow } from '../clock.ts'
import { Moment } from './moment.tsx'
import styles from './time-line.module.css'

/**
 * A token's life, drawn and told: issued, valid from, now, expires.
 *
 * @param props.dated set where it is said beside it how long the token has still to live: the times are dates alone
 */
export function TimeLine({ claims, dated = false }: { claims: Record<string, unknown>; dated?: boolean }) {
  const now = useNow()
  const times = Object.entries(claims)
    .flatMap(([claim, value]) => {
      const at = readTime(value)?.at
      const { name, bound } = describeClaim(claim)
      return bound && at !== undefined && at > 0 && at < 1e11 ? [{ claim, name, bound, at }] : []
    })
    .sort((one, other) => one.at - other.at)
  const start = Math.max(...times.filter(({ bound }) => bound === 'start').map(({ at }) => at))
  const end = times.find(({ bound }) => bound === 'end')?.at
  if (times.length === 0) return null
  const place = scale(
    times.map(({ at }) => at),
    now,
  )
  const from = Number.isFinite(start) ? start : (end ?? now)
  return (
    <section className={styles.life} aria-label="Timeline">
      <div className={styles.line} aria-hidden>
        <span
          className={styles.valid}
          style={{ left: `${place(from)}%`, right: `${100 - place(end ?? Number.POSITIVE_INFINITY)}%` }}
        />
        {now > from && (
          <span
            className={styles.past}
            style={{ left: `${place(from)}%`, right: `${100 - place(Math.min(now, end ?? now))}%` }}
          />
        )}
        {times.map(({ claim, at }) => (
          <span
            key={claim}
            className={styles[claim] ?? styles.mark}
            data-over={at <= now}
            style={{ left: `${place(at)}%` }}
          />
        ))}
        <span className={styles.now} style={{ left: `${place(now)}%` }}>
          <span>now</span>
        </span>
      </div>
      <dl className={styles.times}>
        <div>
          <dt>Lifetime</dt>
          <dd>{lifetime(Number.isFinite(start) ? start : undefined, end)}</dd>
        </div>
        {times.map(({ claim, name, bound, at }) => (
          <div key={claim}>
            <dt>
              <span className={styles[claim] ?? styles.mark} data-over={at <= now} aria-hidden />
              {bound === 'end' && at <= now ? 'Expired' : name} <code>{claim}</code>
            </dt>
            <dd>
              <Moment at={at} dated={dated} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function lifetime(start: number | undefined, end: number | undefined): string {
  if (end === undefined || start === undefined) return 'not stated'
  return end > start ? durationInWords(end - start) : 'none'
}

/**
 * Where a moment is drawn, in percent. A `now` that is far away from the token's own times is at the edge, so that
 * they stay apart.
 */
function scale(times: number[], now: number): (at: number) => number {
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const length = Math.max(last - first, 60)
  const from = Math.max(Math.min(first, now), first - length * 0.5)
  const to = Math.min(Math.max(last, now), last + length * 0.5)
  return (at) => 3 + 94 * Math.min(1, Math.max(0, (at - from) / (to - from || 1)))
}
