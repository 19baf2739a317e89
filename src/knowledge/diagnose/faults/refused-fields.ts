import { inferred } from '../../protocol/basis.ts'
import { member } from '../../text/member.ts'
import { closed, listed, quoted } from '../../text/quote.ts'
import type { Body } from '../../text/response-body.ts'
import type { CallView } from '../call-view.ts'
import type { Certainty } from '../certainty.ts'
import { answers, fault } from '../fault.ts'
import { exampleApiCall } from './example-parts.ts'
import { codeAt } from './find-code.ts'

/** A field or a parameter that an API names in its refusal, with its words for what is wrong. */
interface RefusedField {
  name: string
  why?: string
  /** Set where the response may mean something else by that name than a field. */
  loosely?: true
}

/** Entries for answers that list what they do not accept. */
export const refusedFieldFaults = [
  fault({
    code: 'field-not-accepted',
    title: 'The API does not accept a field',
    meaning: 'The API read the request and names the fields or parameters that it rejects.',
    causes: [
      'A required field is missing',
      'A value has the wrong type, format or length',
      'Two values contradict each other, such as an end date before a start date',
    ],
    when: (view) => {
      const fields = fieldsIn(view.body)
      if (fields.some(ofAuthorization)) return undefined
      const areListed = view.step === 'api' && (view.status === 400 || view.status === 422) && fields.length > 0
      if (!areListed) return stated(view)
      const sent = view.request?.body === undefined ? [] : ['/request/body']
      const certainty: Certainty = fields.some(({ loosely }) => loosely) ? 'likely' : 'certain'
      return { at: ['/response/body', ...sent], certainty, values: { fields, missing: undefined } }
    },
    explain: ({ fields, missing }, view) => {
      const [named] = fields
      const whose = view.step === 'api' ? 'the API' : 'the identity service'
      if (missing !== undefined)
        return {
          title: missing
            ? `A field that ${whose} needs is missing`
            : `${whose.replace('the', 'The')} does not accept a field of the request`,
          cause: `The response says ${closed(quoted(view.errorCode?.text ?? '', 300))} ${named === undefined ? 'It is not clear which field this refers to.' : `The field it names is ${quoted(named.name)}.`}`,
          fix: missing
            ? `Add ${named === undefined ? 'the field' : quoted(named.name)} to the request, spelled and placed as in the API’s description, and send it again.`
            : `Compare ${named === undefined ? 'the fields of the request' : `the value of ${quoted(named.name)}`} with the API’s description (type, format, length, allowed values), correct it and send the request again.`,
        }
      return {
        ...(fields.length > 1 && { title: `The API does not accept ${fields.length} fields of the request` }),
        cause: `The response with status ${view.status} lists ${fields.slice(0, 4).map(inWords).join('; ')}${fields.length > 4 ? `; and ${fields.length - 4} more` : ''}.`,
        fix: `Correct ${listed(fields.slice(0, 4).map(({ name }) => name))}${fields.length > 4 ? ' and the other fields listed' : ''} in the body or the parameters, and send the call again.`,
      }
    },
    who: 'caller',
    retry: 'after-fix',
    basis: inferred('the fields that the response lists; RFC 9110 §15.5.1 and §15.5.21'),
    example: exampleApiCall('/bank-slips', 422, {
      method: 'POST',
      claims: { scope: 'https://api.bank.example/bank-slips' },
      body: { title: 'Invalid', 'invalid-params': [{ name: 'amount', reason: 'must be greater than 0' }] },
    }),
    expected: answers('likely', 'caller', 'after-fix', '/response/body'),
  }),
]

/** A field that words alone describe. */
function stated(view: CallView) {
  if (view.step === 'authorize' || !view.means('field_missing', 'field_refused')) return undefined
  const name = fieldInWords(view.errorCode?.text ?? '')
  const fields: RefusedField[] = name === undefined ? [] : [{ name }]
  const certainty: Certainty = 'likely'
  return {
    at: [codeAt(view), '/response/status'],
    certainty,
    values: { fields, missing: view.means('field_missing') },
  }
}

const fieldWord =
  '(?:param(?:eter|etro)?|property|field|campo|par[âa]metro|propriedade|column|attribute|atributo|header|value for)'

