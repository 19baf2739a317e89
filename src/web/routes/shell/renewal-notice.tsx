import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { Link, useFetcher } from 'react-router'
import type { Config } from '#contract/config.ts'
import type { Exchange } from '#contract/exchange.ts'
import type { Session } from '#contract/session.ts'
import { durationInWords } from '#knowledge/text/duration.ts'
import button from '../../elements/button.module.css'
import { ExchangeView } from '../../elements/exchange-view.tsx'
import { Notice } from '../../elements/notice.tsx'
import { RefusalText } from '../../elements/refusal-text.tsx'
import { Skeleton } from '../../elements/skeleton.tsx'
import { Verdict } from '../../elements/verdict.tsx'
import { useDiagnoses } from '../../exchange/diagnoses.ts'
import { callOf } from '../../exchange/recorded-call.ts'
import { useSecondsLeft } from '../../exchange/retry-after.ts'
import { configQuery } from '../../queries.ts'
import { useSession } from '../../session/session.ts'
import type { SessionActionResult } from '../session-action.ts'
import { signInAddress } from '../sign-in/choice.ts'
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
  return (
    <>
      <div className={styles.news}>
        <Notice
          tone={ended ? 'bad' : 'warn'}
          live
          title={
            ended
              ? 'The session ended: it could not be renewed'
              : 'The tokens were not renewed; you are still signed in'
          }
          actions={
            <>
              {ended && <SignInAgain exchange={exchange} />}
              {close}
            </>
          }
        />
      </div>
      <div className={styles.why}>
        {diagnoses ? (
          <Verdict
            diagnoses={diagnoses}
            call={call}
            at={exchange.at}
            level={2}
            actions={!ended && diagnoses[0]?.next?.do === 'send-again' && <RenewAgain exchange={exchange} />}
          />
        ) : (
          <Skeleton what="Reading the response" />
        )}
        <ExchangeView call={call} diagnosis={diagnoses?.[0]} timing={exchange} />
      </div>
    </>
  )
}

/** The renewal once more, when the time that the response names has passed. */
function RenewAgain({ exchange }: { exchange: Exchange }) {
  const renewing = useFetcher({ key: 'renew' })
  const left = useSecondsLeft(exchange)
  return (
    <button
      type="button"
      className={button.primary}
      disabled={left > 0 || renewing.state !== 'idle'}
      onClick={() => void renewing.submit({ do: 'renew' }, { method: 'post', action: '/session' })}
    >
      {left > 0 ? `Renew again in ${durationInWords(left)}` : 'Renew again'}
    </button>
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
