import type { Basis } from '../service/basis.ts'
import { splitScopes } from '../service/scopes.ts'
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
 * Explains the fields of a token response (§2.4 of the service's document), documented ones first. A documented field
 * that is absent is left out, and so is the refresh token, which the page never has.
 */
export function explainTokenResponse(response: Record<string, unknown>): ExplainedField[] {
  const names = Object.keys(response)
  const known = [...fields.keys()].filter((name) => names.includes(name))
  return [...known, ...names.filter((name) => !fields.has(name))].map((name) => {
    const field = fields.get(name) ?? unknown
    return {
      name,
      value: response[name],
      meaning: field.meaning,
      note: field.note?.(response[name], response),
      basis: field.basis,
    }
  })
}

interface Field {
  meaning: string
  basis: Basis
  note?: (value: unknown, response: Record<string, unknown>) => string | undefined
}

const unknown: Field = {
  meaning: 'Not shown by the service’s document.',
  basis: { kind: 'inferred', reference: 'its absence from §2.4' },
}

const fields = new Map<string, Field>([
  ['access_token', documented('The token that calls the APIs. It is a JWT here.')],
  [
    'refresh_token',
    documented('The token that gets new access tokens. How it is exchanged and how long it lives is not shown.'),
  ],
  [
    'scope',
    {
      ...documented('What was granted, separated by single spaces.'),
      note: (value) => (typeof value === 'string' ? countScopes(splitScopes(value).length) : undefined),
    },
  ],
  ['id_token', documented('The identity token: a JWT that says who signed in. Its claims are not shown.')],
  [
    'token_type',
    {
      ...documented('How the access token is sent. The documented value is “Bearer”.'),
      note: (value) =>
        typeof value === 'string' && value.toLowerCase() !== 'bearer' ? 'This is not the documented value.' : undefined,
    },
  ],
  [
    'expires_in',
    {
      ...documented('Duration of the access token. Its unit is not shown; seconds is the standard’s (RFC 6749 §5.1).'),
      note: lifetimeNote,
    },
  ],
])

function documented(meaning: string): Field {
  return { meaning, basis: { kind: 'documented', reference: '§2.4' } }
}

function countScopes(count: number): string {
  return count === 1 ? 'One scope.' : `${count} scopes.`
}

function lifetimeNote(value: unknown, response: Record<string, unknown>): string | undefined {
  const seconds = Number(value)
  const read = Number.isFinite(seconds) && seconds >= 0 ? `Read as seconds: ${durationInWords(seconds)}.` : undefined
  const token = typeof response.access_token === 'string' ? decodeJwt(response.access_token) : undefined
  const { exp, iat } = token?.claims ?? {}
  if (typeof exp !== 'number' || typeof iat !== 'number') return read
  const says = `The token’s own times (exp − iat) say ${durationInWords(exp - iat)}.`
  if (read === undefined) return says
  return Math.abs(exp - iat - seconds) < 2 ? `${read} ${says.slice(0, -1)}, so seconds fits.` : `${read} ${says}`
}
