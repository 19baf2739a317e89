import { member } from './member.ts'

/** What a JSON body says of a request that was refused, whatever the status of the response is. */
export interface RefusalInBody {
  /** The status that the body itself states, 400 to 599. */
  status?: number
}

/**
 * Whether a JSON body reports a failure, as GraphQL (§7.1 of its specification), Slack and many others do with status
 * 200. Only a body that is nothing but the report counts: a payment that failed, with its own `status` and `error`
 * among its other fields, was read successfully.
 */
export function refusalInBody(value: unknown): RefusalInBody | undefined {
  const body = Array.isArray(value) && value.length === 1 ? value[0] : value
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const members = Object.entries(body).slice(0, 40)
  if (!members.every(([name, held]) => isOfReport(plain(name), held))) return undefined
  if (members.some(([name, held]) => flags.has(plain(name)) && (held === true || held === 'true'))) return undefined
  const status = members.map(([name, held]) => statusIn(plain(name), held)).find((one) => one !== undefined)
  const says = members.some(([name, held]) => saysFailed(plain(name), held))
  const explained = members.some(([name, held]) => words.has(plain(name)) && typeof held === 'string' && held !== '')
  return says || (status !== undefined && explained) ? { status: status ?? innerStatus(body) } : undefined
}

/** The same of a body in XML, as SOAP services send it: a fault or an error, or a code of return other than 0 beside words. */
export function refusalInXml(text: string): RefusalInBody | undefined {
  const body = text.slice(0, 5_000)
  if (text.length > 5_000 || !body.trimStart().startsWith('<')) return undefined
  return errorElement.test(body) || (returnCode.test(body) && saidInXml.test(body)) ? {} : undefined
}

const errorElement =
  /<(?:[\w.-]{1,40}:)?(?:errors?|erros?|errores|err|fault|faultstring|exception|(?:error|fault)_?(?:message|msg|code|description))(?:\s[^<>]{0,400})?>\s{0,20}(?!0\s*<|<\/|(?:none|no|false|null|ok)\s*<)\S/i
const returnCode =
  /<(?:[\w.-]{1,40}:)?(?:ret|return|retorno)_?code(?:\s[^<>]{0,400})?>\s{0,20}-?(?!0+\s*<)\d{1,9}\s{0,20}</i
const saidInXml =
  /<(?:[\w.-]{1,40}:)?(?:message|msg|mensagem|mensaje|descricao|description)(?:\s[^<>]{0,400})?>\s{0,20}[^\s<]/i

/** A name without its case and separators. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '')
}

/** Whether a member belongs to a report of a failure; what was asked for may be in it, empty. */
function isOfReport(name: string, held: unknown): boolean {
  if (data.has(name)) return isNothing(held)
  return words.has(name) || failures.has(name) || flags.has(name) || outcomes.has(name) || beside.has(name)
}

function saysFailed(name: string, held: unknown): boolean {
  if (flags.has(name)) return held === false || held === 'false'
  if (outcomes.has(name) && typeof held === 'string') return /^(?:error|erro|fail(?:ed|ure)?|falha|fallo)$/i.test(held)
  if (!failures.has(name)) return false
  return typeof held === 'string' ? !/^(?:|none|null|no|false|ok|0|success|sucesso)$/i.test(held) : !isNothing(held)
}

/** A status that a member states by its name, as a number or in digits. */
function statusIn(name: string, held: unknown): number | undefined {
  const number = /^(?:code|codigo|status|statuscode|httpstatus|httpcode|errorcode|errcode)$/.test(name)
    ? Number(held)
    : Number.NaN
  return Number.isInteger(number) && number >= 400 && number < 600 ? number : undefined
}

/** The status of the error that is inside a body. */
function innerStatus(body: object): number | undefined {
  const error = member(body, 'error') ?? member(body, 'errors', '0')
  if (typeof error !== 'object' || error === null) return undefined
  const inner = [...Object.entries(error), ...Object.entries(member(error, 'extensions') ?? {})]
  return inner.map(([name, held]) => statusIn(plain(name), held)).find((one) => one !== undefined)
}

/** Whether a value has nothing in it. */
function isNothing(held: unknown): boolean {
  if (held === null || held === undefined || held === false || held === 0 || held === '') return true
  return typeof held === 'object' && Object.values(held).every(isNothing)
}

/** Members that are true or have content only where something failed. */
const failures = new Set(
  'error errors erro erros fault exception exceptionmessage errormessage errordescription errmsg'.split(' '),
)

/** Members that are false where something failed. */
const flags = new Set('ok success sucesso successful issuccess succeeded exito'.split(' '))

/** Members that say how it ended. */
const outcomes = new Set('status result resultado outcome'.split(' '))

/** Members with what was asked for. */
const data = new Set('data dados datos payload items content'.split(' '))

/** Members that say in words what happened. */
const words = new Set(
  'message messages msg mensagem mensaje descricao description detail details detalhe detalhes title reason reasons errordescription errormessage errmsg exceptionmessage'.split(
    ' ',
  ),
)

/** What else is in reports of failures. */
const beside = new Set(
  'code codigo statuscode statustext httpstatus httpcode errorcode errcode errno errorid errorname errortype erroruri errorreason errorcodes suberror type instance time timestamp path requestid traceid correlationid transactionid logref method url extensions exceptiontype stacktrace hint help moreinfo docs documentationurl severity name service version meta responsemetadata warning warnings'.split(
    ' ',
  ),
)
