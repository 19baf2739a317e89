import { RefreshCw, RotateCcw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useFetcher } from 'react-router'
import type { Config } from '#contract/config.ts'
import type { Exchange } from '#contract/exchange.ts'
import type { SignedIn } from '#contract/session.ts'
import type { NextStep as Step } from '#knowledge/diagnose/next-step.ts'
import { durationInWords } from '#knowledge/text/duration.ts'
import button from '../elements/button.module.css'
import { useSecondsLeft } from '../exchange/retry-after.ts'
import type { Pending } from '../session/unfinished-sign-in.ts'
import { signInFrom } from './calls/needs-list.tsx'
import type { action as sessionAction } from './session-action.ts'
import { signInAddress } from './sign-in/choice.ts'

/** A call that was refused, and the session that it was sent with. */
export interface AfterCall {
  after: 'call'
  exchange: Exchange
  config: Config
  session: SignedIn
  busy: boolean
  sendAgain: () => void
  sendTo: (environment: string) => void
}

/** A sign-in that was refused. */
export interface AfterSignIn {
  after: 'sign-in'
  exchange: Exchange
  config: Config
  /** The choices of the sign-in. */
  last: Pending | undefined
  signedIn: boolean
}

interface StepLink {
  to: string
  words: string
}

/** Where the app itself can do what a diagnosis advises, it offers exactly that. */
export function NextStep({ step, situation }: { step: Step | undefined; situation: AfterCall | AfterSignIn }) {
  if (!step) return null
  if (situation.after === 'call') {
    if (step.do === 'renew') return <RenewAndSend {...situation} />
    if (step.do === 'send-again') return <SendAgain {...situation} />
    if (step.do === 'use-own-environment') return <UseOwnEnvironment {...situation} />
  }
  const link = stepLink(step, situation)
  return (
    link && (
      <Link to={link.to} className={button.primary}>
        {link.words}
      </Link>
    )
  )
}

/** Where a step leads, as far as it leads to another screen; undefined where it is none of the app's doing. */
export function stepLink(step: Step, situation: AfterCall | AfterSignIn): StepLink | undefined {
  switch (step.do) {
    case 'renew':
    case 'sign-in':
      return anew(situation, {}, 'Sign in again')
    case 'prove-again':
      return anew(situation, { prompt: 'login' }, 'Sign in again with prompt=login')
    case 'sign-in-as-another':
      return anew(situation, { prompt: 'login' }, 'Sign in with another account')
    case 'ask-for-scopes':
      return lacksAny(situation, step.scopes)
        ? anew(situation, { scopes: [...step.scopes] }, `Sign in again and ask for ${step.scopes.join(' and ')}`)
        : undefined
    case 'ask-for-scopes-alone':
      return situation.after === 'sign-in' && situation.last
        ? {
            to: signInAddress({ ...situation.last, scopes: [...step.scopes] }),
            words: `Ask for ${step.scopes.join(' and ')} alone`,
          }
        : undefined
    case 'use-clients-environment':
      return situation.after === 'sign-in' ? clientsEnvironment(situation) : undefined
    case 'open-token':
      return situation.after === 'sign-in' && situation.signedIn
        ? { to: '/token', words: 'Continue to the token' }
        : undefined
    case 'use-own-environment':
    case 'send-again':
      return undefined
  }
}

/** A new sign-in with the choices of the last one, and these beside them. */
function anew(
  situation: AfterCall | AfterSignIn,
  more: { scopes?: string[]; prompt?: 'login' },
  words: string,
): StepLink | undefined {
  if (situation.after === 'call') return { to: signInFrom(situation.session, more), words }
  const { last } = situation
  // A refused sign-in is always offered once more; as it was, that is not a step of its own.
  if (!last || (!more.scopes && !more.prompt)) return undefined
  const scopes = [...new Set([...(more.scopes ?? []), ...last.scopes])]
  return { to: signInAddress({ ...last, scopes, prompt: more.prompt ?? last.prompt }), words }
}

function lacksAny(situation: AfterCall | AfterSignIn, scopes: readonly string[]): boolean {
  return situation.after === 'call' || !scopes.every((scope) => situation.last?.scopes.includes(scope))
}

/** The client belongs to another environment of this installation: the sign-in is offered there, with the same client. */
function clientsEnvironment({ exchange, config, last }: AfterSignIn): StepLink | undefined {
  const clientId = exchange.flow?.clientId
  const refusing = config.environments.find(({ id }) => id === exchange.environment)
  for (const environment of config.environments) {
    const client = environment.clients.find((one) => one.clientId === clientId)
    // An environment that shares the token endpoint would refuse in the same way.
    if (!client || environment.id === exchange.environment || environment.tokenUrl === refusing?.tokenUrl) continue
    return {
      to: signInAddress({
        environment: environment.id,
        client: client.id,
        scopes: last?.scopes ?? ['openid'],
        prompt: last?.prompt,
      }),
      words: `Sign in to ${environment.name} instead`,
    }
  }
  return undefined
}

function RenewAndSend(situation: AfterCall) {
  const { session, busy, sendAgain } = situation
  const renewing = useFetcher<typeof sessionAction>({ key: 'renew' })
  const pressed = useRef(false)
  useEffect(() => {
    if (!pressed.current || renewing.state !== 'idle') return
    pressed.current = false
    if (renewing.data?.state === 'renewed') sendAgain()
  }, [renewing.state, renewing.data, sendAgain])
  if (!session.refreshToken) return <NextStep step={{ do: 'sign-in' }} situation={situation} />
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

/** The token goes to its own gateway, or a token of the environment that was called is got. */
function UseOwnEnvironment(situation: AfterCall) {
  const { exchange, session, config, busy, sendTo } = situation
  const home = config.environments.find(({ id }) => id === session.environment)
  const target = config.environments.find(({ id }) => id === exchange.environment)
  // The gateway is the token's own, so the token itself is what is not accepted.
  if (!home || !target || home.baseUrl === target.baseUrl) return <RenewAndSend {...situation} />
  return (
    <>
      <button type="button" className={button.primary} disabled={busy} onClick={() => sendTo(home.id)}>
        Send it to the gateway of {home.name}
      </button>
      <Link
        to={`/?${new URLSearchParams({ environment: target.id, return: location.pathname })}`}
        className={button.button}
      >
        Sign in with {target.name}
      </Link>
    </>
  )
}

/** Sends the same call again, once the time that the response names has passed. */
function SendAgain({ exchange, busy, sendAgain }: AfterCall) {
  const left = useSecondsLeft(exchange)
  return (
    <button type="button" className={button.primary} disabled={busy || left > 0} onClick={sendAgain}>
      <RotateCcw size={15} aria-hidden />
      {left > 0 ? `Send again in ${durationInWords(left)}` : 'Send again'}
    </button>
  )
}
