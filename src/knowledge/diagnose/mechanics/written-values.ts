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
      cause: `${quoted(written)} ${end} with a ${sign}, which came with it when it was copied or read from a file. It is sent with the value, so the server compares another value than the registered one and refuses it.`,
      fix: `Remove the ${sign} from ${quoted(written)}, and trim the value when your app reads it.${/secret|password|token|key/i.test(role) ? ' The value is in what you pasted: replace it.' : ''}`,
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
      title: secret
        ? 'The secret is there twice, one behind the other'
        : `The ID ${quoted(half, 40)} is there twice in one value`,
      cause: `The value that is sent has ${run.length} characters: ${secret ? 'the same' : quoted(half)} ${half.length} characters, and the same once more. It was pasted twice, or a template and a program both put it in. No such value is registered.`,
      fix: 'Leave it once in the setting or your app that builds the request.',
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
        title: `The scheme ${quoted(scheme, 60)} has an underscore, so the URI is invalid`,
        cause: `The redirect URI begins with ${quoted(`${scheme}:`)}. A scheme has letters, digits, “+”, “-” and “.” alone. With the underscore the server cannot parse the URI and refuses it, though the same line is registered.`,
        fix: `Use a scheme without an underscore, such as ${quoted(scheme.replaceAll('_', ''))}, in the app and in the registration. Where it comes from the package name, set the scheme apart from it.`,
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
      cause: `The line has a comment behind the value, and your app shows ${quoted(whole)} as the value. What reads this file (docker --env-file, systemd, some loaders) takes the line to its end, so nothing equals the value.`,
      fix: `Put the comment on a line of its own above ${name}, and restart your app.`,
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
      title: `${quoted(sent)} is no media type`,
      cause: `The request names ${quoted(sent)} as its Content-Type. There is no such media type${meant === undefined ? '' : `; ${quoted(meant)} is meant`}, so the server does not read the body and finds none of its fields.`,
      fix: `Send Content-Type: ${meant ?? 'application/json (or application/x-www-form-urlencoded for a form)'}.`,
      telling: sent,
    }
  }
  return undefined
}

/** How people write the Authorization header otherwise than “Bearer”, one space and the token. */
const bearers: readonly { is: RegExp; title: string; why: string }[] = [
  {
    is: /\bauthorization["']?\]?\s{0,3}(?:=>|[:=,])\s{0,3}["'`]?bearer(?:eyJ[\w-]{3}|\$\{|#\{|["'`]\s?[+.]\s?\w)/i,
    title: 'There is no space between Bearer and the token',
    why: '“Bearer” and the token are written together, so the server reads one unknown word and finds no token.',
  },
  {
    is: /\bauthorization["']?\]?\s{0,3}(?:=>|[:=,])\s{0,3}["'`]?bearer\s?:\s{0,3}(?:["'`]|\S)/i,
    title: 'There is a colon behind Bearer',
    why: 'The scheme is “Bearer” without a colon; with one it is another scheme, which the server does not know.',
  },
  {
    is: /\bauthorization:[ \t]{0,3}bearer[ \t]{0,3}$/im,
    title: 'The token behind Bearer is empty',
    why: 'The header has the scheme and nothing behind it: the variable with the token was empty when the request was built.',
  },
  {
    is: /\bauthorization["']?\s{0,3}[:=]\s{0,3}["']?bearer {2,9}eyJ[\w-]{3}/i,
    title: 'There are two spaces behind Bearer',
    why: 'Receivers remove “Bearer” and one space, so the token that they check begins with a space and fails its signature.',
  },
  {
    is: /\bauthorization["']?\s{0,3}:\s{0,3}["']?eyJ[\w-]{8}/i,
    title: 'The token is sent without the word Bearer',
    why: 'The header begins with the token itself, so the server reads it as the name of a scheme and finds no token.',
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
    .map(({ is, ...one }) => ({ ...one, line: is.exec(text)?.[0] }))
    .find(({ line }) => line !== undefined)
  return found?.line === undefined
    ? undefined
    : {
        of: 'authorization-malformed',
        title: found.title,
        cause: `${quoted(found.line.replace(/eyJ[\w-]{0,8}/, 'eyJ…'), 60)} is what is sent or built. ${found.why} The token itself may be right.`,
        fix: 'Send “Authorization: Bearer ”, one space, and the token. Stop before the request where there is no token.',
        telling: found.line,
      }
}
