import { parseForm } from '../text/address.ts'
import { base64Of } from '../text/base64.ts'
import { addHeader, type PastedRequest } from './http-in-text.ts'

interface ShellWord {
  text: string
  /** True where the shell would have put a variable's value in. */
  substituted: boolean
}

/**
 * The request of a `curl` command in a text, as it would be sent; undefined when there is none. Where the shell fills
 * in the credentials from a variable the headers are left out: what was sent is then not known.
 */
export function curlRequest(text: string): PastedRequest | undefined {
  const start = text.slice(0, 40_000).search(/(?<![\w./-])curl(?:\.exe)?[ \t]+\S/)
  if (start < 0) return undefined
  const words = shellWords(text.slice(start, start + 40_000))
  const request: Draft = { headers: Object.create(null), data: [], variable: false, get: false }
  for (let at = 1; at < words.length; at++) {
    const word = words[at]
    if (word === undefined) break
    const option = optionOf(word.text)
    if (option === undefined) {
      if (request.url === undefined && /^[a-z]+:\/\/|^[\w.-]+\.\w+\//i.test(word.text)) request.url = word.text
      continue
    }
    const value = option.value === undefined ? words[++at] : { ...word, text: option.value }
    if (value !== undefined) option.take(request, value)
  }
  if (request.url === undefined) return undefined
  return finished(request)
}

interface Draft {
  url?: string
  method?: string
  headers: Record<string, string>
  data: string[]
  variable: boolean
  get: boolean
}

const takes: [names: string[], take: (request: Draft, value: ShellWord) => void][] = [
  [
    ['-X', '--request'],
    (request, { text }) => {
      request.method = text.toUpperCase()
    },
  ],
  [
    ['-H', '--header'],
    (request, { text, substituted }) => {
      const colon = text.indexOf(':')
      if (colon > 0) addHeader(request.headers, text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim())
      if (substituted && /^authorization/i.test(text)) request.variable = true
    },
  ],
  [
    ['-d', '--data', '--data-raw', '--data-binary', '--data-ascii', '--data-urlencode'],
    (request, { text }) => {
      request.data.push(text)
    },
  ],
  [
    ['-u', '--user'],
    (request, { text, substituted }) => {
      request.headers.authorization = `Basic ${base64Of(text)}`
      if (substituted || !text.includes(':')) request.variable = true
    },
  ],
  [
    ['--oauth2-bearer'],
    (request, { text, substituted }) => {
      request.headers.authorization = `Bearer ${text}`
      if (substituted) request.variable = true
    },
  ],
  [
    ['--url'],
    (request, { text }) => {
      request.url = text
    },
  ],
  [
    [
      '-b',
      '--cookie',
      '-o',
      '--output',
      '-A',
      '--user-agent',
      '-m',
      '--max-time',
      '-e',
      '--cacert',
      '--cert',
      '--key',
      '-x',
      '--proxy',
      '-w',
      '--write-out',
    ],
    () => {},
  ],
]

/** The option that a word is, when it takes a value; short ones may have it attached, long ones after an equals sign. */
function optionOf(word: string): { take: (request: Draft, value: ShellWord) => void; value?: string } | undefined {
  for (const [names, take] of takes) {
    for (const name of names) {
      if (word === name) return { take }
      if (!name.startsWith('--') && !word.startsWith('--') && word.startsWith(name))
        return { take, value: word.slice(2) }
      if (name.startsWith('--') && word.startsWith(`${name}=`)) return { take, value: word.slice(name.length + 1) }
    }
  }
  return undefined
}

function finished({ url = '', method, headers, data, variable }: Draft): PastedRequest {
  const body = data.length === 0 ? undefined : data.join('&')
  // curl calls data form-encoded unless told otherwise.
  const isForm =
    body !== undefined && /urlencoded/.test(headers['content-type'] ?? 'urlencoded') && /^[\w.[\]-]+=/.test(body)
  return {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    url,
    headers: variable ? undefined : headers,
    form: isForm ? Object.fromEntries(parseForm(body)) : undefined,
    body: isForm ? undefined : body,
  }
}

/** The words of a shell command up to its end: quotes, escapes, and lines that a backslash or a caret continues. */
function shellWords(text: string): ShellWord[] {
  const words: ShellWord[] = []
  let word: ShellWord | undefined
  for (let at = 0; at < text.length && words.length < 300; at++) {
    const character = text.charAt(at)
    if ((character === '\\' || character === '^') && text.charAt(at + 1) === '\n') {
      at++
      continue
    }
    if (character === '\n') break
    if (/\s/.test(character)) {
      if (word !== undefined) words.push(word)
      word = undefined
      continue
    }
    word ??= { text: '', substituted: false }
    if (character === "'" || character === '"') {
      const end = closingQuote(text, at)
      const inner = text.slice(at + 1, end)
      word.text += character === '"' ? inner.replace(/\\(["\\$`])/g, '$1') : inner
      if (character === '"' && /(?<!\\)\$[\w{(]|`/.test(inner)) word.substituted = true
      at = end
    } else {
      if (character === '\\') at++
      if (character === '$' && /[\w{(]/.test(text.charAt(at + 1))) word.substituted = true
      word.text += text.charAt(at)
    }
  }
  if (word !== undefined) words.push(word)
  return words
}

function closingQuote(text: string, start: number): number {
  const quote = text.charAt(start)
  for (let at = start + 1; at < text.length; at++) {
    if (text.charAt(at) === '\\' && quote === '"') at++
    else if (text.charAt(at) === quote) return at
  }
  return text.length
}
