import type { ClaimDescription } from '../protocol/claim.ts'
import { describeClaim } from '../protocol/claims.ts'
import { textOfBase64 } from '../text/base64.ts'
import { isFunctionWord } from './function-words.ts'
import { type Kind, lockedKinds, type PersonalKind, type SecretKind } from './kinds.ts'
import {
  describingWords,
  doubtfulEndings,
  loginEndings,
  openEndings,
  openHeaders,
  personalBeginnings,
  personalEndings,
  personalWhole,
  personWords,
  preferenceCookies,
  qualifyingWords,
  requestIdHeader,
  roleNames,
  secretEndings,
  secretWords,
} from './sensitive-names.ts'
import {
  explainsItself,
  fingerprint,
  isConstant,
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
    (meaning.strength === 'login' ? logins.has(compact(value)) : meaningOf(value).strength !== 'open')
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
      return value === undefined || opensSomething(meaning, place, value) ? meaning.kind : undefined
    case 'personal':
      return value !== undefined && isNumbered.has(meaning.kind) && !/\d/.test(value) ? undefined : meaning.kind
    case 'login':
      // `dashboard uid=prod-latency`
      if (meaning.last === 'uid' && value?.includes('-')) return undefined
      return value === undefined || isLogin(value) || fullName.test(value) || isLoginInBase64(value)
        ? 'name'
        : undefined
    case 'role':
      return value !== undefined && fullName.test(value) ? 'name' : undefined
    case 'random':
      return value !== undefined && looksGivenAway(meaning.kind, value) ? meaning.kind : undefined
    case 'open':
      if (value !== undefined && isShortSecret(name, value)) return 'password'
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
  if (/^(?:existing|image[-_]?pull|tls)[-_]?secret$/i.test(name)) return /^[a-z\d]+(?:[-.][a-z\d]+){0,8}$/.test(value)
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

/** Kinds that are numbers, and so never words alone. */
const isNumbered: ReadonlySet<Kind> = new Set(['CPF', 'CNPJ', 'card', 'bank account', 'document', 'birth date'])
const fullName =
  /^\p{Lu}[\p{L}'’-]{1,30},?(?:\s(?:(?:d[aeo]s?|del?|della|di|la|van|von|der|den|de|ten|ter|af|al|bin|e|y)\s){0,2}\p{Lu}[\p{L}.'’-]{0,30}){1,6}$/u

/** A count of tokens, the number of a field in a schema, or a word that is too short for one. */
function isNoSecret({ kind, counts }: Meaning, value: string): boolean {
  if (/^\d{1,2}$/.test(value)) return true
  return counts ? /^\d{1,9}$/.test(value) : kind === 'token' && /^(?:[a-z]{2,5}|secret|\d{1,3})$/i.test(value)
}

/** A value of a name with two meanings: a random one opens something, a word explains something. */
function opensSomething({ last, kind }: Meaning, place: Place, value: string): boolean {
  if (kind === 'state' && (value.length < 4 || (/^\/[\w/-]{0,60}$/.test(value) && !looksRandom(value.slice(1), 12))))
    return false
  // When a webhook was signed is before its signature.
  if (kind === 'signature' && /^ts?=\d{9,14}$/.test(value)) return false
  if (last === 'codigo' && place === 'field')
    return !/^\d+$/.test(value) && !readsAsWord(value) && !/\s/.test(value.trim())
  if (last === 'code' && /[a-z](?:Exception|Error|Fault|Failure|Denied|Required|Expired|NotFound)$/.test(value))
    return false
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
  // `Key: kid=2026-11, use=sig`
  if (last === 'key' && /^(?:kid|id|name|alg|use)=/.test(value)) return false
  if (last === 'key' && place === 'header') return value.length > 3 && !/^\d+$/.test(value)
  if (last === 'hash' && /^(?:sha\d{1,3}|md5|blake2\w?)[:=-]/i.test(value)) return false
  if (place === 'parameter') return !/^(?:[a-z]{1,15}|[A-Z_]{1,40}|\d{1,3}|[A-Z]{2,12}[-_]?\d{2,8})$/.test(value)
  return !readsAsWord(value) && !/\s/.test(value.trim())
}

