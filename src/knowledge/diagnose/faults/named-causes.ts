import type { Call, Step } from '../../service/call.ts'
import { environmentName, quoted } from '../../text/quote.ts'
import type { CallView } from '../call-view.ts'
import type { ErrorCode } from '../error-code.ts'
import type { ErrorName } from '../error-names.ts'
import { type Certainty, type Fault, fault, type Retry, type Who } from '../fault.ts'
import { exampleApiCall, exampleCallback, exampleTokenError } from './example-parts.ts'

/** A cause that codes or words of the other side name outright, and that nothing else of a call shows. */
interface NamedCause<Code extends string> {
  code: Code
  names: ErrorName[]
  steps: readonly Step[]
  title: string
  meaning: string
  causes: string[]
  fix: string
  who: Who
  retry?: Retry
  /** Also said with 400, where other names may mean what the API deals in. */
  with400?: true
  /** What the call shows against it. */
  unless?: (view: CallView) => boolean
  /** Where the name leaves room for something else. */
  certainty?: 'likely'
  reference: string
  aliases?: string[]
  example: Call
}

const identity: readonly Step[] = ['authorize', 'token', 'refresh']
const exchange: readonly Step[] = ['token', 'refresh']
const pkceNotShown = 'PKCE is not shown by the service’s document'

/** Entries for causes of a sign-in that are stated outright. */
export const namedAtSignIn = [
  namedCause({
    code: 'pkce-challenge-missing',
    names: ['pkce_challenge_missing'],
    steps: ['authorize'],
    title: 'The identity service demands PKCE, and the request had none',
    meaning: 'A service can demand a code_challenge in each authorization request, at least of some clients.',
    causes: ['PKCE is switched off for the environment', 'The program does not send code_challenge'],
    fix: 'Send code_challenge and code_challenge_method=S256. In Claimcheck, switch PKCE on for the environment.',
    who: 'operator',
    reference: `RFC 7636 §4.4.1; ${pkceNotShown}`,
    example: exampleCallback('error=invalid_request&error_description=PKCE+code+challenge+is+required&state=s'),
  }),
  namedCause({
    code: 'sign-in-cookie-lost',
    names: ['sign_in_cookie_missing'],
    steps: ['authorize'],
    title: 'The identity service did not find its own cookie again',
    meaning:
      'An identity service keeps the sign-in that is under way in a cookie of its own. Without that cookie it does not know which sign-in a page belongs to.',
    causes: [
      'The browser blocks cookies of the identity service',
      'The sign-in page was opened from a bookmark, or left open for long',
      'The sign-in began on another host name, or with http',
    ],
    fix: 'Start the sign-in again from the sign-in screen, in a window that takes cookies of the identity service.',
    who: 'end-user',
    reference: 'RFC 6265 §5; the pages of the identity service are not shown',
    example: {
      ...exampleCallback(''),
      response: { status: 400, headers: { 'content-type': 'text/html' }, body: '<p>Cookie not found.</p>' },
    },
  }),
  namedCause({
    code: 'account-not-allowed',
    names: ['account_not_allowed'],
    steps: [...identity, 'api'],
    title: 'The account may not use this',
    meaning: 'The person is who they say they are, and a rule keeps this account out: of the client, or altogether.',
    causes: [
      'The account is not assigned to the client',
      'The account is disabled, locked or waits for an approval',
      'An administrator has to allow the client first',
    ],
    fix: 'Have the team of the identity service assign the account to the client or unlock it, or sign in with another account.',
    who: 'identity-team',
    aliases: ['AADSTS50105', 'AADSTS50020', 'AADSTS50057'],
    reference: 'RFC 6749 §4.1.2.1 has access_denied for it; the rules for accounts are not shown',
    example: exampleCallback(
      'error=access_denied&error_description=User+is+not+assigned+to+the+client+application.&state=s',
    ),
  }),
  namedCause({
    code: 'identity-policy-refuses',
    names: ['identity_policy_refuses'],
    steps: identity,
    title: 'A policy of the identity service does not allow this sign-in',
    meaning:
      'Beside the registration of the client, rules say who may sign in, from where, with which device, and for which scopes. None of them allows this request, or one forbids it.',
    causes: [
      'No rule covers this client, this person and these scopes together',
      'A rule demands another device, place or way of signing in',
    ],
    fix: 'Give client, account and time to the team of the identity service: its rules have to be looked through for this request.',
    who: 'identity-team',
    aliases: ['AADSTS53003'],
    reference: 'RFC 6749 §4.1.2.1 has access_denied for it; the rules are not shown',
    example: exampleCallback('error=access_denied&error_description=Policy+evaluation+failed+for+this+request&state=s'),
  }),
  namedCause({
    code: 'client-blocked',
    names: ['client_blocked'],
    steps: identity,
    title: 'The client is blocked or switched off',
    meaning: 'The client is known, and somebody has switched it off for all or for this organisation.',
    causes: ['An administrator blocked the client, or has not let it in yet', 'The registration was switched off'],
    fix: 'Have an administrator of the identity service allow or switch on the client.',
    who: 'identity-team',
    aliases: ['OAUTH_APP_BLOCKED', 'disabled_client', 'client_disabled'],
    reference: 'RFC 6749 §4.1.2.1 and §5.2; other error codes are not shown',
    example: exampleCallback('error=OAUTH_APP_BLOCKED&state=s'),
  }),
  namedCause({
    code: 'audience-unknown',
    names: ['audience_unknown'],
    steps: identity,
    title: 'The API that the token is asked for is not known to the identity service',
    meaning:
      'A request can name the API that the token is for, as audience or resource. No API of that name is registered, or not for this client.',
    causes: [
      'The name of the API has a typing error, or a slash too many or too few',
      'The API is registered with another environment or tenant',
      'The client may not ask for this API',
    ],
    fix: 'Compare audience or resource in the request with the registration of the API, character by character.',
    who: 'caller',
    aliases: ['invalid_target', 'AADSTS500011'],
    reference: 'RFC 8707 §2; audience and resource are not shown as parameters',
    example: exampleCallback('error=invalid_target&state=s'),
  }),
]

