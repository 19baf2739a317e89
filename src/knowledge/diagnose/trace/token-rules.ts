import { documented, inferred, standard } from '../../protocol/basis.ts'
import { difference } from '../../text/address-difference.ts'
import { isDocumentedHost, isLocalHost, isTestHost } from '../../text/hosts.ts'
import { nearly } from '../../text/nearly.ts'
import { quoted } from '../../text/quote.ts'
import { lacking, registeredFor, unfilled, wrongPath } from './authorization-rules.ts'
import { madeAsJson } from './body-format.ts'
import { isPlaceholder } from './credentials.ts'
import { type Message, type Trace, valueIn } from './message.ts'
import { isWholeUri, otherRedirectUri } from './redirect-uris-in-text.ts'
import { answeredBy, type Flow, type Rule, type Said } from './rule.ts'

const clientRefused = answeredBy(
  ['client_not_found', 'invalid_client', 'unauthorized_client', 'invalid_request'],
  [400, 401, 403, 404],
)
const requestRefused = answeredBy(
  ['invalid_request', 'unsupported_grant_type', 'invalid_client', 'server_error'],
  [400, 401, 415, 422, 500],
)
const grantRefused = answeredBy(['invalid_grant', 'invalid_request', 'redirect_uri_mismatch'], [400, 401, 403])
const encode = 'Send Authorization: Basic with the base64 of client_id:client_secret, joined by a colon.'

