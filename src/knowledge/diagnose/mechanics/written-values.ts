import { inferred, standard } from '../../protocol/basis.ts'
import { nearly } from '../../text/nearly.ts'
import { quoted } from '../../text/quote.ts'
import { readSignals } from '../../text/signals.ts'
import { type Parameter, parametersIn } from '../facts/parameters.ts'
import type { FaultCode } from '../faults/catalogue.ts'
import type { CircumstanceRule } from '../trace/circumstance-rules.ts'
import { isPlaceholder } from '../trace/credentials.ts'
import type { Trace } from '../trace/message.ts'
import type { Said } from '../trace/rule.ts'
import { speaksOfFailure } from './failing.ts'

/** What a value shows by itself to be wrong with it, whatever product it is: its ends, its letters, what it repeats. */
export const writtenValueRules: readonly CircumstanceRule[] = [
  { basis: standard('RFC 6749 Appendix A', 'the value in the text'), find: edged },
  { basis: inferred('the value in the text'), find: twice },
  { basis: standard('RFC 3986 §3.1'), find: schemeWithUnderscore },
  { basis: inferred('the line of the file and the value in the text'), find: withComment },
  { basis: standard('RFC 9110 §8.3.1'), find: noMediaType },
  { basis: standard('RFC 6750 §2.1'), find: bearerWrittenOtherwise },
]

/** What a value is used for, by its name, and the entry that its defect is a case of. */
const roles: readonly [names: RegExp, role: string, of: FaultCode][] = [
  [/(?:^|_)(?:secret|client_secret|app_secret|secret_key)$/, 'client secret', 'client-credentials-stray-whitespace'],
  [/(?:^|_)(?:client|app|application|consumer)_(?:id|key)$/, 'client ID', 'client-credentials-stray-whitespace'],
  [/(?:^|_)api_?key$/, 'API key', 'api-key-refused'],
  [/(?:^|_)(?:access_|bearer_|auth_|refresh_)?token$/, 'token', 'authorization-malformed'],
  [/(?:^|_)(?:password|passwd|senha)$/, 'password', 'client-credentials-stray-whitespace'],
  [
    /(?:^|_)(?:tenant|tenant_id|realm|kid|key_id|team_id|code|audience|issuer)$/,
    'value',
    'form-field-stray-whitespace',
  ],
  [/(?:^|_)redirect_?ur[il]$/, 'redirect URI', 'redirect-uri-not-registered'],
]

function roleOf({ name }: Parameter): (typeof roles)[number] | undefined {
  return roles.find(([names]) => names.test(name))
}

/** A value with a blank or a line break at one of its ends. */
function edged({ text, words }: Trace): Said | undefined {
  if (!speaksOfFailure(words())) return undefined
  for (const parameter of parametersIn(text, readSignals(text))) {
    const { value, written } = parameter
    const bare = value.trim()
    if (bare === value || bare.length < 4 || /\s/.test(bare) || isPlaceholder(bare)) continue
    const [, role, of] = roleOf(parameter) ?? []
    if (role === undefined || of === undefined || /^(?:bearer|basic|dpop)$/i.test(bare)) continue
    const end = value.startsWith(bare) ? 'ends' : 'begins'
    const sign = /[\r\n]/.test(value) ? 'line break' : 'space'
    return {
      of,
      title: `The ${role === 'value' ? `value of ${quoted(written)}` : role} ${end} with a ${sign}`,
      cause: `${quoted(written)} ${end} with a ${sign}, probably added when it was copied or read from a file. It is sent as part of the value, so the value does not match the registered one.`,
      fix: `Remove the ${sign} from ${quoted(written)}, and trim the value when your app reads it.${/secret|password|token|key/i.test(role) ? ' Rotate the value: it is in the pasted text.' : ''}`,
      telling: written,
    }
  }
  return undefined
}

const longRun = /[A-Za-z0-9][A-Za-z0-9._-]{15,399}/g
const named =
  /(?:\bid\b|identifier|client|app(?:lication)?|tenant|key|secret|token|resource|audience|principal|user)[^\n]{0,60}$/i

