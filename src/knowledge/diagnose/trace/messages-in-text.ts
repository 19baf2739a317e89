import { parseAddress, parseForm } from '../../text/address.ts'
import { withoutEnd } from '../../text/ends.ts'
import { answersIn, signalLimit, unwrapped } from '../../text/signals.ts'
import { folded } from '../facts/folded.ts'
import { credentialsOf } from './credentials.ts'
import { evened } from './even-text.ts'
import { joined } from './joined.ts'
import { type Answer, failed, type Message, type MessageKind, type Trace } from './message.ts'
import { type ObjectInText, objectsIn } from './objects-in-text.ts'
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

const method = 'GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS'

/** Something that is in a text. */
type Mark = { at: number } & (
  | { is: 'address'; kind: MessageKind; method?: string; url: string }
  | { is: 'form'; kind?: MessageKind; parameters: [name: string, value: string][]; whole?: boolean }
  | { is: 'tokens' }
  | { is: 'pair'; name: string; written: string; value: string; json: boolean; came: boolean }
  | { is: 'header'; name: string; value: string }
  | { is: 'basic'; value: string }
  | { is: 'masked' }
  | { is: 'bearer'; value: string }
  | { is: 'answer'; status?: number; code?: string; description?: string; means?: string }
)

const markLimit = 3_000

function marksIn(text: string): Mark[] {
  const addresses = addressesIn(text)
  // What stands within an address is read with it.
  const rest = blanked(text, addresses)
  const forms = formsIn(rest)
  const objects = objectsIn(rest)
  const outside = blanked(
    rest,
    [...forms, ...objects].sort((one, other) => one.at - other.at),
  )
  const pairs = blanked(rest, forms)
  return [
    ...addresses,
    ...forms,
    ...objects.flatMap(markOf),
    ...pairsIn(outside),
    ...authorizationIn(pairs),
    ...withoutTokens(answersOf(text, pairs), objects),
    ...besideAddresses(text, addresses),
  ]
    .slice(0, markLimit)
    .sort((one, other) => one.at - other.at)
}

/** Answers that are none of those within a token response, which is one as a whole. */
function withoutTokens(answers: Mark[], objects: ObjectInText[]): Mark[] {
  const responses = objects.filter(({ is }) => is === 'token-response')
  return answers.filter(({ at }) => !responses.some((one) => one.at < at && at < one.end))
}

function markOf({ at, is, parameters, whole }: ObjectInText): Mark[] {
  if (is === 'claims') return []
  return is === 'token-response' ? [{ is: 'tokens', at }] : [{ is: 'form', at, kind: is, parameters, whole }]
}

/** A text with blanks in the place of parts, so that all else stays where it stands. */
function blanked(text: string, parts: { at: number; end: number }[]): string {
  let result = ''
  let from = 0
  for (const { at, end } of parts) {
    if (at < from) continue
    result += text.slice(from, at) + ' '.repeat(end - at)
    from = end
  }
  return result + text.slice(from)
}

const sign = String.raw`(?:[^\s"'\`<>{}|\\)\],]|,(?=[^\s"'])|\{\{?[\w. -]{1,40}\}\}?|<[\w -]{1,40}>|\$\{\w{1,40}\})`
const addressPattern = new RegExp(
  String.raw`(?:\b(${method})\b["'\`]?[\s:,(]{1,4}["'\`]?)?((?:https?:\/\/(?:\w{1,60}:[^\s@/]{1,100}@)?${sign}{2,4000})|(?<![\w/.@:%-])(?:localhost|(?:[\w-]{1,63}\.){1,6}[a-z]{2,12})(?::\d{1,5})?\/${sign}{1,4000}|(?<![\w./:-])(?:\$\{?\w{1,40}\}?|\{\{?\w{1,40}\}?\}|<\w{1,40}>)?\/${sign}{1,4000})`,
  'g',
)

type Spanned<Part> = Part & { end: number }

function addressesIn(text: string): Spanned<Extract<Mark, { is: 'address' }>>[] {
  const found: Spanned<Extract<Mark, { is: 'address' }>>[] = []
  for (const match of text.matchAll(addressPattern)) {
    if (found.length >= 300) break
    const [, before, written = ''] = match
    const url = withoutEnd(written, '.,;:')
    const start = match.index + match[0].length - written.length
    if (namedAsValue.test(text.slice(Math.max(0, start - 40), start))) continue
    const kind = kindOf(url, before !== undefined)
    if (kind === undefined) continue
    found.push({
      is: 'address',
      at: match.index,
      end: start + url.length,
      kind,
      url,
      method: before ?? methodAround(text, start, start + url.length),
    })
  }
  return found
}

