import { type ActionFunctionArgs, redirect } from 'react-router'
import type { Refusal } from '#contract/refusal.ts'
import type { Renewal, Session } from '#contract/session.ts'
import { Refused } from '../bff.ts'
import { showToast } from '../elements/toasts.tsx'
import { configQuery, queryClient, sessionQuery } from '../queries.ts'
import { currentName } from '../session/current-session.ts'
import { renew, signOut } from '../session/session.ts'

export type SessionActionResult = Renewal | { state: 'failed'; refusal: Refusal }

/** `POST /session` of the page's own router: `do` is `renew` or `sign-out`. */
export async function action({ request }: ActionFunctionArgs): Promise<SessionActionResult | Response> {
  const wish = (await request.formData()).get('do')
  const name = currentName()
  if (name === undefined) return redirect('/')
  try {
    if (wish === 'renew') return await renew(name)
    const leaving = queryClient.getQueryData(sessionQuery(name).queryKey)
    await signOut(name)
    showToast({ title: 'You are signed out', more: 'The session has ended and its tokens are gone from this browser.' })
    return redirect(await screenAfter(leaving))
  } catch (error) {
    if (error instanceof Refused) return { state: 'failed', refusal: error.refusal }
    throw error
  }
}

/** The sign-in screen; it names the environment that was left where the service there can end its own session too. */
async function screenAfter(left: Session | undefined): Promise<string> {
  if (left?.state !== 'signed-in') return '/'
  const { environment, client } = left
  const { environments } = await queryClient.ensureQueryData(configQuery)
  const hasLogout = environments.some(({ id, endSessionUrl }) => id === environment && endSessionUrl !== undefined)
  return hasLogout ? `/?${new URLSearchParams({ environment, client, left: environment })}` : '/'
}
