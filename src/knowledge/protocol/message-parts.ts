import { parseAddress } from '../text/address.ts'
import { isObject, parseObject } from '../text/json.ts'
import { authorizationParameters } from './authorization-request.ts'
import { type Basis, documented, inferred, standard } from './basis.ts'
import type { Call } from './call.ts'
import { type Fields, unknownField } from './field.ts'
import { matchOperation, operationsFor } from './match-operation.ts'
import {
  callHeaders,
  callResponseHeaders,
  exchangeFields,
  gatewayFaultFields,
  redirectFields,
  refusalFields,
  renewal,
  renewalFields,
  tokenErrorFields,
  tokenRequestHeaders,
  tokenResponseHeaders,
} from './message-fields.ts'
import { operationPath, usualPathPrefix } from './operation-path.ts'
import { tokenFields } from './token-fields.ts'

/** One part of a message, with its meaning, held against the service's document. */
export interface MessagePart {
  place: 'method' | 'address' | 'query' | 'header' | 'form' | 'status' | 'redirect' | 'body'
  name: string
  /** Absent for a part that the document demands and that is not there. */
  value?: string
  meaning: string
  /** `differs`: the API guide shows it in another way. `missing`: the document demands it. */
  standing: 'as-documented' | 'not-shown' | 'differs' | 'missing'
  basis: Basis
}

/**
 * Explains the parts of a message pair that the service's document speaks of, and those beside them that a standard
 * explains. A response that never came has no parts, and what another service was sent has none that it speaks of. Never
 * throws.
 */
export function explainMessage(call: Call): { request: MessagePart[]; answer: MessagePart[] } {
  if (call.environment?.foreign) return { request: [], answer: [] }
  const { request, answer } = steps[call.step]
  return {
    request: call.request === undefined ? [] : request(call),
    answer: call.response === undefined ? [] : answer(call),
  }
}

interface Explainers {
  request: (call: Call) => MessagePart[]
  answer: (call: Call) => MessagePart[]
}

const steps: Record<Call['step'], Explainers> = {
  authorize: {
    request: (call) => [
      method(call, 'GET', '§4.1'),
      ...path(call, /\/oauth2\/authorize$/, 'The authorization endpoint.', '§4.1'),
      ...held('query', query(call.request?.url), authorizationParameters),
    ],
    answer: (call) => {
      const location = query(call.response?.headers?.location)
      const refused = location.some(([name]) => name === 'error')
      return [
        status(call, 302, refused ? undefined : '§4.1'),
        ...held('redirect', location, refused ? refusalFields : redirectFields),
      ]
    },
  },
  token: { request: (call) => tokenRequest(call, exchangeFields), answer: tokenAnswer },
  refresh: { request: (call) => tokenRequest(call, renewalFields), answer: tokenAnswer },
  api: {
    request: (call) => [...apiPath(call), ...headersHeld(call.request?.headers, callHeaders)],
    answer: (call) => {
      const body = members(call.response?.body)
      const fault = body.filter(([name]) => name.startsWith('fault.'))
      return [
        apiStatus(call),
        ...held('body', fault, gatewayFaultFields),
        ...headersHeld(call.response?.headers, callResponseHeaders),
      ]
    },
  },
}

function tokenRequest(call: Call, form: Fields): MessagePart[] {
  return [
    method(call, 'POST', '§4.2'),
    ...path(call, /\/oauth2\/token$/, 'The token endpoint.', '§4.2'),
    ...headersHeld(call.request?.headers, tokenRequestHeaders),
    ...held('form', Object.entries(call.request?.form ?? {}), form),
  ]
}

function tokenAnswer(call: Call): MessagePart[] {
  const body = members(call.response?.body)
  if (call.response?.status !== 200) return [status(call, 200, undefined), ...held('body', body, tokenErrorFields)]
  const renewed = call.step === 'refresh'
  return [
    status(call, 200, renewed ? undefined : '§4.2'),
    ...headersHeld(call.response.headers, tokenResponseHeaders),
    ...held('body', body, renewed ? renewedFields : tokenFields),
  ]
}

/** The same fields after a renewal, whose response the API guide does not show. */
const renewedFields: Fields = new Map(
  [...tokenFields].map(([name, { meaning }]) => [name, { meaning, basis: renewal }]),
)

function method({ request }: Call, expected: string, reference: string): MessagePart {
  const value = request?.method ?? ''
  return {
    place: 'method',
    name: 'method',
    value,
    meaning: `The documented method is ${expected}.`,
    standing: value === expected ? 'as-documented' : 'differs',
    basis: documented(reference),
  }
}

function path({ request }: Call, expected: RegExp, meaning: string, reference: string): MessagePart[] {
  const value = parseAddress(request?.url ?? '').path
  const standing = expected.test(value) ? 'as-documented' : 'differs'
  return [{ place: 'address', name: 'path', value, meaning, standing, basis: documented(reference) }]
}

