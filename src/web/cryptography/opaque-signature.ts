import { bytesOfBase64, textOfBase64 } from '#knowledge/text/base64.ts'
import { quoted } from '#knowledge/text/quote.ts'
import { utf8Of } from '#knowledge/text/utf8.ts'
import { keysInText } from '#knowledge/token/key/keys-in-text.ts'
import { upper } from '#knowledge/token/kind-words.ts'
import type { SignatureOutcome } from './verify.ts'

/** A value that is no JWT and is signed with a shared secret: what was signed, how, and what made it. */
interface SharedSignature {
  /** What the value is, where it fits: the end of “so …”. */
  proves: string
  fits: (secret: string) => Promise<boolean>
}

/**
 * Verifies what is no JWT and is signed with a shared secret, with the secrets of a text: session cookies of Express, Flask and
 * Django, the remember-me cookie of Flask-Login, signed requests of Meta, token responses of Salesforce. Undefined for anything else, and where the text
 * has no secret.
 *
 * @param text what is around the value, with the secret
 * @param given a secret that a person gave for it
 */
export async function verifySharedSignature(
  value: string,
  text: string,
  given?: string,
): Promise<SignatureOutcome | undefined> {
  const read = readers.map((reader) => reader(value, text)).find((one) => one !== undefined)
  if (read === undefined) return undefined
  const beside = keysInText(text)
    .filter(({ keys }) => keys.length === 0)
    .map(({ material, from }) => ({
      material,
      words: `the secret${from === undefined ? '' : ` ${quoted(from)}`} in the text`,
    }))
  const secrets = given === undefined ? beside : [{ material: given.trim(), words: 'the pasted secret' }]
  if (secrets.length === 0) return undefined
  for (const { material, words } of secrets)
    if (await read.fits(material))
      return {
        outcome: 'passed',
        why: `The signature matches ${words}, so ${read.proves}. Anyone who has seen that secret can sign any content: rotate it if it was exposed.`,
      }
  return {
    outcome: 'not-checked',
    why: `${secrets.length === 1 ? `${upper(secrets[0]?.words ?? '')} did not create` : `None of the ${secrets.length} secrets in the text created`} this signature: it is for something else, or the value was changed.`,
  }
}

type Reader = (value: string, text: string) => SharedSignature | undefined

const readers: readonly Reader[] = [
  // Express: `s:`, an ID, a dot and the HMAC-SHA-256 of the ID in base64 without padding.
  (value) => {
    const [, id, signature] = /^s(?:%3A|:)([^.]+)\.(.+)$/i.exec(value) ?? []
    const wanted = unpercented(signature ?? '')
    return id === undefined || wanted === undefined
      ? undefined
      : {
          proves: 'the cookie is from a server that has it (HMAC-SHA-256)',
          fits: (secret) => hmacFits('SHA-256', utf8Of(secret), id, wanted),
        }
  },
  // itsdangerous, with the salt and the derivation of Flask’s sessions: the key is the HMAC-SHA-1 of the salt.
  (value) => {
    const [, signed, signature] = /^(\.?[\w-]+\.[\w-]{6})\.([\w-]{27})$/.exec(value) ?? []
    const wanted = bytesOfBase64(signature ?? '')
    return signed === undefined || wanted === undefined
      ? undefined
      : {
          proves: 'the session is from a Flask application that has it (HMAC-SHA-1, salt cookie-session)',
          fits: async (secret) =>
            hmacFits('SHA-1', await hmac('SHA-1', utf8Of(secret), 'cookie-session'), signed, wanted),
        }
  },
  // Django: the key is the hash of the salt, the word “signer” and the secret.
  (value) => {
    const [, signed, signature] = /^(\.?[\w-]+={0,2}:\w{5,7}):([\w-]{43})$/.exec(value) ?? []
    const wanted = bytesOfBase64(signature ?? '')
    return signed === undefined || wanted === undefined
      ? undefined
      : {
          proves: 'the session is from a Django application that has it (HMAC-SHA-256)',
          fits: async (secret) => {
            const salted = utf8Of(`django.contrib.sessions.backends.signed_cookiessigner${secret}`)
            const key = new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(salted)))
            return hmacFits('SHA-256', key, signed, wanted)
          },
        }
  },
  // Flask-Login: a user ID, a bar, and the HMAC-SHA-512 of the ID in hexadecimal digits.
  (value) => {
    const [, id, digits = ''] = /^([^|]+)\|([\da-f]{128})$/.exec(value) ?? []
    return id === undefined
      ? undefined
      : {
          proves: 'the cookie is from a Flask application that has it (HMAC-SHA-512)',
          fits: (secret) =>
            hmacFits(
              'SHA-512',
              utf8Of(secret),
              id,
              Uint8Array.from(digits.match(/../g) ?? [], (two) => Number.parseInt(two, 16)),
            ),
        }
  },
  // Meta’s signed_request and the app instance of Wix: the HMAC-SHA-256 of the second part comes first.
  (value) => {
    const [, signature = '', signed] = /^([\w-]{43})\.(eyJ[\w-]+={0,2})$/.exec(value) ?? []
    const wanted = bytesOfBase64(signature)
    return signed === undefined || wanted === undefined
      ? undefined
      : {
          proves: 'it was signed by a holder of that secret and was not changed (HMAC-SHA-256)',
          fits: (secret) => hmacFits('SHA-256', utf8Of(secret), signed, wanted),
        }
  },
  // Salesforce: id and issued_at of the response, by the client secret.
  (value, text) => {
    if (!/^00D\w{12,15}(?:!|%21)/.test(value)) return undefined
    const near = text.slice(Math.max(0, text.indexOf(value) - 3_000)).slice(0, 6_000 + value.length)
    const member = (name: string) => new RegExp(`"${name}"\\s{0,3}:\\s{0,3}"([^"\\s]{4,500})"`).exec(near)?.[1]
    const [id, issued, signature] = ['id', 'issued_at', 'signature'].map(member)
    const wanted = bytesOfBase64(signature ?? '')
    return id === undefined || issued === undefined || wanted === undefined
      ? undefined
      : {
          proves:
            'id and issued_at were signed by a holder of the client secret (HMAC-SHA-256). The signature does not cover the tokens',
          fits: (secret) => hmacFits('SHA-256', utf8Of(secret), `${id.replaceAll('\\/', '/')}${issued}`, wanted),
        }
  },
]

function unpercented(signature: string): Uint8Array | undefined {
  const plain = signature
    .replace(/%2B/gi, '+')
    .replace(/%2F/gi, '/')
    .replace(/(?:=|%3D)+$/gi, '')
  return plain === '' || textOfBase64(plain) === '' ? undefined : bytesOfBase64(plain)
}

async function keyOf(hash: string, secret: Uint8Array): Promise<CryptoKey> {
  // A key of no bytes is none for Web Crypto; HMAC fills it with zeros all the same (RFC 2104 §2).
  const raw = secret.length === 0 ? new Uint8Array(1) : Uint8Array.from(secret)
  return crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash }, false, ['sign', 'verify'])
}

async function hmac(hash: string, secret: Uint8Array, text: string): Promise<Uint8Array> {
  const signed = await crypto.subtle.sign('HMAC', await keyOf(hash, secret), Uint8Array.from(utf8Of(text)))
  return new Uint8Array(signed)
}

async function hmacFits(hash: string, secret: Uint8Array, text: string, wanted: Uint8Array): Promise<boolean> {
  const key = await keyOf(hash, secret)
  return crypto.subtle.verify('HMAC', key, Uint8Array.from(wanted), Uint8Array.from(utf8Of(text)))
}
