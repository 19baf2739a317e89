import { isObject } from '#knowledge/text/json.ts'
import type { Sent } from '../http/outbound.ts'
import { failed, type Judged } from './judged.ts'

/** A token response whose documented fields (§2.4) hold what they must. */
export interface TokenResponse {
  /** Every field as it came. */
  fields: Record<string, unknown>
  accessToken: string
  refreshToken?: string
  idToken?: string
  /** Undefined means "as requested" (RFC 6749 §5.1). */
  scope?: string
}

/** Judges the response to a token request that came with a status of success. */
export function judgeTokenResponse(answer: NonNullable<Sent['answer']>): Judged<TokenResponse> {
  const fields = answer.cut ? undefined : withoutNull(parseObject(answer.body))
  if (!fields) return failed('token-response-unreadable', 'body')
  const broken = Object.entries(fieldRules).find(([name, rule]) => !rule(fields[name]))
  if (broken) return failed('token-response-field', broken[0])
  return {
    ok: true,
    value: {
      fields,
      accessToken: fields.access_token as string,
      refreshToken: fields.refresh_token as string | undefined,
      idToken: fields.id_token as string | undefined,
      scope: fields.scope as string | undefined,
    },
  }
}

/** Parses a JSON object; undefined for anything else, for what does not parse and for what is nested too deeply. */
export function parseObject(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const parsed: unknown = JSON.parse(text, (name, value) => (name === '__proto__' ? undefined : value))
    return isObject(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

/** Some servers write null for what they leave out. */
function withoutNull(fields: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  return fields && Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

/** Visible ASCII and spaces (RFC 6749 appendix A.12 and A.17), so that it can be in a header. */
const isToken = (value: unknown) => typeof value === 'string' && /^[\x20-\x7e]+$/.test(value)
const longestLifetime = 2 ** 31

const fieldRules: Record<string, (value: unknown) => boolean> = {
  access_token: isToken,
  // RFC 6749 §5.1: the type is compared without regard to case.
  token_type: (value) => typeof value === 'string' && value.toLowerCase() === 'bearer',
  // Some servers write the number as a text.
  expires_in: (value) =>
    value === undefined ||
    (/^\d+$/.test(String(value)) && Number(value) > 0 && Number(value) < longestLifetime && typeof value !== 'object'),
  refresh_token: (value) => value === undefined || isToken(value),
  scope: (value) => value === undefined || typeof value === 'string',
  id_token: (value) => value === undefined || isToken(value),
}
