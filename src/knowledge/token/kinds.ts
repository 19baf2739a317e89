import { type Basis, inferred, standard } from '../protocol/basis.ts'
import type { LifeLimits } from './life-limit.ts'

/** What a token is for. */
export type TokenKind = keyof typeof rows

/** What is to be known of a kind of token, and what its standard says of its claims. */
export interface KindRow {
  name: string
  purpose: string
  /** Who signs it: the identity service, a client, anyone who has a key, or a service of another sort. */
  signedBy: 'issuer' | 'client' | 'holder' | 'other'
  /** Claims without which it is none of this kind. */
  must?: readonly string[]
  /** Claims that its standard lists and that many issuers leave out. */
  usual?: readonly string[]
  /** Claims that it must not have. */
  mustNot?: readonly string[]
  /** How long its standard lets it live. */
  limits?: LifeLimits
  /** Where the rules for its claims stand. */
  basis: Basis
}

const vendors = inferred('what its vendor documents; no standard has rules for its claims')

const rows = {
  access: {
    name: 'Access token',
    purpose: 'It gives access to APIs until it expires. Unless it is bound to a key, anyone who has it can use it.',
    signedBy: 'issuer',
    usual: ['iss', 'exp', 'aud', 'sub', 'client_id', 'iat', 'jti'],
    basis: standard('RFC 9068 §2.2, for tokens with the type at+jwt'),
  },
  id: {
    name: 'ID token',
    purpose: 'It tells the client who signed in. It is not meant for calling APIs.',
    signedBy: 'issuer',
    must: ['iss', 'sub', 'aud', 'exp', 'iat'],
    basis: standard('OpenID Connect Core §2'),
  },
  refresh: {
    name: 'Refresh token',
    purpose:
      'It is used to get new access tokens, and only by its own client. It outlives them, so protect it especially well.',
    signedBy: 'issuer',
    basis: standard('RFC 6749 §1.5: its content is only for the identity service'),
  },
  offline: {
    name: 'Offline token',
    purpose: 'A refresh token that outlives the session: it can be used to get new access tokens until it is revoked.',
    signedBy: 'issuer',
    basis: standard('RFC 6749 §1.5, OpenID Connect Core §11'),
  },
  logout: {
    name: 'Logout token',
    purpose: 'It tells a client that a session has ended. It grants no access.',
    signedBy: 'issuer',
    must: ['iss', 'aud', 'iat', 'jti', 'events'],
    usual: ['exp'],
    mustNot: ['nonce'],
    basis: standard('OpenID Connect Back-Channel Logout §2.4'),
  },
  proof: {
    name: 'DPoP proof',
    purpose: 'It proves that the sender of a request has a key. It is used only once.',
    signedBy: 'holder',
    must: ['jti', 'htm', 'htu', 'iat'],
    basis: standard('RFC 9449 §4.2'),
  },
  assertion: {
    name: 'Client assertion',
    purpose: 'It authenticates a client at the token endpoint, instead of a secret.',
    signedBy: 'client',
    must: ['iss', 'sub', 'aud', 'exp'],
    usual: ['jti', 'iat'],
    basis: standard('RFC 7523 §3'),
  },
  grant: {
    name: 'JWT grant',
    purpose: 'It is exchanged for an access token at the token endpoint (grant type jwt-bearer).',
    signedBy: 'client',
    must: ['iss', 'aud', 'exp'],
    usual: ['sub'],
    basis: standard('RFC 7523 §3'),
  },
  request: {
    name: 'Request object',
    purpose: 'It contains the signed parameters of an authorization request.',
    signedBy: 'client',
    usual: ['client_id', 'iss', 'aud'],
    mustNot: ['request', 'request_uri'],
    basis: standard('RFC 9101 §4'),
  },
  response: {
    name: 'Authorization response (JARM)',
    purpose: 'It contains the signed response of the authorization endpoint: a code or an error.',
    signedBy: 'issuer',
    must: ['iss', 'aud', 'exp'],
    basis: standard('JARM §2.1'),
  },
  event: {
    name: 'Security event token',
    purpose: 'It reports something that happened. It grants no access, so it need not expire.',
    signedBy: 'issuer',
    must: ['iss', 'iat', 'jti', 'events'],
    basis: standard('RFC 8417 §2.2'),
  },
  introspection: {
    name: 'Introspection response',
    purpose: 'It is a signed statement that tells an API what an access token allows. It grants no access.',
    signedBy: 'issuer',
    must: ['iss', 'aud', 'iat', 'token_introspection'],
    basis: standard('RFC 9701 §5'),
  },
  userinfo: {
    name: 'UserInfo response',
    purpose: 'It is a signed statement that tells the client about the user. It grants no access.',
    signedBy: 'issuer',
    must: ['sub'],
    usual: ['iss', 'aud'],
    basis: standard('OpenID Connect Core §5.3.2'),
  },
  'software-statement': {
    name: 'Software statement',
    purpose: 'It vouches for a client that registers itself.',
    signedBy: 'other',
    must: ['iss'],
    basis: standard('RFC 7591 §2.3'),
  },
  attestation: {
    name: 'Client attestation',
    purpose: 'It shows that a client is genuine and which key it has.',
    signedBy: 'other',
    must: ['sub', 'exp', 'cnf'],
    usual: ['iss'],
    basis: standard('draft-ietf-oauth-attestation-based-client-auth §5.1'),
  },
  'attestation-proof': {
    name: 'Proof for a client attestation',
    purpose: 'It shows that the client has the key of its attestation. It is used only once.',
    signedBy: 'client',
    must: ['aud', 'jti'],
    usual: ['iat'],
    basis: standard('draft-ietf-oauth-attestation-based-client-auth §5.2'),
  },
  'sd-jwt': {
    name: 'SD-JWT',
    purpose: 'Its holder decides which of its claims to disclose.',
    signedBy: 'issuer',
    basis: standard('RFC 9901 §4.1'),
  },
  'sd-jwt-vc': {
    name: 'SD-JWT credential',
    purpose: 'A credential whose holder decides which of its claims to disclose.',
    signedBy: 'issuer',
    must: ['vct'],
    basis: standard('draft-ietf-oauth-sd-jwt-vc §3.2.2'),
  },
  'key-binding': {
    name: 'Key binding JWT',
    purpose: 'It shows a verifier that the presenter of an SD-JWT has its key. It is used only once.',
    signedBy: 'holder',
    must: ['iat', 'aud', 'nonce', 'sd_hash'],
    basis: standard('RFC 9901 §4.3'),
  },
  credential: {
    name: 'Verifiable credential',
    purpose: 'An issuer states something about a subject, who can show it to others.',
    signedBy: 'issuer',
    basis: standard('W3C Securing Verifiable Credentials using JOSE and COSE §3.1.1'),
  },
  presentation: {
    name: 'Verifiable presentation',
    purpose: 'A holder shows credentials to one verifier.',
    signedBy: 'holder',
    basis: standard('W3C Securing Verifiable Credentials using JOSE and COSE §3.1.2'),
  },
  'credential-proof': {
    name: 'Proof for a credential request',
    purpose: 'It shows a credential issuer that the wallet has a key. It is used only once.',
    signedBy: 'holder',
    must: ['aud', 'iat'],
    basis: standard('OpenID for Verifiable Credential Issuance, Appendix F.1'),
  },
  'key-attestation': {
    name: 'Key attestation',
    purpose: 'It vouches for how a wallet’s keys are stored.',
    signedBy: 'other',
    must: ['iat', 'attested_keys'],
    basis: standard('OpenID for Verifiable Credential Issuance, Appendix D.1'),
  },
  'status-list': {
    name: 'Status list token',
    purpose: 'It lists which credentials or tokens are revoked.',
    signedBy: 'issuer',
    must: ['sub', 'iat', 'status_list'],
    basis: standard('draft-ietf-oauth-status-list §5.1'),
  },
  'entity-statement': {
    name: 'Entity statement',
    purpose: 'One member of a federation states something about another, or about itself.',
    signedBy: 'issuer',
    must: ['iss', 'sub', 'iat', 'exp'],
    basis: standard('OpenID Federation §3.1'),
  },
  'trust-mark': {
    name: 'Trust mark',
    purpose: 'It says that a member of a federation meets certain rules.',
    signedBy: 'other',
    must: ['iss', 'sub', 'iat'],
    basis: standard('OpenID Federation §7.1'),
  },
  'trust-mark-delegation': {
    name: 'Trust mark delegation',
    purpose: 'The owner of a trust mark authorizes another party to issue it.',
    signedBy: 'other',
    must: ['iss', 'sub', 'iat'],
    basis: standard('OpenID Federation §7.2.1'),
  },
  'resolve-response': {
    name: 'Resolve response',
    purpose: 'It says what a federation knows about one of its members.',
    signedBy: 'issuer',
    must: ['iss', 'sub', 'iat', 'exp'],
    basis: standard('OpenID Federation §8.3.2'),
  },
  'signed-keys': {
    name: 'Signed key set',
    purpose: 'It publishes the keys of a member of a federation.',
    signedBy: 'issuer',
    must: ['iss', 'sub', 'keys'],
    basis: standard('OpenID Federation §5.2.1'),
  },
  workload: {
    name: 'Workload identity token',
    purpose: 'A program uses it to prove its identity and gets cloud credentials in exchange.',
    signedBy: 'issuer',
    must: ['iss', 'sub', 'aud', 'exp'],
    basis: inferred('OpenID Connect Core §2, which these services say they follow'),
  },
  'service-account': {
    name: 'Service account token',
    purpose: 'A program in a cluster uses it to call the Kubernetes API.',
    signedBy: 'issuer',
    must: ['iss', 'sub'],
    usual: ['aud', 'exp'],
    basis: inferred('Kubernetes documentation; tokens in secrets have no expiry and no audience'),
  },
  svid: {
    name: 'JWT-SVID',
    purpose: 'A workload uses it to present its SPIFFE ID to another.',
    signedBy: 'issuer',
    must: ['sub', 'aud', 'exp'],
    basis: standard('SPIFFE JWT-SVID §3'),
  },
  instance: {
    name: 'Instance identity token',
    purpose: 'A virtual machine uses it to prove its identity.',
    signedBy: 'issuer',
    must: ['iss', 'aud', 'exp'],
    basis: vendors,
  },
  'workload-proof': {
    name: 'Workload proof token',
    purpose: 'A workload uses it to prove that it sent a request. It is used only once.',
    signedBy: 'holder',
    basis: standard('draft-ietf-wimse-wpt'),
  },
  transaction: {
    name: 'Transaction token',
    purpose: 'It tells the services behind a gateway who and what a request is about.',
    signedBy: 'issuer',
    must: ['iat', 'aud', 'exp', 'txn'],
    basis: standard('draft-ietf-oauth-transaction-tokens §4'),
  },
  'custom-token': {
    name: 'Custom token',
    purpose: 'A server creates it to sign a user in: the app exchanges it for an ID token.',
    signedBy: 'client',
    must: ['iss', 'sub', 'aud', 'exp', 'uid'],
    basis: vendors,
  },
  session: {
    name: 'Session token',
    purpose: 'It shows that a user has a session.',
    signedBy: 'issuer',
    basis: vendors,
  },
  app: {
    name: 'JWT signed by an app',
    purpose: 'A program signs it with its own key to authenticate to a vendor’s service.',
    signedBy: 'client',
    basis: vendors,
  },
  'api-key': {
    name: 'API key in JWT format',
    purpose: 'It represents a project or a service, not a person, and is often valid for years.',
    signedBy: 'issuer',
    basis: vendors,
  },
  vapid: {
    name: 'VAPID token',
    purpose: 'An application server uses it to identify itself to a push service.',
    signedBy: 'client',
    must: ['aud', 'exp'],
    usual: ['sub'],
    limits: { ahead: 86_400 },
    basis: standard('RFC 8292 §2'),
  },
  passport: {
    name: 'PASSporT',
    purpose: 'It vouches for the number that a call comes from.',
    signedBy: 'other',
    must: ['orig', 'dest', 'iat'],
    basis: standard('RFC 8225 §5'),
  },
  action: {
    name: 'Action token',
    purpose: 'A link that contains it lets a user do one thing, such as verify an email address or set a password.',
    signedBy: 'issuer',
    basis: vendors,
  },
  registration: {
    name: 'Client registration token',
    purpose: 'It allows a program to register or change a client.',
    signedBy: 'issuer',
    basis: standard('RFC 7591 §1.2, RFC 7592 §3: its content is only for the identity service'),
  },
  'proxy-claims': {
    name: 'Claims from a proxy',
    purpose: 'A load balancer or proxy tells the app behind it who signed in.',
    signedBy: 'issuer',
    basis: vendors,
  },
  receipt: {
    name: 'Signed data from an app store',
    purpose: 'It tells a server what was bought or what happened. It grants no access.',
    signedBy: 'other',
    basis: vendors,
  },
  charge: {
    name: 'Pix charge',
    purpose: 'It tells a bank’s app which payment a QR code requests. It grants no access.',
    signedBy: 'other',
    basis: inferred('the manual of Pix initiation standards of the Central Bank of Brazil'),
  },
  'device-attestation': {
    name: 'Device attestation',
    purpose: 'It vouches for a device, an app or its state.',
    signedBy: 'other',
    basis: standard('RFC 9711 §4'),
  },
  'authenticator-list': {
    name: 'List of authenticators (FIDO metadata)',
    purpose: 'It lists passkey authenticators and what is known about them. It grants no access.',
    signedBy: 'other',
    must: ['no', 'nextUpdate', 'entries'],
    basis: standard('FIDO Metadata Service §3.1.7'),
  },
  'api-description': {
    name: 'Signed metadata',
    purpose: 'An identity service’s signed statement of its endpoints and capabilities.',
    signedBy: 'issuer',
    must: ['iss'],
    basis: standard('RFC 8414 §2.1'),
  },
  secret: {
    name: 'Key or opaque token',
    purpose: 'Only the service that created it can tell what it allows. Treat it as a secret.',
    signedBy: 'other',
    basis: vendors,
  },
  password: {
    name: 'User name and password (Basic)',
    purpose: 'It is an encoded password, which anyone can decode.',
    signedBy: 'other',
    basis: standard('RFC 7617 §2'),
  },
  certificate: {
    name: 'Certificate',
    purpose: 'An authority vouches for a public key and its owner. It grants no access without the private key.',
    signedBy: 'other',
    basis: vendors,
  },
  'public-key': {
    name: 'Public key',
    purpose: 'Others verify or encrypt with it. It is public and grants no access.',
    signedBy: 'other',
    basis: vendors,
  },
  cookie: {
    name: 'Session cookie',
    purpose: 'It belongs to the framework of a web application. Anyone who has it can act as the user.',
    signedBy: 'other',
    basis: vendors,
  },
  paseto: {
    name: 'PASETO',
    purpose: 'A token format other than JWT, with fixed algorithms for each version.',
    signedBy: 'issuer',
    basis: standard('PASETO specification'),
  },
  handshake: {
    name: 'Message of a sign-in',
    purpose: 'It is one step of a sign-in between a program and a server.',
    signedBy: 'other',
    basis: vendors,
  },
  saml: {
    name: 'SAML message',
    purpose: 'It is the base64-encoded XML of a SAML sign-in.',
    signedBy: 'issuer',
    basis: standard('SAML 2.0 Bindings §3.4 and §3.5'),
  },
  'signed-content': {
    name: 'Signed content (JWS)',
    purpose: 'It vouches for content that is not claims, or that was sent separately. It grants no access.',
    signedBy: 'other',
    basis: standard('RFC 7515 §3 and Appendix F'),
  },
  message: {
    name: 'Signed message of an API',
    purpose: 'It is a signed API request or response, so that its sender cannot deny it. It grants no access.',
    signedBy: 'other',
    must: ['iss', 'aud', 'jti', 'iat'],
    basis: inferred('signed messages of Open Finance Brasil and FAPI 2.0 Message Signing'),
  },
  'research-passport': {
    name: 'GA4GH passport',
    purpose: 'It contains visas: statements about a researcher that others vouch for.',
    signedBy: 'issuer',
    basis: standard('GA4GH Passport v1.2'),
  },
  'research-visa': {
    name: 'GA4GH visa',
    purpose: 'One statement about a researcher: an affiliation, or access to a data set.',
    signedBy: 'issuer',
    basis: standard('GA4GH Passport v1.2'),
  },
  unknown: {
    name: 'Token of an unknown kind',
    purpose: 'Nothing in it says what it is for.',
    signedBy: 'other',
    basis: standard('RFC 7519 §4: no claim is mandatory'),
  },
} satisfies Record<string, KindRow>

