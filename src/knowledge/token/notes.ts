import { utcTime } from '../text/duration.ts'
import { isObject } from '../text/json.ts'
import { inList, listed, quoted } from '../text/quote.ts'
import { actorOf } from './actor.ts'
import { claimsOf } from './claims-of.ts'
import { eventNotes } from './event-notes.ts'
import type { FoundToken } from './find.ts'
import { vendorNotes } from './issuers/vendor-notes.ts'
import { thumbprintOf } from './key/judge-key.ts'
import { readKeys } from './key/read-keys.ts'
import type { TokenKind } from './kinds.ts'
import { isSupported, type Seen } from './presumptions.ts'
import { statusListInWords } from './status-list.ts'
import { valueNotes } from './value-notes.ts'

/**
 * What else there is to know of a token, in sentences: what is so by the design of its issuer, who it
 * represents, what it carries. Nothing of it is a fault.
 */
export function notesOn(found: FoundToken): string[] {
  const { token, recognised, from } = found
  const seen = seenOf(found)
  const { claims, header } = seen
  return [
    recognised.note,
    ...[...valueNotes, ...vendorNotes, ...eventNotes].map(({ issuer, kinds, says }) =>
      (issuer === undefined || issuer.test(recognised.issuer ?? '')) &&
      (kinds === undefined || kinds.includes(recognised.kind))
        ? says(claims, header)
        : undefined,
    ),
    ...rules.map(({ kinds, says }) =>
      kinds === undefined || kinds.includes(recognised.kind)
        ? says({ claims, header, recognised, token, from })
        : undefined,
    ),
  ].flatMap((one) => (one === undefined ? [] : (supported(one, seen) ?? [])))
}

/** What sentences about a token are held against. */
export function seenOf({ token, recognised }: FoundToken): Seen {
  const claims = claimsOf(token) ?? {}
  const header = (token.form !== 'opaque' && token.header.value) || {}
  return { claims, header, text: token.text, isProgram: standsForClient(claims, recognised.kind) }
}

/** The sentences of a note that what was seen supports; undefined where that is none. */
function supported(note: string, seen: Seen): string | undefined {
  if (isSupported(note, seen)) return note
  const left = note.split(/(?<=\.) (?=\S)/).filter((one) => isSupported(one, seen))
  return left.length === 0 ? undefined : left.join(' ')
}

/** Whether a token represents a client alone, with no user behind it. */
export function standsForClient(claims: Record<string, unknown>, kind: TokenKind): boolean {
  if (!['access', 'unknown'].includes(kind)) return false
  const { sub, client_id: clientId, cid, azp } = claims
  return saysClient(claims) || (typeof sub === 'string' && [clientId, cid, azp].includes(sub))
}

/** Whether a claim of its own says that no user takes part. */
export function saysClient(claims: Record<string, unknown>): boolean {
  const { sub, gty, grant_type: grant, idtyp, scp, oid, appid, sub_type: subType, preferred_username: name } = claims
  return (
    gty === 'client-credentials' ||
    grant === 'client_credentials' ||
    idtyp === 'app' ||
    // As IBM Cloud and Oracle write it.
    /^(?:client|ServiceId|Profile)$/.test(String(subType)) ||
    /^service-account-/.test(String(name)) ||
    (appid !== undefined && oid !== undefined && sub === oid && scp === undefined)
  )
}

const obtainedByCredentials = ({
  gty,
  grant_type: grant,
  preferred_username: name,
}: Record<string, unknown>): boolean =>
  gty === 'client-credentials' || grant === 'client_credentials' || /^service-account-/.test(String(name))

interface Rule {
  kinds?: readonly TokenKind[]
  says: (
    of: Pick<FoundToken, 'token' | 'recognised' | 'from'> & Record<'claims' | 'header', Record<string, unknown>>,
  ) => string | undefined
}

