import type { Config, Demonstration } from '#contract/config.ts'
import type { Exchange } from '#contract/exchange.ts'
import type { Session } from '#contract/session.ts'
import type { OpenSignIn } from '#contract/sign-in.ts'
import type { Diagnosis } from '#knowledge/diagnose/diagnosis.ts'
import type { ErrorPage } from '#knowledge/diagnose/error-page.ts'
import type { Who } from '#knowledge/diagnose/fault.ts'
import type { NextStep } from '#knowledge/diagnose/next-step.ts'
import type { Call } from '#knowledge/protocol/call.ts'
import { operationPath } from '#knowledge/protocol/operation-path.ts'
import { scopesInWords } from '#knowledge/protocol/scope-words.ts'
import { knownOperations } from '../../exchange/operations.ts'
import { draftOf } from '../flow/repeat.ts'
import { signInAddress } from '../sign-in/choice.ts'

/** What the app can do where a verdict is shown. What is missing cannot be done there. */
export interface Situation {
  config: Config
  session: Session
  /** What was judged, where Claimcheck itself recorded it. */
  exchange?: Exchange
  /** Sends the call again. */
  resend?: { busy: boolean; sendAgain: () => void; sendTo: (environment: string) => void }
  /** Sends the call with the session's own token, where a test token was refused. */
  sendOwnToken?: () => void
  /** Leads to the form of the call, where that is on the same screen. */
  correct?: () => void
  /** A sign-in that has just been refused, with the choices that were made for it. */
  refused?: { last: OpenSignIn | undefined }
  /** What came of a renewal of the session: it was kept, or has ended. */
  renewal?: 'kept' | 'ended'
  /** A made-up case, the error whose page shows it, and the story that does. */
  example?: { of: Pick<ErrorPage, 'code' | 'title'>; demonstration: Demonstration | undefined }
}

/** The one thing that is offered to be done about a verdict. */
export type Remedy =
  | { do: 'renew-and-send' }
  | { do: 'send-again' }
  | { do: 'renew-again' }
  /** `or` is for those who need the environment that was called. */
  | { do: 'send-to'; environment: string; words: string; or: Way }
  | { do: 'correct' }
  /** The call again, with the session's own token in the place of a test token. */
  | { do: 'send-own-token' }
  /** The same sign-in, once the time that the response names has passed. */
  | { do: 'try-again'; way: Way }
  | { do: 'go'; way: Way }
  /** Nothing but a copy for a ticket; where the fix is up to a team, it is for that team. */
  | { do: 'copy'; team?: string }

interface Way {
  to: string
  words: string
}

/**
 * The remedy of a diagnosis: what the app can do by itself of what is advised, else the way to where it is done, else a
 * copy for those who can. There always is exactly one.
 */
export function remedyOf(diagnosis: Diagnosis, call: Call | undefined, situation: Situation): Remedy {
  const { example } = situation
  if (example?.demonstration)
    return go({ to: `/demonstrations/${example.demonstration.id}`, words: 'Run it in the sandbox' })
  if (isElsewhere(diagnosis, call, situation)) return { do: 'copy', team: teams[diagnosis.who] }
  return (
    (diagnosis.next && byStep(diagnosis.next, call, situation)) ??
    byWho(diagnosis, call, situation) ??
    (example ? go({ to: '/inspect', words: 'Paste your own case' }) : { do: 'copy', team: teams[diagnosis.who] })
  )
}

/**
 * Whether nothing in a text shows that it is about this installation: neither its environment, nor a server that it
 * names, nor a scope that is missing. No sign-in and no call of it can help there.
 */
function isElsewhere({ next }: Diagnosis, call: Call | undefined, situation: Situation): boolean {
  const { config, exchange, refused, renewal, example } = situation
  if (exchange || refused || renewal || example || call === undefined || call.environment !== undefined) return false
  const own = config.environments.flatMap(({ authUrl, baseUrl, issuer, tokenUrl, clients }) => [
    ...[authUrl, baseUrl, issuer, tokenUrl],
    ...clients.map(({ redirectUri }) => redirectUri),
  ])
  const hosts = [call.request?.url, call.response?.headers?.location].flatMap((url) => hostOf(url) ?? [])
  if (hosts.length > 0) return !own.some((url) => hosts.includes(hostOf(url) ?? ''))
  const missing = next?.do === 'ask-for-scopes' ? next.scopes : []
  const offered = config.environments.flatMap(({ scopes }) => scopes)
  return missing.length === 0 || lacks(offered, missing)
}

