import type { ClientSettings, EnvironmentSettings } from '../config/configuration.ts'
import type { Sent } from '../http/outbound.ts'
import { quoted } from '../http/quoted.ts'
import { whyNoAnswer } from '../http/why-no-answer.ts'
import { certificateOf, isSpelledDifferently } from '../identity/client-authentication.ts'
import { whatElse } from '../identity/read-metadata.ts'
import { requestTokens } from '../identity/token-request.ts'
import { parseObject } from '../identity/token-response.ts'
import { namedByMetadata, setEndpoint } from './by-metadata.ts'
import { type CheckParts, checkMilliseconds, type Found } from './check-parts.ts'
import { redirectTarget } from './redirect-target.ts'

/** Beyond this a difference of clocks makes tokens look expired or not valid yet, in seconds. */
const tolerableSkew = 60

/** What came of it; `credentialsTaken` where the service refused the code and not the client. */
export interface CheckedTokenEndpoint {
  found: Found[]
  credentialsTaken?: boolean
}

/** Sends a code that nobody gave, with the client's credentials. */
export async function checkTokenEndpoint(
  { outbound, configuration, clock }: CheckParts,
  environment: EnvironmentSettings,
  client: ClientSettings,
  tokenUrl: string,
): Promise<CheckedTokenEndpoint> {
  const limits = { identityMilliseconds: checkMilliseconds, identityBytes: configuration.limits.identityBytes }
  const { sent } = await requestTokens(
    { outbound, limits },
    { environment, client },
    {
      grant_type: 'authorization_code',
      code: 'check-of-the-configuration',
      redirect_uri: client.redirectUri,
      ...(environment.pkce && { code_verifier: 'check-of-the-configuration-which-began-no-sign-in' }),
    },
  )
  const { answer, failure } = sent
  const setting = environment.sources.token
  if (failure || !answer) {
    const at = { url: tokenUrl, setting, proxy: configuration.proxy }
    const reason = whyNoAnswer(failure ?? noAnswer, at)
    if (setting !== 'issuer') return { found: [{ level: 'problem', setting, ...reason }] }
    const named = { url: tokenUrl, setting: 'token_url', what: 'token endpoint' }
    return { found: [{ level: 'problem', ...namedByMetadata(environment, reason, named) }] }
  }
  const json = parseObject(answer.body)
  // Okta names them so for a client that it does not know.
  const code = json?.error ?? json?.errorCode
  const error = typeof code === 'string' && /^(?!not[_ ]found$)[a-z]\w+$/i.test(code) ? code : undefined
  const said = quoted(json?.error_description ?? json?.errorSummary)
  const checked = error
    ? judgeError(environment, client, { status: answer.status, error, said })
    : { found: [judgeForeign(environment, client, tokenUrl, answer)] }
  return { ...checked, found: [...checked.found, ...skewOf(answer.headers.date, clock())] }
}

const noAnswer = { kind: 'aborted', message: 'no response' } as const

/** Judges an error by RFC 6749 §5.2: of the code nothing else is expected. */
function judgeError(
  environment: EnvironmentSettings,
  client: ClientSettings,
  { status, error, said }: { status: number; error: string; said: string },
): CheckedTokenEndpoint {
  const code = quoted(error) + (said && ` (“${said}”)`)
  // Keycloak says unauthorized_client, with status 401, of a wrong secret too.
  const ofCredentials = status === 401 || /\bclient (?:credentials|secret)\b/i.test(said)
  if (error === 'unsupported_grant_type' || (error === 'unauthorized_client' && !ofCredentials)) {
    const message = `The service does not allow the client ${client.clientId} to exchange codes: ${code}.`
    const fix = 'Allow the authorization code grant for this client at the service.'
    return { found: [{ level: 'problem', setting: 'client_id', message, fix }] }
  }
  if (error === 'redirect_uri_mismatch') {
    const message = `The redirect URI ${client.redirectUri} is not registered for the client ${client.clientId}.`
    const fix = `Register ${client.redirectUri} for it at the service.`
    return { found: [{ level: 'problem', setting: 'redirect_uri', message, fix }] }
  }
  const refused = /^(invalid_client|client_not_found|incorrect_client_credentials)$/.test(error)
  if (refused || (status === 401 && error !== 'invalid_grant'))
    return { found: [refusedClient(environment, client, code)] }
  return { found: [], credentialsTaken: error === 'invalid_grant' || error === 'bad_verification_code' }
}

