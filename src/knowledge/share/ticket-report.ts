import type { Diagnosis } from '../diagnose/diagnosis.ts'
import { headline, numbered, retryWords, whoWords } from '../diagnose/diagnosis-words.ts'
import { askNext, inOneLine } from '../paste/ask-next.ts'
import type { InspectedField } from '../paste/fields-beside.ts'
import { kindNames } from '../privacy/kinds.ts'
import type { Account, Scrubber } from '../privacy/scrub.ts'
import { scrubRequest, scrubResponse } from '../privacy/scrub-exchange.ts'
import type { Call } from '../protocol/call.ts'
import { describeClaim } from '../protocol/claims.ts'
import type { Exchange, ExchangeRequest, ExchangeResponse } from '../protocol/exchange.ts'
import { relativeTime, utcTime } from '../text/duration.ts'
import type { FoundToken } from '../token/find.ts'
import type { TokenFinding } from '../token/finding.ts'
import { tokenHeadline } from '../token/headline.ts'
import { type TokenKind, tokenKinds } from '../token/kinds.ts'
import { notesOn } from '../token/notes.ts'
import { findWarnings } from '../token/warnings.ts'
import type { FlowMessage } from './flow-messages.ts'
import { asMarkdown, asPlainText, type Block } from './report-document.ts'

/** As much of a described message as a report shows. */
export type ReportedMessage = Pick<FlowMessage, 'exchange' | 'title' | 'line' | 'answer' | 'took' | 'diagnoses'>

/** What a report for a ticket is made of; every part may be missing. */
export interface Reported {
  /** Epoch seconds at which it was looked at. */
  at: number
  /** What it is about, in a few words. */
  title: string
  environment?: string
  /** What else is to be known before all, in the order given. */
  facts?: { label: string; text: string }[]
  /** Why it failed, best first. */
  diagnoses?: Diagnosis[]
  /** The call that was judged, where it was read from a text. */
  call?: Call
  /** What was pasted. */
  pasted?: string
  /** What happened, oldest first. */
  messages?: ReportedMessage[]
  tokens?: { found: FoundToken; kind: TokenKind; findings: TokenFinding[] }[]
  fields?: InspectedField[]
  /** What to ask anyone who reported it; told from the rest where it is missing. */
  ask?: string
}

/** What became of what was found in something that is handed on. */
export interface Receipt {
  account: Account[]
  /** What it contains besides, in words. */
  contains: string[]
}

/** A report in both of its forms, with its receipt. */
export interface TicketReport {
  markdown: string
  plain: string
  receipt: Receipt
}

/**
 * A report for a ticket that a colleague can work with: what happened, why, what was tried, what to ask next. All that
 * comes from outside goes through the scrubber.
 */
export function ticketReport(reported: Reported, scrubber: Scrubber): TicketReport {
  const { at, title, environment, diagnoses = [], messages = [], tokens = [], fields = [], pasted, call } = reported
  const { facts = [] } = reported
  const safe = (text: string) => scrubber.text(text)
  const failed = messages.filter((message) => message.diagnoses.length > 0)
  const blocks: Block[] = [
    { heading: safe(title), level: 1 },
    {
      list: [
        { label: 'Checked', text: utcTime(at) },
        ...(environment ? [{ label: 'Environment', text: safe(environment) }] : []),
        ...facts.map(({ label, text }) => ({ label, text: safe(text) })),
        ...(call ? factsOf(call, safe) : []),
      ],
    },
    ...(diagnoses.length > 0 ? whyBlocks(diagnoses, safe, 2) : []),
    ...(messages.length > 0 ? triedBlocks(messages, failed.length, safe) : []),
    ...failed.flatMap((message) => failureBlocks(message, scrubber, messages.length > 1 || diagnoses.length === 0)),
    ...(call && messages.length === 0 && !pasted ? callBlocks(call, scrubber) : []),
    ...(pasted ? [{ heading: 'What was received', level: 2 } as const, { code: safe(pasted) }] : []),
    ...tokens.flatMap((token, index) => tokenBlocks(token, tokens.length > 1 ? index + 1 : undefined, at, scrubber)),
    ...fieldBlocks(fields, scrubber),
    ...askBlocks(reported, scrubber),
  ]
  const receipt = { account: scrubber.account(), contains: containsOf(reported) }
  const whole = [...blocks, ...receiptBlocks(receipt)]
  return { markdown: asMarkdown(whole), plain: asPlainText(whole), receipt }
}

