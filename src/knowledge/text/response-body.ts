import { header } from './header.ts'
import { parseJson } from './json.ts'

/** A body of a response, as far as it can be read. */
export type Body =
  | { kind: 'unknown' }
  | { kind: 'empty' }
  | { kind: 'json'; value: unknown }
  /** Begins as JSON, or is called JSON, and does not parse. */
  | { kind: 'broken-json' }
  | { kind: 'html' }
  | { kind: 'text'; text: string }

// The beginning of a web page, after the declaration and the comment that may be before it.
const page = /^(<\?xml[^>]*>\s*)?(<!--[^>]*-->\s*)?(<!doctype html|<html|<head|<body)/

const tag =
  /<(?:[!?]|\/?(?:html|head|title|body|meta|script|style|div|span|p|h\d|a|br|hr|b|i|ul|li|table|pre|form|img|center)\b)/i

// Longer bodies are not taken apart: the shapes that carry an error code are short, and the response must be quick.
const bodyLimit = 100_000

/** Reads the body of a response; header names are lower case. A body of over 100,000 characters is not taken apart. */
export function readBody(response: { headers?: Record<string, string>; body?: string } | undefined): Body {
  const body = response?.body
  if (body === undefined) return { kind: 'unknown' }
  const start = body.slice(0, 500).trimStart().toLowerCase()
  if (start === '' && body.trim() === '') return { kind: 'empty' }
  const type = header(response?.headers, 'content-type')?.value.toLowerCase() ?? ''
  // Some services call a form or a sentence HTML.
  const form = start.startsWith('error=') || !tag.test(body.slice(0, 20_000))
  const object = start.startsWith('{') && body.length <= bodyLimit && parseJson(body) !== undefined
  if ((type.includes('text/html') && !form && !object) || page.test(start)) return { kind: 'html' }
  const called = /[/+]json\b/.test(type)
  const looksLike = /^[[{]/.test(start)
  if (!called && !looksLike) return { kind: 'text', text: body.slice(0, bodyLimit) }
  if (body.length > bodyLimit) return { kind: 'unknown' }
  // Some servers put a byte order mark before it.
  const value = parseJson(body.replace(/^\ufeff/, ''))
  if (value !== undefined) return { kind: 'json', value }
  // Many servers call plain words JSON; and what is called something else, such as lines of JSON, need not be one value.
  const meant = called || type === '' || type.includes('octet-stream')
  return looksLike && meant ? { kind: 'broken-json' } : { kind: 'text', text: body }
}
