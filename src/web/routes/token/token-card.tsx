import { RefreshCw } from 'lucide-react'
import { Link, useFetcher } from 'react-router'
import type { Client, EnvironmentConfig } from '#contract/config.ts'
import type { SignedIn } from '#contract/session.ts'
import { scopesInWords } from '#knowledge/protocol/scope-words.ts'
import { compareScopes } from '#knowledge/protocol/scopes.ts'
import { durationInWords } from '#knowledge/text/duration.ts'
import type { TokenFinding } from '#knowledge/token/finding.ts'
import { useNow } from '../../clock.ts'
import button from '../../elements/button.module.css'
import { Secret } from '../../elements/secret.tsx'
import { Tag } from '../../elements/tag.tsx'
import { TimeLine } from '../../elements/time-line.tsx'
import { tokenVerdict } from '../../elements/token-verdict.ts'
import { VerdictCard } from '../../elements/verdict-card.tsx'
import { decodeOwnToken } from '../../exchange/own-token.ts'
import { accessTokenExpiry } from '../../session/token-times.ts'
import { usePerson } from '../../session/use-person.ts'
import { signInFrom } from '../calls/needs-list.tsx'
import styles from './token-card.module.css'

interface Props {
  session: SignedIn
  environment: EnvironmentConfig | undefined
  client: Client | undefined
  findings: TokenFinding[]
}

/** The session's access token in one view: who it is for, how long, how much of what was asked for, and what to do. */
export function TokenCard({ session, environment, client, findings }: Props) {
  const now = useNow()
  const person = usePerson(session)
  const expiry = accessTokenExpiry(session)
  const expired = expiry !== undefined && expiry.at <= now
  const { tone, title } = tokenVerdict({ defects: 0, findings: timed(findings, expired), expiry: expiry?.at }, now)
  const scope = session.tokenResponse.scope
  const { granted, refused } = compareScopes(
    session.requestedScopes,
    typeof scope === 'string' ? scope : undefined,
    environment?.foreign && session.refreshToken !== undefined,
  )
  const inAll = `${granted.length} of ${granted.length + refused.length} scopes granted`
  const claims = decodeOwnToken(session.accessToken)?.claims
  return (
    <VerdictCard
      tone={tone}
      label="Access token"
      level={2}
      title={title}
      facts={
        <>
          <b>Access token</b>
          <Tag tone={environment?.kind ?? 'plain'}>{environment?.name ?? session.environment}</Tag>
          <span>{client?.name ?? session.client}</span>
          {person !== undefined && <span>{person}</span>}
          {refused.length === 0 && <span>{inAll}</span>}
          {session.renewals > 0 && (
            <span>
              {session.renewals < 3
                ? `renewed ${session.renewals === 1 ? 'once' : 'twice'}`
                : `renewed ${session.renewals} times`}
            </span>
          )}
        </>
      }
      foot={
        <>
          <Secret id="card-access" value={session.accessToken} what="the access token" />
          {!expired && (
            <span className={styles.renew}>
              <Renew session={session} look={button.quiet} />
            </span>
          )}
        </>
      }
    >
      <div className={styles.body}>
        {expired && (
          <p>
            <Renew session={session} look={button.primary} />
          </p>
        )}
        {claims ? (
          <TimeLine claims={claims} dated />
        ) : (
          <p>
            {expiry
              ? `Lifetime: ${durationInWords(expiry.at - session.receivedAt)}, if expires_in is in seconds (the standard’s unit).`
              : 'The lifetime of this token is unknown: no readable exp, and no expires_in in the response.'}
          </p>
        )}
        {refused.length > 0 && (
          <div className={styles.granted}>
            <p className={styles.refused}>
              <b>
                {inAll}, {refused.length} refused
              </b>
              : {scopesInWords(refused)}
            </p>
            <Link to={signInFrom(session)} className={button.button}>
              Sign in with {refused.length === 1 ? 'the refused scope' : 'the refused scopes'}
            </Link>
          </div>
        )}
      </div>
    </VerdictCard>
  )
}

/** The same for the ID token, which lasts another time. */
export function IdTokenCard({ idToken, environment, client, session, findings }: Props & { idToken: string }) {
  const now = useNow()
  const claims = decodeOwnToken(idToken)?.claims
  const expiry = typeof claims?.exp === 'number' ? claims.exp : undefined
  const { tone, title } = tokenVerdict({ defects: 0, findings, expiry }, now)
  return (
    <VerdictCard
      tone={tone}
      label="ID token"
      level={2}
      title={title}
      under="It says who signed in. APIs do not accept it."
      facts={
        <>
          <b>ID token</b>
          <Tag tone={environment?.kind ?? 'plain'}>{environment?.name ?? session.environment}</Tag>
          <span>{client?.name ?? session.client}</span>
        </>
      }
      foot={<Secret id="card-id" value={idToken} what="the ID token" />}
    >
      {claims && (
        <div className={styles.body}>
          <TimeLine claims={claims} dated />
        </div>
      )}
    </VerdictCard>
  )
}

/** An opaque token has no expiry that a check could read; what the response says of it counts. */
function timed(findings: TokenFinding[], expired: boolean): TokenFinding[] {
  return expired
    ? findings.map((finding) => (finding.check === 'expiry' ? { ...finding, outcome: 'failed' } : finding))
    : findings
}

function Renew({ session, look }: { session: SignedIn; look: string | undefined }) {
  const renewing = useFetcher({ key: 'renew' })
  if (!session.refreshToken)
    return (
      <Link to={signInFrom(session)} className={look}>
        Sign in again
      </Link>
    )
  return (
    <button
      type="button"
      className={look}
      disabled={renewing.state !== 'idle'}
      onClick={() => void renewing.submit({ do: 'renew' }, { method: 'post', action: '/session' })}
    >
      <RefreshCw size={15} aria-hidden />
      Renew the tokens
    </button>
  )
}
