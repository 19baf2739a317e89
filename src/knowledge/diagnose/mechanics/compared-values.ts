import { inferred, standard } from '../../protocol/basis.ts'
import { isTestHost } from '../../text/hosts.ts'
import { momentsIn } from '../../text/moments.ts'
import { nearly } from '../../text/nearly.ts'
import { listed, quoted } from '../../text/quote.ts'
import { findTokens } from '../../token/find.ts'
import type { CircumstanceRule } from '../trace/circumstance-rules.ts'
import { speaksOfFailure } from './failing.ts'

/** Two values of a text that must be one, and are not: the difference is said with both, whatever product it is. */
export const comparedValueRules: readonly CircumstanceRule[] = [
  {
    basis: standard('RFC 5280 §4.1.2.5'),
    find: ({ text, words }) => {
      const end = endOfCredential(text)
      if (end === undefined) return undefined
      const line = lineAt(text, end.from)
      const secret =
        /\bsecret|segredo|api[ _-]?key|chave de api|app[ _-]?password|client_?credential|passwordcredential/i.test(line)
      if (!secret && !/certific|keystore|keytool|openssl|\bpfx\b|\bp12\b|x509|notafter/.test(words())) return undefined
      const failures = momentsIn(text, end.seconds + 3 * year).filter(({ at }) => at < end.from || at > end.to)
      const failed = failures.findLast(({ seconds }) => seconds > end.seconds)
      if (failed === undefined || failed.seconds > end.seconds + 2 * year || !speaksOfFailure(words())) return undefined
      if (secret)
        return {
          of: 'client-secret-expired',
          title: 'The secret had expired',
          cause: `According to the text (${quoted(line.trim(), 160)}), it had expired by ${day(failed.seconds)}. An expired secret or key is rejected like a wrong one.`,
          fix: 'Create a new secret, set it in your app’s configuration, and restart your app.',
          who: 'operator',
          telling: end.written,
        }
      const own = /keystore|keytool|\bpfx\b|\bp12\b|client[ _-]?cert|certificado (?:digital|a1|do cliente)|\ba1\b/.test(
        words(),
      )
      return {
        of: own ? 'client-certificate-refused' : 'gateway-certificate-not-trusted',
        title: own ? 'The client certificate had expired' : 'The certificate had expired',
        cause: `The certificate was valid until ${quoted(end.written)}, and the failure is from ${day(failed.seconds)}.`,
        fix: own
          ? 'Renew the certificate, replace the file that your app loads, and restart your app.'
          : 'Renew the server’s certificate, and restart the server.',
        who: 'operator',
        telling: end.written,
      }
    },
  },
  {
    basis: inferred('the two registries in the text'),
    find: ({ text, words }) => {
      if (!speaksOfFailure(words())) return undefined
      const signedIn = registryLogin.exec(text)?.[1]?.toLowerCase()
      const used = (/refers to (?:a )?repository \[([^\]\s]{3,200})\]/.exec(text) ??
        registryUse.exec(text))?.[1]?.toLowerCase()
      if (signedIn === undefined || used === undefined) return undefined
      const [host = '', next = ''] = used.split('/')
      if (host === signedIn || !/[.:]/.test(host)) return undefined
      const asName = next === signedIn
      return {
        of: 'other-host-called',
        title: `Signed in to ${quoted(signedIn)}, not to ${quoted(host)}`,
        cause: asName
          ? `${quoted(signedIn)} has no dot and no port, so Docker reads it as a name at ${quoted(host)}, not as a host. The image goes to ${quoted(used)}, so your registry does not receive the request.`
          : `The sign-in was for ${quoted(signedIn)}, but the image is for ${quoted(host)}, a different registry.`,
        fix: asName
          ? `Use a name with a dot or a port for the registry (such as ${quoted(`${signedIn}:443`)}), sign in there, tag the image with it, and push again.`
          : `Tag the image with ${quoted(signedIn)} and push again, or sign in to ${quoted(host)} if that is the right registry.`,
        telling: host,
      }
    },
  },
  {
    basis: inferred('the hosts in the text'),
    find: ({ text, words }) => {
      const pair = speaksOfFailure(words()) ? misspeltHost(text) : undefined
      return pair === undefined
        ? undefined
        : {
            of: 'other-host-called',
            title: `${quoted(pair.odd)} and ${quoted(pair.like)} differ by a letter`,
            cause: `The text contains both hosts, and they are almost the same, so one is probably misspelled. A request to the wrong host goes to a different server.`,
            fix: `Compare the two and correct the wrong one. If a secret was sent to the wrong host, revoke it.`,
            telling: pair.odd,
          }
    },
  },
  {
    basis: standard('RFC 7515 §4.1.1 and RFC 7516 §4.1.1'),
    find: ({ text, words }) => {
      if (!speaksOfFailure(words()) || !/\balg|signature|signed|sign(?:ing)? (?:key|method)|assinatura/.test(words()))
        return undefined
      const stated = statedAlgorithms(text)
      if (stated === undefined) return undefined
      const { sent, expected } = stated
      if (isEncryption(sent))
        return {
          of: 'token-not-decrypted',
          title: `The token is encrypted, not signed`,
          cause: `The token’s alg is ${quoted(sent)}, so it is an encrypted token (JWE). The recipient expects a token signed with ${quoted(expected)}.`,
          fix: 'Remove the encryption key or certificate from this client’s settings at the identity provider, or configure decryption in the recipient.',
          who: 'operator',
          telling: sent,
        }
      const symmetric = sent.startsWith('HS')
      return {
        of: 'signing-algorithm-not-accepted',
        title: `Token is signed with ${sent}, not ${expected}`,
        cause: `The token’s alg is ${quoted(sent)}, but the recipient accepts ${quoted(expected)}.${
          symmetric === expected.startsWith('HS')
            ? ''
            : ` ${symmetric ? `${sent} signs with a shared secret, ${expected} with a private key` : `${sent} signs with a private key, ${expected} with a shared secret`}, so a key for one cannot verify the other.`
        }`,
        fix: symmetric
          ? `Set the client’s signing algorithm to ${expected} at the identity provider, or configure the recipient for ${sent} if you intend to use a shared secret.`
          : `Configure the recipient to accept ${sent}, or the issuer to sign with ${expected}.`,
        who: 'operator',
        telling: sent,
      }
    },
  },
  {
    basis: inferred('the identifiers in the token and in the URL'),
    find: ({ text, messages }) => {
      const failing = messages.findLast(
        ({ kind, answer }) => kind === 'api-request' && [401, 403, 404].includes(answer?.status ?? 0),
      )
      const ids = failing === undefined ? [] : [...failing.path.matchAll(uuid)].map(([one]) => one.toLowerCase())
      const [asked] = ids
      if (asked === undefined) return undefined
      for (const { token } of findTokens(text)) {
        if (token.form !== 'jws') continue
        const lists = Object.entries(token.payload.value ?? {}).filter(([, value]) => Array.isArray(value))
        for (const [name, value] of lists) {
          const held = [...new Set([...JSON.stringify(value).matchAll(uuid)].map(([one]) => one.toLowerCase()))]
          if (held.length === 0 || ids.some((one) => held.includes(one))) continue
          return {
            of: 'permission-missing',
            title: `The token does not include ${quoted(asked)}`,
            cause: `The token’s ${quoted(name)} claim contains ${listed(held)}, but not ${quoted(asked)} from the URL. Access that was granted after the token was issued is only in a new token.`,
            fix: `Request a new access token, and check that ${quoted(name)} contains ${quoted(asked)}. If it does not, have its owner grant access first.`,
            telling: asked,
          }
        }
      }
      return undefined
    },
  },
  {
    basis: standard('RFC 6749 §4.1.2: state is required in the response if it was in the request'),
    find: ({ text, words }) => {
      if (!/[?&]state=[^&\s"']/.test(text) || !/[?&]response_type=|\/authori[sz]e\b/.test(text)) return undefined
      for (const [address] of text.matchAll(/[a-z][\w+.-]{2,40}:\/\/[^\s"'<>?]{0,200}\?[^\s"'<>]{1,2000}/gi)) {
        if (!/[?&]code=[^&]/.test(address) || /response_type=|code_challenge=/.test(address)) continue
        if (
          /[?&#]state=|…|\.\.\.|\*{3}|%2F%2F/.test(address) ||
          !/\b(?:null|state|csrf|mismatch|missing)\b/.test(words())
        )
          return undefined
        return {
          of: 'application-state-mismatch',
          title: 'The redirect has a code but no state',
          cause: `The authorization request contained a state, but the redirect ${quoted(address, 160)} does not. A page, proxy or rewrite rule in between probably forwards only the code.`,
          fix: 'Forward the redirect’s whole query unchanged, including state.',
          telling: address.slice(0, 120),
        }
      }
      return undefined
    },
  },
  {
    basis: inferred('your app and the signature in the text'),
    find: ({ text, words }) => {
      if (!/hmac|signature|assinatura|\bfirma\b|digest/.test(words()) || !speaksOfFailure(words())) return undefined
      const hexMade =
        /digest\(\s{0,2}["']hex["']|hexdigest\(|bin2hex\(|encodeHex|toHex|hex\.EncodeToString|Hex\.encode|Convert\.ToHexString|\bx-?hex\b/i.exec(
          text,
        )?.[0]
      const base64Made =
        /digest\(\s{0,2}["']base64["']|b64encode\(|base64_encode\(\s{0,3}hash_hmac|Convert\.ToBase64String|getEncoder\(\)\.encodeToString|base64\.StdEncoding\.EncodeToString/i.exec(
          text,
        )?.[0]
      if ((hexMade === undefined) === (base64Made === undefined)) return undefined
      const given = signatureGiven.exec(text)?.[1]
      if (given === undefined) return undefined
      const isHex = /^(?:[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i.test(given)
      const isBase64 = !isHex && /^[A-Za-z0-9+/_-]{26,90}={0,2}$/.test(given) && /[+/=A-Z]/.test(given)
      if ((hexMade !== undefined && !isBase64) || (base64Made !== undefined && !isHex)) return undefined
      const [made, came] = hexMade === undefined ? ['Base64', 'hex'] : ['hex', 'Base64']
      return {
        of: 'webhook-signature-refused',
        title: `The signature is ${came}; your app computes ${made}`,
        cause: `${quoted(hexMade ?? base64Made)} returns the digest as ${made}, but the received signature (${quoted(`${given.slice(0, 12)}…`)}) is ${came}. They never match, even with the right secret.`,
        fix: `Compute the digest as ${came === 'hex' ? 'hex' : 'Base64'}, or decode both to bytes and compare those.`,
        telling: hexMade ?? base64Made,
      }
    },
  },
  {
    basis: inferred('the two answers in the text'),
    find: ({ text, words }) => {
      const rows = answersByHost(text)
      const good = rows.find(({ well }) => well === true)
      const bad = rows.find(({ well, host }) => well === false && host !== good?.host)
      if (good === undefined || bad === undefined || isTestHost(good.host) === isTestHost(bad.host)) return undefined
      if (!speaksOfFailure(words())) return undefined
      const test = isTestHost(good.host) ? 'test' : 'production'
      return {
        of: 'credential-of-other-environment',
        title: `The credential is from the ${test} environment`,
        cause: `${quoted(good.host)} accepts the credential or token, but ${quoted(bad.host)} rejects it. It was issued for the ${test} environment and is unknown in the other.`,
        fix: `Use a credential that was issued for ${quoted(bad.host)}, and configure the two environments separately.`,
        telling: bad.host,
      }
    },
  },
]

const year = 366 * 86_400

function day(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10)
}

const monthNames = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
const endWords =
  '(?:not ?after|not valid after|until|valid (?:to|till|through)|valid_to|validto|expir(?:es?|ed|y|ation|ou|a)(?: date| on| at| em)?|v[aá]lido at[eé]|validade|vence(?:u)?(?: em)?|v[aá]lido hasta)'
const endOf = new RegExp(
  `${endWords}["']?\\s{0,3}[:=]?\\s{0,3}["']?(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? )?(?:(${monthNames})[a-z]{0,6} {1,2}(\\d{1,2}) (?:(\\d\\d):(\\d\\d):\\d\\d )?(?:[A-Z]{2,5} )?(20\\d\\d)|(20\\d\\d)-(\\d\\d)-(\\d\\d)|(\\d{1,2})[/. ](\\d{1,2}|${monthNames})[a-z]{0,6}[/. ](20\\d\\d))`,
  'gi',
)

/** The first end of a certificate or secret that is named in a text: as keytool and openssl print it, ISO, day before month. */
function endOfCredential(text: string): { seconds: number; written: string; from: number; to: number } | undefined {
  for (const match of text.matchAll(endOf)) {
    const [written, name, dayOf, hour, minute, yearOf, isoYear, isoMonth, isoDay, first, second, last] = match
    const month = (word: string) => {
      const at = monthNames.split('|').indexOf(word.slice(0, 3).toLowerCase())
      return at < 0 ? Number(word) - 1 : at
    }
    const [y, m, d] =
      name !== undefined
        ? [Number(yearOf), month(name), Number(dayOf)]
        : isoYear !== undefined
          ? [Number(isoYear), Number(isoMonth) - 1, Number(isoDay)]
          : [Number(last), month(second ?? ''), Number(first)]
    const seconds = Date.UTC(y, m, d, Number(hour ?? 23), Number(minute ?? 59)) / 1000
    if (Number.isFinite(seconds)) return { seconds, written, from: match.index, to: match.index + written.length }
  }
  return undefined
}

function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at)
  return text.slice(Math.max(text.lastIndexOf('\n', at) + 1, at - 200), end < 0 ? at + 200 : Math.min(end, at + 200))
}

const registryLogin =
  /\b(?:docker|podman|buildah|skopeo|nerdctl|crane|oras|helm registry|crane auth|regctl)\s(?:auth )?login\b(?:\s-{1,2}[\w-]{1,20}(?:[ =](?!-)[^\s-][^\s]{0,80})?){0,6}?\s(?!-)([\w-]{1,60}(?:\.[\w-]{1,60}){0,6}(?::\d{2,5})?)(?=[\s/])/
const registryUse =
  /\b(?:docker|podman|buildah|nerdctl|crane|oras|helm) (?:image )?(?:push|pull)(?:\s-{1,2}[\w-]{1,20}){0,3}\s(?:oci:\/\/)?([\w-]{1,60}(?:\.[\w-]{1,60}){1,6}(?::\d{2,5})?\/[\w./-]{1,200})/

const bareHost =
  /(?<![\w@.%-])(?:[a-z\d][a-z\d-]{1,40}\.){1,4}(?:com|io|net|org|dev|app|cloud|co|eu|us|br|com\.br|de|fr|uk|ai|gov|example)(?=[/:\s"'`,;)\]]|$)/gi

/** Two hosts of a text that differ in one letter, or two swapped ones, of the name that their owner registered. */
function misspeltHost(text: string): { odd: string; like: string } | undefined {
  const counts = new Map<string, number>()
  let left = 400
  for (const [host] of text.matchAll(bareHost)) {
    if (left-- === 0) break
    counts.set(host.toLowerCase(), (counts.get(host.toLowerCase()) ?? 0) + 1)
  }
  const all = [...counts.keys()].slice(0, 30)
  for (const [at, one] of all.entries())
    for (const other of all.slice(at + 1)) {
      const [a, b] = [one.split('.'), other.split('.')]
      if (a.length !== b.length) continue
      const differing = a.flatMap((label, n) => (label === b[n] ? [] : [[label, b[n] ?? '', n] as const]))
      const [pair] = differing
      if (differing.length !== 1 || pair === undefined) continue
      const [left1, right1, place] = pair
      const swapped = left1.length === right1.length && [...left1].sort().join('') === [...right1].sort().join('')
      // A short first label of a longer name is that of a service: `auth` and `oauth` are two.
      const service = place === 0 && a.length > 2 && Math.min(left1.length, right1.length) < 9
      if (service || left1.length < 4 || /\d/.test(left1 + right1) || !nearly(left1, right1)) continue
      if (!swapped && (left1 === `${right1}s` || right1 === `${left1}s`)) continue
      // The later of the two is the one that was added.
      return { odd: other, like: one }
    }
  return undefined
}

const algorithm =
  '(?:RS|ES|PS|HS)(?:256|384|512)|ES256K|EdDSA|RSA-OAEP(?:-256)?|RSA1_5|A\\d{3}(?:KW|GCM|GCMKW|CBC-HS\\d{3})|ECDH-ES(?:\\+A\\d{3}KW)?'
const sentAndExpected = new RegExp(
  `\\b(${algorithm})\\b[^\\n]{0,60}?\\b(?:expected|expects?|allowed|accepted|supported|required|wanted|instead of|must be|should be|esperad[oa])\\b[^\\n]{0,40}?\\b(${algorithm})\\b`,
)
const expectedAndSent = new RegExp(
  `\\b(?:expected|expecting|want(?:ed)?|allowed|supported|only|accepts?|esperad[oa])\\b[^\\n]{0,40}?\\b(${algorithm})\\b[^\\n]{0,60}?\\b(?:got|but|received|found|was|is|has|actual|signed with|instead|recebid[oa])\\b[^\\n]{0,40}?\\b(${algorithm})\\b`,
  'i',
)

/** The algorithm of a token and the one that is expected, as a message states them. */
function statedAlgorithms(text: string): { sent: string; expected: string } | undefined {
  const [, got, wanted] = sentAndExpected.exec(text) ?? []
  if (got !== undefined && wanted !== undefined && got !== wanted) return { sent: got, expected: wanted }
  const [, first, second] = expectedAndSent.exec(text) ?? []
  return first !== undefined && second !== undefined && first !== second ? { sent: second, expected: first } : undefined
}

function isEncryption(algorithmName: string): boolean {
  return /^(?:RSA|A\d|ECDH)/.test(algorithmName)
}

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi

const signatureGiven =
  /(?:[\w-]{0,40}(?:signature|hmac|digest|sha256|assinatura)[\w-]{0,20})["']?\]?\s{0,3}(?:=>|[:=])\s{0,3}["']?(?:sha(?:1|256|512)=|v\d=|hmac-sha256[ =])?([A-Za-z0-9+/_-]{26,128}={0,2})(?![\w.(])/i

/** How hosts of a text answered, line by line: rows of tables, of logs and of what people write. */
function answersByHost(text: string): { host: string; well: boolean }[] {
  const found: { host: string; well: boolean }[] = []
  for (const line of text.split('\n', 400)) {
    const cut = line.slice(0, 500)
    const hosts = [...new Set([...cut.matchAll(bareHost)].map(([host]) => host.toLowerCase()))]
    const [host] = hosts
    if (host === undefined || hosts.length > 1) continue
    const bad =
      /\b(?:rejected|refused|denied|unauthori[sz]ed|forbidden|fails?|failed|invalid\w*|Bad[A-Z]\w+|(?<![:.\d])[45]\d\d|recusad[oa]|negad[oa]|falha\w*|erro)\b/i.test(
        cut,
      )
    const good =
      /\b(?:accepted|success\w*|ok|200|201|204|works?|aceit[oa]|funciona|sucesso)\b/i.test(cut) &&
      !/\bnot\b|\bn[aã]o\b|n't\b/i.test(cut)
    if (good !== bad) found.push({ host, well: good })
  }
  return found
}
