/**
 * Where to go after a sign-in: a path of this app and nothing else. Whatever could lead to another site (`//evil`,
 * `/\evil`, `javascript:`, an absolute address, control characters) becomes the fallback.
 */
export function safeReturnTo(wish: string | null, origin: string, fallback = '/token'): string {
  if (!wish?.startsWith('/') || /[\\\p{Cc}]/u.test(wish) || /%(?:0|1|5c|7f)/i.test(wish.split('?')[0] ?? ''))
    return fallback
  const address = URL.parse(wish, origin)
  if (!address || address.origin !== origin || address.pathname.startsWith('//')) return fallback
  if (noScreen.test(decoded(address.pathname))) return fallback
  return address.pathname + address.search
}

// As the router reads a path: decoded, in upper or lower case, with or without a slash at its end.
const noScreen = /^\/(?:callback|session)\/*$/i

/** A path decoded; one that cannot be decoded stays as it is, and is no screen of ours either. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
