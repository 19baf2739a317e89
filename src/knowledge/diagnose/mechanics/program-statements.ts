import { inferred, standard } from '../../protocol/basis.ts'
import { nearly } from '../../text/nearly.ts'
import { quoted } from '../../text/quote.ts'
import { findTokens } from '../../token/find.ts'
import type { CircumstanceRule } from '../trace/circumstance-rules.ts'
import type { Trace } from '../trace/message.ts'
import type { Said } from '../trace/rule.ts'
import { losesCookie, speaksOfFailure } from './failing.ts'

/** What lines of a program say is sent, read or allowed, held against the tokens and messages beside them. */
export const programStatements: readonly CircumstanceRule[] = [
  { basis: standard('RFC 7519 §4.1.3: aud is a string or a list'), find: elementOfString },
  { basis: inferred('the header in the request and the one that is read'), find: readUnderAnotherName },
  { basis: inferred('the line of your app'), find: fieldsAsMultipart },
  { basis: inferred('the line of your app'), find: variableOfServerInPage },
  { basis: inferred('the line of your app'), find: keyOfEachProcess },
  { basis: inferred('the line of your app'), find: secureBehindProxy },
  { basis: inferred('the line of your app'), find: misspeltOption },
  { basis: inferred('the line of your app'), find: certificateInHeaders },
]

