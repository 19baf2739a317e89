import { documented, standard } from '../../protocol/basis.ts'
import { isLocalHost, isTestHost } from '../../text/hosts.ts'
import { nearly } from '../../text/nearly.ts'
import { listed, quoted } from '../../text/quote.ts'
import { saidMissing } from '../error-code.ts'
import { isPlaceholder } from './credentials.ts'
import { type Message, valueIn } from './message.ts'
import { isWholeUri, registeredInstead, unregistered } from './redirect-uris-in-text.ts'
import { answeredBy, type Rule, type Said } from './rule.ts'

const refused = answeredBy(
  [
    'invalid_request',
    'invalid_client',
    'unauthorized_client',
    'client_not_found',
    'server_error',
    'invalid_redirect_uri',
  ],
  [400, 401, 403, 404, 422, 500],
)

/** What §2.1 and §4.1 of the service's document ask of an authorization request, and RFC 6749 §4.1.1 of any. */
export const authorizationRules: readonly Rule[] = [
  {
    kind: 'authorization-request',
    own: true,
    basis: documented('§4.1'),
    explains: answeredBy(['invalid_request'], [400, 404, 405]),
    find: ({ method }) =>
      method === 'POST'
        ? {
            of: 'method-not-allowed',
            title: 'The authorization endpoint was called with POST',
            cause:
              'The request was sent as POST from code. The authorization endpoint accepts GET with its parameters in the query, and must be opened in the user’s browser.',
            fix: 'Redirect the browser to /oauth2/authorize with the parameters in the query.',
            telling: 'POST',
          }
        : undefined,
  },
  {
    kind: 'authorization-request',
    basis: standard('RFC 6749 §3.1: parameters must not be included more than once'),
    explains: refused,
    find: (message) => doubled(message, 'authorization-request-invalid'),
  },
  required('client_id', 'the client ID that the service registered'),
  {
    kind: 'authorization-request',
    own: true,
    basis: documented('§2.1'),
    explains: answeredBy(
      ['unsupported_response_type', 'invalid_request', 'unauthorized_client', 'server_error'],
      [400, 401, 403, 404, 500],
    ),
    find: (message, { text }) => {
      const sent = valueIn(message, 'response_type')
      if (sent === 'code' || (sent === undefined && (!message.whole || isByReference(message)))) return undefined
      if (sent === undefined) return lacking(message, 'response_type', 'code', text)
      return {
        of: 'response-type-not-supported',
        title: `The response_type ${quoted(sent)} is not allowed`,
        cause: `The authorization request has response_type ${quoted(sent)}. The service supports only the authorization code flow, so the only value is “code”.`,
        fix: 'Send response_type=code, then exchange the returned code at the token endpoint.',
        telling: `response_type=${sent}`,
      }
    },
  },
  required('redirect_uri', 'the redirect URI that is registered for the client'),
  required('scope', 'the scopes that are needed, such as openid'),
  {
    kind: 'authorization-request',
    own: true,
    basis: documented('§2.1'),
    explains: answeredBy(
      ['invalid_request', 'login_required', 'interaction_required', 'consent_required', 'account_selection_required'],
      [400, 401, 403],
    ),
    find: (message) => {
      const sent = valueIn(message, 'prompt')
      if (sent === undefined || sent === 'login' || sent === '') return undefined
      const silent = sent === 'none' ? ' The API guide does not describe silent renewal (prompt=none).' : ''
      return {
        of: 'authorization-request-invalid',
        title: `prompt=${sent} is not allowed`,
        cause: `The authorization request has prompt ${quoted(sent)}. The service lists only “login”; the parameter is optional.${silent}`,
        fix: 'Omit prompt, or send prompt=login and show the user the sign-in page.',
        telling: `prompt=${sent}`,
      }
    },
  },
  {
    kind: 'authorization-request',
    own: true,
    basis: documented('§2.5'),
    explains: answeredBy(['invalid_scope', 'invalid_request'], [400, 403]),
    find: (message) => {
      const scope = valueIn(message, 'scope') ?? ''
      const misspelt = scope.split(/[\s,;|]+/).flatMap((one) => {
        const meant = plainScopes.find((known) => known !== one && (known === one.toLowerCase() || nearly(one, known)))
        return meant === undefined || plainScopes.includes(one) ? [] : [{ one, meant }]
      })
      const [first] = misspelt
      if (first !== undefined)
        return {
          of: 'scope-not-accepted',
          title: `The scope ${quoted(first.one)} is misspelled`,
          cause: `The authorization request asks for ${quoted(first.one)}. The scope that the service lists is ${quoted(first.meant)}.`,
          fix: `Request ${quoted(first.meant)}. If that is rejected too, ask the identity team whether the client may use it.`,
          telling: first.one,
        }
      const joined = /^[\w./:-]+([,;|+])[\w./:-]/.exec(scope)?.[1]
      if (joined === undefined) return undefined
      return {
        of: 'scopes-joined-otherwise',
        title: 'Scopes are separated by commas',
        cause: `The request separates its scopes with ${quoted(joined)}: ${quoted(scope)}. OAuth separates scopes with spaces (RFC 6749 §3.3), so the service probably reads this as one unknown scope. The API guide does not state the separator for requests.`,
        fix: 'Separate the scopes with spaces (%20). If that is rejected too, ask the identity team which separator the service expects.',
        telling: scope,
      }
    },
  },
  {
    kind: 'authorization-request',
    basis: standard('RFC 6749 §4.1.1'),
    explains: answeredBy(['invalid_request', 'invalid_redirect_uri', 'redirect_uri_mismatch'], [400, 403]),
    find: (message, { text }) => {
      const sent = valueIn(message, 'redirect_uri') ?? ''
      if (/^[a-z]+%3a%2f%2f/i.test(sent))
        return {
          of: 'redirect-uri-not-registered',
          title: 'The redirect_uri was encoded twice',
          cause: `After one decoding, the redirect_uri is still ${quoted(sent)}, which is not the registered URL.`,
          fix: 'Encode the redirect URI once: remove your own encoding if the library already encodes.',
          telling: sent,
        }
      const plain = text.includes(`redirect_uri=${sent}`)
      const strange = [...message.parameters].find(
        ([name, { sent: shown }]) =>
          plain && shown && /[?]/.test(sent) && !usual.has(name) && !sent.includes(`${name}=`),
      )
      if (strange !== undefined)
        return {
          of: 'redirect-uri-not-registered',
          title: 'The end of the unencoded redirect_uri was lost',
          cause: `The redirect_uri has its own query and was sent unencoded. The service reads it only up to the first “&”, as ${quoted(sent)}; ${quoted(strange[0])} became a parameter of the authorization request.`,
          fix: 'Encode the value of redirect_uri for the query (encodeURIComponent, URLSearchParams), and send it as it is registered.',
          telling: strange[0],
        }
      return undefined
    },
  },
  {
    kind: 'authorization-request',
    own: true,
    basis: documented('§1 and §2.1: the redirect URI is registered', standard('RFC 6749 §3.1.2.3')),
    explains: answeredBy(
      ['invalid_redirect_uri', 'redirect_uri_mismatch', 'invalid_request', 'unauthorized_client'],
      [400, 401, 403],
    ),
    find: (message, { text }) => {
      const sent = valueIn(message, 'redirect_uri')
      if (sent === undefined || !isWholeUri(sent)) return undefined
      const other = registeredInstead(sent, text)
      return other === undefined ? undefined : unregistered(sent, other, text)
    },
  },
  {
    kind: 'authorization-request',
    own: true,
    basis: documented('§1 and §2.1: the redirect URI is registered', standard('RFC 6749 §3.1.2.3')),
    explains: (answer) =>
      answeredBy(['invalid_redirect_uri', 'redirect_uri_mismatch', 'invalid_request'], [400])(answer),
    find: (message, { text }) => builtAsHttp(valueIn(message, 'redirect_uri'), text),
  },
  {
    kind: 'authorization-request',
    own: true,
    basis: documented('§1 and §2.1: the redirect URI is registered', standard('RFC 6749 §3.1.2.3')),
    explains: (answer) =>
      ['invalid_redirect_uri', 'redirect_uri_mismatch'].includes(answer?.code ?? answer?.means ?? ''),
    find: (message) => {
      const sent = valueIn(message, 'redirect_uri')
      return sent === undefined || sent === '' || isPlaceholder(sent)
        ? undefined
        : {
            of: 'redirect-uri-not-registered',
            title: 'The redirect URI is not registered',
            cause: `The authorization request sends ${quoted(sent)}, which is not registered for this client. Redirect URIs must be identical in scheme, host, port, path and trailing slash.`,
            fix: `Send the registered redirect URI, or have ${quoted(sent)} registered for the client by the identity team.`,
            telling: sent,
          }
    },
  },
  {
    kind: 'authorization-request',
    own: true,
    basis: documented('§1 and §5.4'),
    explains: answeredBy(
      ['client_not_found', 'invalid_client', 'unauthorized_client', 'invalid_request'],
      [400, 401, 403, 404],
    ),
    find: ({ host }, { words }) => {
      const registered = registeredFor(words())
      if (registered === undefined || host === '' || isTestHost(host) === (registered === 'sandbox')) return undefined
      const other = registered === 'sandbox' ? 'production' : 'sandbox'
      return {
        of: 'client-unknown-at-sign-in',
        title: `The ${registered} client is used with ${other}`,
        cause: `The client was registered in ${registered === 'sandbox' ? 'the sandbox' : 'production'}, and the sign-in goes to ${quoted(host)}. Each environment has its own URLs and its own client registrations.`,
        fix: `Open /oauth2/authorize at the ${registered} URL, or use the client of ${other === 'sandbox' ? 'the sandbox' : 'production'}.`,
        telling: host,
      }
    },
  },
  {
    kind: 'authorization-request',
    own: true,
    basis: documented('§4.1 and §9'),
    explains: ({ code, status } = { at: 0 }) => code === undefined && status === 404,
    find: (message) => wrongPath(message, 'authorize'),
  },
  {
    kind: 'authorization-request',
    basis: standard('RFC 6749 §4.1.1'),
    explains: () => true,
    find: (message) => unfilled(message, 'authorization-request-invalid'),
  },
]

