import { parseAddress } from '../text/address.ts'
import { type Basis, documented, inferred, standard } from './basis.ts'
import type { Call } from './call.ts'
import { matchPath } from './match-operation.ts'

/** One part of a message, with its meaning, held against the service's document. */
export interface MessagePart {
  place: 'method' | 'address' | 'query' | 'header' | 'form' | 'status' | 'redirect' | 'body'
  name: string
  /** Absent for a part that the document demands and that is not there. */
  value?: string
  meaning: string
  /** `differs`: the document shows it in another way. `missing`: the document demands it. */
  standing: 'as-documented' | 'not-shown' | 'differs' | 'missing'
  basis: Basis
}

/**
 * Explains the parts of a message pair that the service's document speaks of, and those beside them that a standard
 * explains. An answer that never came has no parts. Never throws.
 */
export function explainMessage(call: Call): { request: MessagePart[]; answer: MessagePart[] } {
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

/** What is known of a part by its name. */
interface Row {
  name: string
  meaning: string
  basis: Basis
  /** The document demands it. */
  required?: boolean
  /** The values that the document shows. */
  allowed?: RegExp
}

const row = (name: string, meaning: string, reference: string, more: Partial<Row> = {}): Row => ({
  name,
  meaning,
  basis: documented(reference),
  ...more,
})
const beyond = (name: string, meaning: string, reference: string): Row => ({
  name,
  meaning,
  basis: standard(reference),
})

const errorRows: Row[] = [
  beyond('error', 'Why the request was refused, as a code.', 'RFC 6749 §4.1.2.1; a denial is not shown (§4.1)'),
  beyond('error_description', 'The same in words, for a developer.', 'RFC 6749 §4.1.2.1; a denial is not shown (§4.1)'),
]

const steps: Record<Call['step'], Explainers> = {
  authorize: {
    request: (call) => [
      method(call, 'GET', '§4.1'),
      ...path(call, /\/oauth2\/authorize$/, 'The authorization endpoint.', '§4.1'),
      ...held('query', query(call.request?.url), [
        row('client_id', 'Names the registered client that asks.', '§2.1', { required: true }),
        row('response_type', 'Asks for an authorization code.', '§2.1', { required: true, allowed: /^code$/ }),
        row('redirect_uri', 'Where the browser is sent back to; registered for the client.', '§2.1', {
          required: true,
        }),
        row('scope', 'What is asked for. The separator in a request is not stated (§2.5).', '§2.1', { required: true }),
        row('prompt', 'Has the person sign in even with a session there.', '§2.1', { allowed: /^login$/ }),
        beyond('state', 'Ties the answer to the tab that asked.', 'RFC 6749 §10.12'),
        beyond('nonce', 'Ties the ID token to this sign-in.', 'OpenID Connect Core §3.1.2.1'),
        beyond('code_challenge', 'Hash of a secret that only the server of the app holds.', 'RFC 7636 §4.3'),
        beyond('code_challenge_method', 'How that hash is made: S256 is SHA-256.', 'RFC 7636 §4.3'),
      ]),
    ],
    answer: (call) => {
      const location = query(call.response?.headers?.location)
      const refused = location.some(([name]) => name === 'error')
      return [
        status(call, 302, refused ? undefined : '§4.1'),
        ...held('redirect', location, [
          row('code', 'The authorization code, good for one exchange.', '§2.2', { required: !refused }),
          row('iss', 'The issuer address of the identity service that answers.', '§2.2', { required: !refused }),
          beyond('state', 'What was sent, unchanged.', 'RFC 6749 §4.1.2; not shown by §2.2'),
          ...errorRows,
        ]),
      ]
    },
  },
  token: {
    request: (call) => [
      ...tokenRequest(call),
      ...held('form', Object.entries(call.request?.form ?? {}), [
        row('code', 'The authorization code that the redirect brought.', '§2.3', { required: true }),
        row('redirect_uri', 'The same redirect URI as in the authorization request.', '§2.3', { required: true }),
        row('grant_type', 'What is exchanged.', '§2.3', { required: true, allowed: /^authorization_code$/ }),
        beyond('code_verifier', 'The secret whose hash was the code_challenge.', 'RFC 7636 §4.5'),
      ]),
    ],
    answer: tokenAnswer,
  },
  refresh: {
    request: (call) => [
      ...tokenRequest(call),
      ...held('form', Object.entries(call.request?.form ?? {}), [
        beyond('grant_type', 'What is exchanged.', 'RFC 6749 §6; the exchange is not shown (§4.2)'),
        beyond('refresh_token', 'The token to renew with.', 'RFC 6749 §6; the exchange is not shown (§4.2)'),
        beyond('scope', 'Asks for fewer scopes than were granted.', 'RFC 6749 §6'),
      ]),
    ],
    answer: tokenAnswer,
  },
  api: {
    request: (call) => [
      ...apiPath(call),
      ...header(
        call.request?.headers,
        beyond('authorization', 'The access token.', 'RFC 6750 §2.1; its placement is not shown (§5)'),
      ),
    ],
    answer: (call) => {
      const body = members(call.response?.body)
      const fault = body.filter(([name]) => name.startsWith('fault.'))
      return [
        apiStatus(call),
        ...held('body', fault, [
          row('fault.faultstring', 'What the gateway says of the failure.', '§7.2'),
          row('fault.detail.errorcode', 'The gateway’s code for it.', '§7.2'),
        ]),
        ...header(
          call.response?.headers,
          beyond('www-authenticate', 'Which authentication is missing, and why.', 'RFC 6750 §3'),
        ),
        ...header(call.response?.headers, beyond('retry-after', 'When to try again.', 'RFC 9110 §10.2.3')),
      ]
    },
  },
}

function tokenRequest(call: Call): MessagePart[] {
  const headers = call.request?.headers
  return [
    method(call, 'POST', '§4.2'),
    ...path(call, /\/oauth2\/token$/, 'The token endpoint.', '§4.2'),
    ...header(
      headers,
      row('content-type', 'How the form is written.', '§4.2', {
        required: true,
        allowed: /^application\/x-www-form-urlencoded\b/i,
      }),
    ),
    ...header(
      headers,
      row('authorization', 'Client identifier and secret, in Basic credentials.', '§4.2', {
        required: true,
        allowed: /^Basic /,
      }),
    ),
  ]
}

function tokenAnswer(call: Call): MessagePart[] {
  const good = call.response?.status === 200
  const body = members(call.response?.body)
  if (!good) {
    return [
      status(call, 200, undefined),
      ...held('body', body, [
        row('error', 'The error code.', '§7.1', { required: true }),
        row('error_description', 'The same in words.', '§7.1', { required: true }),
        beyond('error_uri', 'A page about the error.', 'RFC 6749 §5.2'),
      ]),
    ]
  }
  const shown = call.step === 'token' ? '§2.4' : undefined
  const field = (name: string, meaning: string, more: Partial<Row> = {}): Row =>
    shown
      ? row(name, meaning, shown, { required: true, ...more })
      : beyond(name, meaning, 'RFC 6749 §6; the exchange is not shown (§4.2)')
  return [
    status(call, 200, shown && '§4.2'),
    ...header(
      call.response?.headers,
      row('content-type', 'How the body is written.', '§4.2', { required: true, allowed: /^application\/json\b/i }),
    ),
    ...held('body', body, [
      field('access_token', 'The token that calls the APIs.'),
      field('refresh_token', 'The token to obtain new access tokens.'),
      field('scope', 'The granted scopes, separated by single spaces.', { allowed: /^\S+( \S+)*$/ }),
      field('id_token', 'The identity token.'),
      field('token_type', 'How the access token is sent.', { allowed: /^Bearer$/ }),
      field('expires_in', 'Duration of the access token; its unit is not shown.', { allowed: /^\d+$/ }),
    ]),
  ]
}

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

/** What stands for an operation that is not built in. */
const ofInstallation: Basis = inferred('this installation’s configuration; operations are not shown (§1)')

function apiPath({ request, operations }: Call): MessagePart[] {
  const value = parseAddress(request?.url ?? '').path
  const versioned = /\/v1\//.test(value)
  const found = matchPath(value.replace(/^.*?\/v1(?=\/)/, ''), operations).find(
    ({ operation }) => operation.method === request?.method,
  )
  const own = found && !('basis' in found.operation)
  const basis = own ? ofInstallation : found && 'basis' in found.operation ? found.operation.basis : documented('§9')
  return [
    {
      place: 'address',
      name: 'path',
      value,
      meaning: versioned
        ? `Below the version segment /v1/ (§9). ${found ? found.operation.summary : 'No operation at this path is known here.'}`
        : 'Business API paths carry the version segment /v1/.',
      standing: !versioned ? 'differs' : basis.kind === 'documented' && found ? 'as-documented' : 'not-shown',
      basis,
    },
  ]
}

/** @param reference where the document shows this status; undefined where it shows none */
function status({ response }: Call, expected: number, reference: string | undefined): MessagePart {
  const value = response?.status
  return {
    place: 'status',
    name: 'status',
    value: String(value ?? ''),
    meaning: reference
      ? `A success is documented as ${expected}.`
      : 'The document does not show the status of this answer.',
    standing: reference === undefined ? 'not-shown' : value === expected ? 'as-documented' : 'differs',
    basis: reference ? documented(reference) : inferred('not shown (§4, §7.1)'),
  }
}

/** The failures of the business APIs that the document tells of, each at the operation that it names (§7.3). */
const documentedFailures = [
  { code: 403, at: /\/v1\/authorized-direct-debits(\/|$)/, meaning: 'Told of for a token that names no company.' },
  { code: 500, at: /\/v1\/payment-receipts\//, meaning: 'Told of for the retrieval of a payment receipt.' },
  { code: 503, at: /\/v1\/bank-slips\/[^/]+\/pdf$/, meaning: 'Told of while the PDF of a bank slip is not available.' },
]

function apiStatus({ request, response }: Call): MessagePart {
  const { path: called } = parseAddress(request?.url ?? '')
  const told = documentedFailures.find(({ code, at }) => code === response?.status && at.test(called))
  return {
    place: 'status',
    name: 'status',
    value: String(response?.status ?? ''),
    meaning: told?.meaning ?? 'The document does not show this status for this operation.',
    standing: told ? 'as-documented' : 'not-shown',
    basis: told ? documented('§7.3') : standard('RFC 9110 §15; not shown (§7.3)'),
  }
}

function header(headers: Record<string, string> | undefined, known: Row): MessagePart[] {
  const given = headers && Object.hasOwn(headers, known.name) ? headers[known.name] : undefined
  return held('header', given === undefined ? [] : [[known.name, given]], [known])
}

const unknown: Pick<Row, 'meaning' | 'basis'> = {
  meaning: 'Neither the document nor a standard that is known here speaks of it.',
  basis: inferred('its absence from the document'),
}

/** The parts that are there, in the order of the table and then of the message, and those that are demanded and not there. */
function held(place: MessagePart['place'], given: [string, string][], rows: Row[]): MessagePart[] {
  const known = rows.flatMap((known): MessagePart[] => {
    const { name, meaning, basis, required, allowed } = known
    const values = given.filter(([one]) => one === name).map(([, value]) => value)
    if (values.length === 0) return required ? [{ place, name, meaning, standing: 'missing', basis }] : []
    return values.map((value) => {
      if (basis.kind !== 'documented') return { place, name, value, meaning, standing: 'not-shown', basis }
      const standing = allowed && !allowed.test(value) ? 'differs' : 'as-documented'
      return { place, name, value, meaning, standing, basis }
    })
  })
  const others = given
    .filter(([name]) => !rows.some((one) => one.name === name))
    .map(([name, value]): MessagePart => ({ place, name, value, standing: 'not-shown', ...unknown }))
  return [...known, ...others]
}

function query(url: string | undefined): [string, string][] {
  return url === undefined ? [] : parseAddress(url).query
}

/** Members of a JSON object as text, those of `fault` by their path; none for anything else. */
function members(body: string | undefined): [string, string][] {
  const value = parse(body)
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

function parse(body: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body ?? '')
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function asText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null ? '{…}' : String(value)
}
