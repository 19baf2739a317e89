/** An input from somebody who means harm, and what must come of it. */
export interface Attack {
  input: string
  outcome: string
}

/**
 * What the BFF and the page must withstand, by the number that the names of the tests carry (`attack 38: …`). Numbers
 * stay what they are: a new attack goes to the end.
 */
export const attacks: Record<number, Attack> = {
  // The sign-in.
  1: { input: 'a redirect with code, state and iss', outcome: 'one token request, then an address without the code' },
  2: { input: 'another state', outcome: 'refused with its diagnosis, no token request' },
  3: { input: 'no state, and the nonce of this sign-in in the ID token', outcome: 'signed in' },
  4: { input: 'no state, and another nonce or none', outcome: 'refused, the tokens are dropped, no session' },
  5: {
    input: 'a redirect without the transaction’s cookie; a sign-in opened from another site',
    outcome: 'refused, no token request; 403 or 405, no transaction',
  },
  6: {
    input: 'iss of another server, with a slash more, twice, or missing where it is always sent',
    outcome: 'refused before the exchange, error responses included',
  },
  7: { input: 'code or state twice, a code beside an error', outcome: 'refused' },
  8: { input: 'a code that decodes to further parameters and a header', outcome: 'sent as one literal code' },
  9: { input: 'the callback opened again', outcome: 'known as used, the session stands, one token request in all' },
  10: { input: 'one callback in two processes at once', outcome: 'one token request' },
  11: {
    input: 'a transaction past its time; three tabs that start at once',
    outcome: 'refused; all three finish',
  },
  12: { input: 'many sign-ins', outcome: 'S256 with 43 characters each, none of them twice' },
  13: {
    input: 'an ID token with a wrong algorithm, issuer, audience, time, signature, or another person at a renewal',
    outcome: 'no session, and for each its own diagnosis',
  },
  14: { input: 'a client secret of characters that encodings treat differently', outcome: 'exactly the right Basic' },
  // A token endpoint that means harm.
  15: { input: 'a redirect', outcome: 'no second request' },
  16: { input: 'silence, half a response, a reset', outcome: 'a diagnosis in time, after one attempt' },
  17: {
    input: 'HTML, cut JSON, an array, fields of a wrong type or value',
    outcome: 'no session, and a diagnosis that names the field',
  },
  18: { input: '60 MB of JSON, also packed into 58 KB', outcome: 'cut by decoded bytes, memory stays flat' },
  19: { input: 'a member called __proto__', outcome: 'ignored, no object changes' },
  20: { input: 'a certificate that has expired, is for another host or self-signed', outcome: 'nothing is sent' },
  // The session.
  21: { input: 'a response that sets a cookie', outcome: '__Host-, Secure, HttpOnly, Strict; none without a sign-in' },
  22: { input: 'a planted session id', outcome: 'another one after the sign-in, the planted one is dead' },
  23: { input: 'a cookie with one byte changed, twice, or of 100 KB', outcome: '401, 400, 431, never 500' },
  24: { input: 'idle time and time', outcome: 'the session ends by both, by the clock of the test' },
  25: {
    input: 'a sign-out, also with the identity service down',
    outcome: 'cookie cleared, entry gone, the replayed cookie is refused, other tabs are blank',
  },
  26: { input: 'another person signs in beside a session', outcome: 'nothing of the first is told as the second’s' },
  27: { input: 'any response below /bff', outcome: 'no cache may keep it' },
  // Renewals.
  28: { input: 'two tabs renew, refresh tokens rotate', outcome: 'one request, both get the new token' },
  29: { input: 'fifty renewals in two processes', outcome: 'one request' },
  30: { input: 'the process that holds the lock is killed', outcome: 'the lock expires, the session goes on' },
  31: { input: 'the store fails after a rotation', outcome: 'sign in again, no loop' },
  32: { input: 'invalid_grant; a time-out', outcome: 'the session ends with its diagnosis; no second attempt' },
  33: { input: 'two people renew at once, a thousand times', outcome: 'never the token of the other' },
  // Other sites.
  34: {
    input: 'every combination of the app’s header, Origin and Sec-Fetch-Site',
    outcome: 'only the header with same-origin, or with the exact Origin where the browser marks nothing',
  },
  35: { input: 'what a form can post', outcome: '403, or 415' },
  36: { input: 'a preflight from elsewhere', outcome: 'no Access-Control-Allow-Origin' },
  37: { input: 'every guarded route without the header', outcome: '403, and nothing is sent on' },
  // Calls.
  38: { input: 'paths that climb, hide or look like others', outcome: '400, nothing is sent' },
  39: { input: 'a whole address or another host as the path', outcome: '400, nothing leaves' },
  40: { input: 'cookies, credentials and forwarding headers of the browser', outcome: 'the allow-list and the bearer' },
  41: { input: 'headers of the API that rule a browser', outcome: 'data of the exchange, never headers of the BFF' },
  42: { input: 'HTML, SVG and PDF with a script', outcome: 'shown as text or drawn; nothing runs' },
  43: { input: 'a request body or a response over the limit, or endless', outcome: '413; cut and marked so' },
  44: {
    input: 'an API that hangs, resets or talks nonsense',
    outcome: 'a recorded failure, the process stays responsive',
  },
  45: { input: 'a redirect to an internal address', outcome: 'shown, not followed' },
  // Staying up.
  46: { input: 'slow headers and bodies; a thousand idle connections', outcome: '408 in time; /healthz within 200 ms' },
  47: { input: 'many requests with X-Forwarded-For changing', outcome: 'one bucket, 429 with Retry-After' },
  48: {
    input: 'a store that is down or hangs',
    outcome: '503 within a second, no cookie cleared, alive and not ready, well again without a restart',
  },
  49: { input: 'a new session key', outcome: 'the old one reads, the new one writes; without the old one, 401' },
  50: { input: 'SIGTERM in the middle of a renewal', outcome: 'it is finished and stored' },
  // Secrets.
  51: {
    input: 'marked secrets through every suite, with the log at debug',
    outcome: 'in no log, error, export, page file, storage or address',
  },
  52: { input: 'tokens wherever a message can hold them', outcome: 'gone from each copy; an import asks no network' },
  // The page.
  53: { input: 'script, framing, strings given to sinks', outcome: 'refused by the policy; no story breaks it' },
  54: { input: 'markup, script addresses and marks that turn text, wherever a server speaks', outcome: 'text' },
  55: { input: 'tokens made to harm', outcome: 'a named finding, a quick page, nothing fetched' },
  56: { input: 'ways back that lead to another site', outcome: 'the app’s own page' },
  // Sessions side by side.
  57: {
    input: 'a request that names no session, another’s, or one whose cookie was moved to another slot',
    outcome: '400 or 401, and nothing is done with any session',
  },
  58: {
    input: 'a response that comes late, when its slot holds another session',
    outcome: 'it changes nothing of that session, nor of its cookie',
  },
  59: {
    input: 'more sign-ins than a browser holds sessions, also at once',
    outcome: 'none is ended that was not named',
  },
}
