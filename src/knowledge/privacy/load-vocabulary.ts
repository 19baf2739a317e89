import { createVocabulary, type Vocabulary, type WordLists } from './vocabulary.ts'

let lists: Promise<WordLists> | undefined
let vocabulary: Promise<Vocabulary> | undefined

/** The lists of words, which are loaded once, when a copy is made: they are large. */
export function loadWordLists(): Promise<WordLists> {
  lists ??= import('./word-lists.ts').then(
    (file) => file.wordLists,
    (error) => {
      // Without a connection: it is asked for again with the next copy.
      lists = undefined
      vocabulary = undefined
      throw error
    },
  )
  return lists
}

/** The same, ready to be asked. */
export function loadVocabulary(): Promise<Vocabulary> {
  vocabulary ??= loadWordLists().then(createVocabulary)
  return vocabulary
}
