import { type LoaderFunctionArgs, replace } from 'react-router'
import { describeError } from '../error-message.ts'
import { warmUp } from '../exchange/reasons.ts'
import { safeReturnTo } from '../session/return-to.ts'
import { enterSession, findSessions } from '../session/session.ts'
import { keepRefusal, takeUnfinishedQuery } from './refused/kept-refusal.ts'

/**
 * The way back from the identity service. A loader, so that it runs once for a redirect, and it always gives its place
 * in the history to another screen, also where it fails, so that no code stays in the address and Reload and Back never
 * meet a used one. Without a query it tries again the redirect that could not be taken in before.
 */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const address = new URL(request.url)
  // A refusal is explained as soon as it is taken in.
  if (address.searchParams.has('error')) warmUp('calls')
  if (address.search !== '') return replace(await tryToTakeIn(address))
  again ??= tryToTakeIn(withQuery(address, takeUnfinishedQuery() ?? '')).finally(() => {
    again = undefined
  })
  return replace(await again)
}

/** Another try that is in progress: who presses twice waits for it, as the redirect can be taken in only once. */
let again: Promise<string> | undefined

async function tryToTakeIn(address: URL): Promise<string> {
  try {
    return await takeIn(address)
  } catch (error) {
    keepRefusal(undefined, { state: 'unfinished', refusal: describeError(error), query: address.search })
    return '/refused'
  }
}

function withQuery(address: URL, query: string): URL {
  const whole = new URL(address)
  whole.search = query
  return whole
}

/** Takes the redirect in and tells where to go then. */
async function takeIn(address: URL): Promise<string> {
  const { completeSignIn } = await import('../session/sign-in.ts')
  const completed = await completeSignIn(address)
  const returnTo = safeReturnTo(completed.returnTo ?? null, address.origin)
  if (completed.state === 'signed-in') {
    await enterSession(completed.session)
    return returnTo
  }
  const { transaction, outcome } = completed
  keepRefusal(transaction, outcome)
  // The redirect may have brought a session before, of which this tab heard nothing.
  await findSessions().catch(() => undefined)
  // A demonstration tells its own end, also where that is a refusal.
  if (returnTo.startsWith('/demonstrations/')) return returnTo
  return transaction ? `/refused/${transaction}` : '/refused'
}

export const Component = () => null
