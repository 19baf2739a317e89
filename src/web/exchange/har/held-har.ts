import { diagnose } from '#knowledge/diagnose/diagnose.ts'
import type { Diagnosis } from '#knowledge/diagnose/diagnosis.ts'
import { catalogue } from '#knowledge/diagnose/registries/catalogue.ts'
import { labelEntry } from '#knowledge/har/entry-label.ts'
import { createHarReader } from '#knowledge/har/flows.ts'
import { readEntry } from '#knowledge/har/read.ts'
import { readRecorder, type Seen, sanitizedBy, see } from '#knowledge/har/recorder.ts'
import { type Preflight, readPreflight, type Unanswered, whyUnanswered } from '#knowledge/har/unanswered.ts'
import { maskCall, maskDiagnosis, maskSecrets, valuesIn } from '#knowledge/privacy/mask.ts'
import { createVocabulary } from '#knowledge/privacy/vocabulary.ts'
import type { Call } from '#knowledge/protocol/call.ts'
import type { Exchange } from '#knowledge/protocol/exchange.ts'
import { recordedCall } from '#knowledge/protocol/recorded-call.ts'
import { describeMessages, type FlowMessage } from '#knowledge/share/flow-messages.ts'
import { type ReportedMessage, ticketReport } from '#knowledge/share/ticket-report.ts'
import { utcTime } from '#knowledge/text/duration.ts'
import { parseJson } from '#knowledge/text/json.ts'
import { member } from '#knowledge/text/member.ts'
import { makeSafe } from '../../privacy/make-safe.ts'
import { eachEntry } from './each-entry.ts'
import type {
  Answers,
  EntryFilter,
  FlowSummary,
  HarRow,
  HarStep,
  HarSummary,
  KnownToWorker,
  Question,
  ShownEntry,
  ShownFailure,
} from './messages.ts'

/** A HAR file that was read, as the worker keeps it. */
export interface HeldHar {
  summary: HarSummary
  flows: { kind: FlowSummary['kind']; steps: HarStep[] }[]
  rows: HeldRow[]
  file: Blob
  known: KnownToWorker
  preflights: ReadonlyMap<string, Preflight>
  /** Steps by the id of their exchange. */
  steps: ReadonlyMap<string, HarStep>
}

interface HeldRow extends HarRow {
  /** The bytes of the file in which it stands. */
  start: number
  end: number
  /** Id of its exchange, where it is a step. */
  step?: string
}

