import { findSensitive } from './find-sensitive.ts'
import type { Finding } from './finding.ts'

/** A secret that works until somebody replaces it, unlike a token, which expires by itself. */
export type LastingSecret = (typeof gravest)[number]

const gravest = ['private key', 'client secret', 'secret key', 'password'] as const

/** The kinds of lasting secrets that are in a text, gravest first. Never throws; linear in the length of the text. */
export function lastingSecrets(text: string): LastingSecret[] {
  const found = new Set<LastingSecret>()
  const look = (findings: readonly Finding[]) => {
    for (const finding of findings) {
      const lasting = lastingOf(finding)
      if (lasting !== undefined) found.add(lasting)
      look(finding.parts ?? [])
      look(finding.decoded?.findings ?? [])
    }
  }
  look(findSensitive(text))
  return gravest.filter((kind) => found.has(kind))
}

function lastingOf({ kind, name }: Finding): LastingSecret | undefined {
  switch (kind) {
    case 'private key':
    case 'password':
      return kind
    case 'secret':
      return /client[\W_]?secret$/i.test(name) ? 'client secret' : /key$/i.test(name) ? 'secret key' : undefined
    case 'API key':
      // A key of age is half of a pair.
      return /^age /.test(name) ? 'private key' : 'secret key'
    default:
      return undefined
  }
}
