import type { InspectedToken } from '../take-apart.ts'
import type { Breach, JoseRule } from './breach.ts'
import { encryptedRules } from './encrypted-rules.ts'
import { headerRules } from './header-rules.ts'
import { signedRules } from './signed-rules.ts'

/**
 * The rules of JOSE that a token breaks and that can be seen without a key, the gravest first: of one that was cut or damaged
 * on its way only those of its header.
 */
export function breachesOf(token: InspectedToken): Breach[] {
  if (token.form === 'opaque' || token.header.value === undefined) return []
  const common = broken(headerRules, token, token.header.value)
  if (token.defects.length > 0) return common
  return token.form === 'jwe'
    ? [...common, ...broken(encryptedRules, token, token.header.value)]
    : [...common, ...broken(signedRules, token, token.header.value)]
}

function broken<Form extends InspectedToken>(
  rules: readonly JoseRule<Form>[],
  token: Form,
  header: Record<string, unknown>,
): Breach[] {
  return rules.flatMap(({ says, ...rule }) => {
    const why = says(token, header)
    return why === undefined ? [] : [{ ...rule, why }]
  })
}
