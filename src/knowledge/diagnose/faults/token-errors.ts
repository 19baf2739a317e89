import { type Basis, inferred, standard } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import type { ErrorName } from '../error-names.ts'
import { answers, type Expected, fault, type Who } from '../fault.ts'
import { exampleTokenError } from './example-parts.ts'
import { findCode } from './find-code.ts'
import { atTokenEndpoint, codeOf, otherCodes } from './token-step.ts'

type Row<Code extends string = string> = readonly [
  code: Code,
  errors: readonly ErrorName[],
  title: string,
  meaning: string,
  causes: readonly string[],
  fix: string,
  who: Who,
  basis: Basis,
  expected: Expected,
]

// RFC 6749 §5.2 lists neither code for the token endpoint.
const likeAtSignIn = inferred('the code, which RFC 6749 §4.1.2.1 defines for the authorization endpoint')

const rows = [
  [
    'token-request-invalid',
    ['invalid_request'],
    'The token endpoint could not use the request',
    'A field is missing, repeated, malformed or not supported.',
    [
      'A field is missing or sent twice',
      'PKCE is required and no code_verifier was sent, or the reverse',
      'The credentials were sent in two ways at once',
    ],
    'Compare the recorded request with the service’s documentation, field by field. To find out whether PKCE is the cause, you can turn it off for the environment (pkce).',
    'caller',
    standard('RFC 6749 §5.2'),
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'grant-type-not-supported',
    ['unsupported_grant_type'],
    'The token endpoint does not support this grant_type',
    'The service does not know or does not offer the requested way of getting tokens.',
    ['A misspelt grant_type', 'The service does not offer the standard way to renew tokens'],
    'Use authorization_code for the sign-in. If this was a renewal, sign in again when the token expires, and ask the identity team how tokens are renewed.',
    'caller',
    standard('RFC 6749 §5.2 and §6'),
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'client-may-not-use-grant',
    ['unauthorized_client'],
    'The client is not allowed to use this grant',
    'The client was recognized but is not registered for this grant_type.',
    [
      'The client is registered without renewal',
      'The client is registered for another kind of app',
      'The credentials are wrong: some servers use this error code for that too',
    ],
    'Have the identity team allow the grant for this client.',
    'identity-team',
    standard('RFC 6749 §5.2'),
    answers('likely', 'identity-team', 'after-fix', '/response/body'),
  ],
  [
    'token-scope-not-accepted',
    ['invalid_scope'],
    'The token endpoint does not accept the scope',
    'The scope is unknown, malformed, or more than the user granted.',
    ['The renewal requested more scopes than the sign-in granted', 'A typo in the scope'],
    'Leave scope out when you renew, or request only granted scopes. When you sign in, request only scopes that the client is registered for.',
    'caller',
    standard('RFC 6749 §5.2 and §6'),
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'token-endpoint-failed',
    ['server_error'],
    'The token endpoint had an internal error',
    'An unexpected condition occurred.',
    ['A fault inside the identity service', 'Two simultaneous renewals, which some services cannot handle'],
    'Try again in a minute. After a failed exchange, start the sign-in again. If it continues, give the time to the identity team.',
    'identity-team',
    likeAtSignIn,
    answers('likely', 'identity-team', 'with-backoff', '/response/body'),
  ],
  [
    'token-endpoint-busy',
    ['temporarily_unavailable'],
    'The token endpoint is overloaded or under maintenance',
    'The token endpoint says that it cannot handle the request at the moment.',
    ['Maintenance', 'Too many requests at once'],
    'Wait a minute and try again.',
    'nobody',
    likeAtSignIn,
    answers('likely', 'nobody', 'with-backoff', '/response/body'),
  ],
] as const satisfies readonly Row[]

/** How a gateway writes them where it is the token endpoint. */
const ofGateway: Partial<Record<ErrorName, string>> = {
  invalid_request: 'steps.oauth.v2.InvalidRequest',
  unsupported_grant_type: 'steps.oauth.v2.UnSupportedGrantType',
}

/** Entries for error codes of the token endpoint that say by themselves what is wrong. */
export const tokenErrors = rows.map(
  ([code, errors, title, meaning, causes, fix, who, basis, expected]: Row<(typeof rows)[number][0]>) =>
    fault({
      code,
      general: true,
      title,
      meaning,
      causes,
      aliases: [...errors, ...errors.flatMap((error) => ofGateway[error] ?? [])],
      when: (view) => {
        // RFC 6749 §5.2: 401 speaks of the client’s credentials, not of what the client is registered for.
        const credentials = view.status === 401 && errors.includes('unauthorized_client')
        return atTokenEndpoint(view) && !credentials ? findCode(view, ...errors) : undefined
      },
      explain: (_values, view) => ({
        cause: `The token endpoint returned ${quoted(codeOf(view))}${view.status === undefined ? '' : ` with status ${view.status}`}. ${meaning}`,
        fix,
      }),
      who,
      retry: errors.some((error) => error.startsWith('server') || error.startsWith('temporarily'))
        ? 'with-backoff'
        : 'after-fix',
      basis: { ...basis, reference: `${basis.reference}; ${otherCodes}`, elsewhere: basis },
      expected,
      example: exampleTokenError(400, String(errors[0])),
    }),
)
