import type { ClaimDescription } from '../service/claim.ts'
import { describeClaim } from '../service/claims.ts'

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
  if (place === 'cookie') return 'secret'
  if (place === 'claim') return claimSensitivity(name, describeClaim(name, value))
  return ruleFor(name)(value, place)
}

/** The same for a claim or a header parameter that has been described; one that nobody knows may describe a person. */
export function claimSensitivity(name: string, { known, sensitive }: ClaimDescription): Sensitivity {
  if (!known && sensitivityOf(name, 'field', aWord) === 'secret') return 'secret'
  return sensitive ? 'personal' : 'open'
}

/**
 * Whether a value is a word, a number or an error's code, such as `invalid_grant`, `PGT-0412` or `AADSTS70002`: what a
 * generator of secrets does not make.
 */
export function readsAsWord(value: string): boolean {
  return value.length <= 60 && word.test(value)
}

const word =
  /^\d{1,12}$|^(?=.)(?:[A-Z]{0,20}[a-z]{0,24}(?:[A-Z][a-z]{2,23})*[A-Z]{0,8}\d{0,6})(?:[ _.:/-]{1,2}[A-Z]{0,20}[a-z]{0,24}(?:[A-Z][a-z]{2,23})*\d{0,6}){0,12}$/
const aWord = 'word'

/** Ends of names, in words. The longest end that is known decides: a `page token` is no token. */
const endingNames: Record<Sensitivity, string[]> = {
  secret: [
    // Tokens and assertions
    'token',
    'jwt',
    'assertion',
    'id token hint',
    'saml response',
    'saml request',
    'authorization',
    'dpop',
    // Authorization codes and what belongs to them
    'authorization code',
    'auth code',
    'device code',
    'user code',
    'code verifier',
    'auth req id',
    // Secrets that somebody knows
    'secret',
    'password',
    'passwd',
    'passphrase',
    'passcode',
    'pwd',
    'senha',
    'otp',
    'pin',
    'cvv',
    'cvc',
    'credential',
    'credentials',
    // Keys
    'api key',
    'access key',
    'access key id',
    'account key',
    'encryption key',
    'functions key',
    'private key',
    'secret key',
    'session key',
    'shared key',
    'signing key',
    'subscription key',
    // Sessions
    'cookie',
    'set cookie',
    'set cookie2',
    'session id',
    'jsessionid',
    'phpsessid',
    'csrf',
    'xsrf',
  ],
  personal: [
    'e mail',
    'email address',
    'login hint',
    'phone',
    'phone number',
    'mobile',
    'telefone',
    'celular',
    'nome',
    'first name',
    'last name',
    'full name',
    'given name',
    'family name',
    'middle name',
    'nickname',
    'preferred username',
    'birthdate',
    'birth date',
    'date of birth',
    'data nascimento',
    'cpf',
    'cnpj',
    'tax id',
  ],
  open: ['allow credentials', 'page token', 'next token', 'continuation token', 'sync token'],
}

const endings: ReadonlyMap<string, Rule> = new Map(
  (Object.keys(endingNames) as Sensitivity[]).flatMap((sensitivity) =>
    endingNames[sensitivity].map((name): [string, Rule] => [compact(name), () => sensitivity]),
  ),
)

type Rule = (value: string | undefined, place: Place) => Sensitivity

const open: Rule = () => 'open'
/** Names whose value says what they are: a random one opens something, a word explains something. */
const secretUnlessWord: Rule = (value = '', place) =>
  (place === 'parameter' ? /^(?:[a-z]{1,15}|[A-Z_]{1,40}|\d{1,3})$/.test(value) : readsAsWord(value))
    ? 'open'
    : 'secret'

/** Names that are known as a whole only: at the end of a longer name they mean something else, as in `error_code`. */
const rules: [names: string[], rule: Rule][] = [
  // As a parameter it is an authorization code (RFC 6749 §4.1.2) or a status; in a body it is mostly an error's code.
  [
    ['code'],
    (value, place) =>
      place !== 'parameter' ? secretUnlessWord(value, place) : /^\d{3}$/.test(value ?? '') ? 'open' : 'secret',
  ],
  [
    ['state', 'nonce', 'session state', 'session', 'sid', 'token', 'jwt', 'auth', 'key', 'sig', 'signature'],
    secretUnlessWord,
  ],
  [['pass'], () => 'secret'],
  [['sub', 'name', 'profile', 'picture', 'website', 'gender', 'zoneinfo', 'locale', 'address'], () => 'personal'],
]

const wholeNames: ReadonlyMap<string, Rule> = new Map(
  rules.flatMap(([names, rule]) => names.map((name): [string, Rule] => [compact(name), rule])),
)

/** Every name that the table knows, in words. */
export const listedNames: readonly string[] = [
  ...new Set([...Object.values(endingNames).flat(), ...rules.flatMap(([names]) => names)]),
]

function compact(name: string): string {
  return name.replaceAll(' ', '')
}

/** Names that were looked up: a large file repeats few names. */
const met = new Map<string, Rule>()

function ruleFor(name: string): Rule {
  const known = met.get(name)
  if (known !== undefined) return known
  const words = wordsOf(name)
  const ends = words.map((_, from) => endings.get(words.slice(from).join('')))
  const rule = wholeNames.get(words.join('')) ?? ends.find((end) => end !== undefined) ?? open
  if (met.size >= 5_000) met.clear()
  met.set(name, rule)
  return rule
}

/** The words of a name in snake, camel or kebab case, of which the last ones say what it is. */
function wordsOf(name: string): string[] {
  return name
    .slice(-100)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
}
