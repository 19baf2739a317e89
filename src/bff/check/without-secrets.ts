import type { Finding } from '#contract/check.ts'
import type { Configuration } from '../config/configuration.ts'
import { isExchanged } from './check-process.ts'

/** Findings in which no secret stands, whatever a service repeated of what it was sent. */
export function withoutSecrets({ environments, sessionKeys, proxy }: Configuration, findings: Finding[]): Finding[] {
  const clients = environments.flatMap((environment) => environment.clients)
  const credentials = clients.flatMap(({ clientId, secret, key }) => [
    isExchanged({ clientId, secret }) ? clientId : secret,
    Buffer.from(`${clientId}:${secret}`).toString('base64'),
    key?.pem ?? '',
  ])
  const keys = sessionKeys.map(({ key }) => Buffer.from(key).toString('base64url'))
  const { username = '', password = '' } = (proxy && URL.parse(proxy.address)) ?? {}
  const secrets = [...credentials, ...keys, username, password]
    .filter((secret) => secret.length > 2)
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
    .toSorted((a, b) => b.length - a.length)
  const hide = (text: string) => secrets.reduce((told, secret) => told.replaceAll(secret, '•••'), text)
  return findings.map((finding) => ({ ...finding, message: hide(finding.message), fix: hide(finding.fix) }))
}
