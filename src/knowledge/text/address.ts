/** An address taken apart as text; a relative one has an empty origin. */
export interface Address {
  /** Scheme and host with port, lower case: `https://id.example`. */
  origin: string
  /** Without query and fragment, as written. */
  path: string
  /** Decoded names and values, in order. */
  query: [name: string, value: string][]
}

/** Takes an address apart. Never throws: what cannot be percent-decoded stays as written. */
export function parseAddress(text: string): Address {
  const [, origin = '', path = '', query, fragment] =
    /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/is.exec(text) ?? []
  // RFC 6749 §4.2.2.1: some answers come in the fragment.
  return { origin: origin.toLowerCase(), path, query: parseForm(query ?? (fragment?.includes('=') ? fragment : '')) }
}

/** Whether an address lies at or below a base URL, by whole path segments. */
export function liesBelow(address: string, base: string): boolean {
  const trimmed = base.replace(/\/+$/, '')
  if (trimmed === '' || !address.startsWith(trimmed)) return false
  return address.length === trimmed.length || '/?#'.includes(address.charAt(trimmed.length))
}

/** Whether two addresses differ in nothing but a slash at the end, the scheme, or capitals. */
export function sameButSpelling(one: string, other: string): boolean {
  const plain = (address: string) =>
    address
      .toLowerCase()
      .replace(/^https?:/, '')
      .replace(/\/+$/, '')
  return one !== other && plain(one) === plain(other)
}

/** Reads `application/x-www-form-urlencoded` text into names and values, in order. */
export function parseForm(text: string): [name: string, value: string][] {
  return text
    .slice(0, 50_000)
    .split('&')
    .filter((pair) => pair !== '')
    .slice(0, 200)
    .map((pair) => {
      const equals = pair.indexOf('=')
      return equals < 0 ? [decode(pair), ''] : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))]
    })
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}
