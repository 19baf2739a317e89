import { type Basis, inferred, standard } from '../../protocol/basis.ts'
import { type Certainty, rowCertainty } from '../certainty.ts'
import type { Fault, Retry, Who } from '../fault.ts'
import type { FaultCode } from '../faults/catalogue.ts'
import type { GatewayRow, OAuthRow, RowWho } from './rows.ts'

/** The code of a data row’s page. */
export type RowCode = `gateway-${string}` | `oauth-${string}`

/** What a code says by itself, in the terms of a hand-written entry. */
export interface CodeWords {
  code: FaultCode | RowCode
  title: string
  meaning: string
  causes: readonly string[]
  fix: string
  who: Who
  retry: Retry
  certainty: Certainty
  basis: Basis
}

/** What a data row says. */
export interface RowWords extends CodeWords {
  /** Permanent, kebab-case: made from the code's own spelling. */
  code: RowCode
  /** The code as the other side writes it. */
  name: string
}

/** What an entry says of a code of its own where it did not recognise the call. */
export function entryWords({ code, meaning, causes, who, retry }: Fault<FaultCode>, name: string): CodeWords {
  return {
    code,
    title: name.includes('.') ? gatewayTitle(name) : oauthTitle(name),
    meaning,
    causes,
    fix: fixes[who],
    who,
    retry,
    certainty: rowCertainty(true),
    basis: inferred('the code alone', 'the list of error codes is not described (§7.1, §7.3)'),
  }
}

export function gatewayWords(row: GatewayRow): RowWords {
  return {
    code: gatewayPage(row.errorcode),
    name: row.errorcode,
    title: gatewayTitle(row.errorcode),
    meaning: meaningOf(row),
    causes: row.causes,
    ...byWho[row.who],
    certainty: rowCertainty(row.confirmed),
    basis: inferred(
      'the fault code, as the manual of the Apigee gateway describes it',
      'the list of codes is not described (§7.3)',
    ),
  }
}

export function oauthWords(row: OAuthRow): RowWords {
  return {
    code: oauthPage(row.error),
    name: row.error,
    title: oauthTitle(row.error),
    meaning: meaningOf(row),
    causes: row.causes,
    ...byWho[row.who],
    certainty: rowCertainty(row.confirmed),
    basis:
      row.vendor === null && /RFC|OpenID|draft/.test(row.spec)
        ? standard(row.spec, 'other error codes are not described (§7.1)')
        : inferred(`the error code, as ${row.vendor ?? 'other servers'} use it`, 'not described (§7.1)'),
  }
}

/** The page of a gateway's fault code that is known from a data row. */
export function gatewayPage(errorcode: string): RowCode {
  return `gateway-${kebab(errorcode)}`
}

/** The page of an error code of OAuth that is known from a data row. */
export function oauthPage(error: string): RowCode {
  return `oauth-${kebab(error)}`
}

function gatewayTitle(errorcode: string): string {
  return `The gateway returned ${errorcode.slice(errorcode.lastIndexOf('.') + 1)}`
}

function oauthTitle(error: string): string {
  return `The response named the error ${error}`
}

function meaningOf({ meaning, confirmed }: GatewayRow | OAuthRow): string {
  return confirmed ? meaning : `${meaning} This meaning was found in one source only.`
}

const goThrough = 'Check these reasons in this order, fix the one that applies, and send the request again.'
const fixes: Record<Who, string> = {
  caller: goThrough,
  'end-user': goThrough,
  operator: goThrough,
  'identity-team': 'Give the code, the time and the client ID to the identity team: the cause is usually on its side.',
  'api-team':
    'Give the code, the time, the URL and the response’s request ID to the API team: the cause is usually on its side.',
  nobody: 'Wait a little and try again. If it continues, give the code and the time to the team that runs the service.',
}

const byWho: Record<RowWho, { who: Who; retry: Retry; fix: string }> = {
  caller: { who: 'caller', retry: 'after-fix', fix: fixes.caller },
  'identity-team': { who: 'identity-team', retry: 'after-fix', fix: fixes['identity-team'] },
  'api-team': { who: 'api-team', retry: 'after-fix', fix: fixes['api-team'] },
  transient: { who: 'nobody', retry: 'with-backoff', fix: fixes.nobody },
}

/** `steps.jwt.InvalidCurve` as `steps-jwt-invalid-curve`. */
function kebab(code: string): string {
  return code
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/[^A-Za-z\d]+/g, '-')
    .toLowerCase()
}
