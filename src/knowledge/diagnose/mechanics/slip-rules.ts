import { inferred, standard } from '../../protocol/basis.ts'
import { textOfBase64 } from '../../text/base64.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from '../trace/circumstance-rules.ts'
import type { Trace } from '../trace/message.ts'
import type { Said } from '../trace/rule.ts'
import { speaksOfFailure } from './failing.ts'

/** What a command, a program or a URL contains that its writer did not mean. */
export const slipRules: readonly CircumstanceRule[] = [
  { basis: standard('RFC 7515 §7.1: a signed token has three parts'), find: firstPartOnly },
  { basis: inferred('the command in the text'), find: headerWithoutOption },
  { basis: inferred('the name of the variable in the text'), find: spaceInName },
  { basis: inferred('the message of the JSON parser'), find: parsedTwice },
  { basis: standard('RFC 6749 Appendix B: + in a form is a space'), find: plusInSecret },
  { basis: standard('RFC 3986 §3.3: an empty segment is a part of the path'), find: doubleSlash },
  { basis: inferred('the groups claim in the text'), find: groupsAsText },
  { basis: inferred('which payloads fail'), find: otherThanAscii },
  { basis: inferred('when the call fails and what ends that'), find: keptTooLong },
]

/** A token of which a double click has taken the part before the first dot. */
function firstPartOnly({ text, words }: Trace): Said | undefined {
  if (!/token|jwt|authorization|bearer/.test(words()) || !speaksOfFailure(words())) return undefined
  for (const [, quote, value = ''] of [...text.matchAll(/(["'`]|Bearer )(eyJ[\w-]{30,2000})(?=["'`\s]|$)/g)].slice(
    0,
    20,
  )) {
    const head = textOfBase64(value) ?? ''
    if (!/^\{.*"alg"\s?:.*\}$/s.test(head) || text.includes(`${value}.`)) continue
    const named = quote === 'Bearer ' ? '' : ' A double click selects a token only up to the first dot.'
    return {
      of: 'authorization-malformed',
      title: 'Only the first part of the token was copied',
      cause: `The value is the header of a token alone (it decodes to JSON with alg): the payload and the signature, which follow it behind dots, are missing.${named}`,
      fix: 'Copy the whole token, with both dots and all three parts, and set the variable again.',
      telling: value.slice(0, 40),
    }
  }
  return undefined
}

/** A header in a curl command behind an option that does not take one. */
function headerWithoutOption({ text }: Trace): Said | undefined {
  const [, option = '', name = ''] =
    /\bcurl\b[^\n]{0,600}?(?<= )((?!-H\b|--header\b|-\w{0,6}H\b|-[deFAuxo]\b|--data|--form|--proxy)-{1,2}[A-Za-z][\w-]{0,20}|https?:\/\/[^\s"']{4,300}) ["']((?:Authorization|X-[\w-]{2,40}|apikey|Content-Type|Accept))\s?:\s?[^"'\n]{2,4000}["']/i.exec(
      text,
    ) ?? []
  if (name === '' || /^--?(?:H|header|proxy-header|d|data|F|form|w|write-out|A|u|user)/.test(option)) return undefined
  return {
    of: /authorization/i.test(name) ? 'bearer-missing' : 'other-header-expected',
    title: `The ${name} header was not sent`,
    cause: `In the curl command, the header comes after ${quoted(option, 60)} and not after -H. curl reads it as another URL, so the request has no ${name} header.`,
    fix: `Write -H "${name}: …" (or --header), and keep ${option.startsWith('-') ? option : 'the URL'} as it is if you need it.`,
    telling: option,
  }
}

/** The name of an environment variable with a space in its quotation marks. */
function spaceInName({ text, words }: Trace): Said | undefined {
  if (!speaksOfFailure(words())) return undefined
  const name =
    /\b(?:ENV|env|environ|getenv|process\.env|Environment)\b\W{1,12}?["']( {0,3}[A-Z][A-Z0-9_]{3,60} {1,3}| {1,3}[A-Z][A-Z0-9_]{3,60})["']/.exec(
      text,
    )?.[1]
  if (name === undefined) return undefined
  const bare = name.trim()
  const secret = /SECRET|KEY|PASSWORD|TOKEN/.test(bare)
  return {
    of: secret ? 'client-credentials-missing' : 'token-request-incomplete',
    title: `The name ${quoted(bare)} contains a space`,
    cause: `Your app reads the variable ${quoted(name)}, with a space ${name.startsWith(' ') ? 'before' : 'after'} its name. No such variable exists, so the value is empty${secret ? ' and no secret is sent' : ''}.`,
    fix: `Remove the space: ${quoted(bare)}. Make your app stop at the start if a value is missing.`,
    telling: bare,
  }
}

/** A value that is an object already and is parsed as JSON once more. */
function parsedTwice({ text }: Trace): Said | undefined {
  const said = /Unexpected token o in JSON at position 1|"?\[object Object\]"? is not valid JSON/i.exec(text)?.[0]
  if (said === undefined) return undefined
  const webhook = /webhook|constructEvent|signature/i.test(text)
  return {
    of: webhook ? 'webhook-signature-refused' : 'body-not-json',
    title: webhook ? 'The body was parsed before it was verified' : 'A value was parsed as JSON twice',
    cause: `${quoted(said)} is what JSON.parse says of “[object Object]”: it received an object that had been parsed already, not text.${webhook ? ' The signature is computed over the raw body, so the function needs the text or the bytes as they were received.' : ''}`,
    fix: webhook
      ? 'Give the function the raw body: put express.raw (or an equivalent of your framework’s version) on this route before any JSON parser, and check that the body is a string or a Buffer.'
      : 'Use the object as it is, without JSON.parse.',
    telling: said,
  }
}

/** A secret with a plus sign in a form as it was sent, or in credentials that the server decodes as a form. */
function plusInSecret({ text }: Trace): Said | undefined {
  if (!/invalid_client|AADSTS7000215|invalid client secret|unauthorized_client/i.test(text)) return undefined
  const inForm = /[&\s"'?]client_secret=([^&\s"']*\+[^&\s"']*)/.exec(text)?.[1]
  const isForm = inForm !== undefined && /grant_type=[\w%:.-]{4,100}&|&grant_type=/.test(text)
  const encoded = /[&\s"'?]client_secret=([^&\s"']*%2B[^&\s"']*)/i.exec(text)?.[1]
  const basic = [...text.matchAll(/\bBasic ([\w+/=-]{12,600})/g)].map(([, value = '']) => textOfBase64(value) ?? '')
  const inBasic = basic.some((one) => encoded !== undefined && one.endsWith(`:${decoded(encoded)}`))
  if (!isForm && !inBasic) return undefined
  return {
    of: 'client-credentials-encoding',
    title: 'The + in the client secret is read as a space',
    cause: inBasic
      ? 'The client secret contains a +. In the form it is sent as %2B and accepted. In the Basic credentials it is sent as it is, and the server decodes them as a form, so it reads a space (RFC 6749 §2.3.1).'
      : 'The client secret in the form contains a +, which was not encoded. The server reads it as a space, so it compares another secret. The secret itself can be right.',
    fix: inBasic
      ? 'Percent-encode the client ID and the secret (+ as %2B) before base64, or send them in the form. A secret of letters and digits avoids it.'
      : 'Encode the form’s values (+ as %2B): update or configure the client that builds the form, or create a secret without +.',
    who: 'operator',
    telling: 'client_secret',
  }
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** A URL that was called with an empty segment where two parts were joined. */
function doubleSlash({ text, words }: Trace): Said | undefined {
  if (!/\b404\b|not found|no route|no api|405/.test(words())) return undefined
  for (const [url] of [
    ...text.matchAll(/https?:\/\/[\w.-]{3,120}(?::\d{2,5})?(?:\/[\w.~%-]{1,80}){0,8}\/\/[\w.~%-][^\s"'<>)]{0,300}/g),
  ].slice(0, 20)) {
    const near = text.slice(Math.max(0, text.indexOf(url) - 200), text.indexOf(url) + url.length + 300)
    if (!/\b404\b|not found/i.test(near)) continue
    const right = url.replace(/(?<!:)\/{2,}/g, '/')
    return {
      of: /\.well-known|jwks|certs|keys/.test(url) ? 'verification-keys-not-fetched' : 'not-found',
      title: 'The called URL contains a double slash',
      cause: `${quoted(url, 160)} was called: a base URL that ends with a slash was joined with a path that begins with one. Many servers return 404 for it.`,
      fix: `Make the call go to ${quoted(right, 160)}: remove the slash at the end of the base URL. If it must keep it (such as an issuer that ends with a slash), set the complete URL explicitly${/\.well-known|jwks/.test(url) ? ' (jwksUri)' : ''} or update the program that joins them.`,
      who: 'operator',
      telling: url.slice(0, 120),
    }
  }
  return undefined
}

/** One group as text where a list is read. */
function groupsAsText({ text, words }: Trace): Said | undefined {
  if (
    !/invalid [a-z]{0,12} ?claims|claims?\b[^\n]{0,40}\b(?:parse|unmarshal|decode|invalid|type)|cannot unmarshal string/.test(
      words(),
    )
  )
    return undefined
  const [, name = '', value = ''] = /"(groups|roles|cognito:groups)"\s?:\s?"([^"\n]{1,80})"/.exec(text) ?? []
  if (name === '') return undefined
  return {
    of: 'claim-missing',
    title: `The ${quoted(name)} claim is text, not a list`,
    cause: `The token has ${quoted(name)} with the text ${quoted(value)}. A program that reads a list of strings cannot parse it, and rejects all claims.`,
    fix: `Have the identity provider send ${quoted(name)} as an array (["${value.slice(0, 40)}"]), or remove it from the token.`,
    who: 'identity-team',
    telling: name,
  }
}

/** Signatures that fail for the payloads with characters beyond ASCII alone. */
function otherThanAscii({ text, words }: Trace): Said | undefined {
  if (!/signature|hmac|assinatura/.test(words()) || !/\b200\b|most|others?|fine|works|some/.test(words()))
    return undefined
  const lines = text.split('\n').slice(0, 400)
  const failed = lines.filter((line) => /\b40[013]\b|invalid|mismatch|fail/i.test(line))
  const shown = failed
    .map((line) => /\p{Extended_Pictographic}|:[a-z_]{3,20}:(?= )/u.exec(line)?.[0])
    .find((one) => one !== undefined)
  if (shown === undefined) return undefined
  return {
    of: 'webhook-signature-refused',
    title: 'Only payloads with non-ASCII characters fail',
    cause: `The delivery that fails contains ${quoted(shown)}, and the others pass with the same secret. The receiver computes the HMAC over another encoding of the body (or its length in characters), so only payloads beyond ASCII differ.`,
    fix: 'Compute the HMAC over the raw bytes of the body (UTF-8), before it is decoded or parsed. The sender’s signature and the secret are right.',
    who: 'api-team',
    telling: shown,
  }
}

const spell =
  '(?:~|about |approx\\.? |unas? |cerca de |etwa )?\\d{1,3} ?(?:h|hs|hrs?|hours?|horas?|stunden|heures|minutes?|minutos?|min|days?|d[ií]as?|dias?)\\b'
const later = new RegExp(
  `\\b(?:after|despu[eé]s de|depois de|ap[oó]s|nach|apr[eè]s|tras|every|cada|a cada)\\b ${spell}`,
  'i',
)
const restart = /\b(?:restart|reboot|redeploy|reinici|reboot|neu ?start|red[eé]marr)\w*/i
const well = /\b(?:works?|working|fine|again|vuelve|funciona\w*|volta|normal|wieder|remarche)\b/i
const ofToken =
  /invalid[ _-](?:access[ _-])?token|token[^.\n]{0,30}(?:expired|invalid|expir|inv[aá]lid|vencid)|\b401\b|unauthori[sz]ed/i

/** What fails some time after the start and is cured by a restart: a token that is fetched once. */
function keptTooLong({ text }: Trace): Said | undefined {
  const cured = text
    .split(/(?<=[.!?])\s+|\n+/)
    .slice(0, 200)
    .find((one) => restart.test(one) && well.test(one))
  const time = later.exec(text)?.[0]
  if (cured === undefined || time === undefined || !ofToken.test(text)) return undefined
  return {
    of: 'access-token-expired',
    title: 'Your app keeps a token longer than it is valid',
    cause: `The calls fail ${quoted(time)} and work again with a restart (${quoted(cured.trim(), 120)}). So your app gets a token once, when it starts, and still sends it when it has expired.`,
    fix: 'Get a new token before the old one expires (expires_in), or on the first 401, in place of once at the start.',
    telling: time,
  }
}
