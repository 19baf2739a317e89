/** Whether a host name says that it belongs to no production system: a label such as `sandbox`, `hml`, `staging`, `dev`. */
export function isTestHost(host: string): boolean {
  return testLabel.test(host)
}

const testLabel =
  /(?:^|[.{<_-])(?:sandbox|sbx|sb|hml|hmg|hm|homolog|homologacao|homologa|test|teste|tests|testing|staging|stage|stg|qa|dev|develop|development|uat|preprod|pre-prod|preview|demo|trial|int|mtls-h|h|trust-sandbox|matls-h)\d{0,2}(?=[.}>_-]|$)/

/** Whether a host is one of the names that the service's document has in the place of its addresses. */
export function isDocumentedHost(host: string): boolean {
  return /^[{<](?:sandbox_)?(?:auth|base)_url[}>]$/.test(host)
}

/** Whether a host is a name of the public network: none that is reserved for documents and tests (RFC 2606), and no inner one. */
export function isPublicHost(host: string): boolean {
  return /\.[a-z]{2,24}$/.test(host) && !reserved.test(host)
}

const reserved =
  /(?:^|\.)(?:example|example\.(?:com|net|org)|test|invalid|localhost|local|lan|internal|intranet|corp|home)$|(?:^|[.-])(?:example|exemplo|acme)(?=[.-])/

/** Whether a host is this machine. */
export function isLocalHost(host: string): boolean {
  return /^(?:localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0|host\.docker\.internal)(?::\d{1,5})?$/.test(
    host,
  )
}

/**
 * The host that a URL, an origin or a `Host` header names: lower case, without scheme, user and port. Servers on this
 * machine differ in nothing but the port, so there it is kept.
 */
export function hostOf(url: string): string {
  const [authority = ''] = url.replace(/^\w+:\/\//, '').split(/[/?#]/, 1)
  const host = authority.slice(authority.lastIndexOf('@') + 1).toLowerCase()
  return isLocalHost(host) ? host : host.replace(/:\d*$/, '')
}

/** The part of a host name that its owner registered: two labels, three below `com.br` and its like. */
export function registeredDomain(host: string): string {
  const labels = host.split('.')
  const ends = /^(?:com?|net|org|gov|bcb|edu|ac)$/.test(labels.at(-2) ?? '') ? 3 : 2
  return labels.slice(-ends).join('.')
}
