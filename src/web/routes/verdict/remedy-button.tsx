import { Pencil, RefreshCw, RotateCcw, Send } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useFetcher } from 'react-router'
import type { Exchange } from '#contract/exchange.ts'
import { durationInWords } from '#knowledge/text/duration.ts'
import button from '../../elements/button.module.css'
import { useSecondsLeft } from '../../exchange/retry-after.ts'
import type { action as sessionAction } from '../session-action.ts'
import type { Remedy, Situation } from './remedy.ts'

/** The button of the fix. */
export function RemedyButton({ remedy, situation }: { remedy: Exclude<Remedy, { do: 'copy' }>; situation: Situation }) {
  const { exchange, resend, correct } = situation
  switch (remedy.do) {
    case 'renew-and-send':
      return resend && <RenewAndSend {...resend} />
    case 'send-again':
      return (
        resend &&
        exchange && <Waiting exchange={exchange} words="Send again" disabled={resend.busy} onPress={resend.sendAgain} />
      )
    case 'renew-again':
      return exchange && <RenewAgain exchange={exchange} />
    case 'send-to':
      return (
        <>
          <button
            type="button"
            className={button.primary}
            disabled={resend?.busy}
            onClick={() => resend?.sendTo(remedy.environment)}
          >
            {remedy.words}
          </button>
          <Link to={remedy.or.to}>{remedy.or.words}</Link>
        </>
      )
    case 'send-own-token':
      return (
        <button type="button" className={button.primary} disabled={resend?.busy} onClick={situation.sendOwnToken}>
          <Send size={15} aria-hidden />
          Send with your access token
        </button>
      )
    case 'correct':
      return (
        <button type="button" className={button.primary} onClick={correct}>
          <Pencil size={15} aria-hidden />
          Correct the call
        </button>
      )
    case 'try-again':
      return <TryAgain exchange={exchange} way={remedy.way} look={button.primary} />
    case 'go':
      return (
        <Link to={remedy.way.to} className={button.primary}>
          {remedy.way.words}
        </Link>
      )
  }
}

/** The same sign-in once more, when the time that the response names has passed. */
export function TryAgain({
  exchange,
  way,
  look,
}: {
  exchange: Exchange | undefined
  way: { to: string; words: string }
  look: string | undefined
}) {
  const left = useSecondsLeft(exchange)
  if (left > 0)
    return (
      <button type="button" className={look} disabled>
        <RotateCcw size={15} aria-hidden />
        Try again in {durationInWords(left)}
      </button>
    )
  return (
    <Link to={way.to} className={look}>
      <RotateCcw size={15} aria-hidden />
      {way.words}
    </Link>
  )
}

function RenewAndSend({ busy, sendAgain }: NonNullable<Situation['resend']>) {
  const renewing = useFetcher<typeof sessionAction>({ key: 'renew' })
  const pressed = useRef(false)
  useEffect(() => {
    if (!pressed.current || renewing.state !== 'idle') return
    pressed.current = false
    if (renewing.data?.state === 'renewed') sendAgain()
  }, [renewing.state, renewing.data, sendAgain])
  return (
    <button
      type="button"
      className={button.primary}
      disabled={busy || renewing.state !== 'idle'}
      onClick={() => {
        pressed.current = true
        void renewing.submit({ do: 'renew' }, { method: 'post', action: '/session' })
      }}
    >
      <RefreshCw size={15} aria-hidden />
      Renew and send again
    </button>
  )
}

function RenewAgain({ exchange }: { exchange: Exchange }) {
  const renewing = useFetcher({ key: 'renew' })
  return (
    <Waiting
      exchange={exchange}
      words="Renew again"
      disabled={renewing.state !== 'idle'}
      onPress={() => void renewing.submit({ do: 'renew' }, { method: 'post', action: '/session' })}
    />
  )
}

/** Does the same again, once the time that the response names has passed. */
function Waiting({
  exchange,
  words,
  disabled,
  onPress,
}: {
  exchange: Exchange
  words: string
  disabled: boolean
  onPress: () => void
}): ReactNode {
  const left = useSecondsLeft(exchange)
  return (
    <button type="button" className={button.primary} disabled={disabled || left > 0} onClick={onPress}>
      <RotateCcw size={15} aria-hidden />
      {left > 0 ? `${words} in ${durationInWords(left)}` : words}
    </button>
  )
}
