import type { Call } from '../../protocol/call.ts'
import { readSignals } from '../../text/signals.ts'
import { type Facts, factsOf } from '../facts/facts.ts'
import { refusalInRedirect } from '../refusal-in-redirect.ts'
import type { SearchedText } from './find-known-errors.ts'

/** A call as a text in which known errors are looked for: its parts as they go over the wire. */
export function searchedCall(call: Call): SearchedText {
  const text = callText(call)
  const signals = readSignals(text)
  const facts = factsOf(text, { now: call.at, signals })
  // The step of a call is known, and not to be guessed from its text.
  const has: Facts['has'] = (name) => (name.startsWith('step:') ? name === `step:${call.step}` : facts.has(name))
  return {
    text,
    signals,
    facts: {
      has,
      get values() {
        return facts.values
      },
    },
  }
}

function callText({ request, response, failure, flow, token }: Call): string {
  const form = Object.entries(request?.form ?? {}).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  )
  const sent = request && [
    `${request.method || 'GET'} ${request.url}`,
    ...linesOf(request.headers),
    ...(form.length > 0 ? ['content-type: application/x-www-form-urlencoded', '', form.join('&')] : []),
    ...(request.body ? ['', request.body] : []),
  ]
  const refusal = refusalInRedirect(response)
  const answered = response && [
    ...(response.status === undefined ? [] : [`HTTP/1.1 ${response.status}`]),
    // Its type is that of the response, which says nothing of the request.
    ...linesOf(response.headers).filter((line) => !/^content-type:/i.test(line)),
    ...(response.body ? ['', response.body] : []),
    ...(refusal.length === 0 ? [] : ['', ...refusal]),
  ]
  const beside = [
    flow?.redirectUri === undefined ? undefined : `redirect_uri: ${flow.redirectUri}`,
    token && JSON.stringify(token.claims),
    failure?.message,
  ].filter((line) => line !== undefined)
  return [sent, answered, beside]
    .flatMap((lines) => (lines === undefined || lines.length === 0 ? [] : [lines.join('\n')]))
    .join('\n\n')
}

function linesOf(headers: Record<string, string> | undefined): string[] {
  return Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`)
}
