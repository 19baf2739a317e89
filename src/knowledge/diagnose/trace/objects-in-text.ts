import { isBody } from './body-format.ts'
import type { MessageKind } from './message.ts'
import { usualName } from './parameter-names.ts'

/** An object, a map or a list of names and values, as a program writes or prints it. */
export interface ObjectInText {
  at: number
  end: number
  /** What it is by the names that it has: a message's parameters, the token response, the claims of a token. */
  is: MessageKind | 'token-response' | 'claims'
  parameters: [name: string, value: string][]
  /** Every value is in it; none is a variable of a program. */
  whole: boolean
  /** It is the text of a body in JSON. */
  json: boolean
}

/**
 * The objects of a text whose names say what they are. Names that stand together belong together, whatever stands
 * around them. Linear in the text: an object with others in it is not read as one.
 */
export function objectsIn(text: string): ObjectInText[] {
  const found: ObjectInText[] = []
  for (const match of [...text.matchAll(/\{([^{}]{6,6000})\}/g), ...text.matchAll(/\[([^[\]]{12,6000})\]/g)]) {
    if (found.length >= 100) break
    const inner = match[1] ?? ''
    const members = [...inner.matchAll(member)].slice(0, 60)
    const pairs = members.map(([, name = '', , double, single, bare = '']): [string, string] => [
      name,
      (double ?? single ?? bare.replace(/^\[(.*)\]$/, '$1')).trim(),
    ])
    const is = kindOf(new Set(pairs.map(([name]) => usualName(name) ?? name.toLowerCase())))
    if (is === undefined) continue
    found.push({
      at: match.index,
      end: match.index + match[0].length,
      is,
      parameters: pairs.filter(([name]) => usualName(name) !== undefined),
      // What maps print of themselves has values without quotes.
      whole: members.every(([, , divider, double, single]) => (double ?? single) !== undefined || divider === '='),
      json: match[0].startsWith('{"') && isBody(text, match.index),
    })
  }
  return found.sort((one, other) => one.at - other.at)
}

const member =
  /(?<![\w.$-])["'`:]?([A-Za-z][\w-]{1,30})["'`]?\s{0,3}(=>|[:=])\s{0,3}(?:"([^"\n]{0,4000})"|'([^'\n]{0,4000})'|([^\s,"'][^,\n"']{0,200}))/g

function kindOf(names: ReadonlySet<string>): ObjectInText['is'] | undefined {
  const has = (...some: string[]) => some.filter((name) => names.has(name)).length
  if (has('grant_type') > 0) return has('code', 'redirect_uri', 'refresh_token') > 0 ? 'token-request' : undefined
  if (has('client_secret', 'code_verifier') > 0) return undefined
  if (has('access_token', 'refresh_token', 'token_type', 'expires_in') > 1) return 'token-response'
  if (has('aud', 'exp', 'iat', 'sub', 'jti', 'nbf') > 1) return 'claims'
  if (has('response_type') > 0 && has('client_id', 'redirect_uri', 'scope') > 0) return 'authorization-request'
  if (has('code') > 0 && has('iss', 'state') > 0) return 'callback'
  return undefined
}
