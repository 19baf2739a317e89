import type { Call } from '../protocol/call.ts'
import { parseForm } from '../text/address.ts'
import type { Challenge } from '../text/challenge.ts'
import { header } from '../text/header.ts'
import { member } from '../text/member.ts'
import { refusalInBody } from '../text/refusal-in-body.ts'
import type { Body } from '../text/response-body.ts'
import { type ErrorName, errorName } from './error-names.ts'

/** A code that the other side gave its refusal, and where it stands. */
export interface ErrorCode {
  code: string
  /** What it amounts to, as far as that is known. */
  means?: ErrorName
  /** The text beside it. */
  text?: string
  /** What the text speaks of by name, such as a parameter. */
  subject?: string
  /** Set where the meaning is that of the words, not of the code. */
  fromMessage?: true
  at: string
}

/** A cause that the other side puts into words beside its code. */
export interface MessageCause {
  means: ErrorName
  /** The sentence itself. */
  text: string
  /** Where it is in the call. */
  at: string
  /** What it speaks of by name, such as a parameter. */
  subject?: string
}

/** What services write where a parameter did not arrive at all. */
export const saidMissing =
  /\b(?:missing|required|absent|ausente|falt\w+|obrigat\w+|obligat\w+|requerid\w+|empty|vazi[oa]|not (?:sent|present|provided|included))\b/i

/** Parameters of the redirect of an authorization, decoded. */
export interface Redirect {
  parameters: [string, string][]
  target: string
  at: string
}

/** The fault code of a gateway, from the documented body (§7.2 of the API guide), its kin, or a header. */
export function readGatewayFault(call: Call, body: Body): ErrorCode | undefined {
  const at = '/response/body'
  if (body.kind === 'json') {
    const numbered = member(body.value, 'fault', 'code') ?? member(body.value, 'code')
    const number = String(numbered)
    if ((call.response?.status ?? 400) >= 400 && /^900\d{3}$/.test(number) && errorName(number) !== undefined) {
      const text = member(body.value, 'fault', 'description') ?? member(body.value, 'description')
      return withMeaning({ code: number, text: asText(text) ?? asText(member(body.value, 'fault', 'message')), at })
    }
    const documented = member(body.value, 'fault', 'detail', 'errorcode')
    if (typeof documented === 'string' && documented !== '') {
      return withMeaning({ code: documented, text: asText(member(body.value, 'fault', 'faultstring')), at })
    }
    // Only a code with its policy’s prefix is the gateway’s; a plain one is read as an error code of OAuth or an API.
    const short = member(body.value, 'ErrorCode')
    if (typeof short === 'string' && short.includes('.')) {
      return withMeaning({ code: short, text: asText(member(body.value, 'Error')), at })
    }
  }
  if (body.kind === 'text') {
    const code = /<errorcode>\s*([\w.-]{1,200})\s*<\/errorcode>/i.exec(body.text)?.[1]
    if (code !== undefined) return withMeaning({ code, at })
  }
  const named = header(call.response?.headers, 'x-apigee-fault-code')
  if (named !== undefined) return withMeaning({ code: named.value, at: named.at })
  // The type of an exception, with or without the address of its model after a colon.
  if ((call.response?.status ?? 400) < 400) return undefined
  const exception = header(call.response?.headers, 'x-amzn-errortype')
  const code = exception?.value.split(':', 1)[0] ?? ''
  // A type that says no more than the status does is left to the status.
  return exception && errorName(code) !== undefined ? withMeaning({ code, at: exception.at }) : undefined
}

/** The error code of OAuth 2.0 or of an API: from the redirect, the body or a challenge. */
export function readOAuthError(
  call: Call,
  body: Body,
  redirect: Redirect | undefined,
  challenges: Challenge[],
): ErrorCode | undefined {
  const error = readError(call, body, redirect, challenges)
  return error && withMeaning(error, body)
}

/** Whether a text of the response is in the request: a response that repeats it says nothing of its own. */
export function wasSent({ request }: Call, text: string): boolean {
  const { headers = {}, body = '', form = {} } = request ?? {}
  return [...Object.values(headers), ...Object.values(form), body].some((sent) => sent.includes(text.trim()))
}

/** Titles of problem documents (RFC 9457 §3.1) and the members that other bodies use for their words. */
export function readWords(body: Body): string | undefined {
  if (body.kind !== 'json') return undefined
  const paths = [
    ['detail'],
    ['title'],
    ['message'],
    ['error', 'message'],
    ['error_description'],
    ['fault', 'faultstring'],
    ['Error'],
  ]
  return paths.map((path) => asText(member(body.value, ...path))).find((text) => text !== undefined)
}