/** Reads a file from end to end: its rows, its flows with their verdicts, and what it leaves out. */
export async function readHar(
  file: Blob,
  known: KnownToWorker,
  tell: (bytes: number, of: number) => void,
): Promise<HeldHar> {
  const reader = createHarReader(known.environments)
  const rows: HeldRow[] = []
  const seen: Seen = { credentials: 0, marked: 0, bodiesMissing: 0 }
  const preflights = new Map<string, Preflight>()
  const silent = new Map<number, unknown>()
  const { unreadable, whole, documents, frame } = await eachEntry(
    file,
    ({ text, start, end }) => {
      const entry: unknown = JSON.parse(text)
      const step = reader.take(entry)
      see(seen, entry)
      const preflight = readPreflight(entry)
      if (preflight) preflights.set(...preflight)
      const row = { ...rowOf(entry, rows.length), label: labelEntry(entry, step?.kind), start, end, step: step?.id }
      if (row.status === undefined) silent.set(row.place, withoutBodies(entry))
      rows.push(row)
    },
    tell,
  )
  const reasons = new Map<string, Unanswered>()
  for (const [place, entry] of silent) {
    const row = rows[place]
    const reason = whyUnanswered(entry, preflights)
    if (row === undefined || reason === undefined) continue
    row.unanswered = reason.short
    if (row.step !== undefined) reasons.set(row.step, reason)
  }
  const text = (part: Uint8Array) => new TextDecoder().decode(part)
  const recorder = readRecorder(parseJson(`${text(frame.before).replace(/^\uFEFF/, '')}[]${text(frame.after)}`))
  const sanitized = rows.length > 0 ? sanitizedBy(recorder, seen) : undefined
  const flows = reader.flows().map(({ kind, exchanges, signOuts }) => ({
    kind,
    steps: describeMessages(
      exchanges,
      (exchange) => callOf(exchange, known, sanitized !== undefined),
      (call) => diagnose(call, catalogue),
    ).map((message): HarStep => asStep(message, signOuts.has(message.id), reasons.get(message.id))),
  }))
  const times = rows.flatMap(({ at }) => at ?? [])
  const messages = flows.flatMap(({ steps }) => steps).map(({ message }) => message)
  return {
    file,
    known,
    rows,
    preflights,
    flows,
    steps: new Map(flows.flatMap(({ steps }) => steps.map((step): [string, HarStep] => [step.message.id, step]))),
    summary: {
      flows: {
        count: flows.length,
        steps: messages.length,
        failed: flows.reduce((count, { steps }) => count + failedIn(steps), 0),
      },
      firstFailure: shownFailure(messages.find(({ diagnoses }) => diagnoses.length > 0)),
      counts: {
        entries: rows.length,
        others: reader.counts().others,
        unanswered: silent.size,
        bodiesMissing: seen.bodiesMissing,
        unreadable,
        whole,
        documents,
      },
      recorder,
      sanitized,
      period: times.length > 0 ? periodOf(times) : undefined,
    },
  }
}

function shownFailure(message: FlowMessage | undefined): ShownFailure | undefined {
  if (message === undefined) return undefined
  const { call, diagnoses } = message
  const known = valuesIn(call)
  return {
    message,
    shown: {
      call: maskCall(call),
      diagnoses: diagnoses.map((one) => maskDiagnosis(one, call, {}, undefined, known)),
    },
  }
}

const failedIn = (steps: HarStep[]): number => steps.filter(({ message }) => message.failed).length

/** Some of the flows, each with how many steps it has. */
export function flowsOf({ flows }: HeldHar, { from, count }: Ask<'flows'>): FlowSummary[] {
  return flows
    .slice(from, from + count)
    .map(({ kind, steps }, at) => ({ number: from + at, kind, steps: steps.length, failed: failedIn(steps) }))
}

/** The first steps of a flow. */
export function stepsOf({ flows }: HeldHar, { flow, from, count }: Ask<'steps'>): HarStep[] {
  return flows[flow]?.steps.slice(from, from + count) ?? []
}

/** Of a file without its credentials, a missing token says nothing of what was sent. */
function callOf(exchange: Exchange, known: KnownToWorker, isSanitized: boolean): Call {
  const call = recordedCall(exchange, {
    environments: known.environments,
    operations: known.operations,
    keys: (environment) => known.keys[environment],
  })
  const hasToken = exchange.request.headers.authorization !== undefined
  if (!isSanitized || hasToken || call.request === undefined) return call
  return { ...call, request: { ...call.request, headers: undefined } }
}

/** A step with a reason of its own for having no response needs no guess at it; a sign-out is no call that was judged. */
function asStep(message: FlowMessage, isSignOut: boolean, unanswered: Unanswered | undefined): HarStep {
  const isGuessed = unanswered !== undefined && message.exchange.failure === undefined
  const diagnoses = isSignOut || isGuessed ? [] : message.diagnoses
  const title = isSignOut ? 'Sign-out' : message.title
  return { message: { ...message, title, diagnoses, failed: diagnoses.length > 0 || isGuessed }, isSignOut, unanswered }
}