function factsOf(
  { request, response, failure }: Call,
  safe: (text: string) => string,
): { label: string; text: string }[] {
  return [
    ...(request ? [{ label: 'Request', text: `${request.method} ${safe(request.url)}` }] : []),
    ...(response?.status === undefined ? [] : [{ label: 'Status', text: String(response.status) }]),
    ...(failure ? [{ label: 'Failure', text: `no complete response: ${failure.kind}` }] : []),
  ]
}

/** What happened, why, what to do, and what else it may be. */
function whyBlocks([first, ...others]: Diagnosis[], safe: (text: string) => string, level: 2 | 3): Block[] {
  if (first === undefined) return []
  return [
    { heading: level === 2 ? 'What happened and why' : safe(headline(first)), level },
    {
      list: [
        ...(level === 2 ? [{ label: 'What happened', text: safe(headline(first)) }] : []),
        {
          label: 'Why',
          text: `${safe(first.cause)} (${first.certainty}; ${first.basis.kind}, ${first.basis.reference})`,
        },
        { label: 'What to do', text: safe([first.fix, ...numbered(first)].join(' ')) },
        { label: 'Who can fix it', text: `${whoWords[first.who]} ${retryWords[first.retry]}` },
        { label: 'Error', text: first.code },
        ...others.slice(0, 4).map((other) => ({
          label: 'Another possible cause',
          text: `${safe(other.title)} (${other.certainty}). ${safe(other.fix)}`,
        })),
      ],
    },
  ]
}

function triedBlocks(messages: ReportedMessage[], failed: number, safe: (text: string) => string): Block[] {
  return [
    { heading: 'What was tried', level: 2 },
    {
      text: `${messages.length === 1 ? 'One message' : `${messages.length} messages`}, ${failed} failed. Times are UTC.`,
    },
    {
      head: ['Time', 'Environment', 'Step', 'Request', 'Response', 'Took'],
      rows: messages.map(({ exchange, title, line, answer, took }) =>
        [utcTime(exchange.startedAt), exchange.environment, title, line, answer, took].map(safe),
      ),
    },
  ]
}

function failureBlocks(
  { exchange, title, diagnoses }: ReportedMessage,
  scrubber: Scrubber,
  withReasons: boolean,
): Block[] {
  const names = Object.keys(sections) as (keyof Exchange)[]
  return [
    { heading: `${utcTime(exchange.startedAt)}, ${scrubber.text(title)}`, level: 2 },
    ...(withReasons ? whyBlocks(diagnoses, (text) => scrubber.text(text), 3) : []),
    ...names.flatMap((name) => sections[name]?.(exchange, scrubber) ?? []),
  ]
}

/** How each member of a failed exchange is reported; undefined for what the table has already, and what is not reported. */
const sections: {
  [Name in keyof Required<Exchange>]: ((exchange: Exchange, scrubber: Scrubber) => Block[]) | undefined
} = {
  id: undefined,
  step: undefined,
  environment: undefined,
  startedAt: undefined,
  at: undefined,
  firstByteMs: undefined,
  durationMs: undefined,
  request: ({ request }, scrubber) => requestBlocks(request, scrubber),
  response: ({ response }, scrubber) => (response ? responseBlocks(response, scrubber) : []),
  failure: ({ failure, response }) =>
    failure || !response ? [{ code: `no complete response: ${failure?.kind ?? 'unknown'}` }] : [],
  shortened: ({ shortened = [] }) =>
    shortened.length > 0
      ? [{ text: `The body of the ${shortened.join(' and the ')} was too long to keep in full.` }]
      : [],
  bearer: undefined,
  token: undefined,
  flow: undefined,
}

