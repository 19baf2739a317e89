import type { CircumstanceRule } from '../trace/circumstance-rules.ts'
import { browserRules } from './browser-rules.ts'
import { comparedValueRules } from './compared-values.ts'
import { formMechanics } from './form-mechanics.ts'
import { identityValueRules } from './identity-values.ts'
import { networkMechanics } from './network-mechanics.ts'
import { orderRules } from './order-rules.ts'
import { programMechanics } from './program-mechanics.ts'
import { signInMechanics } from './sign-in-mechanics.ts'

/**
 * What holds for any service, from the surest on: values of a text that must be one and differ, and what a program
 * or a browser shows of its own doing.
 */
export const mechanicsRules: readonly CircumstanceRule[] = [
  ...comparedValueRules,
  ...identityValueRules,
  ...formMechanics,
  ...signInMechanics,
  ...programMechanics,
  ...browserRules,
  ...orderRules,
  ...networkMechanics,
]