/** Behind words that report a failure, as in `invalid password: …`, only what looks like the value itself. */
function looksGivenAway(kind: Kind, value: string): boolean {
  if (kind === 'password' || kind === 'secret') return value.length > 4 && /\d/.test(value) && looksSecret(value)
  return looksRandom(value, 10)
}

/** Whether something signs in a person: one word that is no account of a program or a machine, and no identifier. */
export function isLogin(value: string): boolean {
  if (!/^(?=[\p{L}\d._@+\\$-]{2,64}$)[^\p{L}]{0,8}\p{L}[^\p{L}]{0,8}\p{L}/u.test(value) || /^[A-Z]{2}$/.test(value))
    return false
  if (
    /^[\da-f-]{16,}$/i.test(value) ||
    (explainsItself(value) && !/^[A-Z\d]+_[A-Z_\d]+$/.test(value)) ||
    isFunctionWord(value)
  )
    return false
  if (/^(?:[A-Z]+_)*(?:USER|USERNAME|LOGIN|NAME|ID|ENV|VAR|YOUR|MY|DB|SMTP|APP|API)(?:_[A-Z]+)*$/.test(value))
    return false
  if (/_(?:required|invalid|denied|failed|error|expired|missing|found|exists|disabled|locked)$/i.test(value))
    return false
  // `aws_iam_user.ci_bot.name` names a part of a configuration.
  if (/^[a-z]+(?:_[a-z]+)+(?:\.\w+){2,}$|^(?:var|local|module|data)\.\w+/.test(value)) return false
  return !programs.test(value.replace(/^.*\\/, ''))
}

/** As Kubernetes keeps it in a Secret. */
function isLoginInBase64(value: string): boolean {
  return /^[A-Za-z\d+/]{4,80}={1,2}$/.test(value) && isLogin(textOfBase64(value) ?? '')
}

/** Whether a login is the account of a program by its parts: `svc-build`, `erp_app`. A message about it says which program failed. */
export function isAccountOfProgram(value: string): boolean {
  return ofProgram.test(value.replace(/^.*\\/, ''))
}

const ofProgram =
  /^(?:(?:svc|service|srv|app|api|db|sa|bot|robot|ci|etl|erp|job|batch|system|test|teste|demo|user|admin|root|backup|deploy)[-_.\d]\w{0,24}|[\w-]{1,24}[-_.](?:svc|service|app|api|db|bot|job|batch|system|agent|runner|sync|worker|server|client|gateway|web|prod|dev|hml|qa|test|rw|ro|reader|writer|owner))$/i

/** Accounts that every system has, and words in the place of one. */
const programs =
  /^(?:password|senha|secret|token|pass|pwd|email|role|group|read|write|root|admin|adm|administrador|administrator|svc|service|app|api|db|dba|sa|sys|system|sistema|postgres|mysql|oracle|guest|anonymous|anonymousUser|nobody|everyone|public|www-data|ubuntu|ec2-user|git|daemon|deploy|deployer|jenkins|runner|github-actions|test|teste|tester|demo|user|users|usuario|username|login|logon|me|self|owner|default|name|app|apps|kafka|redis|nginx|apache|tomcat|node|client|server|batch|scheduler|cron|backup|replication|monitoring|prometheus|grafana|vault|keycloak|arn|urn)$/i

/** What a name says of its value. */
export interface Meaning {
  /**
   * `strong`: whatever it is; `doubtful`: unless it reads as a word; `random`: only where it looks made by chance;
   * `personal`: it describes somebody; `login`: by what somebody signs in, or a program; `role`: it may be somebody's
   * name; `open`: nothing.
   */
  strength: 'strong' | 'doubtful' | 'random' | 'personal' | 'login' | 'role' | 'open'
  kind: Kind
  /** The last word of the name. */
  last: string
  /** True where a number counts something, as in `total_tokens`. */
  counts: boolean
}

/** Names that were looked up: a large file repeats few names. */
const met = new Map<string, Meaning>()

