import { publicHalf } from '#knowledge/token/key/key-of-der.ts'
import type { ReadKey } from '#knowledge/token/key/read-key.ts'

/** Names of the platform for private keys by their type and curve, with a use that each may have. */
const platformNames = ({
  kty,
  crv,
  alg,
}: Record<string, unknown>): [AlgorithmIdentifier | EcKeyImportParams, KeyUsage] => {
  if (kty === 'EC') return [{ name: 'ECDSA', namedCurve: String(crv) }, 'sign']
  if (kty === 'AKP') return [{ name: String(alg) }, 'sign']
  return [{ name: String(crv) }, String(crv).startsWith('X') ? 'deriveBits' : 'sign']
}

/** The key with its public half, which the platform finds where a private key was written without it. */
export async function wholeKey(key: ReadKey): Promise<ReadKey> {
  const { pkcs8, ...rest } = key
  if (pkcs8 === undefined) return key
  try {
    const [algorithm, use] = platformNames(key.jwk)
    const imported = await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, true, [use])
    const { ext: _, key_ops: __, ...secret } = await crypto.subtle.exportKey('jwk', imported)
    return { ...rest, jwk: publicHalf({ ...secret }), secret: { ...secret } }
  } catch {
    return rest
  }
}
