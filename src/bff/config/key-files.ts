import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { Finding } from './problems.ts'

/**
 * Reads a file that the configuration names, a relative path from where the configuration file is.
 *
 * @throws an Error with the code of the system, such as ENOENT
 */
export type ReadFile = (path: string) => string

/** What keeps a file from being used as a private key; undefined where nothing does. Never tells what it holds. */
export function keyProblem(readFile: ReadFile, path: string): Finding | undefined {
  const problem = problemOf(readFile, path, 'a private key', (pem) => {
    if (pem.includes('ENCRYPTED')) return protectedKey
    return keyOf(pem) === undefined ? whatKey(pem) : undefined
  })
  if (problem?.found !== protectedKey) return problem
  return {
    ...problem,
    fix: `Remove the passphrase and name the new file: openssl pkey -in ${path} -out ${path.replace(/(\.\w+)?$/, '-plain$1')}. Allow only the server to read it.`,
  }
}

const protectedKey = 'a private key that is protected by a passphrase'

/** What a file that signs nothing holds, as far as it can be told. */
function whatKey(pem: string): string {
  try {
    const { asymmetricKeyType: type = 'unknown', asymmetricKeyDetails } = createPrivateKey(pem)
    const bits = asymmetricKeyDetails?.modulusLength
    return bits ? `an RSA key of ${bits} bits; at least ${fewestBits} are required` : `a key of the type ${type}`
  } catch {
    return whatInstead(pem)
  }
}

function whatInstead(pem: string): string {
  if (pem.includes('BEGIN CERTIFICATE REQUEST')) return 'a certificate request'
  if (pem.includes('BEGIN CERTIFICATE')) return 'a certificate'
  if (pem.includes('PUBLIC KEY')) return 'a public key'
  if (pem.includes('PRIVATE KEY')) return 'a private key'
  if (pem.trimStart().startsWith('{')) return 'JSON, such as a JWK'
  return pem.trim() === '' ? 'an empty file' : 'something else'
}

/** The same of a certificate. */
export function certificateProblem(readFile: ReadFile, path: string): Finding | undefined {
  return problemOf(readFile, path, 'a certificate', (pem) => {
    try {
      new X509Certificate(pem)
      return undefined
    } catch {
      return whatInstead(pem)
    }
  })
}

/** What is wrong with a certificate and a private key that are used together; undefined where they are of one pair. */
export function pairProblem(readFile: ReadFile, certificate: string, key: string): Finding | undefined {
  try {
    if (new X509Certificate(readFile(certificate)).checkPrivateKey(createPrivateKey(readFile(key)))) return undefined
  } catch {
    // What keeps one of them from being read is told of that one.
    return undefined
  }
  return {
    expected: 'the private key of the certificate in certificate_file',
    found: 'another key',
    fix: 'Name the file with the key that the certificate was issued for.',
  }
}

/** @returns the private key of a PEM text; undefined where it holds none that signs */
export function keyOf(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem)
    return signingAlgorithms(key).length > 0 ? key : undefined
  } catch {
    return undefined
  }
}

/** RFC 7518 §3.3. */
const fewestBits = 2048

const byCurve: Record<string, string> = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' }

/** The algorithms (RFC 7518 §3.1, RFC 9864) that a private key can sign with, the most usual first. */
export function signingAlgorithms({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string[] {
  if (asymmetricKeyType === 'rsa')
    return (asymmetricKeyDetails?.modulusLength ?? 0) < fewestBits ? [] : ['RS256', 'PS256']
  if (asymmetricKeyType === 'ed25519') return ['Ed25519']
  const curve = asymmetricKeyType === 'ec' ? byCurve[asymmetricKeyDetails?.namedCurve ?? ''] : undefined
  return curve === undefined ? [] : [curve]
}

function problemOf(
  readFile: ReadFile,
  path: string,
  what: string,
  judge: (pem: string) => string | undefined,
): Finding | undefined {
  let pem: string
  try {
    pem = readFile(path)
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return {
      expected: `a file with ${what}`,
      found: missing ? 'no such file' : 'a file that cannot be read',
      fix: missing
        ? 'Correct the path. A relative path starts at the directory of the configuration file.'
        : 'Give the server permission to read it.',
    }
  }
  const found = judge(pem)
  if (found === undefined) return undefined
  return { expected: `${what} in PEM, without a passphrase`, found, fix: `Write ${what} in PEM into the file.` }
}
