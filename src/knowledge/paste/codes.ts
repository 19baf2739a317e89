import type { Step } from '../protocol/call.ts'

/** Where the error codes of RFC 6749, OpenID Connect Core, RFC 6750, RFC 8628 and §7.1 of the document are met, most usual first. */
const codeSteps: [steps: Step[], codes: string[]][] = [
  [
    ['token'],
    ['client_not_found', 'authorization_pending', 'expired_token', 'invalid_target', 'bad_verification_code'],
  ],
  [
    ['token', 'refresh'],
    ['invalid_grant', 'invalid_client', 'unsupported_grant_type'],
  ],
  [
    ['authorize'],
    [
      'access_denied',
      'login_required',
      'interaction_required',
      'consent_required',
      'account_selection_required',
      'unsupported_response_type',
      'invalid_request_uri',
      'invalid_request_object',
      'request_not_supported',
      'request_uri_not_supported',
      'registration_not_supported',
      'unmet_authentication_requirements',
    ],
  ],
  [['api'], ['invalid_token', 'insufficient_scope', 'insufficient_user_authentication', 'use_dpop_nonce']],
  [
    ['token', 'authorize', 'refresh'],
    ['invalid_scope', 'unauthorized_client', 'temporarily_unavailable', 'server_error'],
  ],
  [
    ['token', 'authorize', 'api'],
    ['invalid_request', 'slow_down'],
  ],
]
const byCode = new Map(codeSteps.flatMap(([steps, codes]) => codes.map((code) => [code, steps] as const)))

/** The steps at which an error code is met, most usual first; a code that is in no table may be of any. */
export function stepsOfCode(code: string): Step[] {
  const steps = byCode.get(code.toLowerCase())
  if (steps !== undefined) return steps
  return isGatewayCode(code) ? ['api'] : ['token', 'api']
}

/** Whether an error code is in the table, so that the word alone tells that it is one. */
export function isKnownCode(code: string): boolean {
  return byCode.has(code.toLowerCase())
}

/** Whether a word has the form of the gateway's fault codes: a policy's prefix, dots, and a name in capitals or snakes. */
export function isGatewayCode(code: string): boolean {
  return /^(?:steps|policies|protocol|messaging|keymanagement|oauth|security|flow|entities)\.[\w-]+(?:\.[\w-]+)*$/i.test(
    code,
  )
}

/** A word that has the form of an error code of OAuth: `invalid_grant`. */
export function isSnakeCode(text: string): boolean {
  return /^[a-z]+(?:_[a-z]+)+$/.test(text)
}

/** What HTTP calls its statuses (RFC 9110 §15), for texts that hold the words and no number. */
const reasonPhrases: [status: number, words: RegExp][] = [
  [400, /^bad request$/i],
  [401, /^unauthori[sz]ed$/i],
  [403, /^(?:forbidden|access denied)$/i],
  [404, /^not found$/i],
  [405, /^method not allowed$/i],
  [429, /^too many requests$/i],
  [500, /^internal server error$/i],
  [502, /^bad gateway$/i],
  [503, /^service (?:temporarily )?unavailable$|^no healthy upstream$|^upstream connect error/i],
  [504, /^gateway time-?out$/i],
]

/** The status that a text names, and whether it is all that the text says. */
export function statusIn(text: string): { status: number; alone: boolean } | undefined {
  const short = text.trim()
  const alone =
    /^(?:(?:http|status|error|code)\b(?:\/[\d.]+)?[\s:=]*){0,3}([1-5]\d\d)(?:\s+[A-Za-z][A-Za-z '-]{0,60})?[.!]?$/i.exec(
      short,
    )
  if (alone?.[1] !== undefined) return { status: Number(alone[1]), alone: true }
  const phrase = short.length > 80 ? undefined : reasonPhrases.find(([, words]) => words.test(short))
  if (phrase !== undefined) return { status: phrase[0], alone: true }
  const named =
    /\bstatus(?:[ _-]?code)?["']?\s{0,3}(?:[:=]|was|is|of)?\s{0,3}["']?([1-5]\d\d)\b/i.exec(short) ??
    /\b(?:http(?:\/[\d.]+)?|code|error|returned|responded with|answered(?: with)?|response|g[eo]t(?:s|ting)?(?: an?)?|receiv\w+(?: an?)?|failed with|gave(?: an?)?)["']?\s{0,3}[:=]?\s{0,3}["']?([45]\d\d)\b/i.exec(
      short,
    ) ??
    /(?<![\w.:/-])([45]\d\d)\s+\(?(?:Bad Request|Unauthorized|Forbidden|Not Found|Method Not Allowed|Conflict|Gone|Too Many Requests|Internal Server Error|Bad Gateway|Service (?:Temporarily )?Unavailable|Gateway Time-?out|Client Error|Server Error)/i.exec(
      short,
    ) ??
    // The status in an access log is between the request and the size.
    /HTTP\/\d(?:\.\d)?"\s([1-5]\d\d)\s/.exec(short)
  return named?.[1] === undefined ? undefined : { status: Number(named[1]), alone: false }
}
