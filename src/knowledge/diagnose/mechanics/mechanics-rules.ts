import type { CircumstanceRule } from '../trace/circumstance-rules.ts'
import { browserRules } from './browser-rules.ts'
import { comparedValueRules } from './compared-values.ts'
import { emptyValueRules } from './empty-values.ts'
import { formMechanics } from './form-mechanics.ts'
import { identityValueRules } from './identity-values.ts'
import { networkMechanics } from './network-mechanics.ts'
import { networkStatements } from './network-statements.ts'
import { orderRules } from './order-rules.ts'
import { programMechanics } from './program-mechanics.ts'
import { programStatements } from './program-statements.ts'
import { quotedValueRules } from './quoted-values.ts'
import { receiverRules } from './receiver-rules.ts'
import { sentRequestRules } from './sent-request-rules.ts'
import { settingValueRules } from './setting-value-rules.ts'
import { shownValueRules } from './shown-values.ts'
import { signInMechanics } from './sign-in-mechanics.ts'
import { signInValueRules } from './sign-in-values.ts'
import { slipRules } from './slip-rules.ts'
import { spellingRules } from './spelling-rules.ts'
import { statedTimeRules } from './stated-times.ts'
import { statedValueRules } from './stated-values.ts'
import { twoClockRules } from './two-clocks.ts'
import { writtenValueRules } from './written-values.ts'

/**
 * What holds for any service, from the surest on: values of a text that must be one and differ, and what a program
 * or a browser shows of its own doing.
 */
export const mechanicsRules: readonly CircumstanceRule[] = [
  ...writtenValueRules,
  ...statedTimeRules,
  ...twoClockRules,
  ...emptyValueRules,
  ...settingValueRules,
  ...comparedValueRules,
  ...identityValueRules,
  ...shownValueRules,
  ...slipRules,
  ...sentRequestRules,
  ...spellingRules,
  ...receiverRules,
  ...quotedValueRules,
  ...programStatements,
  ...networkStatements,
  ...statedValueRules,
  ...signInValueRules,
  ...formMechanics,
  ...signInMechanics,
  ...programMechanics,
  ...browserRules,
  ...orderRules,
  ...networkMechanics,
]
