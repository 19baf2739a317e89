import { type ActionFunctionArgs, redirect } from 'react-router'
import type { Refusal } from '#contract/refusal.ts'
import type { Renewal } from '#contract/session.ts'
import { Refused } from '../bff.ts'
import { showToast } from '../elements/toasts.tsx'
import { renew, signOut } from '../session/session.ts'

export type SessionActionResult = Renewal | { state: 'failed'; refusal: Refusal }

/** `POST /session` of the page's own router: `do` is `renew` or `sign-out`. */
export async function action({ request }: ActionFunctionArgs): Promise<SessionActionResult | Response> {
  const wish = (await request.formData()).get('do')
  try {
    if (wish === 'renew') return await renew()
    await signOut()
    showToast({ title: 'You are signed out', more: 'The session has ended and its tokens are gone from this browser.' })
    return redirect('/')
  } catch (error) {
    if (error instanceof Refused) return { state: 'failed', refusal: error.refusal }
    throw error
  }
}
