import { createEntryCutter } from '#knowledge/har/cut-entries.ts'
import { createHarReader } from '#knowledge/har/flows.ts'
import { createRedactor, type Redactor } from '#knowledge/privacy/redact.ts'
import type { Exchange } from '#knowledge/service/exchange.ts'
import { recordedCall } from '#knowledge/service/recorded-call.ts'
import { describeMessages } from '#knowledge/share/flow-messages.ts'
import { fingerprintsOf } from '../../privacy/fingerprints.ts'
import type { FromWorker, HarCounts, ToWorker } from './messages.ts'

const page = self as unknown as {
  postMessage: (message: FromWorker) => void
  onmessage: (event: { data: ToWorker }) => void
}

page.onmessage = async ({ data }) => {
  try {
    if (data.do === 'read') await readFlows(data)
    else await makeSafe(data)
  } catch (error) {
    page.postMessage({ state: 'failed', problem: error instanceof Error ? error.message : String(error) })
  }
}

async function readFlows({ file, known }: Extract<ToWorker, { do: 'read' }>): Promise<void> {
  const { environments, operations, keys, rows } = known
  const reader = createHarReader(environments)
  const { unreadable, whole } = await eachEntry(file, (entry) => reader.take(entry), tellProgress(0, 1))
  const callOf = (exchange: Exchange) =>
    recordedCall(exchange, { environments, operations, keys: (environment) => keys[environment] })
  const flows = reader
    .flows()
    .map(({ kind, exchanges }) => ({ kind, messages: describeMessages(exchanges, callOf, rows) }))
  page.postMessage({ state: 'read', flows, counts: { ...reader.counts(), unreadable, whole } })
}

/** Bytes of the new file that are gathered before they are given to the browser to keep. */
const gathered = 4_000_000

/** Two passes: the first finds every secret in the file, the second writes it again without them. */
async function makeSafe({ file, maskPersonal }: Extract<ToWorker, { do: 'make-safe' }>): Promise<void> {
  const asked = new Set<string>()
  const fingerprint = (secret: string) => {
    asked.add(secret)
    return '000000'
  }
  const first = createRedactor({ fingerprint, maskPersonal })
  await eachEntry(file, (entry) => void first.value(entry), tellProgress(0, 0.5))
  const known = first.secrets()
  const prints = await fingerprintsOf([...asked, ...known])
  const second = createRedactor({ fingerprint: (secret) => prints.get(secret) ?? 'unknown', maskPersonal, known })
  const parts: BlobPart[] = []
  let waiting = ''
  const write = (text: string) => {
    waiting += text
    if (waiting.length < gathered) return
    parts.push(new Blob([waiting]))
    waiting = ''
  }
  let count = 0
  const put = (entry: unknown) => {
    write(`${count === 0 ? '' : ',\n'}${JSON.stringify(second.value(entry))}`)
    count += 1
  }
  const { frame } = await eachEntry(file, put, tellProgress(0.5, 1))
  const [before, after] = framePieces(frame, second)
  page.postMessage({
    state: 'safe',
    file: new Blob([before, ...parts, waiting, after], { type: 'application/json' }),
    receipt: {
      removed: second.removed(),
      kept: [
        `${count.toLocaleString('en')} entries with their addresses, statuses, times and headers`,
        'headers and claims of tokens, as far as they are not masked',
        'bodies, less what was removed from them',
      ],
    },
  })
}

/** What stands around the entries, made safe: pages carry addresses as well. */
function framePieces(frame: { before: Uint8Array; after: Uint8Array }, redactor: Redactor): [string, string] {
  const text = (part: Uint8Array) => new TextDecoder().decode(part)
  const bare: [string, string] = [
    '{"log":{"version":"1.2","creator":{"name":"made safe","version":"1"},"entries":[',
    ']}}',
  ]
  try {
    const safe = redactor.value(JSON.parse(`${text(frame.before)}[]${text(frame.after)}`)) as {
      log: Record<string, unknown>
    }
    const { entries: _, ...log } = safe.log
    return [
      `${JSON.stringify({ ...safe, log }).slice(0, -2)}${Object.keys(log).length > 0 ? ',' : ''}"entries":[`,
      ']}}',
    ]
  } catch {
    return bare
  }
}

async function eachEntry(
  file: Blob,
  take: (entry: unknown) => void,
  tell: (bytes: number, of: number) => void,
): Promise<Pick<HarCounts, 'unreadable' | 'whole'> & { frame: { before: Uint8Array; after: Uint8Array } }> {
  const cutter = createEntryCutter()
  const decoder = new TextDecoder()
  const reader = file.stream().getReader()
  let [done, unreadable] = [0, 0]
  for (;;) {
    const { value, done: ended } = await reader.read()
    if (ended) break
    for (const entry of cutter.push(value)) {
      const parsed = entry && parse(decoder.decode(entry))
      if (parsed === undefined) unreadable += 1
      else take(parsed)
    }
    done += value.length
    tell(done, file.size)
  }
  if (cutter.state() === 'before')
    throw new Error('The file holds no list called “entries” inside an object, so it is no HAR file (HAR 1.2).')
  return { unreadable, whole: cutter.state() === 'after', frame: cutter.frame() }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Tells the page how far the work is, at most once for each hundredth. */
function tellProgress(from: number, to: number): (bytes: number, of: number) => void {
  let told = -1
  return (bytes, of) => {
    const part = from + (to - from) * (bytes / Math.max(of, 1))
    if (Math.floor(part * 100) === told) return
    told = Math.floor(part * 100)
    page.postMessage({ state: 'progress', part })
  }
}
