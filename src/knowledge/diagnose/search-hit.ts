import type { ErrorPage } from './error-page.ts'

/** Where words of a search are in an error: in its title or code, in another name, or in its text alone. */
export interface SearchHit {
  /** The name that contains one, where neither title nor code does. */
  alias?: string
  /** The sentence that contains one, where nothing that is seen of the error does. */
  sentence?: string
}

/** What shows why an error was found, where its title and its code do not. */
export function searchHit(page: ErrorPage, text: string): SearchHit {
  const words = wordsOf(text)
  const holds = (candidate: string) => words.some((word) => candidate.toLowerCase().includes(word))
  if (holds(page.title) || holds(page.code)) return {}
  const alias = page.aliases.find(holds)
  return alias === undefined ? { sentence: [page.meaning, ...page.causes].find(holds) } : { alias }
}

/** The words of a search, in lower case. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}
