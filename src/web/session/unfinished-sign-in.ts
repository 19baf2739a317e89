/** A sign-in that left this tab and has not come back. */
export interface Pending {
  transaction: string
  state: string
  environment: string
  client: string
  scopes: string[]
  prompt?: 'login'
  /** Epoch seconds by this tab's clock. */
  startedAt: number
  /** Its redirect came back, whatever it held. */
  returned?: boolean
}

const pendingKey = 'claimcheck.pending'
const finishedKey = 'claimcheck.finished'
const finishedKept = 20

/** The sign-in that this tab waits for. An unknown client or redirect URI never comes back: the screen asks about it. */
export const pendingSignIn = (): Pending | undefined => read<Pending>(pendingKey)

export const rememberPending = (pending: Pending): void => write(pendingKey, pending)

/** Notes that the pending sign-in's redirect came back; its choices stay, to try again with. */
export function markReturned(): void {
  const pending = pendingSignIn()
  if (pending) rememberPending({ ...pending, returned: true })
}

export const forgetPending = (): void => sessionStorage.removeItem(pendingKey)

/** Keeps the `state` of a redirect that was taken in, so that the same redirect is known again (Reload, Back). */
export function rememberFinished(state: string, transaction: string): void {
  const others = (read<[string, string][]>(finishedKey) ?? []).filter(([known]) => known !== state)
  write(finishedKey, [...others, [state, transaction]].slice(-finishedKept))
}

/** The transaction that a `state` belonged to, when its redirect was taken in before. */
export const finishedTransaction = (state: string): string | undefined =>
  read<[string, string][]>(finishedKey)?.find(([known]) => known === state)?.[1]

function read<T>(key: string): T | undefined {
  const text = sessionStorage.getItem(key)
  return text === null ? undefined : (JSON.parse(text) as T)
}

const write = (key: string, value: unknown): void => sessionStorage.setItem(key, JSON.stringify(value))
