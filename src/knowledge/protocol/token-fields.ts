import { documented } from './basis.ts'
import { fields } from './field.ts'

const basis = documented('§2.4')

/** The fields of a token response (§2.4 of the service's document), in its order. */
export const tokenFields = fields({
  access_token: { meaning: 'The token that calls the APIs. It is a JWT.', required: true, basis },
  refresh_token: {
    meaning: 'The token that gets new access tokens. Its exchange and its lifetime are not shown.',
    required: true,
    basis,
  },
  scope: {
    meaning: 'The granted scopes, separated by single spaces.',
    required: true,
    allowed: /^\S+( \S+)*$/,
    basis,
  },
  id_token: {
    meaning: 'The identity token: a JWT that says who signed in. Its claims are not shown.',
    required: true,
    basis,
  },
  token_type: {
    meaning: 'How the access token is sent. The documented value is “Bearer”.',
    required: true,
    allowed: /^Bearer$/,
    basis,
  },
  expires_in: {
    meaning: 'Lifetime of the access token. Its unit is not shown; the standard’s is seconds (RFC 6749 §5.1).',
    required: true,
    allowed: /^\d+$/,
    basis,
  },
})
