import type { ClaimDescription } from '../protocol/claim.ts'
import { describeClaim } from '../protocol/claims.ts'
import { parseObject } from '../text/json.ts'
import { unescapeOnce } from './escapes.ts'
import { type Add, type Finding, moved } from './finding.ts'
import { isAuthorization, isCookies, isSecretName } from './headers.ts'
import type { Kind } from './kinds.ts'
import { meaningOf, wordsOf } from './name-meaning.ts'
import { isPersonName } from './person-names.ts'
import { genericWords, namingWords, personWords, thingWords, valueWords } from './sensitive-names.ts'
import { claimSensitivity, kindOf, type Place } from './sensitivity.ts'
import { explainsItself, isTrace, looksSecret } from './value-shapes.ts'

/** What a reader of JSON calls for each thing in it. */
export interface JsonReader {
  /** The value of a field, by its name; `text` reads without escapes. */
  field: (name: string, place: Place, text: string) => Finding[]
  /** A value without a name that says anything, or a name itself. */
  text: (text: string) => Finding[]
  /** A body that is written in base64. */
  base64: (text: string) => Finding[]
}

interface Scalar {
  start: number
  end: number
  text: string
  origin: (start: number, end: number) => [start: number, end: number]
  isString: boolean
}

interface Frame {
  isList: boolean
  /** The name that it stands under. */
  name: string
  /** The member that is being read; in a list the name of the list. */
  key: string
  /** Names that it gives to the value beside them. */
  naming: string[]
  named: Scalar[]
  /** Of a list, how many commas it has had, and its texts; what the columns are called that are in its rows. */
  at: number
  texts: string[]
  /** Its items, as long as each is one digit. */
  digits: Scalar[]
  columns?: string[]
  /** One of several in a list. */
  isItem: boolean
  /** Values that describe somebody only beside other things of a person. */
  beside: { name: string; kind: Kind; scalar: Scalar }[]
  /** True where a question to somebody is in it. */
  isAsking: boolean
  isPerson: boolean
  /** True where a street or a postal code is in it. */
  isHome: boolean
  /** What all that it contains is. */
  kind?: Kind
  base64?: Scalar
  encoding?: string
  last?: string
  /** At the top of a token's claims. */
  claims?: Record<string, unknown>
}

/**
 * Finds what is secret or personal in JSON by the names of its members, their place and their neighbours. Answers where
 * the text is no JSON any more; of JSON that was cut short, its end. Neither the depth of nesting nor the length limits
 * it; linear.
 *
 * @param isClaims true where the text is the payload of a token
 */
