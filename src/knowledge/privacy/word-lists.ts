import lists from './vocabulary.json' with { type: 'json' }
import type { WordLists } from './vocabulary.ts'

/** The lists as they are in their file. A module of its own: a browser imports JSON only where a module names it. */
export const wordLists: WordLists = lists
