import { type Basis, inferred, standard } from '../protocol/basis.ts'
import { parseForm } from '../text/address.ts'
import { bytesOfBase64, textOfBase64 } from '../text/base64.ts'
import { inflate } from '../text/inflate.ts'
import { parseObject } from '../text/json.ts'
import { textOfUtf8 } from '../text/utf8.ts'
import type { TokenKind } from './kinds.ts'

/** Something that opens something, or tells of somebody, and is no JWT. */
export interface OpaqueForm {
  start: number
  end: number
  text: string
  kind: TokenKind
  name: string
  why: string
  basis: Basis
  /** What can be read of it without a key. */
  content?: Record<string, unknown>
  /** The parameter, header or cookie that it stood in. */
  from?: string
}

interface Form {
  kind: TokenKind
  name: string
  /** The value in the group `value`; the name of its place in the group `from`. */
  pattern: RegExp
  why: string
  basis: Basis
  /** Undefined where the value turns out to be something else; an empty object where nothing can be read. */
  read?: (value: string) => Record<string, unknown> | undefined
}

/** Finds values in a text that are told by their form: Basic, SAML, PASETO, cookies of frameworks, a few more. */
export function findOpaqueForms(text: string): OpaqueForm[] {
  const found: OpaqueForm[] = []
  for (const { pattern, read, ...form } of forms)
    for (const match of text.matchAll(pattern)) {
      const value = match.groups?.value ?? match[0]
      const content = read?.(value)
      if (read !== undefined && content === undefined) continue
      const start = match.index + match[0].lastIndexOf(value)
      const overlaps = found.some((one) => one.start < start + value.length && start < one.end)
      if (!overlaps && found.length < mostForms)
        found.push({
          ...form,
          start,
          end: start + value.length,
          text: value,
          ...(content && Object.keys(content).length > 0 && { content }),
          from: match.groups?.from ?? before.exec(text.slice(Math.max(0, start - 80), start))?.[1],
        })
    }
  return found
}

