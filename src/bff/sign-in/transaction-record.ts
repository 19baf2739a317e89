import type { Exchange } from '#contract/exchange.ts'
import type { SignedIn } from '#contract/session.ts'

/** A sign-in from its start until its outcome is forgotten, as the store keeps it. Times are epoch milliseconds. */
export type TransactionRecord = {
  environment: string
  client: string
  requestedScopes: string[]
  prompt?: string
  loginHint?: string
  /** Id of the demonstration that is played at the built-in sandbox. */
  demonstration?: string
  /** Name of the session that gives way to the new one where the browser has no room for another. */
  instead?: string
  nonce?: string
  /** PKCE verifier (RFC 7636 §4.1). */
  verifier?: string
  /** Its S256 challenge (RFC 7636 §4.2). */
  codeChallenge?: string
  openedAt: number
  expiresAt: number
} & (
  | {
      state: 'open'
      /** Redirects without a `state` that were refused meanwhile: any site can have sent them, so it stays open. */
      unbound?: { codeTraces: string[]; redirect?: Exchange; exchange: Exchange }
    }
  | { state: 'exchanging'; boundBy: SignedIn['boundBy']; codeTrace: string; returnedAt: number; redirect: Exchange }
  | { state: 'signed-in'; codeTrace: string }
  | { state: 'refused'; codeTrace?: string; redirect?: Exchange; exchange: Exchange }
)

export type OpenTransaction = Extract<TransactionRecord, { state: 'open' }>
export type ExchangingTransaction = Extract<TransactionRecord, { state: 'exchanging' }>

/**
 * Until when the outcome of a sign-in can be asked for, in epoch milliseconds.
 *
 * @param transactionSeconds how long a sign-in may take
 */
export function forgottenAt({ expiresAt }: { expiresAt: number }, transactionSeconds: number): number {
  return expiresAt + transactionSeconds * 1000
}

/** Traces of the codes that were brought back to a sign-in, or that a session began with. */
export function codeTraces(record: TransactionRecord | { codeTrace: string }): string[] {
  if ('unbound' in record) return record.unbound?.codeTraces ?? []
  return 'codeTrace' in record && record.codeTrace ? [record.codeTrace] : []
}
