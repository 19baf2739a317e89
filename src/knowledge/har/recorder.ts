import { member } from '../text/member.ts'

/** What recorded a HAR file, by the name that it gives itself (`log.creator`). */
export interface Recorder {
  name: string
  version?: string
  /** What it leaves out on its own account, in a sentence. */
  leavesOut?: string
}

interface Known {
  creator: RegExp
  name: string
  leavesOut?: string
}

const recorders: Known[] = [
  { creator: /^WebInspector$/i, name: 'Chrome, Edge or another Chromium browser' },
  { creator: /^WebKit Web Inspector$/i, name: 'Safari' },
  { creator: /^Firefox/i, name: 'Firefox' },
  { creator: /^Charles/i, name: 'Charles' },
  { creator: /^Fiddler/i, name: 'Fiddler' },
  { creator: /^mitmproxy/i, name: 'mitmproxy' },
  { creator: /^Insomnia/i, name: 'Insomnia' },
  { creator: /^Postman/i, name: 'Postman' },
  { creator: /^Playwright/i, name: 'Playwright' },
  {
    creator: /^HTTP Toolkit/i,
    name: 'HTTP Toolkit',
    leavesOut: 'HTTP Toolkit leaves large bodies out, and writes status 0 for every request that was aborted.',
  },
  { creator: /^Proxyman/i, name: 'Proxyman' },
  { creator: /^BrowserMob/i, name: 'BrowserMob Proxy' },
  { creator: /^(?:Claimcheck|made safe)$/i, name: 'Claimcheck' },
]

/** Reads what recorded a file; undefined where it does not say. */
export function readRecorder(file: unknown): Recorder | undefined {
  const creator = member(file, 'log', 'creator')
  const name = member(creator, 'name')
  if (typeof name !== 'string' || name.trim() === '') return undefined
  const version = member(creator, 'version')
  const known = recorders.find((one) => one.creator.test(name))
  return {
    name: known?.name ?? name.slice(0, 80),
    // Chromium writes the version of WebKit, which says nothing of its own.
    version: typeof version === 'string' && version !== '' && version !== '537.36' ? version.slice(0, 40) : undefined,
    leavesOut: known?.leavesOut,
  }
}

/** What of a file's entries was seen, to tell what was left out of it. */
export interface Seen {
  /** Entries with the header Authorization, Cookie or Set-Cookie. */
  credentials: number
  /** Entries in which a value was replaced by a mark, such as `[redacted]`. */
  marked: number
  /** Responds with a body in JSON that the file does not have. */
  bodiesMissing: number
}

/** That credentials were left out of a file, and how that is known. */
export interface Sanitized {
  how: 'left-out' | 'replaced'
  why: string
}

/**
 * Whether the credentials of a file were left out or replaced, so that a missing token says nothing of the request.
 * Chromium's standard export has no Authorization, Cookie and Set-Cookie headers (since Chrome 130).
 */
export function sanitizedBy(recorder: Recorder | undefined, { credentials, marked }: Seen): Sanitized | undefined {
  if (marked > 0)
    return {
      how: 'replaced',
      why: `In ${marked.toLocaleString('en')} ${marked === 1 ? 'entry' : 'entries'} a credential is replaced by a placeholder, such as “[redacted]”: the file was cleaned before it was shared.`,
    }
  if (credentials > 0 || !recorder?.name.startsWith('Chrome')) return undefined
  return {
    how: 'left-out',
    why: 'No entry has an Authorization, Cookie or Set-Cookie header. Chromium leaves them out of its standard export (“sanitized”).',
  }
}

const credentialNames = /^(?:authorization|proxy-authorization|cookie|set-cookie)$/i
/** The marks of Cloudflare’s, Google’s and Okta’s cleaners, of people, and of Claimcheck’s own copies. */
const mark =
  /^(?:(?:Bearer|Basic|DPoP)\s+)?(?:[[<({*]{1,3}[^\]>)}]{0,60}(?:redacted|removed|filtered|masked|sanitized|hidden|scrubbed)|redacted\b|removed\b|x{6,}$|\*{3,}|•{3,}|\[[\w.@$ -]{1,80}:[\da-z]{8}\])|SIGNATURE_REMOVED_/i

/** Adds what one entry shows to what was seen. */
export function see(seen: Seen, entry: unknown): void {
  const headers = ['request', 'response'].flatMap((side) => {
    const list = member(entry, side, 'headers')
    return Array.isArray(list) ? list.slice(0, 300) : []
  })
  const credentials = headers.flatMap((header) => {
    const [name, value] = [member(header, 'name'), member(header, 'value')]
    return typeof name === 'string' && typeof value === 'string' && credentialNames.test(name) ? [value] : []
  })
  if (credentials.length > 0) seen.credentials += 1
  if (credentials.some((value) => mark.test(value.slice(0, 4_000)))) seen.marked += 1
  const content = member(entry, 'response', 'content')
  const [size, type] = [member(content, 'size'), member(content, 'mimeType')]
  if (
    typeof size === 'number' &&
    size > 0 &&
    typeof type === 'string' &&
    /json/i.test(type) &&
    member(content, 'text') === undefined
  )
    seen.bodiesMissing += 1
}
