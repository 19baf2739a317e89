import { formLabels } from './parameter-names.ts'

/**
 * A text with what tools and programs write in several ways brought to one: pairs of HAR, commands over several lines,
 * tables, exports with commas, records of logs, and variables whose value stands elsewhere in it. Linear in the text.
 */
export function evened(text: string): string {
  return withValues(
    withoutCommas(text)
      .replace(/[\\^`][ \t]{0,4}\n\s{0,40}/g, ' ')
      .replace(
        /"name"\s{0,4}:\s{0,4}"([\w-]{1,40})"\s{0,4},\s{0,40}"value"\s{0,4}:\s{0,4}"([^"\n]{0,4000})"/g,
        '"$1": "$2"',
      )
      .replace(/\bKey: ([\w-]{1,40}), Value: /g, '$1: ')
      .replace(/[ ]&[ ](?=[A-Za-z_]\w{1,40}=)/g, '&')
      .replace(shortStatus, '"status": $1')
      .replace(listedField, '$1$2: "$3"')
      .replace(/^[ \t]{0,20}\|([^\n]{3,9000})\|[ \t]{0,20}$/gm, (_, row: string) => asLine(row))
      .replace(/[ \t]\|[ \t]{0,3}([1-5]\d\d)[ \t]{0,3}(?=\||$|[{"<])/gm, ' -> $1 ')
      .replace(
        /(?<=\S)[ \t]{1,4}(?:\/\/|#)[ \t]{0,3}(?:->|=>|=|returns?|HTTP)?[ \t]{0,3}([45]\d\d)(?![\d.])/g,
        ' -> $1',
      ),
  )
}

/** The short names that logs have for the status of a response. */
const shortStatus =
  /["'](?:st|sc|rc|http|http_?(?:status|code)|resp(?:onse)?_?(?:status|code)|status_?code|resultado)["']\s{0,2}:\s{0,2}["']?([1-5]\d\d)["']?(?=\s{0,2}[,}\]])/gi

/** A parameter and its value in two columns. */
const listedField = new RegExp(
  String.raw`^([ \t]{0,12})(${formLabels})(?:[ ]{2,20}|\t{1,4})([^\s:="'][^\n"]{0,400})$`,
  'gim',
)

const method = 'GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS'

/** A cell with a call in it. */
const call = new RegExp(`^(?:${method})(?: |$)|^(?:https?:/)?/[\\w{<$]`)

/** A row of a table as the call and the response in it, else as the name and the value that its last two cells are. */
function asLine(row: string): string {
  const cells = row.split('|').map((cell) => cell.trim())
  const called = cells.findIndex((cell) => call.test(cell))
  const status = cells.findIndex((cell, at) => at > called && /^[1-5]\d\d(?: [A-Za-z ]{2,40})?$/.test(cell))
  if (called >= 0 && status > 0) {
    const before = cells.slice(0, called).join(' ')
    return `${before} ${cells.slice(called, status).join(' ')} -> ${cells.slice(status).join(' ')}`
  }
  const [name = '', value = ''] = cells.slice(-2)
  // A time before what happened then is no name.
  return new RegExp(`^(?:${method})$|^[\\d/.-]{0,12}[T ]?\\d\\d:\\d\\d`).test(name)
    ? `${name} ${value}`
    : `${name}: ${value}`
}

const columnsOfCalls = /\b(?:method|verb|ur[il]|path|endpoint|rota|m[eé]todo)\b/i
const columnOfStatus = /^(?:.*\b)?(?:status|code|http|st|sc)(?:_?code)?$/i

/** The rows of an export below a line with the names of its columns, each as a call with its values and its status. */
function withoutCommas(text: string): string {
  let columns: string[] | undefined
  let sign = ','
  return text
    .split('\n')
    .map((line) => {
      if (columns === undefined) {
        const found = /^[ \t]{0,8}[\w. "-]{1,40}(?:([,;\t])[\w. "-]{1,40}){2,40}$/.exec(line.trimEnd())
        const names = found === null ? [] : line.split(found[1] ?? ',').map((one) => one.replace(/["\s]/g, ''))
        if (!columnsOfCalls.test(names.join(' ')) || !names.some((one) => columnOfStatus.test(one))) return line
        columns = names
        sign = found?.[1] ?? ','
        return line
      }
      const cells = line.split(sign).map((one) => one.trim().replace(/^"|"$/g, ''))
      if (cells.length !== columns.length) return line
      const names = columns
      const at = (is: (name: string, cell: string) => boolean) => names.findIndex((name, i) => is(name, cells[i] ?? ''))
      const status = at((name, cell) => columnOfStatus.test(name) && /^[1-5]\d\d$/.test(cell))
      const address = at((_, cell) => /^(?:https?:\/\/|\/[\w{<])/.test(cell))
      const verb = at((_, cell) => new RegExp(`^(?:${method})$`).test(cell))
      if (status < 0 || address < 0) return line
      const rest = cells.flatMap((cell, i) =>
        i === status || i === address || i === verb || cell === '' ? [] : [named(names[i] ?? '', cell)],
      )
      return `${cells[verb] ?? ''} ${cells[address]} ${rest.join(' ')} -> ${cells[status]}`
    })
    .join('\n')
}

/** A cell with the name of its column, as far as that is one of a parameter. */
function named(column: string, cell: string): string {
  const name = new RegExp(`(?:^|[_.])(${formLabels})$`, 'i').exec(column)?.[1]
  return name === undefined ? cell : `${name}=${cell}`
}

/** A line, or a part of one, that gives a variable an address or something encoded as its value. */
const setting =
  /(?<![\w$.{?&/%-])(?:\{\{|\$)?([A-Za-z_][\w.-]{2,40})(?:\}\})?["']?[ \t]{0,4}(?::=|=>|[:=])[ \t]{0,4}["'`]?((?:https?:\/\/)?(?:localhost|(?:[\w-]{1,63}\.){1,6}[a-z]{2,12})(?::\d{1,5})?(?:\/[\w./-]{0,200})?|[A-Za-z0-9+/]{24,2000}={0,2})["'`]?(?=[\s,;)}\]]|$)/gm

/** What a shell showed of a variable: an address, or the document's name of one. */
const echoed =
  /\becho ["']?\$\{?(\w{2,40})\}?["']?[ \t]{0,8}\n[ \t>]{0,4}((?:https?:\/\/)?(?:[\w-]{1,63}\.){1,6}[a-z]{2,12}(?::\d{1,5})?(?:\/[\w./-]{0,100})?|\{(?:sandbox_)?(?:auth|base)_url\})[ \t]{0,8}$/gm

/** The text with the values of its variables where an address or an Authorization header has the variable. */
function withValues(text: string): string {
  const values = new Map<string, string | undefined>()
  for (const [, name = '', value = ''] of [...text.matchAll(setting), ...text.matchAll(echoed)]) {
    if (values.size > 200) break
    const held = values.get(name)
    // A variable with two values is not filled in.
    values.set(name, values.has(name) && held !== value ? undefined : value)
  }
  if (![...values.values()].some((value) => value !== undefined)) return text
  const given = (name: string) =>
    values.get(name) ?? values.get(name.replace(/^(?:process\.env|env|self|this|config)\./, ''))
  const plain = (value: string) => value.replace(/\/$/, '')
  return text
    .replace(
      /(?<=(\/\/)?)(?:\$\{([\w.]{2,50})\}|\$([A-Za-z_]\w{2,40})|\{\{\s?([\w.-]{2,40})\s?\}\}|(?<!\$)\{([\w.]{2,50})\})(?=\/|["'`]?\s{0,2}$)/gm,
      (whole, scheme: string | undefined, ...names: (string | undefined)[]) => {
        const value = names.slice(0, 4).flatMap((name) => (name === undefined ? [] : [given(name)]))[0]
        if (value === undefined || !/[.:{]/.test(value)) return whole
        return scheme === undefined || !/^https?:/.test(value) ? plain(value) : plain(value).replace(/^https?:\/\//, '')
      },
    )
    .replace(
      /(?<![\w."'`])([A-Za-z_][\w.]{2,50})\s{0,2}[+.]\s{0,2}(["'`])(?=\/)/g,
      (whole, name: string, quote: string) => {
        const value = given(name)
        return value === undefined || !/[.:]/.test(value) ? whole : `${quote}${plain(value)}`
      },
    )
    .replace(/\b(Basic[ \t]{1,2})(?:\$\{?|\{\{?\s?)([\w.]{2,50})\s?\}{0,2}/g, (whole, scheme: string, name: string) => {
      const value = given(name)
      return value === undefined || /[.:]/.test(value) ? whole : `${scheme}${value}`
    })
}