/** What §2.3, §4.2 and §5 of the service's document ask of a token request, and RFC 6749 §4.1.3 of any. */
export const tokenRules: readonly Rule[] = [
  {
    kind: 'token-request',
    own: true,
    basis: documented('§4.2'),
    explains: answeredBy(['invalid_request', 'unsupported_grant_type'], [400, 404, 405, 501]),
    find: ({ method, inQuery, answer }) =>
      method === 'GET' || (method === undefined && inQuery && answer?.status === 405)
        ? {
            of: 'method-not-allowed',
            title: 'The token endpoint was called with GET',
            cause: `The request is a GET${method === undefined ? ', the default method' : ''}. The token endpoint accepts POST with the fields in a form body.`,
            fix: 'Send POST with the fields as an application/x-www-form-urlencoded body. Codes and secrets in URLs end up in logs.',
            telling: 'GET',
          }
        : undefined,
  },
  {
    kind: 'token-request',
    basis: documented('§5.2', standard('RFC 7617 §2')),
    explains: clientRefused,
    find: (message, trace, flow) => misbuilt(message, trace.words(), flow),
  },
  {
    kind: 'token-request',
    own: true,
    basis: documented('§4.2'),
    explains: requestRefused,
    find: ({ at, headers, json }, { text }) => {
      const type = headers.get('content-type') ?? multipart.exec(text)?.[0]
      const other = type !== undefined && !/x-www-form-urlencoded/i.test(type)
      const made = type === undefined && !json ? madeAsJson(text, at) : undefined
      if (!other && made === undefined && !(json && type === undefined)) return undefined
      return {
        of: 'token-request-incomplete',
        title: `The token request was sent as ${type === undefined || /json/i.test(type) ? 'JSON' : quoted(type.split(';')[0])}`,
        cause: `The token request was sent as ${type === undefined ? 'JSON' : quoted(type)}. The endpoint accepts application/x-www-form-urlencoded, so it finds none of the fields.`,
        fix: 'Send code, redirect_uri and grant_type as a form: Content-Type: application/x-www-form-urlencoded and name=value joined by &.',
        telling: type ?? made,
      }
    },
  },
  {
    kind: 'token-request',
    own: true,
    basis: documented('§4.2 and §5.2'),
    explains: answeredBy(['invalid_client', 'client_not_found', 'unauthorized_client'], [401, 403]),
    find: withoutBasic,
  },
  {
    kind: 'token-request',
    own: true,
    basis: documented('§4.2'),
    explains: requestRefused,
    find: ({ inQuery, method, parameters }) =>
      inQuery && method === 'POST' && parameters.get('grant_type')?.sent
        ? {
            of: 'token-request-incomplete',
            title: 'Fields are in the query, not the body',
            cause: 'The fields of the token request are in the query. The endpoint expects them as a form in the body.',
            fix: 'Move grant_type, code and redirect_uri to the body. Codes in URLs end up in logs.',
            telling: 'grant_type',
          }
        : undefined,
  },
  {
    kind: 'token-request',
    basis: documented('§2.3', standard('RFC 6749 §4.1.3')),
    explains: answeredBy(
      ['unsupported_grant_type', 'invalid_request', 'invalid_grant', 'unauthorized_client'],
      [400, 401],
    ),
    find: (message) => {
      const sent = valueIn(message, 'grant_type')
      if (sent === undefined || sent !== sent.trim() || grants.includes(sent) || /^urn:|^https?:/.test(sent))
        return undefined
      // A heading in words names how the client is registered.
      if (/\s/.test(message.parameters.get('grant_type')?.written ?? '')) return undefined
      const bare = (name: string) =>
        name
          .toLowerCase()
          .replaceAll(/[_\s-]/g, '')
          .replaceAll('s', 'z')
      const meant = grants.find((known) => bare(known) === bare(sent) || nearly(sent.toLowerCase(), known))
      const of = 'token-request-incomplete'
      if (meant === undefined)
        return sent === 'code'
          ? {
              of,
              title: 'grant_type is “code”, not “authorization_code”',
              cause:
                'The token request has grant_type “code”. That is the response_type of the authorization request; grant_type must be “authorization_code”.',
              fix: 'Send grant_type=authorization_code.',
              telling: 'grant_type',
            }
          : undefined
      return {
        of,
        title: `The grant_type ${quoted(sent)} is misspelled`,
        cause: `The token request has grant_type ${quoted(sent)}. It must be exactly ${quoted(meant)}.`,
        fix: `Send grant_type=${meant}.`,
        telling: sent,
      }
    },
  },
  {
    kind: 'token-request',
    basis: standard('RFC 6749 §4.1.3: the code is bound to its client'),
    explains: answeredBy(
      ['invalid_grant', 'invalid_client', 'client_not_found', 'unauthorized_client'],
      [400, 401, 403],
    ),
    find: ({ credentials }, _trace, { authorization }) => {
      const asked = authorization && valueIn(authorization, 'client_id')
      if (
        credentials?.form !== 'encoded' ||
        !asked ||
        isPlaceholder(asked) ||
        /[*…]/.test(asked) ||
        asked === credentials.id
      )
        return undefined
      return {
        of: 'code-of-other-client',
        title: 'The two requests use different clients',
        cause: `The authorization request uses the client ${quoted(asked)}, but the token request’s Basic credentials use ${quoted(credentials.id)}. A code works only for the client it was issued to.`,
        fix: 'Use the same client ID in both requests, with its own secret.',
        telling: asked,
      }
    },
  },
  required('grant_type', '“authorization_code”', ['invalid_request', 'unsupported_grant_type']),
  required('code', 'the code of the redirect', ['invalid_request', 'invalid_grant']),
  {
    kind: 'token-request',
    basis: documented('§2.3', standard('RFC 6749 §4.1.3')),
    explains: grantRefused,
    find: (message, { text }, { authorization }) => {
      const sent = valueIn(message, 'redirect_uri')
      const asked = (authorization && valueIn(authorization, 'redirect_uri')) ?? (sent && otherRedirectUri(text, sent))
      if (!sent || !asked || sent === asked || !isWholeUri(sent) || !isWholeUri(asked)) return undefined
      return {
        of: 'redirect-uri-differs',
        title: 'The two requests use different redirect URIs',
        cause: `The token request sent ${quoted(sent)}, but the authorization request sent ${quoted(asked)}: ${difference(sent, asked)}. They must be identical.`,
        fix: 'Use one setting with the registered redirect URI for both requests. Then start the sign-in again for a new code.',
        telling: sent,
      }
    },
  },
  required('redirect_uri', 'that of the authorization request', ['invalid_request', 'invalid_grant']),
  {
    kind: 'token-request',
    basis: documented('§1 and §5.4', inferred('the URLs of the two steps')),
    explains: answeredBy(
      ['client_not_found', 'invalid_client', 'invalid_grant', 'invalid_request', 'unauthorized_client'],
      [400, 401, 403, 404],
    ),
    find: otherEnvironment,
  },
  {
    kind: 'token-request',
    own: true,
    basis: documented('§5.4 and §7.1'),
    explains: answeredBy(['client_not_found', 'invalid_client', 'unauthorized_client'], []),
    find: ({ host }, { words }) => {
      const registered = registeredFor(words())
      if (registered === undefined || host === '' || isTestHost(host) === (registered === 'sandbox')) return undefined
      const other = registered === 'sandbox' ? 'production' : 'sandbox'
      return {
        of: 'client-not-found',
        title: `The ${registered} client is used with ${other}`,
        cause: `The client is registered in ${registered === 'sandbox' ? 'the sandbox' : 'production'}, and the token request goes to ${quoted(host)}. Each environment has its own client registrations, so the client ID is unknown there.`,
        fix: `Send the request to /oauth2/token at the ${registered} URL, with a code that was obtained there.`,
        telling: host,
      }
    },
  },
  {
    kind: 'token-request',
    own: true,
    basis: documented('§4.2 and §9'),
    explains: ({ code, status } = { at: 0 }) => code === undefined && (status === 404 || status === 405),
    find: (message) => wrongPath(message, 'token') ?? atApi(message),
  },
  {
    kind: 'token-request',
    own: true,
    basis: documented('§4.2 and §5.2'),
    explains: answeredBy(['invalid_request'], [400]),
    find: (message) =>
      message.parameters.has('client_secret') || message.bearer !== undefined ? withoutBasic(message) : undefined,
  },
  {
    kind: 'token-request',
    basis: standard('RFC 6749 §4.1.3'),
    explains: () => true,
    find: (message) => unfilled(message, 'token-request-incomplete'),
  },
]

