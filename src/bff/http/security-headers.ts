import { isSecure } from '../config/configuration.ts'

/** What a response carries to keep other sites, and scripts that are not ours, away from the page. */
export function securityHeaders(publicUrl: string): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    ...transportSecurity(publicUrl),
  }
}

/**
 * What a response of the BFF itself carries instead: data, of which a browser shows nothing. It is read by calls whose
 * time a person waits for, so it has no header that is only about pages.
 */
export function dataHeaders(publicUrl: string): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    ...transportSecurity(publicUrl),
  }
}

/** HSTS is for this host alone: of its subdomains the app knows nothing. */
const transportSecurity = (publicUrl: string) =>
  isSecure(publicUrl) ? { 'strict-transport-security': 'max-age=31536000' } : undefined

/**
 * What a page may load and run: what comes from this origin, and what is in the page itself where its hash is given.
 *
 * @param own hashes as the policy writes them: `'sha256-…'`
 */
export function contentSecurityPolicy(
  own: { scripts: string[]; styles: string[] } = { scripts: [], styles: [] },
): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...own.scripts].join(' '),
    ["style-src 'self'", ...own.styles].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "manifest-src 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types claimcheck',
  ].join(';')
}
