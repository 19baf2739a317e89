import { type FoundToken, findTokens, foundToken, mostTokens } from '../../token/find.ts'
import { inspectToken } from '../../token/take-apart.ts'
import type { Parameter } from './parameters.ts'

/** The role in which a token is in a text. */
export type TokenRole =
  | 'bearer'
  | 'id-token'
  | 'refresh'
  | 'assertion'
  | 'subject'
  | 'state'
  | 'response'
  | 'request'
  | 'proof'
  | 'unknown'

export interface TextToken {
  role: TokenRole
  header: Record<string, unknown>
  claims: Record<string, unknown>
  text: string
}

const roleOfField: Record<string, TokenRole> = {
  authorization: 'bearer',
  access_token: 'bearer',
  accesstoken: 'bearer',
  id_token: 'id-token',
  idtoken: 'id-token',
  id_token_hint: 'id-token',
  refresh_token: 'refresh',
  client_assertion: 'assertion',
  assertion: 'assertion',
  subject_token: 'subject',
  actor_token: 'subject',
  state: 'state',
  response: 'response',
  request: 'request',
  dpop: 'proof',
  // The proxies of Cloudflare and Google pass their sign-in on as a token of their own.
  cf_access_jwt_assertion: 'bearer',
  x_goog_iap_jwt_assertion: 'bearer',
}

/** The tokens of a text that can be read, each with its role. */
export function tokensIn(text: string, parameters: readonly Parameter[]): TextToken[] {
  const standing = findTokens(text)
  const known = new Set(standing.map(({ token }) => token.text))
  // In forms and addresses they are behind `=`.
  const sent = parameters
    .filter(({ value }) => /^e[wy][\w-]{8,20000}\./.test(value) && !known.has(value))
    .slice(0, mostTokens)
    .map(({ name, value }) => foundToken(inspectToken(value), name))
  return [...standing, ...sent].flatMap((found) => {
    const { token } = found
    if (token.form === 'opaque') return []
    const claims = (token.form === 'jws' && token.payload.value) || {}
    return [{ role: roleOf(found), header: token.header.value ?? {}, claims, text: token.text }]
  })
}

/** Where it stood says what it was used as; what it is itself counts where the place says nothing. */
function roleOf({ from, recognised }: FoundToken): TokenRole {
  const placed = from === undefined ? undefined : roleOfField[from.toLowerCase().replaceAll('-', '_')]
  if (placed !== undefined) return placed
  if (recognised.kind === 'id') return 'id-token'
  if (recognised.kind === 'access') return 'bearer'
  if (recognised.kind === 'proof') return 'proof'
  if (recognised.kind === 'assertion') return 'assertion'
  return recognised.kind === 'request' ? 'request' : recognised.kind === 'refresh' ? 'refresh' : 'unknown'
}
