import type { Basis } from '#knowledge/protocol/basis.ts'

export interface SourceLink {
  text: string
  href: string
}

/** What a chip says of a source: the first that is named, short enough to be in a line of text. */
export function sourceLabel({ kind, reference }: Basis): string {
  if (kind === 'inferred') return 'Inferred'
  const name = /^[^:;,]+/.exec(reference)?.[0].trim() ?? reference
  return name.startsWith('§') ? `API guide ${name}` : name
}

/** Where the standards that a reference names can be read, each at its section. */
export function sourceLinks({ reference }: Basis): SourceLink[] {
  const rfcs = Array.from(reference.matchAll(/RFC (\d{3,5})(?: §(\d+(?:\.\d+)*))?/g), ([, number, section]) => ({
    text: section === undefined ? `RFC ${number}` : `RFC ${number} §${section}`,
    href: `https://www.rfc-editor.org/rfc/rfc${number}${section === undefined ? '' : `#section-${section}`}`,
  }))
  const core = reference.includes('OpenID Connect Core')
    ? [{ text: 'OpenID Connect Core', href: 'https://openid.net/specs/openid-connect-core-1_0.html' }]
    : []
  return [...rfcs, ...core]
}
