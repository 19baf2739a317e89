import { type Basis, inferred, standard } from '../basis.ts'
import type { ClaimKind, RegistryClaim } from '../claim.ts'
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
  /** True when the value describes a person. */
  sensitive: boolean
  /** False where no second source has the row out. */
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
  const named = new Map<string, RegistryClaim[]>()
  for (const row of rows)
    named.set(row.claim, [
      ...(named.get(row.claim) ?? []),
      {
        name: row.name,
        meaning: row.confirmed ? row.meaning : `${row.meaning} This meaning was found in one source only.`,
        kind: kindOf(row),
        basis: basisOf(row),
        sensitive: row.sensitive,
        known: true,
        ...usersOf(row),
      },
    ])
  return named
}

/** Who uses a name as its row says. What many programs do alike is nobody's own. */
function usersOf({ vendor, spec }: ClaimRow): Pick<RegistryClaim, 'by' | 'kinds'> {
  if (vendor !== null)
    return /others|custom|names\)|^draft|^Banco Central|^OpenID4VC|^FIDO|^Open Finance|^gov.br/.test(vendor)
      ? {}
      : { by: vendor }
  return fields.find(({ specs }) => specs.test(spec))?.users ?? {}
}

/** Specifications whose names mean what they say in tokens of certain kinds alone. */
const fields: readonly { specs: RegExp; users: Required<Pick<RegistryClaim, 'by' | 'kinds'>> }[] = [
  {
    specs: /OpenID Federation/,
    users: {
      by: 'OpenID Federation',
      kinds: [
        'entity-statement',
        'trust-mark',
        'trust-mark-delegation',
        'resolve-response',
        'signed-keys',
        'software-statement',
        'api-description',
      ],
    },
  },
  { specs: /RFC 9711/, users: { by: 'an entity attestation', kinds: ['device-attestation', 'key-attestation'] } },
  {
    specs: /RFC (8225|8946|8588|3261|8443|9027|9475|8688|9795)|stir/,
    users: { by: 'a PASSporT', kinds: ['passport'] },
  },
  {
    specs: /Open Finance Brasil/,
    users: { by: 'Open Finance Brasil', kinds: ['software-statement', 'message'] },
  },
  {
    specs: /CIBA|RFC 8707|Grant Management|OpenID Connect Core §(?:3\.1\.2\.1|6)$/,
    users: { by: 'an authorization request', kinds: ['request'] },
  },
  { specs: /OpenID4VP 1/, users: { by: 'a presentation', kinds: ['request', 'key-binding', 'presentation'] } },
  {
    specs: /OpenID4VCI 1/,
    users: { by: 'a wallet', kinds: ['credential-proof', 'key-attestation', 'attestation', 'request'] },
  },
  { specs: /3GPP|ETSI/, users: { by: 'a mobile network', kinds: [] } },
  { specs: /RFC 8555/, users: { by: 'ACME', kinds: [] } },
]

function kindOf({ type, sensitive }: ClaimRow): ClaimKind {
  if (/NumericDate/.test(type)) return 'time'
  if (sensitive) return 'personal'
  return /\b(URI|URL)\b/.test(type) ? 'address' : 'other'
}

function basisOf({ vendor, spec }: ClaimRow): Basis {
  if (vendor === null) return standard(spec)
  return inferred(`the documentation of ${vendor}${spec.startsWith('https://') ? `; ${spec}` : ''}`)
}
