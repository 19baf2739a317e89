import type { Redactor } from '../privacy/redact.ts'
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
  const { request, response, failure: broken } = exchange
  const head = [`${request.method} ${request.url}`, ...headerLines(request.headers, redactor)]
  const sent = request.form ? JSON.stringify(redactor.value(request.form, 'form'), null, 2) : request.body
  const got = response
    ? [`${response.status}`, ...headerLines(response.headers, redactor)]
    : [`no complete answer: ${broken?.kind ?? 'unknown'}`]
  return [
    `## ${utcTime(exchange.startedAt)}, ${plainMarkdown(title)}`,
    '',
    ...diagnoses.flatMap((diagnosis) => [
      `- **${plainMarkdown(redactor.text(diagnosis.title))}** (${diagnosis.certainty}; ${diagnosis.basis.kind}, ${plainMarkdown(diagnosis.basis.reference)})`,
      `  Why: ${plainMarkdown(redactor.text(diagnosis.cause))}`,
      `  What to do: ${plainMarkdown(redactor.text(diagnosis.fix))}`,
    ]),
    '',
    ...fenced([redactor.text(head[0] ?? ''), ...head.slice(1), ...(sent ? ['', redactor.text(sent)] : [])].join('\n')),
    ...fenced([...got, ...(response?.body ? ['', redactor.text(response.body)] : [])].join('\n')),
  ]
}

/** Headers as an object of names and values, which is how the redactor knows them for headers. */
function headerLines(headers: Record<string, string>, redactor: Redactor): string[] {
  const pairs = Object.entries(headers).map(([name, value]) => ({ name, value }))
  return (redactor.value(pairs, 'headers') as { name: string; value: string }[]).map(
    ({ name, value }) => `${name}: ${value}`,
  )
}
