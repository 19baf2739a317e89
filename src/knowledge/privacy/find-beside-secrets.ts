import type { Add } from './finding.ts'
import { isFunctionWord } from './function-words.ts'
import { isOfIdentifiers } from './identifier-words.ts'
import { meaningOf } from './name-meaning.ts'
import { isTechnical, plain } from './person-names.ts'
import { explainsItself } from './value-shapes.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * Finds passwords that are made of words a few words or lines behind a word for a password, whatever the sentence says
 * of them: “il m'a donné le mot de passe TarteAuxMirabelles”, “… la sua, gremio83”. What is written together of words that
 * no identifier is made of, or of a word and a number, is removed there. Linear.
 */
export function findBesideSecrets(text: string, vocabulary: Vocabulary, add: Add): void {
  let from = 0
  for (const { 0: topic, index } of text.matchAll(topics)) {
    if (isAboutErrors(text, index)) continue
    const start = Math.max(from, index + topic.length)
    const window = linesFrom(text, index + topic.length)
    from = Math.max(from, index + topic.length + window)
    for (const { 0: written, index: at } of text.slice(start, from).matchAll(atoms)) {
      const value = written.replace(/[-_.]+$/, '')
      if (value.length < 6 || !isChosen(value, vocabulary)) continue
      const place = start + at
      if (
        isNamedThing(
          text.slice(Math.max(0, place - 40), place),
          text.slice(place + value.length, place + value.length + 24),
        )
      )
        continue
      add({ start: place, end: place + value.length, kind: 'password', name: 'password', value })
    }
  }
}

const topics =
  /(?<![\p{L}\d_.$-])(?:\p{L}{0,16}(?:passwor[dt]|kennwort|wachtwoord)(?:s|en|et)?|pass[ -](?:word|phrase|code)s?|passwd|pwds?|pw|senhas?|contrase[ñn]as?|mots? de passe|mdp|palavra-?passe|parola(?: d['’]ordine)?|heslo|has[łl]o|l[öo]senord(?:et)?|passord(?:et)?|adgangskoden?|salasana|jelsz[óo]|lozinka|şifre\p{L}{0,3}|пароль|credentials|creds|credenciais|credenciales|zugangsdaten|identifiants|log-?in:)(?![\p{L}\d_-]|[ \t]*\()/giu
const atoms = /(?<![\p{L}\d_@/.:$#%\\=<-])\p{L}[\p{L}\d_&!+*~$%#-]{4,40}(?![\p{L}\d_@/\\(=>]|[.:][\p{L}\d/])/gu

/** Up to five lines and 280 characters. */
function linesFrom(text: string, at: number): number {
  const behind = text.slice(at, at + 280)
  let end = -1
  for (let lines = 0; lines < 5; lines++) {
    end = behind.indexOf('\n', end + 1)
    if (end < 0) return behind.length
  }
  return end
}

/** A name of a field, of a function or of a test: `password.label`, “PasswordEncoder”. */
function isAboutErrors(text: string, at: number): boolean {
  return /=[ \t]*["'`]?$|:["'`]$|[<({[]$/.test(text.slice(Math.max(0, at - 6), at))
}

/** What a word before or behind it says to be a file, a host, an error or a part of a program. */
function isNamedThing(before: string, behind: string): boolean {
  return (
    /(?<!\p{L})(?:errors?|erros?|error code|fehler\p{L}*|erreur|errore|status|class|field|campo|header|host|server|servidor|file|arquivo|realm|tenant|bucket|cluster|namespace|pod|job|table|tabela|column|branch|release|version|vers[ãa]o|flow|policy|scope|claim|ticket|evento?|event|product|app|plugin|module|package|library|browser|firmware|feature|flag|log|queue|topic)["'`:=( \t]{1,3}$/iu.test(
      before,
    ) ||
    /^["'`]?[ \t](?:errors?|exception|failed|failure|endpoint|field|header|grant|flow|policy|class|table|service|module|api\b|sdk\b|plugin|page|screen|is not|not found)/i.test(
      behind,
    )
  )
}

/** Whether somebody chose it: a word with a number, words that are joined by signs or by capital letters. */
function isChosen(value: string, vocabulary: Vocabulary): boolean {
  if (explainsItself(value) || /^[\p{Lu}\d_-]+$/u.test(value)) return false
  // `unwillingToPerform`, `lockoutThreshold`: as programs write their names.
  if (/^\p{Ll}+(?:\p{Lu}\p{Ll}+)+$/u.test(value)) return false
  const numbered =
    /^(\p{L}{4,}(?<!argon|crypt|windows|office|oauth|base|utf|version))[-_.]?(\d{1,6})[!?*#$%&+]?$/iu.exec(value)
  if (numbered !== null) {
    const [, word = ''] = numbered
    // `HikariPool-2`, `smsc-2`
    const isNamed = value.includes('-') && /\p{Ll}\p{Lu}|-\d$/u.test(value)
    return !isNamed && isOfPerson(word, vocabulary) && !/^\p{Lu}{2,}$/u.test(word)
  }
  const parts = value
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[\s\d_&!+*~$%#-]+/)
    .filter((one) => one !== '')
  const words = parts.filter((one) => one.length > 2 && !isFunctionWord(one))
  if (/\p{L}[&!+*~$%#]\d{1,6}$|\p{Ll}{2}[&+*~$%#]\p{Lu}?\p{Ll}{2}/u.test(value))
    return words.length > 0 && words.every((one) => isOfPerson(one, vocabulary))
  if (parts.length < 2 || words.length < 2 || /^\p{Lu}{2,}|\p{Lu}{3}/u.test(value)) return false
  if (!words.every((one) => isOfPerson(one, vocabulary))) return false
  const isJoinedByHyphens = /^[\p{L}\d]+(?:-[\p{L}\d]+)+$/u.test(value)
  // “self-service” and “segunda-feira” are words of a sentence; `quiet-river-stone` is none.
  if (isJoinedByHyphens)
    return parts.length > 2
      ? words.some((one) => vocabulary.classOf(one) !== 'word') || words.length > 3
      : words.every((one) => /^\p{Lu}/u.test(one)) && words.some((one) => vocabulary.classOf(one) === 'odd')
  return value.includes('_') ? words.some((one) => vocabulary.classOf(one) !== 'word') : words.join('').length > 9
}

/** No word of computers, of names of fields or of what is said of passwords. */
function isOfPerson(word: string, vocabulary: Vocabulary): boolean {
  const small = plain(word)
  return (
    vocabulary.classOf(word) !== 'term' &&
    !isTechnical(word) &&
    meaningOf(word).strength === 'open' &&
    !isOfIdentifiers(small) &&
    !endings.test(small)
  )
}

const endings =
  /(?:exception|error|service|controller|manager|handler|provider|encoder|ment|tion|sion|ness|ity|ador|able|ible|ication|fehler|seite|feld|ung|heit|keit|datei|dienst)$/
