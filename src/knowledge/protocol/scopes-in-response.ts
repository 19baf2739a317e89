import { member } from '../text/member.ts'
import type { Body } from '../text/response-body.ts'

/** The scopes that a response says to be missing, in a list of its own or in its words; undefined where it names none. */
export function namedScopes(body: Body, words: string | undefined): string[] | undefined {
  return [listedIn(body), saidIn(words ?? '')].find((scopes) => scopes.length > 0)
}

/** The scopes that a body lists as needed, in a member of its own. */
function listedIn(body: Body): string[] {
  const value = body.kind === 'json' ? body.value : undefined
  const places = [value, member(value, 'error'), member(value, 'errors', '0'), member(value, 'errors', '0', 'context')]
  for (const place of places) {
    for (const name of ['needed', 'requiredScopes', 'required_scopes', 'missingScopes', 'missing_scopes', 'scope']) {
      const one = member(place, name)
      const list = Array.isArray(one)
        ? one.slice(0, 20)
        : typeof one === 'string'
          ? one.slice(0, 1000).split(/[\s,]+/)
          : []
      const scopes = list.filter((scope) => typeof scope === 'string' && /^[^\s,]{2,200}$/.test(scope))
      if (scopes.length > 0) return scopes as string[]
    }
  }
  return []
}

/** The scopes that a sentence about a missing scope names. */
function saidIn(text: string): string[] {
  if (!/scope/i.test(text)) return []
  const introduced =
    /required scopes?\b(?:\(s\))?(?: is| are)?:? *([\w:./*-]{2,200}(?:,? [\w:./*-]{2,200}){0,5})[.\s]*$/i.exec(
      text.slice(0, 1000),
    )
  if (introduced?.[1]) return introduced[1].split(/[, ]+/)
  const named = text
    .slice(0, 1000)
    .split(/[\s,;"'`“”[\]{}()]+/)
    .map((word) => word.replace(/[.:]+$/, ''))
    // With dots alone it may be a host or a class as well.
    .filter((word) => /^[A-Za-z][\w.-]*(?:[:/][\w.*-]+)+$/.test(word))
  const address = /\bscopes?\b["'“:\s(]{1,5}(https:\/\/[^\s"'”),;]+)/i.exec(text.slice(0, 1000))?.[1]
  if (address) named.push(address.replace(/[.]$/, ''))
  return named.length > 6 ? [] : named
}
