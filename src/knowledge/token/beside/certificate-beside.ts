import { standard } from '../../protocol/basis.ts'
import { base64UrlOfBytes, bytesOfBase64 } from '../../text/base64.ts'
import { isObject } from '../../text/json.ts'
import { quoted } from '../../text/quote.ts'
import { sha256 } from '../../text/sha256.ts'
import type { FoundToken } from '../find.ts'
import type { Relation } from '../together.ts'

/** Compares a token that is bound to a TLS certificate with the certificates of its text, by their thumbprints. */
export function relationsToCertificates(tokens: readonly FoundToken[], words: string): Omit<Relation, 'check'>[] {
  const bound = tokens.flatMap(({ token }) => {
    const cnf = token.form === 'jws' ? token.payload.value?.cnf : undefined
    const thumbprint = isObject(cnf) ? cnf['x5t#S256'] : undefined
    return typeof thumbprint === 'string' ? [{ token, thumbprint }] : []
  })
  if (bound.length === 0) return []
  const own = [...words.matchAll(certificate)].slice(0, 8).flatMap(([, body = '']) => {
    const der = bytesOfBase64(body.replace(/\\n|\s/g, ''))
    return der === undefined || der.length < 100 ? [] : [base64UrlOfBytes(sha256(der))]
  })
  if (own.length === 0) return []
  return bound.map(({ token, thumbprint }) => {
    const fits = own.includes(thumbprint)
    return {
      title: 'Certificate beside it',
      outcome: fits ? 'passed' : 'failed',
      why: fits
        ? 'The token is bound (cnf x5t#S256) to the certificate beside it.'
        : `The token is bound (cnf x5t#S256) to the certificate with the thumbprint ${quoted(thumbprint)}, and that of the certificate beside it is ${quoted(own[0])}. Over a connection with the latter, the API rejects it: get a new token with the certificate that is in use.`,
      basis: standard('RFC 8705 §3'),
      of: [token.text],
      ...(!fits && {
        fault: {
          title: 'Bound to another certificate',
          phrase: 'bound to another certificate than the one beside it',
          tone: 'warn',
        },
      }),
    }
  })
}

const certificate = /-----BEGIN CERTIFICATE-----((?:[\w+/=\s]|\\n){100,12000}?)-----END CERTIFICATE-----/g
