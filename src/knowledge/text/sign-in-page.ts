import { parseAddress } from './address.ts'
import { registeredDomain } from './hosts.ts'

/** Whether a redirect leads from a host to a page for signing in at another domain, as proxies and networks have it. */
export function leadsToSignIn(url: string, called: string): boolean {
  const host = hostOf(url)
  return (
    host !== '' &&
    called !== '' &&
    registeredDomain(host) !== registeredDomain(called) &&
    /login|log-?on|sign-?in|sso|auth|portal|captive|acesso|entrar/i.test(url)
  )
}

/** The host of a URL in lower case, without port. */
export function hostOf(url: string): string {
  return parseAddress(url)
    .origin.replace(/^\w+:\/\//, '')
    .replace(/:\d+$/, '')
    .toLowerCase()
}
