import type { Certainty } from '../diagnose/certainty.ts'
import type { MessageCause } from '../diagnose/error-code.ts'
import type { FoundError } from '../diagnose/known-errors/find-known-errors.ts'
import type { Message, Trace } from '../diagnose/trace/message.ts'
import type { Call, Environment, Step } from '../protocol/call.ts'
import { splitScopes } from '../protocol/scopes.ts'
import { parseForm } from '../text/address.ts'
import { momentsIn } from '../text/moments.ts'
import { environmentName } from '../text/quote.ts'
import { anyStep, type Candidate } from './candidate.ts'
import { candidatesIn } from './candidates.ts'
import { candidateOf } from './from-message.ts'
import { fromSignals } from './from-signals.ts'
import { pastedLimit } from './pasted-limit.ts'
import { environmentAt, flowOf, placeNamedIn, stepAt } from './places.ts'
import { isLeftOut, readToken, tokenIn, tokenOfHeader } from './tokens.ts'
import { wholeCall } from './whole-call.ts'

/** One way to read what was pasted. Where a text can be read in several ways, each is a reading of its own. */
export interface Reading {
  call: Call
  /** What the text was taken for, as in “Read as …”. */
  what: string
  /** What else was recognised or needed to be assumed, a sentence each. */
  notes: string[]
  /** How sure it is that this is what the text is. */
  certainty: Certainty
  /** The cause that a sentence of the text states, for `diagnose`. */
  stated?: MessageCause
  /** What follows from that sentence is possible at most. */
  doubtful?: boolean
  /** Where `call.at` was taken from. */
  clock: Clock
  /** `signals` where the call was put together from what is in the text, whatever its syntax. */
  source: 'structure' | 'signals'
}

export type Clock = 'chosen' | 'date-header' | 'text' | 'now'

/** What is known beside the text. */
export interface Known {
  /** Epoch seconds. */
  now: number
  /** Epoch seconds by which to judge, in place of the time that is in the text. */
  judgeAt?: number
  /** The whole text, where what is read is a part of it. */
  whole?: string
  /** What is in the box for the token. */
  token?: string
  /** The step, where the person has said it. */
  step?: Step
  environments?: Environment[]
  /** Id of the environment that the person has chosen. */
  environment?: string
  /** Operations that the installation adds to those of the registries. */
  operations?: Call['operations']
  /** The keys that each environment publishes, by its id, as far as they were fetched. */
  keys?: Record<string, Call['keys']>
}

/**
 * Reads what somebody pasted: an error body, an HTTP exchange, a redirect address, a header, a log line, a bare code or
 * status, a failed connection. Best reading first; none only for text that tells nothing. Never throws, and its work is
 * bounded whatever it is given.
 */
export function readPasted(text: string, known: Known): Reading[] {
  return readCandidates(text, known, candidatesIn, 'structure')
}

/** Reads a text by the signals in it, whatever syntax they are in, and by the known error that it shows. */
export function readBySignals(text: string, known: Known, shown?: FoundError): Reading[] {
  return readCandidates(text, known, (clean) => fromSignals(clean, shown, known.whole), 'signals')
}

/** Reads one message of a text; without one, a text that tells in words what happened. */
export function readMessage(text: string, known: Known, message?: Message): Reading[] {
  return readCandidates(text, known, () => [message === undefined ? inWords : candidateOf(message)], 'structure')
}

/** Reads the message of a text that failed as a recorded call, with all that the text shows beside it. */
export function readWhole(text: string, known: Known, trace: Trace): Reading[] {
  const whole = wholeCall(trace)
  return whole === undefined ? [] : readCandidates(text, known, () => [whole], 'structure')
}

const inWords: Candidate = { what: 'a description of what happened', certainty: 'likely', steps: ['api'], notes: [] }

/** A candidate whose error the authorization endpoint cannot give (RFC 6749 §5.2) was not answered to its address. */
function atItsEndpoint(candidate: Candidate, environments: Environment[]): Candidate {
  const { request, steps } = candidate
  if (request === undefined || steps.length === 0 || steps.includes('authorize') || steps === anyStep) return candidate
  return stepAt(request, environments) === 'authorize' && isTokenError(candidate)
    ? { ...candidate, request: request.form && { method: 'POST', url: '', form: request.form } }
    : candidate
}

