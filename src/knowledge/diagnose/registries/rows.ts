/** Errors known from their registries and manuals, beside the hand-written entries. */
export interface CatalogueRows {
  gateway: GatewayRow[]
  oauth: OAuthRow[]
}

/** A fault code of the gateway software, as its manual tells it. */
export interface GatewayRow {
  errorcode: string
  /** Usual status; null where it varies. */
  status: number | null
  policy: string
  meaning: string
  causes: string[]
  who: RowWho
  /** False where no second source has the row out. */
  confirmed: boolean
}

/** An error code of OAuth 2.0, OpenID Connect or one of their extensions, or of a vendor. */
export interface OAuthRow {
  error: string
  status: number | null
  spec: string
  meaning: string
  causes: string[]
  who: RowWho
  vendor: string | null
  confirmed: boolean
}

export type RowWho = 'caller' | 'identity-team' | 'api-team' | 'transient'
