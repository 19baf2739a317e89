import type { DecodedToken } from '../protocol/call.ts'
import type { Disclosure } from './disclosures.ts'
import type { Breach } from './jose/breach.ts'
import { breachesOf } from './jose/breaches.ts'
import { type InspectedToken, inspectToken, type TokenTimes } from './take-apart.ts'

/** A token as the checks take it: `state` says how far reading got. Reading is not verifying. */
export type ReadJwt = Read & {
  /** The rules of its format that it breaks; left out where it breaks none. */
  breaches?: Breach[]
}

type Read =
  | ({ state: 'read'; signature?: string; disclosures?: Disclosure[] } & DecodedToken)
  /** Five parts (RFC 7516 §7.1): the content is encrypted and only the header can be read. */
  | { state: 'encrypted'; header: Record<string, unknown> }
  /** `sound`: nothing is wrong with it; it is no JWT, or carries no claims. */
  | {
      state: 'unreadable'
      problem: string
      header?: Record<string, unknown>
      sound?: boolean
      /** Its times all the same, in epoch seconds, by the names of the claims of a JWT. */
      times?: TokenTimes
    }

/** The header and the claims of a signed JWT in its compact form (RFC 7519 §7.2); undefined for anything else. */
export function decodeJwt(text: string): DecodedToken | undefined {
  if (text.split('.').length !== 3) return undefined
  const read = readJwt(text)
  return read.state === 'read' ? { header: read.header, claims: read.claims } : undefined
}

/** Reads a JWT without verifying anything; where it cannot be read, `problem` says why, and at which character. */
export function readJwt(text: string): ReadJwt {
  return asReadJwt(inspectToken(text.trim()))
}

/** A token that was taken apart, as the checks take it. Objects are as JSON.parse made them. */
export function asReadJwt(token: InspectedToken): ReadJwt {
  const breaches = breachesOf(token)
  return { ...readAs(token), ...(breaches.length > 0 && { breaches }) }
}

function readAs(token: InspectedToken): ReadJwt {
  if (token.form === 'opaque')
    return {
      state: 'unreadable',
      sound: true,
      problem: token.encrypted
        ? 'Encrypted, and not a JWT. Only a holder of the key can read it.'
        : token.content === undefined
          ? 'It is not a JWT, and nothing in it can be read here.'
          : 'It is not a JWT, so it has no JWT header or claims. Its decoded contents are listed below.',
      ...(token.times && { times: token.times }),
    }
  const header = token.header.value ?? {}
  if (token.form === 'jwe') return { state: 'encrypted', header }
  const [first] = token.defects
  const claims = token.payload.value
  if (first !== undefined && !(first.part === 'signature' && claims))
    return {
      state: 'unreadable',
      problem: `${first.problem} Position: character ${first.at + 1} of the token.${/cut|ends after|missing|breaks off/.test(first.problem) ? ' Copy the whole token again.' : ''}`,
      ...(first.isLeftOut && { sound: true }),
      // Of a header that broke off nothing can be said, not even what it lacks.
      ...(token.header.value && { header }),
    }
  if (claims === undefined && token.defects.length === 0)
    return {
      state: 'unreadable',
      sound: true,
      header,
      problem:
        token.jws.payload === ''
          ? 'It is a signature whose content was sent separately (detached, RFC 7515 App. F), so it contains no claims.'
          : header.b64 === false
            ? 'The content is signed as it is, without base64url (b64 is false, RFC 7797), so it is no set of claims.'
            : token.payload.isBytes
              ? 'Only its header can be read: the payload is bytes, not JSON, so only the service that issued it knows what it says.'
              : 'The payload is not a JSON object, so it is signed content other than claims (RFC 7515 §3).',
    }
  if (claims === undefined)
    return {
      state: 'unreadable',
      problem: 'The payload is not a JSON object, so the token contains no claims.',
      header,
    }
  const { signature, disclosures, jws } = token
  return {
    state: 'read',
    header,
    claims,
    ...(!jws.isCut && { signature }),
    ...(disclosures && { disclosures }),
  }
}
