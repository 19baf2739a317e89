import { meaningOf } from './name-meaning.ts'
import { isOpenName, saysOpenWord, secretWords } from './open-words.ts'
import type { Vocabulary } from './vocabulary.ts'

export interface Around {
  text: string
  /** Where the chunk begins. */
  index: number
  name: string | undefined
  vocabulary: Vocabulary
  /** The name of the value that was looked at last. */
  met?: { at: number; own: OwnName | undefined }
}

interface OwnName {
  /** Words before the name. */
  phrase: string
  name: string
}

/** What is between a name and its value. */
const separator = /["'\])]{0,2}[ \t]{0,4}(?:=>|->|[:=>])[ \t]{0,4}["'([{<]{0,3}(?:W\/")?(?:([\w.-]{0,12})[:/=]{1,2})?$/
const lastName = /[\p{L}_$][\p{L}\d_.$@#-]{0,60}$/u
const lastWords = /(?:\p{L}[\p{L}\d]{0,30}[ \t]){1,5}$/u
/** `<meta name="request-id" content="…">` */
const markup = /name=["']?([\w.:-]{2,60})["']?[^<>]{0,20}$/
const flagBefore = /(?:^|[ \t"'])--?([\p{L}\d][\p{L}\d-]{0,40})[ \t=]{1,3}["']?$/u

export function lineBefore({ text }: Around, at: number): string {
  const before = text.slice(Math.max(0, at - 80), at)
  return before.slice(before.lastIndexOf('\n') + 1)
}

/** What is written before a value as its name, with the words before that. */
function ownNames(around: Around, at: number): OwnName | undefined {
  if (around.met?.at !== at) around.met = { at, own: readName(around, at) }
  return around.met.own
}

function readName(around: Around, at: number): OwnName | undefined {
  // `InResponseTo="_8e8d…"`
  const line = lineBefore(around, at).replace(/(?<=["'=])_$/, '')
  const flag = flagBefore.exec(line)?.[1]
  if (flag !== undefined) return { phrase: '', name: flag }
  const end = line.slice(-34)
  const found = /[:=>]/.test(end) ? separator.exec(end) : null
  if (found !== null) {
    const [, tail] = found
    if (tail !== undefined && (isOpenName(tail) || secretWords.test(tail))) return { phrase: '', name: tail }
    const before = line.slice(0, line.length - end.length + found.index)
    const name = lastName.exec(before)?.[0]
    if (name !== undefined) {
      const lead = before.slice(0, before.length - name.length)
      const named = name === 'content' || name === 'value' ? markup.exec(lead)?.[1] : undefined
      return named === undefined ? { phrase: lastWords.exec(lead)?.[0] ?? '', name } : { phrase: '', name: named }
    }
  }
  return around.name === undefined || !isWhole(around, at) ? undefined : { phrase: '', name: around.name }
}

/** Whether a field contains one word alone. */
function isWhole({ text, index }: Around, at: number): boolean {
  return Math.min(index, at) < 12 && !/\s\S/.test(text.slice(0, 400))
}

export function ownName(around: Around, at: number): string | undefined {
  return ownNames(around, at)?.name
}

export function hasOwnName(around: Around, at: number): boolean {
  return ownName(around, at) !== undefined
}

/** Whether the name of a value, or the words before it, say that it is an identifier. */
export function saysOpen(around: Around, at: number): boolean {
  const own = ownNames(around, at)
  const [, first = ''] = firstName.exec(lineBefore(around, at)) ?? []
  // One of several in a header: `tracestate: rojo=…,congo=…`
  if (first !== '' && isOpenName(first) && !secretWords.test(first) && !secretWords.test(own?.name ?? '')) return true
  if (own !== undefined) {
    if (/^postman-?token$/i.test(own.name)) return true
    if (secretWords.test(own.name)) return false
    if (isOpenName(own.name) || (own.phrase !== '' && saysOpenWord(own.phrase))) return true
    return false
  }
  return saysOpenWord(lineBefore(around, at))
}

/** `tracestate: `, at the beginning of a line. */
const firstName = /^(trace-?state|x5t(?:#s256)?|etag|if-(?:none-)?match|baggage)[ \t]*[:= ]/i

export function isChecksum({ text }: Around, end: number): boolean {
  return /^ [ *][\w./-]+\.\w/.test(text.slice(end, end + 60))
}

export const nearSecret =
  /(?:passw|kennwort(?!richtlin|histor|verlauf|regel)|mot de passe|parola|wachtwoord|passphrase|passcode|pass\b|\bpwd?\b|senha|contrase|secret|segredo|palavra[- ]chave|chave|token|(?<![a-z])key\b|[a-z]Key\b|api ?key|credenc|credent|\bpix\b|\bpin\b|\botp\b|\blog[- ]?in\b|\bsign in\b|clave|salt|\bseed\b)/i
export const ofPassword = /passw|kennwort|mot de passe|parola|clave|senha|contrase|palavra|segredo|passphrase/i
/** “la clave primaria pk_pedidos”, “foreign key fk_order” */
const keyOfDatabase =
  /(?<!\p{L})(?:(?:primary|foreign|unique|candidate|composite) key|(?:chave|clave|llave) (?:prim[áa]ri[ao]|estrangeira|externa|for[áa]nea|[úu]nica|compuesta|composta)|(?:prim[äa]r|fremd)schl[üu]ssel|cl[ée] (?:primaire|[ée]trang[èe]re|unique)|chiave (?:primaria|esterna))[ \t:="'`]{1,3}$/iu
const explains = /(?:invalid|expired|wrong|missing|required|unknown|incorret|inv[aá]lid|expirad|obrigat|errad)/i

/** Whether a word for a secret stands shortly before. */
export function isNearSecret(around: Around, at: number): boolean {
  if (keyOfDatabase.test(lineBefore(around, at))) return false
  const own = ownNames(around, at)
  if (own !== undefined && own.name.length > 1) {
    // `primary_key` opens nothing.
    if (/key|chave|clave/i.test(own.name) && meaningOf(own.name).strength === 'open') return false
    return nearSecret.test(own.name) || nearSecret.test(own.phrase)
  }
  const near = lineBefore(around, at).slice(-48)
  return nearSecret.test(near) && !explains.test(near)
}

export function isNearCode(around: Around, at: number): boolean {
  const near = around.text.slice(Math.max(0, at - 160), at + 40).replaceAll('_', ' ')
  return (
    /(?<!\p{L})(?:c[oó]digo|code|codice|[a-z]*kode|[a-z]*kod|koodi|код|[tm]?tan|otp|pin|sms|2fa|mfa|passcode|verifica\p{L}*|one[- ]time|senha|password|contrase\p{L}*|clave|autenticador|authenticator)(?!\p{L})/iu.test(
      near,
    ) &&
    !/(?:erro|error|(?<!\p{L})(?:b[łl][ęe]d\p{L}{0,2}|chyb\p{L}|fehler\p{L}{0,5}|erreur|virhe\p{L}{0,5}|f(?:ej|ei|e)l\p{L}{0,4}|hata|ошибк\p{L})|status|http|postal|zip|porta?|R\$|US\$)\W{0,4}(?:code|c[oó]digo)?\W{0,3}$/iu.test(
      around.text.slice(Math.max(0, at - 16), at),
    )
  )
}

export function isNearPin(around: Around, at: number): boolean {
  return /(?:\b(?:pin|otp|senha|password|passcode|contrase\p{L}*|cvv|clave)\b)[^.\n)"]{0,60}$/iu.test(
    lineBefore(around, at),
  )
}

/** “The key {…} was not found in the key ring” names one, and so does `-u` before an identifier. */
export function isKeyInBraces({ text }: Around, at: number): boolean {
  return /(?:\bkey \{|[ \t]-u[ \t]+)$/.test(text.slice(Math.max(0, at - 8), at))
}
/** What a value is called in the account and in its place. */
export function labelOf(around: Around, at: number): string {
  return ownName(around, at)?.slice(-40) ?? 'unknown'
}
