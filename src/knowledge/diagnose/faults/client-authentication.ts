import { documented, inferred, standard } from '../../protocol/basis.ts'
import { parseAddress } from '../../text/address.ts'
import { pointer } from '../../text/pointer.ts'
import { environmentName, quoted } from '../../text/quote.ts'
import type { CallView } from '../call-view.ts'
import { answers, fault } from '../fault.ts'
import { clientInWords, clientsEnvironment, unknownClient } from './authorize.ts'
import { exampleTokenError, production } from './example-parts.ts'
import { findCode } from './find-code.ts'
import { atTokenEndpoint, isShortened, otherCodes } from './token-step.ts'

/** Entries for a token request whose client was refused. */
export const clientFaults = [
  fault({
    code: 'client-not-found',
    title: 'The identity service does not know this client',
    meaning:
      'The client ID is unknown to the environment that received the token request. Each environment has its own client registrations.',
    causes: [
      'A sandbox client was used with production, or the reverse',
      'The token endpoint and the sign-in URL belong to different environments',
      'A typo in the client ID',
      'The client was removed',
    ],
    aliases: ['client_not_found', 'unknown_client', 'invalid_client_id', 'deleted_client'],
    when: (view) => {
      const error = view.oauthError
      if (!atTokenEndpoint(view) || error === undefined || (error.fromMessage && namesNoClient(view))) return undefined
      const clients = clientsEnvironment(view)
      const address = addressedEnvironment(view)
      const named = view.means(...unknownClient) && !view.means('invalid_client')
      // Servers that do not tell an unknown client from a wrong secret: the registrations in the configuration do.
      const elsewhere = clients !== undefined && (view.environment?.clientIds?.length ?? 0) > 0 && refusedClient(view)
      if (!named && !elsewhere) return undefined
      // Who sends none, or a placeholder, is told so.
      if (clientLeftOut(view) !== undefined) return undefined
      return {
        at: [
          error.at,
          ...(address === undefined ? [] : ['/request/url']),
          ...(elsewhere ? ['/environment/clientIds'] : []),
        ],
        certainty: named ? 'certain' : 'likely',
        values: { error: error.code, clients, address },
      }
    },
    explain: ({ error, clients, address }, view) => ({
      cause: `The identity service returned ${quoted(error)}: ${clientInWords(view)} is unknown to the environment that received the request.${where(view, clients, address)}`,
      fix:
        clients !== undefined
          ? `Sign in with the environment ${clients}, or choose a client that is registered with ${environmentName(view.environment)}.`
          : address !== undefined
            ? `Set the token endpoint of ${environmentName(view.environment)} to the URL of its own identity service.`
            : 'Check that the client ID and the token endpoint belong to the same environment, then ask the identity team whether the client exists there.',
      who: address !== undefined ? 'operator' : 'caller',
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: documented('§7.1 and §5.4; the HTTP status is not described', standard('RFC 6749 §5.2')),
    next: { do: 'use-clients-environment' },
    example: { ...exampleTokenError(400, 'client_not_found'), others: [production], flow: { clientId: 'live' } },
    expected: answers('certain', 'caller', 'after-fix', '/response/body'),
  }),
  fault({
    code: 'client-credentials-missing',
    title: 'The token request contained no client credentials',
    meaning:
      'A client with a secret authenticates at the token endpoint, usually with HTTP Basic. The request had no Authorization header.',
    causes: [
      'The header was forgotten',
      'A redirect or a proxy dropped the header',
      'The credentials were put in the form, where this service does not read them',
    ],
    when: (view) => {
      const named = atTokenEndpoint(view) ? findCode(view, 'client_credentials_missing') : undefined
      if (named !== undefined) return { ...named, certainty: 'certain', values: { misnamed: undefined } }
      const unknown =
        view.oauthError?.fromMessage && atTokenEndpoint(view) ? findCode(view, 'client_not_found') : undefined
      if (unknown && namesNoClient(view))
        return {
          at: ['/request/headers', ...unknown.at],
          certainty: 'likely',
          values: { misnamed: undefined },
        }
      if (
        !refusedClient(view) ||
        view.request?.headers === undefined ||
        (view.requestHeader('authorization')?.value ?? '').trim() !== '' ||
        view.flow?.clientAuthentication !== undefined ||
        isShortened(view)
      )
        return undefined
      if (view.request.form?.client_secret !== undefined || view.request.form?.client_assertion !== undefined)
        return undefined
      // Credentials in a body that is no form were sent, in a place where they are not read.
      if (/client_secret|client_assertion/.test(view.request.body ?? '')) return undefined
      // A client without a secret of its own names itself in the form.
      const certainty = view.request.form?.client_id === undefined ? 'certain' : 'likely'
      const misnamed = Object.keys(view.request.form ?? {}).find((name) => otherNames.test(name))
      const at = misnamed === undefined ? '/request/headers' : pointer('request', 'form', misnamed)
      return { at: [at, ...answerAt(view)], certainty, values: { misnamed } }
    },
    explain: ({ misnamed }, view) => {
      const named = view.request?.form?.client_id
      if (misnamed === undefined && named !== undefined && view.environment === undefined)
        return unauthenticated(named, view)
      return {
        ...(misnamed !== undefined && { title: `The client secret was sent as “${misnamed}”` }),
        cause:
          misnamed !== undefined
            ? `The form has the secret under the name ${quoted(misnamed)}. The parameter must be named “client_secret”.`
            : view.request?.headers === undefined || view.requestHeader('authorization') !== undefined
              ? `The identity service returned ${quoted(view.oauthError?.code)}: it found no client credentials in the request.`
              : 'The token request had no Authorization header, and the identity service rejected it.',
        fix:
          misnamed === undefined
            ? `Send Authorization: Basic with the base64 of client_id:client_secret${view.cited('§4.2')}.`
            : `Rename ${quoted(misnamed)} to client_secret, or send Authorization: Basic with the base64 of client_id:client_secret${view.cited('§4.2')}.`,
      }
    },
    who: 'caller',
    retry: 'after-fix',
    basis: documented('§4.2 and §5.2', standard('RFC 6749 §2.3.1')),
    example: {
      ...exampleTokenError(401, 'invalid_client'),
      request: {
        method: 'POST',
        url: 'https://id.sandbox.example/oauth2/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    },
    expected: answers('certain', 'caller', 'after-fix', '/request/headers', '/response/body'),
  }),
  fault({
    code: 'client-credentials-malformed',
    title: 'The client credentials cannot be read',
    meaning:
      'Basic credentials are the base64 of the client ID, a colon and the secret. The value that was sent is not in that form.',
    causes: [
      'The value was not base64-encoded',
      'base64url was used instead of base64',
      'The colon is missing',
      'Client ID and secret are in the wrong order',
      'A line break got into the value',
    ],
    when: (view) => {
      const unknown = atTokenEndpoint(view) && findCode(view, 'client_not_found') !== undefined
      // Services call a header that they cannot read an invalid client or an invalid request.
      const asRequest = atTokenEndpoint(view) && findCode(view, 'invalid_request') !== undefined
      if (!refusedClient(view) && !unknown && !(asRequest && view.basic === 'unreadable')) return undefined
      const left = clientLeftOut(view)
      if (view.basic !== 'unreadable' && left === undefined) return undefined
      return {
        at: ['/request/headers/authorization', ...answerAt(view)],
        // A client without a secret of its own may be registered so.
        certainty: asRequest || left === 'secret' || left === 'order' ? 'likely' : 'certain',
        values: { left },
      }
    },
    explain: ({ left }, view) =>
      left === 'order'
        ? {
            title: 'Client ID and secret are swapped',
            cause:
              'The Basic credentials have the client ID after the colon, so the secret was read as the identifier of a client.',
            fix: 'Encode client_id:client_secret in this order. A secret that was sent as an identifier may be in logs: have it replaced.',
          }
        : left === undefined || left === 'placeholder'
          ? left !== undefined && typeof view.basic === 'object'
            ? {
                title: 'A placeholder was sent instead of the client ID',
                cause: `The Basic credentials decode to the client ID ${quoted(view.basic.clientId)}, which is a placeholder that was not filled in.`,
                fix: 'Replace the placeholders with the client ID and secret of this environment, and encode them again.',
              }
            : malformed
          : {
              title: `The ${left} in the Basic credentials is empty`,
              cause: `The decoded Authorization header has no ${left} ${left === 'secret' ? 'after' : 'before'} the colon. Usually the setting or environment variable that should contain it is not set in the process that sends the request.`,
              fix: `Set the ${left} where this process reads it, print its length to check, and send base64 of client_id:client_secret again.`,
            },
    who: 'caller',
    retry: 'after-fix',
    basis: standard('RFC 7617 §2', 'Basic is documented in §5.2'),
    example: {
      ...exampleTokenError(401, 'invalid_client'),
      request: {
        method: 'POST',
        url: 'https://id.sandbox.example/oauth2/token',
        headers: { authorization: 'Basic demo-secret' },
      },
    },
    expected: answers('certain', 'caller', 'after-fix', '/request/headers/authorization', '/response/body'),
  }),
  fault({
    code: 'client-credentials-stray-whitespace',
    title: 'Extra space or line break in client credentials',
    meaning:
      'Client ID and secret are compared character by character. A copied space or line break makes them different.',
    causes: [
      'echo adds a line break before the base64 encoding',
      'The secret was read from a file that ends with a line break',
    ],
    when: (view) => {
      const basic = view.basic
      if (!refusedClient(view) || typeof basic !== 'object') return undefined
      const part =
        basic.secret !== basic.secret.trim()
          ? 'secret'
          : basic.clientId !== basic.clientId.trim()
            ? 'client ID'
            : undefined
      return part === undefined
        ? undefined
        : { at: [basic.at, ...answerAt(view)], certainty: 'likely', values: { part } }
    },
    explain: ({ part }) => ({
      cause: `The Basic credentials contain a ${part} that begins or ends with a space or a line break.`,
      fix: `Remove it from the ${part} before encoding; on a command line, use printf '%s' instead of echo.`,
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: inferred('the decoded credentials', 'their form is documented in §5.2'),
    example: {
      ...exampleTokenError(401, 'invalid_client'),
      request: {
        method: 'POST',
        url: 'https://id.sandbox.example/oauth2/token',
        headers: { authorization: 'Basic ZGVtbzpzZWNyZXQK' },
      },
    },
    expected: answers('likely', 'caller', 'after-fix', '/request/headers/authorization', '/response/body'),
  }),
  fault({
    code: 'client-credentials-in-form',
    title: 'The client secret was sent in the form',
    meaning:
      'A client authenticates with HTTP Basic unless agreed otherwise. Some servers also accept the secret in the form, but not in both places.',
    causes: ['A library’s default sends the secret in the body', 'The credentials were sent in two ways at once'],
    when: (view) => {
      const stated = atTokenEndpoint(view) ? findCode(view, 'client_auth_twice') : undefined
      if (stated !== undefined) return { ...stated, values: { twice: true } }
      if (view.request?.form?.client_secret === undefined || view.flow?.clientAuthentication === 'client_secret_post')
        return undefined
      const twice = (view.requestHeader('authorization')?.value ?? '').trim() !== ''
      if (!refusedClient(view) && !(twice && findCode(view, 'invalid_request'))) return undefined
      if (findCode(view, 'incorrect_client_credentials')) return undefined
      // Services other than the documented one often take the secret there.
      const documented = ['authorization_code', 'refresh_token'].includes(view.request.form.grant_type ?? '')
      const named = view.oauthError !== undefined && view.oauthError.means === 'invalid_client'
      const certainty =
        twice || (view.environment !== undefined && !view.foreign && documented && named) ? 'likely' : 'possible'
      return { at: ['/request/form/client_secret', ...answerAt(view)], certainty, values: { twice } }
    },
    explain: ({ twice }, view) => ({
      cause: twice
        ? 'The request contained the credentials twice: in the Authorization header and in the form.'
        : `The request contained the client secret in the form and no Authorization header${view.foreign ? '' : '; the API guide shows only Basic (§4.2)'}.`,
      fix: 'Send the credentials only in the Authorization header; in most libraries that is called client_secret_basic.',
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: documented(
      '§4.2; RFC 6749 §2.3: one way in each request',
      standard('RFC 6749 §2.3: one way in each request'),
    ),
    example: {
      ...exampleTokenError(401, 'invalid_client'),
      request: {
        method: 'POST',
        url: 'https://id.sandbox.example/oauth2/token',
        headers: {},
        form: { client_id: 'demo', client_secret: 'fp:1a2b3c4d', grant_type: 'authorization_code' },
      },
    },
    expected: answers('likely', 'caller', 'after-fix', '/request/form/client_secret', '/response/body'),
  }),
  fault({
    code: 'client-credentials-encoding',
    title: 'The client secret’s encoding may be wrong',
    meaning:
      'Some servers expect the client ID and secret unchanged, others expect both form-encoded first (RFC 6749 §2.3.1). Only special characters make a difference.',
    causes: [
      'The secret contains characters such as + / % : = or a space',
      'The environment’s client_secret_encoding does not match the server',
    ],
    when: (view) => {
      const basic = view.basic
      if (!refusedClient(view)) return undefined
      const { secretSpelling, credentialsTaken } = view.flow ?? {}
      if (secretSpelling !== undefined && !credentialsTaken)
        return {
          at: ['/flow/secretSpelling', ...answerAt(view)],
          certainty: 'likely',
          values: { other: otherSpelling[secretSpelling] },
        }
      if (typeof basic !== 'object') return undefined
      if (/^[A-Za-z0-9._~-]*$/.test(basic.clientId.trim() + basic.secret.trim())) return undefined
      return { at: [basic.at, ...answerAt(view)], certainty: 'likely', values: { other: undefined } }
    },
    explain: ({ other }, view) => ({
      cause: `${capital(clientInWords(view))} was rejected, and its credentials contain characters that the two encodings treat differently.`,
      fix: `Set client_secret_encoding of this environment to ${other ?? 'the other value, plain or form'}. If both fail, the secret itself is wrong.`,
    }),
    who: 'operator',
    retry: 'after-fix',
    basis: inferred(
      'special characters in the credentials',
      '§4.2 shows the plain join, RFC 6749 §2.3.1 the encoded one',
    ),
    example: {
      ...exampleTokenError(401, 'invalid_client'),
      request: {
        method: 'POST',
        url: 'https://id.sandbox.example/oauth2/token',
        headers: { authorization: 'Basic ZGVtbzphJWIrYw==' },
      },
    },
    expected: answers('likely', 'operator', 'after-fix', '/request/headers/authorization', '/response/body'),
  }),
  fault({
    code: 'client-authentication-failed',
    general: true,
    title: 'The client’s credentials were not accepted',
    meaning:
      'The token endpoint rejected the client ID and secret. Many servers return the same error for an unknown client and a wrong secret.',
    causes: [
      'The secret is wrong, was changed or has expired',
      'The client belongs to another environment',
      'The credentials are not encoded the way the server expects',
      'They are in the form but the server reads only the Authorization header, or the reverse',
    ],
    aliases: [
      'invalid_client',
      'invalid_client_credentials',
      'incorrect_client_credentials',
      'keymanagement.service.invalid_client-invalid_client_id',
      'steps.oauth.v2.invalid_client-invalid_client_id',
      'steps.oauth.v2.invalid_client',
    ],
    when: (view) => {
      if (!refusedClient(view)) return undefined
      return {
        at: answerAt(view),
        certainty: view.oauthError === undefined ? 'likely' : 'certain',
        values: { clients: clientsEnvironment(view), address: addressedEnvironment(view) },
      }
    },
    explain: ({ clients, address }, view) => ({
      ...(view.flow?.credentialsTaken && {
        title: 'The client’s credentials are no longer accepted',
      }),
      ...(saysSecret(view) && { title: 'The client secret is wrong' }),
      cause: saysSecret(view)
        ? `The token endpoint knows ${clientInWords(view)} and rejected its secret: ${quoted(view.said, 200)}.`
        : `The token endpoint rejected ${clientInWords(view)}${view.oauthError === undefined ? ` with status ${view.status}` : ` with ${quoted(view.oauthError.code)}`}.${where(view, clients, address) || (view.flow?.credentialsTaken ? ' It accepted the same credentials earlier in this session, so the client has been changed there since.' : undefined) || ` It does not say whether the client is unknown${inForm(view) ? ', its secret is wrong, or the form is the wrong place for it: many servers accept the secret only in the Authorization header' : ' or its secret is wrong'}.`}`,
      fix:
        clients === undefined
          ? (fixByMethod(view) ??
            'Compare the client ID and the secret with the registration in this environment. If the secret contains special characters, set client_secret_encoding to its other value.')
          : `Use the environment ${clients} with this client, or a client of this environment.`,
    }),
    who: 'operator',
    retry: 'after-fix',
    basis: standard('RFC 6749 §5.2', otherCodes),
    next: { do: 'use-clients-environment' },
    example: exampleTokenError(401, 'invalid_client'),
    expected: answers('likely', 'operator', 'after-fix', '/response/body'),
  }),
]

/** Whether the response says of the secret that it is the wrong one, and so of the client that it is known. */
function saysSecret({ said = '' }: CallView): boolean {
  return (
    /\b(?:secret|segredo|secreto)\b/i.test(said) &&
    /wrong|invalid|incorrect|mismatch|revoked|not match|expired|inv[aá]lid|incorret|revogad|errad|expirad/i.test(said)
  )
}

/** What to do by how the client proved itself, where that is known. */
function fixByMethod({ flow }: CallView): string | undefined {
  if (flow?.credentialsTaken)
    return 'Ask the identity team whether the secret was changed or the client removed, and set the new secret where the server is started.'
  return methodFixes[flow?.clientAuthentication ?? '']
}

const otherCertificate =
  'Compare the certificate with the client’s registration; the settings are certificate_file and key_file.'

const methodFixes: Record<string, string | undefined> = Object.assign(Object.create(null), {
  client_secret_basic:
    'Compare client_id and secret with the registration in this environment. If they are right, set token_endpoint_auth_method of the client to client_secret_post: it may be registered with that method.',
  client_secret_post:
    'Compare client_id and secret with the registration in this environment. If they are right, set token_endpoint_auth_method of the client to client_secret_basic: it may be registered with that method.',
  private_key_jwt:
    'Compare the public key, its kid and the aud of the assertion with the client’s registration; the settings are key_file, key_id and assertion_audience.',
  tls_client_auth: otherCertificate,
  self_signed_tls_client_auth: otherCertificate,
  none: 'Have the client registered as public, or give it its secret: set secret_variable and remove token_endpoint_auth_method.',
})

/** What the Basic credentials lack: a part that is empty, or one in whose place a placeholder was sent. */
function clientLeftOut({ basic }: CallView): 'client ID' | 'secret' | 'placeholder' | 'order' | undefined {
  if (typeof basic !== 'object') return undefined
  if (basic.swapped) return 'order'
  if (/^<.*>$|\{\{|^your[_-]|^\$\{?\w/i.test(basic.clientId)) return 'placeholder'
  if (basic.clientId.trim() === '') return 'client ID'
  return basic.secret.trim() === '' ? 'secret' : undefined
}

const malformed = {
  cause: 'The value after “Basic” in the Authorization header is not the base64 of a text with a colon in it.',
  fix: 'Join the client ID and secret with one colon, encode the result as base64 in one line, and send it after “Basic ”.',
}

/** Names under which programs send the secret of a client, and no server reads it. */
const otherNames = /^(?:secret|client[-.]?secret|clientsecret(?:key)?|(?:app|application|consumer)[-_]?secret)$/i

/** The whole request is known, and no client is named in it. */
function namesNoClient(view: CallView): boolean {
  const form = view.request?.form
  if (view.request?.headers === undefined || form === undefined) return false
  return view.requestHeader('authorization') === undefined && !form.client_id && !form.client_assertion
}

/** The secret is in the form and nowhere else. */
function inForm(view: CallView): boolean {
  const sent = view.requestHeader('authorization')?.value ?? ''
  return view.request?.form?.client_secret !== undefined && sent.trim() === ''
}

/** True when the token endpoint refused the client itself, as far as the response says. */
function refusedClient(view: CallView): boolean {
  if (!atTokenEndpoint(view)) return false
  const error = view.errorCode
  if (error === undefined) return view.status === 401
  // RFC 6749 §5.2 has 401 for clients that fail to authenticate alone; servers send it with other codes as well.
  const unproven =
    view.status === 401 &&
    (view.means('access_denied', 'unauthorized_client') || error.code.toLowerCase() === 'unauthorized')
  return unproven || view.means('invalid_client', 'incorrect_client_credentials')
}

function answerAt(view: CallView): string[] {
  const named = view.errorCode
  return [named?.at ?? '/response/status']
}

const otherSpelling = { plain: 'form', form: 'plain' } as const

/** Name of another environment whose token endpoint the request went to. */
export function addressedEnvironment(view: CallView): string | undefined {
  const { origin } = view.address
  const originOf = (address: string | undefined) => parseAddress(address ?? '').origin
  const own = view.environment
  if (origin === '' || own === undefined || originOf(own.authUrl) === origin) return undefined
  // Several environments of one service share its token endpoint.
  const other = view.others?.find(
    (one) => one.issuer !== own.issuer && (originOf(one.tokenUrl) === origin || originOf(one.authUrl) === origin),
  )
  return other && environmentName(other)
}

function where(view: CallView, clients: string | undefined, address: string | undefined): string {
  const own = environmentName(view.environment)
  if (address !== undefined)
    return ` The request went to the token endpoint of ${address}, while the user signed in at ${own}: a code or a client from one environment is not valid in another.`
  if (clients !== undefined)
    return ` That client is registered with the environment ${clients}, and the request went to ${own}.`
  return ''
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What is said of a client that names itself and shows nothing else: it lacks its secret, or is registered as having one. */
function unauthenticated(client: string, view: CallView): { title: string; cause: string; fix: string } {
  const inBrowser = view.requestHeader('origin') !== undefined
  const cause = `The token request names ${client.startsWith('fp:') ? 'its client' : `the client ${quoted(client)}`} and does not authenticate it: it has no client_secret, no client_assertion and no Authorization header. A server refuses that for a client registered as confidential (with a secret).`
  return inBrowser
    ? {
        title: 'A browser sends no secret; the client is confidential',
        cause: `${cause} The request comes from a web page (Origin ${quoted(view.requestHeader('origin')?.value)}), which can keep no secret.`,
        fix: 'Register the client as public: single-page application, client authentication off or method “none”, with PKCE. If it must stay confidential, exchange the code on a server.',
      }
    : {
        title: 'The token request has no client secret',
        cause,
        fix: 'Send the secret as client_secret, or with the client ID as Authorization: Basic. If your app is a browser or mobile app, register its client as public (no client authentication, PKCE) instead.',
      }
}
