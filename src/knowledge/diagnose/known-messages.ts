import type { Step } from '../protocol/call.ts'
import { createLikenessIndex, type Likeness } from '../text/likeness.ts'
import type { ErrorName } from './error-names.ts'
import { valuesInPlace, withoutSlots } from './known-errors/fill-in.ts'
import accessToken from './messages/access-token.json' with { type: 'json' }
import api from './messages/api.json' with { type: 'json' }
import apis from './messages/apis.json' with { type: 'json' }
import awsGoogleSalesforce from './messages/aws-google-salesforce.json' with { type: 'json' }
import brazil from './messages/brazil.json' with { type: 'json' }
import entra from './messages/entra.json' with { type: 'json' }
import frameworks from './messages/frameworks.json' with { type: 'json' }
import gateways from './messages/gateways.json' with { type: 'json' }
import identityService from './messages/identity-service.json' with { type: 'json' }
import keycloak from './messages/keycloak.json' with { type: 'json' }
import libraries from './messages/libraries.json' with { type: 'json' }
import oktaAuth0 from './messages/okta-auth0.json' with { type: 'json' }

/** A cause with the sentences in which products state it, in their own words and language; `{name}` represents a value. */
export interface MessageRow {
  means: ErrorName
  /** The steps at which it is met, most usual first. */
  steps: readonly Step[]
  /** The statuses with which it means this at an API, whose own affairs sound alike; any where they are not given. */
  statuses?: readonly number[]
  says: readonly string[]
}

/** One of these sentences. */
export interface KnownMessage {
  means: ErrorName
  steps: readonly Step[]
  statuses: readonly number[] | undefined
  /** Its words, without the places of values. */
  says: string
  /** As it is in the files. */
  sentence: string
}

/** The rows as they are in the files; `known-messages.test.ts` holds these to the types. */
export const messageRows = [
  ...accessToken,
  ...api,
  ...apis,
  ...awsGoogleSalesforce,
  ...brazil,
  ...entra,
  ...frameworks,
  ...gateways,
  ...identityService,
  ...keycloak,
  ...libraries,
  ...oktaAuth0,
] as readonly MessageRow[]

let index: ReturnType<typeof createLikenessIndex<KnownMessage>> | undefined

/** The known messages that a text is like, best first; of each cause the likest alone. */
export function knownMessages(text: string): Likeness<KnownMessage>[] {
  if (isSignOut(text)) return []
  index ??= createLikenessIndex(
    messageRows.flatMap(({ means, steps, statuses, says }) =>
      says.map((sentence) => ({ means, steps, statuses, says: withoutSlots(sentence), sentence })),
    ),
  )
  const { match } = index
  return match(text)
    .flatMap((found) => withoutItsValue(found, text, match) ?? [])
    .sort(byLikeness)
    .filter(({ row }, at, all) => all.findIndex((other) => other.row.means === row.means) === at)
}

/** Whether a sentence is about a sign-out that somebody did or will meet, for which no token was refused. */
export function isSignOut(text: string): boolean {
  return ofSignOut.test(text)
}

const ofSignOut =
  /\bwill be (?:logged|signed) (?:out|off)\b|\b(?:log|sign)(?:ged|ed)? (?:out|off) and (?:back )?in\b|^["'\s]{0,2}(?!(?:user|the user|you|session)\b)[\w.@-]{2,40} (?:has )?(?:logged|signed) (?:out|off)["'.\s]{0,3}$/i

/** The name that is in a text where a known sentence has a place for one; undefined where none is there. */
export function valueNamed({ sentence }: KnownMessage, text: string): string | undefined {
  const [value] = valuesInPlace(sentence, text).values()
  return value !== undefined && /^[\w.:/-]{2,80}$/.test(value) ? value : undefined
}

/**
 * What is where a known sentence has a place for a value is the value, and not compared. Undefined where nothing of
 * its kind is there: the sentence is met of other things too.
 */
function withoutItsValue(
  found: Likeness<KnownMessage>,
  text: string,
  match: (text: string) => Likeness<KnownMessage>[],
): Likeness<KnownMessage> | undefined {
  const { row, recall } = found
  const slot = slotOf(row)
  if (slot === undefined) return found
  const value = valueNamed(row, text)
  if (value === undefined || kinds[slot]?.test(value) === false) return undefined
  return recall < 0.6 ? found : (match(text.replace(value, ' ')).find((other) => other.row === row) ?? found)
}

/** The name of the place for a value that a known sentence has. */
function slotOf({ sentence }: KnownMessage): string | undefined {
  return /\{([\w-]+)\}/.exec(sentence)?.[1]
}

/** What can be in the place of a value; any name in those that are not listed. */
const kinds: Record<string, RegExp> = {
  parameter:
    /^(?:grant_type|code|redirect_ur[il]|client_id|refresh_token|scope|response_type|nonce|state|username|password|assertion|audience|resource|device_code)$/i,
  // Headers in which gateways take a token or a key.
  header: /auth|token|secret|subscription|api-?|key$/i,
}

/** Of two that are as like, the one that says more of what it speaks of. */
function byLikeness(one: Likeness<KnownMessage>, other: Likeness<KnownMessage>): number {
  return Math.round((other.likeness - one.likeness) * 1e6) || openness(one.row) - openness(other.row)
}

function openness(row: KnownMessage): number {
  const slot = slotOf(row)
  return slot === undefined ? 0 : slot in kinds ? 1 : 2
}
