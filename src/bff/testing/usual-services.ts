import type { StandInShape } from './stand-in.ts'

const tenant = '9f4a3c7e-0c5b-4c1d-8a3e-2b6f1d7c9a10'

/**
 * Identity services by the shapes of their published metadata and documents: paths, members, what their redirects and
 * token responses hold, and how they take a client's credentials.
 */
export const usualServices: Record<string, StandInShape & { environment?: Record<string, unknown> }> = {
  Keycloak: {
    issuer: '/realms/shop',
    authorize: '/realms/shop/protocol/openid-connect/auth',
    token: '/realms/shop/protocol/openid-connect/token',
    keys: '/realms/shop/protocol/openid-connect/certs',
    logout: '/realms/shop/protocol/openid-connect/logout',
    metadata: {
      scopes_supported: [
        'openid',
        'roles',
        'address',
        'web-origins',
        'phone',
        'offline_access',
        'profile',
        'email',
        'acr',
      ],
      prompt_values_supported: ['none', 'login', 'consent'],
      code_challenge_methods_supported: ['plain', 'S256'],
      token_endpoint_auth_methods_supported: [
        'private_key_jwt',
        'client_secret_basic',
        'client_secret_post',
        'tls_client_auth',
        'client_secret_jwt',
      ],
      authorization_response_iss_parameter_supported: true,
      require_pushed_authorization_requests: false,
    },
    issInRedirect: true,
    redirect: { session_state: 'c8f1c2f0-7d55-4a5b-9a6e-0d7d0f7e3a11' },
    decodesBasic: true,
    response: {
      scope: 'openid profile email',
      refresh_expires_in: 1800,
      'not-before-policy': 0,
      session_state: 'c8f1',
    },
  },
  Auth0: {
    issuer: '/',
    authorize: '/authorize',
    token: '/oauth/token',
    keys: '/.well-known/jwks.json',
    metadata: {
      scopes_supported: ['openid', 'profile', 'offline_access', 'name', 'email', 'email_verified', 'picture'],
      code_challenge_methods_supported: ['S256', 'plain'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    },
    decodesBasic: true,
    refreshNeeds: { parameter: 'scope', value: 'offline_access' },
    response: { scope: 'openid profile email offline_access' },
    environment: {
      authorization_parameters: { audience: 'https://api.example.com' },
      scopes: ['openid', 'profile', 'email', 'offline_access'],
    },
  },
  Okta: {
    issuer: '/oauth2/default',
    authorize: '/oauth2/default/v1/authorize',
    token: '/oauth2/default/v1/token',
    keys: '/oauth2/default/v1/keys',
    metadata: {
      scopes_supported: ['openid', 'profile', 'email', 'address', 'phone', 'offline_access', 'device_sso'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    },
    decodesBasic: true,
    refreshNeeds: { parameter: 'scope', value: 'offline_access' },
    response: { scope: 'offline_access openid profile' },
    environment: { scopes: ['openid', 'profile', 'offline_access'] },
  },
  Entra: {
    issuer: `/${tenant}/v2.0`,
    authorize: `/${tenant}/oauth2/v2.0/authorize`,
    token: `/${tenant}/oauth2/v2.0/token`,
    keys: `/${tenant}/discovery/v2.0/keys`,
    metadata: {
      scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt', 'client_secret_basic'],
      tenant_region_scope: 'EU',
    },
    redirect: { session_state: '1f0a5c4e-3b0d-4a53-8f7f-3c2f0b8d8d0c' },
    decodesBasic: true,
    refreshNeeds: { parameter: 'scope', value: 'offline_access' },
    response: { scope: 'openid profile email', ext_expires_in: 5021 },
    environment: { scopes: ['openid', 'profile', 'email', 'offline_access'] },
  },
  Google: {
    issuer: '',
    authorize: '/o/oauth2/v2/auth',
    token: '/token',
    tokenHost: 'localhost',
    keys: '/oauth2/v3/certs',
    metadata: {
      scopes_supported: ['openid', 'email', 'profile'],
      code_challenge_methods_supported: ['plain', 'S256'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    },
    redirect: {
      authuser: '0',
      prompt: 'consent',
      scope: 'email openid https://www.googleapis.com/auth/userinfo.email',
    },
    decodesBasic: true,
    opaqueAccessToken: true,
    refreshNeeds: { parameter: 'access_type', value: 'offline' },
    response: { scope: 'openid https://www.googleapis.com/auth/userinfo.email' },
    environment: { authorization_parameters: { access_type: 'offline' } },
  },
  GitLab: {
    issuer: '',
    authorize: '/oauth/authorize',
    token: '/oauth/token',
    keys: '/oauth/discovery/keys',
    metadata: {
      scopes_supported: ['api', 'read_api', 'read_user', 'openid', 'profile', 'email'],
      code_challenge_methods_supported: ['plain', 'S256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    },
    opaqueAccessToken: true,
    response: { scope: 'openid profile email', created_at: 1_767_225_600 },
    environment: { client_secret_encoding: 'plain' },
  },
}