export function findInJson(text: string, from: number, reader: JsonReader, add: Add, isClaims = false): number {
  const frames: Frame[] = []
  let wanted: 'value' | 'key' | 'colon' | 'next' = 'value'
  const put = (scalar: Scalar, findings: Finding[]) => {
    // A number without quotation marks counts or measures something.
    for (const finding of moved(findings, scalar.origin))
      if (scalar.isString || finding.kind !== 'unknown value')
        add(scalar.isString ? finding : { ...finding, ...whole(scalar) })
  }
  const mark = (scalar: Scalar, kind: Kind, name: string) => {
    if (scalar.text.trim() !== '' && !isTrace(scalar.text))
      put(scalar, [{ start: 0, end: scalar.text.length, kind, name, value: scalar.text }])
  }
  const take = (scalar: Scalar) => takeScalar(scalar, frames.at(-1), reader, put, mark)
  const close = () => {
    const frame = frames.pop()
    if (frame === undefined) return
    const around = frames.at(-1)
    if (isAboutThing(around?.name ?? '') || isAboutThing(frame.name)) frame.isHome = false
    closeFrame(frame, reader, put, mark)
    // Whose town it is may be known by what is around it alone.
    if (around !== undefined && frame.kind === 'address' && !frame.isHome && !isAboutThing(around.name))
      around.beside.push(...frame.beside.filter(({ kind }) => kind === 'address'))
    if (around !== undefined && frame.isList && /^(?:given|family)$/i.test(frame.name))
      around.beside.push(...frame.beside)
    // `"type": {"text": "Passport"}` names the value beside it (FHIR, Identifier).
    if (around !== undefined && frame.name === 'type')
      around.naming.push(...frame.named.map(({ text: one }) => one).filter((one) => meaningOf(one).strength !== 'open'))
    if (around !== undefined && frame.isList && columnLists.test(frame.name) && frame.texts.length === frame.at + 1)
      around.columns = frame.texts
    if (around !== undefined && frame.isPerson && meaningOf(frame.name).strength === 'personal') around.isPerson = true
  }
  const end = (at: number): number => {
    while (frames.length > 0) close()
    return at
  }

  for (let at = from; at < text.length; at++) {
    const sign = text.charAt(at)
    if (sign === ' ' || sign === '\n' || sign === '\r' || sign === '\t') continue
    const frame = frames.at(-1)
    if (sign === '"') {
      if (wanted === 'colon' || (wanted === 'next' && frame !== undefined)) return end(at)
      const stop = stringEnd(text, at + 1)
      const scalar = scalarOf(text, at + 1, stop, true)
      if (wanted === 'key' && frame !== undefined) {
        frame.key = scalar.text.slice(0, 200)
        if (/[@\d]/.test(scalar.text) && scalar.text.length > 7) put(scalar, reader.text(scalar.text))
        wanted = 'colon'
      } else {
        take(scalar)
        wanted = 'next'
      }
      at = stop
    } else if (sign === '{' || sign === '[') {
      if (wanted !== 'value' && !(wanted === 'next' && frame === undefined)) return end(at)
      const isList = sign === '['
      frames.push(newFrame(isList, frame, isClaims && frames.length === 0 ? parseObject(text) : undefined))
      wanted = isList ? 'value' : 'key'
    } else if (sign === '}' || sign === ']') {
      if (frame === undefined || frame.isList !== (sign === ']')) return end(at)
      close()
      wanted = 'next'
    } else if (sign === ',') {
      if (wanted !== 'next' || frame === undefined) return end(at)
      wanted = frame.isList ? 'value' : 'key'
      frame.at += 1
    } else if (sign === ':') {
      if (wanted !== 'colon') return end(at)
      wanted = 'value'
    } else {
      literal.lastIndex = at
      const written = literal.exec(text)?.[0]
      if (written === undefined || (wanted !== 'value' && !(wanted === 'next' && frame === undefined))) return end(at)
      if (/^-?\d/.test(written)) take(scalarOf(text, at, at + written.length, false))
      at += written.length - 1
      wanted = 'next'
    }
  }
  return end(text.length)
}

const literal = /-?\d[\d.eE+-]*|true|false|null|NaN|-?Infinity|undefined/y

function newFrame(isList: boolean, around: Frame | undefined, claims: Record<string, unknown> | undefined): Frame {
  const name = around?.key ?? ''
  const kind = around?.kind ?? (around?.claims ? claimKind(around.claims, name) : undefined)
  return {
    isList,
    name,
    key: isList ? name : '',
    naming: /^(?:attributes|properties|values)$/i.test(name)
      ? (around?.naming ?? []).filter((one) => meaningOf(one).strength === 'strong')
      : [],
    named: [],
    at: 0,
    texts: [],
    digits: [],
    columns: isList ? around?.columns : undefined,
    isItem: around?.isList === true,
    beside: [],
    isAsking: false,
    isHome: false,
    isPerson: wordsOf(name).some((word) => personWords.has(word)),
    kind:
      kind ?? (meaningOf(name).kind === 'address' && meaningOf(name).strength === 'personal' ? 'address' : undefined),
    claims,
  }
}

