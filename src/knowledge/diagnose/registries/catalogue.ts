import gateway from './gateway-rows.json' with { type: 'json' }
import oauth from './oauth-rows.json' with { type: 'json' }
import type { CatalogueRows, GatewayRow, OAuthRow } from './rows.ts'

/** The rows as they stand in the files; `catalogue.test.ts` holds these to the types. */
export const catalogue: CatalogueRows = { gateway: gateway as GatewayRow[], oauth: oauth as OAuthRow[] }
