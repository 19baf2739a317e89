import { RefreshCw, RotateCcw } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useFetcher } from 'react-router'
import type { Config } from '#contract/config.ts'
import type { Exchange } from '#contract/exchange.ts'
import type { SignedIn } from '#contract/session.ts'
import type { Diagnosis } from '#knowledge/diagnose/diagnosis.ts'
import { durationInWords } from '#knowledge/text/duration.ts'
import button from '../../elements/button.module.css'
import { useSecondsLeft } from '../../exchange/retry-after.ts'
import type { action as sessionAction } from '../session-action.ts'
import { missingScopes } from './missing-scopes.ts'
import { signInFrom } from './needs-list.tsx'

interface Props {
  diagnosis: Diagnosis
  exchange: Exchange
  session: SignedIn
  config: Config
  busy: boolean
  sendAgain: () => void
  sendTo: (environment: string) => void
}

/** Where the app itself can do what the diagnosis advises, it offers exactly that. */
export function NextStep(props: Props) {
  const Step = steps[props.diagnosis.code] ?? (waits.has(props.diagnosis.retry) ? SendAgain : undefined)
  return Step ? <Step {...props} /> : null
}

const waits = new Set<Diagnosis['retry']>(['with-backoff', 'honour-retry-after'])

const steps: Record<string, (props: Props) => ReactNode> = Object.assign(Object.create(null), {
  'access-token-expired': RenewAndSend,
  'signing-key-unknown': RenewAndSend,
  'gateway-refuses-token': RenewAndSend,
  'token-signature-refused': RenewAndSend,
  'invalid-token': SignInAgain,
  'access-token-revoked': SignInAgain,
  'consent-not-valid': SignInAgain,
  'reauthentication-needed': ProveAgain,
  'signed-out': SignInAgain,
  'audience-not-accepted': SignInAgain,
  'scope-insufficient': AskForScope,
  'no-matching-public-key': SwitchEnvironment,
  'token-from-other-environment': SwitchEnvironment,
  'issuer-not-trusted': SwitchEnvironment,
  'other-host-called': SwitchEnvironment,
  'credential-of-other-environment': SwitchEnvironment,
  'company-identifier-missing': ChooseAccount,
  'company-differs': ChooseAccount,
  'account-not-allowed': ChooseAccount,
  'gateway-request-cancelled': SendAgain,
})

function RenewAndSend(props: Props) {
  const { session, busy, sendAgain } = props
  const renewing = useFetcher<typeof sessionAction>({ key: 'renew' })
  const pressed = useRef(false)
  useEffect(() => {
    if (!pressed.current || renewing.state !== 'idle') return
    pressed.current = false
    if (renewing.data?.state === 'renewed') sendAgain()
  }, [renewing.state, renewing.data, sendAgain])
  if (!session.refreshToken) return <SignInAgain {...props} />
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

function SignInAgain({ session }: Props) {
  return (
    <Link to={signInFrom(session)} className={button.primary}>
      Sign in again
    </Link>
  )
}

/** `prompt=login` lets another person sign in where the identity service still knows this one (§4.1). */
function ChooseAccount({ session }: Props) {
  return (
    <Link to={signInFrom(session, { prompt: 'login' })} className={button.primary}>
      Sign in with another account
    </Link>
  )
}

/** The same person, asked anew (§4.1): the sign-in behind the token is too old or too weak for this call. */
function ProveAgain({ session }: Props) {
  return (
    <Link to={signInFrom(session, { prompt: 'login' })} className={button.primary}>
      Sign in again with prompt=login
    </Link>
  )
}

function AskForScope({ exchange, session, config }: Props) {
  const environment = config.environments.find(({ id }) => id === session.environment)
  const scopes = missingScopes(exchange, environment?.resourceDomain, config.operations)
  if (scopes.length === 0) return null
  return (
    <Link to={signInFrom(session, { scopes })} className={button.primary}>
      Sign in again and ask for {scopes.join(' and ')}
    </Link>
  )
}

/** The token goes to its own gateway, or a token of that gateway's environment is got. */
function SwitchEnvironment(props: Props) {
  const { diagnosis, exchange, session, config, busy, sendTo } = props
  const home = config.environments.find(({ id }) => id === session.environment)
  const target = config.environments.find(({ id }) => id === exchange.environment)
  // The gateway is the token's own: its keys were changed, and the diagnosis tells whether to wait or to renew.
  if (!home || !target || home.baseUrl === target.baseUrl)
    return waits.has(diagnosis.retry) ? <SendAgain {...props} /> : <RenewAndSend {...props} />
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

/** Sends the same call again, once the time that the answer names has passed. */
function SendAgain({ exchange, busy, sendAgain }: Props) {
  const left = useSecondsLeft(exchange)
  return (
    <button type="button" className={button.primary} disabled={busy || left > 0} onClick={sendAgain}>
      <RotateCcw size={15} aria-hidden />
      {left > 0 ? `Send again in ${durationInWords(left)}` : 'Send again'}
    </button>
  )
}
