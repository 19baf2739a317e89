import { isFunctionWord } from './function-words.ts'
import { isOfIdentifiers } from './identifier-words.ts'
import { meaningOf } from './name-meaning.ts'
import { isTechnical } from './person-names.ts'
import { isNoun } from './said-nouns.ts'
import { explainsItself, isTrace } from './value-shapes.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * Whether a word is one that programs and their messages do not have, in any of eleven languages: “Leuchtturm”, “gumbo”.
 * Where a sentence tells a secret, such a word is part of it. Names and codes of programs are none, by how they are written.
 */
export function isStrange(word: string, vocabulary: Vocabulary): boolean {
  if (!/^\p{L}[\p{L}'’-]{2,40}$/u.test(word) || ofPrograms.test(word)) return false
  return word.split(/[-'’]/).every((part) => part.length < 3 || isStrangePart(part, vocabulary))
}

/** Capital letters alone, capital letters within: `AADSTS`, `BundID`. */
const ofPrograms = /^\p{Lu}{2,}|\p{Ll}\p{Lu}/u

function isStrangePart(part: string, vocabulary: Vocabulary): boolean {
  return (
    !vocabulary.isOfMessages(part) &&
    vocabulary.classOf(part) !== 'term' &&
    !isFunctionWord(part) &&
    !isOfIdentifiers(part) &&
    !isNoun(part) &&
    !isTechnical(part) &&
    !explainsItself(part) &&
    meaningOf(part).strength === 'open'
  )
}

/**
 * Whether a phrase of up to seven words is strange as a whole: each word of it is, or only joins others, and none says
 * how something is or what happens.
 *
 * @param isSure where the place leaves little doubt that it is a value, a third of the words is enough
 */
export function isStrangePhrase(phrase: string, vocabulary: Vocabulary, isSure = false): boolean {
  if (isTrace(phrase) || phrase.includes('[')) return false
  const words = phrase.split(/[ \t]+/).filter((word) => word !== '')
  const content = words.filter((word) => word.length > 2 && !isFunctionWord(word))
  const strange = content.filter((word) => isStrange(word, vocabulary) && !describes.test(word)).length
  return (
    words.length < 8 &&
    strange > 0 &&
    (isSure ? strange * 3 >= content.length : strange === content.length && content.length * 2 >= words.length)
  )
}

/** Participles, adverbs and what else a sentence says of a secret, by their endings. */
const describes =
  /^\p{Ll}+(?:ed|ing|able|ible|less|ful|ous|ically|ly|mente|ável|ível|ado|ada|ados|adas|ido|ida|idos|idas|iert|bar|lich|ung|ions?|ments?|ness|ity|idade|ção|ción|zione|ieren|eert|isch|haft|los|sam)$/u