function takeScalar(
  scalar: Scalar,
  frame: Frame | undefined,
  reader: JsonReader,
  put: (scalar: Scalar, findings: Finding[]) => void,
  mark: (scalar: Scalar, kind: Kind, name: string) => void,
): void {
  const { text } = scalar
  if (frame === undefined) {
    put(scalar, reader.text(text))
    return
  }
  const { key } = frame
  if (!frame.isList && scalar.isString && towns.test(key) && frame.claims === undefined) {
    frame.beside.push({ name: key, kind: 'address', scalar })
    put(scalar, reader.text(text))
    return
  }
  if (!frame.isList && partsOfHome.test(key)) frame.isHome = true
  const kind = frame.kind ?? (frame.claims ? claimKind(frame.claims, key) : undefined)
  if (
    kind !== undefined &&
    !(kind === 'address' && /^(?:country|pais|uf|country_?code|state|type|tipo|kind|locale)$/i.test(key))
  ) {
    mark(scalar, kind, key || frame.name)
    return
  }
  if (frame.isList && /^\d$/.test(text) && frame.digits.length === frame.at) frame.digits.push(scalar)
  if (frame.isList && scalar.isString && frame.texts.length < 80) frame.texts.push(text.slice(0, 80))
  const column = frame.isList && frame.isItem ? frame.columns?.[frame.at] : undefined
  if (column !== undefined) {
    put(scalar, reader.field(column, 'field', text))
    return
  }
  if (frame.isList && scalar.isString) {
    const { last } = frame
    frame.last = text.length < 80 ? text : undefined
    if (
      last !== undefined &&
      isSecretName(last) &&
      (/^--?\w/.test(last) ||
        isCookies(last) ||
        (isAuthorization(last) && text.length > 20) ||
        placeOf(frame.name) === 'header' ||
        looksSecret(text))
    ) {
      put(scalar, reader.field(last, 'header', text))
      return
    }
  }
  // `"auth": ["user", "password"]`, as clients of HTTP take them
  if (frame.isList && scalar.isString && pairsOfLogin.test(frame.name) && !/:\/\//.test(text)) {
    mark(scalar, 'credentials', frame.name)
    return
  }
  // `"cred": {"u": "…", "p": "…"}`
  if (/^(?:p|pw|s)$/.test(key) && scalar.isString && text.length > 3 && ofLogin.test(frame.name)) {
    mark(scalar, 'password', key)
    return
  }
  if (frame.isPerson && /^(?:first|last)$/i.test(key) && scalar.isString && /^\p{Lu}\p{L}/u.test(text)) {
    mark(scalar, 'name', key)
    return
  }
  const lower = key.toLowerCase().replace(/[^a-z\d]/g, '')
  if (!frame.isList && scalar.isString) {
    if (lower === 'encoding') frame.encoding = text
    // `"idDocType": "PASSPORT"` names the number beside it.
    if (
      text.length <= 80 &&
      (namingWords.has(lower) ||
        (lower === 'path' && meaningOf(text).strength !== 'open') ||
        (/(?:type|tipo|kind|typ)$/.test(lower) && isPersonal(text)))
    )
      frame.naming.push(text)
    if (lower === 'text' || lower === 'data' || lower === 'body' || lower === 'content') frame.base64 = scalar
    if (/base64$/i.test(key) && text.length > 15) {
      put(scalar, reader.base64(text))
      return
    }
  }
  if (!frame.isList && /^(?:security_?)?(?:question|pergunta|pregunta|frage)$/i.test(key)) frame.isAsking = true
  if (frame.isAsking && /^(?:answer|resposta|respuesta|antwort|r[ée]ponse)$/i.test(key) && isShortAnswer(text)) {
    mark(scalar, 'password', key)
    return
  }
  if (!frame.isList && valueWords.has(lower)) frame.named.push(scalar)
  const name = telling(frame, key, lower)
  const meaning = meaningOf(name)
  if (meaning.strength === 'personal') {
    if (needsPerson(name) || (/^(?:nome|nombre)$/i.test(name) && isAboutThing(frame.name))) {
      frame.beside.push({ name, kind: meaning.kind, scalar })
      put(scalar, reader.text(text))
      return
    }
    frame.isPerson = true
  }
  const place = placeOf(frame.name)
  const findings = reader.field(name, place !== 'cookie' && !frame.isList && !frame.isItem ? place : 'field', text)
  if (findings.some(({ kind: one }) => ofPerson.has(one)) || (meaning.strength === 'login' && findings.length > 0))
    frame.isPerson = true
  // What the value is called may be behind it: that is known once all of the object is.
  put(scalar, frame.named.includes(scalar) ? findings.filter(({ kind: one }) => one !== 'unknown value') : findings)
}