/** What a name means, in whatever spelling. */
export function meaningOf(name: string): Meaning {
  const known = met.get(name)
  if (known !== undefined) return known
  const meaning = readName(wordsOf(name), /\s/.test(name))
  if (met.size >= 20_000) met.clear()
  met.set(name, meaning)
  return meaning
}

/** The words of a name in snake, camel or kebab case, without accents and numbers at its end. */
export function wordsOf(name: string): string[] {
  const words = name
    .slice(-100)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
  // `password2`, `secret_1`
  while (words.length > 1 && /^\d{1,4}$/.test(words.at(-1) ?? '')) words.pop()
  const last = words.at(-1) ?? ''
  if (/^[a-z]{3,}\d{1,3}$/.test(last)) words[words.length - 1] = last.replace(/\d+$/, '')
  return words.filter((word, at) => at === 0 || !/^(?:de|do|da|dos|das|del|la|el|of|the)$/.test(word))
}

function readName(words: string[], isPhrase: boolean): Meaning {
  const meaning = readWords(words)
  const reports =
    meaning.strength === 'strong' && words.some((word, at) => (isPhrase || at === 0) && reporting.has(word))
  return reports ? { ...meaning, strength: 'random' } : meaning
}

/** Words before a name that make it the subject of a message. */
const reporting: ReadonlySet<string> = new Set(
  `invalid expired missing wrong bad unknown failed fail could cannot verify validate validating decode decoding parse
   parsing required denied refused rejected unexpected incorrect unsupported malformed no not error issuer allowed
   without revoked mismatch invalido invalida incorreto incorreta expirado expirada ausente erro falha`.split(/\s+/),
)

function readWords(words: string[]): Meaning {
  const last = words.at(-1) ?? ''
  // “Mot de passe du coffre”, “Passwort für die Datei”: the name is before the preposition.
  const cut = words.findIndex((word, at) => at > 0 && prepositions.has(word))
  if (cut > 0 && !words.slice(cut).some((word) => describingWords.has(word))) {
    const named = readWords(words.slice(0, cut))
    if (named.strength === 'strong' && named.kind === 'password') return named
  }
  const meaning = (strength: Meaning['strength'], kind: Kind = 'secret', counts = false): Meaning => ({
    strength,
    kind,
    last,
    counts,
  })
  const ends = words.map((_, from) => words.slice(from).join(''))
  const whole = ends[0] ?? ''
  let maybe: Meaning | undefined
  for (const [at, end] of ends.entries()) {
    if (open.has(end)) return meaning('open')
    if (logins.has(end)) return meaning('login', 'name')
    const person = (at === 0 ? wholePersonal.get(end) : undefined) ?? personal.get(end)
    if (person !== undefined) return meaning('personal', person)
    const secret = strong.get(end)
    if (secret !== undefined) return meaning('strong', secret)
    const doubt = doubtful.get(end)
    if (doubt !== undefined) return meaning('doubtful', doubt)
    const word = words[at] ?? ''
    const kind = secretWord(word)
    if (kind === undefined) continue
    const tail = words.slice(at + 1)
    if (tail.some((one) => describingWords.has(one))) return meaning('open')
    if (tail.every((one) => qualifyingWords.has(one)) || iberian.has(word))
      return meaning('strong', kind, word === 'tokens')
    maybe ??= meaning('random', kind)
  }
  if (maybe !== undefined) return maybe
  const [first = ''] = words
  const begins =
    words.length > 1 && !describingWords.has(last) && !explainsItself(last) ? beginnings.get(first) : undefined
  if (begins !== undefined) return meaning('personal', begins)
  const joined = joinedEndings.find(([end]) => whole.length > end.length && last.endsWith(end) && !standing.has(last))
  if (joined !== undefined) return meaning(...joined[1])
  if (roleNames.has(whole)) return meaning('role', 'name')
  return personWords.has(last) && !/^(?:client|user|member|account|owner|author)s?$/.test(last)
    ? meaning('role', 'name')
    : meaning('open')
}

