import type { Basis } from '../basis.ts'
import type { ClaimKind, ClaimRows } from '../claims.ts'

/** A claim or a header parameter of a registry or of a vendor. */
export interface ClaimRow {
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

/** Fetches what the registries say of claims and header parameters, for `describeClaim` and `describeHeader`. */
export async function loadClaims(): Promise<{ claims: ClaimRows; headers: ClaimRows }> {
  const [{ claimRows }, { headerRows }] = await Promise.all([import('./claim-rows.ts'), import('./header-rows.ts')])
  return { claims: byName(claimRows), headers: byName(headerRows) }
}

function byName(rows: ClaimRow[]): ClaimRows {
  return new Map(
    rows.map((row) => [
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
  return vendor === null
    ? { kind: 'standard', reference: spec }
    : { kind: 'inferred', reference: `the name, as ${vendor} uses it` }
}
