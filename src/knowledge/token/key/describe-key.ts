import { utcTime } from '../../text/duration.ts'
import { listed, quoted } from '../../text/quote.ts'
import { bitsOfKey } from './judge-key.ts'
import type { ReadKey } from './read-key.ts'

/** A key in a few words, without anything of a secret: “private key (PKCS#8), RSA, 2,048 bits, kid “a””. */
export function describeKey(key: ReadKey): string {
  const { jwk, form, certificate, requested } = key
  const bits = bitsOfKey(key)
  return [
    form,
    jwk.kty === 'oct' ? undefined : (jwk.crv ?? (jwk.kty === 'AKP' ? jwk.alg : jwk.kty)),
    bits === undefined ? undefined : `${bits.toLocaleString('en')} bits`,
    certificate?.subject && `of ${quoted(certificate.subject)}`,
    certificate?.issuer &&
      (certificate.issuer === certificate.subject ? 'signed by itself' : `issued by ${quoted(certificate.issuer)}`),
    certificate?.notAfter !== undefined && `valid until ${utcTime(certificate.notAfter)}`,
    requested?.subject && `for ${quoted(requested.subject)}`,
    requested && requested.names.length > 0 && `for the names ${listed(requested.names)}`,
    typeof jwk.kid === 'string' && `kid ${quoted(jwk.kid)}`,
  ]
    .filter(Boolean)
    .join(', ')
}
