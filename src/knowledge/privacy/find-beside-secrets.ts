import type { Add } from './finding.ts'
import { isFunctionWord } from './function-words.ts'
import { isOfIdentifiers } from './identifier-words.ts'
import { meaningOf } from './name-meaning.ts'
import { isTechnical, plain } from './person-names.ts'
import { explainsItself } from './value-shapes.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * Finds passwords that are made of words a few words or lines before or behind a word for a password or a sign-in, whatever
 * the sentence, the record or the call says of them: “il m'a donné le mot de passe TarteAuxMirabelles”, “… la sua,
 * gremio83”, `"event":"pwd_change","before":"lagartixa-71"`. What is written together of words that no identifier is made
 * of, or of a word and a number, is removed there. Linear.
 */
export function findBesideSecrets(text: string, vocabulary: Vocabulary, add: Add): void {
  let from = 0
  topics.lastIndex = 0
  for (let found = topics.exec(text); found !== null; found = topics.exec(text)) {
    const [topic] = found
    const { index } = found
    // The next of many beside each other adds little to what this one reaches.
    topics.lastIndex = index + topic.length + stride
    const start = Math.max(from, index - linesBefore(text, index))
    from = Math.max(from, index + topic.length + linesFrom(text, index + topic.length))
    for (const { 0: written, index: at } of text.slice(start, from).matchAll(atoms)) {
      const value = written.replace(/[-_.]+$/, '')
      const place = start + at
      if (value.length < 6 || !(isChosen(value, vocabulary) || isJoinedRightBehind(text, place, value, vocabulary)))
        continue
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

/** Characters. */
const stride = 60

const topics =
  /pass[ -]?(?:word|phrase|code)s?|pas(?:swd|sord|swort|vord)|kennwort|wachtwoord|pwd|(?<![\p{L}\d])(?:pw|mdp|pass|pin|creds?)(?![\p{L}\d])|senha|contrase[ñn]a|clave|mots? de passe|palavra[- ](?:passe|chave|combinada)|parola(?![\p{L}])|heslo|has[łl]o|l[öo]senord|adgangskode|salasana|jelsz[óo]|lozinka|şifre|парол|credential|credenciai|credenciale|zugang|identifiants|log[-_ ]?[io]n|sign[-_ ]?in(?!g)|passphrase|einlogg|anmeld|connexion|inlogg|acesso|unlock|secret|requirepass|masterauth|crypt(?=\()|s[ée]same/giu
const atoms = /(?<![\p{L}\d_@/.:$#%\\=<-])\p{L}[\p{L}\d_&!+*~$%#-]{4,40}(?![\p{L}\d_@/\\(=>]|[.:][\p{L}\d/]|"[ \t]?:)/gu

/** Up to six lines and 400 characters. */
function linesBefore(text: string, at: number): number {
  const before = text.slice(Math.max(0, at - 400), at)
  let start = before.length
  for (let lines = 0; lines < 6; lines++) {
    start = before.lastIndexOf('\n', start - 1)
    if (start < 1) return before.length
  }
  return before.length - start - 1
}

/** Up to eight lines and 400 characters. */
function linesFrom(text: string, at: number): number {
  const behind = text.slice(at, at + 400)
  let end = -1
  for (let lines = 0; lines < 8; lines++) {
    end = behind.indexOf('\n', end + 1)
    if (end < 0) return behind.length
  }
  return end
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

/** Words of no program that a hyphen joins, as the argument of what takes a secret: `requirepass tamandua-bandeira`. */
function isJoinedRightBehind(text: string, at: number, value: string, vocabulary: Vocabulary): boolean {
  const words = value.split(/[-_]/)
  return (
    words.length > 1 &&
    value.search(topics) < 0 &&
    words.every((word) => /^\p{L}{2,}$/u.test(word)) &&
    rightBefore.test(text.slice(Math.max(0, at - 32), at)) &&
    words.every((word) => isFunctionWord(word) || isOfPerson(word, vocabulary)) &&
    !/^(?:self|non|auto|pre|post|re|co|multi|single|two|one)$/i.test(words[0] ?? '')
  )
}

const rightBefore =
  /(?:(?<![\p{L}\d])(?:requirepass|masterauth|PASS|enable secret|set_password|psk)|crypt|passwor[dt]|kennwort|senha|contrase[ñn]a|s[ée]same|passphrase|wachtwoord|has[łl]o|heslo)(?:[ \t]+|["']?[ \t]?[:=(][ \t]?)["'“«]?$/iu

/** No word of computers, of names of fields or of what is said of passwords. */
function isOfPerson(word: string, vocabulary: Vocabulary): boolean {
  const small = plain(word)
  return (
    vocabulary.classOf(word) !== 'term' &&
    !isTechnical(word) &&
    !/^(?:cred|auth|login|logon|sign)/i.test(word) &&
    meaningOf(word).strength === 'open' &&
    !isOfIdentifiers(small) &&
    !endings.test(small)
  )
}

const endings =
  /(?:exception|error|service|controller|manager|handler|provider|encoder|ment|tion|sion|ness|ity|ador|able|ible|ication|fehler|seite|feld|ung|heit|keit|datei|dienst)$/