/** Judges a response that no token endpoint gives to a code that nobody gave. */
function judgeForeign(
  environment: EnvironmentSettings,
  client: ClientSettings,
  tokenUrl: string,
  answer: NonNullable<Sent['answer']>,
): Found {
  const { status } = answer
  const setting = environment.sources.token
  const named = setting === 'auth_url' ? 'token_url' : setting
  if (status >= 300 && status < 400) {
    const target = redirectTarget(tokenUrl, answer)
    const isSlash = target === `${tokenUrl}/`
    return {
      level: 'problem',
      setting,
      message: `The token endpoint ${tokenUrl} redirects${target ? ` to ${target}` : ''} (status ${status}), and a code is never forwarded.`,
      fix: `Set ${named} to ${target ?? 'the URL that it redirects to'}${isSlash ? '' : ', if that is the token endpoint'}.`,
    }
  }
  if (status === 404 || status === 405)
    return {
      level: 'problem',
      setting,
      message: `There is no token endpoint at ${tokenUrl}: it responded with status ${status}.`,
      fix: setEndpoint('token', named),
    }
  if (status === 429 || status >= 500)
    return {
      level: status === 429 ? 'advice' : 'problem',
      setting,
      message: `The token endpoint ${tokenUrl} responded with status ${status}.`,
      fix: 'Try again in a few minutes. If it still fails, ask the team that runs the service.',
    }
  const challenged = /^(basic|bearer)\b/i.test(answer.headers['www-authenticate'] ?? '')
  const page = whatElse(answer) === 'it is an HTML page'
  if (status === 401 && !page && (challenged || answer.body.length === 0))
    return refusedClient(environment, client, `status ${status}`)
  return {
    level: 'problem',
    setting,
    message: `What ${tokenUrl} returns with status ${status} is not a response from a token endpoint: ${whatElse(answer)}.`,
    fix: setEndpoint('token', named),
  }
}

function refusedClient({ clientSecretEncoding }: EnvironmentSettings, client: ClientSettings, said: string): Found {
  const { authMethod, clientId, secret } = client
  const message = `The service rejects the client ${clientId} with ${authMethod}: ${said}.`
  if (authMethod === 'private_key_jwt')
    return {
      level: 'problem',
      setting: 'key_file',
      message,
      fix: 'Register the public key for the client, and set key_id and assertion_audience as the service requires.',
    }
  if (certificateOf(client) !== undefined)
    return { level: 'problem', setting: 'certificate_file', message, fix: 'Register the certificate for the client.' }
  if (authMethod === 'none')
    return {
      level: 'problem',
      setting: 'token_endpoint_auth_method',
      message,
      fix: 'If the client has a secret at the service, set secret_variable and remove token_endpoint_auth_method. Otherwise, correct client_id, or have the client registered as public.',
    }
  // Entra ID says so with AADSTS7000222, and in plain words as others do.
  if (/AADSTS7000222|\bsecrets?\b[^.]{0,60}\bexpired\b|\bexpired\b[^.]{0,20}\bsecrets?\b/i.test(said))
    return {
      level: 'problem',
      setting: 'secret_variable',
      message: `The client secret of ${clientId} has expired: ${said}.`,
      fix: 'Create a new client secret at the service, and put it into the variable that secret_variable names.',
    }
  const other = authMethod === 'client_secret_basic' ? 'client_secret_post' : 'client_secret_basic'
  const special = authMethod === 'client_secret_basic' && isSpelledDifferently(secret)
  return {
    level: 'problem',
    setting: 'secret_variable',
    message,
    fix:
      'Copy client_id and secret of this environment again' +
      (special ? `, set client_secret_encoding to ${clientSecretEncoding === 'form' ? 'plain' : 'form'}` : '') +
      `, or set token_endpoint_auth_method to ${other}.`,
  }
}

function skewOf(date: string | undefined, now: number): Found[] {
  const seconds = Math.round((now - Date.parse(date ?? '')) / 1000)
  if (!(Math.abs(seconds) > tolerableSkew)) return []
  return [
    {
      level: 'advice',
      setting: 'clock',
      message: `The clock of this machine is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} the identity service’s.`,
      fix: 'Synchronize the clock with a time server.',
    },
  ]
}
