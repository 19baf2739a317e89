import type { CatalogueRows } from './rows.ts'

/** Fetches the rows, in a chunk of their own. */
export async function loadCatalogue(): Promise<CatalogueRows> {
  const { catalogue } = await import('./catalogue.ts')
  return catalogue
}
