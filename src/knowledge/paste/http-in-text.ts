import type { Call } from '../protocol/call.ts'

export type PastedRequest = NonNullable<Call['request']>
export interface PastedResponse {
  status: number
  headers: Record<string, string>
  body?: string
}

/** The requests and answers that a text holds, in the order in which they stand. */
export interface HttpMessages {
  requests: PastedRequest[]
  responses: PastedResponse[]
  /** The text without the messages and without a program's remarks about them. */
  rest: string
}

const statusLine = /^HTTP\/\d(?:\.\d)?\s+(\d{3})\b/i
const requestLine = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\s+(\S+)\s+HTTP\/\d/
/** A request line as people write it down, without its version. */
const shortRequestLine = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\s+((?:https?:\/)?\/\S+)\s*$/
const headerLine = /^:?([\w!#$%&'*+.^`|~-]{1,80})\s{0,4}:(?:\s+(.*)|(.*))$/
// What curl -v says about the connection, its amounts of data, and its progress meter.
const remark =
  /^(?:\* |curl: \(\d+\)|[{}] \[|\s{0,9}%? {1,9}(?:% )?Total +%|\s{0,9}Dload +Upload|\s{0,9}[\d.]+[kMG]? +[\d.]+[kMG]? +\d)/
const closingRemark = /\* (?:Connection #\d+ to host .* left intact|Closing connection.*|Connection #\d+ .*)$/

/**
 * Reads HTTP messages from what `curl -i`, `curl -v`, HTTPie or a browser's "copy headers" give: HTTP/1.1, HTTP/2 and
 * HTTP/3 status lines, request lines, folded and repeated headers, several answers one after the other, cut ones.
 */
export function httpMessages(text: string): HttpMessages {
  const lines = unquoted(text.split('\n').slice(0, 20_000))
  const marked = lines.some((line) => /^[<>] (?:HTTP\/|[A-Z]+ \S+ HTTP\/)/.test(line))
  // Beside a status line only: alone it is a line of a log.
  const request = lines.some((line) => statusLine.test(line)) ? shortRequestLine : requestLine
  const found: HttpMessages = { requests: [], responses: [], rest: '' }
  const rest: string[] = []
  let open: Draft | undefined
  for (const raw of lines) {
    const remarked = raw.replace(closingRemark, '')
    if (remark.test(remarked)) {
      // Remarks describe failed connections as well.
      rest.push(raw)
      continue
    }
    const mark = marked ? /^([<>])(?: |$)/.exec(remarked)?.[1] : undefined
    const line = mark === undefined ? remarked : remarked.slice(2)
    const started = startOf(line, mark, open, request)
    if (started !== undefined) {
      close(open, found)
      open = started
    } else if (open === undefined) rest.push(line)
    else take(open, line, marked && mark === undefined)
  }
  close(open, found)
  return { ...found, rest: rest.join('\n') }
}

/** Lines of a mail or a thread that quotes a response: a mark before each, which curl -v would not put before a status. */
function unquoted(lines: string[]): string[] {
  const quotes =
    lines.some((line) => /^> ?HTTP\//.test(line)) && lines.every((line) => line === '' || line.startsWith('>'))
  return quotes ? lines.map((line) => line.replace(/^> ?/, '')) : lines
}

interface Draft {
  status?: number
  method?: string
  target?: string
  headers: Record<string, string>
  lastHeader?: string
  body?: string[]
  /** Written down by a person, who leaves headers out. */
  short?: boolean
}

function startOf(line: string, mark: string | undefined, open: Draft | undefined, short: RegExp): Draft | undefined {
  const status = statusLine.exec(line)?.[1]
  // In the middle of a body a line that begins like a status line is still the next answer: `curl -i -L` prints so.
  if (status !== undefined && mark !== '>') return { status: Number(status), headers: Object.create(null) }
  const request = requestLine.exec(line) ?? short.exec(line)
  if (request !== null && mark !== '<' && !(open?.body !== undefined && open.status !== undefined && mark !== '>'))
    return { method: request[1], target: request[2], headers: Object.create(null), short: !requestLine.test(line) }
  return undefined
}

/** Adds a line to the message: a header, what continues one, or a line of its body. `outside` is one without a mark. */
function take(open: Draft, line: string, outside: boolean): void {
  if (open.body !== undefined) {
    open.body.push(line)
    return
  }
  if (line.trim() === '') {
    open.body = []
    return
  }
  if (!outside && open.lastHeader !== undefined && /^[ \t]/.test(line)) {
    open.headers[open.lastHeader] += ` ${line.trim()}`
    return
  }
  const header = outside ? null : headerLine.exec(line)
  if (header === null) {
    open.body = [line]
    return
  }
  const name = (header[1] ?? '').toLowerCase()
  const value = (header[2] ?? header[3] ?? '').trim()
  addHeader(open.headers, name, value)
  open.lastHeader = name
}

/** Adds a header; a name that comes again is joined to the first (RFC 9110 §5.3). */
export function addHeader(headers: Record<string, string>, name: string, value: string): void {
  const before = headers[name]
  headers[name] = before === undefined ? value : `${before}, ${value}`
}

function close(open: Draft | undefined, found: HttpMessages): void {
  if (open === undefined) return
  // What is behind a response that has no content is not its body (RFC 9110 §8.6).
  const none = open.status !== undefined && open.headers['content-length']?.trim() === '0'
  const body = none ? '' : open.body?.join('\n').replace(/^\n+/, '').trimEnd()
  if (open.status !== undefined) {
    // 1xx answers are about the real one to come (RFC 9110 §15.2).
    // People leave out what a file or a picture is made of, and curl writes “[16384 bytes data]” in its place.
    const left = body === '' && Number(open.headers['content-length']) > 0
    if (open.status >= 200)
      found.responses.push({ status: open.status, headers: open.headers, body: left ? undefined : body })
    return
  }
  found.requests.push({
    method: open.method ?? '',
    url: addressOf(open.target ?? '', open.headers.host ?? open.headers.authority),
    headers: open.short && open.headers.authorization === undefined ? undefined : open.headers,
    body: body === '' || body === undefined ? undefined : body.replace(foldedForm, '&'),
  })
}

/** Where documents and people break a form, so that it fits on the page: before or behind a field. */
const foldedForm = /[ \t]{0,20}\n[ \t]{0,20}&|&[ \t]{0,20}\n[ \t]{0,20}(?=[\w.]{1,60}=)/g

/** The whole address of a request line's target; https, unless the host is this machine. */
function addressOf(target: string, host: string | undefined): string {
  if (/^[a-z]+:\/\//i.test(target) || host === undefined) return target
  const scheme = /^(?:localhost|127\.|\[::1\])/i.test(host) ? 'http' : 'https'
  return `${scheme}://${host}${target}`
}

/** Names of headers that stand alone in a text, without the status line that belongs above them. */
const telling = /^(?:www-authenticate|location|retry-after|content-type|x-apigee-fault-code|proxy-authenticate)$/

/** Header lines without a status line above; undefined when the text is something else. */
export function bareHeaders(text: string): { headers: Record<string, string>; rest: string } | undefined {
  const draft: Draft = { headers: Object.create(null) }
  for (const line of text.trim().split('\n').slice(0, 200)) {
    // `< www-authenticate: …` out of the middle of what curl -v wrote.
    take(draft, line.replace(/^< /, ''), false)
  }
  if (!Object.keys(draft.headers).some((name) => telling.test(name))) return undefined
  return { headers: draft.headers, rest: draft.body?.join('\n') ?? '' }
}

/**
 * Reads what a browser's developer tools give when the panel of a request's headers is copied: `Request URL`,
 * `Request Method`, `Status Code`, then the two lists of headers, as `name: value` or on alternating lines.
 */
export function developerToolsExchange(
  text: string,
): { request?: PastedRequest; response?: PastedResponse } | undefined {
  const url = /^[ \t]*request url:?[ \t]*(?:\n[ \t]*)?(\S+:\/\/\S+)/im.exec(text)?.[1]
  const status = /^[ \t]*status(?: code)?:?[ \t]*(?:\n[ \t]*)?(?:[^\w\s]\s{0,9})?(\d{3})\b/im.exec(text)?.[1]
  if (url === undefined && (status === undefined || !/request method|remote address/i.test(text))) return undefined
  const method = /^[ \t]*request method:?[ \t]*(?:\n[ \t]*)?([A-Z]+)\b/im.exec(text)?.[1]
  const sections = headerSections(text)
  return {
    request: url === undefined ? undefined : { method: method ?? '', url, headers: sections.request },
    response:
      status === undefined
        ? undefined
        : { status: Number(status), headers: sections.response ?? Object.create(null), body: sections.body },
  }
}

function headerSections(text: string): {
  request?: Record<string, string>
  response?: Record<string, string>
  body?: string
} {
  const sections: { request?: Record<string, string>; response?: Record<string, string>; body?: string } = {}
  let into: Record<string, string> | undefined
  let name: string | undefined
  const lines = text.split('\n').slice(0, 5_000)
  for (const [index, raw] of lines.entries()) {
    const line = raw.trim()
    const title = /^(request|response) headers\b/i.exec(line)?.[1]?.toLowerCase()
    if (title !== undefined) {
      into = Object.create(null) as Record<string, string>
      sections[title as 'request' | 'response'] = into
      name = undefined
    } else if (/^[{[<]/.test(line)) {
      sections.body = lines.slice(index).join('\n').trim()
      break
    } else if (into !== undefined && line !== '') {
      const pair = name === undefined ? headerLine.exec(line) : null
      if (pair !== null && pair[1] !== undefined)
        addHeader(into, pair[1].toLowerCase(), (pair[2] ?? pair[3] ?? '').trim())
      else if (name === undefined) name = line.replace(/:$/, '').toLowerCase().slice(0, 80)
      else {
        addHeader(into, name, line)
        name = undefined
      }
    }
  }
  return sections
}
