import type { ClaimDescription } from '../protocol/claim.ts'
import { describeClaim } from '../protocol/claims.ts'
import { textOfBase64 } from '../text/base64.ts'
import { isIdentityNumber } from './identity-numbers.ts'
import { type Kind, lockedKinds } from './kinds.ts'
import { isLogin, isLoginInBase64 } from './logins.ts'
import { isLoginName, type Meaning, meaningOf, wordsOf } from './name-meaning.ts'
import { describingWords, openHeaders, preferenceCookies, requestIdHeader } from './sensitive-names.ts'
import {
  explainsItself,
  fingerprint,
  isConstant,
  isNamedWithVersion,
  looksRandom,
  looksSecret,
  readsAsWord,
  saysWhatIsDemanded,
  saysWhatIsWrong,
} from './value-shapes.ts'

/** What a value is: it opens something, it describes a person or a company, or neither. */
export type Sensitivity = 'secret' | 'personal' | 'open'

/**
 * Where a field stands: a parameter of an address or a form, a header, a cookie, a field of JSON or of a log line, or a
 * claim of a token.
 */
export type Place = 'parameter' | 'header' | 'cookie' | 'field' | 'claim'

/**
 * The one answer to "may this be shown?", for masking on the screen, for copies that are handed on and for what was
 * pasted alike. Spelling does not matter: `new_password`, `newPassword` and `X-New-Password` are one name.
 *
 * @param value decides for names with two meanings, such as `code`; without it they count as secret
 */
export function sensitivityOf(name: string, place: Place, value?: string): Sensitivity {
  if (place === 'claim') return claimSensitivity(name, describeClaim(name, value))
  const kind = kindOf(name, place, value)
  return kind === undefined || kind === 'unknown header' ? 'open' : isSecret(kind) ? 'secret' : 'personal'
}

/** The same for a claim or a header parameter that has been described; one that nobody knows may describe a person. */
export function claimSensitivity(name: string, { known, sensitive }: ClaimDescription): Sensitivity {
  if (!known && meaningOf(name).strength === 'strong' && sensitivityOf(name, 'field', 'x9-Kq') === 'secret')
    return 'secret'
  return sensitive ? 'personal' : 'open'
}

/** Whether a value of this kind opens something. */
export function isSecret(kind: Kind): boolean {
  return kind === 'code' || kind === 'state' || (kind !== 'card' && lockedKinds.some((one) => one === kind))
}