const mostForms = 40
const before = /([\w.-]{1,60})=["']?$/
const framework = (name: string) => inferred(`the form in which ${name} writes it`)

const forms: Form[] = [
  {
    kind: 'password',
    name: 'User name and password (Basic)',
    pattern:
      /\b(?<from>(?:proxy-)?authorization)?["']?\s{0,4}[:=]?\s{0,4}["']?\bBasic\s{1,4}(?<value>[A-Za-z0-9+/_-]{4,4000}={0,2})/gi,
    why: 'The word Basic and base64 of a name, a colon and a password.',
    basis: standard('RFC 7617 §2'),
    read: (value) => {
      const [user, ...password] = (textOfBase64(value) ?? '').split(':')
      return password.length > 0 && user !== undefined && /^[^\p{Cc}]*$/u.test(user) ? { 'user name': user } : undefined
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
    pattern: /(?<![\w.-])(?<value>v[1-4]\.local\.[\w-]{40,20000}(?:\.[\w-]{1,4000})?)/g,
    why: 'It begins with a version and “local”: it is encrypted, and only whoever has the key can read it.',
    basis: standard('PASETO specification'),
  },
  {
    kind: 'saml',
    name: 'SAML message',
    pattern:
      /(?<from>SAMLResponse|SAMLRequest)(?:["']?\s{0,4}(?:value=)?[=:]\s{0,4}|["'][^<>]{0,80}value=)["']?(?<value>[\w%+/-]{40,200000}(?:=|%3D){0,2})/gi,
    why: 'It stood in a parameter of SAML and is base64 of XML.',
    basis: standard('SAML 2.0 Bindings §3.4.4 and §3.5.4'),
    read: readSaml,
  },
  {
    kind: 'saml',
    name: 'SAML message',
    pattern:
      /(?<![\w+/=-])(?<value>(?:PHNhbWxw|PHNhbWw|PFJlc3BvbnNl|PEF1dGhuUmVxdWVzdA|PEFzc2VydGlvb|PD94bWwg|PG5zM|PHNhb)[\w+/-]{40,200000}={0,2})/g,
    why: 'It is base64 of XML of SAML.',
    basis: standard('SAML 2.0 Bindings §3.5.4'),
    read: readSaml,
  },
  {
    kind: 'cookie',
    name: 'Signed value of Flask (itsdangerous)',
    pattern: /(?<![\w.-])(?<value>\.?eJ?[\w-]{6,8000}\.[\w-]{6}\.[\w-]{27}(?![\w.-]))/g,
    why: 'Content, a time of issue and a signature, joined by dots: readable, but signed.',
    basis: framework('itsdangerous'),
    read: readFlask,
  },
  {
    kind: 'cookie',
    name: 'Signed value of Django',
    pattern: /(?<![\w:.-])["']?(?<value>\.?[\w-]{4,8000}={0,2}:[0-9A-Za-z]{5,7}:[\w-]{27,43})(?![\w:-])/g,
    why: 'Content, a time of issue and a signature, joined by colons: readable, but signed.',
    basis: framework('django.core.signing'),
    read: (value) => {
      const [content = ''] = value.split(':')
      return jsonOf(content.startsWith('.') ? inflated(content.slice(1)) : textOfBase64(content)) ?? {}
    },
  },
  {
    kind: 'cookie',
    name: 'Encrypted cookie of Laravel',
    pattern: /(?<![\w.-])(?<value>eyJpdiI6[\w+/-]{30,16000}(?:=|%3D){0,2})/gi,
    why: 'Base64 of an object with iv, value and mac: only the application can read it.',
    basis: framework('Laravel'),
    read: (value) => (jsonOf(textOfBase64(plain(value)))?.mac === undefined ? undefined : {}),
  },
  {
    kind: 'cookie',
    name: 'Encrypted cookie of Rails',
    pattern:
      /(?<![\w%+/-])(?<value>(?:[\w%+/]|-(?!-)){20,16000}(?:=|%3D){0,2}--[\w%+/-]{12,30}(?:=|%3D){0,2}--[\w%+/-]{18,30}(?:=|%3D){0,2})(?![\w%-])/g,
    why: 'Content, initialization vector and tag, joined by two dashes: only the application can read it.',
    basis: framework('Rails'),
  },
  {
    kind: 'cookie',
    name: 'Signed cookie of Rails',
    pattern:
      /(?<![\w%+/-])(?<value>(?:[\w%+/]|-(?!-)){12,16000}(?:=|%3D){0,2}--(?:[0-9a-f]{64}|[0-9a-f]{40}))(?![\w-])/g,
    why: 'Content and a signature in hexadecimal digits, joined by two dashes.',
    basis: framework('Rails'),
    read: (value) => jsonOf(textOfBase64(plain(value.split('--')[0] ?? ''))) ?? {},
  },
  {
    kind: 'cookie',
    name: 'Protected value of ASP.NET Core',
    pattern: /(?<![\w+/-])(?<value>CfDJ8[\w+/-]{30,16000}={0,2})/g,
    why: 'It begins as everything that ASP.NET Core Data Protection encrypts.',
    basis: framework('ASP.NET Core Data Protection'),
  },
  {
    kind: 'cookie',
    name: 'Session of Express',
    pattern: /(?<![\w-])(?<value>s(?:%3A|:)[\w%-]{16,200}\.[\w%+/-]{40,60}={0,2})/gi,
    why: 'An “s:”, a session id and its signature, joined by a dot.',
    basis: framework('cookie-signature of Express'),
  },
  {
    kind: 'cookie',
    name: 'Sealed value of iron',
    pattern: /(?<![\w.-])(?<value>Fe26\.2\*{1,2}[\w*.%~-]{60,16000})/g,
    why: 'It begins with Fe26.2: it is encrypted by @hapi/iron, as iron-session does.',
    basis: framework('@hapi/iron'),
  },
  {
    kind: 'cookie',
    name: 'Session id of PHP',
    pattern: /(?<from>PHPSESSID)=(?<value>[\w,-]{22,256})/g,
    why: 'PHPSESSID is the cookie in which PHP keeps the id of a session.',
    basis: framework('PHP'),
  },
  {
    kind: 'cookie',
    name: 'Session id of a Java server',
    pattern: /(?<from>JSESSIONID)=(?<value>[\w.!+-]{16,200})/gi,
    why: 'JSESSIONID is the cookie in which Java servers keep the id of a session.',
    basis: standard('Jakarta Servlet §7.1.1'),
  },
  {
    kind: 'cookie',
    name: 'Login cookie of WordPress',
    pattern: /(?<from>wordpress_(?:logged_in|sec)?_?[0-9a-f]{32})=(?<value>[^;\s"']{20,600})/g,
    why: 'Its name is that of WordPress and a hash of the site.',
    basis: framework('WordPress'),
  },
  {
    kind: 'device-attestation',
    name: 'Passkey response (client data)',
    pattern:
      /(?:"?(?<from>clientDataJSON)"?\s{0,4}[:=]\s{0,4}"?)?(?<![\w+/-])(?<value>eyJ0eXBlIjoid2ViYXV0aG4[\w+/-]{20,4000}={0,2})/g,
    why: 'It is base64url of what a browser signs for a passkey: type, challenge and origin.',
    basis: standard('WebAuthn §5.8.1'),
    read: (value) => jsonOf(textOfBase64(value)),
  },
  {
    kind: 'secret',
    name: 'Grafana API key',
    pattern: /(?<![\w+/-])(?<value>eyJrIjoi[\w+/-]{40,400}={0,2})/g,
    why: 'It is base64 of an object with k, n and id.',
    basis: framework('Grafana'),
  },
  {
    kind: 'refresh',
    name: 'Entra ID refresh token or code',
    pattern: /(?<![\w.-])(?<value>[01]\.A[A-Za-z][\w-]{20,120}\.[\w-]{100,3000})(?![\w.-])/g,
    why: 'It begins with 0.A or 1.A, as what Entra ID gives clients to exchange.',
    basis: inferred('the form that tokens of Entra ID have'),
  },
  {
    kind: 'secret',
    name: 'Token of a Microsoft account',
    pattern: /(?<![\w.-])(?<value>(?:M\.[CR]\d{1,4}_[A-Z0-9]{3,8}\.[\w.!*$-]{30,3000}|EwA[\w+/-]{200,3000}={0,2}))/g,
    why: 'It begins as codes and tokens of personal Microsoft accounts do.',
    basis: inferred('the form that tokens of Microsoft accounts have'),
  },
  {
    kind: 'secret',
    name: 'AWS secret access key',
    pattern:
      /(?<from>aws_secret_access_key|AWS_SECRET_ACCESS_KEY|SecretAccessKey|secretAccessKey)["']?\s{0,4}[:=]\s{0,4}["']?(?<value>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/g,
    why: 'It stood under the name of an AWS secret access key and has its forty characters.',
    basis: inferred('the form in which AWS writes it'),
  },
  {
    kind: 'secret',
    name: 'Azure shared access signature (SAS)',
    pattern:
      /[?&](?<value>(?:[a-z]{2,6}=[^\s&"'<>]{0,300}&){2,16}sig=[A-Za-z0-9%+/_-]{40,100}(?:=|%3D)?(?:&[a-z]{2,6}=[^\s&"'<>]{0,300}){0,12})/gi,
    why: 'Its parameters are those of a shared access signature (sv, se, sp, sig): whoever has the address may use it.',
    basis: inferred('what Azure Storage documents of shared access signatures'),
    read: readSas,
  },
  {
    kind: 'secret',
    name: 'Macaroon',
    pattern: /(?<![\w+/-])(?<value>(?:MDA|AgE)[\w+/-]{60,8000}={0,2})/g,
    why: 'It has the packets of a macaroon: a location, an identifier, caveats and a signature.',
    basis: inferred('the binary formats 1 and 2 of libmacaroons'),
    read: readMacaroon,
  },
  {
    kind: 'secret',
    name: 'AWS session token',
    pattern: /(?<![\w+/-])(?<value>(?:IQoJb3JpZ2luX2Vj|FwoGZXIvYXdz|FQoGZXIvYXdz)[\w+/-]{100,4000}={0,2})/g,
    why: 'It begins as the session tokens of AWS STS do.',
    basis: inferred('the form that tokens of AWS STS have'),
  },
  {
    kind: 'access',
    name: 'Salesforce access token',
    pattern: /(?<![\w-])(?<value>00D[A-Za-z0-9]{12,15}(?:!|%21)[\w.]{60,200})/g,
    why: 'It is the id of an organization (00D…), an exclamation mark and a key.',
    basis: inferred('the form that tokens of Salesforce have'),
  },
]

function plain(value: string): string {
  return value
    .replace(/%3D/gi, '=')
    .replace(/%2B/gi, '+')
    .replace(/%2F/gi, '/')
    .replace(/%0[AD]/gi, '')
}

function jsonOf(text: string | undefined): Record<string, unknown> | undefined {
  return text === undefined ? undefined : parseObject(text)
}

function inflated(base64: string): string | undefined {
  const bytes = bytesOfBase64(base64)
  const whole = bytes && inflate(bytes)
  return whole && textOfUtf8(whole)
}

function readSas(value: string): Record<string, unknown> | undefined {
  const values = new Map(parseForm(value))
  if (!values.has('sv') || !values.has('sig') || !(values.has('se') || values.has('si'))) return undefined
  const named: [string, string | undefined][] = [
    ['version', values.get('sv')],
    ['permissions', values.get('sp')],
    ['starts', values.get('st')],
    ['expires', values.get('se')],
    ['services', values.get('ss')],
    ['resource types', values.get('srt') ?? values.get('sr')],
    ['protocol', values.get('spr')],
    ['addresses', values.get('sip')],
  ]
  return Object.fromEntries(named.filter(([, one]) => one !== undefined))
}

/** Packets of the first binary format: four hexadecimal digits of length, a name, a space, a value, a line break. */
function readMacaroon(value: string): Record<string, unknown> | undefined {
  const bytes = bytesOfBase64(value)
  if (bytes === undefined) return undefined
  if (bytes[0] === 2) return textOfUtf8(bytes.subarray(2, 40)) === undefined ? undefined : {}
  const fields: [string, string][] = []
  for (let at = 0; at + 6 < bytes.length; ) {
    const length = Number.parseInt(String.fromCharCode(...bytes.subarray(at, at + 4)), 16)
    if (!(length > 5) || at + length > bytes.length) return undefined
    const packet = bytes.subarray(at + 4, at + length - 1)
    const space = packet.indexOf(0x20)
    const name = String.fromCharCode(...packet.subarray(0, Math.max(0, space)))
    if (!/^(?:location|identifier|cid|vid|cl|signature)$/.test(name)) return undefined
    if (name !== 'signature') fields.push([name, textOfUtf8(packet.subarray(space + 1)) ?? 'bytes'])
    at += length
  }
  const of = (name: string) => fields.filter(([one]) => one === name).map(([, text]) => text)
  const content = { location: of('location')[0], identifier: of('identifier')[0], caveats: of('cid') }
  return content.identifier === undefined ? undefined : content
}

/** Bytes of the signature behind the message, by version. */
const pasetoSignature: Record<string, number> = { v1: 256, v2: 64, v3: 96, v4: 64 }

function readPaseto(value: string): Record<string, unknown> | undefined {
  const [version = '', , message = '', footer] = value.split('.')
  const bytes = bytesOfBase64(message)
  const claims = bytes && jsonOf(textOfUtf8(bytes.subarray(0, -(pasetoSignature[version] ?? 64))))
  return claims && { ...claims, ...(footer && { footer: textOfBase64(footer) ?? footer }) }
}

function readFlask(value: string): Record<string, unknown> | undefined {
  const isSmall = value.startsWith('.')
  const [content = '', time = ''] = (isSmall ? value.slice(1) : value).split('.')
  const stamp = bytesOfBase64(time)
  const read = jsonOf(isSmall ? inflated(content) : textOfBase64(content))
  // What calls its algorithm is the header of a JWT.
  if (read === undefined || read.alg !== undefined || stamp?.length !== 4) return undefined
  return { ...read, 'issued at': new DataView(stamp.buffer).getUint32(0) }
}

/** The message of SAML in base64, deflated where it stood in a query (SAML 2.0 Bindings §3.4.4.1). */
function readSaml(value: string): Record<string, unknown> | undefined {
  const base64 = plain(value)
  const bytes = bytesOfBase64(base64)
  if (bytes === undefined) return undefined
  const small = bytes[0] === 0x3c ? undefined : inflate(bytes)
  const xml = textOfUtf8(small ?? bytes)?.trimStart()
  if (xml === undefined || !xml.startsWith('<')) return undefined
  const of = (pattern: RegExp) => pattern.exec(xml.slice(0, 100_000))?.[1]?.slice(0, 500)
  const message = of(/<(?:\w{1,20}:)?(Response|AuthnRequest|LogoutRequest|LogoutResponse|Assertion|ArtifactResolve)\b/)
  if (message === undefined) return undefined
  return Object.fromEntries(
    Object.entries({
      message,
      issuer: of(/<(?:\w{1,20}:)?Issuer\b[^>]{0,300}>([^<]{1,500})</),
      destination: of(/\bDestination="([^"]{1,500})"/),
      audience: of(/<(?:\w{1,20}:)?Audience>([^<]{1,500})</),
      subject: of(/<(?:\w{1,20}:)?NameID\b[^>]{0,300}>([^<]{1,500})</),
      status: of(/<(?:\w{1,20}:)?StatusCode\b[^>]{0,200}\bValue="([^"]{1,300})"/),
      'issued at': of(/\bIssueInstant="([^"]{1,60})"/),
      'valid until': of(/\bNotOnOrAfter="([^"]{1,60})"/),
    }).filter(([, one]) => one !== undefined),
  )
}
