import { type ActionFunctionArgs, redirect } from 'react-router'
import type { Refusal } from '#contract/refusal.ts'
import type { Renewal, Session } from '#contract/session.ts'
import { Refused } from '../bff.ts'
import { showToast } from '../elements/toasts.tsx'
import { configQuery, queryClient, sessionQuery, sessionsQuery } from '../queries.ts'
import { currentName } from '../session/current-session.ts'
import { safeReturnTo } from '../session/return-to.ts'
import { renew, signOut, switchSession } from '../session/session.ts'

export type SessionActionResult = Renewal | { state: 'failed'; refusal: Refusal }

/**
 * `POST /session` of the page's own router: `do` is `renew` or `sign-out` for the session that this tab is in,
 * `sign-out-all`, or `switch` with the name of another session in `to`, how it is told from the others in `as`, and the
 * address to stay at in `at`.
 */
export async function action({ request }: ActionFunctionArgs): Promise<SessionActionResult | Response> {
  const form = await request.formData()
  const name = currentName()
  const current = name === undefined ? undefined : queryClient.getQueryData(sessionQuery(name).queryKey)
  try {
    switch (form.get('do')) {
      case 'renew':
        return name === undefined ? redirect('/') : await renew(name)
      case 'switch':
        return await enter(form, current)
      case 'sign-out-all':
        return await leave(undefined, current)
      default:
        return name === undefined ? redirect('/') : await leave(name, current)
    }
  } catch (error) {
    if (error instanceof Refused) return { state: 'failed', refusal: error.refusal }
    throw error
  }
}

async function leave(name: string | undefined, left: Session | undefined): Promise<Response> {
  await signOut(name)
  const staying = queryClient.getQueryData(sessionsQuery.queryKey)?.length ?? 0
  showToast(
    staying > 0
      ? { title: 'You are signed out of this session', more: 'The other sessions in this browser continue.' }
      : { title: 'You are signed out', more: 'The session has ended, and its tokens were removed from this browser.' },
  )
  return redirect(await screenAfter(left))
}

async function enter(form: FormData, left: Session | undefined): Promise<SessionActionResult | Response> {
  const [to, as, at] = ['to', 'as', 'at'].map((name) => String(form.get(name))) as [string, string, string]
  if (!(await switchSession(to))) return { state: 'failed', refusal: sessionGone }
  const entered = queryClient.getQueryData(sessionQuery(to).queryKey)
  showToast({ title: `You are ${as} now`, more: 'Calls from this tab are sent in this session.' })
  const stay = new URL(safeReturnTo(at, location.origin), location.origin)
  const own = [left, entered].map((session) => (session?.state === 'signed-in' ? session.environment : undefined))
  // A call that went to the gateway of the one goes to that of the other.
  if (own[0] !== own[1] && stay.searchParams.get('environment') === own[0]) stay.searchParams.delete('environment')
  return redirect(stay.pathname + stay.search)
}

const sessionGone: Refusal = {
  code: 'session-ended',
  message: 'That session has ended: it timed out, or you signed out of it in another tab.',
  fix: 'Sign in again.',
}

/** The sign-in screen; it names the environment that was left where the service there can end its own session too. */
async function screenAfter(left: Session | undefined): Promise<string> {
  if (left?.state !== 'signed-in') return '/'
  const { environment, client } = left
  const { environments } = await queryClient.ensureQueryData(configQuery)
  const hasLogout = environments.some(({ id, endSessionUrl }) => id === environment && endSessionUrl !== undefined)
  return hasLogout ? `/?${new URLSearchParams({ environment, client, left: environment })}` : '/'
}
