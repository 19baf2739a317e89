import { isSecure } from '../config/configuration.ts'

/**
 * What every response carries to keep other sites, and scripts that are not ours, away from the page. HSTS is for this
 * host alone: of its subdomains the app knows nothing.
 */
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
    ...(isSecure(publicUrl) && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

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
