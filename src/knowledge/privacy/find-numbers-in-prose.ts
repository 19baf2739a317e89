import type { Add } from './finding.ts'
import { isFunctionWord } from './function-words.ts'
import { saysOpenWord } from './open-words.ts'

/**
 * Finds numbers of people in sentences: telephones, documents, accounts and codes, in whatever groups a country writes
 * them. A number of six digits or more in a sentence is removed unless it is a date, an amount, a count or an identifier
 * that a word before it names. Linear.
 */
export function findNumbersInProse(text: string, add: Add): void {
  for (const { 0: value, index } of text.matchAll(insured))
    add({ start: index, end: index + value.length, kind: 'document', name: 'number', value })
  for (const found of text.matchAll(pinInGroups)) {
    const value = found[1] ?? ''
    const start = found.index + found[0].length - value.length
    add({ start, end: start + value.length, kind: 'code', name: 'code', value })
  }
  if (ofSpoken.test(text))
    for (const { 0: value, index } of text.matchAll(spokenDigits))
      if (ofSpoken.test(text.slice(Math.max(0, index - 120), index)))
        add({ start: index, end: index + value.length, kind: 'code', name: 'code', value })
  for (const found of text.matchAll(mixedCode)) {
    const value = found[1] ?? ''
    if (!interleaved.test(value)) continue
    const start = found.index + found[0].length - value.length
    add({ start, end: start + value.length, kind: 'code', name: 'code', value })
  }
  for (const { 0: written, index } of text.matchAll(grouped)) {
    const value = written.trimEnd()
    if (isOfPerson(text, value, index))
      add({ start: index, end: index + value.length, kind: 'unknown value', name: 'number', value })
  }
}

/** National insurance numbers of Great Britain and of France. */
const insured =
  /(?<![\p{L}\d])(?:[A-Z]{2} \d{2} \d{2} \d{2} [A-D]|[12] \d\d (?:0[1-9]|1[0-2]) (?:\d\d|2[AB]) \d{3} \d{3}(?: \d\d)?)(?![\p{L}\d])/gu

