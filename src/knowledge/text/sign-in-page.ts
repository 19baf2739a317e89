import { parseAddress } from './address.ts'
import { hostOf, registeredDomain } from './hosts.ts'

/** Whether a redirect leads from a host to a page for signing in at another domain, as proxies and networks have it. */
export function leadsToSignIn(url: string, called: string): boolean {
  const host = hostOf(parseAddress(url).origin)
  return (
    host !== '' &&
    called !== '' &&
    registeredDomain(host) !== registeredDomain(called) &&
    /login|log-?on|sign-?in|sso|auth|portal|captive|acesso|entrar/i.test(url)
  )
}