/** Every kind with its name, and what is to be known of it. */
export const tokenKinds: Readonly<Record<TokenKind, KindRow>> = rows

/** Types of headers that name a kind, without `application/` and in small letters. */
export const typedKinds: ReadonlyMap<string, [TokenKind, Basis]> = new Map([
  ['at+jwt', ['access', standard('RFC 9068 §2.1')]],
  ['logout+jwt', ['logout', standard('OpenID Connect Back-Channel Logout §2.4')]],
  ['dpop+jwt', ['proof', standard('RFC 9449 §4.2')]],
  ['oauth-authz-req+jwt', ['request', standard('RFC 9101 §10.8')]],
  ['client-authentication+jwt', ['assertion', standard('draft-ietf-oauth-rfc7523bis §4')]],
  ['authorization-grant+jwt', ['grant', standard('draft-ietf-oauth-rfc7523bis §4')]],
  ['secevent+jwt', ['event', standard('RFC 8417 §2.3')]],
  ['id_token+jwt', ['id', inferred('the name of the type, which no standard registers')]],
  ['token-introspection+jwt', ['introspection', standard('RFC 9701 §5')]],
  ['oauth-client-attestation+jwt', ['attestation', standard(tokenKinds.attestation.basis.reference)]],
  [
    'oauth-client-attestation-pop+jwt',
    ['attestation-proof', standard(tokenKinds['attestation-proof'].basis.reference)],
  ],
  ['dc+sd-jwt', ['sd-jwt-vc', standard('draft-ietf-oauth-sd-jwt-vc §3.2.1')]],
  ['vc+sd-jwt', ['sd-jwt-vc', standard('draft-ietf-oauth-sd-jwt-vc, before its eighth version')]],
  ['vc-ld+sd-jwt', ['sd-jwt', standard('W3C Securing Verifiable Credentials using JOSE and COSE §3.2.1')]],
  ['example+sd-jwt', ['sd-jwt', standard('RFC 9901 §4.1')]],
  ['sd+jwt', ['sd-jwt', standard('RFC 9901 §4.1')]],
  ['sd-jwt', ['sd-jwt', standard('RFC 9901 §4.1')]],
  ['kb+jwt', ['key-binding', standard('RFC 9901 §4.3')]],
  ['vc+jwt', ['credential', standard('W3C Securing Verifiable Credentials using JOSE and COSE §3.1.1')]],
  ['vc-ld+jwt', ['credential', standard('W3C Securing Verifiable Credentials using JOSE and COSE §3.1.1')]],
  ['vc+ld+json+jwt', ['credential', standard('W3C Securing Verifiable Credentials using JOSE and COSE §3.1.1')]],
  ['vp+jwt', ['presentation', standard('W3C Securing Verifiable Credentials using JOSE and COSE §3.1.2')]],
  ['vp-ld+jwt', ['presentation', standard('W3C Securing Verifiable Credentials using JOSE and COSE §3.1.2')]],
  ['vp+ld+json+jwt', ['presentation', standard('W3C Securing Verifiable Credentials using JOSE and COSE §3.1.2')]],
  ['openid4vci-proof+jwt', ['credential-proof', standard(tokenKinds['credential-proof'].basis.reference)]],
  ['key-attestation+jwt', ['key-attestation', standard(tokenKinds['key-attestation'].basis.reference)]],
  ['keyattestation+jwt', ['key-attestation', standard(tokenKinds['key-attestation'].basis.reference)]],
  ['statuslist+jwt', ['status-list', standard('draft-ietf-oauth-status-list §5.1')]],
  ['entity-statement+jwt', ['entity-statement', standard('OpenID Federation §3')]],
  ['trust-mark+jwt', ['trust-mark', standard('OpenID Federation §7')]],
  ['trust-mark-delegation+jwt', ['trust-mark-delegation', standard('OpenID Federation §7.2.1')]],
  ['resolve-response+jwt', ['resolve-response', standard('OpenID Federation §8.3.2')]],
  ['jwk-set+jwt', ['signed-keys', standard('OpenID Federation §5.2.1')]],
  ['explicit-registration-response+jwt', ['software-statement', standard('OpenID Federation §12.2.3')]],
  ['txntoken+jwt', ['transaction', standard('draft-ietf-oauth-transaction-tokens §4')]],
  ['wit+jwt', ['workload', standard('draft-ietf-wimse-workload-creds §3.1')]],
  ['wimse-id+jwt', ['workload', standard('draft-ietf-wimse-s2s-protocol, before it was split')]],
  ['wpt+jwt', ['workload-proof', standard('draft-ietf-wimse-wpt')]],
  ['wimse-proof+jwt', ['workload-proof', standard('draft-ietf-wimse-s2s-protocol')]],
  ['passport', ['passport', standard('RFC 8225 §4.1')]],
  ['eat+jwt', ['device-attestation', standard('RFC 9782 §6')]],
])
