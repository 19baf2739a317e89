const longest = 200

/** What a service says of an error, on one line and short; empty for anything but a text. */
export function quoted(text: unknown): string {
  if (typeof text !== 'string') return ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal would obey them.
  const line = text.replace(/[\x00-\x1f\x7f-\x9f\s]+/g, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}

const entities: Record<string, string | undefined> = Object.assign(Object.create(null), {
  amp: '&',
  apos: '’',
  gt: '>',
  lt: '<',
  nbsp: ' ',
  quot: '"',
})

/** The readable text of an HTML page, as far as it goes without a parser: the title, then the body. */
export function textOfPage(html: string): string {
  const bare = html
    .slice(0, 20_000)
    .replace(/<(script|style|svg)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<title\b[^>]*>([\s\S]*?)<\/title>/i, (_, title: string) =>
      html.split(title).length > 2 ? ' ' : `${title} `,
    )
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w{2,6}));/gi, (whole, decimal, hex, name) =>
      name ? (entities[name] ?? whole) : String.fromCodePoint(Math.min(Number(decimal ?? `0x${hex}`), 0x10ffff)),
    )
  return quoted(bare)
}
