let ownKey: Promise<CryptoKey> | undefined

/** A key that this page alone has, and that nobody can read: fingerprints mean nothing elsewhere, or after a reload. */
export function pageKey(): Promise<CryptoKey> {
  ownKey ??= crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return ownKey
}

/** The first eight hexadecimal digits of the HMAC-SHA-256 of each value. */
export async function fingerprintsOf(values: Iterable<string>, key: CryptoKey): Promise<Map<string, string>> {
  const encoder = new TextEncoder()
  const prints = [...new Set(values)].map(async (value): Promise<[string, string]> => {
    const digest = await crypto.subtle.sign('HMAC', key, encoder.encode(value))
    return [value, [...new Uint8Array(digest, 0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('')]
  })
  return new Map(await Promise.all(prints))
}
