import { fenced, plainMarkdown } from '../text/markdown.ts'

/** A part of a report, in no syntax yet. */
export type Block =
  | { heading: string; level: 1 | 2 | 3 }
  | { text: string }
  | { list: { label?: string; text: string }[] }
  | { head: string[]; rows: string[][] }
  | { code: string; language?: string }

/** A report in Markdown, in which no text from outside can end the place that it is in. */
export function asMarkdown(blocks: readonly Block[]): string {
  return blocks.flatMap(markdownLines).join('\n')
}

/** A report as text without any markup, for a ticket or a chat that shows none. */
export function asPlainText(blocks: readonly Block[]): string {
  return blocks.flatMap(plainLines).join('\n')
}

function markdownLines(block: Block): string[] {
  if ('heading' in block) return [`${'#'.repeat(block.level)} ${plainMarkdown(block.heading)}`, '']
  if ('text' in block) return [plainMarkdown(block.text), '']
  if ('list' in block)
    return [
      ...block.list.map(({ label, text }) => `- ${label ? `**${plainMarkdown(label)}:** ` : ''}${plainMarkdown(text)}`),
      '',
    ]
  if ('head' in block) {
    const row = (cells: string[]) => `| ${cells.map(plainMarkdown).join(' | ')} |`
    return [row(block.head), row(block.head.map(() => '---')), ...block.rows.map(row), '']
  }
  return fenced(block.code, block.language)
}

function plainLines(block: Block): string[] {
  if ('heading' in block)
    return block.level === 1
      ? [block.heading, '='.repeat(Math.min(block.heading.length, 72)), '']
      : [block.heading.toUpperCase(), '']
  if ('text' in block) return [block.text, '']
  if ('list' in block) return [...block.list.map(({ label, text }) => `- ${label ? `${label}: ` : ''}${text}`), '']
  if ('head' in block)
    return [
      ...block.rows.map((cells) => `- ${cells.map((cell, at) => `${block.head[at] ?? ''} ${cell}`.trim()).join(', ')}`),
      '',
    ]
  return [...block.code.split('\n').map((line) => `  ${line}`), '']
}
