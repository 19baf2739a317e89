import { inferred, standard } from '../../protocol/basis.ts'
import type { Call, Step } from '../../protocol/call.ts'
import { knownErrorCertainty } from '../certainty.ts'
import type { Diagnosis } from '../diagnosis.ts'
import { type Fault, stepByRetry } from '../fault.ts'
import { type FaultCode, faultGroups, lastResortGroup } from '../faults/catalogue.ts'
import { withSentence } from '../with-sentence.ts'
import type { FoundError } from './find-known-errors.ts'
import type { KnownError } from './known-error.ts'

/**
 * The diagnoses of a call with the known error before them that more speaks for than for the first of them. Where both are
 * of one cause, the known error tells it closer; what the call itself shows for certain is not outweighed by another cause.
 */
export function ledByKnownError(
  reasoned: Diagnosis[],
  found: FoundError[],
  call: Call,
  sentence: string | undefined,
): Diagnosis[] {
  const [first] = reasoned
  const met = found
    .filter(
      (one) =>
        !isOfItsOwnAffairs(one, call) &&
        !isOfTheSignIn(one, call) &&
        (one.product !== 'not-shown' || one.weight >= 0.65),
    )
    .map((one) => (one.clues > 0 || isMetAt(one, call) ? one : { ...one, weight: one.weight - elsewhere }))
    .sort((one, other) => other.weight - one.weight)
  const best = met.find((one) => one.weight >= leastWeight(one, first, call))
  if (best === undefined) return reasoned
  const lead = diagnosisOf(best, call, first, sentence)
  return [lead, ...reasoned.filter(({ code }) => code !== lead.code)]
}

/**
 * A cause with what the response says itself: nothing of it is lost. Of a configured environment the words by which the
 * error was found are known; elsewhere they are what the reader can hold the cause against.
 */
function withOther(cause: string, anchor: string | undefined, sentence: string | undefined, known: boolean): string {
  const own = sentence?.replace(traceOfVendor, '').trim()
  const more = own !== undefined && own.split(/\s+/).length > 4 && !(known && overlap(anchor ?? '', own))
  return more ? withSentence(cause, own) : cause
}

/** What vendors put behind their sentence to find the request again. */
const traceOfVendor = /[\s·]{1,4}(?:Trace ID|Correlation ID|Request ID|Timestamp): [\s\S]*$/

function overlap(one: string, other: string): boolean {
  const [shorter = '', longer = ''] = [one.toLowerCase(), other.toLowerCase()].sort((a, b) => a.length - b.length)
  return shorter !== '' && longer.includes(shorter)
}

/** Business APIs deal in tokens and certificates of other kinds too, and say so with statuses that are not about the caller. */
function isOfItsOwnAffairs({ error, clues, product }: FoundError, { step, response }: Call): boolean {
  if (step !== 'api' || clues > 1 || product === 'shown') return false
  // With a status of success the body itself is the refusal.
  const { status = 400 } = response ?? {}
  return status >= 300 && ![400, 401, 403].includes(status) && aboutBearer.has(error.of)
}

/** What token endpoints are known for says nothing of a call whose environment is known, and with it the step. */
function isOfTheSignIn({ error }: FoundError, { step, environment }: Call): boolean {
  return step === 'api' && environment !== undefined && !error.steps.includes(step) && aboutTokens.has(error.of)
}

const aboutBearer: ReadonlySet<FaultCode> = new Set(
  faultGroups.filter(({ id }) => id === 'bearer').flatMap(({ faults }) => faults.map(({ code }) => code)),
)
const aboutTokens: ReadonlySet<FaultCode> = new Set(
  faultGroups.filter(({ id }) => id === 'token').flatMap(({ faults }) => faults.map(({ code }) => code)),
)

/** How much must speak for a known error, so that it comes first. */
function leastWeight(
  { error, clues, anchor, product, decisive }: FoundError,
  first: Diagnosis | undefined,
  call: Call,
): number {
  // What is known of a configured environment, or of a sign-in, is firmer than what other products are known for.
  const known = isOwnCall(call) ? 0.3 : 0
  // Clues alone tell less than a sentence or a code with them, and next to nothing without the product or a value.
  const alone = product === 'shown' || decisive ? 0.15 : 0.45
  const own = known + (anchor === undefined || isEverydayName(anchor) ? alone : 0)
  if (first === undefined) return 0.5 + own
  // A code that has a row of its own is said there.
  if (!isEntry(first.code)) return 1.2 + own
  // A list of reasons leaves the cause as open as a code does.
  if (saysLittle(first.code) || first.reasons !== undefined) return 0.5 + own
  const same = first.code === codeAt(error.of, call.step)
  // What is known of another product says nothing against what was found.
  if (!same && product === 'not-shown') return never
  // A message of the program tells more of a failed connection than its kind does.
  const certain = first.certainty === 'certain' && !first.evidence.some((at) => at.startsWith('/failure/'))
  // A record may leave out what a request had: where no environment tells, words for another cause say more.
  if (isAbsence(first) && !isOwnCall(call)) return aboutCredentials.has(error.of) ? never : 0.55 + own
  // What was sent, claims and clocks tell more than words do, but for words with clues beside them.
  if (isOfWhatWasSent(first)) return certain || clues === 0 || (same && clues < 2) ? never : (same ? 0.9 : 1.15) + own
  if (same) {
    // A code that states its cause needs no other words, but for those of its product or with clues.
    const closer = !certain || clues > 0 || product === 'shown'
    return closer && !seenSignIn(call) ? (certain ? (product === 'shown' ? 0.8 : 1) : 0.5) + own : never
  }
  // The code that a product gives its error says more than the one of the standard beside it.
  if (productCode.test(anchor ?? '') && first.evidence.every((at) => at.startsWith('/response/'))) return 0.7 + own
  if (certain) return clues === 0 ? never : (clues > 2 ? 0.8 : 1.15) + own
  // What cannot be right in the request tells more than what the response comes to.
  if (decisive) return 0.6 + known
  return (first.certainty === 'possible' ? 0.5 : clues > 0 ? 0.85 : 1) + own
}

