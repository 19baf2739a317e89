import { inferred, standard } from '../../protocol/basis.ts'
import { registeredDomain } from '../../text/hosts.ts'
import { closed, listed, quoted } from '../../text/quote.ts'
import { readSignals } from '../../text/signals.ts'
import { findTokens } from '../../token/find.ts'
import { parametersIn } from '../facts/parameters.ts'
import { statedIn } from '../facts/stated.ts'
import type { FaultCode } from '../faults/catalogue.ts'
import type { CircumstanceRule } from '../trace/circumstance-rules.ts'
import type { Trace } from '../trace/message.ts'
import type { Said } from '../trace/rule.ts'
import { speaksOfFailure } from './failing.ts'

/** What a message says was expected, held against what came or against what a listing beside it has. */
export const statedValueRules: readonly CircumstanceRule[] = [
  { basis: standard('OpenID Connect Core 1.0 §3.1.3.7', 'the expected value in the message'), find: nothingExpected },
  {
    basis: standard('OpenID Connect Core 1.0 §2 and RFC 9068 §2.2', 'the two values in the message'),
    find: tokenOfOtherKind,
  },
  { basis: standard('RFC 6125 §6.4', 'the names in the message'), find: otherNameInCertificate },
  { basis: standard('RFC 6265 §8.3: http and https are two origins'), find: otherScheme },
  { basis: inferred('the listing in the text'), find: notListed },
  { basis: inferred('the two names in the text'), find: groupsWrittenOtherwise },
  { basis: inferred('the two spellings in the text'), find: otherCase },
  { basis: inferred('the condition in the text'), find: wildcardInExactCondition },
]

const claims: Record<string, { of: FaultCode; where: string }> = {
  nonce: { of: 'application-nonce-mismatch', where: 'the nonce that it sends in the authorization request' },
  state: { of: 'application-state-mismatch', where: 'the state that it sends in the authorization request' },
  audience: { of: 'audience-not-accepted', where: 'the audience that the tokens are issued for' },
  aud: { of: 'audience-not-accepted', where: 'the audience that the tokens are issued for' },
  issuer: { of: 'issuer-not-trusted', where: 'the issuer exactly as the provider’s metadata name it' },
  iss: { of: 'issuer-not-trusted', where: 'the issuer exactly as the provider’s metadata name it' },
}

