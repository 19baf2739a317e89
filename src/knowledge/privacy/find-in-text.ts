import { createRunUntil } from './char-runs.ts'
import type { Add } from './finding.ts'
import { findAuthorization, findCookies, isAuthorization, isCookies } from './headers.ts'
import type { Kind } from './kinds.ts'
import { createClosing, type Named, nameBefore, type Value, valueAfter } from './name-and-value.ts'
import { type Meaning, meaningOf } from './name-meaning.ts'
import { isPersonName } from './person-names.ts'
import { describingWords, openHeaders } from './sensitive-names.ts'
import { kindOf, type Place } from './sensitivity.ts'
import { explainsItself, isTrace, looksRandom, looksSecret, saysWhatIsDemanded } from './value-shapes.ts'

/**
 * Finds values by the names before them, whatever the syntax: forms, addresses, headers, YAML, ini, environments, cut
 * JSON, dumps of PHP, Python, Ruby, Java and .NET, tables. Linear in the length of the text.
 */
export function findNamedValues(text: string, add: Add): void {
  const closing = createClosing(text)
  separator.lastIndex = 0
  for (let found = separator.exec(text); found !== null; found = separator.exec(text)) {
    const [written] = found
    // `JWT::MissingRequiredClaim`
    if (written === ':' && (text[found.index - 1] === ':' || text[found.index + 1] === ':')) continue
    const named = nameBefore(text, found.index)
    if (named === undefined) continue
    const value = valueAfter(text, found.index + written.length, written, named, closing)
    if (value === undefined || value.end <= value.start) continue
    const end = judge(text, named, value, add)
    if (end > separator.lastIndex) separator.lastIndex = end
  }
}

