import { withoutEnd } from '../../text/ends.ts'
import { isBody } from './body-format.ts'
import type { Mark } from './mark.ts'
import { usualName } from './parameter-names.ts'

/** The parameters and headers that a text names with a value, one by one. Linear in the text. */
export function pairsIn(text: string): Mark[] {
  const found: Mark[] = []
  pair.lastIndex = 0
  for (let match = pair.exec(text); match !== null && found.length < 600; match = pair.exec(text)) {
    const [, opened = '', written = '', divider, twice, double, single, ticks, bare = ''] = match
    const quotedValue = twice ?? double ?? single ?? ticks
    const whole = quotedValue ?? bareValue(text, match, bare, divider === '=')
    if (quotedValue === undefined) pair.lastIndex += whole.length - bare.length
    const value = (quotedValue ?? withoutEnd(whole, '.')).trim()
    // A call of a program makes a value and is none.
    if (value === '' || (quotedValue === undefined && value.includes('('))) continue
    const at = match.index
    const header = written.toLowerCase().replace(/[ _]/g, '-')
    if (header === 'content-type' || header === 'host' || header === 'location') {
      if (quotedValue !== undefined || /[/.:]/.test(value)) found.push({ is: 'header', at, name: header, value })
      continue
    }
    const name = usualName(written)
    if (name === undefined || (name === 'code' && !isCode(value, text.slice(Math.max(0, at - 12), at)))) continue
    if (quotedValue === undefined && divider === ':' && opened === '' && isProse(value, text, at, name)) continue
    const json = opened.includes('"') && divider === ':' && double !== undefined && isWithinBody(text, at)
    const line = text.slice(Math.max(0, text.lastIndexOf('\n', at) + 1, at - 200), at)
    found.push({
      is: 'pair',
      at,
      name,
      written,
      value: decodedOnce(value),
      json,
      came: name === 'code' && came.test(line),
    })
  }
  return found
}

const names =
  'client[_ -]?id|client[_ -]?secret|redirect[_ -]?uri|response[_ -]?type|grant[_ -]?type|refresh[_ -]?token|access[_ -]?token|id[_ -]?token|code[_ -]?verifier|code[_ -]?challenge(?:[_ -]?method)?|scope|prompt|code|iss|error[_ -]?description|content[_ -]?type|host|Location'
const pair = new RegExp(
  String.raw`(?<![\w$%.\u00c0-\u024f-])(["'\`:[]{0,2})(${names})["'\`\]]{0,2}[ \t]{0,12}(=>|->|[:=|]|(?<=["']),)[ \t]{0,12}(?:\n[ \t]{1,40})?\[?(?:""([^"\n:,]{1,8000})""|"([^"\n]{0,8000})"|'([^'\n]{0,8000})'|\`([^\`\n]{0,8000})\`|"?([^\s"'\`,;&|{})\]<][^\s"'\`,;&|})\]]{0,8000}|[<{][^\n"']{1,60}[>}]))`,
  'gi',
)

/** What people and logs write before a code that came with a redirect. */
const came =
  /\b(?:callback|redirect(?:ed)? back|came back|volt(?:a|ou)|retorn(?:o|ou)|recebi\w*|received|got|vuelve|volvi[oó]|return(?:ed)?)\b(?!.*\b(?:token|troc|exchang|grant))/i

/**
 * A value without quotes of its own: to the quote that was opened before its name, as a command has it; what is no form
 * may have an ampersand in it.
 */
function bareValue(
  text: string,
  { 0: whole, 1: opened = '', index }: RegExpExecArray,
  bare: string,
  form: boolean,
): string {
  const end = index + whole.length
  const start = end - bare.length
  const quote = opened.at(-1)
  if (form && (quote === "'" || quote === '"')) {
    const rest = text.slice(start, start + 8_000)
    const close = rest.indexOf(quote)
    if (close >= 0 && !rest.slice(0, close).includes('\n')) return rest.slice(0, close)
  }
  if (text.charAt(end) !== '&' || (form && text.charAt(start - 1) !== '[')) return bare
  return bare + (/^[^\s"'`,;|})\]]{1,8000}/.exec(text.slice(end, end + 8_000))?.[0] ?? '')
}

/** Statuses, codes of errors and of systems are called codes too. */
function isCode(value: string, before: string): boolean {
  return (
    !/^(?:-?\d{1,4}|[A-Z]{3,}(?:_[A-Z]+){0,6}|[a-z]+(?:_[a-z]+){1,4})$/.test(value) &&
    !/(?:status|error|exit|response|erro)[ _.-]?["']?$/i.test(before)
  )
}

/** A word behind a colon in a sentence is no value; a value has a sign in it that words do not have. */
function isProse(value: string, text: string, at: number, name: string): boolean {
  if (name === 'client_id' || name === 'scope' || name === 'grant_type' || name === 'prompt') return false
  const line = text.slice(text.lastIndexOf('\n', at) + 1, at)
  return /\p{L}{2,}\s+\p{L}{2,}\s*$/u.test(line) && /^\p{L}+$/u.test(value)
}

function decodedOnce(value: string): string {
  if (!/%[0-9a-f]{2}/i.test(value)) return value
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Whether a place is in an object that is the text of a body. */
function isWithinBody(text: string, at: number): boolean {
  const brace = text.slice(Math.max(0, at - 400), at).lastIndexOf('{')
  return brace >= 0 && isBody(text, Math.max(0, at - 400) + brace)
}
