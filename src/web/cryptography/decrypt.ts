import { compactDecrypt, errors, generalDecrypt, type JWK } from 'jose'
import { parseObject } from '#knowledge/text/json.ts'
import { quoted } from '#knowledge/text/quote.ts'
import { textOfUtf8 } from '#knowledge/text/utf8.ts'
import { judgeKey } from '#knowledge/token/key/judge-key.ts'
import type { ReadKey } from '#knowledge/token/key/read-key.ts'
import { readKeys } from '#knowledge/token/key/read-keys.ts'
import { secretReadings } from '#knowledge/token/key/secret-readings.ts'
import { wholeKey } from './whole-key.ts'

/** What decrypting came to: the content, or in a sentence why there is none. */
export type Decrypted = { content: string; why: string } | { problem: string }

/** Rounds of PBES2 that a browser does in about a second; a token that wants more is refused (RFC 8725 §3.13). */
const mostRounds = 2_000_000

/**
 * Decrypts a JWE, in its compact or its JSON serialization, with a private key or a shared secret in any form (RFC 7516
 * §5.2). A password is taken as text; a shared secret in each encoding that people write it in. Never throws.
 *
 * @param now epoch seconds
 */
export async function decryptToken(
  token: string,
  header: Record<string, unknown>,
  pasted: string,
  now: number,
): Promise<Decrypted> {
  const { alg } = header
  if (typeof alg !== 'string') return { problem: 'The header names no algorithm, so it is not known how to decrypt.' }
  if (alg === 'RSA1_5')
    return {
      problem:
        'RSA1_5 cannot be decrypted in a browser: it reveals its key to anyone who can send enough requests (RFC 8725 §3.2). Use RSA-OAEP-256.',
    }
  const family = families.find(({ algorithms }) => algorithms.test(alg))
  if (family === undefined) return { problem: `${quoted(alg)} is not an algorithm that can be decrypted here.` }
  if (pasted.trim() === '') return { problem: 'No key was given.' }
  const read = readKeys(pasted)
  const keys = await Promise.all(read.keys.map(wholeKey))
  const tried = family.kty.includes('oct') ? secretsOf(keys, pasted) : privateKeys(keys, family.kty)
  const [first] = tried
  if (first === undefined) return { problem: whyNoKey(alg, family.words, keys, read.problem) }
  let problem = ''
  for (const { key, jwk, words } of tried) {
    const unfit = jwk && judgeKey(jwk, { alg, purpose: 'decrypt', now }).filter(({ isUnfit }) => isUnfit)
    const opened = await open(token, key, alg)
    if ('content' in opened)
      return {
        content: opened.content,
        why: [
          `Decrypted with ${words} (${alg}).`,
          ...(unfit ?? []).map(({ why }) => `${why} A recipient must reject it.`),
        ].join(' '),
      }
    problem ||= opened.problem
  }
  return { problem: tried.length > 1 ? `${problem} Tried: ${tried.map(({ words }) => words).join(', ')}.` : problem }
}

const families: { algorithms: RegExp; kty: string[]; words: string }[] = [
  { algorithms: /^dir$|^A\d+(GCM)?KW$/, kty: ['oct'], words: 'a shared secret' },
  { algorithms: /^PBES2-/, kty: ['oct'], words: 'a password' },
  { algorithms: /^RSA/, kty: ['RSA'], words: 'an RSA private key' },
  { algorithms: /^ECDH-ES/, kty: ['EC', 'OKP'], words: 'a private key of the same curve' },
]

interface Tried {
  key: JWK | Uint8Array
  jwk?: ReadKey
  words: string
}

function privateKeys(keys: ReadKey[], kty: string[]): Tried[] {
  return keys.flatMap((jwk) =>
    jwk.secret && kty.includes(String(jwk.jwk.kty))
      ? [{ jwk, key: bare(jwk.secret), words: `the pasted ${jwk.form}` }]
      : [],
  )
}

function secretsOf(keys: ReadKey[], pasted: string): Tried[] {
  const shared = keys.flatMap((jwk) =>
    jwk.jwk.kty === 'oct' && jwk.secret ? [{ jwk, key: bare(jwk.secret), words: 'the pasted secret' }] : [],
  )
  if (keys.length > 0) return shared
  return secretReadings(pasted).flatMap(({ bytes, words }) =>
    bytes.length > 0 ? [{ key: bytes, words: `the pasted secret ${words}` }] : [],
  )
}

/** The numbers of a JWK alone: the library refuses a key for what it says of its use, which is judged here. */
function bare({ alg: _, use: __, key_ops: ___, ...numbers }: Record<string, unknown>): JWK {
  return numbers as unknown as JWK
}

function whyNoKey(alg: string, wanted: string, keys: ReadKey[], problem: string | undefined): string {
  if (problem !== undefined) return problem
  const isPublic = keys.some(({ isPrivate }) => !isPrivate)
  return isPublic
    ? `A public key was pasted; ${quoted(alg)} is decrypted with ${wanted}. Only its holder can read the content.`
    : `${quoted(alg)} is decrypted with ${wanted}; the pasted text is not one.`
}

async function open(
  token: string,
  key: JWK | Uint8Array,
  alg: string,
): Promise<{ content: string } | { problem: string }> {
  // The library takes a password only where its algorithm is named.
  const options = { maxPBES2Count: mostRounds, keyManagementAlgorithms: [alg] }
  const json = token.startsWith('{') ? parseObject(token) : undefined
  try {
    const { plaintext } = json
      ? await generalDecrypt(asGeneral(json), key, options)
      : await compactDecrypt(token, key, options)
    const content = textOfUtf8(plaintext)
    return content === undefined ? { problem: 'It was decrypted, but its content is not text.' } : { content }
  } catch (error) {
    if (error instanceof errors.JWEDecryptionFailed)
      return { problem: 'The key does not decrypt it. It was encrypted for another key, or it was changed.' }
    if (error instanceof errors.JOSENotSupported)
      return { problem: `This browser does not support it. ${error.message}` }
    return {
      problem: `It could not be decrypted: ${(error as Error).message || 'the key has a different type or size'}`,
    }
  }
}

/** A flattened JWE with its one recipient in a list (RFC 7516 §7.2). */
function asGeneral(json: Record<string, unknown>): Parameters<typeof generalDecrypt>[0] {
  const { header, encrypted_key, ...shared } = json
  const recipients = Array.isArray(json.recipients) ? json.recipients : [{ header, encrypted_key }]
  return { ...shared, recipients: recipients.map(withoutGaps) } as unknown as Parameters<typeof generalDecrypt>[0]
}

function withoutGaps(recipient: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(recipient).filter(([, value]) => value !== undefined))
}
