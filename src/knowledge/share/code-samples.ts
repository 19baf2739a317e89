import { createScrubber } from '../privacy/scrub.ts'
import { scrubRequest } from '../privacy/scrub-exchange.ts'
import type { Vocabulary } from '../privacy/vocabulary.ts'
import type { ExchangeRequest } from '../protocol/exchange.ts'

/** A piece of a value: literal text, or the name of a variable that the reader of the code fills. */
type Piece = { text: string } | { variable: string }

interface Prepared {
  method: string
  url: string
  headers: [name: string, value: Piece[]][]
  form?: [name: string, value: Piece[]][]
  body?: string
  variables: string[]
}

export interface SampleLanguage {
  id: string
  name: string
  write: (request: Prepared) => string
}

/** Headers that a program's own library sets, or that belong to one connection. */
const setByTheLibrary = new Set(['accept-encoding', 'connection', 'content-length', 'host'])

/**
 * Writes a recorded request as code. Fingerprints of secrets become variables (`ACCESS_TOKEN`, `CODE` and so on), read
 * from the environment.
 *
 * @param accessToken written in place of its variable, where that was asked for
 */
export function writeSample(language: SampleLanguage, request: ExchangeRequest, accessToken?: string): string {
  const pieces = (value: string, name: string): Piece[] =>
    split(value, name).map((piece) =>
      'variable' in piece && piece.variable === 'ACCESS_TOKEN' && accessToken !== undefined
        ? { text: accessToken }
        : piece,
    )
  const headers = Object.entries(request.headers)
    .filter(([name]) => !setByTheLibrary.has(name))
    .map(([name, value]): [string, Piece[]] => [name, pieces(value, name)])
  const form =
    request.form && Object.entries(request.form).map(([name, value]): [string, Piece[]] => [name, pieces(value, name)])
  const used = [...headers, ...(form ?? [])].flatMap(([, value]) =>
    value.flatMap((piece) => ('variable' in piece ? [piece.variable] : [])),
  )
  const { method, url, body } = request
  return language.write({ method, url, headers, form, body: form ? undefined : body, variables: [...new Set(used)] })
}

/**
 * A request of any origin without secrets and personal data, as code may show it; what it needs becomes variables.
 *
 * @param vocabulary what is known to be harmless: whatever is not becomes a variable as well
 */
export function safeRequest(request: ExchangeRequest, vocabulary?: Vocabulary): ExchangeRequest {
  const fingerprint = () => '00000000'
  const first = createScrubber({ fingerprint, vocabulary })
  scrubRequest(request, first)
  return scrubRequest(request, createScrubber({ fingerprint, known: first.values(), earlier: first.met, vocabulary }))
}

/** `Bearer fp:…` becomes the word and a variable. */
function split(value: string, name: string): Piece[] {
  const [, before = '', print] = /^(\w+ )?(?:\[[^\]\s]*\] )?(fp:[\w-]+|\[[^\]\s]+:0{8}\])$/.exec(value) ?? []
  if (print === undefined) return [{ text: value }]
  const variable = name === 'authorization' ? (credentials.get(before.trim().toLowerCase()) ?? 'CREDENTIALS') : name
  return [...(before ? [{ text: before }] : []), { variable: variable.toUpperCase().replace(/\W/g, '_') }]
}

const credentials = new Map([
  ['bearer', 'ACCESS_TOKEN'],
  ['basic', 'BASIC_CREDENTIALS'],
])

export const sampleLanguages: SampleLanguage[] = [
  { id: 'curl', name: 'curl', write: curl },
  { id: 'fetch', name: 'JavaScript fetch', write: javascript },
  { id: 'python', name: 'Python requests', write: python },
  { id: 'java', name: 'Java HttpClient', write: java },
]

function curl({ method, url, headers, form, body }: Prepared): string {
  const word = (pieces: Piece[]) =>
    merged(pieces)
      .map((piece) => ('variable' in piece ? `"$${piece.variable}"` : shellWord(piece.text)))
      .join('')
  const parts = [
    `curl --include --request ${method} ${shellWord(url)}`,
    ...headers.map(([name, value]) => `--header ${word([{ text: `${name}: ` }, ...value])}`),
    ...(form ?? []).map(([name, value]) => `--data-urlencode ${word([{ text: `${name}=` }, ...value])}`),
    ...(body === undefined ? [] : [`--data-raw ${shellWord(body)}`]),
  ]
  return parts.join(' \\\n  ')
}

