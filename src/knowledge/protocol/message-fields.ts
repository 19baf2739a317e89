import { documented, standard } from './basis.ts'
import { type Fields, fields } from './field.ts'

// The parts of messages that authorization-request.ts and token-fields.ts do not describe, by where they stand.

/** Parameters of the redirect that brings an authorization code. */
export const redirectFields = redirect({ required: true })

/** Parameters of a redirect that refuses: it owes no code. */
export const refusalFields = redirect({ required: false })

/** Headers of a request to the token endpoint. */
export const tokenRequestHeaders = fields({
  'content-type': {
    meaning: 'The format of the form data.',
    required: true,
    allowed: /^application\/x-www-form-urlencoded\b/i,
    basis: documented('§4.2'),
  },
  authorization: {
    meaning: 'Client ID and secret, as Basic credentials.',
    required: true,
    allowed: /^Basic /,
    basis: documented('§4.2'),
  },
})

/** Form fields of the exchange of a code. */
export const exchangeFields = fields({
  code: { meaning: 'The authorization code from the redirect.', required: true, basis: documented('§2.3') },
  redirect_uri: {
    meaning: 'The redirect URI of the authorization request, unchanged.',
    required: true,
    basis: documented('§2.3'),
  },
  grant_type: {
    meaning: 'What is exchanged.',
    required: true,
    allowed: /^authorization_code$/,
    basis: documented('§2.3'),
  },
  code_verifier: { meaning: 'The secret whose hash was the code_challenge.', basis: standard('RFC 7636 §4.5') },
})

/** On what the request and the response of a renewal rest. */
export const renewal = standard('RFC 6749 §6; the exchange is not described (§4.2)')

/** Form fields of a renewal. */
export const renewalFields = fields({
  grant_type: { meaning: 'What is exchanged.', basis: renewal },
  refresh_token: { meaning: 'The refresh token used to get new tokens.', basis: renewal },
  scope: { meaning: 'Requests fewer scopes than were granted.', basis: standard('RFC 6749 §6') },
})

/** Headers of a token response. */
export const tokenResponseHeaders = fields({
  'content-type': {
    meaning: 'The format of the body.',
    required: true,
    allowed: /^application\/json\b/i,
    basis: documented('§4.2'),
  },
})

/** Members of an error of the token endpoint. */
export const tokenErrorFields = fields({
  error: { meaning: 'The error code.', required: true, basis: documented('§7.1') },
  error_description: { meaning: 'A description of the error.', required: true, basis: documented('§7.1') },
  error_uri: { meaning: 'A page about the error.', basis: standard('RFC 6749 §5.2') },
})

/** Headers of a request to a business API. */
export const callHeaders = fields({
  authorization: {
    meaning: 'The access token.',
    basis: standard('RFC 6750 §2.1; its placement is not described (§5)'),
  },
})

/** Headers of the response of a business API. */
export const callResponseHeaders = fields({
  'www-authenticate': {
    meaning: 'Which authentication is missing, and why.',
    basis: standard('RFC 6750 §3'),
  },
  'retry-after': { meaning: 'When to try again.', basis: standard('RFC 9110 §10.2.3') },
})

/** Members of a fault of the gateway, by their path. */
export const gatewayFaultFields = fields({
  'fault.faultstring': { meaning: 'The gateway’s description of the failure.', basis: documented('§7.2') },
  'fault.detail.errorcode': { meaning: 'The gateway’s error code.', basis: documented('§7.2') },
})

function redirect({ required }: { required: boolean }): Fields {
  const denial = standard('RFC 6749 §4.1.2.1; a denial is not described (§4.1)')
  return fields({
    code: { meaning: 'The authorization code, good for one exchange.', required, basis: documented('§2.2') },
    iss: { meaning: 'The issuer URL of the identity service.', required, basis: documented('§2.2') },
    state: {
      meaning: 'The state of the request, unchanged.',
      basis: standard('RFC 6749 §4.1.2; not described in §2.2'),
    },
    error: { meaning: 'Why the request was rejected, as an error code.', basis: denial },
    error_description: { meaning: 'A description of the reason, for developers.', basis: denial },
  })
}
