import { textOfBase64 } from '../text/base64.ts'
import type { Add } from './finding.ts'
import { meaningOf } from './name-meaning.ts'
import { kindOf } from './sensitivity.ts'
import { explainsItself, looksSecret, saysWhatIsDemanded } from './value-shapes.ts'
import { waysOfPrograms } from './ways-of-programs.ts'

/** Words of protocols and of their answers, which are where a secret may stand. */
const words =
  /^(?:LOGIN|PLAIN|CRAM-MD5|DIGEST-MD5|XOAUTH2?|NTLM|GSSAPI|TLS|SSL|EXTERNAL|SCRAM-\S+|[A-Z]{2,20}[-_]?\d{1,8}|[\w-]+[.](?:test|spec)[.]\w+|-.*)$/

/**
 * Finds what is handed to a program or sent by a protocol in its place: FTP, SMTP, IMAP, Redis, files of passwords,
 * clients of databases, pipes. Linear.
 */
export function findInSessions(text: string, add: Add): void {
  for (const { beside, form, kind, name, isCommon } of waysOfPrograms) {
    if (!beside.some((word) => text.includes(word))) continue
    for (const found of text.matchAll(form)) {
      const secret = found.groups?.secret ?? ''
      const value = name === 'Pix key' ? pixKey(found[0], secret) : secret.replace(/[,;]$/, '')
      if (value === '' || words.test(value)) continue
      const isQuoted = /["']/.test(text.charAt(found.index + found[0].lastIndexOf(secret) - 1))
      if (isQuoted ? saysWhatIsDemanded(value) : explainsItself(value)) continue
      if (isCommon && !(looksSecret(value) && /[\d$!@#%&*]/.test(value))) continue
      const start = found.index + found[0].lastIndexOf(secret)
      add({ start, end: start + value.length, kind, name, value })
    }
  }
  findSettings(text, add)
  findEncodedSettings(text, add)
  findDefaults(text, add)
}

/** A key of Pix is behind its length (BR Code, § 1.5.1 of the manual of Banco Central, after EMV QRCPS). */
function pixKey(whole: string, rest: string): string {
  const length = Number(whole.slice(-rest.length - 2, -rest.length))
  return rest.slice(0, length)
}

const setting =
  /\bconfig(?:ure)?(?:[ \t]+--?\w{1,20})*(?:[ \t]+(?:set|add))?[ \t]+([\w./:@-]{2,100})[ \t]+["']?([^\s"'=-][^\s"']{2,400})/g

/** `aws configure set aws_secret_access_key …`, `git config http.password …`. */
function findSettings(text: string, add: Add): void {
  if (!text.includes('config')) return
  for (const found of text.matchAll(setting)) {
    const [whole, name = '', value = ''] = found
    const start = found.index + whole.length - value.length
    const kind = meaningOf(name).strength === 'strong' ? kindOf(name, 'field', value) : undefined
    if (kind !== undefined) add({ start, end: start + value.length, kind, name: name.slice(-60), value })
  }
}

const encodedSetting = /^([\w;.-]{2,80})::[ \t]{0,9}([A-Za-z\d+/]{2,8000}={0,2})[ \t]{0,9}$/gm

/** A value in base64 behind two colons (LDIF, RFC 2849). */
function findEncodedSettings(text: string, add: Add): void {
  if (!text.includes('::')) return
  for (const found of text.matchAll(encodedSetting)) {
    const [whole, name = '', value = ''] = found
    const decoded = textOfBase64(value)
    // `JWT::MissingRequiredClaim`
    if (decoded === undefined && whole.includes(`::${value}`)) continue
    const kind = kindOf(name, 'field', decoded ?? 'x9-Kq')
    const start = found.index + whole.trimEnd().length - value.length
    if (kind !== undefined) add({ start, end: start + value.length, kind, name, value })
  }
}

const variable =
  /\bvariable[ \t]{1,9}"([\w-]{1,80})"[ \t]{0,9}\{[^{}]{0,600}?\bdefault[ \t]{0,40}=[ \t]{0,9}"([^"\n]{3,4000})"/g

/** What a variable of Terraform is where nothing else is given. */
function findDefaults(text: string, add: Add): void {
  if (!text.includes('variable')) return
  for (const found of text.matchAll(variable)) {
    const [whole, name = '', value = ''] = found
    const kind = kindOf(name, 'field', value)
    const start = found.index + whole.length - 1 - value.length
    if (kind !== undefined) add({ start, end: start + value.length, kind, name, value })
  }
}
