/** A key as it was read, whatever it was written in. */
export interface ReadKey {
  /** The public half as a JWK (RFC 7517); of a shared secret, all but the secret. */
  jwk: Record<string, unknown>
  /** What it was written as, such as “public key (SPKI)”. */
  form: string
  /** Whether the text gives a private key away, or a shared secret; what was pasted is then masked. */
  isPrivate: boolean
  /** The whole key as a JWK, where it is private or a shared secret and can be read. Never shown unmasked. */
  secret?: Record<string, unknown>
  /** PKCS#8 in DER, where the public half is not written in it and must be found by the platform. */
  pkcs8?: Uint8Array<ArrayBuffer>
  certificate?: Certificate
  /** What a certificate is asked for, where it is the key of a request. */
  requested?: { subject: string; names: string[] }
}

/** What a certificate says of its key. */
export interface Certificate {
  subject: string
  issuer: string
  /** Epoch seconds. */
  notBefore?: number
  notAfter?: number
  /** Hashes of the whole certificate in base64url, by the header parameters that have them (RFC 7515 §4.1.7 and §4.1.8). */
  thumbprints: Record<'x5t' | 'x5t#S256', string>
}
