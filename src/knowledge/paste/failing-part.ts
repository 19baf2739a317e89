/**
 * The part of a text that contains the last request that failed, with what came back; undefined where the text shows no
 * failure after another request. Logs and reports often show the steps before it: what those sent and got is not what
 * failed. Linear in the text.
 */
export function failingPart(text: string): string | undefined {
  const requests = requestsIn(text)
  if (new Set(requests.map(({ path }) => path)).size < 2) return undefined
  const failedAt = failuresIn(text).at(-1)
  if (failedAt === undefined) return undefined
  const current = requests.findLastIndex(({ at }) => at <= failedAt)
  if (current < 0) return undefined
  // The same request told twice, as a log and an exception do, is one.
  let first = current
  while (first > 0 && requests[first - 1]?.path === requests[current]?.path) first -= 1
  const start = requests[first]?.at ?? 0
  const end = requests.slice(current + 1).find(({ path }) => path !== requests[current]?.path)?.at ?? text.length
  return start === 0 && end === text.length ? undefined : text.slice(start, end)
}

interface Mark {
  /** Where its line begins. */
  at: number
  /** The path of its address: logs and programs tell the same request in several ways. */
  path: string
}

const mark =
  /\b(?:GET|POST|PUT|PATCH|DELETE)\b["'`]{0,2}[ \t:,]{1,4}["'`]{0,2}((?:https?:\/)?\/[^\s"'`<>?]{1,500})|\bcurl\b[^\n]{0,600}?(https?:\/\/[^\s"'<>?]{1,500})|(https?:\/\/[^\s"'<>?]{1,300}\/(?:authorize|auth))\?|\.(?:get|post|put|patch|delete)\(\s{0,9}["'`](https?:\/\/[^\s"'`<>?]{1,500})/gi

function requestsIn(text: string): Mark[] {
  return [...text.matchAll(mark)].slice(0, 400).map((match) => {
    const [, url, curled, authorize, address] = match
    const where = url ?? curled ?? authorize ?? address ?? ''
    return {
      at: text.lastIndexOf('\n', match.index) + 1,
      path: where.replace(/^https?:\/\/[^/]*/, '').replace(/\/$/, ''),
    }
  })
}

const failure =
  /\bHTTP\/\d(?:\.\d)?"? {1,3}[45]\d\d\b|(?:status|code|->|→|=>|<-|HTTP)["' \t:=]{0,5}(?:HTTP )?[45]\d\d\b|["']?\b(?:error|error_?code|fault|faultcode)["']?\s{0,3}[:=]\s{0,3}["'{]|\b[45]\d\d (?:Unauthorized|Forbidden|Bad Request|Not Found|Conflict|Internal)|"(?:GET|POST|PUT|PATCH|DELETE) [^"\n]{1,2000}" [45]\d\d/gi

function failuresIn(text: string): number[] {
  return [...text.matchAll(failure)].map(({ index }) => index)
}
