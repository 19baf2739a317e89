/** A sign-in that left this tab and has not come back. */
export interface Pending {
  transaction: string
  state: string
  environment: string
  client: string
  scopes: string[]
  prompt?: string
  /** Epoch seconds by this tab's clock. */
  startedAt: number
  /** Its redirect came back, whatever it held. */
  returned?: boolean
}

const pendingKey = 'claimcheck.pending'

/** The sign-in that this tab waits for. An unknown client or redirect URI never comes back: the screen asks about it. */
export function pendingSignIn(): Pending | undefined {
  const text = sessionStorage.getItem(pendingKey)
  return text === null ? undefined : (JSON.parse(text) as Pending)
}

export const rememberPending = (pending: Pending): void => sessionStorage.setItem(pendingKey, JSON.stringify(pending))

/** Notes that the pending sign-in's redirect came back; its choices stay, to try again with. */
export function markReturned(): void {
  const pending = pendingSignIn()
  if (pending) rememberPending({ ...pending, returned: true })
}

export const forgetPending = (): void => sessionStorage.removeItem(pendingKey)
