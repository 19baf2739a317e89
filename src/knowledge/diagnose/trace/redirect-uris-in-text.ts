import { parseForm } from '../../text/address.ts'
import { withoutEnd } from '../../text/ends.ts'

/** Whether a value is an address as a whole, and no variable or part of one. */
export function isWholeUri(value: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/{0,2}[\w.-]/i.test(value) && !/[*…<>{}$]|\.{3}/.test(value)
}

/** In what two addresses differ, in words. */
export function difference(one: string, other: string): string {
  if (one.replace(/\/$/, '') === other.replace(/\/$/, '')) return 'they differ in the trailing slash'
  if (one.replace(/^https?/, '') === other.replace(/^https?/, '')) return 'one begins with http, the other with https'
  if (one.toLowerCase() === other.toLowerCase()) return 'they differ in upper and lower case'
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return `they differ starting at character ${at + 1} on`
}

/** The redirect URIs that a text says are registered, in whatever form: a table, a setting, a sentence. */
export function registeredRedirectUris(text: string): string[] {
  return [...text.matchAll(/(?<![\w%=&?/])https?:\/\/[^\s"'`<>|,;)\]}]{4,400}/g)]
    .slice(0, 100)
    .flatMap(({ 0: written, index }) => {
      const before = text.slice(Math.max(0, text.lastIndexOf('\n', index) + 1, index - 160), index)
      const uri = withoutEnd(written, '.:')
      return registered.test(before) && !unregistered.test(before) && !/\/oauth2?\/(?:auth\w*|token)\b/.test(uri)
        ? [uri]
        : []
    })
}

const registered =
  /\b(?:cadastr\w*|regist(?:ered|ration|rad[oa]s?|ro)\b|whitelist\w*|allow(?:ed|list\w*)|permitid[oa]s?|autorizad[oa]s?|onboarding|formul[aá]rio|portal|on file|approved|homologad[oa]s?)\b/i
const unregistered = /\b(?:n[aã]o|not|nunca|never) (?:\w+ )?(?:cadastr|regist|allow|permitid|autorizad)/i

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
