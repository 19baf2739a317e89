import type { Config } from '#contract/config.ts'
import { inspect } from '#knowledge/paste/inspect.ts'
import { checkToken } from '#knowledge/token/checks.ts'
import type { TokenFinding } from '#knowledge/token/finding.ts'
import { asReadJwt } from '#knowledge/token/jwt.ts'
import { verifySignature } from '../../../cryptography/verify.ts'
import { asEnvironment } from '../../../exchange/recorded-call.ts'
import { type InspectContext, recognisedEnvironment } from '../context.ts'

/** The checks of a test token, its signature held against the key that it should be signed with. */
export async function judgeTestToken(
  { token, key }: { token: string; key: string },
  { config, context, now }: { config: Config; context: InspectContext; now: number },
): Promise<TokenFinding[]> {
  const [found] = inspect(token).tokens
  if (found === undefined) return []
  const id = context.environment ?? recognisedEnvironment(found.token, config)
  const environment = config.environments.find((one) => one.id === id)
  const signature =
    found.token.form === 'jws'
      ? await verifySignature(found.token.jws, found.token.header.value ?? {}, { from: 'pasted', text: key }, { now })
      : undefined
  return checkToken(asReadJwt(found.token), {
    now,
    kind: found.recognised.kind,
    certain: found.recognised.basis.kind !== 'inferred',
    environment: environment && asEnvironment(environment),
    others: config.environments.filter((one) => one.id !== id).map(asEnvironment),
    skewSeconds: context.skewSeconds,
    signature,
  })
}

/** A check whose outcome a fault changed. */
export interface ChangedFinding {
  title: string
  before: TokenFinding['outcome'] | 'not made'
  after: TokenFinding
}

/** The checks that came out otherwise with the fault than without it, and those that it added. */
export function changedFindings(before: TokenFinding[], after: TokenFinding[]): ChangedFinding[] {
  return after.flatMap((finding) => {
    const was = before.find(({ check }) => check === finding.check)?.outcome ?? 'not made'
    return was === finding.outcome ? [] : [{ title: finding.title, before: was, after: finding }]
  })
}
