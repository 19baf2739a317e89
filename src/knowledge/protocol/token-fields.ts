import { documented, standard } from './basis.ts'
import { fields } from './field.ts'

const basis = documented('§2.4', standard('RFC 6749 §5.1'))

/** The fields of a token response (§2.4 of the service's document), in its order. */
export const tokenFields = fields({
  access_token: { meaning: 'The token that calls the APIs.', required: true, basis },
  refresh_token: {
    meaning: 'The token that gets new access tokens.',
    required: true,
    basis: documented('§2.4; it describes neither its exchange nor its lifetime', standard('RFC 6749 §1.5')),
  },
  scope: {
    meaning: 'The granted scopes, separated by single spaces.',
    required: true,
    allowed: /^\S+( \S+)*$/,
    basis,
  },
  id_token: {
    meaning: 'The identity token: a JWT that says who signed in.',
    required: true,
    basis: documented('§2.4; it does not describe its claims', standard('OpenID Connect Core §3.1.3.3')),
  },
  token_type: {
    meaning: 'How the access token is used: anyone who has a “Bearer” token can use it.',
    required: true,
    allowed: /^Bearer$/,
    basis,
  },
  expires_in: {
    meaning: 'Lifetime of the access token, in seconds according to the standard (RFC 6749 §5.1).',
    required: true,
    allowed: /^\d+$/,
    basis: documented('§2.4; it does not name the unit', standard('RFC 6749 §5.1')),
  },
})