/** The pieces with texts that follow one another made one. */
function merged(pieces: Piece[]): Piece[] {
  const all: Piece[] = []
  for (const piece of pieces) {
    const last = all.at(-1)
    if (last && 'text' in last && 'text' in piece) last.text += piece.text
    else all.push({ ...piece })
  }
  return all
}

/** In single quotes a shell changes nothing; a single quote itself stands outside of them. */
function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** Pieces joined by `+`; JSON's escapes mean the same in JavaScript, Python and Java. */
function joined(pieces: Piece[], variable: (name: string) => string): string {
  return pieces.map((piece) => ('variable' in piece ? variable(piece.variable) : literal(piece.text))).join(' + ')
}

const literal = (text: string): string =>
  JSON.stringify(text).replace(
    /[\u2028\u2029\u007f-\u009f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

function javascript({ method, url, headers, form, body, variables }: Prepared): string {
  const value = (pieces: Piece[]) => joined(pieces, (name) => name)
  const entries = (pairs: [string, Piece[]][]) =>
    pairs.map(([name, pieces]) => `    ${literal(name)}: ${value(pieces)},`).join('\n')
  const sent = form
    ? [`  body: new URLSearchParams({\n${entries(form)}\n  }),`]
    : body === undefined
      ? []
      : [`  body: ${literal(body)},`]
  return [
    ...variables.map((name) => `const ${name} = process.env.${name}`),
    ...(variables.length > 0 ? [''] : []),
    `const response = await fetch(${literal(url)}, {`,
    `  method: ${literal(method)},`,
    ...(headers.length > 0 ? [`  headers: {\n${entries(headers)}\n  },`] : []),
    ...sent,
    "  redirect: 'manual',",
    '})',
    'console.log(response.status, await response.text())',
  ].join('\n')
}

function python({ method, url, headers, form, body, variables }: Prepared): string {
  const value = (pieces: Piece[]) => joined(pieces, (name) => name)
  const entries = (pairs: [string, Piece[]][]) =>
    pairs.map(([name, pieces]) => `        ${literal(name)}: ${value(pieces)},`).join('\n')
  return [
    ...(variables.length > 0 ? ['import os', ''] : []),
    'import requests',
    '',
    ...variables.map((name) => `${name} = os.environ["${name}"]`),
    ...(variables.length > 0 ? [''] : []),
    'response = requests.request(',
    `    ${literal(method)},`,
    `    ${literal(url)},`,
    ...(headers.length > 0 ? [`    headers={\n${entries(headers)}\n    },`] : []),
    ...(form ? [`    data={\n${entries(form)}\n    },`] : []),
    ...(body === undefined ? [] : [`    data=${literal(body)}.encode(),`]),
    '    allow_redirects=False,',
    '    timeout=15,',
    ')',
    'print(response.status_code, response.text)',
  ].join('\n')
}

function java({ method, url, headers, form, body, variables }: Prepared): string {
  const value = (pieces: Piece[]) => joined(pieces, (name) => name)
  const encoded = (pieces: Piece[]) => `URLEncoder.encode(${value(pieces)}, StandardCharsets.UTF_8)`
  const fields = form?.map(([name, pieces]) => `${literal(`${encodeURIComponent(name)}=`)} + ${encoded(pieces)}`)
  const publisher = fields
    ? `BodyPublishers.ofString(\n            ${fields.join(' + "&"\n            + ')})`
    : body === undefined
      ? 'BodyPublishers.noBody()'
      : `BodyPublishers.ofString(${literal(body)})`
  return [
    'import java.net.URI;',
    ...(form ? ['import java.net.URLEncoder;'] : []),
    'import java.net.http.HttpClient;',
    'import java.net.http.HttpRequest;',
    'import java.net.http.HttpRequest.BodyPublishers;',
    'import java.net.http.HttpResponse.BodyHandlers;',
    ...(form ? ['import java.nio.charset.StandardCharsets;'] : []),
    '',
    'public class Call {',
    '  public static void main(String[] arguments) throws Exception {',
    ...variables.map((name) => `    String ${name} = System.getenv("${name}");`),
    `    HttpRequest request = HttpRequest.newBuilder(URI.create(${literal(url)}))`,
    ...headers.map(([name, pieces]) => `        .header(${literal(name)}, ${value(pieces)})`),
    `        .method(${literal(method)}, ${publisher})`,
    '        .build();',
    '    var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());',
    '    System.out.println(response.statusCode() + " " + response.body());',
    '  }',
    '}',
  ].join('\n')
}