/** Those of the token endpoint. */
export const namedAtTokenEndpoint = [
  namedCause({
    code: 'consent-missing',
    names: ['consent_required'],
    steps: exchange,
    title: 'The consent for this client is missing',
    meaning: 'The person, or an administrator for all, has not allowed the client what it asks for, or took it back.',
    causes: ['Nobody consented yet', 'A scope was added after the consent', 'The consent was taken back'],
    fix: 'Sign in again, so that the consent is asked for. If an administrator has to give it, ask the team of the identity service.',
    who: 'end-user',
    aliases: ['AADSTS65001'],
    reference: 'OpenID Connect Core §3.1.2.6; other error codes are not shown (§7.1)',
    example: withText(400, 'consent_required', 'refused'),
  }),
  namedCause({
    code: 'redirect-uri-of-other-kind',
    names: ['redirect_uri_of_other_kind'],
    steps: exchange,
    title: 'The redirect URI is registered for another kind of app',
    meaning:
      'Some services register a redirect URI for a kind of app: a web server, a page in the browser, a desktop program. A code that went to it can be exchanged by that kind alone.',
    causes: ['The redirect URI is registered for a single-page app, and a server exchanges the code', 'Or the reverse'],
    fix: 'Have the redirect URI registered for the kind of app that exchanges the code: for a backend such as this one, a web app.',
    who: 'identity-team',
    aliases: ['AADSTS9002327', 'AADSTS9002326'],
    reference: 'the server’s own rule; RFC 6749 §2.1 knows kinds of clients',
    example: withText(400, 'invalid_request', 'AADSTS9002327: refused'),
  }),
  namedCause({
    code: 'client-secret-expired',
    names: ['client_secret_expired'],
    steps: exchange,
    title: 'The client secret has expired',
    meaning: 'Some services give secrets an end. The client is known, and its secret does not count any more.',
    causes: ['The secret was made for a limited time', 'It was replaced, and the old one ran out'],
    fix: 'Have a new secret made for this client, and set it where the BFF reads it.',
    who: 'operator',
    aliases: ['AADSTS7000222'],
    reference: 'RFC 6749 §5.2; lifetimes of secrets are not shown',
    example: withText(401, 'invalid_client', 'The provided client secret has expired.'),
  }),
  namedCause({
    code: 'client-secret-wrong',
    names: ['client_secret_wrong'],
    steps: exchange,
    title: 'The client secret is wrong',
    meaning: 'The client is known, and the secret that came with it is not the one that is registered.',
    causes: [
      'The secret was changed',
      'The identifier of the secret was copied in place of its value',
      'The secret belongs to another client or environment',
      'Its special characters were encoded in another way than the server expects',
    ],
    fix: 'Copy the secret of this client and environment afresh, whole and without a space at its edges. If it holds special characters, try the other clientSecretEncoding.',
    who: 'operator',
    aliases: ['AADSTS7000215'],
    reference: 'RFC 6749 §5.2; other error codes are not shown (§7.1)',
    example: withText(401, 'invalid_client', 'Invalid client secret provided.'),
  }),
  namedCause({
    code: 'client-authentication-method-differs',
    names: ['client_auth_method'],
    steps: exchange,
    title: 'The client proves itself in another way than it is registered for',
    meaning:
      'A client is registered for one way of authenticating: a secret in the Authorization header, a secret in the form, a signed assertion, or none at all.',
    causes: [
      'The secret stands in the form where the header is registered, or the reverse',
      'A client without a secret sent one, or the reverse',
      'Two ways were used in one request',
    ],
    fix: 'Use the way that is registered for the client (client_secret_basic is the documented one, §4.2), or have the registration changed.',
    who: 'operator',
    aliases: ['AADSTS700025'],
    reference: 'RFC 6749 §2.3: one way in each request; §4.2 documents Basic',
    example: withText(401, 'invalid_client', 'The client authentication method is not the registered one.'),
  }),
  namedCause({
    code: 'pkce-verifier-missing',
    names: ['pkce_verifier_missing'],
    steps: ['token'],
    unless: (view) => Boolean(view.request?.form?.code_verifier),
    title: 'The code was bound to a PKCE challenge, and no verifier came with it',
    meaning:
      'An authorization request with a code_challenge binds the code. Its exchange has to bring the code_verifier.',
    causes: [
      'The verifier was lost between the two requests',
      'Another part of the program exchanges the code than the one that began the sign-in',
      'The service demands PKCE of this client',
    ],
    fix: 'Send the code_verifier of the same sign-in as a form field, and start the sign-in again for a fresh code.',
    who: 'caller',
    aliases: ['AADSTS9002325'],
    reference: `RFC 7636 §4.5 and §4.6; ${pkceNotShown}`,
    example: withText(400, 'invalid_grant', 'PKCE code verifier not specified'),
  }),
  namedCause({
    code: 'pkce-verifier-differs',
    names: ['pkce_verifier_mismatch'],
    steps: ['token'],
    title: 'The PKCE verifier does not fit the challenge of the sign-in',
    meaning:
      'The service hashes the code_verifier and compares it with the code_challenge of the authorization request.',
    causes: [
      'The verifier belongs to another sign-in: two were under way at once',
      'The challenge was made in another way than code_challenge_method says',
      'The verifier was changed on its way',
    ],
    fix: 'Keep one verifier for each sign-in, make the challenge as base64url of its SHA-256 without padding, and start the sign-in again.',
    who: 'caller',
    aliases: ['AADSTS501481', 'invalid_pkce_code_verifier'],
    reference: `RFC 7636 §4.6; ${pkceNotShown}`,
    example: withText(400, 'invalid_grant', 'PKCE verification failed'),
  }),
]

