import { createPrivateKey } from 'node:crypto'
import type { EnvironmentSettings } from '../config/configuration.ts'
import { signingAlgorithms } from '../config/key-files.ts'
import type { ServiceMetadata } from '../config/service-metadata.ts'
import { readMetadata } from '../identity/read-metadata.ts'
import { type CheckParts, checkMilliseconds, type Found } from './check-parts.ts'

/**
 * Compares an environment with what its service publishes of itself. Where the file does without metadata they are looked
 * for all the same: a service that has them shows a slip in the file.
 */
export async function checkMetadata(parts: CheckParts, environment: EnvironmentSettings): Promise<Found[]> {
  const read = await parts.environments.metadata(environment.id)
  if (read?.ok) return [...overridden(environment, read.metadata), ...compare(environment, read.metadata)]
  if (read) {
    const place = read.reached ? await issuerNearby(parts, environment.issuer) : undefined
    const fix = place ? `Set issuer to ${place}, which publishes metadata.` : read.fix
    return [{ level: 'problem', setting: read.setting ?? 'issuer', message: read.message, fix }]
  }
  const { configuration, outbound } = parts
  const found = await readMetadata(outbound, environment.issuer, {
    milliseconds: checkMilliseconds,
    bytes: configuration.limits.identityBytes,
    proxy: configuration.proxy,
  })
  if (found.ok) return [...addresses(environment, found.metadata), ...compare(environment, found.metadata)]
  return found.published === undefined
    ? []
    : [{ level: 'problem', setting: 'issuer', message: found.message, fix: found.fix }]
}

/** An issuer at the same host that publishes metadata, where one forgets or adds a part of the path; undefined for none. */
async function issuerNearby({ outbound, configuration }: CheckParts, issuer: string): Promise<string | undefined> {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/+$/, '')
  const parts = path.split('/').filter((part) => part !== '')
  const parents = parts.map((_, index) => ['', ...parts.slice(0, index)].join('/')).toReversed()
  const paths = [
    `${path}/v2.0`,
    path.replace(/^\/auth(?=\/)/, ''),
    `/auth${path}`,
    `${path}/oauth2/default`,
    ...parents,
  ]
  const others = [...new Set(paths)].filter((other) => other !== path).slice(0, 8)
  const reads = await Promise.all(
    others.map((other) =>
      readMetadata(outbound, origin + other, {
        milliseconds: checkMilliseconds,
        bytes: configuration.limits.identityBytes,
        proxy: configuration.proxy,
      }),
    ),
  )
  const [found] = reads.flatMap((read, index) => {
    const asked = origin + others[index]
    if (read.ok) return [asked]
    return read.published?.replace(/\/+$/, '') === asked ? [read.published] : []
  })
  return found
}

/** Addresses of the file that the metadata name as another endpoint, or at another host. */
function overridden(environment: EnvironmentSettings, metadata: ServiceMetadata): Found[] {
  const { sources, authorizationUrl, tokenUrl, jwksUrl } = environment
  const pairs = [
    { used: authorizationUrl, says: metadata.authorization_endpoint, setting: sources.authorization },
    { used: tokenUrl, says: metadata.token_endpoint, setting: sources.token },
    { used: jwksUrl, says: metadata.jwks_uri, setting: sources.keys },
  ]
  return pairs.flatMap(({ used, says, setting }): Found[] => {
    if (setting === 'issuer' || !used || !says) return []
    if (used !== says && pairs.some((other) => other.says === used))
      return [
        {
          level: 'problem',
          setting,
          message: `${setting} is ${used}, but the service’s metadata names this URL as another endpoint.`,
          fix: `Remove ${setting}: the metadata names ${says}.`,
        },
      ]
    if (new URL(used).host === new URL(says).host) return []
    return [
      {
        level: 'advice',
        setting,
        message: `${setting} is ${used}, but the service’s metadata names ${says}.`,
        fix: `Remove ${setting}, unless the other URL is intended.`,
      },
    ]
  })
}

