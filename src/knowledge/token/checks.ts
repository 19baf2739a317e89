import { basisAt, documented, standard } from '../protocol/basis.ts'
import type { DecodedToken } from '../protocol/call.ts'
import { companyClaimApi } from '../protocol/claims.ts'
import { splitScopes } from '../protocol/scopes.ts'
import { environmentName, inList, listed, quoted } from '../text/quote.ts'
import { heldAgainstErrors } from './beside/errors-beside.ts'
import { type Check, type TokenCheckContext, withClaims, withHeader } from './check.ts'
import { withRegisteredNames } from './credential-members.ts'
import { disclosuresCheck } from './disclosures-check.ts'
import type { FaultName, TokenCheck, TokenFinding } from './finding.ts'
import { formCheck } from './form-check.ts'
import { typeOf } from './header-type.ts'
import { innerKeysCheck } from './inner-keys.ts'
import type { ReadJwt } from './jwt.ts'
import { upper, withArticle } from './kind-words.ts'
import { type TokenKind, tokenKinds, typedKinds } from './kinds.ts'
import { lifetimeCheck } from './lifetime-check.ts'
import { isShared } from './presumptions.ts'
import { timeChecks } from './time-checks.ts'
import type { Relation } from './together.ts'

/**
 * Checks a token: a decoded one, or what reading it came to. What has no header or no claims has none to be checked.
 * Every check has an outcome, in a fixed order; none throws.
 */
export function checkToken(token: DecodedToken | ReadJwt, context: TokenCheckContext): TokenFinding[] {
  const given: ReadJwt = 'state' in token ? token : { state: 'read', ...token }
  const read = given.state === 'read' ? { ...given, claims: withRegisteredNames(given.claims) } : given
  const findings = Object.entries(checks)
    .filter(
      ([check, { when }]) =>
        (isAbout(read, check as TokenCheck) || (check === 'signature' && context.signature !== undefined)) &&
        (when === undefined || when(context, read)),
    )
    .map(([check, { title, basis, judge }]): TokenFinding => {
      const [outcome, why, because, fault] = judge(read, context)
      const foreign = context.environment?.foreign === true
      return {
        check: check as TokenCheck,
        title,
        outcome,
        why,
        basis: basisAt(basis, foreign),
        ...(because && { because }),
        ...(fault && { fault }),
      }
    })
  return heldAgainstErrors({ findings, kind: context.kind, errors: context.errors ?? [] })
}

/** Whether a check has anything to look at in what was read. */
function isAbout(read: ReadJwt, check: TokenCheck): boolean {
  if (read.state === 'encrypted')
    return ['structure', 'algorithm', 'type', 'form', 'inner-keys', 'key', 'together'].includes(check)
  if (read.state === 'read' || !read.sound) return true
  if (read.header !== undefined)
    return ['structure', 'algorithm', 'type', 'form', 'inner-keys', 'key', 'signature', 'together'].includes(check)
  return (
    ['structure', 'together'].includes(check) ||
    (read.times !== undefined && check === 'expiry') ||
    (read.times?.nbf !== undefined && check === 'not-before')
  )
}

