import { type ActionFunctionArgs, redirect } from 'react-router'
import type { Refusal } from '#contract/refusal.ts'
import type { Renewal, SignedIn } from '#contract/session.ts'
import { Refused } from '../bff.ts'
import { showToast } from '../elements/toasts.tsx'
import { configQuery, queryClient, sessionQuery } from '../queries.ts'
import { renew, signOut } from '../session/session.ts'

export type SessionActionResult = Renewal | { state: 'failed'; refusal: Refusal }

/** `POST /session` of the page's own router: `do` is `renew` or `sign-out`. */
export async function action({ request }: ActionFunctionArgs): Promise<SessionActionResult | Response> {
  const wish = (await request.formData()).get('do')
  try {
    if (wish === 'renew') return await renew()
    const leaving = queryClient.getQueryData(sessionQuery.queryKey)
    await signOut()
    showToast({ title: 'You are signed out', more: 'The session has ended and its tokens are gone from this browser.' })
    return redirect(leaving?.state === 'signed-in' ? await screenAfter(leaving) : '/')
  } catch (error) {
    if (error instanceof Refused) return { state: 'failed', refusal: error.refusal }
    throw error
  }
}

/** The sign-in screen; it names the environment that was left where the service there can end its own session too. */
async function screenAfter({ environment, client }: SignedIn): Promise<string> {
  const { environments } = await queryClient.ensureQueryData(configQuery)
  const hasLogout = environments.some(({ id, endSessionUrl }) => id === environment && endSessionUrl !== undefined)
  return hasLogout ? `/?${new URLSearchParams({ environment, client, left: environment })}` : '/'
}