/** The rows that a list shows, by what is looked for in them. */
export function rowsOf({ rows, steps }: HeldHar, { find, only, personal, from, count }: Ask<'rows'>): Answers['rows'] {
  const words = find.trim().toLowerCase().split(/\s+/)
  const fits = (row: HeldRow) =>
    passes[only](row, steps) &&
    words.every((word) =>
      `${row.method} ${row.where} ${row.status ?? ''} ${row.unanswered ?? ''} ${row.label}`
        .toLowerCase()
        .includes(word),
    )
  const found = only === 'all' && find.trim() === '' ? rows : rows.filter(fits)
  return { total: found.length, rows: found.slice(from, from + count).map((row) => asRow(row, personal)) }
}

type Ask<About extends Question['about']> = Extract<Question, { about: About }>

const passes: Record<EntryFilter, (row: HeldRow, steps: HeldHar['steps']) => boolean> = {
  all: () => true,
  failed: ({ status, step }, steps) =>
    status === undefined || status >= 400 || (step !== undefined && steps.get(step)?.message.failed === true),
  unanswered: ({ status }) => status === undefined,
  steps: ({ step }) => step !== undefined,
}

function asRow({ start: _, end: __, step: ___, ...row }: HeldRow, personal: boolean): HarRow {
  return { ...row, where: maskSecrets(row.where, { personal }) }
}

/** One entry in full, read from the file again. */
export async function entryOf(har: HeldHar, place: number): Promise<ShownEntry | undefined> {
  const row = har.rows[place]
  if (row === undefined) return undefined
  const entry = parseJson(await har.file.slice(row.start, row.end).text())
  const step = row.step === undefined ? undefined : har.steps.get(row.step)
  const { exchange } = readEntry(entry, place, har.known.environments, 'any') ?? {}
  if (exchange === undefined) return undefined
  const call = callOf(exchange, har.known, har.summary.sanitized !== undefined)
  return { row: asRow(row, true), step, call, exchange, unanswered: whyUnanswered(entry, har.preflights) }
}

/** The exchanges of all flows, oldest first, without the ends of sessions, which are no steps of a call. */
export function exchangesOf({ flows }: HeldHar): Exchange[] {
  return flows
    .flatMap(({ steps }) => steps)
    .filter(({ isSignOut }) => !isSignOut)
    .map(({ message }) => message.exchange)
    .sort((one, other) => one.startedAt - other.startedAt)
}

/** Failures that are reported in full, one of each kind. */
const mostFailures = 15
/** Steps that the table of a report has. */
const mostSteps = 120
/** Characters of a body in a report. */
const longestBody = 4_000

/** A ticket report of the whole file: what it is, what went wrong and how often, one failure of each kind in full. */
export async function reportOf(
  har: HeldHar,
  { name, at, keep, key, words }: Ask<'report'>,
): Promise<Answers['report']> {
  const { counts, recorder, sanitized, period, flows } = har.summary
  const steps = har.flows.flatMap((flow) => flow.steps)
  const failed = steps.filter(({ message }) => message.failed)
  const kinds = Map.groupBy(failed, ({ message, unanswered }) => failureName(message.diagnoses, unanswered))
  const first = [...kinds.values()].flatMap(([step]) => step ?? []).slice(0, mostFailures)
  const chosen = new Set([...first, ...steps.filter(({ message }) => !message.failed)].slice(0, mostSteps))
  const messages = steps.filter((step) => chosen.has(step)).map(({ message }) => shortened(message))
  const silent = Map.groupBy(
    har.rows.filter(({ status }) => status === undefined),
    ({ unanswered }) => unanswered ?? 'no status',
  )
  const facts = [
    {
      label: 'Recorded with',
      text: recorder ? [recorder.name, recorder.version].filter(Boolean).join(' ') : 'not said',
    },
    ...(period ? [{ label: 'Recorded', text: `${utcTime(period.from)} to ${utcTime(period.to)}` }] : []),
    {
      label: 'Entries',
      text: `${counts.entries.toLocaleString('en')}, of which ${steps.length.toLocaleString('en')} are steps of ${flows.count.toLocaleString('en')} flows`,
    },
    ...(sanitized ? [{ label: 'Credentials', text: sanitized.why }] : []),
    ...(counts.bodiesMissing > 0
      ? [{ label: 'Bodies', text: `missing from ${counts.bodiesMissing.toLocaleString('en')} responses in JSON` }]
      : []),
    ...(counts.whole ? [] : [{ label: 'Complete', text: 'no, the file is incomplete' }]),
    ...[...kinds].map(([kind, { length }]) => ({ label: 'Failed', text: `${kind}: ${times(length)}` })),
    ...[...silent].map(([short, { length }]) => ({ label: 'No response', text: `${short}: ${times(length)}` })),
    ...(messages.length < steps.length
      ? [
          {
            label: 'Below',
            text: `one step for each kind of failure, and ${(messages.length - first.length).toLocaleString('en')} of the others`,
          },
        ]
      : []),
  ]
  const safe = await makeSafe(
    (scrubber) => ticketReport({ at, title: `HAR file ${name}`, facts, messages }, scrubber),
    ({ markdown }) => [markdown],
    createVocabulary(words),
    keep,
    key,
  )
  const { markdown, receipt } = safe.made
  return { markdown, receipt, changes: safe.changes, leaks: safe.leaks }
}