function callBlocks({ request, response, failure }: Call, scrubber: Scrubber): Block[] {
  return [
    { heading: 'Request and response', level: 2 },
    ...(request ? requestBlocks({ headers: {}, ...request }, scrubber) : []),
    ...(response ? responseBlocks({ headers: {}, size: 0, cut: false, ...response }, scrubber) : []),
    ...(failure
      ? [
          {
            code: scrubber.text(
              `no complete response: ${failure.kind}${failure.message ? `, ${failure.message}` : ''}`,
            ),
          },
        ]
      : []),
  ]
}

function requestBlocks(request: ExchangeRequest, scrubber: Scrubber): Block[] {
  const { method, url, headers, form, body } = scrubRequest(request, scrubber)
  return [message(`${method} ${url}`, headers, form ? JSON.stringify(form, null, 2) : body)]
}

function responseBlocks(response: Omit<ExchangeResponse, 'status'> & { status?: number }, scrubber: Scrubber): Block[] {
  const { headers, body } = scrubResponse({ status: 0, ...response }, scrubber)
  return [message(response.status === undefined ? 'status unknown' : String(response.status), headers, body)]
}

function message(line: string, headers: Record<string, string>, body: string | undefined): Block {
  const lines = [line, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)]
  return { code: [...lines, ...(body ? ['', body] : [])].join('\n') }
}

function tokenBlocks(
  { found, kind, findings }: NonNullable<Reported['tokens']>[number],
  number: number | undefined,
  at: number,
  scrubber: Scrubber,
): Block[] {
  const { token, recognised, from } = found
  const name = kind === recognised.kind ? recognised.name : tokenKinds[kind].name
  const safe = (text: string) => scrubber.text(text)
  const blocks: Block[] = [
    { heading: `${number === undefined ? '' : `${number}. `}${name}`, level: 2 },
    {
      text: `${safe(tokenHeadline(found, { now: at, kind, findings }))}. ${[recognised.why, ...notesOn(found)].map(safe).join(' ')}${from === undefined ? '' : ` It was found in ${safe(from)}.`} Only the “Signature” line says whether the signature was verified.`,
    },
  ]
  if (token.form === 'opaque')
    return [...blocks, { list: [{ label: 'The token itself', text: scrubber.secret(token.text, from ?? 'token') }] }]
  const claims = token.form === 'jws' ? token.payload.value : undefined
  const facts = [
    ...token.defects.map(({ at: place, problem }) => ({
      label: 'Broken',
      text: `${safe(problem)} At character ${place + 1} of ${token.text.length}.`,
    })),
    ...findWarnings(token).map(({ title, why }) => ({ label: title, text: safe(why) })),
    ...Object.entries(claims ?? {}).flatMap(([name, time]) =>
      typeof time === 'number' && describeClaim(name).bound !== undefined
        ? [{ label: safe(name), text: `${utcTime(time)}, ${relativeTime(time, at)}` }]
        : [],
    ),
  ]
  if (facts.length > 0) blocks.push({ list: facts })
  blocks.push({
    head: ['Check', 'Result', 'Why'],
    rows: findings.map(({ title, outcome, why }) => [
      title,
      outcome === 'not-checked' ? 'not checked' : outcome,
      safe(why),
    ]),
  })
  if (token.header.value)
    blocks.push({ text: 'Header:' }, { code: scrubber.again(pretty(token.header.value)), language: 'json' })
  if (claims) blocks.push({ text: 'Claims:' }, { code: scrubber.claims(pretty(claims)), language: 'json' })
  return [...blocks, { text: 'The token, without the parts that make it usable:' }, { code: safe(token.text) }]
}

