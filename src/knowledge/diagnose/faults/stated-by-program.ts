import { standard } from '../../protocol/basis.ts'
import type { Call } from '../../protocol/call.ts'
import { answers } from '../fault.ts'
import { exampleApiCall } from './example-parts.ts'
import { exchange, identity, statedCause } from './stated-cause.ts'

/** Entries for what the calling program or its browser says itself: no response tells it. */
export const statedByProgram = [
  statedCause({
    code: 'certificate-file-unreadable',
    names: ['certificate_file_unreadable'],
    steps: [...exchange, 'api'],
    stater: 'Your app',
    title: 'A certificate or key file cannot be read',
    meaning:
      'Your app loads a certificate or a private key from a file before it connects. That failed on this machine, so nothing was sent.',
    causes: [
      'The path is wrong, or your app is not allowed to read the file',
      'The passphrase is wrong or missing',
      'The file is not in the format that your app expects, such as P12 instead of PEM',
      'The certificate and the key do not belong together',
      'The P12 file uses an old encryption that OpenSSL 3 no longer reads by default',
    ],
    fix: 'Open the file manually on the same machine, with openssl x509 or openssl pkey for PEM and openssl pkcs12 for P12. This shows whether the path, passphrase or format is wrong. Then correct it in your app’s settings.',
    who: 'caller',
    basis: standard('RFC 7468 (PEM), RFC 7292 (PKCS #12)'),
    example: passedOn("curl: (58) unable to set private key file: 'key.pem' type PEM"),
    expected: answers('likely', 'caller', 'after-fix', '/response/body', '/response/status'),
  }),
  statedCause({
    code: 'cors-blocked',
    names: ['cors_blocked'],
    steps: [...exchange, 'api'],
    stater: 'Your app',
    title: 'The browser blocked the call (CORS)',
    meaning:
      'A page can read responses from another origin only if the server there allows the page’s origin. The server did not allow it, so the browser withheld the response from the page, or did not send the request at all.',
    causes: [
      'The server does not list the page’s origin in Access-Control-Allow-Origin',
      'The server rejects the preflight request (OPTIONS), or does not allow a header or the method in its response',
      'A gateway in front returns an error without CORS headers',
      'The server is not meant to be called from a browser',
    ],
    fix: 'Look at the preflight request in the browser’s network panel, and ask the team that runs the server to allow the origin, method and headers. If browsers are not meant to call it, send the call from your own server.',
    who: 'api-team',
    whoAtIdentity: 'identity-team',
    basis: standard('Fetch Standard, CORS protocol'),
    example: passedOn(
      "Access to fetch at 'https://api.example.com' from origin 'http://localhost:3000' has been blocked by CORS policy: No 'Access-Control-Allow-Origin' header is present on the requested resource.",
    ),
    expected: answers('likely', 'api-team', 'after-fix', '/response/body', '/response/status'),
  }),
  statedCause({
    code: 'redirect-loop',
    names: ['redirect_loop'],
    steps: [...identity, 'api'],
    stater: 'Your app',
    title: 'The redirects form a loop',
    meaning: 'Each response redirected to the next URL until your app gave up. No URL returned a final response.',
    causes: [
      'The app does not keep its session cookie, so it sends the user to the sign-in again and again',
      'The app is behind a proxy, treats each request as http and redirects it to https',
      'Two URLs redirect to each other, for instance with and without “www” or a trailing slash',
    ],
    fix: 'List the URLs in order with the browser’s network panel or curl -v -L, and correct the first one that appears twice. For a sign-in, check that the session cookie is set and sent back.',
    who: 'operator',
    basis: standard('RFC 9110 §15.4'),
    example: passedOn('curl: (47) Maximum (50) redirects followed'),
    expected: answers('likely', 'operator', 'after-fix', '/response/body', '/response/status'),
  }),
  statedCause({
    code: 'answer-not-json',
    names: ['answer_not_json'],
    steps: [...exchange, 'api'],
    stater: 'Your app',
    title: 'JSON was expected and something else was received',
    meaning: 'Your app read the response as JSON, but it was a web page, plain text or empty.',
    causes: [
      'The server or something in front of it returned an error page',
      'The URL is that of a web page, or redirects to a sign-in page',
      'The response has no body, as with status 204',
      'The response was cut off',
    ],
    fix: 'Check the status, the Content-Type and the first lines of the response: they show who responded and why. In your app, check them before reading the response as JSON.',
    who: 'caller',
    basis: standard('RFC 8259 §2, RFC 9110 §8.3'),
    example: passedOn("oauth2: cannot parse json: invalid character '<' looking for beginning of value"),
    expected: answers('likely', 'caller', 'after-fix', '/response/body', '/response/status'),
  }),
  statedCause({
    code: 'webhook-signature-refused',
    names: ['webhook_signature_refused'],
    steps: ['api'],
    stater: 'Your app',
    title: 'The webhook’s signature does not match',
    meaning:
      'The receiver computed the signature of a webhook, and it differs from the one in the request. Nothing proves that the webhook is genuine.',
    causes: [
      'The body was parsed and serialized again before the check, but the signature covers the raw bytes',
      'The secret belongs to another endpoint, or to test mode instead of live mode',
      'The signature header is missing or is not the one that the sender uses',
      'The webhook was received too late, or the receiver’s clock is wrong',
    ],
    fix: 'Check the signature over the raw body, before parsing it, with the secret of exactly this endpoint. Reject webhooks that do not pass.',
    who: 'caller',
    basis: standard('RFC 2104 (HMAC)'),
    example: passedOn('No signatures found matching the expected signature for payload.'),
    expected: answers('likely', 'caller', 'after-fix', '/response/body', '/response/status'),
  }),
]

/** A message that a server of one's own passes on to anyone who called it. */
function passedOn(message: string): Call {
  return exampleApiCall('/webhooks', 500, { body: { message }, claims: { scope: 'webhooks' } })
}
