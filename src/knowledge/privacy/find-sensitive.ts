import { bytesOfBase64 } from '../text/base64.ts'
import { unescapeOnce, unwrap } from './escapes.ts'
import { findBareLogins } from './find-bare-logins.ts'
import { findBehindSigns } from './find-behind-signs.ts'
import { findBesideSecrets } from './find-beside-secrets.ts'
import { findCallingNumbers } from './find-calling-numbers.ts'
import { findEncoded, findInAddresses, findPrivateKeys, findSchemes } from './find-credentials.ts'
import { findDefaults } from './find-defaults.ts'
import { findGivenLater } from './find-given-later.ts'
import { findIdentityNumbers } from './find-identity-numbers.ts'
import { findInAnswers } from './find-in-answers.ts'
import { findInArguments, findInPairs, findParted } from './find-in-arguments.ts'
import { findInBanking } from './find-in-banking.ts'
import { findInBlocks } from './find-in-blocks.ts'
import { findInCalls, findInCommands } from './find-in-commands.ts'
import { findInJson, type JsonReader } from './find-in-json.ts'
import { findInMarkup, findInParts } from './find-in-markup.ts'
import { findInPaths } from './find-in-paths.ts'
import { findInPlaces } from './find-in-places.ts'
import { findInProse } from './find-in-prose.ts'
import { findInRecords } from './find-in-records.ts'
import { findInSessions } from './find-in-sessions.ts'
import { findInSettings, findMarked } from './find-in-settings.ts'
import { findInRemoteCalls, findInSignIns } from './find-in-sign-ins.ts'
import { findInSlots, kindInSlot } from './find-in-slots.ts'
import { findInTables } from './find-in-tables.ts'
import { findInLinesBelow, findNamedValues, findSerialized } from './find-in-text.ts'
import { findNumbersInProse } from './find-numbers-in-prose.ts'
import { findOneTimeCodes } from './find-one-time-codes.ts'
import { findPeopleInProse } from './find-people.ts'
import { findPeopleInForms } from './find-people-in-forms.ts'
import { findPersonNumbers } from './find-person-numbers.ts'
import { findPrinted } from './find-printed.ts'
import { findQuotedValues } from './find-quoted-values.ts'
import { findSaidWords } from './find-said-words.ts'
import { findStrangeWords } from './find-strange-words.ts'
import { findTokens } from './find-tokens.ts'
import { findToldPeople } from './find-told-people.ts'
import { findUsedAs } from './find-used-as.ts'
import { findWithinReach } from './find-within-reach.ts'
import { type Add, type Finding, moved, settled } from './finding.ts'
import { findAuthorization, findCookies, isAuthorization, isCookies } from './headers.ts'
import type { Kind } from './kinds.ts'
import { findKnownForms } from './known-forms.ts'
import type { KnownValues } from './known-values.ts'
import { type Met, onceFound, onceRead, type Read } from './met.ts'
import { findPeople } from './people-forms.ts'
import { kindOf, type Place } from './sensitivity.ts'
import { findUnknownPeople } from './unknown-people.ts'
import { findUnknownRuns } from './unknown-runs.ts'
import { explainsItself, isTrace } from './value-shapes.ts'
import type { Vocabulary } from './vocabulary.ts'

/** What is known beside a text. */
export interface Search {
  /** Values that were found elsewhere in the same document. */
  known?: KnownValues
  /** The field that the text is the value of. */
  field?: { name: string; place: Place }
  /** True where the text is the payload of a token. */
  isClaims?: boolean
  /** What is known to be harmless: with it whatever is not is found as well. */
  vocabulary?: Vocabulary
  /** What was read of values before, by searches that know the same values and words. */
  met?: Met
  /** The same by an earlier search of the same document that knew no values. */
  earlier?: Met
}

/** Layers of encoding that are taken off, one within another; what lies deeper is removed as a whole. */
const deepest = 12
/** Characters of JSON in which what is said in one member concerns the next; a longer one is a document of many records. */
const longestRecord = 20_000
/** Layers of escapes. */
const mostEscapes = 4

/**
 * Finds all that is secret or personal in a text of any kind: JSON, forms, addresses, headers, cookies, markup, dumps,
 * commands, prose, whatever is encoded in it. Findings are in order and do not overlap. Never throws; its work is linear
 * in the length of the text.
 */
export function findSensitive(text: string, search: Search = {}): Finding[] {
  const { field } = search
  const found = field === undefined ? inText(text, search, 0) : inField(field.name, field.place, text, search, 0)
  return settled(lessTraces(text, found))
}