const rules: readonly Rule[] = [
  {
    says: ({ claims, recognised }) =>
      standsForClient(claims, recognised.kind)
        ? saysClient(claims)
          ? `It represents a program; no user is involved${obtainedByCredentials(claims) ? ' (client credentials)' : ''}.`
          : 'Its subject is the client itself, as in tokens without a user (RFC 9068 §2.2).'
        : undefined,
  },
  {
    kinds: ['access', 'unknown'],
    says: ({ token, header, recognised }) =>
      token.form === 'jwe' && recognised.issuer === 'Auth0' && header.alg === 'dir'
        ? 'Only Auth0 can read it: no API was requested (audience), so it is for Auth0’s own /userinfo. Request an audience to get a JWT.'
        : undefined,
  },
  {
    says: ({ token, header }) =>
      token.form === 'jwe' && /jwt$/i.test(String(header.cty))
        ? 'Its content is itself a JWT (cty): signed first, then encrypted.'
        : undefined,
  },
  {
    kinds: ['access'],
    says: ({ claims: { cnf } }) =>
      isObject(cnf) && typeof cnf.jkt === 'string'
        ? 'It is bound to a key (cnf.jkt): each call must also contain a DPoP proof signed with that key.'
        : isObject(cnf) && cnf['x5t#S256'] !== undefined
          ? 'It is bound to a certificate (cnf x5t#S256): each call must use TLS with that certificate.'
          : undefined,
  },
  {
    says: ({ claims: { act } }) => {
      if (!isObject(act)) return undefined
      const actor = actorOf(act)
      return actor === undefined
        ? `act does not identify the acting party: it contains only ${listed(Object.keys(act))}.`
        : `Another party acts on behalf of the subject (act): ${quoted(actor)} (RFC 8693 §4.1).`
    },
  },
  {
    kinds: ['id'],
    says: ({ from }) =>
      /^id_?token_?hint$/i.test(from ?? '')
        ? 'It is sent as a hint: an identity service should accept it for sign-out even after it has expired (OpenID Connect RP-Initiated Logout §2).'
        : undefined,
  },
  {
    kinds: ['refresh', 'offline'],
    says: ({ claims: { iss, aud } }) =>
      iss !== undefined && iss === aud
        ? 'It is meant for the identity service itself (aud is the issuer), and only that service reads and verifies it.'
        : undefined,
  },
  {
    kinds: ['introspection'],
    says: ({ claims: { token_introspection: told } }) => {
      if (!isObject(told)) return undefined
      const said = [
        typeof told.client_id === 'string' ? `its client is ${quoted(told.client_id)}` : '',
        typeof told.sub === 'string' ? `its subject is ${quoted(told.sub)}` : '',
        typeof told.scope === 'string' ? `its scope is ${quoted(told.scope)}` : '',
      ].filter((one) => one !== '')
      return told.active === true
        ? `The token in question is active${said.length === 0 ? '' : `: ${said.join(', ')}`}. Its times, subject and scope are inside token_introspection, by design.`
        : 'The token in question is not active: expired, revoked, or unknown to the caller.'
    },
  },
  {
    kinds: ['own', 'app', 'unknown', 'session'],
    says: ({ claims, token }) =>
      token.form === 'jws' &&
      token.payload.value !== undefined &&
      token.defects.length === 0 &&
      claims.exp === undefined
        ? 'It has no exp, so nothing in it ends it: it works until its key is changed or the recipient refuses it, for example by its age.'
        : undefined,
  },
  {
    kinds: ['userinfo'],
    says: ({ claims }) =>
      claims.exp === undefined
        ? 'Its standard requires neither exp nor iat, and requires iss and aud only if it is signed.'
        : undefined,
  },
  {
    kinds: ['response'],
    says: ({ claims: { code, error } }) =>
      error !== undefined
        ? `It contains an error: ${quoted(error)}.`
        : code !== undefined
          ? 'It contains an authorization code, which the client exchanges for tokens.'
          : undefined,
  },
  {
    kinds: ['logout'],
    says: ({ claims: { sid } }) =>
      typeof sid === 'string' ? `It asks the client to end the session ${quoted(sid)}.` : undefined,
  },
  {
    kinds: ['logout', 'event'],
    says: ({ claims: { events } }) =>
      isObject(events) && Object.keys(events).length > 0 ? `Event type: ${listed(Object.keys(events))}.` : undefined,
  },
  {
    kinds: ['credential'],
    says: ({ claims: { vc, type } }) => {
      const types = [isObject(vc) ? vc.type : type].flat().filter((one) => typeof one === 'string')
      const own = types.filter((one) => one !== 'VerifiableCredential')
      return own.length === 0 ? undefined : `It is a credential of type ${listed(own)}.`
    },
  },
  {
    kinds: ['credential'],
    says: ({ claims }) => {
      const isSecond = [claims['@context']].flat().includes('https://www.w3.org/ns/credentials/v2')
      if (!isSecond || claims.vc !== undefined) return undefined
      const { issuer } = claims
      const name =
        isObject(issuer) && typeof issuer.name === 'string' ? ` Its issuer calls itself ${quoted(issuer.name)}.` : ''
      const times = ['validFrom', 'validUntil'].filter((one) => typeof claims[one] === 'string')
      return `The payload itself is the credential, as in version 2.0 of the data model: it has no vc claim${times.length === 0 ? '' : `, and its validity is in ${inList(times)}`}.${name}`
    },
  },
  {
    kinds: ['sd-jwt-vc'],
    says: ({ claims: { vct } }) => (typeof vct === 'string' ? `It is a credential of type ${quoted(vct)}.` : undefined),
  },
  {
    kinds: ['research-passport'],
    says: ({ claims: { ga4gh_passport_v1: visas } }) =>
      Array.isArray(visas)
        ? `It contains ${visas.length === 1 ? 'one visa' : `${visas.length} visas`}, each a separate token.`
        : undefined,
  },
  {
    kinds: ['message'],
    says: ({ claims: { exp } }) =>
      exp === undefined ? 'Open Finance messages have no exp by design; iat and jti prevent replays.' : undefined,
  },
  {
    kinds: ['status-list'],
    says: ({ claims: { status_list: list } }) => statusListInWords(list),
  },
  {
    says: ({ header: { jwk } }) => {
      const thumbprint = isObject(jwk) ? thumbprintOf(jwk) : undefined
      return thumbprint === undefined
        ? undefined
        : `The key in its header has the thumbprint ${thumbprint} (RFC 7638): tokens bound to this key contain this value in cnf.jkt.`
    },
  },
  {
    says: ({ token }) =>
      token.form === 'jws' && token.json !== undefined
        ? token.json.of === 1
          ? 'It uses flattened JSON serialization (RFC 7515 §7.2.2): header, content and signature are members of an object.'
          : `It is signature ${token.json.at} of ${token.json.of} over the same content, in general JSON serialization (RFC 7515 §7.2.1).`
        : undefined,
  },
  {
    says: ({ header: { x5c } }) => {
      const { keys } = Array.isArray(x5c) ? readKeys(JSON.stringify({ x5c })) : { keys: [] }
      const chain = keys.flatMap(({ certificate }) => certificate ?? [])
      const [leaf] = chain
      if (leaf === undefined) return undefined
      const until = leaf.notAfter === undefined ? '' : `, valid until ${utcTime(leaf.notAfter)}`
      return `The certificate in its header is for ${quoted(leaf.subject)}, issued by ${quoted(leaf.issuer)}${until}.`
    },
  },
  {
    kinds: ['service-account', 'workload'],
    says: ({ claims }) => {
      const bound = claims['kubernetes.io']
      if (!isObject(bound)) return undefined
      const nameOf = (of: unknown) => (isObject(of) && typeof of.name === 'string' ? of.name : undefined)
      const [account, pod] = [nameOf(bound.serviceaccount), nameOf(bound.pod)]
      const words = [
        account && `the service account ${quoted(`${bound.namespace}/${account}`)}`,
        pod && `the pod ${quoted(pod)}`,
      ]
      const is = words.filter(Boolean).join(' in ')
      return is === '' ? undefined : `It belongs to ${is}.`
    },
  },
]
