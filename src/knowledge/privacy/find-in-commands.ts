import type { Add } from './finding.ts'
import { isFunctionWord } from './function-words.ts'
import { findAuthorization, findCookies, isAuthorization } from './headers.ts'
import { meaningOf } from './name-meaning.ts'
import { kindOf } from './sensitivity.ts'
import { explainsItself, isTrace, looksSecret, saysWhatIsDemanded } from './value-shapes.ts'

const option = /(?<=^|[\s"'(,[])(--?|\/)([A-Za-z][\w.-]{0,60})(?:[ \t]{1,8}|["'],\s{0,9}["']|:)(?=[^\s-]|-[^\s-]{3})/g
const word = /"((?:[^"\\\n]|\\.){0,4000})"|'([^'\n]{0,4000})'|\$'([^'\n]{0,4000})'|([^\s"',;|)\]]+)/y
/** What a shell joins because nothing is between it: `user:'x y'`. */
const joined = /(?:[^\s"',;|)\]]{1,200}(?:'[^'\n]{1,400}'|"[^"\n]{1,400}")){1,4}(?:[^\s"',;|)\]]{1,200})?(?=[\s;|)]|$)/y

/** Finds what options of commands are given: `-u user:password`, `--password x`, `-pSecret`, `/p:x`. Linear. */
export function findInCommands(text: string, add: Add): void {
  option.lastIndex = 0
  for (let found = option.exec(text); found !== null; found = option.exec(text)) {
    const [written, dashes = '', name = ''] = found
    const at = found.index + written.length
    option.lastIndex = at
    if (dashes === '/' && !written.endsWith(':')) continue
    word.lastIndex = at
    const given = word.exec(text)
    if (given === null) continue
    joined.lastIndex = at
    const whole = /["'`]/.test(found[0]) || /["'(,[]/.test(text.charAt(found.index - 1)) ? null : joined.exec(text)
    const value = whole?.[0] ?? given[1] ?? given[2] ?? given[3] ?? given[4] ?? ''
    const quote = whole !== null || given[4] !== undefined ? 0 : given[3] === undefined ? 1 : 2
    judge(dashes, name, value, at + quote, () => lineBefore(text, found.index), add)
  }
  for (const found of text.matchAll(dockerEnv)) {
    const [whole, name = '', value = ''] = found
    const start = found.index + whole.length - value.length
    const kind = meaningOf(name).strength === 'strong' ? kindOf(name, 'field', value) : undefined
    if (kind !== undefined) add({ start, end: start + value.length, kind, name, value })
  }
  findLogins(text, add)
  for (const found of text.matchAll(attachedUser)) {
    const value = found[2] ?? ''
    const start = found.index + found[0].length - value.length
    if (!explainsItself(value)) add({ start, end: start + value.length, kind: 'credentials', name: '-u', value })
  }
  for (const found of text.matchAll(attached)) {
    const value = found[1] ?? ''
    const start = found.index + found[0].length - value.length
    if (!explainsItself(value.replace(/^(["'])(.*)\1$/, '$2')))
      add({ start, end: start + value.length, kind: 'password', name: '-p', value })
  }
}

/** Who signs in with the password that is on the same line, whatever account it is. */
function findLogins(text: string, add: Add): void {
  for (const found of text.matchAll(loginOption)) {
    const value = found[1] ?? ''
    const start = found.index + found[0].length - value.length
    const line = `${lineBefore(text, found.index)} ${lineBehind(text, start + value.length)}`
    if (!isTrace(value) && !explainsItself(value) && passwordOption.test(line))
      add({ start, end: start + value.length, kind: 'name', name: 'user', value })
  }
}

const loginOption =
  /(?<=[ \t])(?:-[uUl]|--?(?:user(?:name)?|login|usuario|dbuser|db-user|admin-user|bind-dn))(?:[ \t]+|=|(?<=-[uU]))["']?([A-Za-z_][\w.@\\-]{1,60})(?=["']?(?:[ \t]|\r?$))/gm
const passwordOption =
  /(?:^|[ \t])(?:-[pPwa](?:[ \t]*["']?[^\s-])|--?(?:pass(?:word|wd|phrase)?|pwd|senha|token|secret|api-?key|password-stdin)(?:[ \t=]|$)|(?:\w{0,20}(?:PASSWORD|PASSWD|PWD|TOKEN|SENHA))=)/

function lineBehind(text: string, at: number): string {
  const behind = text.slice(at, at + 300)
  const end = behind.indexOf('\n')
  return end < 0 ? behind : behind.slice(0, end)
}

const dockerEnv = /^[ \t]*(?:ENV|setx|SETX)[ \t]+([A-Za-z_]\w{1,60})[ \t]+([^\s=]\S{0,400})/gm
const attachedUser = /\bcurl\b[^\n]{0,300}?\s-u([^\s:"'-][^\s:"']{0,80}):([^\s"']{1,200})/g
/** Credentials and fields that code hands to a function: `auth("user", "…")`, `setHeader('X-Api-Key', '…')`, `setPassword("…")`. */
const handed =
  /(?<![\w$-])([A-Za-z_$][\w$.-]{0,60})\s{0,3}=?\s{0,3}(?:\(\s{0,20}|[ \t](?=["'][^"'\n]{1,200}["'] -))(["'`])([^"'`\n]{1,400})\2(?:\s{0,20},\s{0,20}(["'`])([^"'`\n]{1,4000})\4)?/g

/** Calls that take a user and a password behind an address, in this order. */
const connecting =
  /(?<![\w$])(?:PDO(?:->__construct)?|mysqli?(?:_connect|->__construct)?|pg_connect|oci_connect|odbc_connect|getConnection|createConnection|__construct|NetworkCredential|PSCredential|UsernamePasswordCredentials|PasswordAuthentication|HTTPBasicAuth|HttpBasicAuth|BasicAuth(?:entication)?|basic_?auth|set_?basic_?auth|ftp_login|ssh2_auth_password|login|sign_?in|simple_bind\w*|authenticate|auth|credentials)\s{0,3}\(\s{0,20}((?:[$\w.>-]{1,60}\s{0,4},\s{0,20}){0,2}(?:(?:"[^"\n]{0,300}"|'[^'\n]{0,300}')\s{0,4},\s{0,20}){1,3})(?:"([^"\n]{3,200})"|'([^'\n]{3,200})')\s{0,20}(?:,\s{0,9}(?:"([^"\n]{0,100})"|'([^'\n]{0,100})'|[^()"']{0,80}))?\)/gi

const toDatabase = /^(?:PDO|mysqli?|pg_|oci_|odbc_|getConnection|createConnection)/i

/** Small letters in words, as a passphrase has them. */
const isPhrase = /^\p{Ll}+(?:[ ]\p{Ll}+){1,4}$/u

function findConnecting(text: string, add: Add): void {
  for (const found of text.matchAll(connecting)) {
    const value = found[2] ?? found[3] ?? ''
    const start = found.index + found[0].indexOf(value, found[0].indexOf('(') + (found[1] ?? '').length)
    if (explainsItself(value)) continue
    // Who connects to a database is known by an address and a user before the password, so that it may be any word.
    const isPlaced =
      toDatabase.test(found[0]) && (found[1] ?? '').split(',').length > 2 && meaningOf(value).strength === 'open'
    if (!isPlaced && !looksSecret(value) && !isPhrase.test(value)) continue
    add({ start, end: start + value.length, kind: 'password', name: 'password in a call', value })
    const user = [...(found[1] ?? '').matchAll(/(["'])([A-Za-z_][\w.@\\-]{1,60})\1/g)].at(-1)
    if (user?.[2] === undefined || explainsItself(user[2])) continue
    const from = found.index + found[0].indexOf(found[1] ?? '', found[0].indexOf('(')) + user.index + 1
    add({ start: from, end: from + user[2].length, kind: 'name', name: 'user', value: user[2] })
  }
}

/** Finds what code hands to a function as a secret. Linear. */
export function findInCalls(text: string, add: Add): void {
  findConnecting(text, add)
  for (const found of text.matchAll(handed)) {
    const [whole, called = '', , first = '', , second] = found
    const last = second ?? first
    const start = found.index + whole.length - 1 - last.length
    if (second === undefined) {
      const name = called
        .replace(/^.*\./, '')
        .replace(/^(?:set|with|use|add)(?=[A-Z_])/i, '')
        .replace(/^ConvertTo-SecureString$/i, 'password')
      const meaning = meaningOf(name)
      if (meaning.strength === 'login' && name !== called && kindOf(name, 'field', first) !== undefined)
        add({ start, end: start + first.length, kind: 'name', name, value: first })
      if (meaning.strength === 'strong' && name !== called && !saysWhatIsDemanded(first))
        add({ start, end: start + first.length, kind: meaning.kind, name, value: first })
      continue
    }
    if (isAuthorization(first)) {
      findAuthorization(second, start, add)
      continue
    }
    const kind =
      /(?:auth|credentials?|login|signin)$/i.test(called) && looksSecret(second)
        ? 'credentials'
        : kindOf(first, 'header', second)
    if (kind !== undefined && kind !== 'unknown header' && meaningOf(first).strength !== 'personal')
      add({ start, end: start + second.length, kind, name: first.slice(0, 60), value: second })
  }
}

const attached =
  /\b(?:mysql|mysqldump|mysqladmin|mysqlimport|mariadb|mariadb-dump|7za?|unzip|rar|unrar|sshpass|mongo|mongosh)\b[^\n]{0,300}?\s-[pP](\S{3,200})/g

function judge(dashes: string, name: string, value: string, start: number, before: () => string, add: Add): void {
  if (value === '' || saysWhatIsDemanded(value) || /^\[[A-Z]{4,}$/.test(value) || isFunctionWord(value)) return
  const whole = (kind: 'password' | 'credentials') =>
    add({ start, end: start + value.length, kind, name: `${dashes}${name}`, value })
  if (/^(?:u|U|x|a|[\w-]{0,20}(?:user|userpwd|auth|basic|creds?|credentials?|login|account))$/.test(name)) {
    const colon = value.indexOf(':')
    const secret = value.slice(colon + 1)
    if (
      colon < 0 ||
      secret === '' ||
      explainsItself(secret) ||
      /^\d+(?::\d+)?$/.test(value.replace(':', '')) ||
      secret.startsWith('//')
    ) {
      if (name === 'a' && /\bredis-cli\b/.test(before())) whole('password')
      return
    }
    // Which client it was is no secret (RFC 6749 §2.2).
    if (!/^[xa]$/.test(name) || /\bhttp\b/.test(before()))
      add({
        start: start + colon + 1,
        end: start + value.length,
        kind: 'credentials',
        name: `${dashes}${name}`,
        value: secret,
      })
    return
  }
  if (/^(?:b|cookie)$/.test(name)) {
    if (name === 'b' && /^(?:ou|dc|cn|o|c)=/i.test(value)) return
    if (value.includes('=')) findCookies(value, start, add)
    // The secret that nodes of Erlang share; curl takes a file there.
    else if (name === 'cookie' && /^[^./\\]{4,}$/.test(value)) whole('password')
    return
  }
  if (/^(?:cert|E|proxy-cert)$/.test(name)) {
    // `--cert file:passphrase`
    const secret = /^(?:.{1,200}\.\w{2,5}):([^\\/].{0,200})$/.exec(value)?.[1] ?? ''
    if (secret !== '')
      add({
        start: start + value.length - secret.length,
        end: start + value.length,
        kind: 'password',
        name: `${dashes}${name}`,
        value: secret,
      })
    return
  }
  // Keys of SNMP version 3
  if (/^[AX]$/.test(name) && /\bsnmp\w+/.test(before()) && !/^(?:SHA|MD5|AES|DES)/.test(value)) {
    whole('password')
    return
  }
  if (/^[pPwWN]$/.test(name)) {
    if (
      /\b(?:sshpass|ssh-keygen|mysql\w*|mongo\w*|docker|podman|az|htpasswd|psql|ldap\w+|wget|unzip|zip|rar|unrar|7za?|login|keytool|jarsigner|kinit|net|oc|argocd|sqlcmd|osql|bcp|isql|tsql|ipmitool|mosquitto_\w+|psexec|winrm\w*|evil-winrm|plink|pscp|rdesktop|xfreerdp|redis-cli|influx|cqlsh|clickhouse-client|snowsql|vsql|beeline|mariadb\w*|cypher-shell|amqp\w*|rabbitmq\w*|svn|hg|http|https|xh|mvn|nexus|helm|cf|ibmcloud|bx|aliyun|rasdial|ldap\w*|snmp\w+|impala-shell|smbclient|mount|pfx\w*|certutil)\b/.test(
        before(),
      ) &&
      !/^\d{2,5}(?::\d+)*$/.test(value)
    )
      whole('password')
    return
  }
  const meaning = meaningOf(name)
  // `--secret-id prd/erp` names a secret that is kept elsewhere.
  if (/^secret$/.test(name) && /\bgcloud\b/.test(before())) return
  if (/^secret-id$/.test(name) && /^(?:arn:|[\w-]+\/)/.test(value)) return
  if (/^pass(?:in|out|wd)?$/.test(name) && /^(?:file|env|fd|stdin)\b/.test(value)) return
  if (/^pass(?:in|out|wd)?$/.test(name) && value.startsWith('pass:')) {
    add({
      start: start + 5,
      end: start + value.length,
      kind: 'password',
      name: `${dashes}${name}`,
      value: value.slice(5),
    })
    return
  }
  if (
    meaning.strength === 'strong' ||
    (meaning.strength === 'doubtful' &&
      name.length > 2 &&
      looksSecret(value) &&
      value.length > 7 &&
      kindOf(name, 'field', value) !== undefined)
  )
    add({ start, end: start + value.length, kind: meaning.kind, name: `${dashes}${name}`, value })
}

function lineBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - 300), at)
  return before.slice(before.lastIndexOf('\n') + 1)
}
