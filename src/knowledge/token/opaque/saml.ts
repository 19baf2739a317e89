import { bytesOfBase64 } from '../../text/base64.ts'
import { utcTime } from '../../text/duration.ts'
import { inflate } from '../../text/inflate.ts'
import { textOfUtf8 } from '../../text/utf8.ts'
import { keyOfDer } from '../key/key-of-der.ts'
import { contentOf, type FormRead, secondsOf, timesOf, unescapedBase64 } from './opaque-form.ts'

/**
 * The message of SAML in base64, deflated where it stood in a query (SAML 2.0 Bindings §3.4.4.1). `rest` is the text from
 * the message on: a query carries the signature beside it.
 */
export function readSaml(value: string, rest = ''): FormRead | undefined {
  const bytes = bytesOfBase64(unescapedBase64(value))
  if (bytes === undefined) return undefined
  const isDeflated = bytes[0] !== 0x3c
  const xml = textOfUtf8((isDeflated ? inflate(bytes) : undefined) ?? bytes)?.trimStart()
  const read = xml?.startsWith('<') ? readSamlXml(xml) : undefined
  const algorithm = /^[\w%+/=-]{0,200}&(?:[^\s"'<>]{0,3000}&)?SigAlg=([^\s&"'<>]{1,300})/.exec(
    rest.slice(value.length),
  )?.[1]
  return (
    read && {
      ...read,
      content: {
        ...read.content,
        ...(isDeflated && { written: 'deflated, in base64 (HTTP-Redirect binding)' }),
        ...(algorithm && { signature: `in the query (SigAlg ${lastPart(decoded(algorithm))})` }),
      },
    }
  )
}

/** What XML of SAML says of itself, without verifying anything (SAML 2.0 Core §2 and §3). */
export function readSamlXml(xml: string): FormRead | undefined {
  const shown = xml.slice(0, 100_000)
  const of = (pattern: RegExp) => pattern.exec(shown)?.[1]?.slice(0, 500)
  const message = of(/<(?:\w{1,20}:)?(Response|AuthnRequest|LogoutRequest|LogoutResponse|Assertion|ArtifactResolve)\b/)
  if (message === undefined) return undefined
  const confirmed = confirmedUntil(shown)
  const until =
    of(/<(?:\w{1,20}:)?Conditions\b[^>]{0,300}\bNotOnOrAfter="([^"]{1,60})"/) ??
    confirmed ??
    of(/\bNotOnOrAfter="([^"]{1,60})"/)
  const ends = [secondsOf(until), secondsOf(confirmed)].filter((one) => one !== undefined)
  const from = of(/<(?:\w{1,20}:)?Conditions\b[^>]{0,300}\bNotBefore="([^"]{1,60})"/)
  const issued = of(/\bIssueInstant="([^"]{1,60})"/)
  return {
    name: samlNames[message] ?? 'SAML message',
    note: /<(?:\w{1,20}:)?Encrypted(?:Assertion|ID)\b/.test(xml)
      ? 'Its assertion is encrypted for the service provider.'
      : undefined,
    content: contentOf({
      message,
      issuer: of(/<(?:\w{1,20}:)?Issuer\b[^>]{0,300}>([^<]{1,500})</),
      destination: of(/\bDestination="([^"]{1,500})"/),
      'assertion consumer service': of(/\bAssertionConsumerServiceURL="([^"]{1,500})"/),
      recipient: of(/\bRecipient="([^"]{1,500})"/),
      'in response to': of(/\bInResponseTo="([^"]{1,200})"/),
      audience: of(/<(?:\w{1,20}:)?Audience>([^<]{1,500})</),
      subject: of(/<(?:\w{1,20}:)?NameID\b[^>]{0,300}>([^<]{1,500})</),
      'form of the subject': lastPart(
        of(/<(?:\w{1,20}:)?NameIDPolicy\b[^>]{0,300}\bFormat="([^"]{1,200})"/) ??
          of(/<(?:\w{1,20}:)?NameID\b[^>]{0,300}\bFormat="([^"]{1,200})"/),
      ),
      'signs in again': /\bForceAuthn="(?:true|1)"/.test(shown) ? 'yes, even with a session (ForceAuthn)' : undefined,
      'without asking': /\bIsPassive="(?:true|1)"/.test(shown) ? 'yes (IsPassive)' : undefined,
      'signed in at': of(/<(?:\w{1,20}:)?AuthnStatement\b[^>]{0,300}\bAuthnInstant="([^"]{1,60})"/),
      session: of(/\bSessionIndex="([^"]{1,200})"/),
      'signed in by': lastPart(of(/<(?:\w{1,20}:)?AuthnContextClassRef>([^<]{1,300})</)),
      attributes: attributesOf(shown),
      status: of(/<(?:\w{1,20}:)?StatusCode\b[^>]{0,200}\bValue="([^"]{1,300})"/),
      'status message': of(/<(?:\w{1,20}:)?StatusMessage>([^<]{1,300})</),
      signature: signatureOf(shown),
      certificate: certificateOf(shown),
      'issued at': issued,
      'valid from': from,
      'valid until': until,
      'to be received by': confirmed === until ? undefined : confirmed,
    }),
    times: timesOf({
      iat: secondsOf(issued),
      nbf: secondsOf(from),
      exp: ends.length === 0 ? undefined : Math.min(...ends),
    }),
  }
}

