import type { Exchange } from '#contract/exchange.ts'
import { type SignedIn, sessionName } from '#contract/session.ts'

/** A session as the store keeps it. Times are epoch milliseconds. */
export interface SessionRecord {
  /** Its slot and a random part, by which requests name it; a session of a version that had one slot has none. */
  name?: string
  environment: string
  client: string
  signedInAt: number
  requestedScopes: string[]
  /** The last token response, every field as it came, less `refresh_token`. */
  tokenResponse: Record<string, unknown>
  accessToken: string
  idToken?: string
  idTokenChecked: SignedIn['idTokenChecked']
  /** `sub` of the sign-in's ID token, which no renewal may change. */
  subject?: string
  /** The nonce that the sign-in sent: of no use to anyone by now, and what the page checks the ID token against. */
  nonce?: string
  boundBy: SignedIn['boundBy']
  receivedAt: number
  refreshToken?: { value: string; receivedAt: number }
  renewals: number
  /** Trace of the code that the session began with. */
  codeTrace: string
  endsAt: number
}

/** By what requests name a session. */
export const nameOf = ({ name }: Pick<SessionRecord, 'name'>): string => name ?? sessionName(0, '')

/** Who has a session: the person, with the client and the environment; undefined where no ID token told who it is. */
export function holderOf({ environment, client, subject }: Omit<SessionRecord, 'name'>): string | undefined {
  return subject === undefined ? undefined : JSON.stringify([environment, client, subject])
}

/** When a session ends unless it is used again, in epoch milliseconds. */
export function idleEnd({ endsAt }: Pick<SessionRecord, 'endsAt'>, now: number, idleSeconds: number): number {
  return Math.min(now + idleSeconds * 1000, endsAt)
}

/** What a renewal came to when it did not renew; kept for those who waited for it in another process. */
export interface FailedRenewal {
  state: 'kept' | 'ended'
  exchange: Exchange
}
