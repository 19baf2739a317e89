import type { Call } from '../protocol/call.ts'
import { viewCall } from './call-view.ts'
import { responseTexts } from './causes-in-messages.ts'
import { knownMessages } from './known-messages.ts'

/**
 * A call to the token endpoint that shows no grant, as a renewal where the response says word by word what products say of
 * a renewal alone.
 */
export function atStatedStep(call: Call): Call {
  if (call.step !== 'token' || call.flow?.codeAgeSeconds !== undefined) return call
  const view = viewCall(call)
  const { grant_type, code } = view.request?.form ?? {}
  if (grant_type !== undefined || code !== undefined) return call
  const renewal = responseTexts(view).some(({ text }) => {
    const verbatim = knownMessages(text).filter(({ likeness }) => likeness > 0.97)
    return (
      verbatim.some(({ row }) => row.steps.includes('refresh')) &&
      verbatim.every(({ row }) => !row.steps.includes('token'))
    )
  })
  return renewal ? { ...call, step: 'refresh' } : call
}
