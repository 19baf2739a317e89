import type { FailureKind, Step } from '../service/call.ts'
import type { Exchange } from '../service/exchange.ts'
import { parseAddress, parseForm } from '../text/address.ts'

/**
 * Writes exchanges as HAR 1.2 (the archive format of browsers' developer tools). What the format has no place for stands
 * under names that begin with an underscore, as it demands of additions.
 */
export function writeArchive(exchanges: Exchange[]): unknown {
  return {
    log: {
      version: '1.2',
      creator: { name: 'Claimcheck', version: '1' },
      entries: exchanges.map((exchange) => ({
        startedDateTime: new Date(exchange.startedAt * 1000).toISOString(),
        time: exchange.durationMs,
        request: harRequest(exchange.request),
        response: harResponse(exchange),
        cache: {},
        timings: {
          send: 0,
          wait: exchange.firstByteMs ?? exchange.durationMs,
          receive: Math.max(0, exchange.durationMs - (exchange.firstByteMs ?? exchange.durationMs)),
        },
        _step: exchange.step,
        _environment: exchange.environment,
        ...(exchange.failure && { _failure: exchange.failure }),
      })),
    },
  }
}

function harRequest({ method, url, headers, form, body }: Exchange['request']) {
  const text = form ? writeForm(form) : body
  return {
    method,
    url: validAddress(url),
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs(headers),
    queryString: parseAddress(url).query.map(([name, value]) => ({ name, value })),
    ...(text !== undefined && {
      postData: {
        mimeType: headers['content-type'] ?? '',
        text,
        ...(form && { params: pairs(form) }),
      },
    }),
    headersSize: -1,
    bodySize: text === undefined ? 0 : -1,
  }
}

const writeForm = (form: Record<string, string>): string =>
  Object.entries(form)
    .map((pair) => pair.map((text) => encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+')).join('='))
    .join('&')

/** Where no answer came the status is 0, as browsers write it. */
function harResponse({ response }: Exchange) {
  const headers = response?.headers ?? {}
  return {
    status: response?.status ?? 0,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs(headers),
    content: {
      size: response?.size ?? 0,
      mimeType: headers['content-type'] ?? '',
      ...(response?.body !== undefined && { text: response.body }),
      ...(response?.bodyBase64 !== undefined && { text: response.bodyBase64, encoding: 'base64' }),
      ...(response?.cut && { _cut: true }),
    },
    redirectURL: headers.location ?? '',
    headersSize: -1,
    bodySize: -1,
  }
}

const pairs = (values: Record<string, string>) => Object.entries(values).map(([name, value]) => ({ name, value }))

/** What stands in place of a secret may hold characters that an address cannot. */
function validAddress(url: string): string {
  return url.replace(/[\s"<>[\\\]^`{|}]/g, encodeURIComponent)
}

/**
 * Reads the sign-ins and API calls of a HAR file, in the order of their times; entries of other kinds are left out. Never
 * throws: a text that is no HAR has none.
 */
export function readArchive(text: string): Exchange[] {
  return entriesOf(text)
    .flatMap((entry, at) => readEntry(entry, at) ?? [])
    .sort((a, b) => a.startedAt - b.startedAt)
}

function entriesOf(text: string): unknown[] {
  try {
    const log = part(JSON.parse(text), 'log')
    const entries = part(log, 'entries')
    return Array.isArray(entries) ? entries : []
  } catch {
    return []
  }
}

function readEntry(entry: unknown, at: number): Exchange | undefined {
  const request = part(entry, 'request')
  const response = part(entry, 'response')
  const url = textAt(request, 'url')
  const method = textAt(request, 'method')
  const startedAt = Date.parse(textAt(entry, 'startedDateTime') ?? '') / 1000
  if (url === undefined || method === undefined || Number.isNaN(startedAt)) return undefined
  const postData = part(request, 'postData')
  const body = textAt(postData, 'text')
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(textAt(postData, 'mimeType') ?? '')
  const form = isForm && body !== undefined ? Object.fromEntries(parseForm(body)) : undefined
  const step = stepOf(textAt(entry, '_step'), url, form)
  if (step === undefined) return undefined
  const durationMs = Math.max(0, numberAt(entry, 'time') ?? 0)
  const wait = numberAt(part(entry, 'timings'), 'wait')
  return {
    id: `file-${at}`,
    step,
    environment: textAt(entry, '_environment') ?? '',
    startedAt,
    at: startedAt + durationMs / 1000,
    firstByteMs: wait === undefined || wait < 0 ? undefined : wait,
    durationMs,
    request: { method, url, headers: headersOf(request), form, body: form ? undefined : body },
    response: readResponse(response),
    failure: readFailure(part(entry, '_failure')),
  }
}

const steps: readonly Step[] = ['authorize', 'token', 'refresh', 'api']

/** The step that is written there, else the one that the documented paths tell (§9). */
function stepOf(written: string | undefined, url: string, form: Record<string, string> | undefined): Step | undefined {
  const known = steps.find((step) => step === written)
  if (known) return known
  const { path } = parseAddress(url)
  if (path.endsWith('/oauth2/authorize')) return 'authorize'
  if (path.endsWith('/oauth2/token')) return form?.grant_type === 'refresh_token' ? 'refresh' : 'token'
  return path.includes('/v1/') ? 'api' : undefined
}

function readResponse(response: unknown): Exchange['response'] {
  const status = numberAt(response, 'status')
  if (status === undefined || status === 0) return undefined
  const content = part(response, 'content')
  const text = textAt(content, 'text')
  const binary = textAt(content, 'encoding') === 'base64'
  return {
    status,
    headers: headersOf(response),
    body: binary ? undefined : text,
    bodyBase64: binary ? text : undefined,
    size: numberAt(content, 'size') ?? 0,
    cut: part(content, '_cut') === true,
  }
}

const failures: readonly FailureKind[] = ['dns', 'refused', 'reset', 'timeout', 'tls', 'too-large', 'aborted']

function readFailure(failure: unknown): Exchange['failure'] {
  const kind = failures.find((one) => one === textAt(failure, 'kind'))
  return kind && { kind, message: textAt(failure, 'message') }
}

/** One value a name, lower case; a header that came more than once is joined (RFC 9110 §5.3). */
function headersOf(message: unknown): Record<string, string> {
  const headers = part(message, 'headers')
  const read = new Map<string, string>()
  for (const header of Array.isArray(headers) ? headers : []) {
    const name = textAt(header, 'name')?.toLowerCase()
    const value = textAt(header, 'value')
    if (name === undefined || value === undefined || name.startsWith(':')) continue
    const before = read.get(name)
    read.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(read)
}

function part(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}

function textAt(value: unknown, name: string): string | undefined {
  const found = part(value, name)
  return typeof found === 'string' ? found : undefined
}

function numberAt(value: unknown, name: string): number | undefined {
  const found = part(value, name)
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined
}