function readError(
  call: Call,
  body: Body,
  redirect: Redirect | undefined,
  challenges: Challenge[],
): ErrorCode | undefined {
  const redirected = redirectError(redirect)
  if (redirect && redirected) {
    const text = redirect.parameters.find(([name]) => name === 'error_description')?.[1]
    // Some services put a second code, finer than the first, where a description belongs.
    const finer = text !== undefined && /^[a-z]+(_[a-z]+)+$/.test(text) && errorName(text) !== undefined
    return { code: finer ? text : redirected[1], text, at: redirect.at }
  }
  // A business API may use the word "error" in a response that went well.
  if (call.step === 'api' && (call.response?.status ?? 400) < 300 && !isRefusal(body))
    return refusalDespiteSuccess(body)
  if (body.kind === 'json') {
    // Some servers, and some who record them, wrap the one error in a list.
    const standard = codeIn(body.value, ['error']) ?? codeIn(member(body.value, '0'), ['error'])
    // A sentence in the place of a code gives way to a code that is known beside it.
    const beside = standard?.code.includes(' ') ? codeInside(body.value) : undefined
    if (beside && errorName(beside.code) !== undefined) return { ...beside, text: beside.text ?? standard?.code }
    if (standard !== undefined) return standard
  }
  if (body.kind === 'html' && call.step !== 'api') return codeOnPage(call.response?.body ?? '')
  if (body.kind === 'text' && /^error=/.test(body.text)) {
    const form = parseForm(body.text.slice(0, 4000))
    const text = form.find(([name]) => name === 'error_description')?.[1]
    return { code: form[0]?.[1] ?? '', text, at: '/response/body' }
  }
  const field = call.step === 'api' || body.kind !== 'json' ? undefined : refusedField(body.value, call.request?.form)
  if (field !== undefined) return field
  const inside = body.kind === 'json' ? codeInside(body.value) : undefined
  const tagged = body.kind === 'text' ? codeInTags(body.text) : undefined
  if (tagged !== undefined) return tagged
  const at = header(call.response?.headers, 'www-authenticate')?.at
  const challenge = challenges.find(({ parameters }) => parameters.error !== undefined)?.parameters
  if (at === undefined || challenge?.error === undefined) return inside
  // invalid_token represents several causes; a body that names one of them says more.
  const more = challenge.error === 'invalid_token' && inside !== undefined && errorName(inside.code) !== undefined
  return more ? inside : { code: challenge.error, text: challenge.error_description, at }
}

function isRefusal(body: Body): boolean {
  return body.kind === 'json' && refusalInBody(body.value) !== undefined
}

/** An API that answers 200 and says within that it refuses: `ok` or `success` is false, and a code is beside it. */
function refusalDespiteSuccess(body: Body): ErrorCode | undefined {
  if (body.kind !== 'json') return undefined
  const refused = ['ok', 'success'].some((name) => member(body.value, name) === false)
  return refused ? codeIn(body.value, ['error', 'error_code', 'errorCode']) : undefined
}

/** A code that a page of an identity service shows to the person: Microsoft's numbers, others' "Error: code". */
function codeOnPage(page: string): ErrorCode | undefined {
  const shown = page
    .slice(0, 100_000)
    .replace(/<(?:script|style)\b[^<]*</gi, '<')
    .replace(/<[^<>]*>/g, ' ')
  const found = /\b(AADSTS\d{4,8}):|\berror\b[^\w]{0,12}(?:\d{3}: ?)?([a-z]+(?:_[a-z]+)+)\b/i.exec(shown)
  const code = found?.[1] ?? found?.[2]
  if (found === null || code === undefined || errorName(code) === undefined) return undefined
  return { code, text: found[1] && sentenceAt(shown, found.index), at: '/response/body' }
}

/** The first sentence from a place on. */
function sentenceAt(text: string, at: number): string {
  return /^[^.]{0,300}/.exec(text.slice(at))?.[0].replace(/\s+/g, ' ').trim() ?? ''
}

/** The error among the parameters of a redirect; some services come back to a page of their own with another name for it. */
function redirectError(redirect: Redirect | undefined): [string, string] | undefined {
  const names = ['error', 'error_code', 'errorCode', 'oauthErrorCode']
  if (redirect === undefined || redirect.parameters.some(([name]) => name === 'code')) names.length = 1
  return names
    .map((name) => redirect?.parameters.find((one) => one[0] === name))
    .find((parameter) => parameter !== undefined)
}

/** What it amounts to when the token endpoint lists the form fields that it did not accept. */
const fieldErrors: Record<string, ErrorName> = {
  code: 'invalid_grant',
  refresh_token: 'invalid_grant',
  client_id: 'invalid_client',
  client_secret: 'invalid_client',
  redirect_uri: 'redirect_uri_mismatch',
}

