import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { JWK } from 'jose'
import Provider, { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { parseScope, splitScopes } from '#knowledge/protocol/scopes.ts'
import { type HomeEnvironment, offeredScopes, plainScopes } from '../environments.ts'
import { findPerson, type Person } from '../people.ts'
import { interactions } from './interaction.ts'
import { errorPage } from './pages.ts'
import { show } from './show-page.ts'
import type { IdentityStorage } from './storage.ts'

export interface IdentityOptions {
  environment: HomeEnvironment
  /** The address that it answers at, without a slash at the end; also its `iss`. */
  issuer: string
  /** The redirect URI that its clients have registered. */
  redirectUri: string
  storage: IdentityStorage
  /** Private RSA key with `kid` and `alg`. */
  signingKey: JWK
  /** Signs its cookies. */
  cookieKey: string
  /** Client secrets by client ID. */
  secrets: Record<string, string>
  /** Told of every error that is a fault of the sandbox itself; the person sees a page without its details. */
  onUnexpectedError: (error: unknown) => void
}

/** Where the key set is published: the service's document names no address, so this is the sandbox's choice. */
export const keysPath = '/oauth2/keys'
export const revocationPath = '/oauth2/revoke'

/**
 * An identity service held to the letter of the document: `/oauth2/authorize` (§4.1) and `/oauth2/token` (§4.2), by
 * oidc-provider. What the API guide does not show is the sandbox's own choice: PKCE and nonce are accepted and not
 * demanded, refresh tokens rotate, and the reuse of a code or of a refresh token revokes the whole grant. Lifetimes are
 * measured by the system's clock, which oidc-provider reads itself.
 */
export function identityService(
  options: IdentityOptions,
): (request: IncomingMessage, response: ServerResponse) => void {
  const provider = new Provider(options.issuer, configuration(options))
  provider.on('server_error', (_context, error) => options.onUnexpectedError(error))
  // Koa prints what nobody listens to.
  const koa: NodeJS.EventEmitter = provider
  koa.on('error', options.onUnexpectedError)
  provider.use(async (ctx, next) => {
    try {
      await next()
      if (ctx.status === 404 && ctx.body === undefined)
        show(ctx, errorPage(options.environment, { error: 'not_found' }), 404)
    } catch (error) {
      options.onUnexpectedError(error)
      show(ctx, errorPage(options.environment, { error: 'server_error' }), 500)
    }
  })
  provider.use(answerAsDocumented(options))
  provider.use(interactions(provider, options.environment))
  return provider.callback()
}

/** Corrects the places where oidc-provider says otherwise than the service's document. */
function answerAsDocumented({ environment }: IdentityOptions) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    const { path } = ctx
    if (path === '/oauth2/token' || path === revocationPath) joinedPlainly(ctx.req)
    if (path === '/oauth2/authorize') withoutUselessNonce(ctx)
    await next()
    // §4.1: the redirect is a 302.
    if (path.startsWith('/oauth2/authorize') && ctx.status === 303) ctx.status = 302
    // §7.1: an unknown client has an error of its own. Unlike a wrong secret, it leaves no client in the context.
    if (path === '/oauth2/token' && ctx.status === 401 && ctx.oidc.client === undefined && isInvalidClient(ctx.body)) {
      ctx.remove('www-authenticate')
      ctx.body = {
        error: 'client_not_found',
        error_description: `The client does not exist in this environment (${environment.id}).`,
      }
    }
    if (path === '/oauth2/token' && ctx.status === 500) {
      ctx.body = { error: 'server_error', error_description: 'An unexpected error stopped the identity service.' }
    }
  }
}

/**
 * §5: Basic credentials are the base64 of client_id and client_secret joined plainly, while oidc-provider takes both to
 * be form-encoded first and allows ASCII alone. Both sides of the comparison are therefore digests: of the secret as it
 * came, here, and of the registered one, in the client's registration.
 */
function joinedPlainly(request: IncomingMessage): void {
  const [, credentials] = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(request.headers.authorization ?? '') ?? []
  if (credentials === undefined) return
  const text = Buffer.from(credentials, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1 || colon === text.length - 1) return
  const clientId = encodeURIComponent(text.slice(0, colon))
  const joined = `${clientId}:${digest(text.slice(colon + 1))}`
  request.headers.authorization = `Basic ${Buffer.from(joined).toString('base64')}`
}

/** Hexadecimal, so that oidc-provider's form-decoding leaves it as it is. */
function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** A nonce has no meaning without `openid`; plain OAuth ignores it (RFC 6749 §3.1), oidc-provider would refuse. */
function withoutUselessNonce(ctx: KoaContextWithOIDC): void {
  const { nonce, ...query } = ctx.query
  if (nonce !== undefined && !splitScopes(String(query.scope ?? '')).includes('openid')) ctx.query = query
}

function isInvalidClient(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'error' in body && body.error === 'invalid_client'
}