/** How sentences name a field: in brackets or quotation marks, after a word for it, or by its own spelling. */
const naming = [
  new RegExp(`\\b${fieldWord}s?:? +[[("'“\`]([a-z_][\\w.-]*)`, 'gi'),
  new RegExp(
    `\\b${fieldWord}:? +([a-z_][\\w.-]*\\w)(?= +(?:is|was|must|may|should|cannot|has|é|não|nao|deve|foi)(?![\\wà-ü])|["'.,;]*$)`,
    'gi',
  ),
  /\[([a-z_][\w.]*)\]/gi,
  /["'“`‘]([a-z_][\w.-]*)["'”`’]/gi,
  /(?<![\w-])([a-z]\w*(?:[._]\w+)+|[a-z]+[A-Z]\w*)\b/g,
]

/** What is where a name could, and is none: other words of such sentences, and codes. */
const noName =
  /^(?:is|are|missing|required|invalid|unknown|empty|blank|null|obbligatorio|requerido|body|request|filter|query|type|errorMessage|\w+_(?:parameter|field|request|value)|(?:invalid|missing)_\w+|[A-Za-z]+(?:Exception|Error)|[A-Z\d]+(?:_[A-Z\d]+)+)$/

/** The field that a sentence names, where it is clear which. */
function fieldInWords(text: string): string | undefined {
  return naming
    .flatMap((pattern) => [...text.slice(0, 600).matchAll(pattern)].map(([, name]) => name))
    .find((name) => name !== undefined && !noName.test(name))
}

/** Whether what was refused is what the caller shows for itself. */
function ofAuthorization({ name }: RefusedField): boolean {
  return name
    .split(/[./]/)
    .some((part) => /^(?:authorization(?:-header)?|access[-_]?token|token|bearer|api[-_]?key)$/i.test(part))
}

function inWords({ name, why }: RefusedField): string {
  return why === undefined ? quoted(name) : `${quoted(name)}: ${quoted(why)}`
}

const lists = [
  ['invalid-params'],
  ['invalidParams'],
  ['invalid_params'],
  ['errors'],
  ['Errors'],
  ['error', 'errors'],
  ['error', 'details'],
  ['error', 'details', '0', 'fieldViolations'],
  ['details'],
  ['detail'],
  ['violations'],
  ['violacoes'],
  ['fieldErrors'],
  ['validationErrors'],
  ['validation_errors'],
  ['fields'],
  ['campos'],
  ['erros'],
  ['message'],
]

/** Members that name a field in some bodies, and something else in others. */
const looseNames = ['path', 'Path', 'name']

const nameMembers = [
  'field',
  'fieldName',
  'param',
  'parameter',
  'property',
  'propertyPath',
  'propriedade',
  'campo',
  'attribute',
  'instancePath',
  'pointer',
  'loc',
]

const whyMembers = [
  'message',
  'Message',
  'msg',
  'reason',
  'razao',
  'description',
  'detail',
  'defaultMessage',
  'error',
  'issue',
  'problem',
  'mensagem',
  'title',
  'code',
]

// More than a person reads at once.
const fieldLimit = 20

/** The fields that a body lists as refused, in whichever of the shapes in use. */
function fieldsIn(body: Body): RefusedField[] {
  if (body.kind !== 'json') return []
  for (const path of lists) {
    const list = member(body.value, ...path)
    const fields = Array.isArray(list) ? list.slice(0, fieldLimit).flatMap(fieldOf) : byName(list)
    if (fields.length > 0) return fields
  }
  const one = member(body.value, 'error', 'param') ?? member(body.value, 'field') ?? member(body.value, 'param')
  if (typeof one === 'string' && one !== '') {
    const why = member(body.value, 'error', 'message') ?? member(body.value, 'message')
    return [{ name: one, why: typeof why === 'string' ? why : undefined }]
  }
  return byName(body.value)
}

function fieldOf(entry: unknown): RefusedField[] {
  const [, field, text] = typeof entry === 'string' ? (/^([a-z][\w.[\]-]{0,60}): (.{3,300})/.exec(entry) ?? []) : []
  if (field !== undefined && text !== undefined) return [{ name: field, why: text, loosely: true }]
  const places = [member(entry, 'source', 'pointer'), member(entry, 'source', 'parameter')]
  const firm = [...places, ...nameMembers.map((name) => member(entry, name))]
  const named = [...firm, ...looseNames.map((name) => member(entry, name))].find(isName)
  if (named === undefined) return []
  const why = whyMembers.map((name) => member(entry, name)).find((one) => typeof one === 'string' && one !== '')
  const name = Array.isArray(named) ? named.filter((part) => part !== 'body').join('.') : String(named)
  const loosely = !firm.some(isName)
  return name === '' ? [] : [{ name, why: typeof why === 'string' ? why : undefined, ...(loosely && { loosely }) }]
}

function isName(value: unknown): boolean {
  if (Array.isArray(value))
    return (
      value.some((one) => typeof one === 'string') && value.every((one) => ['string', 'number'].includes(typeof one))
    )
  return typeof value === 'string' && /^[^\s/]|^\/(?!v\d)[^\s/]/.test(value) && !/\s|(?:Error|Exception)$/.test(value)
}

/** A table of messages by field, each a list or a sentence, as several frameworks send it. */
function byName(table: unknown): RefusedField[] {
  if (typeof table !== 'object' || table === null || Array.isArray(table)) return []
  const entries = Object.entries(table).slice(0, fieldLimit)
  const messages = entries.map(([name, why]) => ({ name, why: Array.isArray(why) ? why[0] : undefined }))
  const whole =
    messages.length > 0 &&
    messages.every(({ name, why }) => typeof why === 'string' && !/^(errors?|message|details?)$/i.test(name))
  return whole ? messages.map((one) => ({ ...one, loosely: true })) : []
}