const checks: Record<TokenCheck, Check> = {
  structure: {
    title: 'Structure',
    basis: standard('RFC 7519 §7.2'),
    judge: (read) => {
      if (read.state === 'unreadable') return [read.sound ? 'not-checked' : 'failed', read.problem]
      if (read.state === 'encrypted')
        return [
          'not-checked',
          'The token is encrypted (JWE): without the key, only its header can be read, so its claims and times are unknown.',
        ]
      return ['passed', 'Header and claims can be read. This does not mean that the token is valid.']
    },
  },
  algorithm: {
    title: 'Algorithm',
    basis: standard('RFC 8725 §3.1'),
    judge: withHeader((header, { keys }) => {
      const { alg, enc } = header
      if (typeof alg !== 'string') return ['failed', 'The header names no algorithm.']
      if (enc !== undefined)
        return [
          'not-checked',
          alg === 'dir'
            ? `${quoted(enc)} protects the content with a secret that its recipient already has (dir), so no key is sent and the second part is empty (RFC 7518 §4.5).`
            : `${quoted(alg)} protects the content encryption key, and ${quoted(enc)} the content (RFC 7516 §4.1).`,
        ]
      if (alg.toLowerCase() === 'none')
        return [
          'failed',
          `The token is not signed at all (alg none): anyone could have made it, so a recipient must reject it${typedKinds.get(typeOf(header))?.[0] === 'access' ? ', and RFC 9068 §4 forbids none for access tokens' : ''}.`,
          'not-signed',
        ]
      const offered = [...new Set((keys ?? []).flatMap((key) => key.alg ?? []))]
      if (/^HS\d/.test(alg) && (keys?.length ?? 0) > 0 && !offered.includes(alg)) {
        return ['failed', `${quoted(alg)} uses a shared secret, while the environment publishes public keys.`]
      }
      if (/^HS\d/.test(alg))
        return [
          'not-checked',
          `${quoted(alg)} uses a shared secret: any holder of that secret can verify and create tokens.`,
        ]
      return /^(RS|PS|ES)(256|384|512)$|^(EdDSA|Ed25519|Ed448|ES256K|ML-DSA-\d+)$/.test(alg)
        ? ['passed', `${quoted(alg)} signs with a private key.`]
        : ['not-checked', `${quoted(alg)} is not an algorithm known to Claimcheck.`]
    }),
  },
  type: {
    title: 'Type',
    basis: standard('RFC 8725 §3.11'),
    judge: withHeader((header, { kind }) => {
      const { typ } = header
      if (typ === undefined) return ['not-checked', 'The header contains no typ.']
      const typed = typedKinds.get(typeOf(header))?.[0]
      if (typed === undefined)
        return [
          'not-checked',
          plainTypes.get(typeOf(header)) ?? `Claimcheck knows no standard that defines the type ${quoted(typ)}.`,
        ]
      const says = `The header says that this is ${withArticle(typed)} (typ is ${quoted(typ)})`
      return typed === kind
        ? ['passed', `${says}.`]
        : ['failed', `${says}, but its contents are those of ${withArticle(kind)}.`]
    }),
  },
  claims: {
    title: 'Required claims',
    basis: standard('the standard for this kind of token'),
    when: ({ kind }) =>
      [...(tokenKinds[kind].must ?? []), ...(tokenKinds[kind].mustNot ?? [])].length > 0 || kind === 'access',
    judge: withClaims((claims, { kind, certain = true }, header) => {
      const { must = [], usual = [], mustNot = [], profile, basis } = tokenKinds[kind]
      const promised = profile?.type === typeOf(header) ? profile : undefined
      const lacked = (names: readonly string[]) => names.filter((name) => !Object.hasOwn(claims, name))
      const missing = lacked(must)
      const forbidden = mustNot.filter((name) => Object.hasOwn(claims, name))
      const where = `(${basis.reference})`
      if (missing.length + forbidden.length > 0)
        return [
          certain ? 'failed' : 'not-checked',
          `${[
            missing.length > 0
              ? `${upper(withArticle(kind))} must contain ${listed(missing)}, but this one does not ${where}.`
              : '',
            forbidden.length > 0 ? `${upper(withArticle(kind))} must not contain ${listed(forbidden)} ${where}.` : '',
          ]
            .filter((one) => one !== '')
            .join(' ')}${certain ? '' : ' However, its type is only inferred.'}`,
          undefined,
          missing.length > 0
            ? { title: `Without ${bareList(missing)}`, phrase: `without the required ${bareList(missing)}` }
            : {
                title: `Must not contain ${bareList(forbidden)}`,
                phrase: `contains ${bareList(forbidden)} (not allowed)`,
              },
        ]
      const unkept = lacked(promised?.must ?? [])
      const vital = lacked(promised?.vital ?? [])
      if (promised !== undefined && vital.length > 0)
        return [
          'failed',
          `Its type is ${quoted(promised.type)}, whose standard requires ${listed(unkept)}, but it has ${unkept.length === 1 ? 'no such claim' : 'none of these'}. A recipient that follows the standard must reject it (${promised.basis.reference}). Have the identity service add ${listed(vital)} or omit the type.`,
          undefined,
          { title: `Without ${bareList(vital)}`, phrase: `without the ${bareList(vital)} required by its type` },
        ]
      if (promised !== undefined && unkept.length > 0)
        return [
          'passed',
          `Contains the claims that a recipient must check: ${listed(promised.vital)}. Its type also requires ${listed(unkept)}, which many issuers omit and most recipients do not check (${promised.basis.reference}).`,
        ]
      const left = lacked(usual)
      const has = [
        must.length > 0 ? `Contains all claims required for ${withArticle(kind)}: ${listed(must)} ${where}.` : '',
        mustNot.length > 0 ? `Does not contain ${mustNot.map((name) => quoted(name)).join(' or ')}, as required.` : '',
      ]
        .filter((one) => one !== '')
        .join(' ')
      const lacks = left.length > 0 ? `The standard also lists ${listed(left)}, which many issuers omit.` : ''
      if (has === '' && lacks === '') return ['passed', `Nothing contradicts ${withArticle(kind)}.`]
      return ['passed', [has, lacks].filter((one) => one !== '').join(' ')]
    }),
  },
  form: formCheck,
  'inner-keys': innerKeysCheck,
  disclosures: disclosuresCheck,
  ...timeChecks,
  lifetime: lifetimeCheck,
  issuer: {
    title: 'Issuer',
    basis: standard('RFC 7519 §4.1.1, RFC 9207'),
    judge: withClaims(({ iss, aud }, { environment, others, kind, certain = true }) => {
      if (['client', 'holder'].includes(tokenKinds[kind].signedBy))
        return [
          'not-checked',
          iss === undefined
            ? `The token names no issuer (iss): ${withArticle(kind)} is not issued by an identity service.`
            : `The issuer is ${quoted(iss)}. It is compared with no configured issuer: ${withArticle(kind)} is not issued by an identity service.`,
        ]
      const expected = environment?.issuer
      const other = others?.find((one) => one.issuer !== undefined && one.issuer === iss)
      if (other !== undefined && iss !== expected)
        return [
          'failed',
          `It was issued by the environment ${environmentName(other)}${environment === undefined ? '' : `, not by ${environmentName(environment)}`}.`,
        ]
      if (iss === undefined)
        return expected === undefined || !certain || tokenKinds[kind].signedBy !== 'issuer'
          ? ['not-checked', 'The token names no issuer (iss).']
          : ['failed', 'The token names no issuer (iss).']
      if (expected === undefined)
        return ['not-checked', `The issuer is ${quoted(iss)}; no issuer is configured for comparison.`]
      if (iss === expected) return ['passed', `It was issued by ${quoted(iss)}, as configured.`]
      if (isEntraV1Of(iss, expected))
        return [
          'not-checked',
          `The issuer is ${quoted(iss)}, the v1 issuer of the same tenant. ${
            microsoftGraph.includes(String(aud))
              ? 'The token is for Microsoft Graph, and only Graph can verify it: for your own API, request one of its scopes (api://…).'
              : 'The API that it is for accepts v1 tokens. Set requestedAccessTokenVersion to 2 in the API’s registration to get the configured issuer.'
          }`,
        ]
      return isSlashApart(iss, expected)
        ? [
            'failed',
            `The issuer is ${quoted(iss)}; the configured one is ${quoted(expected)}. They differ only in a trailing slash.`,
          ]
        : ['failed', `The issuer is ${quoted(iss)}; the configured one is ${quoted(expected)}.`]
    }),
  },
  audience: {
    title: 'Audience',
    basis: standard('RFC 7519 §4.1.3'),
    judge: withClaims(({ aud }, context, header) => {
      const { environment, kind, certain = true } = context
      const expected = expectedAudience(context)
      const audience = [aud].flat().filter((one) => typeof one === 'string')
      if (aud !== undefined && aud !== null && audience.length === 0)
        return [
          'failed',
          `aud must be a string or a list of strings; it is ${Array.isArray(aud) ? 'an empty list, or one without strings' : typeof aud === 'object' ? 'an object' : `a ${typeof aud}`}, so it names no recipient.`,
        ]
      if (audience.length === 0) {
        const { must, profile } = tokenKinds[kind]
        const isPromised = profile?.type === typeOf(header) && profile.must.includes('aud')
        const demanded = must?.includes('aud') || isPromised || (kind === 'access' && environment !== undefined)
        return demanded && certain
          ? ['failed', 'The token names no audience (aud).']
          : [
              'not-checked',
              `The token names no audience (aud${aud === null ? ' is null, as some libraries write it' : ''})${demanded ? '' : `; not required for ${withArticle(kind)}`}.`,
            ]
      }
      if (expected.length === 0)
        return ['not-checked', `The token is for ${listed(audience)}; no audience is configured for comparison.`]
      return audience.some((one) => expected.includes(one))
        ? [
            'passed',
            `The token is for ${listed(audience)}; ${listed(expected.filter((one) => audience.includes(one)))} is expected.`,
          ]
        : ['failed', `The token is for ${listed(audience)}, but ${listed(expected)} is expected.`]
    }),
  },
  scope: {
    title: 'Scope',
    basis: documented('§2.4'),
    when: isOwnAccess,
    judge: withClaims(({ scope }) => {
      if (scope === undefined)
        return ['failed', 'The token has no scope claim, but the API guide shows one in every access token.']
      if (typeof scope !== 'string') return ['failed', 'The scope claim is not a string.']
      const scopes = splitScopes(scope)
      return scopes.length === 0 ? ['failed', 'The scope claim is empty.'] : ['passed', `It grants ${listed(scopes)}.`]
    }),
  },
  company: {
    title: 'Company',
    basis: documented('§2.4 and §7.3; the format of a company identifier is not described'),
    when: isOwnAccess,
    judge: withClaims((claims, { environment }) => {
      const named = Object.keys(claims).filter(
        (name) => companyClaimApi(name, environment) !== undefined && claims[name] !== '' && claims[name] !== null,
      )
      return named.length > 0
        ? ['passed', `${listed(named)} ${named.length === 1 ? 'passed' : 'hold'} a company identifier.`]
        : [
            'not-checked',
            'No API claim contains a company identifier. Whether the audience contains one is not known. Some APIs return 403 without one.',
          ]
    }),
  },
  nonce: {
    title: 'Nonce',
    basis: standard('OpenID Connect Core §3.1.3.7', 'not described in the API guide'),
    // What the text expects is compared with it already.
    when: ({ kind, nonce, relations = [] }) =>
      kind === 'id' && (nonce !== undefined || !relations.some(({ compares }) => compares === 'nonce')),
    judge: withClaims(({ nonce }, context) => {
      if (context.nonce === undefined) return ['not-checked', 'The nonce of the authorization request is not known.']
      return nonce === context.nonce
        ? ['passed', 'It contains the nonce of this sign-in.']
        : [
            'failed',
            nonce === undefined
              ? 'A nonce was sent, but the token contains none.'
              : 'It contains the nonce of a different sign-in.',
          ]
    }),
  },
  key: {
    title: 'Key',
    when: ({ kind }) => !['client', 'holder'].includes(tokenKinds[kind].signedBy),
    basis: documented('§5.5; RFC 7515 §4.1.4', standard('RFC 7515 §4.1.4')),
    judge: withHeader(({ kid, alg, enc }, { keys, signature }) => {
      if (enc !== undefined)
        return [
          'not-checked',
          kid === undefined
            ? alg === 'dir'
              ? 'It was encrypted directly with a secret (dir): only a holder of that secret can read it.'
              : 'The header does not say which key it was encrypted for (kid).'
            : `It was encrypted for the key ${quoted(kid)}: only the holder of ${isShared(alg) ? 'that key' : 'its private key'} can decrypt it.`,
        ]
      if (isShared(alg) && keys === undefined)
        return ['not-checked', `${quoted(alg)} has no public key: the token is verified with a shared secret.`]
      if (keys === undefined && signature?.outcome === 'passed')
        return [
          'not-checked',
          'The signature matches the key in the text. Whether the issuer publishes that key was not checked.',
        ]
      if (keys === undefined) return ['not-checked', 'Claimcheck does not have the issuer’s public keys.']
      // RFC 7515 §4.1.4: kid is a hint, and optional; whether one of the keys fits is for the signature to show.
      if (typeof kid !== 'string')
        return [
          'not-checked',
          keys.length === 1
            ? 'The header names no key (kid); the environment publishes one.'
            : `The header names no key (kid); it may be any of the ${keys.length} published keys.`,
        ]
      return keys.some((key) => key.kid === kid)
        ? ['passed', `The key ${quoted(kid)} is among the published ones.`]
        : [
            'failed',
            `The key ${quoted(kid)} is not published. The environment publishes ${listed(keys.flatMap((key) => key.kid ?? []))}.`,
          ]
    }),
  },
  signature: {
    title: 'Signature',
    basis: documented('§5.5; RFC 7515 §5.2', standard('RFC 7515 §5.2')),
    judge: (read, { signature, kind }) => {
      if (signature?.outcome === 'failed' && isForItsIssuer(read, kind))
        return [
          'not-checked',
          'The given key did not sign it. The token may still be valid: its issuer created it for itself, with its own key.',
        ]
      if (signature !== undefined && signature.outcome !== 'passed' && isForItsReceiver(read))
        return [
          'not-checked',
          'It cannot be verified with a published key: Microsoft puts a nonce into the header and signs a modified form of it, so only the receiving service, such as Microsoft Graph, can verify it. The token may still be valid. For your own API, request one of its scopes (api://…).',
        ]
      if (signature !== undefined) return [signature.outcome, signature.why, signature.because]
      if (read.state === 'read' && read.signature === '') return ['failed', 'The token has no signature.', 'not-signed']
      return ['not-checked', 'Not verified: no key was given.']
    },
  },
  together: {
    title: 'Other values in the text',
    basis: standard('the standards of the claims that tie it to another token'),
    when: ({ relations = [] }) => relations.some(({ outcome }) => outcome === 'failed'),
    judge: (_, { relations = [] }) => [
      'failed',
      relations.flatMap(({ outcome, why }) => (outcome === 'failed' ? [why] : [])).join(' '),
      undefined,
      besideAll(relations),
    ],
  },
}