/** What represents an operation that is not built in. */
const ofInstallation: Basis = inferred('this installation’s configuration', 'operations are not described (§1)')

function apiPath(call: Call): MessagePart[] {
  const { request, environment } = call
  const value = parseAddress(request?.url ?? '').path
  const versioned = value.includes(`${usualPathPrefix}/`)
  const path = operationPath(request?.url ?? '', environment) ?? value
  const found = matchOperation(request?.method ?? '', path, operationsFor(call))
  const own = found && !('basis' in found.operation)
  const basis = own ? ofInstallation : found && 'basis' in found.operation ? found.operation.basis : documented('§9')
  return [
    {
      place: 'address',
      name: 'path',
      value,
      meaning: versioned
        ? `Below the version segment /v1/ (§9). ${found ? found.operation.summary : 'No operation at this path is known here.'}`
        : 'Business API paths contain the version segment /v1/.',
      standing: !versioned ? 'differs' : basis.kind === 'documented' && found ? 'as-documented' : 'not-shown',
      basis,
    },
  ]
}

/** @param reference where the API guide shows this status; undefined where it shows none */
function status({ response }: Call, expected: number, reference: string | undefined): MessagePart {
  const value = response?.status
  return {
    place: 'status',
    name: 'status',
    value: String(value ?? ''),
    meaning: reference
      ? `A success is documented as ${expected}.`
      : 'The API guide does not show the status of this response.',
    standing: reference === undefined ? 'not-shown' : value === expected ? 'as-documented' : 'differs',
    basis: reference ? documented(reference) : inferred('not described (§4, §7.1)'),
  }
}

/** The failures of the business APIs that the document describes, each at the operation that it names (§7.3). */
const documentedFailures = [
  {
    code: 403,
    at: /\/v1\/authorized-direct-debits(\/|$)/,
    meaning: 'Documented for a token that identifies no company.',
  },
  { code: 500, at: /\/v1\/payment-receipts\//, meaning: 'Documented for retrieving a payment receipt.' },
  {
    code: 503,
    at: /\/v1\/bank-slips\/[^/]+\/pdf$/,
    meaning: 'Documented while the PDF of a bank slip is not available.',
  },
]

function apiStatus({ request, response }: Call): MessagePart {
  const { path: called } = parseAddress(request?.url ?? '')
  const told = documentedFailures.find(({ code, at }) => code === response?.status && at.test(called))
  return {
    place: 'status',
    name: 'status',
    value: String(response?.status ?? ''),
    meaning: told?.meaning ?? 'The API guide does not show this status for this operation.',
    standing: told ? 'as-documented' : 'not-shown',
    basis: told ? documented('§7.3') : standard('RFC 9110 §15; not described (§7.3)'),
  }
}

/** The headers that a table knows; others are not told of. */
function headersHeld(headers: Record<string, string> | undefined, known: Fields): MessagePart[] {
  return held(
    'header',
    Object.entries(headers ?? {}).filter(([name]) => known.has(name)),
    known,
  )
}

/** The parts that are there, in the order of the table and then of the message, and those that are demanded and not there. */
function held(place: MessagePart['place'], given: [string, string][], fields: Fields): MessagePart[] {
  const known = [...fields].flatMap(([name, { meaning, basis, required, allowed }]): MessagePart[] => {
    const values = given.filter(([one]) => one === name).map(([, value]) => value)
    if (values.length === 0) return required ? [{ place, name, meaning, standing: 'missing', basis }] : []
    return values.map((value) => {
      if (basis.kind !== 'documented') return { place, name, value, meaning, standing: 'not-shown', basis }
      const standing = allowed && !allowed.test(value) ? 'differs' : 'as-documented'
      return { place, name, value, meaning, standing, basis }
    })
  })
  const others = given
    .filter(([name]) => !fields.has(name))
    .map(([name, value]): MessagePart => ({ place, name, value, standing: 'not-shown', ...unknownField }))
  return [...known, ...others]
}

function query(url: string | undefined): [string, string][] {
  return url === undefined ? [] : parseAddress(url).query
}

/** Members of a JSON object as text, those of `fault` by their path; none for anything else. */
function members(body: string | undefined): [string, string][] {
  const value = parseObject(body ?? '') ?? {}
  return Object.entries(value).flatMap(([name, member]): [string, string][] => {
    if (name !== 'fault' || !isObject(member)) return [[name, asText(member)]]
    const detail = isObject(member.detail) ? Object.entries(member.detail) : []
    return [
      ...Object.entries(member)
        .filter(([inner]) => inner !== 'detail')
        .map(([inner, text]): [string, string] => [`fault.${inner}`, asText(text)]),
      ...detail.map(([inner, text]): [string, string] => [`fault.detail.${inner}`, asText(text)]),
    ]
  })
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null ? '{…}' : String(value)
}
