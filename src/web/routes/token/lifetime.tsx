import type { SignedIn } from '#contract/session.ts'
import { durationInWords, utcTime } from '#knowledge/text/duration.ts'
import { useNow } from '../../clock.ts'
import { decodeOwnToken } from '../../exchange/own-token.ts'
import { accessTokenExpiry } from '../../session/token-times.ts'
import styles from './lifetime.module.css'

/** The access token's life, drawn: issued, now, and the end. */
export function Lifetime({ session }: { session: SignedIn }) {
  const now = useNow()
  const expiry = accessTokenExpiry(session)
  const issued = issuedAt(session)
  if (!expiry)
    return (
      <p className={styles.unknown}>
        Nothing says how long this access token holds: it has no readable <code>exp</code>, and the response no{' '}
        <code>expires_in</code>.
      </p>
    )
  const left = expiry.at - now
  const part = Math.min(1, Math.max(0, (now - issued) / (expiry.at - issued || 1)))
  return (
    <section className={styles.lifetime} aria-label="Lifetime of the access token">
      <p className={styles.headline}>
        {left > 0 ? (
          <>
            The access token expires in <b>{durationInWords(left)}</b>
          </>
        ) : (
          <>
            The access token expired <b className={styles.over}>{durationInWords(left)} ago</b>
          </>
        )}
      </p>
      <div className={styles.track} aria-hidden>
        <div className={left > 0 ? styles.spent : styles.spentAll} style={{ width: `${part * 100}%` }} />
        <div className={styles.now} style={{ left: `${part * 100}%` }} />
      </div>
      <dl className={styles.ends}>
        <div>
          <dt>Issued</dt>
          <dd>{utcTime(issued)}</dd>
        </div>
        <div>
          <dt>Holds for</dt>
          <dd>{durationInWords(expiry.at - issued)}</dd>
        </div>
        <div>
          <dt>{left > 0 ? 'Expires' : 'Expired'}</dt>
          <dd>
            {utcTime(expiry.at)}
            {expiry.from === 'expires_in' && ', if expires_in is in seconds (the standard’s unit)'}
          </dd>
        </div>
      </dl>
    </section>
  )
}

function issuedAt(session: SignedIn): number {
  const iat = decodeOwnToken(session.accessToken)?.claims.iat
  return typeof iat === 'number' ? iat : session.receivedAt
}