function isPersonal(name: string): boolean {
  return meaningOf(name).strength === 'personal'
}

const ofLogin = /^(?:cred(?:ential)?s?|auth|log_?in|account|conta)$/i
const pairsOfLogin = /^(?:(?:http|basic|proxy)_?)?(?:auth|creds)$/i
/** A town is somebody's beside a street, or in what is about a person; that of a bank or a machine is nobody's. */
const towns =
  /^(?:(?:nm|nome)_?)?(?:city|cidade|munic[ií]pio|localidade|ciudad|ort|stadt|ville|citt[àa]|comune|woonplaats|plaats|town|locality|addressLocality|address_?level_?2)(?:_?(?:name|nome))?$/i
const partsOfHome =
  /^(?:street\w{0,12}|rua|logradouro|calle|stra(?:ss|ß)e|adresse|rue|via|zip\w{0,5}|cep|plz|post(?:al)?_?code|cap|bairro|(?:street_?)?address_?(?:line_?)?1?|house_?number|hausnummer)$/i

/** One to four words, and no sentence. */
function isShortAnswer(text: string): boolean {
  return text.split(/\s+/).length < 5 && !/[.!?:/]/.test(text) && !explainsItself(text)
}

/** Names of lists that say what the rows beside them hold. */
const columnLists = /^(?:columns?|col(?:umn)?_?names|fields?|field_?names|header|headers|colunas|campos|columnas)$/i

/** Beside these a name is that of a person. */
const ofPerson: ReadonlySet<Kind> = new Set(['CPF', 'e-mail', 'phone', 'card', 'birth date', 'document'])

/** A claim that describes somebody, or may do so (OpenID Connect Core §5.1 and the registries). */
function claimKind(claims: Record<string, unknown>, name: string): Kind | undefined {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined
  // A token that a client got for itself is about no person (RFC 9068 §2.2).
  if (name === 'sub' && (value === claims.client_id || value === claims.azp)) return undefined
  const description: ClaimDescription = describeClaim(name, value)
  const sensitivity = claimSensitivity(name, description)
  if (sensitivity === 'open') return undefined
  const kind = kindOf(name, 'field', 'x9-Kq')
  return kind !== undefined && kind !== 'code' ? kind : 'claim'
}

/** Where a member's own name says nothing of its value, the name of what contains it does. */
function telling(frame: Frame, key: string, lower: string): string {
  if (frame.name === '' || frame.isList || !genericWords.has(lower) || meaningOf(key).strength !== 'open') return key
  const both = `${frame.name} ${key}`
  if (meaningOf(both).strength !== 'open') return both
  return meaningOf(frame.name).strength === 'open' || lower === 'id' ? key : frame.name
}

/** Names such as `name`, which are also those of products and services. */
function needsPerson(name: string): boolean {
  return /^(?:name|address|sub|picture|profile|website|gender|locale|zoneinfo|holder|display_?name|unique_?name|full|first|last|given|family|who)$/i.test(
    name,
  )
}

function isAboutThing(name: string): boolean {
  return wordsOf(name).some((word) => thingWords.has(word))
}

