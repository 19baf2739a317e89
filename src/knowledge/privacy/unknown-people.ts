import type { Add } from './finding.ts'
import { isTechnical } from './person-names.ts'
import type { Vocabulary, WordClass } from './vocabulary.ts'

/** Finds what may describe a person though no word says so: names, where they live, numbers in groups, old dates. Linear. */
export function findUnknownPeople(text: string, name: string | undefined, vocabulary: Vocabulary, add: Add): void {
  if (name !== undefined && loginName.test(name) && /^[\p{L}\d._-]{4,60}$/u.test(text) && isLogin(text, vocabulary))
    add({ start: 0, end: text.length, kind: 'name', name, value: text })
  findNames(text, vocabulary, add)
  if (/\d/.test(text)) {
    findStreets(text, add)
    findGroups(text, add)
    findOldDates(text, add)
    findPhones(text, add)
  }
  findPhrases(text, add)
  findLogins(text, vocabulary, add)
}

const word = "\\p{Lu}[\\p{L}'’]{0,24}"
const particle = '(?:(?:d[aeo]s?|del?|della|di|la|los|van|von|der|den|bin|al|e|y)[ \\t]+){0,2}'
const inRow = new RegExp(
  `(?<![\\p{L}\\d_.@/\\\\#$-])${word}(?:\\.?[ \\t+]${particle}${word}){0,6}(?![\\p{L}\\d_@(]|\\.[\\p{L}\\d])`,
  'gu',
)
const lowerRow = /(?<![\p{L}\d_.@/\\&=#$-])\p{Ll}{3,20}[ \t._]\p{Ll}{3,20}(?![\p{L}\d_@(-])/gu

/** One word with a capital letter in the middle of a sentence. */
const single =
  /(?<=(?:^|[\s(])\p{Ll}{1,20}[ \t])\p{Lu}\p{Ll}{3,20}(?=[ \t]?[,.;:!?)]|[ \t]+\p{Ll}|[ \t]*$)(?!\.\p{L})/gmu

/** Words behind or before which a name is that of a thing. */
const things =
  /^[ \t]+(?:cluster|region|regi[ãa]o|team|time|equipe|server|servidor|sala|room|project|projeto|release|environment|ambiente|API|SDK|plugin|module|m[óo]dulo|node|host|queue|fila|bucket|database|banco|app|portal|sandbox|gateway|theme|font)\b/iu
const thingBefore =
  /(?:\b(?:sala|room|cluster|projeto|project|servidor|server|time|team|equipe|cidade|city|munic[íi]pio|plano|plan|produto|product|banco|bank|fonte|font|tema|theme|release)[ \t]*[:=]?[ \t]*["']?)$/iu

interface Word {
  text: string
  start: number
  is: WordClass
}

function findNames(text: string, vocabulary: Vocabulary, add: Add): void {
  for (const { 0: row, index } of text.matchAll(inRow)) {
    const words: Word[] = [...row.matchAll(/\p{Lu}[\p{L}'’]*/gu)].map((found) => ({
      text: found[0],
      start: index + found.index,
      is: classIn(found[0], vocabulary),
    }))
    for (const name of namesAmong(words)) {
      const [first, last] = [name[0], name.at(-1)]
      if (first === undefined || last === undefined) continue
      const [start, end] = [first.start, last.start + last.text.replace(/['’]s?$/, '').length]
      if (things.test(text.slice(end, end + 24)) || thingBefore.test(text.slice(Math.max(0, start - 24), start)))
        continue
      add({ start, end, kind: 'name', name: 'name', value: text.slice(start, end) })
    }
  }
  for (const found of text.matchAll(single)) {
    const name = found[0]
    if (
      vocabulary.classOf(name) === 'given' &&
      !things.test(text.slice(found.index + name.length, found.index + name.length + 24))
    )
      add({ start: found.index, end: found.index + name.length, kind: 'name', name: 'name', value: name })
  }
  for (const { 0: row, index } of text.matchAll(lowerRow)) {
    const [one = '', other = ''] = row.split(/[ \t._]/)
    if (
      vocabulary.classOf(one) === 'given' &&
      /^(?:given|family|place)$/.test(vocabulary.classOf(other)) &&
      !isCommon(vocabulary, one, other)
    )
      add({ start: index, end: index + row.length, kind: 'name', name: 'name', value: row })
  }
}

function classIn(word: string, vocabulary: Vocabulary): WordClass {
  const isCamel = /\p{Ll}\p{Lu}/u.test(word) && !/^(?:Mc|Mac|O'|D'|De|Di)\p{Lu}/u.test(word)
  if (isCamel || isTechnical(word)) return 'term'
  const found = vocabulary.classOf(word.replace(/['’]s$/, ''))
  // A word of German or of the north of Europe, whose common words are in no list.
  return found === 'odd' && /[äöüßåøæ]/i.test(word) ? 'term' : found
}

/** A name in small letters must be one beyond doubt. */
function isCommon(vocabulary: Vocabulary, one: string, other: string): boolean {
  return one.length < 4 || other.length < 4 || vocabulary.classOf(other) === 'odd'
}

function isOfName(is: WordClass): boolean {
  return is === 'given' || is === 'family'
}

/** Stretches of two words or more with a given name, or with a family's, or that are in no vocabulary at all. */
function namesAmong(words: Word[]): Word[][] {
  const names: Word[][] = []
  for (let at = 0; at < words.length; at++) {
    const first = words[at]
    if (first === undefined || first.is === 'term' || first.text.length < 2) continue
    let end = at + 1
    while (end < words.length && words[end]?.is !== 'term') end += 1
    let stretch = words.slice(at, end)
    // Words before it that are no part of a name: `Olá`, `Cliente`.
    while (stretch.length > 0 && !mayBegin(stretch)) stretch = stretch.slice(1)
    while (stretch.length > 2 && stretch.at(-1)?.is === 'word') stretch = stretch.slice(0, -1)
    if (isName(stretch)) names.push(stretch)
    at = end - 1
  }
  return names
}

function mayBegin([first, second]: Word[]): boolean {
  if (first === undefined || first.text.length < 3) return false
  if (isOfName(first.is)) return true
  return first.is === 'odd' && second !== undefined && (isOfName(second.is) || second.is === 'odd')
}

function isName(words: Word[]): boolean {
  const [first] = words
  if (first === undefined || words.length < 2) return false
  const initials = words.slice(1).every(({ text }) => text.length < 3)
  if (initials) return first.is === 'given' && words.some(({ text }) => text.length === 1)
  if (first.is === 'given') return true
  const of = words.filter(({ is }) => isOfName(is)).length
  const odd = words.filter(({ is, text }) => is === 'odd' && text.length > 3).length
  return of > 0
    ? of + odd >= 2
    : odd >= 2 && words.every(({ text }) => !/^\p{Lu}{2,}$/u.test(text)) && odd === words.length
}

/** Names of fields that hold what somebody signs in by. */
const loginName =
  /(?:^|[_.-])(?:user(?:_?name)?|usuario|login|logon|operador|operator)$|(?:By|Por|User|Login|UserName|Username|_by|_por)$/

const logins =
  /(?:\b(?:user(?:[ _-]?name)?|usu[áa]rio(?: de \p{L}+)?|login|logon|usr|psu-id|benutzer(?:name)?|utilizador|utente|utilisateur|nick(?:name)?|operador|operator|(?:created|approved|updated|requested|submitted|criado|aprovado|alterado)[ _-]?(?:by|por)|(?<!\p{L})\p{L}{1,30}(?:User|Login|By))["']?[ \t]{0,3}[:=][ \t]{0,3}["']?|\b(?:user|usu[áa]rio|usuario|login|logged in as)[ \t]+(?:["']|(?=\p{L}+[._\d]))|\bdocker login -u[ \t]+|\/user:(?:[\w.-]{1,40}\\)?|^\d{1,3}(?:\.\d{1,3}){3} - )([\p{L}][\p{L}\d]{2,24}(?:[._][\p{L}\d]{2,24}){0,2})(?=["',;:)\s&<]|$)/gimu

/** By what somebody signs in: it tells their name, or most of it; that of a program is made of common words. */
function findLogins(text: string, vocabulary: Vocabulary, add: Add): void {
  for (const found of text.matchAll(logins)) {
    const value = found[1] ?? ''
    const start = found.index + found[0].length - value.length
    if (isLogin(value, vocabulary)) add({ start, end: start + value.length, kind: 'name', name: 'user', value })
  }
}

/** Accounts of programs and of machines. */
const programs =
  /^(?:root|admin|adm|administrador|administrator|svc|service|app|api|db|dba|sa|sys|system|postgres|mysql|oracle|guest|anonymous|nobody|www-data|ubuntu|deploy|jenkins|runner|test|teste|demo|user|usuario|cob|erp|etl|bot|ci)(?:[-_.\d]\w{0,12})?$/i

function isLogin(value: string, vocabulary: Vocabulary): boolean {
  const parts = value.split(/[._\d]+|(?<=\p{Ll})(?=\p{Lu})/u).filter((one) => one.length > 4)
  const classes = parts.map((one) => vocabulary.classOf(one))
  if (classes.length === 0 || classes.includes('term')) return false
  return !programs.test(value) && (classes.some(isOfName) || classes.includes('odd'))
}

const streets =
  /(?<![\p{L}\d])(?:(?:Rua|R\.|Av\.?|Avenida|Travessa|Tv\.|Alameda|Al\.|Pra[çc]a|P[çc]a\.?|Rodovia|Rod\.|Estrada|Largo|Ladeira|Viela|Beco|Quadra|Calle|C\/|Plaza|Paseo|Camino|Carretera|Via|Viale|Piazza|Rue|Boulevard)[ \t]+(?:[\p{L}\d.'’º°ª-]+[ \t]+){0,6}[\p{L}\d.'’º°ª-]+(?:,?[ \t]*(?:n[º°.o]{0,2}[ \t]*)?\d{1,5}(?:[ \t]?[A-Za-z])?(?![\d:.]))|\d{1,5}[A-Za-z]?,?[ \t]+(?:\p{Lu}[\p{L}'’.-]+[ \t]+){1,4}(?:Street|St|Lane|Ln|Road|Rd|Avenue|Ave|Crescent|Close|Drive|Dr|Way|Court|Ct|Place|Pl|Terrace|Gardens?|Grove|Mews|Hill|Square|Row|Boulevard|Blvd)\b(?:,[ \t]+\p{Lu}[\p{L}'’-]+){0,2})/gu

function findStreets(text: string, add: Add): void {
  for (const { 0: value, index } of text.matchAll(streets))
    if (value.length < 120) add({ start: index, end: index + value.length, kind: 'address', name: 'address', value })
}

const groups =
  /(?<![\p{L}\d_+#-]|\d[.,:]|[\p{L}_]\/)(?:\d{5}-\d{3}|\d{2}-\d{7,8}-\d|(?:19|20)\d{6}-\d{4}|(?<!\/)\d{4}-[\dXx]|\d{5,9}-[\dXx]|(?<!\/)\d{1,5}(?:[ .-]\d{2,5}){2,7}(?:-\d)?|(?<!\/)\d{4,5}[ -]\d{4,6})(?![\p{L}\d_%-]|[.,:]\d|\/\d)|(?<=\/)\d{5,9}-[\dXx](?![\p{L}\d_%.,:-])/gu
/** Versions, dates, ranges, amounts, numbers of goods and tables of bytes are written in groups too. */
const openGroup =
  /^(?:20\d\d-\d\d-\d{3,6}|(?:19|20)\d\d[-. ]\d\d?[-. ]\d\d?(?:[ -]\d.*)?|\d\d?[-. ]\d\d?[-. ](?:19|20)?\d\d|(?:19|20)\d\d[ -](?:19|20)\d\d|97[89][- ].+|\d{1,3}(?:\.\d{3})+|\d{1,3}(?:\.\d{1,3}){2,3}|\d\d(?: \d\d){2,}|\d{4}\.\d\d\.\d\d|0{4,}.*)$/
const openBefore =
  /(?:\bnosso ?n[uú]mero\b[^\n]{0,12}|\b(?:ean|isbn|ncm|cfop|cest|sku|rfc|ispb|nsu|lote|protocolo|pedido|order|line|linhas?|lines|pages?|p[áa]ginas?|ports?|range|version|vers[ãa]o|build|kernel|id|n[uú]mero)\b[^\n\d]{0,12}|R\$[ \t]*|[a-z]\d*[-.])$/i

function findGroups(text: string, add: Add): void {
  for (const { 0: value, index } of text.matchAll(groups)) {
    const digits = value.replace(/\D/g, '')
    if (digits.length < 6 || /^(\d)\1+$/.test(digits) || openGroup.test(value)) continue
    if (digits.length < 8 && !/^\d{4,9}-[\dXx]$/.test(value)) continue
    // Columns of a table stand apart by blanks as well.
    if (
      / /.test(value) &&
      (!/^\d{3,5}(?: \d{3,5})+(?: \d{1,4})?$/.test(value) ||
        /\d[ \t]+$|^[ \t]{0,8}$/.test(text.slice(Math.max(0, index - 3), index).replace(/^.*\n/s, '')))
    ) {
      if (!/^\d{4}(?: \d{4}){2,}$|^\d{3} \d{4} \d{4}(?: \d{4})?$/.test(value)) continue
    }
    if (openBefore.test(text.slice(Math.max(0, index - 30), index))) continue
    add({ start: index, end: index + value.length, kind: 'unknown value', name: 'number', value })
  }
}

/** A number behind a word for a telephone, in any groups. */
const phones =
  /(?<!\p{L})(?:tel(?:efon\p{L}{0,3}|[ée]fono|\.)?|fone|phone|mobil\p{L}{0,2}|m[óo]vil|celular|cel\.?|whats(?:app)?|zap|handy|r[üu]ckruf\p{L}{0,3}|lig(?:a|ue|ar))(?!\p{L})[^\n\d+(]{0,24}((?:\+?\d|\()[\d ()/.\u00a0-]{6,22}\d)(?![\d:])/giu

function findPhones(text: string, add: Add): void {
  for (const found of text.matchAll(phones)) {
    const value = found[1] ?? ''
    const start = found.index + found[0].length - value.length
    const digits = value.replace(/\D/g, '').length
    if (
      digits > 7 &&
      digits < 15 &&
      !/^[0\D]+$|^\d{4}-\d\d-\d\d|^\d{13}$|^1\d{9}$|^\d{1,3}(?:\.\d{1,3}){3}/.test(value)
    )
      add({ start, end: start + value.length, kind: 'phone', name: 'phone', value })
  }
}

const oldDates =
  /(?<![\d/.-])(?:(19[2-9]\d|20(?:0\d|1[01]))[-/.](?:0[1-9]|1[0-2])[-/.](?:0[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])[-/.](?:0?[1-9]|[12]\d|3[01])[-/.](19[2-9]\d|20(?:0\d|1[01]))|(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|º)?[ \t]+(?:de[ \t]+|of[ \t]+)?(?:jan|feb|fev|mar|apr|abr|may|mai|jun|jul|aug|ago|sep|set|oct|out|nov|dec|dez|ene|dic)\p{Ll}*\.?,?[ \t]+(?:de[ \t]+)?(19[2-9]\d|20(?:0\d|1[01])))(?![\d/-]|\.\d|T\d|[ \t]+\d{1,2}:\d)/giu
const openDate = /^(?:1970-01-01|01[/.-]01[/.-]1970|2000-01-01|01[/.-]01[/.-]2000)$/
const notOfBirth =
  /(?:version|vers[ãa]o|api|release|xmlns|schema|draft|rfc|lei|law|decreto|resolu[çc][ãa]o|since|desde|expires|copyright|xmldsig|w3\.org\/)[^\n]{0,20}$/i

/** A day so long ago is one of birth more often than one of a failure. */
function findOldDates(text: string, add: Add): void {
  for (const { 0: value, index } of text.matchAll(oldDates))
    if (!openDate.test(value) && !notOfBirth.test(text.slice(Math.max(0, index - 30), index)))
      add({ start: index, end: index + value.length, kind: 'birth date', name: 'date', value })
}

const phrases = /(?<![p{L}\d_.-])(?:[a-z]{3,8}[ \t]){10,23}[a-z]{3,8}(?![p{L}\d_-])/g
const joining =
  /\b(?:the|and|for|with|not|was|has|are|that|this|from|you|but|all|can|its|were|have|had|will|when|then|than|into|per|que|para|com|uma|por|nao|dos|das|mais|foi|los|las|con|una|del|und|der|die|das|mit|ist|les|des|est|pour|does|must|only|should|because)\b/

/** Words that make no sentence, as a seed of a wallet is written (BIP-39); and groups of four as for one-time codes. */
function findPhrases(text: string, add: Add): void {
  for (const { 0: value, index } of text.matchAll(phrases))
    if (!joining.test(value)) add({ start: index, end: index + value.length, kind: 'secret', name: 'phrase', value })
  for (const { 0: value, index } of text.matchAll(fours))
    if (
      /[a-z]/i.test(value) &&
      /\d/.test(value) &&
      value.split(' ').filter((one) => /\d/.test(one) && /[a-z]/i.test(one)).length > 1
    )
      add({ start: index, end: index + value.length, kind: 'unknown value', name: 'groups', value })
}

const fours = /(?<![\w-])(?:[a-z\d]{4} ){3,11}[a-z\d]{4}(?![\w-])|(?<![\w-])(?:[a-f\d]{8} ){3,11}[a-f\d]{8}(?![\w-])/gi
