import type { Phrases } from './phrases.ts'
import products from './products.json' with { type: 'json' }

/** How far a text shows the product that words are about; `none` where they are about no product. */
export type ProductShown = 'shown' | 'not-shown' | 'none'

/** Whether a text shows the product that a title names, or, where it names none, the only one that a cause names. */
export function productShown(title: string, cause: string, phrases: Phrases): ProductShown {
  const inTitle = named(title)
  const all = inTitle.length > 0 ? inTitle : named(cause)
  if (all.length === 0 || (inTitle.length === 0 && all.length > 1)) return 'none'
  return all.some(({ shownBy }) => shownBy.some(phrases.has)) ? 'shown' : 'not-shown'
}

function named(words: string): typeof products {
  return products.filter((_, at) => patterns[at]?.test(words))
}

const patterns = products.map(
  ({ names }) => new RegExp(`(?<![\\w.])(?:${names.map((name) => name.replace(/[.]/g, '\\.')).join('|')})(?![\\w-])`),
)
