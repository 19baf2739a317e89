import type { Sent } from '../http/outbound.ts'

/** Where a response redirects to, with neither the query nor the fragment, which may carry secrets; undefined for none. */
export function redirectTarget(url: string, answer: NonNullable<Sent['answer']>): string | undefined {
  if (answer.status < 300 || answer.status >= 400) return undefined
  const target = URL.parse(answer.headers.location ?? '', url)
  if (!target || !/^https?:$/.test(target.protocol)) return undefined
  const shown = target.origin + target.pathname
  return shown.length > 300 ? `${shown.slice(0, 300)}…` : shown
}
