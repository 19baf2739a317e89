import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createPlain } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Finding } from '#contract/check.ts'
import { readConfiguration } from '../config/read-configuration.ts'
import { outbound } from '../http/outbound.ts'
import { environments } from '../identity/environments.ts'
import { keySets } from '../identity/key-sets.ts'
import { authority, expired, otherHost, privateKey, selfSigned } from '../testing/certificates.ts'
import { type HostileServer, hostileServer, json } from '../testing/hostile-server.ts'
import { sessionKey } from '../testing/rig.ts'
import { type StandIn, type StandInShape, standIn } from '../testing/stand-in.ts'
import { usualServices } from '../testing/usual-services.ts'
import { checkConfiguration } from './check-configuration.ts'

const { Keycloak, Entra } = usualServices as Record<'Keycloak' | 'Entra', StandInShape>
const directory = mkdtempSync(join(tmpdir(), 'claimcheck-check-'))
const [keyFile, expiredFile, derFile] = Object.entries({
  'key.pem': privateKey,
  'expired.pem': expired,
  'ca.der': '0',
}).map(([name, content]) => {
  writeFileSync(join(directory, name), content)
  return join(directory, name)
}) as [string, string, string]
const closing: (() => Promise<unknown>)[] = []
const usualAuthorities = getCACertificates('default')
beforeAll(() => setDefaultCACertificates([...usualAuthorities, authority]))
afterAll(() => {
  setDefaultCACertificates(usualAuthorities)
  rmSync(directory, { recursive: true })
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** What is wrong in an installation that is otherwise in order: at the service, in its file, or in its variables. */
interface Wrong {
  shape?: Partial<StandInShape>
  metadata?: Record<string, unknown>
  environment?: (service: StandIn, other: HostileServer) => Record<string, unknown> | Promise<Record<string, unknown>>
  /** Paths of operations that the installation adds. */
  operations?: string[]
  client?: Record<string, unknown>
  /** Members of a second environment, other than those of the first. */
  second?: Record<string, unknown>
  variables?: Record<string, string>
  /** Milliseconds that the clock is ahead. */
  ahead?: number
}

const secret = 'correct horse+battery'

async function check(wrong: Wrong = {}): Promise<Finding[]> {
  const registered = { id: 'client-1', secret, redirectUri: 'http://localhost:8700/callback' }
  const shape = { ...Keycloak, ...wrong.shape }
  const service = await standIn({ ...shape, metadata: { ...shape.metadata, ...wrong.metadata } }, registered, Date.now)
  const other = await hostileServer(Date.now)
  closing.push(service.close, other.close)
  other.behave('/page', (_, response) => void response.setHeader('content-type', 'text/html').end('<h1>Welcome</h1>'))
  other.behave('/page/', (_, response) => void response.setHeader('content-type', 'text/html').end('<h1>Welcome</h1>'))
  other.behave(
    '/portal',
    (_, response) => void response.writeHead(401, { 'content-type': 'text/html' }).end('<html></html>'),
  )
  other.behave('/moved', (_, response) => void response.writeHead(302, { location: '/elsewhere' }).end())
  other.behave('/moved/', (_, response) => void response.writeHead(302, { location: '/elsewhere' }).end())
  other.behave(
    '/slashed',
    (_, response) => void response.writeHead(307, { location: '/slashed/?ticket=canary#canary' }).end(),
  )
  for (const path of ['/orders', '/items', '/api/api/orders', '/api/orders/orders'])
    other.behave(path, (_, response) => json(response, { error: 'not_found' }, 404))
  other.behave('/api/orders', (_, response) => json(response, { error: 'unauthorized' }, 401))
  other.behave('/down/orders', (_, response) => json(response, {}, 503))
  other.behave('/empty', (_, response) => json(response, { keys: [] }))
  const variables = {
    PUBLIC_URL: 'http://localhost:8700',
    SESSION_KEYS: sessionKey,
    SHOP_SECRET: secret,
    ...wrong.variables,
  }
  const first = {
    id: 'shop',
    name: 'Shop',
    kind: 'sandbox',
    issuer: service.issuer,
    base_url: service.address,
    clients: [{ id: 'web', name: 'Web', client_id: 'client-1', secret_variable: 'SHOP_SECRET', ...wrong.client }],
    ...(await wrong.environment?.(service, other)),
  }
  const configuration = readConfiguration({
    file: {
      environments: [first, ...(wrong.second ? [{ ...first, id: 'live', ...wrong.second }] : [])],
      operations: wrong.operations?.map((path, index) => ({
        id: `list-${index}`,
        api: 'shop',
        title: 'List',
        method: 'GET',
        path,
        scope: 'openid',
      })),
    },
    variables,
    builtIn: false,
  })
  const clock = () => Date.now() + (wrong.ahead ?? 0)
  const sender = outbound(clock, configuration.proxy)
  closing.push(sender.close)
  return checkConfiguration({
    configuration,
    outbound: sender,
    environments: environments(configuration, sender, clock),
    keySets: keySets(sender, clock, configuration),
    clock,
    variables,
  })
}

/** The address of a server over https with a certificate. */
async function tls(cert: string): Promise<string> {
  const server = createServer({ cert, key: privateKey }, (_, response) => response.end('{}'))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(() => new Promise((done) => server.close(done)))
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each(Object.entries(usualServices))('finds nothing wrong in an installation with %s', async (_, shape) => {
  const { environment, ...bare } = shape
  const plain = environment?.client_secret_encoding === 'plain'
  expect(await check({ shape: { ...bare, decodesBasic: !plain }, environment: () => ({ ...environment }) })).toEqual([])
})

const refusedPort = 'http://127.0.0.1:1'

describe('tells', () => {
  test.each<[what: string, wrong: Wrong, setting: string, says: string]>([
    [
      'an issuer with a slash too many',
      { environment: ({ issuer }) => ({ issuer: `${issuer}/` }) },
      'issuer',
      'only in a trailing slash',
    ],
    [
      'an issuer of many tenants',
      { shape: Entra, metadata: { issuer: 'https://id.example/{tenantid}/v2.0' } },
      'issuer',
      'one tenant',
    ],
    [
      'an issuer by another name',
      { metadata: { issuer: 'https://id.example/realms/shop' } },
      'issuer',
      'Set issuer to https://id.example/realms/shop',
    ],
    [
      'a host that is not found',
      { environment: () => ({ issuer: 'https://id.invalid' }) },
      'issuer',
      'The host id.invalid was not found',
    ],
    [
      'a port at which nothing listens',
      { environment: () => ({ issuer: refusedPort }) },
      'issuer',
      'Nothing accepts connections at 127.0.0.1:1',
    ],
    [
      'https to a port that speaks http',
      { environment: ({ issuer }) => ({ issuer: issuer.replace('http:', 'https:') }) },
      'issuer',
      'does not speak TLS',
    ],
    [
      'a certificate of an unknown authority',
      { environment: async () => ({ issuer: await tls(selfSigned) }) },
      'issuer',
      'Set NODE_EXTRA_CA_CERTS',
    ],
    [
      'a certificate that has expired',
      { environment: async () => ({ issuer: await tls(expired) }) },
      'issuer',
      'has expired',
    ],
    [
      'a certificate for another host',
      { environment: async () => ({ issuer: await tls(otherHost) }) },
      'issuer',
      'for a host name other than',
    ],
    [
      'an issuer at the address of a website',
      { environment: (_, { address }) => ({ issuer: `${address}/page` }) },
      'issuer',
      'is not metadata',
    ],
    [
      'an issuer that publishes nothing',
      { environment: ({ address }) => ({ issuer: `${address}/realms/none` }) },
      'issuer',
      'There is no metadata at',
    ],
    [
      'auth_url that is an issuer',
      { environment: ({ issuer }) => ({ issuer: undefined, auth_url: issuer }) },
      'auth_url',
      'Rename auth_url to issuer',
    ],
    [
      'a key set at an address that has none',
      { environment: ({ address }) => ({ jwks_url: `${address}/none` }) },
      'jwks_url',
      'There is no key set at',
    ],
    [
      'a key set that is a page',
      { environment: (_, { address }) => ({ jwks_url: `${address}/page` }) },
      'jwks_url',
      'is not a key set: it is an HTML page',
    ],
    [
      'a key set without keys',
      { environment: (_, { address }) => ({ jwks_url: `${address}/empty` }) },
      'jwks_url',
      'is empty',
    ],
    [
      'a key set that cannot be reached',
      { environment: () => ({ jwks_url: `${refusedPort}/keys` }) },
      'jwks_url',
      'Nothing accepts connections',
    ],
    [
      'that signatures are not verified though they could be',
      {
        environment: ({ issuer, metadata }) => ({
          auth_url: issuer,
          authorization_url: metadata.authorization_endpoint,
          token_url: metadata.token_endpoint,
        }),
      },
      'jwks_url',
      'signatures are not verified',
    ],
    [
      'a token endpoint that is none',
      { environment: ({ address }) => ({ token_url: `${address}/oauth2/token` }) },
      'token_url',
      'There is no token endpoint at',
    ],
    [
      'a token endpoint that is a page',
      { environment: (_, { address }) => ({ token_url: `${address}/page` }) },
      'token_url',
      'it is an HTML page',
    ],
    [
      'a token endpoint that is a portal',
      { environment: (_, { address }) => ({ token_url: `${address}/portal` }) },
      'token_url',
      'with status 401 is not a response',
    ],
    [
      'a token endpoint that is the authorization endpoint',
      { environment: ({ metadata }) => ({ token_url: metadata.authorization_endpoint }) },
      'token_url',
      'not a response from a token endpoint',
    ],
    [
      'endpoints that are swapped',
      {
        environment: ({ metadata }) => ({
          authorization_url: metadata.token_endpoint,
          token_url: metadata.authorization_endpoint,
        }),
      },
      'authorization_url',
      'Remove authorization_url: the metadata names http',
    ],
    [
      'a token endpoint that redirects',
      { environment: (_, { address }) => ({ token_url: `${address}/moved` }) },
      'token_url',
      '/moved redirects to http://127.0.0.1',
    ],
    [
      'a token endpoint that lacks a slash',
      { environment: (_, { address }) => ({ token_url: `${address}/slashed` }) },
      'token_url',
      '/slashed/.',
    ],
    [
      'an authorization address that is none',
      { environment: ({ address }) => ({ authorization_url: `${address}/none` }) },
      'authorization_url',
      'There is no authorization endpoint',
    ],
    [
      'a realm that the service does not have',
      {
        environment: (_, other) => {
          other.behave('/realms/shopp/.well-known/openid-configuration', (_, response) =>
            json(response, { error: 'Realm does not exist' }, 404),
          )
          return { issuer: `${other.address}/realms/shopp` }
        },
      },
      'issuer',
      'It says “Realm does not exist”. Correct the tenant or realm in issuer',
    ],
    [
      'endpoints in the metadata that are not there',
      {
        environment: (_, { address, behave }) => {
          const endpoints = { authorization_endpoint: `${address}/none`, token_endpoint: `${address}/none` }
          behave('/named/.well-known/openid-configuration', (_, response) =>
            json(response, { issuer: `${address}/named`, jwks_uri: `${address}/empty`, ...endpoints }),
          )
          return { issuer: `${address}/named` }
        },
      },
      'issuer',
      'The service’s metadata names this URL. Ask the service’s team to correct it, or set token_url.',
    ],
    [
      'an issuer that is Okta’s org authorization server',
      {
        environment: (_, { address, behave }) => {
          const oauth2 = `${address}/oauth2/v1`
          const endpoints = { authorization_endpoint: `${oauth2}/authorize`, token_endpoint: `${oauth2}/token` }
          behave('/.well-known/openid-configuration', (_, response) =>
            json(response, { issuer: address, jwks_uri: `${oauth2}/keys`, ...endpoints }),
          )
          return { issuer: address }
        },
      },
      'issuer',
      '/oauth2/default, or to http',
    ],
    [
      'a wrong secret that Keycloak calls a client without a right',
      { shape: { refusedError: 'unauthorized_client' }, variables: { SHOP_SECRET: 'wrong' } },
      'secret_variable',
      'rejects the client client-1',
    ],
    [
      'a client that Okta does not know',
      {
        environment: (_, { address, behave }) => {
          behave('/okta', (_, response) =>
            json(response, { errorCode: 'invalid_client', errorSummary: 'Invalid value for client_id.' }, 401),
          )
          return { token_url: `${address}/okta` }
        },
      },
      'secret_variable',
      'invalid_client (“Invalid value for client_id.”)',
    ],
    [
      'a client secret that has expired',
      {
        environment: (_, { address, behave }) => {
          behave('/expired', (_, response) =>
            json(
              response,
              {
                error: 'invalid_client',
                error_description: 'AADSTS7000222: The provided client secret keys for app are expired.',
              },
              401,
            ),
          )
          return { token_url: `${address}/expired` }
        },
      },
      'secret_variable',
      'Create a new client secret at the service',
    ],
    [
      'a confidential client that is written as a public one',
      { client: { secret_variable: undefined, token_endpoint_auth_method: 'none' } },
      'token_endpoint_auth_method',
      'set secret_variable and remove token_endpoint_auth_method',
    ],
    [
      'one gateway for a sandbox and for production',
      { second: { kind: 'production' } },
      'base_url',
      'It is the same as that of shop, but one is a sandbox',
    ],
    [
      'secrets that are refused in two environments',
      { second: { name: 'Live' }, variables: { SHOP_SECRET: 'wrong' } },
      'secret_variable',
      'Check whether they are swapped.',
    ],
    ['the mark for a secret in examples', { variables: { SHOP_SECRET: '…' } }, 'secret_variable', 'is a placeholder'],
    ['a wrong secret', { variables: { SHOP_SECRET: 'wrong' } }, 'secret_variable', 'rejects the client client-1'],
    [
      'a secret that the other encoding may carry',
      { shape: { decodesBasic: false } },
      'secret_variable',
      'set client_secret_encoding to plain',
    ],
    [
      'a client that the service does not know',
      { client: { client_id: 'client-2' } },
      'client_id',
      'It says “We are sorry... Client not found.”',
    ],
    [
      'a way of authentication that the service does not list',
      {
        client: { token_endpoint_auth_method: 'client_secret_post' },
        metadata: { token_endpoint_auth_methods_supported: ['client_secret_basic'] },
      },
      'token_endpoint_auth_method',
      'does not list client_secret_post',
    ],
    [
      'a public client that is not registered as one',
      { client: { secret_variable: undefined, token_endpoint_auth_method: 'none' } },
      'token_endpoint_auth_method',
      'have the client registered as public',
    ],
    [
      'a public client without PKCE',
      {
        client: { secret_variable: undefined, token_endpoint_auth_method: 'none' },
        environment: () => ({ pkce: false }),
        metadata: { code_challenge_methods_supported: ['plain'] },
      },
      'pkce',
      'A public client signs in without PKCE',
    ],
    [
      'a redirect URI that is not registered',
      { variables: { PUBLIC_URL: 'http://localhost:8701', PORT: '8701' } },
      'redirect_uri',
      'Register http://localhost:8701/callback as a redirect URI',
    ],
    [
      'iss that never comes',
      { shape: { issInRedirect: false }, environment: () => ({ iss_in_redirect: 'required' }) },
      'iss_in_redirect',
      'sends no iss',
    ],
    ['PKCE switched off without need', { environment: () => ({ pkce: false }) }, 'pkce', 'Remove pkce'],
    [
      'PKCE that the service cannot',
      { environment: () => ({ pkce: true }), metadata: { code_challenge_methods_supported: ['plain'] } },
      'pkce',
      'it offers plain',
    ],
    [
      'scopes that the service does not list',
      { environment: () => ({ scopes: ['openid', 'apps'] }) },
      'scopes',
      'does not list apps',
    ],
    ['scopes that the service refuses', { shape: { refuses: 'invalid_scope' } }, 'scopes', 'List in scopes'],
    [
      'a flow that the client may not use',
      { shape: { refuses: 'unauthorized_client' } },
      'client_id',
      'Allow the authorization code flow',
    ],
    [
      'prompt values that the service does not offer',
      { environment: () => ({ prompts: ['select_account'] }) },
      'prompts',
      'none, login, and consent',
    ],
    [
      'requests that have to be pushed',
      { metadata: { require_pushed_authorization_requests: true } },
      'issuer',
      'RFC 9126',
    ],
    [
      'a service without the code flow',
      { metadata: { response_types_supported: ['id_token'] } },
      'issuer',
      'response_type=code',
    ],
    [
      'a gateway at which nothing listens',
      { environment: () => ({ base_url: refusedPort }) },
      'base_url',
      'Nothing accepts connections',
    ],
    [
      'a gateway that is a website',
      { environment: (_, { address }) => ({ base_url: `${address}/page` }) },
      'base_url',
      'like a website',
    ],
    [
      'a gateway that redirects',
      { environment: (_, { address }) => ({ base_url: `${address}/moved` }) },
      'base_url',
      'does not follow',
    ],
    [
      'a part of a path that base_url and the operation both begin with',
      { environment: (_, { address }) => ({ base_url: `${address}/api` }), operations: ['/api/orders'] },
      'base_url',
      'the part /api appears twice. This URL responded with status 404',
    ],
    [
      'a path that stands twice in base_url',
      { environment: (_, { address }) => ({ base_url: `${address}/api/api` }), operations: ['/orders'] },
      'base_url',
      '/api/orders with status 401. Set base_url to http',
    ],
    [
      'a base_url that holds a whole call',
      { environment: (_, { address }) => ({ base_url: `${address}/api/orders` }), operations: ['/orders'] },
      'base_url',
      'or take /orders out of the path of list-0.',
    ],
    [
      'operations that are not where base_url leads',
      { environment: (_, { address }) => ({ base_url: address }), operations: ['/orders', '/items'] },
      'base_url',
      '/orders, which responds with status 404, as 1 more do. Compare base_url',
    ],
    [
      'a gateway whose API is down',
      { environment: (_, { address }) => ({ base_url: `${address}/down` }), operations: ['/orders'] },
      'base_url',
      'with status 503',
    ],
    [
      'a parameter that the service demands',
      { shape: { refuses: 'invalid_request', redirect: { error_description: 'audience is required' } } },
      'authorization_parameters',
      'Add "authorization_parameters": { "audience": "…" } to the environment',
    ],
    [
      'a nonce that the service demands',
      {
        shape: { refuses: 'invalid_request', redirect: { error_description: 'Missing parameter: nonce' } },
        environment: () => ({ nonce: false }),
      },
      'nonce',
      'Remove nonce from the configuration',
    ],
    [
      'an issuer whose path has a part too many',
      { environment: ({ address }) => ({ issuer: `${address}/auth/realms/shop` }) },
      'issuer',
      '/realms/shop, which publishes metadata.',
    ],
    [
      'an issuer whose path lacks a part',
      {
        environment: (_, other) => {
          other.behave('/t/.well-known/openid-configuration', (_, response) =>
            json(response, { issuer: 'https://sts.example/t/' }),
          )
          const issuer = `${other.address}/t/v2.0`
          other.behave('/t/v2.0/.well-known/openid-configuration', (_, response) => json(response, { issuer }))
          return { issuer: `${other.address}/t` }
        },
      },
      'issuer',
      '/t/v2.0, which publishes metadata.',
    ],
    [
      'a service that does not know of the proxy before it',
      { metadata: { issuer: 'http://id.example/realms/shop' } },
      'issuer',
      'Configure the service to publish its public URL',
    ],
    [
      'an endpoint in the metadata that is not https',
      { metadata: { token_endpoint: 'http://id.example/token' } },
      'token_url',
      'names http://id.example/token as token_endpoint, which is not used',
    ],
    [
      'an endpoint in the metadata that is not found from here',
      { metadata: { token_endpoint: 'https://keycloak.invalid/token' } },
      'token_url',
      'metadata names https://keycloak.invalid/token as its token endpoint',
    ],
    [
      'a token address of another service',
      { environment: (_, { address }) => ({ token_url: `${address}/token` }) },
      'token_url',
      'Remove token_url, unless',
    ],
    [
      'ID tokens that no public key verifies',
      { metadata: { id_token_signing_alg_values_supported: ['HS256'] } },
      'issuer',
      'signs ID tokens with HS256 only',
    ],
    [
      'an authorization address that is the token endpoint',
      { environment: ({ metadata }) => ({ authorization_url: metadata.token_endpoint }) },
      'authorization_url',
      'like a token endpoint',
    ],
    [
      'a key set at the address of the metadata',
      { environment: ({ issuer }) => ({ jwks_url: `${issuer}/.well-known/openid-configuration` }) },
      'jwks_url',
      '/protocol/openid-connect/certs.',
    ],
    [
      'a revocation address that is none',
      { environment: ({ address }) => ({ revocation_url: `${address}/none` }) },
      'revocation_url',
      'There is no revocation endpoint at',
    ],
    [
      'a sign-out address that is none',
      { metadata: { end_session_endpoint: 'https://id.invalid/logout' } },
      'end_session_url',
      'as its sign-out page',
    ],
    [
      'base_url at the identity service',
      { environment: ({ issuer }) => ({ base_url: issuer }), operations: ['/orders'] },
      'base_url',
      'there is an identity service, which publishes its metadata',
    ],
    [
      'scopes behind a separator that the service does not take',
      { environment: () => ({ scope_separator: ',' }), shape: { refuses: 'invalid_scope' } },
      'scope_separator',
      'Remove scope_separator',
    ],
    [
      'a parameter whose value the service does not know',
      {
        environment: () => ({ authorization_parameters: { audience: 'https://nope' } }),
        shape: { refuses: 'access_denied', redirect: { error_description: 'Service not found: https://nope' } },
      },
      'authorization_parameters',
      'Correct audience in authorization_parameters.',
    ],
    [
      'a key for an algorithm that the service does not take',
      {
        client: { secret_variable: undefined, key_file: keyFile },
        metadata: { token_endpoint_auth_signing_alg_values_supported: ['RS256'] },
      },
      'key_file',
      'signs with ES256',
    ],
    [
      'a client certificate that has expired',
      { client: { secret_variable: undefined, key_file: keyFile, certificate_file: expiredFile } },
      'certificate_file',
      'expired on 2020-02-01',
    ],
    [
      'https for an app that speaks http',
      { variables: { PUBLIC_URL: 'https://localhost:8700' } },
      'PUBLIC_URL',
      'and it speaks http',
    ],
    [
      'a variable with a slip in its name',
      { variables: { TRUSTED_PROXY: '10.0.0.1' } },
      'TRUSTED_PROXIES',
      'TRUSTED_PROXY is set, but nothing reads it.',
    ],
    [
      'authorities in a file that is no PEM',
      { variables: { NODE_EXTRA_CA_CERTS: derFile } },
      'NODE_EXTRA_CA_CERTS',
      'contains no certificate in PEM',
    ],
    ['PUBLIC_URL with another port', { variables: { PORT: '9000' } }, 'PUBLIC_URL', 'the app listens on 9000'],
    [
      'PUBLIC_URL with another name of this machine',
      { variables: { PUBLIC_URL: 'http://127.0.0.1:8700' } },
      'PUBLIC_URL',
      'set HOST to 127.0.0.1',
    ],
    [
      'a proxy that is not trusted',
      { variables: { PUBLIC_URL: 'https://claimcheck.example' } },
      'TRUSTED_PROXIES',
      'share one rate limit',
    ],
    [
      'authorities in a file that cannot be read',
      { variables: { NODE_EXTRA_CA_CERTS: '/nowhere.pem' } },
      'NODE_EXTRA_CA_CERTS',
      'cannot be read',
    ],
    [
      'certificates that are not checked',
      { variables: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } },
      'NODE_TLS_REJECT_UNAUTHORIZED',
      'not checked',
    ],
    [
      'a proxy for http alone',
      { variables: { HTTP_PROXY: 'http://proxy.example' } },
      'HTTPS_PROXY',
      'no proxy is used',
    ],
    ['a placeholder for an identifier', { client: { client_id: '<client_id>' } }, 'client_id', 'is a placeholder'],
    ['a placeholder for a secret', { variables: { SHOP_SECRET: 'changeme' } }, 'secret_variable', 'is a placeholder'],
    ['a secret in quotation marks', { variables: { SHOP_SECRET: `"${secret}"` } }, 'secret_variable', 'quotation mark'],
    [
      'the identifier instead of the secret',
      { variables: { SHOP_SECRET: 'client-1' } },
      'secret_variable',
      'the same as the client_id',
    ],
    [
      'a secret as a document spells it',
      { variables: { SHOP_SECRET: 'correct–horse' } },
      'secret_variable',
      'outside printable ASCII',
    ],
    [
      'addresses of a test and a production system',
      { environment: ({ issuer }) => ({ kind: 'production', issuer, base_url: 'http://sandbox.localhost:1' }) },
      'base_url',
      'looks like a test system',
    ],
    ['a clock that is ahead', { ahead: 300_000 }, 'clock', 'seconds ahead of the identity service'],
  ])('%s', async (_, wrong, setting, says) => {
    const findings = await check(wrong)
    const about = findings.filter((finding) => finding.setting === setting)
    expect(about.map(({ message, fix }) => `${message} ${fix}`).join('\n')).toContain(says)
    for (const { message, fix } of findings) {
      expect(message).toMatch(/[.”]$/)
      expect(fix).toMatch(/^[A-Z].*\.$/)
      expect(`${message} ${fix}`).not.toMatch(inCamelCase)
      expect(`${message} ${fix}`).not.toContain(secret)
    }
  })
})

describe('a proxy', () => {
  /** A server that answers a request for a tunnel in this way. */
  async function proxyThat(answer: (socket: Duplex) => void): Promise<string> {
    const server = createPlain().on('connect', (_, socket) => {
      socket.on('error', () => {})
      answer(socket)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    closing.push(() => new Promise((done) => server.close(done)))
    return `127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const saying = (status: string) => proxyThat((socket) => void socket.end(`HTTP/1.1 ${status}\r\n\r\n`))

  test.each<[what: string, proxy: () => Promise<string>, says: string, fix: string]>([
    [
      'at which nothing listens',
      async () => 'http://ops:canary@127.0.0.1:1',
      'Nothing accepts connections at 127.0.0.1:1, the proxy that HTTPS_PROXY names.',
      'Correct HTTPS_PROXY, start the proxy, or list id.example.com in NO_PROXY',
    ],
    [
      'whose host is not found',
      async () => 'http://proxy.invalid:3128',
      'The host proxy.invalid of the proxy that HTTPS_PROXY names was not found.',
      'Correct the host in HTTPS_PROXY',
    ],
    [
      'that is named with https and speaks http',
      async () => `https://${await saying('200 OK')}`,
      'does not speak TLS.',
      'Set HTTPS_PROXY to http://127.0.0.1',
    ],
    [
      'that requires a user name and a password',
      async () => `http://${await saying('407 Proxy Authentication Required')}`,
      'requires a user name and a password',
      'Set HTTPS_PROXY to http://user:password@127.0.0.1',
    ],
    [
      'that does not take those that it got',
      async () => `http://ops:canary@${await saying('407 Proxy Authentication Required')}`,
      'does not accept the user name and the password in HTTPS_PROXY',
      'percent-encode special characters',
    ],
    [
      'that does not allow the host',
      async () => `http://${await saying('403 Forbidden')}`,
      'allows no requests to id.example.com: it responded with status 403.',
      'Configure it to allow id.example.com',
    ],
    [
      'that is a web server',
      async () => `http://${await saying('405 Method Not Allowed')}`,
      'like a server that is not a proxy',
      'Correct HTTPS_PROXY',
    ],
    [
      'that breaks off',
      async () => `http://${await proxyThat((socket) => void socket.destroy())}`,
      'closed the connection without a response',
      'Write https in HTTPS_PROXY if the proxy speaks TLS',
    ],
  ])('%s is told as what is wrong, once, and not the service behind it', async (_, proxy, says, fix) => {
    const findings = await check({
      environment: () => ({
        issuer: 'https://id.example.com',
        token_url: 'https://id.example.com/token',
        jwks_url: 'https://id.example.com/keys',
      }),
      variables: { HTTPS_PROXY: await proxy() },
    })
    const problems = findings.filter(({ level }) => level === 'problem')
    expect(problems).toEqual([
      {
        level: 'problem',
        setting: 'HTTPS_PROXY',
        message: expect.stringContaining(says),
        fix: expect.stringContaining(fix),
      },
    ])
    expect(JSON.stringify(findings)).not.toContain('canary')
  })

  test('that does not reach the service leaves the service in question', async () => {
    const findings = await check({
      environment: () => ({ issuer: 'https://id.example.com' }),
      variables: { https_proxy: `http://${await saying('502 Bad Gateway')}` },
    })
    expect(findings).toMatchObject([
      { setting: 'issuer', message: expect.stringContaining('which https_proxy names, responded with status 502') },
    ])
  })
})

/** Names of settings as the code has them and the file does not. */
const inCamelCase =
  /\b(?:auth|token|jwks|base|authorization|public)Url|issInRedirect|scopeSeparator|\bclient(?:Id|Secret)|redirectUri/

test('neither sends nor tells a secret that was written as the identifier', async () => {
  const findings = await check({
    client: { client_id: 'Sup3r-hidden-cretValue77' },
    variables: { SHOP_SECRET: 'client-1' },
  })
  expect(findings).toMatchObject([{ setting: 'client_id', fix: expect.stringContaining('Swap them') }])
  expect(JSON.stringify(findings)).not.toContain('hidden')
})

test('never tells a secret, whatever the service repeats of it', async () => {
  const echo = `client-1 with ${secret}, in a form ${encodeURIComponent(secret)}, is wrong`
  const findings = await check({ shape: { decodesBasic: false, refusedClient: echo } })
  expect(JSON.stringify(findings)).toContain('is wrong')
  expect(JSON.stringify(findings)).not.toContain(secret)
  expect(JSON.stringify(findings)).not.toContain('battery')
})
