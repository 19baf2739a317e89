import type { Add } from './finding.ts'
import type { Kind } from './kinds.ts'

/** Finds what describes people by its form: e-mail addresses, CPF, CNPJ, telephone and card numbers, IBAN. Linear. */
export function findPeople(text: string, add: Add): void {
  if (text.includes('@')) findEmails(text, add)
  findSpelledEmails(text, add)
  if (/\d/.test(text)) {
    findNumbers(text, add)
    findNamedNumbers(text, add)
  }
}

const localCharacter = /[\p{L}\d_.+'-]/u
const domain = /(?:[\p{L}\d-]{1,63}\.){1,6}[A-Za-z]{2,24}(?![A-Za-z\d-])/uy
/** Addresses of a role, and of what is no person; names of files and versions look alike. */
const nobodysEmail =
  /^(?:support|suporte|soporte|noreply|no-reply|no_reply|donotreply|do-not-reply|help|helpdesk|security|abuse|postmaster|webmaster|git)@|\.(?:gserviceaccount\.com|js|mjs|cjs|ts|tsx|jsx|css|map|html?|png|jpe?g|svg|gif|json|xml|ya?ml|tgz|gz|zip|jar|whl|py|rb|go|java|cs|php|so|dll|exe|md|txt|log|min)$/i

/** Headers that name a message of e-mail, not somebody (RFC 5322 § 3.6.4). */
const namesMessage =
  /\b(?:Message-ID|In-Reply-To|References|Content-ID):[ \t]*(?:<[^<>\n]{1,60}>[ \t]*)?<[^\s<>@]{0,60}$/i

/** What is before the host of an address is a user and a password, and the host explains the failure. */
const inAuthority =
  /(?::\/\/[^\s/:@]{1,80}:(?!\d{2,5}\/)[^\s"'<>?]*|:\/\/[\w-]{1,40}:(?!\d{1,5}\s)[^\n/?#@"'<>]{1,120}[ \t][^\s/?#@"'<>]*|:\/\/[^\s/?#"'<>\\]*(?:#[^\s/?#"'<>\\@]*)?|\b(?:thin|oci8?):[^\s/@"']{1,60}\/[^\s@"']*)$/

/** Addresses of the Unified Payments Interface of India, whose ends are banks. */
const paymentAddress = /(?<![\w.-])[\w.-]{2,60}@(?:ok\p{L}{3,12}|upi|ybl|ibl|axl|paytm|apl|yapl)(?![\w.-])/gu

function findEmails(text: string, add: Add): void {
  for (const { 0: value, index } of text.matchAll(paymentAddress))
    add({ start: index, end: index + value.length, kind: 'bank account', name: 'payment address', value })
  for (let at = text.indexOf('@'), done = 0; at >= 0; at = text.indexOf('@', at + 1)) {
    let start = at
    while (start > done && at - start < 64 && localCharacter.test(text.charAt(start - 1))) start -= 1
    while (start < at && /[.']/.test(text.charAt(start))) start += 1
    domain.lastIndex = at + 1
    const found = start < at ? domain.exec(text)?.[0] : undefined
    if (found === undefined) continue
    done = at + 1 + found.length
    const value = text.slice(start, done)
    const before = text.slice(Math.max(0, start - 80), start)
    if (namesMessage.test(before) || /\b(?:ssh|scp|sftp|rsync|git)[ \t][^\n|;&]{0,70}$/.test(before)) continue
    // Of an address of telephony the host stays.
    if (/\bsips?:$/.test(before)) done = at
    // `marcela@bastion.example's password:` asks for one of a host.
    if (/^['’]s password/i.test(text.slice(done, done + 11))) {
      add({ start, end: at, kind: 'name', name: 'user', value: text.slice(start, at) })
      continue
    }
    if (done === at && done > start) add({ start, end: at, kind: 'phone', name: 'sip', value: text.slice(start, at) })
    else if (!nobodysEmail.test(value) && !inAuthority.test(text.slice(Math.max(0, start - 300), start)))
      add({ start, end: done, kind: 'e-mail', name: 'e-mail', value })
  }
}

/** `bram [at] example [dot] nl`, `ana(arroba)example(ponto)com`, `ana AT example DOT com`: spelled so that no program reads it. */
const spelledHost =
  /[ \t]{0,2}(?:[[({<][ \t]?(?:at|ät|arroba|arobase|chiocciola|aapenstaartje|kukac|zavin[áa][čc]|ma[łl]pa|собака|@)[ \t]?[\])}>]|(?<=[ \t])AT(?=[ \t]))[ \t]{0,2}[\p{L}\d-]{2,63}(?:[ \t]{0,2}(?:[[({<][ \t]?(?:dot|punto|ponto|point|punkt|punt|pont|kropka|te[čc]ka|точка|\.)[ \t]?[\])}>]|(?<=[ \t])DOT(?=[ \t])|\.)[ \t]{0,2}[\p{L}\d-]{2,24}){1,4}(?![\p{L}\d-])/gu
const spelledSign = /[[({<][ \t]?(?:at|ät|arro|arob|chio|aape|kuk|zav|ma[łl]|соб|@)|[ \t]AT[ \t]/

function findSpelledEmails(text: string, add: Add): void {
  if (!spelledSign.test(text)) return
  for (const { 0: host, index } of text.matchAll(spelledHost)) {
    const local = /[\p{L}\d_.+-]{2,64}$/u.exec(text.slice(Math.max(0, index - 64), index))?.[0] ?? ''
    if (local === '') continue
    const value = local + host
    add({ start: index - local.length, end: index + host.length, kind: 'e-mail', name: 'e-mail', value })
  }
}

const numbers =
  /(?<![A-Za-z\d])(?:\(\d{2,3}\)|\+?\d|[A-Z](?=[A-Z\d]{1,13}\d|[A-Z\d]?\.))[\dA-Z]{0,40}(?:[ .()/-]{1,3}[\dA-Z]{1,40}){0,6}(?![A-Za-z\d])/g

const namedNumber =
  /(?<![\p{L}\d_]|[\da-f]-)(cpf|cnpj|telefone|celular|fone|phone|whatsapp|zap|rg|identidade|cart[aã]o|card|passport|passaporte|pasaporte|pis(?:\/pasep)?|cart[aã]o (?:do )?sus|cns|ni(?: number)?|national insurance(?: number)?|ag(?=:)|pasep|nis|nit|cnh|t[ií]tulo(?: de eleitor| eleitoral)?|voter id|ssn|ppsn?|bsn|pesel|cuil|nric|tfn|nino|personnummer|c[ée]dula|social security|dni|nie|nif|curp|rut|driver['’]?s? licen[cs]e|driving licen[cs]e|ag[eê]ncia|ag\.|conta(?:[ -](?:corrente|poupan[cç]a|sal[aá]rio|destino|origem|n))?|c\/c|cc|cuenta|bank account|account|acct|a\/c|sort code|routing|aba|iban|cbu|clabe|cvv2?|cvc2?|c[óo]d(?:igo)?\.? (?:de )?seguran[çc]a|c[óo]digo de seguridad|security code|card verification(?: code| value| number)?|pr[üu]f(?:nummer|ziffer|zahl)|kartenpr[üu]fnummer|sicherheitscode|cryptogramme(?: visuel)?|code de s[ée]curit[ée]|codice di sicurezza|tarjeta|karte|kartennummer|carte(?: bancaire)?|carta)(?:[ \t]{0,3}(?:corrente|n[ºo°.]{1,2}|nr\.?|number|numero|número|no\.?(?!\d)|#|do cliente|da cliente|apresentad[oa]|informad[oa]|cadastrad[oa]|code|(?:de|is|es|ist|est|era|was)(?!\d)|é|:|=|\()){0,4}[ \t]{0,3}(\d{8}-?[A-Z]|\d{7}[A-W][A-IW]?(?![A-Z\d])|[STFG]\d{7}[A-Z]|[XYZ]-?\d{7}-?[A-Z]|[A-Z]{2}(?: ?\d\d){3} ?[A-D]|[A-Z]{0,3}\d[\dA-Z ./-]{0,40}[\dXP]|[A-Z]{2}\d{2}[\dA-Z ]{10,40})(?![\p{L}\d])/giu
const namedKinds: Record<string, Kind> = {
  cpf: 'CPF',
  cnpj: 'CNPJ',
  telefone: 'phone',
  celular: 'phone',
  fone: 'phone',
  phone: 'phone',
  whatsapp: 'phone',
  zap: 'phone',
  card: 'card',
  cartao: 'card',
  cartão: 'card',
  tarjeta: 'card',
  karte: 'card',
  kartennummer: 'card',
  carte: 'card',
  'carte bancaire': 'card',
  carta: 'card',
}
/** The digits on the back of a card. */
const verification = /^(?:cvv|cvc|c[óo]d|security|card v|pr[üu]f|kartenp|sicher|crypto|code de|codi)/i
const banking = /^(?:ag|conta|c\/c|cc|cuenta|bank|account|acct|a\/c|sort|routing|aba|iban|cbu|clabe)/i

/** A number behind the word for it, whatever its check digits: `CPF 12345678900`, `agência 0417, conta 77176-5`. */
function findNamedNumbers(text: string, add: Add): void {
  namedNumber.lastIndex = 0
  for (let found = namedNumber.exec(text); found !== null; found = namedNumber.exec(text)) {
    const [whole, name = '', written = ''] = found
    const value = numberOf(name, written)
    const start = found.index + whole.length - written.length
    const kind =
      (verification.test(name) ? 'password' : namedKinds[name.toLowerCase()]) ??
      (banking.test(name) ? 'bank account' : 'document')
    // “security code 403 returned by the gateway”
    const isStatus =
      verification.test(name) &&
      /^[45]\d\d$/.test(value ?? '') &&
      /^[ \t]+(?:returned|error|from|by|response|status)/i.test(text.slice(start + 3, start + 20))
    if (value !== undefined && !/^[0\D]+$/.test(value) && !isStatus)
      add({ start, end: start + value.length, kind, name: name.toLowerCase(), value })
    // The next word for a number may stand among the signs of this one.
    namedNumber.lastIndex = start + (value?.length ?? 1)
  }
}

/** The number itself, less the words and the numbers behind it; undefined where it is a time, a count or an error's code. */
function numberOf(name: string, written: string): string | undefined {
  const isIban = /^iban$/i.test(name)
  const value = isIban
    ? /^[A-Z]{2}\d{2}(?: ?[A-Z\d]{2,4}){2,8}/.exec(written)?.[0]
    : /^(?:[A-Z]{0,3}\d[\dA-Z]*)(?:[./-][\dA-Z]+| {1,3}(?:- )?\d[\d./-]*)*/.exec(written)?.[0]
  const digits = value?.replace(/\D/g, '').length ?? 0
  if (value === undefined || /^\d{4}-\d\d-\d\d|^\d{1,2}\/\d{1,2}\/\d{2,4}|^\d{1,4}[.,]\d{2}$/.test(value))
    return undefined
  if (verification.test(name)) return digits < 5 && digits > 2 ? value : undefined
  if (/^(?:ag|sort|conta|c\/c|cc)/i.test(name))
    return digits >= 4 && (digits > 4 || /^ag/i.test(name) || /-/.test(value)) ? value : undefined
  if (/^(?:account|acct|a\/c|t[ií]tulo|identidade|pis|nis|nit)/i.test(name)) return digits >= 6 ? value : undefined
  if (/^(?:ni|national|dni|nie)/i.test(name) && /^[A-Z\d -]{9,13}$/i.test(written) && /[A-Z]$/i.test(written))
    return written
  if (/^(?:pps|nric)/i.test(name)) return /^[STFG]?\d{7}[A-W][A-IW]?$/i.test(written) ? written : undefined
  if (/^(?:rg|passp|passa|pasap|cnh|dni|nie|nif|driv|voter|curp|rut)/i.test(name))
    return digits >= 5 && value.length >= 7 ? value : undefined
  return digits >= 7 ? value : undefined
}

function findNumbers(text: string, add: Add): void {
  numbers.lastIndex = 0
  for (let found = numbers.exec(text); found !== null; found = numbers.exec(text)) {
    // A run of many groups may begin with one that is no part of a number.
    const [written] = found
    const told = /^[0\D]+$/.test(written) ? undefined : numberIn(written, text, found.index)
    if (told === undefined) {
      const next = /[ ()/]/.exec(written)
      if (next !== null && written.length > 9) numbers.lastIndex = found.index + next.index + 1
      continue
    }
    const [kind, offset, length] = told
    const start = found.index + offset
    add({ start, end: start + length, kind, name: kind, value: text.slice(start, start + length) })
    numbers.lastIndex = start + length
  }
}

type Told = [
  kind: 'IP address' | 'document' | 'CPF' | 'CNPJ' | 'phone' | 'card' | 'bank account',
  offset: number,
  length: number,
]

function numberIn(written: string, text: string, at: number): Told | undefined {
  for (const [kind, form, fits] of forms) {
    let value = form.exec(written)?.[0]
    // The next number of a sentence is none of its groups.
    while (value !== undefined && !fits(value)) value = /^(.+)[ .-][\dA-Z]+$/.exec(value)?.[1]
    if (value === undefined || /[A-Za-z\d]/.test(text.charAt(at + value.length))) continue
    return [kind, 0, value.length]
  }
  return undefined
}

const forms: [Told[0], RegExp, (value: string) => boolean][] = [
  ['IP address', /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\d.])/, () => true],
  ['CPF', /^\d{3}\.\d{3}\.\d{3}[-/ .]?\d{2}/, () => true],
  ['document', /^\d{1,2}\.\d{3}\.\d{3}-[\dX](?![\dA-Z])/, () => true],
  ['CPF', /^\d{9}-\d{2}(?!\d)/, () => true],
  ['CPF', /^\d{3}[ -]\d{3}[ -]\d{3}[ -]\d{2}(?!\d)/, isCpf],
  ['CPF', /^\d{11}(?![\dA-Z])/, isCpf],
  ['CNPJ', /^\d{2}\.\d{3}\.\d{3}[/ ]?\d{4}[- ]?\d{2}/, () => true],
  ['CNPJ', /^\d{8}\/\d{4}-\d{2}/, () => true],
  ['CNPJ', /^[A-Z\d]{2}\.[A-Z\d]{3}\.[A-Z\d]{3}\/[A-Z\d]{4}-\d{2}/, () => true],
  ['CNPJ', /^[A-Z\d]{8}\/[A-Z\d]{4}-\d{2}/, isCnpj],
  ['CNPJ', /^[A-Z\d]{12}\d{2}(?![\dA-Z])/, isCnpj],
  ['CPF', /^\d{3}-\d{2}-\d{4}(?![\d-])/, () => true],
  ['card', /^(?:\d{4}(?: {1,3}|-| - )){3}\d{4}(?!\d)/, isCard],
  ['card', /^3\d{3}[ -]\d{6}[ -]\d{5}(?!\d)/, isCard],
  ['card', /^\d{13,19}(?![\dA-Z])/, isCard],
  ['bank account', /^[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,4})?/, isIban],
  ['bank account', /^\d{2}-\d{2}-\d{2} \d{8}(?![\d-])/, () => true],
  ['phone', /^\+\d{1,3}[ .-]?(?:\(?\d{1,4}\)?[ .-]?){1,5}\d{2,4}(?!\d)/, (value) => isLong(value, 8, 15)],
  ['phone', /^(?:55 ?)?\(0?\d{2}\) ?9?[ .-]?\d{4}[ .-]?\d{4}(?!\d)/, () => true],
  ['phone', /^\(\d{3}\) ?\d{3}[ .-]?\d{4}(?!\d)/, () => true],
  ['phone', /^(?:55 )?[1-9][1-9] 9 ?\d{4}[ -]?\d{4}(?!\d)/, () => true],
  ['phone', /^(?:55 ?)?[1-9][1-9][ -]?9?\d{4}-\d{4}(?![\d-])/, () => true],
  ['phone', /^\d{3}[-. ]\d{3}[-. ]\d{4}(?![\d.-])/, () => true],
  ['phone', /^55[1-9][1-9]9\d{8}(?!\d)/, () => true],
  ['phone', /^9\d{4}-\d{4}(?![\d-])/, () => true],
]

function isLong(value: string, least: number, most: number): boolean {
  const digits = value.replace(/\D/g, '').length
  return digits >= least && digits <= most
}

/** Check digits of a CPF; none has all digits alike. */
function isCpf(written: string): boolean {
  const digits = written.replace(/\D/g, '')
  if (digits.length !== 11 || /^(\d)\1+$/.test(digits)) return false
  return [9, 10].every((length) => {
    let sum = 0
    for (let at = 0; at < length; at++) sum += Number(digits[at]) * (length + 1 - at)
    return ((sum * 10) % 11) % 10 === Number(digits[length])
  })
}

/** Check digits of a CNPJ, of letters and digits since July 2026 (IN RFB 2.229/2024); a time of 14 digits is none. */
function isCnpj(written: string): boolean {
  const signs = written.replace(/[^A-Z\d]/g, '')
  if (signs.length !== 14 || /^(.)\1+$/.test(signs)) return false
  if (/^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d[0-5]\d$/.test(signs)) return false
  return [12, 13].every((length) => {
    let sum = 0
    for (let at = 0; at < length; at++) sum += (signs.charCodeAt(at) - 48) * (2 + ((length - 1 - at) % 8))
    const rest = sum % 11
    return (rest < 2 ? 0 : 11 - rest) === Number(signs[length])
  })
}

/** A card's number: the Luhn digit (ISO/IEC 7812-1) behind the beginning of a known network. */
function isCard(written: string): boolean {
  const digits = written.replace(/\D/g, '')
  if (!/^(?:4|5[0-8]|2[2-7]|3[4-9]|30|6)/.test(digits) || /^(\d)\1+$/.test(digits)) return false
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at])
    const doubled = at % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Check digits of an IBAN (ISO 13616). */
function isIban(written: string): boolean {
  const signs = written.replace(/\s/g, '')
  if (signs.length < 15 || signs.length > 34) return false
  let rest = 0
  for (const sign of signs.slice(4) + signs.slice(0, 4)) {
    const value = /\d/.test(sign) ? Number(sign) : sign.charCodeAt(0) - 55
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}
