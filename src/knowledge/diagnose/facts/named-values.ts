import { parseAddress } from '../../text/address.ts'
import type { Evidence } from './evidence.ts'

const longestValue = 300

/** The values of a text by their names, the first of each, without those that open something. */
export function namedValues(evidence: Evidence): Map<string, string> {
  const values = new Map<string, string>()
  for (const { name, value } of evidence.parameters())
    if (!values.has(name) && value.length <= longestValue && !opens(name, value) && !isCode(name, value))
      values.set(name, value)
  const [address] = evidence.signals().addresses
  if (address !== undefined) {
    const { origin, path } = parseAddress(address.url)
    values.set('host', origin.replace(/^[a-z]+:\/\/(?:[^@/]*@)?/, ''))
    values.set('path', path || '/')
  }
  const { statuses } = evidence.signals()
  const status = statuses.find((one) => one.status >= 400) ?? statuses[0]
  if (status !== undefined) values.set('status', String(status.status))
  for (const [name, pattern] of inAddresses) {
    const found = pattern.exec(evidence.text())?.[1]
    if (found !== undefined && !values.has(name)) values.set(name, found)
  }
  return values
}

/** What an address names that people know by a name of its own. */
const inAddresses: [name: string, pattern: RegExp][] = [
  ['realm', /\/realms\/([\w.%-]{1,100})/],
  ['tenant', /(?:login\.microsoftonline\.com|sts\.windows\.net)\/([\w.-]{3,100})/],
]

/** Whether what is behind a name is an expression of a program and no value. */
function isCode(name: string, value: string): boolean {
  if (
    /^(?:redirect_uri|issuer|iss|aud|client_id|scope|audience|resource|authority)$/.test(name) &&
    /^(?:None|null|undefined|str|string|self|this|true|false)\b/.test(value)
  )
    return true
  return (
    /\(\)|\w\(|\$\{|`|\s\+\s|=>|process\.env|os\.environ|getenv|window\.|^\$\w|^(?:process|config|configuration|settings|self|this|env|environment|options|opts|req|request|args|props|import\.meta|import)\./.test(
      value,
    ) && !/^[a-z]+:\/\//i.test(value)
  )
}

const secretNames =
  /(?:^|_)(?:token|tokens|jwt|assertion|secret|password|passwd|pwd|passphrase|senha|pin|otp|cookie|set_cookie|credential|credentials|authorization|dpop|verifier|api_?key|access_?key|private_?key|secret_?key|signing_?key|signature|session|session_state|sid|state|nonce|code|user_code|ticket|request|response|hint|key|user|username|login|rt|pass|email|cpf|cnpj|name|sub|phone)$/

/** Whether a value may open something or describes a person; what is long and looks made by a machine is one, whatever its name. */
function opens(name: string, value: string): boolean {
  if (/(?:^|_)(?:error|fault|status|err|reason)_?code$/.test(name)) return false
  if (/\beyJ[\w-]{5}|^(?:Bearer|Basic|DPoP)\s|-----BEGIN/i.test(value)) return true
  if (name === 'code') return !/^\d{1,6}$|^[a-z]+(?:[_ .-][a-z]+)*$|^[A-Z][A-Z_]{2,40}$/.test(value)
  return secretNames.test(name) || (madeByMachine(value) && !identifiers.test(name))
}

const identifiers = /(?:^|_)(?:id|kid|appid|azp|aud|uri|url|trace|correlation|x5t|scope)$/

/** A long run of letters and digits, such as generators of secrets make. */
function madeByMachine(value: string): boolean {
  return (
    /^(?=[^\d]*\d)(?=[^a-z]*[a-z])[\w+/=~.-]{28,}$/i.test(value) &&
    !/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(value) &&
    !/^[a-z-]+(?:[._/-][a-z\d-]+)+$/.test(value)
  )
}
