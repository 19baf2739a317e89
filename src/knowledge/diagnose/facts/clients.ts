import { textOfBase64 } from '../../text/base64.ts'
import type { Evidence } from './evidence.ts'
import { family, those } from './family.ts'

/** Whether two parts of a text speak of different clients, or of different sign-ins. */
export const clients = family(['client:differs', 'state:differs', 'nonce:differs'], (evidence) => {
  const [one, other] = differingClients(evidence) ?? clientsInWords(evidence)
  const said = evidence.stated()
  return {
    facts: those({
      'client:differs': one !== undefined && other !== undefined,
      'state:differs':
        stateDiffers(evidence) ||
        statesInWords.test(evidence.text()) ||
        said.some(({ about, expected, received }) => about === 'state' && expected && received),
      'nonce:differs':
        nonceDiffers(evidence) ||
        said.some(({ about, expected, received }) => about === 'nonce' && expected && received),
    }),
    values: other === undefined ? {} : { client_id_first: one, client_id_second: other },
  }
})

/** Client identifiers in the order in which they were sent: in forms, in Basic credentials, as the party of a refresh token. */
function differingClients(evidence: Evidence): string[] | undefined {
  const sent = evidence
    .parameters()
    .filter(({ name, value, in: place }) => name === 'client_id' && place === 'form' && value.length > 1)
    .map(({ value }) => value)
  const basic = /\bAuthorization["']?\s{0,2}(?:=>|[:=])\s{0,2}["']?Basic\s{1,3}([\w+/=-]{8,600})/i.exec(
    evidence.text(),
  )?.[1]
  const credentials = basic === undefined ? undefined : textOfBase64(basic)
  const colon = credentials?.indexOf(':') ?? -1
  const user = colon < 0 ? '' : decoded(credentials?.slice(0, colon) ?? '')
  // Credentials in the wrong order name no other client: what is before the colon is the secret.
  const isSwapped = evidence
    .parameters()
    .some(
      ({ name, value }) =>
        name === 'client_id' && value !== user && value === decoded(credentials?.slice(colon + 1) ?? ''),
    )
  const party = evidence.tokens().find(({ role }) => role === 'refresh')?.claims.azp
  const all = [
    ...(typeof party === 'string' ? [party] : []),
    ...sent,
    ...(colon < 0 || isSwapped ? [] : [user]),
  ].filter((one) => !/^[<{$]|^your|^xxx|\*\*|\.\.\./i.test(one))
  const [first] = all
  const second = all.find((one) => one !== first)
  return first !== undefined && second !== undefined && second !== '' ? [first, second] : undefined
}

const statesInWords =
  /\bstate\b[^\n=:]{0,30}[=:]\s{0,2}["']?([\w-]{4,80})["']?[^\n]{0,40}?\bstate\b[^\n=:]{0,30}[=:]\s{0,2}["']?(?!\1\b)[\w-]{4,80}["']?[^\n]{0,40}?(?:mismatch|differ|not (?:match|equal)|diferente|não confere|no coincide)/i

/** What somebody says of the clients of the two requests. */
function clientsInWords(evidence: Evidence): string[] {
  const text = evidence.text()
  if (!/client/i.test(text)) return []
  const said =
    /\b(?:authorize|authorization|login|sign-?in|front-?end)\b[^.\n]{0,50}?\b(?:is|was|foi|era|es|fue|uses?|used|usa|usou|with|com|con|client_id)\b[ :="'`]{1,4}([\w-]{3,80})\b[^.\n]{0,50}?\b(?:token|exchange|back-?end)\b[^.\n]{0,40}?\b(?:is|was|foi|era|es|fue|uses?|used|usa|usou|with|com|con|client_id)\b[ :="'`]{1,4}([\w-]{3,80})/i.exec(
      text,
    )
  const [, one, other] = said ?? []
  const isId = (word: string) => /[-_\d]/.test(word)
  return one !== undefined && other !== undefined && one !== other && isId(one) && isId(other) ? [one, other] : []
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The `state` of an authorization request and the one of its callback. */
function stateDiffers(evidence: Evidence): boolean {
  const places = Map.groupBy(
    evidence.parameters().filter(({ in: place }) => place === 'form'),
    ({ at }) => at,
  )
  const sent = new Set<string>()
  const returned = new Set<string>()
  for (const place of places.values()) {
    const state = place.find(({ name }) => name === 'state')?.value
    if (state === undefined || state === '') continue
    if (place.some(({ name }) => name === 'response_type')) sent.add(state)
    else if (place.some(({ name }) => name === 'code' || name === 'error')) returned.add(state)
  }
  return sent.size > 0 && returned.size > 0 && [...returned].every((one) => !sent.has(one))
}

function nonceDiffers(evidence: Evidence): boolean {
  const sent = evidence.parameters().filter(({ name, in: place }) => name === 'nonce' && place === 'form')
  const returned = evidence
    .tokens()
    .flatMap(({ role, claims }) => (role === 'id-token' && typeof claims.nonce === 'string' ? [claims.nonce] : []))
  return sent.length > 0 && returned.length > 0 && !sent.some(({ value }) => returned.includes(value))
}
