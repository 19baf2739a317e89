import type { Step } from '../protocol/call.ts'
import { createLikenessIndex, type Likeness } from '../text/likeness.ts'
import type { ErrorName } from './error-names.ts'
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

/** A cause with the sentences in which products state it, in their own words and language. */
export interface MessageRow {
  means: ErrorName
  /** The steps at which it is met, most usual first. */
  steps: readonly Step[]
  says: readonly string[]
}

/** One of these sentences. */
export interface KnownMessage {
  means: ErrorName
  steps: readonly Step[]
  says: string
}

/** The rows as they stand in the files; `known-messages.test.ts` holds these to the types. */
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
  index ??= createLikenessIndex(
    messageRows.flatMap(({ means, steps, says }) => says.map((one) => ({ means, steps, says: one }))),
  )
  return index.match(text).filter(({ row }, at, all) => all.findIndex((other) => other.row.means === row.means) === at)
}