function fieldBlocks(fields: InspectedField[], scrubber: Scrubber): Block[] {
  if (fields.length === 0) return []
  return [
    { heading: 'Beside the tokens', level: 2 },
    {
      head: ['Name', 'Value'],
      rows: fields.map(({ name, value, place }) => [
        scrubber.text(name),
        scrubber.text(value, { name, place }).slice(0, 2_000),
      ]),
    },
  ]
}

/** What to ask anyone who reported the failure, with the identifier by which the other side finds the request. */
function askBlocks(reported: Reported, scrubber: Scrubber): Block[] {
  const { ask, diagnoses = [], messages = [], call } = reported
  const last = messages.findLast((message) => message.diagnoses.length > 0)
  const judged = call ?? (last && callOfMessage(last))
  if (ask === undefined && (judged === undefined || (diagnoses.length === 0 && last === undefined))) return []
  const words =
    ask ??
    inOneLine(askNext(judged === undefined ? '' : headText(judged), judged && { call: judged, clock: 'date-header' }))
  return [{ heading: 'To narrow it down', level: 2 }, { text: `Ask for ${scrubber.again(words)}` }]
}

function callOfMessage({ exchange }: ReportedMessage): Call {
  const { at, step, request, response, failure } = exchange
  return { at, step, request: request.url === '' ? undefined : request, response, failure }
}

/** Headers and body of a response, in which the identifier of the request stands. */
function headText({ response }: Call): string {
  const headers = Object.entries(response?.headers ?? {}).map(([name, value]) => `${name}: ${value}`)
  return [...headers, response?.body ?? ''].join('\n')
}

function containsOf({ messages = [], tokens = [], fields = [], diagnoses = [], pasted }: Reported): string[] {
  const claims = tokens.flatMap(({ found: { token } }) =>
    token.form === 'jws' ? Object.keys(token.payload.value ?? {}) : [],
  )
  return [
    ...(diagnoses.length > 0 || messages.some((message) => message.diagnoses.length > 0)
      ? ['the reasons and what to do']
      : []),
    ...(messages.length > 0 ? ['times, methods, paths, statuses and durations', 'the failed messages'] : []),
    ...(pasted ? ['the pasted text'] : []),
    ...(tokens.length > 0
      ? ['the headers of the tokens, with key ID and algorithm', 'the outcomes of the checks']
      : []),
    ...(claims.length > 0 ? [`the claims ${[...new Set(claims)].slice(0, 60).join(', ')}`] : []),
    ...(fields.some(({ secret }) => !secret)
      ? [
          `the fields ${fields
            .filter(({ secret }) => !secret)
            .slice(0, 60)
            .map(({ name }) => name)
            .join(', ')}`,
        ]
      : []),
  ]
}

/** The receipt as part of a document. */
export function receiptBlocks({ account, contains }: Receipt): Block[] {
  return [
    { heading: 'What was removed and what was kept', level: 2 },
    {
      list: [
        ...(account.every(({ removed, changed }) => removed + changed === 0)
          ? [{ label: 'Removed', text: 'nothing to remove' }]
          : []),
        ...account.flatMap((line) => accountWords(line).map(([label, text]) => ({ label, text }))),
        ...contains.map((text) => ({ label: 'Kept', text })),
      ],
    },
  ]
}

/** A line of the account in words, one for each thing that became of its values. */
export function accountWords({
  kind,
  removed,
  changed,
  kept,
  names,
}: Account): [label: 'Removed' | 'Changed' | 'Kept', text: string][] {
  const called = names.length > 0 ? ` (${names.join(', ')})` : ''
  const lines: ['Removed' | 'Changed' | 'Kept', number][] = [
    ['Removed', removed],
    ['Changed', changed],
    ['Kept', kept],
  ]
  return lines.flatMap(([label, count]): [typeof label, string][] =>
    count === 0 ? [] : [[label, `${kindNames[kind]}: ${count.toLocaleString('en')}${called}`]],
  )
}

function pretty(value: unknown): string {
  try {
    return JSON.stringify(value, null, 2)
  } catch {
    return 'nested too deeply to include'
  }
}