/** What is beside one another in an object is judged once all of it is known. */
function closeFrame(
  frame: Frame,
  reader: JsonReader,
  put: (scalar: Scalar, findings: Finding[]) => void,
  mark: (scalar: Scalar, kind: Kind, name: string) => void,
): void {
  const place = placeOf(frame.name)
  const isPerson = frame.isPerson || hasPartsOfName(frame)
  // `{"name": "X-User", "value": …}` names the value.
  // The program that wrote a file has a name like somebody's.
  for (const { name, kind, scalar } of frame.beside)
    if (/^(?:creator|browser|generator)$/i.test(frame.name) && kind === 'name') put(scalar, [])
    else if (isPerson || (kind === 'address' && frame.isHome) || (kind === 'name' && isPersonName(scalar.text)))
      if (
        isAboutPerson(name, scalar) &&
        !(frame.named.length > 0 && frame.naming.includes(scalar.text) && !isPersonName(scalar.text))
      )
        mark(scalar, kind, name)
  for (const naming of frame.naming.length > 0 ? frame.naming : [frame.name])
    for (const scalar of frame.named) {
      if (scalar.text === naming) continue
      const findings = reader.field(naming, place, scalar.text)
      const isNamed = frame.naming.length > 0 && (place !== 'field' || meaningOf(naming).strength !== 'open')
      put(scalar, isNamed ? findings : findings.filter(({ kind }) => kind === 'unknown value'))
    }
  // A PIN whose digits are listed
  if (frame.digits.length > 3 && frame.digits.length < 13 && frame.digits.length === frame.at + 1) {
    const kind = kindOf(frame.name, 'field', frame.digits.map(({ text }) => text).join(''))
    if (kind !== undefined) for (const scalar of frame.digits) mark(scalar, kind, frame.name)
  }
  if (frame.encoding === 'base64' && frame.base64) put(frame.base64, reader.base64(frame.base64.text))
}

/** A family name beside a given name, or one of them in what is called a name (FHIR, HumanName). */
function hasPartsOfName({ name, beside }: Frame): boolean {
  const parts = new Set(
    beside
      .filter((one) => /^(?:given|family)$/i.test(one.name) && /^\p{Lu}[\p{L}'’. -]{1,60}$/u.test(one.scalar.text))
      .map((one) => one.name.toLowerCase()),
  )
  return parts.size === 2 || (parts.size === 1 && /^(?:names?|nome|nombre)$/i.test(name))
}

function isAboutPerson(name: string, { text, isString }: Scalar): boolean {
  return (
    isString &&
    /\p{L}/u.test(text) &&
    !/^[a-z\d]+(?:_[a-z\d]+)+$|^\p{Lu}\p{L}+(?:Error|Exception|Fault|Failure|Warning)$/u.test(text) &&
    !(name.toLowerCase() === 'locale' && text.length < 8)
  )
}

/** Lists of named values, as in HAR (§ headers, cookies, queryString, params) and in many logs. */
function placeOf(name: string): Place {
  if (/(?:headers|trailers)$/i.test(name)) return 'header'
  if (/cookies$/i.test(name)) return 'cookie'
  return /^(?:query(?:string)?|params|parameters|form|formdata|postdata)$/i.test(name.replace(/[_-]/g, ''))
    ? 'parameter'
    : 'field'
}

/** A number is replaced as a whole, in quotation marks. */
function whole({ start, end }: Scalar): Pick<Finding, 'start' | 'end' | 'bare'> {
  return { start, end, bare: true }
}

function scalarOf(text: string, start: number, end: number, isString: boolean): Scalar {
  const written = text.slice(start, end)
  const read = isString && written.includes('\\') ? unescapeOnce(written, 'json') : undefined
  return {
    start,
    end,
    text: read?.text ?? written,
    origin: (from, to) => {
      const [first, last] = read?.origin(from, to) ?? [from, to]
      return [start + first, start + last]
    },
    isString,
  }
}

/** The quotation mark that ends a string, or the end of the text. */
function stringEnd(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0
    while (text.charCodeAt(quote - 1 - slashes) === 0x5c) slashes += 1
    if (slashes % 2 === 0) return quote
  }
  return text.length
}