const hostOf = (url: string | undefined): string | undefined =>
  url !== undefined && URL.canParse(url) ? new URL(url).host : undefined

/** Whose turn it is where nobody who looks at the verdict can fix it. */
const teams: Partial<Record<Who, string>> = {
  'identity-team': 'the identity team',
  'api-team': 'the API team',
  operator: 'the operator',
}

function byStep(step: NextStep, call: Call | undefined, situation: Situation): Remedy | undefined {
  const { session, resend, renewal, refused } = situation
  switch (step.do) {
    case 'renew':
      if (resend && session.state === 'signed-in' && session.refreshToken) return { do: 'renew-and-send' }
      return signIn(situation, call, {}, againOrNew(situation))
    case 'sign-in':
      return signIn(situation, call, {}, againOrNew(situation))
    case 'prove-again':
      return signIn(situation, call, { prompt: 'login' }, 'Sign in again with prompt=login')
    case 'sign-in-as-another':
      return signIn(situation, call, { prompt: 'login' }, 'Sign in with another account')
    case 'ask-for-scopes':
      return signIn(situation, call, { scopes: step.scopes }, `Sign in with ${scopesInWords(step.scopes)}`)
    case 'ask-for-scopes-alone':
      return signIn(situation, call, { alone: step.scopes }, `Sign in with ${scopesInWords(step.scopes)} alone`)
    case 'use-own-environment':
      return ownEnvironment(call, situation)
    case 'use-clients-environment':
      return clientsEnvironment(call, situation)
    case 'open-token':
      return session.state === 'signed-in' ? go({ to: '/token', words: 'Continue to the token' }) : undefined
    case 'send-own-token':
      return situation.sendOwnToken
        ? { do: 'send-own-token' }
        : draft(call, situation, 'Send it with your access token')
    case 'send-again':
      if (renewal) return renewal === 'kept' ? { do: 'renew-again' } : undefined
      if (refused) return tryAgain(situation)
      return resend ? { do: 'send-again' } : draft(call, situation, 'Send it from Calls')
  }
}

/** Where the app has no step of its own, what those can do whose turn it is. */
function byWho({ who, retry }: Diagnosis, call: Call | undefined, situation: Situation): Remedy | undefined {
  const { correct, refused, renewal, exchange } = situation
  const isForOthers = who === 'identity-team' || who === 'api-team' || who === 'operator'
  if (isForOthers) return undefined
  if (refused) return tryAgain(situation)
  if (renewal || (exchange && exchange.step !== 'api')) return signIn(situation, call, {}, 'Sign in again')
  if (who === 'end-user') return undefined
  if (correct) return { do: 'correct' }
  return draft(
    call,
    situation,
    retry === 'never' || retry === 'after-fix' ? 'Correct it in Calls' : 'Send it from Calls',
  )
}

/** A session can be had again; for a token that was read somewhere, a new one. */
const againOrNew = ({ exchange }: Situation): string => (exchange ? 'Sign in again' : 'Sign in for a new token')

function tryAgain({ refused }: Situation): Remedy {
  const last = refused?.last
  const way = last
    ? { to: signInAddress(last), words: 'Try again with the same choices' }
    : { to: '/', words: 'Start a sign-in' }
  return { do: 'try-again', way }
}

interface Wish {
  /** To ask for beside those that were asked for before. */
  scopes?: readonly string[]
  /** To ask for and no others. */
  alone?: readonly string[]
  prompt?: 'login'
}

/** A new sign-in with the choices of the last one, as far as they are known, and what is wished. */
function signIn(situation: Situation, call: Call | undefined, wish: Wish, words: string): Remedy | undefined {
  const last = lastChoices(situation, call)
  if (situation.refused) {
    // As it was, the same sign-in is tried again; that is no other step.
    const isNew = wish.prompt !== undefined || wish.alone !== undefined || lacks(last?.scopes, wish.scopes)
    if (!last || !isNew) return tryAgain(situation)
  }
  const scopes = wish.alone ?? [...new Set([...(last?.scopes ?? []), ...(wish.scopes ?? [])])]
  const returnTo = situation.exchange && !situation.refused ? location.pathname : undefined
  const prompt = wish.prompt ?? (situation.refused ? last?.prompt : undefined)
  if (last) return go({ to: signInAddress({ ...last, scopes: [...scopes], prompt, returnTo }), words })
  const address = new URLSearchParams()
  const environment = environmentOf(call, situation)
  if (environment) address.set('environment', environment.id)
  if (scopes.length > 0) address.set('scope', [...new Set(['openid', ...scopes])].join(' '))
  if (prompt) address.set('prompt', prompt)
  return go({ to: address.size > 0 ? `/?${address}` : '/', words })
}

