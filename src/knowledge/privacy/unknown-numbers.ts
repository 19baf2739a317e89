import { meaningOf, wordsOf } from './name-meaning.ts'
import { saysOpenWord } from './open-words.ts'
import { type Around, isNearCode, isNearPin, lineBefore, ownName, saysOpen } from './surroundings.ts'

const nearNumber =
  /^[ \t]{0,2}(?:bytes?|ms|s|seconds?|segundos?|minutes?|minutos?|milliseconds?|centavos|reais|brl|usd|eur|rows?|linhas?|itens|items|records?|registros|tokens?|requests?|chars?|caracteres|characters|bits?|[km]b)\b/i

/** What vendors number: “SAP Note 3089413”. */
const numbered =
  /(?<!\p{L})(?:run|workflow|pipeline|deployment|patch|note|nota|bug|kb|hotfix|build|versioncode|fix|ticket|issue|ptf|advisory|article|p\/n|s\/n|sku|nf-?e|ct-?e|nfc-?e)[ \t#:]{1,3}$/iu

/** A sample of a metric, alone or behind its labels, or what is counted or measured before it (Prometheus, Git LFS). */
const sampled =
  /(?:^[a-z]+(?:_[a-z\d]+)+(?:\{[^{}]*\})?|(?:^|[ \t,;(-])(?:m(?:ax|in)(?:imum)?[_-]?(?:length|len|size|chars)|size|bytes|baud|gpio|length|count|total|hits|misses|rows|offset|lag|duration|elapsed|records?|tamanho|total de|linhas|registros)\b[:=]?)[ \t]+$/i

export function isUnknownNumber(digits: string, at: number, isPath: boolean, around: Around): boolean {
  const { text } = around
  if (
    isPath ||
    /[.,]\d{0,2}$/.test(text.slice(Math.max(0, at - 3), at)) ||
    /^[.,]\d/.test(text.slice(at + digits.length, at + digits.length + 2))
  )
    return false
  const before = lineBefore(around, at)
  // The number of a process: `sshd[23817]:`, “04:17:22 UTC [23817]”
  if (
    /(?:\d|UTC|GMT|[A-Z]{2,4}T|[a-z][\w.()-]{1,40})[ \t]?\[$/.test(before) &&
    /^\](?:[:,]|[ \t]|$)/.test(text.slice(at + digits.length, at + digits.length + 2)) &&
    digits.length < 8
  )
    return false
  if (/(?:char2?|decimal|numeric|binary|bit)\($/i.test(before)) return false
  if (sampled.test(before) || numbered.test(before) || /\d\.\d[\w.-]{0,20} \($/.test(before)) return false
  if (nearNumber.test(text.slice(at + digits.length, at + digits.length + 20))) return false
  if (digits.length === 6 && isNearCode(around, at))
    return !isCount(around, at) && !isCalled(before) && !/^(?:\w*code|c[oó]d(?:igo)?)$/i.test(ownName(around, at) ?? '')
  if (
    digits.length >= 4 &&
    digits.length < 9 &&
    isNearPin(around, at) &&
    !isCount(around, at) &&
    !isCalled(before) &&
    !isNamedOpen(around, at)
  )
    return !isYear(digits)
  // The number of a message in front of it: “610301202: Die Signatur …”
  if (
    /["“„«(]$/.test(before) &&
    /^(?::| [–-])[ \t]\p{L}{2}/u.test(text.slice(at + digits.length, at + digits.length + 5))
  )
    return false
  if (digits.length < 8 || /^(\d)\1+$/.test(digits) || /^0{4,}/.test(digits) || constants.test(digits)) return false
  if (isTime(digits)) return false
  return (
    !saysOpen(around, at) &&
    !isCount(around, at) &&
    !/(?:\b(?:erro?r?|code|c[oó]digo|errno|hresult)\W{0,4}|[-|]|[A-Z]_[A-Z_]{2,40} \()$/i.test(lineBefore(around, at))
  )
}

/** Whether the word right before a number says that it is one of a rule, a model or a consignment: “rule 4719”, `NCR 6623`. */
function isCalled(before: string): boolean {
  if (
    /(?<!\p{L})(?:errors?|erros?|fehler|erreur|errore|felkod|foutcode|status|http|evento?|event)[ \t:#]{1,3}$/iu.test(
      before,
    )
  )
    return true
  const word = /(\p{L}{3,20})[ \t]+(?:n[º°o.]{1,2}[ \t]*)?#?$/u.exec(before)?.[1]
  if (/(?<![\p{L}\d])(?!PIN|M?TAN|OTP|CV[VC]|SMS|MFA|C[OÓ]D|PASS|TOKEN|SENHA)\p{Lu}{2,8}[ \t]+$/u.test(before))
    return true
  return word !== undefined && saysOpenWord(word)
}

/** Whether a name of its own says that it is none: `password hash: argon2id, m=65536`. */
function isNamedOpen(around: Around, at: number): boolean {
  const name = ownName(around, at)
  return name !== undefined && meaningOf(name).strength === 'open' && /=[ \t]*$/.test(lineBefore(around, at))
}

/** A year of our time: a PIN may begin so as well. */
function isYear(digits: string): boolean {
  return /^(?:19[5-9]|20[0-4])\d$/.test(digits)
}

/** Whether the name of a number says what it counts or measures. */
function isCount(around: Around, at: number): boolean {
  const name = ownName(around, at)
  return name !== undefined && wordsOf(name).some((word) => countWords.has(word))
}

const countWords: ReadonlySet<string> = new Set(
  `size length tamanho duration elapsed age amount valor value total saldo balance count limite limit quantity quantidade epoch
   timestamp time hora at since until ttl expires exp iat nbf max min bytes memory heap port pid line col offset ms ns us xmx xms
   seconds rows iterations rounds lifetime lifespan complexity cost weight width height price preco capacity used hits misses keys free rate ratio sum avg neg interval timeout delay start end
   stamp date data versao version level`.split(/\s+/),
)

/** Consignments (GS1, SSCC), seconds of one year and of two, samples, results of Windows, and codes of errors behind a word for one. */
const constants =
  /^(?:00\d{18}|80(?:09|07|04)\d{4}|14094\d{3}|31536000|63072000|15552000|12345678\d{0,2}|214[678]\d{6}|4294967\d{3}|2147483647)$/

/** Seconds to nanoseconds since 1970, or a date with its time: 2001 to 2040. */
function isTime(digits: string): boolean {
  return (
    /^1\d{9}(?:\d{3}){0,3}$/.test(digits) ||
    /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d\d{0,9})?)?$/.test(
      digits,
    )
  )
}
