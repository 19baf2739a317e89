import { isObject } from '../text/json.ts'

/**
 * Who acts for the subject of a token (act, RFC 8693 §4.1) or may (may_act, §4.4): by its subject, and by its client where it
 * has none. Undefined where no party is named.
 */
export function actorOf(act: unknown): string | undefined {
  if (!isObject(act)) return undefined
  const name = act.sub ?? act.client_id ?? act.azp
  return typeof name === 'string' ? name : undefined
}
