import { meaningOf, wordsOf } from './name-meaning.ts'
import lists from './open-names.json' with { type: 'json' }
import { describingWords, qualifyingWords } from './sensitive-names.ts'

/** Words that names of fields, statuses and settings are made of. */
const identifierWords: ReadonlySet<string> = new Set([
  ...describingWords,
  ...qualifyingWords,
  ...lists.words.flatMap((line) => line.split(/[ _]/)),
])

/** Whether names of fields, statuses and settings are made of a word. */
export function isOfIdentifiers(word: string): boolean {
  const small = word.toLowerCase()
  return identifierWords.has(small) || identifierWords.has(small.replace(/s$/, ''))
}

/** Whether words that are written as one make a name of a field, a status or a setting: one of them is of such names. */
export function isIdentifier(written: string): boolean {
  return meaningOf(written).strength !== 'open' || wordsOf(written).some(isOfIdentifiers)
}
