import type { Add } from './finding.ts'
import { type Meaning, meaningOf } from './name-meaning.ts'
import { kindOf } from './sensitivity.ts'
import { explainsItself, looksRandom, looksSecret } from './value-shapes.ts'

/**
 * Finds what stands on the lines below its name: lists of codes and keys, pairs of name and value, blocks of YAML. Linear.
 */
export function findInBlocks(text: string, add: Add): void {
  if (!text.includes('\n')) return
  for (const found of text.matchAll(pair)) {
    const [whole, name = '', value = ''] = found
    const start = found.index + whole.length - value.length
    addValue(name, value, start, add)
  }
  for (const found of text.matchAll(explicitKey)) {
    const [whole, name = '', value = ''] = found
    addValue(name, value, found.index + whole.length - value.length, add)
  }
  findBelowHeads(text, add)
}

/** `- name: PASSWORD` above `value: x`, as in environments of containers. */
const pair =
  /^[ \t-]{0,60}["']?(?:name|key|k|nome|chave|parameter_?key|option_?name|variable|field)["']?[ \t]{0,9}[:=][ \t]{0,9}["']?([\w.:/-]{2,100})["']?,?[ \t]*\r?\n[ \t]{0,60}["']?(?:value|val|v|valor|parameter_?value|default|string_?value)["']?[ \t]{0,9}[:=][ \t]{0,9}["']?([^\s"'][^"'\r\n]{0,4000})/gim

/** `? name` above `: value` (YAML 1.2.2 § 8.2.2). */
const explicitKey =
  /^[ \t]{0,60}\?[ \t]{1,9}["']?([\w.-]{2,100})["']?[ \t]*\r?\n[ \t]{0,60}:[ \t]{1,9}["']?([^\s"'][^"'\r\n]{0,4000})/gm

function addValue(name: string, written: string, start: number, add: Add): void {
  const value = written.trimEnd().replace(/,$/, '')
  const kind = kindOf(name, 'field', value)
  if (kind !== undefined && kind !== 'unknown header') add({ start, end: start + value.length, kind, name, value })
}

/** A line that is nothing but a name or a title, up to its colon or bracket. */
const head =
  /^([ \t]{0,40})(?:[#>*-]{1,3}[ \t]{1,4}|\d{1,3}[.)][ \t])?\**["'`]?([\p{L}_][\p{L}\d_ .()/-]{1,80}?)["'`]?\**[ \t]*(?:[:=][ \t]*[[(|>]?[+-]?|[:=]?[ \t]*[[{])[ \t]*$/u
const item =
  /^[ \t]{0,60}(?:[-*•·–>][ \t]{1,4}|\d{1,3}[.):-]?[ \t]{1,4}|\[[ x]\][ \t])?(["'`]?)([^\s"'`][^"'`\n]{1,2000}?)\1[ \t]*,?[ \t]*$/

/** The lines below a title that names secrets, until a line without a place in it. */
function findBelowHeads(text: string, add: Add): void {
  let title: { name: string; meaning: Meaning; left: number; indent: number; isEmpty: boolean } | undefined
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('\n', start)
    const end = next < 0 ? text.length : next
    const line = end - start > 4_000 ? '' : text.slice(start, text.charCodeAt(end - 1) === 0x0d ? end - 1 : end)
    const begins = line.length < 140 ? head.exec(line) : null
    const meaning = begins === null ? undefined : titleMeaning(begins[2] ?? '')
    const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0
    if (meaning !== undefined) title = { name: begins?.[2] ?? '', meaning, left: 60, indent, isEmpty: true }
    else if (title !== undefined && line.trim() === '')
      title = title.isEmpty && title.left > 58 ? { ...title, left: title.left - 1 } : undefined
    else if (title !== undefined) {
      title.left -= 1
      const taken = takeItem(line, start, title, indent, add)
      title = title.left > 0 && taken ? { ...title, isEmpty: false } : undefined
    }
    start = end + 1
  }
}

/** Titles that promise secrets below them: one of their words is a secret's. */
function titleMeaning(title: string): Meaning | undefined {
  const whole = meaningOf(title)
  if (whole.strength === 'strong' || whole.strength === 'random') return whole
  if (whole.strength === 'open') {
    const first = title
      .split(/[ /]+/)
      .map(meaningOf)
      .find(({ strength }) => strength === 'strong')
    // `Token de acesso abaixo:`; of a sentence nothing is known.
    return first !== undefined &&
      title.split(' ').length < 6 &&
      /\b(?:abaixo|below|here|aqui|segue|abajo|follows)\b/i.test(title)
      ? first
      : undefined
  }
  return whole.strength === 'doubtful' && (whole.kind === 'code' || whole.kind === 'secret') && /s$/i.test(title)
    ? whole
    : undefined
}

/** Whether a line belongs to the title above it; a secret in it is added. */
function takeItem(
  line: string,
  offset: number,
  { name, meaning, indent }: { name: string; meaning: Meaning; indent: number },
  at: number,
  add: Add,
): boolean {
  const child = /^[ \t]+["']?([\w.-]{1,80})["']?[ \t]*[:=][ \t]*["']?([^\s"'][^"']{0,2000}?)["']?,?[ \t]*$/.exec(line)
  if (child !== null) {
    const value = child[2] ?? ''
    if (at <= indent) return false
    if (looksRandom(value, 16) && meaningOf(child[1] ?? '').strength === 'open')
      add({
        start: offset + line.lastIndexOf(value),
        end: offset + line.lastIndexOf(value) + value.length,
        kind: meaning.kind,
        name,
        value,
      })
    return true
  }
  if (/^[ \t]+["']?[\w.-]{1,80}["']?[ \t]*[:=][ \t]*(?:[|>][-+]?)?[ \t]*$/.test(line)) return at > indent
  const found = item.exec(line)
  if (found === null) return /^[ \t]*[\])}],?[ \t]*$/.test(line) ? false : at > indent
  const value = (found[2] ?? '').trim()
  // The next setting of an environment, whose own has no value.
  if (at <= indent && /^[A-Za-z_][\w.-]{1,60}=[^=]/.test(value)) return false
  const isCode = /^[A-Za-z\d]{3,8}(?:[- ][A-Za-z\d]{3,8}){0,5}$/.test(value) && /\d/.test(value) && value.length >= 4
  const isSecret =
    (meaning.kind === 'code' && /^[a-z\d]{4,6}(?:-[a-z\d]{4,6}){1,3}$/.test(value)) ||
    (!/\s/.test(value) && (looksSecret(value) || /^\d{4,}$/.test(value) || /\d/.test(value)))
  if (meaning.strength === 'random' && !looksRandom(value, 12)) return at > indent
  if (explainsItself(value) || !(isCode || isSecret) || /[:=]\s/.test(value))
    return at > indent || /^\s*[-*•\d]/.test(line)
  const start = offset + line.lastIndexOf(value)
  add({ start, end: start + value.length, kind: meaning.kind, name, value })
  return true
}
