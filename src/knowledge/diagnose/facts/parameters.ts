import { parseForm } from '../../text/address.ts'
import type { Signals } from '../../text/signals.ts'

/** A named value in a text. */
export interface Parameter {
  /** In small letters, words joined by `_`: `redirectUri` and `Redirect-URI` are `redirect_uri`. */
  name: string
  /** The name as it is. */
  written: string
  /** Without quotes, decoded once where it stood in a form or an address. */
  value: string
  at: number
  /** How it stood in the text. */
  in: 'form' | 'pair'
}

const parameterLimit = 4_000
// A query or a form: at least one pair behind `?`, `#` or `&`, or before `&`.
const form =
  /(?<=[?#&]|(?<![\w%.&=-]))[A-Za-z][\w.%[\]-]{0,60}=[^\s&"'<>`]{0,6000}(?:&[A-Za-z][\w.%[\]-]{0,60}=[^\s&"'<>`]{0,6000}){0,60}/g
const array =
  /(?<![\w$-])["']?([A-Za-z_][\w.-]{0,40})["'\]]{0,2}[ \t]{0,4}(?:=>|[:=])\s{0,4}(?:Array\s{0,4})?[[(]((?:\s{0,20}["'][^"'\n]{1,300}["'],?){1,30})\s{0,20}[\])]/g

/** Every named value of a text in the order in which they stand; values of lists one by one. */
export function parametersIn(text: string, { pairs }: Signals): Parameter[] {
  const found: Parameter[] = []
  const forms: { from: number; to: number }[] = []
  for (const match of text.matchAll(form)) {
    if (found.length > parameterLimit) break
    // `a=b` alone is a pair of the text and no form.
    if (!match[0].includes('&') && !'?#&'.includes(text.charAt(match.index - 1) || ' ')) continue
    forms.push({ from: match.index, to: match.index + match[0].length })
    for (const [name, value] of parseForm(match[0]))
      found.push({ name: plainName(name), written: name, value, at: match.index, in: 'form' })
  }
  let next = 0
  for (const { name, value, at } of [...pairs].sort((one, other) => one.at - other.at)) {
    while (next < forms.length && (forms[next]?.to ?? 0) <= at) next += 1
    if (at < (forms[next]?.from ?? Number.POSITIVE_INFINITY))
      for (const one of nested(name, value)) found.push({ ...one, written: name, at, in: 'pair' })
  }
  for (const match of text.matchAll(array)) {
    if (found.length > parameterLimit) break
    for (const [, value = ''] of (match[2] ?? '').matchAll(/["']([^"']{1,300})["']/g))
      found.push({ name: plainName(match[1] ?? ''), written: match[1] ?? '', value, at: match.index, in: 'pair' })
  }
  return found.sort((one, other) => one.at - other.at)
}

/** A pair, and the one that its value is: `Request details: redirect_uri=https://a`. */
function nested(name: string, value: string): { name: string; value: string }[] {
  const own = { name: plainName(name), value: decoded(value) }
  const [, inner, rest] = /^["']?([A-Za-z][\w-]{1,40})=([^=\s][\s\S]{0,600})$/.exec(value) ?? []
  return inner === undefined || rest === undefined ? [own] : [own, { name: plainName(inner), value: decoded(rest) }]
}

function plainName(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[-.\s]+/g, '_')
    .toLowerCase()
}

/** A value as it was meant: `https%3A%2F%2Fa` is an address. */
function decoded(value: string): string {
  if (!/^[\w.~-]*%[0-9a-f]{2}/i.test(value)) return value
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
