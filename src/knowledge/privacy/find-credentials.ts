import { bytesOfBase64, textOfBase64 } from '../text/base64.ts'
import { textOfUtf8 } from '../text/utf8.ts'
import { createRun } from './char-runs.ts'
import type { Add, Finding } from './finding.ts'
import { isKeyMaterial } from './key-material.ts'
import { explainsItself, isTrace, looksSecret, saysWhatIsDemanded } from './value-shapes.ts'

/** Private keys in PEM, OpenPGP, PuTTY and JWK form, whole or cut. Linear. */
export function findPrivateKeys(text: string, add: Add): void {
  const [lastLine, firstLine] = [createNext(text, '-----END'), createNext(text, '-----BEGIN')]
  for (let at = text.indexOf('PRIVATE KEY'); at >= 0; at = text.indexOf('PRIVATE KEY', at + 11)) {
    const head = /-{3,5} ?BEGIN[ +_][A-Z\d +_]{0,40}$/.exec(text.slice(Math.max(0, at - 60), at))?.[0]
    if (head === undefined) continue
    const tail = pemEnd(text, at, lastLine(at), firstLine(at))
    add({
      start: at - head.length,
      end: tail,
      kind: 'private key',
      name: 'private_key',
      value: text.slice(at - head.length, tail),
    })
    at = tail - 1
  }
  for (const found of text.matchAll(putty))
    add({
      start: found.index,
      end: found.index + found[0].length,
      kind: 'private key',
      name: 'private_key',
      value: found[0],
    })
  if (text.includes('kty')) findJwks(text, add)
  if (text.includes('RSAKeyValue'))
    for (const found of text.matchAll(xmlMember)) {
      const value = found[1] ?? ''
      const start = found.index + found[0].length - 1 - value.length
      add({ start, end: start + value.length, kind: 'private key', name: 'private_key', value })
    }
}

/** Where a mark stands next, for places that only grow; the text is looked through once. */
function createNext(text: string, mark: string): (from: number) => number {
  let at = text.indexOf(mark)
  return (from) => {
    if (at >= 0 && at < from) at = text.indexOf(mark, from)
    return at
  }
}

