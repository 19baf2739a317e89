import { parseAddress } from '../../text/address.ts'
import type { Evidence } from './evidence.ts'
import { family, those } from './family.ts'

/** What is odd in how addresses are written. */
export const writtenAddresses = family(
  [
    'address:doubled-path',
    'address:double-slash',
    'address:doubled-scheme',
    'address:space',
    'address:two-hosts',
    'address:auth-prefix',
    'address:api-at-identity',
    'address:token-at-api',
  ],
  (evidence) => {
    const { addresses } = evidence.signals()
    const doubled = addresses.find(({ url }) => doubledSegment(parseAddress(url).path))
    const slashes = addresses.find(({ url }) =>
      /[^:]\/\/+\w/.test(url.replace(/[?#].*$/s, '').replace(/^https?:\/\//, '')),
    )
    const sentSlashes = evidence
      .parameters()
      .find(({ name, value }) => /^redirect_?ur[il]$/.test(name) && /^https?:\/\/[^?#]*[^:/]\/\/\w/.test(value))
    const hosts = endpointHosts(evidence)
    const apiAtIdentity = addresses.find(({ url }) => isApiAtIdentity(url))
    const tokenAtApi = addresses.find(({ url }) =>
      /^https?:\/\/(?:api|apis|gateway)\.[^/]+\/oauth2?\/token\b/i.test(url),
    )
    return {
      facts: those({
        'address:doubled-path': doubled,
        'address:double-slash': slashes ?? sentSlashes,
        'address:doubled-scheme': /https?:\/\/https?:?\/\/|https?:\/\/\/|https?\/\/:/i.test(evidence.text()),
        'address:space': /https?:\/\/[\w.-]{3,100}(?:\/[\w./-]{0,200})?(?:%20(?:["'\s?&]|$)|%0[AD])/im.test(
          evidence.text(),
        ),
        'address:two-hosts': hosts.length > 1,
        'address:api-at-identity': apiAtIdentity,
        'address:token-at-api': tokenAtApi,
        'address:auth-prefix': addresses.some(({ url }) => /^https?:\/\/[^/]+\/auth\/realms\//.test(url)),
      }),
      values: {
        address_of_api: apiAtIdentity?.url.replace(/[?#].*$/s, ''),
        address_of_token: tokenAtApi?.url.replace(/[?#].*$/s, ''),
        address_doubled: doubled?.url.replace(/[?#].*$/s, ''),
        authorization_host: hosts.length > 1 ? hosts[0] : undefined,
        token_host: hosts.length > 1 ? hosts[1] : undefined,
      },
    }
  },
)

/** Whether a host that is named for signing in is called with the path of a business API. */
function isApiAtIdentity(url: string): boolean {
  const [, host = '', path = ''] =
    /^https?:\/\/((?:identity|id|auth|login|sso|idp|signin|oauth2?)\.[^/?#]{3,200})\/v\d{1,2}\/([^?#]{2,300})/i.exec(
      url,
    ) ?? []
  return (
    host !== '' &&
    !/\bapi\b/i.test(host) &&
    !/^(?:[\w-]{1,40}\/)?(?:oauth2?|openid\w*|connect|token|authorize|auth|login|log-?out|sessions?|users?|me|userinfo|sso|saml|mfa|otp|keys|jwks|certs|clients?|register|sign-?\w+|accounts?$|device)\b/i.test(
      path,
    )
  )
}

/** Whether one or several path segments are there twice in a row. */
function doubledSegment(path: string): boolean {
  return /(\/(?!\d+(?:\/|$))[\w.{}-]{2,60}(?:\/[\w.{}-]{1,60}){0,2})\1(?=\/|$)/.test(path.slice(0, 600))
}

/** The hosts of the authorization endpoint and the token endpoint, where they differ. */
function endpointHosts(evidence: Evidence): string[] {
  const host = (pattern: RegExp) => {
    const found = evidence.signals().addresses.find(({ url }) => pattern.test(url.replace(/[?#].*$/s, '')))
    return found && parseAddress(found.url).origin.replace(/^https?:\/\//, '')
  }
  const hosts = [host(/\/authoriz(?:e|ation)\/?$|\/auth\/?$/), host(/\/tokens?\/?$/)].filter((one) => one !== undefined)
  return hosts.length === 2 && hosts[0] !== hosts[1] ? hosts : []
}
