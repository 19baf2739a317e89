import type { Claims } from './claim-signs.ts'
import { apps } from './issuers/apps.ts'
import { cloudSignIn } from './issuers/cloud-sign-in.ts'
import { dataAndPayment } from './issuers/data-and-payment.ts'
import { identityProducts } from './issuers/identity-products.ts'
import type { IssuerRow } from './issuers/issuer-row.ts'
import { knownByAddress } from './issuers/known-by-address.ts'
import { machines } from './issuers/machines.ts'
import { mediaAndChat } from './issuers/media-and-chat.ts'
import { ownApps } from './issuers/own-apps.ts'
import { shopsAndGames } from './issuers/shops-and-games.ts'

/** The issuer of a token, by its claims and header; undefined where none is recognised. */
export function issuerOf(claims: Claims, header: Claims): IssuerRow | undefined {
  return issuers.find(({ shows }) => shows(claims, header))
}

// Claims outweigh the address: an instance or a cluster may use any.
const issuers: readonly IssuerRow[] = [
  ...machines,
  ...shopsAndGames,
  ...mediaAndChat,
  ...dataAndPayment,
  ...cloudSignIn,
  ...identityProducts,
  ...knownByAddress,
  ...apps,
  ...ownApps,
]
