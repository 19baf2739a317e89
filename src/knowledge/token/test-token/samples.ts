/** Header and claims of a token before it is signed. */
export interface TokenDraft {
  header: Record<string, unknown>
  claims: Record<string, unknown>
}

/** A token to begin with. */
export interface SampleToken {
  /** Permanent, kebab-case. */
  id: string
  name: string
  /** @param now epoch seconds */
  draft: (now: number) => TokenDraft
}

/** The issuer of every sample: a name that can never be reached (RFC 2606 §2). */
export const testIssuer = 'https://test-tokens.claimcheck.invalid'

const client = 'test-client'
const api = 'https://api.example.com'
const fresh = (now: number) => ({ iat: now, exp: now + 900 })
const jti = 'test-0001'

const sample = (
  id: string,
  name: string,
  typ: string,
  claims: (now: number) => Record<string, unknown>,
): SampleToken => ({ id, name, draft: (now) => ({ header: { typ }, claims: { iss: testIssuer, ...claims(now) } }) })

/** One sound token of each kind, with the claims that its standard asks for. */
export const sampleTokens: readonly SampleToken[] = [
  // RFC 9068 §2.2
  sample('access-token', 'Access token', 'at+jwt', (now) => ({
    sub: 'ana',
    aud: api,
    client_id: client,
    scope: 'openid orders.read',
    jti,
    ...fresh(now),
  })),
  // OpenID Connect Core §2
  sample('id-token', 'ID token', 'JWT', (now) => ({
    sub: 'ana',
    aud: client,
    nonce: 'n-0S6_WzA2Mj',
    auth_time: now - 5,
    ...fresh(now),
  })),
  // OpenID Connect Back-Channel Logout §2.4
  sample('logout-token', 'Logout token', 'logout+jwt', (now) => ({
    sub: 'ana',
    aud: client,
    jti,
    sid: 'session-1',
    ...fresh(now),
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  })),
  // RFC 7523 §3
  sample('client-assertion', 'Client assertion', 'JWT', (now) => ({
    iss: client,
    sub: client,
    aud: testIssuer,
    jti,
    iat: now,
    exp: now + 60,
  })),
  sample('jwt-grant', 'JWT grant', 'JWT', (now) => ({ sub: 'ana@example.com', aud: testIssuer, jti, ...fresh(now) })),
  // RFC 9101 §4
  sample('request-object', 'Authorization request', 'oauth-authz-req+jwt', (now) => ({
    iss: client,
    aud: testIssuer,
    client_id: client,
    response_type: 'code',
    redirect_uri: 'https://app.example.com/callback',
    scope: 'openid',
    state: 'af0ifjsldkj',
    ...fresh(now),
  })),
  // RFC 8417 §2.2
  sample('security-event', 'Security event', 'secevent+jwt', (now) => ({
    aud: client,
    jti,
    iat: now,
    events: { 'https://schemas.openid.net/secevent/caep/event-type/session-revoked': { event_timestamp: now } },
  })),
  // OpenID Connect Core §5.3.2
  sample('user-info', 'UserInfo response', 'JWT', () => ({
    sub: 'ana',
    aud: client,
    name: 'Ana Souza',
    email: 'ana@example.com',
  })),
  // RFC 9701 §5
  sample('introspection', 'Introspection response', 'token-introspection+jwt', (now) => ({
    aud: api,
    iat: now,
    token_introspection: { active: true, scope: 'orders.read', client_id: client, exp: now + 900 },
  })),
  // JARM §2.1
  sample('jarm', 'Authorization response (JARM)', 'JWT', (now) => ({
    aud: client,
    exp: now + 600,
    code: 'test-code',
    state: 'af0ifjsldkj',
  })),
  // RFC 9449 §4.2; a proof has no issuer.
  {
    id: 'dpop-proof',
    name: 'DPoP proof',
    draft: (now) => ({
      header: { typ: 'dpop+jwt' },
      claims: { jti, htm: 'GET', htu: 'https://api.example.com/orders', iat: now },
    }),
  },
  // OpenID Federation 1.0 §3
  sample('entity-statement', 'Entity statement', 'entity-statement+jwt', (now) => ({
    sub: testIssuer,
    jwks: { keys: [] },
    ...fresh(now),
  })),
  // W3C VC-JOSE-COSE §3.1.1
  sample('verifiable-credential', 'Verifiable credential', 'vc+jwt', () => ({
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    type: ['VerifiableCredential'],
    issuer: testIssuer,
    credentialSubject: { id: 'did:example:ana' },
  })),
]
