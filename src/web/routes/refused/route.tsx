import { useSuspenseQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useMemo } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigation } from 'react-router'
import type { Config } from '#contract/config.ts'
import type { Exchange } from '#contract/exchange.ts'
import { type Outcome, outcomePath } from '#contract/sign-in.ts'
import type { Diagnosis } from '#knowledge/diagnose/diagnosis.ts'
import type { Call } from '#knowledge/protocol/call.ts'
import { bff } from '../../bff.ts'
import button from '../../elements/button.module.css'
import { ExchangeView } from '../../elements/exchange-view.tsx'
import { Notice } from '../../elements/notice.tsx'
import { PageHead } from '../../elements/page-head.tsx'
import { RefusalText } from '../../elements/refusal-text.tsx'
import { VerdictSkeleton } from '../../elements/verdict-card.tsx'
import { useDiagnoses } from '../../exchange/diagnoses.ts'
import { warmUp } from '../../exchange/reasons.ts'
import { callOf } from '../../exchange/recorded-call.ts'
import { reportOf, useShown } from '../../exchange/shown.ts'
import { configQuery, queryClient } from '../../queries.ts'
import { useHeldSessions, useSession } from '../../session/session.ts'
import { pendingSignIn } from '../../session/unfinished-sign-in.ts'
import { signInAddress } from '../sign-in/choice.ts'
import { remedyOf, type Situation } from '../verdict/remedy.ts'
import { TryAgain } from '../verdict/remedy-button.tsx'
import { Verdict } from '../verdict/verdict.tsx'
import { keptRefusal, type Unfinished } from './kept-refusal.ts'
import styles from './refused.module.css'

export async function loader({ params }: LoaderFunctionArgs): Promise<Outcome | Unfinished> {
  const kept = keptRefusal(params.transaction)
  if (kept?.state === 'refused' || kept?.state === 'unfinished') return kept
  if (!params.transaction) return { state: 'unknown' }
  warmUp('calls')
  return queryClient.fetchQuery({
    queryKey: ['outcome', params.transaction],
    queryFn: () => bff<Outcome>('GET', outcomePath(params.transaction ?? '')),
    staleTime: 0,
  })
}

/** A sign-in that ended without tokens: why, with what came back, and the way on. */
export function Component() {
  const outcome = useLoaderData<typeof loader>()
  const { data: config } = useSuspenseQuery(configQuery)
  const session = useSession()
  const signedIn = session.state === 'signed-in'
  const last = pendingSignIn()
  if (outcome.state === 'unfinished') return <NotTakenIn refusal={outcome.refusal} />
  if (outcome.state !== 'refused')
    return (
      <>
        <PageHead
          title={outcome.state === 'signed-in' ? 'This sign-in was finished' : 'Nothing is stored for this sign-in'}
        >
          {outcome.state === 'signed-in'
            ? 'Tokens were issued, and there is no failure to explain.'
            : 'The record of a rejected sign-in is kept for ten minutes, in the browser that started it. Start again to see what happens.'}
        </PageHead>
        <div className={styles.actions}>
          <Link to={last ? signInAddress(last) : '/'} className={button.primary}>
            <RotateCcw size={15} aria-hidden />
            {last ? 'Try again with the same choices' : 'Start a sign-in'}
          </Link>
          {signedIn && (
            <Link to="/token" className={button.button}>
              Back to your session
            </Link>
          )}
        </div>
      </>
    )
  return <Refusal exchange={outcome.exchange} config={config} />
}

const untold: Diagnosis[] = []

/** A redirect came back, and Claimcheck could not take it in. It is kept in memory for another try. */
function NotTakenIn({ refusal }: { refusal: Unfinished['refusal'] }) {
  const trying = useNavigation().location?.pathname === '/callback'
  return (
    <>
      <PageHead title="The sign-in could not be finished">
        The identity service sent you back, but its response could not be processed. It is kept in this tab until you
        leave or reload it, so you can try again.
      </PageHead>
      <Notice
        tone="bad"
        title={refusal.message}
        live
        actions={
          <>
            <Link to="/callback" replace className={button.primary} aria-disabled={trying}>
              <RotateCcw size={15} aria-hidden />
              {trying ? 'Trying again…' : 'Try again'}
            </Link>
            <Link to="/" className={button.button}>
              Start another sign-in
            </Link>
          </>
        }
      >
        <RefusalText refusal={refusal} />
      </Notice>
    </>
  )
}

function Refusal({ exchange, config }: { exchange: Exchange; config: Config }) {
  const session = useSession()
  const signedIn = session.state === 'signed-in'
  const held = useHeldSessions()
  const call = useMemo(() => callOf(exchange, { config }), [exchange, config])
  const told = useDiagnoses(call)
  const diagnoses = told ?? untold
  const shown = useShown(exchange, call, diagnoses)
  const situation: Situation = { config, session, exchange, refused: { last: pendingSignIn() } }
  const { name } = config.environments.find(({ id }) => id === exchange.environment) ?? { name: '' }
  return (
    <>
      <PageHead title="The sign-in was refused">
        {signedIn
          ? `No tokens were issued. Your ${held.length > 1 ? 'sessions are' : 'session is'} unchanged.`
          : `No tokens were issued${name && ` by ${name}`}.`}
      </PageHead>
      {told ? (
        <>
          <Verdict
            diagnoses={shown.diagnoses}
            call={shown.call}
            at={exchange.at}
            fresh={exchange.id}
            situation={situation}
            more={diagnoses[0] && <OtherWays diagnosis={diagnoses[0]} call={call} situation={situation} />}
            reported={() => reportOf('A sign-in that was refused', exchange, call, diagnoses)}
            level={2}
          />
          <ExchangeView call={shown.call} diagnosis={diagnoses[0]} timing={exchange} />
        </>
      ) : (
        <VerdictSkeleton what="Reading the response" />
      )}
    </>
  )
}

/** The ways on beside what the diagnosis advises: the same again, and back to a session from before. */
function OtherWays({ diagnosis, call, situation }: { diagnosis: Diagnosis; call: Call; situation: Situation }) {
  const remedy = remedyOf(diagnosis, call, situation)
  const last = situation.refused?.last
  return (
    <>
      {remedy.do !== 'try-again' && (
        <TryAgain
          exchange={situation.exchange}
          way={
            last
              ? { to: signInAddress(last), words: 'Try again with the same choices' }
              : { to: '/', words: 'Start a sign-in' }
          }
          look={button.button}
        />
      )}
      {situation.session.state === 'signed-in' && !(remedy.do === 'go' && remedy.way.to === '/token') && (
        <Link to="/token" className={button.button}>
          Back to your session
        </Link>
      )}
    </>
  )
}
