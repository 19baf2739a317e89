import { parseAddress } from '../../text/address.ts'
import { withoutEnd } from '../../text/ends.ts'
import type { Mark, Spanned } from './mark.ts'
import type { MessageKind } from './message.ts'

/** The addresses of a text that a message of the flow goes to, with the method that is named beside them. Linear in the text. */
export function addressesIn(text: string): Spanned<Extract<Mark, { is: 'address' }>>[] {
  const found: Spanned<Extract<Mark, { is: 'address' }>>[] = []
  for (const match of text.matchAll(addressPattern)) {
    if (found.length >= 300) break
    const [, before, written = ''] = match
    const url = withoutEnd(written, '.,;:')
    const start = match.index + match[0].length - written.length
    if (namedAsValue.test(text.slice(Math.max(0, start - 40), start))) continue
    const kind = kindOf(url, before !== undefined)
    if (kind === undefined) continue
    found.push({
      is: 'address',
      at: match.index,
      end: start + url.length,
      kind,
      url,
      method: before ?? methodAround(text, start, start + url.length),
    })
  }
  return found
}

const method = 'GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS'
const sign = String.raw`(?:[^\s"'\`<>{}|\\)\],]|,(?=[^\s"'])|\{\{?[\w. -]{1,40}\}\}?|<[\w -]{1,40}>|\$\{\w{1,40}\})`
const addressPattern = new RegExp(
  String.raw`(?:\b(${method})\b["'\`]?[\s:,(]{1,4}["'\`]?)?((?:https?:\/\/(?:\w{1,60}:[^\s@/]{1,100}@)?${sign}{2,4000})|(?<![\w/.@:%-])(?:localhost|(?:[\w-]{1,63}\.){1,6}[a-z]{2,12})(?::\d{1,5})?\/${sign}{1,4000}|(?<![\w./:-])(?:\$\{?\w{1,40}\}?|\{\{?\w{1,40}\}?\}|<\w{1,40}>)?\/${sign}{1,4000})`,
  'g',
)

/** Names whose values are addresses that nobody called. */
const namedAsValue =
  /(?:redirect_?ur[il]|(?<![\w-])code(?=["'\]]{1,2}\s{0,2}[:=])|callback_?url|iss(?:uer)?|aud(?:ience)?|jku|jwks_uri|resource|error_uri|referer|origin|(?<!REQUEST)_(?:URL|URI|HOST))["'\]]{0,2}\s{0,2}[:=]>?\s{0,3}\[?\s{0,3}["'<[]?$/i

/** What a message to an address is, by its path and parameters; undefined for an address of nothing that is looked for. */
function kindOf(url: string, called: boolean): MessageKind | undefined {
  const { path, query } = parseAddress(url.slice(0, 8_000))
  const has = (name: string) => query.some(([one]) => one === name)
  if (/\/(?:token|oauth2?\/(?:access_token|tokens))\/?$/i.test(path) && !/\.well-known/.test(path))
    return 'token-request'
  if (/\/authori[sz]e\/?$/i.test(path) || has('response_type') || (has('client_id') && has('redirect_uri')))
    return 'authorization-request'
  if (/\/oauth2?\/auth\/?$/.test(path)) return 'authorization-request'
  if ((has('code') || has('error')) && !has('grant_type')) return 'callback'
  if (/\/v\d{1,2}\/[\w{<%$-]/.test(path)) return 'api-request'
  return called && bankingPath.test(path) ? 'api-request' : undefined
}

const bankingPath = /\/(?:bank-slips|accounts|payments|authorized-direct-debits|statements|webhooks)\b/

/** The method that code, a command or a record names beside an address. */
function methodAround(text: string, start: number, end: number): string | undefined {
  const before = text.slice(Math.max(0, start - 160), start)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const call =
    /(?<![A-Za-z])(?:[A-Za-z][\w]{0,20}?[._:]{1,2}|(?:do|http|send|rest)_?)?(get|post|put|patch|delete)(?:Async|ForObject|ForEntity|JSON|Form)?(?:<[^<>]{0,80}>)?\(\s{0,9}["'`]?$/i.exec(
      line,
    ) ?? /["'](GET|POST|PUT|PATCH|DELETE)["'],\s{0,40}["']?(?:\w{1,16}["']?\s{0,2}[:=]\s{0,2}["']?)?$/.exec(line)
  const named =
    /(?:-X\s?|--request\s|\bmethod["']?\s{0,2}(?:[:=]>?|=>)\s{0,2})["']?(get|post|put|patch|delete)\b[^\n]{0,120}$/i.exec(
      line,
    )
  const record =
    /\bmethod["']?\s{0,2}[:=]\s{0,2}["']?(get|post|put|patch|delete)["']?,?\s{1,40}["']?\w{2,12}["']?\s{0,2}[:=]\s{0,2}["']?$/i.exec(
      before,
    )
  const after = text.slice(end, end + 300)
  const later = /^[^\n]{0,60}?\bmethod["']?\s{0,2}[:=]\s{0,2}["']?(get|post|put|patch|delete)\b/i.exec(after)
  const listed = /^\s{0,3}\n[ \t]{0,8}(?:request )?method:?\s{1,3}["']?(GET|POST|PUT|PATCH|DELETE)\b/i.exec(after)
  const command = /\bcurl\b[^\n]{0,150}$/.test(line)
    ? (/(?:-X\s?|--request\s)["']?(GET|POST|PUT|PATCH|DELETE)\b/.exec(after.split('\n')[0] ?? '')?.[1] ??
      (/\s(?:-d|--data\S{0,12}|-F|--form)\s/.test(line + after) ? 'POST' : undefined))
    : undefined
  // PHP's own function reads, unless its context names another method.
  if (/\bfile_get_contents\(\s{0,4}["']$/.test(line) && !/["']method["']/.test(after)) return 'GET'
  return (call?.[1] ?? named?.[1] ?? record?.[1] ?? later?.[1] ?? listed?.[1] ?? command)?.toUpperCase()
}
