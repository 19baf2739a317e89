import { isFunctionWord } from './function-words.ts'
import { isOfIdentifiers } from './identifier-words.ts'
import { meaningOf, wordsOf } from './name-meaning.ts'
import { isTechnical } from './person-names.ts'
import { explainsItself, isConstant } from './value-shapes.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * Forms of one word that open nothing wherever they are: what is near a word for a secret and is none of these, and not
 * made of words of programs either, is taken for one.
 */
const forms: readonly { of: string; form: RegExp }[] = [
  {
    of: 'a number, a version, a time, a date or a measure',
    form: /^[#v~^<>=+-]{0,2}\d[\d.,:/+TZxh-]*\p{L}{0,12}[.+]?$/iu,
  },
  { of: 'a version behind a name', form: /^[A-Za-z][\w+-]*[/@-][v^~<>=]{0,2}\d+(?:\.[\w-]+)*$/ },
  {
    of: 'a code of an error or a message',
    form: /^[A-Z]{1,14}(?:[-_.]?\d{1,8})(?:[-_.](?:[A-Z]{1,14}|\d{1,8})){0,3}$/,
  },
  { of: 'commits', form: /^[\da-f]{7,40}\.{2,3}[\da-f]{7,40}$/ },
  { of: 'a kind of key', form: /^(?:ssh|sk|ecdsa|rsa|x509)-[a-z\d-]+(?:@[\w.-]+)?$/ },
  { of: 'a code that says so', form: /^(?:ERR|ERROR|ERRO|FEHLER|E)[-_]\w+$/ },
  { of: 'a standard', form: /^[A-Z]{1,6}#\d{0,3}$/ },
  { of: 'words in capital letters that are joined', form: /^[A-Z]{2,20}\d?(?:[-_][A-Z\d]{1,20}){1,7}$/ },
  { of: 'an address', form: /^[a-z][\w+.-]{1,20}:\/{2}/i },
  {
    of: 'a path',
    form: /^(?:~|\.{1,2})?\/[\w.@~-]|^[A-Za-z]:\\|^[\w.-]+(?:\/[\w.-]+){2,}\/?$|^[\w-]+\/[\w.-]+\.\w{1,5}$/,
  },
  {
    of: 'a host or a file',
    form: /^[\w-]+(?:[.][\w-]+)*\.(?:com|net|org|io|dev|app|br|pt|es|de|fr|it|nl|uk|eu|us|local|internal|example|test|lan|corp|cloud|json|ya?ml|xml|txt|log|jsx?|tsx?|py|java|kt|go|php|rb|cs|md|pdf|zip|gz|jar|sh|conf|cfg|ini|env|sql|html?|csv|pem|key|crt|cer|pfx|p12|jks|kdbx|properties|toml|lock|so|dll|exe|ps1|bat|tf|rs|c|h|cpp|swift|vue|svelte|docx?|xlsx?|png|jpe?g)(?::\d{1,5})?(?:[/#]\S*)?$/i,
  },
  { of: 'a place in a registry', form: /^[A-Z][\w-]*(?:\\[\w -]+)+$/ },
  { of: 'a type of media or an image', form: /^[a-z]+\/[a-z][\w.+-]*(?::[\w.-]+)?$/ },
  { of: 'an option or a variable', form: /^(?:--?[A-Za-z]|[$%@&\\]|\/[A-Z]\b)/ },
  { of: 'code', form: /\w\(|\)[.;]|::|->|=>|&&|\|\||^[\w$]+(?:\.[\w$]+)+\($|^[<{[(]|[=:]$/ },
  { of: 'a header', form: /^[Xx]-[A-Za-z-]+$/ },
  { of: 'an identifier in hexadecimal', form: /^(?:0x)?(?=[\da-f-]*\d)[\da-f]{4,}(?:-[\da-f]{4,})*$/i },
  {
    of: 'an ordinal, a unit or an abbreviation',
    form: /^(?:\d+(?:st|nd|rd|th|[ao]s?|º|ª)|\p{L}{1,2}\d{1,4}|\p{L}\.(?:\p{L}\.)+|[\p{Lu}\d&/]{2,6}s?)$/u,
  },
  {
    of: 'an algorithm',
    form: /^(?:x25519\w*|x448\w*|ml-?(?:kem|dsa)-?\d+\w*|(?:aes|3?des|rsa|ec|ed|sha\d?|md|hmac|hs|rs|es|ps|argon|bcrypt|scrypt|pbkdf|scram|mschap|tls|ssl|http|oauth|utf|base|x)[-_]?[\w-]{0,3}\d\w*(?:[-_]\w+)*)$/i,
  },
]

/** Whether one word is of a form that opens nothing. */
export function isOpenForm(value: string): boolean {
  return forms.some(({ form }) => form.test(value))
}

/** Whether one word, without blanks, is of a form that opens nothing, or is made of words of programs. */
export function isProvenHarmless(value: string, vocabulary: Vocabulary): boolean {
  return explainsItself(value) || isOpenForm(value) || isMadeOfTerms(value, vocabulary)
}

/**
 * Whether words that signs or capital letters join are those of a name in a program: all are known, and one is of
 * computers, of names of fields or of what happens in them. `AuthenticationFilter`, `rate_limit`, `retry-with-backoff`.
 */
export function isMadeOfTerms(value: string, vocabulary: Vocabulary): boolean {
  if (isConstant(value)) return true
  if (!styles.test(value)) return false
  const parts = partsOf(value)
  const isTerm = (part: string) =>
    vocabulary.classOf(part) === 'term' ||
    isOfIdentifiers(part) ||
    isTechnical(part) ||
    meaningOf(part).strength !== 'open' ||
    ofPrograms.test(part)
  const known = parts.filter((part) => part.length < 3 || isTerm(part) || isCommonWord(part, vocabulary)).length
  return known * 4 >= parts.length * 3 && parts.some(isTerm)
}

function isCommonWord(word: string, vocabulary: Vocabulary): boolean {
  const is = vocabulary.classOf(word)
  return is === 'word' || is === 'foreign'
}

/** How names are written: in small letters or in capitals that signs join, in camel case, or as headers are. */
const styles =
  /^(?:[a-z\d]+(?:[-_.:/][a-z\d]+)*|[A-Z\d]+(?:[-_.][A-Z\d]+)*|[A-Za-z][a-z\d]*(?:[A-Z][a-z\d]*)*(?:\.[A-Za-z][A-Za-z\d]*)*|[A-Z][a-z\d]+(?:[-:][A-Z][A-Za-z\d]+)+)$/

const ofPrograms =
  /(?:exception|error|service|controller|manager|handler|provider|encoder|filter|factory|client|server|ctl|adm|dump|restore|tion|ity)s?$/i

function partsOf(value: string): string[] {
  return wordsOf(value)
    .flatMap((one) => one.split(/\d+/))
    .filter((one) => one !== '')
}

/**
 * Whether a text in quotation marks says something to a reader: a message, a label of a screen, a name of a field. What is
 * left may be a passphrase.
 */
export function isMessage(value: string, vocabulary: Vocabulary): boolean {
  const text = value.trim()
  const words = text.match(/[\p{L}][\p{L}'’-]*/gu) ?? []
  if (words.length === 0) return !/\d.*[^\d\s.,:/+-]/.test(text)
  if (/[.!?…:]$/.test(text) || words.length > 7 || says.test(text) || /[()]\s?|: |%s|\{\w*\}/.test(text)) return true
  const content = words.filter((word) => !isFunctionWord(word))
  const told = content.filter(
    (word) => vocabulary.classOf(word) === 'term' || isOfIdentifiers(word) || meaningOf(word).strength !== 'open',
  ).length
  return content.length === 0 || told * 2 >= content.length
}

const says =
  /(?<!\p{L})(?:not|no|n[ãa]o|nicht|pas|cannot|can['’]t|invalid\p{L}*|inv[áa]lid\p{L}*|incorrect\p{L}*|incorret\p{L}*|wrong|fail\p{L}*|falh\p{L}*|fehl\p{L}*|erro\p{L}{0,2}|errat\p{L}|expir\p{L}*|denied|negad[oa]|required|obrigat\p{L}*|missing|unknown|forgot|esque\p{L}*|olvid\p{L}*|oubli\p{L}*|vergessen|remember|lembrar|please|favor|bitte|success\p{L}*|sucesso|locked|bloque\p{L}*|gesperrt|ung[üu]ltig|falsch|verboten|refus\p{L}*|reset|changed?)(?!\p{L})/iu
