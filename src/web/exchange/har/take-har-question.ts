import { createMet } from '#knowledge/privacy/met.ts'
import { type Leak, scanAgain } from '#knowledge/privacy/scan-again.ts'
import { createScrubber, type Scrubber } from '#knowledge/privacy/scrub.ts'
import { createVocabulary } from '#knowledge/privacy/vocabulary.ts'
import { isJson } from '#knowledge/text/json.ts'
import { fingerprintsOf } from '../../privacy/fingerprints.ts'
import { type EntryText, eachEntry } from './each-entry.ts'
import { entryOf, exchangesOf, flowsOf, type HeldHar, readHar, reportOf, rowsOf, stepsOf } from './held-har.ts'
import type { Answers, FromWorker, MakeSafe, Question, ToWorker } from './messages.ts'

/** Tells the page how the work goes. */
type Tell = (message: FromWorker) => void

/** What was read, kept to be asked about. */
let held: HeldHar | undefined

/** Does what the page asks of a HAR file, in the worker. Never rejects: what goes wrong is told. */
export async function takeHarQuestion(asked: ToWorker, tell: Tell): Promise<void> {
  try {
    if (asked.do === 'read') {
      held = await readHar(asked.file, asked.known, tellProgress(tell, 0, 1))
      tell({ state: 'read', summary: held.summary })
    } else if (asked.do === 'make-safe') await makeSafeFile(asked, tell)
    else tell({ state: 'answer', id: asked.id, answer: await answerOf(held, asked.question) })
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    tell(asked.do === 'answer' ? { state: 'no-answer', id: asked.id, problem } : { state: 'failed', problem })
  }
}

function answerOf(
  har: HeldHar | undefined,
  question: Question,
): Answers[keyof Answers] | Promise<Answers[keyof Answers]> {
  if (har === undefined) throw new Error('No file was read.')
  switch (question.about) {
    case 'flows':
      return flowsOf(har, question)
    case 'steps':
      return stepsOf(har, question)
    case 'rows':
      return rowsOf(har, question)
    case 'entry':
      return entryOf(har, question.place)
    case 'exchanges':
      return exchangesOf(har)
    case 'report':
      return reportOf(har, question)
  }
}

/** Bytes of the new file that are gathered before they are given to the browser to keep. */
const gathered = 4_000_000

/**
 * Two passes: the first finds every value in the file that must be removed, the second writes the entries again
 * without them, as the texts that they are. What is written is looked through once more.
 */
async function makeSafeFile({ file, keep, key, words }: MakeSafe, tell: Tell): Promise<void> {
  const vocabulary = createVocabulary(words)
  const asked = new Set<string>()
  const fingerprint = (value: string) => {
    asked.add(value)
    return '00000000'
  }
  const first = createScrubber({ fingerprint, keep, vocabulary })
  await eachEntry(file, ({ text }) => void first.text(text), tellProgress(tell, 0, 0.5))
  const known = first.values()
  for (const [value] of known.all()) asked.add(value)
  const prints = await fingerprintsOf(asked, key)
  const second = createScrubber({
    fingerprint: (value) => prints.get(value) ?? 'unlisted',
    keep,
    known,
    earlier: first.met,
    vocabulary,
  })
  const parts: BlobPart[] = []
  const leaks: Leak[] = []
  const met = createMet()
  let waiting = ''
  let lines = 0
  const write = (text: string) => {
    waiting += text
    if (waiting.length < gathered) return
    parts.push(new Blob([waiting]))
    waiting = ''
  }
  let count = 0
  const put = ({ text }: EntryText) => {
    const safe = second.text(text)
    if (leaks.length < 20)
      for (const leak of scanAgain(safe, known, met, first.met)) leaks.push({ ...leak, line: leak.line + lines })
    lines += safe.split('\n').length
    write(`${count === 0 ? '' : ',\n'}${safe}`)
    count += 1
  }
  const { frame } = await eachEntry(file, put, tellProgress(tell, 0.5, 1))
  const [before, after] = framePieces(frame, second)
  tell({
    state: 'safe',
    file: new Blob([before, ...parts, waiting, after], { type: 'application/json' }),
    receipt: {
      account: second.account(),
      contains: [
        `${count.toLocaleString('en')} entries with their URLs, statuses, times and headers`,
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

/** Tells the page how far the work is, at most once for each hundredth. */
function tellProgress(tell: Tell, from: number, to: number): (bytes: number, of: number) => void {
  let told = -1
  return (bytes, of) => {
    const part = from + (to - from) * (bytes / Math.max(of, 1))
    if (Math.floor(part * 100) === told) return
    told = Math.floor(part * 100)
    tell({ state: 'progress', part })
  }
}
