import claims from './claims.json' with { type: 'json' }
import headers from './headers.json' with { type: 'json' }

/** The rows as they are in the files: fetched with this module, as a browser in development fetches no JSON alone. */
export const claimRows = { claims, headers }
