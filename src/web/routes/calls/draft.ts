import { type CallRequest, forwardedHeaders } from '#contract/calls.ts'
import type { EnvironmentConfig } from '#contract/config.ts'
import type { SignedIn } from '#contract/session.ts'
import { fillPath, type Operation } from '#knowledge/protocol/apis.ts'
import { usualPathPrefix } from '#knowledge/protocol/operation-path.ts'
import { liesBelow } from '#knowledge/text/address.ts'
import { isJson } from '#knowledge/text/json.ts'
import { scanJson } from '#knowledge/text/json-scan.ts'

/** What is typed on the form, by field name. It lives in the address, less the body. */
export type Draft = Record<string, string>

export type Method = NonNullable<CallRequest['method']>
export const methods: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The fields of the form with what the address holds, else the samples. */
export function readDraft(
  operation: Operation | undefined,
  address: URLSearchParams,
  session: Pick<SignedIn, 'environment'>,
): Draft {
  const fields: Draft = { environment: address.get('environment') ?? session.environment }
  if (!operation)
    return { ...fields, method: address.get('method') ?? 'GET', path: address.get('path') ?? 'bank-slips' }
  for (const { name, sample } of operation.parameters) fields[name] = address.get(name) ?? sample
  return fields
}

/** What is wrong with the draft, by field name, in a sentence each; empty when it can be sent. */
export function checkDraft(
  operation: Operation | undefined,
  draft: Draft,
  body: string,
  headers = '',
  prefix = usualPathPrefix,
): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const { name, required, format, sample } of operation?.parameters ?? []) {
    const value = draft[name] ?? ''
    if (value === '' && required) problems[name] = 'This value is required.'
    if (value !== '' && !new RegExp(`^(?:${format})$`, 'u').test(value))
      problems[name] = `Enter a value in the expected format${sample && `, for example ${sample}`}.`
  }
  if (!operation && sentPath(draft).trim() === '') problems.path = 'Enter a path, for example bank-slips.'
  if (!operation && isWholeUrl(draft.path))
    problems.path = `No configured gateway has this URL. Enter the path${prefix && ` below ${prefix}/`}.`
  const broken = takesBody(operation, draft) && body.trim() !== '' ? jsonProblem(body) : undefined
  if (broken !== undefined) problems.body = broken
  const wrong = headerLines(headers).find((line) => !/^[\w!#$%&'*+.^`|~-]+:/.test(line))
  if (wrong !== undefined) problems.headers = `“${wrong}” is not a header. Write a name, a colon, and the value.`
  return problems
}

/** Whether a whole URL is in the place of the path. */
export function isWholeUrl(path = ''): boolean {
  return /^\w+:\/\//.test(path.trim())
}

/** Where a text stops being JSON, by line and column from 1, and why; undefined for JSON. */
function jsonProblem(text: string): string | undefined {
  const broken = scanJson(text).break
  if (broken === undefined) return undefined
  const before = text.slice(0, broken.at).split('\n')
  return `Line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: ${broken.problem}`
}

/** The values of a parameter that takes one of a few words; undefined for any other. */
export function choicesOf({ format }: Pick<Operation['parameters'][number], 'format'>): string[] | undefined {
  return /^[a-z-]+(?:\|[a-z-]+)+$/.test(format) ? format.split('|') : undefined
}

/** The environment below whose gateway an address lies. */
export function environmentOf<Known extends Pick<EnvironmentConfig, 'baseUrl' | 'pathPrefix'>>(
  address: string,
  environments: Known[],
): Known | undefined {
  return environments.find(({ baseUrl, pathPrefix }) => liesBelow(address, baseUrl + pathPrefix))
}

/** What the call of a path that is typed by hand is named. */
export function namedByHand(prefix: string): string {
  return prefix ? `Any path under ${prefix}/` : 'Any path'
}

/** Headers that the BFF does not forward, in lower case. `authorization` is apart: the token takes its place. */
export function heldBack({ headers = {} }: CallRequest): { dropped: string[]; replaced: boolean } {
  const names = Object.keys(headers).filter((name) => !forwardedHeaders.includes(name))
  return { dropped: names.filter((name) => name !== 'authorization'), replaced: names.includes('authorization') }
}

/**
 * The draft as the BFF takes it.
 *
 * @param headers lines of `name: value`
 * @param prefix what is before paths at the gateway, which a path that is typed may begin with
 */
export function asRequest(
  operation: Operation | undefined,
  draft: Draft,
  body: string,
  headers = '',
  prefix = usualPathPrefix,
): CallRequest {
  const hasBody = takesBody(operation, draft) && body.trim() !== ''
  const shared = {
    environment: draft.environment,
    headers: { ...(hasBody && { 'content-type': 'application/json' }), ...readHeaders(headers) },
    body: hasBody ? body : undefined,
  }
  if (!operation) {
    const [path = '', query] = splitOnce(sentPath(draft), '?')
    return {
      ...shared,
      method: draft.method as Method,
      path: belowPrefix(path, prefix),
      query: query === undefined ? undefined : [...new URLSearchParams(query)],
    }
  }
  const filled = operation.parameters.filter(({ name }) => draft[name])
  return {
    ...shared,
    operation: operation.id,
    parameters: Object.fromEntries(
      filled.filter((one) => one.in === 'path').map(({ name }) => [name, draft[name] ?? '']),
    ),
    query: filled.filter((one) => one.in === 'query').map(({ name }) => [name, draft[name] ?? '']),
  }
}

/** Whether two requests ask for the same: what was left out and what is empty, and the layout of JSON, make no difference. */
export function isSameRequest(one: CallRequest, other: CallRequest): boolean {
  return JSON.stringify(comparable(one)) === JSON.stringify(comparable(other))
}

function comparable({ environment, operation, method, path, parameters, query, headers, body, token }: CallRequest) {
  const sorted = (values: Record<string, string> = {}) =>
    Object.entries(values).sort(([name], [next]) => (name < next ? -1 : 1))
  const text = body !== undefined && isJson(body) ? JSON.stringify(JSON.parse(body)) : body
  return [environment, operation, method, path, sorted(parameters), query ?? [], sorted(headers), text, token]
}

/** The path and query that the draft leads to, below the base URL, to be shown before it is sent. */
export function shownPath(operation: Operation | undefined, draft: Draft, prefix = usualPathPrefix): string {
  if (!operation && isWholeUrl(draft.path)) return (draft.path ?? '').trim()
  if (!operation) return `${prefix}/${belowPrefix(sentPath(draft), prefix)}`
  const query = new URLSearchParams(
    operation.parameters
      .filter((one) => one.in === 'query' && draft[one.name])
      .map(({ name }) => [name, draft[name] ?? '']),
  ).toString()
  return `${prefix}${fillPath(operation, draft)}${query && `?${query}`}`
}

/** The path that is typed, less its fragment, which is never sent (RFC 9110 §7.1). */
const sentPath = ({ path = '' }: Draft): string => path.split('#')[0] ?? ''

/** A path without the slash that it begins with, and without the prefix. */
function belowPrefix(path: string, prefix: string): string {
  const below = path.replace(/^\//, '')
  const start = `${prefix.slice(1)}/`
  return prefix !== '' && below.startsWith(start) ? below.slice(start.length) : below
}

export function takesBody(operation: Operation | undefined, draft: Draft): boolean {
  return operation ? operation.body !== undefined : draft.method !== 'GET' && draft.method !== 'DELETE'
}

const headerLines = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '')

function readHeaders(text: string): Record<string, string> {
  return Object.fromEntries(
    headerLines(text).map((line) => {
      const [name, value = ''] = splitOnce(line, ':')
      return [name.trim().toLowerCase(), value.trim()]
    }),
  )
}

function splitOnce(text: string, at: string): [string, string?] {
  const found = text.indexOf(at)
  return found < 0 ? [text] : [text.slice(0, found), text.slice(found + 1)]
}
