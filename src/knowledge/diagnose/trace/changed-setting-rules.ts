import { documented, inferred } from '../../protocol/basis.ts'
import { difference } from '../../text/address-difference.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'
import type { Trace } from './message.ts'
import { isWholeUri, registeredInstead, unregistered } from './redirect-uris-in-text.ts'
import type { Said } from './rule.ts'

/** What readers of settings make of the signs in a value: variables, comments, escapes (§5.2). */
export const changedSettingRules: readonly CircumstanceRule[] = [
  { own: 'unless-named', basis: documented('§5.2', inferred('the warning in the text')), find: variableInSecret },
  { own: 'unless-named', basis: documented('§5.2', inferred('the setting in the text')), find: readOtherwise },
  { own: 'unless-named', basis: documented('§2.3', inferred('the two settings')), find: twoRedirectSettings },
  {
    own: true,
    basis: documented('§1 and §2.1: the redirect URI is registered', inferred('the two values')),
    find: unlikeRegistered,
  },
]

const clientRefused =
  /\binvalid_client\b|\bclient_not_found\b|(?<![\d.])401(?![\d.])|client authentication failed|unauthori[sz]ed/i

/** A warning of Compose or a shell that a part of a value was taken for a variable. */
function variableInSecret({ text }: Trace): Said | undefined {
  if (!clientRefused.test(text)) return undefined
  const [warning, name = ''] =
    /["'\\]{0,3}\b(\w{1,60})["'\\]{0,3} variable is not set\b[^\n]{0,60}|\b(\w{1,60}): unbound variable|![\w.-]{1,40}: event not found/i.exec(
      text,
    ) ?? []
  if (warning === undefined || /^(?:AURORA|CLIENT|APP|DB|API|[A-Z]+_[A-Z_]+$)/.test(name)) return undefined
  const history = /event not found/i.test(warning)
  return {
    of: 'client-secret-wrong',
    title: 'Part of the secret was read as a variable',
    cause: `${quoted(warning.trim(), 100)} shows that ${history ? 'the shell treated “!” and the text after it as a history command' : `the value contains ${quoted(`$${name}`)}, which was replaced as an unset variable`}. The secret that is sent is therefore not the registered one.`,
    fix: history
      ? 'Put the value in single quotes in the shell, or read it from a file.'
      : 'Write $$ for $ in a Compose file, put the value in single quotes in a shell, or read it from a file. Then restart your app.',
    who: 'operator',
    telling: name === '' ? undefined : name,
  }
}

