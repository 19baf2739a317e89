import type { ClientSettings, EnvironmentSettings } from '../config/configuration.ts'
import { acceptEncoding, type Sent } from '../http/outbound.ts'
import { quoted, textOfPage } from '../http/quoted.ts'
import { whyNoAnswer } from '../http/why-no-answer.ts'
import { otherIssuer } from '../identity/read-metadata.ts'
import { parseObject } from '../identity/token-response.ts'
import { namedByMetadata, setEndpoint } from './by-metadata.ts'
import { type CheckParts, checkMilliseconds, type Found } from './check-parts.ts'

/** Answers to `prompt=none` without a session (OpenID Connect Core §3.1.2.6): the request itself was in order. */
const wantsPerson = ['login_required', 'interaction_required', 'consent_required', 'account_selection_required']

/**
 * Asks as a browser without a session would, with `prompt=none`: a service that knows client and redirect URI sends it
 * straight back, one that does not shows a page of its own.
 *
 * @param clientKnown whether the token endpoint has taken the client's credentials
 */
export async function checkAuthorizationEndpoint(
  parts: CheckParts,
  environment: EnvironmentSettings,
  client: ClientSettings,
  authorizationUrl: string,
  clientKnown: boolean,
): Promise<Found[]> {
  const setting = environment.sources.authorization
  const named = setting === 'auth_url' ? 'authorization_url' : setting
  const { answer, failure } = await ask(parts, requestUrl(environment, client, authorizationUrl, 'none'))
  if (failure || !answer) {
    const at = { url: authorizationUrl, setting, proxy: parts.configuration.proxy }
    const reason = whyNoAnswer(failure ?? { kind: 'aborted', message: 'no response' }, at)
    if (setting !== 'issuer') return [{ level: 'problem', setting, ...reason }]
    const named = { url: authorizationUrl, setting: 'authorization_url', what: 'authorization endpoint' }
    return [{ level: 'problem', ...namedByMetadata(environment, reason, named) }]
  }
  const { status } = answer
  if (status === 404 || status === 405)
    return [
      {
        level: 'problem',
        setting,
        message: `There is no authorization endpoint at ${authorizationUrl}: it responded with status ${status}.`,
        fix: setEndpoint('authorization', named),
      },
    ]
  if (status >= 300 && status < 400) return judgeRedirect(environment, client, answer.headers.location ?? '')
  if (status >= 500)
    return [
      {
        level: 'advice',
        setting,
        message: `The authorization endpoint ${authorizationUrl} responded with status ${status}.`,
        fix: 'Try to sign in. If it fails, ask the team that runs the service.',
      },
    ]
  return judgePage(answer, status >= 400 && (await refusesPrompt()))

  /** Whether the same request without `prompt` is taken: the service then knows no `prompt=none`, and no more is wrong. */
  async function refusesPrompt(): Promise<boolean> {
    const plain = await ask(parts, requestUrl(environment, client, authorizationUrl, undefined))
    return plain.answer !== undefined && plain.answer.status < 400
  }

  function judgePage({ body }: NonNullable<Sent['answer']>, promptIsUnknown: boolean): Found[] {
    if (parseObject(body)?.error === 'invalid_client' || tokenRequestOnly.test(String(parseObject(body)?.error)))
      return [
        {
          level: 'problem',
          setting: named,
          message: `${authorizationUrl} responds with a JSON error like a token endpoint, not with a sign-in page.`,
          fix: setEndpoint('authorization', named),
        },
      ]
    const said = textOfPage(Buffer.from(body).toString('utf8'))
    const speaksOfError = /redirect|client|application|unauthori[sz]ed|invalid|error|unknown|not found|mismatch/i.test(
      said,
    )
    if (promptIsUnknown || (status < 400 && !speaksOfError)) return []
    const isUnknown =
      /\b(?:client|application)\b[^.]{0,80}\b(?:not found|unknown|does not exist|not registered)\b|\bunknown (?:client|application)\b/i
    if (!clientKnown && isUnknown.test(said))
      return [
        {
          level: status < 400 ? 'advice' : 'problem',
          setting: 'client_id',
          message: `The service at ${environment.issuer} does not know the client ${client.clientId}. It says “${said}”.`,
          fix: 'Correct client_id, or, if the client is registered in another realm, tenant or organization, issuer.',
        },
      ]
    const registered = `Register ${client.redirectUri} as a redirect URI of the client ${client.clientId}`
    const missing = missingParameter(said)
    if (missing)
      return [
        {
          level: status < 400 ? 'advice' : 'problem',
          message: `The service responds to the sign-in of ${client.clientId} with its own page and status ${status}. It says “${said}”.`,
          ...missing,
        },
      ]
    return [
      {
        level: status < 400 ? 'advice' : 'problem',
        setting: clientKnown ? 'redirect_uri' : 'client_id',
        message: `The service responds to the sign-in of ${client.clientId} with its own page and status ${status}.${said && ` It says “${said}”.`}`,
        fix: clientKnown ? `${registered} at the service.` : `Check client_id. ${registered} at the service.`,
      },
    ]
  }
}

