/** Bytes of a signature whose length the algorithm settles (RFC 7518 §3, RFC 8037 §3.1, RFC 9964 §4). */
export const signatureBytes: ReadonlyMap<string, number> = new Map([
  ['HS256', 32],
  ['HS384', 48],
  ['HS512', 64],
  ['ES256', 64],
  ['ES256K', 64],
  ['ES384', 96],
  ['ES512', 132],
  ['Ed25519', 64],
  ['Ed448', 114],
  ['ML-DSA-44', 2420],
  ['ML-DSA-65', 3309],
  ['ML-DSA-87', 4627],
])

/** Characters of base64url that such a signature has; undefined where the algorithm does not settle it. */
export function exactSignatureLength(alg: unknown): number | undefined {
  const bytes = signatureBytes.get(String(alg))
  return bytes === undefined ? undefined : Math.ceil((bytes * 4) / 3)
}
