import { addressEnd } from './address-tails.ts'
import { findNamesInColumns } from './find-names-in-columns.ts'
import type { Add } from './finding.ts'
import { isOfIdentifiers } from './identifier-words.ts'
import { isAccountOfProgram, isLogin } from './logins.ts'
import { isTechnical, withoutNamesakes } from './person-names.ts'
import { openHeaders } from './sensitive-names.ts'
import type { Vocabulary, WordClass } from './vocabulary.ts'

/** Finds what may describe a person though no word says so: names, where they live, numbers in groups, old dates. Linear. */
export function findUnknownPeople(text: string, name: string | undefined, vocabulary: Vocabulary, add: Add): void {
  // Of one word only what has signs in it or digits is about a person.
  const isSpoken = /\s/.test(text)
  if (isSpoken) findAuthors(text, add)
  if (isSpoken) findNamesInColumns(withoutNamesakes(text), vocabulary, add)
  if (
    name !== undefined &&
    loginName.test(name) &&
    !openHeaders.has(name.toLowerCase()) &&
    /^[\p{L}\d._-]{4,60}$/u.test(text) &&
    isLogin(text)
  )
    add({ start: 0, end: text.length, kind: 'name', name, value: text })
  if (isSpoken || /[+/=._]/.test(text)) findNames(withoutNamesakes(text), vocabulary, add)
  if (isSpoken || text.includes('-')) findOwners(text, vocabulary, add)
  if (/\d/.test(text)) {
    if (isSpoken) findStreets(text, add)
    findGroups(text, add)
    findOldDates(text, add)
    findPhones(text, add)
    findPlaces(text, add)
  }
  if (isSpoken) findPhrases(text, add)
  if (isSpoken || /[=:@/]/.test(text)) findLogins(text, vocabulary, add)
}