/** What each reader of settings takes as a sign of its own. */
const readers: readonly { sign: RegExp; left: (value: string) => string; title: string; why: string; fix: string }[] = [
  {
    sign: /.#/,
    left: (value) => value.slice(0, value.indexOf('#')).trimEnd(),
    title: 'The secret was cut off at “#”',
    why: 'In an unquoted value, “#” begins a comment, so the rest is ignored',
    fix: 'Put the value in quotation marks in the file, and restart your app.',
  },
  {
    sign: /\$/,
    left: (value) => value.replace(/\$(?:\{[^}]{0,60}\}|[A-Za-z_]\w*|[\d!?@*#$-])/g, ''),
    title: 'Part of the secret was read as a variable',
    why: 'The part after “$” was read as an unset variable and removed',
    fix: 'Write $$ for $ in a Compose file, or put the value in single quotes in a shell.',
  },
  {
    sign: /\\/,
    left: (value) => value.replace(/\\(.)/g, '$1'),
    title: 'Backslashes in the secret were read as escapes',
    why: 'Backslashes in this file are read as escape sequences',
    fix: 'Write each backslash twice, or read the value from an environment variable.',
  },
]

const secretLine =
  /^[ \t-]{0,12}(?:export |set |ENV )?["']?([\w.-]{0,40}(?:secret|senha|segredo|password|passwd|pwd|clave))["']?\s{0,3}(?:=>|[:=])\s{0,3}([^\s"'`]{5,200})[ \t]{0,4}$/gim

/** A setting that its reader shortens, and a length in the text that is the shortened one. */
function readOtherwise({ text }: Trace): Said | undefined {
  if (!clientRefused.test(text)) return undefined
  const lengths = [
    ...text.matchAll(
      /\b(?:len(?:gth)?|size|tamanho|longitud)\b[^\n\d]{0,24}(\d{1,3})(?![\d.])|(?<![\d.])(\d{1,3}) ?(?:chars?|characters|caracteres)\b/gi,
    ),
  ]
    .slice(0, 20)
    .map(([, one, other]) => Number(one ?? other))
  for (const [, name = '', value = ''] of [...text.matchAll(secretLine)].slice(0, 20)) {
    for (const { sign, left, title, why, fix } of readers) {
      const rest = left(value)
      if (!sign.test(value) || rest === value || !lengths.includes(rest.length)) continue
      return {
        of: 'client-secret-wrong',
        title,
        cause: `${quoted(name)} has ${value.length} characters in the file, but your app has ${rest.length}. ${why}.`,
        fix: `${fix} Have the secret replaced: it is in the pasted text.`,
        who: 'operator',
        telling: name,
      }
    }
  }
  return undefined
}

const redirectSetting =
  /(?<![\w.-])([\w.-]{0,40}(?:redirect|callback|return|retorno)[_.-]?(?:ur[il])?[\w.-]{0,12})["']?\s{0,3}(?:=>|[:=])\s{0,3}["'`]?(https?:\/\/[^\s"'`,;)}&]{4,300})/gi

/** Two settings of the redirect URI, one for each request, that are nearly the same. */
function twoRedirectSettings({ text }: Trace): Said | undefined {
  if (!/invalid_grant|redirect_uri_mismatch|redirect[_ ]ur[il][^\n]{0,40}(?:mismatch|differ)/i.test(text))
    return undefined
  const settings = [...text.matchAll(redirectSetting)]
    .slice(0, 20)
    .map(([, name = '', value = '']) => ({ name, value }))
  const even = (one: string) =>
    one
      .toLowerCase()
      .replace(/^https?:\/\/(?:www\.)?/, '')
      .replace(/\/$/, '')
  for (const one of settings) {
    const other = settings.find(
      ({ name, value }) => name !== one.name && value !== one.value && even(value) === even(one.value),
    )
    if (other === undefined) continue
    return {
      of: 'redirect-uri-differs',
      title: 'The two requests use different redirect URIs',
      cause: `${quoted(one.name)} is ${quoted(one.value)}, and ${quoted(other.name)} is ${quoted(other.value)}: ${difference(one.value, other.value)}. They must be identical.`,
      fix: 'Use one setting with the registered redirect URI for both requests. Then start the sign-in again for a new code.',
      telling: other.value,
    }
  }
  return undefined
}

const redirectRefused =
  /redirect[_ -]?ur[il]\b[^\n]{0,60}(?:not|n[aã]o|inv|mismatch|differ|no )|invalid[_ ]redirect|(?:endere[cç]o|ur[il]|adresse|direcci[oó]n|indirizzo) d[ei] (?:retorno|ritorno|redirec\w+|reindirizz\w+|retour|vuelta)|r[uü]cksprung|weiterleitungsadresse/i

/** A redirect URI that the text shows as sent, and one that it shows as registered, wherever the two are. */
function unlikeRegistered({ text }: Trace): Said | undefined {
  if (!redirectRefused.test(text)) return undefined
  const [, written = ''] =
    /\bredirect_uri["']?\s{0,3}[:=]\s{0,3}["']?(https?(?::\/\/|%3A%2F%2F)[^\s&"'<>,;]{3,400})/i.exec(text) ?? []
  const sent = decodeOnce(written)
  const other = sent === '' ? undefined : registeredInstead(sent, text)
  if (other === undefined || !isWholeUri(sent)) return undefined
  return unregistered(sent, other, text, written)
}

function decodeOnce(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