/** Whether an anchor is the name of a function or a media type, which are in programs of every kind. */
function isEverydayName(anchor: string): boolean {
  return (
    /^(?:[a-z]+\/[a-z.+-]+|[a-z]{2,20}(?:[A-Z][a-z]+){1,4})$/.test(anchor) &&
    !/error|exception|fail|invalid|denied|mismatch/i.test(anchor)
  )
}

/** `AADSTS650053`, `MSIS9631`, `IDX10214`, alone or before their sentence. */
const productCode = /^[A-Z]{3,12}[-_]?\d{3,8}(?=$|:)/

function isOwnCall(call: Call): boolean {
  return call.environment !== undefined || seenSignIn(call)
}

/** Whether more is known of the sign-in than what its requests show. */
function seenSignIn({ flow = {} }: Call): boolean {
  const { clientId, requestedScopes, redirectUri, state, nonce, bearerField, ...seen } = flow
  return Object.values(seen).some((value) => value !== undefined)
}

/** What the weight of an error falls by where it is met at another step. */
const elsewhere = 0.2

const never = Number.POSITIVE_INFINITY

/** Whether a diagnosis rests on what the request does not have. */
function isAbsence({ evidence }: Diagnosis): boolean {
  return evidence.includes('/request/headers')
}

/** Causes that suppose what the client or the token was, where none was seen. */
const aboutCredentials: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'client-authentication-failed',
  'client-blocked',
  'client-not-found',
  'client-unknown-at-sign-in',
  'client-authentication-method-differs',
  'client-credentials-malformed',
  'client-credentials-missing',
  'client-secret-expired',
  'client-credentials-in-form',
  'client-secret-wrong',
  'credential-of-other-environment',
  'access-token-expired',
  'invalid-token',
  'unauthorized',
])

/** Whether a diagnosis rests on more than what the other side answered. */
function isOfWhatWasSent({ evidence }: Diagnosis): boolean {
  return evidence.some((at) => /^\/(?:at|token|flow|keys|request\/(?:headers|form|body))\b/.test(at))
}

/** A failed connection has an entry for each of the two sides that are called, a refused scope for each endpoint. */
function codeAt(code: FaultCode, step: Step): FaultCode {
  if (/^(?:token-)?scope-not-accepted$/.test(code))
    return step === 'authorize' ? 'scope-not-accepted' : 'token-scope-not-accepted'
  const other =
    step === 'api' ? code.replace(/^identity-service-/, 'gateway-') : code.replace(/^gateway-/, 'identity-service-')
  return isEntry(other) ? other : code
}

function diagnosisOf(
  found: FoundError,
  call: Call,
  first: Diagnosis | undefined,
  sentence: string | undefined,
): Diagnosis {
  const { error, cause, fix, anchor, weight, clues } = found
  const code = codeAt(error.of, call.step)
  const general = entries.get(code)
  const retry = error.retry ?? general?.retry ?? 'after-fix'
  const same = first?.code === code ? first : undefined
  const evidence = same?.evidence ?? evidenceIn(call, anchor)
  return {
    code,
    title: error.title,
    cause: withOther(cause, anchor, sentence, call.environment !== undefined),
    fix,
    who: error.who,
    certainty: knownErrorCertainty(weight, clues, same?.certainty),
    basis: basisOf(error),
    evidence,
    telling: anchor,
    retry,
    next: same?.next ?? stepByRetry(retry),
  }
}

const entries: ReadonlyMap<FaultCode, Fault<FaultCode>> = new Map(
  [...faultGroups, lastResortGroup].flatMap(({ faults }) => faults).map((one) => [one.code, one]),
)

function basisOf({ source = '' }: KnownError): Diagnosis['basis'] {
  return /^RFC \d/.test(source)
    ? standard(source)
    : inferred(source === '' ? 'failures of products, known by their wording' : `known failures of products; ${source}`)
}

/** Whether a diagnosis says no more than a status or a code does: one of the last resort, of a general entry or of a data row. */
export function saysLittle(code: string): boolean {
  return !isEntry(code) || lastResorts.has(code) || entries.get(code)?.general === true
}

/** Whether a diagnosis says what a code means in general, and not which of its causes it was. */
export function leavesCauseOpen({ code, title }: Diagnosis): boolean {
  const entry = isEntry(code) ? entries.get(code) : undefined
  return entry !== undefined && (entry.general === true || entry.coarse === true) && title === entry.title
}

const lastResorts: ReadonlySet<FaultCode> = new Set(lastResortGroup.faults.map(({ code }) => code))

function isEntry(code: string): code is FaultCode {
  return entries.has(code as FaultCode)
}

function isMetAt({ error }: FoundError, call: Call): boolean {
  return error.steps.some((step) => alike(step, call.step))
}

function alike(one: Step, other: Step): boolean {
  const exchange = (step: Step) => step === 'token' || step === 'refresh'
  return one === other || (exchange(one) && exchange(other))
}

/** The parts of a call that the words are in. */
function evidenceIn({ response, failure, request }: Call, anchor: string | undefined): string[] {
  const words = (anchor ?? '').toLowerCase()
  const says = (text: string | undefined) => words !== '' && text?.toLowerCase().includes(words)
  if (failure?.message !== undefined) return ['/failure/message']
  if (response?.body !== undefined && (says(response.body) || request === undefined)) return ['/response/body']
  return response?.status === undefined ? [] : ['/response/status']
}