/** What the value of a field is by its name, its place and its own shape; undefined where it may be shown. */
export function kindOf(name: string, place: Place, value?: string): Kind | undefined {
  if (place === 'cookie') return value !== undefined && isHarmlessCookie(name, value) ? undefined : 'session'
  const meaning = meaningOf(name)
  const isWritten = meaning.strength === 'personal' && (meaning.kind === 'name' || meaning.kind === 'address')
  if (
    value !== undefined &&
    (isWritten
      ? saysWhatIsWrong(value)
      : meaning.strength === 'strong'
        ? saysWhatIsDemanded(value)
        : explainsItself(value))
  )
    return undefined
  if (value !== undefined && isCardExpiry(name, value)) return 'card'
  if (value !== undefined && isAccount(name, value)) return 'bank account'
  // `this.password = password` is code.
  if (value !== undefined && name.includes('.') && value === name.slice(name.lastIndexOf('.') + 1)) return undefined
  // What a job about tokens is recognised by (ULID): `token-refresh: 01JDB…`
  if (
    value !== undefined &&
    meaning.kind === 'token' &&
    meaning.last !== 'token' &&
    /^0[01][\dA-HJKMNP-TV-Z]{24}$/.test(value)
  )
    return undefined
  // The numbers of an enumeration: `TK_SECRET=259`
  if (value !== undefined && /^\d{3}$/.test(value) && /^[A-Z\d]+(?:_[A-Z\d]+)+$/.test(name) && !isOfDigits.test(name))
    return undefined
  // Banks are public.
  if (value !== undefined && meaning.kind === 'name' && /^(?:Banco|Bank|Banque|Banca)[ \t]\p{L}/u.test(value))
    return undefined
  // A short number of a list, and a field's own name in the place of a value.
  if (value !== undefined && /matr[ií]cula$/i.test(name) && value.length < 6) return undefined
  if (
    value !== undefined &&
    meaning.kind === 'name' &&
    meaning.strength !== 'login' &&
    /^(?:[a-z\d]+(?:_[a-z\d]+){1,8}|[a-z]+(?:[A-Z][a-z]+)+)$/.test(value)
  )
    return undefined
  if (
    value !== undefined &&
    meaning.kind === 'name' &&
    /^[a-z_]{3,20}$/.test(value) &&
    (meaning.strength === 'login' ? isLoginName(value) : meaningOf(value).strength !== 'open')
  )
    return undefined
  // `<privateKey>/home/ci/.ssh/id_rsa</privateKey>` says where it is.
  if (value !== undefined && meaning.kind === 'private key' && /^(?:~|\.{1,2})?\/(?:[\w.-]+\/)+[\w.-]+$/.test(value))
    return undefined
  // What `fetch` does with cookies (Fetch § 2.2.5)
  if (value !== undefined && meaning.kind === 'credentials' && /^(?:include|omit|same-origin)$/.test(value))
    return undefined
  // What a key is recognised by (OpenSSH), and where in memory something is.
  if (value !== undefined && meaning.kind !== 'password' && fingerprint.test(value)) return undefined
  if (
    value !== undefined &&
    meaning.kind === 'address' &&
    /^(?:0x)?(?=[\da-f]*\d)[\da-f]{2,16}$/.test(value) &&
    !/^\d+$/.test(value)
  )
    return undefined
  // A key that pages of a shop show (Stripe).
  if (value !== undefined && /^pk_(?:live|test)_[A-Za-z\d]{8,250}$/.test(value)) return undefined
  // `secretKey: password` says where it is kept, `document: https://…` where to read it.
  if (value !== undefined && isReference(meaning, name, value)) return undefined
  switch (meaning.strength) {
    case 'strong':
      return value !== undefined && isNoSecret(meaning, value) ? undefined : meaning.kind
    case 'doubtful':
      return value === undefined || opensSomething(meaning, name, place, value) ? meaning.kind : undefined
    case 'personal':
      return value !== undefined && isNumbered.has(meaning.kind) && !/\d/.test(value) ? undefined : meaning.kind
    case 'login':
      // `dashboard uid=prod-latency`
      if (meaning.last === 'uid' && value !== undefined && /-|^(?=[a-f]*\d)[\da-f]{6,}$/.test(value)) return undefined
      return value === undefined || isLogin(value) || fullName.test(value) || isLoginInBase64(value)
        ? 'name'
        : undefined
    case 'role':
      return value !== undefined && fullName.test(value) && !statement.test(value) ? 'name' : undefined
    case 'random':
      return value !== undefined && looksGivenAway(meaning.kind, value) ? meaning.kind : undefined
    case 'open':
      if (value !== undefined && isShortSecret(name, value)) return 'password'
      if (value !== undefined && isIdentityNumber(wordsOf(name), value)) return 'document'
      if (
        place === 'parameter' &&
        value !== undefined &&
        isShortName(name) &&
        /^[\w-]+$/.test(value) &&
        looksRandom(value, 24)
      )
        return 'token'
      return place === 'header' && value !== undefined && isUnknownHeader(name, value) ? 'unknown header' : undefined
  }
}

const isOfDigits = /(?:^|_)(?:PIN|CVV2?|CVC2?|OTP|M?TAN|NIP|COD[EIGO]*)(?:_|$)/

/** Digits under a name with a short word for them in it: `pinClaro`, `cardPinBlock2`, `tanFromLetter`, `NemIdKode`. */
function isShortSecret(name: string, value: string): boolean {
  if (!/^\d{4,12}$/.test(value)) return false
  const words = wordsOf(name)
  if (/^(?:kode|kod|koodi|codice|kodu)$/.test(words.at(-1) ?? ''))
    return value.length > 5 && !/feil|fejl|fel|error|status|post|land|zip|produ|bank/.test(words.join(' '))
  return words.some((word) => shortSecrets.has(word)) && !words.some((word) => describingWords.has(word))
}

