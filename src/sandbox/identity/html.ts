/** Markup that may be in a page as it is. Only `html` makes it. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

type Part = Html | string | number | undefined | false | Part[]

/** Template tag for pages: whatever is put in is escaped, unless it was made by this tag itself. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  let markup = strings[0] ?? ''
  parts.forEach((part, index) => {
    markup += write(part) + (strings[index + 1] ?? '')
  })
  return new Html(markup)
}

function write(part: Part): string {
  if (part === undefined || part === false) return ''
  if (Array.isArray(part)) return part.map(write).join('')
  if (part instanceof Html) return part.markup
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
