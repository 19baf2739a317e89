import { inferred, standard } from '../../protocol/basis.ts'
import { bytesOfBase64, textOfBase64 } from '../../text/base64.ts'
import { parseJson } from '../../text/json.ts'
import { textOfUtf8 } from '../../text/utf8.ts'
import { contentOf, type Form, type FormRead, objectIn, secondsOf, timesOf, writtenBy } from './opaque-form.ts'
import { readSaml, readSamlXml } from './saml.ts'

/** Tokens and messages of sign-ins that are no JWT. */
export const identityForms: readonly Form[] = [
  {
    kind: 'secret',
    name: 'User name and password (curl -u)',
    pattern: /\bcurl\b[^\n]{0,400}?\s(?:-u|--user)[ =]{0,2}["']?(?<value>[^\s"':$]{1,200}:[^\s"'$]{6,300})/g,
    why: 'It is the value of -u in a curl command: a name, a colon and a password, which curl sends as Basic.',
    basis: inferred('the manual of curl'),
    note: 'At a token, introspection or revocation endpoint, the name is a client ID and the password its client secret. If others have seen it, replace the secret.',
    read: (value) => ({ content: { user: value.slice(0, value.indexOf(':')) } }),
  },
  {
    kind: 'password',
    name: 'User name and password (Basic)',
    pattern:
      /\b(?<from>(?:proxy-)?authorization)?["']?\s{0,4}[:=]?\s{0,4}["']?\bBasic\s{1,4}(?<value>[A-Za-z0-9+/_-]{4,4000}={0,2})/gi,
    why: 'The word Basic and a base64-encoded name, colon and password.',
    basis: standard('RFC 7617 §2'),
    note: 'It is not encrypted. At a token endpoint, the name is the client ID and the password is the client secret.',
    read: (value) => {
      const [user, ...password] = (textOfBase64(value) ?? '').split(':')
      return password.length > 0 && user !== undefined && /^[^\p{Cc}]*$/u.test(user)
        ? {
            content: contentOf({
              'user name': user,
              'the user name is': userForms.find(([form]) => form.test(user))?.[1],
            }),
          }
        : undefined
    },
  },
  {
    kind: 'password',
    name: 'User name and password of a registry (Docker)',
    pattern: /"auth"\s{0,4}:\s{0,4}"(?<value>[A-Za-z0-9+/]{8,4000}={0,2})"/g,
    why: 'It was under “auth” and is a base64-encoded name, colon and password, as stored by Docker.',
    basis: inferred('the configuration file of Docker'),
    note: 'It is not encrypted.',
    read: (value) => {
      const [, user] = /^([^:\p{Cc}]{1,200}):[^\p{Cc}]+$/u.exec(textOfBase64(value) ?? '') ?? []
      return user === undefined ? undefined : { content: { 'user name': user } }
    },
  },
  {
    kind: 'paseto',
    name: 'PASETO',
    pattern: /(?<![\w.-])(?<value>v[1-4]\.public\.[\w-]{40,20000}(?:\.[\w-]{1,4000})?)/g,
    why: 'It begins with a version and “public”: it is signed, and its claims can be read.',
    basis: standard('PASETO specification'),
    read: readPaseto,
  },
  {
    kind: 'paseto',
    name: 'Encrypted PASETO',
    encrypted: true,
    pattern: /(?<![\w.-])(?<value>v[1-4]\.local\.[\w-]{40,20000}(?:\.[\w-]{1,4000})?)/g,
    why: 'It begins with a version and “local”: it is encrypted, and only a holder of the shared key can read it.',
    basis: standard('PASETO specification'),
    read: (value) => {
      const [version = '', , , footer] = value.split('.')
      return {
        name: `Encrypted PASETO (${version}.local)`,
        content: footer === undefined ? undefined : { footer: textOfBase64(footer) ?? footer },
      }
    },
  },
  {
    kind: 'saml',
    name: 'SAML message',
    pattern:
      /(?<from>SAMLResponse|SAMLRequest)(?:["']?\s{0,4}(?:value=)?[=:]\s{0,4}|["'][^<>]{0,80}value=)["']?(?<value>[\w%+/-]{40,200000}(?:=|%3D){0,2})/gi,
    why: 'It was in a SAML parameter and is base64-encoded XML.',
    basis: standard('SAML 2.0 Bindings §3.4.4 and §3.5.4'),
    read: (value, _from, rest) => readSaml(value, rest),
  },
  {
    kind: 'saml',
    name: 'SAML message',
    pattern:
      /(?<![\w+/=-])(?<value>(?:PHNhbWxw|PHNhbWw|PFJlc3BvbnNl|PEF1dGhuUmVxdWVzdA|PEFzc2VydGlvb|PD94bWwg|PG5zM|PHNhb)[\w+/-]{40,200000}={0,2})/g,
    why: 'It is base64-encoded SAML XML.',
    basis: standard('SAML 2.0 Bindings §3.5.4'),
    read: (value) => readSaml(value),
  },
  {
    kind: 'saml',
    name: 'SAML message',
    pattern: /(?<value><saml2?p?:(?:Response|Assertion|AuthnRequest|LogoutRequest|LogoutResponse)\b[^<>]{0,3000}>)/g,
    why: 'It is SAML XML.',
    basis: standard('SAML 2.0 Core §2 and §3'),
    read: (_value, _from, rest) => readSamlXml(rest),
  },
  {
    kind: 'device-attestation',
    name: 'Passkey response (client data)',
    pattern:
      /(?:"?(?<from>clientDataJSON)"?\s{0,4}[:=]\s{0,4}"?)?(?<![\w+/-])(?<value>eyJ0eXBlIjoid2ViYXV0aG4[\w+/-]{20,4000}={0,2})/g,
    why: 'It is the base64url-encoded data that is signed for a passkey: type, challenge and origin.',
    basis: standard('WebAuthn §5.8.1'),
    read: (value) => {
      const content = objectIn(textOfBase64(value))
      return content && { content }
    },
  },
  {
    kind: 'secret',
    name: 'Digest credentials',
    pattern: /\bDigest\s{1,4}(?<value>(?=[^\n]{0,1500}\bresponse=)username\*?="[^"\n]{1,200}"[^\n]{20,1500})/g,
    why: 'The word Digest and a response that was computed from the password.',
    basis: standard('RFC 7616 §3.4'),
    read: readParameters('username', 'realm', 'uri', 'algorithm', 'qop'),
  },
  {
    kind: 'secret',
    name: 'OAuth 1.0a signature',
    pattern: /\bOAuth\s{1,4}(?<value>(?=[^\n]{0,1500}\boauth_signature=)[^\n]{20,1500})/g,
    why: 'The word OAuth and parameters of OAuth 1.0a, with the signature of one request.',
    basis: standard('RFC 5849 §3.5.1'),
    note: 'It is for one request. It is neither an OAuth 2.0 token nor a bearer token.',
    read: (value) => {
      const read = readParameters(
        'oauth_consumer_key',
        'oauth_signature_method',
        'oauth_version',
        'oauth_timestamp',
      )(value)
      const at = Number(/oauth_timestamp="?(\d{9,11})/.exec(value)?.[1])
      return { ...read, ...(Number.isFinite(at) && { times: { iat: at } }) }
    },
  },
  {
    kind: 'secret',
    name: 'Hawk credentials',
    pattern: /\bHawk\s{1,4}(?<value>(?=[^\n]{0,1500}\bmac=)id="[^"\n]{1,200}"[^\n]{20,1500})/g,
    why: 'The word Hawk and a MAC over one request.',
    basis: inferred('the documentation of Hawk'),
    read: readParameters('id', 'ts', 'ext'),
  },
  {
    kind: 'signed-content',
    name: 'HTTP message signature',
    pattern: /(?<from>signature-input)\s{0,4}:\s{0,4}(?<value>[\w-]{1,60}=\([^)\n]{0,1500}\)[^\n]{0,600})/gi,
    why: 'It lists which parts of a message are signed. The signature is in the Signature header.',
    basis: standard('RFC 9421 §4.1'),
    read: (value) => {
      const time = (name: string) =>
        Number(new RegExp(`\\b${name}=(\\d{9,11})`).exec(value)?.[1] ?? Number.NaN) || undefined
      return {
        content: contentOf({
          parts: [...(/\(([^)]*)\)/.exec(value)?.[1] ?? '').matchAll(/"([^"]{1,80})"/g)].map(([, name]) => name),
          algorithm: /\balg="([^"]{1,60})"/.exec(value)?.[1],
          key: /\bkeyid="([^"]{1,200})"/.exec(value)?.[1],
        }),
        times: timesOf({ iat: time('created'), exp: time('expires') }),
      }
    },
  },
  {
    kind: 'secret',
    name: 'One-time password secret (otpauth)',
    pattern: /(?<value>otpauth(?:-migration)?:\/\/[^\s"'<>]{10,600})/gi,
    why: 'It is the URI in the QR code for an authenticator app.',
    basis: inferred('the key URI format of authenticator apps'),
    note: 'Anyone who has it can generate the same one-time passwords. Set up the second factor again if others have seen it.',
    read: (value) => ({
      content: contentOf({
        type: /^otpauth:\/\/(totp|hotp)/i.exec(value)?.[1]?.toLowerCase(),
        issuer: /[?&]issuer=([^&]{1,100})/i.exec(value)?.[1],
      }),
    }),
  },
  {
    kind: 'refresh',
    name: 'Entra ID refresh token or code',
    pattern: /(?<![\w.-])(?<value>[01]\.A[A-Za-z][\w-]{20,120}\.[\w-]{100,3000})(?![\w.-])/g,
    why: 'It begins with 0.A or 1.A, like Entra ID authorization codes and refresh tokens.',
    basis: inferred('the format of Entra ID tokens'),
    read: (_, from) =>
      from === 'code'
        ? {
            name: 'Entra ID authorization code',
            note: 'It works once, within ten minutes, and only for the client that requested it.',
          }
        : from === 'refresh_token'
          ? { name: 'Entra ID refresh token' }
          : {},
  },
  {
    kind: 'secret',
    name: 'Token of a Microsoft account',
    pattern: /(?<![\w.-])(?<value>(?:M\.[CR]\d{1,4}_[A-Z0-9]{3,8}\.[\w.!*$-]{30,3000}|EwA[\w+/-]{200,3000}={0,2}))/g,
    why: 'It begins like the codes and tokens of personal Microsoft accounts.',
    basis: inferred('the format of Microsoft account tokens'),
  },
  {
    kind: 'session',
    name: 'Magic DID token',
    pattern: /(?<![\w+/-])(?<value>WyIwe[\w+/-]{150,4000}={0,2})/g,
    why: 'It is a base64-encoded list with a signature (0x…) and claims, like Magic’s tokens.',
    basis: inferred('the documentation of Magic'),
    note: 'It was signed with the user’s own key: the address in iss (did:ethr:…) is compared with the signer. It is not a JWT.',
    read: (value) => {
      const [signature, claims] = listIn(textOfBase64(value.replace(/=+$/, '')))
      const content = typeof claims === 'string' ? objectIn(claims) : undefined
      if (typeof signature !== 'string' || content?.iss === undefined) return undefined
      const at = (time: unknown) => (typeof time === 'number' ? time : undefined)
      return { content, times: timesOf({ iat: at(content.iat), nbf: at(content.nbf), exp: at(content.ext) }) }
    },
  },
  {
    kind: 'secret',
    name: 'Akamai edge token',
    pattern:
      /(?<from>hdn[ate]{1,2}s?|__token__|edge[_-]?token)\s{0,2}[=:]\s{0,2}(?<value>(?:(?:st|exp|acl|url|ip|id|data|salt)=[^~\s"'&]{1,400}~){1,8}hmac=[0-9a-f]{32,128})/gi,
    why: 'Its fields are those of Akamai’s token authentication, joined by tildes, with an HMAC.',
    basis: inferred('the documentation of Akamai'),
    note: 'Anyone who has the URL can use it until it expires, for the paths in acl.',
    read: (value) => {
      const of = (name: string) => new RegExp(`(?:^|~)${name}=([^~]+)`).exec(value)?.[1]
      const at = (name: string) => Number(of(name)) || undefined
      return {
        content: contentOf({ paths: of('acl'), address: of('ip'), id: of('id') }),
        times: timesOf({ nbf: at('st'), exp: at('exp') }),
      }
    },
  },
  {
    kind: 'access',
    name: 'Dropbox access token (short-lived)',
    pattern: /(?<![\w.-])(?<value>sl\.(?:u\.)?[A-Za-z0-9_-]{100,1500})(?![\w.-])/g,
    why: 'It begins with sl., like Dropbox access tokens.',
    basis: inferred('the format of Dropbox tokens'),
    note: 'Opaque and valid for about four hours. A refresh token is used to get the next one.',
  },
  {
    kind: 'access',
    name: 'Square access token',
    pattern: /(?<![\w-])(?<value>EAAA[EFl][\w-]{55,60})(?![\w-])/g,
    why: 'It begins with EAAA and has the length of a Square access token.',
    basis: inferred('the format of Square tokens'),
  },
  {
    kind: 'secret',
    name: 'Grafana API key',
    pattern: /(?<![\w+/-])(?<value>eyJrIjoi[\w+/-]{40,400}={0,2})/g,
    why: 'It is a base64-encoded object with k, n and id.',
    basis: writtenBy('Grafana'),
  },
]

/** Names that vendors give what signs in with Basic. */
const userForms: readonly [form: RegExp, is: string][] = [
  [/^AC[0-9a-f]{32}$/, 'a Twilio account SID; the password is then its auth token'],
  [/^SK[0-9a-f]{32}$/, 'a Twilio API key SID; the password is then its secret'],
  [/^(?:sk|rk)_(?:live|test)_/, 'a Stripe secret key; the password is left empty'],
  [/^key-[0-9a-f]{32}$|^api$/, 'that of Mailgun; the password is then the API key'],
  [/^x-token-auth$/, 'that of Bitbucket for access tokens; the password is then the token'],
  [/^oauth2$|^gitlab-ci-token$/, 'that of GitLab for tokens; the password is then the token'],
  [/^x-access-token$/, 'that of GitHub Apps; the password is then the installation token'],
  [/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'a GUID, such as the client ID of an app'],
  [/\.apps\.googleusercontent\.com$/, 'a Google client ID'],
]

function listIn(text: string | undefined): unknown[] {
  const read = text === undefined ? undefined : parseJson(text)
  return Array.isArray(read) ? read : []
}

/** Bytes of the signature behind the message, by version. */
const pasetoSignature: Record<string, number> = { v1: 256, v2: 64, v3: 96, v4: 64 }
const pasetoAlgorithm: Record<string, string> = {
  v1: 'RSA-PSS with SHA-384',
  v2: 'Ed25519',
  v3: 'ECDSA on P-384',
  v4: 'Ed25519',
}

function readPaseto(value: string): FormRead | undefined {
  const [version = '', , message = '', footer] = value.split('.')
  const bytes = bytesOfBase64(message)
  const claims = bytes && objectIn(textOfUtf8(bytes.subarray(0, -(pasetoSignature[version] ?? 64))))
  return (
    claims && {
      name: `PASETO (${version}.public)`,
      note: `Its version fixes the algorithm: ${pasetoAlgorithm[version]}. It is not a JWT and has no header. It does not contain the public key that verifies it.`,
      content: { ...claims, ...(footer && { footer: textOfBase64(footer) ?? footer }) },
      times: timesOf({ iat: secondsOf(claims.iat), nbf: secondsOf(claims.nbf), exp: secondsOf(claims.exp) }),
    }
  )
}

/** Parameters in quotation marks, those that are no secret. */
function readParameters(...names: string[]): (value: string) => FormRead {
  return (value) => ({
    content: contentOf(
      Object.fromEntries(names.map((name) => [name, new RegExp(`\\b${name}="?([^",]{1,200})`).exec(value)?.[1]])),
    ),
  })
}
