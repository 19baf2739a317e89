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
  return problemOf(readFile, path, 'a private key', (pem) => {
    if (pem.includes('ENCRYPTED')) return 'a private key under a passphrase'
    return keyOf(pem) === undefined ? 'something else' : undefined
  })
}

/** The same of a certificate. */
export function certificateProblem(readFile: ReadFile, path: string): Finding | undefined {
  return problemOf(readFile, path, 'a certificate', (pem) => {
    try {
      new X509Certificate(pem)
      return undefined
    } catch {
      return 'something else'
    }
  })
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

const byCurve: Record<string, string> = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' }

/** The algorithms (RFC 7518 §3.1, RFC 9864) that a private key can sign with, the most usual first. */
export function signingAlgorithms({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string[] {
  if (asymmetricKeyType === 'rsa') return ['RS256', 'PS256']
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
        ? 'Correct the path; a relative one starts at the configuration file.'
        : 'Give the server the right to read it.',
    }
  }
  const found = judge(pem)
  if (found === undefined) return undefined
  return { expected: `${what} in PEM, without a passphrase`, found, fix: `Write ${what} in PEM into the file.` }
}
