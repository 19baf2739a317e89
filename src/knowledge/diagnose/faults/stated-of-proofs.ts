import { inferred, standard } from '../../protocol/basis.ts'
import { answers } from '../fault.ts'
import { exampleApiCall } from './example-parts.ts'
import { exchange, identity, statedCause } from './stated-cause.ts'

/** Entries for what is stated about the proof or the time stamp that a client sends with a request. */
export const statedOfProofs = [
  statedCause({
    code: 'dpop-nonce-required',
    names: ['dpop_nonce_required'],
    steps: [...identity, 'api'],
    with400: true,
    title: 'The DPoP proof must contain the server’s nonce',
    meaning:
      'The server issues a nonce and accepts only proofs that contain it. A first request without a nonce gets this response, as does a request with an old nonce.',
    causes: [
      'The first request to this server had no nonce yet',
      'The nonce has expired, and the server sent a new one',
    ],
    fix: 'Retry the request immediately with a new DPoP proof that contains the nonce from the DPoP-Nonce response header.',
    who: 'nobody',
    retry: 'with-backoff',
    aliases: ['use_dpop_nonce'],
    basis: standard('RFC 9449 §8 and §9'),
    example: exampleApiCall('/webhooks', 401, {
      claims: { scope: 'webhooks' },
      headers: {
        'www-authenticate':
          'DPoP error="use_dpop_nonce", error_description="Resource server requires nonce in DPoP proof"',
        'dpop-nonce': 'eyJ7S_zG.eyJH0-Z.HX4w-7v',
      },
    }),
    expected: answers('certain', 'nobody', 'with-backoff', '/response/headers/www-authenticate', '/response/status'),
  }),
  statedCause({
    code: 'dpop-proof-invalid',
    names: ['dpop_proof_invalid'],
    steps: [...identity, 'api'],
    with400: true,
    title: 'The DPoP proof is missing or not valid',
    meaning:
      'A DPoP proof is a JWT that the client signs for one request, with the key its token is bound to. The server verifies the proof, and one check failed.',
    causes: [
      'htu or htm is not the URL or the method of this request, often because a proxy changes the URL',
      'iat is not recent enough: the clock of the client is wrong, or the proof was stored and sent later',
      'The proof was sent twice (jti)',
      'The proof was not signed with the key that the token is bound to, or ath does not match the token',
      'The DPoP header is missing',
    ],
    fix: 'Sign a new proof for each request, with that request’s htm, htu, iat and ath and with the key used to request the token. Then compare the clock with a time server.',
    who: 'caller',
    aliases: ['invalid_dpop_proof'],
    basis: standard('RFC 9449 §4.3, §5 and §7.1'),
    example: exampleApiCall('/webhooks', 401, {
      claims: { scope: 'webhooks' },
      headers: { 'www-authenticate': 'DPoP error="invalid_dpop_proof"' },
    }),
    expected: answers('certain', 'caller', 'after-fix', '/response/headers/www-authenticate', '/response/status'),
  }),
  statedCause({
    code: 'request-time-skewed',
    names: ['request_time_skewed'],
    steps: [...exchange, 'api'],
    with400: true,
    title: 'The time in the request is too far off',
    meaning:
      'The request contains the time at which it was signed. The server accepts only a few minutes before or after its own clock.',
    causes: [
      'The clock of the machine that sends the request is wrong',
      'The request was signed earlier and sent or repeated too late',
      'The time was written in another time zone or unit: local time instead of UTC, seconds instead of milliseconds',
    ],
    fix: 'Compare the clock of the sending machine with the Date header of the response, synchronize it, then sign and send the request again.',
    who: 'operator',
    aliases: ['RequestTimeTooSkewed', 'RequestExpired'],
    basis: inferred('the server’s own code or words; each server sets its own tolerance'),
    example: exampleApiCall('/webhooks', 403, {
      claims: { scope: 'webhooks' },
      body: { code: 'RequestTimeTooSkewed', message: 'refused' },
    }),
    expected: answers('certain', 'operator', 'after-fix', '/response/body', '/response/status'),
  }),
]