const prepositions: ReadonlySet<string> = new Set(
  'for van voor fur vom von zum zur im beim des du pour della dello per till til na para pra'.split(' '),
)

function secretWord(word: string): SecretKind | undefined {
  return secretByWord.get(word)
}

const secretByWord: ReadonlyMap<string, SecretKind> = new Map(
  secretWords.flatMap(([kind, list]) => list.map((word): [string, SecretKind] => [word, kind])),
)
/** Nouns that come before what says whose they are. */
const iberian: ReadonlySet<string> = new Set([
  'senha',
  'senhas',
  'segredo',
  'contrasena',
  'contrasenha',
  'contrasenia',
  'haslo',
  'heslo',
  'credenciais',
])
const strong = byCompactName(secretEndings)
const doubtful = byCompactName(doubtfulEndings)
const personal = byCompactName(personalEndings)
const wholePersonal = byCompactName(personalWhole)
const logins: ReadonlySet<string> = new Set(loginEndings.map(compact))
const open: ReadonlySet<string> = new Set(openEndings.map(compact))
const beginnings: ReadonlyMap<string, PersonalKind> = new Map(
  personalBeginnings.flatMap(([kind, list]) => list.map((word): [string, PersonalKind] => [word, kind])),
)
/** Ends of words that are written together, as in `mypassword`, `userpwd` and `numerotelefone`. */
const joinedEndings: [end: string, meaning: ['strong' | 'doubtful' | 'personal', Kind]][] = [
  ...['password', 'passwd', 'passphrase', 'pwd', 'senha'].map((end) => joinedEnding(end, 'password')),
  joinedEnding('pass', 'password'),
  ...['secret', 'secretkey', 'signingkey'].map((end) => joinedEnding(end, 'secret')),
  ...['token', 'jwt'].map((end) => joinedEnding(end, 'token')),
  ...['apikey', 'accesskey'].map((end) => joinedEnding(end, 'API key')),
  joinedEnding('privatekey', 'private key'),
  joinedEnding('credentials', 'credentials'),
  ...['sessionid', 'cookie'].map((end) => joinedEnding(end, 'session')),
  ['signature', ['doubtful', 'signature']],
  ['email', ['personal', 'e-mail']],
  ['telefone', ['personal', 'phone']],
  ['celular', ['personal', 'phone']],
  ['nascimento', ['personal', 'birth date']],
]
/** Words that only end like one of them. */
const standing: ReadonlySet<string> = new Set([
  'nontoken',
  'notoken',
  'topsecret',
  'detoken',
  'retoken',
  'bypass',
  'compass',
  'encompass',
  'surpass',
  'trespass',
  'overpass',
  'underpass',
  'lastpass',
  'onepass',
  'multipass',
  'singlepass',
  'proxypass',
  'keepass',
  'twopass',
  'passbypass',
])

function joinedEnding(end: string, kind: SecretKind): [string, ['strong', Kind]] {
  return [end, ['strong', kind]]
}

function byCompactName<K extends Kind>(rows: readonly (readonly [K, readonly string[]])[]): ReadonlyMap<string, K> {
  return new Map(rows.flatMap(([kind, names]) => names.map((name): [string, K] => [compact(name), kind])))
}

function compact(name: string): string {
  return wordsOf(name).join('')
}

/** Headers pass by a list; of the others whatever looks made by chance is removed. */
function isUnknownHeader(name: string, value: string): boolean {
  const header = name.toLowerCase()
  // Readable text in base64 is looked through as such.
  if (/^[\w+/-]{16,}={0,2}$/.test(value) && /^[\x20-\x7e\s]{8,}$/.test(textOfBase64(value) ?? '')) return false
  return !openHeaders.has(header) && !requestIdHeader.test(header) && looksRandom(value, 16)
}

/** Every name that the table knows, in words. */
export const listedNames: readonly string[] = [
  ...new Set([
    ...secretByWord.keys(),
    ...[...secretEndings, ...doubtfulEndings, ...personalEndings, ...personalWhole].flatMap(([, names]) => names),
    ...openEndings,
  ]),
]
