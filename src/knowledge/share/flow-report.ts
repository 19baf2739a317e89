import type { Redactor } from '../privacy/redact.ts'
import { redactRequest, redactResponse } from '../privacy/redact-exchange.ts'
import type { Exchange } from '../service/exchange.ts'
import { utcTime } from '../text/duration.ts'
import { fenced, plainMarkdown } from '../text/markdown.ts'
import type { FlowMessage } from './flow-messages.ts'
import { type Receipt, receiptSection } from './ticket-report.ts'

/** As much of a described message as a report shows. */
export type ReportedMessage = Pick<FlowMessage, 'exchange' | 'title' | 'line' | 'answer' | 'took' | 'diagnoses'>

/**
 * A flow as a report for a ticket in Markdown, with its receipt: what happened in order, then each failure with its
 * reasons and its messages. All that comes from outside goes through the redactor.
 */
export function flowReport(messages: ReportedMessage[], redactor: Redactor): { markdown: string; receipt: Receipt } {
  const failed = messages.filter(({ diagnoses }) => diagnoses.length > 0)
  const body = [
    '# Flow of a sign-in and its calls',
    '',
    `${messages.length === 1 ? 'One message' : `${messages.length} messages`}, ${failed.length} failed. Times are UTC.`,
    '',
    '| Time | Environment | Step | Request | Answer | Took |',
    '| --- | --- | --- | --- | --- | --- |',
    ...messages.map(({ exchange, title, line, answer, took }) =>
      [utcTime(exchange.startedAt), exchange.environment, title, line, answer, took]
        .map((cell) => ` ${plainMarkdown(redactor.text(cell))} `)
        .join('|')
        .replace(/^|$/g, '|'),
    ),
    '',
    ...failed.flatMap((message) => failure(message, redactor)),
  ]
  const receipt = {
    removed: redactor.removed(),
    kept: ['times, methods, paths, statuses and durations', 'the failed messages, less what is removed', 'the reasons'],
  }
  return { markdown: [...body, ...receiptSection(receipt)].join('\n'), receipt }
}

function failure({ exchange, title, diagnoses }: ReportedMessage, redactor: Redactor): string[] {
  const names = Object.keys(sections) as (keyof Exchange)[]
  return [
    `## ${utcTime(exchange.startedAt)}, ${plainMarkdown(title)}`,
    '',
    ...diagnoses.flatMap((diagnosis) => [
      `- **${plainMarkdown(redactor.text(diagnosis.title))}** (${diagnosis.certainty}; ${diagnosis.basis.kind}, ${plainMarkdown(diagnosis.basis.reference)})`,
      `  Why: ${plainMarkdown(redactor.text(diagnosis.cause))}`,
      `  What to do: ${plainMarkdown(redactor.text(diagnosis.fix))}`,
    ]),
    '',
    ...names.flatMap((name) => sections[name]?.(exchange, redactor) ?? []),
  ]
}

/** How each member of a failed exchange is reported; undefined for what the table has already, and what is not reported. */
const sections: {
  [Name in keyof Required<Exchange>]: ((exchange: Exchange, redactor: Redactor) => string[]) | undefined
} = {
  id: undefined,
  step: undefined,
  environment: undefined,
  startedAt: undefined,
  at: undefined,
  firstByteMs: undefined,
  durationMs: undefined,
  request: ({ request }, redactor) => {
    const { method, url, headers, form, body } = redactRequest(request, redactor)
    return message(`${method} ${url}`, headers, form ? JSON.stringify(form, null, 2) : body)
  },
  response: ({ response }, redactor) => {
    if (!response) return []
    const { status, headers, body } = redactResponse(response, redactor)
    return message(String(status), headers, body)
  },
  failure: ({ failure, response }) =>
    failure || !response ? fenced(`no complete answer: ${failure?.kind ?? 'unknown'}`) : [],
  shortened: ({ shortened = [] }) =>
    shortened.length > 0 ? [`The body of the ${shortened.join(' and the ')} was too long to keep in full.`, ''] : [],
  bearer: undefined,
  token: undefined,
  flow: undefined,
}

function message(line: string, headers: Record<string, string>, body: string | undefined): string[] {
  const lines = [line, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)]
  return fenced([...lines, ...(body ? ['', body] : [])].join('\n'))
}
