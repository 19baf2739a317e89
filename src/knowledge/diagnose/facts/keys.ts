import { base64UrlOfBytes } from '../../text/base64.ts'
import { isObject } from '../../text/json.ts'
import { sha256 } from '../../text/sha256.ts'
import { thumbprintOf } from '../../token/key/judge-key.ts'
import type { Evidence } from './evidence.ts'
import { family, those } from './family.ts'

/** Keys, fingerprints and algorithms that should be the same, or be listed, and are not. */
export const keys = family(
  [
    'key:differs',
    'thumbprint:differs',
    'kid:unknown',
    'alg:not-allowed',
    'pkce:differs',
    'pkce:length',
    'dpop:address',
    'dpop:method',
    'dpop:key',
  ],
  (evidence) => {
    const kid = unknownKid(evidence)
    const alg = otherAlgorithm(evidence)
    const pkce = pkceIn(evidence)
    const proof = proofIn(evidence)
    return {
      facts: those({
        'key:differs': moduliDiffer(evidence.text()),
        'thumbprint:differs': thumbprintsDiffer(evidence),
        'kid:unknown': kid,
        'alg:not-allowed': alg,
        'pkce:differs': pkce.differs,
        'pkce:length': pkce.length,
        'dpop:address': proof.htu,
        'dpop:method': proof.htm,
        'dpop:key': proofOfOtherKey(evidence),
      }),
      values: {
        kid_sent: kid?.sent,
        kids_published: kid?.published.slice(0, 6).join(', '),
        alg_sent: alg?.sent,
        algs_allowed: alg?.allowed.join(', '),
      },
    }
  },
)

/** Moduli or hashes of two key files that `openssl` printed one after the other. */
function moduliDiffer(text: string): boolean {
  const moduli = [...text.matchAll(/^[ \t>]{0,8}Modulus=([0-9A-F]{32,2100})/gim)].map((match) => match[1])
  if (new Set(moduli).size > 1) return true
  if (!/modulus|pubkey|-pubout|openssl (?:x509|rsa|pkey|ec|req)/i.test(text)) return false
  const hashes = [
    ...text.matchAll(
      /(?:\(stdin\)\s?=\s?|[-=]>[ \t]{0,3}|[:=][ \t]{1,3}|^[ \t]{0,8})([0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})(?:\s{1,3}-)?\s*$/gim,
    ),
  ].map((match) => match[1]?.toLowerCase())
  // What `openssl` hashes of nothing, when it could not read a file, is no key.
  const own = new Set(hashes.filter((one) => one !== 'd41d8cd98f00b204e9800998ecf8427e'))
  return own.size > 1
}

