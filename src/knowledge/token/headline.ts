import type { Environment } from '../protocol/call.ts'
import { quoted } from '../text/quote.ts'
import { withRegisteredNames } from './credential-members.ts'
import { gravestFault } from './faults.ts'
import type { FoundToken } from './find.ts'
import type { TokenFinding } from './finding.ts'
import { knownAudience } from './issuers/parties.ts'
import { type TokenKind, tokenKinds } from './kinds.ts'
import { validityInWords } from './times.ts'

/**
 * What a token is in one line: `Entra ID v2 access token for api://orders, expires in 70 minutes, issued in another
 * environment`. It follows from the checks: of a token that fails one of them it never says that it is valid.
 */
export function tokenHeadline(
  { token, recognised }: FoundToken,
  {
    now,
    kind = recognised.kind,
    environment,
    environments = [],
    findings,
    withTime = true,
  }: {
    /** Epoch seconds. */
    now: number
    /** What a person takes it for, where that is something else. */
    kind?: TokenKind
    /** The environment that it is held against, where one was chosen. */
    environment?: Environment
    /** Every environment of the configuration. */
    environments?: readonly Environment[]
    /** What its checks came to. */
    findings: readonly TokenFinding[]
    /** False where its times are told beside it. */
    withTime?: boolean
  },
): string {
  const name = kind === recognised.kind ? recognised.name : tokenKinds[kind].name
  const fault = gravestFault(findings)
  if (token.form === 'opaque')
    return token.times === undefined || !withTime ? name : `${name}, ${validityInWords(token.times, now)}`
  if (token.form === 'jwe')
    return [kind === 'unknown' ? 'Encrypted token (JWE) of an unknown kind' : `${name}, encrypted`, fault?.phrase]
      .filter(Boolean)
      .join(', ')
  const claims = token.payload.value
  if (claims === undefined)
    return [
      kind === 'signed-content' ? name : `${name} with unreadable claims`,
      token.defects[0]?.isLeftOut ? 'truncated' : fault?.phrase,
    ]
      .filter(Boolean)
      .join(', ')
  const [broken] = token.defects
  return [
    named(name, recipient(kind, claims, recognised.issuer)),
    // What a broken token lacks may be in the part that is lost.
    withTime && !(broken && claims.exp === undefined) && validityInWords(withRegisteredNames(claims), now),
    tokenKinds[kind].signedBy === 'issuer' ? origin(claims.iss, environment, environments) : '',
    broken
      ? (broken.fault?.phrase ?? `${broken.isLeftOut ? 'truncated' : 'damaged'} at character ${broken.at + 1}`)
      : fault?.phrase,
  ]
    .filter(Boolean)
    .join(', ')
}

/** With its recipient, unless the name ends with that already. */
function named(name: string, recipient: string): string {
  const isSaid = recipient === '' || name.toLowerCase().endsWith(` for ${recipient.toLowerCase()}`)
  return isSaid ? name : `${name} for ${recipient}`
}

/** Who or what it is for, unquoted. */
function recipient(kind: TokenKind, { aud, htm, htu }: Record<string, unknown>, issuer?: string): string {
  if (kind === 'proof')
    return [htm, htu]
      .filter((one) => typeof one === 'string')
      .map(bare)
      .join(' ')
  const all = [aud].flat().filter((one) => typeof one === 'string')
  const [first] = all
  if (first === undefined) return ''
  const is = knownAudience(first, issuer)
  const one = is !== undefined && /^[A-Z]/.test(is) && !/^https?:/.test(first) && !/[,:]/.test(is) ? is : bare(first)
  return all.length === 1 ? one : `${one} and ${all.length - 1} more`
}

function bare(value: unknown): string {
  return quoted(value, 80).slice(1, -1)
}

function origin(iss: unknown, chosen: Environment | undefined, environments: readonly Environment[]): string {
  const known = environments.filter(({ issuer }) => issuer !== undefined)
  const issuing = known.find(({ issuer }) => issuer === iss)
  const name = issuing && bare(issuing.name || issuing.id)
  if (issuing === undefined)
    return typeof iss !== 'string' || (known.length === 0 && chosen?.issuer === undefined)
      ? ''
      : 'from an issuer that is not configured'
  return chosen === undefined || chosen.id === issuing.id
    ? `issued in ${name}`
    : `issued in another environment (${name})`
}
