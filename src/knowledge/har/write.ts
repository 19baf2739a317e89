import type { Exchange, ExchangeRequest, ExchangeResponse } from '../protocol/exchange.ts'
import { parseAddress } from '../text/address.ts'
import { writeAdditions } from './additions.ts'

/** A HAR 1.2 file (the archive format of browsers' developer tools). */
export interface Har {
  log: { version: string; creator: { name: string; version: string }; comment?: string; entries: unknown[] }
}

/** Writes exchanges as HAR 1.2, so that `readEntry` has each of them back as it was. */
export function writeHar(exchanges: Exchange[], comment?: string): Har {
  return {
    log: { version: '1.2', creator: { name: 'Claimcheck', version: '1' }, comment, entries: exchanges.map(writeEntry) },
  }
}

function writeEntry(exchange: Exchange): unknown {
  const { startedAt, durationMs, firstByteMs, request, response } = exchange
  return {
    startedDateTime: new Date(Math.round(startedAt * 1000)).toISOString(),
    time: durationMs,
    request: writeRequest(request),
    response: writeResponse(response),
    cache: {},
    timings: {
      send: 0,
      wait: firstByteMs ?? durationMs,
      // −1 where a timing does not apply: nothing was received.
      receive: firstByteMs === undefined ? -1 : Math.max(0, durationMs - firstByteMs),
    },
    ...writeAdditions(exchange),
  }
}

function writeRequest(request: ExchangeRequest): unknown {
  const { method, url, headers, form, body, ...rest } = request
  rest satisfies Record<string, never>
  const text = body ?? (form && writeForm(form))
  return {
    method,
    ...writeAddress(url),
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: writeHeaders(headers),
    queryString: parseAddress(url).query.map(([name, value]) => ({ name, value })),
    postData:
      text === undefined
        ? undefined
        : {
            mimeType: headers['content-type'] ?? '',
            text,
            ...(form && { params: pairs(form) }),
            ...(form && body !== undefined && { _both: true }),
          },
    headersSize: -1,
    bodySize: text === undefined ? 0 : -1,
  }
}

/** Fields as `application/x-www-form-urlencoded` text. */
export const writeForm = (form: Record<string, string>): string =>
  Object.entries(form)
    .map((pair) => pair.map((text) => encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+')).join('='))
    .join('&')

/** What is in place of a secret may hold characters that an address cannot. */
function writeAddress(written: string): { url: string; _url?: string } {
  const url = written.replace(/[\s"<>[\\\]^`{|}]/g, encodeURIComponent)
  return url === written ? { url } : { url, _url: written }
}

/** Where no response came the status is 0, as browsers write it. */
function writeResponse(response: ExchangeResponse | undefined): unknown {
  const { status, headers, body, bodyBase64, size, cut, ...rest } = response ?? nothing
  rest satisfies Record<string, never>
  return {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: writeHeaders(headers),
    content: {
      size,
      mimeType: headers['content-type'] ?? '',
      ...(body === undefined ? bodyBase64 !== undefined && { text: bodyBase64, encoding: 'base64' } : { text: body }),
      ...(cut && { _cut: true }),
    },
    redirectURL: headers.location ?? '',
    headersSize: -1,
    bodySize: -1,
  }
}

const nothing: ExchangeResponse = { status: 0, headers: {}, size: 0, cut: false }

/** Cookies are set one by one; other headers that came more than once are joined already (RFC 9110 §5.3). */
function writeHeaders(headers: Record<string, string>): { name: string; value: string }[] {
  return pairs(headers).flatMap(({ name, value }) =>
    name === 'set-cookie' ? value.split('\n').map((one) => ({ name, value: one })) : [{ name, value }],
  )
}

const pairs = (values: Record<string, string>) => Object.entries(values).map(([name, value]) => ({ name, value }))