/** Names whose values are addresses that nobody called. */
const namedAsValue =
  /(?:redirect_?ur[il]|callback_?url|iss(?:uer)?|aud(?:ience)?|jku|jwks_uri|resource|error_uri|referer|origin|(?<!REQUEST)_(?:URL|URI|HOST))["'\]]{0,2}\s{0,2}[:=]>?\s{0,3}\[?\s{0,3}["'<[]?$/i

/** What a message to an address is, by its path and parameters; undefined for an address of nothing that is looked for. */
function kindOf(url: string, called: boolean): MessageKind | undefined {
  const { path, query } = parseAddress(url.slice(0, 8_000))
  const has = (name: string) => query.some(([one]) => one === name)
  if (/\/(?:token|oauth2?\/(?:access_token|tokens))\/?$/i.test(path) && !/\.well-known/.test(path))
    return 'token-request'
  if (/\/authori[sz]e\/?$/i.test(path) || has('response_type') || (has('client_id') && has('redirect_uri')))
    return 'authorization-request'
  if (/\/oauth2?\/auth\/?$/.test(path)) return 'authorization-request'
  if ((has('code') || has('error')) && !has('grant_type')) return 'callback'
  if (/\/v\d{1,2}\/[\w{<%$-]/.test(path)) return 'api-request'
  return called && bankingPath.test(path) ? 'api-request' : undefined
}

const bankingPath = /\/(?:bank-slips|accounts|payments|authorized-direct-debits|statements|webhooks)\b/

/** The method that code, a command or a record names beside an address. */
function methodAround(text: string, start: number, end: number): string | undefined {
  const before = text.slice(Math.max(0, start - 160), start)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const call =
    /(?<![A-Za-z])(?:[A-Za-z][\w]{0,20}?[._:]{1,2}|(?:do|http|send|rest)_?)?(get|post|put|patch|delete)(?:Async|ForObject|ForEntity|JSON|Form)?(?:<[^<>]{0,80}>)?\(\s{0,9}["'`]?$/i.exec(
      line,
    ) ?? /["'](GET|POST|PUT|PATCH|DELETE)["'],\s{0,40}["']?(?:\w{1,16}["']?\s{0,2}[:=]\s{0,2}["']?)?$/.exec(line)
  const named =
    /(?:-X\s?|--request\s|\bmethod["']?\s{0,2}(?:[:=]>?|=>)\s{0,2})["']?(get|post|put|patch|delete)\b[^\n]{0,120}$/i.exec(
      line,
    )
  const record =
    /\bmethod["']?\s{0,2}[:=]\s{0,2}["']?(get|post|put|patch|delete)["']?,?\s{1,40}["']?\w{2,12}["']?\s{0,2}[:=]\s{0,2}["']?$/i.exec(
      before,
    )
  const after = text.slice(end, end + 300)
  const later = /^[^\n]{0,60}?\bmethod["']?\s{0,2}[:=]\s{0,2}["']?(get|post|put|patch|delete)\b/i.exec(after)
  const listed = /^\s{0,3}\n[ \t]{0,8}(?:request )?method:?\s{1,3}["']?(GET|POST|PUT|PATCH|DELETE)\b/i.exec(after)
  const command = /\bcurl\b[^\n]{0,150}$/.test(line)
    ? (/(?:-X\s?|--request\s)["']?(GET|POST|PUT|PATCH|DELETE)\b/.exec(after.split('\n')[0] ?? '')?.[1] ??
      (/\s(?:-d|--data\S{0,12}|-F|--form)\s/.test(line + after) ? 'POST' : undefined))
    : undefined
  return (call?.[1] ?? named?.[1] ?? record?.[1] ?? later?.[1] ?? listed?.[1] ?? command)?.toUpperCase()
}

/** What stands together between blanks and quotes; a name in angle brackets may be in it. */
const run = /(?:[^\s"'<>`]|<[\w-]{1,40}>){5,60000}/g

function formsIn(text: string): Spanned<Extract<Mark, { is: 'form' }>>[] {
  const found: Spanned<Extract<Mark, { is: 'form' }>>[] = []
  for (const { 0: whole, index } of text.matchAll(run)) {
    const joint = whole.indexOf('&')
    const before = whole.slice(0, joint)
    if (joint < 0 || found.length >= 100 || /:\/\/[^?]*\?/.test(before.slice(0, 4_000))) continue
    // What is before the first pair belongs to the text around: `body=grant_type=…`.
    const start = knownPair.exec(before)?.index ?? 0
    const form = withoutEnd(whole.slice(start), ')]},;.')
    const parameters = parseForm(form)
    if (parameters.filter(([name]) => usualName(name) !== undefined).length > 1)
      found.push({ is: 'form', at: index + start, end: index + start + form.length, parameters })
  }
  return found
}

const knownPair =
  /(?<![\w%-])(?:client[_-]?id|client[_-]?secret|redirect[_-]?ur[il]|response_?type|grant_?type|refresh_token|code_verifier|scopes?|prompt|code|state|iss|error)=/i

const names =
  'client[_ -]?id|client[_ -]?secret|redirect[_ -]?uri|response[_ -]?type|grant[_ -]?type|refresh[_ -]?token|access[_ -]?token|id[_ -]?token|code[_ -]?verifier|code[_ -]?challenge(?:[_ -]?method)?|scope|prompt|code|iss|error[_ -]?description|content[_ -]?type|host|Location'
const pair = new RegExp(
  String.raw`(?<![\w$%.\u00c0-\u024f-])(["'\`:[]{0,2})(${names})["'\`\]]{0,2}[ \t]{0,12}(=>|->|[:=|]|(?<=["']),)[ \t]{0,12}(?:\n[ \t]{1,40})?\[?(?:""([^"\n:,]{1,8000})""|"([^"\n]{0,8000})"|'([^'\n]{0,8000})'|\`([^\`\n]{0,8000})\`|"?([^\s"'\`,;&|{})\]<][^\s"'\`,;&|})\]]{0,8000}|[<{][^\n"']{1,60}[>}]))`,
  'gi',
)

function pairsIn(text: string): Mark[] {
  const found: Mark[] = []
  pair.lastIndex = 0
  for (let match = pair.exec(text); match !== null && found.length < 600; match = pair.exec(text)) {
    const [, opened = '', written = '', divider, twice, double, single, ticks, bare = ''] = match
    const quotedValue = twice ?? double ?? single ?? ticks
    const whole = quotedValue ?? bareValue(text, match, bare, divider === '=')
    if (quotedValue === undefined) pair.lastIndex += whole.length - bare.length
    const value = (quotedValue ?? withoutEnd(whole, '.')).trim()
    // A call of a program makes a value and is none.
    if (value === '' || (quotedValue === undefined && value.includes('('))) continue
    const at = match.index
    const header = written.toLowerCase().replace(/[ _]/g, '-')
    if (header === 'content-type' || header === 'host' || header === 'location') {
      if (quotedValue !== undefined || /[/.:]/.test(value)) found.push({ is: 'header', at, name: header, value })
      continue
    }
    const name = usualName(written)
    if (name === undefined || (name === 'code' && !isCode(value, text.slice(Math.max(0, at - 12), at)))) continue
    if (quotedValue === undefined && divider === ':' && opened === '' && isProse(value, text, at, name)) continue
    const json = opened.includes('"') && divider === ':' && double !== undefined && isBody(text, at)
    const line = text.slice(Math.max(0, text.lastIndexOf('\n', at) + 1, at - 200), at)
    found.push({
      is: 'pair',
      at,
      name,
      written,
      value: decodedOnce(value),
      json,
      came: name === 'code' && came.test(line),
    })
  }
  return found
}

/** What people and logs write before a code that came with a redirect. */
const came =
  /\b(?:callback|redirect(?:ed)? back|came back|volt(?:a|ou)|retorn(?:o|ou)|recebi\w*|received|got|vuelve|volvi[oó]|return(?:ed)?)\b(?!.*\b(?:token|troc|exchang|grant))/i

/** Whether the object around a place is the text of a body: in quotation marks, or on a line of its own. */
function isBody(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 400), at)
  const brace = before.lastIndexOf('{')
  return brace >= 0 && /(?:['"`]|\bbody\b["']?\s{0,2}[:=]\s{0,2}|\n)[ \t]{0,8}$/i.test(`\n${before.slice(0, brace)}`)
}

/**
 * A value without quotes of its own: to the quote that was opened before its name, as a command has it; what is no form
 * may have an ampersand in it.
 */
function bareValue(
  text: string,
  { 0: whole, 1: opened = '', index }: RegExpExecArray,
  bare: string,
  form: boolean,
): string {
  const end = index + whole.length
  const start = end - bare.length
  const quote = opened.at(-1)
  if (form && (quote === "'" || quote === '"')) {
    const rest = text.slice(start, start + 8_000)
    const close = rest.indexOf(quote)
    if (close >= 0 && !rest.slice(0, close).includes('\n')) return rest.slice(0, close)
  }
  if (text.charAt(end) !== '&' || (form && text.charAt(start - 1) !== '[')) return bare
  return bare + (/^[^\s"'`,;|})\]]{1,8000}/.exec(text.slice(end, end + 8_000))?.[0] ?? '')
}

/** Statuses, codes of errors and of systems are called codes too. */
function isCode(value: string, before: string): boolean {
  return (
    !/^(?:-?\d{1,4}|E[A-Z]{3,}|[a-z]+(?:_[a-z]+){1,4})$/.test(value) &&
    !/(?:status|error|exit|response|erro)[ _.-]?["']?$/i.test(before)
  )
}

/** A word behind a colon in a sentence is no value; a value has a sign in it that words do not have. */
function isProse(value: string, text: string, at: number, name: string): boolean {
  if (name === 'client_id' || name === 'scope' || name === 'grant_type' || name === 'prompt') return false
  const line = text.slice(text.lastIndexOf('\n', at) + 1, at)
  return /\p{L}{2,}\s+\p{L}{2,}\s*$/u.test(line) && /^\p{L}+$/u.test(value)
}

function decodedOnce(value: string): string {
  if (!/%[0-9a-f]{2}/i.test(value)) return value
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

function authorizationIn(text: string): Mark[] {
  const schemes = [
    ...text.matchAll(
      /\b(Basic|Bearer)[ \t]{1,3}["'([]?((?:<[\w .-]{1,60}>|\{\{[\w .-]{1,60}\}\}|[^\s"'`,;)\]}]){1,9000})/g,
    ),
  ].slice(0, 100)
  const users = [
    ...text.matchAll(/\s(?:-u|--user)[ =]{1,2}["']?((?:[^\s"':]{1,200}):([^\s"']{0,400}))/g),
    ...text.matchAll(/\bauth\s{0,2}[=:]\s{0,2}[([{]\s{0,2}["']([^"'\n]{1,200})["'],\s{0,2}["']([^"'\n]{1,400})["']/g),
    ...text.matchAll(/\b(?:HTTPBasicAuth|basic_auth|SetBasicAuth|setBasicAuth|basicAuth)\(/g),
    ...text.matchAll(/\bauth=\(/g),
  ].slice(0, 20)
  const masked = [
    ...text.matchAll(
      /\bauthorization["'\]]{0,2}\s{0,2}(?:=>|[:=,])\s{0,3}["'[(<{]{0,2}(?:[*•█▇■xX.…]{2,}|(?:redacted|filtered|hidden|masked|removed|secret|omitted|omitid[oa]|ocult[oa]|presente?|set|yes|ok)\b)/gi,
    ),
  ].slice(0, 20)
  return [
    ...masked.map(({ index }): Mark => ({ is: 'masked', at: index })),
    ...schemes.map(
      ({ 1: scheme, 2: value = '', index }): Mark => ({
        is: scheme === 'Basic' ? 'basic' : 'bearer',
        at: index,
        value,
      }),
    ),
    ...users.map(({ index }): Mark => ({ is: 'basic', at: index, value: 'hidden' })),
  ]
}

const codeInText =
  /(?<![\w./=-])(client_not_found|invalid_(?:client|grant|request|scope|token|redirect_uri|request_uri|target)|unsupported_(?:grant_type|response_type)|unauthorized_client|access_denied|server_error|temporarily_unavailable|(?:login|interaction|consent)_required|insufficient_scope|steps\.[A-Za-z]\w{1,30}(?:\.\w{1,40}){1,4})(?![\w=-]|\.\w)/g
const described =
  /["']?\berror_?description["']?\s{0,3}(?:=>|[:=])\s{0,3}(?:"([^"\n]{1,400})"|'([^'\n]{1,400})'|([^\s"'&][^\n"&}]{1,300}))/gi

/** `rest` is the text without addresses and forms, whose parameters say what was asked and not what came back. */
function answersOf(text: string, rest: string): Mark[] {
  const statuses = answersIn(text).map(({ status, at }): Mark => ({ is: 'answer', at, status }))
  const codes = [...rest.matchAll(codeInText)]
    .slice(0, 200)
    .map(({ 1: code, index }): Mark => ({ is: 'answer', at: index, code }))
  const words = [...rest.matchAll(described)]
    .slice(0, 50)
    .map((match): Mark => ({ is: 'answer', at: match.index, description: match[1] ?? match[2] ?? match[3] }))
  const pages = sentences.flatMap(([means, sentence]) =>
    [...rest.matchAll(sentence)].slice(0, 20).map(({ index }): Mark => ({ is: 'answer', at: index, means })),
  )
  return [...statuses, ...codes, ...words, ...pages]
}

/**
 * The status that stands on the line of an address as a number alone, as records and lists have it; where a word that
 * says what it is stands with it, it is read with that.
 */
function besideAddresses(text: string, addresses: Spanned<Extract<Mark, { is: 'address' }>>[]): Mark[] {
  return addresses.flatMap(({ end, method: named, kind }, index): Mark[] => {
    if (named === undefined && kind === 'callback') return []
    const until = Math.min(end + 160, addresses[index + 1]?.at ?? text.length)
    const [line = ''] = text.slice(end, until).split('\n')
    const found = lonelyStatus.exec(line)
    return found === null
      ? []
      : [{ is: 'answer', at: end + found.index + found[0].length - 3, status: Number(found[1]) }]
  })
}

/** Three digits between blanks or brackets that no other number comes before, and behind which no unit or thing is named. */
const lonelyStatus =
  /^[^\d\n]{0,60}(?:HTTP\/[\d.]{1,3}"?)?(?<=[\s[(])([1-5]\d\d)(?=\s{0,3}$|[\])|,;]|[ \t]{1,12}(?:\d|[A-Z][a-z]|[A-Z]{2}|[-–—{"'(|]|\w{1,20}=))/

/** What pages and people say where an error code would stand. */
const sentences: readonly (readonly [means: string, sentence: RegExp])[] = [
  [
    'client_not_found',
    /\b(?:aplicativo|aplica[cç][aã]o|app|client(?:[ _]?id)?|cliente|aplicaci[oó]n)["']? (?:inexistente|desconhecid[oa]|n[aã]o (?:foi )?(?:encontrad[oa]|cadastrad[oa]|existe|reconhecid[oa])|inv[aá]lid[oa]|not found|unknown|does not exist|is not registered|no encontrad[oa]|no existe)|\bunknown (?:client|application)\b/gi,
  ],
  [
    'invalid_redirect_uri',
    /\bredirect[_ ]?ur[il]["']? (?:de retorno )?(?:inv[aá]lid[oa]|n[aã]o (?:foi )?(?:cadastrad[oa]|confere|registrad[oa]|autorizad[oa]|permitid[oa])|is not (?:registered|allowed|valid)|not (?:registered|allowed)|mismatch|no registrad[oa]|no coincide)|\binvalid redirect[_ ]?ur[il]/gi,
  ],
  [
    'invalid_scope',
    /\b(?:escopo|scope)s? (?:inv[aá]lid[oa]|desconhecid[oa]|n[aã]o permitid[oa]|not allowed|unknown)|\b(?:invalid|unknown) scope\b/gi,
  ],
  [
    'unsupported_response_type',
    /\btipo de resposta (?:n[aã]o|inv)|\bresponse[_ ]type["']? (?:not|is not|inv|n[aã]o|unsupported)/gi,
  ],
  [
    'invalid_request',
    /\b(?:requisi[cç][aã]o|solicita[cç][aã]o|pedido) inv[aá]lid[oa]|\bpar[aâ]metro[ \w]{0,30} (?:ausente|faltando|inv[aá]lido)|\b(?:missing|duplicate|invalid) parameter\b|\bsolicitud inv[aá]lida/gi,
  ],
]

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
      if (message?.kind === 'callback') current = message
      continue
    }
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
    message.host = origin.replace(/^\w+:\/\/(?:[^@]*@)?/, '').replace(/:\d*$/, '')
    message.path = path
  }
  const [, query] = /[?#]([^#]*)/.exec(url) ?? []
  if (query === undefined || query === '') return
  message.inQuery = true
  const list = parseForm(query)
  for (const [name, value] of list) put(message, name, value, true)
  markRepeated(message, list)
  if (message.parameters.size > 1) message.whole = true
  if (message.kind === 'callback' && message.answer === undefined) {
    const code = message.parameters.get('error')?.value
    if (code !== undefined)
      message.answer = { at: message.at, code, description: message.parameters.get('error_description')?.value }
  }
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
      if (mark.name === 'host' && message.host === '') message.host = mark.value.toLowerCase().replace(/:\d*$/, '')
      return
    case 'basic':
      message.credentials ??= credentialsOf(mark.value)
      return
    case 'bearer':
      message.bearer ??= mark.value
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