function isTokenError({ response }: Candidate): boolean {
  return /"error"\s{0,3}:\s{0,3}"(?:invalid_grant|unsupported_grant_type)"/.test(response?.body ?? '')
}

function readCandidates(
  text: string,
  known: Known,
  read: (text: string) => Candidate[],
  source: Reading['source'],
): Reading[] {
  const clean = text.slice(0, pastedLimit).replace(noise, '').replace(/\r\n?/g, '\n')
  const beside = readToken(known.token ?? '')
  const candidates = clean.trim() === '' && beside !== undefined ? [tokenOnly] : read(clean)
  const cut =
    text.length > pastedLimit ? [`Only the first ${pastedLimit.toLocaleString('en')} characters were read.`] : []
  const readings: Reading[] = []
  for (const candidate of candidates.map((one) => atItsEndpoint(one, known.environments ?? []))) {
    const steps = stepsOf(clean, candidate, known)
    for (const [index, step] of steps.entries()) {
      // Of a candidate that fits several steps the first is as sure as the candidate, the others are possible.
      const certainty = index === 0 ? candidate.certainty : 'possible'
      const full = { ...candidate, certainty, notes: [...cut, ...candidate.notes] }
      readings.push({ source, ...reading(clean, full, step, known, beside) })
    }
  }
  return readings.slice(0, 8)
}

// Colours of terminals, byte order marks, and marks that cannot be seen.
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const noise = /\u001b\[[\d;]*[A-Za-z]|[\ufeff\u200b\u2060]/g

const tokenOnly: Candidate = {
  what: 'a token without a response',
  certainty: 'likely',
  steps: ['api'],
  notes: [],
}

function stepsOf(text: string, candidate: Candidate, { step, environments = [] }: Known): Step[] {
  if (step !== undefined) return [step]
  const seen = candidate.request && stepAt(candidate.request, environments)
  if (candidate.steps[0] === 'authorize' && seen !== 'token' && seen !== 'refresh') return candidate.steps
  if (seen === 'token' && candidate.request?.form === undefined && isRenewal(text)) return ['refresh']
  if (seen !== undefined) return [seen]
  // A failed connection tells no more than the host that it did not reach.
  const named = candidate.failure && placeNamedIn(text, environments)?.step
  return named === undefined ? candidate.steps : [named]
}

/** Whether a text that shows no form speaks of a refresh token, and of no code that was exchanged. */
function isRenewal(text: string): boolean {
  return (
    /refresh[ _-]?token|renew(?:al|ing)? (?:of )?(?:the )?token|token de renova/i.test(text) &&
    !/authorization_code|[?&]code=/i.test(text)
  )
}

function reading(
  text: string,
  candidate: Candidate,
  step: Step,
  known: Known,
  beside: ReturnType<typeof readToken>,
): Omit<Reading, 'source'> {
  const environments = known.environments ?? []
  const notes = [...candidate.notes]
  const place = placeOf(text, candidate, known, notes)
  const request = soundRequest(candidate, step, beside, notes)
  const token = step === 'api' ? bearerOf(text, known.whole, candidate, beside, notes) : undefined
  const { at, clock } = timeOf(text, candidate, known)
  return {
    what: candidate.what,
    certainty: candidate.certainty,
    stated: candidate.stated,
    doubtful: candidate.doubtful,
    notes,
    clock,
    call: {
      at,
      step,
      environment: place,
      // Whose token it is can only be held against an environment that is known.
      others: place === undefined ? undefined : environments.filter(({ id }) => id !== place.id),
      request,
      response: candidate.response,
      failure: candidate.failure,
      token,
      keys: place && known.keys?.[place.id],
      operations: known.operations,
      flow:
        candidate.flow ??
        (step === 'api' ? bearerFlow(known.whole ?? text, request) : flowOf(step, candidate, splitScopes)),
    },
  }
}

/** The environment: the one that was chosen, else the one whose addresses or issuer are in the text. */
function placeOf(text: string, candidate: Candidate, known: Known, notes: string[]): Environment | undefined {
  const environments = known.environments ?? []
  const named = placeNamedIn(text, environments)
  const seen = environmentAt(candidate, environments) ?? named?.environment
  const chosen = environments.find(({ id }) => id === known.environment)
  if (chosen !== undefined) {
    if (seen !== undefined && seen.id !== chosen.id)
      notes.push(
        `A URL in the text belongs to ${environmentName(seen)}; it is checked against ${environmentName(chosen)} because that was chosen.`,
      )
    return chosen
  }
  if (seen !== undefined)
    notes.push(
      `The environment ${environmentName(seen)} was recognized by a ${seen === named?.environment && named.byClient ? 'client' : 'URL'} in the text.`,
    )
  return seen
}

function soundRequest(
  { request: shown }: Candidate,
  step: Step,
  beside: ReturnType<typeof readToken>,
  notes: string[],
): Call['request'] {
  const request = shown && withoutVariables(shown)
  const pasted = request?.headers?.authorization
  if (request !== undefined && pasted !== undefined && isLeftOut(pasted)) {
    notes.push('The credentials were removed from the request before it was pasted, so they are not checked.')
    const scheme = /^\s*(\w+)/.exec(pasted)?.[1] ?? 'Bearer'
    // The form that a recorded exchange has in place of credentials.
    const headers = Object.assign(Object.create(null), request.headers, { authorization: `${scheme} fp:left-out` })
    return asForm({ ...request, headers }, step)
  }
  const header = step === 'api' ? beside?.header : undefined
  if (header === undefined || pasted !== undefined) return request && asForm(request, step)
  const headers = Object.assign(Object.create(null), request?.headers, { authorization: header })
  return { ...(request ?? { method: '', url: '' }), headers }
}

/** A request whose form has nothing in place of values: no variables, and nothing that was made unreadable. */
function withoutVariables(request: NonNullable<Call['request']>): NonNullable<Call['request']> {
  if (request.form === undefined) return request
  const form: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(request.form))
    form[name] = isLeftOut(value) || value.includes('$') ? 'fp:left-out' : value
  return { ...request, form }
}