/** Errors of a token endpoint (RFC 6749 §5.2) that no authorization endpoint has. */
const tokenRequestOnly = /^(invalid_grant|unsupported_grant_type)$/

function judgeRedirect(environment: EnvironmentSettings, client: ClientSettings, location: string): Found[] {
  if (location.split(/[?#]/, 1)[0] !== client.redirectUri) return []
  const parameters = new URL(location).searchParams
  const error = parameters.get('error')
  const iss = parameters.get('iss')
  const found: Found[] = []
  if (iss !== null && iss !== environment.issuer)
    found.push({ level: 'problem', setting: 'issuer', ...otherIssuer(environment.issuer, quoted(iss)) })
  if (iss === null && environment.issInRedirect === 'required')
    found.push({
      level: 'problem',
      setting: 'iss_in_redirect',
      message: 'The service sends no iss in its redirect, and Claimcheck rejects a redirect without it.',
      fix: 'Set iss_in_redirect to optional. This removes the protection against mix-up attacks.',
    })
  if (error !== null && !wantsPerson.includes(error)) {
    const said = quoted(parameters.get('error_description'))
    found.push({
      level: 'problem',
      setting: bySetting[error] ?? 'client_id',
      message: `The service rejects the sign-in of ${client.clientId}: ${quoted(error)}${said && ` (“${said}”)`}.`,
      fix: fixes[error] ?? 'Compare the client’s registration with what the service says.',
      ...(error === 'invalid_scope' && wrongSeparator(environment)),
      ...(ownParameter(environment, said) ?? missingParameter(said)),
    })
  }
  return found
}

function wrongSeparator({ scopeSeparator }: EnvironmentSettings): { setting: string; fix: string } | false {
  return (
    scopeSeparator !== ' ' && {
      setting: 'scope_separator',
      fix: 'Remove scope_separator unless the service requires it. Otherwise, list in scopes what this client may request.',
    }
  )
}

/** A parameter of the configuration whose value the service repeats in what it says against the request. */
function ownParameter(
  { authorizationParameters }: EnvironmentSettings,
  said: string,
): { setting: string; fix: string } | undefined {
  const [name] =
    Object.entries(authorizationParameters).find(([, value]) => value.length > 2 && said.includes(value)) ?? []
  return name === undefined
    ? undefined
    : { setting: 'authorization_parameters', fix: `Correct ${name} in authorization_parameters.` }
}

/** Parameters of an authorization request that a service may demand, and that Claimcheck sends only where it is told to. */
const demandable =
  /\b(audience|resource|acr_values|login_hint|domain_hint|ui_locales|organization|connection|tenant|realm|claims|max_age|display)\b/i
/** Those that it sends unless the file switches them off. */
const switchedOff: Record<string, string | undefined> = Object.assign(Object.create(null), {
  nonce: 'nonce',
  code_challenge: 'pkce',
  code_challenge_method: 'pkce',
})

/** The setting for a parameter that the service says is missing; undefined where it says no such thing. */
function missingParameter(said: string): { setting: string; fix: string } | undefined {
  if (
    !/\b(required|missing|must (be|have|include|provide|specify)|not (provided|specified|present)|without)\b/i.test(
      said,
    )
  )
    return undefined
  const own = /\b(nonce|code_challenge(?:_method)?)\b/i.exec(said)?.[1]?.toLowerCase()
  const setting = own && switchedOff[own]
  if (setting) return { setting, fix: `Remove ${setting} from the configuration, so that ${own} is sent.` }
  const name = demandable.exec(said)?.[1]?.toLowerCase()
  return name === undefined
    ? undefined
    : {
        setting: 'authorization_parameters',
        fix: `Add "authorization_parameters": { "${name}": "…" } to the environment, with the value that the service specifies.`,
      }
}

const bySetting: Record<string, string | undefined> = Object.assign(Object.create(null), {
  invalid_scope: 'scopes',
  invalid_target: 'authorization_parameters',
})

const fixes: Record<string, string | undefined> = Object.assign(Object.create(null), {
  invalid_scope: 'List in scopes the scopes that this client may request.',
  unauthorized_client: 'Allow the authorization code flow for this client at the service.',
  unsupported_response_type: 'Allow response_type=code for this client at the service.',
})

function requestUrl(
  environment: EnvironmentSettings,
  client: ClientSettings,
  authorizationUrl: string,
  prompt: string | undefined,
): string {
  const url = new URL(authorizationUrl)
  const parameters = {
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    response_type: 'code',
    scope: environment.scopes.join(environment.scopeSeparator),
    state: 'check-of-the-configuration',
    ...(environment.nonce && { nonce: 'check-of-the-configuration' }),
    ...(environment.pkce && {
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    }),
    ...environment.authorizationParameters,
    ...(prompt && { prompt }),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.append(name, value)
  return url.href
}

function ask({ outbound, configuration }: CheckParts, url: string): Promise<Sent> {
  const headers = { accept: 'text/html', 'accept-encoding': acceptEncoding }
  const limits = { milliseconds: checkMilliseconds, bytes: configuration.limits.identityBytes }
  return outbound.send({ method: 'GET', url, headers }, limits)
}