// In a table of Markdown or of a terminal the bar is between name and value.
const separator = /\|\|=|\?\?=|<-(?=[ \t]*["'])|=>|:=|->|[=:|\t→⇒➜]/g

/** Adds what a named value is; answers where to read on. */
function judge(text: string, named: Named, value: Value, add: Add): number {
  const { name } = named
  // `https://user:password@host` is read as an address, `arn:aws:…:secret:name` names a resource.
  if (
    value.separator === ':' &&
    value.isTight &&
    isInAddress.test(text.slice(Math.max(0, named.start - 160), named.start))
  )
    return value.start
  // `Configuration["Jwt:SigningKey"]` asks for a setting.
  if (
    value.separator === ':' &&
    /[[(]["']$/.test(text.slice(Math.max(0, named.start - 2), named.start)) &&
    /^[\w:]{1,60}["'][\])]/.test(text.slice(value.start, value.start + 64))
  )
    return value.start
  // The name of a storage account is in its address (Azure Storage).
  if (/^AccountName$/i.test(name) && /^[a-z\d]{3,24};/.test(text.slice(value.start, value.start + 25)))
    return value.start
  // `rate:login:per-minute` is a key of a cache.
  if (
    value.separator === ':' &&
    value.isTight &&
    text.charAt(named.start - 1) === ':' &&
    meaningOf(name).strength === 'login'
  )
    return value.start
  // `Carteira[811:20931]` is a process and its thread, `group:nimbus-jose-jwt:jar:9.47` a package of Maven.
  if (
    value.separator === ':' &&
    value.isTight &&
    (/\[\d+$/.test(name) || /^(?:jar|pom|war|aar|bundle):\d/.test(text.slice(value.start, value.start + 10)))
  )
    return value.start
  // `PUT /v2/pin → 504`
  if (value.separator === '→' && text.charAt(named.start - 1) === '/') return value.start
  // `registry/token-broker:4.1.0` names an image.
  if (value.separator === ':' && value.isTight && text.charAt(named.start - 1) === '/') return value.start
  // `${PASSWORD:?missing}` says what happens where it is not set (POSIX Shell § 2.6.2).
  if (text.startsWith('${', named.start - 2) && text.charAt(value.start) === '?') return value.start
  const written = text.slice(value.start, Math.min(value.end, value.start + (value.isQuoted ? 200_000 : 4_000)))
  let done = value.start
  const isOption = /-(?:H|-header|-Headers?)[ =]?\s?["'`]$/.test(text.slice(Math.max(0, named.start - 12), named.start))
  const isHeader =
    !value.isQuoted && value.separator === ':' && (named.isFirst || isOption) && /^[A-Za-z][\w-]*$/.test(name)
  if (isAuthorization(name)) {
    const shown = credentialsIn(written, named, value, text.charAt(named.start - 1))
    findAuthorization(shown, value.start, add)
    return value.start + shown.length
  }
  if (
    isCookies(name) &&
    (value.separator === ':' || value.isQuoted || value.separator === '=>' || value.separator === '\t')
  ) {
    if (!written.includes('=')) return value.start
    const line = upToQuote(lineOf(text, value, 200_000), text.charAt(named.start - 1))
    const bracket = line.startsWith('[') ? line.indexOf(']') : -1
    const shown = value.isQuoted ? written : bracket < 0 ? line : line.slice(0, bracket)
    findCookies(shown, value.start, add)
    return value.start + shown.length
  }
  const place: Place =
    isHeader && (name.includes('-') || openHeaders.has(name.toLowerCase())) ? 'header' : placeOf(text, named, value)
  const meaning = meaningOf(name)
  const put = (start: number, end: number) => {
    const secret = text.slice(start, end)
    // `{"password": password}` is code.
    if (named.isQuoted && !value.isQuoted && secret === name) return
    const kind = kindOf(name, place, secret)
    if (kind === undefined || isOpenPersonal(meaning, name, text, named, [start, end])) return
    add({ start, end, kind, name: named.isPhrase ? withoutValues(name, kind) : name, value: secret })
    // What is removed is not looked through.
    done = end
  }
  const putWhole = (start: number, shown: string) => {
    add({
      start,
      end: start + shown.length,
      kind: meaning.strength === 'strong' ? meaning.kind : 'password',
      name,
      value: shown,
    })
    done = start + shown.length
  }
  if (value.isQuoted) {
    if (written !== '') put(value.start, value.end)
    // What it is changed to: `"old" -> "new"`
    const after = done === value.end ? changed.exec(text.slice(value.end, value.end + 300)) : null
    if (after !== null && meaning.strength === 'strong')
      put(value.end + (after[1] ?? '').length, value.end + after[0].length)
    return done
  }
  const list = /^[[({]/.test(written) && !/^\[[\w.@$ -]{1,80}:[\da-z]{8}\]/.test(written)
  if (list) {
    const braces = value.separator === '=' ? /^\{([^{}\s"':]{3,200})\}/.exec(written)?.[1] : undefined
    // The members of an object have names of their own.
    if (
      /^(?:(?:http|basic|proxy)_?)?(?:auth|creds)$/i.test(name) &&
      /^(?:[[(]|\{[ \t]*["'][^"'\n]{1,80}["'][ \t]*,)/.test(written)
    )
      for (const [start, end] of bracketed(text, value.start).slice(0, 2))
        if (/["']/.test(text.charAt(start - 1)) && !/:\/\//.test(text.slice(start, end)))
          add({ start, end, kind: 'credentials', name, value: text.slice(start, end) })
    // Name and value in brackets, as `getprop` of Android prints them: `[wifi.psk]: [two words]`
    const bracket = text.charAt(named.start - 1) === '[' ? /^\[([^[\]\n]{1,300})\]/.exec(written)?.[1] : undefined
    if (bracket !== undefined && bracket.trim() !== '') {
      put(value.start + 1, value.start + 1 + bracket.length)
      return done
    }
    // A PIN whose digits are listed: `senhaNumerica=[9, 1, 3, 0]`
    const listed = listedDigits.exec(written)?.[1]
    if (listed !== undefined) {
      if (kindOf(name, place, listed.replace(/\D+/g, '')) !== undefined) putWhole(value.start + 1, listed)
      return done
    }
    // A password in braces, as drivers of ODBC take it.
    if (braces !== undefined && meaning.strength === 'strong') put(value.start + 1, value.start + 1 + braces.length)
    if (
      written.startsWith('[') &&
      !written.startsWith('[{') &&
      (meaning.strength === 'strong' || meaning.strength === 'login' || meaning.kind === 'code')
    )
      for (const one of bracketed(text, value.start, meaning.strength === 'login')) put(...one)
    return done
  }
  const before = text.charAt(named.start - 1)
  const shown = /[?&]/.test(before) ? (written.split('#')[0] ?? '') : upToQuote(written, before)
  const item = value.separator === '=>' && before === '[' ? inArray.exec(shown)?.[0] : undefined
  if (item !== undefined && meaning.strength === 'strong') {
    put(value.start, value.start + item.length)
    return done
  }
  // `Environment="SMTP_PASS=two words"`
  if (
    value.separator === '=' &&
    value.isTight &&
    meaning.strength === 'strong' &&
    /["'`]/.test(before) &&
    shown.length < written.length &&
    phrase.test(shown) &&
    !saysWhatIsDemanded(shown)
  ) {
    put(value.start, value.start + shown.length)
    return done
  }
  const line = item ?? shown
  const length = bareLength(line, named, value, meaning, place)
  if (length > 0) put(value.start, length < 3_900 ? value.start + length : wordEnd(text, value.start, value.end))
  return done
}

/** A name is shown in the place of its value, and so may not hold another: `new token aD_X…:APA91…`. */
function withoutValues(name: string, kind: Kind): string {
  const words = name.split(/[ \t]+/).filter((word) => !looksRandom(word, 12))
  return words.length > 0 ? words.join(' ') : kind
}

const changed = /^(["'`][ \t]{0,3}(?:->|=>|→)[ \t]{0,3}["'`])[^"'`\n]{2,200}(?=["'`])/
const listedDigits = /^[[({][ \t]{0,3}(\d(?:[ \t]{0,3}[,;][ \t]{0,3}\d){3,11})[ \t]{0,3}[\])}]/

/** What `print_r` writes on one line: `Array ( [usuario] => x [senha] => y z )` */
const inArray = /^[^\n]{1,200}?(?=[ \t]\[[^[\]\n]{1,60}\][ \t]=>|[ \t]\)[ \t]*$)/

/** Where a word ends that is longer than what is looked at. */
function wordEnd(text: string, from: number, to: number): number {
  return Math.min(to, formWordEnd(text, from))
}

const formWordEnd = createRunUntil('& \t\r\n"\'<>`')

function lineOf(text: string, { start, end }: Value, most: number): string {
  return text.slice(start, Math.min(end, start + most))
}

/** Items of a list in brackets, as in TOML, YAML and code: `pins = ["1234", "5678"]`; without quotation marks what looks like a secret. */
function bracketed(text: string, open: number, isLogin = false): [start: number, end: number][] {
  const close = text.charAt(open) === '(' ? ')' : ']'
  const list = text.slice(open + 1, open + 1_501).split(close, 1)[0] ?? ''
  return [...list.matchAll(/(["'])([^"'\n]{1,500})\1|[^\s,"'[\]{}:]{4,500}/g)].flatMap((found) => {
    const item = found[2] ?? found[0]
    const start = open + 1 + found.index + (found[2] === undefined ? 0 : 1)
    return found[2] !== undefined || (isLogin && item.length === list.length) || /\d/.test(item) || looksSecret(item)
      ? [[start, start + item.length] as [number, number]]
      : []
  })
}

/** In the middle of a sentence a scheme, its credentials and their parameters; else all of the line. */
function credentialsIn(written: string, { isFirst }: Named, { isQuoted }: Value, before: string): string {
  if (isQuoted) return written
  const line = upToQuote(written, before)
  return isFirst || line.length < written.length ? line : (oneScheme.exec(line)?.[0] ?? '')
}

const oneScheme =
  /^[ \t]*(?:[A-Za-z][\w-]{1,30}[ \t]+)?(?:(?:Bearer|Basic|DPoP)[ \t]+){0,2}[^\s,;]+(?:,[ \t]*[A-Za-z]\w*=(?:"[^"\n]{0,500}"|[^\s,"]{1,500})){0,20}/

/** A header in quotation marks, as curl takes it, ends with them. */
function upToQuote(line: string, before: string): string {
  const end = /["'`]/.test(before) ? line.indexOf(before) : -1
  return end < 0 ? line : line.slice(0, end)
}

/** How much of a line is the value, where no quotation marks say so; 0 where it explains something. */
function bareLength(line: string, named: Named, value: Value, meaning: Meaning, place: Place): number {
  const isForm = value.separator === '=' && value.isTight
  // In the head of a table one name is beside another.
  const cell =
    value.separator === '|' || value.separator === '\t'
      ? (/^[ \t]*([\p{L}_]{2,40})[ \t]*(?:[|\t]|$)/u.exec(line)?.[1] ?? '')
      : ''
  if (cell !== '' && meaningOf(cell).strength !== 'open') return 0
  const word = (isForm ? formWord : plainWord).exec(line)?.[0] ?? ''
  if (meaning.strength === 'open' && place !== 'header')
    return place === 'parameter' && kindOf(named.name, place, word) !== undefined ? word.length : 0
  // `login.password.label=Enter your password` is what a screen says.
  if (isForm && named.isFirst && /\s/.test(line.trim()) && sayings.test(line)) return 0
  // A line of an environment or an ini file is the value to its end.
  const isVariable = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/.test(named.name) && !line.includes('=')
  if (isForm && named.isFirst && meaning.strength !== 'doubtful' && !(isVariable ? /\s/ : /[&\s]/).test(line.trim()))
    return lessMarks(line.trim()).length
  // In a string of a connection a passphrase ends with its semicolon.
  const passphrase =
    isForm && meaning.strength === 'strong' && meaning.kind === 'password'
      ? /^[^\s;"'&=]{1,40}(?:[ \t][^\s;"'&=]{1,40}){1,6}(?=;(?:[ \t]?[A-Za-z][\w ]{1,30}=|[ \t]*$))/.exec(line)?.[0]
      : undefined
  if (passphrase !== undefined && !saysWhatIsDemanded(passphrase)) return passphrase.length
  if (place === 'header' && meaning.kind === 'signature' && !/\s/.test(line.trim())) return line.trim().length
  if (place === 'header' && meaning.strength === 'open') return /\s/.test(line.trim()) ? 0 : line.trim().length
  // A passphrase of several words, to the end of its line.
  if (
    named.isFirst &&
    /[=>→⇒➜]/.test(value.separator) &&
    (meaning.kind === 'password' || meaning.kind === 'secret') &&
    meaning.strength === 'strong' &&
    phrase.test(line.trim()) &&
    !saysWhatIsDemanded(line.trim())
  )
    return line.trimEnd().length
  const rest = line.slice(word.length).trim()
  const single = lessMarks(word)
  if (isForm) return single.length
  if (meaning.strength === 'login' && kindOf(named.name, place, single) !== undefined)
    return rest === '' || /^[|\t]$/.test(value.separator) || value.separator === '=' || /[,;]$/.test(word)
      ? single.length
      : 0
  if (meaning.strength === 'personal' || meaning.strength === 'role' || meaning.strength === 'login')
    return personalLength(line, named, value, meaning)
  // A count beside a kind of token.
  if (value.separator === '|' && meaning.kind === 'token' && /^\d{1,6}$/.test(single)) return 0
  // A row of two cells, a name and a passphrase.
  const row = line.split(value.separator)
  if (
    /^[|\t]$/.test(value.separator) &&
    named.isFirst &&
    meaning.kind === 'password' &&
    row.slice(1).join('').trim() === ''
  )
    return (row[0] ?? '').trimEnd().length
  if (value.separator === '|' || value.separator === '\t')
    return looksSecret(single) && named.isFirst
      ? (line.split(value.separator)[0] ?? '').trimEnd().length
      : looksSecret(single) || named.isFirst
        ? single.length
        : 0
  if (rest === '' || /^(?:[,;})\]|&]|[\w.-]{1,40}[=:])/.test(rest) || /[,;]$/.test(word)) return single.length
  if (/^\d{3,10}$/.test(single) && meaning.kind === 'password') return single.length
  if (looksSecret(single)) return single.length
  // A passphrase of several words in the middle of a line, where a sentence ends before its name: “. Palavra-passe: x y z.”
  const clause = /^[\p{L}\d][\p{L}\d'’-]*(?:[ \t][\p{L}\d'’-]+){1,4}(?=[.;](?:[ \t]|$)|[ \t]*$)/u.exec(line)?.[0]
  if (
    !named.isFirst &&
    clause !== undefined &&
    (named.startsSentence || (/[a-z]_[a-z]|[a-z][A-Z]/.test(named.name) && clause.length === line.trimEnd().length)) &&
    meaning.strength === 'strong' &&
    meaning.kind === 'password' &&
    value.separator === ':' &&
    !reportsFailure.test(clause) &&
    !asks.test(clause) &&
    !saysWhatIsDemanded(clause) &&
    !describingWords.has(single.toLowerCase())
  )
    return clause.length
  // The value of a field may have small words; of a word in a sentence they explain something.
  const isField = /[_-]|[a-z][A-Z]/.test(named.name) && named.isFirst
  const isLabel =
    named.isFirst && meaning.kind === 'password' && line.trim().split(/\s+/).length < 6 && !reportsFailure.test(line)
  if ((isField || isLabel ? saysWhatIsDemanded : explainsItself)(line.slice(0, 400))) return 0
  // A passphrase of several words; `- password: show strength meter (#1882)` is a line of a list.
  return named.isFirst &&
    !/[()#;=±]/.test(rest) &&
    !describingWords.has(single.toLowerCase()) &&
    (meaning.kind === 'password' ||
      (meaning.kind === 'secret' &&
        isField &&
        !sayings.test(line) &&
        !/(?<!\p{L})(?:secret|key)s?(?!\p{L})/iu.test(line))) &&
    value.separator === ':' &&
    rest.length < 80
    ? upToNextName(line.split(/[.!?][ \t]+(?=\p{Lu})/u)[0] ?? '').trimEnd().length
    : 0
}

/** “сиреневый туман, логин m.orlova, ошибка 5”: behind a comma another name and its value may follow. */
function upToNextName(clause: string): string {
  for (const { index, 1: word = '' } of clause.matchAll(/,[ \t]+(\p{L}[\p{L}-]{1,20})(?=[ \t:=]+\S)/gu))
    if (meaningOf(word).strength !== 'open' || ofFailures.test(word)) return clause.slice(0, index)
  return clause
}

const ofFailures =
  /^(?:err|fehl|fel|fout|b[łl][ęąea]d|chyb|hiba|hata|ошибк|code|c[óo]d|status|login|логин|http|user|usu)/iu
/** What somebody is asked to do. */
const asks =
  /^(?:enter|type|use|choose|set|reset|change|please|see|digite|informe|insira|escolha|troque|altere|introduzca|ingrese|escriba|cambie|geben|eingeben|bitte|saisir|saisissez|entrez|choisissez|inserire|inserisci|scegli|voer|kies)(?!\p{L})/iu
const reportsFailure =
  /(?<!\p{L})(?:denied|fail(?:ed|ure|s)|errors?|erro|incorrect\p{L}*|invalid|not|cannot|please|again|attempts?|manipulation|negad[oa]|falha|verweigert|refus[ée]e?)(?!\p{L})/iu
const sayings =
  /(?<!\p{L})(?:senhas?|contrase[ñn]as?|passwords?|kennwort|passwort|c[óo]digo|code|token|pin|mot de passe|wachtwoord)(?!\p{L})/iu
/** Words alone, as a passphrase has them. */
const phrase = /^[\p{L}\d][\p{L}\d'’-]*(?:[ \t][\p{L}\d][\p{L}\d'’-]*){1,6}$/u

const isInAddress = /(?::\/\/[^\s/?#"'<>@]{0,80}|\barn:[\w:/.-]{1,150}:)$/
const formWord = /^(?:(?!\\u0026)[^&\s"'<>`])+/
const plainWord = /^[^\s"'<>`]+/

/** A value less what ends a sentence, a list or a bracket around it. */
function lessMarks(word: string): string {
  const cut = /^(.*?)(?:[,;](?=[\w.-]{1,40}=)|;|\)\s|\}\s)/.exec(word)?.[1] ?? word
  let end = cut.length
  while (end > 0 && /[,;)}\].:]/.test(cut.charAt(end - 1)) && !isTrace(cut.slice(0, end))) end -= 1
  return cut.slice(0, end)
}

/** A name, an address or a number of a person ends with its line, or where the next field begins. */
function personalLength(line: string, named: Named, value: Value, meaning: Meaning): number {
  const cell = value.separator === '|' || value.separator === '\t' ? (line.split(/[|\t]/)[0] ?? '') : line
  const upTo =
    cell
      .slice(0, 160)
      .split(
        meaning.kind === 'address'
          ? endsAddress
          : /[;"'<>&|\t{}[\]\n]|,\s*(?=[\p{L}_ ]{1,30}[=:])|,(?! )|\s+[\p{L}_]{2,30}\s?[=:]|\)|\s[-–—]\s|\. /u,
      )[0] ?? ''
  const kept = meaning.kind === 'address' ? upTo : (upTo.split(', ')[0] ?? '')
  if (meaning.kind === 'name' && !named.isFirst && value.separator !== '=') {
    // In a sentence only words that are written like names.
    const words = /^\p{Lu}[\p{L}'.-]*(?:\s(?:d[aeo]s?\s)?\p{Lu}[\p{L}'.-]*){0,5}/u.exec(kept)?.[0]
    return (words ?? kept.split(/\s/)[0] ?? '').length
  }
  return kept.trimEnd().replace(/[.,]$/, '').length
}

/** Abbreviations are common in addresses: “Cra. 7 # 71-21, Bogotá”. */
const endsAddress =
  /[;"<>&|\t{}[\]\n]|,\s*(?=[\p{L}_ ]{1,30}[=:])|,(?! )|\s+[\p{L}_]{2,30}\s?[=:]|\)|\s[-–—]\s|(?<=[\p{Ll}\d]{4})\. (?=\p{Lu})|[ ,]+(?=(?:erro?r?|erreur|errore|fehler|fout|c[óo]digo|code|status|http|tel|tél|fone|phone|telefone|cep|e-?mail|cpf)(?!\p{L}))/iu

/** `name` and its kind are somebody's only beside other things of a person. */
function isOpenPersonal(
  { strength, kind }: Meaning,
  name: string,
  text: string,
  named: Named,
  [valueStart, end]: readonly [number, number],
): boolean {
  if (strength !== 'personal' || (kind !== 'name' && kind !== 'claim' && kind !== 'address')) return false
  if (
    !/^(?:.*[.[:])?(?:name|sub|profile|picture|website|gender|zoneinfo|locale|address|holder|display[ _-]?name|unique[ _-]?name|full|first|last|given|family|who)\]?$/i.test(
      name,
    )
  )
    return false
  if (kind === 'name' && isPersonName(text.slice(valueStart, end))) return false
  if (kind === 'address' && startsLikeStreet.test(text.slice(valueStart, end))) return false
  // An attribute of an element names the field beside it.
  if (/<[\w:]{1,60}[ \t][^<>]{0,160}$/.test(text.slice(Math.max(0, named.start - 200), named.start))) return true
  const around = `${text.slice(Math.max(0, named.start - 160), named.start)}\n${text.slice(end, end + 160)}`
  return !besidePerson.test(around)
}

const startsLikeStreet =
  /^(?:rua|av(?:enida|\.)?|travessa|alameda|pra[çc]a|rodovia|estrada|calle|carrera|plaza|rue|via|\d{1,5}(?:[ +]|%20)(?=\p{Lu}))(?:[ +]|%20)/iu

const besidePerson =
  /(?:\b|_)(?:cpf|cnpj|e-?mail|telefone|celular|phone|mobile|birth|nascimento|given_?name|family_?name|surname|sobrenome|nome|documento|customer|cliente|pagador|payer|payee|patient|account_?n(?:umber|o)|sort_?code|iban|dob|passcode|passport|ssn|msisdn|titular|beneficiar\w+|recipient|person|pessoa)/i

/** After a blank a name stands alone, as in a log line; else it is one of several in an address or a form. */
function placeOf(text: string, { start, isQuoted }: Named, { separator: sign, isTight }: Value): Place {
  if (isQuoted || sign !== '=' || !isTight) return 'field'
  return /\s/.test(text.charAt(start - 1)) ? 'field' : 'parameter'
}

/** Values as PHP serialises them: `s:8:"password";s:7:"hunter2";`. */
export function findSerialized(text: string, add: Add): void {
  for (const found of text.matchAll(serialized)) {
    const [whole, name = '', value = ''] = found
    const kind = kindOf(name, 'field', value)
    const start = found.index + whole.length - value.length
    if (kind !== undefined) add({ start, end: start + value.length, kind, name, value })
  }
}

const serialized = /s:\d{1,4}:"([^"\n]{1,80})";(?:s:\d{1,7}:"|i:|d:)([^"\n;]{1,4000})/g

/** Headers as developer tools copy them: the name on one line, its value on the next. */
export function findInLinesBelow(text: string, add: Add): void {
  for (const found of text.matchAll(nameAlone)) {
    const [whole, name = '', value = ''] = found
    const start = found.index + whole.length - value.length
    if (isAuthorization(name)) findAuthorization(value, start, add)
    else if (isCookies(name) && value.includes('=')) findCookies(value, start, add)
    else if (name.includes('-') && !/[a-z]\d|\d[a-z]/i.test(name) && meaningOf(name).strength === 'strong') {
      const kind = kindOf(name, 'header', value)
      if (kind !== undefined && !/\s/.test(value)) add({ start, end: start + value.length, kind, name, value })
    }
  }
}

const nameAlone = /^[ \t]{0,20}([A-Za-z][\w.-]{2,60}):?[ \t]{0,20}\r?\n[ \t]{0,20}(\S[^\r\n]{0,8000})/gm