/** The first form field in a list of refused ones, with its own code for what is wrong with it. */
function refusedField(value: unknown, form: Record<string, string> | undefined): ErrorCode | undefined {
  const field = member(value, 'errors', '0', 'field')
  const code = member(value, 'errors', '0', 'code')
  if (typeof field !== 'string' || typeof code !== 'string' || !Object.hasOwn(fieldErrors, field)) return undefined
  const absent = form !== undefined && !form[field]
  const means = absent
    ? 'parameter_missing'
    : code === 'missing' || code === 'required'
      ? 'invalid_request'
      : fieldErrors[field]
  return {
    code,
    means,
    subject: absent ? field : undefined,
    text: asText(member(value, 'message')),
    at: '/response/body',
  }
}

const codeMembers = [
  'ErrorCode',
  'errorCode',
  'error_code',
  'code',
  'reason',
  'status',
  'type',
  'name',
  '__type',
  'errorType',
  'error_type',
]

/** A code deeper in the body: one that a standard knows before any other, the innermost first. */
function codeInside(value: unknown): ErrorCode | undefined {
  const error = member(value, 'error')
  const places = [
    member(error, 'details', '0'),
    member(error, 'innererror'),
    member(error, 'errors', '0'),
    error,
    member(value, 'errors', '0'),
    member(value, 'errors'),
    member(value, 'error_messages', '0'),
    member(value, 'Errors', '0'),
    member(value, '0'),
    value,
  ]
  const codes = places.flatMap((place) => codeMembers.flatMap((name) => codeIn(place, [name]) ?? []))
  const known =
    codes.find(({ code }) => errorName(code) !== undefined) ?? places.flatMap(codeAsWords)[0] ?? problemType(value)
  const plain = codeMembers.slice(0, 4)
  const chosen = known ?? codeIn(value, plain) ?? places.map((place) => codeIn(place, plain)).find(Boolean)
  return chosen && { ...chosen, text: chosen.text ?? asText(member(error, 'message')) }
}

/** A code that a standard knows in the place of the words beside a number of the service's own. */
function codeAsWords(place: unknown): ErrorCode[] {
  return ['description', 'message', 'error_description', 'error_message'].flatMap((name) => {
    const code = member(place, name)
    const plain = typeof code === 'string' && /^[a-z]+(?:_[a-z]+)+$/i.test(code) && errorName(code) !== undefined
    return plain ? [{ code, at: '/response/body' }] : []
  })
}

/** A code in XML, as some servers answer anyone who accepts it; only one that is known, as the tags are no standard’s. */
function codeInTags(text: string): ErrorCode | undefined {
  const code = text.startsWith('<')
    ? /<(?:error|code)>\s*([\w.-]{1,100})\s*</i.exec(text.slice(0, 4000))?.[1]
    : undefined
  return code === undefined || errorName(code) === undefined ? undefined : { code, at: '/response/body' }
}

/** The name at the end of a problem’s type (RFC 9457 §3.1.1), as far as it is one. */
function problemType(value: unknown): ErrorCode | undefined {
  const type = member(value, 'type')
  if (typeof type !== 'string' || member(value, 'title') === undefined) return undefined
  const name = /[/:#]([A-Za-z][\w-]{2,80})\/?$/.exec(type)?.[1]?.replaceAll('-', '_')
  return name === undefined || errorName(name) === undefined ? undefined : { code: name, at: '/response/body' }
}

/** The first of these members that contains a code, with the text that such bodies carry beside it. */
function codeIn(value: unknown, names: string[]): ErrorCode | undefined {
  const code = names.map((name) => member(value, name)).find((one) => typeof one === 'string' && one !== '')
  if (typeof code !== 'string') return undefined
  const texts = ['error_description', 'Error', 'message', 'detail'].map((name) => member(value, name))
  return { code, text: texts.map(asText).find((text) => text !== undefined), at: '/response/body' }
}

function withMeaning(error: ErrorCode, body?: Body): ErrorCode {
  const means = entraName(error, body) ?? finerName(body) ?? errorName(error.code)
  return means === undefined ? error : { ...error, means: error.means ?? means }
}

/** A second code beside the first, which says more than it. */
function finerName(body: Body | undefined): ErrorName | undefined {
  const reason = body?.kind === 'json' ? member(body.value, 'error_reason') : undefined
  return typeof reason === 'string' ? errorName(reason) : undefined
}

/** Microsoft’s identity service numbers its causes: in error_codes, and as a code at the head of the description. */
function entraName({ text }: ErrorCode, body: Body | undefined): ErrorName | undefined {
  const listed = body?.kind === 'json' ? member(body.value, 'error_codes', '0') : undefined
  const number = typeof listed === 'number' ? listed : /^AADSTS(\d{4,8}):/.exec(text ?? '')?.[1]
  return number === undefined ? undefined : errorName(`AADSTS${number}`)
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
