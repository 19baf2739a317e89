import { isDocumentedHost, isTestHost } from '../../text/hosts.ts'
import type { Answer, Message } from './message.ts'

/**
 * Messages in which what is told of one request in several places of a text is one: the program that makes it, the log
 * of it, the error about it. Two requests stay apart where anything speaks against it.
 */
export function joined(messages: Message[]): Message[] {
  const result: Message[] = []
  for (const message of messages) {
    const same = result.find((one) => isSame(one, message))
    if (same === undefined) result.push(message)
    else join(same, message)
  }
  return result
}

const telling = ['code', 'grant_type', 'redirect_uri', 'client_id', 'refresh_token', 'scope', 'response_type'] as const

function isSame(one: Message, other: Message): boolean {
  if (one.kind !== other.kind || one.kind === 'callback') return false
  if (!agreeInHost(one.host, other.host) || !agree(one.path, other.path) || !agree(one.method, other.method))
    return false
  if (!agree(one.bearer, other.bearer) || (one.kind === 'api-request' && one.path !== other.path)) return false
  // Both were sent: what one lacks, it lacks.
  if (one.whole && other.whole && one.parameters.size !== other.parameters.size && bothSent(one, other)) return false
  const [before, after] = [one.answer, other.answer]
  if (before !== undefined && after !== undefined && !agree(before.status, after.status)) return false
  if (before !== undefined && after !== undefined && !agree(before.code, after.code)) return false
  if (before !== undefined && after !== undefined && wentWell(before) !== wentWell(after)) return false
  return telling.every((name) => agree(shownIn(one, name), shownIn(other, name)))
}

function wentWell({ status = 400, code }: Answer): boolean {
  return code === undefined && status < 300
}

function agree(one: string | number | undefined, other: string | number | undefined): boolean {
  return one === undefined || one === '' || other === undefined || other === '' || one === other
}

/** A name of the document in the place of a host agrees with any host of the same environment. */
function agreeInHost(one: string, other: string): boolean {
  if (!isDocumentedHost(one) && !isDocumentedHost(other)) return agree(one, other)
  return one === '' || other === '' || isTestHost(one) === isTestHost(other)
}

function bothSent(one: Message, other: Message): boolean {
  return [one, other].every(({ parameters }) => [...parameters.values()].some(({ sent }) => sent))
}

/** A value as it was sent; what a program has in its place agrees with any. */
function shownIn({ parameters }: Message, name: string): string | undefined {
  const value = parameters.get(name)?.value
  return value !== undefined &&
    /^[$<{[]|^\w{1,12}$|^$|[*…]|\.{3}/.test(value) &&
    name !== 'grant_type' &&
    name !== 'code'
    ? undefined
    : value
}

function join(one: Message, other: Message): void {
  one.method ??= other.method
  if ((one.host === '' || isDocumentedHost(one.host)) && other.host !== '') {
    one.host = other.host
    one.path = other.path
    one.address = other.address
  }
  for (const [name, parameter] of other.parameters) {
    const held = one.parameters.get(name)
    if (held === undefined || (parameter.sent && !held.sent)) one.parameters.set(name, parameter)
  }
  one.inQuery ||= other.inQuery
  one.whole ||= other.whole
  one.json ||= other.json
  for (const [name, value] of other.headers) if (!one.headers.has(name)) one.headers.set(name, value)
  if (one.credentials === undefined || (one.credentials.form === 'hidden' && other.credentials !== undefined))
    one.credentials = other.credentials
  one.bearer ??= other.bearer
  if (one.answer === undefined) one.answer = other.answer
  else if (other.answer !== undefined) {
    const { status, code, description, means } = other.answer
    one.answer.status ??= status
    one.answer.code ??= code
    one.answer.description ??= description
    one.answer.means ??= means
  }
}
