import { type Basis, basisAt } from '../protocol/basis.ts'
import { unknownField } from '../protocol/field.ts'
import { splitScopes } from '../protocol/scopes.ts'
import { tokenFields } from '../protocol/token-fields.ts'
import { durationInWords } from '../text/duration.ts'
import { decodeJwt } from './jwt.ts'

export interface ExplainedField {
  name: string
  value: unknown
  meaning: string
  /** What can be said of this value, where there is something; for `expires_in`, what the access token's times say. */
  note?: string
  basis: Basis
}

/**
 * Explains the fields of a token response that are there, documented ones first, in the document's order.
 *
 * @param foreign whether it came from a service that the API guide does not describe
 */
export function explainTokenResponse(response: Record<string, unknown>, foreign = false): ExplainedField[] {
  const names = Object.keys(response)
  const known = [...tokenFields.keys()].filter((name) => names.includes(name))
  return [...known, ...names.filter((name) => !tokenFields.has(name))].map((name) => {
    const { meaning, basis } = tokenFields.get(name) ?? unknownField
    const value = response[name]
    return { name, value, meaning, note: notes.get(name)?.(value, response), basis: basisAt(basis, foreign) }
  })
}

const notes = new Map<string, (value: unknown, response: Record<string, unknown>) => string | undefined>([
  ['scope', (value) => (typeof value === 'string' ? countScopes(splitScopes(value).length) : undefined)],
  [
    'token_type',
    (value) =>
      typeof value === 'string' && value.toLowerCase() !== 'bearer' ? 'This value is not “Bearer”.' : undefined,
  ],
  ['expires_in', lifetimeNote],
])

function countScopes(count: number): string {
  return count === 1 ? 'One scope.' : `${count} scopes.`
}

function lifetimeNote(value: unknown, response: Record<string, unknown>): string | undefined {
  const seconds = Number(value)
  const read =
    Number.isFinite(seconds) && seconds >= 0 ? `${seconds} seconds are ${durationInWords(seconds)}` : undefined
  const token = typeof response.access_token === 'string' ? decodeJwt(response.access_token) : undefined
  const { exp, iat } = token?.claims ?? {}
  if (typeof exp !== 'number' || typeof iat !== 'number') return read && `${read}.`
  if (read !== undefined && Math.abs(exp - iat - seconds) < 2) return `${read}, the same as exp − iat.`
  const says = `The token’s own times (exp − iat) give ${durationInWords(exp - iat)}.`
  return read === undefined ? says : `${read}. ${says}`
}
