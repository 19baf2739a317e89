import { parseAddress, parseForm } from '../../text/address.ts'
import { hostOf, isDocumentedHost } from '../../text/hosts.ts'
import { signalLimit, unwrapped } from '../../text/signals.ts'
import { folded } from '../facts/folded.ts'
import { credentialsOf } from './credentials.ts'
import { evened } from './even-text.ts'
import { joined } from './joined.ts'
import type { Mark } from './mark.ts'
import { marksIn } from './marks.ts'
import { type Answer, failed, type Message, type MessageKind, type Trace } from './message.ts'
import { usualName } from './parameter-names.ts'

/**
 * Reads the messages of a sign-in and of the calls behind it out of a text of any syntax: HTTP, commands, logs, lists,
 * programs and their output, prose. One pass over what is in it, in its order. Linear in the text; never throws.
 */
export function messagesIn(raw: string): Trace {
  const text = evened(unwrapped(raw.slice(0, signalLimit)))
  let words: string | undefined
  return {
    text,
    messages: assembled(marksIn(text)),
    words: () => (words ??= folded(text)),
  }
}

/** Which message a name belongs to by itself. */
const belongs: Record<string, MessageKind> = {
  grant_type: 'token-request',
  code_verifier: 'token-request',
  client_secret: 'token-request',
  response_type: 'authorization-request',
  prompt: 'authorization-request',
  code_challenge: 'authorization-request',
  code_challenge_method: 'authorization-request',
  iss: 'callback',
}
const ofTokenResponse = new Set(['access_token', 'id_token', 'token_type', 'expires_in'])

/** Messages put together from marks, each mark with the message before it that it belongs to. */
function assembled(marks: Mark[]): Message[] {
  const messages: Message[] = []
  let current: Message | undefined
  // What comes before the first message belongs to it.
  let waiting: Exclude<Mark, { is: 'address' | 'tokens' }>[] = []
  const open = (kind: MessageKind, at: number): Message => {
    const message: Message = {
      kind,
      at,
      host: '',
      path: '',
      parameters: new Map(),
      inQuery: false,
      whole: false,
      json: false,
      headers: new Map(),
    }
    messages.push(message)
    return message
  }
  const last = (kind: MessageKind) => messages.findLast((one) => one.kind === kind)
  /** The message that a part of a request belongs to; a new one where the last of its kind has been answered. */
  const within = (kind: MessageKind, at: number): Message => {
    const before = last(kind)
    return before !== undefined && isOpen(before) ? before : open(kind, at)
  }
  for (const mark of marks) {
    if (mark.is === 'address') {
      const before = last(mark.kind)
      const same =
        before !== undefined &&
        (before.address === undefined || sameAddress(before, mark.url)) &&
        (before.answer === undefined || (mark.method === undefined && !mark.url.includes('?')))
      const message = same ? before : open(mark.kind, mark.at)
      addressed(message, mark)
      // What came back is told before what was sent, and belongs behind it.
      for (const one of waiting) if (one.is !== 'answer') take(message, one)
      waiting = waiting.filter((one) => one.is === 'answer')
      current = message
      continue
    }
    if (mark.is === 'form') {
      const kind = mark.kind ?? kindOfForm(mark.parameters)
      if (kind === 'callback' && current?.kind === 'token-request' && isOpen(current)) {
        // The rest of the redirect was sent as part of the code.
        const [[written, code] = ['code', ''], ...rest] = mark.parameters
        put(current, written, [code, ...rest.map((one) => one.join('='))].join('&'), false)
        continue
      }
      current = within(kind, mark.at)
      take(current, mark)
      continue
    }
    if (mark.is === 'tokens') {
      const asked = last('token-request')
      const before = asked !== undefined && asked.answer === undefined ? asked : open('token-request', mark.at)
      before.answer = { at: mark.at, status: 200 }
      continue
    }
    if (mark.is === 'basic') {
      const atApi = current?.kind === 'api-request' && isOpen(current) && current.bearer === undefined
      const before = last('token-request')
      const lacks = before !== undefined && before.credentials === undefined && before.bearer === undefined
      current = atApi && current !== undefined ? current : lacks ? before : within('token-request', mark.at)
      take(current, mark)
      continue
    }
    if (mark.is === 'pair') {
      if (mark.name === 'error' || mark.name === 'error_description') continue
      if (ofTokenResponse.has(mark.name)) {
        const answered = last('token-request')
        if (answered !== undefined) answered.answer ??= { at: mark.at, status: 200 }
        continue
      }
      // What a form holds beside the code returned it once, and was sent.
      if (mark.name === 'iss' && current?.kind === 'token-request' && isOpen(current)) continue
      const own =
        mark.name === 'code' && (current?.kind === 'authorization-request' || mark.came)
          ? 'callback'
          : belongs[mark.name]
      const fits = own === undefined ? current?.kind !== 'api-request' : current?.kind === own
      const message =
        fits && current !== undefined && isOpen(current)
          ? current
          : own !== undefined || mark.name === 'code' || mark.name === 'redirect_uri' || mark.name === 'refresh_token'
            ? own === 'callback'
              ? within(own, mark.at)
              : (last(own ?? 'token-request') ?? open('token-request', mark.at))
            : current
      if (message === undefined) waiting.push(mark)
      else take(message, mark)
      // What follows the grant in a list is of the same form.
      if (message?.kind === 'callback' || (mark.name === 'grant_type' && message !== undefined)) current = message
      continue
    }
    // Only the token endpoint gives these codes, whatever message is told before them.
    if (mark.is === 'answer' && ofExchange.has(mark.code ?? '') && current !== undefined && !atExchange(current))
      current = within('token-request', mark.at)
    if (current === undefined) waiting.push(mark)
    else take(mark.is === 'bearer' ? (last('api-request') ?? current) : current, mark)
  }
  const [first] = messages
  const exchange = messages.find(({ kind }) => kind === 'token-request')
  const called = messages.findLast(({ kind }) => kind === 'api-request')
  const code = waiting.flatMap((one) => (one.is === 'answer' && one.code !== undefined ? [one.code] : []))[0] ?? ''
  const byGateway = code.startsWith('steps.')
  if (first !== undefined && !messages.some(failed))
    for (const one of waiting)
      take(
        one.is === 'answer' && ofExchange.has(code) ? (exchange ?? first) : byGateway ? (called ?? first) : first,
        one,
      )
  return joined(messages)
}

