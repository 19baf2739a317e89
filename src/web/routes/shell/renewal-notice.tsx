import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import type { Config } from '#contract/config.ts'
import type { Exchange } from '#contract/exchange.ts'
import type { Session } from '#contract/session.ts'
import button from '../../elements/button.module.css'
import { ExchangeView } from '../../elements/exchange-view.tsx'
import { Notice } from '../../elements/notice.tsx'
import { RefusalText } from '../../elements/refusal-text.tsx'
import { VerdictSkeleton } from '../../elements/verdict-card.tsx'
import { useDiagnoses } from '../../exchange/diagnoses.ts'
import { callOf } from '../../exchange/recorded-call.ts'
import { reportOf } from '../../exchange/shown.ts'
import { configQuery } from '../../queries.ts'
import { useSession } from '../../session/session.ts'
import type { SessionActionResult } from '../session-action.ts'
import { signInAddress } from '../sign-in/choice.ts'
import { remedyOf, type Situation } from '../verdict/remedy.ts'
import { Verdict } from '../verdict/verdict.tsx'
import styles from './shell.module.css'

/** What came of a renewal or a sign-out, above whatever screen it was asked for on. */
export default function RenewalNotice({
  result,
  dismiss,
}: {
  result: Exclude<SessionActionResult, { state: 'renewed' }>
  dismiss: () => void
}) {
  const close = (
    <button type="button" className={button.button} onClick={dismiss}>
      Close
    </button>
  )
  switch (result.state) {
    case 'no-refresh-token':
      return (
        <div className={styles.news}>
          <Notice
            tone="warn"
            title="The tokens cannot be renewed"
            live
            actions={
              <>
                <SignInAgain />
                {close}
              </>
            }
          >
            <p>The identity service sent no refresh token. Sign in again.</p>
          </Notice>
        </div>
      )
    case 'failed':
      return (
        <div className={styles.news}>
          <Notice tone="bad" title="The session could not be changed" live actions={close}>
            <p>{result.refusal.message}</p>
            <RefusalText refusal={result.refusal} />
          </Notice>
        </div>
      )
    case 'kept':
    case 'ended':
      return <FailedRenewal exchange={result.exchange} ended={result.state === 'ended'} close={close} />
  }
}

function FailedRenewal({ exchange, ended, close }: { exchange: Exchange; ended: boolean; close: ReactNode }) {
  const { data: config } = useSuspenseQuery(configQuery)
  const call = useMemo(() => callOf(exchange, { config }), [exchange, config])
  const diagnoses = useDiagnoses(call)
  const first = diagnoses?.[0]
  const situation: Situation = { config, session: useSession(), exchange, renewal: ended ? 'ended' : 'kept' }
  return (
    <>
      <div className={styles.news}>
        <Notice
          tone={ended ? 'bad' : 'warn'}
          live
          title={
            ended
              ? 'The session ended: it could not be renewed'
              : 'The tokens were not renewed, but you are still signed in'
          }
          actions={close}
        />
      </div>
      <div className={styles.why}>
        {diagnoses ? (
          <Verdict
            diagnoses={diagnoses}
            call={call}
            at={exchange.at}
            level={2}
            situation={situation}
            more={
              ended && first && remedyOf(first, call, situation).do === 'copy' && <SignInAgain exchange={exchange} />
            }
            reported={() => reportOf('A renewal that failed', exchange, call, diagnoses)}
          />
        ) : (
          <VerdictSkeleton what="Reading the response" />
        )}
        <ExchangeView call={call} diagnosis={diagnoses?.[0]} timing={exchange} />
      </div>
    </>
  )
}

/** The sign-in with the choices of the session that `exchange` tried to renew, else of the one that there is. */
function SignInAgain({ exchange }: { exchange?: Exchange }) {
  const { data: config } = useSuspenseQuery(configQuery)
  const session = useSession()
  return (
    <Link to={addressOf(exchange, session, config)} className={button.primary}>
      Sign in again
    </Link>
  )
}

function addressOf(exchange: Exchange | undefined, session: Session, { environments }: Config): string {
  if (session.state === 'signed-in')
    return signInAddress({ ...session, scopes: session.requestedScopes, returnTo: location.pathname })
  const environment = environments.find(({ id }) => id === exchange?.environment)
  const client = environment?.clients.find(({ clientId }) => clientId === exchange?.flow?.clientId)
  if (!environment || !client) return '/'
  const scopes = exchange?.flow?.requestedScopes ?? ['openid']
  return signInAddress({ environment: environment.id, client: client.id, scopes, returnTo: location.pathname })
}
