import { parseAddress } from '../text/address.ts'
import { type Basis, basisAt, documented, inferred, standard } from './basis.ts'
import { fields, unknownField } from './field.ts'

export interface ExplainedParameter {
  name: string
  value: string
  meaning: string
  basis: Basis
}

/**
 * Explains the query parameters of an authorization URL, in the order in which they stand. Never throws.
 *
 * @param foreign whether it is one of a service that the API guide does not describe
 */
export function explainAuthorizationRequest(url: string, foreign = false): ExplainedParameter[] {
  return parseAddress(url).query.map(([name, value]) => {
    const { meaning, basis } = authorizationParameters.get(name) ?? unknownField
    return { name, value, meaning, basis: basisAt(basis, foreign) }
  })
}

const openId = 'OpenID Connect Core §3.1.2.1'
const byGuide = documented('§2.1', standard('RFC 6749 §4.1.1'))

/** The parameters of an authorization request: those of §2.1, and those of the standards. */
export const authorizationParameters = fields({
  client_id: { meaning: 'Identifies the registered client application.', required: true, basis: byGuide },
  response_type: {
    meaning: 'Requests an authorization code, which is exchanged for tokens.',
    required: true,
    allowed: /^code$/,
    basis: byGuide,
  },
  redirect_uri: {
    meaning:
      'Where the identity service sends the browser back to. It must match, character by character, a redirect URI registered for the client.',
    required: true,
    basis: byGuide,
  },
  scope: {
    meaning: 'The requested scopes, separated by spaces.',
    required: true,
    basis: documented('§2.1; their separator in a request is not stated (§2.5)', standard('RFC 6749 §3.3')),
  },
  prompt: {
    meaning: '“login” makes the user sign in, even with a session at the identity service.',
    allowed: /^login$/,
    basis: documented('§2.1', standard(openId)),
  },
  state: {
    meaning:
      'A random value that is returned unchanged. It ties the response to this tab, so that nobody can inject another sign-in.',
    basis: notShown('RFC 6749 §10.12'),
  },
  nonce: {
    meaning: 'A random value that is returned in the ID token and ties it to this sign-in.',
    basis: notShown(openId),
  },
  code_challenge: {
    meaning: 'Hash of a secret that stays on this app’s server. Only the holder of the secret can use the code.',
    basis: notShown('RFC 7636 §4.3'),
  },
  code_challenge_method: { meaning: 'How the hash is made: S256 is SHA-256.', basis: notShown('RFC 7636 §4.3') },
  response_mode: {
    meaning: 'How the response is returned: in the query, the fragment or a form.',
    basis: notShown('OAuth 2.0 Multiple Response Types §2.1'),
  },
  max_age: {
    meaning: 'Requires a new sign-in if the last one is older than this many seconds.',
    basis: notShown(openId),
  },
  login_hint: { meaning: 'Tells the identity service who is about to sign in.', basis: notShown(openId) },
  demonstration: {
    meaning: 'Tells the built-in sandbox which demonstration this is, so that its pages say what to choose.',
    basis: inferred('its use by Claimcheck’s own sandbox'),
  },
  ui_locales: { meaning: 'The languages that the user prefers.', basis: notShown(openId) },
  acr_values: { meaning: 'The requested strength of the sign-in.', basis: notShown(openId) },
  resource: { meaning: 'The API that the token is for.', basis: notShown('RFC 8707 §2') },
})

function notShown(section: string): Basis {
  return standard(section, 'not described in the API guide')
}
