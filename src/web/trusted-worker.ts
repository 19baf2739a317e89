interface TrustedPolicy {
  createScriptURL: (url: string) => unknown
}

interface TrustedTypes {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => TrustedPolicy
}

// Made as soon as the page starts, and not when a worker is first wanted: its name, the only one that the content
// security policy admits, is then taken before anything else could make a laxer policy of it.
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('claimcheck', {
  createScriptURL: ownScript,
})

/**
 * The address of a worker as the page's Trusted Types policy lets it through: a script of this app's own origin, and
 * nothing else.
 */
export function trustedWorkerUrl(url: string): string {
  return (policy ? policy.createScriptURL(url) : ownScript(url)) as string
}

function ownScript(url: string): string {
  if (new URL(url, location.href).origin !== location.origin) throw new TypeError('A worker is a script of this app.')
  return url
}