function inField(name: string, place: Place, text: string, search: Search, depth: number): Finding[] {
  const findings: Finding[] = []
  const add: Add = (finding) => findings.push(finding)
  if (text.trim() === '' || isTrace(text)) return findings
  if (place !== 'parameter' && isAuthorization(name)) findAuthorization(text, 0, add)
  else if (isCookies(name) && text.includes('=')) findCookies(text, 0, add)
  else {
    const kind = kindOf(name, place, text)
    const inSlot =
      kind === undefined && search.vocabulary !== undefined
        ? kindInSlot(name, place, text, search.vocabulary)
        : undefined
    const found = kind ?? inSlot
    if (found !== undefined) add({ start: 0, end: text.length, kind: found, name, value: text })
  }
  for (const finding of inText(text, search, depth, name)) add(finding)
  return findings
}

/** @param name the field that the text is the value of */
function inText(text: string, search: Search, depth: number, name?: string): Finding[] {
  if (text.length < 4) return []
  if (harmless.test(text)) {
    const found = knownIn(text, search)
    if (search.vocabulary !== undefined && /\p{Lu}\p{L}+ \p{Lu}|^\d{4}-|[._]/u.test(text) && found.length === 0)
      findUnknownPeople(text, name, search.vocabulary, (finding) => found.push(finding))
    return settled(found)
  }
  if (depth > deepest)
    return [{ start: 0, end: text.length, kind: 'secret', name: 'nested too deep to check', value: text }]
  const { vocabulary } = search
  // A whole document is not read twice in one pass.
  const read =
    search.isClaims || depth === 0
      ? readOnce(text, search, depth)
      : onceRead(search, text, () => readOnce(text, search, depth))
  if (vocabulary === undefined || read.layer === undefined) return read.findings
  const found: Finding[] = []
  findUnknownRuns(read.layer, name, vocabulary, (finding) => found.push(finding))
  findUnknownPeople(read.layer, name, vocabulary, (finding) => found.push(finding))
  const unknown = [...read.back(found), ...read.unknown]
  return unknown.length === 0 ? read.findings : [...read.findings, ...lessFound(text, unknown, settled(read.findings))]
}