/** Those of API calls. */
export const namedAtApi = [
  namedCause({
    code: 'token-of-other-kind',
    names: ['token_of_other_kind'],
    steps: ['api'],
    title: 'The token is of another kind than the API takes',
    meaning:
      'Access, ID and refresh tokens look alike. An API takes access tokens alone, and some take one sort of these.',
    causes: [
      'The ID token or the refresh token was sent',
      'The token was issued for a person where one for a program is wanted, or the reverse',
    ],
    fix: 'Send the access_token of the token response.',
    who: 'caller',
    reference: 'RFC 9068 §2.1; §2.4 names the access token for APIs',
    example: { ...withMessage(401, 'Token has wrong type'), token: undefined },
  }),
  namedCause({
    code: 'api-not-subscribed',
    names: ['api_not_subscribed'],
    steps: ['api'],
    title: 'The client is not admitted to this API',
    meaning:
      'A gateway can admit clients to single APIs: by a product, a plan, a subscription. The client behind the token is not admitted to what was called.',
    causes: [
      'The API was not added to the client’s product or plan',
      'The subscription waits for an approval, or was blocked',
      'The API is not switched on for the client’s project',
    ],
    fix: 'Have the API added to the client, or its subscription approved, where clients are registered.',
    who: 'api-team',
    aliases: [
      'keymanagement.service.InvalidAPICallAsNoApiProductMatchFound',
      'steps.oauth.v2.InvalidAPICallAsNoApiProductMatchFound',
      'SERVICE_DISABLED',
    ],
    reference: 'the gateway’s own rule; products and plans are not shown',
    example: withMessage(403, 'Access to this API has been disallowed'),
  }),
  namedCause({
    code: 'consent-not-valid',
    names: ['consent_not_valid'],
    steps: ['api'],
    with400: true,
    title: 'The consent behind the token does not cover this call',
    meaning:
      'Banking APIs act on a consent of the account’s holder, which has a state, an end and a list of permissions. It is not authorised any more, or never covered this.',
    causes: [
      'The consent waits for its authorisation, was taken back, or has ended',
      'The permission for this data is not part of the consent',
    ],
    fix: 'Look up the state and the permissions of the consent, have a new one authorised, and sign in with it.',
    who: 'end-user',
    reference: 'the API’s own rule, as open-banking standards have it; consents are not shown by the document',
    example: withMessage(403, 'The consent does not contain the necessary permissions'),
  }),
  namedCause({
    code: 'reauthentication-needed',
    names: ['reauthentication_needed'],
    steps: ['api'],
    with400: true,
    title: 'The API wants the person to have signed in more strongly, or more recently',
    meaning:
      'For this call the sign-in behind the token is too old, or was made with too little proof of who the person is.',
    causes: [
      'The sign-in is older than the API allows for this call',
      'A second factor was not asked for at the sign-in',
    ],
    fix: 'Sign in again with prompt=login, so that the identity service asks the person anew, and repeat the call soon after.',
    who: 'end-user',
    aliases: ['insufficient_user_authentication'],
    reference: 'RFC 9470 §3; prompt=login is documented in §2.1',
    example: exampleApiCall('/webhooks', 401, {
      claims: { scope: 'webhooks' },
      headers: { 'www-authenticate': 'Bearer error="insufficient_user_authentication", max_age="5"' },
    }),
  }),
  namedCause({
    code: 'single-sign-on-needed',
    names: ['single_sign_on_needed'],
    steps: ['api'],
    title: 'The organisation takes tokens only after its own single sign-on',
    meaning: 'The organisation whose data is asked for wants the token approved through its own sign-in.',
    causes: ['The token was not authorised for the organisation', 'That authorisation has ended'],
    fix: 'Authorise the token or the app for the organisation through its single sign-on; the answer may hold the address for it.',
    who: 'end-user',
    reference: 'the API’s own rule; no standard describes it',
    example: withMessage(403, 'Resource protected by organization SAML enforcement.'),
  }),
  namedCause({
    code: 'signed-request-expected',
    names: ['signed_request_expected'],
    steps: ['api'],
    title: 'The gateway wants a signed request in place of a token',
    meaning:
      'The gateway reads the Authorization header as a signature of its own kind (AWS Signature Version 4), and a Bearer token is none. Gateways of that kind answer the same for an address that they do not have.',
    causes: [
      'The method is set up for signed requests (IAM) and not for tokens',
      'Path or method is wrong, so that no API with tokens was met',
    ],
    fix: 'Compare address and method with the API’s own. If they are right, have the team of the API set the authoriser for tokens, or sign the request.',
    who: 'api-team',
    aliases: ['IncompleteSignatureException'],
    certainty: 'likely',
    reference: 'the gateway’s own error type; signatures of requests are not shown',
    example: {
      ...withMessage(403, 'refused'),
      response: {
        status: 403,
        headers: { 'content-type': 'application/json', 'x-amzn-errortype': 'IncompleteSignatureException' },
        body: '{"message":"refused"}',
      },
    },
  }),
  namedCause({
    code: 'access-token-revoked',
    names: ['access_token_revoked'],
    steps: ['api'],
    title: 'The access token was revoked',
    meaning: 'The token was taken back before its time was over, as after a sign-out or a change of the password.',
    causes: ['The person signed out', 'An administrator ended the session', 'The password was changed'],
    fix: 'Sign in again and repeat the call.',
    who: 'caller',
    reference: 'RFC 6750 §3.1, RFC 7009',
    example: withMessage(401, 'The token has been revoked.'),
  }),
  namedCause({
    code: 'token-signature-refused',
    names: ['invalid_signature'],
    steps: ['api'],
    title: 'The signature of the token does not hold for whoever checked it',
    meaning: 'The signature was computed with the key that the checker has, and it does not belong to this token.',
    causes: [
      'The token was issued by another environment or service, whose keys are others',
      'The token was changed after it was signed, or not copied whole',
      'The checker holds another key or secret than the one that signed',
    ],
    fix: 'Send the access token exactly as this environment’s identity service issued it. If it is, have the team of the API compare its keys with the published ones.',
    who: 'caller',
    reference: 'RFC 7515 §5.2; that the gateway verifies signatures is documented in §5.5',
    example: withMessage(401, 'The signature is invalid'),
  }),
  namedCause({
    code: 'verification-keys-not-fetched',
    names: ['keys_not_fetched'],
    steps: ['api'],
    title: 'Whoever checks the token could not fetch the public keys',
    meaning:
      'To verify a signature the published keys are needed. The checker did not get them, so it refuses each token.',
    causes: [
      'The address of the keys is not set up rightly',
      'The identity service cannot be reached from the gateway, or its certificate is not trusted there',
    ],
    fix: 'Give the time and the answer to the team of the API: the address of the key set and the way to it have to be checked there.',
    who: 'api-team',
    retry: 'with-backoff',
    reference: 'RFC 7517 §5; that the gateway verifies signatures is documented in §5.5',
    example: withMessage(401, 'Unable to fetch the JWKS'),
  }),
  namedCause({
    code: 'client-certificate-refused',
    names: ['client_certificate_refused'],
    steps: [...identity, 'api'],
    title: 'The client certificate is not the right one',
    meaning:
      'A certificate came with the connection, and it does not belong to this client, or does not count any more.',
    causes: [
      'The certificate was issued for another client or environment',
      'It has expired or was revoked',
      'The token was fetched over a connection with another certificate',
    ],
    fix: 'Use the certificate that was issued for this client and environment, for the token request and for the calls.',
    who: 'operator',
    reference: 'RFC 8705 §3; client certificates are not shown',
    example: withMessage(403, 'The client certificate does not match the credential'),
  }),
  namedCause({
    code: 'permission-missing',
    names: ['permission_missing'],
    steps: ['api'],
    title: 'A permission for this call is missing',
    meaning: 'The client, or the person behind the token, lacks a permission or a role that this call needs.',
    causes: [
      'The permission was not given to the client where it is registered',
      'The account has not the role for it',
      'The token was issued before the permission was given',
    ],
    fix: 'Have the permission given to the client, or the role to the account, and sign in again so that a fresh token carries it.',
    who: 'api-team',
    reference: 'RFC 9110 §15.5.4; permissions beside scopes are not shown',
    example: withMessage(403, 'Insufficient privileges to complete the operation.'),
  }),
  namedCause({
    code: 'credential-of-other-environment',
    names: ['wrong_environment'],
    steps: [...exchange, 'api'],
    with400: true,
    title: 'What was sent belongs to another environment',
    meaning: 'Keys, tokens and clients count in the environment that gave them out, and in no other.',
    causes: ['A key or token of the sandbox was sent to production, or the reverse'],
    fix: 'Use the key, client and token of the environment whose address is called, or call the address of theirs.',
    who: 'caller',
    aliases: ['invalid_environment'],
    reference: 'the answer’s own words; §1: each environment has its own registrations',
    example: withMessage(401, 'The token is for the wrong environment'),
  }),
  namedCause({
    code: 'client-certificate-missing',
    names: ['client_certificate_missing'],
    steps: [...identity, 'api'],
    title: 'The server wants a certificate of the client',
    meaning:
      'Beside the token the server wants a TLS client certificate, and none came, or one that it does not accept.',
    causes: [
      'The certificate was not set up in the program',
      'It was issued by somebody whom the server does not trust, or has expired',
      'A proxy in between ends the TLS connection',
    ],
    fix: 'Set up certificate and key for this host in whatever sends the call. Claimcheck sends none: its document shows no client certificates.',
    who: 'operator',
    reference: 'RFC 8446 §4.3.2, RFC 8705 §2; client certificates are not shown',
    example: withMessage(400, 'No required SSL certificate was sent'),
  }),
  namedCause({
    code: 'https-expected',
    names: ['plain_http'],
    steps: ['api'],
    title: 'The request was sent with http to a port that takes https',
    meaning: 'The port speaks TLS alone, and a plain request came.',
    causes: ['The base address begins with http', 'A proxy in between forwards to the port without TLS'],
    fix: 'Put https into the base address of the environment.',
    who: 'operator',
    reference: 'RFC 9110 §4.2.2',
    example: withMessage(400, 'The plain HTTP request was sent to HTTPS port'),
  }),
  namedCause({
    code: 'api-key-refused',
    names: ['api_key_refused'],
    steps: ['api'],
    title: 'The gateway wants an API key beside the token',
    meaning: 'The gateway counts its callers by a key of their own. The key was not sent, or is not a valid one.',
    causes: [
      'The header with the key is missing or has another name',
      'The key belongs to another environment or product',
      'The key was revoked',
    ],
    fix: 'Send the key of this environment in the header that the answer or the API’s own documentation names. API keys are not shown by the document.',
    who: 'caller',
    reference: 'the gateway’s own rule; no standard describes API keys',
    example: withMessage(401, 'Access denied due to missing subscription key.'),
  }),
  namedCause({
    code: 'address-not-allowed',
    names: ['address_not_allowed'],
    steps: ['api'],
    title: 'Calls from this network address are not allowed',
    meaning: 'The server keeps a list of addresses, and the one from which the call came is not welcome.',
    causes: [
      'The address is not on the list of allowed ones',
      'The way out of the network has changed',
      'A VPN is off',
    ],
    fix: 'Find out the public address of the machine that sends the calls, and ask the team of the API to allow it.',
    who: 'operator',
    reference: 'RFC 9110 §15.5.4; rules for addresses are not shown',
    example: withMessage(403, 'Your IP address is not allowed'),
  }),
  namedCause({
    code: 'body-not-json',
    names: ['body_not_json'],
    steps: ['api'],
    title: 'The API could not read the body as JSON',
    meaning: 'The body of the request has to be JSON, and at some place it is not.',
    causes: [
      'A comma or a quotation mark too many or too few',
      'Single quotation marks in place of double ones',
      'The body is empty, or was sent as a form',
      'A value has another type than the field takes',
    ],
    fix: 'Check the body with the editor of the call, and send it with Content-Type: application/json.',
    who: 'caller',
    reference: 'RFC 8259, RFC 9110 §15.5.1; the bodies of the business APIs are not shown (§7.3)',
    example: { ...withMessage(400, 'Unexpected token } in JSON at position 12'), token: undefined },
  }),
]