/** A form of several parts, as it is named or made. */
const multipart = /\bmultipart\/form-data\b/i

const grants = ['authorization_code', 'refresh_token', 'client_credentials', 'password']

function required(name: string, value: string, codes: readonly string[]): Rule {
  return {
    kind: 'token-request',
    own: true,
    basis: documented('§2.3'),
    // A response that names the code as what is wrong is not about another field.
    explains: (answer) =>
      answeredBy(codes, [400, 422, 500])(answer) &&
      !(
        name === 'redirect_uri' &&
        /\b(?:code|c[oó]digo)\b/i.test(answer?.description ?? '') &&
        !/redirect/i.test(answer?.description ?? '')
      ),
    find: (message, { text }) => {
      const grant = valueIn(message, 'grant_type')
      return grant === undefined || grant === 'authorization_code' ? lacking(message, name, value, text) : undefined
    },
  }
}

/** What is said of a word that was sent in the place of a client ID or a secret. */
function notFilledIn(word: string): Pick<Said, 'title' | 'cause' | 'fix'> {
  if (/^(?:undefined|null|none|nil|nan|\[object object\])$/i.test(word))
    return {
      title: `The credentials are ${quoted(word)}`,
      cause: `The Authorization header decodes to ${quoted(word)}, the word that many languages print for “no value”: the variables for the client ID and secret are probably not set where your app runs.`,
      fix: 'Set both variables, with exactly the names that your app reads, and make your app stop at startup if one is empty.',
    }
  return {
    title: `The Basic credentials contain the placeholder ${quoted(word)}`,
    cause: `The Authorization header decodes to ${quoted(word)} instead of the real value: the example from the documentation was encoded unchanged.`,
    fix: 'Use the real client ID and secret, join them with a colon, and encode them again.',
  }
}

