import { type Basis, inferred, standard } from './basis.ts'
import type { ClaimContext, ClaimDescription, ClaimKind } from './claim.ts'
import rows from './claims-in-context.json' with { type: 'json' }

/** What a claim means in the tokens of some kinds or of one issuer, where that is not what it means elsewhere. */
interface ContextRow {
  claim: string
  /** Kinds of tokens (`TokenKind`), any of them. */
  kinds?: readonly string[]
  /** The issuer as it is called, such as `Supabase`. */
  issuer?: RegExp
  /** In tokens alone that represent a client. */
  client?: boolean
  name: string
  meaning: string
  kind: ClaimKind
  basis: Basis
  sensitive: boolean
  bound?: 'start' | 'end'
}

/** As in the file: `issuer` is a regular expression, and the basis is a standard or what was inferred from. */
type WrittenRow = Omit<ContextRow, 'issuer' | 'basis' | 'sensitive'> & {
  issuer?: string
  sensitive?: boolean
  standard?: string
  inferred?: string
}

/** The meaning of a claim in a token of this kind and issuer; undefined where it is the usual one. */
export function claimInContext(
  claim: string,
  { kind, issuer = '', client = false }: ClaimContext,
): ClaimDescription | undefined {
  const row = contextRows.find(
    (one) =>
      one.claim === claim &&
      (one.kinds === undefined || one.kinds.includes(kind ?? '')) &&
      (one.issuer === undefined || one.issuer.test(issuer)) &&
      (one.client === undefined || client),
  )
  return row && { ...row, known: true }
}

/** What one issuer means comes before what a kind means. Exported for the test that compares the kinds with those that there are. */
export const contextRows: readonly ContextRow[] = (rows as WrittenRow[]).map(
  ({ issuer, sensitive = false, standard: spec, inferred: from, ...row }) => ({
    ...row,
    sensitive,
    basis: spec === undefined ? inferred(from ?? '') : standard(spec),
    ...(issuer !== undefined && { issuer: new RegExp(issuer) }),
  }),
)
