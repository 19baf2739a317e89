import { inferred, standard } from '../../protocol/basis.ts'
import { textOfBase64 } from '../../text/base64.ts'
import { listed, quoted } from '../../text/quote.ts'
import { readSignals } from '../../text/signals.ts'
import { findTokens } from '../../token/find.ts'
import { parametersIn } from '../facts/parameters.ts'
import type { CircumstanceRule } from '../trace/circumstance-rules.ts'
import type { Trace } from '../trace/message.ts'
import type { Said } from '../trace/rule.ts'
import { speaksOfFailure } from './failing.ts'

/** What a token or a request names against what the configuration, or another response, names under the same kind of name. */
export const identityValueRules: readonly CircumstanceRule[] = [
  { basis: standard('RFC 7515 §4.1.4', 'the token in the text'), find: secretWithoutKid },
  { basis: inferred('the issuer of the token'), find: keyOfOrgServer },
  { basis: standard('RFC 8725 §3.1', 'the algorithm of the token'), find: otherThanTheDefault },
  {
    basis: standard('RFC 9068 §4: the issuer of the token is the one that the recipient is set to'),
    find: ({ text, words }) => {
      if (!text.includes('eyJ') || !/domain|issuer|authority|well-known/.test(words())) return undefined
      if (!speaksOfFailure(words()) && !/"errors"/.test(text)) return undefined
      const issuers = findTokens(text).flatMap(({ token }) => {
        const issuer = token.form === 'jws' ? token.payload.value?.iss : undefined
        return typeof issuer === 'string' && /^https?:\/\//.test(issuer) ? [issuer] : []
      })
      const [issuer] = issuers
      if (issuer === undefined) return undefined
      const configured = new Map<string, string>()
      // Members of a key say what the key is for, as `issuer` in the keys of Entra ID does; nothing is set to them.
      const own = text.replace(/\{[^{}]{0,8000}"kty"[^{}]{0,8000}\}/g, ' ')
      for (const { name, written, value } of parametersIn(own, readSignals(own)))
        if (configuredIssuer.test(name) || vendorDomain.test(value)) {
          const host = hostOf(value)
          if (host !== undefined && (issuerName.test(name) || sameVendor(host, hostOf(issuer) ?? '')))
            configured.set(host, written)
        }
      if (configured.size === 0 || issuers.some((one) => configured.has(hostOf(one) ?? ''))) return undefined
      const [[host, written]] = [...configured] as [[string, string]]
      // A heading before it may have been read as the name.
      const name =
        /([A-Za-z_][\w.-]{1,60})["']?\s{0,3}[:=]\s{0,3}["']?$/.exec(
          text
            .slice(0, text.indexOf(host))
            .slice(-80)
            .replace(/https?:\/\/$/, ''),
        )?.[1] ?? written
      return {
        of: 'issuer-not-trusted',
        title: `The token is from a different issuer`,
        cause: `The token’s iss is ${quoted(issuer)}, but ${quoted(name)} in the configuration is ${quoted(host)}. They are different issuers, tenants or environments.`,
        fix: `Get the token from ${quoted(host)}, or set ${quoted(name)} to the token’s issuer.`,
        telling: host,
      }
    },
  },
  {
    basis: inferred('the two values in the text'),
    find: ({ text, words }) => {
      if (!speaksOfFailure(words()) || !identifierHeader.test(text)) return undefined
      const parameters = parametersIn(text, readSignals(text))
      for (const header of parameters) {
        const kind = identifierHeader.exec(`${header.written}:`)?.[1]?.toLowerCase()
        if (kind === undefined || !isIdentifier(header.value)) continue
        const listedIds = parameters.filter(
          ({ name, written, value }) =>
            name.endsWith(`${kind}_id`) &&
            !/-/.test(written) &&
            isIdentifier(value) &&
            value.length === header.value.length,
        )
        const held = [...new Set(listedIds.map(({ value }) => value))]
        if (held.length === 0 || held.includes(header.value)) continue
        return {
          of: 'company-differs',
          title: `The request’s ${kind} is not in the response`,
          cause: `The request sends ${quoted(header.written)} ${quoted(header.value)}. The text lists only ${listed(held)} as ${quoted(listedIds[0]?.written)}: it may have been removed, replaced by a new connection, or belong to another account.`,
          fix: `Send ${held.length === 1 ? quoted(held[0]) : 'the right one of those'} as ${quoted(header.written)}, and store it after each connection.`,
          telling: header.value,
        }
      }
      return undefined
    },
  },
  {
    basis: standard('RFC 7515 §4.1.1'),
    find: ({ text, words }) => {
      if (!text.includes('eyJ') || !/\balg|algorithm|signature|signed|signing|validat|verif|decod/.test(words()))
        return undefined
      if (!speaksOfFailure(words())) return undefined
      const sent = [
        ...new Set(
          [...text.matchAll(/(?<![\w.-])eyJ[\w-]{8,2000}/g)].slice(0, 20).flatMap(([head]) => algorithmOf(head)),
        ),
      ]
      const [one] = sent
      if (one === undefined || sent.length > 1) return undefined
      const named = new Set(text.match(/\b(?:RS|ES|PS|HS)(?:256|384|512)\b/g) ?? [])
      const [expected] = named
      if (named.size !== 1 || expected === undefined || expected === one) return undefined
      const symmetric = one.startsWith('HS')
      return {
        of: 'signing-algorithm-not-accepted',
        title: `Token is signed with ${one}, not ${expected}`,
        cause: `The token’s alg is ${quoted(one)}, but the verifier is configured for ${quoted(expected)}.${
          symmetric === expected.startsWith('HS')
            ? ''
            : ` One uses a shared secret and the other a key pair, so no published key can verify it.`
        }`,
        fix: `Set the same algorithm on both sides: ${symmetric ? `have the provider sign this client’s tokens with ${expected}, or set the recipient to ${one} with the client secret` : `set the recipient to ${one}`}.`,
        who: 'operator',
        telling: expected,
      }
    },
  },
]

