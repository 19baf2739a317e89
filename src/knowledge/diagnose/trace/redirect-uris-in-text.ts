import { parseForm } from '../../text/address.ts'
import { difference } from '../../text/address-difference.ts'
import { withoutEnd } from '../../text/ends.ts'
import { quoted } from '../../text/quote.ts'
import type { Said } from './rule.ts'

/** Whether a value is an address as a whole, and no variable or part of one. */
export function isWholeUri(value: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/{0,2}[\w.-]/i.test(value) && !/[*…<>{}$]|\.{3}/.test(value)
}

/** The redirect URIs that a text says are registered, in whatever form: a table, a setting, a list, a sentence. */
function registeredRedirectUris(text: string): string[] {
  const found: string[] = []
  let end = -1
  for (const { 0: written, index } of [...text.matchAll(/(?<![\w%=&?/])https?:\/\/[^\s"'`<>|,;)\]}]{4,400}/g)].slice(
    0,
    100,
  )) {
    const start = text.lastIndexOf('\n', index) + 1
    const before = text.slice(Math.max(0, start, index - 160), index)
    const heading = itemMarks.test(before) ? headingBefore(text, start) : ''
    // An item of a list is registered where the one before it is, or where the heading says so.
    const listed = end >= 0 && itemMarks.test(text.slice(end, index).slice(0, 120))
    const said = [before, heading].some(
      (one) => (registered.test(one) || labelled.test(one)) && !notRegistered.test(one),
    )
    const uri = withoutEnd(written, '.:')
    end = -1
    if ((!said && !listed) || /\/oauth2?\/(?:auth\w*|token)\b/.test(uri)) continue
    found.push(uri)
    end = index + written.length
  }
  return found
}

/** What is written between the items of a list. */
const itemMarks = /^[\s,;|•*"'`()[\]{}–-]{0,120}(?:\(?\d{1,2}[.)]\s)?["'`]?$/

/** The line above a list, where it ends as headings do. */
function headingBefore(text: string, start: number): string {
  const line = text.slice(text.lastIndexOf('\n', start - 2) + 1, Math.max(0, start - 1)).slice(-160)
  return /[:[{(]\s{0,4}$/.test(line) ? line : ''
}

/** The registered redirect URI that is most like the one sent; undefined where that is registered itself, or none is shown. */
export function registeredInstead(sent: string, text: string): string | undefined {
  const uris = registeredRedirectUris(text)
  if (uris.includes(sent)) return undefined
  const alike = (uri: string) => {
    let start = 0
    while (start < uri.length && uri[start] === sent[start]) start += 1
    let end = 0
    while (end < uri.length - start && uri.at(-1 - end) === sent.at(-1 - end)) end += 1
    return start + end
  }
  return uris.sort((one, other) => alike(other) - alike(one))[0]
}

const registered =
  /\b(?:cadastr\w*|regist(?:ered|ration|rad[oa]s?|ro)\b|whitelist\w*|allow(?:ed|list\w*)|permitid[oa]s?|autorizad[oa]s?|onboarding|formul[aá]rio|portal|on file|approved|homologad[oa]s?)\b/i
/** A label for the redirect URI, as portals, contracts and letters have it; not a parameter and not what was sent. */
const labelled =
  /(?:^|[>|*•\-–—:;,.]\s{1,4}|[>|*•"'])\s{0,12}(?:valid |allowed )?(?:(?:endere[cç]os?|dire[cç](?:[cç][aã]o|ci[oó]n(?:es)?)|indirizz[oi]|adresses?|ur[il]s?|address(?:es)?|links?)(?:\(\w{1,3}\))? (?:d[eio] |of |zur )?(?:retorno|ritorno|reindirizzamento|redirecionamento|vuelta|redirec\w+|redirection|retour|return|callback|redirect|weiterleitung|r[uü]ckkehr)|(?:r[uü]ck(?:sprung|leitungs|kehr)|weiterleitungs|redirect|callback|return|reply)[ -]?(?:adressen?|ur[il]s?|address(?:es)?))(?:\(\w{1,3}\))?(?: ?#?\d{1,2})?["']?[ .…]{0,40}(?:=>|[:=|→.…])["'\s[(]{0,8}$/i
const notRegistered = /\b(?:n[aã]o|not|nunca|never) (?:\w+ )?(?:cadastr|regist|allow|permitid|autorizad)/i

/** What is said of a redirect URI that is not the one of the text which is registered. */
export function unregistered(sent: string, other: string, text: string, telling = sent): Said {
  const scheme = /^http:/.test(sent) && other.startsWith('https:') ? forwardedScheme.exec(text)?.[0].trim() : undefined
  return {
    of: 'redirect-uri-not-registered',
    title: 'The redirect URI is not registered',
    cause: `The authorization request sends ${quoted(sent)}, but ${quoted(other)} is registered: ${difference(sent, other)}. They must be identical.${
      scheme === undefined
        ? ''
        : ` Your app builds an http URL behind a proxy that terminates TLS; the relevant setting is ${quoted(scheme, 120)}.`
    }`,
    fix: `Send ${quoted(other)} in both requests${scheme === undefined ? '' : ' (configure your app to trust X-Forwarded-Proto, or set its public URL)'}, or have ${quoted(sent)} registered for the client by the identity team.`,
    telling,
  }
}

/** What frameworks have for the scheme behind a proxy: where it is missing, they build http addresses. */
const forwardedScheme =
  /^[^\n]{0,60}\b(?:SECURE_PROXY_SSL_HEADER|USE_X_FORWARDED_\w+|trust proxy|X-Forwarded-Proto|ForwardedHeaders|TrustProxies|ProxyFix|force_ssl|forward-headers-strategy|proxy-headers)\b[^\n]{0,100}/im
/** A redirect URI of the text that is another than the one sent in its scheme, its end or its capitals alone. */
export function otherRedirectUri(text: string, sent: string): string | undefined {
  const even = (one: string) =>
    one
      .toLowerCase()
      .replace(/^https?:\/\/(?:www\.)?/, '')
      .replace(/\/$/, '')
  return [...text.matchAll(/redirect_uri=(https?(?::\/\/|%3A%2F%2F)[^\s&"'<>]{3,500})/gi)]
    .slice(0, 20)
    .flatMap(([, value = '']) => parseForm(`u=${value}`).map(([, one]) => one))
    .find((one) => one !== sent && even(one) === even(sent))
}