/** Types that name a form and no kind (RFC 7519 §5.1, RFC 7515 §4.1.9). */
const plainTypes: ReadonlyMap<string, string> = new Map([
  ['jwt', '“JWT” does not say what kind of token this is.'],
  ['jose', '“JOSE” means compact serialization (RFC 7515 §4.1.9). It does not say what kind of token this is.'],
  ['jose+json', '“JOSE+JSON” says that it is in JSON, and not what kind of token it is (RFC 7515 §4.1.9).'],
])

/** Names of claims within a heading. */
const bareList = (names: readonly string[]): string => inList(names.length > 3 ? [...names.slice(0, 2), 'more'] : names)

/** Whether Microsoft made it for an API of its own, which alone can verify it: the header has a nonce then. */
function isForItsReceiver(read: ReadJwt): boolean {
  return (
    read.state === 'read' &&
    read.header.nonce !== undefined &&
    /^https:\/\/(?:sts\.windows\.net|login\.microsoftonline\.(?:com|us)|login\.partner\.microsoftonline\.cn)\//.test(
      String(read.claims.iss),
    )
  )
}

/** Whether it has the parts of a JWT, but content that only its issuer reads, as access tokens of LINE do. */
function isForItsIssuer(read: ReadJwt, kind: TokenKind): boolean {
  return (
    read.state === 'unreadable' &&
    read.sound === true &&
    ['access', 'refresh', 'session'].includes(kind) &&
    /^HS\d/.test(String(read.header?.alg))
  )
}