const times = (count: number): string => (count === 1 ? 'once' : `${count.toLocaleString('en')} times`)

function failureName([first]: Diagnosis[], unanswered: Unanswered | undefined): string {
  return first?.title ?? unanswered?.short ?? 'without a known cause'
}

function shortened(message: FlowMessage): ReportedMessage {
  const { request, response, shortened: before = [] } = message.exchange
  const isLong = {
    request: (request.body?.length ?? 0) > longestBody,
    response: (response?.body?.length ?? 0) > longestBody,
  }
  return {
    ...message,
    exchange: {
      ...message.exchange,
      request: { ...request, body: request.body?.slice(0, longestBody) },
      response: response && { ...response, body: response.body?.slice(0, longestBody) },
      shortened: (['request', 'response'] as const).filter((side) => isLong[side] || before.includes(side)),
    },
  }
}

function rowOf(entry: unknown, place: number): Omit<HarRow, 'label'> {
  const request = member(entry, 'request')
  const status = member(entry, 'response', 'status')
  const at = Date.parse(String(member(entry, 'startedDateTime'))) / 1000
  const took = member(entry, 'time')
  return {
    place,
    at: Number.isNaN(at) ? undefined : at,
    method: String(member(request, 'method') ?? '').slice(0, 20),
    where: whereOf(String(member(request, 'url') ?? '')),
    status: typeof status === 'number' && status > 0 ? status : undefined,
    durationMs: typeof took === 'number' && took >= 0 ? took : undefined,
  }
}

/** Host and path of an address, without the query, in which codes and states stand. */
function whereOf(url: string): string {
  return (
    url
      .slice(0, 2_000)
      .replace(/^[a-z]+:\/\//i, '')
      .split(/[?#]/)[0] ?? ''
  ).slice(0, 300)
}

/** An entry as long as it is needed to say why it has no response. */
function withoutBodies(entry: unknown): unknown {
  const { request, response, ...rest } = entry as Record<string, unknown>
  const [asked, answered] = [request, response].map((side) => {
    if (typeof side !== 'object' || side === null) return side
    return Object.fromEntries(Object.entries(side).filter(([name]) => name !== 'postData' && name !== 'content'))
  })
  return { ...rest, request: asked, ...(response !== undefined && { response: answered }) }
}

function periodOf(moments: number[]): { from: number; to: number } {
  return moments.reduce(({ from, to }, one) => ({ from: Math.min(from, one), to: Math.max(to, one) }), {
    from: Number.POSITIVE_INFINITY,
    to: Number.NEGATIVE_INFINITY,
  })
}
