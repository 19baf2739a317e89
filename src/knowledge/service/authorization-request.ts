import { parseAddress } from '../text/address.ts'
import type { Basis } from './basis.ts'

export interface ExplainedParameter {
  name: string
  value: string
  meaning: string
  basis: Basis
}

/** Explains the query parameters of an authorization URL, in the order in which they stand. Never throws. */
export function explainAuthorizationRequest(url: string): ExplainedParameter[] {
  return parseAddress(url).query.map(([name, value]) => ({ name, value, ...(parameters.get(name) ?? unknown) }))
}

type Explanation = Pick<ExplainedParameter, 'meaning' | 'basis'>

const unknown: Explanation = {
  meaning: 'Not shown by the service’s document, and none of the standard parameters that are known here.',
  basis: { kind: 'inferred', reference: 'its absence from §2.1' },
}

const parameters = new Map<string, Explanation>([
  ['client_id', documented('Names the registered client application that asks.')],
  [
    'response_type',
    documented(
      'Asks for an authorization code, which is exchanged for tokens afterwards. The only documented value is “code”.',
    ),
  ],
  [
    'redirect_uri',
    documented(
      'Where the identity service sends the browser back to. It has to be registered for the client, character by character.',
    ),
  ],
  [
    'scope',
    documented(
      'What the app asks to be allowed. The separator in a request is not stated (§2.5); the standard’s is a space.',
    ),
  ],
  ['prompt', documented('“login” makes the identity service ask the person to sign in, even with a session there.')],
  [
    'state',
    standard(
      'A random value that comes back unchanged and ties the answer to this tab, so that nobody can slip in another sign-in.',
      'RFC 6749 §10.12',
    ),
  ],
  [
    'nonce',
    standard(
      'A random value that comes back inside the ID token and ties it to this sign-in.',
      'OpenID Connect Core §3.1.2.1',
    ),
  ],
  [
    'code_challenge',
    standard(
      'Fingerprint of a secret that stays at the server of this app. Only who holds the secret can use the code.',
      'RFC 7636 §4.3',
    ),
  ],
  ['code_challenge_method', standard('How the fingerprint is made: S256 is SHA-256.', 'RFC 7636 §4.3')],
  [
    'response_mode',
    standard(
      'How the answer comes back: in the query, the fragment or a form.',
      'OAuth 2.0 Multiple Response Types §2.1',
    ),
  ],
  [
    'max_age',
    standard(
      'Asks for a new sign-in when the last one is older than this many seconds.',
      'OpenID Connect Core §3.1.2.1',
    ),
  ],
  ['login_hint', standard('Tells the identity service who is about to sign in.', 'OpenID Connect Core §3.1.2.1')],
  ['ui_locales', standard('The languages that the person prefers.', 'OpenID Connect Core §3.1.2.1')],
  ['acr_values', standard('How strong a sign-in is asked for.', 'OpenID Connect Core §3.1.2.1')],
  ['resource', standard('The API that the token is for.', 'RFC 8707 §2')],
])

function documented(meaning: string): Explanation {
  return { meaning, basis: { kind: 'documented', reference: '§2.1' } }
}

function standard(meaning: string, section: string): Explanation {
  return { meaning, basis: { kind: 'standard', reference: `${section}; not shown by the service’s document` } }
}
