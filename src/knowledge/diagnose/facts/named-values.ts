import { parseAddress } from '../../text/address.ts'
import type { Evidence } from './evidence.ts'

const longestValue = 300

/** The values of a text by their names, the first of each, without those that open something. */
export function namedValues(evidence: Evidence): Map<string, string> {
  const values = new Map<string, string>()
  for (const { name, value } of evidence.parameters())
    if (!values.has(name) && value.length <= longestValue && !opens(name, value)) values.set(name, value)
  const [address] = evidence.signals().addresses
  if (address !== undefined) {
    const { origin, path } = parseAddress(address.url)
    values.set('host', origin.replace(/^[a-z]+:\/\/(?:[^@/]*@)?/, ''))
    values.set('path', path || '/')
  }
  return values
}

const secretNames =
  /(?:^|_)(?:token|tokens|jwt|assertion|secret|password|passwd|pwd|passphrase|senha|pin|otp|cookie|set_cookie|credential|credentials|authorization|dpop|verifier|api_?key|access_?key|private_?key|secret_?key|signing_?key|signature|session|session_state|sid|state|nonce|code|user_code|ticket|request|response|hint|key|user|username|login|email|cpf|cnpj|name|sub|phone)$/

/** Whether a value may open something or tells of a person; what is long and looks made by a machine is one, whatever its name. */
function opens(name: string, value: string): boolean {
  if (/(?:^|_)(?:error|fault|status|err|reason)_?code$/.test(name)) return false
  if (/\beyJ[\w-]{5}|^(?:Bearer|Basic|DPoP)\s|-----BEGIN/i.test(value)) return true
  if (name === 'code') return !/^\d{1,6}$|^[a-z]+(?:[_ .-][a-z]+)*$|^[A-Z][A-Z_]{2,40}$/.test(value)
  return secretNames.test(name)
}