/** A check for which the program was given no value to compare with. */
function nothingExpected({ text }: Trace): Said | undefined {
  const found =
    /\bexpected["']?(?: (nonce|state|audience|issuer|aud|iss))?["']?\s?(?::|=|to be|value)?\s?["'`]?(?:undefined|null|None|nil|"")(?![\w-])/i.exec(
      text,
    )
  if (found === null) return undefined
  const near = text.slice(Math.max(0, found.index - 400), found.index + 300).toLowerCase()
  const name =
    found[1]?.toLowerCase() ??
    /\b(nonce|state|audience|issuer)\b["']?(?: claim| value| mismatch| parameter)|claim: ["'](nonce|aud|iss)["']/
      .exec(near)
      ?.slice(1)
      .find((one) => one !== undefined)
  const known = name === undefined ? undefined : claims[name]
  if (name === undefined || known === undefined) return undefined
  const came = new RegExp(`["']?\\b${name}["']?\\s?[:=]\\s?["']([\\w.:/+=-]{3,200})["']`).exec(text)?.[1]
  const session = name === 'nonce' || name === 'state'
  return {
    of: known.of,
    title: `Your app sets no expected ${name}`,
    cause: `The check has no expected value: ${quoted(found[0])}.${came === undefined ? '' : ` The received value is ${quoted(came)}.`} ${session ? `Your app does not store the ${name} before the redirect or pass it to the library, or the session was lost.` : `The setting for the ${name} is probably empty or read under another name.`}`,
    fix: session
      ? `Store ${known.where} in the session and pass it to the call that checks the response (expectedNonce, checks.nonce, expectedState). If a value is stored, check that the callback uses the same session.`
      : `Set ${known.where}, and log the value at startup.`,
    telling: found[0],
  }
}

/** An access token in a check for ID tokens, or the other way round, by the two audiences that a message names. */
function tokenOfOtherKind({ text, words }: Trace): Said | undefined {
  const stated = statedIn(text).find(
    ({ about, expected, received }) => about === 'audience' && expected !== undefined && received !== undefined,
  )
  if (stated?.expected === undefined || stated.received === undefined) return undefined
  const [wanted, came] = [stated.expected, stated.received].map((one) => one.replace(/^[["']+|[\]"']+$/g, ''))
  if (wanted === undefined || came === undefined) return undefined
  if (isClientId(wanted) && isApi(came) && /id[ _-]?token/.test(words()))
    return {
      of: 'token-of-other-kind',
      title: 'An access token is checked as an ID token',
      cause: `The check expects the client ID ${quoted(wanted)} in aud, as in an ID token, but the token’s aud is the API ${quoted(came)}: it is the access token.`,
      fix: `Pass the id_token to this check. Send the access token to ${quoted(came)} without verifying it.`,
      telling: came,
    }
  if (isApi(wanted) && isClientId(came))
    return {
      of: 'token-of-other-kind',
      title: 'The token’s audience is a client, not the API',
      cause: `The API expects ${quoted(wanted)} in aud, but the token’s aud is the client ID ${quoted(came)}. It is an ID token, or no API was requested for the access token.`,
      fix: `Send the access token, and request it for the API (audience, resource or its scope: ${quoted(wanted)}).`,
      telling: came,
    }
  return undefined
}

function isApi(value: string): boolean {
  return /^(?:https?|api|urn):/.test(value) && !/\/realms\/|\/oauth2?$/.test(value)
}

function isClientId(value: string): boolean {
  return (
    /^[\w.-]{6,80}$/.test(value) &&
    (/\d/.test(value) || /[a-z][A-Z]/.test(value) || value.endsWith('.apps.googleusercontent.com')) &&
    !/^(?:https?|api):/.test(value)
  )
}

const certificateNames: readonly RegExp[] = [
  /certificate is (?:only )?valid for (?<held>[\w.*-]{4,120}(?:, [\w.*-]{4,120}){0,6}(?: and [\w.*-]{4,120})?),? (?:but )?not (?<called>[\w.-]{4,120})/i,
  /Host: (?<called>[\w.-]{4,120})\. is not (?:in the cert's altnames|cert's CN): (?<held>[\w.*:, -]{4,300})/i,
  /[Cc]ertificate for <(?<called>[\w.-]{4,120})> doesn't match any of the subject alternative names: \[(?<held>[^\]\n]{4,300})\]/,
  /no alternative certificate subject name matches target host ?name '(?<called>[\w.-]{4,120})'[^\n]{0,20}CN\s?=\s?(?<held>[\w.*-]{4,120})/i,
  /hostname '(?<called>[\w.-]{4,120})' doesn't match (?:either of )?(?<held>'[^\n]{4,200}')/i,
]

/** A server whose certificate names other hosts than the one that is called. */
function otherNameInCertificate({ text, words }: Trace): Said | undefined {
  const found = certificateNames.map((one) => one.exec(text)).find((one) => one !== null)?.groups
  if (found?.called === undefined || found.held === undefined) return undefined
  const { called } = found
  const names = [...new Set(found.held.match(/[\w*-]{1,63}(?:\.[\w-]{1,63}){1,6}/g) ?? [])]
  const [name] = names
  if (name === undefined) return undefined
  const near = names.some((one) => registeredDomain(one) === registeredDomain(called))
  const word = near
    ? undefined
    : [...called.matchAll(/[a-z]{5,40}/gi)]
        .map(([one]) => one.toLowerCase())
        .find((one) => names.some((other) => other.includes(one)))
  const before =
    /\b(?:since|seit|desde|depuis|yesterday|worked|funcionava|funcionaba|bis|until|suddenly|gestern)\b/.test(words())
  const reason = near
    ? 'The server presents the certificate of another server of the same owner.'
    : word === undefined
      ? 'The name leads to another server (DNS, a default site, a proxy in between), or the certificate was issued without it.'
      : `${before ? 'The service has probably moved to the new name' : 'The names are similar'} (${quoted(word)}), and your app uses the old or a wrong one.`
  return {
    of: 'gateway-certificate-not-trusted',
    title: `The certificate is for a different host`,
    cause: `Your app calls ${quoted(called)}, but the server’s certificate is for ${listed(names)}. ${reason}`,
    fix:
      word === undefined
        ? `Report it to the operator of ${quoted(called)}, and check the documentation in case the host has changed. Do not turn off verification.`
        : `Set the base URL to ${quoted(name.replace(/^\*\./, ''))}, or update your app. Do not turn off verification.`,
    who: word === undefined ? 'api-team' : 'caller',
    telling: called,
  }
}

/** A redirect URI by https on a site that is reached by http. */
function otherScheme({ text }: Trace): Said | undefined {
  const found =
    /(?:URL )?scheme[^\n]{0,6}\(?["']?(https?)["']?\)?[^\n]{0,120}?(?:does not match|differs from|!=|instead of)[^\n]{0,120}?\(?["']?\b(https?)\b["']?\)?/i.exec(
      text,
    )
  const [line, one, other] = found ?? []
  if (line === undefined || one === undefined || other === undefined || one.toLowerCase() === other.toLowerCase())
    return undefined
  return {
    of: 'https-expected',
    title: `Site and redirect URI use different schemes`,
    cause: `The message says ${closed(quoted(line, 200))} TLS ends before this server, or users open the http URL. Cookies set on one are not sent to the other, so the state and session are lost.`,
    fix: 'Make the proxy send X-Forwarded-Proto, -Host and -Port and the server use them (OIDCXForwardedHeaders in mod_auth_openidc), and redirect http to https.',
    who: 'operator',
    telling: line.slice(0, 120),
  }
}

const listings: readonly RegExp[] = [
  /^([\w.@-]{2,80}), \w{3,9} \d{1,2}, \d{4}, ?(?:trustedCertEntry|PrivateKeyEntry|SecretKeyEntry)/gm,
  /^Alias name: ([\w.@-]{2,80})/gim,
]

/** An alias that a message looks for, beside a listing of a key store that lacks it. */
function notListed({ text }: Trace): Said | undefined {
  const wanted = /\balias(?:ed as|es)?["':=\s]{1,4}([\w.@-]{3,80})/i
  const held = [
    ...new Set(listings.flatMap((listing) => [...text.matchAll(listing)].slice(0, 200).map(([, name = '']) => name))),
  ]
  const complaint = text
    .split('\n', 600)
    .find((line) => /alias/i.test(line) && speaksOfFailure(line.toLowerCase()) && !/^Alias name/i.test(line))
  const name = complaint === undefined ? undefined : wanted.exec(complaint.slice(0, 1_000))?.[1]
  if (name === undefined || held.length === 0 || held.some((one) => one.toLowerCase() === name.toLowerCase()))
    return undefined
  return {
    of: 'server-misconfigured',
    title: `The key store has no entry ${quoted(name, 60)}`,
    cause: `Your app looks for the alias ${quoted(name)}, but the key store contains ${listed(held)}. The certificate may be there under another alias.`,
    fix: `Import the certificate under the alias ${quoted(name)} (keytool -importcert -alias ${name}), or set the alias in the configuration to ${held.length === 1 ? quoted(held[0]) : 'the right one'}. Restart your app.`,
    who: 'operator',
    telling: name,
  }
}

/** Groups or roles of a token and of a setting that are the same but for a slash, a prefix or the case. */
function groupsWrittenOtherwise({ text, words }: Trace): Said | undefined {
  if (!/group|role|grupo|perfil/.test(words()) || !speaksOfFailure(words())) return undefined
  const lists = [
    ...[...text.matchAll(/["']?\b((?:\w{0,20}_)?(?:groups?|roles?))["']?\s{0,3}[:=]\s{0,3}\[([^\]\n]{2,600})\]/gi)].map(
      ([, name = '', list = '']) => ({ name, list }),
    ),
    ...findTokens(text).flatMap(({ token }) =>
      Object.entries(token.form === 'jws' ? (token.payload.value ?? {}) : {}).flatMap(([name, value]) =>
        /groups?$|roles?$/i.test(name) && Array.isArray(value)
          ? [{ name, list: value.map((one) => `"${String(one)}"`).join(',') }]
          : [],
      ),
    ),
  ]
  const held = lists.flatMap(({ name, list }) =>
    [...list.matchAll(/["']([^"'\n]{2,100})["']/g)].map(([, value = '']) => ({ name, value })),
  )
  if (held.length === 0) return undefined
  const all = new Set(held.map(({ value }) => value))
  for (const { written, value } of parametersIn(text, readSignals(text))) {
    if (
      all.has(value) ||
      value.length > 100 ||
      !/admin|user|role|group|member|allow|viewer|editor|access/i.test(written)
    )
      continue
    const other = held.find((one) => one.value !== value && plain(one.value) === plain(value))
    if (other === undefined) continue
    return {
      of: 'permission-missing',
      title: `Group in the token differs from the setting`,
      cause: `The token’s ${quoted(other.name)} contains ${quoted(other.value)}, but ${quoted(written)} is set to ${quoted(value)}. They must be identical.${other.value.startsWith('/') ? ' The provider uses full group paths.' : ''}`,
      fix: `Set ${quoted(written)} to ${quoted(other.value)}${other.value.startsWith('/') ? ', or turn off “full group path” in the provider’s mapper' : ', or change the name at the provider'}. Then sign in again.`,
      who: 'operator',
      telling: value,
    }
  }
  return undefined
}

function plain(group: string): string {
  return group
    .toLowerCase()
    .replace(/^\/|^role_/, '')
    .replace(/[\s_-]+/g, '_')
}

/** A name of an owner and a thing (`owner/name`) that a condition has in other letters than the thing itself. */
function otherCase({ text, words }: Trace): Said | undefined {
  if (
    !/not authorized|denied|forbidden|condition|not allowed|mismatch|no match|not match|subject|unauthori/.test(words())
  )
    return undefined
  const seen = new Map<string, string>()
  let left = 400
  for (const [one] of text.matchAll(
    /(?:(?<![\w/.-])(?:repo|project_path|namespace_path|owner|user|group):|https?:\/\/[\w.-]{4,60}\/|["'=] ?)[\w.-]{2,60}\/[\w.-]{2,80}(?=[\s"':,@/}]|$)/g,
  )) {
    if (left-- === 0) break
    const name = one.replace(/^(?:\w{2,20}:(?!\/)|https?:\/\/[\w.-]{4,60}\/|["'=] ?)/, '')
    if (/^(?:application|text|image|multipart|mozilla|http)\b/i.test(name)) continue
    const before = seen.get(name.toLowerCase())
    if (before !== undefined && before !== name)
      return {
        of: 'permission-missing',
        title: `${quoted(before, 50)} and ${quoted(name, 50)} differ in upper and lower case`,
        cause: `The text contains the same name with different letter case. Conditions on the subject are case-sensitive, so it does not match.`,
        fix: `Write the name in the condition exactly as the provider does, including letter case.`,
        who: 'operator',
        telling: before,
      }
    seen.set(name.toLowerCase(), name)
  }
  return undefined
}

/** A wildcard in a condition that compares for equality. */
function wildcardInExactCondition({ text, words }: Trace): Said | undefined {
  if (!speaksOfFailure(words())) return undefined
  const block = /["']?(?:For(?:Any|All)Values?:)?StringEquals["']?\s{0,3}[:=]\s{0,3}\{([^{}]{2,2000})\}/.exec(text)?.[1]
  const [, name, value] =
    /["']([\w.:/-]{2,200})["']\s{0,3}[:=]\s{0,3}\[?\s{0,9}["']([^"'\n]{0,200}\*[^"'\n]{0,100})["']/.exec(block ?? '') ??
    []
  return name === undefined || value === undefined
    ? undefined
    : {
        of: 'permission-missing',
        title: 'StringEquals does not support wildcards',
        cause: `The condition requires ${quoted(name)} to equal ${quoted(value)}. StringEquals treats * as a literal character, so no token matches.`,
        fix: `Use StringLike for ${quoted(name)}, or the token’s complete value without an asterisk.`,
        who: 'operator',
        telling: value,
      }
}
