import type { Kind, PersonalKind, SecretKind } from './kinds.ts'
import {
  describingWords,
  doubtfulEndings,
  loginEndings,
  openEndings,
  personalBeginnings,
  personalEndings,
  personalWhole,
  personWords,
  qualifyingWords,
  roleNames,
  secretEndings,
  secretWords,
} from './sensitive-names.ts'
import { explainsItself } from './value-shapes.ts'

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
export function wordsOf(name: string): readonly string[] {
  const known = taken.get(name)
  if (known !== undefined) return known
  const words = takeApart(name)
  if (taken.size >= 20_000) taken.clear()
  if (name.length < 100) taken.set(name, words)
  return words
}

/** Names that were taken apart. */
const taken = new Map<string, readonly string[]>()

function takeApart(name: string): string[] {
  const words = name
    .slice(-100)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    // `senha4digitos`
    .replace(/([a-z]{3,})\d{1,2}(?=[a-z]{4,})/g, '$1 ')
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
  // `password2`, `secret_1`
  while (words.length > 1 && /^\d{1,4}$/.test(words.at(-1) ?? '')) words.pop()
  const last = words.at(-1) ?? ''
  if (/^[a-z]{3,}\d{1,3}$/.test(last)) words[words.length - 1] = last.replace(/\d+$/, '')
  return words.filter((word, at) => at === 0 || !/^(?:de|do|da|dos|das|del|la|el|of|the)$/.test(word))
}

function readName(words: readonly string[], isPhrase: boolean): Meaning {
  const meaning = readWords(words)
  const reports =
    meaning.strength === 'strong' && words.some((word, at) => (isPhrase || at === 0) && reporting.has(word))
  return reports ? { ...meaning, strength: 'random' } : meaning
}

/** Words before a name that make it the subject of a message. */
const reporting: ReadonlySet<string> = new Set(
  `invalid expired missing wrong bad unknown failed fail could cannot verify validate validating decode decoding parse
   parsing required denied refused rejected unexpected incorrect unsupported malformed no not error issuer allowed
   without existent nonexistent inexistente revoked mismatch invalido invalida incorreto incorreta expirado expirada ausente erro falha`.split(
    /\s+/,
  ),
)

function readWords(words: readonly string[]): Meaning {
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
  const { open, logins, wholePersonal, personal, strong, doubtful } = listed()
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
  'от для из за do od til för på av for van voor fur vom von zum zur im beim des du pour della dello per till til na para pra'.split(
    ' ',
  ),
)

/** Whether a name is one of those of a login, such as `username`. */
export function isLoginName(name: string): boolean {
  return listed().logins.has(compact(name))
}

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

interface Listed {
  strong: ReadonlyMap<string, SecretKind>
  doubtful: ReadonlyMap<string, SecretKind>
  personal: ReadonlyMap<string, PersonalKind>
  wholePersonal: ReadonlyMap<string, PersonalKind>
  logins: ReadonlySet<string>
  open: ReadonlySet<string>
}

let made: Listed | undefined

/** The names of the tables without what parts their words. A page that opens need not wait for it: it is made at first use. */
function listed(): Listed {
  made ??= {
    strong: byCompactName(secretEndings),
    doubtful: byCompactName(doubtfulEndings),
    personal: byCompactName(personalEndings),
    wholePersonal: byCompactName(personalWhole),
    logins: new Set(loginEndings.map(compact)),
    open: new Set(openEndings.map(compact)),
  }
  return made
}

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

/** Every name that the table knows, in words. */
export const listedNames = (): string[] => [
  ...new Set([
    ...secretByWord.keys(),
    ...[...secretEndings, ...doubtfulEndings, ...personalEndings, ...personalWhole].flatMap(([, names]) => names),
    ...openEndings,
  ]),
]
