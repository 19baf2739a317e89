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
    title: `Your app takes an element of ${name}, which is a string here`,
    cause: `Your app reads ${quoted(read[0])}. In this token ${name} is no list but the string ${quoted(claim, 80)}, so that is nothing (or its first letter), and the comparison fails although the value is right. ${name === 'aud' ? 'Issuers write one audience as a string, several as a list.' : ''}`,
    fix: `Compare ${name} itself where it is a string, and look into it where it is a list; both occur.`,
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
      title: 'PHP gets the header as REDIRECT_HTTP_AUTHORIZATION',
      cause:
        'The server has the Authorization header under REDIRECT_HTTP_AUTHORIZATION alone, as Apache with CGI or FPM names it behind an internal redirect. Your app reads HTTP_AUTHORIZATION, which is empty, so it finds no token although one was sent.',
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
      title: `The receiver reads ${name}, but the request has ${other}`,
      cause: `The value is sent as ${quoted(other)}. The receiver looks for ${quoted(name)} (${quoted(read.trim(), 80)}), which the request does not have, so it finds no ${kind === 'hmac' ? 'signature' : kind}. The secret and the body may be correct.`,
      fix: `Set the receiver to read ${quoted(other)}, or have a proxy in front of it copy the header to ${quoted(name)}.`,
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
    cause: `${php ? `${quoted(line)} gives cURL an array, and cURL sends an array as multipart/form-data.` : `The request has ${quoted(line)}.`} A token endpoint reads application/x-www-form-urlencoded (RFC 6749 §4.4.2), so it finds none of the fields and refuses the request with a message about something else.`,
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
    cause: `${quoted(found[0])} is read in code that runs in the browser. ${next === null ? 'Vite' : 'Next.js'} puts only variables that begin with ${prefix} into that code, so it is undefined there, however right the .env file is.`,
    fix: `Rename it to ${prefix}${name} in .env and in the code and build again. Do so with public values alone, such as a client ID, never with a secret.`,
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
    title: 'Each process makes its own key for the session',
    cause: `${quoted(line.trim(), 120)} makes a new key at every start and in every process. What one of them writes into the cookie (state, session, token), another one, or the same after a restart, cannot read. With several (${quoted(several)}) it depends on which one answers.`,
    fix: 'Set one key for all of them in the configuration (an environment variable or secret), or keep the sessions in a shared store.',
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
    title: 'Behind the proxy Express sets no Secure cookie',
    cause: `The session cookie has ${quoted(line)}, and TLS ends in front of the app (${quoted(proxied)}). Without “trust proxy” Express takes the connection for http and leaves the cookie out of the response, so state and session are gone when the sign-in returns.`,
    fix: "Set app.set('trust proxy', 1) before the session, and see that the proxy sends X-Forwarded-Proto: https.",
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
      title: `${quoted(name)} is misspelled: ${quoted(meant)} is meant`,
      cause: `Your app passes ${quoted(name)}. No library knows an option or a field of that name, and most ignore it without a word, so it works as if ${quoted(meant)} were left out.`,
      fix: `Write ${quoted(meant)} in place of ${quoted(name)}.`,
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
        title: 'The certificate is given as a header, so none is sent',
        cause: `${quoted(name)} is among the headers of the request. A client certificate belongs to the TLS connection, not to a header, so the connection is made without one and the server finds none.`,
        fix: 'Give certificate and key to the HTTP client itself (https.Agent, clientCertificates in the configuration, cert= in requests), outside of the headers.',
        telling: name,
      }
}
