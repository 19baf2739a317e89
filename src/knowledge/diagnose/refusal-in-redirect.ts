import type { Call } from '../protocol/call.ts'
import { parseForm } from '../text/address.ts'

/** What a redirect says of a refusal, decoded, as lines of name and value (RFC 6749 §4.1.2.1); none where it says nothing of one. */
export function refusalInRedirect(response: Call['response']): string[] {
  const [, location = ''] = Object.entries(response?.headers ?? {}).find(([name]) => /^location$/i.test(name)) ?? []
  if (!/[?&#]error/.test(location)) return []
  return parseForm(location.slice(location.search(/[?#]/) + 1)).flatMap(([name, value]) =>
    /^error(?:_description|_message|_reason)?$/.test(name) ? [`${name}: ${value}`] : [],
  )
}
