import { inferred, standard } from '../../protocol/basis.ts'
import { bytesOfBase64, textOfBase64 } from '../../text/base64.ts'
import { utcTime } from '../../text/duration.ts'
import { inflate } from '../../text/inflate.ts'
import { isObject } from '../../text/json.ts'
import { textOfUtf8 } from '../../text/utf8.ts'
import { type Form, type FormRead, objectIn, secondsOf, unescapedBase64, writtenBy } from './opaque-form.ts'

/** Values that frameworks of web applications sign or encrypt, mostly for cookies, and the ids of their sessions. */
export const cookieForms: readonly Form[] = [
  {
    kind: 'cookie',
    name: 'Phoenix (Plug) signed value',
    pattern: /(?<![\w.-])(?<value>(?:SFMyNTY|SFMzODQ|SFM1MTI)\.[\w-]{8,8000}\.[\w-]{43,86}(?![\w.-]))/g,
    why: 'It begins with the name of an HMAC in base64url (SFMyNTY is HS256), as Plug.Crypto signs values.',
    basis: writtenBy('Phoenix'),
    note: 'Signed, not encrypted: anyone can read the Erlang terms in it, but only a holder of secret_key_base can create one. It is not a JWT.',
  },
  {
    kind: 'cookie',
    name: 'Flask session cookie (itsdangerous)',
    pattern: /(?<![\w.-])(?<value>\.?eJ?[\w-]{6,8000}\.[\w-]{6}\.[\w-]{27}(?![\w.-]))/g,
    why: 'Content, an issue time and a signature, joined by dots: readable, but signed.',
    basis: writtenBy('itsdangerous'),
    note: 'Signed, not encrypted: anyone can read it, but only a holder of the secret key can create one. It is not a JWT: the first part is the session data (zlib-compressed if it starts with a dot), and the second is the issue time. It contains no expiry: the server limits its age (PERMANENT_SESSION_LIFETIME).',
    read: readFlask,
  },
  {
    kind: 'cookie',
    name: 'Flask-Login remember-me cookie',
    pattern: /(?<from>remember_token)=["']?(?<value>[^|\s;"'=]{1,100}\|[\da-f]{128})(?![\da-f])/g,
    why: 'It is a user ID, a bar and an HMAC-SHA-512 in hexadecimal digits.',
    basis: writtenBy('Flask-Login'),
    note: 'It signs the user in again without a password, until it expires in the browser: only a holder of the secret key can create one.',
    read: (value) => ({ content: { user: value.split('|')[0] } }),
  },
  {
    kind: 'cookie',
    name: 'Django signed value',
    pattern: /(?<![\w:.-])["']?(?<value>\.?[\w-]{4,8000}={0,2}:[0-9A-Za-z]{5,7}:[\w-]{27,43})(?![\w:-])/g,
    why: 'Content, an issue time and a signature, joined by colons: readable, but signed.',
    basis: writtenBy('django.core.signing'),
    note: 'Signed, not encrypted: anyone can read it, but only a holder of SECRET_KEY can create one.',
    read: (value) => {
      const [content = '', time = ''] = value.split(':')
      const read = objectIn(content.startsWith('.') ? inflated(content.slice(1)) : textOfBase64(content))
      return { ...(read && { content: read }), times: { iat: ofBase62(time) } }
    },
  },
  {
    kind: 'cookie',
    name: 'Laravel encrypted cookie',
    encrypted: true,
    pattern: /(?<![\w.-])(?<value>eyJpdiI6[\w+/-]{30,16000}(?:=|%3D){0,2})/gi,
    why: 'A base64-encoded object with iv, value and mac, which only the application can read.',
    basis: writtenBy('Laravel'),
    read: (value, from = '') => {
      const read = objectIn(textOfBase64(unescapedBase64(value)))
      if (read?.mac === undefined) return undefined
      const cipher = read.tag ? 'AES-GCM' : 'AES-256-CBC with an HMAC, unless the application chose another cipher'
      const name = laravelNames.find(([place]) => place.test(from))?.[1]
      return {
        ...(name && { name }),
        note: `Encrypted with ${cipher}; only APP_KEY can decrypt it. It begins with eyJ but is not a JWT.`,
      }
    },
  },
  {
    kind: 'cookie',
    name: 'Rails encrypted cookie',
    encrypted: true,
    pattern:
      /(?<![\w%+/-])(?<value>(?:[\w%+/]|-(?!-)){20,16000}(?:=|%3D){0,2}--[\w%+/-]{12,30}(?:=|%3D){0,2}--[\w%+/-]{18,30}(?:=|%3D){0,2})(?![\w%-])/g,
    why: 'Content, initialization vector and tag, joined by two dashes. Only the application can read it.',
    basis: writtenBy('Rails'),
    note: 'Encrypted with AES-256-GCM; only a key derived from secret_key_base can decrypt it.',
  },
  {
    kind: 'cookie',
    name: 'Rails signed cookie',
    pattern:
      /(?<![\w%+/-])(?<value>(?:[\w%+/]|-(?!-)){12,16000}(?:=|%3D){0,2}--(?:[0-9a-f]{64}|[0-9a-f]{40}))(?![\w-])/g,
    why: 'Content and a signature in hexadecimal digits, joined by two dashes.',
    basis: writtenBy('Rails'),
    note: 'Signed, not encrypted: anyone can read it, but only a holder of secret_key_base can create one.',
    read: (value) => {
      const content = objectIn(textOfBase64(unescapedBase64(value.split('--')[0] ?? '')))
      const { _rails: rails } = content ?? {}
      const end = isObject(rails) ? secondsOf(rails.exp) : undefined
      return { ...(content && { content }), ...(end !== undefined && { times: { exp: end } }) }
    },
  },
  {
    kind: 'cookie',
    name: 'ASP.NET Core protected value',
    encrypted: true,
    pattern: /(?<![\w+/-])(?<value>CfDJ8[\w+/-]{30,16000}={0,2})/g,
    why: 'It begins with the ASP.NET Core Data Protection prefix.',
    basis: writtenBy('ASP.NET Core Data Protection'),
    note: 'Encrypted and signed; only the application’s key ring can decrypt it.',
    read: (value, from = '') => {
      const name = protectedNames.find(([place]) => place.test(from))?.[1]
      const key = protectionKey(value)
      return { ...(name && { name }), ...(key && { content: { 'key ID (key ring)': key } }) }
    },
  },
  {
    kind: 'cookie',
    name: 'Express session cookie',
    pattern: /(?<![\w-])(?<value>s(?:%3A|:)[\w%-]{16,200}\.[\w%+/-]{40,60}={0,2})/gi,
    why: '“s:”, followed by a session ID and its signature, joined by a dot.',
    basis: writtenBy('cookie-signature of Express'),
    note: 'The session’s content and expiry are on the server; the cookie contains no expiry.',
  },
  {
    kind: 'secret',
    name: 'Fernet token',
    encrypted: true,
    pattern: /(?<![\w+/-])(?<value>gAAAAA[\w+/-]{66,20000}={0,2})/g,
    why: 'It begins with the Fernet version (0x80) and the time at which it was created.',
    basis: inferred('the specification of Fernet'),
    note: 'Encrypted with AES-128-CBC and protected by an HMAC-SHA-256; only a holder of the key (32 bytes in base64url) can read it. It has no expiry; the recipient decides how old it may be.',
    read: readFernet,
  },
  {
    kind: 'cookie',
    name: 'Sealed iron value',
    encrypted: true,
    pattern: /(?<![\w.-])(?<value>Fe26\.2\*{1,2}[\w*.%~-]{60,16000})/g,
    why: 'It begins with Fe26.2: it is encrypted by @hapi/iron, as iron-session does.',
    basis: writtenBy('@hapi/iron'),
    note: 'Encrypted with AES-256-CBC and protected by an HMAC; only the application’s password can decrypt it.',
    read: (value) => {
      const end = Number(value.split('*')[5])
      return { ...(end > 1e12 && { times: { exp: Math.floor(end / 1000) } }) }
    },
  },
  {
    kind: 'cookie',
    name: 'Session ID of a Java server',
    pattern: /(?<from>JSESSIONID)=(?<value>[\w.!+-]{16,200})/gi,
    why: 'JSESSIONID is the cookie in which Java servers keep a session ID.',
    basis: standard('Jakarta Servlet §7.1.1'),
    note: 'The session’s content and expiry are on the server; the cookie contains no expiry.',
  },
  {
    kind: 'cookie',
    name: 'Login cookie of WordPress',
    pattern: /(?<from>wordpress_(?:logged_in|sec)?_?[0-9a-f]{32})=(?<value>[^;\s"']{20,600})/g,
    why: 'Its name is the WordPress cookie name with a hash of the site.',
    basis: writtenBy('WordPress'),
    read: (value) => {
      const [user, end] = value.split(/\||%7C/)
      const exp = Number(end)
      return { content: { 'user name': user }, ...(exp > 1e9 && exp < 1e11 && { times: { exp } }) }
    },
  },
  {
    kind: 'cookie',
    name: 'Session cookie',
    pattern:
      /(?<![\w.-])(?<from>PHPSESSID|ASP\.NET_SessionId|\.ASPXAUTH|\.AspNet\.ApplicationCookie|ASPSESSIONID[A-Z]{8}|CFTOKEN|MoodleSession\w{0,20}|S?SESS[0-9a-f]{32}|ci_session|CAKEPHP|sessionid|_gitlab_session|grafana_session|_oauth2_proxy(?:_\d)?|_shibsession_\w{1,80}|ESTSAUTH(?:PERSISTENT|LIGHT)?|SAPISID|HSID|MRHSession|NSC_(?:TMAS|AAAC)|SMSESSION|ObSSOCookie|PD-S-SESSION-ID|iPlanetDirectoryPro|LtpaToken2?|SimpleSAML(?:AuthToken|SessionID)?|AUTH_SESSION_ID|KEYCLOAK_SESSION|lemonldap|authelia_session|authentik_session|connect\.sid|koa[.:]sess|rack\.session|laravel_session|symfony|frontend|adminhtml)=(?!(?:deleted|null|undefined)?;)["']?(?<value>[\w%+/.!|:@*,=-]{16,6000})/g,
    why: 'Its name is that of a session cookie.',
    basis: writtenBy('its framework'),
    note: 'Opaque: the content of the session is on the server, or only the server can read it.',
    read: (_value, from = '') => {
      const product = sessionCookies.find(([name]) => name.test(from))?.[1]
      return { ...(product && { name: product }) }
    },
  },
]

const laravelNames: [place: RegExp, name: string][] = [
  [/^x?-?xsrf-token$/i, 'XSRF-TOKEN cookie of Laravel'],
  [/_session$/, 'Session cookie of Laravel'],
  [/^remember_\w+_[\da-f]{40}$/, 'Remember-me cookie of Laravel'],
]

const protectedNames: [place: RegExp, name: string][] = [
  [/^\.AspNetCore\.Identity\.Application/, 'Login cookie of ASP.NET Core Identity'],
  [/^\.AspNetCore\.Identity\.External/, 'Cookie of a sign-in elsewhere (ASP.NET Core Identity)'],
  [/^\.AspNetCore\.(?:Antiforgery|Csrf)|RequestVerificationToken/, 'Antiforgery token of ASP.NET Core'],
  [/^\.AspNetCore\.Session/, 'Session cookie of ASP.NET Core'],
  [/^\.AspNetCore\.(?:Correlation|OpenIdConnect\.Nonce)/, 'Cookie of a sign-in in progress (ASP.NET Core)'],
  [/^\.AspNetCore\.Cookies/, 'Login cookie of ASP.NET Core'],
]

const sessionCookies: [name: RegExp, product: string][] = [
  [/^PHPSESSID$/, 'Session ID of PHP'],
  [/^ASP\.NET_SessionId$/, 'Session ID of ASP.NET'],
  [/^\.ASPXAUTH$/, 'Login cookie of ASP.NET forms authentication'],
  [/^\.AspNet\.ApplicationCookie$/, 'Login cookie of ASP.NET Identity (OWIN)'],
  [/^ASPSESSIONID/, 'Session ID of classic ASP'],
  [/^CFTOKEN$/, 'Session token of ColdFusion'],
  [/^MoodleSession/, 'Session ID of Moodle'],
  [/^S?SESS/, 'Session ID of Drupal'],
  [/^ci_session$/, 'Session ID of CodeIgniter'],
  [/^CAKEPHP$/, 'Session ID of CakePHP'],
  [/^sessionid$/, 'Session ID of Django'],
  [/^_gitlab_session$/, 'Session ID of GitLab'],
  [/^grafana_session$/, 'Session token of Grafana'],
  [/^_oauth2_proxy/, 'Session cookie of OAuth2 Proxy'],
  [/^_shibsession_/, 'Session ID of Shibboleth'],
  [/^ESTSAUTH/, 'Single sign-on cookie of Entra ID'],
  [/^(?:SAPISID|HSID)$/, 'Sign-in cookie of Google'],
  [/^MRHSession$/, 'Session ID of F5 BIG-IP APM'],
  [/^NSC_/, 'Session cookie of NetScaler'],
  [/^SMSESSION$/, 'Session cookie of SiteMinder'],
  [/^ObSSOCookie$/, 'Session cookie of Oracle Access Manager'],
  [/^PD-S-SESSION-ID$/, 'Session ID of IBM Security Verify Access'],
  [/^iPlanetDirectoryPro$/, 'Session token of ForgeRock or OpenAM'],
  [/^LtpaToken/, 'LTPA token of IBM WebSphere'],
  [/^SimpleSAML/, 'Session cookie of SimpleSAMLphp'],
  [/^(?:AUTH_SESSION_ID|KEYCLOAK_SESSION)$/, 'Session cookie of Keycloak'],
  [/^lemonldap$/, 'Session ID of LemonLDAP::NG'],
  [/^authelia_session$/, 'Session ID of Authelia'],
  [/^authentik_session$/, 'Session cookie of Authentik'],
  [/^connect\.sid$/, 'Express session cookie'],
  [/^koa/, 'Session of Koa'],
  [/^rack\.session$/, 'Session of Rack'],
  [/^laravel_session$/, 'Session cookie of Laravel'],
]

/** Seconds in the digits of Django: 0-9, A-Z, a-z. */
function ofBase62(digits: string): number {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  return [...digits].reduce((sum, digit) => sum * 62 + alphabet.indexOf(digit), 0)
}

function inflated(base64: string): string | undefined {
  const bytes = bytesOfBase64(base64)
  const whole = bytes && inflate(bytes)
  return whole && textOfUtf8(whole)
}

function readFlask(value: string): FormRead | undefined {
  const isSmall = value.startsWith('.')
  const [content = '', time = ''] = (isSmall ? value.slice(1) : value).split('.')
  const stamp = bytesOfBase64(time)
  const read = objectIn(isSmall ? inflated(content) : textOfBase64(content))
  // What calls its algorithm is the header of a JWT.
  if (read === undefined || read.alg !== undefined || stamp?.length !== 4) return undefined
  return { content: read, times: { iat: new DataView(stamp.buffer).getUint32(0) } }
}

/** Version, 8 bytes of time, 16 of initialization vector, whole blocks of AES, 32 of HMAC (specification of Fernet). */
function readFernet(value: string): FormRead | undefined {
  const bytes = bytesOfBase64(value.replace(/=+$/, ''))
  if (bytes?.[0] !== 0x80 || bytes.length < 73 || (bytes.length - 57) % 16 !== 0) return undefined
  const made = bytes.subarray(1, 9).reduce((sum, byte) => sum * 256 + byte, 0)
  // From 2010 on; anything else is a chance likeness.
  return made > 1_262_300_000 && made < 5_000_000_000
    ? { times: { iat: made }, content: { 'made at': utcTime(made), 'encrypted bytes': bytes.length - 57 } }
    : undefined
}

/** The id of the key that encrypted, behind four bytes by which such values are told; the first three groups are little-endian. */
function protectionKey(value: string): string | undefined {
  const bytes = bytesOfBase64(value.slice(0, 28))?.subarray(4, 20)
  if (bytes?.length !== 16) return undefined
  const order = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15]
  const hex = order.map((at) => (bytes[at] ?? 0).toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
