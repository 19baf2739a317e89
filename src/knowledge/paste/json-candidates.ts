import { bySureness } from '../diagnose/certainty.ts'
import type { Step } from '../protocol/call.ts'
import { type FoundJson, findJson } from '../text/json-in-text.ts'
import { type BodyShape, type JsonRecord, readRecord } from './bodies.ts'
import { anyStep, type Candidate } from './candidate.ts'
import { statusIn } from './codes.ts'
import { curlRequest } from './curl-command.ts'
import { failureIn } from './failure-in-text.ts'
import { httpExchange, requestInLine, stepsOfChallenge } from './http-candidates.ts'
import type { PastedRequest } from './http-in-text.ts'

/** JSON, alone or somewhere in the text, as it is or escaped in a string. */
export function json(text: string): Candidate[] {
  const found = findJson(text)
  const [first] = found
  if (first === undefined) return []
  const outside = textOutside(text, found)
  const candidates = found
    .flatMap((one) => ofJson(one, outside, text.length))
    .sort((one, other) => bySureness(one.certainty, other.certainty))
  const best = candidates[0]
  // A failed connection is told by more than a body of no known form.
  if (
    best?.certainty === 'possible' &&
    best.failure === undefined &&
    failureIn(text) !== undefined &&
    best.response?.status === undefined
  )
    return []
  return candidates.slice(0, 3)
}

/** JSON that was cut: it begins like JSON and never ends. */
export function brokenJson(text: string): Candidate[] {
  const at = text.search(/[[{]\s{0,40}["{]/)
  if (at < 0 || (at > 0 && !text.slice(at).includes('":'))) return []
  // What is whole in itself, with a line of a log behind it, was not cut.
  if (findJson(text).some(({ start }) => start === at)) return []
  return [
    {
      what: 'a JSON body that is truncated or damaged',
      certainty: at === 0 ? 'likely' : 'possible',
      steps: anyStep,
      response: { status: statusIn(text.slice(0, at))?.status, body: text.slice(at) },
      notes: [],
    },
  ]
}

function ofJson(found: FoundJson, outside: string, length: number): Candidate[] {
  const record = readRecord(found.value, found.text)
  const alone = found.end - found.start >= length - 2
  if (record.shape?.claims) {
    const token = { header: {}, claims: found.value as Record<string, unknown> }
    return [{ what: record.shape.what, certainty: 'likely', steps: ['api'], token, notes: [], at: record.at }]
  }
  const inner = record.body === undefined ? fromTexts(record) : undefined
  if (inner !== undefined) return inner
  const said = alone ? undefined : statusIn(outside)
  const status = record.status ?? said?.status
  const request = requestOf(record) ?? (alone ? undefined : (curlRequest(outside) ?? requestInLine(outside)))
  if (record.shape === undefined && status === undefined && request === undefined && !alone) return []
  const where = alone || record.body === found.text ? '' : ', found in the text'
  return [
    {
      what: `${record.shape?.what ?? (status === undefined ? 'a JSON body in an unknown format' : `a logged response with status ${status}`)}${where}`,
      certainty: alone || record.shape?.certainty !== 'certain' ? (record.shape?.certainty ?? 'possible') : 'likely',
      steps: stepsOfRecord(record.shape, record.responseHeaders),
      request,
      response: {
        status,
        headers: record.responseHeaders,
        body: record.body ?? (alone && status === undefined ? found.text : undefined),
      },
      notes:
        status !== undefined && record.status === undefined
          ? ['The status was read from the text around the body.']
          : [],
      at: record.at,
    },
  ]
}

/** What the longer strings of a record say: an HTTP answer or a failed connection, as programs put it in their messages. */
function fromTexts(record: JsonRecord): Candidate[] | undefined {
  const all = record.texts.join('\n').slice(0, 50_000)
  const messages = /^HTTP\/\d/m.test(all) ? httpExchange(all) : []
  if (messages.length > 0) return messages
  const failure = record.status === undefined ? failureIn(all) : undefined
  if (failure === undefined) return undefined
  const request = requestOf(record) ?? requestInLine(all)
  return [
    {
      what: 'a failed connection in a log line',
      certainty: 'likely',
      steps: anyStep,
      failure,
      request,
      notes: [],
      at: record.at,
    },
  ]
}

function stepsOfRecord(shape: BodyShape | undefined, headers: Record<string, string> | undefined): Step[] {
  return shape?.steps ?? stepsOfChallenge(headers?.['www-authenticate'])
}

function requestOf({ url, method, requestHeaders }: JsonRecord): PastedRequest | undefined {
  return url === undefined ? undefined : { method: method ?? '', url, headers: requestHeaders }
}

function textOutside(text: string, found: FoundJson[]): string {
  let outside = ''
  let at = 0
  for (const { start, end } of found) {
    outside += `${text.slice(at, start)} `
    at = end
  }
  return outside + text.slice(at)
}