/** Credentials that are put together in a way in which they cannot be read, or name another client. */
function misbuilt(message: Message, words: string, { authorization }: Flow): Said | undefined {
  const { credentials } = message
  const of = 'client-credentials-malformed'
  const clients = [
    authorization && valueIn(authorization, 'client_id'),
    valueIn(message, 'client_id'),
    ...[...words.matchAll(/\bclient[ _-]?(?:id)?["'`]?\s{0,2}[:=]?\s{0,2}["'`“]([\w.-]{4,80})["'`”]/g)].map(
      ([, id]) => id,
    ),
  ].filter((one) => one !== undefined)
  switch (credentials?.form) {
    case 'plain':
      return {
        of,
        title: 'The Basic credentials are not base64-encoded',
        cause:
          'The Authorization header contains client_id:client_secret in plain text. After “Basic”, it must be base64-encoded.',
        fix: `${encode} Replace the secret if others have seen it.`,
        telling: `Basic ${credentials.id}`,
      }
    case 'twice':
      return {
        of,
        title: 'The Basic credentials are base64-encoded twice',
        cause:
          'Decoded once, the Authorization header still contains base64. Decoded again, it is client_id:client_secret.',
        fix: 'Encode client_id:client_secret once: remove your own encoding if the library already encodes.',
        telling: 'Basic',
      }
    case 'no-colon':
      return {
        of,
        title: 'The Basic credentials have no colon',
        cause:
          'The Authorization header decodes to one value without a colon, so the client ID and secret cannot be separated.',
        fix: encode,
        telling: 'Basic',
      }
    case 'placeholder':
      return {
        of,
        title: `The placeholder ${quoted(credentials.sent)} was sent instead of the credentials`,
        cause: `The Authorization header has ${quoted(credentials.sent)} after “Basic”: a variable or an example that was not replaced.`,
        fix: encode,
        telling: credentials.sent,
      }
    case 'encoded':
      break
    default:
      return undefined
  }
  const { id, secret, sent } = credentials
  if (isPlaceholder(id) || isPlaceholder(secret))
    return {
      of,
      ...notFilledIn(isPlaceholder(id) ? id : secret),
      telling: sent,
    }
  const known = clients.map((one) => one.toLowerCase())
  const plain = secret.trim().toLowerCase()
  const named = plain.length > 3 && words.includes(plain) && isNamedClient(plain, words)
  if (((named || known.includes(plain)) && plain !== id.toLowerCase()) || swappedByLook(id, secret.trim()))
    return {
      of,
      title: 'Client ID and secret are swapped',
      cause: `The decoded Basic credentials have ${quoted(secret.trim())} after the colon, so the service reads the secret as the client ID.`,
      fix: 'Encode client_id:client_secret in this order. Rotate the secret: it was sent as the ID and may be in logs.',
      telling: sent,
    }
  if (secret !== secret.trim() || id !== id.trim())
    return {
      of: 'client-credentials-stray-whitespace',
      title: /\n$/.test(secret)
        ? 'The secret ends with a line break'
        : 'A space or line break became part of the credentials',
      cause: `The Basic credentials decode to a ${secret === secret.trim() ? 'client ID' : 'secret'} that begins or ends with ${/[\r\n]/.test(secret) ? 'a line break, which echo or a file adds' : 'a space'}. So it has one extra character.`,
      fix: "Remove it before encoding: use printf '%s' instead of echo, and trim values that are read from a file.",
      telling: sent,
    }
  // A public client names itself alone.
  if ((secret === '' && !message.parameters.has('code_verifier')) || id === '')
    return {
      of,
      title: `The ${secret === '' ? 'client secret' : 'client ID'} in the Basic credentials is empty`,
      cause: `The decoded credentials have nothing ${secret === '' ? 'after' : 'before'} the colon: the setting is probably empty where your app runs.`,
      fix: `Set the ${secret === '' ? 'secret' : 'identifier'} where this process reads it, and send the credentials again.`,
      telling: sent,
    }
  return undefined
}

/** Whether a text calls a value a client, in whatever words and marks. */
function isNamedClient(value: string, words: string): boolean {
  const at = words.indexOf(value)
  return /\bclient(?:[ _-]?id)?\b[^\n]{0,24}$/.test(words.slice(Math.max(0, at - 48), at))
}

/** A first part that looks like a secret beside a second one that looks like an identifier. */
function swappedByLook(id: string, secret: string): boolean {
  if (/secret|senha|passw/i.test(id) && !/secret|senha|passw/i.test(secret)) return true
  return (
    /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(secret) &&
    /^(?:[\da-f]{32,}|(?=.*[A-Z])(?=.*\d)[\w+/=~.]{20,})$/.test(id)
  )
}

/** A request that shows how it authenticates, and does not do so by Basic. */
function withoutBasic(message: Message): Said | undefined {
  const { credentials, bearer, headers } = message
  if (credentials !== undefined) return undefined
  const written = message.parameters.get('client_secret')?.written
  const inForm = written !== undefined && written !== written.toUpperCase()
  if (bearer !== undefined)
    return {
      of: 'client-credentials-missing',
      title: 'The token request uses Bearer instead of Basic',
      cause:
        'The token endpoint authenticates the client by HTTP Basic; the request has an Authorization header with Bearer.',
      fix: encode,
      telling: 'Bearer',
    }
  if (inForm)
    return {
      of: 'client-credentials-in-form',
      title: 'The client credentials are in the form',
      cause:
        'The token request sends client_id and client_secret as form fields and has no Authorization header. The endpoint authenticates the client by HTTP Basic.',
      fix: `${encode} Remove client_id and client_secret from the form.`,
      telling: 'client_secret',
    }
  // Who is not found, or may not use a grant, was named: the header is left out of what is shown.
  const named = ['client_not_found', 'unauthorized_client'].includes(message.answer?.code ?? '')
  return message.whole && headers.has('content-type') && !named
    ? {
        of: 'client-credentials-missing',
        absent: true,
        title: 'The token request has no Authorization header',
        cause: 'The token request has no Authorization header, so the client did not authenticate.',
        fix: encode,
        telling: 'grant_type',
      }
    : undefined
}

/** The steps before ran at one address, and the exchange goes to that of another environment. */
function otherEnvironment(message: Message, { text }: Trace, { authorization, callback }: Flow): Said | undefined {
  const { host, answer, parameters, method } = message
  // An address in a setting is no request that was sent.
  if (answer === undefined && parameters.size === 0 && method === undefined) return undefined
  const issuer = callback && /^https?:\/\/([^/:?#]+)/.exec(valueIn(callback, 'iss') ?? '')?.[1]
  const before =
    issuer ?? (authorization?.host || /https?:\/\/([\w.-]{4,200})(?::\d+)?\/oauth2\/authorize\b/.exec(text)?.[1])
  if (
    !before ||
    host === '' ||
    before === host ||
    (isPlaceholder(host) && !isDocumentedHost(host)) ||
    isLocalHost(host)
  )
    return undefined
  if (isTestHost(before) === isTestHost(host)) return undefined
  const from = isTestHost(before) ? 'the sandbox' : 'production'
  const to = isTestHost(host) ? 'the sandbox' : 'production'
  return {
    of: 'code-of-other-environment',
    title: `Code from ${from} sent to ${to}`,
    cause: `The code comes from ${quoted(before)}, and the token request goes to ${quoted(host)}. Each environment has its own clients and codes.`,
    fix: `Exchange the code at ${isDocumentedHost(before) ? before : `https://${before}`}/oauth2/token with the client of that environment.`,
    telling: host,
  }
}

/** A token request that goes to the host of the business APIs. */
function atApi({ host, address }: Message): Said | undefined {
  return /^(?:api|apis|openapi|gw|gateway|business)[.-]/.test(host)
    ? {
        of: 'token-endpoint-not-there',
        title: 'The token request was sent to the APIs',
        cause: `The request went to ${quoted(address)}, whose host is that of the business APIs. The token endpoint is at the identity service.`,
        fix: 'Set the token endpoint to /oauth2/token at the URL of the identity service.',
        telling: host,
      }
    : undefined
}