/** Addresses that the file says or implies, and the service says otherwise. */
function addresses(environment: EnvironmentSettings, metadata: ServiceMetadata): Found[] {
  const { sources, authorizationUrl, tokenUrl, jwksUrl, authUrl, issuer } = environment
  const pairs = [
    {
      what: 'authorization endpoint',
      name: 'authorization_url',
      used: authorizationUrl,
      says: metadata.authorization_endpoint,
      setting: sources.authorization,
    },
    {
      what: 'token endpoint',
      name: 'token_url',
      used: tokenUrl,
      says: metadata.token_endpoint,
      setting: sources.token,
    },
    { what: 'key set', name: 'jwks_url', used: jwksUrl, says: metadata.jwks_uri, setting: 'jwks_url' },
  ]
  const byIssuer = sources.authorization === 'auth_url' && authUrl === issuer.replace(/\/+$/, '')
  return pairs.flatMap(({ what, name, used, says, setting }): Found[] => {
    if (says === undefined || used === says) return []
    if (used === undefined)
      return [
        {
          level: 'advice',
          setting: name,
          message: `The service publishes its ${what}, which the configuration does not name, so signatures are not verified.`,
          fix: `Set ${name} to ${says}.`,
        },
      ]
    return [
      {
        level: 'problem',
        setting,
        message: `The service names ${says} as its ${what}; the configuration uses ${used}.`,
        fix: byIssuer ? `Rename auth_url to issuer, or set ${name} to ${says}.` : `Set ${name} to ${says}.`,
      },
    ]
  })
}

function compare(environment: EnvironmentSettings, metadata: ServiceMetadata): Found[] {
  return rules
    .flatMap((rule) => rule(environment, metadata))
    .concat(clientMethods(environment, metadata), assertionKeys(environment, metadata))
}

