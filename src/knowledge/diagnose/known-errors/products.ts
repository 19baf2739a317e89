import type { KnownError } from './known-error.ts'
import type { Phrases } from './phrases.ts'
import products from './products.json' with { type: 'json' }

/** How far a text shows the product that a row is about; `none` where it is about no product. */
export type ProductShown = 'shown' | 'not-shown' | 'none'

/** Whether a text shows the product that a row is about: the one that its title names, else the only one of its cause. */
export function productShown(error: KnownError, phrases: Phrases): ProductShown {
  const own = productsOf(error)
  if (own.length === 0) return 'none'
  return own.some(({ shownBy }) => shownBy.some(phrases.has)) ? 'shown' : 'not-shown'
}

/** Whether a text shows every product that a sentence names. */
export function showsProductsOf(sentence: string, phrases: Phrases): boolean {
  return named(sentence).every(({ shownBy }) => shownBy.some(phrases.has))
}

/** Looked for once in each row. */
const known = new WeakMap<KnownError, typeof products>()

function productsOf(error: KnownError): typeof products {
  const held = known.get(error)
  if (held !== undefined) return held
  const inTitle = named(error.title)
  const inCause = inTitle.length > 0 ? [] : named(error.cause)
  const own = inCause.length === 1 ? inCause : inTitle
  known.set(error, own)
  return own
}

function named(words: string): typeof products {
  return products.filter((_, at) => patterns[at]?.test(words))
}

const patterns = products.map(
  ({ names }) => new RegExp(`(?<![\\w.])(?:${names.map((name) => name.replace(/[.]/g, '\\.')).join('|')})(?![\\w-])`),
)
