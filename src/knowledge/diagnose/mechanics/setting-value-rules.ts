import { inferred, standard } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from '../trace/circumstance-rules.ts'
import type { Trace } from '../trace/message.ts'
import type { Said } from '../trace/rule.ts'
import { losesCookie, speaksOfFailure } from './failing.ts'

/** What a receiver is set to, held against what it is sent: issuers, prefixes, certificates, schemes. */
export const settingValueRules: readonly CircumstanceRule[] = [
  { basis: standard('OpenID Connect Core 1.0 §3.1.3.7: iss must exactly match the issuer'), find: issuerBySlash },
  { basis: inferred('the prefix and the values in the text'), find: prefixTwice },
  { basis: standard('RFC 5280 §4.2.1.3: keyCertSign verifies signatures on certificates'), find: notForSigning },
  { basis: standard('RFC 6265 §5.4: a Secure cookie is sent over https alone'), find: startedByHttp },
]

const set = /\bissuer(?:[ _-]?ur[il])?["']?\s{0,4}[:=]\s{0,4}["']?(https?:\/\/[^\s"',<>)]{4,200})/gi
const claimed = /(?<![\w.-])["']?iss["']?\s{0,3}[:=]\s{0,3}["']?(https?:\/\/[^\s"',<>)]{4,200})/g

/** The issuer that a receiver is set to and that of the token, where a slash at the end is all that differs. */
function issuerBySlash({ text, words }: Trace): Said | undefined {
  if (!speaksOfFailure(words())) return undefined
  const settings = [...text.matchAll(set)].slice(0, 20).map(([, value = '']) => value)
  const token = claimed.exec(text)?.[1]
  claimed.lastIndex = 0
  if (token === undefined || settings.includes(token)) return undefined
  const other = settings.find((one) => one === `${token}/` || `${one}/` === token)
  if (other === undefined) return undefined
  return {
    of: 'issuer-not-trusted',
    title: 'Issuers differ in the trailing slash',
    cause: `The token’s iss is ${quoted(token, 160)}, but the receiver is set to ${quoted(other, 160)}. Issuers are compared character by character, so the slash at the end makes them different.`,
    fix: `Set the receiver’s issuer to ${quoted(token, 160)}, exactly as in the token.`,
    who: 'operator',
    telling: other,
  }
}

/** A prefix that a receiver adds to values that have it already. */
function prefixTwice({ text, words }: Trace): Said | undefined {
  if (!/forbidden|cannot|denied|not (?:allowed|authori)|no permission|\b403\b/.test(words())) return undefined
  for (const [, name = '', prefix = ''] of [
    ...text.matchAll(
      /(?<![\w])-{0,2}([\w.-]{0,40}(?:groups?|roles?|username|authority)[\w.-]{0,6}prefix)["']?\s{0,2}[:= ]\s{0,2}["']?([\w./-]{1,40}[:/_-])(?=["'\s]|$)/gim,
    ),
  ].slice(0, 10)) {
    const value = new RegExp(
      `["']?\\b(?:groups?|roles?)["']?\\s{0,2}[:=]\\s{0,2}\\[?\\s{0,9}["'](${prefix.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')}[\\w.:/-]{1,80})["']`,
    ).exec(text)?.[1]
    if (value === undefined) continue
    return {
      of: 'permission-missing',
      title: `The prefix ${quoted(prefix, 30)} is added twice`,
      cause: `The token already has ${quoted(value)}, and ${quoted(name, 50)} adds ${quoted(prefix)} again, so the receiver sees ${quoted(`${prefix}${value}`)}. A rule for ${quoted(value)} does not match it.`,
      fix: `Add the prefix in one place: remove it from the identity service’s mapper, or leave ${quoted(name, 50)} empty.`,
      who: 'operator',
      telling: value,
    }
  }
  return undefined
}

/** A certificate that is given as a CA and may sign none, as openssl prints it. */
function notForSigning({ text, words }: Trace): Said | undefined {
  if (!/certificate|self.signed|unable_to_verify|x509/.test(words())) return undefined
  const usage = /X509v3 Key Usage:[^\n]{0,40}\n\s{1,40}([^\n]{4,200})/.exec(text)?.[1]?.trim()
  const file =
    /NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|REQUESTS_CA_BUNDLE|\bca_?(?:file|bundle|cert)s?\b|--cacert|trust_?store|trusted (?:ca|cert)/i.exec(
      text,
    )?.[0]
  if (usage === undefined || file === undefined || /Certificate Sign|keyCertSign/i.test(usage)) return undefined
  if (
    !/unable to verify|unable_to_verify|unknown (?:ca|authority|issuer)|self.signed|not trusted|verify failed/.test(
      words(),
    )
  )
    return undefined
  return {
    of: 'gateway-certificate-not-trusted',
    title: 'The CA file’s certificate may not sign',
    cause: `The certificate that is given as a CA (${quoted(file)}) has the key usage ${quoted(usage)} and lacks Certificate Sign. OpenSSL and Node then do not use it as a trust anchor, although name and path are right.`,
    fix: 'Create the certificate with keyUsage keyCertSign (and basicConstraints CA:TRUE), or sign the server’s certificate with a CA of your own and give that CA.',
    who: 'operator',
    telling: usage,
  }
}

/** A sign-in that begins on http and comes back to https of the same host, for which its cookie was not set. */
function startedByHttp({ text, words }: Trace): Said | undefined {
  if (!losesCookie(words())) return undefined
  const back =
    /\b(?:POST|GET)?\s{0,3}https:\/\/([\w.-]{4,100})\/[\w./-]{0,80}(?:signin|callback|oidc|login\/oauth2|auth\/return)/i.exec(
      text,
    )
  const host = back?.[1]
  if (host === undefined) return undefined
  const begun = new RegExp(
    `(?:GET|typed|open\\w*|goes to|start\\w*(?: at| on)?|visit\\w*)\\s{1,3}["'\`]?(http://${host.replace(/[.-]/g, '\\$&')})(?=[/\\s"'\`]|$)`,
    'i',
  ).exec(text)?.[1]
  if (begun === undefined) return undefined
  return {
    of: 'sign-in-cookie-lost',
    title: 'The sign-in starts on http and returns on https',
    cause: `The user begins at ${quoted(begun)}, and the redirect comes back to ${quoted(`https://${host}`)}. A Secure cookie that is set in the response over http is not stored, so the state or correlation cookie is missing at the callback.`,
    fix: 'Redirect http to https before the sign-in starts (and send HSTS). Setting the scheme in the program alone does not change how the browser came.',
    telling: begun,
  }
}