const pemBody = /[\w+/=\s\\%:,."'-]{0,120}/y
const putty = /^Private-Lines:[ \t]*\d+\r?\n(?:[\w+/=]{1,100}\r?\n?){1,200}/gm

/** Where a key in PEM ends: behind its last line, or behind the last of what is left of it. */
function pemEnd(text: string, at: number, after: number, next: number): number {
  if (after >= 0 && (next < 0 || after < next) && after - at < 60_000) {
    const line = /^-----END[^-\n]{0,60}(?:-{0,5})/.exec(text.slice(after, after + 90))?.[0] ?? ''
    return after + line.length
  }
  let end = at + 11
  while (text.charCodeAt(end) === 0x2d) end += 1
  for (;;) {
    pemBody.lastIndex = end
    const more = pemBody.exec(text)?.[0] ?? ''
    const line = /^[\s\\nr"',]{0,40}[\w+/=]{16,100}/.exec(more)?.[0]
    if (line === undefined) return end
    end += line.length
  }
}

const jwkMember = /(?<![\w"'])(?:["'])?(d|p|q|dp|dq|qi|k|priv)["']?\s{0,9}:\s{0,9}["']([\w+/=-]{16,20000})["']/g

/** The same in XML (RFC 3275 §4.4.2.2 with what .NET adds). */
const xmlMember = /<(?:D|P|Q|DP|DQ|InverseQ)>([^<]{8,20000})</g

/** Members of a JWK that only its owner may know (RFC 7518 §6.2.2, §6.3.2, §6.4.1, RFC 9964). */
function findJwks(text: string, add: Add): void {
  for (const found of text.matchAll(jwkMember)) {
    const [whole, member = '', value = ''] = found
    const start = found.index + whole.length - 1 - value.length
    const isShared = member === 'k'
    add({
      start,
      end: start + value.length,
      kind: isShared ? 'secret' : 'private key',
      name: isShared ? 'secret_key' : 'private_key',
      value,
    })
  }
}

// `Bearer realm="…"` and `Bearer error=…` are challenges and hold no secret (RFC 9110 §11.3).
const schemes =
  /(?<![\w/.-])((?:Bearer|Basic|DPoP|Token|ApiKey|Negotiate|NTLM|SSWS|GoogleLogin|GenieKey|Splunk|Apikey|Api-Key)(?:[\s:]{1,4}(?:Bearer|Basic|DPoP)\b){0,3})([\s:]{1,9}|\+)(?=\S)(?![\w-]{1,40}(?:=\w|(?<=(?:realm|error|scope))=$|\s{0,2}=\s{0,2}"))(?:auth=|token=)?["'“]?([\w.~+/=%$-]{6})/gi
/** `Bearer authentication`, `Basic credentials.`: a sentence continues. */
const oneWord = /^(?:[a-z_-]{1,24}|base64|[A-Z][a-z]{1,15}|[A-Z_]{1,24})[.]?$/

const credentialsEnd = createRun('_.~+/=%$-')

/** What follows the name of a scheme (RFC 9110 §11.4), wherever it stands. */
export function findSchemes(text: string, add: Add): void {
  for (const found of text.matchAll(schemes)) {
    const [whole, scheme = '', , begun = ''] = found
    const end = found.index + whole.length
    const value = begun + text.slice(end, credentialsEnd(text, end))
    const rare = !/^(?:bearer|basic|dpop)/i.test(scheme)
    // `"Bearer " + token` is code.
    if (
      /^HTTP\/\d/.test(value) ||
      (/["'`]$/.test(whole.slice(0, -begun.length)) && /^\+[A-Za-z_$][\w$.]*$/.test(value))
    )
      continue
    if (
      oneWord.test(value) ||
      isTrace(value) ||
      explainsItself(value) ||
      (rare && !(looksSecret(value) && /\d/.test(value)))
    )
      continue
    const secret = value.replace(/\.$/, '')
    add(credentials(secret, end - begun.length, scheme))
  }
}

/** Credentials of a scheme; of Basic the user or client ID may be told (RFC 6749 §2.2). */
export function credentials(secret: string, start: number, scheme: string): Finding {
  const user = /basic$/i.test(scheme) ? textOfBase64(secret) : undefined
  const told = user?.includes(':') ? user.slice(0, user.indexOf(':')) : undefined
  return {
    start,
    end: start + secret.length,
    kind: 'credentials',
    name: `${scheme} credentials`,
    value: secret,
    told: told !== undefined && /^[\w.-]{1,100}$/.test(told) ? told : undefined,
  }
}

/** Passwords before the host of an address (RFC 3986 §3.2.1), also of databases and brokers. */
export function findInAddresses(text: string, add: Add): void {
  for (const found of text.matchAll(oracle)) {
    const value = found[1] ?? ''
    const start = found.index + found[0].length - 1 - value.length
    add({ start, end: start + value.length, kind: 'credentials', name: 'password in an address', value })
  }
  for (const found of text.matchAll(encodedInCode)) {
    const { value = '' } = found.groups ?? {}
    const start = found.index + found[0].length - value.length
    add({ start, end: start + value.length, kind: 'credentials', name: 'password in an address', value })
  }
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at + 3)) {
    authority.lastIndex = at + 3
    const found = authority.exec(text)?.[0]
    const sign = found?.lastIndexOf('@') ?? -1
    if (found === undefined || sign < 1) continue
    const user = found.slice(0, sign)
    const colon = user.indexOf(':')
    const secret = user.slice(colon + 1)
    const start = at + 3 + colon + 1
    if (secret === '' || isTrace(secret) || saysWhatIsDemanded(secret)) continue
    // `postgres://user:password@localhost` is an example.
    if (/^(?:user(?:name)?|usu[áa]rio|login):(?:pass(?:word)?|pwd|senha|secret)$/i.test(user)) continue
    if (colon >= 0) {
      add({ start, end: at + 3 + sign, kind: 'credentials', name: 'password in an address', value: secret })
      const name = user.slice(0, colon)
      if (/^[\w.%-]{2,80}$/.test(name) && !explainsItself(name) && !noLogin.test(name))
        add({ start: at + 3, end: at + 3 + colon, kind: 'name', name: 'user in an address', value: name })
    } else if (looksSecret(secret) && secret.length > 11)
      add({ start, end: at + 3 + sign, kind: 'credentials', name: 'user in an address', value: secret })
  }
}

/** What is in the place of a user where the password is all there is. */
const noLogin =
  /^(?:oauth2?|x-(?:access|oauth)-?\w*|git|token|api|apikey|default|user(?:name)?|_?json_key(?:_base64)?)$/i

/** `https://user:${encodeURIComponent("…")}@host` */
const encodedInCode =
  /:\/\/[\w.%-]{1,40}:(?:[$#]?\{|["'`][ \t]{0,3}[+.][ \t]{0,3})[\w.]{2,40}\(["'`](?<value>[^"'`\n]{2,100})(?=["'`]\))/g
const oracle = /\b(?:thin|oci8?):[^\s/@"']{1,60}\/([^\s@"']{1,200})@/g
/** The user may be one of a domain: `domain\\user`. */
/** A password with signs that end an address counts where a host follows: `postgres://web:what?ever@localhost/web`. */
/** A password with blanks counts where it is no port: `ftp://backup:two words@host.example`. */
const authority =
  /(?:[\w.%-]{1,40}:(?!\d{1,5}[/?#])[^\s/"'<>\\@?#]{0,80}[?#][^\s/"'<>\\@]{0,80}@(?=[\w-]+(?:[.:/]|$)))?(?:[\w-]{1,40}:(?!\d{1,5}(?:[/\s]|$))[^\s/?#@"'<>\\]{1,40}(?:[ \t][^\s/?#@"'<>\\]{1,40}){1,6}@(?=[\w-]{1,63}\.))?(?:[\w.-]{1,40}\\{1,2}(?=[\w.-]{2,40}:[^\s/"']{1,200}@))?[^\s/?#"'<>\\]{1,600}/y

const base64End = createRun('+/_-')

/**
 * Text that is written in base64 or base64url and contains something.
 *
 * @param inside what is found in the text
 */
export function findEncoded(text: string, inside: (decoded: string) => Finding[], add: Add): void {
  // What is encoded begins right behind the sign of a name as long as itself: `MerchantParameters=eyJ…`.
  for (let start = 0, end = 0; start < text.length; start = Math.max(end, start + 1)) {
    end = base64End(text, start)
    if (end - start < 16) continue
    while (text.charCodeAt(end) === 0x3d && end - start < text.length) end += 1
    const written = text.slice(start, end).replace(/={3,}$/, '')
    const one = decodedAt(written, start, inside)
    if (one !== undefined) add(one)
    // A path ends in a slash before what is encoded: `/state/eyJ…`.
    else if (written.includes('/') && written.length < 4_000) {
      let place = start
      for (const part of written.split('/')) {
        const inPath = part.length >= 16 ? decodedAt(part, place, inside) : undefined
        if (inPath !== undefined) add(inPath)
        place += part.length + 1
      }
    }
  }
}

function decodedAt(written: string, start: number, inside: (decoded: string) => Finding[]): Finding | undefined {
  if (!/[A-Z]/.test(written) && !/\d/.test(written)) return undefined
  if (/^[\da-f]{24,}$/i.test(written.slice(0, 4_000)) && written.length % 2 === 0)
    return hexadecimalAt(written, start, inside)
  if (written.length >= 40 && binaryStart.test(written)) {
    const bytes = bytesOfBase64(
      written
        .slice(0, 400 - (400 % 4))
        .replace(/=+$/, '')
        .slice(0, 396),
    )
    if (bytes !== undefined && isKeyMaterial(bytes))
      return { start, end: start + written.length, kind: 'private key', name: 'private_key', value: written }
    // What is compressed cannot be looked through here (RFC 1952 § 2.3.1, RFC 1950 § 2.2).
    if (bytes !== undefined && /^(?:H4sI|eJ[wxyz]|eN[p-s]|eA[EF])/.test(written) && !isReadableStart(written))
      return { start, end: start + written.length, kind: 'binary content', name: 'compressed content', value: written }
  }
  const sample = textOfBase64(written.slice(0, 16))
  if (
    sample === undefined &&
    !/[^\x20-\x7e]/.test(written.slice(0, 16)) &&
    textOfBase64(written.slice(0, 12)) === undefined
  )
    return undefined
  const whole = written.replace(/=+$/, '')
  const text = whole.length % 4 === 1 ? undefined : textOfBase64(written)
  if (text === undefined || !isReadable(text)) return undefined
  const user = /^[\w.@+-]{1,80}:([^\s:]{3,200})$/.exec(text)
  const findings = user !== null && looksSecret(user[1] ?? '') ? [] : inside(text)
  const base = { start, end: start + written.length }
  if (user !== null && findings.length === 0 && looksSecret(user[1] ?? ''))
    return { ...base, ...credentials(written, start, 'Basic') }
  if (findings.length === 0) return undefined
  const as = /[+/]/.test(written) || (written.endsWith('=') && !/[-_]/.test(written)) ? 'base64' : 'base64url'
  return {
    ...base,
    kind: findings[0]?.kind ?? 'secret',
    name: 'encoded text',
    value: written,
    decoded: { as, text, findings },
  }
}

/** Where DER, a store of keys or something compressed may begin. */
const binaryStart = /^(?:M[A-I]|[/_]u3[+-]7|zs7O|b3BlbnNzaC1rZXk|H4sI|eJ[wxyz]|eN[p-s]|eA[EF])/

function isReadableStart(written: string): boolean {
  return textOfBase64(written.slice(0, 16)) !== undefined
}

/** Text in hexadecimal digits that contains something is removed as a whole. */
function hexadecimalAt(written: string, start: number, inside: (decoded: string) => Finding[]): Finding | undefined {
  const bytes = new Uint8Array(written.length / 2)
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(written.slice(2 * at, 2 * at + 2), 16)
  const text = textOfUtf8(bytes)
  const [first] = text === undefined || !isReadable(text) ? [] : inside(text)
  return first && { start, end: start + written.length, kind: first.kind, name: 'encoded text', value: written }
}

/** Whether a text is one that somebody wrote, not bytes that happen to be UTF-8. */
function isReadable(text: string): boolean {
  const sample = text.slice(0, 2_000)
  let odd = 0
  for (let at = 0; at < sample.length; at++) {
    const sign = sample.charCodeAt(at)
    if ((sign < 0x20 && sign !== 9 && sign !== 10 && sign !== 13) || sign === 0x7f || sign === 0xfffd) odd += 1
  }
  return sample.length > 7 && odd * 50 <= sample.length
}
