/** A JSON pointer (RFC 6901) from its parts. */
export function pointer(...parts: string[]): string {
  return parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** What a JSON pointer leads to; undefined where it leads nowhere. */
export function resolvePointer(value: unknown, at: string): unknown {
  let here = value
  for (const part of at.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, name)) return undefined
    here = (here as Record<string, unknown>)[name]
  }
  return here
}