/** A value that is put in twice, one behind the other. */
function twice({ text, words }: Trace): Said | undefined {
  if (!speaksOfFailure(words())) return undefined
  let left = 2_000
  for (const { 0: run, index } of text.matchAll(longRun)) {
    if (left-- === 0) break
    const half = run.slice(0, run.length / 2)
    if (run.length % 2 !== 0 || half !== run.slice(run.length / 2) || new Set(half).size < 6 || !/\d/.test(half))
      continue
    const before = text.slice(Math.max(0, index - 80), index)
    if (!named.test(before)) continue
    const secret = /secret|password|token/i.test(before.slice(-40))
    return {
      of: secret ? 'client-secret-wrong' : 'client-not-found',
      title: secret ? 'The value contains the secret twice' : `The value contains the ID twice`,
      cause: `The value that is sent has ${run.length} characters: ${secret ? 'the same' : quoted(half)} ${half.length} characters, and the same once more. It was probably pasted twice, or inserted by both a template and your app.`,
      fix: 'Remove the duplicate from the setting or your app.',
      telling: secret ? undefined : run,
    }
  }
  return undefined
}

/** A scheme of an app’s own with a character that no scheme may have. */
function schemeWithUnderscore({ text, words }: Trace): Said | undefined {
  if (!/redirect|callback|return|deep ?link|scheme/.test(words()) || !speaksOfFailure(words())) return undefined
  const scheme = [
    /(?<![\w+./-])([a-z][a-z\d+.-]{0,40}_[\w+.-]{0,60})(?::\/\/|%3A%2F%2F)[\w.-]/i,
    /redirect_?ur[il]["']?\s{0,3}[:=]\s{0,3}["']?([a-z][a-z\d+.-]{0,40}_[\w+.-]{0,60})(?::\/|%3A%2F)/i,
  ]
    .map((one) => one.exec(text)?.[1])
    .find((one) => one !== undefined)
  return scheme === undefined
    ? undefined
    : {
        of: 'redirect-uri-of-other-kind',
        title: `The URI scheme contains an underscore`,
        cause: `The redirect URI begins with ${quoted(`${scheme}:`)}. A scheme can contain only letters, digits, “+”, “-” and “.”, so the server rejects the URI, even if it is registered.`,
        fix: `Use a scheme without an underscore, such as ${quoted(scheme.replaceAll('_', ''))}, in the app and in the registration. If it comes from the package name, configure the scheme separately.`,
        telling: scheme,
      }
}

/** A remark behind a value in a file, which is read as a part of the value. */
function withComment({ text, words }: Trace): Said | undefined {
  if (!speaksOfFailure(words())) return undefined
  for (const [, name = '', value = '', remark = ''] of text.matchAll(
    /^[ \t]{0,9}(?:-\s{0,3}|export )?([A-Z][A-Z0-9_]{2,60})=([^\s#"'][^\s#]{0,200})[ \t]{1,20}(#[^\n]{2,200})$/gm,
  )) {
    const whole = `${value} ${remark.trim()}`
    if (text.indexOf(whole) === text.lastIndexOf(whole)) continue
    return {
      of: 'server-misconfigured',
      title: `The comment became part of ${name}`,
      cause: `The line has a comment after the value, and your app reads ${quoted(whole)} as the value. Some readers of such files (docker --env-file, systemd) do not support comments at the end of a line.`,
      fix: `Move the comment to a separate line above ${name}, and restart your app.`,
      who: 'operator',
      telling: whole,
    }
  }
  return undefined
}

const typesOfMedia = /^(?:application|text|multipart|image|audio|video|font|model|message|example|\*)$/
const usualTypes = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/xml',
  'application/octet-stream',
  'text/plain',
  'text/xml',
  'text/html',
]

/** A Content-Type that is none. */
function noMediaType({ text, words }: Trace): Said | undefined {
  if (!speaksOfFailure(words())) return undefined
  for (const [, sent = ''] of text.matchAll(
    /\bcontent-?type["']?\s{0,3}(?:=>|[:=,])\s{0,3}["']?([a-z][\w.+/-]{2,80})/gi,
  )) {
    const type = sent.toLowerCase()
    const [top = '', sub] = type.split('/')
    if (usualTypes.includes(type) || (sub === undefined && !/^(?:json|form|xml|x-www-form-urlencoded)$/.test(top)))
      continue
    const meant = usualTypes.find((one) => nearly(one, type)) ?? usualTypes.find((one) => sub === one.split('/')[1])
    if (typesOfMedia.test(top) && (meant === undefined || usualTypes.includes(type) || sub === meant.split('/')[1]))
      continue
    return {
      of: /form|token|grant/.test(words()) ? 'token-request-incomplete' : 'field-not-accepted',
      title: `The Content-Type ${quoted(sent)} is invalid`,
      cause: `The request’s Content-Type is ${quoted(sent)}, which is not a media type${meant === undefined ? '' : ` (probably ${quoted(meant)})`}, so the server does not read the body.`,
      fix: `Send Content-Type: ${meant ?? 'application/json (or application/x-www-form-urlencoded for a form)'}.`,
      telling: sent,
    }
  }
  return undefined
}

/** How people write the Authorization header otherwise than “Bearer”, one space and the token. */
const bearers: readonly { is: RegExp; title: string; why: string; unless?: RegExp }[] = [
  {
    is: /\bauthorization["']?\]?\s{0,3}(?:=>|[:=,])\s{0,3}["'`]?bearer(?:eyJ[\w-]{3}|\$\{|#\{|["'`]\s?[+.]\s?\w)/i,
    title: 'A space after Bearer is missing',
    why: '“Bearer” and the token are joined, so the server finds no token.',
  },
  {
    is: /\bauthorization["']?\]?\s{0,3}(?:=>|[:=,])\s{0,3}["'`]?bearer\s?:\s{0,3}(?:["'`]|\S)/i,
    title: 'There is a colon after Bearer',
    why: 'The scheme is “Bearer” without a colon.',
  },
  {
    is: /\bauthorization:[ \t]{0,3}bearer[ \t]{0,3}$/im,
    title: 'The token after Bearer is empty',
    why: 'The header contains only the scheme: the variable with the token was probably empty.',
  },
  {
    is: /\bauthorization["']?\s{0,3}[:=]\s{0,3}["']?bearer {2,9}eyJ[\w-]{3}/i,
    title: 'There are two spaces after Bearer',
    why: 'Recipients remove “Bearer” and one space, so the token begins with a space, and verification fails.',
  },
  {
    is: /\bauthorization["']?\s{0,3}:\s{0,3}["']?eyJ[\w-]{8}/i,
    title: 'The token is sent without “Bearer”',
    why: 'The header begins with the token, so the server reads it as a scheme and finds no token.',
    // The authorizers of Amazon API Gateway take the token without a scheme too.
    unless: /execute-api\.[\w-]{4,30}\.amazonaws\.com/,
  },
]

/** An Authorization header, as it was sent or as the program builds it, in which the token is not found. */
function bearerWrittenOtherwise({ text, words }: Trace): Said | undefined {
  if (
    !/(?<![\d.])40[013](?![\d.])|unauth|missing|credential|authorization (?:string|header)|not authori|invalid/.test(
      words(),
    )
  )
    return undefined
  const found = bearers
    .filter(({ unless }) => unless?.test(text) !== true)
    .map(({ is, ...one }) => ({ ...one, line: is.exec(text)?.[0] }))
    .find(({ line }) => line !== undefined)
  return found?.line === undefined
    ? undefined
    : {
        of: 'authorization-malformed',
        title: found.title,
        cause: `${quoted(found.line.replace(/eyJ[\w-]{0,8}/, 'eyJ…'), 60)} is sent. ${found.why}`,
        fix: 'Send Authorization: Bearer <token>, with one space. Do not send the request if there is no token.',
        telling: found.line,
      }
}