/** The certificate or key that a token is bound to (RFC 8705 §3.1, RFC 9449 §6.1) against the one that was used. */
function thumbprintsDiffer(evidence: Evidence): boolean {
  if (evidence.stated().some(({ about, expected, received }) => about === 'thumbprint' && expected && received))
    return true
  const bound = new Set<string>()
  for (const { claims } of evidence.tokens()) {
    const cnf = claims.cnf
    if (typeof cnf === 'object' && cnf !== null)
      for (const one of Object.values(cnf)) if (typeof one === 'string') bound.add(one)
  }
  for (const { name, value } of evidence.parameters())
    if (/^(?:x5t#?s256|x5t#s256|jkt|cnf)$/.test(name)) bound.add(value)
  for (const match of evidence.text().matchAll(/["']x5t#S256["']\s{0,3}:\s{0,3}["']([\w-]{20,100})["']/g))
    bound.add(match[1] ?? '')
  const used = evidence.valuesOf(
    'thumbprint',
    'fingerprint',
    'certificate_thumbprint',
    'cert_thumbprint',
    'client_cert_thumbprint',
    'presented',
  )
  return bound.size > 0 && used.length > 0 && used.every((one) => one.length > 19 && !bound.has(one))
}

function unknownKid(evidence: Evidence): { sent: string; published: string[] } | undefined {
  const published = [
    ...evidence
      .text()
      .matchAll(/\{(?=[^{}]{0,4000}["']kty["'])[^{}]{0,4000}?["']kid["']\s{0,3}:\s{0,3}["']([^"'\n]{1,200})["']/g),
  ]
    .slice(0, 50)
    .map((match) => match[1] ?? '')
  const listed = /\bkids?\b\W{1,4}\[([^\]\n]{1,600})\]/i.exec(evidence.text())?.[1]
  for (const one of listed?.match(/[\w+/=.-]{1,200}/g) ?? []) published.push(one)
  const [sent] = [...fromHeaders(evidence, 'kid'), ...(listed === undefined ? [] : evidence.valuesOf('kid'))]
  return sent !== undefined && published.length > 0 && !published.includes(sent) ? { sent, published } : undefined
}

/** What the tokens have in their headers, decoded here or by anyone who pasted them; a key has `kty` beside it. */
function fromHeaders(evidence: Evidence, name: 'kid' | 'alg'): string[] {
  const decoded = [
    ...evidence.text().matchAll(/\{(?=[^{}]{0,800}["']alg["'])(?![^{}]{0,4000}["']kty["'])[^{}]{0,800}\}/g),
  ]
    .slice(0, 50)
    .flatMap(([object]) => member[name].exec(object)?.[1] ?? [])
  const own = evidence.tokens().map(({ header }) => header[name])
  return [...own.filter((one): one is string => typeof one === 'string'), ...decoded]
}

const member = {
  kid: /["']kid["']\s{0,3}:\s{0,3}["']([^"'\n]{1,200})["']/,
  alg: /["']alg["']\s{0,3}:\s{0,3}["']([^"'\n]{1,40})["']/,
}

const allowedAlgorithms =
  /(?:algorithms?|algs(?:_values)?|algoritmos?|configured|signing[_ -]?alg\w*|permitid[oa]s?|suportad[oa]s?|supported|allowed|expected|accepted|esperad[oa]|configurad[oa]|soportad[oa]s?)["']?\]?\s{0,3}(?:is|are|es|sao|=>|[:=(])?\s{0,3}[[("']{0,3}((?:["']?(?:RS|PS|ES|HS)\d{3}["']?[\s,|]{0,3}){1,10}|EdDSA)/gi

/** The algorithms of a challenge are those for the proof, not for the token that it is sent with (RFC 9449 §7.1). */
const ofProofs = /(?<![\w"'-])algs="[^"\n]{0,200}"/gi

/** The algorithm of a token against a list of those that are accepted. */
function otherAlgorithm(evidence: Evidence): { sent: string; allowed: string[] } | undefined {
  const [sent] = fromHeaders(evidence, 'alg')
  const allowed = [...evidence.text().replace(ofProofs, '').matchAll(allowedAlgorithms)]
    .slice(0, 20)
    .flatMap((match) => match[1]?.match(/[REPH]S\d{3}|EdDSA/gi) ?? [])
  if (sent !== undefined && allowed.length > 0 && !allowed.includes(sent))
    return { sent, allowed: [...new Set(allowed)] }
  const stated = evidence
    .stated()
    .find(({ about, expected, received }) => about === 'algorithm' && expected && received)
  return stated?.expected && stated.received ? { sent: stated.received, allowed: [stated.expected] } : undefined
}

/** The verifier of a token request against the challenge of the authorization request (RFC 7636 §4.6). */
function pkceIn(evidence: Evidence): { differs: boolean; length: boolean } {
  const challenges = evidence.valuesOf('code_challenge')
  const verifiers = evidence.valuesOf('code_verifier').filter((one) => /^[\w.~-]{10,200}$/.test(one))
  const [verifier] = verifiers
  return {
    differs:
      verifier !== undefined &&
      challenges.some((one) => /^[\w-]{43}$/.test(one)) &&
      !challenges.includes(verifier) &&
      !verifiers.some((one) => challenges.includes(base64UrlOfBytes(sha256(one)))),
    length: verifiers.some((one) => one.length < 43 || one.length > 128),
  }
}

/** Whether a token of the text is bound to a key (cnf.jkt) that is not the one in the header of its DPoP proof (RFC 9449 §6.1). */
function proofOfOtherKey(evidence: Evidence): boolean {
  const used = evidence
    .tokens()
    .flatMap(({ role, header: { jwk } }) => (role === 'proof' && isObject(jwk) ? (thumbprintOf(jwk) ?? []) : []))
  const bound = evidence
    .tokens()
    .flatMap(({ role, claims: { cnf } }) =>
      role === 'bearer' && isObject(cnf) && typeof cnf.jkt === 'string' ? [cnf.jkt] : [],
    )
  return used.length > 0 && bound.length > 0 && !bound.some((one) => used.includes(one))
}

/** Whether a DPoP proof names the address and the method of the request that it is in (RFC 9449 §4.3). */
function proofIn(evidence: Evidence): { htu: boolean; htm: boolean } {
  const proof = evidence.tokens().find(({ claims }) => typeof claims.htu === 'string')?.claims
  const bare = (url: string) => url.replace(/[?#].*$/s, '')
  const said =
    /htu|dpop/i.test(evidence.text()) &&
    evidence.stated().some(({ about, expected, received }) => about === 'address' && expected && received)
  if (proof === undefined) return { htu: said, htm: false }
  const requests = evidence.signals().addresses.filter(({ method }) => method !== undefined)
  return {
    htu: said || (requests.length > 0 && !requests.some(({ url }) => bare(url) === bare(String(proof.htu)))),
    htm: requests.length > 0 && !requests.some(({ method }) => method === proof.htm),
  }
}
