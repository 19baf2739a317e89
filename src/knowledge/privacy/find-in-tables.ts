import type { Add } from './finding.ts'
import type { Kind } from './kinds.ts'
import { meaningOf } from './name-meaning.ts'
import { isPersonName } from './person-names.ts'
import { kindOf } from './sensitivity.ts'

/**
 * Finds values by the column that they are in: CSV with its first line, tables that a terminal or Markdown draws, what
 * SQL inserts and copies. Linear.
 */
export function findInTables(text: string, add: Add): void {
  if (/insert\s+into/i.test(text)) findInInserts(text, add)
  if (text.includes('\n')) findInLines(text, add)
}

/** What is in one place of a row. */
interface Cell {
  start: number
  value: string
}

/** How the cells of a line are told apart. */
type Split = (line: string) => Cell[]

const delimiters: { sign: string; split: Split }[] = [';', '\t', '|', ','].map((sign) => ({
  sign,
  split: (line) => delimited(line, sign),
}))

const longestHead = 2_000
const longestRow = 20_000
/** Characters of one row that SQL inserts. */
const longestTuple = 4_000

function findInLines(text: string, add: Add): void {
  let table: { split: Split; columns: string[]; isOfPerson: boolean } | undefined
  let before = ''
  // Below the line that Markdown and terminals draw under the head, no row is one.
  let isHeaded = false
  for (let start = 0; start < text.length; ) {
    const end = endOfLine(text, start)
    const line = text.slice(start, text.charCodeAt(end - 1) === 0x0d ? end - 1 : end)
    if (!line.includes('|')) isHeaded = isRule(line) && isHeaded
    if (line.trim() === '' || line === '\\.') {
      table = undefined
      before = ''
    } else if (!isRule(line)) {
      const head = isHeaded ? undefined : headOf(line, before)
      const cells = table !== undefined && line.length <= longestRow ? table.split(line) : []
      if (table !== undefined && cells.length === table.columns.length && head === undefined)
        judgeRow(table, cells, start, add)
      else if (
        table?.split === wide &&
        cells.length === table.columns.length + 1 &&
        /^\d{1,9}$/.test(cells[0]?.value ?? '')
      )
        // R and pandas number the rows, and leave the head of that column out.
        judgeRow(table, cells.slice(1), start, add)
      else table = line.length > longestHead ? undefined : (head ?? (cells.length > 1 ? table : undefined))
      before = line
    } else if (before.includes('|')) isHeaded = true
    else if (/^[- =]+$/.test(line) && line.includes(' ')) table = fixedWidth(before, line) ?? table
    start = end + 1
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

/** A line that a terminal or Markdown draws. */
function isRule(line: string): boolean {
  return /^[\s|+:=─┼│├┤-]{3,}$/.test(line)
}

/** The columns that a first line names, where one of them is of a secret or of a person. */
function headOf(line: string, before: string): { split: Split; columns: string[]; isOfPerson: boolean } | undefined {
  const copied = /^COPY [\w."]{1,80} ?\(([^()]{1,1000})\) FROM stdin;?/i.exec(line)?.[1]
  if (copied !== undefined) return columnsOf(copied.split(','), (row) => delimited(row, '\t'))
  for (const { sign, split } of delimiters) {
    if (!line.includes(sign)) continue
    const cells = split(line)
    if (cells.filter(({ value }) => value !== '').length < 2 || !cells.every(({ value }) => isColumnName(value)))
      continue
    return columnsOf(
      cells.map(({ value }) => value),
      split,
    )
  }
  // Columns that only blanks tell apart begin with the first line of a paragraph, or below a prompt.
  return (before === '' || prompt.test(before)) && / {2,}\S/.test(line.trim()) ? wideHead(line) : undefined
}

const prompt = /^[ \t]{0,4}(?:>{1,3}|In \[\d+\]:|[\w@~.-]{0,30}[$#>])[ \t]/

/** Columns that stand apart by two blanks or more. */
function wideHead(line: string): { split: Split; columns: string[]; isOfPerson: boolean } | undefined {
  const cells = wide(line)
  if (cells.length < 2 || !cells.every(({ value }) => isColumnName(value))) return undefined
  return columnsOf(
    cells.map(({ value }) => value),
    wide,
  )
}

function columnsOf(names: string[], split: Split) {
  const columns = names.map((name) => name.replace(/["'`\s]+/g, ' ').trim())
  const meanings = columns.map(meaningOf)
  if (!meanings.some(({ strength }) => strength !== 'open')) return undefined
  const isOfPerson = meanings.some(({ strength, kind }) => strength === 'personal' && ofPerson.has(kind))
  return { split, columns, isOfPerson }
}

/** Beside these a name is that of a person. */
const ofPerson: ReadonlySet<Kind> = new Set(['CPF', 'e-mail', 'phone', 'card', 'birth date', 'document', 'address'])

function isColumnName(written: string): boolean {
  return /^["'`]?[\p{L}_][\p{L}\d _.()/#-]{0,40}["'`]?$|^#$|^$/u.test(written)
}

function judgeRow(
  { columns, isOfPerson }: { columns: string[]; isOfPerson: boolean },
  cells: readonly Cell[],
  offset: number,
  add: Add,
): void {
  for (const [at, { start, value }] of cells.entries()) {
    const name = columns[at] ?? ''
    if (name === '' || value === '') continue
    const kind =
      kindOf(name, 'field', value) ?? (isOfPerson && isAccountOfPerson(name, value) ? 'bank account' : undefined)
    if (
      kind === undefined ||
      kind === 'unknown header' ||
      (kind === 'name' && /\d/.test(value) && meaningOf(name).strength !== 'login')
    )
      continue
    if (/^(?:name|nome|nombre|address|sub)$/i.test(name) && !isOfPerson && !isPersonName(value)) continue
    add({ start: offset + start, end: offset + start + value.length, kind, name, value })
  }
}

/** A number of an account or of its bank, in a table of people. */
function isAccountOfPerson(name: string, value: string): boolean {
  return (
    /^(?:account|acct|routing|aba|sort[ _-]?code|bank|conta|cuenta|konto|compte|rekening)(?:[ _-]?(?:no|nr|num|number|code))?$/i.test(
      name,
    ) && /^\d[\d -]{4,24}[\dXx]$/.test(value)
  )
}

/** Cells of a delimited line, with quotation marks around some of them (RFC 4180 §2). */
function delimited(line: string, sign: string): Cell[] {
  const cells: Cell[] = []
  let at = 0
  while (at <= line.length) {
    let end = line.indexOf(sign, at)
    const open = /^[ \t]*(["'])/.exec(line.slice(at, at + 12))
    if (open !== null) {
      const close = line.indexOf(`${open[1]}${sign}`, at + open[0].length)
      end = close < 0 ? -1 : close + 1
    }
    if (end < 0) end = line.length
    cells.push(trimmed(line, at, end))
    at = end + 1
  }
  // A bar is before the first and behind the last cell too.
  if (sign === '|' && cells.at(-1)?.value === '') cells.pop()
  if (sign === '|' && cells[0]?.value === '') cells.shift()
  return cells
}

function wide(line: string): Cell[] {
  return [...line.matchAll(/\S{1,400}(?:[ \t]\S{1,400}){0,40}/g)].map(({ 0: value, index }) => ({
    start: index,
    value,
  }))
}

/** Columns under which a terminal draws lines of their width. */
function fixedWidth(head: string, rule: string): { split: Split; columns: string[]; isOfPerson: boolean } | undefined {
  const places = [...rule.matchAll(/[-=]+/g)].map(({ 0: drawn, index }) => [index, index + drawn.length] as const)
  if (places.length < 2 || head.length > longestHead) return undefined
  const split: Split = (line) =>
    places.map(([from, to], at) =>
      trimmed(line, from, at === places.length - 1 ? line.length : Math.min(to, line.length)),
    )
  return columnsOf(
    split(head).map(({ value }) => value),
    split,
  )
}

/** A cell less the blanks and quotation marks around it. */
function trimmed(line: string, from: number, to: number): Cell {
  let [start, end] = [Math.min(from, line.length), to]
  while (start < end && /[\s"'`]/.test(line.charAt(start))) start += 1
  while (end > start && /[\s"'`]/.test(line.charAt(end - 1))) end -= 1
  return { start, value: line.slice(start, end) }
}

const insert =
  /insert\s{1,9}(?:ignore\s{1,9})?into\s{1,9}([\w.`"[\]]{1,120})\s{0,9}(?:\(([^()]{1,4000})\)\s{0,40})?(?:output\s[^()]{0,200})?values?\s{0,40}(?=\()/gi

/** `INSERT INTO t (a, b) VALUES (1, 'x'), (2, 'y')`. */
function findInInserts(text: string, add: Add): void {
  const tables = createdTables(text)
  insert.lastIndex = 0
  for (let found = insert.exec(text); found !== null; found = insert.exec(text)) {
    const names = found[2]?.split(',') ?? tables.get(tableName(found[1] ?? ''))
    const table = names && columnsOf(names, () => [])
    let at = found.index + found[0].length
    for (;;) {
      const { cells, end } = tuple(text, at)
      if (table !== undefined && cells.length === table.columns.length) judgeRow(table, cells, 0, add)
      const next = /^\s{0,40},\s{0,40}(?=\()/.exec(text.slice(end, end + 90))
      if (next === null || end <= at) break
      at = end + next[0].length
    }
    insert.lastIndex = Math.max(insert.lastIndex, at)
  }
}

const create = /create\s{1,9}table\s{1,9}(?:if\s{1,9}not\s{1,9}exists\s{1,9})?([\w.`"[\]]{1,120})\s{0,9}(?=\()/gi

/** The columns of tables that a dump creates before it fills them. */
function createdTables(text: string): Map<string, string[]> {
  const tables = new Map<string, string[]>()
  for (const found of text.matchAll(create)) {
    const names = tuple(text, found.index + found[0].length)
      .cells.map(({ value }) => /^\w{1,80}/.exec(value)?.[0] ?? '')
      .filter((name) => !/^(?:primary|foreign|unique|constraint|index|key|check|fulltext)$/i.test(name))
    tables.set(tableName(found[1] ?? ''), names)
  }
  return tables
}

function tableName(written: string): string {
  return written.replace(/[`"[\]]/g, '').toLowerCase()
}

/** The values between one pair of brackets; quotation marks in a text are doubled or escaped. */
function tuple(text: string, open: number): { cells: Cell[]; end: number } {
  const cells: Cell[] = []
  let start = open + 1
  let depth = 0
  for (let at = start; at < Math.min(text.length, open + longestTuple); at++) {
    const sign = text.charAt(at)
    if (sign === "'" || sign === '"') {
      at = quotedEnd(text, at, open + longestTuple)
      continue
    }
    if (sign === '(') depth += 1
    else if (sign === ')' && depth > 0) depth -= 1
    else if (depth === 0 && (sign === ',' || sign === ')')) {
      const bare = trimmed(text, start, at)
      cells.push(
        /^N$/.test(text.charAt(bare.start)) && text.charAt(bare.start + 1) === "'"
          ? trimmed(text, bare.start + 1, at)
          : bare,
      )
      start = at + 1
      if (sign === ')') return { cells, end: at + 1 }
    } else if (sign === ';') break
  }
  return { cells: [], end: open }
}

function quotedEnd(text: string, open: number, most: number): number {
  const mark = text.charAt(open)
  for (let at = open + 1; at < Math.min(text.length, most); at++) {
    if (text.charAt(at) === '\\') at += 1
    else if (text.charAt(at) === mark) {
      if (text.charAt(at + 1) !== mark) return at
      at += 1
    }
  }
  return text.length
}
