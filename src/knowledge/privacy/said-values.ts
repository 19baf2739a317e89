import { isFunctionWord } from './function-words.ts'
import { isOfIdentifiers } from './identifier-words.ts'
import { isLogin } from './logins.ts'
import { identifier, isNoun } from './said-nouns.ts'
import { explainsItself } from './value-shapes.ts'
import type { Vocabulary } from './vocabulary.ts'

/** What a sentence gives where a password or a login would be. */
export interface Said {
  value: string
  isQuoted: boolean
  vocabulary: Vocabulary
  /** What follows. */
  after: string
}

export function isSaidSecret(said: Said): boolean {
  const { value, isQuoted } = said
  if (explainsItself(value) || /^(?:https?:|\/|\.)|\*{2}|\w_\w+\/\w/.test(value) || /[=].|\(/.test(value)) return false
  const words = value.split(/[ \t]+/)
  // A status or a code of an error among the words makes them a report.
  if (words.length > 1 && words.some((word) => /^(?:[1-5]\d\d|[A-Z]{2,}(?:_[A-Z\d]+)+)[.,]?$/.test(word))) return false
  if (isQuoted) return words.length < 6 && !/[.!?]$/.test(value) && !words.every(isFunctionWord)
  if (identifier.test(value) && !/\d/.test(value)) return false
  // “correct horse battery staple”
  const rest = words.length > 3 ? words.slice(1) : words
  if (
    words
      .slice(words.length > 3 ? 1 : 0, words.length > 3 ? 2 : 1)
      .some((word) => isDescribing(word) && said.vocabulary.classOf(word) !== 'odd')
  )
    return false
  return words.length < 6 && !rest.some((word) => isFunctionWord(word) || isNoun(word)) && !continues(said)
}

/** Of a key more is said than its value, so that only what ends its clause counts. */
export function isSaidKey(said: Said): boolean {
  const words = said.value.split(/[ \t]+/)
  if (!said.isQuoted && words.every((word) => isOfIdentifiers(word) || isFunctionWord(word))) return false
  // “payload 000201”
  if (words.length === 2 && isOfIdentifiers(words[0] ?? '') && /^\d+$/.test(words[1] ?? '')) return false
  return isSaidSecret(said) && !identifier.test(said.value) && (said.isQuoted || ends(said.after))
}

export function isSaidLogin(said: Said): boolean {
  const { value, isQuoted } = said
  const [first = '', ...more] = value.split(/[ \t]+/)
  if (more.length > 0)
    return isQuoted && more.length < 3 && isSaidSecret(said) && more.every((one) => /^\p{L}+$/u.test(one))
  return (
    (isLogin(first) || /^\p{L}+\d*$/u.test(first)) &&
    isLogin(first) &&
    !isFunctionWord(first) &&
    !isNoun(first) &&
    !(isDescribing(first) && said.vocabulary.classOf(first) !== 'odd') &&
    !errors.test(first)
  )
}

/** Without “is” only what a sentence continues after as after a value. */
export function isGivenSecret(said: Said): boolean {
  return (
    isSaidSecret(said) &&
    (said.isQuoted || ends(said.after)) &&
    !said.value.split(/[ \t]+/).every((word) => said.vocabulary.classOf(word) === 'term')
  )
}

export function isGivenLogin(said: Said): boolean {
  const { value, vocabulary, isQuoted } = said
  const [first = ''] = value.split(/[ \t]+/)
  if (!isSaidLogin({ ...said, value: isQuoted ? value : first })) return false
  return isQuoted || /[._\d]/.test(first) || (vocabulary.classOf(first) !== 'term' && ends(said.after))
}

/** At the beginning of a clause only what is no word, and what a comma follows. */
export function isOddLogin(said: Said): boolean {
  return (
    !said.isQuoted &&
    said.vocabulary.classOf(said.value) === 'odd' &&
    (/^[,.]/.test(said.after) || (/[._\d]/.test(said.value) && /^[ \t]*(?:\r?\n|$)/.test(said.after))) &&
    isSaidLogin(said)
  )
}

/** Behind an article only what is written like one. */
export function isWrittenLogin(said: Said): boolean {
  const [first = ''] = said.value.split(/[ \t]+/)
  return /[._\d]/.test(first) && isSaidLogin({ ...said, value: first })
}

/** What somebody chose to be asked for, small words included: “Rua das Flores”. */
export function isAnswer({ value, isQuoted }: Said): boolean {
  const words = value.split(/[ \t]+/)
  return (
    !explainsItself(value) &&
    words.length < 6 &&
    !words.every((word) => isFunctionWord(word) || isNoun(word)) &&
    (isQuoted ||
      /^[\p{Lu}\d]/u.test(value) ||
      (words.length < 3 && !words.some((word) => isFunctionWord(word) || isNoun(word) || isDescribing(word))))
  )
}

export function isBracketed(said: Said): boolean {
  return (
    isSaidSecret(said) &&
    /^["”»’']?[ \t]*\)/.test(said.after) &&
    // The number of a reason: “Kennwort abgelaufen (775)”
    !/^\d{1,3}$/.test(said.value) &&
    !/^(?:e\.?g|i\.?e|ou|or|and|the)/i.test(said.value) &&
    !/^(?:[A-Z]{2,6}[ -]?\d+|.*\b(?:err|code|c[óo]digo)\b.*)$/i.test(said.value)
  )
}

const errors =
  /(?:^|_)(?:required|invalid|denied|failed|failure|errors?|expired|missing|exists?|disabled|locked|unauthorized|found)$/i

/** What says how something is: participles and adjectives by their endings. */
export function isDescribing(word: string): boolean {
  return (
    /(?:ed|ing|able|ible|less|ful|ous|ive|ically|ly|mente|[áaí]vel|[íi]vel|ado|ada|ados|adas|ido|ida|idos|idas|ável|ório|ória|orio|oria|iert|bar|lich)$/i.test(
      word,
    ) && word === word.toLowerCase()
  )
}

function ends(after: string): boolean {
  return /^["”»’'`]?(?:[.!…](?:\s|$)|[,;:)\]]|[ \t]*(?:$|\r?\n)|[ \t]+(?:and|but|or|e|mas|y|pero|und|aber|et|ed|on|at|in|em|no|na|desde|por|caso|if|then|from|to|para|for|which|que|with|com|got|thx|thanks|please|[-–—/|(]))/i.test(
    after,
  )
}

/** Whether a sentence continues about it, as in “the password is swordfish-like in length”. */
function continues({ value, after }: Said): boolean {
  return /^[ \t]*[=:](?![/])/.test(after) && !/\d/.test(value)
}
