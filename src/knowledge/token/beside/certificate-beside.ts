import { type Basis, standard } from '../../protocol/basis.ts'
import { base64UrlOfBytes } from '../../text/base64.ts'
import { isObject } from '../../text/json.ts'
import { quoted } from '../../text/quote.ts'
import type { FoundToken } from '../find.ts'
import type { FaultName } from '../finding.ts'
import { keysInText } from '../key/keys-in-text.ts'
import type { Certificate } from '../key/read-key.ts'
import type { Relation } from '../together.ts'

type Thumbprints = Partial<Certificate['thumbprints']>

/**
 * Compares the certificate that a token is bound to, or that its header says signed it, with the certificates of its text and
 * with fingerprints that are written there, by their thumbprints.
 */
export function relationsToCertificates(tokens: readonly FoundToken[], words: string): Omit<Relation, 'check'>[] {
  const named = tokens.flatMap((found) =>
    namings.flatMap(({ of, ...row }) => of(found).map((one) => ({ ...row, ...one, found }))),
  )
  if (named.length === 0) return []
  const own = [
    ...keysInText(words).flatMap(({ keys }) => keys.flatMap(({ certificate }) => certificate?.thumbprints ?? [])),
    ...fingerprintsIn(words),
  ]
  return named.flatMap(({ found, name, value, ...row }): Omit<Relation, 'check'>[] => {
    const there = own.flatMap((one) => one[name] ?? [])
    const [first] = there
    if (first === undefined) return []
    const fits = there.includes(value)
    return [
      {
        title: row.title,
        outcome: fits ? 'passed' : 'failed',
        why: fits ? row.fits : row.differs(value, first),
        basis: row.basis,
        of: [found.token.text],
        ...(!fits && { fault: row.fault }),
      },
    ]
  })
}

interface Naming {
  title: string
  basis: Basis
  of: (found: FoundToken) => { name: keyof Certificate['thumbprints']; value: string }[]
  fits: string
  differs: (value: string, beside: string) => string
  fault: FaultName
}

const namings: readonly Naming[] = [
  {
    title: 'Certificate in the text',
    basis: standard('RFC 8705 §3'),
    of: ({ token }) => {
      const cnf = token.form === 'jws' ? token.payload.value?.cnf : undefined
      return isObject(cnf) && typeof cnf['x5t#S256'] === 'string' ? [{ name: 'x5t#S256', value: cnf['x5t#S256'] }] : []
    },
    fits: 'The token is bound (cnf x5t#S256) to the certificate in the text.',
    differs: (value, beside) =>
      `The token is bound (cnf x5t#S256) to the certificate with the thumbprint ${quoted(value)}, and the certificate in the text has ${quoted(beside)}. The API rejects the token on a connection with that certificate: get a new token with the certificate that you use.`,
    fault: {
      title: 'Bound to a different certificate',
      phrase: 'bound to a different certificate from the one in the text',
      tone: 'warn',
    },
  },
  {
    title: 'Signing certificate',
    basis: standard('RFC 7515 §4.1.7 and §4.1.8'),
    of: ({ token }) =>
      (['x5t', 'x5t#S256'] as const).flatMap((name) => {
        const value = token.form === 'jws' ? token.header.value?.[name] : undefined
        return typeof value === 'string' ? [{ name, value }] : []
      }),
    fits: 'The header contains the thumbprint of the certificate in the text.',
    differs: (value, beside) =>
      `The header names the certificate with the thumbprint ${quoted(value)}, and the certificate in the text has ${quoted(beside)}. Recipients find the key by that value: if the certificate in the text is the signing certificate, use its thumbprint.`,
    fault: {
      title: 'Names a different certificate',
      phrase: 'with the thumbprint of a different certificate',
      tone: 'warn',
    },
  },
]

/** Fingerprints as openssl, proxies and portals write them: in hex, with colons or without. */
function fingerprintsIn(words: string): Thumbprints[] {
  return [...words.matchAll(fingerprint)].slice(0, 8).flatMap(([, written = '']): Thumbprints[] => {
    const digits = written.replaceAll(':', '')
    const value = base64UrlOfBytes(Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)))
    return digits.length === 64 ? [{ 'x5t#S256': value }] : digits.length === 40 ? [{ x5t: value }] : []
  })
}

const fingerprint =
  /(?:\b(?:cert(?:ificate)?[ _-]?)?(?:finger|thumb)print|;Hash|\bx5t(?:#S256)?)(?:[ _-]?sha-?(?:1|256))?["']?\s{0,4}[:=]\s{0,4}["']?((?:[\da-f]{2}:?){20,32})(?![\da-f:])/gi
