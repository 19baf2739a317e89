import { type Basis, inferred, standard } from '../protocol/basis.ts'
import { scanJson } from '../text/json-scan.ts'
import { listed, quoted } from '../text/quote.ts'
import { recogniseKind } from './kind.ts'
import { tokenKinds } from './kinds.ts'
import type { PartRead } from './read-part.ts'
import type { InspectedToken } from './take-apart.ts'
import { findTimeNotes } from './times.ts'

/** Something about a token that can be read and still deserves to be known. */
export interface TokenWarning {
  /** Permanent, kebab-case. */
  code: string
  title: string
  /** One or two sentences with the token's own values. */
  why: string
  basis: Basis
}

/** Names what is unusual about a token. Reads its parts character by character: a few milliseconds for a megabyte. */
export function findWarnings(token: InspectedToken): TokenWarning[] {
  const parts: [string, PartRead][] =
    token.form === 'opaque'
      ? []
      : token.form === 'jwe'
        ? [['header', token.header]]
        : [
            ['header', token.header],
            ['payload', token.payload],
          ]
  const header = token.form === 'opaque' ? {} : (token.header.value ?? {})
  return [
    ...parts.flatMap(([name, part]) => oddJson(name, part)),
    ...rules.flatMap(({ when, ...warning }) => {
      const why = when(header, token)
      return why === undefined ? [] : [{ ...warning, why }]
    }),
    ...(token.form === 'jws' && token.payload.value
      ? findTimeNotes(token.payload.value).filter(({ code }) => code !== 'long-lifetime' || isShortLived(token))
      : []),
  ]
}

/** What lives for years by design is no cause for a word: credentials, statements, keys of projects, workloads. */
function isShortLived(token: InspectedToken): boolean {
  return ['access', 'id', 'refresh', 'session', 'own', 'unknown', 'assertion', 'grant', 'proof'].includes(
    recogniseKind(token).kind,
  )
}

function oddJson(name: string, { text, value }: PartRead): TokenWarning[] {
  if (text === undefined || value === undefined) return []
  const { inexact, depth } = scanJson(text)
  const treacherous = Object.keys(value).filter((one) => ['__proto__', 'constructor', 'prototype'].includes(one))
  const bent = Object.keys(value).filter(
    (one) => bending.test(one) || (typeof value[one] === 'string' && bending.test(value[one])),
  )
  return [
    inexact.length > 0 && {
      code: 'integer-too-large',
      title: 'A number is too large to represent exactly',
      why: `The ${name} holds ${inexact.map(({ pointer, written }) => `${quoted(pointer)} = ${written}`).join(', ')}. Many programs, including this page, round integers above 2^53; only the text is exact.`,
      basis: standard('RFC 8259 §6'),
    },
    depth > 100 && {
      code: 'nested-deep',
      title: 'It is nested very deeply',
      why: `The ${name} has ${depth.toLocaleString('en')} levels. A recipient may reject it or fail to read it.`,
      basis: standard('RFC 8259 §9'),
    },
    treacherous.length > 0 && {
      code: 'treacherous-name',
      title: 'A name that can confuse careless programs',
      why: `The ${name} has a member called ${listed(treacherous)}. Here, it is a name like any other. In a careless program, it can change what other names mean.`,
      basis: inferred('how objects work in JavaScript'),
    },
    bent.length > 0 && {
      code: 'bent-text',
      title: 'Text that is not what it looks like',
      why: `In the ${name}, ${listed(bent)} contains control characters or marks that change the direction of text.`,
      basis: inferred('the characters themselves'),
    },
  ].filter((one): one is TokenWarning => one !== false)
}

const bending = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

function isOnHostOfIssuer(address: unknown, token: InspectedToken): boolean {
  const { iss } = (token.form === 'jws' && token.payload.value) || {}
  const hostOf = (one: unknown) => /^https:\/\/([^/?#]+)/.exec(String(one))?.[1]
  return hostOf(iss) !== undefined && hostOf(iss) === hostOf(address)
}

interface Rule extends Omit<TokenWarning, 'why'> {
  when: (header: Record<string, unknown>, token: InspectedToken) => string | undefined
}

const rules: Rule[] = [
  {
    code: 'compressed',
    title: 'It was compressed before it was encrypted',
    when: ({ zip }, { form }) =>
      // RFC 7516 §4.1.3: only what is encrypted is compressed; some services write that nothing is.
      zip === undefined || form !== 'jwe' || /^none$/i.test(String(zip))
        ? undefined
        : `zip is ${quoted(zip)}: the decrypted content grows when it is decompressed, and a recipient must limit how far. Nothing is decompressed here.`,
    basis: standard('RFC 7516 §4.1.3, RFC 8725 §3.6'),
  },
  {
    code: 'remote-key',
    title: 'It says where to fetch its key',
    // STIR's tokens name their certificate so, by design (RFC 8225 §4.3).
    when: ({ jku, x5u }, token) =>
      (jku === undefined && x5u === undefined) || recogniseKind(token).kind === 'passport'
        ? undefined
        : isOnHostOfIssuer(jku ?? x5u, token)
          ? `The header points to ${quoted(jku ?? x5u)}, on the host of the issuer that it names. A recipient must still compare both with what it is configured with, because the sender chose them. It is not fetched here.`
          : `The header points to ${listed([jku, x5u].filter((one) => one !== undefined))}. The sender of the token chose that URL, so it is not fetched here, and a recipient must not trust it unless the recipient already knows it.`,
    basis: standard('RFC 8725 §3.10'),
  },
  {
    code: 'key-inside',
    title: 'It contains its own key',
    when: ({ jwk, x5c }, token) =>
      (jwk === undefined && x5c === undefined) || tokenKinds[recogniseKind(token).kind].signedBy === 'holder'
        ? undefined
        : jwk === undefined
          ? 'The header contains certificates (x5c). They prove who created the token only if their chain ends in a root that the recipient trusts, because anyone can put their own there.'
          : 'A key inside the header proves nothing about who created the token: anyone can put their own there.',
    basis: standard('RFC 8725 §3.10, RFC 7515 §4.1.3'),
  },
  {
    code: 'nonce-in-header',
    title: 'Only the receiving service can verify its signature',
    when: ({ nonce }, token) =>
      nonce === undefined || token.form !== 'jws' || !/^(?:Entra|Azure)/.test(recogniseKind(token).issuer ?? '')
        ? undefined
        : 'Microsoft puts a nonce into the header of tokens for Graph and changes it before signing. Only Graph can verify the signature, and nobody else should try.',
    basis: inferred('what Microsoft documents about tokens for its own APIs'),
  },
  {
    code: 'critical-parameters',
    title: 'Critical header parameters',
    when: ({ crit }) =>
      !Array.isArray(crit) || crit.length === 0
        ? undefined
        : `A recipient that does not know ${listed(crit)} must reject the token.`,
    basis: standard('RFC 7515 §4.1.11'),
  },
  {
    code: 'large',
    title: 'It is large',
    when: (_, { text }) =>
      text.length <= 8_000
        ? undefined
        : `It has ${text.length.toLocaleString('en')} characters. Many servers reject a request whose headers exceed 8,192 bytes in total, with 400 or 431.`,
    basis: inferred('usual limits of web servers; the status is RFC 6585 §5'),
  },
]
