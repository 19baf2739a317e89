import { createEntryCutter } from '#knowledge/har/cut-entries.ts'
import { createHarReader } from '#knowledge/har/flows.ts'
import { type Leak, scanAgain } from '#knowledge/privacy/scan-again.ts'
import { createScrubber, type Scrubber } from '#knowledge/privacy/scrub.ts'
import type { Exchange } from '#knowledge/protocol/exchange.ts'
import { recordedCall } from '#knowledge/protocol/recorded-call.ts'
import { describeMessages } from '#knowledge/share/flow-messages.ts'
import { fingerprintsOf } from '../../privacy/make-safe.ts'
import type { FromWorker, HarCounts, ToWorker } from './messages.ts'

const page = self as unknown as {
  postMessage: (message: FromWorker) => void
  onmessage: (event: { data: ToWorker }) => void
}

page.onmessage = async ({ data }) => {
  try {
    if (data.do === 'read') await readFlows(data)
    else await makeSafeFile(data)
  } catch (error) {
    page.postMessage({ state: 'failed', problem: error instanceof Error ? error.message : String(error) })
  }
}

async function readFlows({ file, known }: Extract<ToWorker, { do: 'read' }>): Promise<void> {
  const { environments, operations, keys, rows } = known
  const reader = createHarReader(environments)
  const { unreadable, whole } = await eachEntry(file, (entry) => reader.take(JSON.parse(entry)), tellProgress(0, 1))
  const callOf = (exchange: Exchange) =>
    recordedCall(exchange, { environments, operations, keys: (environment) => keys[environment] })
  const flows = reader
    .flows()
    .map(({ kind, exchanges }) => ({ kind, messages: describeMessages(exchanges, callOf, rows) }))
  page.postMessage({ state: 'read', flows, counts: { ...reader.counts(), unreadable, whole } })
}

/** Bytes of the new file that are gathered before they are given to the browser to keep. */
const gathered = 4_000_000

/**
 * Two passes: the first finds every value in the file that has to be removed, the second writes the entries again
 * without them, as the texts that they are. What is written is looked through once more.
 */
async function makeSafeFile({ file, keep, key }: Extract<ToWorker, { do: 'make-safe' }>): Promise<void> {
  const asked = new Set<string>()
  const fingerprint = (value: string) => {
    asked.add(value)
    return '00000000'
  }
  const first = createScrubber({ fingerprint, keep })
  await eachEntry(file, (entry) => void first.text(entry), tellProgress(0, 0.5))
  const known = first.values()
  for (const [value] of known.all()) asked.add(value)
  const prints = await fingerprintsOf(asked, key)
  const second = createScrubber({ fingerprint: (value) => prints.get(value) ?? 'unlisted', keep, known })
  const parts: BlobPart[] = []
  const leaks: Leak[] = []
  let waiting = ''
  let lines = 0
  const write = (text: string) => {
    waiting += text
    if (waiting.length < gathered) return
    parts.push(new Blob([waiting]))
    waiting = ''
  }
  let count = 0
  const put = (entry: string) => {
    const safe = second.text(entry)
    if (leaks.length < 20) for (const leak of scanAgain(safe, known)) leaks.push({ ...leak, line: leak.line + lines })
    lines += safe.split('\n').length
    write(`${count === 0 ? '' : ',\n'}${safe}`)
    count += 1
  }
  const { frame } = await eachEntry(file, put, tellProgress(0.5, 1))
  const [before, after] = framePieces(frame, second)
  page.postMessage({
    state: 'safe',
    file: new Blob([before, ...parts, waiting, after], { type: 'application/json' }),
    receipt: {
      account: second.account(),
      contains: [
        `${count.toLocaleString('en')} entries with their addresses, statuses, times and headers`,
        'headers and claims of tokens',
        'bodies',
      ],
    },
    changes: second.changes(),
    leaks,
  })
}

/** What stands around the entries, made safe: pages carry addresses as well. */
function framePieces(frame: { before: Uint8Array; after: Uint8Array }, scrubber: Scrubber): [string, string] {
  const text = (part: Uint8Array) => new TextDecoder().decode(part)
  const whole = `${text(frame.before)}[]${text(frame.after)}`
  const [before, ...rest] = isJson(whole) ? scrubber.text(whole).split(/(?<="entries"\s{0,20}:\s{0,20}\[)(?=\])/) : []
  return before !== undefined && rest.length === 1
    ? [before, rest.join('')]
    : ['{"log":{"version":"1.2","creator":{"name":"made safe","version":"1"},"entries":[', ']}}']
}

async function eachEntry(
  file: Blob,
  take: (entry: string) => void,
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
      const text = entry && decoder.decode(entry)
      if (text === undefined || !isJson(text)) unreadable += 1
      else take(text)
    }
    done += value.length
    tell(done, file.size)
  }
  if (cutter.state() === 'before')
    throw new Error('The file holds no list called “entries” inside an object, so it is no HAR file (HAR 1.2).')
  return { unreadable, whole: cutter.state() === 'after', frame: cutter.frame() }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
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
