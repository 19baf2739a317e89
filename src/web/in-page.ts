import { type InPage, inPageId } from '#contract/in-page.ts'
import { parseJson } from '#knowledge/text/json.ts'
import { noteServerTime } from './clock.ts'

/** What the BFF sent with the page; undefined where it came another way, as from the development server. */
export function inPage(): InPage | undefined {
  seen ??= { sent: read() }
  return seen.sent
}

let seen: { sent: InPage | undefined } | undefined

function read(): InPage | undefined {
  const sent = parseJson(document.getElementById(inPageId)?.textContent ?? '') as InPage | undefined
  const [journey] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (sent && journey)
    noteServerTime(
      sent.config,
      performance.timeOrigin + journey.requestStart,
      performance.timeOrigin + journey.responseStart,
    )
  return sent
}
