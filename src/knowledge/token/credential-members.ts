import { isObject } from '../text/json.ts'
import { readTime } from './times.ts'

/**
 * The claims of a verifiable credential or presentation, with the registered names for what it writes as members of its own:
 * issuer, subject, and the times between which it is valid, of version 2.0 (its payload) and 1.1 (in vc). A claim that is there
 * outweighs the member (Securing Verifiable Credentials using JOSE and COSE §3.1.3; Verifiable Credentials Data Model 2.0 §4, 1.1 §6.3.1).
 * Any other claims are returned as they are.
 */
export function withRegisteredNames(claims: Record<string, unknown>): Record<string, unknown> {
  const members = isObject(claims.vc) ? claims.vc : isDocument(claims) ? claims : undefined
  if (members === undefined) return claims
  const { issuer, holder, credentialSubject: subject } = members
  const meant = {
    iss: idOf(issuer) ?? idOf(holder),
    sub: idOf([subject].flat()[0]),
    nbf: readTime(members.validFrom ?? members.issuanceDate)?.at,
    exp: readTime(members.validUntil ?? members.expirationDate)?.at,
  }
  return { ...Object.fromEntries(Object.entries(meant).filter(([, value]) => value !== undefined)), ...claims }
}

const isDocument = ({ type }: Record<string, unknown>): boolean =>
  [type].flat().some((one) => one === 'VerifiableCredential' || one === 'VerifiablePresentation')

const idOf = (party: unknown): unknown => (isObject(party) ? party.id : party)
