import { createRedactor, type Redactor } from '#knowledge/privacy/redact.ts'

/**
 * Makes something safe in two passes: the first finds every secret, the second removes them wherever they stand, each
 * with the first ten digits of its SHA-256, so that the same secret can be told in two reports.
 */
export async function madeSafe<T>(maskPersonal: boolean, make: (redactor: Redactor) => T): Promise<T> {
  const asked: string[] = []
  const fingerprint = (secret: string) => {
    asked.push(secret)
    return '000000'
  }
  const first = createRedactor({ fingerprint, maskPersonal })
  make(first)
  const known = [...first.secrets()]
  const prints = await fingerprintsOf([...asked, ...known])
  return make(createRedactor({ fingerprint: (secret) => prints.get(secret) ?? 'unknown', maskPersonal, known }))
}

export async function fingerprintsOf(secrets: string[]): Promise<Map<string, string>> {
  const all = [...new Set(secrets)]
  const prints = await Promise.all(all.map(digestOf))
  return new Map(all.map((secret, at) => [secret, prints[at] ?? '']))
}

async function digestOf(secret: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
  return [...new Uint8Array(digest, 0, 5)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
