import { segmentOf } from './error-names.ts'
import type { ErrorGroup, ErrorPage } from './error-page.ts'
import type { Fault } from './fault.ts'
import { type FaultCode, type FaultGroup, faultGroups, lastResortGroup } from './faults/catalogue.ts'
import { rowPages } from './registries/row-pages.ts'
import { gatewayPage, oauthPage } from './registries/row-words.ts'
import type { CatalogueRows } from './registries/rows.ts'
import { wordsOf } from './search-hit.ts'

/** All errors by the step at which they are met; with `rows`, those of the data rows as well, none of which has an entry. */
export function errorIndex(rows?: CatalogueRows): ErrorGroup[] {
  if (rows === undefined) return ownGroups
  const held = indexes.get(rows)
  if (held !== undefined) return held
  const index = [...ownGroups, ...rowPages(rows)]
  indexes.set(rows, index)
  return index
}

/**
 * Finds errors by their own code, a gateway code (any prefix), an OAuth code or a status, best first. Case does not
 * matter; an own code finds its page alone.
 */
export function findError(name: string, rows?: CatalogueRows): ErrorPage[] {
  const wanted = name.trim().toLowerCase()
  if (wanted === '') return []
  const pages = errorIndex(rows).flatMap((group) => group.errors)
  const own = pages.find((page) => page.code === wanted)
  if (own !== undefined) return [own]
  // The page that a data row had leads to the entry that took its place.
  if (/^(?:gateway|oauth)-/.test(wanted))
    return pages.filter((page) => page.aliases.some((alias) => pageOfRow(alias, wanted)))
  const byAlias = pages.filter((page) => page.aliases.some((alias) => alias.toLowerCase() === wanted))
  // A status has a page of its own, which tells the most general; the others are what it can be more exactly.
  if (/^\d{3}$/.test(wanted)) {
    const exact = pages.filter((page) => !byAlias.includes(page) && String(page.example.response?.status) === wanted)
    return [...byAlias.filter(isStatusPage), ...byAlias.filter((page) => !isStatusPage(page)), ...exact]
  }
  if (byAlias.length > 0) return byAlias
  const segment = segmentOf(wanted)
  return pages.filter((page) => page.aliases.some((alias) => segmentOf(alias) === segment))
}

/**
 * Errors that contain every word of the search text in title, code, aliases, meaning or causes, best first: what is seen
 * of an error weighs more than what is not, and among equals the failures that are met most come first.
 */
export function searchErrors(text: string, rows?: CatalogueRows): ErrorPage[] {
  const words = wordsOf(text)
  if (words.length === 0) return errorIndex(rows).flatMap((group) => group.errors)
  const found = errorIndex(rows).flatMap((group) => group.errors.map((page) => ({ page, rank: rank(page, words) })))
  return found
    .filter(({ rank }) => rank > 0)
    .sort((one, other) => other.rank - one.rank || standing(other.page) - standing(one.page))
    .map(({ page }) => page)
}

/** The errors that are met day by day, most often first. */
export function commonErrors(): ErrorPage[] {
  const pages = ownGroups.flatMap(({ errors }) => errors)
  return usual.flatMap((code) => pages.find((page) => page.code === code) ?? [])
}

/** Kept for the rows that were loaded, so that a search with each key that is pressed builds no page again. */
const indexes = new WeakMap<CatalogueRows, ErrorGroup[]>()
const searchTexts = new WeakMap<ErrorPage, { names: string; title: string; rest: string }>()

const ownGroups: ErrorGroup[] = [...faultGroups, lastResortGroup].map(toGroup)
function toGroup({ id, title, summary, faults }: FaultGroup): ErrorGroup {
  return { id, title, summary, errors: faults.map(toPage) }
}

function toPage({ code, title, meaning, causes, who, retry, basis, aliases, example }: Fault<FaultCode>): ErrorPage {
  return { code, title, meaning, causes, who, retry, basis, aliases: aliases ?? [], example }
}

/** Whether a data row of this name would have this page. */
function pageOfRow(name: string, code: string): boolean {
  return gatewayPage(name) === code || oauthPage(name) === code
}

function isStatusPage(page: ErrorPage): boolean {
  return lastResortGroup.faults.some(({ code }) => code === page.code)
}

/** What is met day by day, most often first. */
const usual: readonly FaultCode[] = [
  'access-token-expired',
  'scope-insufficient',
  'no-matching-public-key',
  'code-not-accepted',
  'redirect-uri-not-registered',
  'client-not-found',
  'bearer-missing',
  'access-denied',
]

/** Among errors that fit alike: those that are met day by day, then those that reasoning finds, then the rows. */
function standing({ code }: ErrorPage): number {
  return usual.some((one) => one === code) ? 2 : /^(?:gateway|oauth)-/.test(code) ? 0 : 1
}

/** How well a page fits: zero when a word is missing. An exact name, then title and names, then the rest. */
function rank(page: ErrorPage, words: string[]): number {
  const { names, title, rest } = searchTextOf(page)
  let sum = 0
  for (const word of words) {
    const weight = (title.includes(word) ? 8 : 0) + (names.includes(word) ? 8 : 0) || (rest.includes(word) ? 1 : 0)
    if (weight === 0) return 0
    sum += weight + (names.split(' ').includes(word) ? 20 : 0)
  }
  return sum
}

function searchTextOf(page: ErrorPage): { names: string; title: string; rest: string } {
  const held = searchTexts.get(page)
  if (held !== undefined) return held
  const text = {
    names: [page.code, ...page.aliases].join(' ').toLowerCase(),
    title: page.title.toLowerCase(),
    rest: [page.meaning, ...page.causes].join(' ').toLowerCase(),
  }
  searchTexts.set(page, text)
  return text
}
