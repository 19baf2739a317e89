/** A fenced block whose fence is longer than any in the text, so that nothing in it can end it; an empty line follows. */
export function fenced(text: string, language = ''): string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return [`${fence}${language}`, text, fence, '']
}

/** Text that stays text in Markdown, in a table too. */
export function plainMarkdown(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').replace(/[\\`*_[\]<>|#]/g, '\\$&')
}
