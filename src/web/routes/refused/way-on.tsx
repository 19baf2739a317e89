import { RotateCcw } from 'lucide-react'
import { Link } from 'react-router'
import type { Config } from '#contract/config.ts'
import type { Exchange } from '#contract/exchange.ts'
import type { Diagnosis } from '#knowledge/diagnose/diagnosis.ts'
import { durationInWords } from '#knowledge/text/duration.ts'
import button from '../../elements/button.module.css'
import { useSecondsLeft } from '../../exchange/retry-after.ts'
import { type Pending, pendingSignIn } from '../../session/unfinished-sign-in.ts'
import { type AfterSignIn, NextStep, stepLink } from '../next-step.tsx'
import { signInAddress } from '../sign-in/choice.ts'

/** The way on from a refused sign-in: first what the diagnosis advises, then the same again, then back. */
export function WayOn({
  diagnosis,
  exchange,
  config,
  signedIn,
}: {
  diagnosis: Diagnosis | undefined
  exchange: Exchange
  config: Config
  signedIn: boolean
}) {
  const last = pendingSignIn()
  const situation: AfterSignIn = { after: 'sign-in', exchange, config, last, signedIn }
  const advised = diagnosis?.next && stepLink(diagnosis.next, situation)
  return (
    <>
      <NextStep step={diagnosis?.next} situation={situation} />
      <TryAgain exchange={exchange} last={last} first={!advised} />
      {signedIn && advised?.to !== '/token' && (
        <Link to="/token" className={button.button}>
          Back to your session
        </Link>
      )}
    </>
  )
}

/** The same sign-in once more, when the time that the response names has passed. */
function TryAgain({ exchange, last, first }: { exchange: Exchange; last: Pending | undefined; first: boolean }) {
  const left = useSecondsLeft(exchange)
  const look = first ? button.primary : button.button
  if (left > 0)
    return (
      <button type="button" className={look} disabled>
        <RotateCcw size={15} aria-hidden />
        Try again in {durationInWords(left)}
      </button>
    )
  return (
    <Link to={last ? signInAddress(last) : '/'} className={look}>
      <RotateCcw size={15} aria-hidden />
      {last ? 'Try again with the same choices' : 'Start a sign-in'}
    </Link>
  )
}
