import { parseScope } from '../../protocol/scopes.ts'
import { type Trace, valueIn } from './message.ts'

/** The scopes that a text names, by the part that they play; each list as far as it is shown. */
export interface ScopesInText {
  /** What the authorization request asks for; undefined where the text does not show it. */
  requested?: string[]
  /** What the token response or the token has. */
  granted?: string[]
  /** What is registered or allowed for the client. */
  allowed?: string[]
  /** What the API says that the call needs (RFC 6750 §3). */
  needed?: string[]
}

/**
 * Reads the scopes of a text, whatever shows them: requests, responses, lists, settings, tables, sentences. A line says what
 * its scopes are by its own words, or by the line before it. Linear in the text.
 */
export function scopesInText({ text, messages }: Trace): ScopesInText {
  const found: Required<{ [Part in keyof ScopesInText]: string[] }> = {
    requested: [],
    granted: [],
    allowed: [],
    needed: [],
  }
  const asked = messages.findLast(({ kind, parameters }) => kind === 'authorization-request' && parameters.has('scope'))
  found.requested.push(...namesIn((asked && valueIn(asked, 'scope')) ?? ''))
  let before = ''
  for (const line of text.split('\n').slice(0, 2_000)) {
    const cut = line.slice(0, 4_000)
    for (const { names, lead, behind } of listsIn(cut)) {
      const part = partOf(lead, behind) ?? partOf(before, '') ?? (named.test(lead) ? 'requested' : undefined)
      // What a session has recorded is all that was requested.
      if (part !== undefined && !(part === 'requested' && asked?.at === -1)) found[part].push(...names)
    }
    if (cut.trim() !== '') before = cut.slice(0, 200)
  }
  const unique = (names: string[]) => (names.length === 0 ? undefined : [...new Set(names)].slice(0, 60))
  return {
    requested: unique(found.requested),
    granted: unique(found.granted),
    allowed: unique(found.allowed),
    needed: unique(found.needed),
  }
}

/** The part that a list plays by the words beside it; what stands closest before it says most. */
function partOf(lead: string, behind: string): keyof ScopesInText | undefined {
  const last = parts
    .map(([part, words]) => ({ part, at: lastOf(words, lead) }))
    .sort((one, other) => other.at - one.at)[0]
  if (last !== undefined && last.at >= 0) return last.part
  return parts.find(([, words]) => words.test(behind))?.[0]
}

function lastOf(words: RegExp, line: string): number {
  return [...line.matchAll(new RegExp(words, 'gi'))].at(-1)?.index ?? -1
}

/** What is before a list of scopes that is called so and no more, as in settings. */
const named = /(?:scopes?|escopos?|alcances?)["'\]]{0,2}\s{0,3}(?:=>|[:=])\s{0,3}["'`([]{0,3}$/i

const parts: readonly (readonly [keyof ScopesInText, RegExp])[] = [
  [
    'granted',
    /\b(?:grant(?:ed|s)?\b(?!_type)|conced\w+|otorg\w+|devolvid\w+|devuelt\w+|returned|access_token|token_type|expires_in|token response|resposta do token|respuesta del token|\/oauth2\/token|in the token|token (?:has|had|has got|tem|tinha|tiene|trae|traz|trajo|brings|scopes?)|token\W{1,12}(?:status\W{1,5})?200|(?:no|do|del?|el|en el) token|claims?|["'](?:iss|aud|sub|iat)["']|got back|received|veio|vieram|vino)\b/i,
  ],
  [
    'allowed',
    /\b(?:allowed|allows|permitid\w+|liberad\w+|habilitad\w+|enabled|portal|registered|registration|cadastr\w+|registrad\w+|autorizad\w+|approved|doc(?:s|umentation)?|manual|gu[ií]a|guide|available|supported|client has)\b/i,
  ],
  [
    'needed',
    /\b(?:insufficient_scope|www-authenticate|requires?|required|needs?|needed|necess\w+|exig\w+|precisa\w*|requiere\w*|requerid\w+)\b/i,
  ],
  [
    'requested',
    /\b(?:request(?:ed|s|ing)?|solicit\w+|pedid\w+|pedim\w+|pedi\b|pidi\w*|pedir|asked?|asking|authori[sz]e(?:_url)?|login|sign-?in|consent\w*|enviad\w+|sent|we send|\w+_SCOPES?)\b/i,
  ],
]

/** The runs of scopes in a line, with what is before and behind them. */
function listsIn(line: string): { names: string[]; lead: string; behind: string }[] {
  return [...line.matchAll(run)].slice(0, 20).flatMap((match) => {
    const names = namesIn(match[0])
    const lead = line.slice(0, match.index)
    // A word of the list alone is a word of a sentence, unless it is named as a scope.
    const shown =
      names.some((one) => one.includes('/')) ||
      names.length > 1 ||
      partOf(lead.slice(-24), '') !== undefined ||
      /scopes?["'\]]{0,2}(?: was| is)?\s{0,3}(?:=>|[:=])?\s{0,3}["'`([]{0,2}$/i.test(lead)
    return names.length > 0 && shown
      ? [
          {
            names,
            lead: lead.slice(-160),
            behind: line.slice(match.index + match[0].length, match.index + match[0].length + 160),
          },
        ]
      : []
  })
}

const one = String.raw`(?:(?:https?:\/\/)?(?:[\w-]{1,63}\.){1,6}[a-z]{2,12}(?:\/|%2F)[A-Za-z][\w-]{2,60}\.[A-Za-z][\w-]{2,20}|(?:\b|(?<=%20))(?:openid|profile|email|apps|webhooks)\b(?![./:-]))`
const run = new RegExp(
  String.raw`(?<![\w/.@-])${one}(?:(?:%20|\+|["'\x60]?[ ,;|]{1,3}["'\x60]?(?:and |e |y )?)${one}){0,40}`,
  'g',
)

function namesIn(list: string): string[] {
  return list
    .replace(/%20|\+/g, ' ')
    .replace(/%2F/gi, '/')
    .split(/[\s,;|"'`]+/)
    .filter((name) => /^[\w./:-]{3,200}$/.test(name) && !/^(?:and|e|y)$/.test(name))
}

/** Whether a scope is for the API that a path names in one of its segments. */
export function isForPath(scope: string, path: string): boolean {
  if (['openid', 'profile', 'email', 'offline_access', 'apps'].includes(scope)) return false
  const read = parseScope(scope)
  const api = singular(read.kind === 'business' ? read.api : scope.replace(/[.:]\w+$/, ''))
  return path
    .split('/')
    .filter((segment) => /^[a-z][a-z-]{3,60}$/.test(segment))
    .some((segment) => api.includes(singular(segment)) || singular(segment).includes(api))
}

function singular(name: string): string {
  return name.toLowerCase().replace(/s$/, '')
}
