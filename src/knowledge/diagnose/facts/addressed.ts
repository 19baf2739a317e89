import { withoutEnd } from '../../text/ends.ts'
import { folded } from './folded.ts'
import { type Subject, subjectOf } from './subjects.ts'

/** An address in a text with what its surroundings say that it is. */
export interface Addressed {
  value: string
  about: Subject | undefined
  /** `registered`: as it is configured or expected; `sent`: as it was used. */
  role: 'registered' | 'sent' | undefined
  at: number
}

const address = /(?:[a-z][a-z0-9+.-]{1,30}:\/\/|https?%3A%2F%2F|urn:ietf:wg:oauth)[^\s"'<>`\\)\]},|]{2,600}/gi
const inParameter = /[?&;][\w.-]{1,40}=$|\w=$/
const limit = 200

const registeredWords =
  /regist|configur|allow|whitelist|cadastr|permitid|\bvalid\b|validissuer|validaudience|validredirect|autorizad|authorized|expect|esperad|portal|console|painel|panel\b|dashboard|settings|app registration|consta|definid|should be|requested issuer|withorigins|accepts?|aceit|required|\bset (?:to|in)\b|\bin (?:google|azure|entra|auth0|okta|keycloak)\b|reply url|redirect_?uris\b|redirect uris\b|web origins?\b|weborigins|登録|設定|注册|登记|配置|hinterlegt|eingetragen|enregistr|alloworigins?|issuer[_-]uri|issueruri/g
const sentWords =
  /\bsent\b|metadata|discovery|\bsends?\b|\bsending\b|enviad|enviou|envia\b|manda|received|\bgot\b|actual|recebid|recibid|\bused\b|\buses\b|\busing\b|usad|usa\b|utiliz|request\b|requested|requisicao|solicitud|in the (?:url|address|browser|token|request)|from origin|no token|do token|del token|token (?:has|contains|says|iss)|generat|gera\b|gerad|app (?:is )?(?:using|sends|calls)|comes|\bcame\b|chega|veio|vem\b|nossa aplica|our app|\bcurrent/g

/** The addresses of a text with their labels: what is before them on the line, or the heading of their list. */
export function addressedIn(text: string): Addressed[] {
  const found: Addressed[] = []
  let heading = ''
  let at = 0
  for (const line of text.split('\n')) {
    const matches = line.length > 20_000 ? [] : [...line.matchAll(address)].slice(0, 20)
    let from = 0
    for (const [index, match] of matches.entries()) {
      if (found.length >= limit) return found
      const before = line.slice(Math.max(from, match.index - 140), match.index)
      const end = match.index + match[0].length
      const after =
        line.slice(end, Math.min(matches[index + 1]?.index ?? line.length, end + 70)).split(/[.;]\s/)[0] ?? ''
      from = end
      if (inParameter.test(before)) continue
      const bare = /^[\s>*•\-–+\d.)"'`[,(]*$/.test(before)
      const label = folded(bare ? `${index > 0 ? '' : heading} ` : before)
      const value = decoded(withoutEnd(match[0], '.,;:!?*"\''))
      const own = subjectOf(label)
      found.push({
        value: match[0].endsWith('/*') ? `${value}*` : value,
        about: own ?? (bare ? undefined : subjectOf(folded(heading))),
        role: roleOf(label) ?? firstRole(folded(after)),
        at: at + match.index,
      })
    }
    if (matches.length === 0 && line.trim() !== '') heading = line.length <= 160 ? line : ''
    else if (/:\s*$/.test(line)) heading = line
    at += line.length + 1
  }
  return found
}

/** The role that the last telling word gives; of the two requests of a sign-in, the first one sets what the second must send. */
function roleOf(label: string): Addressed['role'] {
  const request = /\b(authori[sz]\w*|token)(?: request)?\W{1,4}$/.exec(label)?.[1]
  if (request !== undefined) return request === 'token' ? 'sent' : 'registered'
  const [registered, sent] = [lastOf(registeredWords, label), lastOf(sentWords, label)]
  if (registered < 0 && sent < 0) return undefined
  return registered > sent ? 'registered' : 'sent'
}

/** What is said of an address after it, up to what it is held against. */
function firstRole(after: string): Addressed['role'] {
  const said = after.split(/\b(?:does|did|do|is|are|was)(?: not|n't)\b|\b(?:nao|no) \w/)[0] ?? ''
  const [registered, sent] = [registeredWords, sentWords].map((words) => said.search(new RegExp(words.source)))
  if (registered === undefined || sent === undefined || (registered < 0 && sent < 0)) return undefined
  return sent < 0 || (registered >= 0 && registered < sent) ? 'registered' : 'sent'
}

function lastOf(words: RegExp, label: string): number {
  return [...label.matchAll(words)].at(-1)?.index ?? -1
}

function decoded(value: string): string {
  if (!/^[a-z]+%3a/i.test(value)) return value
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
