import type { Add } from './finding.ts'
import type { Kind } from './kinds.ts'

/**
 * Finds people and passwords in records whose fields have places and no names: HL7 v2, EDIFACT, ASC X12, FIX and lines of
 * fixed columns. In segments about people every field is removed that is no code, count or time of today. Linear.
 */
export function findInRecords(text: string, add: Add): void {
  if (text.includes('MSH|') || /^PID\|/m.test(text)) inSegments(text, personsInHl7, /[|]/, add)
  if (/^\s{0,9}UN[ABH]\+/m.test(text)) inSegments(text, personsInEdifact, /[+']/, add)
  if (/(?:^|~|\n)\s{0,9}(?:ISA|GS|ST|BHT)\*/.test(text)) inSegments(text, personsInX12, /[*~]/, add)
  if (/\b8=FIX/.test(text)) inFix(text, add)
  inColumns(text, add)
}

const personsInHl7 = /(?<=^|[\r\n\v])(?:PID|NK1|GT1|IN[123]|PD1|STF|CTD|MRG|PV1|ROL)\|[^\r\n]{0,4000}/g
const personsInEdifact = /(?<=^|['\r\n]\s{0,4})(?:NAD|COM|CTA|PNA|ADR|FII)\+[^'\r\n]{0,2000}/g
const personsInX12 = /(?<=^|[~\r\n]\s{0,4})(?:NM1|N[1234]|DMG|PER|SBR)\*[^~\r\n]{0,2000}/g

/** Fields from the second on, behind the name of the segment and what qualifies it. */
function inSegments(text: string, form: RegExp, divider: RegExp, add: Add): void {
  for (const { 0: segment, index } of text.matchAll(form)) {
    let start = index
    for (const [at, field] of segment.split(divider).entries()) {
      if (at > 0 && !isCoded(field))
        add({ start, end: start + field.length, kind: kindOfField(field), name: segment.slice(0, 3), value: field })
      start += field.length + 1
    }
  }
}

/** Qualifiers, codes of up to four letters, counts, and times since 2012. */
function isCoded(field: string): boolean {
  const value = field.replace(/\^/g, '').trim()
  return /^(?:[A-Z]{0,4}\d{0,2}|\d{0,4}|20(?:1[2-9]|[2-9]\d)\d{4}(?:\d{4,6})?|D8|[^\p{L}\d]*)$/u.test(value)
}

function kindOfField(field: string): Kind {
  if (/^(?:19|20)\d{6}$/.test(field)) return 'birth date'
  return /\d/.test(field) ? 'unknown value' : 'name'
}

/** Accounts, parties, users and passwords (FIX 4.4 and 5.0, tags 1, 50, 109, 448, 553, 554, 925, 1402). */
const fixFields = /(?<=^|[^\d\w.]|\^A)(1|50|109|448|553|554|925|1402)=([^|;^\p{Cc}]{2,200})/gmu

function inFix(text: string, add: Add): void {
  for (const found of text.matchAll(fixFields)) {
    const [whole, tag = '', value = ''] = found
    const start = found.index + whole.length - value.length
    const kind: Kind = /^(?:554|925|1402)$/.test(tag) ? 'password' : tag === '553' ? 'name' : 'unknown value'
    add({ start, end: start + value.length, kind, name: `tag ${tag}`, value })
  }
}

/** A record of a bank's file begins with its type; headers and trailers are of no person. */
const record = /^[1-8]\d[^\n=:;|,{}]{58,600}$/gm
const written = /(?<= {2,}|\d)(?:\p{Lu}[\p{Lu}'.-]{1,30} ){1,6}(?:\p{Lu}{2,30}|\d{1,5})(?= {2,}| ?$)/gu

function inColumns(text: string, add: Add): void {
  for (const { 0: line, index } of text.matchAll(record)) {
    if (!/ {3,}/.test(line) || !/\d{8}/.test(line)) continue
    for (const { 0: value, index: at } of line.matchAll(written)) {
      if ((value.match(/\p{Lu}{3,}/gu) ?? []).length < 2) continue
      const kind: Kind = /\d$/.test(value) ? 'address' : 'name'
      add({ start: index + at, end: index + at + value.length, kind, name: 'column', value })
    }
  }
}