/** The parameters of §2.1, RFC 6749 §4.1.1, RFC 7636 §4.3 and OpenID Connect Core §3.1.2.1. */
const usual = new Set(
  'client_id response_type redirect_uri scope prompt state nonce code_challenge code_challenge_method response_mode display max_age ui_locales id_token_hint login_hint acr_values resource audience request request_uri claims'.split(
    ' ',
  ),
)

/** What is said of a parameter that was sent more than once. */
export function doubled({ parameters, kind }: Message, of: Said['of']): Said | undefined {
  const found = [...parameters].find(([name, { again, sent }]) => sent && again !== undefined && usual.has(name))
  if (found === undefined) return undefined
  const [name, { value, again }] = found
  const what = kind === 'token-request' ? 'token request' : 'authorization request'
  return {
    of,
    title: `The parameter ${name} was sent twice`,
    cause: `The ${what} has ${name} more than once: ${quoted(value)} and ${quoted(again)}. Each parameter can be sent only once.`,
    fix: `Send ${name} once: find the code that adds it to a URL that already has it.`,
    telling: name,
  }
}

/** A redirect URI of a public host that begins with http, as programs build it behind a proxy that ends TLS. */
function builtAsHttp(sent: string | undefined, text: string): Said | undefined {
  const host = /^http:\/\/([^/:?#]+)(?=[/?#]|$)/.exec(sent ?? '')?.[1]
  if (!redirectRefused.test(text)) return undefined
  if (sent === undefined || host === undefined || isLocalHost(host) || !host.includes('.')) return undefined
  const shown = text.includes(`https://${host}`)
  return {
    of: 'redirect-uri-not-registered',
    title: 'Redirect URI uses http instead of https',
    cause: `The authorization request sends ${quoted(sent)}${shown ? `, and your app itself is at ${quoted(`https://${host}`)}` : ''}. An app behind a proxy that terminates TLS sees plain http and builds its URLs with it. The registered redirect URI uses https, so the two do not match.`,
    fix: `Configure the proxy to set X-Forwarded-Proto and your app to trust it, or set your app’s public URL, so that it sends ${quoted(sent.replace(/^http:/, 'https:'))}.`,
    telling: sent,
  }
}

/** What services say of a redirect URI that they do not accept. */
const redirectRefused =
  /invalid_redirect_uri|redirect_uri_mismatch|\b(?:redirect|return|callback)[_ ](?:ur[il]|address)\b[^\n]{0,60}(?:\bnot\b|n[aã]o\b|\bno\b|inv[aá]lid|mismatch|unregist|differ|unknown|desconhec|descono)|(?:invalid|unregistered|unknown|wrong)[^\n]{0,20}\bredirect/i

/** The scopes of §2.5. */
export const plainScopes = ['apps', 'email', 'openid', 'profile', 'webhooks']

/** Parameters under which others know a required one. */
const otherNames: Record<string, readonly string[]> = {
  client_id: ['client', 'app_id', 'appid', 'application_id', 'id', 'clientid', 'client-id'],
  redirect_uri: [
    'redirect_url',
    'redirect',
    'callback',
    'callback_url',
    'return_url',
    'redirecturi',
    'returnurl',
    'url',
  ],
  scope: ['scopes', 'permissions'],
  response_type: ['type', 'responsetype'],
  code: ['authorization_code', 'auth_code', 'authcode'],
  grant_type: ['granttype', 'grant'],
}

function required(name: string, value: string): Rule {
  return {
    kind: 'authorization-request',
    own: true,
    basis: documented('§2.1'),
    explains:
      name === 'scope' ? answeredBy(['invalid_scope', 'invalid_request', 'server_error'], [400, 403, 500]) : refused,
    // A code came back: what the request seems to lack was left out of the text.
    find: (message, { text }, { callback }) =>
      callback?.parameters.has('code') ? undefined : lacking(message, name, value, text),
  }
}

/** Whether the parameters of an authorization request are in a request object, pushed or signed (RFC 9101 §5, RFC 9126 §4). */
function isByReference({ kind, parameters }: Message): boolean {
  return kind === 'authorization-request' && (parameters.has('request_uri') || parameters.has('request'))
}

/** What is said of a request that lacks a parameter; undefined where it has it, or is not shown as a whole. */
export function lacking(message: Message, name: string, value: string, text: string): Said | undefined {
  const { whole, parameters, kind, answer } = message
  const held = parameters.get(name)
  if (name !== 'client_id' && isByReference(message)) return undefined
  if (!whole || (held !== undefined && held.value !== '' && (held.written === name || !held.sent))) return undefined
  // What a list or a program does not name may be sent all the same where the text names it elsewhere.
  const listedOnly = ![...parameters.values()].some(({ sent }) => sent)
  if (listedOnly && held === undefined && new RegExp(`\\b${name.replace('_', '[_ -]?')}\\b`, 'i').test(text))
    return undefined
  const what = kind === 'token-request' ? 'token request' : 'authorization request'
  const of = kind === 'token-request' ? 'token-request-incomplete' : 'authorization-request-invalid'
  const before = { of, fix: `Add ${name}: ${value}.` } as const
  if (held?.value === '')
    return {
      ...before,
      title: `The parameter ${name} is empty`,
      cause: `The ${what} sends ${name} without a value: the setting is probably empty where your app runs.`,
      fix: `Fill in ${name}: ${value}.`,
      telling: `${held.written}=`,
    }
  const written =
    held?.written ??
    [...parameters.keys()].find(
      (one) => otherNames[name]?.includes(one.toLowerCase()) || (one.length > 4 && nearly(one, name)),
    )
  if (written !== undefined)
    return {
      ...before,
      title: `The parameter ${name} was sent as ${quoted(written)}`,
      cause: `The ${what} has ${quoted(written)} instead of ${name}. The service reads parameters by their exact names.`,
      fix: `Rename ${quoted(written)} to ${name}.`,
      telling: written,
    }
  // A code that is unknown, late or used was received (RFC 6749 §5.2): it is left out of what is shown.
  if (name === 'code' && answer?.code === 'invalid_grant' && !saidMissing.test(answer.description ?? ''))
    return undefined
  return {
    ...before,
    absent: true,
    title: `The ${what} does not include ${name}`,
    cause: `The ${what} contains ${listed([...parameters.keys()])}, but not the required ${name}.`,
    telling: message.kind === 'token-request' ? 'grant_type' : 'response_type',
  }
}

/**
 * What is said of a parameter whose value is a variable that nobody filled in. People write such names in place of what
 * they keep to themselves too: they count where the response is about that very parameter, or where they were encoded or
 * made by a program.
 */
export function unfilled({ parameters, answer }: Message, of: Said['of']): Said | undefined {
  const found = [...parameters].find(
    ([name, { value }]) =>
      isPlaceholder(value) && (ofProgram.test(value) || blames[name]?.includes(answer?.code ?? '') === true),
  )
  if (found === undefined) return undefined
  const [name, { value }] = found
  // Who writes names in place of all that tells anything left the values out.
  const left = [...parameters.values()].filter((one) => isPlaceholder(one.value)).length
  if (left > 2 && !ofProgram.test(value)) return undefined
  return {
    of,
    title: `The placeholder ${quoted(value)} was sent as ${name}`,
    cause: `The request has ${quoted(value)} as ${name}: a variable or example was not replaced with the real value.`,
    fix: `Set the real value of ${name}, and check that your app reads it in the environment where it runs.`,
    telling: value,
  }
}

/** Values that a program or a template makes, and that nobody writes in place of a secret. */
const ofProgram = /^(?:undefined|null|None|nil|NaN|\[object Object\]|\{\{.*\}\}|%[A-Z_]+%)$/

/** The codes that say of a parameter that its value is not known. */
const blames: Record<string, readonly string[]> = {
  client_id: ['client_not_found', 'invalid_client', 'unauthorized_client'],
  code: ['invalid_grant'],
  scope: ['invalid_scope'],
  grant_type: ['unsupported_grant_type'],
  response_type: ['unsupported_response_type'],
  redirect_uri: ['invalid_redirect_uri', 'redirect_uri_mismatch'],
}

/** The environment in which a text says that the client is registered. */
export function registeredFor(words: string): 'sandbox' | 'production' | undefined {
  const sandbox = sandboxClient.test(words)
  const production = productionClient.test(words)
  return sandbox === production ? undefined : sandbox ? 'sandbox' : 'production'
}

const inSandbox = '(?:sandbox|homolog\\w*|hml|sbx|test environment|ambiente de testes?|pruebas)'
const inProduction = '(?:production|producao|produccion|prod|live)'
const ofClient =
  '(?:client(?:[ _]?id)?s?|credentials?|credencia(?:l|is)|credenciales|registration|registered|cadastr\\w+|registrad\\w+|app)'
const sandboxClient = new RegExp(
  `\\b${ofClient}\\b[^.\\n]{0,60}\\b${inSandbox}\\b|\\b${inSandbox} (?:${ofClient})\\b|environment:? ?"?${inSandbox}\\b`,
)
const productionClient = new RegExp(
  `\\b${ofClient}\\b[^.\\n]{0,60}\\b${inProduction}\\b|\\b${inProduction} (?:${ofClient})\\b|environment:? ?"?${inProduction}\\b`,
)

/** A path that is nearly that of the document. */
export function wrongPath({ path, address = path }: Message, endpoint: 'authorize' | 'token'): Said | undefined {
  const right = `/oauth2/${endpoint}`
  if (path === '' || path === right || !(path.startsWith('/oauth2/') || path.endsWith(`/${endpoint}`))) return undefined
  return {
    of: endpoint === 'token' ? 'token-endpoint-not-there' : 'authorization-request-invalid',
    title: `The path is ${right}, not ${path}`,
    cause: `The request went to ${quoted(address)}. The identity endpoints are under the path prefix /oauth2/.`,
    fix: `Use the path ${right} at the URL of the identity service.`,
    telling: path,
  }
}
