import type { Add } from './finding.ts'
import { meaningOf, wordsOf } from './name-meaning.ts'
import { isPersonName } from './person-names.ts'
import { thingWords } from './sensitive-names.ts'
import { isSecret, kindOf } from './sensitivity.ts'
import { nearSecret } from './surroundings.ts'

/** Elements that are kept in mind; markup is seldom nested deeper. */
const deepest = 60
const tag = /<(\/?)([\p{L}_][\p{L}\d_:.-]{0,80})((?:[^<>"']|"[^"<]{0,4000}"|'[^'<]{0,4000}'){0,400})>/gu
const attribute = /([\w:.-]{1,60})\s{0,4}=\s{0,4}(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/g

/** Finds values in XML and HTML by the names of elements, of attributes and of fields of a form. Linear. */
export function findInMarkup(text: string, add: Add): void {
  const open: { name: string; told?: string }[] = []
  const labels = createLabels()
  tag.lastIndex = 0
  for (let found = tag.exec(text); found !== null; found = tag.exec(text)) {
    const [whole, slash, qualified = '', attributes = ''] = found
    const name = localName(qualified)
    if (slash === '/') {
      while (open.length > 0 && open.pop()?.name !== name);
      continue
    }
    const about =
      attributes === ''
        ? undefined
        : judgeAttributes(attributes, found.index + 1 + qualified.length, { name, around: open.at(-1) }, add)
    // A label names a field, and what it says is the name.
    const told = /^(?:label|option|button)$/i.test(name) ? undefined : about
    if (whole.endsWith('/>') || /^(?:input|meta|br|hr|img|link|add|param)$/i.test(name)) continue
    const around = open.at(-1)
    if (open.length < deepest) open.push({ name, told: told ?? (isValueElement(name) ? around?.told : undefined) })
    const start = found.index + whole.length
    const next = text.indexOf('<', start)
    if (text.startsWith('<![CDATA[', start)) {
      const end = text.indexOf(']]>', start)
      if (end > 0 && end - start < 100_000) judgeText(text, start + 9, end, name, open, add)
    } else if (next > start && text.charCodeAt(next + 1) === 0x2f) {
      judgeText(text, start, next, name, open, add)
      const label = labels.before(name, text.slice(start, Math.min(next, start + 400)).trim())
      if (label !== undefined) judgeLabelled(label, text, start, next, add)
    }
  }
}

/** What names a value by standing before it: `<dt>`, `<th>`, `<key>`, the first of two cells, the heads of a table. */
function createLabels() {
  let last: string | undefined
  let heads: string[] = []
  let column = 0
  return {
    before: (element: string, content: string): string | undefined => {
      const name = element.toLowerCase()
      if (name === 'th') {
        heads = column > 0 ? [content] : [...heads.slice(0, 60), content]
        column = 0
        last = content
        return undefined
      }
      const isCell = name === 'td'
      const head = isCell && heads.length > 1 ? heads[column % heads.length] : undefined
      if (isCell) column += 1
      const label = head ?? last
      last =
        /^(?:dt|key|label|td|strong|b|nome|name|chave|parameterkey|span)$/.test(name) && content.length < 60
          ? content
          : undefined
      return /^(?:dd|td|string|value|valor|integer|real|data|span|p|code|parametervalue|div)$/.test(name)
        ? label
        : undefined
    },
  }
}

/** A value whose name is before it. */
function judgeLabelled(label: string, text: string, from: number, to: number, add: Add): void {
  const written = text.slice(from, Math.min(to, from + 4_000))
  const value = written.trim()
  const name = label.replace(/[:\s]+$/, '')
  if (value === '' || name === '') return
  const kind = kindOf(name, 'field', value)
  if (kind === undefined || (isNameOnly(name) && !isPersonName(value)) || (isSecret(kind) && isSentence(value))) return
  const start = from + written.indexOf(value)
  add({ start, end: start + value.length, kind, name, value })
}

/** What a page says of a field, which is no value of it. */
function isSentence(value: string): boolean {
  return /\s/.test(value) && (/[.?!:]$/.test(value) || nearSecret.test(value) || value.split(/\s+/).length > 6)
}

function localName(qualified: string): string {
  return qualified.slice(qualified.indexOf(':') + 1)
}

/** Elements that say nothing of their content: what holds them does. */
function isValueElement(name: string): boolean {
  return /^(?:AttributeValue|nm|value|val|valor|string|text|numero|number|id|data|item)$/i.test(name)
}

function judgeText(
  text: string,
  from: number,
  to: number,
  name: string,
  open: { name: string; told?: string }[],
  add: Add,
): void {
  const written = text.slice(from, Math.min(to, from + 100_000))
  const value = written.trim()
  if (value === '') return
  const start = from + written.indexOf(value.charAt(0))
  const { told } = open.at(-1) ?? {}
  const around = open.at(-2)?.name ?? ''
  const names = [
    told,
    isPublic(name) ? undefined : name,
    isValueElement(name) ? `${around} ${name}` : undefined,
    isValueElement(name) && name.toLowerCase() !== 'id' ? around : undefined,
  ]
  for (const one of names) {
    if (one === undefined || one === '') continue
    const kind = isPlaceOf(around, one) ? 'address' : isPrivateId(name, open) ? 'document' : kindOf(one, 'field', value)
    if (
      kind === undefined ||
      (isNameOnly(one) && !isPersonAround(text, from, to, open) && !(kind === 'name' && isPersonName(value)))
    )
      continue
    if (/^(?:nome|nombre)$/i.test(one) && wordsOf(around).some((word) => thingWords.has(word)) && !isPersonName(value))
      continue
    add({ start, end: start + value.length, kind, name: one, value })
    return
  }
}

/** The parts of an address, less those that many people share. */
function isPlaceOf(around: string, name: string): boolean {
  return (
    /^(?:ender\w*|address|direccion|PstlAdr)$/i.test(around) &&
    /^(?:nro|numero|number|x?cpl|complemento|x?lgr|street\w*|line\d?|x?bairro|AdrLine|StrtNm|BldgNb|PstCd)$/i.test(name)
  )
}

/** A person's number in a payment (ISO 20022, PersonIdentification). */
function isPrivateId(name: string, open: { name: string }[]): boolean {
  return name === 'Id' && open.slice(-4).some((one) => one.name === 'PrvtId')
}

/** Certificates and digests open nothing. */
function isPublic(name: string): boolean {
  return /^(?:X509Certificate|DigestValue|KeyName|Modulus|Exponent)$/.test(name)
}

function isNameOnly(name: string): boolean {
  const { strength, kind } = meaningOf(name)
  return (
    strength === 'personal' &&
    /^(?:name|address|sub|profile|picture|website|gender|locale|zoneinfo)$/i.test(name) &&
    kind !== 'e-mail'
  )
}

function isPersonAround(text: string, from: number, to: number, open: { name: string }[]): boolean {
  const near = text.slice(Math.max(0, from - 300), from) + text.slice(to, to + 300)
  return (
    open
      .slice(-3)
      .some(({ name }) =>
        /(?:customer|cliente|pagador|payer|titular|beneficiar|person|pessoa|user|holder|recipient|contact|socio|tomador|prestador|dest|emit)/i.test(
          name,
        ),
      ) || /<(?:\w+:)?(?:cpf|cnpj|e-?mail|telefone|celular|phone|fone|birth\w*|givenname|surname)\b/i.test(near)
  )
}

/** Attributes of one element; what a field is called is beside what it contains. */
function judgeAttributes(
  attributes: string,
  offset: number,
  { name: element, around }: { name: string; around?: { name: string; told?: string } },
  add: Add,
): string | undefined {
  let told: string | undefined
  let content: { start: number; value: string } | undefined
  for (const found of attributes.matchAll(attribute)) {
    const [whole, name = '', double, single, bare] = found
    const value = double ?? single ?? bare ?? ''
    const start = offset + found.index + whole.length - value.length - (bare === undefined ? 1 : 0)
    const lower = localName(name).toLowerCase()
    if (/^(?:name|key|id|property|field|for|friendlyname|autocomplete)$/.test(lower)) {
      if (told === undefined || meaningOf(told).strength === 'open') told = value.slice(0, 100)
    } else if (lower === 'type' && value.toLowerCase() === 'password') told = 'password'
    else if (/^(?:value|content|default|data-value)$/.test(lower)) content = { start, value }
    else judgeOne(name, value, start, add)
  }
  if (told !== undefined && content !== undefined)
    judgeOne(told.replace(/^urn:oid:.*/, ''), content.value, content.start, add)
  else if (content !== undefined) judgeElement(element, around, content, add)
  return told === undefined || meaningOf(told).strength === 'open' ? undefined : told
}

/** What an element has as its attribute (FHIR § 2.6.1), `<family value="…"/>`, or a field of a form inside what names it. */
function judgeElement(
  element: string,
  around: { name: string; told?: string } | undefined,
  { start, value }: { start: number; value: string },
  add: Add,
): void {
  if (/^(?:input|textarea|select)$/i.test(element)) {
    if (around?.told !== undefined) judgeOne(around.told, value, start, add)
    return
  }
  const { strength } = meaningOf(element)
  if (strength !== 'strong' && strength !== 'personal') return
  const isPart = /^(?:given|family)$/i.test(element)
  if (!isPart || /^(?:name|nome)$/i.test(around?.name ?? '') || isPersonName(value))
    judgeOne(element, value, start, add)
}

function judgeOne(name: string, value: string, start: number, add: Add): void {
  if (value.trim() === '' || isNameOnly(name)) return
  const kind = kindOf(name.replace(/^data-/, ''), 'field', value)
  if (kind !== undefined) add({ start, end: start + value.length, kind, name, value })
}

const partHead = /name="([^"\r\n]{1,120})"[^\r\n]{0,300}\r?\n(?:[A-Za-z-]{1,40}:[^\r\n]{0,400}\r?\n){0,5}\r?\n/g

/** Fields of a form in parts (RFC 7578). */
export function findInParts(text: string, add: Add): void {
  partHead.lastIndex = 0
  for (let found = partHead.exec(text); found !== null; found = partHead.exec(text)) {
    const start = found.index + found[0].length
    const boundary = text.indexOf('\n--', start)
    const end = boundary < 0 ? text.length : text.charCodeAt(boundary - 1) === 0x0d ? boundary - 1 : boundary
    if (end <= start) continue
    const value = text.slice(start, Math.min(end, start + 100_000))
    const name = found[1] ?? ''
    const kind = kindOf(name, 'parameter', value)
    if (kind !== undefined && !isNameOnly(name)) add({ start, end, kind, name, value })
    partHead.lastIndex = Math.max(start, end)
  }
}
