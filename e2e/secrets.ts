import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Traffic } from './traffic.ts'

/** A value that must never reach a browser, and what it is. */
export interface Secret {
  name: string
  value: string
}

/**
 * The secrets of an installation as its servers hold them now: client secrets and keys, and every refresh token that
 * the identity services have issued.
 *
 * @param data the directory that contains the product's state
 */
export function secretsIn(data: string): Secret[] {
  const identity = openIdentityStorage(data)
  try {
    const made = identity.prepare("SELECT name, value FROM installation WHERE name NOT LIKE '% signing key'").all()
    const signing = identity.prepare("SELECT name, value FROM installation WHERE name LIKE '% signing key'").all()
    const issued = identity.prepare("SELECT environment, id FROM record WHERE model = 'RefreshToken'").all()
    return [
      ...made.map(({ name, value }) => ({ name: String(name), value: String(value) })),
      ...signing.map(({ name, value }) => ({ name: String(name), value: (JSON.parse(String(value)) as Key).d })),
      // An opaque token goes by the id under which it is kept.
      ...issued.map(({ environment, id }) => ({ name: `refresh token of ${environment}`, value: String(id) })),
      { name: 'session key', value: readFileSync(join(data, 'session.key'), 'utf8').trim().split(':')[1] ?? '' },
    ]
  } finally {
    identity.close()
  }
}

/** The newest refresh token of the sign-in that left with this nonce. */
export function refreshTokenOf(nonce: string, data: string): string | undefined {
  const identity = openIdentityStorage(data)
  try {
    const newest = identity
      .prepare("SELECT id FROM record WHERE model = 'RefreshToken' AND payload ->> 'nonce' = ? ORDER BY rowid DESC")
      .get(nonce)
    return newest && String(newest.id)
  } finally {
    identity.close()
  }
}

function openIdentityStorage(data: string): DatabaseSync {
  return new DatabaseSync(join(data, 'sandbox.sqlite'), { readOnly: true })
}

interface Key {
  /** The private exponent (RFC 7518 §6.3.2.1). */
  d: string
}

/** Names of the secrets that occur in a text. */
export function leaks(text: string, secrets: Secret[]): string[] {
  return secrets.filter(({ value }) => text.includes(value)).map(({ name }) => name)
}

/** Whether a text contains the PKCE verifier of one of the authorization requests that the browser made (RFC 7636 §4.6). */
export function holdsVerifier(text: string, traffic: Traffic): boolean {
  const challenges = new Set(
    traffic.exchanges.flatMap(({ url }) => new URL(url).searchParams.get('code_challenge') ?? []),
  )
  const candidates = new Set(text.match(/(?<![\w-])[\w-]{43}(?![\w-])/g))
  return [...candidates].some((candidate) => challenges.has(challengeOf(candidate)))
}

export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}