const word = "\\p{Lu}[\\p{L}'’]{0,24}(?:-\\p{Lu}[\\p{L}'’]{1,24})?"
const particle = '(?:(?:d[aeo]s?|del?|della|di|la|los|van|von|der|den|bin|al|e|y)[ \\t]+){0,2}'
const inRow = new RegExp(
  `(?<![\\p{L}\\d_.@/\\\\#$-])${word}(?:(?:(?<=(?<!\\p{L})\\p{L}{1,4})\\.)?[ \\t+]${particle}${word}){0,6}(?![\\p{L}\\d_@(]|\\.[\\p{L}\\d])`,
  'gu',
)
const lowerRow = /(?<![\p{L}\d_.@/\\&=#$-])\p{Ll}{3,20}[ \t._]\p{Ll}{3,20}(?![\p{L}\d_@(-])/gu

/** A name in a path or in that of a file: `/aluno/ana-de-souza`. */
const slug =
  /(?<=[/=]|[/="'][a-z]{3,12}_)\p{Ll}{3,20}(?:[-_]\p{Ll}{2,20}){1,4}(?=["'/?&\s]|\.(?:jpe?g|png|pdf|docx?|webp|heic)\b|$)/gu

/** One word with a capital letter in the middle of a sentence. */
const single =
  /(?<=(?:^|[\s(])(?:[\p{Ll}'’]{1,20}|[-•*–]|\d{1,2}[:h]\d{2}|O|A|E|Eu)[ \t])\p{Lu}\p{Ll}{3,20}(?=[ \t]?[,.;:!?)]|[ \t]+\p{Ll}|[ \t]*$)(?!\.\p{L})/gmu

/** Words behind or before which a name is that of a thing. */
const things =
  /^(?:\/v?\d|[ \t]+(?:cluster|region|regi[ãa]o|team|time|equipe|server|servidor|sala|room|project|projeto|release|environment|ambiente|API|SDK|plugin|module|m[óo]dulo|node|host|queue|fila|bucket|database|banco|app|portal|sandbox|gateway|theme|font|alimentos|ind[úu]stria|com[ée]rcio|servi[çc]os|center|centre|operations|holding|group|grupo|bank|labs|foundation|on rails)\b|,?[ \t]+(?:S\.?[ \t]?A\.|S\/A|Ltda|LTDA|Inc|LLC|Ltd|GmbH|AG|KG|SARL|SpA|S\.?L\.|B\.?V\.|EIRELI|ME|CI|PLC|Corp|Co)(?!\p{L}))/iu
const thingBefore =
  /(?:(?<!\p{L})(?:sala|room|cluster|projeto|project|servidor|server|time|team|equipe|cidade|city|munic[íi]pio|plano|plan|produto|product|banco|bank|fonte|font|tema|theme|(?:code|release|project)[ -]?name|release|porto|(?:navio|ship|vessel)(?:[ \t]\p{L}{2,12}){0,2}|datacenter|data ?center|filial|unidade|loja|store|campus|polo|comarca|prefeitura|usina|esta[çc][ãa]o|hospital|cl[íi]nica|escola|col[ée]gio|universidade|university|faculdade|igreja|shopping|aeroporto|airport|bairro|estado|state of|regi[ãa]o|region|hotel|editora|instituto|institute|funda[çc][ãa]o|em|im|ins|am|beim|zum|zur|vom|das|des|eine?[mnrs]?|kein\p{L}{0,2}|S[ãa]o|Santo|Santa|San|Saint|St\.)[ \t]*(?:d[aeo]s?[ \t]+|of[ \t]+)?[:=]?[ \t]*["']?)$/iu

interface Word {
  text: string
  start: number
  is: WordClass
}

function findNames(text: string, vocabulary: Vocabulary, add: Add): void {
  for (const { 0: row, index } of text.matchAll(inRow)) {
    const words: Word[] = [...row.matchAll(/\p{Lu}[\p{L}'’]*(?:-\p{Lu}[\p{L}'’]+)?/gu)].map((found) => ({
      text: found[0],
      start: index + found.index,
      is: classIn(found[0], vocabulary),
    }))
    // “Siobhán Mac Giolla”: between two words of a name Mac is no computer.
    for (const [at, word] of words.entries())
      if (clan.test(word.text) && isOfName(words[at - 1]?.is ?? 'term') && words[at + 1] !== undefined) word.is = 'odd'
    const called = ofClient(words, text, index)
    const isClosed = /^[ \t]?[,(]/.test(text.slice(index + row.length, index + row.length + 2))
    for (const name of called === undefined ? namesAmong(words, isClosed) : [called]) {
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
      !thingBefore.test(text.slice(Math.max(0, found.index - 24), found.index)) &&
      !things.test(text.slice(found.index + name.length, found.index + name.length + 24))
    )
      add({ start: found.index, end: found.index + name.length, kind: 'name', name: 'name', value: name })
  }
  for (const { 0: row, index } of text.matchAll(slug)) {
    const classes = row.split(/[-_]/).map((part) => vocabulary.classOf(part))
    if (
      classes.includes('given') &&
      !classes.includes('term') &&
      classes.filter((is) => is === 'family' || is === 'odd' || is === 'given').length > 1
    )
      add({ start: index, end: index + row.length, kind: 'name', name: 'name', value: row })
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

const clan =
  /^(?:Ma[cg]|Mc|Nic|N[íi]|[ÓO]|Ua|U[íi]|Fitz|Ap|Ab|Abu|Ibn|Bint|Ben|Bin|El|Al|De|Du|Le|La|Van|Von|Ter|Ten|Den|Der)$/

/** Behind a word for a customer whatever is written like a name is one, unless one of its words is of computers. */
function ofClient(words: Word[], text: string, index: number): Word[] | undefined {
  const isFirst = label.test(words[0]?.text ?? '')
  if (!isFirst && !labelBefore.test(text.slice(Math.max(0, index - 24), index))) return undefined
  const rest = isFirst ? words.slice(1) : words
  return rest.length > 1 &&
    rest.length < 6 &&
    rest.every(({ is, text: word }) => word.length > 1 && (is !== 'term' || /[äöüßåøæ]/i.test(word))) &&
    rest.some(({ is }) => is === 'odd' || is === 'given' || is === 'family' || is === 'term')
    ? rest
    : undefined
}

const label =
  /^(?:Anrufer(?:in)?|Caller|Cardholder|Borrower|Reporter|Techniker(?:in)?|Technicien(?:ne)?|T[ée]cnic[oa]|Kolleg(?:e|in)|Mandant(?:in)?|Ansprechpartner(?:in)?|Monteur|Beneficiary|Benefici[áa]ri[oa]|Client[e]?|Cli[eë]nte?|Customer|Asiakas|Klient(?:ka)?|Z[áa]kazn[íi]k|Ügyfél|Müşteri|Kund(?:e|in|en)?|Klant|Sacado|Pagador|Titular|Patient(?:in)?|Paciente|Versicherte[rn]?)$/
const labelBefore =
  /(?<!\p{L})(?:anruf(?:er(?:in)?)?|caller|cardholder|borrower|reporter|techniker(?:in)?|technicien(?:ne)?|t[ée]cnic[oa]|kolleg(?:e|in)|mandant(?:in)?|ansprechpartner(?:in)?|monteur|beneficiary|benefici[áa]ri[oa]|client[e]?|customer|kund(?:e|in)|klant|sacado|pagador|titular|patient(?:in)?|paciente|versicherte[rn]?),?[ \t:]{1,3}(?:(?:frau|herr|sra?\.|mrs?\.?|mme|m\.)[ \t])?$/iu

/** Devices that are called by their owner, and one word behind what somebody is called: “O cliente Policarpo (tel. …)”. */
const owners =
  /(?<![\p{L}\d])(?:(?:MacBook|iPhone|iPad|iMac|Galaxy|Pixel|NB|LAPTOP|NOTEBOOK|Notebook|DESKTOP|PC|WS)(?:[- ](?:Pro|Air|Max|Mini|Plus|\d{1,2}|de|do|da|d[eo]l|of|von|van)){0,4}[- ]{1,2}\(?|(?:[Oo]|[Aa]) (?:cliente|paciente|alun[oa]|colaborador[a]?|titular|usuári[oa])[ \t](?=\p{Lu}\p{Ll}+[ \t]?[(,]))(\p{Lu}[\p{L}]{2,30}(?:-\p{Lu}[\p{L}]{2,30}){0,2})(?![\p{L}\d])/gu

function findOwners(text: string, vocabulary: Vocabulary, add: Add): void {
  for (const found of text.matchAll(owners)) {
    const value = found[1] ?? ''
    const classes = value.split('-').map((part) => vocabulary.classOf(part))
    // Behind a word for a person only a word of computers is no name.
    if (isTechnical(value) || classes.some((is) => is === 'term' || (is === 'word' && !/^[oa] /i.test(found[0]))))
      continue
    const start = found.index + found[0].length - value.length
    add({ start, end: start + value.length, kind: 'name', name: 'name', value })
  }
}

/** Where a device was. */
const coordinates =
  /(?:loc|geo|coord|gps|position|posi[çc][ãa]o|lat)[\p{L}_]{0,20}["']?[^\p{L}\d\n-]{1,12}(-?\d{1,2}\.\d{4,9}[,; ]{1,3}-?\d{1,3}\.\d{4,9})/giu

function findPlaces(text: string, add: Add): void {
  for (const found of text.matchAll(coordinates)) {
    const value = found[1] ?? ''
    const start = found.index + found[0].length - value.length
    add({ start, end: start + value.length, kind: 'address', name: 'coordinates', value })
  }
}

function classIn(word: string, vocabulary: Vocabulary): WordClass {
  if (word.includes('-')) {
    const classes = word.split('-').map((part) => classIn(part, vocabulary))
    const [one = 'odd'] = (['given', 'family', 'term', 'word'] as const).filter((is) => classes.includes(is))
    return one
  }
  const isCamel = /\p{Ll}\p{Lu}/u.test(word) && !/^(?:Mc|Mac|O'|D'|De|Di)\p{Lu}/u.test(word)
  if (isCamel || isTechnical(word)) return 'term'
  const found = vocabulary.classOf(word.replace(/['’]s$/, ''))
  return found === 'foreign' ? 'word' : found
}

/** A name in small letters must be one beyond doubt. */
function isCommon(vocabulary: Vocabulary, one: string, other: string): boolean {
  return one.length < 4 || other.length < 4 || vocabulary.classOf(other) === 'odd'
}

function isOfName(is: WordClass): boolean {
  return is === 'given' || is === 'family'
}

/** Stretches of two words or more with a given name, or with a family's, or that are in no vocabulary at all. */
function namesAmong(words: Word[], isClosed: boolean): Word[][] {
  const names: Word[][] = []
  for (let at = 0; at < words.length; at++) {
    const first = words[at]
    if (first === undefined || first.is === 'term' || first.text.length < 2) continue
    let end = at + 1
    while (end < words.length && words[end]?.is !== 'term') end += 1
    let stretch = words.slice(at, end)
    // Words before it that are no part of a name: `Olá`, `Cliente`.
    while (stretch.length > 0 && !mayBegin(stretch)) stretch = stretch.slice(1)
    // “Encarnación Bustamante Olmo, con DNI …”: what a comma or a bracket follows is all of the name.
    if (!(isClosed && end === words.length && isOfName(stretch[0]?.is ?? 'word')))
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
  /(?:\b(?:user(?:[ _-]?name)?|user[ _-]?id|usu[áa]rio(?: de \p{L}+)?|login|logon|usr|psu-id|benutzer(?:name)?|utilizador|utente|utilisateur|gebruiker|nick(?:name)?|operador|operator|principal|acct|account name|admin-username|uid|(?:created|approved|updated|requested|submitted|criado|aprovado|alterado)[ _-]?(?:by|por)|(?<!\p{L})\p{L}{1,30}(?:User|Login|By))["']?[ \t]{0,8}(?:={1,3}|:)[ \t]{0,8}["']?|\b(?:for|by) subject[ \t]+|\b(?:user|usu[áa]rio|usuario|login|logged in as|password for(?: invalid user)?|login|username|(?<=(?:bad|wrong|invalid|failed) (?:password|login)[^\n]{0,40} for )user)[ \t]+(?:["'´‘“]|(?=\p{L}+[._\d])|(?<= for user )(?=\p{Ll}{3,20}(?:[ \t]from\b|[ \t]*$)))|\b\p{L}{2,12}-AD\p{L}{2,20}[ \t]+(?:-Identity[ \t]+)?|\bdocker login -u[ \t]+|\bmachine[ \t]+\S{1,80}[ \t]+login[ \t]+|(?<![/:])\/user:(?:[\w.-]{1,40}\\)?|^\d{1,3}(?:\.\d{1,3}){3} - |\busername[ \t]+(?=\S{2,40}[ \t]+(?:privilege|secret|password)\b)|\bsudo(?:\[\d+\])?:[ \t]+|\b(?:ssh|scp|sftp|rsync)[ \t](?:[^\n@]{0,80}[ \t])?(?=[\w.-]{2,40}@)|\b(?:psql|mysql\w*|pg_dump|mongosh?|mariadb)\b[^\n]{0,120}[ \t](?:-U|-u|--user)[ =]?|\b(?:curl|http|wget)\b[^\n]{0,120}[ \t](?:-u|--user|-a)[ =]?["']?(?=[\w.@-]{2,40}:)|\b(?<=(?:^|[$#>;&|][ \t]?)(?:sudo[ \t]+)?)(?:kinit|su -?|passwd|chage -l|id|finger)[ \t]+(?=\p{L}[\w.-]{2,40}$)|\bconn(?:ect)?[ \t]+(?=[\w.$#]{2,40}\/)|\b(?:alter|create|drop) user[ \t]+["']?|\bgrant[ \t]+(?:all|select|insert|update|usage|connect)\b[^\n]{1,80}\bto[ \t]+|:thin:(?=[\w.$#]{2,40}\/)|\bsqlplus[ \t]+(?=[\w.$#]{2,40}\/)|\bTODO\(|\[(?=[\w.@-]{2,40}\/\S{3,60}\][ \t]+\(from)|\bLog in as (?:the )?\p{L}{0,6}[ \t]?\(?\{?\{?)([\p{L}][\p{L}\d-]{1,24}(?:[._$][\p{L}\d-]{1,24}){0,3})(?=["'’”,;:)\s&<\]/@}]|$)/gimu

/** IMAP (RFC 9051 § 6.2.3), POP3 and FTP. */
const protocolLogins =
  /(?:^|>[ \t]?)(?:[A-Z]{0,2}\d{1,4}[ \t]+)?(?:LOGIN|USER)[ \t]+"?([A-Za-z][\w.@-]{1,60})(?="?(?:[ \t"]|\r?$))/gm

/** Somebody in a domain of Windows: `CORP\yusuf.demir` */
const domainLogins =
  /(?<![\w\\.:/])[A-Z][A-Z\d-]{1,14}\\{1,2}(\p{Ll}[\p{Ll}\d-]{0,24}[._]\p{Ll}[\p{Ll}\d-]{1,24})(?![\w\\(.])/gu

/** By what somebody signs in, less what a message says of the account of a program. */
function findLogins(text: string, vocabulary: Vocabulary, add: Add): void {
  for (const found of [...text.matchAll(logins), ...text.matchAll(protocolLogins), ...text.matchAll(domainLogins)]) {
    const value = found[1] ?? ''
    const start = found.index + found[0].length - value.length
    const isMessage = /\b(?:user|usu[áa]rio|login|username|subject|by|to)[ \t]+["'´‘“]?$/i.test(
      text.slice(Math.max(0, start - 20), start),
    )
    if (
      isLogin(value) &&
      !(isMessage && isOfProgram(value, vocabulary)) &&
      // `dashboard uid=prod-latency`
      !(/^uid\b/i.test(found[0]) && /-|^(?=[a-f]*\d)[\da-f]{6,}$/.test(value)) &&
      // The first word of a message: `Utente: "Credenziali non valide"`
      !(/["“]$/.test(text.slice(Math.max(0, start - 1), start)) && /^[ \t]/.test(text.charAt(start + value.length))) &&
      !/\.(?:io|com|net|org|dev|br|example|local|internal)$/i.test(value) &&
      // “OAuthLogin: sign up is disabled”
      !(
        /:[ \t]+["'“]?$/.test(text.slice(Math.max(0, start - 4), start)) &&
        /^[ \t]+\p{Ll}/u.test(text.slice(start + value.length, start + value.length + 3))
      ) &&
      !text.startsWith("'@'", start + value.length) &&
      !text.startsWith('://', start + value.length) &&
      // A key of a cache: `rate:login:per-minute`.
      !/[\w-]:(?:user|login):$/i.test(text.slice(Math.max(0, start - 12), start)) &&
      // A scope, a resource: `user:read:email`, `User: arn:aws:iam`.
      !(
        /[:=][ \t]{0,2}$/.test(text.slice(Math.max(0, start - 3), start)) &&
        /^:[a-z]/i.test(text.slice(start + value.length, start + value.length + 2))
      ) &&
      !/^(?:is|was|not|to|by|with|for|identified|if|exists|on|name|id|successful|and|or)$/i.test(value)
    )
      add({ start, end: start + value.length, kind: 'name', name: 'user', value })
  }
}

/** “password authentication failed for user "reporting"” */
function isOfProgram(value: string, vocabulary: Vocabulary): boolean {
  const is = vocabulary.classOf(value)
  return isAccountOfProgram(value) || is === 'term' || is === 'word' || isOfIdentifiers(value)
}

/** Who writes in a chat or in a comment, by the time beside them. */
const authors =
  /^[ \t>]{0,4}(?:\*{1,2}(?<starred>[\p{L}\d][^*\n]{1,40}?)\*{1,2}(?=[ \t]*(?:—|–|-)?[ \t]*(?:\d{1,2}:\d{2}|Today|Hoje|Yesterday|Ontem))|(?<dated>\p{L}[^,\n:[\]]{1,40}),[ \t]\[\d{1,2}[ ./]|\[[\d/.,: -]{5,24}(?:[AP]M)?\][ \t]~?(?<timed>\p{L}[^:\n[\]]{1,40}):|\d{1,2}[/.]\d{1,2}[/.]\d{2,4},? (?:às )?\d{1,2}:\d{2}(?::\d{2})?[ \t]-[ \t](?<noted>\p{L}[^:\n]{1,40}):|(?<headed>\p{Lu}[\p{Ll}'’-]+(?:[ ]\p{Lu}[\p{L}'’.-]*){1,3})(?:[ \t]{1,4}|[ \t]?[,—–|·-][ \t])\[?(?:(?:Today|Yesterday|Hoje|Ontem|Hoy|Ayer|Heute|Gestern)[ \t](?:at |às |um )?)?\d{1,2}[:.h]\d{2}(?::\d{2})?(?:[ \t]?[AaPp]\.?[Mm]\.?|[ \t]Uhr)?\]?[ \t]*$)/gmu
const noAuthor =
  /^(?:suporte|support|soporte|system|sistema|bot|agent[e]?|atendente|atendimento|operador[a]?|operator|client[e]?|customer|user|usu[áa]rio|visitor|visitante|admin|info|error|erro|warn(?:ing)?|debug|notice|fatal|trace|critical|\p{Lu}[\w.]*(?:Service|Error|Exception|Filter|Controller|Handler|Client|Manager)|[\w.-]*[._/][\w.-]*)$/iu

function findAuthors(text: string, add: Add): void {
  for (const found of text.matchAll(authors)) {
    const { starred, dated, timed, noted, headed } = found.groups ?? {}
    const value = (starred ?? dated ?? timed ?? noted ?? headed ?? '').trim()
    if (value === '' || noAuthor.test(value) || isTechnical(value.split(' ')[0] ?? '') || value.split(/\s+/).length > 4)
      continue
    const start = found.index + found[0].lastIndexOf(value)
    add({ start, end: start + value.length, kind: 'name', name: 'name', value })
  }
}

const streets =
  /(?<![\p{L}\d])(?:(?:Rua|R\.|Av\.?|Avenida|Travessa|Trav\.|Tv\.|Alameda|Al\.|Pra[çc]a|P[çc]a\.?|Rodovia|Rod\.|Estrada|Largo|Ladeira|Viela|Beco|Praceta|Azinhaga|Cal[çc]ada|Urbaniza[çc][ãa]o|Rotunda|Quadra|Calle|C\/|Plaza|Paseo|Camino|Carretera|Via|Viale|Piazza|Rue|Boulevard)[ \t]+(?:(?!erro?r?[ \t:]|fehler|erreur|c[óo]digo|status|http)[\p{L}\d.'’º°ª-]+[ \t]+){0,6}[\p{L}\d.'’º°ª-]+(?:,?[ \t]*(?:n[º°.o]{0,2}[ \t]*)?\d{1,5}(?:[ \t]?[A-Za-z])?(?![\d:.]|-\d))|(?:(?:Flat|Apartment|Apt|Unit|Suite)\.?[ \t]\w{1,5},?[ \t])?\d{1,5}[A-Za-z]?,?[ \t]+(?:\p{Lu}[\p{L}'’.-]+[ \t]+){1,4}(?:Street|St|Lane|Ln|Road|Rd|Avenue|Ave|Crescent|Close|Drive|Dr|Way|Court|Ct|View|Quay|Parade|Rise|Heights|Circle|Trail|Wharf|Place|Pl|Terrace|Gardens?|Grove|Mews|Hill|Square|Row|Boulevard|Blvd)\b(?:,[ \t]+(?:Flat|Apartment|Apt|Unit|Suite)\.?[ \t]\w{1,5})?(?:,[ \t]+\p{Lu}[\p{L}'’-]+){0,2}(?:,?[ \t][A-Z]{1,2}\d[A-Z\d]?[ \t]\d[A-Z]{2}(?![\p{L}\d]))?)/gu

/** Streets of Germany, the Netherlands, France and Italy, and houses in the country, with the town behind them. */
const town =
  '(?:(?:,?[ \\t]+(?:int\\.?|apt\\.?|b[âa]t\\.?)[ \\t]?\\w{1,4})?,?[ \\t]+\\d{4,5}(?:[ \\t][A-Z]{2})?[ \\t]+\\p{Lu}[\\p{L}-]{1,30})?'
const moreStreets = new RegExp(
  '(?<![\\p{L}\\d])(?:' +
    [
      `\\p{Lu}[\\p{L}-]{1,40}(?:stra(?:ß|ss)e|str\\.?|-Stra(?:ß|ss)e|weg|gasse|platz|allee|ufer|damm|ring|chaussee|straat|laan|plein|kade|gracht)[ \\t]+\\d{1,4}[ \\t]?[a-z]?(?![\\p{L}\\d]|[.:]\\d)${town}`,
      `(?:Am|An der|An den|Auf der|Auf dem|Im|In der|Zum|Zur)[ \\t]\\p{Lu}[\\p{L}-]{2,30}[ \\t]\\d{1,4}[a-z]?,[ \\t]\\d{5}[ \\t]\\p{Lu}[\\p{L}-]{1,30}`,
      `\\d{1,4}(?:[ \\t]?(?:bis|ter))?,?[ \\t](?:rue|avenue|av\\.|boulevard|bd\\.?|impasse|chemin|all[ée]e|place|quai|route|passage|cours|square)[ \\t](?:[\\p{L}'’-]{1,20}[ \\t]?){1,5}${town}`,
      `(?:via|viale|vicolo|piazza|corso|largo|strada|contrada)[ \\t](?:[\\p{L}'’]{2,20}[ \\t]){0,4}[\\p{L}'’]{2,20},?[ \\t]\\d{1,4}[a-z]?(?![\\d:.])${town}`,
      `\\d{1,4}(?:[ \\t]?(?:bis|ter|[a-z]))?,?[ \\t](?:[\\p{L}'’-]{1,20}[ \\t]){1,5}?[\\p{L}'’-]{2,20},[ \\t]\\d{4,5}[ \\t]\\p{Lu}[\\p{L}-]{1,30}`,
      `(?:RUA|AVENIDA|AV\\.?|TRAVESSA|ALAMEDA|ESTRADA|RODOVIA|PRA[ÇC]A|CALLE)[ \\t](?:[\\p{Lu}'’.]{1,20}[ \\t,]{1,2}){1,6}(?:N[º°.]?[ \\t]?)?\\d{1,5}(?:[ \\t](?:AP(?:TO)?\\.?|CASA|BL\\.?|SALA)[ \\t]?\\w{1,4}){0,2}`,
      `(?:S[íi]tio|Fazenda|Faz\\.|Ch[áa]cara|Povoado|Finca|Vereda)[ \\t](?:\\p{Lu}[\\p{L}'’]{1,20}[ \\t,]{1,2}){1,4}(?:s\\/n|km[ \\t]?\\d{1,4})(?:,[ \\t]zona rural)?`,
    ].join('|') +
    ')',
  'gu',
)

function findStreets(text: string, add: Add): void {
  for (const form of [moreStreets, streets])
    for (const { 0: street, index } of text.matchAll(form)) {
      const end = addressEnd(text, index + street.length)
      if (street.length < 120)
        add({ start: index, end, kind: 'address', name: 'address', value: text.slice(index, end) })
    }
}

const groups =
  /(?<![\p{L}\d_+#-]|\d[.,:]|[\p{L}_]\/)(?:\d{5}-\d{3}|\d{2}-\d{7,8}-\d|(?:19|20)\d{6}-\d{4}|(?<!\/)\d{4}-[\dXx]|\d{5,9}-[\dXx]|(?<!\/)\d{1,5}(?:[ .-]\d{2,5}){2,7}(?:-\d)?|(?<!\/)\d{4,5}[ -]\d{4,6})(?![\p{L}\d_%-]|[.,:]\d|\/\d)|(?<=\/)\d{5,9}-[\dXx](?![\p{L}\d_%.,:-])/gu
/** Versions, dates, ranges, amounts, numbers of goods and tables of bytes are written in groups too. */
const openGroup =
  /^(?:20\d\d-\d\d-\d{3,6}|(?:19|20)\d\d[-. ]\d\d?[-. ]\d\d?(?:[ -]\d.*)?|\d\d?[-. ]\d\d?[-. ](?:19|20)?\d\d|(?:19|20)\d\d[ -](?:19|20)\d\d|97[89][- ].+|\d{1,3}(?:\.\d{3})+|\d{1,3}(?:\.\d{1,3}){2,3}|\d\d(?: \d\d){2,}|\d{4}\.\d\d\.\d\d|0{4,}.*)$/
const openBefore =
  /(?:\bnosso ?n[uú]mero\b[^\n]{0,12}|\b(?:p\/n|s\/n|part (?:no\.?|number)|ean|isbn|ncm|cfop|cest|sku|rfc|ispb|nsu|lote|protocolo|pedido|order|incidencia|incidente?|chamado|caso|case|ticket|solicitud|pratica|vorgang|dossier|line|linhas?|lines|pages?|p[áa]ginas?|ports?|range|version|vers[ãa]o|build|kernel|id|n[uú]mero)\b[^\n\d]{0,12}|R\$[ \t]*|[a-z]\d*[-.])$/i

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

/** A number with the zero of long distance, in two groups or more. */
const longDistance = /(?<![\p{L}\d.,:/+-]|\d )0\d{2,5}(?: ?[/-] ?| )\d{3,7}(?:[ -]\d{2,4}){0,2}(?![\d/:]|[.,-]\d| \d)/gu

/** A number behind a word for a telephone, in any groups. */
const phones =
  /(?<!\p{L})(?:t[ée]l(?:[ée]phone|[ée]fono|efon\p{L}{0,3}|efoon\p{L}{0,3}|\.)?|tfno\.?|tlf\.?|ph\.?(?=[ \t:])|gsm|cellulare|portable|fax|fone|phone|mobil\p{L}{0,2}|m[óo]vil|celular|cel\.?|whats(?:app)?|zap|handy|r[üu]ckruf\p{L}{0,3}|lig(?:a|ue|ar))(?!\p{L})[^\n\d+(]{0,24}((?:\+?\d|\()[\d ()/.\u00a0-]{6,22}\d)(?![\d:])/giu

function findPhones(text: string, add: Add): void {
  for (const { 0: value, index } of text.matchAll(longDistance)) {
    const digits = value.replace(/\D/g, '').length
    if (
      digits > 8 &&
      digits < 13 &&
      !/^0{3}/.test(value) &&
      !openBefore.test(text.slice(Math.max(0, index - 30), index))
    )
      add({ start: index, end: index + value.length, kind: 'phone', name: 'phone', value })
  }
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
  /(?<![\d/.-])(?:(19[2-9]\d|20(?:0\d|1[01]))[-/.](?:0[1-9]|1[0-2])[-/.](?:0[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])[-/.](?:0?[1-9]|[12]\d|3[01])[-/.](19[2-9]\d|20(?:0\d|1[01]))|(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|º|er|\.)?[ \t]+(?:de[ \t]+|of[ \t]+)?(?:jan|feb|fev|févr|fév|avr|juin|juil|août|mär|maj|mag|giu|lug|ott|dic|gen|okt|déc|mar|apr|abr|may|mai|jun|jul|aug|ago|sep|set|oct|out|nov|dec|dez|ene|dic)\p{Ll}*\.?,?[ \t]+(?:de[ \t]+)?(19[2-9]\d|20(?:0\d|1[01])))(?![\d/-]|\.\d|T\d|[ \t]+\d{1,2}:\d)/giu
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
      value.split(' ').filter((one) => /\d/.test(one) && /[a-z]/i.test(one)).length > 1 &&
      !ofKey.test(text.slice(Math.max(0, index - 90), index))
    )
      add({ start: index, end: index + value.length, kind: 'unknown value', name: 'groups', value })
}

/** The fingerprint of a key is open to everybody. */
const ofKey = /(?:fingerprint|thumbprint|impress[ãa]o digital|empreinte|huella|fingerabdruck)\b[^\n]{0,60}$/i

const fours = /(?<![\w-])(?:[a-z\d]{4} ){3,11}[a-z\d]{4}(?![\w-])|(?<![\w-])(?:[a-f\d]{8} ){3,11}[a-f\d]{8}(?![\w-])/gi
