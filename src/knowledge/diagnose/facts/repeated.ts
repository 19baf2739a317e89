import type { Evidence } from './evidence.ts'
import { family, those } from './family.ts'

/** The same code, refresh token or assertion in two requests. */
export const repeated = family(['twice:code', 'twice:refresh_token', 'twice:assertion'], (evidence) => ({
  facts: those({
    'twice:code':
      sentTwice(evidence, /^(?:code|auth_code|authorization_code)$/) ||
      callbackTwice(evidence) ||
      codeTwice.test(evidence.words()),
    'twice:refresh_token':
      sentTwice(evidence, /^(?:refresh_token|rt)$/) || refreshTwice.test(evidence.words()) || masked(evidence),
    'twice:assertion': sentTwice(evidence, /^(?:client_assertion|assertion|jti)$/),
  }),
}))

/** Whether a value was sent in two places: two forms, or two log lines. */
function sentTwice(evidence: Evidence, name: RegExp): boolean {
  const places = new Map<string, number>()
  for (const parameter of evidence.parameters()) {
    if (
      !name.test(parameter.name) ||
      parameter.value.length < 5 ||
      /^(?:code|token|null|undefined|refresh_token)$/i.test(parameter.value)
    )
      continue
    const before = places.get(parameter.value)
    if (before !== undefined && separate(evidence.text(), before, parameter.at)) return true
    places.set(parameter.value, parameter.at)
  }
  return false
}

/** Two places are two requests when a line, a method or a grant of its own lies between them; a callback and its exchange are none. */
function separate(text: string, from: number, to: number): boolean {
  const between = text.slice(from, Math.min(to, from + 20_000))
  if (to - from < 8 || !between.includes('\n')) return false
  const exchanges = (part: string) => /grant_type|\/token\b|exchang|refresh|POST|troca|renov/i.test(part)
  const line = (at: number) => lineAround(text, at)
  // The response that brings a token, and the request that uses it, are not two uses.
  const brought = (part: string) =>
    /[?&]code=[^\s]{0,2000}(?:state|iss)=|callback|"access_token"|expires_in|Location:|\b302\b/i.test(part)
  return !brought(line(from)) && (exchanges(line(to)) || exchanges(between) || /^\S/.test(line(to)))
}

function lineAround(text: string, at: number): string {
  const before =
    text
      .slice(Math.max(0, at - 500), at)
      .split('\n')
      .at(-1) ?? ''
  return before + (text.slice(at, at + 300).split('\n')[0] ?? '')
}

/** The same callback loaded twice: two lines with one path and one code. */
function callbackTwice(evidence: Evidence): boolean {
  const seen = new Set<string>()
  for (const { index, 0: whole, 1: method = '', 2: path = '', 3: code = '' } of evidence
    .text()
    .matchAll(/\b(GET|POST)\s{1,3}["']?(\S{0,200}?)\?(?:[^\s&]{1,400}&){0,6}code=([^\s&"']{4,2000})/g)) {
    const key = `${method} ${path} ${code}`
    if (seen.has(key) && index > 0 && whole !== '') return true
    seen.add(key)
  }
  return false
}

/** Values that a log shows in part, twice in requests of their own. */
function masked(evidence: Evidence): boolean {
  const seen = new Map<string, number>()
  for (const { 1: shown = '', index } of evidence
    .text()
    .matchAll(
      /\b(?:refresh[_ ]?token|rt)\b["']?\s{0,2}[:=]?\s{0,2}["']?([\w-]{2,12}(?:\*{2,20}|\.{3,6}|…|x{4,20})[\w-]{0,12})/gi,
    )) {
    const before = seen.get(shown)
    if (before !== undefined && evidence.text().slice(before, index).includes('\n')) return true
    seen.set(shown, index)
  }
  return false
}

const codeTwice =
  /\b(?:code|codigo)\b[^.\n]{0,60}\b(?:used|redeemed|exchanged|sent|submitted|usado|trocado|enviado|utilizad[oa]|canjeado)\b[^.\n]{0,30}\b(?:twice|two times|more than once|again|a second time|duas vezes|de novo|mais de uma vez|dos veces|mas de una vez|novamente)\b|\b(?:useeffect|callback|component|request)\b[^.\n]{0,60}\b(?:runs?|called|fires?|executa|executed|chamad[oa])\b[^.\n]{0,20}\b(?:twice|duas vezes|dos veces)\b|strict ?mode/
const refreshTwice =
  /\brefresh[_ ]?tokens?\b[^.\n]{0,80}\b(?:twice|reused|re-used|reuse detected|more than once|two times|duas vezes|reutiliz\w+|dos veces|already (?:been )?used|maximum allowed refresh token reuse)\b/
