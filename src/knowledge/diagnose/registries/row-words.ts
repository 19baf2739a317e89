import { type Basis, inferred, standard } from '../../service/basis.ts'
import { type Certainty, rowCertainty } from '../certainty.ts'
import type { Retry, Who } from '../fault.ts'
import type { GatewayRow, OAuthRow, RowWho } from './rows.ts'

/** The code of a data row’s page. */
export type RowCode = `gateway-${string}` | `oauth-${string}`

/** What a data row says, in the terms of a hand-written entry. */
export interface RowWords {
  /** Permanent, kebab-case: made from the code's own spelling. */
  code: RowCode
  /** The code as the other side writes it. */
  name: string
  title: string
  meaning: string
  causes: string[]
  fix: string
  who: Who
  retry: Retry
  certainty: Certainty
  basis: Basis
}

export function gatewayWords(row: GatewayRow): RowWords {
  return {
    code: `gateway-${kebab(row.errorcode)}`,
    name: row.errorcode,
    title: `The gateway answered ${row.errorcode.slice(row.errorcode.lastIndexOf('.') + 1)}`,
    meaning: meaningOf(row),
    causes: row.causes,
    ...byWho[row.who],
    certainty: rowCertainty(row.confirmed),
    basis: inferred(
      'the fault code, read as the manual of the Apigee gateway has it; the list of codes is not shown (§7.3)',
    ),
  }
}

export function oauthWords(row: OAuthRow): RowWords {
  return {
    code: `oauth-${kebab(row.error)}`,
    name: row.error,
    title: `The answer named the error ${row.error}`,
    meaning: meaningOf(row),
    causes: row.causes,
    ...byWho[row.who],
    certainty: rowCertainty(row.confirmed),
    basis:
      row.vendor === null && /RFC|OpenID|draft/.test(row.spec)
        ? standard(`${row.spec}; other error codes are not shown (§7.1)`)
        : inferred(`the error code, as ${row.vendor ?? 'other servers'} use it; not shown (§7.1)`),
  }
}

function meaningOf({ meaning, confirmed }: GatewayRow | OAuthRow): string {
  return confirmed ? meaning : `${meaning} This reading could not be confirmed from a second source.`
}

const byWho: Record<RowWho, { who: Who; retry: Retry; fix: string }> = {
  caller: {
    who: 'caller',
    retry: 'after-fix',
    fix: 'Go through the usual reasons in this order, mend the one that applies, and send the request again.',
  },
  'identity-team': {
    who: 'identity-team',
    retry: 'after-fix',
    fix: 'Give the code, the time and the client identifier to the team of the identity service: the usual reasons lie on its side.',
  },
  'api-team': {
    who: 'api-team',
    retry: 'after-fix',
    fix: 'Give the code, the time, the address and the answer’s request identifier to the team of the API: the usual reasons lie on its side.',
  },
  transient: {
    who: 'nobody',
    retry: 'with-backoff',
    fix: 'Wait a little and try again. If it goes on, give the code and the time to the team of the service.',
  },
}

/** `steps.jwt.InvalidCurve` as `steps-jwt-invalid-curve`. */
function kebab(code: string): string {
  return code
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/[^A-Za-z\d]+/g, '-')
    .toLowerCase()
}
