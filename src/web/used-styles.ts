/**
 * The rules of a style sheet that can apply to markup: those whose classes all are in it. The others come with the sheet
 * itself, before the app changes anything. A rule is kept where that cannot be told.
 *
 * @param css without comments, as the build writes it
 */
export function usedStyles(css: string, markup: string): string {
  const classes = new Set(
    Array.from(markup.matchAll(/\sclass="([^"]*)"/g), ([, names = '']) => names.split(' ')).flat(),
  )
  return used(css, classes)
}

function used(css: string, classes: ReadonlySet<string>): string {
  return rulesOf(css)
    .map(({ before, block }) => {
      if (/^@(?:media|supports|container|layer)\b/.test(before)) {
        const inner = used(block, classes)
        return inner === '' ? '' : `${before}{${inner}}`
      }
      return before.startsWith('@') || before.split(',').some((selector) => canApply(selector, classes))
        ? `${before}{${block}}`
        : ''
    })
    .join('')
}

function canApply(selector: string, classes: ReadonlySet<string>): boolean {
  const wanted = selector.replace(/:not\([^)]*\)/g, '').matchAll(/\.(-?[_a-z][\w-]*)/gi)
  return [...wanted].every(([, name = '']) => classes.has(name))
}

/** The rules of one level, in their order, each with what is in its braces. */
function rulesOf(css: string): { before: string; block: string }[] {
  const rules: { before: string; block: string }[] = []
  let depth = 0
  let start = 0
  let opened = 0
  for (const { 0: sign, index } of css.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[{};]/g)) {
    if (sign === '{' && depth++ === 0) opened = index
    else if (sign === '}' && --depth === 0) {
      rules.push({ before: css.slice(start, opened).trim(), block: css.slice(opened + 1, index) })
      start = index + 1
    } else if (sign === ';' && depth === 0) start = index + 1
  }
  return rules
}
