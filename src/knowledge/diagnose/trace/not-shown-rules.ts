import { documented } from '../../protocol/basis.ts'
import { isTestHost } from '../../text/hosts.ts'
import { quoted } from '../../text/quote.ts'
import { registeredFor } from './authorization-rules.ts'
import { clientOf, namesSandbox } from './client-rules.ts'
import { type Message, valueIn } from './message.ts'
import { answeredBy, type Rule } from './rule.ts'
import { signedOutBefore } from './signed-out.ts'

/** What the service's document leaves open: said as such, with who to ask and for what. Asked last. */
export const notShownRules: readonly Rule[] = [
  {
    kind: 'token-request',
    own: true,
    basis: documented('§4.2, where the exchange of a refresh token is not shown, and §2.4, where its lifetime is not'),
    explains: (answer) =>
      answer !== undefined &&
      answeredBy(['invalid_request', 'invalid_grant', 'unsupported_grant_type'], [400, 401])(answer) &&
      !/expir|revo[kc]|used|venc|inactive/i.test(answer.description ?? ''),
    find: (message, trace) => {
      const { words } = trace
      const grant = valueIn(message, 'grant_type')
      // What is known of the session says why.
      if (signedOutBefore(message, trace)) return undefined
      const renewal = grant === 'refresh_token' || (grant === undefined && /\brefresh[ _]?token\b/.test(words()))
      return renewal && valueIn(message, 'code') === undefined
        ? {
            of: 'refresh-token-dead',
            title: 'Refresh token rejected, reason not documented',
            cause: `The token endpoint rejected the refresh token${message.answer?.code === undefined ? '' : ` with ${quoted(message.answer.code)}`}. The API guide does not describe the refresh request or the token’s lifetime: it may have expired or been revoked, or the service may expect a different request.`,
            fix: 'Sign in again to get new tokens. Ask the identity team for the exact refresh request and the refresh token’s lifetime, and include the client ID and the time.',
            certainty: 'possible',
            who: 'identity-team',
            telling: message.answer?.code,
          }
        : undefined
    },
  },
  {
    kind: 'token-request',
    own: true,
    basis: documented('§5.4, which says that it is not shown'),
    explains: answeredBy(['client_not_found'], []),
    find: (message, { words }) => {
      const { host, answer } = message
      return answer?.code === 'client_not_found' && isTestHost(host) && isOfSandbox(message, words())
        ? {
            of: 'client-not-found',
            title: 'Sandbox client unknown, reason not documented',
            cause: `The sandbox token endpoint, ${quoted(host)}, returned “client_not_found” for a sandbox client. The API guide does not say why this can happen.`,
            fix: 'Ask the identity team whether this client ID is registered in the sandbox. Include the ID, the URL and the time, but not the secret.',
            who: 'identity-team',
            telling: 'client_not_found',
          }
        : undefined
    },
  },
  {
    kind: 'token-request',
    own: true,
    basis: documented('§2.3, which has no PKCE fields'),
    explains: (answer) => answer?.code === 'invalid_request' || (answer?.code === undefined && answer?.status === 400),
    find: (message, { words }) =>
      message.parameters.has('code_verifier') || /\bpkce\b|code_verifier|code_challenge/.test(words())
        ? {
            of: 'code-not-accepted',
            title: 'PKCE support is not documented',
            cause:
              'The sign-in uses PKCE (code_challenge, code_verifier), but the documented requests contain only code, redirect_uri and grant_type. The service may reject the other fields.',
            fix: 'Ask the identity team whether PKCE is supported for this client. To find out, try once with only the documented fields.',
            who: 'identity-team',
            telling: 'code_verifier',
          }
        : undefined,
  },
  {
    kind: 'token-request',
    own: true,
    basis: documented('§1 and §2.3: authorization_code is the only grant shown'),
    explains: (answer) =>
      answer !== undefined && answeredBy(['unsupported_grant_type', 'unauthorized_client'], [400, 403, 422])(answer),
    find: (message, { words }) => {
      const grant = valueIn(message, 'grant_type')
      if (message.answer?.code === undefined && /\bcertifica\w*|\bmtls\b/.test(words())) return undefined
      return grant !== undefined && (/^(?:client_credentials|password)$/.test(grant) || grant.startsWith('urn:'))
        ? {
            of: 'token-request-incomplete',
            title: `The grant ${quoted(grant)} is not documented`,
            cause: `The token request uses grant_type ${quoted(grant)}. The API guide shows only the authorization code flow, in which a user signs in and gives consent.`,
            fix: 'Send the user to /oauth2/authorize and exchange the code with grant_type=authorization_code. Ask the identity team if you need a token without a user.',
            telling: grant,
          }
        : undefined
    },
  },
  {
    kind: 'api-request',
    own: true,
    basis: documented('§8, where limits are not shown'),
    explains: ({ status } = { at: 0 }) => status === 429,
    find: () => ({
      of: 'rate-limited',
      title: 'Too many calls; limit is not documented',
      cause: 'The API returned 429 (too many calls). The API guide does not describe rate limits.',
      fix: 'Send fewer calls at a time, and wait longer after each 429. Ask the API team for this client’s limit, and include your call rate and the time.',
      retry: 'with-backoff',
      telling: '429',
    }),
  },
  {
    kind: 'api-request',
    own: true,
    basis: documented('§7.3, where the codes and bodies of the business APIs are not shown'),
    explains: ({ status } = { at: 0 }) => status === 400 || status === 409 || status === 422,
    find: ({ answer }, { text }) => {
      const code =
        /["']?\b(?:code|codigo|errorCode|error_code)["']?\s{0,2}[:=]\s{0,2}["']([A-Z]{1,6}[-_]?\d{2,6})["']/.exec(
          text,
        )?.[1]
      return code === undefined
        ? undefined
        : {
            of: 'error-code-unknown',
            title: `API error code ${quoted(code)} is not documented`,
            cause: `The API returns ${answer?.status} with the code ${quoted(code)}. The API guide does not describe the business APIs’ error codes.`,
            fix: 'Ask the API team what the code means. Send the request (without the token), the response and the time.',
            who: 'api-team',
            telling: code,
          }
    },
  },
]

/** Whether a client is one of the sandbox, by its name or by what the text says of it. */
function isOfSandbox(message: Message, words: string): boolean {
  const client = clientOf(message)
  return registeredFor(words) === 'sandbox' || (client !== undefined && namesSandbox(client))
}
