import type { Add } from './finding.ts'
import { isFunctionWord } from './function-words.ts'
import type { Kind } from './kinds.ts'
import { meaningOf, wordsOf } from './name-meaning.ts'
import lists from './open-names.json' with { type: 'json' }
import { isTechnical } from './person-names.ts'
import { isOpenForm } from './proven-harmless.ts'
import type { Place } from './sensitivity.ts'
import { explainsItself } from './value-shapes.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * What the value behind a name that no list has is. In the place of a value words pass by their name, as those of statuses,
 * types and messages do, and not because they are known. Sentences, identifiers, numbers, addresses and constants are
 * judged elsewhere.
 */
export function kindInSlot(name: string, place: Place, written: string, vocabulary: Vocabulary): Kind | undefined {
  if (place === 'cookie' || place === 'claim' || written.length < 3 || written.length > 80) return undefined
  const value = written.trim()
  // The place of an item in a list, and the name of a field in the place of a value.
  if (/^\d+$/.test(name) || meaningOf(value).strength !== 'open') return undefined
  const meaning = meaningOf(name)
  if (meaning.strength === 'strong' || meaning.strength === 'random') return undefined
  if (!isWords(value) || explainsItself(value) || isOpenForm(value)) return undefined
  const words = value.split(/[\s+]+/)
  if (meaning.strength === 'role' || meaning.strength === 'login')
    return isNamed(words, vocabulary) ? 'name' : undefined
  if (isOpenName(name) || meaning.strength !== 'open' || place === 'header') return undefined
  if (
    words.length > 5 ||
    words.some((word) => isFunctionWord(word) && !/^(?:d[aeo]s?|del?|van|von|in|the|of|y|e)$/i.test(word))
  )
    return undefined
  if (words.length === 1 ? isEnumerated(value) : isTechnical(value)) return undefined
  // `Restart=on-failure`
  if (
    /^[a-z]+(?:-[a-z]+)+$/.test(value) &&
    value.split('-').every((word) => isFunctionWord(word) || isEnumerated(word))
  )
    return undefined
  // The parts of a name in a directory that many share, and what a signed address of Azure allows.
  if (/^(?:ou|dc|o)$/i.test(name) || (/^s[a-z]{1,2}$/.test(name) && /^[a-z]{1,8}$/.test(value))) return undefined
  return words.every((word) => vocabulary.classOf(word) === 'term') ? undefined : 'unknown value'
}

/** Somebody who is told by one word, or by several of which none is one of computers. */
function isNamed(words: string[], vocabulary: Vocabulary): boolean {
  const classes = words.map((word) => vocabulary.classOf(word))
  if (
    classes.includes('term') ||
    words.length > 5 ||
    words.some((word) => isFunctionWord(word) && /^\p{Ll}{4,}/u.test(word))
  )
    return false
  return (
    words.every((word) => /^(?:\p{Lu}|d[aeo]s?$|del?$|van$|von$|der$|den$)/u.test(word)) &&
    (words.length > 1 || classes[0] === 'given' || classes[0] === 'family' || classes[0] === 'odd')
  )
}

/** Letters in words that begin small or with one capital letter. */
function isWords(value: string): boolean {
  return (
    /^\p{L}[\p{Ll}'’.]*(?:(?:[\s+]|-(?=\p{L}))\p{L}[\p{L}'’.]*)*$/u.test(value) ||
    /^\p{Lu}+(?:[\s+]\p{Lu}+){1,4}$/u.test(value)
  )
}

/** Participles, and words that say how something is or goes. */
export function isEnumerated(word: string): boolean {
  return (
    /(?:ed|ing|able|ible|ive|ado|ada|ido|ida|ados|adas|idos|idas|ente|ante|ação|acao|ción|cion|tion|ment|ity|dade|[^aeiou]ate|ify|ize|ise|al|ual|ic|ico|ica)$/i.test(
      word,
    ) || enumerated.has(word.toLowerCase())
  )
}

