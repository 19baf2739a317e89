import type { Exchange } from '#contract/exchange.ts'
import type { SignedIn } from '#contract/session.ts'

/** A session as the store keeps it. Times are epoch milliseconds. */
export interface SessionRecord {
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

/** What a renewal came to when it did not renew; kept for those who waited for it in another process. */
export interface FailedRenewal {
  state: 'kept' | 'ended'
  exchange: Exchange
}
