import type { Step } from '../../protocol/call.ts'
import type { Who } from '../fault.ts'
import type { FaultCode } from '../faults/catalogue.ts'
import type { Problem } from './problems.ts'

/** What the sentence of an error can be about: a parameter, a claim, a setting or a condition, and what each is for. */
export interface Topic {
  /** How it is called at the start of a title. */
  noun: string
  /** The words for it, in the languages in which errors are written. */
  words: RegExp
  /** The entry that it is a case of, at each step. */
  of: FaultCode | Record<'api' | 'token' | 'authorize', FaultCode>
  /** What it is, in one sentence. */
  meaning: string
  fix: string
  who: Who
  /** The names under which texts and tokens have its value; none where the value opens something. */
  values?: readonly string[]
  /** It is in most errors, and does not say which part of it was wrong. */
  broad?: true
  /** The problem that it has where the words name none. */
  problem?: Problem
  /** The title where it is something that is done, and could not be done. */
  failed?: string
}

const adviceOf = {
  exact: 'Values are compared character by character.',
} as const

/** In the order of their weight: what names one value before what names a thing that has several. */
export const topics: readonly Topic[] = [
  {
    noun: 'A file',
    failed: 'A file could not be read',
    words:
      /no such file|cannot find the (?:file|path)|file (?:was )?not found|arquivo n[aã]o|ENOENT|FileNotFound|(?:certificate|key) file\b|at this path|load (?:the )?(?:PEM|client cert)|permission denied.{0,40}\.(?:pem|key|crt|pfx|p12)/i,
    of: 'certificate-file-unreadable',
    meaning: 'Your app looks for the file relative to its working directory, with the rights of its account.',
    fix: 'Use the absolute path, check it from the account that runs your app, and deploy or mount the file there.',
    who: 'operator',
    problem: 'missing',
  },
  {
    noun: 'The audience',
    words: /\baud\b|\baudiences?\b|audi[eê]ncia|audiencia|受众|allowed_?audiences?|\bIDX10214\b/i,
    of: { api: 'audience-not-accepted', token: 'client-assertion-refused', authorize: 'audience-unknown' },
    meaning: `The audience (aud) names the recipient that a token or an assertion is for. ${adviceOf.exact}`,
    fix: 'Set the audience to the value that the recipient expects: its API identifier for an access token, its issuer or token endpoint URL for an assertion.',
    who: 'caller',
    values: ['aud', 'audience', 'audiences', 'resource', 'validaudience'],
  },
  {
    noun: 'The issuer',
    words: /\biss\b(?!ue)|\bissuer\b(?! cert)|emissor\b|\bemisor\b|émetteur|ausstell|发行者|発行者|\bIDX10205\b/i,
    of: { api: 'issuer-not-trusted', token: 'client-assertion-refused', authorize: 'metadata-of-other-issuer' },
    meaning: `The issuer (iss) names who issued the token. ${adviceOf.exact} Scheme, host, path and trailing slash count.`,
    fix: 'Make the configured issuer identical to the iss of the token and the issuer of the discovery document.',
    who: 'operator',
    values: ['iss', 'issuer', 'authority', 'issuer_url', 'issuer-uri', 'validissuer'],
  },
  {
    noun: 'The redirect URI',
    words:
      /redirect(?:ion|ed|_to)?[ _-]?(?:ur[il]|address)s?\b|(?:callback|return|reply|post[ _-]logout)[ _-]?(?:redirect[ _-])?ur[il]s?\b|ur[il] de (?:redire\w+|retorno|callback)|(?:umleitungs|weiterleitungs|rückleitungs)-?ur[il]|リダイレクト|回调地址|重定向/i,
    of: {
      api: 'redirect-uri-not-registered',
      token: 'redirect-uri-differs',
      authorize: 'redirect-uri-not-registered',
    },
    meaning: `The redirect URI of the request must be one that is registered for the client. ${adviceOf.exact} Scheme, host, port, path and trailing slash count.`,
    fix: 'Register exactly the redirect URI that your app sends, or make your app send a registered one.',
    who: 'caller',
    values: ['redirect_uri', 'redirecturi', 'redirect_url', 'redirecturl', 'callback_url', 'callbackurl'],
    problem: 'invalid',
  },
  {
    noun: 'The client authentication method',
    words:
      /client_secret_(?:basic|post|jwt)\b|private_key_jwt|tls_client_auth|token_endpoint_auth_method|(?:client )?authentication method|m[eé]todo de autentica/i,
    of: 'client-authentication-method-differs',
    meaning:
      'Each client is registered for one way to authenticate at the token endpoint: Basic header, form fields, signed assertion, certificate, or none.',
    fix: 'Set the same method on both sides: in your app or its library, or in the client’s registration.',
    who: 'caller',
    values: ['token_endpoint_auth_method'],
  },
  {
    noun: 'The token’s number of parts',
    words:
      /(?:found|has|got|with|contains?) (?:\d|five|one|two|four) (?:parts?|segments?)|(?:wrong|invalid|not enough|too many) (?:number of )?(?:parts|segments)/i,
    of: 'token-of-other-kind',
    meaning: 'A signed JWT (JWS) has three parts, an encrypted one (JWE) five, and an opaque token is no JWT at all.',
    fix: 'For five parts, turn off token encryption for this client at the identity provider (remove its encryption key), or configure decryption. For one part, request a JWT access token (often by naming the API’s audience), or use introspection.',
    who: 'operator',
    problem: 'invalid',
  },
  {
    noun: 'The token encryption',
    failed: 'A value could not be decrypted',
    words: /\bjwe\b|decrypt\w*|encrypted (?:id |access )?token|descriptograf|desencript|entschlüssel|復号|解密/i,
    of: 'token-not-decrypted',
    meaning: 'The value is encrypted, and the recipient does not have the key or cannot use it.',
    fix: 'Give the recipient the key that belongs to the encryption, the same on all its instances, or turn encryption off at the sender.',
    who: 'operator',
    problem: 'failed',
  },
  {
    noun: 'The signing algorithm',
    words: /\balg(?:orithm)?s?\b|\b(?:HS|RS|ES|PS)(?:256|384|512)\b|algoritmo/i,
    of: 'signing-algorithm-not-accepted',
    meaning: 'The recipient accepts only tokens that are signed with an algorithm it is configured for.',
    fix: 'Set the same algorithm where the token is signed and where it is verified.',
    who: 'operator',
    values: ['alg', 'algorithm', 'signing_alg', 'id_token_signed_response_alg'],
    problem: 'unsupported',
  },
  {
    noun: 'The signing key',
    words:
      /\bkid\b|key[ _-]?id\b|signing[ _-]?keys?|public ?keys?\b|jwks?\b|key ?sets?\b|no (?:matching )?key|chave p[uú]blica|签名密钥|公開鍵/i,
    of: 'no-matching-public-key',
    meaning: 'The recipient verifies a signature with the issuer’s published key that has the token’s key ID (kid).',
    fix: 'Check that the recipient can fetch the issuer’s key set from where it runs, and that the set contains the token’s kid.',
    who: 'operator',
    values: ['kid', 'jwks_uri', 'jwks_url'],
    problem: 'unknown',
  },
  {
    noun: 'The signature',
    words: /signature|assinatura|\bfirma\b|signatur\b|签名|署名|подпис/i,
    of: { api: 'token-signature-refused', token: 'client-assertion-refused', authorize: 'token-signature-refused' },
    meaning: 'The signature does not fit the signed content and the key that it was verified with.',
    fix: 'Verify with the key of the issuer that signed (same environment, same key ID), over the content exactly as it was signed.',
    who: 'caller',
    problem: 'invalid',
  },
  {
    noun: 'The nonce',
    words: /\bnonces?\b/i,
    of: 'application-nonce-mismatch',
    meaning: 'An app stores the nonce that it sends, and compares it with the nonce in the response.',
    fix: 'Use the nonce of the same request, and keep it until the response has arrived.',
    who: 'caller',
    values: ['nonce'],
  },
  {
    noun: 'The state',
    words:
      /\bstate (?:parameter|param|mismatch|cookie|value|token|is|was|does|did|not|verification|check|missing|invalid)\b|(?:invalid|missing|unknown|verify(?:ing)?|match(?:ing)?|oauth2?|the|stored|no|wrong|bad) (?:oauth2? |stored |auth )?state\b(?! of| machine)|stateMismatch|state_mismatch|invalid_state/i,
    of: 'application-state-mismatch',
    meaning: 'An app stores the state that it sends, and compares it with the state in the redirect.',
    fix: 'Start the sign-in again on the same host, and check that the cookie or session with the state comes back with the redirect.',
    who: 'operator',
    values: ['state'],
    problem: 'different',
  },
  {
    noun: 'The PKCE verifier or challenge',
    words: /code[ _-]?(?:verifier|challenge)|\bpkce\b/i,
    of: 'pkce-verifier-differs',
    meaning: 'The verifier of the token request must be the one whose SHA-256 was sent as code_challenge.',
    fix: 'Send the code_verifier that belongs to this sign-in’s code_challenge, unchanged.',
    who: 'caller',
  },
  {
    noun: 'The client secret',
    words:
      /(?:client|app|consumer|application)[ _-]?(?:secret|password)|\bsecret (?:key|value|id)\b|invalid secret|segredo|senha do cliente|clave secreta/i,
    of: 'client-secret-wrong',
    meaning: 'The client was recognized, but its secret was not accepted.',
    fix: 'Copy the secret’s value (not its ID or name) again for this client and environment, without spaces, and restart your app.',
    who: 'operator',
  },
  {
    noun: 'The client ID',
    words:
      /client[ _-]?(?:id|identifier)\b|unknown client|client (?:was )?not found|application (?:id|identifier|with identifier)|\bapp_?id\b|consumer key|cliente (?:nao|no) (?:encontrad|existe|cadastrad)|client inconnu/i,
    of: { api: 'client-not-found', token: 'client-not-found', authorize: 'client-unknown-at-sign-in' },
    meaning: 'The client ID names the registered app. Each environment, tenant and region has its own registrations.',
    fix: 'Compare the client ID that is sent with the registration at exactly this server (environment, tenant, region).',
    who: 'caller',
    values: ['client_id', 'clientid', 'appid'],
    problem: 'unknown',
  },
  {
    noun: 'The grant type',
    words: /grant[ _-]?types?\b|tipo de (?:concess[aã]o|grant)/i,
    of: 'grant-type-not-supported',
    meaning:
      'A client may use only the grant types that are enabled in its registration, and grant_type must name one of them exactly.',
    fix: 'Enable this grant type for the client, or send one that it may use.',
    who: 'caller',
    values: ['grant_type'],
    problem: 'not-allowed',
  },
  {
    noun: 'The response type',
    words: /response[ _-]?types?\b/i,
    of: 'response-type-not-supported',
    meaning: 'response_type must be one that the server offers and that the client is registered for.',
    fix: 'Send response_type=code, or enable the one that is sent in the client’s registration.',
    who: 'caller',
    values: ['response_type'],
    problem: 'unsupported',
  },
  {
    noun: 'The token renewal',
    failed: 'A token could not be renewed',
    words:
      /(?:refresh|renew|rafra[iî]chir|renouveler|renovar|atualizar|actualizar|refrescar|erneuern)(?:ing)? (?:the |le |o |el |das |den )?(?:access[ _-]|oauth )?(?:tokens?|jeton|session)\b(?! (?:token|request))|token (?:refresh|renewal) (?:failed|error)/i,
    of: 'refresh-token-dead',
    meaning:
      'The sender of this message could not renew a token. If it is a server in between, it means its own token for the next service, not the token that it received.',
    fix: 'If the message is from a server in between, retry later, and send its operators the time and the message. Otherwise have the user sign in again for a new refresh token.',
    who: 'api-team',
    problem: 'failed',
  },
  {
    noun: 'The refresh token',
    words: /refresh[ _-]?tokens?\b|refreshtoken|renewal token|token de (?:renova|atualiza|actualiza|refresco)/i,
    of: 'refresh-token-dead',
    meaning:
      'A refresh token ends by time, by use (where it rotates), by sign-out, or by a change of password, and is valid only for its own client.',
    fix: 'Have the user sign in again for a new refresh token. Store the newest one after each renewal.',
    who: 'end-user',
    problem: 'invalid',
  },
  {
    noun: 'The authorization code',
    words: /authori[sz]ation[ _-]code|auth[ _-]?code|verification code|c[oó]digo de autoriza|授权码|認可コード/i,
    of: 'code-not-accepted',
    meaning:
      'An authorization code works once, for a few minutes, for the client and redirect URI that it was issued for.',
    fix: 'Start the sign-in again and exchange the new code once, immediately, with the same redirect URI.',
    who: 'caller',
    problem: 'invalid',
  },
  {
    noun: 'The scope',
    words: /\bscopes?\b|\bescopos?\b|\bscp\b|\balcances?\b|スコープ|权限范围/i,
    of: { api: 'scope-insufficient', token: 'token-scope-not-accepted', authorize: 'scope-not-accepted' },
    meaning:
      'A scope must exist at the server, be enabled for the client, and be in the token where an API requires it.',
    fix: 'Request the scope by its exact name, have it enabled for the client, and get a new token.',
    who: 'caller',
    values: ['scope', 'scopes', 'scp'],
    problem: 'not-allowed',
  },
  {
    noun: 'The request_uri',
    words: /\brequest[ _]uri\b/i,
    of: 'request-uri-not-accepted',
    meaning:
      'A request_uri refers to pushed authorization parameters. It is valid for the seconds of expires_in, and usually once.',
    fix: 'Push the authorization request again and redirect to the new request_uri immediately.',
    who: 'caller',
    problem: 'expired',
  },
  {
    noun: 'The DPoP proof',
    words: /\bdpop\b/i,
    of: 'dpop-proof-invalid',
    meaning:
      'A DPoP proof is signed for one request (htm, htu), at one time (iat), with the key that its token is bound to.',
    fix: 'Sign a new proof for each request with that key, method and URL, and include ath for a token.',
    who: 'caller',
    problem: 'invalid',
  },
  {
    noun: 'The time in the token',
    words: /\b(?:iat|nbf|exp)\b|issued in the future|used before|clock|not (?:yet|before) valid|rel[oó]gio|時刻|时钟/i,
    of: { api: 'access-token-not-yet-valid', token: 'client-assertion-time', authorize: 'client-assertion-time' },
    meaning: 'The verifier compares exp, nbf and iat with its own clock, with a tolerance of seconds or minutes.',
    fix: 'Set both clocks by NTP, and let iat and exp lie within what the verifier allows.',
    who: 'caller',
    values: ['exp', 'iat', 'nbf'],
    problem: 'invalid',
  },
  {
    noun: 'The subject',
    words: /\bsub\b(?! (?:the|a)\b)|\bsubject\b(?! alternative)/i,
    of: { api: 'user-unknown', token: 'client-assertion-refused', authorize: 'user-unknown' },
    meaning: 'The subject (sub) names the user or client that a token or an assertion is about.',
    fix: 'Compare sub with what the recipient expects: its user mapping or trust condition, or the client ID for a client assertion.',
    who: 'caller',
    values: ['sub', 'subject'],
    problem: 'different',
  },
  {
    noun: 'The email address',
    words: /e-?mail(?:[ _](?:address|verified|claim|is|not))|email_verified|unverified email|e-?mail n[aã]o/i,
    of: 'account-not-allowed',
    meaning: 'The recipient identifies or checks the user by the email address in the token.',
    fix: 'Check the account’s email claim: it must be present, verified (email_verified: true) and the one that the recipient knows.',
    who: 'identity-team',
    values: ['email', 'email_verified'],
    problem: 'missing',
  },
  {
    noun: 'The client certificate',
    words:
      /client[ _-]?cert\w*|certificado (?:de|do|del) client\w*|mutual tls|\bmtls\b|certificat client|peer did not return a certificate/i,
    of: 'client-certificate-refused',
    meaning:
      'The server asks for a client certificate during the TLS handshake, and compares it with the registered one.',
    fix: 'Send the registered certificate with its private key and chain, and check its expiry date and environment.',
    who: 'operator',
    problem: 'invalid',
  },
  {
    noun: 'The name in the server’s certificate',
    words:
      /subject alternative|\baltnames?\b|\bIP SANs\b|certificate is (?:not )?valid for\b|hostname[^.]{0,60}certificate|certificate[^.]{0,60}host ?name/i,
    of: 'gateway-certificate-not-trusted',
    meaning:
      'The client compares the host that it calls, or its IP address, with the names in the server’s certificate.',
    fix: 'Call the server by a name in its certificate, or have the certificate issued with the called name (or IP address) as subject alternative name.',
    who: 'operator',
    problem: 'different',
  },
  {
    noun: 'The IP address',
    words:
      /\bip(?:[ _-]?address|s)?\b(?=[^.]{0,60}(?:allow|white|block|restrict|permit|author|autoriz|deny|denied|not|invalid|liberad))|ip n[aã]o/i,
    of: 'address-not-allowed',
    meaning: 'The server accepts calls only from addresses on its list.',
    fix: 'Have the outgoing IP address of the calling server added to the list.',
    who: 'operator',
    values: ['ip', 'client_ip', 'remote_addr'],
    problem: 'not-allowed',
  },
  {
    noun: 'The tenant or realm',
    words: /\btenants?\b|\brealms?\b(?! ?=)|identity[ _-]domain|inquilino|locat[aá]rio/i,
    of: 'tenant-not-found',
    meaning: 'Users, clients and keys are registered for one tenant (realm, organization).',
    fix: 'Compare the tenant in the URL with the one in which the client and the user are registered.',
    who: 'caller',
    values: ['tenant', 'tenant_id', 'tid', 'realm'],
    problem: 'unknown',
  },
  {
    noun: 'The user’s consent',
    words: /\bconsent(?:ed|s|ing)?\b|consentimento|consentimiento|approved this consumer|admin approval|zustimmung/i,
    of: 'consent-missing',
    meaning: 'The user or an administrator must approve what the client asks for.',
    fix: 'Have the user or an administrator consent to exactly these scopes, then sign in again.',
    who: 'end-user',
    problem: 'missing',
  },
  {
    noun: 'Multi-factor authentication',
    words: /multi-?factor|\bmfa\b|\botp\b|second factor|two-factor|\b2fa\b|\bacr(?:_values)?\b/i,
    of: 'reauthentication-needed',
    meaning: 'The server requires a stronger sign-in than the one the session or token has.',
    fix: 'Have the user sign in interactively with the required factor.',
    who: 'end-user',
    problem: 'missing',
  },
  {
    noun: 'The cookie',
    words: /\bcookies?\b|samesite/i,
    of: 'sign-in-cookie-lost',
    meaning: 'An app finds the sign-in again by a cookie that the browser must send with the redirect.',
    fix: 'Check that the cookie is set and comes back: same host and scheme, Secure with https, SameSite as the redirect needs it.',
    who: 'operator',
    problem: 'missing',
  },
  {
    noun: 'The content type',
    words: /content[ _-]?type|media type|application\/(?:json|x-www-form-urlencoded)/i,
    of: 'media-type-not-supported',
    meaning: 'The server reads the body only in the format that Content-Type names and that it supports.',
    fix: 'Send the body in the format that the server documents, with the matching Content-Type.',
    who: 'caller',
    values: ['content-type'],
    problem: 'unsupported',
  },
  {
    noun: 'The permission',
    words: /permission|privilege|\broles?\b|permiss[aã]o|permiso|berechtigung|autoris[eé]|権限|权限/i,
    of: 'permission-missing',
    meaning: 'The token was accepted, but its user or client lacks a right that this call needs.',
    fix: 'Have the named role or permission granted to the user or client behind the token, and get a new token.',
    who: 'operator',
    problem: 'missing',
  },
  {
    noun: 'The policy',
    words: /\bpolic(?:y|ies)\b|pol[ií]tica/i,
    of: 'identity-policy-refuses',
    meaning: 'A rule at the server does not allow this request.',
    fix: 'Have the policy that the message names changed or assigned for this client and user.',
    who: 'identity-team',
    problem: 'not-allowed',
  },
  {
    noun: 'The user account',
    words: /\busers?\b(?! agent)|\baccounts?\b|usu[aá]rio|\bconta\b|cuenta|benutzer|utilisateur|ユーザー?|用户/i,
    of: 'account-not-allowed',
    meaning: 'The identity service does not know this account, or does not allow it to sign in.',
    fix: 'Check that the account exists in this environment, is active and is assigned to the client.',
    who: 'identity-team',
    broad: true,
  },
  {
    noun: 'The client assertion',
    words: /\bassertion\b|asser[cç][aã]o/i,
    of: 'client-assertion-refused',
    meaning: 'An assertion is a JWT that the client signs; its claims, times, key and signature are verified.',
    fix: 'Compare iss, sub, aud, exp and kid of the assertion with what the server requires.',
    who: 'caller',
    broad: true,
    problem: 'invalid',
  },
  {
    noun: 'The token',
    words: /\btokens?\b|\bjwt\b|bearer|jeton|令牌|トークン|토큰|токен/i,
    of: 'invalid-token',
    meaning: 'The token was not accepted.',
    fix: 'Get a new token and send it unchanged.',
    who: 'caller',
    broad: true,
    problem: 'invalid',
  },
  {
    noun: 'The client',
    words: /\bclients?\b|client[eè]s?\b|credential|credenciai?s|credenciales|authenticat/i,
    of: 'client-authentication-failed',
    meaning: 'The client was not authenticated.',
    fix: 'Compare client ID and secret with the registration.',
    who: 'caller',
    broad: true,
    problem: 'invalid',
  },
]

/** The topics that words name; those that are not broad alone, where there are any. */
export function topicsOf(words: string): Topic[] {
  const all = topics.filter((one) => one.words.test(words))
  const narrow = all.filter(({ broad }) => !broad)
  return narrow.length > 0 ? narrow : all
}

/** The entry for a topic at a step. */
export function codeOf({ of }: Topic, step: Step): FaultCode {
  return typeof of === 'string' ? of : of[step === 'refresh' ? 'token' : step]
}
