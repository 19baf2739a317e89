import type { Add } from './finding.ts'
import { identityNumbers } from './identity-numbers.ts'
import { plain } from './person-names.ts'

/**
 * Finds numbers of identity behind what a country calls them: “hetu 140781-937K”, “Numer dowodu CZK 518204”, “SA ID: …”,
 * “身份证号是…”. Linear.
 */
export function findIdentityNumbers(text: string, add: Add): void {
  if (!/\d/.test(text)) return
  for (const { 0: word, index } of text.matchAll(words)) {
    const labels = labelsFrom(word)
    for (const label of labels ?? []) {
      const length = lengthOf(label.form, text.slice(index, index + longestLabel))
      const end = index + length
      if (length > 0 && !ofWord.test(text.charAt(end)) && findBehind(text, end, label, add)) break
    }
  }
  for (const found of text.matchAll(byIdentifier)) {
    const value = found[1] ?? ''
    const start = found.index + found[0].length - value.length
    add({ start, end: start + value.length, kind: 'document', name: 'identifier', value })
  }
  for (const { 0: written, index } of text.matchAll(unspaced)) {
    const label = unspacedLabels.get(written.toLowerCase())
    if (label !== undefined) findBehind(text, index + written.length, label, add)
  }
}

/** Whose record is looked for, by a number of a system (FHIR § 3.2.1.5.5): `?identifier=urn:oid:…|03117844519` */
const byIdentifier =
  /(?<=[?&](?:[\w.-]{1,40}[.:])?identifier=)(?:urn:|https?:)[^\s|&%"']{1,120}(?:\||%7C)([A-Za-z\d][A-Za-z\d.-]{4,30})/gi

/** The labels that begin with a word; a short name is written as it is in the table. */
function labelsFrom(word: string): readonly Label[] | undefined {
  const sure = byWord.get(/^[\x21-\x7e]+$/.test(word) ? word.toLowerCase() : plain(word))
  const short = byShortWord.get(word)
  return sure === undefined || short === undefined ? (sure ?? short) : [...sure, ...short]
}

/** Characters. */
const longestLabel = 80
/** Characters of a number and of what is before it. */
const reach = 120

interface Label {
  /** The label, where it begins. */
  form: RegExp
  /** The number, of the country's form. */
  number: RegExp
  /** Whether a number of another form counts too. */
  isSure: boolean
}

const ofWord = /[\p{L}\d]/u
/** Words of up to 40 letters: a pattern without a bound runs out of stack in a run of millions. */
const words = /(?<![\p{L}\d_])\p{L}{1,40}(?![\p{L}\p{M}])/gu
const spaced = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\s\d'.&/-]+$/u

const byWord = new Map<string, Label[]>()
const byShortWord = new Map<string, Label[]>()
const unspacedLabels = new Map<string, Label>()

for (const { labels, short, form } of identityNumbers) {
  const number = new RegExp(`^(?:${form})(?![\\p{L}\\d]|[.,:-]\\d)`, 'u')
  for (const label of labels) {
    if (!spaced.test(label)) unspacedLabels.set(label, { form: number, number, isSure: true })
    else put(byWord, plain(firstWord(label)), { form: written(label, 'i'), number, isSure: true })
  }
  for (const label of short) put(byShortWord, firstWord(label), { form: written(label, ''), number, isSure: false })
}
// The longest label that fits is the one that is meant.
for (const all of [...byWord.values(), ...byShortWord.values()])
  all.sort((one, other) => other.form.source.length - one.form.source.length)

function put(map: Map<string, Label[]>, word: string, label: Label): void {
  map.set(word, [...(map.get(word) ?? []), label])
}

function firstWord(label: string): string {
  return /^\p{L}+/u.exec(label)?.[0] ?? ''
}

/** A label with or without its accents, and with whatever joins its words. */
function written(label: string, flags: string): RegExp {
  const parts = (label.match(/[\p{L}\d]+/gu) ?? []).map((word) =>
    [...word]
      .map((letter) => (plain(letter) === letter.toLowerCase() ? letter : `[${letter}${plain(letter)}]`))
      .join(''),
  )
  return new RegExp(`^${parts.join("[ \\t.'’°º/_-]{1,3}")}`, flags)
}

const unspaced = new RegExp([...unspacedLabels.keys()].sort((one, other) => other.length - one.length).join('|'), 'gu')

/** Between a label and its number: signs, and what a language says “is” or “number” with. */
const joint =
  /^["'”’)\].]{0,2}[ \t]{0,3}(?:(?:[:：=＝#(|-]|=>|[|]|(?<![\p{L}\d])(?:n[º°o.]{1,3}|nr\.?|no\.?|nbr|number|n[uú]mero|num[ée]ro|nummer|numer|broj|szám|numarası|is|é|es|est|ist|lautet|è|on|är|er|jest|to|je|adalah|este|номер|серия|это|:)(?!\p{L})|号码?|號碼?|번호|は|是|为|為|이|가)[ \t]{0,3}["'“”]?[ \t]{0,2}){0,4}["'“]?/iu
/** A few words, up to a colon or what says that the number follows. */
const phrase =
  /^(?:[ \t]+[\p{L}'’]{1,16}){1,4}(?:[ \t]\([^()\n]{1,40}\))?(?:[ \t]*[:=]|[ \t]+(?:is|was|é|es|era|est|ist|lautet|è|on|är|er|jest|to|je|adalah)(?!\p{L}))[ \t]{0,3}["'“]?/iu
const anyForm =
  /^(?:[A-Z]{1,3}[ -]?)?\d[\dA-Z]{0,16}(?:[ ./+-](?=[A-Z]*\d)[\dA-Z]{1,12}(?!\p{L})){0,5}(?![\p{L}\d_]|[.,:]\d)/u

function findBehind(text: string, from: number, { number, isSure }: Label, add: Add): boolean {
  const behind = text.slice(from, from + reach)
  for (const between of [joint, phrase]) {
    const at = lengthOf(between, behind)
    if (at === 0) continue
    const rest = behind.slice(at)
    const length = lengthOf(number, rest) || (isSure && between === joint ? anyLength(rest) : 0)
    if (length === 0) continue
    const start = from + at
    const value = rest.slice(0, length)
    add({ start, end: start + length, kind: 'document', name: 'number of identity', value })
    return true
  }
  return false
}

function lengthOf(form: RegExp, text: string): number {
  return form.exec(text)?.[0].length ?? 0
}

/** How long a number of no known form is: one of at least five digits that is no date. */
function anyLength(text: string): number {
  const value = anyForm.exec(text)?.[0] ?? ''
  const digits = value.replace(/\D/g, '')
  const isNumber = digits.length > 4 && digits.length < 21 && !/^(?:19|20)\d\d-\d\d-\d\d|^(\d)\1+$/.test(value)
  return isNumber ? value.length : 0
}