function readOnce(text: string, { isClaims = false, ...search }: Search, depth: number): Read {
  const reader: JsonReader = {
    field: (name, place, value) =>
      onceFound(search, name, place, value, () =>
        settled(lessTraces(value, inField(name, place, value, search, depth + 1))),
      ),
    text: (value) => settled(lessTraces(value, inText(value, search, depth + 1))),
    base64: (value) => inBase64(value, search, depth + 1),
  }
  const findings: Finding[] = []
  const add: Add = (finding) => findings.push(finding)
  if (isClaims || /^\s{0,40}[[{]/.test(text)) {
    const end = findInJson(text, 0, reader, add, isClaims)
    if (end === text.length) {
      if (text.includes('kty')) findPrivateKeys(text, add)
      if (search.vocabulary !== undefined) {
        const found: Finding[] = []
        findInRemoteCalls(text, (finding) => found.push(finding))
        findMarked(text, (finding) => found.push(finding))
        if (text.length < longestRecord) findBesideSecrets(text, search.vocabulary, (finding) => found.push(finding))
        for (const finding of lessFound(text, found, settled(findings))) add(finding)
      }
      return { findings, layer: undefined, back: (found) => found, unknown: [] }
    }
    inEmbeddedJson(text, reader, add, end)
  } else inEmbeddedJson(text, reader, add)
  inLayer(text, search, depth, add)
  const unwrapped = unwrap(text)
  if (unwrapped !== undefined) inLayerOf(unwrapped, search, depth, add)
  const plain = unwrapped?.origin
  let layer = unwrapped?.text ?? text
  let back = (found: Finding[]) => (plain === undefined ? found : moved(found, plain))
  for (let times = 0; times < mostEscapes; times++) {
    const read = unescapeOnce(layer)
    if (read === undefined) break
    const before = back
    back = (found) => before(moved(found, read.origin))
    layer = read.text
    const found: Finding[] = []
    inLayer(layer, search, depth, (finding) => found.push(finding))
    for (const finding of back(found)) add(finding)
  }
  if (layer.includes('+') && layer.includes('=') && !/\s/.test(text.slice(0, 4_000))) {
    // A form, where a plus sign is a blank (application/x-www-form-urlencoded).
    const found: Finding[] = []
    inLayer(layer.replaceAll('+', ' '), search, depth, (finding) => found.push(finding))
    for (const finding of back(found)) add({ ...finding, decoded: undefined, parts: undefined })
  }
  return {
    findings,
    layer,
    back,
    unknown: search.vocabulary === undefined ? [] : back(toldInLayer(layer, search.vocabulary)),
  }
}

/** What sentences, settings and records tell, where no surer reader has found anything. */
function toldInLayer(layer: string, vocabulary: Vocabulary): Finding[] {
  const found: Finding[] = []
  const add: Add = (finding) => found.push(finding)
  if (!/[\s=:<]|[\u0400-\u06ff\u3000-\uffef]/.test(layer)) return found
  if (oneAddress.test(layer)) {
    findInSlots(layer, vocabulary, add)
    findInSettings(layer, vocabulary, add)
    return found
  }
  findSaidWords(layer, vocabulary, add)
  findGivenLater(layer, vocabulary, add)
  findUsedAs(layer, add)
  findInSlots(layer, vocabulary, add)
  findInSettings(layer, vocabulary, add)
  findInSignIns(layer, add)
  findInRecords(layer, add)
  findInAnswers(layer, add)
  findToldPeople(layer, add)
  findNumbersInProse(layer, add)
  findBesideSecrets(layer, vocabulary, add)
  findBehindSigns(layer, vocabulary, add)
  findWithinReach(layer, vocabulary, add)
  findStrangeWords(layer, vocabulary, add)
  return found
}

/** What nothing else has found: it is never more than that, so that nobody keeps a secret by keeping it. */
function lessFound(text: string, unknown: Finding[], found: readonly Finding[]): Finding[] {
  const pieces: Finding[] = []
  let next = 0
  for (const one of settled(unknown)) {
    let { start } = one
    const put = (end: number) => {
      const value = text.slice(start, end)
      if (end > start && (end - start === one.end - one.start || /[\p{L}\d]{4}/u.test(value)))
        pieces.push({ ...one, start, end, value })
    }
    while ((found[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1
    for (let at = next; (found[at]?.start ?? Number.POSITIVE_INFINITY) < one.end; at++) {
      const known = found[at]
      if (known === undefined) break
      put(Math.max(start, known.start))
      start = Math.max(start, known.end)
    }
    if (start < one.end) put(one.end)
  }
  return pieces
}

function knownIn(text: string, { known }: Search): Finding[] {
  const findings: Finding[] = []
  known?.findIn(text, (finding) => findings.push(finding))
  return findings
}

/** What already is in the place of a value is left alone, and so is whatever only seems to begin or end within it. */
function lessTraces(text: string, all: Finding[]): Finding[] {
  const findings = lessOpenParts(text, all)
  const places = [...text.matchAll(traces)].map(({ 0: { length }, index }) => [index, index + length] as const)
  if (places.length === 0) return findings
  /** The last place that begins at a character or before it. */
  const placeAt = (at: number): readonly [from: number, to: number] => {
    let [low, high] = [0, places.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((places[middle]?.[0] ?? 0) <= at) low = middle + 1
      else high = middle
    }
    return places[low - 1] ?? [0, 0]
  }
  const isWithin = (at: number) => {
    const [from, to] = placeAt(at)
    return at > from && at < to
  }
  const splits = (start: number, end: number) => {
    const [from, to] = placeAt(start)
    return isWithin(start) || isWithin(end) || (start === from && end === to)
  }
  return findings.filter(({ start, end, parts, decoded }) => parts || decoded || !splits(start, end))
}

/**
 * The numbers of services stay, the time that a signature is of and the region that a key is for stay (AWS Signature Version 4; signatures of webhooks).
 * Of an address that is secret as a whole scheme and host stay; of one with a user only the user's secret goes.
 */
function lessOpenParts(text: string, findings: Finding[]): Finding[] {
  return findings.flatMap((finding) => {
    if ((finding.kind === 'phone' || finding.name === 'number') && ofService.test(finding.value)) return []
    if (isNumberOfError(text, finding)) return []
    // The next cell of a row is none of it: `…|my password is x|QUEUED|smsc-2`.
    const bar = finding.value.indexOf('|')
    if (bar > 3 && isInRow(text, finding)) {
      const end = finding.start + bar
      const value = text.slice(finding.start, end)
      return explainsItself(value) ? [] : [{ ...finding, end, value }]
    }
    const open = openParts.exec(text.slice(finding.start, Math.min(finding.end, finding.start + 200)))
    if (open !== null && finding.parts === undefined && finding.decoded === undefined) {
      const start = finding.start + (open[1] ?? '').length
      const end = finding.end - (open[2] ?? '').length
      return [{ ...finding, start, end, value: text.slice(start, end) }]
    }
    if (finding.parts || finding.decoded || finding.bare || !opening.has(finding.kind)) return [finding]
    const [host, user] = address.exec(text.slice(finding.start, Math.min(finding.end, finding.start + 600))) ?? []
    if (host === undefined) return [finding]
    if (user !== undefined) return []
    const start = finding.start + host.length
    return finding.end - start < 6 ? [] : [{ ...finding, start, value: text.slice(start, finding.end) }]
  })
}

/** Whether a number or a code in capital letters is the one that a word for an error, a port or a tag of EMV right before it calls so. */
function isNumberOfError(text: string, { start, end, value, kind, parts, decoded }: Finding): boolean {
  return (
    !parts &&
    !decoded &&
    (kind === 'unknown value' || kind === 'code' || kind === 'document' || kind === 'phone' || kind === 'password') &&
    end - start < 15 &&
    /^[\p{Lu}-]{0,5}\d{2,10}$/u.test(value) &&
    errorBefore.test(text.slice(Math.max(0, start - 32), start))
  )
}

const errorBefore =
  /(?<!\p{L})(?:(?:fehler|fout|erreurs?|errore|errors?|erros?|felkod|feilkode|fejlkode|b[łl][ąa]d|chyba|virhe|hata|ошибка|incidencia)(?:code|nummer|nr|number|kode|kod[iu]?)?(?:[ \t](?:code|nr\.?|no\.?|n[º°]))?|listener|emv tag [\dA-F]{2,4})[ \t:#=]{1,3}$/iu

/** Whether bars divide the line, and blanks none of the cells from its bars. */
function isInRow(text: string, { start, value, parts, decoded }: Finding): boolean {
  if (parts || decoded || /["'`]/.test(text.charAt(start - 1)) || !text.startsWith(value, start)) return false
  const before = text.slice(Math.max(0, start - 200), start)
  return (before.slice(before.lastIndexOf('\n') + 1).match(/(?:^|\S)\|\S/g) ?? []).length > 1
}

/** What a caller pays nothing for is the number of a company. */
const ofService =
  /^(?:\(?0[38]00\)?[ .-]?\d{3}[ .-]?\d{4}|(?:\+?1[ .-]?)?\(?8(?:00|33|44|55|66|77|88)\)?[ .-]\d{3}[ .-]\d{4})$/
const openParts = /^(?:(t=\d{9,14},(?=v\d))[\w=,]+|[A-Z\d]{16,40}(\/\d{8}\/[\w-]+\/[\w-]+\/aws4_request))$/
const opening: ReadonlySet<Kind> = new Set(['API key', 'secret', 'token', 'credentials', 'password', 'session'])
const address = /^[a-z][\w+.-]{1,20}:(?:\\?\/){2}([^\s/?#@"']*@)?[\w.[\]-]{1,200}(?::\d{1,5})?/i

const traces =
  /\[[\w.@$-]{1,80}:[\da-z]{8}\]|(?:SIGNATURE|CONTENT|PAYLOAD)_REMOVED_[\da-z]{8}|•{6} \([\d,]{1,14} characters\)/g

/** Letters alone, without a name of two words, a short number or a time: nothing by which a secret or a person could be told. */
const harmless =
  /^(?:(?!.{0,24}--|.{0,24}[A-Z][a-z]+ (?:d[aeo]s? )?[A-Z]|(?:PIX|TED|DOC) )[A-Za-z_ /.,;-]{0,24}|-?\d{1,5}(?:\.\d{1,9})?|\d{4}-\d\d-\d\d(?:[T ][\d:.]{5,18}(?:Z|[+-]\d\d:?\d\d)?)?)$/

function inLayerOf(
  { text, origin }: NonNullable<ReturnType<typeof unwrap>>,
  search: Search,
  depth: number,
  add: Add,
): void {
  const found: Finding[] = []
  inLayer(text, search, depth, (finding) => found.push(finding))
  for (const finding of moved(found, origin)) add(finding)
}

/** JSON in the middle of something else, as in a log line or after the headers of a response. */
function inEmbeddedJson(text: string, reader: JsonReader, add: Add, from = 0): void {
  let done = from
  for (const found of text.matchAll(embedded))
    if (found.index >= done) done = findInJson(text, found.index, reader, add)
}

const embedded = /\{\s{0,60}"|\[\s{0,60}[{[]\s{0,60}"?/g

function inLayer(written: string, search: Search, depth: number, add: Add): void {
  // The bars of a table that a terminal draws.
  const text = /[│┃║]/.test(written) ? written.replace(/[│┃║]/g, '|') : written
  const inside = (decoded: string) => settled(lessTraces(decoded, inText(decoded, search, depth + 1)))
  findPrivateKeys(text, add)
  findTokens(
    text,
    (payload) =>
      settled(
        lessTraces(
          payload,
          inText(
            payload,
            { ...search, vocabulary: undefined, met: undefined, earlier: undefined, isClaims: true },
            depth + 1,
          ),
        ),
      ),
    add,
  )
  search.known?.findIn(text, add)
  findKnownForms(text, add)
  findEncoded(text, inside, add)
  if (isBare.test(text)) {
    if (/CfDJ8|br\.gov/i.test(text)) findInSessions(text, add)
    if (!/\d/.test(text)) return
    findInBanking(text, add)
    findPeople(text, add)
    return
  }
  // A long run of base64 has no names, no words and no numbers of anybody.
  if (text.length > longRun && !notBase64.test(text)) return
  findSchemes(text, add)
  findInAddresses(text, add)
  findNamedValues(text, add)
  findInPaths(text, add)
  findInBanking(text, add)
  findPersonNumbers(text, add)
  findIdentityNumbers(text, add)
  findPeople(text, add)
  if (text.includes('<')) findInMarkup(text, add)
  if (text.includes('name="')) findInParts(text, add)
  if (text.includes('s:')) findSerialized(text, add)
  const isAddress = oneAddress.test(text)
  if (!isAddress && /["'`]|\$\{/.test(text)) {
    findInCalls(text, add)
    findInArguments(text, add)
    findInPairs(text, add)
    findDefaults(text, add)
  }
  if (/[\s"'=:@.]/.test(text)) findInSessions(text, add)
  if (!isAddress && /[\s"':]/.test(text)) findInCommands(text, add)
  if (!isAddress && text.includes(' ')) findInPlaces(text, add)
  if (isAddress ? text.includes('+') : /[\s+:=]/.test(text)) findInProse(text, add)
  if (/\s|<</.test(text)) findPeopleInForms(text, add)
  if (isAddress) return
  if (/[\s"'=]/.test(text)) findQuotedValues(text, add)
  if (/[=:]|-value/i.test(text)) findParted(text, add)
  findPrinted(text, add)
  if (/[|;,\t]/.test(text)) findCallingNumbers(text, add)
  if (!/\s/.test(text)) return
  findOneTimeCodes(text, add)
  findBareLogins(text, add)
  findInLinesBelow(text, add)
  findInTables(text, add)
  findInBlocks(text, add)
  findPeopleInProse(text, add)
}

/** Letters, digits and what joins them: no syntax, no sentence, no name beside a value. */
const isBare = /^[\w.~-]*$/
/** An address and nothing beside it. */
const oneAddress = /^[a-z][\w+.-]{1,20}:\/\/[^\s"'`<>|\\{}]*$/i
const longRun = 1_000
const notBase64 = /[^A-Za-z\d+/_=-]|=(?=[^=])/

/** A body that is written in base64: read as text where it is text, else removed as a whole. */
function inBase64(text: string, search: Search, depth: number): Finding[] {
  const found: Finding[] = []
  findEncoded(
    text.replace(/\s+/g, ''),
    (decoded) => settled(inText(decoded, search, depth + 1)),
    (finding) => found.push(finding),
  )
  const [first] = found
  if (first?.decoded !== undefined && found.length === 1) return [{ ...first, start: 0, end: text.length }]
  if (isTextInBase64(text)) return []
  return [{ start: 0, end: text.length, kind: 'binary content', name: 'binary content', value: text }]
}

/** Whether the beginning of a body is text, judged by its bytes. */
function isTextInBase64(text: string): boolean {
  const sample = text.slice(0, 400).replace(/\s+/g, '')
  const bytes = bytesOfBase64(sample.slice(0, sample.length - (sample.length % 4)))
  if (bytes === undefined) return text.length < 16
  return (
    bytes.every((byte) => byte > 0x1f || byte === 9 || byte === 10 || byte === 13) &&
    !/^(?:JVBER|R0lGOD|UEs)/.test(sample)
  )
}
