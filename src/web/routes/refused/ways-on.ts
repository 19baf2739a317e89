import type { Config } from '#contract/config.ts'
import type { Exchange } from '#contract/exchange.ts'
import type { Diagnosis } from '#knowledge/diagnose/diagnosis.ts'
import type { Pending } from '../../session/unfinished-sign-in.ts'
import { signInAddress } from '../sign-in/choice.ts'

export interface Situation {
  exchange: Exchange
  config: Config
  /** The choices of the sign-in that was refused. */
  last: Pending | undefined
  signedIn: boolean
}

export interface Way {
  to: string
  words: string
}

/** What the app itself can offer of what a diagnosis of a refused sign-in advises; undefined where it is none of its doing. */
export function wayOnFrom({ code }: Diagnosis, situation: Situation): Way | undefined {
  return ways.get(code)?.(situation)
}

const ways = new Map<string, (situation: Situation) => Way | undefined>([
  ['client-not-found', chooseClientsEnvironment],
  ['client-unknown-at-sign-in', chooseClientsEnvironment],
  ['stopped-on-identity-page', chooseClientsEnvironment],
  ['client-authentication-failed', chooseClientsEnvironment],
  ['client-secret-wrong', chooseClientsEnvironment],
  ['client-blocked', chooseClientsEnvironment],
  [
    'account-not-allowed',
    ({ last }) => last && { to: signInAddress({ ...last, prompt: 'login' }), words: 'Sign in with another account' },
  ],
  [
    'scope-not-accepted',
    ({ last }) => last && { to: signInAddress({ ...last, scopes: ['openid'] }), words: 'Ask for openid alone' },
  ],
  [
    'id-token-missing',
    ({ last }) =>
      last && !last.scopes.includes('openid')
        ? {
            to: signInAddress({ ...last, scopes: ['openid', ...last.scopes] }),
            words: 'Sign in and ask for openid as well',
          }
        : undefined,
  ],
  [
    'login-required',
    ({ last }) => last && { to: signInAddress({ ...last, prompt: 'login' }), words: 'Try again with prompt=login' },
  ],
  ['code-already-used', ({ signedIn }) => (signedIn ? { to: '/token', words: 'Go on to the token' } : undefined)],
])

/** The client belongs to another environment of this installation: the sign-in is offered there, with the same client. */
function chooseClientsEnvironment({ exchange, config, last }: Situation): Way | undefined {
  const clientId = exchange.flow?.clientId
  const refusing = config.environments.find(({ id }) => id === exchange.environment)
  for (const environment of config.environments) {
    const client = environment.clients.find((one) => one.clientId === clientId)
    // An environment that shares the token address would refuse in the same way.
    if (!client || environment.id === exchange.environment || environment.tokenUrl === refusing?.tokenUrl) continue
    return {
      to: signInAddress({
        environment: environment.id,
        client: client.id,
        scopes: last?.scopes ?? ['openid'],
        prompt: last?.prompt,
      }),
      words: `Sign in with ${environment.name}, where this client belongs`,
    }
  }
  return undefined
}