function namedCause<const Code extends string>({
  names,
  steps,
  fix,
  reference,
  retry,
  certainty,
  with400,
  unless,
  ...one
}: NamedCause<Code>): Fault<Code> {
  return fault({
    ...one,
    when: (view) => {
      const error = [view.gatewayFault, view.oauthError].find((each) => each?.means && names.includes(each.means))
      if (error === undefined || !steps.includes(view.step) || unless?.(view)) return undefined
      const weight = weigh(view, error, with400)
      if (weight === undefined) return undefined
      const status = view.status === undefined ? [] : ['/response/status']
      return {
        at: [error.at, ...status],
        certainty: certainty ?? weight,
        values: { named: error.code, text: error.text },
      }
    },
    explain: ({ named, text }, view) => ({
      cause: `${whoAnswers(view)} answered ${quoted(text ?? named, 300)}${view.status === undefined || view.redirect ? '' : ` with status ${view.status}`}. ${one.meaning}`,
      fix,
    }),
    retry: retry ?? 'after-fix',
    basis: { kind: 'standard', reference },
  })
}

/**
 * How sure a name is. Business APIs use the same words for what they deal in (a payer's account, a card's token), so of
 * an API a plain code counts with the statuses for who may not, and a gateway's own with any.
 */
function weigh(view: CallView, error: ErrorCode, with400: true | undefined): Certainty | undefined {
  const { status } = view
  if (view.step !== 'api' || error.fromMessage || /^[a-z]+\.[\w.]+$/i.test(error.code)) return 'certain'
  if (status === 401 || status === 403) return 'certain'
  return status === undefined || status < 300 || (status === 400 && with400) ? 'likely' : undefined
}

function whoAnswers(view: CallView): string {
  if (view.step === 'api') return 'The other side'
  return view.environment === undefined
    ? 'The identity service'
    : `The identity service of ${environmentName(view.environment)}`
}

function withText(status: number, error: string, text: string): Call {
  const call = exampleTokenError(status, error)
  return {
    ...call,
    response: { ...call.response, status, body: JSON.stringify({ error, error_description: text }) },
  }
}

function withMessage(status: number, message: string): Call {
  return exampleApiCall('/webhooks', status, { body: { message }, claims: { scope: 'webhooks' } })
}
