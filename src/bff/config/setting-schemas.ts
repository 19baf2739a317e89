import { isIP } from 'node:net'
import { type TString, Type } from 'typebox'
import { type SettingOptions, withRule } from './problems.ts'

/** A string that matches `pattern`; `description` says so in words. */
export const text = (
  description = 'a non-empty string',
  pattern = /\S/,
  more: Omit<SettingOptions, 'description'> = {},
): TString => Type.String({ pattern, description, ...more })

/** A list with at least one entry. */
export const filled = { minItems: 1 }

/** An object without other settings than these. */
export const closed = { additionalProperties: false }

/**
 * An absolute address, https unless its host is this machine.
 *
 * @param alsoKnownAs what other programs call the setting
 */
export const address = (alsoKnownAs: string[] = []): TString =>
  withRule(
    Type.String({
      description: 'an https URL (http only for this machine itself) without user, query or fragment',
      fix: (setting: string, found?: unknown) =>
        `Set ${setting} to ${meantAddress(found) ?? 'a URL such as https://auth.example.com'}.`,
      alsoKnownAs,
    }),
    (value) => {
      const url = URL.parse(value)
      if (!url) return [{}]
      if (url.username || url.password) return [{ found: 'a URL that contains a user or a password' }]
      if (url.search || url.hash) return [{ found: 'a URL with a query or a fragment' }]
      if (/[\s\p{Cc}]/u.test(value)) return [{ found: 'a URL with whitespace in it' }]
      return isProtected(url) ? [] : [{}]
    },
  )

/** The address that a text most likely represents: with its scheme, over TLS, without what does not belong in it. */
function meantAddress(found: unknown): string | undefined {
  const text = String(found ?? '').trim()
  const host = /^(?:[\w-]+\.)+[a-z]{2,}(?=[:/?#]|$)/i
  const here = /^(?:localhost|127(?:\.\d+){3})(?=[:/?#]|$)/i
  const url = URL.parse(here.test(text) ? `http://${text}` : host.test(text) ? `https://${text}` : text)
  if (!url || /\s/.test(text)) return undefined
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) url.protocol = 'https:'
  if (!isProtected(url)) return undefined
  return url.origin + (realmPath(url) ?? (url.pathname === '/' ? '' : url.pathname))
}

/** The path of a realm’s issuer, where an address is that of Keycloak’s admin console: `/admin/master/console/#/shop`. */
function realmPath({ pathname, hash }: URL): string | undefined {
  const [, before, ownRealm] = /^(.*)\/admin\/([\w.-]+)\/console(?:\/|$)/.exec(pathname) ?? []
  if (before === undefined) return undefined
  return `${before}/realms/${/^#\/([\w.-]+)/.exec(hash)?.[1] ?? ownRealm}`
}

/** Whether nobody on the way can read or change what is sent there: https, or this machine itself. */
export function isProtected({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

/** An address or a range of addresses, as in `10.0.0.0/8`; a wider range would trust about everyone. */
export const addressRange = withRule(
  Type.String({
    description: 'an IP address, or a range such as 10.0.0.0/8',
    fix: (setting: string) => `List in ${setting} the addresses of your own proxies.`,
  }),
  (value) => {
    const [ip = '', bits, ...rest] = value.split('/')
    const family = isIP(ip)
    if (family === 0 || rest.length > 0) return [{}]
    const fits =
      bits === undefined ||
      (/^\d{1,3}$/.test(bits) && Number(bits) >= (family === 4 ? 8 : 7) && Number(bits) <= (family === 4 ? 32 : 128))
    return fits ? [] : [{}]
  },
)

/** Whether a host name represents this machine. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d+){3}$/.test(hostname)
  )
}
