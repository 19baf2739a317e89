import { documented, inferred, standard } from '../../protocol/basis.ts'
import { textOfBase64 } from '../../text/base64.ts'
import { isTestHost } from '../../text/hosts.ts'
import { nearly } from '../../text/nearly.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'
import { isPlaceholder } from './credentials.ts'
import type { Message, Trace } from './message.ts'
import type { Said } from './rule.ts'

/**
 * Credentials that a text shows as they were sent, held against the settings, names and programs beside them (§5.2;
 * RFC 7617 §2). No secret is repeated in what is said.
 */
export const sentCredentialsRules: readonly CircumstanceRule[] = [
  {
    own: 'unless-named',
    basis: documented('§5.2 and §5.3', inferred('the setting and your app')),
    find: schemeTwice,
  },
  { own: 'unless-named', basis: documented('§5.2', inferred('the decoded credentials')), find: wideLetters },
  { own: 'unless-named', basis: documented('§5.2', inferred('the decoded credentials')), find: swapped },
  { own: 'unless-named', basis: standard('RFC 6749 §2.3.1', 'the two client IDs'), find: twoClients },
  { own: 'unless-named', basis: standard('RFC 7617 §2 and RFC 4648 §4', 'the header in the text'), find: urlAlphabet },
  { own: 'unless-named', basis: inferred('the setting and the decoded credentials'), find: unlikeSetting },
  { own: 'unless-named', basis: documented('§5.2', inferred('the decoded credentials')), find: edged },
  { own: true, basis: documented('§5.2', inferred('the decoded credentials')), find: percentEncoded },
  { own: true, basis: documented('§5.2', inferred('the decoded credentials')), find: encodedBefore },
  { own: 'unless-named', basis: documented('§5.2', inferred('the setting in the text')), find: encodedByHand },
]

/** A scheme that the setting has and the program puts before it once more. */
function schemeTwice({ text }: Trace): Said | undefined {
  if (!refused.test(text)) return undefined
  for (const scheme of ['Basic', 'Bearer'] as const) {
    const sent = new RegExp(`\\b${scheme}[ \\t]{1,3}["'\`]?${scheme}[ \\t]`, 'i').exec(text)?.[0]
    const put = new RegExp(
      String.raw`["'\`]${scheme} {0,2}(?:["'\`]\s{0,3}[+.,&]|\$\{|\{|%[sv@]|#\{|\\\()|\b(?:string|Sprintf|format)[^\n]{0,20}["'\`]${scheme} `,
      'i',
    ).exec(text)?.[0]
    const [held, heldAt] = lineWith(
      text,
      new RegExp(
        String.raw`(?<!uthorization["'\]]{0,2}\s{0,3}(?:=>|[:=,])\s{0,3}["'\`]?)(?<=[=:>]\s{0,3}["'\`]?|\breturns? ["'\`]?)${scheme} (?=[\w+/=-]{8})[\w+/=.-]{1,16}`,
      ),
    )
    const wrapped = sent === undefined ? schemeFromFunction(text, scheme) : undefined
    if (wrapped !== undefined) return putTwice(scheme, wrapped)
    if (sent === undefined && (put === undefined || held === undefined || shownAsSent.test(heldAt))) continue
    const value = scheme === 'Basic' ? 'the credentials' : 'the access token'
    return {
      of: scheme === 'Basic' ? 'client-credentials-malformed' : 'authorization-malformed',
      title: `The Authorization header contains ${scheme} twice`,
      cause:
        sent === undefined
          ? `The value already begins with “${scheme}”, and your app adds it again (${quoted(put?.trim())}). The service reads the second “${scheme}” as ${value}.`
          : `The Authorization header contains “${scheme} ${scheme}”: the setting or the library adds it to a value that already contains it. The service reads the second one as ${value}.`,
      fix: `Send “${scheme}” only once: remove it from either the setting or your app.`,
      telling: sent?.trim() ?? `${scheme} `,
    }
  }
  return undefined
}

/** What a pattern finds, and what is before it on its line. */
function lineWith(text: string, pattern: RegExp): [found: string | undefined, before: string] {
  const match = pattern.exec(text)
  return match === null
    ? [undefined, '']
    : [match[0], text.slice(Math.max(text.lastIndexOf('\n', match.index) + 1, match.index - 80), match.index)]
}

