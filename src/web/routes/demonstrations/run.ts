import { type LoaderFunctionArgs, replace } from 'react-router'
import { serverNow } from '../../clock.ts'
import { sendCall } from '../../exchange/calls.ts'
import { configQuery, queryClient } from '../../queries.ts'
import { currentName } from '../../session/current-session.ts'
import { noteRun } from './endings.ts'
import { findDemonstration, readFlow, requestOf } from './play.ts'
import { played } from './played.ts'

/**
 * Where a demonstration's sign-in comes back to: makes its call, where that is due and need not be waited for, and gives
 * its place in the history to the demonstration, so that a reload makes no second call.
 */
export async function loader({ params, request }: LoaderFunctionArgs): Promise<Response> {
  const demonstration = await findDemonstration(params.id)
  if (!demonstration) return replace('/demonstrations')
  const so = played(demonstration, await readFlow(), await queryClient.ensureQueryData(configQuery), demonstration.id)
  const session = currentName()
  if (so.state === 'call-due' && session !== undefined && demonstration.call && so.from <= serverNow())
    await sendCall(session, demonstration.call.operation, requestOf(demonstration.call), request.signal)
  noteRun(demonstration.id)
  // A story that was begun on the stage ends on it.
  return replace(`/demonstrations/${demonstration.id}${new URL(request.url).search}`)
}

export const Component = () => null