function atExchange({ kind }: Message): boolean {
  return kind === 'token-request' || kind === 'api-request'
}

/** Codes that the token endpoint alone gives (RFC 6749 §5.2). */
const ofExchange = new Set(['invalid_grant', 'unsupported_grant_type'])

function kindOfForm(parameters: [name: string, value: string][]): MessageKind {
  const has = (...names: string[]) => parameters.some(([name]) => names.includes(usualName(name) ?? name))
  if (has('response_type')) return 'authorization-request'
  return has('error', 'iss') && !has('grant_type', 'redirect_uri') ? 'callback' : 'token-request'
}

/** Whether parts of the request may follow: tools show the status of a request before what was sent with it. */
function isOpen({ answer, parameters, inQuery }: Message): boolean {
  return (
    answer === undefined ||
    (answer.code === undefined && answer.description === undefined && parameters.size === 0 && !inQuery)
  )
}

function sameAddress({ address, host }: Message, url: string): boolean {
  const { origin, path } = parseAddress(url)
  const own = parseAddress(address ?? '')
  return own.path === path && (origin === '' || host === '' || own.origin === origin)
}

function addressed(message: Message, { url, method: named }: Extract<Mark, { is: 'address' }>): void {
  const { origin, path } = parseAddress(
    /^(?:https?:|\/|\$|\{|<)/.test(url) ? url.replace(variable, '') : `https://${url}`,
  )
  message.method ??= named
  if (message.host === '') {
    message.address = url.split(/[?#]/)[0]
    message.host = documentedHost(url) ?? hostOf(origin)
    message.path = path
  }
  const [, query] = /[?#]([^#]*)/.exec(url) ?? []
  if (query === undefined || query === '') return
  message.inQuery = true
  const list = parseForm(query).filter(([name]) => !/^[.…[\]*]+$/.test(name))
  for (const [name, value] of list) put(message, name, value, true)
  markRepeated(message, list)
  // What was left out of a query may be what seems to be missing.
  if (message.parameters.size > 1 && !/(?:^|&)[[(]?(?:\.{3}|…)/.test(query)) message.whole = true
  if (message.kind === 'callback' && message.answer === undefined) {
    const code = message.parameters.get('error')?.value
    if (code !== undefined)
      message.answer = { at: message.at, code, description: message.parameters.get('error_description')?.value }
  }
}

/** The name that the document has in the place of an address, where an address begins with it. */
function documentedHost(url: string): string | undefined {
  const [, name] = /^(?:https?:\/\/)?[{<]{1,2}((?:sandbox_)?(?:auth|base)_url)[}>]/.exec(url) ?? []
  return name && `{${name}}`
}

/** A variable in the place of scheme and host. */
const variable = /^(?:\$\{?\w{1,40}\}?|\{\{?\w{1,40}\}?\}|<\w{1,40}>)(?=\/)/

function put({ parameters }: Message, written: string, value: string, sent: boolean): void {
  const name = usualName(written) ?? written
  if (!parameters.has(name)) parameters.set(name, { written, value, sent })
}

/** Marks the parameters that one query or form has more than once. */
function markRepeated({ parameters }: Message, list: [name: string, value: string][]): void {
  const seen = new Set<string>()
  for (const [written, value] of list) {
    const held = parameters.get(usualName(written) ?? written)
    if (seen.has(written) && held !== undefined) held.again ??= value
    seen.add(written)
  }
}

function take(message: Message, mark: Exclude<Mark, { is: 'address' | 'tokens' }>): void {
  switch (mark.is) {
    case 'form':
      // What was sent is told by the form, not by the program or the prose around it.
      for (const [name, value] of mark.parameters) {
        if (!message.inQuery) message.parameters.delete(usualName(name) ?? name)
        put(message, name, value, mark.kind === undefined)
      }
      markRepeated(message, mark.parameters)
      message.whole = mark.whole ?? true
      if (mark.json) message.json = true
      return
    case 'pair':
      put(message, mark.written, mark.value, false)
      if (mark.json && mark.name === 'grant_type') message.json = true
      if (message.kind === 'token-request' && message.parameters.size > 1) message.whole = true
      if (
        message.kind === 'authorization-request' &&
        message.parameters.size > 2 &&
        message.parameters.has('client_id')
      )
        message.whole = true
      return
    case 'header':
      // Behind a response it is the response's.
      if (message.answer === undefined && !message.headers.has(mark.name)) message.headers.set(mark.name, mark.value)
      if (mark.name === 'host' && (message.host === '' || isDocumentedHost(message.host)))
        message.host = hostOf(mark.value)
      return
    case 'basic':
      message.credentials ??= credentialsOf(mark.value)
      return
    case 'bearer':
      // What was sent says more than the variable of the program that sent it.
      if (message.bearer === undefined || (isVariable(message.bearer) && !isVariable(mark.value)))
        message.bearer = mark.value
      return
    case 'masked':
      if (message.kind === 'token-request' && message.bearer === undefined) message.credentials ??= { form: 'hidden' }
      return
    case 'answer':
      // A business API has customers, applications and requests of its own.
      if (mark.means === undefined || message.kind === 'authorization-request' || message.kind === 'token-request')
        answered(message, mark)
  }
}

/** Whether what is behind Bearer is a variable of a program. */
export function isVariable(bearer: string): boolean {
  return /^(?:[$#]?\{|\$\w|<)/.test(bearer)
}

/** What comes first is what came back; a code or a sentence beside it belongs to it. */
function answered(message: Message, { at, status, code, description, means }: Extract<Mark, { is: 'answer' }>): void {
  const held: Answer = message.answer ?? { at }
  // A redirect or a success that is told before the failure of the same request was of a step before it.
  if (status !== undefined && (held.status === undefined || (held.status < 400 && status >= 400))) held.status = status
  held.code ??= code
  held.description ??= description
  held.means ??= means
  message.answer = held
}