function configuration(options: IdentityOptions): Configuration {
  const { environment, storage, secrets } = options
  return {
    adapter: (model) => storage.adapter(environment.id, model),
    clients: environment.registrations.map((registration) => ({
      client_id: registration.clientId,
      client_name: registration.name,
      client_secret: digest(secrets[registration.clientId] ?? ''),
      redirect_uris: [options.redirectUri],
      response_types: ['code'],
      response_modes: ['query'],
      grant_types: ['authorization_code', 'refresh_token'],
    })),
    jwks: { keys: [options.signingKey] } as Configuration['jwks'],
    routes: { authorization: '/oauth2/authorize', token: '/oauth2/token', jwks: keysPath, revocation: revocationPath },
    clientAuthMethods: ['client_secret_basic'],
    // The token endpoint is for servers: no page of any origin may read its responses.
    clientBasedCORS: () => false,
    responseTypes: ['code'],
    // The sandbox's own: the id of the demonstration that is played, so that the pages say what to choose.
    extraParams: ['demonstration'],
    scopes: plainScopes,
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
    },
    // The claims of the granted scopes are in the ID token, since there is no userinfo endpoint.
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      // Not described by the document: the sandbox's own choice.
      revocation: {
        enabled: true,
        // Tokens of another client stay valid (RFC 7009 §2.1).
        allowedPolicy: (_context, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      resourceIndicators: {
        enabled: true,
        // The documented request names no resource; this one makes the access token a JWT for the business APIs.
        defaultResource: () => environment.audience,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => {
          if (resource !== environment.audience) throw new errors.InvalidTarget()
          return { scope: offeredScopes(environment).join(' '), accessTokenFormat: 'jwt' }
        },
      },
    },
    formats: {
      customizers: {
        jwt: (_ctx, token, jwt) => {
          const person = 'accountId' in token ? findPerson(String(token.accountId)) : undefined
          Object.assign(jwt.payload, companyClaims(environment, person, token.scope ?? ''))
        },
      },
    },
    // Named for the environment, as cookies do not tell ports apart (RFC 6265 §8.5).
    cookies: {
      keys: [options.cookieKey],
      names: {
        session: `${environment.id}_session`,
        interaction: `${environment.id}_interaction`,
        resume: `${environment.id}_resume`,
      },
      long: { httpOnly: true, sameSite: 'lax', signed: true },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    ttl: {
      AccessToken: (_ctx, _token, client) =>
        environment.registrations.find(({ clientId }) => clientId === client.clientId)?.accessTokenSeconds ?? 900,
      AuthorizationCode: 60,
      Grant: 30 * 86_400,
      IdToken: 3600,
      Interaction: 1800,
      RefreshToken: 14 * 86_400,
      Session: 86_400,
    },
    interactions: { policy: policy(environment), url: (_ctx, { uid }) => `/oauth2/interaction/${uid}` },
    // The scopes are chosen again at each sign-in, so only the grant of this very sign-in counts.
    loadExistingGrant: (ctx) => {
      const grantId = ctx.oidc.result?.consent?.grantId
      return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId)
    },
    findAccount: (_ctx, id) => {
      const person = findPerson(id)
      return person && { accountId: person.id, claims: () => personalClaims(person) }
    },
    expiresWithSession: () => false,
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    renderError: (ctx, out) => show(ctx, errorPage(environment, { ...out, ...asked(ctx) }), ctx.status),
  }
}

function policy(environment: HomeEnvironment): interactionPolicy.DefaultPolicy {
  const { Check, base } = interactionPolicy
  const prompts = base()
  prompts.get('consent')?.checks.add(
    new Check('chosen_each_time', 'the person chooses the scopes at each sign-in', (ctx) => {
      const offered = offeredScopes(environment)
      if (![...ctx.oidc.requestParamScopes].some((scope) => offered.includes(scope))) {
        throw new errors.InvalidScope(
          'none of the requested scopes is known here',
          String(ctx.oidc.params?.scope ?? ''),
        )
      }
      return ctx.oidc.result?.consent === undefined
    }),
  )
  return prompts
}

/** §2.4: who acts for a company has its identifier in the audience and in a claim named after each business API. */
function companyClaims({ audience, resourceDomain }: HomeEnvironment, person: Person | undefined, scope: string) {
  const company = person?.company?.id
  if (company === undefined) return { aud: audience }
  const apis = splitScopes(scope)
    .map(parseScope)
    .flatMap((granted) => (granted.kind === 'business' ? [granted.api] : []))
  return { aud: [audience, company], ...Object.fromEntries(apis.map((api) => [`${resourceDomain}/${api}`, company])) }
}

function personalClaims(person: Person) {
  return {
    sub: person.id,
    name: person.name,
    preferred_username: person.id,
    email: person.email,
    email_verified: true,
  }
}

function asked(ctx: KoaContextWithOIDC): { clientId?: string; redirectUri?: string } {
  const { client_id, redirect_uri } = ctx.query
  return {
    clientId: typeof client_id === 'string' ? client_id : undefined,
    redirectUri: typeof redirect_uri === 'string' ? redirect_uri : undefined,
  }
}
