import type { Signals } from '../../text/signals.ts'
import { assertions } from './assertions.ts'
import { audiences } from './audiences.ts'
import { circumstances } from './circumstances.ts'
import { clients } from './clients.ts'
import { clocks } from './clocks.ts'
import { cookies } from './cookies.ts'
import { type Evidence, evidenceIn } from './evidence.ts'
import type { FactFamily, Found } from './family.ts'
import { flowFacts } from './flow.ts'
import { innermost } from './innermost.ts'
import { issuers } from './issuers.ts'
import { keys } from './keys.ts'
import { metadata } from './metadata.ts'
import { namedValues } from './named-values.ts'
import { origins } from './origins.ts'
import { placeholders } from './placeholders.ts'
import { places } from './places.ts'
import { redirectUris } from './redirect-uris.ts'
import { redirected } from './redirected.ts'
import { repeated } from './repeated.ts'
import { reported } from './reported.ts'
import { requestFormat } from './request-format.ts'
import { scopes } from './scopes.ts'
import { sentCredentials } from './sent-credentials.ts'
import { sentTokens } from './sent-tokens.ts'
import { sequence } from './sequence.ts'
import { tokenFacts } from './token-facts.ts'
import { trustConditions } from './trust-conditions.ts'
import { unseenSigns } from './unseen-signs.ts'
import { writtenAddresses } from './written-addresses.ts'

/** What the values in a text show when they are held against each other, and what it says of the circumstances. */
export interface Facts {
  has: (name: FactName) => boolean
  /**
   * Values by name, for sentences about the text: those that are in it under a name of their own (in small letters,
   * the first of each), `host` and `path` of its first address, and what the comparisons found. None of them is a secret.
   */
  values: ReadonlyMap<string, string>
}

const families = [
  circumstances,
  flowFacts,
  placeholders,
  places,
  requestFormat,
  redirectUris,
  issuers,
  audiences,
  scopes,
  origins,
  repeated,
  tokenFacts,
  assertions,
  keys,
  clients,
  writtenAddresses,
  sequence,
  clocks,
  metadata,
  cookies,
  sentCredentials,
  innermost,
  sentTokens,
  trustConditions,
  unseenSigns,
  redirected,
  reported,
] as const

/** Every fact; `status:` stands with each status that is in the text. */
export type FactName = (typeof families)[number]['names'][number] | `status:${number}`

const familyOf: ReadonlyMap<string, FactFamily> = new Map(
  families.flatMap((family: FactFamily) => family.names.map((name) => [name, family] as const)),
)

/** What was sent and cannot be right: a value that differs from the one it must equal, or that is no value at all. */
const decisive: ReadonlySet<string> = new Set<FactName>([
  ...placeholders.names,
  ...requestFormat.names,
  ...redirectUris.names.filter((name) => name !== 'redirect:localhost'),
  ...issuers.names,
  ...scopes.names,
  ...origins.names.filter((name) => name !== 'origin:localhost'),
  ...repeated.names,
  ...assertions.names,
  ...keys.names,
  ...clients.names,
  ...writtenAddresses.names,
  ...clocks.names,
  ...sentCredentials.names,
  ...trustConditions.names,
  ...unseenSigns.names,
  'comes-and-goes',
  'header:no-kid',
  'lifetime:ten-minutes',
  'lifetime:over',
  'token:bound-as-bearer',
  'audience:differs',
  'audience:slash',
  'token:id-token',
  'token:refresh',
  'token:expired',
  'token:future',
  'token:for-graph',
  'environments:mixed',
  'host:misspelt',
  'resource:differs',
])

/** Whether a fact tells by itself that what was sent is wrong; others describe circumstances. */
export function isDecisive(name: string): boolean {
  return decisive.has(name)
}

/** The names of all facts but the statuses. */
export const factNames = [...familyOf.keys()] as Exclude<FactName, `status:${number}`>[]

/** Whether a word names a fact. */
export function isFactName(name: string): name is FactName {
  return familyOf.has(name) || /^status:[1-5]\d\d$/.test(name)
}

/**
 * The facts of a text of any syntax; each family of them is looked for when it is asked for, and once. Linear in the
 * length of the text. Never throws.
 *
 * @param known.now epoch seconds
 * @param known.signals what `readSignals` found in the same text, where the caller has it
 */
export function factsOf(text: string, known: { now: number; signals?: Signals }): Facts {
  const evidence = evidenceIn(text, known)
  const found = new Map<FactFamily, { facts: ReadonlySet<string>; values: Found<string>['values'] }>()
  const look = (family: FactFamily) => {
    const before = found.get(family)
    if (before !== undefined) return before
    const { facts, values } = family.find(evidence)
    const now = { facts: new Set(facts), values }
    found.set(family, now)
    return now
  }
  let values: ReadonlyMap<string, string> | undefined
  return {
    has: (name) => {
      const family = familyOf.get(name)
      if (family !== undefined) return look(family).facts.has(name)
      return evidence.signals().statuses.some(({ status }) => name === `status:${status}`)
    },
    get values() {
      values ??= valuesOf(
        evidence,
        families.map((family) => look(family).values ?? {}),
      )
      return values
    },
  }
}

function valuesOf(evidence: Evidence, compared: Record<string, string | undefined>[]): ReadonlyMap<string, string> {
  const values = namedValues(evidence)
  for (const [name, value] of compared.flatMap((one) => Object.entries(one)))
    if (value !== undefined && value !== '') values.set(name, value)
  return values
}
