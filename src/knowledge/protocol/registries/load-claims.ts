import { type Basis, inferred, standard } from '../basis.ts'
import type { ClaimDescription, ClaimKind } from '../claim.ts'
import type { ClaimRows } from '../claims.ts'

/** A claim or a header parameter of a registry or of a vendor. */
interface ClaimRow {
  claim: string
  name: string
  meaning: string
  /** Type of its value, in the registry's words. */
  type: string
  spec: string
  vendor: string | null
  /** True when the value tells of a person. */
  sensitive: boolean
  /** False where no second source bears the row out. */
  confirmed: boolean
}

/**
 * Fetches what the registries say of claims and header parameters, for `describeClaim` and `describeHeader`: IANA's JSON
 * Web Token Claims and JOSE headers, and the claims of vendors, less those of usual-claims.ts.
 */
export async function loadClaims(): Promise<{ claims: ClaimRows; headers: ClaimRows }> {
  const { claims, headers } = (await import('./claim-rows.ts')).claimRows
  return { claims: byName(claims), headers: byName(headers) }
}

function byName(rows: ClaimRow[]): ClaimRows {
  return new Map(
    rows.map((row): [string, ClaimDescription] => [
      row.claim,
      {
        name: row.name,
        meaning: row.confirmed ? row.meaning : `${row.meaning} This could not be confirmed from a second source.`,
        kind: kindOf(row),
        basis: basisOf(row),
        sensitive: row.sensitive,
        known: true,
      },
    ]),
  )
}

function kindOf({ type, sensitive }: ClaimRow): ClaimKind {
  if (/NumericDate/.test(type)) return 'time'
  if (sensitive) return 'personal'
  return /\b(URI|URL)\b/.test(type) ? 'address' : 'other'
}

function basisOf({ vendor, spec }: ClaimRow): Basis {
  if (vendor === null) return standard(spec)
  return inferred(`the documentation of ${vendor}${spec.startsWith('https://') ? `; ${spec}` : ''}`)
}
