import { documented, inferred, standard } from '../../protocol/basis.ts'
import { hostOf, isTestHost, registeredDomain } from '../../text/hosts.ts'
import { quoted } from '../../text/quote.ts'
import { shortSignature } from '../../token/signature-length.ts'
import { isPlaceholder } from './credentials.ts'
import type { Answer, Message } from './message.ts'
import { answeredBy, type Rule } from './rule.ts'

/** What §2.4, §5 and §7 of the service's document say of calls to business APIs. */
export const apiRules: readonly Rule[] = [
  {
    kind: 'api-request',
    own: true,
    basis: inferred('the path as it was sent'),
    explains: answeredBy([], [400, 403, 404, 422, 500]),
    find: ({ path, answer }) => {
      const part = path.split('/').find((one) => {
        const plain = decoded(one)
        // In angle brackets people leave out what is private; encoded, they were sent.
        return (isPlaceholder(plain) && (plain !== one || !plain.startsWith('<'))) || /^:[a-z]\w{2,40}$/i.test(plain)
      })
      if (part === undefined || answer === undefined || /url|host|domain/i.test(part)) return undefined
      const shown = quoted(decoded(part))
      return {
        of: 'path-unknown',
        title: `The path contains the placeholder ${shown}`,
        cause: `The URL still contains ${shown}, which should have been replaced with a value, so the path does not exist. The token and its scopes are not the cause.`,
        fix: `Replace ${shown} with the real value and send the call again.`,
        telling: part,
      }
    },
  },
  {
    kind: 'api-request',
    basis: inferred('the header as it was sent'),
    explains: refusesToken,
    find: ({ bearer, answer }, { text }) =>
      // Tools show the name of a variable that they fill in; who has no token gets no 403.
      bearer !== undefined &&
      isPlaceholder(bearer) &&
      !isReplaced(bearer, text) &&
      !(bearer.startsWith('{{') && answer?.status === 403)
        ? {
            of: 'bearer-missing',
            title: `The placeholder ${quoted(bearer)} was sent instead of the token`,
            cause: `The Authorization header has ${quoted(bearer)} after “Bearer”: the variable or example was not replaced with the access token.`,
            fix: 'Send the access_token from the token response instead, and check that it is set when the header is built.',
            telling: bearer,
          }
        : undefined,
  },
  {
    kind: 'api-request',
    basis: documented('§5.3', standard('RFC 6750 §2.1')),
    explains: answeredBy(['invalid_token', 'invalid_request'], [400, 401, 403]),
    find: ({ bearer }) =>
      bearer !== undefined && /^bearer$/i.test(bearer)
        ? {
            of: 'authorization-malformed',
            title: 'The Authorization header contains Bearer twice',
            cause:
              'The Authorization header has “Bearer Bearer”: the setting or the library adds it to a value that already contains it. The gateway reads the second “Bearer” as the token.',
            fix: 'Send Authorization: Bearer <access_token>: remove “Bearer” from the setting, or let the library add it.',
            telling: 'Bearer Bearer',
          }
        : undefined,
  },
  {
    kind: 'api-request',
    own: true,
    basis: documented('§2.4 and §5.3'),
    explains: ({ code = '', status } = { at: 0 }) => /^steps\.jwt\./.test(code) || status === 401 || status === 403,
    find: (_message, { words }) =>
      /\bid[_ -]?token\b(?!["']?\s{0,2}:)[^.\n]{0,40}\b(?:bearer|authorization|cabecalho|header)\b|\bbearer\b[^.\n]{0,20}\bid[_ -]?token\b/.test(
        words(),
      )
        ? {
            of: 'id-token-sent-as-bearer',
            title: 'The ID token was sent to the API',
            cause:
              'According to the text, the id_token is sent as the Bearer token. The ID token tells the app who signed in; a business API expects the access token.',
            fix: 'Send the access_token from the token response as Authorization: Bearer <token>.',
            telling: 'id_token',
          }
        : undefined,
  },
  {
    kind: 'api-request',
    basis: documented('§5.3', standard('RFC 6750 §2.1')),
    explains: (answer) =>
      answeredBy(['invalid_token', 'invalid_request'], [400, 401, 403])(answer) ||
      answer?.code?.startsWith('steps.jwt.') === true,
    find: (_message, { text }) =>
      /\bBearer[ \t]{1,3}(?:"ey[\w.-]{20,8000}"|'ey[\w.-]{20,8000}'|%22ey)/.test(text)
        ? {
            of: 'authorization-malformed',
            title: 'Quotation marks were sent around the access token',
            cause:
              'The Authorization header contains the token in quotation marks, probably because it was copied from JSON or a file. They are not part of the token, so the gateway cannot read it.',
            fix: 'Read access_token with a JSON parser and send it without quotation marks.',
            telling: 'Bearer "',
          }
        : undefined,
  },
  {
    kind: 'api-request',
    basis: documented('§5.3', standard('RFC 6750 §2.1')),
    explains: refusesToken,
    find: (_message, { text }) => {
      const sent = /(?<![?&=\w])Bearer(?:%20|\+)(?=ey|\w{12})[\w.-]{1,12}/.exec(text)?.[0]
      return sent === undefined
        ? undefined
        : {
            of: 'authorization-malformed',
            title: 'The Authorization header is percent-encoded',
            cause: `The Authorization header is ${quoted(`${sent}…`)}: the space after “Bearer” was encoded, so the gateway finds no scheme and no token.`,
            fix: 'Send the header’s value as it is. Turn off the encoding of header values in your library (in Delphi, poDoNotEncode).',
            telling: sent,
          }
    },
  },
  {
    kind: 'api-request',
    own: true,
    basis: inferred('the URL that was called'),
    explains: ({ status } = { at: 0 }) => status === 400 || status === 401,
    find: ({ parameters, bearer }) => {
      const name = ['access_token', 'token', 'accessToken'].find((one) => parameters.get(one)?.sent)
      return name === undefined || bearer !== undefined
        ? undefined
        : {
            of: 'other-header-expected',
            title: 'The access token is in the URL',
            cause: `The call sends the token in the query parameter ${name}. The service issues Bearer tokens, which belong in the Authorization header (RFC 6750 §2.1).`,
            fix: 'Send the access_token as Authorization: Bearer <token>. URLs end up in logs, so sign in again to replace this token.',
            telling: name,
          }
    },
  },
  {
    kind: 'api-request',
    own: true,
    basis: documented('§7.3, which shows 503 only for the PDF', inferred('the status')),
    explains: ({ code = '', status } = { at: 0 }) => status === 503 && !code.startsWith('steps.'),
    find: ({ path, method }, { words }, { siblings }) => {
      if (/pdf|receipt/i.test(path)) return undefined
      const fine = siblings.find(
        (one) => one.path !== path && one.answer?.status !== undefined && one.answer.status < 300,
      )
      const shown =
        fine !== undefined || /\b(?:respond\w*|retorn\w*|dao?|com) 200\b|\bfunciona\w*\b|\bworks?\b/.test(words())
      if (!shown) return undefined
      const other = fine === undefined ? 'Other calls' : `${fine.method ?? 'GET'} ${fine.path}`
      return {
        of: 'origin-unreachable',
        title: `The backend behind ${method ?? ''} ${path} is not available`.replace('  ', ' '),
        cause: `The gateway returns 503 for ${quoted(path)}, while ${fine === undefined ? 'other calls go' : `${quoted(other)} goes`} through. The token and the gateway work, but the service behind this path does not respond.`,
        fix: 'Retry with increasing pauses. If it persists, report it to the API team with the times, the path and a request ID. The token and the credentials need no change.',
        who: 'api-team',
        retry: 'with-backoff',
        telling: '503',
      }
    },
  },
  {
    kind: 'api-request',
    own: true,
    basis: documented('§1 and §5.5', inferred('the wording of the text')),
    explains: ({ code = '', status } = { at: 0 }) =>
      /NoMatchingPublicKey$/.test(code) || (code === '' && status === 401),
    find: ({ host }, { words }) => {
      const from =
        /\btoken (?:gerado |pego |obtido |emitido |issued |obtained |taken )?(?:do|da|de|no|na|em|from|of|by|in)(?: the| o| a)? (sandbox|homolog\w*|hml|producao|production)\b|\b(sandbox|production) token\b/.exec(
          words(),
        )
      const ofSandbox = /^(?:sandbox|h)/.test(from?.[1] ?? from?.[2] ?? '')
      if (from === null || host === '' || isTestHost(host) === ofSandbox) return undefined
      const [source, target] = ofSandbox ? ['the sandbox', 'production'] : ['production', 'the sandbox']
      return {
        of: 'token-from-other-environment',
        title: `Token from ${source} used in ${target}`,
        cause: `According to the text, the token is from ${source}, but the call goes to ${quoted(host)}. A gateway has no keys for another environment’s tokens.`,
        fix: `Get a token from the identity service in ${target}, or call the APIs in ${source}.`,
        telling: host,
      }
    },
  },
  {
    kind: 'api-request',
    own: true,
    basis: documented('§5.3', standard('RFC 6750 §2.1')),
    explains: ({ status } = { at: 0 }) => status === undefined || status === 401 || status === 403,
    find: ({ bearer }, { text }) => {
      const [sent, scheme] = otherScheme.exec(text) ?? []
      return sent === undefined || (bearer !== undefined && text.includes(`Bearer ${bearer}`))
        ? undefined
        : {
            of: 'authorization-malformed',
            title: `Authorization scheme is ${quoted(scheme)}, not Bearer`,
            cause: `The call sends the access token as ${quoted(sent.trim(), 60)}. Its token_type is Bearer, so the API looks for “Bearer” and finds no token.`,
            fix: 'Send Authorization: Bearer <access_token>.',
            telling: scheme,
          }
    },
  },
  {
    kind: 'api-request',
    own: true,
    basis: documented('§5.3', standard('RFC 6750 §2.1')),
    explains: ({ code, status } = { at: 0 }) => code === undefined && status === 401,
    find: (message, { text }) => {
      const { at, answer, bearer, credentials } = message
      const sent = text.slice(at, answer === undefined || answer.at < at ? at : answer.at)
      const headers = /^[ \t>*]{0,6}(?:accept|user-agent|host|content-type|x-[\w-]{2,40}):/im.test(sent)
      if (!headers || bearer !== undefined || credentials !== undefined || /authorization|bearer/i.test(text))
        return undefined
      return {
        of: 'bearer-missing',
        absent: true,
        title: 'The call has no Authorization header',
        cause: 'The call does not send the access token, so the API returns 401.',
        fix: 'Send Authorization: Bearer <access_token> with every call.',
        telling: '401',
      }
    },
  },
  {
    kind: 'api-request',
    own: true,
    basis: documented('§5.3'),
    explains: answeredBy(['invalid_token', 'invalid_request', 'invalid_client', 'missing_token'], [400, 401, 403]),
    find: ({ credentials, bearer }, { text }) =>
      bearer === undefined && (credentials !== undefined || basicAtApi.test(text))
        ? {
            of: 'authorization-malformed',
            title: 'Basic credentials were sent instead of the token',
            cause:
              'The call’s Authorization header uses “Basic”. Client credentials are only for the token endpoint; a business API expects the access token as Bearer.',
            fix: 'Exchange the code at the token endpoint, then send Authorization: Bearer <access_token>.',
            telling: 'Basic',
          }
        : undefined,
  },
  {
    kind: 'api-request',
    own: true,
    basis: documented('§7.3'),
    explains: ({ code, status } = { at: 0 }) => code === undefined && status === 500,
    find: ({ path }) =>
      /receipt|comprovante/i.test(path)
        ? {
            of: 'receipt-retrieval-failed',
            title: 'Known API failure: the receipt cannot be retrieved',
            cause:
              'Retrieving a payment receipt returned 500, a known failure of the API. The token and the credentials are not the cause.',
            fix: 'Report the failure to the API team with the time, the payment and the request ID. Do not change the token or the credentials.',
            who: 'api-team',
            retry: 'with-backoff',
            telling: '500',
          }
        : undefined,
  },
  {
    kind: 'api-request',
    own: true,
    basis: documented('§7.3'),
    explains: ({ status } = { at: 0 }) => status === 503,
    find: ({ path, headers, address = '' }, { words }) =>
      /bank-slips|boleto/i.test(path) &&
      (/pdf/i.test(path + address + (headers.get('accept') ?? '')) || /\bpdf\b/.test(words()))
        ? {
            of: 'bank-slip-pdf-unavailable',
            title: 'The bank slip’s PDF is temporarily unavailable',
            cause:
              'Retrieving the bank slip as a PDF returned 503 (temporarily unavailable). The token and the request are not the cause.',
            fix: 'Retry later, with increasing pauses. If it persists, report it to the API team with the time and the bank slip.',
            who: 'api-team',
            retry: 'with-backoff',
            telling: '503',
          }
        : undefined,
  },
  {
    kind: 'api-request',
    own: true,
    basis: documented('§9'),
    explains: ({ code, status } = { at: 0 }) => code === undefined && (status === 404 || status === 405),
    find: ({ path, host }) => {
      const found = /\/(?:bank-slips|authorized-direct-debits|accounts|payments|webhooks)\b/.exec(path)
      if (found === null || /\/v\d/.test(path) || identityHost.test(host)) return undefined
      const right = `${path.slice(0, found.index)}/v1${path.slice(found.index)}`
      return {
        of: 'version-segment-missing',
        title: 'The path has no version segment',
        cause: `The path ${quoted(path)} does not contain /v1/. Business API paths start with the version, as in /v1/bank-slips.`,
        fix: `Call ${quoted(right)}: put /v1 into the base URL or before the path.`,
        telling: path,
      }
    },
  },
  {
    kind: 'api-request',
    own: true,
    basis: documented('§9: the identity endpoints are under /oauth2/, the business APIs at their own URL'),
    explains: ({ code, status } = { at: 0 }) => code === undefined && (status === 404 || status === 405),
    find: (message, { places = [] }, { authorization, token }) => {
      const { host } = message
      if (places.some(({ baseUrl }) => hostOf(baseUrl) === host)) return undefined
      const identity = [authorization?.host, token?.host].includes(host) || identityHost.test(host)
      return host !== '' && identity
        ? {
            of: 'other-host-called',
            title: 'API called at the identity service’s host',
            cause: `The call went to ${quoted(host)}, the host of the identity service. The business APIs have their own URL.`,
            fix: `Use the base URL of the APIs instead of ${quoted(host)} and send the call again.`,
            telling: host,
          }
        : undefined
    },
  },
  {
    kind: 'api-request',
    own: true,
    basis: documented('§2.4 and §4.2', standard('RFC 6750 §3.1')),
    explains: ({ code = '', status } = { at: 0 }) =>
      /^steps\.jwt\.(?:FailedToDecode|InvalidToken|Malformed)/i.test(code) || (code === '' && status === 401),
    find: (message, { text }) => {
      const cut = cutToken(message, text)
      return cut === undefined
        ? undefined
        : {
            of: 'token-unreadable-at-gateway',
            title: 'The access token was truncated',
            cause: `${cut.shown}. ${[255, 256, 500, 512, 1000, 1024, 2000, 2048, 4000, 4096].includes(cut.length) ? `A field of ${cut.length} characters truncates it this way.` : 'A field or variable is too short for it.'}`,
            fix: 'Store the token in a field that is long enough (a text column), and sign in again to replace truncated tokens.',
            telling: cut.end,
          }
    },
  },
  {
    kind: 'api-request',
    own: true,
    basis: documented('§1 and §5.5', inferred('the URLs of the two steps')),
    explains: ({ code = '', status } = { at: 0 }) =>
      /NoMatchingPublicKey$/.test(code) || (code === '' && status === 401),
    find: ({ host }, _trace, { token }) => {
      if (!token?.host || host === '' || isTestHost(token.host) === isTestHost(host)) return undefined
      if (registeredDomain(token.host) !== registeredDomain(host)) return undefined
      const from = isTestHost(host) ? 'production' : 'the sandbox'
      const to = isTestHost(host) ? 'the sandbox' : 'production'
      return {
        of: 'token-from-other-environment',
        title: `Token from ${from} used in ${to}`,
        cause: `The token comes from ${quoted(token.host)}, but the call goes to ${quoted(host)}. A gateway has no keys for another environment’s tokens.`,
        fix: `Get a token from the identity service in ${to}, or call the APIs in ${from}.`,
        telling: host,
      }
    },
  },
  {
    kind: 'api-request',
    own: true,
    basis: documented('§2.4: the access token is a JWT'),
    explains: ({ code = '', status } = { at: 0 }) => code.startsWith('steps.jwt.') || (code === '' && status === 401),
    find: ({ bearer }, { text }) => {
      if (bearer === undefined || bearer.length < 8 || /[*…<{$\s]|\.{2}|\..*\.|^fp:/.test(bearer)) return undefined
      const listed = refreshTokens(text).includes(bearer)
      const stored = storedAsToken.exec(text)?.[0].trim()
      const refresh = listed || stored !== undefined || /^(?:rt|refresh)[_.-]/i.test(bearer)
      if (!refresh && bearer.includes('.')) return undefined
      return {
        of: refresh ? 'refresh-token-sent-as-bearer' : 'token-unreadable-at-gateway',
        title: refresh ? 'A refresh token was sent to the API' : 'The Bearer value is not an access token',
        cause: listed
          ? 'The call sends the refresh_token from the token response as Bearer, not the access_token.'
          : stored !== undefined
            ? `Your app keeps the refresh_token as its token (${quoted(stored, 120)}) and sends it as Bearer, not the access_token.`
            : refresh
              ? 'The service’s access tokens are JWTs, with three parts joined by dots. The Bearer value is not a JWT and begins like a refresh token.'
              : 'The service’s access tokens are JWTs, with three parts joined by dots. The Bearer value is not a JWT; it may be a refresh token.',
        fix: 'Send the access_token from the token response. Use the refresh token only to get new tokens.',
        telling: 'Bearer',
      }
    },
  },
]

/** A program that keeps the refresh token under a name for the access token. */
const storedAsToken =
  /["'`]?\b(?:access_?|auth_?|api_?|bearer_?)?(?:token|jwt|bearer)\b["'`\]]{0,2}\s{0,3}(?:,|=>|[:=])\s{0,3}(?!["'`])[\w.$>()[\]?!]{0,60}[.["'`(>]refresh_?token\b[^\n]{0,20}/i

/** A program that calls an API with Basic credentials. */
const basicAtApi =
  /\/v1\/[\w/-]{2,60}(?:(?!\/oauth2\/)[^\n]){0,120}\bauthorization["'\]]{0,2}\s{0,3}(?:=>|[:=,])\s{0,3}[fr]?["'`]Basic\b/i

/** An Authorization header with a scheme that others have for tokens. */
const otherScheme =
  /\bauthorization["'\]]{0,2}\s{0,3}(?:=>|[:=,])\s{0,3}[fr]?["'`]?(Token|JWT|OAuth|Access|Berear|Beare|Baerer|Bearer:|Bearer=|AccessToken|Access-Token)[ ](?=["'`$+{]|eyJ|[\w.-]{12})[^\n]{0,40}/i

/** Whether a shell or a program puts the value of a variable in its place: not so in single quotes, nor without an f before {}. */
function isReplaced(bearer: string, text: string): boolean {
  if (!/^[${]/.test(bearer) || bearer.startsWith('{{')) return false
  const at = text.indexOf(`Bearer ${bearer}`)
  if (at < 0) return false
  const line = text.slice(Math.max(0, text.lastIndexOf('\n', at) + 1, at - 200), at)
  const [, prefix = '', quote] = /([a-zA-Z$]?)(["'`])[^"'`]{0,80}$/.exec(line) ?? []
  if (quote === undefined) return false
  return bearer.startsWith('$') ? quote !== "'" : /^[fF$]$/.test(prefix)
}

function refreshTokens(text: string): string[] {
  return [...text.matchAll(/refresh_?token["'\]]{0,2}\s{0,3}(?:=>|[:=])\s{0,3}["']?([\w.~+/=-]{8,4000})/gi)].map(
    ([, value = '']) => value,
  )
}

const identityHost =
  /^(?:identity|id|auth|login|sso|signin|accounts|passport|acesso|entrar|conta|identidade|oauth|idp|iam)\./

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The token of a call that ends before or within its signature, and was not shortened for the text. */
function cutToken(
  { bearer, answer }: Message,
  text: string,
): { shown: string; length: number; end: string } | undefined {
  const tokens = bearer?.startsWith('ey')
    ? [bearer]
    : (text.match(/(?<![\w.-])eyJ[\w-]{10,8000}(?:\.[\w-]{0,16000}){0,2}(?![\w.…*-])/g) ?? [])
  const [first, ...more] = tokens
  if (first === undefined || more.length > 2 || /\.{2,}|…|\*/.test(first)) return undefined
  const after = text.charAt(text.indexOf(first) + first.length)
  const parts = first.split('.').filter((one) => one !== '').length
  const cut = { length: first.length, end: first.slice(-24) }
  if (after === '…' || first.length <= 80) return undefined
  if (parts < 3)
    return {
      ...cut,
      shown: `The token has ${parts} of the three parts of a JWT and ${first.length} characters: its end, with the signature, is missing`,
    }
  // People put signatures of their own in place of one: only the gateway’s code tells that it was read.
  const signature = answer?.code === undefined ? undefined : shortSignature(first)
  return signature === undefined
    ? undefined
    : {
        ...cut,
        shown: `The token’s ${signature.alg} signature has ${signature.bytes} bytes, but such a signature has ${signature.least === 256 ? 'at least ' : ''}${signature.least}: the end of the token is missing`,
      }
}

/** A refusal of what was sent as a token, by the API or by the gateway before it (§7.2). */
function refusesToken(answer: Answer | undefined): boolean {
  return (
    answeredBy(['invalid_token', 'invalid_request'], [400, 401, 403])(answer) ||
    /^steps\.jwt\./.test(answer?.code ?? '')
  )
}