const listed = (values: string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(values)

/** The setting that takes the place of a member of the metadata. */
const instead: Record<string, string> = {
  authorization_endpoint: 'authorization_url',
  token_endpoint: 'token_url',
  revocation_endpoint: 'revocation_url',
  end_session_endpoint: 'end_session_url',
  jwks_uri: 'jwks_url',
}

const rules: ((environment: EnvironmentSettings, metadata: ServiceMetadata) => Found[])[] = [
  (environment, { unusable }) =>
    Object.entries(unusable)
      .filter(([name]) => !isOverridden(environment, name))
      .map(([name, value]) => ({
        level: 'problem' as const,
        setting: instead[name] ?? 'issuer',
        message: `The service’s metadata names ${value.slice(0, 200)} as ${name}, which is not used: it is not https, or is reachable only from the service’s own machine.`,
        fix: `Configure the service to publish its public URL, or set ${instead[name]}.`,
      })),
  (_, { id_token_signing_alg_values_supported: algorithms }) =>
    algorithms && algorithms.length > 0 && algorithms.every((algorithm) => /^(HS|none)/.test(algorithm))
      ? [
          {
            level: 'advice' as const,
            setting: 'issuer',
            message: `The service signs ID tokens with ${listed(algorithms)} only, which no public key can verify.`,
            fix: 'Configure the service to sign with RS256 or ES256.',
          },
        ]
      : [],
  // Okta's org authorization server is at the host itself, under these paths: https://developer.okta.com/docs/concepts/auth-servers
  ({ issuer, sources }, { authorization_endpoint: authorization = '', token_endpoint: token = '' }) => {
    const { origin } = new URL(issuer)
    const isOrg = authorization === `${origin}/oauth2/v1/authorize` && token === `${origin}/oauth2/v1/token`
    return isOrg && sources.authorization === 'issuer'
      ? [
          {
            level: 'advice',
            setting: 'issuer',
            message: `${origin} is Okta’s org authorization server: its access tokens are for Okta’s own APIs, and no other API can verify them.`,
            fix: `For your own API, set issuer to ${origin}/oauth2/default, or to ${origin}/oauth2/ followed by the ID of another authorization server.`,
          },
        ]
      : []
  },
  (_, { response_types_supported: types }) =>
    types === undefined || types.includes('code')
      ? []
      : [
          {
            level: 'problem',
            setting: 'issuer',
            message: 'The service does not offer response_type=code, the only one that Claimcheck uses.',
            fix: 'Choose another service or issuer.',
          },
        ],
  (_, { require_pushed_authorization_requests: pushed }) =>
    pushed
      ? [
          {
            level: 'problem',
            setting: 'issuer',
            message:
              'The service accepts only pushed authorization requests (RFC 9126), which Claimcheck does not support.',
            fix: 'Configure the service to accept plain authorization requests from this client.',
          },
        ]
      : [],
  ({ issInRedirect }, { authorization_response_iss_parameter_supported: sends }) =>
    issInRedirect === 'required' && !sends
      ? [
          {
            level: 'advice',
            setting: 'iss_in_redirect',
            message:
              'The service does not say that it sends iss in its redirect, and Claimcheck rejects a redirect without it.',
            fix: 'Set iss_in_redirect to optional if sign-ins fail with “iss is missing”.',
          },
        ]
      : [],
  ({ pkce, clients }, { code_challenge_methods_supported: methods }) => {
    const setting = 'pkce'
    if (!pkce && methods?.includes('S256'))
      return [
        {
          level: 'advice',
          setting,
          message: 'PKCE is turned off, but the service supports it.',
          fix: 'Remove pkce from the configuration.',
        },
      ]
    if (pkce && methods && !methods.includes('S256'))
      return [
        {
          level: 'advice',
          setting,
          message: `The service does not offer the PKCE method S256; it offers ${listed(methods)}.`,
          fix: 'Remove pkce from the configuration if the service rejects sign-ins.',
        },
      ]
    return !pkce && clients.some(({ authMethod }) => authMethod === 'none')
      ? [
          {
            level: 'problem',
            setting,
            message: 'A public client signs in without PKCE, so anyone who sees its code can use it.',
            fix: 'Configure the service to offer S256, or give the client a secret.',
          },
        ]
      : []
  },
  ({ scopes }, { scopes_supported: supported }) => {
    const unknown = supported ? scopes.filter((scope) => !supported.includes(scope)) : []
    return unknown.length === 0
      ? []
      : [
          {
            level: 'advice',
            setting: 'scopes',
            message: `The service does not list ${unknown.length > 5 ? `${listed(unknown.slice(0, 5))} and ${unknown.length - 5} more scopes` : listed(unknown)} among its scopes.`,
            fix: 'List only scopes that the service knows in scopes, or have the missing ones added to the service.',
          },
        ]
  },
  ({ prompts }, { prompt_values_supported: supported }) => {
    const unknown = supported ? prompts.filter((value) => !supported.includes(value)) : []
    return unknown.length === 0
      ? []
      : [
          {
            level: 'advice',
            setting: 'prompts',
            message: `The service does not offer prompt=${listed(unknown)}.`,
            fix: `Set prompts to what it offers: ${listed(supported ?? [])}.`,
          },
        ]
  },
]

function isOverridden(
  { authorizationUrl, tokenUrl, revocationUrl, endSessionUrl, jwksUrl }: EnvironmentSettings,
  name: string,
): boolean {
  const used: Record<string, string | undefined> = {
    authorization_endpoint: authorizationUrl,
    token_endpoint: tokenUrl,
    revocation_endpoint: revocationUrl,
    end_session_endpoint: endSessionUrl,
    jwks_uri: jwksUrl,
  }
  return used[name] !== undefined
}

/** Keys that sign in no algorithm that the service takes assertions in. */
function assertionKeys({ clients }: EnvironmentSettings, metadata: ServiceMetadata): Found[] {
  const taken = metadata.token_endpoint_auth_signing_alg_values_supported
  return clients.flatMap(({ id, authMethod, key }): Found[] => {
    const own = authMethod === 'private_key_jwt' && key ? signingAlgorithms(createPrivateKey(key.pem)) : []
    if (!taken || own.length === 0 || own.some((algorithm) => taken.includes(algorithm))) return []
    return [
      {
        level: 'problem',
        client: id,
        setting: 'key_file',
        message: `The service accepts assertions signed with ${listed(taken)}; the key in key_file signs with ${listed(own)}.`,
        fix: 'Create a key for an algorithm that the service accepts, and register it with the client.',
      },
    ]
  })
}

function clientMethods(environment: EnvironmentSettings, metadata: ServiceMetadata): Found[] {
  const supported = metadata.token_endpoint_auth_methods_supported
  return environment.clients
    .filter(({ authMethod }) => supported && !supported.includes(authMethod))
    .map(({ id, authMethod }) => ({
      // A public client is often taken without being listed.
      level: authMethod === 'none' ? 'advice' : 'problem',
      client: id,
      setting: 'token_endpoint_auth_method',
      message: `The service does not list ${authMethod} among the client authentication methods that it supports.`,
      fix: `Use one that it lists: ${listed(supported ?? [])}.`,
    }))
}