/** `PIN do token 20 71`, « code porteur 5518 » */
const pinInGroups =
  /(?:(?<!\p{L})(?:pin|otp|tan|token)\b[^\n\d.]{0,40}?[ \t:](?=\d\d )|(?<!\p{L})code (?:porteur|secret|confidentiel|d['’]acc[èe]s)[ \t:]{1,3}(?:est )?)(\d\d \d\d(?: \d\d)?|\d{4,8})(?![\d:.,]\d|\d| \d)/giu

/** Digits that are spelled one by one: “seven two nine four”, “sete dois nove quatro”. */
const digitWord =
  '(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|um|dois|tr[êe]s|quatro|cinco|seis|meia|sete|oito|nove|uno|dos|tres|cuatro|siete|ocho|nueve|null|eins|zwei|drei|vier|f[üu]nf|sechs|sieben|acht|neun|z[ée]ro|un|deux|trois|quatre|cinq|sept|huit|neuf)'
const spokenDigits = new RegExp(`(?<!\\p{L})${digitWord}(?:[ ,-]{1,2}${digitWord}){2,11}(?!\\p{L})`, 'giu')
const ofSpoken =
  /(?<!\p{L})(?:pin|pass[ -]?code|code|c[óo]digo|codice|otp|tan|cvv|cvc|digits|d[íi]gitos|ziffern|chiffres|password|passwort|senha|clave|token|card|cart[ãa]o|tarjeta|karte|carte|account|conta|ssn|cpf)(?!\p{L})/iu

/** `Steam guard: K7R2P`, “your verification code is 4FQ9-X2”: letters and digits by turns, as no error's code is written. */
const mixedCode =
  /(?<![\p{L}\d_])(?:(?:steam|login|account|device)[ -]?guard(?: code)?|(?:verification|security|sign-?in|log-?in|access|auth(?:entication|enticator|orization)?|one[- ]time|confirmation|backup|recovery|pairing|activation|sms|e-?mail)[ -](?:code|pin|passcode)|c[óo]digo (?:de )?(?:verifica[çc][ãa]o|verificaci[óo]n|acesso|acceso|seguran[çc]a|seguridad|confirma[çc][ãa]o|confirmaci[óo]n|ativa[çc][ãa]o|activaci[óo]n|sms)|(?:freischalt|best[äa]tigungs|zugangs|einmal|sicherheits|aktivierungs|verifizierungs|verificatie|bevestigings|toegangs)[- ]?code|code d(?:e |['’])(?:confirmation|acc[èe]s|s[ée]curit[ée]|activation|v[ée]rification)|codice (?:di )?(?:verifica|accesso|sicurezza|conferma|attivazione)|(?:otp|totp|2fa|mfa|tan)(?: code)?)[ \t]{0,2}(?:[:=]|is|was|é|es|foi|ist|lautet|est|è)[ \t]{1,3}["'“*]{0,2}([A-Z\d]{2,8}(?:-[A-Z\d]{2,8})?)(?![\p{L}\d_-])/giu
const interleaved = /^(?=.{4,})[A-Z\d-]*(?:\d[A-Z]+-?\d|[A-Z]\d+-?[A-Z]\d*|[A-Z]\d-\d+[A-Z])[A-Z\d-]*$/

/** Groups of digits between blanks, dots, hyphens or brackets, and six or seven digits in a row. */
const grouped =
  /(?<![\p{L}\d_.,:/+#=$%~-]|\d )(?:\(?\d{1,5}\)?(?:[ .-]\d{1,6}){1,8}|\d{6,7})(?![\p{L}\d_%=]|[.,:/-]\d|-\p{L}|[ \t]?[€$£%]|[ \t]\d)/gu

function isOfPerson(text: string, value: string, at: number): boolean {
  const digits = value.replace(/\D/g, '')
  if (digits.length < 6 || digits.length > 20 || isOpenForm(value) || /^(\d)\1+$/.test(digits)) return false
  const before = text.slice(Math.max(0, at - 120), at)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const behind = text.slice(at + value.length, at + value.length + 60).split('\n')[0] ?? ''
  if (
    /(?<!\p{L})(?:p\/n|s\/n|part (?:no\.?|number)|sku|model|firmware|drawing|nf-?e|ct-?e|chave de acesso)[ \t#:]{0,3}$/iu.test(
      line,
    )
  )
    return false
  const isIdentity = identity.test(line.slice(-40))
  if (!isSentence(line, behind) && !(isIdentity && /[:=][ \t]*$/.test(line))) return false
  if (!isIdentity && (currency.test(line.slice(-8)) || currencyBehind.test(behind))) return false
  if (
    /^\d{1,3}(?:[ .]\d{3})+$/.test(value) &&
    !isIdentity &&
    !(/^\d{3} \d{3}$/.test(value) && code.test(line.slice(-60)))
  )
    return false
  if (/^\d{6,7}$/.test(value)) return (isIdentity || code.test(line.slice(-60))) && !saysOpenWord(line.slice(-30))
  return isIdentity || !(saysOpenWord(line) || failing.test(line.slice(-24)))
}

/** Dates, times, versions, addresses of machines and ranges. */
function isOpenForm(value: string): boolean {
  return (
    /^(?:(?:19|20)\d\d[-. ]\d\d?(?:[-. ]\d\d?)?(?: \d.*)?|\d\d?[-.]\d\d?[-.](?:19|20)?\d\d(?: \d.*)?|\d\d?(?: \d\d?)? (?:19|20)\d\d|(?:19|20)\d\d[ -](?:19|20)\d\d|\d{1,3}(?:\.\d{1,3}){3}|\d{2,3}\.0\.\d{4,5}\.\d{1,4}|\d{1,2}(?:\.\d{1,2}){1,4}|\d{1,6}-\d{1,4}|0{3,}[ -].*|[245]\d\d[ -]\d\.\d{1,3}\.\d{1,3}|(?:19|20)\d\d-\d{3,8}|97[89][- ].+|\d+\.\d+(?:\.\d+)?|(?=(?:\d+\.)*\d(?:\.|$))\d{1,4}(?:\.\d{1,5}){3})$/.test(
      value,
    ) && !/^\d{1,3}(?:\.\d{3}){2,}$/.test(value)
  )
}

/** At least a word right before and two more on the line: no table, no dump, no code. */
function isSentence(line: string, behind: string): boolean {
  if (
    !/\p{L}{2}['’.]?[ \t]*(?:n[º°o.]{1,2}[ \t]*)?[:(,]?[ \t]*$/u.test(line) ||
    / {3,}|\t|[{}=<>;|]/.test(line.slice(-50))
  )
    return false
  const words = `${line} ${behind}`.match(/(?<![\p{L}\d_./-])\p{L}{2,}(?![\p{L}\d_/=(])/gu) ?? []
  return words.length > 3 && words.some((word) => isFunctionWord(word))
}

const identity =
  /(?:c[ée]dula|\bdni\b|\bnie\b|\brut\b|\bnit\b|\bcuit\b|\bcurp\b|\bcpf\b|\brg\b|\bcnh\b|documento|identidad\p{L}*|carteir\p{L}+|s[ée]cu\b|\bnir\b|\bssn\b|\bnino?\b|insurance|pesel|\bbsn\b|personnummer|svnr|steuer\p{L}*|kundennummer|beraternummer|versichert\p{L}*|passport|passaporte|pasaporte|account|konto\p{L}*|conta|cuenta|compte|tele?(?:phone|fone|fon\p{L}*|foon\p{L}*)|telefonu|phone|mobile?|portable|celular|cel|m[óo]vil|handy|whats\p{L}*|member|card|cart[ãa]o|tarjeta|carte|karte|joindre|call(?: me)?|ligar?|reach)[^\n\d]{0,24}$/iu
const code =
  /(?:code|c[óo]digo|codice|kod|pin|otp|sms|token(?!s)|digits|d[íi]gitos|ziffern|chiffres|cijfers|senha|password|geheim\p{L}*)[^\n\d]{0,50}$/iu
const currency = /(?:R\$|US\$|[$€£¥]|\b(?:BRL|USD|EUR|GBP|COP|CLP|ARS|MXN|PEN|JPY|INR|CHF|SEK|NOK|DKK|PLN))[ \t]*$/
const currencyBehind =
  /^[ \t]*(?:reais|euros?|d[óo]lares|dollars?|pesos|BRL|USD|EUR|GBP|rows?|linhas?|records?|registros|bytes?|items?|itens|requests?|users?|times|vezes|ms|(?:milli|micro|nano)?se[cg]\p{L}{0,8}|minut\p{L}{1,3}|hours?|horas?|days?|dias|d[íi]as|attempts?|tentativas|tokens?|characters?|lignes?|zeilen|[km]b)\b/iu
const failing = /(?:erro?r?|erreur|fehler\p{L}*|foutcode|felkod|status|http|code erreur|ora|sqlstate)\W{0,4}$/iu
