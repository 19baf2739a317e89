import { inferred, standard } from '../../protocol/basis.ts'
import { textOfBase64 } from '../../text/base64.ts'
import { closed, listed, quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from '../trace/circumstance-rules.ts'
import type { Trace } from '../trace/message.ts'
import type { Said } from '../trace/rule.ts'
import { speaksOfFailure } from './failing.ts'

/** What a message quotes, and what is wrong with it as it is quoted. */
export const quotedValueRules: readonly CircumstanceRule[] = [
  { basis: inferred('the two values in the text'), find: blankInQuotes },
  { basis: inferred('the value in the text'), find: bracesKept },
  { basis: inferred('the value in the text'), find: placeholderSent },
  { basis: standard('RFC 3986 §3.2.2'), find: hostless },
  { basis: inferred('your app and the URL in the text'), find: httpsOnly },
  { basis: inferred('the words of the response and the request in the text'), find: namedAsMissing },
  { basis: standard('RFC 6749 §4.1.2: state has the exact value of the request'), find: fixedState },
  { basis: inferred('the two subjects in the text'), find: otherSubject },
  { basis: standard('RFC 9700 §4.14.2: a rotated refresh token is used once'), find: renewalLost },
]

/** A value with a blank at an end inside its quotation marks, beside the same value without it; or a token with one. */
function blankInQuotes({ text, words }: Trace): Said | undefined {
  if (!speaksOfFailure(words())) return undefined
  for (const [, value = ''] of [...text.matchAll(/["'`](\s?[\w./:@{}-]{6,200}\s?)["'`]/g)].slice(0, 400)) {
    const bare = value.trim()
    if (bare === value || (!text.includes(`'${bare}'`) && !text.includes(`"${bare}"`) && !bare.startsWith('eyJ')))
      continue
    const token = bare.startsWith('eyJ')
    const end = value.startsWith(bare) ? 'ends' : 'begins'
    return {
      of: token ? 'authorization-malformed' : 'form-field-stray-whitespace',
      title: token ? `The token ${end} with a space` : `A configured value ${end} with a space`,
      cause: token
        ? `The checked value ${end} with a space${end === 'begins' ? ', probably because the header contains two spaces after “Bearer”' : ', probably copied with the token'}, so signature verification fails.`
        : `${quoted(bare, 60)} appears twice, once with an extra space. Values are compared character by character, so they do not match; the space was probably copied into a setting.`,
      fix: token
        ? 'Trim the value after removing “Bearer”, and send one space between Bearer and the token.'
        : 'Remove the space in the setting, and trim the value when your app reads it.',
      telling: value,
    }
  }
  return undefined
}

/** A value that was put between the curly brackets of a template, instead of in their place. */
function bracesKept({ text, words }: Trace): Said | undefined {
  if (!speaksOfFailure(words())) return undefined
  const [whole] =
    /(?:%7B|(?<=[=/:]["']?)\{)((?=[\w.-]{0,99}\d)[0-9a-f]{8}-[\w-]{20,60}|(?=[\w.-]{0,99}\d)(?=[\w.-]{0,99}[a-z])[A-Za-z0-9]{20,80})(?:%7D|\})/i.exec(
      text,
    ) ?? []
  if (whole === undefined) return undefined
  return {
    of: 'client-credentials-malformed',
    title: 'The value still contains template braces',
    cause: `The request contains ${quoted(decoded(whole), 80)}: the braces of the sample were not removed${whole.startsWith('%') ? ' (sent as %7B and %7D)' : ''}. Other values in the same file, including the secret, may have them too.`,
    fix: 'Remove the braces around every value in the configuration file, and restart your app.',
    telling: whole,
  }
}

const placeholderName = '[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,5}|your[-_][\\w-]{2,40}|YOUR[-_][\\w-]{2,40}'
const placeholders = [
  new RegExp(`(?:%7B|%24%7B)(${placeholderName})%7D`),
  new RegExp(`[=:][ +]?["']?\\$?\\{(${placeholderName})\\}`),
]

/** The name of a variable that was sent in the place of its value, as the response or the request has it. */
function placeholderSent({ text }: Trace): Said | undefined {
  // A request that a person made unreadable before it was shown is full of them.
  const response = text
    .split('\n')
    .slice(0, 400)
    .find((line) => /error|invalid|not found|unknown|no such/i.test(line) && placeholders.some((one) => one.test(line)))
  if (response === undefined) return undefined
  const [whole = '', name = ''] = placeholders.map((one) => one.exec(response)).find((one) => one !== null) ?? []
  const after = response.slice(response.search(/error|invalid|not found|unknown|no such/i))
  if (!after.includes(whole)) return undefined
  return {
    of: 'token-request-incomplete',
    title: `The placeholder ${quoted(name, 50)} was sent instead of a value`,
    cause: `The response does not recognize ${quoted(`{${name}}`)}, a placeholder that was not replaced.`,
    fix: `Replace {${name}} with the real value in the configuration (for an audience, the API’s identifier; if there is none, omit the parameter), and restart your app.`,
    telling: whole.replace(/^[=:][ +]?["']?/, ''),
  }
}

/** A URL without a host, as three slashes make it; also where a program wrote it into a key in the place of the real one. */
function hostless({ text, words }: Trace): Said | undefined {
  const inKey = [...text.matchAll(/"n\\?":\s?\\?"([\w-]{24,400})/g)]
    .slice(0, 10)
    .map(([, key = '']) => textOfBase64(key) ?? '')
    .find((one) => /^[\x20-\x7e]{16,}$/.test(one))
  const found = /\bhttps?:\/\/\/[\w.-]{1,200}[^\s"'<>]{0,200}/.exec(inKey ?? text)?.[0]
  if (inKey !== undefined)
    return {
      of: 'verification-keys-not-fetched',
      title: 'The key set could not be fetched',
      cause: `The key’s n value is a placeholder. Decoded, it reads ${quoted(inKey, 200)}. Without the key set, no token can be verified.${found === undefined ? '' : ` The URL ${quoted(found, 120)} has three slashes and therefore no host.`}`,
      fix:
        found === undefined
          ? 'Check why the key set cannot be fetched (URL, DNS, network or certificate), fix it, and restart the component that fetches it.'
          : `Change the key set URL to ${quoted(found.replace(/:\/{3}/, '://'), 120)} (two slashes), then apply the configuration again.`,
      who: 'operator',
      telling: '"n',
    }
  if (found === undefined || !speaksOfFailure(words())) return undefined
  return {
    of: 'other-host-called',
    title: 'The URL has three slashes, so it has no host',
    cause: `${quoted(found, 160)} has nothing between the second and third slash, where the host belongs.`,
    fix: `Write ${quoted(found.replace(/:\/{3}/, '://'), 160)}.`,
    telling: found,
  }
}

/** A program that sends to https alone, and a URL with http. */
function httpsOnly({ text, words }: Trace): Said | undefined {
  const rule =
    /only https connections are permitted|only https (?:is |urls? (?:are )?)?(?:allowed|permitted|supported)|(?:must|should) (?:use|be|start with) https|requires? https\b|https is required|insecure (?:http|transport)[^\n]{0,30}(?:not|error|disabled)|cleartext (?:http )?(?:traffic|communication)[^\n]{0,40}not permitted|insecuretransporterror|requirehttps/.exec(
      words(),
    )?.[0]
  const url = /\bhttp:\/\/(?!www\.w3\.org|schemas\.)[\w.-]{3,120}(?::\d{2,5})?[^\s"'<>,)]{0,160}/.exec(text)?.[0]
  if (rule === undefined || url === undefined) return undefined
  const mobile = /android|appauth|react-native|net\.openid|flutter|ios\b/i.test(text)
  return {
    of: 'https-expected',
    title: 'Your app requires https, but the URL is http',
    cause: `Your app did not send the request (${quoted(rule)}), because the configuration contains ${quoted(url, 120)}.`,
    fix: `Serve the endpoint over https and use https in the configuration. For development, ${mobile ? 'allow plain http in the library (dangerouslyAllowInsecureHttpRequests, allowInsecureConnections) and in the app’s network settings' : 'turn the check off (RequireHttpsMetadata=false, OAUTHLIB_INSECURE_TRANSPORT=1) on this machine alone'}.`,
    telling: url,
  }
}

const named =
  '(nonce|state|code_challenge(?:_method)?|code_verifier|scope|response_type|client_id|client_secret|redirect_uri|audience|resource|acr_values|grant_type|prompt|login_hint|ui_locales)'
const missing = [
  new RegExp(
    `(?:fields?|parameters?|params?|claims?)[^\\n.]{0,20}(?:are|is|were) (?:missing|empty|required)[^\\n:]{0,20}: ?["'\`]?${named}\\b`,
    'i',
  ),
  new RegExp(
    `(?:missing|required|obrigat[oó]rio|falta\\w*|manquant\\w*|fehlt)[^\\n:]{0,30}(?:fields?|parameters?|params?|par[aâ]metros?|param[eè]tres?|parameter)?[^\\n]{0,4}[: ]["'\`]${named}["'\`]`,
    'i',
  ),
]

/** A parameter that the response calls missing and that the request in the text does not have. */
function namedAsMissing({ text }: Trace): Said | undefined {
  const found = missing.map((one) => one.exec(text)).find((one) => one !== null)
  const name = found
    ?.slice(1)
    .find((one) => one !== undefined)
    ?.toLowerCase()
  if (found === undefined || name === undefined) return undefined
  const request = /https?:\/\/[^\s"'<>]{4,300}\?[^\s"'<>]{10,3000}/.exec(text)?.[0]
  if (
    request === undefined ||
    !/response_type=|client_id=/.test(request) ||
    new RegExp(`[?&]${name}=[^&\\s]`).test(request)
  )
    return undefined
  const others = [...new Set([...request.matchAll(/[?&](\w{3,30})=/g)].map(([, one = '']) => one))].slice(0, 8)
  return {
    of: 'authorization-request-invalid',
    title: `The authorization request contains no ${quoted(name)}`,
    cause: `The response says ${closed(quoted(found[0]))} The request contains ${listed(others)} but no ${name}. ${name === 'nonce' ? 'The standard makes nonce optional in the code flow, but this provider requires it.' : 'Other providers may accept the same request.'}`,
    fix: `Send ${name}${name === 'nonce' ? ' (a random value per sign-in, which your app then compares with the ID token)' : ''}: check the settings of the library or plugin, or update it.`,
    telling: name,
  }
}

/** A state that came back as a word which no program makes up at random. */
function fixedState({ text, words }: Trace): Said | undefined {
  if (!/\bstate\b/.test(words())) return undefined
  const [, expected = '', received = ''] =
    /state[^\n]{0,60}\bexpected["']?:? ?["']?([\w-]{8,200})["']?[,;]? ?[^\n]{0,20}(?:received|got|actual)["']?:? ?["']?([A-Za-z][\w-]{1,24})\b/i.exec(
      text,
    ) ?? []
  if (
    received === '' ||
    received === expected ||
    !/^(?:my|the|some|test|sample|example|dummy|static)?_?-?(?:state|xyz|abc|foo|random|string|test)(?:_?\d{0,4})$/i.test(
      received,
    )
  )
    return undefined
  return {
    of: 'application-state-mismatch',
    title: `The server returns the fixed state ${quoted(received, 40)}`,
    cause: `Your app sent ${quoted(expected, 60)}, but the server returned ${quoted(received)}, probably a constant. A server must return state unchanged, so your app correctly rejects it.`,
    fix: 'Make the authorization server read state from the authorization request and return it unchanged.',
    who: 'identity-team',
    telling: received,
  }
}

/** The subject of a workload’s token, and another one of the same repository to which the trust is set. */
function otherSubject({ text, words }: Trace): Said | undefined {
  if (!/subject|\bsub\b|federated|assumerole/.test(words())) return undefined
  const presented =
    /(?:presented assertion subject|assertion subject|subject claim|["']?sub["']?\s?[:=])\s?["'`]?(repo:[\w.@-]{1,80}\/[\w.@-]{1,100}:[^\s"'`,)]{2,200})/i.exec(
      text,
    )?.[1]
  // What has a wildcard is a condition, and no subject.
  if (presented === undefined || presented.includes('*')) return undefined
  const repository = /^repo:[^:]+/.exec(presented)?.[0] ?? ''
  const other = [...text.matchAll(/repo:[\w.@-]{1,80}\/[\w.@-]{1,100}:[^\s"'`,)]{2,200}/g)]
    .map(([one]) => one)
    .find((one) => one !== presented && one.startsWith(`${repository}:`) && !one.includes('*'))
  if (other === undefined) return undefined
  const environment = /:environment:(.{1,120})/.exec(other)?.[1]
  return {
    of: 'permission-missing',
    title: `The token’s subject does not match the trust`,
    cause: `The token’s subject is ${quoted(presented)}, but the trust expects ${quoted(other)}. ${environment === undefined ? (presented.includes(':environment:') ? 'The job uses an environment, so its subject contains the environment instead of the branch.' : 'The run is for a different branch, tag or event.') : `The job uses no environment, so its subject contains the branch.`}`,
    fix:
      environment === undefined
        ? `Set the trust’s subject to ${quoted(presented)}, or run the job for the trusted one.`
        : `Add “environment: ${environment}” to the job, or set the trust’s subject to ${quoted(presented)}.`,
    telling: presented,
  }
}

/** A renewal whose response did not arrive in time, and after it a refresh token that was used up by it. */
function renewalLost({ text, words }: Trace): Said | undefined {
  if (!/refresh/.test(words())) return undefined
  const lines = text.split('\n').slice(0, 400)
  const isLost = (line: string) =>
    /timed?[ -]?out|ETIMEDOUT|ECONNRESET|socket hang up|connection (?:reset|closed|aborted)/i.test(line)
  const lost = lines.findIndex(
    (line, at) => isLost(line) && lines.slice(Math.max(0, at - 6), at + 1).some((one) => /refresh/i.test(one)),
  )
  const refused = lines.findIndex(
    (line, at) => at > lost && /invalid_grant|token[^\n]{0,40}(?:revoked|already used|inactive)/i.test(line),
  )
  if (lost < 0 || refused < 0) return undefined
  return {
    of: 'refresh-token-dead',
    title: 'A timed-out renewal lost the new refresh token',
    cause: `The renewal failed (${quoted(lines[lost]?.trim(), 160)}), but the server had probably already replaced the refresh token, and the response was lost. The old token is now rejected: ${quoted(lines[refused]?.trim(), 160)}.`,
    fix: 'Sign in again for a new refresh token. Then increase the renewal’s timeout, and store its response immediately.',
    telling: lines[lost]?.trim().slice(0, 120),
  }
}

function decoded(value: string): string {
  return value.replace(/%7B/gi, '{').replace(/%7D/gi, '}')
}