const shortSecrets: ReadonlySet<string> = new Set(['pin', 'tan', 'mtan', 'otp', 'cvv', 'cvc', 'nip'])

function isReference({ strength, kind }: Meaning, name: string, value: string): boolean {
  if (strength === 'personal' && kind !== 'claim') return /^https?:\/\//.test(value)
  return isNameOfSecret(name, value)
}

/**
 * Whether a value names a secret, or a part of one, that is kept elsewhere: `existingSecret: loja-pg-auth`,
 * `adminPasswordKey: postgres-password`.
 */
export function isNameOfSecret(name: string, value: string): boolean {
  if (/(?:^|[^a-z])(?:existing|image[-_]?pull|tls)[-_]?secret(?:[-_]?name)?$/i.test(name))
    return /^[a-z\d]+(?:[-.][a-z\d]+){0,8}$/.test(value)
  return (
    meaningOf(name).last === 'key' && /^[a-z]+(?:[-_][a-z]+)*$/.test(value) && meaningOf(value).strength === 'strong'
  )
}

/** Whether a parameter's name says nothing, as in a link that signs in by being opened. */
export function isShortName(name: string): boolean {
  return /^(?:[hkstx]|[akst]t|tk|ott|otl)$/i.test(name)
}

function isCardExpiry(name: string, value: string): boolean {
  return (
    /^(?:0[1-9]|1[0-2])\s?[/-]\s?(?:20)?[2-4]\d$/.test(value.trim()) &&
    /(?:^|[^a-z])(?:validade|vencimento_?cartao|valid_?thru|caducidad|exp(?:iry|iration|_?date)?(?:_?date)?)$/i.test(
      name,
    )
  )
}

/** A number of an account with its check digit. */
function isAccount(name: string, value: string): boolean {
  return /^\d{3,12}-[\dXx]$/.test(value) && /(?:^|[^a-z])(?:account|acct|cuenta|conta)$/i.test(name)
}

/** Whether a cookie contains a preference: what it is called or what it says opens nothing. */
export function isHarmlessCookie(name: string, value: string): boolean {
  if (masked.test(value) || /^[a-z][\w-]{1,30}=\d{1,4}$/i.test(value)) return true
  // What a template puts in its place.
  if (/^(?:\{\{[\w .-]{1,60}\}\}|\$\{[\w.-]{1,60}\}|%[A-Z_]{2,60}%)$/.test(value)) return true
  if (
    /^(?:true|false|yes|no|on|off|sim|n[aã]o|\d{1,2}|[\w-]{1,4}|dark|light|claro|escuro|auto|system|[a-z]{2}(?:[-_][A-Za-z]{2})?)$/i.test(
      value,
    )
  )
    return true
  // Which machine answered (F5 BIG-IP).
  if (/^BIGipServer/i.test(name) && /^!?\d{1,10}\.\d{1,5}\.\d{4}$/.test(value)) return true
  return preferenceCookies.has(wordsOf(name).join('')) && /^[\w%:;.,/+ -]{0,60}$/.test(value) && !looksRandom(value, 12)
}

/** What another program put in the place of a value. */
const masked =
  /^(?:<[a-z _-]{3,20}>|\[[a-z _-]{3,20}\]|\(?(?:redacted|masked|hidden|removed|filtered|omitted)\)?|[*•x.]{3,})$/i

/** Kinds that are numbers, and so never words alone. */
const isNumbered: ReadonlySet<Kind> = new Set(['CPF', 'CNPJ', 'card', 'bank account', 'document', 'birth date'])
const fullName =
  /^\p{Lu}[\p{L}'’-]{1,30},?(?:\s(?:(?:d[aeo]s?|del?|della|di|la|van|von|der|den|de|ten|ter|af|al|bin|e|y)\s){0,2}\p{Lu}[\p{L}.'’-]{0,30}){1,6}$/u

/** What a database is told to do. */
const statement =
  /^(?:CREATE|ALTER|INSERT|UPDATE|DELETE|SELECT|DROP|GRANT|REVOKE|SET|SHOW|BEGIN|COMMIT|CALL|EXEC)(?: |$)/

