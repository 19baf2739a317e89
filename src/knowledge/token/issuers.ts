import type { Claims } from './claim-signs.ts'
import { apps } from './issuers/apps.ts'
import type { IssuerRow } from './issuers/issuer-row.ts'
import { machines } from './issuers/machines.ts'
import { signInServices } from './issuers/sign-in-services.ts'

/** The issuer of a token, by its claims and header; undefined where none is recognised. */
export function issuerOf(claims: Claims, header: Claims): IssuerRow | undefined {
  return issuers.find(({ shows }) => shows(claims, header))
}

// Claims outweigh the address: an instance or a cluster may use any.
const issuers: readonly IssuerRow[] = [...machines, ...signInServices, ...apps]