/** What is before a header that is shown as it went out, and so is no setting. */
const shownAsSent =
  /\b(?:sent|sends|sending|header|enviad\w|saiu|enviamos|request|wire|out)\b[^\n]{0,40}$|[>»]\s{0,3}$/i

/** A program that puts the scheme before what a function or variable of its own already begins with it. */
function schemeFromFunction(text: string, scheme: string): string | undefined {
  const kept = text.replace(/^[ \t]{0,8}-(?!-).*$/gm, '')
  const before = new RegExp(
    String.raw`["'\`]${scheme} {0,2}(?:["'\`]\s{0,3}[+.,&]{1,2}|\$\{|#\{|\{|\\\()\s{0,3}(?:await )?(?:[\w$]{1,40}(?:\.|->|::)){0,3}\$?([A-Za-z_]\w{1,50})`,
    'g',
  )
  for (const { 0: put, 1: name = '', index } of [...kept.matchAll(before)].slice(0, 12)) {
    const made = new RegExp(
      String.raw`(?:\b(?:function|def|func|fun|fn|sub)\s{1,3}(?:\([^)\n]{0,60}\)\s{0,2})?${name}\b|\b(?:const|let|var|val|final|String|string|static)\s[^\n=]{0,40}\b${name}\s{0,2}[=(:]|^[ \t+]{0,12}\$?${name}\s{0,3}:?=)[^\0]{0,240}?["'\`]${scheme} `,
      'm',
    ).exec(kept)
    const end = made === null ? -1 : made.index + made[0].length
    if (end >= 0 && (end <= index || end > index + put.length)) return put.trim()
  }
  return undefined
}

function putTwice(scheme: 'Basic' | 'Bearer', put: string): Said {
  const value = scheme === 'Basic' ? 'the credentials' : 'the access token'
  return {
    of: scheme === 'Basic' ? 'client-credentials-malformed' : 'authorization-malformed',
    title: `The Authorization header contains ${scheme} twice`,
    cause: `Your app adds “${scheme}” to a value (${quoted(put)}) that already contains it. The service reads the second “${scheme}” as ${value}.`,
    fix: `Send “${scheme}” only once: remove it in one of the two places.`,
    telling: put,
  }
}

/** Letters of two bytes each, as some platforms encode text, where UTF-8 is expected. */
function wideLetters({ text }: Trace): Said | undefined {
  const wide = encodedIn(text).find(({ plain }) => /^(?:[\x20-\x7e]\0){6,}$/.test(plain))
  return wide === undefined
    ? undefined
    : {
        of: 'client-credentials-malformed',
        title: 'The credentials were encoded as UTF-16',
        cause:
          'The decoded Basic credentials have a zero byte after each letter: they were encoded as UTF-16 (Encoding.Unicode) before base64. The service therefore reads a different client ID and secret.',
        fix: 'Use UTF-8 before the base64: [Text.Encoding]::UTF8.GetBytes, StandardCharsets.UTF_8, encode("utf-8").',
        telling: wide.sent.slice(0, 24),
      }
}

/** Credentials whose second part is what the text calls by name, and whose first part it does not know. */
function swapped({ text, messages }: Trace): Said | undefined {
  if (!refused.test(text)) return undefined
  const asked = new Set(messages.flatMap(({ parameters }) => parameters.get('client_id')?.value ?? []))
  for (const { id, secret, sent } of credentialsIn(text)) {
    const name = secret.trim()
    if (name === id || !/^[\w.@-]{4,80}$/.test(name)) continue
    const named = asked.has(name) || standsAsName(name, text)
    if (!named || asked.has(id) || standsAsName(id, text)) continue
    return {
      of: 'client-credentials-malformed',
      title: 'Client ID and secret are swapped',
      cause: `The decoded Basic credentials have ${quoted(name)} after the colon, so the service reads the secret as the client ID.`,
      fix: 'Put the client ID first and the secret second. Rotate the secret: it was sent as the ID and may be in logs.',
      telling: sent,
    }
  }
  return undefined
}

