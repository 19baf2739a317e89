import { standard } from '../../protocol/basis.ts'
import { durationInWords, utcTime } from '../../text/duration.ts'
import { isObject } from '../../text/json.ts'
import { listed, quoted } from '../../text/quote.ts'
import type { TokenCheckContext } from '../check.ts'
import { typeOf } from '../header-type.ts'
import type { ReadJwt } from '../jwt.ts'
import { thumbprintOf } from '../key/judge-key.ts'
import type { TokenKind } from '../kinds.ts'
import type { Breach } from './breach.ts'

/** The rules for tokens of its kind that a token breaks; none where its kind is only a guess. */
export function kindBreaches(read: ReadJwt, { kind, certain = true }: TokenCheckContext): Breach[] {
  if (read.state !== 'read' || !certain) return []
  return rules.flatMap(({ kinds, says, ...rule }) => {
    const why = kinds.includes(kind) ? says(read.claims, read.header) : undefined
    return why === undefined ? [] : [{ ...rule, why }]
  })
}

interface KindRule extends Omit<Breach, 'why'> {
  kinds: readonly TokenKind[]
  says: (claims: Record<string, unknown>, header: Record<string, unknown>) => string | undefined
}

const rules: readonly KindRule[] = [
  {
    kinds: ['proof'],
    title: 'The proof contains no key',
    phrase: 'without its key',
    basis: standard('RFC 9449 §4.2 and §4.3'),
    says: (_, { jwk }) =>
      isObject(jwk)
        ? undefined
        : 'A DPoP proof must have its public key in the header (jwk). This one has none, so no recipient can verify it.',
  },
  {
    kinds: ['proof'],
    title: 'The proof is of the wrong type',
    phrase: 'of the wrong type',
    basis: standard('RFC 9449 §4.2'),
    says: (_, header) =>
      typeOf(header) === 'dpop+jwt'
        ? undefined
        : `typ must be “dpop+jwt”; it is ${header.typ === undefined ? 'missing' : quoted(header.typ)}.`,
  },
  {
    kinds: ['proof'],
    title: 'The proof is signed with a shared secret',
    phrase: 'signed with a shared secret',
    basis: standard('RFC 9449 §4.2'),
    says: (_, { alg }) =>
      /^HS\d/.test(String(alg)) ? `alg is ${quoted(alg)}; a proof must be signed with a private key.` : undefined,
  },
  {
    kinds: ['proof'],
    title: 'Its URL has a query or a fragment',
    phrase: 'with a query or a fragment in its URL',
    basis: standard('RFC 9449 §4.2'),
    tone: 'warn',
    says: ({ htu }) =>
      typeof htu === 'string' && /[?#]/.test(htu)
        ? `htu is ${quoted(htu)}; it must be the URL without query and fragment. Many recipients reject it.`
        : undefined,
  },
  {
    kinds: ['proof'],
    title: 'Its method is not in uppercase',
    phrase: 'with a method that is not in uppercase',
    basis: standard('RFC 9449 §4.3, RFC 9110 §9.1'),
    tone: 'warn',
    says: ({ htm }) =>
      typeof htm === 'string' && /[a-z]/.test(htm)
        ? `htm is ${quoted(htm)}; methods are case-sensitive and written in uppercase.`
        : undefined,
  },
  {
    kinds: ['vapid'],
    title: 'Its audience is not an origin',
    phrase: 'with an audience that is not an origin',
    basis: standard('RFC 8292 §2'),
    says: ({ aud }) =>
      typeof aud === 'string' && /^https?:\/\/[^/]+\/./.test(aud)
        ? `aud is ${quoted(aud)}; it must be the origin of the push service alone, ${quoted(/^https?:\/\/[^/]+/.exec(aud)?.[0])}. The push service rejects it.`
        : undefined,
  },
  {
    kinds: ['logout'],
    title: 'It names neither a user nor a session',
    phrase: 'for neither a user nor a session',
    basis: standard('OpenID Connect Back-Channel Logout 1.0 §2.4'),
    says: ({ sub, sid }) =>
      sub === undefined && sid === undefined
        ? 'A logout token must have sub, sid or both. This one has neither, so it cannot sign anyone out.'
        : undefined,
  },
  {
    kinds: ['logout', 'event'],
    title: 'Its events are not an object',
    phrase: 'with events that are not an object',
    basis: standard('RFC 8417 §2.2'),
    says: ({ events }) =>
      events === undefined || (isObject(events) && Object.values(events).every(isObject))
        ? undefined
        : 'events must be an object whose members are objects, each under the URI of an event.',
  },
  {
    kinds: ['assertion'],
    title: 'Issuer and subject differ',
    phrase: 'with different issuer and subject',
    basis: standard('OpenID Connect Core §9, RFC 7523 §3'),
    tone: 'warn',
    says: ({ iss, sub }) =>
      typeof iss === 'string' && typeof sub === 'string' && iss !== sub && !/^https?:/.test(iss)
        ? `iss is ${quoted(iss)} and sub is ${quoted(sub)}; in an assertion that a client makes about itself, both are its client ID.`
        : undefined,
  },
  {
    kinds: ['id'],
    title: 'Several audiences, but no authorized party',
    phrase: 'for several audiences without an authorized party',
    basis: standard('OpenID Connect Core §3.1.3.7'),
    tone: 'warn',
    says: ({ aud, azp }) =>
      Array.isArray(aud) && aud.length > 1 && azp === undefined
        ? `It is for ${listed(aud)}, and has no azp: with more than one audience, a client should require azp, which says who requested it, and reject the token if it does not trust all of them.`
        : undefined,
  },
  {
    kinds: ['id'],
    title: 'Its sign-in is after its issue',
    phrase: 'with a sign-in after its issue',
    basis: standard('OpenID Connect Core §2'),
    tone: 'warn',
    says: ({ auth_time: signedIn, iat }) =>
      typeof signedIn === 'number' && typeof iat === 'number' && signedIn > iat + 60 && signedIn < 1e11
        ? `auth_time is ${utcTime(signedIn)}, and iat is ${utcTime(iat)}: a user signs in before the token is issued, so two clocks differ or the claim is wrong.`
        : undefined,
  },
  {
    kinds: ['svid'],
    title: 'Its algorithm is not one of SPIFFE',
    phrase: 'with an algorithm that SPIFFE does not allow',
    basis: standard('SPIFFE JWT-SVID §2.1'),
    says: (_, { alg }) =>
      /^(?:[RP]S|ES)(?:256|384|512)$/.test(String(alg)) || /^none$/i.test(String(alg))
        ? undefined
        : `alg is ${quoted(alg)}; only RS, PS and ES with 256, 384 or 512 are allowed, so a validator rejects it.`,
  },
  {
    kinds: ['passport'],
    title: 'Not what the SHAKEN profile requires',
    phrase: 'without what the SHAKEN profile requires',
    basis: standard('RFC 8588 §3 and §4'),
    says: ({ attest, origid }, { ppt }) => {
      if (ppt !== 'shaken') return undefined
      const said = [
        ['A', 'B', 'C'].includes(String(attest))
          ? ''
          : `attest is ${quoted(attest ?? 'missing')}; it must be “A”, “B” or “C”.`,
        typeof origid === 'string' ? '' : 'origid is missing; it must identify the origin of the call.',
      ].filter((one) => one !== '')
      return said.length === 0 ? undefined : said.join(' ')
    },
  },
  {
    kinds: ['credential'],
    title: 'Its claims and its credential differ',
    phrase: 'whose claims differ from its credential',
    basis: standard('W3C Verifiable Credentials Data Model 1.1 §6.3.1'),
    says: ({ iss, sub, jti, exp, vc }) => {
      if (!isObject(vc)) return undefined
      const subject = isObject(vc.credentialSubject) ? vc.credentialSubject.id : undefined
      const issuer = isObject(vc.issuer) ? vc.issuer.id : vc.issuer
      const end = typeof vc.expirationDate === 'string' ? Date.parse(vc.expirationDate) / 1000 : Number.NaN
      const said = [
        differ('iss', iss, 'vc.issuer', issuer),
        differ('sub', sub, 'vc.credentialSubject.id', subject),
        differ('jti', jti, 'vc.id', vc.id),
        typeof exp === 'number' && !Number.isNaN(end) && Math.abs(end - exp) > 1
          ? `exp is ${utcTime(exp)} and vc.expirationDate is ${quoted(vc.expirationDate)}.`
          : '',
      ].filter((one) => one !== '')
      return said.length === 0
        ? undefined
        : `${said.join(' ')} The two must be the same; a verifier that reads one accepts what another rejects.`
    },
  },
  {
    kinds: ['key-binding'],
    title: 'The key binding is of the wrong type',
    phrase: 'of the wrong type',
    basis: standard('RFC 9901 §4.3'),
    says: (_, header) =>
      typeOf(header) === 'kb+jwt'
        ? undefined
        : `typ must be “kb+jwt”; it is ${header.typ === undefined ? 'missing' : quoted(header.typ)}. A verifier must reject it.`,
  },
  {
    kinds: ['entity-statement'],
    title: 'The statement is of the wrong type',
    phrase: 'of the wrong type',
    basis: standard('OpenID Federation §3'),
    says: (_, header) =>
      typeOf(header) === 'entity-statement+jwt'
        ? undefined
        : `typ must be “entity-statement+jwt”; it is ${header.typ === undefined ? 'missing' : quoted(header.typ)}. A recipient must reject it.`,
  },
  {
    kinds: ['entity-statement'],
    title: 'Its keys are missing',
    phrase: 'without keys',
    basis: standard('OpenID Federation §3.1'),
    says: ({ iss, sub, jwks }) =>
      iss === sub && jwks === undefined
        ? 'An entity configuration must name its own keys (jwks); without them, nobody can verify it.'
        : undefined,
  },
  {
    kinds: ['id'],
    title: 'Its subject is not its key',
    phrase: 'with a subject that is not its key',
    basis: standard('Self-Issued OpenID Provider v2 §11.1'),
    says: ({ sub, sub_jwk: own }) => {
      const thumbprint = isObject(own) ? thumbprintOf(own) : undefined
      return thumbprint === undefined || sub === thumbprint || String(sub).includes(thumbprint)
        ? undefined
        : `sub of a self-issued ID token must be the thumbprint of its key (sub_jwk), ${quoted(thumbprint)}; it is ${quoted(sub)}.`
    },
  },
  {
    kinds: ['request'],
    title: 'It lives longer than FAPI allows',
    phrase: 'with a lifetime that FAPI does not allow',
    basis: standard('FAPI 1.0 Advanced §5.2.2'),
    // Such consents are those of Open Finance Brasil, which follows FAPI.
    says: ({ scope, nbf, exp }) =>
      /(?:^| )consent:urn:/.test(String(scope)) &&
      typeof nbf === 'number' &&
      typeof exp === 'number' &&
      exp - nbf > 3_600 &&
      exp < 1e11
        ? `From nbf to exp, it lives ${durationInWords(exp - nbf)}; FAPI, which Open Finance Brasil follows, allows at most 60 minutes.`
        : undefined,
  },
  {
    kinds: ['credential'],
    title: 'The credential has neither content nor type',
    phrase: 'without content',
    basis: standard('W3C Verifiable Credentials Data Model §4'),
    says: ({ vc, type, credentialSubject }) =>
      isObject(vc) && vc.credentialSubject === undefined && credentialSubject === undefined && type === undefined
        ? 'vc has no credentialSubject: it states nothing about anyone.'
        : undefined,
  },
]

function differ(claim: string, own: unknown, member: string, other: unknown): string {
  return typeof own === 'string' && typeof other === 'string' && own !== other
    ? `${claim} is ${quoted(own)} and ${member} is ${quoted(other)}.`
    : ''
}