const lacks = (held: readonly string[] = [], wanted: readonly string[] = []): boolean =>
  !wanted.every((one) => held.includes(one))

/** The choices of the sign-in that failed, of the session that there is, or of the one that the exchange belonged to. */
function lastChoices(
  { refused, session, exchange, config }: Situation,
  call: Call | undefined,
): OpenSignIn | undefined {
  if (refused?.last) return refused.last
  const called = exchange?.environment ?? call?.environment?.id
  if (session.state === 'signed-in' && (exchange || called === undefined || called === session.environment))
    return { environment: session.environment, client: session.client, scopes: session.requestedScopes }
  const environment = config.environments.find(({ id }) => id === exchange?.environment)
  const client = environment?.clients.find(({ clientId }) => clientId === exchange?.flow?.clientId)
  if (!environment || !client) return undefined
  return { environment: environment.id, client: client.id, scopes: exchange?.flow?.requestedScopes ?? ['openid'] }
}

const environmentOf = (call: Call | undefined, { config }: Situation) =>
  config.environments.find(({ id }) => id === call?.environment?.id)

/** The token goes to its own gateway, or a token of the environment that was called is got. */
function ownEnvironment(call: Call | undefined, situation: Situation): Remedy | undefined {
  const { session, config, exchange, resend } = situation
  const target = config.environments.find(({ id }) => id === (exchange?.environment ?? call?.environment?.id))
  const home = session.state === 'signed-in' && config.environments.find(({ id }) => id === session.environment)
  // The gateway is the token's own, so the token itself is what is not accepted.
  if (exchange && home && home.baseUrl === target?.baseUrl) return byStep({ do: 'renew' }, call, situation)
  if (!target) return go({ to: '/', words: 'Sign in for a new token' })
  const search = new URLSearchParams({ environment: target.id, ...(exchange && { return: location.pathname }) })
  const or = { to: `/?${search}`, words: `Sign in to ${target.name}` }
  if (!resend || !home) return go(or)
  return { do: 'send-to', environment: home.id, words: `Send to the ${home.name} gateway`, or }
}

/** The client belongs to another environment of this installation: the sign-in is offered there, with the same client. */
function clientsEnvironment(call: Call | undefined, situation: Situation): Remedy | undefined {
  const { exchange, config } = situation
  const last = lastChoices(situation, call)
  const clientId = exchange?.flow?.clientId ?? clientIdIn(call)
  const refusing = config.environments.find(({ id }) => id === (exchange?.environment ?? call?.environment?.id))
  for (const environment of config.environments) {
    const client = environment.clients.find((one) => one.clientId === clientId)
    // An environment that shares the token endpoint would refuse in the same way.
    if (!client || environment === refusing || environment.tokenUrl === refusing?.tokenUrl) continue
    const choice = { environment: environment.id, client: client.id, scopes: last?.scopes ?? ['openid'] }
    return go({
      to: signInAddress({ ...choice, prompt: situation.refused && last?.prompt }),
      words: `Sign in to ${environment.name} instead`,
    })
  }
  return undefined
}

function clientIdIn(call: Call | undefined): string | undefined {
  const url = call?.request?.url ?? ''
  const found = /[?&]client_id=([^&#\s]+)/.exec(url)?.[1] ?? call?.request?.form?.client_id
  return found ?? call?.flow?.clientId
}

/** The call on the Calls screen, to be corrected or sent from there. */
function draft(call: Call | undefined, situation: Situation, words: string): Remedy | undefined {
  const request = situation.exchange?.request ?? call?.request
  if (call?.step !== 'api' || !request?.url || !request.method) return undefined
  if (operationPath(request.url, call.environment) === undefined) return undefined
  const { method, url } = request
  const environment = environmentOf(call, situation)
  const known = knownOperations(situation.config)
  const { address } = draftOf({ request: { method, url } }, known, environment?.id, call.environment)
  return go({ to: address.replace(/\?$/, ''), words })
}

const go = (way: Way): Remedy => ({ do: 'go', way })