/** A JWT with which a client vouches for itself, and which does not say with which of its keys it is signed. */
function secretWithoutKid({ text, words }: Trace): Said | undefined {
  if (!/invalid_client|invalid client|client authentication|client assertion/.test(words())) return undefined
  const apple = /appleid\.apple\.com/.test(text)
  const keyId = /\bkey[ _-]?id["']?\s{0,3}(?:=>|[:=]|is)?\s{0,3}["']?([A-Z\d]{8,40})\b/i.exec(text)?.[1]
  if (!apple && keyId === undefined) return undefined
  for (const [name] of text.matchAll(/\bclient_(?:secret|assertion)["']?\s{0,3}(?:=>|[:=])\s{0,3}["']?(?=eyJ)/gi)) {
    const [found] = findTokens(text.slice(text.indexOf(name) + name.length))
    const header = found?.token.form === 'jws' ? found.token.header.value : undefined
    if (header === undefined || typeof header.kid === 'string') continue
    return {
      of: 'client-assertion-refused',
      title: 'The signed client secret contains no kid',
      cause: `The JWT’s header contains ${listed(Object.keys(header))} but no kid. ${apple ? 'Apple' : 'The server'} finds the client’s public key by kid, so it cannot verify the signature.`,
      fix: `Add kid${keyId === undefined ? ', the ID of the key' : `: ${quoted(keyId)}`} to the header of the JWT (not to its claims), and sign it again.`,
      telling: name.slice(0, 40),
    }
  }
  return undefined
}

/** A token of Okta’s org server, whose keys are published to nobody. */
function keyOfOrgServer({ text, words }: Trace): Said | undefined {
  if (!text.includes('eyJ') || !/signing key|kid|jwks|signature|verif/.test(words()) || !speaksOfFailure(words()))
    return undefined
  const issuer = findTokens(text).flatMap(({ token }) => {
    const claims = token.form === 'jws' ? token.payload.value : undefined
    const own =
      typeof claims?.iss === 'string' && /^https:\/\/[\w.-]{1,80}\.okta(?:preview|-emea)?\.com\/?$/.test(claims.iss)
    return own && (claims?.aud === claims?.iss || claims?.scp !== undefined) ? [String(claims?.iss)] : []
  })[0]
  return issuer === undefined
    ? undefined
    : {
        of: 'no-matching-public-key',
        title: 'The access token is from Okta’s org server',
        cause: `The issuer is ${quoted(issuer)} without /oauth2/…, which is the org authorization server. Its access tokens are only for Okta’s own APIs, and their keys are not published.`,
        fix: `Sign in at a custom authorization server, ${quoted(`${issuer.replace(/\/$/, '')}/oauth2/default`)} for example, and set it as the verifier’s issuer. Alternatively, use token introspection.`,
        telling: issuer,
      }
}

/** A decoder that names another algorithm or a missing key, and a token with an algorithm that it does not take unasked. */
function otherThanTheDefault({ text }: Trace): Said | undefined {
  if (!/another algorithm expected/i.test(text) || !text.includes('eyJ')) return undefined
  const [alg] = [...text.matchAll(/(?<![\w.-])eyJ[\w-]{8,2000}/g)].slice(0, 20).flatMap(([head]) => algorithmOf(head))
  if (alg === undefined || alg === 'RS256' || new RegExp(`jws_?-?algorithms?[^\\n]{0,40}${alg}`, 'i').test(text))
    return undefined
  return {
    of: 'signing-algorithm-not-accepted',
    title: `The decoder accepts only RS256, not ${alg}`,
    cause: `The token’s alg is ${quoted(alg)}. With a JWK set URI, Spring Security’s Nimbus decoder accepts only RS256 by default, even if the key is published.`,
    fix: `Set the algorithm: NimbusJwtDecoder.withJwkSetUri(…).jwsAlgorithm(SignatureAlgorithm.${alg}), or spring.security.oauth2.resourceserver.jwt.jws-algorithms=${alg}.`,
    who: 'operator',
    telling: 'Another algorithm expected',
  }
}

const issuerName =
  /(?:^|_)(?:issuer|authority|issuer_ur[il]|discovery_ur[il]|well_known\w{0,20})$|(?:auth0|okta|oauth|oidc|idp|auth|sso|identity|jwt|tenant|cognito)_?domain$/
const configuredIssuer = issuerName
const vendorDomain =
  /^(?:https?:\/\/)?[\w-]{1,80}(?:\.[\w-]{2,10})?\.(?:auth0|okta|oktapreview|onelogin|b2clogin|kinde|zitadel|fusionauth)\.(?:com|io|cloud)\/?$/

function hostOf(value: string): string | undefined {
  return /^(?:https?:\/\/)?((?:[\w-]{1,63}\.){1,6}[a-z]{2,12})(?::\d{2,5})?(?=[/?#]|$)/i
    .exec(value.trim())?.[1]
    ?.toLowerCase()
}

function sameVendor(one: string, other: string): boolean {
  return one.split('.').slice(-2).join('.') === other.split('.').slice(-2).join('.')
}

/** A header that names whose data a call is about. */
const identifierHeader =
  /(?<![\w-])(?:x-)?[\w-]{0,30}?(tenant|org|organization|organisation|account|company|workspace|merchant|store|customer|team|project|realm)-?id(?=["']?\s{0,3}(?:=>|:))/i

function isIdentifier(value: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$|^\d{5,20}$/i.test(value)
}

/** The algorithm that a token's first part names. */
function algorithmOf(head: string): string[] {
  const alg = /"alg"\s{0,3}:\s{0,3}"((?:RS|ES|PS|HS)(?:256|384|512))"/.exec(textOfBase64(head) ?? '')?.[1]
  return alg === undefined ? [] : [alg]
}