/** The gravest name that the relations which failed have; undefined where one of them has none, as a check's own name says it. */
function besideAll(relations: readonly Relation[]): FaultName | undefined {
  const failed = relations.filter(({ outcome }) => outcome === 'failed')
  const faults = failed.flatMap(({ fault }) => fault ?? [])
  return faults.length < failed.length ? undefined : (faults.find(({ tone }) => tone === undefined) ?? faults[0])
}

/** The rules of the API guide hold for the tokens of its own service alone. */
function isOwnAccess({ kind, environment }: TokenCheckContext): boolean {
  return kind === 'access' && environment !== undefined && !environment.foreign
}

/** Who a token of this kind must name, as far as it is known: the API, the client, or the identity service. */
function expectedAudience({ kind, environment, clientId }: TokenCheckContext): string[] {
  const known = (...values: (string | undefined)[]) => values.filter((one) => one !== undefined)
  if (kind === 'access') return known(environment?.audience)
  if (['id', 'logout', 'response', 'userinfo'].includes(kind)) return known(clientId)
  if (['assertion', 'grant', 'request'].includes(kind))
    return environment === undefined ? [] : known(environment.issuer, environment.tokenUrl)
  return []
}

/** Audiences of Microsoft Graph: its address, and its application ID in every tenant. */
const microsoftGraph = ['https://graph.microsoft.com', '00000003-0000-0000-c000-000000000000']

/** Whether an issuer is the one that Entra ID puts into v1 tokens of the tenant whose v2 issuer is configured. */
function isEntraV1Of(iss: unknown, configured: string): boolean {
  const tenant = /^https:\/\/login\.microsoftonline\.com\/([^/]+)\/v2\.0\/?$/.exec(configured)?.[1]
  return tenant !== undefined && iss === `https://sts.windows.net/${tenant}/`
}

/** Whether two issuers are the same but for a slash at the end. They must be compared exactly (RFC 8414 §2). */
export function isSlashApart(one: unknown, other: unknown): boolean {
  return typeof one === 'string' && typeof other === 'string' && (`${one}/` === other || one === `${other}/`)
}