/** A count of tokens, the number of a field in a schema, or a word that is too short for one. */
function isNoSecret({ kind, counts }: Meaning, value: string): boolean {
  if (/^\d{1,2}$|^-?\d{1,4}\.\d+$/.test(value)) return true
  return counts ? /^\d{1,9}$/.test(value) : kind === 'token' && /^(?:[a-z]{2,5}|secret|\d{1,3})$/i.test(value)
}

/** A value of a name with two meanings: a random one opens something, a word explains something. */
function opensSomething({ last, kind }: Meaning, name: string, place: Place, value: string): boolean {
  if (kind === 'state' && (value.length < 4 || (/^\/[\w/-]{0,60}$/.test(value) && !looksRandom(value.slice(1), 12))))
    return false
  // When a webhook was signed is before its signature.
  if (kind === 'signature' && /^ts?=\d{9,14}$/.test(value)) return false
  if (last === 'codigo' && place === 'field')
    return !/^\d+$/.test(value) && !readsAsWord(value) && !/\s/.test(value.trim())
  if (last === 'code' && /[a-z](?:Exception|Error|Fault|Failure|Denied|Required|Expired|NotFound)$/.test(value))
    return false
  // A result by its name or its number: `Access-Reject(3)`, `CRED-00A7-OK`
  if (
    last === 'code' &&
    /^(?:[A-Z][a-z]+(?:-[A-Z][a-z]+){1,3}(?:\(\d{0,3}\)?)?|[A-Z]{2,10}-[A-Z\d]{1,8}-(?:OK|NOK|ERR|ERROR|FAIL|FAILED|WARN|INFO|REJ|DENIED|TIMEOUT))$/.test(
      value,
    )
  )
    return false
  // How many there are: `db0:keys=48213`
  if (/^keys$/i.test(name) && /^\d{1,12}$/.test(value)) return false
  // As a parameter it is an authorization code (RFC 6749 §4.1.2), a status or an error's code.
  if (last === 'code' && place === 'parameter')
    return (
      !isConstant(value) &&
      !/^(?:\d{1,3}|exited|killed|dumped|0x[\da-f]{1,8}|[A-Z]{1,12}[-_]?\d{2,8}|[a-z]+(?:_[a-z]+){1,6}|…)$/.test(value)
    )
  if (kind === 'session' && /^\d{10}\.\d{1,6}$/.test(value)) return false
  // `failingUrlKey=https://…` is an address.
  if (last === 'key' && /^https?:\/\/[^\s?@#]*$/.test(value)) return false
  // What a package must hash to (pip, Subresource Integrity).
  // `X-Customer-Key` opens something whatever it is; those that do not are named.
  // `Key: kid=2026-11, use=sig`, `key="nav.login" missing in pt-BR.json`
  if (/^key$/i.test(name) && /^[a-z]+(?:\.[a-z]+)+$/i.test(value)) return false
  if (last === 'key' && /^(?:kid|id|name|alg|use)=/.test(value)) return false
  if (last === 'key' && place === 'header') return value.length > 3 && !/^\d+$/.test(value)
  if (last === 'hash' && /^(?:sha\d{1,3}|md5|blake2\w?)[:=-]/i.test(value)) return false
  if (place === 'parameter') return !/^(?:[a-z]{1,15}|[A-Z_]{1,40}|\d{1,3}|[A-Z]{2,12}[-_]?\d{2,8})$/.test(value)
  return !readsAsWord(value) && !/\s/.test(value.trim())
}

/** Behind words that report a failure, as in `invalid password: …`, only what looks like the value itself. */
function looksGivenAway(kind: Kind, value: string): boolean {
  if (isNamedWithVersion(value)) return false
  if (kind === 'password' || kind === 'secret') return value.length > 4 && /\d/.test(value) && looksSecret(value)
  return looksRandom(value, 10)
}

/** Headers pass by a list; of the others whatever looks made by chance is removed. */
function isUnknownHeader(name: string, value: string): boolean {
  const header = name.toLowerCase()
  // Readable text in base64 is looked through as such.
  if (/^[\w+/-]{16,}={0,2}$/.test(value) && /^[\x20-\x7e\s]{8,}$/.test(textOfBase64(value) ?? '')) return false
  return !openHeaders.has(header) && !requestIdHeader.test(header) && looksRandom(value, 16)
}
