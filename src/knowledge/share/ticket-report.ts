import type { InspectedField } from '../paste/inspect.ts'
import type { Redactor, Removed } from '../privacy/redact.ts'
import { describeClaim } from '../service/claims.ts'
import { relativeTime, utcTime } from '../text/duration.ts'
import { fenced, plainMarkdown } from '../text/markdown.ts'
import type { TokenFinding } from '../token/checks.ts'
import type { FoundToken } from '../token/find.ts'
import { type TokenKind, tokenKinds } from '../token/kind.ts'
import { findWarnings } from '../token/warnings.ts'

/** What a report for a ticket is made of. */
export interface Reported {
  /** Epoch seconds at which the checks were made. */
  at: number
  /** What the pasted text was, and what it was checked against, as read in a sentence. */
  source: string
  environment?: string
  tokens: { found: FoundToken; kind: TokenKind; findings: TokenFinding[] }[]
  fields: InspectedField[]
}

/** What was removed from something that is handed on, and what was kept. */
export interface Receipt {
  removed: Removed[]
  kept: string[]
}

/** A report for a ticket in Markdown, and its receipt. Everything in it went through the redactor. */
export function ticketReport(reported: Reported, redactor: Redactor): { markdown: string; receipt: Receipt } {
  const { at, source, environment, tokens, fields } = reported
  const sections = tokens.flatMap(({ found, kind, findings }, index) => [
    `## ${tokens.length > 1 ? `${index + 1}. ` : ''}${tokenKinds[kind].name}`,
    '',
    ...tokenSection(found, findings, at, redactor),
  ])
  const beside = fields.map(({ name, value, place }) => ({ name, value: redactor.field(name, value, place) }))
  const body = [
    `# ${source}, inspected`,
    '',
    `Checked at ${utcTime(at)}${environment === undefined ? '' : ` against ${inline(environment)}`}. Reading is not verifying: only the line “Signature” says whether a signature was verified.`,
    '',
    ...sections,
    ...(beside.length > 0
      ? [
          '## Beside the tokens',
          '',
          '| Name | Value |',
          '| --- | --- |',
          ...beside.map(({ name, value }) => row(name, value)),
          '',
        ]
      : []),
  ]
  const receipt = { removed: redactor.removed(), kept: keptOf(reported) }
  return { markdown: [...body, ...receiptSection(receipt)].join('\n'), receipt }
}

function tokenSection(
  { token, recognised, from }: FoundToken,
  findings: TokenFinding[],
  at: number,
  redactor: Redactor,
): string[] {
  const lines = [recognised.why, ...(from === undefined ? [] : [`It stood in ${inline(from)}.`]), '']
  if (token.form === 'opaque')
    return [...lines, `The token itself: ${inline(redactor.secret(token.text, from ?? 'token'))}`, '']
  for (const { at: place, problem } of token.defects)
    lines.push(`- **Broken:** ${problem} At character ${place + 1} of ${token.text.length}.`)
  for (const { title, why } of findWarnings(token)) lines.push(`- **${title}:** ${plainMarkdown(redactor.text(why))}`)
  const claims = token.form === 'jws' ? token.payload.value : undefined
  for (const [name, time] of Object.entries(claims ?? {}))
    if (typeof time === 'number' && describeClaim(name).bound !== undefined)
      lines.push(`- \`${name}\` ${utcTime(time)}, ${relativeTime(time, at)}`)
  lines.push('', '| Check | Result | Why |', '| --- | --- | --- |')
  for (const { title, outcome, why } of findings)
    lines.push(
      `| ${title} | ${outcome === 'not-checked' ? 'not checked' : outcome} | ${plainMarkdown(redactor.text(why))} |`,
    )
  lines.push('')
  if (token.header.value) lines.push('Header:', '', ...fenced(pretty(redactor.value(token.header.value)), 'json'))
  if (claims) lines.push('Claims:', '', ...fenced(pretty(redactor.claims(claims)), 'json'))
  return [...lines, 'The token without what makes it usable:', '', ...fenced(redactor.text(token.text))]
}

function keptOf({ tokens, fields }: Reported): string[] {
  const claims = tokens.flatMap(({ found: { token } }) =>
    token.form === 'jws' ? Object.keys(token.payload.value ?? {}) : [],
  )
  return [
    'the headers of the tokens, with key id and algorithm',
    ...(claims.length > 0
      ? [`the claims ${[...new Set(claims)].slice(0, 60).join(', ')}, as far as they are not masked`]
      : []),
    ...(fields.some(({ secret }) => !secret)
      ? [
          `the fields ${fields
            .filter(({ secret }) => !secret)
            .map(({ name }) => name)
            .slice(0, 60)
            .join(', ')}`,
        ]
      : []),
    'the outcomes of the checks and their reasons',
  ]
}

/** The receipt as lines of Markdown. */
export function receiptSection({ removed, kept }: Receipt): string[] {
  return [
    '## What was removed and what was kept',
    '',
    ...(removed.length === 0
      ? ['- Nothing had to be removed.']
      : removed.map((line) => `- Removed: ${removedWords(line)}`)),
    ...kept.map((words) => `- Kept: ${plainMarkdown(words)}`),
    '',
  ]
}

/** One line of the account in words. */
export function removedWords({ what, name, times }: Removed): string {
  const count = times === 1 ? '' : `, ${times} times`
  const kinds = { signature: '', secret: ' (a short fingerprint stands in its place)', personal: ' (masked)' }
  return `${name}${kinds[what]}${count}`
}

function pretty(value: unknown): string {
  try {
    return JSON.stringify(value, null, 2)
  } catch {
    return 'nested too deep to write down'
  }
}

function inline(text: string): string {
  return `\`${text.replace(/[`\r\n]/g, ' ').slice(0, 300)}\``
}

function row(name: string, value: string): string {
  return `| ${inline(name).replaceAll('|', '\\|')} | ${inline(value).replaceAll('|', '\\|')} |`
}