/** Basic credentials in the alphabet of base64url, which decoders of base64 do not read. */
function urlAlphabet({ text }: Trace): Said | undefined {
  if (!refused.test(text)) return undefined
  const sent = /\bBasic ((?=[\w-]{0,400}[-_])[A-Za-z\d_-]{8,400})(?![\w+/=.…*-])/.exec(text)?.[1]
  const plain = sent === undefined ? undefined : textOfBase64(sent)
  const program =
    /\b(?:getUrlEncoder\(\)|urlsafe_b64encode\(|base64url\b|base64UrlEncode\(|URLEncoding\.EncodeToString\(|RawURLEncoding|urlsafe_encode64\()/.exec(
      text,
    )?.[0]
  if (plain?.includes(':') !== true && !(program !== undefined && /\bBasic\b/.test(text))) return undefined
  return {
    of: 'client-credentials-malformed',
    title: 'The Basic header uses the base64url alphabet',
    cause: `${program === undefined ? 'The Authorization header contains “-” or “_”' : `Your app encodes the credentials with ${quoted(program)}`}, from the base64url alphabet. Basic uses base64 with “+”, “/” and “=”, so the service cannot read the client ID and secret.`,
    fix: 'Encode client_id:client_secret with the usual base64 encoder, with padding.',
    telling: program ?? sent?.slice(0, 24),
  }
}

/** A secret that somebody encoded before storing it where values are encoded anyway, so that the program gets base64. */
function encodedByHand({ text }: Trace): Said | undefined {
  if (!refused.test(text)) return undefined
  const [command] =
    /--from-literal[^\n]{0,120}\bbase64\b[^\n]{0,40}|\bstringData\b[^\n]{0,20}|\becho\b[^\n]{0,80}\|\s{0,3}base64\b[^\n]{0,40}/.exec(
      text,
    ) ?? []
  const held = /\b(\w{0,40}secret\w{0,20})["']?\s{0,3}[:=]\s{0,3}["']?([A-Za-z\d+/]{8,200}={0,2})(?=["'\s]|$)/gi
  for (const [, name = '', value = ''] of [...text.matchAll(held)].slice(0, 20)) {
    const plain = value.length % 4 === 0 ? textOfBase64(value) : undefined
    if (command === undefined || plain === undefined || !/^[\x21-\x7e]{4,}\n?$/.test(plain)) continue
    return {
      of: 'client-secret-wrong',
      title: 'The secret was base64-encoded before it was stored',
      cause: `The value of ${quoted(name)} is base64 text, not the secret: it was encoded by hand (${quoted(command.trim(), 100)}) before it was stored. Your app sends the encoded text${plain.endsWith('\n') ? ', which also contains a line break from echo' : ''}.`,
      fix: 'Store the plain value: kubectl create secret --from-literal and stringData encode it themselves. Then restart your app.',
      who: 'operator',
      telling: name,
    }
  }
  return undefined
}

/** A token request whose header and form name two clients. */
function twoClients({ text, messages }: Trace): Said | undefined {
  if (!refused.test(text)) return undefined
  for (const { kind, credentials, parameters } of messages) {
    const inForm = parameters.get('client_id')
    if (kind !== 'token-request' || credentials?.form !== 'encoded' || !inForm?.sent) continue
    if (inForm.value === credentials.id || isPlaceholder(inForm.value) || inForm.value === credentials.secret) continue
    return {
      of: 'client-credentials-malformed',
      title: 'One token request names two clients',
      cause: `The Authorization header is for the client ${quoted(credentials.id)}, but the form has client_id ${quoted(inForm.value)}. A request may authenticate only one client.`,
      fix: 'Send the credentials of the client that started the sign-in in the Authorization header, and remove client_id from the form.',
      telling: inForm.value,
    }
  }
  return undefined
}

/** Whether a text has a value as a word of its own, and not as that of a secret. */
function standsAsName(value: string, text: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
    const line = text.slice(Math.max(0, text.lastIndexOf('\n', at) + 1, at - 60), at)
    const alone = !/[\w.$@-]/.test(text.charAt(at - 1)) && !/[\w$@-]/.test(text.charAt(at + value.length))
    if (
      alone &&
      !/(?:secret|senha|segredo|clave|passw\w*|pwd|pass)["'\w\])]{0,12}\s{0,3}(?:=>|[:=,])?\s{0,3}["'`]?$/i.test(line)
    )
      return true
  }
  return false
}

/** A secret as a setting has it, and as it was sent: what lies between the two tells who changed it. */
function unlikeSetting({ text, messages }: Trace): Said | undefined {
  if (!refused.test(text)) return undefined
  const settings = secretSettings(text)
  const [pair] = credentialsIn(text)
  if (settings.length === 0 || pair === undefined) return undefined
  const { id, secret, sent } = pair
  const equal = settings.find(({ value }) => value === secret)
  if (equal !== undefined) return otherSetting(equal, settings, sent, messages)
  for (const { name, value } of settings) {
    const found = changes.find(({ when }) => when(value, secret))
    if (found === undefined) continue
    return {
      of: found.of ?? 'client-secret-wrong',
      title: found.title,
      cause: `${quoted(name)} has ${value.length} characters in the text, but the secret sent for ${quoted(id)} has ${secret.length}: ${found.why}.`,
      fix: `${found.fix} Have the secret replaced: it is in the pasted text.`,
      telling: sent,
    }
  }
  return undefined
}

/** A setting whose value was sent although another one is meant: of the other environment, or a former value. */
function otherSetting(
  { name, value }: Setting,
  settings: Setting[],
  telling: string,
  messages: Message[],
): Said | undefined {
  const host = messages.findLast(({ kind, host: one }) => kind === 'token-request' && one !== '')?.host
  const others = settings.filter((one) => one.value !== value)
  const environment = (one: string) =>
    namesTest.test(one) ? 'the sandbox' : namesLive.test(one) ? 'production' : undefined
  const [of, at] = [environment(name), host === undefined ? undefined : isTestHost(host) ? 'the sandbox' : 'production']
  const meant = others.find((one) => environment(one.name) === at)
  if (of !== undefined && at !== undefined && of !== at)
    return {
      of: 'client-secret-wrong',
      title: `Secret from ${of} sent to ${at}`,
      cause: `The sent secret is the value of ${quoted(name)}, but the request goes to ${quoted(host)}. Each environment has its own clients and secrets.`,
      fix: `Make your app read ${meant === undefined ? `the secret of ${at}` : quoted(meant.name)} for ${quoted(host)}, and have both secrets replaced: they are in the pasted text.`,
      telling,
    }
  const same = others.find((one) => one.name.toLowerCase() === name.toLowerCase())
  return same === undefined
    ? undefined
    : {
        of: 'client-secret-wrong',
        title: `Your app uses a different ${name}`,
        cause: `The text contains two values of ${quoted(name)}, and they differ. The process probably still has the old value, or another file or variable overrides it.`,
        fix: `Restart the process, find out which place sets ${quoted(name)} last, and remove the others. Have the secret replaced: it is in the pasted text.`,
        telling,
      }
}

const namesTest = /(?:^|[_.-])(?:sandbox|sbx|sb|hml|hmg|homolog\w*|staging|stg|test|teste|dev|qa)(?=$|[_.-])/i
const namesLive = /(?:^|[_.-])(?:prod|prd|production|producao|live)(?=$|[_.-])/i

/** Credentials with a space or a line break at an end. */
function edged({ text }: Trace): Said | undefined {
  if (!refused.test(text)) return undefined
  const [odd] = credentialsIn(text).filter(({ id }) => id !== id.trim())
  if (odd !== undefined) return edgedClient(odd)
  const found = credentialsIn(text).find(({ secret }) => secret !== secret.trim() && secret.trim() !== '')
  if (found === undefined) return endedInStore(text)
  const sign = /[\r\n]/.test(found.secret) ? 'line break' : 'space'
  return {
    of: 'client-credentials-stray-whitespace',
    title: /\n$/.test(found.secret)
      ? 'The secret ends with a line break'
      : 'A space or line break became part of the credentials',
    cause: `The Basic credentials decode to ${quoted(found.id)} and a secret that begins or ends with a ${sign}, as added by a file, echo or an editor.`,
    fix: /\becho (?!-n)[^\n|]{1,160}\|[^\n]{0,20}base64/.test(text)
      ? 'Join and encode them without echo, which adds the line break behind the secret: printf \'%s:%s\' "$ID" "$SECRET" | base64 -w0.'
      : 'Trim the value when your app reads it, before joining it with the client ID.',
    telling: found.sent,
  }
}

/** A secret whose special characters were encoded as in a form, as RFC 6749 §2.3.1 has it, where this service shows none of that. */
function percentEncoded({ text }: Trace): Said | undefined {
  if (!refused.test(text)) return undefined
  const found = credentialsIn(text).find(({ secret }) => /%(?:2[1-9A-F]|3[A-F]|40|5[B-E]|7[B-E])/i.test(secret))
  return found === undefined
    ? undefined
    : {
        of: 'client-credentials-encoding',
        title: 'The secret was percent-encoded before base64',
        cause: `The Basic credentials decode to ${quoted(found.id)} and a secret with percent-encoded characters (${quoted(/%[0-9A-F]{2}/i.exec(found.secret)?.[0])}). The library percent-encodes both first, but the API guide shows them joined and base64-encoded unchanged.`,
        fix: 'Build the header from client_id:client_secret with only base64, or turn off percent-encoding in the library.',
        telling: found.sent,
      }
}

function edgedClient({ id, sent }: SentPair): Said {
  const sign = /[\r\n]/.test(id) ? 'line break' : 'space'
  return {
    of: 'client-credentials-stray-whitespace',
    title: `The client ID contains a ${sign}`,
    cause: `The Basic credentials decode to the client ID ${quoted(id.trim())} with a ${sign} at its start or end, as added by a file, echo or an editor.`,
    fix: "Store the client ID without it (printf '%s' instead of echo, --from-literal instead of --from-file), and trim the value when your app reads it.",
    telling: sent,
  }
}

/** A secret whose encoded form in a secret store ends with a line break. */
function endedInStore(text: string): Said | undefined {
  if (!/\bsecret\b/i.test(text) || !/\bbase64\b|kubectl|jsonpath|\bdata:|Opaque|SecretString/i.test(text))
    return undefined
  const found = encodedIn(text).find(({ plain }) => /^[\x21-\x7e]{4,200}\r?\n$/.test(plain) && !plain.includes(':'))
  return found === undefined
    ? undefined
    : {
        of: 'client-credentials-stray-whitespace',
        title: 'The stored value ends with a line break',
        cause: `The value in the secret store, ${quoted(found.sent.slice(0, 6))}…, decodes to text that ends with a line break, probably added by echo or an editor. Your app sends the line break with the value.`,
        fix: "Store it again without the line break (printf '%s' … | base64, or kubectl create secret --from-literal), and trim the value when your app reads it. Have the secret replaced: it is in the pasted text.",
        who: 'operator',
        telling: found.sent,
      }
}

interface Change {
  when: (setting: string, sent: string) => boolean
  of?: Said['of']
  title: string
  why: string
  fix: string
}

/** What programs, shells and files make of a value on its way. */
const changes: readonly Change[] = [
  {
    when: (setting, sent) => setting.includes('$') && withoutVariables(setting) === sent.trim(),
    title: 'Part of the secret was read as a variable',
    why: 'parts that begin with $ are missing, because the shell, Compose or a template read them as variables',
    fix: 'Put the value in single quotes (in a shell), write $$ for $ (in Compose), or read it from a file.',
  },
  {
    when: (setting, sent) => sent.length >= 2 && setting.startsWith(`${sent.trim()}#`),
    title: 'The secret was cut off at “#”',
    why: 'it ends before “#”, which begins a comment in an unquoted value',
    fix: 'Put the value in quotation marks in the file, and restart your app.',
  },
  {
    when: (setting, sent) => sent !== sent.trim() && setting.trim() === sent.trim(),
    of: 'client-credentials-stray-whitespace',
    title: 'The secret contains a space or line break',
    why: 'a space or a line break was added at its start or end',
    fix: 'Trim the value when your app reads it.',
  },
  {
    when: (setting, sent) =>
      sent !== setting && [decoded(sent), decoded(sent.replaceAll('+', '%20'))].includes(setting),
    of: 'client-credentials-encoding',
    title: 'The secret was percent-encoded before base64',
    why: 'its special characters were percent-encoded. The API guide shows client_id:client_secret encoded only with base64',
    fix: 'Encode client_id:client_secret only with base64; configure the library accordingly.',
  },
  {
    when: (setting, sent) => sent !== setting && decoded(setting) === sent,
    title: 'The secret was percent-decoded before it was sent',
    why: 'a part of it that looks percent-encoded was decoded',
    fix: 'Use the value of the setting as it is.',
  },
  {
    when: (setting, sent) => /^(["'“`]).*["'”`]$/s.test(sent) && sent.slice(1, -1) === setting,
    title: 'The secret was sent with quotation marks',
    why: 'the quotation marks of the file were sent with it',
    fix: 'Remove the quotation marks where the value is set (docker --env-file keeps them), or strip them where it is read.',
  },
  {
    when: (setting, sent) => sent.length >= 3 && sent.length < setting.length && setting.startsWith(sent),
    title: 'The secret was truncated before it was sent',
    why: 'its end is missing',
    fix: 'Check what reads the setting: it may stop at a special character or use too short a field.',
  },
  {
    when: (setting, sent) => setting.toLowerCase() === sent.toLowerCase(),
    title: 'The letter case of the secret was changed',
    why: 'upper and lower case differ',
    fix: 'Send the value unchanged: remove the code that converts its case.',
  },
  {
    when: (setting, sent) => sent.length > 5 && nearly(setting, sent),
    title: 'The secret contains a typing error',
    why: 'they differ in one character',
    fix: 'Copy the secret instead of typing it.',
  },
]

/** A value as a shell leaves it in which none of the variables are set. */
function withoutVariables(value: string): string {
  return value.replace(/\$(?:\{[^}]{0,60}\}|[A-Za-z_]\w*|[\d!?@*#$-])/g, '')
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

interface SentPair {
  id: string
  secret: string
  sent: string
}

/** What is encoded in a text as `id:secret`. */
export function credentialsIn(text: string): SentPair[] {
  return encodedIn(text).flatMap(({ plain, sent }) => {
    const colon = plain.indexOf(':')
    const id = plain.slice(0, colon)
    const secret = plain.slice(colon + 1)
    return colon > 2 && /^\s{0,2}[\w.@+/=~$!%*-]{3,120}\s{0,2}$/.test(id) && /^[\x20-\x7e\r\n]{1,300}$/.test(secret)
      ? [{ id, secret, sent }]
      : []
  })
}

/** The base64 runs of a text that decode to ASCII. */
export function encodedIn(text: string): { plain: string; sent: string }[] {
  return [...text.matchAll(/(?<![\w+/.-])(?<!==)[A-Za-z0-9+/]{12,2000}={0,2}(?![\w+/=-])/g)]
    .slice(0, 60)
    .flatMap(([sent]) => {
      const plain = sent.startsWith('eyJ') ? undefined : textOfBase64(sent)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what has zero bytes is looked for too
      return plain !== undefined && /^[\x00\r\n\x20-\x7e]+$/.test(plain) ? [{ plain, sent }] : []
    })
}

interface Setting {
  name: string
  value: string
}

/** The settings of a secret in a text, with their values as they are written. */
export function secretSettings(text: string): Setting[] {
  return [...text.matchAll(secretSetting)]
    .slice(0, 20)
    .flatMap(({ 1: name = '', 2: double, 3: single, 4: bare = '', index }) => {
      // A value in a form is encoded as forms are.
      const value = double ?? single ?? (text.charAt(index - 1) === '&' ? decoded(bare.replaceAll('+', '%20')) : bare)
      return value.length >= 6 &&
        !isPlaceholder(value) &&
        !/^\$\{?\w+\}?$|\(|^(?:process|os|env|config|settings)\./.test(value)
        ? [{ name, value }]
        : []
    })
}

const secretSetting =
  /(?<![\w.])([\w.-]{0,40}(?:secret|senha|segredo|clave|password|passwd|pwd))["'\]]{0,2}\s{0,3}(?:=>|:=|[:=])\s{0,3}(?:"([^"\n]{4,300})"|'([^'\n]{4,300})'|([^\s"'`,;]{4,300}))/gi

/** What a text contains where credentials were not accepted. */
export const refused =
  /\binvalid[_ ]?(?:client|request|header|token)|(?<![\d.])40[013](?![\d.])|client_not_found|unauthori[sz]ed|n[aã]o autorizad|steps\.jwt\./i

/**
 * A secret that is base64 of readable text. Eight characters or more that were drawn by chance decode to readable ones once
 * in some thousand times, so the cause is likely and no more.
 */
function encodedBefore({ text }: Trace): Said | undefined {
  if (!refused.test(text)) return undefined
  const found = credentialsIn(text).find(({ secret }) => {
    const inner = /^[A-Za-z0-9+/]{11,400}={0,2}$/.test(secret) ? textOfBase64(secret) : undefined
    return inner !== undefined && /^[\x20-\x7e]{8,}\s?$/.test(inner)
  })
  return found === undefined
    ? undefined
    : {
        of: 'client-credentials-malformed',
        title: 'The secret was base64-encoded before it was configured',
        cause: `The Basic credentials of ${quoted(found.id)} have a secret that is itself base64 of readable text. So the encoded form was stored as the secret (Kubernetes encodes stringData itself, and base64 values belong under data), and the service compares it with the plain one.`,
        fix: `Store the secret of ${quoted(found.id)} as it is, without base64, and restart the program. The secret is in what you pasted: have it replaced.`,
        telling: found.sent,
      }
}
