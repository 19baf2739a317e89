import { pointer } from './pointer.ts'

/** A header by its lower-case name, however it is written, with the pointer to it; undefined where there is none. */
export function header(
  headers: Record<string, string> | undefined,
  name: string,
  side: 'request' | 'response' = 'response',
): { value: string; at: string } | undefined {
  if (headers === undefined) return undefined
  // Recorded headers are lower case; pasted ones are as somebody wrote them.
  const found = headers[name] === undefined ? Object.keys(headers).find((one) => one.toLowerCase() === name) : name
  const value = found === undefined ? undefined : headers[found]
  return found === undefined || value === undefined ? undefined : { value, at: pointer(side, 'headers', found) }
}
