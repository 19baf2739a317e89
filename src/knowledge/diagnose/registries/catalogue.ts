import gateway from './gateway-codes.json' with { type: 'json' }
import oauth from './oauth-codes.json' with { type: 'json' }
import type { CatalogueRows, GatewayRow, OAuthRow } from './rows.ts'

/**
 * The rows as they are in the files, which `catalogue.test.ts` holds to the types: fetched with this module, as a
 * browser in development fetches no JSON alone.
 */
export const catalogue: CatalogueRows = { gateway: gateway as GatewayRow[], oauth: oauth as OAuthRow[] }