/** A token request as the reasoning reads it: its body as a form. */
function asForm(request: NonNullable<Call['request']>, step: Step): Call['request'] {
  if (step === 'api' || request.form !== undefined || !/^[\w.-]+=/.test(request.body ?? '')) return request
  const form: Record<string, string> = Object.create(null)
  for (const [name, value] of parseForm(request.body ?? '')) form[name] = value
  return { ...request, form, body: undefined }
}

/** Whether a token response in the text holds what was sent as bearer in its field for the refresh token. */
function bearerFlow(text: string, request: Call['request']): Call['flow'] {
  const sent = /^bearer\s+(\S{16,})$/i.exec(request?.headers?.authorization?.trim() ?? '')?.[1]
  if (sent === undefined || !text.includes('access_token')) return undefined
  const held = text.matchAll(/["']?(access_token|refresh_token)["']?\s{0,3}[:=]\s{0,3}["']?([\w.~+/=-]{16,20000})/g)
  const fields = new Set([...held].filter(([, , value]) => value === sent).map(([, name]) => name))
  return fields.has('refresh_token') && !fields.has('access_token') ? { bearerField: 'refresh_token' } : undefined
}

/** The bearer that was sent: of the box, else of the request's header, else one that is in the text. */
function bearerOf(
  text: string,
  whole: string | undefined,
  candidate: Candidate,
  beside: ReturnType<typeof readToken>,
  notes: string[],
): Call['token'] {
  if (beside !== undefined) {
    notes.push(beside.note)
    return beside.token
  }
  const sent = candidate.request?.headers?.authorization
  if (sent !== undefined) return tokenOfHeader(sent)
  if (candidate.token !== undefined) return candidate.token
  const beyond = (shown: string) =>
    tokenIn(candidate.response?.body === undefined ? shown : shown.replace(candidate.response.body, ''))
  const found = beyond(text) ?? (whole === undefined ? undefined : beyond(whole))
  if (found !== undefined) notes.push('The text contains a token, which is assumed to be the one that was sent.')
  return found
}

function timeOf(text: string, candidate: Candidate, known: Known): { at: number; clock: Clock } {
  if (known.judgeAt !== undefined) return { at: known.judgeAt, clock: 'chosen' }
  const date = candidate.response?.headers?.date
  const dated = date === undefined ? Number.NaN : Date.parse(date)
  if (!Number.isNaN(dated)) return { at: dated / 1000, clock: 'date-header' }
  const written = candidate.at ?? momentsIn(text.slice(0, 500), known.now).find(({ zoned }) => zoned)?.seconds
  return written === undefined ? { at: known.now, clock: 'now' } : { at: written, clock: 'text' }
}