/** An element of a list that a program takes of a claim which is a string in the token. */
function elementOfString({ text, words }: Trace): Said | undefined {
  if (!text.includes('eyJ') || !speaksOfFailure(words())) return undefined
  const read =
    /\b[\w.]{0,40}?\b(aud|roles?|groups?|scp|scope|permissions|amr)["'\]]{0,2}\[[01]\]|\b(aud|roles?|groups?|scp|permissions)["'\]]{0,2}(?:\.(?:first|get\(0\)|at\(0\)|includes|include\?|contains|some|any\?|\[0\])|\s(?:in|&)\s)/.exec(
      text,
    )
  const name = read?.[1] ?? read?.[2]
  if (
    read === null ||
    name === undefined ||
    /\b(?:is_?array|isArray|typeof|type\(|instanceof|Array\.wrap|List\.wrap)/.test(text)
  )
    return undefined
  const claim = findTokens(text)
    .flatMap(({ token }) => (token.form === 'jws' ? [token.payload.value?.[name]] : []))
    .find((one) => one !== undefined)
  if (typeof claim !== 'string' || !/\[[01]\]|first|get\(0\)|at\(0\)/.test(read[0])) return undefined
  return {
    of: name === 'aud' ? 'audience-not-accepted' : 'permission-missing',
    title: `${name} is a string, but your app reads a list`,
    cause: `Your app reads ${quoted(read[0])}, but in this token ${name} is the string ${quoted(claim, 80)}, so the comparison fails. ${name === 'aud' ? 'A single audience is often a string, and several are a list.' : ''}`,
    fix: `Support both forms of ${name}: compare a string directly, and search a list.`,
    telling: read[0],
  }
}

const headerOfSignature =
  /(?<![\w-])((?:x-)?[\w-]{0,40}(?:signature|hmac|webhook-id|token|api-?key|authorization)[\w-]{0,20})(?=["'\]]{0,2}\s{0,3}:\s)/gi
const readsHeader =
  /(?:headers?(?:\.get|\.getHeader)?\s{0,2}[[(]|getHeader\(|header\(|Header\.Get\(|HTTP_|"header",\s?|\bheader(?: named| called)?:? |\bin (?:the )?(?:header )?|expects?(?: header)? |reads?(?: header)? |looks? for )["'`]{0,1}((?:X[-_])?[A-Za-z][\w-]{0,40}(?:signature|hmac|token|api-?key|authorization)[\w-]{0,20})["'`\])]{0,2}/gi

/** A header that the receiver reads under another name than the sender writes. */
function readUnderAnotherName({ text, words }: Trace): Said | undefined {
  if (!/signature|hmac|token|api-?key|unauthor|authoriz|40[013]/.test(words()) || !speaksOfFailure(words()))
    return undefined
  const php = /\[["']REDIRECT_HTTP_AUTHORIZATION["']\]\s{0,3}=>/.exec(text)
  if (php !== null && !/\[["']HTTP_AUTHORIZATION["']\]\s{0,3}=>/.test(text))
    return {
      of: 'bearer-missing',
      title: 'PHP receives REDIRECT_HTTP_AUTHORIZATION',
      cause:
        'After an internal redirect, Apache with CGI or FPM provides the Authorization header only as REDIRECT_HTTP_AUTHORIZATION. Your app reads HTTP_AUTHORIZATION, which is empty.',
      fix: 'Set CGIPassAuth On, or SetEnvIf Authorization "(.*)" HTTP_AUTHORIZATION=$1, in the Apache configuration (.htaccess), or read both names.',
      who: 'operator',
      telling: 'REDIRECT_HTTP_AUTHORIZATION',
    }
  const sent = [...text.matchAll(headerOfSignature)].slice(0, 60).map(([, name = '']) => name)
  const plain = (name: string) => name.toLowerCase().replaceAll('_', '-')
  const all = new Set(sent.map(plain))
  for (const { 1: name = '', 0: read, index } of text.matchAll(readsHeader)) {
    const wanted = plain(name)
    if (!/^x-|-/.test(wanted) || /^(?:http|x-http)/.test(wanted)) continue
    // The name in the request itself is no reading of it.
    if (
      /^\s{0,3}:\s/.test(text.slice(index + read.length, index + read.length + 4)) &&
      /^\s*$/.test(text.slice(text.lastIndexOf('\n', index) + 1, index))
    )
      continue
    if (
      all.has(wanted) &&
      sent.filter((one) => plain(one) === wanted).length >
        (new RegExp(`${name}["']?\\s{0,3}:\\s`, 'i').test(
          read + text.slice(index + read.length, index + read.length + 4),
        )
          ? 1
          : 0)
    )
      continue
    const kind = /signature|hmac/.exec(wanted)?.[0] ?? /token|api-?key|authorization/.exec(wanted)?.[0] ?? ''
    const others = sent.filter(
      (one) =>
        plain(one) !== wanted &&
        plain(one).includes(kind) &&
        (sharesEnd(plain(one), wanted) || nearly(plain(one), wanted)),
    )
    const [other] = others
    if (other === undefined) continue
    return {
      of: kind === 'signature' || kind === 'hmac' ? 'webhook-signature-refused' : 'other-header-expected',
      title: `The receiver reads the wrong header`,
      cause: `The request contains the ${kind === 'hmac' ? 'signature' : kind} in ${quoted(other)}, but the receiver reads ${quoted(name)}, so it finds none.`,
      fix: `Configure the receiver to read ${quoted(other)}, or make a proxy in front of it copy the header to ${quoted(name)}.`,
      telling: other,
    }
  }
  return undefined
}

/** Whether the last two parts of two names are the same: `x-hub-signature-256` and `x-signature-256`. */
function sharesEnd(one: string, other: string): boolean {
  const [a, b] = [one.split('-').slice(-2), other.split('-').slice(-2)]
  return a.join('-') === b.join('-') || one.split('-').at(-1) === other.split('-').at(-1)
}

/** The fields of a token request as an array of PHP, which cURL sends as multipart. */
function fieldsAsMultipart({ text, words }: Trace): Said | undefined {
  if (!/grant_type/.test(text) || !speaksOfFailure(words())) return undefined
  const line =
    /CURLOPT_POSTFIELDS["']?\s{0,3}(?:,|=>)\s{0,3}(?:\[|array\s?\()/.exec(text)?.[0] ??
    /content-?type["']?\s{0,3}[:=]\s{0,3}["']?multipart\/form-data/i.exec(text)?.[0]
  if (line === undefined || /http_build_query/.test(text)) return undefined
  const php = line.startsWith('CURLOPT')
  return {
    of: 'token-request-incomplete',
    title: 'The token request is sent as multipart/form-data',
    cause: `${php ? `${quoted(line)} passes an array to cURL, which sends it as multipart/form-data.` : `The request has ${quoted(line)}.`} A token endpoint reads application/x-www-form-urlencoded (RFC 6749 §4.4.2), so it finds none of the fields.`,
    fix: php
      ? 'Pass one string: http_build_query([...]) in CURLOPT_POSTFIELDS, so that cURL sends a form.'
      : 'Send the fields as application/x-www-form-urlencoded (URLSearchParams, data= in requests, --data-urlencode in curl).',
    telling: line,
  }
}

/** A variable that exists on the server alone, read in code that runs in the browser. */
function variableOfServerInPage({ text, words }: Trace): Said | undefined {
  if (!/missing|undefined|required|null|empty|not set|invalid/.test(words())) return undefined
  const next = /["']use client["']/.test(text)
    ? /process\.env\.((?!NEXT_PUBLIC_|NODE_ENV)[A-Z][A-Z0-9_]{2,60})/.exec(text)
    : null
  const vite = /\bvite\b|import\.meta\.env/i.test(text)
    ? /import\.meta\.env\.((?!VITE_|PUBLIC_|MODE|DEV|PROD|SSR|BASE_URL)[A-Z][A-Z0-9_]{2,60})/.exec(text)
    : null
  const found = next ?? vite
  const name = found?.[1]
  if (found === null || name === undefined) return undefined
  const prefix = next === null ? 'VITE_' : 'NEXT_PUBLIC_'
  return {
    of: 'client-credentials-missing',
    title: `${name} does not exist in the browser`,
    cause: `${quoted(found[0])} is read in code that runs in the browser. ${next === null ? 'Vite' : 'Next.js'} puts only variables that begin with ${prefix} into that code, so it is undefined there.`,
    fix: `Rename it to ${prefix}${name} in .env and in the code, and build again. Only do this for public values, such as a client ID, never for a secret.`,
    telling: found[0],
  }
}

/** A key that every process makes for itself, where several of them serve one sign-in. */
function keyOfEachProcess({ text, words }: Trace): Said | undefined {
  const line =
    /\b\w{0,20}(?:secret|key|password)\w{0,20}["']?\]?\s{0,3}(?:=|:|=>|\()\s{0,3}[^\n]{0,40}?(?:os\.urandom\(|secrets\.token_\w{2,12}\(|crypto\.randomBytes\(|uuid(?:v4)?\(\)|uuid\.uuid4\(|SecureRandom|openssl_random|random_bytes\(|Guid\.NewGuid|rand\.Read)[^\n]{0,30}/i.exec(
      text,
    )?.[0]
  const several =
    /\b(?:replicas?|pods?|workers?|instances?|scaled?|processes|restart\w*|redeploy\w*|deploy\w*|replica set|instancias?)\b/.exec(
      words(),
    )?.[0]
  if (line === undefined || several === undefined) return undefined
  if (
    !losesCookie(words()) &&
    !/decrypt|session|signature|invalid token|unauthor|logged out|antiforgery|mismatch/.test(words())
  )
    return undefined
  return {
    of: 'sign-in-cookie-lost',
    title: 'Each process creates its own session key',
    cause: `${quoted(line.trim(), 120)} creates a new key in every process and at every start. With several processes (${quoted(several)}), one cannot read another’s cookie (state, session or token).`,
    fix: 'Configure one key for all processes (an environment variable or secret), or store the sessions in a shared store.',
    who: 'operator',
    telling: line.trim().slice(0, 120),
  }
}

/** A cookie that the program sets for https alone, on a connection that it takes for http. */
function secureBehindProxy({ text, words }: Trace): Said | undefined {
  if (!/\bexpress|app\.use\(|cookie-session|iron-session|passport/.test(text) && !/trust proxy/.test(text))
    return undefined
  const line =
    /\bsecure["']?\s{0,3}:\s{0,3}(?:true|process\.env\.NODE_ENV\s?===?\s?["']production["']|isProd\w*|!dev\w*)/.exec(
      text,
    )?.[0]
  if (
    line === undefined ||
    /(?<!no )(?<!without )(?:app|server)\.(?:set|enable)\(\s?["']trust proxy["']\s?(?:,\s?(?!false)[^)]{1,40})?\)(?! anywhere)/.test(
      text,
    )
  )
    return undefined
  const proxied =
    /x-forwarded-proto|terminat\w+|load balancer|\bproxy\b|nginx|heroku|render\b|railway|vercel|fly\.io|cloud run|\balb\b|ingress|cloudflare|trust proxy/.exec(
      words(),
    )?.[0]
  if (
    proxied === undefined ||
    !(
      losesCookie(words()) ||
      /no set-cookie|set-cookie (?:is )?(?:missing|not)|verify authorization request state|session|loop/.test(words())
    )
  )
    return undefined
  if (/form_post|same-?site["']?\s{0,3}:\s{0,3}["'](?:strict)/i.test(text)) return undefined
  return {
    of: 'sign-in-cookie-lost',
    title: 'Express sets no Secure cookie behind the proxy',
    cause: `The session cookie is set with ${quoted(line)}, and TLS ends before your app (${quoted(proxied)}). Without “trust proxy”, Express sees plain http and does not set the cookie, so the state and session are missing at the callback.`,
    fix: "Set app.set('trust proxy', 1) before the session, and check that the proxy sends X-Forwarded-Proto: https.",
    who: 'operator',
    telling: line,
  }
}

/** Options of libraries that people write by hand, and that are ignored where their name is another. */
const options = [
  'audience',
  'issuer',
  'algorithms',
  'credentials',
  'withCredentials',
  'authorization',
  'clientSecret',
  'client_secret',
  'clientAssertion',
  'client_assertion',
  'redirect_uri',
  'redirectUri',
  'code_verifier',
  'grant_type',
  'response_type',
  'refresh_token',
  'access_token',
  'passphrase',
  'sameSite',
  'httpsAgent',
  'headers',
  'scope',
]

/** An option whose name has a wrong or swapped letter: no library complains of one that it does not know. */
function misspeltOption({ text, words }: Trace): Said | undefined {
  if (!speaksOfFailure(words())) return undefined
  let left = 600
  for (const { 1: name = '', index } of text.matchAll(
    /(?<=[{,(]\s{0,40})["']?([A-Za-z_]{5,24})["']?(?=\s{0,3}(?::\s|=>|=(?!=)))/g,
  )) {
    if (left-- === 0) break
    if (options.includes(name)) continue
    const meant = options.find(
      (one) =>
        one.length === name.length &&
        one.length > 5 &&
        one[0] === name[0] &&
        one.at(-1) === name.at(-1) &&
        nearly(one, name) &&
        one.toLowerCase() !== name.toLowerCase(),
    )
    if (
      meant === undefined ||
      new RegExp(`(?<![\\w])${name}(?![\\w])`, 'g').exec(text.slice(index + name.length + 2)) !== null
    )
      continue
    return {
      of: 'field-not-accepted',
      title: `${quoted(name)} should be ${quoted(meant)}`,
      cause: `Your app passes ${quoted(name)}, which libraries ignore, so ${quoted(meant)} is not set.`,
      fix: `Replace ${quoted(name)} with ${quoted(meant)}.`,
      telling: name,
    }
  }
  return undefined
}

/** A client certificate that stands among the headers of a request, where none is read. */
function certificateInHeaders({ text, words }: Trace): Said | undefined {
  if (!/certificate|mtls|certificado/.test(words()) || !speaksOfFailure(words())) return undefined
  const block = /\bheaders?["']?\s{0,3}[:=]\s{0,3}\{([^{}]{2,1500})\}/i.exec(text)?.[1]
  const [, name] =
    /["']?\b(pfx|cert|key|passphrase|httpsAgent|clientCert\w{0,12}|ca)["']?\s{0,3}:\s{0,3}["'`f]/.exec(block ?? '') ??
    []
  return name === undefined
    ? undefined
    : {
        of: 'client-certificate-missing',
        title: 'The client certificate is sent as a header',
        cause: `${quoted(name)} is among the request headers. A client certificate belongs to the TLS connection, so the server finds none.`,
        fix: 'Configure the certificate and key in the HTTP client (https.Agent, clientCertificates, cert= in requests), not as headers.',
        telling: name,
      }
}
