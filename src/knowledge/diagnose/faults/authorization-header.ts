import { inferred, standard } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import type { CallView } from '../call-view.ts'
import { answers, fault } from '../fault.ts'
import { exampleApiCall, exampleNow } from './example-parts.ts'
import { isPreflight } from './preflight.ts'

/** Entries for a call whose Authorization header did not bring a token. */
export const headerFaults = [
  fault({
    code: 'signed-out',
    title: 'The session had been signed out',
    meaning: 'The request was sent after a sign-out, so its token is no longer valid.',
    causes: ['Another tab signed out', 'A request was in progress during the sign-out'],
    when: (view) =>
      view.step === 'api' && view.flow?.signedOut && (view.tokenInDoubt || view.status === 401)
        ? { at: ['/flow/signedOut', '/response/status'], certainty: 'certain', values: null }
        : undefined,
    explain: () => ({ cause: 'The session was signed out before this request was sent.', fix: 'Sign in again.' }),
    who: 'caller',
    retry: 'after-fix',
    basis: inferred('the session’s own record of the sign-out'),
    next: { do: 'sign-in' },
    example: { ...exampleApiCall('/bank-slips', 401), flow: { signedOut: true } },
    expected: answers('certain', 'caller', 'after-fix', '/flow/signedOut', '/response/status'),
  }),
  fault({
    code: 'bearer-missing',
    title: 'The request contained no access token',
    meaning: 'The API requires a Bearer token in the Authorization header, and there was none.',
    causes: ['The header was not set', 'A redirect to another host dropped the header', 'A proxy removed the header'],
    when: (view) => {
      // A preflight request never carries one.
      if (isPreflight(view)) return undefined
      const error = view.errorCode
      const stated = view.step === 'api' && error !== undefined && error.means === 'token_missing'
      if (stated && /^bearer\b/i.test(view.requestHeader('authorization')?.value ?? ''))
        return {
          at: [error.at, '/response/status'],
          certainty: 'likely',
          values: { elsewhere: false, sent: true, stated: true },
        }
      if (stated && view.request?.headers === undefined)
        return {
          at: [error.at, '/response/status'],
          certainty: 'likely',
          values: { elsewhere: false, sent: false },
        }
      // RFC 6750 §3.1: a request that lacks what it needs may get 400 and invalid_request.
      const asRequest =
        view.step === 'api' && view.status === 400 && view.oauthError && view.oauthError.means === 'invalid_request'
      if (unseen(view)) {
        const challenge = view.responseHeader('www-authenticate')?.at ?? '/response/headers'
        return { at: ['/response/status', challenge], certainty: 'possible', values: { elsewhere: false, sent: true } }
      }
      if (!(view.tokenInDoubt || asRequest) || view.token !== undefined || view.request?.headers === undefined)
        return undefined
      // A gateway that judged a token has seen one; where it says no more than that it is invalid, there may have been none.
      const code = view.gatewayFault?.code ?? ''
      const judged =
        /^steps\.jwt\.(?!\w*(?:invalidtoken|missing|notfound|notpresent|unresolved|empty))|NoMatchingPublicKey|TokenExpired/i
      const recorded = Object.keys(view.request.headers).some((name) =>
        /^(?:host|user-agent|accept|connection)$/i.test(name),
      )
      if (judged.test(code) || (/^steps\.jwt\.InvalidToken$/i.test(code) && !recorded)) return undefined
      const sent = view.requestHeader('authorization')
      if (sent?.value.trim() || view.status === undefined || otherCredentials(view)) return undefined
      const base = view.environment?.baseUrl.toLowerCase()
      return {
        at: [sent?.at ?? '/request/headers', bareChallengeAt(view) ?? '/response/status'],
        // RFC 6750 §3.1: without a token there is no error code. A response that tells what is in the token outweighs a request that was written down without its header.
        certainty: view.means('insufficient_scope', 'access_token_expired')
          ? 'possible'
          : view.status === 401 && !view.means('invalid_token')
            ? 'certain'
            : 'likely',
        values: {
          elsewhere: Boolean(base && view.address.origin && !base.startsWith(view.address.origin)),
          sent: false,
        },
      }
    },
    explain: ({ elsewhere, sent, stated }, view) => ({
      ...(sent && { title: 'The API may not have seen the token', who: 'operator' }),
      cause: sent
        ? `A token was sent, and the response ${stated ? 'says that none was received' : 'asks for one without naming an error, as servers do when a request has none'}. A server or proxy in between may have removed the Authorization header, as Apache does for CGI programs.`
        : view.request?.headers === undefined
          ? `The response${view.status === undefined ? '' : ` with status ${view.status}`} asks for a token.`
          : `The request had no Authorization header, and the response was ${view.status}.${elsewhere ? ` It went to ${quoted(view.address.origin)}, not to the configured ${quoted(view.environment?.baseUrl)}: HTTP clients drop the header when they are redirected to another host.` : ''}`,
      fix: sent
        ? 'Ask the API team whether the Authorization header reaches the API. If it does, the token was rejected without a reason: sign in again and compare.'
        : elsewhere
          ? 'Call the final URL directly, so that no redirect drops the header.'
          : 'Send Authorization: Bearer with the access token.',
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: standard('RFC 6750 §2.1 and §3.1', 'placement is not described (§5.7)'),
    example: {
      at: exampleNow,
      step: 'api',
      request: { method: 'GET', url: 'https://api.sandbox.example/v1/bank-slips', headers: {} },
      response: { status: 401, headers: { 'www-authenticate': 'Bearer' } },
    },
    expected: answers('certain', 'caller', 'after-fix', '/request/headers', '/response/headers/www-authenticate'),
  }),
  fault({
    code: 'other-header-expected',
    title: 'The gateway expects the credential in another header',
    meaning: 'Some gateways read the token or a key from a header other than Authorization.',
    causes: ['The gateway’s header has another name', 'The API requires a key in addition to the token'],
    when: (view) => {
      const error = view.errorCode
      const name = view.means('header_named') ? error?.subject : undefined
      if (error === undefined || name === undefined || view.requestHeader(name.toLowerCase())) return undefined
      const sent = view.request?.headers === undefined ? [] : ['/request/headers']
      return { at: [error.at, ...sent], certainty: 'likely', values: { name } }
    },
    explain: ({ name }, view) => ({
      cause: `The response refers to the header ${quoted(name)}${view.request?.headers === undefined ? '.' : ', which the request did not contain.'}`,
      fix: `Send what the API expects in the header ${quoted(name)}; the API’s own documentation shows how.`,
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: inferred('the header that the response names', 'placement is not described (§5.7)'),
    example: exampleApiCall('/webhooks', 401, {
      claims: { scope: 'webhooks' },
      body: { message: 'No credentials: the header X-Access-Token is missing' },
    }),
    expected: answers('likely', 'caller', 'after-fix', '/response/body', '/request/headers'),
  }),
  fault({
    code: 'authorization-malformed',
    title: 'The Authorization header is malformed',
    meaning: 'The header must contain only “Bearer”, one space and the token.',
    causes: [
      '“Bearer” appears twice or is missing',
      'Quotes or a line break were copied with the token',
      'Basic credentials were sent instead of the token',
    ],
    when: (view) => {
      // RFC 6750 §3.1: a malformed request may also get 400.
      const inDoubt = view.tokenInDoubt || (view.step === 'api' && view.status === 400)
      const sent = inDoubt ? view.requestHeader('authorization') : undefined
      const hidden = sent && /redact|hidden|omit|remov|secret|xxx|\*\*\*|<[^>]*>|\(cut\)|…|\.\./i.test(sent.value)
      const found =
        sent && !hidden
          ? malformed.find(
              ({ test, bearerOnly, scheme }) =>
                test.test(sent.value) && !(bearerOnly && takesOthers(view)) && !(scheme && takesBareTokens(view)),
            )
          : undefined
      if (sent === undefined || found === undefined) return undefined
      // A 403 tells that the credentials were taken; and some services have schemes of their own.
      const sure = found.sure !== false && view.status === 401
      return { at: [sent.at], certainty: sure ? 'certain' : 'likely', values: found }
    },
    explain: ({ problem, fix }) => ({ cause: `In the Authorization header ${problem}.`, fix }),
    who: 'caller',
    retry: 'after-fix',
    basis: standard('RFC 6750 §2.1'),
    example: {
      at: exampleNow,
      step: 'api',
      request: {
        method: 'GET',
        url: 'https://api.sandbox.example/v1/bank-slips',
        headers: { authorization: 'Bearer Bearer eyJhbGciOiJub25lIn0.e30.x' },
      },
      response: { status: 401 },
    },
    expected: answers('certain', 'caller', 'after-fix', '/request/headers/authorization'),
  }),
]

/** Where the challenge stands that answers a request without credentials: Bearer, and no error code (RFC 6750 §3.1). */
function bareChallengeAt(view: CallView): string | undefined {
  const bare = view.errorCode === undefined && view.challenges.some(({ scheme }) => /^bearer$/i.test(scheme))
  return bare ? view.responseHeader('www-authenticate')?.at : undefined
}

/** A token was sent, and the challenge is the one for a request without: a bare Bearer (RFC 6750 §3.1). */
function unseen(view: CallView): boolean {
  if (view.step !== 'api' || view.status !== 401) return false
  return bareChallengeAt(view) !== undefined && /^bearer \S/i.test(view.requestHeader('authorization')?.value ?? '')
}

/** Some APIs take a token or a key in a header of their own, or in the address. */
function otherCredentials(view: CallView): boolean {
  const inAddress = view.environment === undefined ? view.address.query.map(([name]) => name) : []
  return [...Object.keys(view.request?.headers ?? {}), ...inAddress].some((name) =>
    /token|key|secret|cookie|signature|hmac/i.test(name),
  )
}

/** Whether a server that is not configured says something else than that it takes Bearer alone. */
function takesOthers({ environment, challenges, call }: CallView): boolean {
  return (
    environment === undefined &&
    !challenges.some(({ scheme }) => /^bearer$/i.test(scheme)) &&
    (call.response?.body ?? '') !== ''
  )
}

/** Whether the call went to Amazon API Gateway, whose authorizers take the token without a scheme too. */
function takesBareTokens({ environment, request }: CallView): boolean {
  return environment === undefined && /^https?:\/\/[\w-]+\.execute-api\.[\w-]+\.amazonaws\.com/.test(request?.url ?? '')
}

/**
 * What can be wrong with an Authorization header, most telling first; `sure` is false where it may be meant so,
 * `bearerOnly` marks what is wrong only where no other scheme is taken, `scheme` what is missing where one is needed.
 */
const malformed: { test: RegExp; problem: string; fix: string; sure?: false; bearerOnly?: true; scheme?: true }[] = [
  {
    test: /^bearer[\s:]+bearer\b/i,
    problem: 'the word Bearer appears twice',
    fix: 'Send “Bearer” only once: your tool may add it automatically.',
  },
  { test: /[\r\n]/, problem: 'there is a line break', fix: 'Copy the token without its line breaks.' },
  {
    test: /^bearer\s*$/i,
    problem: 'the word Bearer has no token after it',
    fix: 'Send the access token after “Bearer”: the variable for it is probably empty.',
  },
  {
    test: /^(bearer\s+)?["'“”‘’]/i,
    problem: 'there are quotation marks around the token',
    fix: 'Send the token without quotation marks.',
  },
  {
    test: /^bearer(?:%20|\+)\S/i,
    problem: 'the space after the word Bearer is percent-encoded',
    fix: 'Send the header’s value as it is: turn off the encoding of header values in your library.',
  },
  {
    test: /^bearer\s*[:=]/i,
    problem: 'a colon or an equals sign follows the word Bearer',
    fix: 'Put one space between Bearer and the token.',
  },
  {
    test: /^bearer\s+(?:\[object promise\]|promise\s?[{<]|<coroutine|<_?asyncio|system\.threading\.tasks\.task|java\.util\.concurrent\.|instance of 'future)/i,
    problem: 'there is the text of a promise instead of the token',
    fix: 'Wait for the function that reads the token (await, then) before you build the header.',
  },
  {
    test: /^bearer\s+(undefined|null|\[object.*|\$\{?.*|\{\{.*)$/i,
    problem: 'there is a placeholder instead of the token',
    fix: 'Insert the access token: the variable for it was empty or was not replaced.',
  },
  {
    test: /^eyJ[\w-]*\./,
    scheme: true,
    problem: 'the word Bearer is missing before the token',
    fix: 'Send Bearer, one space and the token.',
  },
  {
    test: /^authorization\s*[:=]/i,
    problem: 'the name of the header is repeated in its value',
    fix: 'Set the value to Bearer, one space and the token: your tool adds the header’s name.',
  },
  {
    test: /^basic\s/i,
    sure: false,
    bearerOnly: true,
    problem: 'there are Basic credentials instead of a Bearer token',
    fix: 'Basic is for the token endpoint. Send Bearer and the access token to the API.',
  },
  {
    test: /^bearer\s+\S+\s+\S/i,
    problem: 'there is a space inside the token',
    fix: 'Copy the token again: it contains no spaces.',
  },
  {
    // One that ends in dots was shortened by anyone who wrote it down.
    test: /^bearer\s+eyJ(?:[\w-]{17,}|[\w-]{4,}\.[\w-]*)$/i,
    sure: false,
    problem: 'the token is truncated: a signed token has three parts joined by dots',
    fix: 'Copy the whole token.',
  },
  {
    // DPoP (RFC 9449 §7.1) is another scheme for access tokens; others sign the request, or are for other systems.
    test: /^(?!(bearer|dpop|aws4?|aws4-[\w-]+|digest|hawk|oauth|negotiate|ntlm|hoba|mutual|scram-[\w-]+|vapid|gnap|concealed|signature|hmac[\w-]*|acs\d[\w-]*|shared(?:key(?:lite)?|accesssignature)|eg1-[\w-]+)\b|.*(redact|hidden|omit|remov|secret|xxx))[a-z0-9]/i,
    sure: false,
    bearerOnly: true,
    problem: 'there is something else instead of the word Bearer',
    fix: 'Send Bearer, one space and the access token.',
  },
]