/** When the last of its confirmations ends: a service provider accepts it as a bearer until then (SAML 2.0 Profiles §4.1.4.2). */
function confirmedUntil(xml: string): string | undefined {
  return [...xml.matchAll(/<(?:\w{1,20}:)?SubjectConfirmationData\b[^>]{0,600}\bNotOnOrAfter="([^"]{1,60})"/g)]
    .flatMap(([, date = '']) => (secondsOf(date) === undefined ? [] : [date]))
    .sort((one, other) => Date.parse(one) - Date.parse(other))
    .at(-1)
}

const samlNames: Record<string, string> = {
  Response: 'SAML response',
  Assertion: 'SAML assertion',
  AuthnRequest: 'SAML authentication request',
  LogoutRequest: 'SAML logout request',
  LogoutResponse: 'SAML logout response',
  ArtifactResolve: 'SAML artifact request',
}

/** More attributes than these are not listed. */
const most = 30

function attributesOf(xml: string): Record<string, unknown> | undefined {
  const all = [...xml.matchAll(/<(?:\w{1,20}:)?Attribute\b[^>]{0,600}\bName="([^"]{1,300})"[^>]{0,600}>/g)].slice(
    0,
    most,
  )
  if (all.length === 0) return undefined
  return Object.fromEntries(
    all.map(({ 0: tag, 1: name = '', index }) => {
      const inside =
        xml.slice(index + tag.length, index + tag.length + 4_000).split(/<\/(?:\w{1,20}:)?Attribute>/, 1)[0] ?? ''
      const values = [...inside.matchAll(/<(?:\w{1,20}:)?AttributeValue\b[^>]{0,300}>([^<]{0,500})</g)].map(
        ([, value]) => value,
      )
      return [name, values.length === 1 ? values[0] : values]
    }),
  )
}

/** Which parts have a signature within them, by its algorithm. Nothing is verified. */
function signatureOf(xml: string): string | undefined {
  const methods = [...xml.matchAll(/<(?:\w{1,20}:)?SignatureMethod\b[^>]{0,200}\bAlgorithm="([^"]{1,200})"/g)].map(
    ([, algorithm]) => lastPart(algorithm),
  )
  if (methods.length === 0)
    return /<(?:\w{1,20}:)?Assertion\b/.test(xml)
      ? 'none, neither of the response nor of the assertion: nothing vouches for what it says, so a recipient must reject it'
      : undefined
  const parts = [...xml.matchAll(/<(?:\w{1,20}:)?Reference\b[^>]{0,200}\bURI="#([\w.-]{1,200})"/g)]
    .slice(0, mostReferences)
    .flatMap(([, id = '']) => partOfId(xml, id))
  const of = parts.length === methods.length ? `, of the ${[...new Set(parts)].join(' and the ')}` : ''
  return `${methods.length === 1 ? 'one' : methods.length}${of}, by ${[...new Set(methods)].join(' and ')}; not verified here`
}

/** More references than these are not looked up. */
const mostReferences = 4

/** What the part of a message is called that has this ID. */
function partOfId(xml: string, id: string): string[] {
  const tag = new RegExp(
    `<(?:\\w{1,20}:)?(Response|Assertion|AuthnRequest|LogoutRequest|LogoutResponse)\\b[^>]{0,600}\\bID="${id.replaceAll('.', '\\.')}"`,
  )
  const name = tag.exec(xml)?.[1]?.toLowerCase()
  return name === undefined ? [] : [name]
}

function certificateOf(xml: string): string | undefined {
  const base64 = /<(?:\w{1,20}:)?X509Certificate>([\w+/=\s]{100,20000})</.exec(xml)?.[1]
  const bytes = base64 === undefined ? undefined : bytesOfBase64(base64.replace(/\s/g, ''))
  const read = bytes && keyOfDer(bytes)
  const certificate = read && 'certificate' in read ? read.certificate : undefined
  if (certificate === undefined) return undefined
  const until = certificate.notAfter === undefined ? '' : `, valid until ${utcTime(certificate.notAfter)}`
  return `of ${certificate.subject}, issued by ${certificate.issuer}${until}`
}

/** `PasswordProtectedTransport` of a long URN, `rsa-sha256` of an address. */
function lastPart(name: string | undefined): string | undefined {
  return name === undefined ? undefined : (/[^:#/]+$/.exec(name)?.[0] ?? name)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
