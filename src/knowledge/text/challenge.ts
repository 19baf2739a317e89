/** One challenge of a `WWW-Authenticate` header: its scheme as written, and parameters by lower-case name. */
export interface Challenge {
  scheme: string
  /** A null-prototype table; the first value counts where a name comes twice. */
  parameters: Record<string, string>
  /** The token68 value of schemes such as Negotiate. */
  token68?: string
}

/**
 * Reads a `WWW-Authenticate` value (RFC 9110 §11.6.1): several challenges in one header, quoted strings with escapes,
 * token68. Never throws; what does not follow the grammar is skipped up to the next comma.
 */
export function parseChallenges(header: string): Challenge[] {
  const challenges: Challenge[] = []
  let rest = header.slice(0, 16_000)
  while (rest !== '') {
    rest = rest.replace(/^[\s,]+/, '')
    const parameter = readParameter(rest)
    const open = challenges.at(-1)
    if (parameter !== undefined && open !== undefined) {
      if (!(parameter.name in open.parameters)) open.parameters[parameter.name] = parameter.value
      rest = rest.slice(parameter.length)
      continue
    }
    const scheme = parameter === undefined ? /^[!#$%&'*+.^_`|~\w-]+(?=\s|,|$)/.exec(rest)?.[0] : undefined
    if (scheme === undefined) {
      const comma = rest.indexOf(',')
      rest = comma < 0 ? '' : rest.slice(comma + 1)
      continue
    }
    const challenge: Challenge = { scheme, parameters: Object.create(null) as Record<string, string> }
    challenges.push(challenge)
    rest = rest.slice(scheme.length)
    const token68 = /^ +([\w.~+/-]+=*)[ \t]*(?=,|$)/.exec(rest)
    // A lone word before a comma is a token68 only here: a parameter always has its equals sign and a value.
    if (token68?.[1] !== undefined) {
      challenge.token68 = token68[1]
      rest = rest.slice(token68[0].length)
    }
  }
  return challenges
}

const token = /^([!#$%&'*+.^_`|~\w-]+)[ \t]*=[ \t]*/
const quoted = /^"((?:[^"\\]|\\.)*)("|$)/s
const plain = /^[^\s,"]+/

function readParameter(text: string): { name: string; value: string; length: number } | undefined {
  const name = token.exec(text)
  if (name?.[1] === undefined) return undefined
  const rest = text.slice(name[0].length)
  const inQuotes = quoted.exec(rest)
  if (inQuotes?.[1] !== undefined) {
    const value = inQuotes[1].replace(/\\(.)/gs, '$1')
    return { name: name[1].toLowerCase(), value, length: name[0].length + inQuotes[0].length }
  }
  const bare = plain.exec(rest)
  if (bare === null) return undefined
  return { name: name[1].toLowerCase(), value: bare[0], length: name[0].length + bare[0].length }
}