const enumerated: ReadonlySet<string> = new Set(
  `open close low medium high ultra normal critical major minor trace debug info warn warning error fatal success failure start stop
   end begin init ready busy idle up down left right top bottom asc desc ascending first last none all any some other main
   master primary secondary backup live test prod dev stage staging sandbox demo production development homolog default custom
   daily weekly monthly yearly hourly once never always today yesterday tomorrow now later soon mobile desktop web tablet phone email
   sms push card cash credit debit boleto pix ted doc transfer payment refund charge invoice order read write create delete
   update list get set add remove login logout signin signup register reset verify confirm cancel submit send receive
   ativo ativa inativo inativa aberto aberta sucesso erro falha alerta aviso leitura escrita entrada saida sim nao
   bearer basic digest query body form path header cookie public private confidential internal external user admin manager
   operator viewer editor owner guest member customer client server person company male female masculino feminino
   simples plus pro free trial premium gold silver bronze standard business personal family fixed variable monday tuesday
   wednesday thursday friday saturday sunday unknown other json xml html text csv pdf none self page popup touch wap dark light
   auto system portrait landscape chrome firefox safari edge windows linux android ios login consent strict lax gzip deflate br
   identity chunked close validate require prefer disable enable allow deny ignore skip retry notify rollback force eager lazy
   ssh sftp ftp imap smtp pop3 ldap cron su sudo pts console
   black white red green blue yellow brown gray grey orange purple pink preto preta branco branca vermelho vermelha verde azul
   amarelo amarela marrom cinza laranja roxo negro blanco rojo amarillo gris
   shared exclusive optimistic pessimistic fail failed pass permerror temperror softfail neutral round robin least sticky random hash weighted`.split(
    /\s+/,
  ),
)

const openNames: ReadonlySet<string> = new Set(
  lists.words.flatMap((line) => line.split(' ')).map((name) => wordsOf(name).join('')),
)

/** Names whose values are enumerated or explain something. */
function isOpenName(name: string): boolean {
  const words = wordsOf(name)
  return (
    words.some((word) => openNames.has(word) || openNames.has(word.replace(/s$/, ''))) || openNames.has(words.join(''))
  )
}

const assigned =
  /(?<![\w$.@/:=-])([A-Za-z_][\w.-]{1,60})=(?:"([^"\\\n]{3,80})"|'([^'\\\n]{3,80})'|(\p{L}[\p{L}'’+%-]{2,60})(?=[\s&;,)\]]|$))/gu
const inLines =
  /^[ \t]*(?:[-+>#*|][ \t]+)?["']?((?=[\w.-]{0,60}(?:[_.]|[a-z][A-Z]))[A-Za-z_][\w.-]{2,60})["']?[ \t]{0,20}:[ \t]+(?:"([^"\\\n]{3,80})"|'([^'\\\n]{3,80})'|(\p{L}[\p{L}'’ -]{2,60}))[ \t]*,?$/gmu
const inElements = /<((?:[\w-]{1,20}:)?[A-Za-z_][\w.-]{1,60})>[ \t]{0,20}(\p{L}[\p{L}'’. -]{2,80}?)[ \t]{0,20}<\//gu

/** Finds words in the places of values, of forms, logs, settings and elements, whose names are on no list. Linear. */
export function findInSlots(text: string, vocabulary: Vocabulary, add: Add): void {
  for (const form of [assigned, inLines, inElements])
    for (const found of text.matchAll(form)) {
      const [whole, qualified = '', one, two, three] = found
      const written = one ?? two ?? three ?? ''
      const name = qualified.replace(/^.*:/, '')
      const kind = kindInSlot(name, 'field', written.replaceAll('+', ' '), vocabulary)
      if (kind === undefined) continue
      const start = found.index + whole.indexOf(written, qualified.length)
      add({ start, end: start + written.length, kind, name, value: written })
    }
}
