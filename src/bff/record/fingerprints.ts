import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { SessionKey } from '../config/configuration.ts'
import { remembered } from '../remembered.ts'

/** Keyed traces of secrets: comparable within one installation, worthless outside it. */
export interface Fingerprints {
  /** `fp:` and eight characters, for showing. */
  of(secret: string): string
  /** The whole trace, for comparing. */
  trace(secret: string): string
  /** The same as it is by each session key, the newest first. */
  traces(secret: string): string[]
  /** Whether a trace is that of the secret, also when it was made before the newest session key. */
  matches(trace: string, secret: string): boolean
}

/** A token is shown by its fingerprint with each call that it is sent with. */
const mostRemembered = 500

/** Makes fingerprints with a key derived from each session key; new ones come from the first. */
export function fingerprints(sessionKeys: readonly SessionKey[]): Fingerprints {
  const keys = sessionKeys.map(({ key }) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', key, '', 'claimcheck fingerprint', 32))),
  )
  const traceWith = (key: KeyObject, secret: string) => createHmac('sha256', key).update(secret).digest()
  const [first] = keys
  if (!first) throw new Error('no session key')
  const newest = (secret: string) => traceWith(first, secret).toString('base64url')
  const shown = remembered<string>(mostRemembered)
  return {
    of: (secret) => shown.get(secret) ?? shown.set(secret, `fp:${newest(secret).slice(0, 8)}`),
    trace: newest,
    traces: (secret) => keys.map((key) => traceWith(key, secret).toString('base64url')),
    matches(trace, secret) {
      const known = Buffer.from(trace, 'base64url')
      return keys
        .map((key) => traceWith(key, secret))
        .some((made) => made.length === known.length && timingSafeEqual(made, known))
    },
  }
}
